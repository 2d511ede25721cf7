"""Air Drop (OCS 14.10d): the roll, and what comes of it; plans stand in `drop_plans`."""

from __future__ import annotations

from attrs import evolve

from engine.ocs import drop_plans, dumps, movement, odds
from engine.ocs.losses import eliminate, put
from engine.ocs.pieces import SOVIET
from engine.ocs.sequence import other
from engine.ocs.sizes import holder
from engine.ocs.state import Mission, OcsState
from engine.ocs.world import Draft, World


def success_at(world: World, state: OcsState, side: str, hex_: int) -> int:
    """The least roll with which a drop succeeds, the DRM of the Soviets taken in (14.10d)."""
    friendly = "friendly" if _was_friendly(world, state, side, hex_) else "enemy"
    row = world.charts.drop[f"{friendly}_{'clear' if _clear(world, state, hex_) else 'closed'}"]
    table = world.charts.tables["air_transport_success"]
    return row - (table["drm_soviet_drop"] if side == SOVIET else 0)


def _was_friendly(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a friendly unit of any kind was there as the phase began."""
    base, hog = state.bases.get(hex_), state.hogs.get(hex_)
    if any(thing is not None and thing.owner == side for thing in (base, hog)):
        return True
    return any(
        world.counters[u.id].side == side and hex_ == (u.began if u.began >= 0 else u.hex)
        for u in state.units.values() if u.on_map
    )


def _clear(world: World, state: OcsState, hex_: int) -> bool:
    """Open, a village, or any air base (OCS 14.10d)."""
    if hex_ in state.bases or "village" in world.board.hexes[hex_].terrain:
        return True
    return set(odds.hex_terrains(world, state, hex_)) == {"open"}


def drop(
    draft: Draft, mission: Mission, units: tuple[str, ...], tokens: int
) -> tuple[tuple[str, ...], int]:
    """Two dice for each unit and each token; what fails is destroyed (OCS 14.10d).

    Gives the units and the tokens that are down.
    """
    least = success_at(draft.world, draft.state, mission.side, mission.hex)
    landed = sum(_lands(draft, mission, least, "1T") for _ in range(tokens))
    foe = holder(draft.world, draft.state, mission.hex) == other(mission.side)
    if landed and not foe:
        dumps.add(draft, mission.hex, mission.side, landed, moved=True)
    down = []
    for id_ in units:
        drop_plans.done(draft, id_)
        if _lands(draft, mission, least, draft.world.name(id_)) and not foe:
            movement.step_into(draft, (id_,), mission.hex)
            put(draft, evolve(draft.state.units[id_], finished=True))
            draft.update(dropped=draft.state.dropped | {id_})
            down.append(id_)
        else:
            eliminate(draft, id_, "air", "OCS 14.10d")
    return tuple(down), 0 if foe else landed


def _lands(draft: Draft, mission: Mission, least: int, what: str) -> bool:
    roll = draft.roll(6) + draft.roll(6)
    good = roll >= least
    draft.log("air", f"{what} dropped: {roll}, {'down safely' if good else 'lost'}",
              hex=draft.world.board.id(mission.hex), rule="OCS 14.10d", roll=roll,
              side=mission.side)
    return good
