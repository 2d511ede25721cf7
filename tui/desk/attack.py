"""Declaring attacks, and resolving them: who takes part, at which odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command, End
from engine.core.errors import Refusal
from engine.efs.artillery import attack_guns, best_group
from engine.efs.commands import Cancel, Declare, Fight
from engine.efs.declaration import attack_on, attacker_problem, eligible, pair_problem
from engine.efs.pieces import ENGINEER_TYPES
from engine.efs.state import Attack
from tui.desk.picks import PickTask, said
from tui.desk.task import Choice
from tui.desk.units import short
from tui.map.view import Label
from tui.panels.lines import Line, line
from tui.panels.odds import attack_lines, declaration_lines


class DeclareTask(PickTask):
    """Open on an enemy hex; `+` joins another hex to the same attack."""

    verb = "attack"
    invite, deed = "attack this hex", "declare"
    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.joined: list[int] = []
        self.mandated = False

    def hexes(self) -> tuple[int, ...]:
        """Every hex of the attack in hand."""
        return (self.target, *self.joined)

    def targets(self) -> Sequence[int]:
        """Enemy hexes that the engine offers, and those already declared."""
        at = self.desk.world.board.at
        found = {at(h) for c in self.desk.game.legal() if isinstance(c, Declare) for h in c.hexes}
        return sorted(found | {h for a in self.desk.state.attacks for h in a.hexes})

    def can_open(self, hex_: int) -> bool:
        """Any hex with enemy units and no declared attack."""
        counters = self.desk.world.counters
        foes = any(counters[u.id].side != self.desk.side for u in self.desk.units_at(hex_))
        return foes and attack_on(self.desk.state, hex_) is None

    def why_nobody(self, hex_: int) -> Refusal | None:
        """The reason against the nearest units, where none can attack this hex."""
        world, state = self.desk.world, self.desk.state
        if eligible(world, state, self.desk.side, (hex_,)):
            return None
        for near in world.board.neighbors(hex_):
            for unit in self.desk.units_at(near, self.desk.side):
                problem = attacker_problem(world, state, unit)
                return problem or pair_problem(world, state, unit, hex_)
        return Refusal("BSR 15.21a", f"no unit of yours is adjacent to {world.board.label(hex_)}")

    def still(self) -> bool:
        """No attack has been declared on these hexes meanwhile."""
        return all(self.can_open(h) for h in self.hexes())

    def opened(self) -> None:
        """A fresh attack."""
        self.joined, self.mandated = [], False

    def candidates(self) -> Sequence[str]:
        """Units that could attack all the hexes together."""
        return eligible(self.desk.world, self.desk.state, self.desk.side, self.hexes())

    def first_picks(self) -> Sequence[str]:
        """All that are in no other attack."""
        busy = {i for a in self.desk.state.attacks for i in a.units}
        return [i for i in self.candidates() if i not in busy]

    def refusal_of(self, id_: str) -> Refusal | None:
        """Only a unit that is in another attack; strength is judged together."""
        if any(id_ in a.units for a in self.desk.state.attacks):
            return self.why_not(self._command((id_,)))
        return None

    def text(self, id_: str) -> str:
        """The unit and where it stands."""
        unit = self.desk.state.units[id_]
        return f"{short(self.desk.world, unit)} {self.desk.world.board.id(unit.hex)}"

    def build(self) -> Command:
        """The command of the picks."""
        return self._command(tuple(self.taken))

    def _command(self, ids: tuple[str, ...]) -> Declare:
        board = self.desk.world.board
        hexes = tuple(board.id(h) for h in self.hexes())
        return Declare(hexes, self.names(ids), self.mandated)

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on an enemy hex declares an attack"

    def choices(self) -> Sequence[Choice]:
        """Joining and taking back besides."""
        out = list(super().choices())
        if self.open:
            out.append(Choice("+", "join a hex"))
            if self.desk.world.scenario.switches.mandated_attacks:
                out.append(Choice("f", f"mandated: {'yes' if self.mandated else 'no'}"))
            return out
        if attack_on(self.desk.state, self.desk.cursor) is not None:
            out.append(Choice("x", "take it back"))
        return out

    def lines(self, width: int) -> Sequence[Line]:
        """The odds in preview, or what is declared and what is still owed."""
        if self.open:
            return super().lines(width)
        out: list[Line] = []
        for attack in self.desk.state.attacks:
            out += _attack_line(self, attack, width)
        refusal = self.why_not(End())
        if refusal is not None:
            out += said(str(refusal), width, "refusal")
        return out

    def preview(self, width: int) -> Sequence[Line]:
        """Odds as they stand at declaration, and with everything that could come."""
        return declaration_lines(self.desk, self.hexes(), tuple(self.taken), width)

    def labels(self) -> Mapping[int, Label]:
        """Hexes of the attack in hand."""
        return {h: Label("!", "mark") for h in self.hexes()} if self.open else {}

    def act(self, action: str) -> bool:
        """Join, take back, mandate; the rest is common."""
        if action == "join" and self.open:
            self._join(self.desk.cursor)
            return True
        if action == "flag" and self.open:
            self.mandated = not self.mandated
            return True
        if action == "cancel":
            self.desk.execute(Cancel(self.desk.world.board.id(self.desk.cursor)))
            return True
        if action == "activate":
            action = "accept"
        return super().act(action)

    def _join(self, hex_: int) -> None:
        """Put a hex into the attack, or take it out; the picks are made anew."""
        if hex_ == self.target:
            return
        if hex_ in self.joined:
            self.joined.remove(hex_)
            self.taken = list(self.first_picks())
            return
        before = self.taken
        self.joined.append(hex_)
        self.taken = list(self.first_picks()) if self.can_open(hex_) else []
        if not self.taken:  # the engine says what is wrong with the hex
            refusal = self.why_not(self._command(tuple(before)))
            self.joined.remove(hex_)
            self.taken = before
            if refusal is not None:
                self.desk.refuse(refusal)


class CombatTask(PickTask):
    """Open on a declared attack: attackers, artillery, engineers; Enter rolls."""

    verb = "fight"
    invite, deed = "resolve this attack", "roll"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.engineers = False

    def attack(self) -> Attack | None:
        """The attack in hand."""
        return attack_on(self.desk.state, self.target)

    def targets(self) -> Sequence[int]:
        """Hexes of the attacks still to be resolved."""
        return sorted({h for a in self.desk.state.attacks for h in a.hexes})

    def still(self) -> bool:
        """The attack has not been fought or lapsed."""
        return self.attack() is not None

    def opened(self) -> None:
        """A fresh combat."""
        self.engineers = False

    def guns(self) -> Sequence[str]:
        """Artillery that may support the attack."""
        attack = self.attack()
        if attack is None:
            return ()
        world, state = self.desk.world, self.desk.state
        return attack_guns(world, state, self.desk.side, attack.hexes, supplied=True)

    def fighters(self) -> Sequence[str]:
        """Units that may take part."""
        attack = self.attack()
        if attack is None:
            return ()
        return eligible(self.desk.world, self.desk.state, self.desk.side, attack.hexes)

    def candidates(self) -> Sequence[str]:
        """Units, then guns."""
        return (*self.fighters(), *self.guns())

    def first_picks(self) -> Sequence[str]:
        """Those named at declaration, and the strongest artillery allowed."""
        attack = self.attack()
        assert attack is not None
        named = [i for i in self.fighters() if i in attack.units]
        guns = best_group(
            self.desk.world, self.desk.state, tuple(self.guns()), attack.hexes, attacking=True
        )
        return [*named, *guns]

    def text(self, id_: str) -> str:
        """The unit and where it stands; guns with their support."""
        unit = self.desk.state.units[id_]
        return f"{short(self.desk.world, unit)} {self.desk.world.board.id(unit.hex)}"

    def build(self) -> Fight:
        """The command of the picks."""
        attack = self.attack()
        assert attack is not None
        guns = set(self.guns())
        units = tuple(i for i in self.taken if i not in guns)
        support = tuple(i for i in self.taken if i in guns)
        return Fight(
            self.desk.world.board.id(attack.hexes[0]), self.names(units), self.names(support),
            engineers=self.engineers,
        )

    def closed_hint(self) -> str:
        """What to do first."""
        if not self.desk.state.attacks:
            return "Every attack is resolved; E ends the step"
        return "Enter on a declared attack shows its odds; Enter again rolls"

    def choices(self) -> Sequence[Choice]:
        """Engineers besides."""
        out = list(super().choices())
        if self.open and self._have_engineers():
            out.append(Choice("f", f"engineer effects: {'yes' if self.engineers else 'no'}"))
        return out

    def _have_engineers(self) -> bool:
        counters = self.desk.world.counters
        return any(counters[i].type in ENGINEER_TYPES for i in self.taken)

    def lines(self, width: int) -> Sequence[Line]:
        """The odds of the combat in hand, or the attacks that wait."""
        if self.open:
            return super().lines(width)
        out: list[Line] = []
        for attack in self.desk.state.attacks:
            out += _attack_line(self, attack, width)
        return out

    def preview(self, width: int) -> Sequence[Line]:
        """Odds, modifiers with their rules, and the chance of each result."""
        return attack_lines(self.desk, self.build(), width)

    def act(self, action: str) -> bool:
        """Engineers; the rest is common."""
        if action == "flag" and self.open:
            self.engineers = not self.engineers
            return True
        return super().act(action)


def _attack_line(task: PickTask, attack: Attack, width: int) -> list[Line]:
    board = task.desk.world.board
    where = " + ".join(board.label(h) for h in attack.hexes)
    units = ", ".join(task.names(attack.units))
    return [line(f"! {where}", "mark"), *said(units, width)]
