"""Railroad tracks and their gauge (OCS 13.3f, g): who may use a hex, and its conversion."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from engine.core.board import Board
from engine.ocs import modes
from engine.ocs.losses import put
from engine.ocs.pieces import DG, MP, Unit
from engine.ocs.sequence import MOVEMENT, key
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc

CONVERT = 4
"""Hexes that one Rail Repair unit converts in a phase (OCS 13.3g D)."""
RAILS = frozenset({"rail", "rail.double"})


def rails(world: World, a: int, b: int) -> bool:
    """Whether a railroad crosses the hexside."""
    return bool(world.board.side(a, b) & RAILS)


def railed(board: Board) -> Mapping[int, tuple[int, ...]]:
    """Each hex with a railroad to the hexes that it leads to."""
    kinds = {words for words in frozenset(board.sides) if words & RAILS}
    found: dict[int, tuple[int, ...]] = {}
    for face, words in enumerate(board.sides):
        if words in kinds:
            found[face // 6] = (*found.get(face // 6, ()), board.around[face])
    return found


def tracks(world: World) -> Mapping[int, tuple[int, ...]]:
    """Each hex with a railroad to the hexes that it leads to; worked out once."""
    found: Mapping[int, tuple[int, ...]] | None = world.memo.get("tracks")
    if found is None:
        found = world.memo["tracks"] = railed(world.board)
    return found


def on_rail(world: World, hex_: int) -> bool:
    """Whether a railroad runs through the hex."""
    return hex_ in tracks(world)


def own_gauge(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether the railroad of a hex has the side's gauge (OCS 13.3f)."""
    return state.gauge.get(hex_) == side


def convert(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """A Rail Repair unit that moves into a rail hex turns it to its gauge (OCS 13.3f, g D)."""
    if not on_rail(draft.world, hex_) or key(draft.state) != MOVEMENT:
        return
    for id_ in ids:
        if _can_convert(draft.world, draft.state, id_, hex_):
            _lay(draft, id_, hex_)
            return


def most(world: World, state: OcsState, unit: Unit) -> int:
    """Hexes that a unit converts in a phase: four, or its current whole MPs (13.3g D, U35)."""
    return min(CONVERT, modes.allowance(world, state, unit) // MP)


def _can_convert(world: World, state: OcsState, id_: str, hex_: int) -> bool:
    counter, unit = world.counters[id_], state.units[id_]
    return (
        counter.rail_repair and unit.front and unit.marker in ("", DG)
        and unit.converted < most(world, state, unit)
        and state.gauge.get(hex_) != counter.side
        and not in_ezoc(world, state, counter.side, hex_)
    )


def _lay(draft: Draft, id_: str, hex_: int) -> None:
    counter, unit = draft.world.counters[id_], draft.state.units[id_]
    put(draft, evolve(unit, converted=unit.converted + 1))
    draft.update(
        gauge={**draft.state.gauge, hex_: counter.side},
        converted=draft.state.converted | {hex_},
    )
    number = draft.world.board.id(hex_)
    draft.log("rail", f"{counter.name} converts {number}", rule="OCS 13.3f", hex=number,
              side=counter.side)
