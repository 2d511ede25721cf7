"""The front line and railroads (OCS 13.3h): stations that only the enemy's side still reaches."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.paths import flood
from engine.ocs import rail
from engine.ocs.pieces import SIDES
from engine.ocs.sequence import other
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

WATER = frozenset({"sea", "lake", "sea_or_lake"})


def settle(draft: Draft) -> None:
    """Give stations that are cut off from their side to the other, for railroads (13.3h, U36).

    Who holds a hex for victory or for the game's own rules is left alone (4.x); when a combat
    unit enters, the front line has had its say.
    """
    world = draft.world
    passed = dict(cut_off(world, draft.state))
    if not passed:
        return
    draft.update(rail_control={**draft.state.rail_control, **passed})
    for hex_, side in passed.items():
        draft.log("control", f"{world.board.label(hex_)} is cut off: its railroad is "
                  f"{side.capitalize()}", hex=world.board.id(hex_), rule="OCS 13.3h", side=side)


def cut_off(world: World, state: OcsState) -> Iterator[tuple[int, str]]:
    """Stations that change hands, with the side that gets them (OCS 13.3h, U36).

    Empty ones that no way free of enemy combat units joins to a source of their own side, while
    one joins them to a source of the other. Without any source of its own, which only a board
    without supply has, a side loses nothing: in doubt control does not change.
    """
    sources = {side: rail.sources(world, state, side) for side in SIDES}
    if not all(sources.values()):
        return
    reached = {side: reach(world, state, side, sources[side]) for side in SIDES}
    for hex_ in sorted(state.control):
        side = state.rail_control.get(hex_) or state.control[hex_]
        foe = other(side)
        if hex_ in reached[side] or hex_ not in reached[foe] or holder(world, state, hex_):
            continue
        if rail.station(world, state, side, hex_):
            yield hex_, foe


def reach(
    world: World, state: OcsState, side: str, sources: tuple[int, ...]
) -> frozenset[int]:
    """Land hexes joined to sources of a side past no enemy combat unit, whatever the rivers."""
    foe, cells = other(side), world.board.hexes

    def open_(hex_: int) -> bool:
        return holder(world, state, hex_) != foe and not cells[hex_].terrain <= WATER

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        return ((b, 1) for b in world.board.neighbors(a) if open_(b))

    return frozenset(flood({h: 0 for h in sources if open_(h)}, edges, len(cells)).spent)
