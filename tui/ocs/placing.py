"""Where things are put: arrivals, supply, landings, what is displaced (OCS 9.14, 13.6, 14.1c)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command
from engine.ocs import displacement, dumps, reinforcements, replacements
from engine.ocs.commands import DisplaceTo, Land, Place, PlaceSupply, Rebuild
from engine.ocs.pieces import SP
from tui.desk.task import Choice, Row
from tui.map.view import Label
from tui.ocs.units import plane_words
from tui.ocs.who import WhoTask
from tui.panels.lines import Line, line, wrap


class DisplaceTask(WhoTask):
    """Where transport and Extenders flee."""

    deed, others = "displace to here", "give them up"

    def build(self) -> Command:
        """To the cursor."""
        return DisplaceTo(self.names(self.taken), self.desk.world.board.id(self.desk.cursor))

    def places(self) -> Sequence[int]:
        """Open hexes in range, the nearest first for Tab's sake sorted."""
        return sorted(displacement.places(self.desk.world, self.desk.state, self.decision))

    def choices(self) -> Sequence[Choice]:
        """As everywhere, but units with nowhere to go are only given up."""
        return super().choices() if self.places() else [Choice("w", self.others)]

    def lines(self, width: int) -> Sequence[Line]:
        """How far."""
        board = self.desk.world.board
        text = f"from {board.label(self.decision.origin)}, up to {self.decision.radius} hexes"
        return wrap(text, width, "dim")


class PlacementTask(WhoTask):
    """Where rebuilt, returned or moved units are put; `f` changes the mode."""

    deed = "place here"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        self.mode = ""
        super().__init__(desk)

    def first_picks(self) -> Sequence[str]:
        """The first of them."""
        return self.candidates()[:1]

    def build(self) -> Command:
        """At the cursor."""
        return Place(self.names(self.taken), self.desk.world.board.id(self.desk.cursor), self.mode)

    def places(self) -> Sequence[int]:
        """The hexes of the decision."""
        return sorted(self.decision.hexes)

    def choices(self) -> Sequence[Choice]:
        """The mode besides."""
        return [*super().choices(), Choice("f", f"mode: {self.mode or 'usual'}")]

    def act(self, action: str) -> bool:
        """`f` takes the next mode."""
        if action == "flag":
            self.mode = next_mode(self.mode)
            return True
        return super().act(action)


MODES = ("", "combat", "move", "reserve", "strat", reinforcements.LOADED)
"""How an arriving unit may be placed; the first is its usual way."""


def next_mode(mode: str) -> str:
    """The mode after this one, around."""
    return MODES[(MODES.index(mode) + 1) % len(MODES)]


class LandingTask(WhoTask):
    """The base on which an aircraft comes down."""

    deed = "land here"

    def candidates(self) -> Sequence[str]:
        """The aircraft: it is not chosen."""
        return (self.decision.aircraft,)

    def rows(self) -> Sequence[Row]:
        """Nothing to number."""
        return ()

    def build(self) -> Command:
        """At the cursor."""
        return Land(self.name(self.decision.aircraft),
                    self.desk.world.board.id(self.desk.cursor))

    def places(self) -> Sequence[int]:
        """Bases in range."""
        return sorted(self.decision.hexes)

    def labels(self) -> Mapping[int, Label]:
        """Bases in range."""
        return {h: Label("@", "reach") for h in self.decision.hexes}

    def picked(self) -> Sequence[str]:
        """Aircraft stand in no stack."""
        return ()

    def digit(self, index: int) -> None:
        """There is nothing to choose but the base."""

    def act(self, action: str) -> bool:
        """Enter lands; the aircraft cannot be let go."""
        return action not in ("back", "pick") and super().act(action)


