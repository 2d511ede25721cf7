"""Artillery: a target under the cursor, guns by number, how much of each, and who pays."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Refusal
from engine.ocs import artillery, barrage
from engine.ocs.commands import Barrage
from tui.desk.picks import PickTask
from tui.desk.task import Choice
from tui.ocs.odds import barrage_lines
from tui.ocs.units import short
from tui.panels.lines import Line, wrap

TARGETS = (barrage.UNITS, barrage.BASE)
"""What guns fire at; trains are for aircraft (10.0c)."""


class GunsTask(PickTask):
    """Enter on a target hex gathers the artillery in range.

    `f` changes the target, `+` and `-` the strength of the gun last taken, `a` who pays.
    """

    verb = "barrage"
    invite, deed = "barrage this hex", "fire"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.goal = barrage.UNITS
        self.factors: dict[str, int] = {}
        """Gun to the points or shares that it fires, where that is less than all."""
        self.by = ""

    def targets(self) -> Sequence[int]:
        """Hexes that some gun can fire at."""
        return sorted({h for goal in TARGETS for h in self._guns(goal)})

    def _guns(self, goal: str) -> dict[int, list[str]]:
        """Targets of a kind and the guns in range, worked out once a state."""
        memo, key = self.desk.state.memo, ("tui guns", goal)
        if key not in memo:
            memo[key] = artillery.targets(self.desk.world, self.desk.state, goal)
        found: dict[int, list[str]] = memo[key]
        return found

    def opened(self) -> None:
        """Units first, where there are any; everything at full strength."""
        self.goal = next((g for g in TARGETS if self.target in self._guns(g)), barrage.UNITS)
        self.factors, self.by = {}, ""

    def candidates(self) -> Sequence[str]:
        """Guns in range."""
        return self._guns(self.goal).get(self.target, [])

    def first_picks(self) -> Sequence[str]:
        """The first gun: supply is dear."""
        return self.candidates()[:1]

    def text(self, id_: str) -> str:
        """The gun, where it stands, and how much of it fires."""
        unit = self.desk.state.units[id_]
        some = f", fires {self._factor(id_)}" if id_ in self.factors else ""
        return f"{short(self.desk.world, unit)} {self.desk.world.board.id(unit.hex)}{some}"

    def build(self) -> Barrage:
        """The command of the picks."""
        some = any(i in self.factors for i in self.taken)
        factors = tuple(self._factor(i) or artillery.WHOLE for i in self.taken) if some else ()
        target = "" if self.goal == barrage.UNITS else self.goal
        return Barrage(self.desk.world.board.id(self.target), self.names(self.taken), target,
                       factors, self.by)

    # ---- how much

    def _shares(self, id_: str) -> bool:
        """Whether a gun fires by shares of a division rather than by points (TTW 1.6d)."""
        return bool(self.desk.world.counters[id_].multi_step)

    def _most(self, id_: str) -> int:
        """All the shares, or whole points, that it can fire."""
        world, unit = self.desk.world, self.desk.state.units[id_]
        left = artillery.shares_left(world, unit)
        return left if self._shares(id_) else int(artillery.share(world, unit))

    def _factor(self, id_: str) -> str:
        """Part of its strength as the command says it; empty for all."""
        count = self.factors.get(id_)
        if count is None:
            return ""
        return f"{count}re" if self._shares(id_) else str(count)

    def _change(self, step: int) -> None:
        """More or less of the gun last taken."""
        if not self.taken:
            return
        id_ = self.taken[-1]
        if not (self._shares(id_) or self.desk.world.options.artillery_factors):
            self.desk.refuse(Refusal("OCS 10.0e", "a unit fires its whole strength (HR-7 is off)"))
            return
        count = max(1, min(self._most(id_), self.factors.get(id_, self._most(id_)) + step))
        self.factors.pop(id_, None)
        if count < self._most(id_):
            self.factors[id_] = count

    # ---- who pays

    def payers(self) -> Sequence[str]:
        """HQs and dumps that can pay for all the guns together (10.1b)."""
        world, state = self.desk.world, self.desk.state
        fires = artillery.fires_of(world, state, self.build()) if self.taken else ()
        if isinstance(fires, Refusal) or not fires:
            return ()
        cost = artillery.price(world, state, self.goal, artillery.points_of(fires))
        if not cost:
            return ()
        found = artillery.payers(world, state, tuple(self.taken), cost)
        return tuple(dict.fromkeys(name for name, _ in found))

    # ---- the screen and the keys

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on a target: points and odds before it fires"

    def choices(self) -> Sequence[Choice]:
        """Target, strength and payer besides."""
        out = list(super().choices())
        if self.open:
            if sum(self.target in self._guns(g) for g in TARGETS) > 1:
                out.append(Choice("f", f"target: {self.goal}"))
            if self.taken:
                out.append(Choice("+ -", "strength"))
            if len(self.payers()) > 1:
                out.append(Choice("a", f"paid by {self.by or self.payers()[0]}"))
        return out

    def preview(self, width: int) -> Sequence[Line]:
        """Points, shifts, cost, who pays, and chances."""
        out = barrage_lines(self.desk, self.build(), width)
        payer = self.by or next(iter(self.payers()), "")
        return [*out, *(wrap(f"paid by {payer}", width, "dim") if payer else [])]

    def act(self, action: str) -> bool:
        """Target, strength and payer; the rest is common."""
        if not self.open or action not in ("flag", "join", "fewer", "activate"):
            return super().act(action)
        if action == "flag":
            goals = [g for g in TARGETS if self.target in self._guns(g)]
            self.goal = goals[(goals.index(self.goal) + 1) % len(goals)]
            self.changed()
        elif action == "activate":
            names = list(self.payers())
            if names:
                now = self.by if self.by in names else names[0]
                self.by = names[(names.index(now) + 1) % len(names)]
        else:
            self._change(1 if action == "join" else -1)
        return True

    def changed(self) -> None:
        """A payer that can pay no longer is forgotten."""
        super().changed()
        if self.by and self.by not in self.payers():
            self.by = ""
