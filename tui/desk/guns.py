"""The defender commits artillery to Declared Attacks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs.commands import Support
from engine.efs.declaration import attack_on
from tui.desk.picks import PickTask
from tui.panels.lines import Line, spread


class SupportTask(PickTask):
    """One Declared Attack at a time: which guns support its defence."""

    verb = "support"
    invite, deed = "support the defender", "commit"
    nobody = "no artillery is near enough to support this hex"

    def targets(self) -> Sequence[int]:
        """Hexes under a Declared Attack."""
        return sorted({h for attack in self.desk.state.attacks for h in attack.hexes})

    def still(self) -> bool:
        """The attack is still declared."""
        return self.target in self.targets()

    def candidates(self) -> Sequence[str]:
        """The side's guns within twice their range: those out of range say so."""
        world, state = self.desk.world, self.desk.state
        return [
            u.id for u in state.units.values()
            if u.on_map and world.counters[u.id].side == self.desk.side
            and world.counters[u.id].support > 0
            and world.board.distance(u.hex, self.target) <= 2 * world.counters[u.id].range
        ]

    def first_picks(self) -> Sequence[str]:
        """Nothing: artillery is committed by choice."""
        return ()

    def refusal_of(self, id_: str) -> Refusal | None:
        """The engine's reason against this gun alone."""
        return self.why_not(self._command((id_,)))

    def text(self, id_: str) -> str:
        """Name, support and distance."""
        world, state = self.desk.world, self.desk.state
        counter = world.counters[id_]
        far = world.board.distance(state.units[id_].hex, self.target)
        return f"{counter.name} +{counter.support}, {far} of {counter.range} hexes"

    def lines(self, width: int) -> Sequence[Line]:
        """Guns committed so far."""
        board = self.desk.world.board
        return [
            spread(((self.name(gun), ""),), ((board.id(hex_), "dim"),), width)
            for gun, hex_ in self.desk.state.support
        ]

    def build(self) -> Command:
        """The command of the picks."""
        return self._command(tuple(self.taken))

    def _command(self, ids: tuple[str, ...]) -> Support:
        attack = attack_on(self.desk.state, self.target)
        hex_ = attack.hexes[0] if attack is not None else self.target
        return Support(self.desk.world.board.id(hex_), self.names(ids))

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on an attacked hex commits artillery to its defence"