class DeliveryTask(WhoTask):
    """How much supply arrives where: `+` and `-` change the amount."""

    deed = "place it here"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        self.less = 0
        """Tokens less than would fit."""
        super().__init__(desk)

    def candidates(self) -> Sequence[str]:
        """Supply has no name; one pick stands for it."""
        return ("supply",)

    def rows(self) -> Sequence[Row]:
        """Nothing to number."""
        return ()

    def amount(self, hex_: int) -> int:
        """Tokens that would be placed in a hex now."""
        whole = self.most(hex_)
        return max(min(1, whole), whole - self.less)

    def most(self, hex_: int) -> int:
        """Tokens that a hex takes."""
        if hex_ not in self.decision.hexes:
            return int(self.decision.tokens)
        if not self.decision.most:
            return int(self.decision.tokens)
        at = self.decision.hexes.index(hex_)
        return int(min(self.decision.tokens, self.decision.most[at]))

    def build(self) -> Command:
        """At the cursor."""
        tokens = str(self.amount(self.desk.cursor))
        return PlaceSupply(tokens, self.desk.world.board.id(self.desk.cursor))

    def places(self) -> Sequence[int]:
        """Where it arrives."""
        return sorted(self.decision.hexes)

    def labels(self) -> Mapping[int, Label]:
        """What each place takes, in SP."""
        return {h: Label(f"{self.most(h) // SP}s"[:3], "reach") for h in self.decision.hexes}

    def picked(self) -> Sequence[str]:
        """Supply stands in no stack."""
        return ()

    def choices(self) -> Sequence[Choice]:
        """More and less besides."""
        return [*super().choices(), Choice("+ -", "more, less")]

    def lines(self, width: int) -> Sequence[Line]:
        """How much is to come, and how much goes here."""
        here = self.amount(self.desk.cursor)
        return [line(f"{dumps.show(self.decision.tokens)} to place", "bold"),
                line(f"{dumps.show(here)} here")]

    def act(self, action: str) -> bool:
        """More or less."""
        if action in ("join", "fewer"):
            step = -1 if action == "join" else 1
            self.less = max(0, min(self.most(self.desk.cursor) - 1, self.less + step))
            return True
        return action == "pick" or super().act(action)

    def moved(self) -> None:
        """Another hex takes another amount."""
        self.less = 0


class ArrivalsTask(PlacementTask):
    """The Reinforcement Phase: who is due, what can be rebuilt, and where each may stand."""

    others = ""

    def candidates(self) -> Sequence[str]:
        """Units and aircraft that are due, then what replacements can rebuild."""
        world, state, side = self.desk.world, self.desk.state, self.desk.side
        return tuple(dict.fromkeys((
            *reinforcements.waiting(world, state, side),
            *reinforcements.waiting_air(world, state, side), *self._rebuilds(),
        )))

    def _rebuilds(self) -> Mapping[str, Sequence[int]]:
        """Units and aircraft that can be rebuilt, to the hexes where."""
        memo, world = self.desk.state.memo, self.desk.world
        if "tui rebuilds" not in memo:
            found: dict[str, list[int]] = {}
            for command in replacements.offer_rebuilds(world, self.desk.state, ""):
                id_ = replacements.find(world, command.unit)  # type: ignore[attr-defined]
                found.setdefault(id_, []).append(world.board.at(command.at))  # type: ignore[attr-defined]
            memo["tui rebuilds"] = found
        rebuilds: Mapping[str, Sequence[int]] = memo["tui rebuilds"]
        return rebuilds

    def text(self, id_: str) -> str:
        """Name and values."""
        world = self.desk.world
        return plane_words(world, id_) if id_ in world.aircraft else super().text(id_)

    def note(self, id_: str) -> str:
        """Whether it is rebuilt."""
        return "rebuild" if id_ in self._rebuilds() else ""

    def build(self) -> Command:
        """At the cursor; what is rebuilt goes alone."""
        here, first = self.desk.world.board.id(self.desk.cursor), self.taken[0]
        if first in self._rebuilds():
            return Rebuild(self.name(first), here, self.mode)
        return Place(self.names(self.taken), here, self.mode)

    def places(self) -> Sequence[int]:
        """Where all that are taken may stand."""
        found = [set(self._places(i)) for i in self.taken]
        return sorted(set.intersection(*found)) if found else ()

    def _places(self, id_: str) -> Sequence[int]:
        world, state, side = self.desk.world, self.desk.state, self.desk.side
        if id_ in self._rebuilds():
            return self._rebuilds()[id_]
        if id_ in world.aircraft:
            return replacements.bases_of(world, state, side)
        return reinforcements.hexes_for(world, state, id_)

    def prompt(self) -> str:
        """What to do; that nothing is due where it is so."""
        return super().prompt() if self.candidates() else "nothing arrives now; e lists the rest"

    def digit(self, index: int) -> None:
        """Take in or out; rebuilt units go one by one, and apart from arrivals."""
        super().digit(index)
        if self.taken and (len(self.taken) > 1):
            last = self.taken[-1]
            alone = last in self._rebuilds()
            if alone or self.taken[0] in self._rebuilds():
                self.taken = [last]
        places = self.places()
        if places and self.desk.cursor not in places:
            self.desk.cursor = places[0]

    def changed(self) -> None:
        """The next of them is taken in hand."""
        left = self.candidates()
        self.taken = [i for i in self.taken if i in left] or list(left[:1])
