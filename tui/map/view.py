"""What the map shows, as one frozen value. Widgets hold this, never the state."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field

from engine.core.board import Board
from engine.core.values import frozen


@frozen
class Force:
    """The stack of one side in a hex."""

    side: str
    text: str
    """The number that matters, or H or ?."""
    ready: bool = False
    """Has something to do now."""
    mark: str = ""
    """One character beside it, or empty."""
    names: tuple[str, ...] = ()
    """Its units, for the close zoom."""


@frozen
class Label:
    """What an overlay writes in a hex: at most three characters."""

    text: str
    look: str


@frozen(slots=True)
class HexLook:
    """Everything about a hex that changes. The land does not."""

    force: Force | None = None
    label: Label | None = None
    picked: bool = False
    """The selected units stand here."""
    trail: bool = False
    """On the path in hand."""
    mark: str = ""
    """One character in a corner: air mission, interdiction."""
    fort: str = ""
    """Side of a strongpoint, or empty."""


BARE = HexLook()


@frozen(eq=False)
class MapView:
    """The board and the look of every hex that is not bare."""

    board: Board
    looks: Mapping[int, HexLook] = field(factory=dict)
    bridges: frozenset[tuple[int, int]] = frozenset()
    """Hexsides with a bridge unit."""

    def look(self, hex_: int) -> HexLook:
        """The look of one hex."""
        return self.looks.get(hex_, BARE)

    def changed(self, other: MapView) -> set[int] | None:
        """Hexes that look different in the other view; None where everything may."""
        if self.board is not other.board or self.bridges != other.bridges:
            return None
        keys = self.looks.keys() | other.looks.keys()
        return {h for h in keys if self.look(h) != other.look(h)}
