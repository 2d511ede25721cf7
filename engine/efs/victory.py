"""Victory Points (BSR 25.1): what places are worth, turn by turn, and the one way to score.

Only the Axis player has a total; what the Soviet player earns is taken from it, below zero
if need be (25.1, 25.14).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.efs.pieces import AXIS, SOVIET
from engine.efs.state import EfsState
from engine.efs.world import Draft, Location, World


def value(location: Location, turn: int) -> int:
    """VPs of each hex of a place on a turn: the first line of the schedule that reaches it (25.1).

    A turn after the last line is worth nothing.
    """
    return next((vp for last, vp in location.values if turn <= last), 0)


def location_at(world: World, hex_: int) -> Location | None:
    """The place of the Victory Point Schedule that a hex belongs to, or None (BSR 25.1)."""
    places: dict[int, Location] | None = world.memo.get("locations")
    if places is None:
        places = {h: place for place in world.scenario.locations for h in place.hexes}
        world.memo["locations"] = places
    return places.get(hex_)


def worth(world: World, state: EfsState, hex_: int) -> int:
    """VPs that a hex carries now (BSR 25.12); none where the scenario counts no VPs."""
    location = location_at(world, hex_)
    if location is None or not world.scenario.switches.victory_points:
        return 0
    return value(location, state.turn)


def gain(draft: Draft, points: int) -> None:
    """Add to the Axis total, or take from it (BSR 25.1, 25.14); nothing without VPs."""
    if points and draft.world.scenario.switches.victory_points:
        draft.update(vp=draft.state.vp + points)


def score_control(draft: Draft, before: Mapping[int, str], changed: Mapping[int, str]) -> None:
    """Score hexes that change hands at once: capture adds, recapture takes away (BSR 25.12)."""
    for hex_, side in changed.items():
        points = worth(draft.world, draft.state, hex_)
        if side == SOVIET:
            points = -points if before.get(hex_) == AXIS else 0
        if points:
            gain(draft, points)
            label = draft.world.board.label(hex_)
            draft.log(
                "victory", f"{label}: {points:+d} Axis VPs, {draft.state.vp} in all",
                hex=draft.world.board.id(hex_), rule="BSR 25.12", side=side,
            )
