"""The Red Air Force: Air Armies, limits of their missions, and drops (TTW 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import air, barrage
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import MOVEMENT
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.boundaries import zone
from engine.third_winter.fronts import in_play, threatened
from engine.third_winter.names import FIRST, FOURTH, SECOND, THIRD, name
from engine.third_winter.state import REGROUPING, change, own

RANGE = 15
"""Hexes from a Front HQ or Air Army HQ Marker to the mission hex (TTW 3.2c)."""
CLEAR = 5
"""Hexes that an Air Army HQ keeps from in-supply Axis combat units (TTW 3.2b)."""
AIR_ARMIES = {
    "2 VA": (FIRST, "va-1-ukr"), "5 VA": (SECOND, "va-2-ukr"),
    "17 VA": (THIRD, "va-3-ukr"), "8 VA": (FOURTH, "va-4-ukr"),
}
"""Stripe to the Front and the Air Army HQ Marker (TTW 3.2b)."""
LIMITED = air.BOMBING | {air.SWEEP}
WATER = frozenset({"sea", "lake", "sea_or_lake"})
DROPS = "1 Gd Abn Bde"
DISPLACE = "air-army"


def stripes(world: World, ids: tuple[str, ...]) -> set[str]:
    """Air Armies of the aircraft; independent ones have none."""
    return {world.aircraft[i].assigned for i in ids} - {""}


# ---------------------------------------------------------------- missions (3.2a, c, d)


def mission_limit(
    world: World, state: OcsState, kind: str, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """What Soviet aircraft may not fly, nor together, nor so far (TTW 3.2a, c, d)."""
    if world.aircraft[ids[0]].side != SOVIET:
        return None
    if kind == air.HIP:
        return Refusal("TTW 3.2a", "Soviet aircraft fly no Hip Shoots")
    if len(stripes(world, ids)) > 1:
        return Refusal("TTW 3.2d", "aircraft of different Air Armies do not fly together")
    if kind not in LIMITED:
        return None
    if kind == air.SWEEP and (front := regrouping(world, state, ids)):
        return Refusal("TTW 3.2d.s1", f"{name(front)} is Regrouping: no Fighter Sweeps")
    for id_ in ids:
        problem = _range_problem(world, state, id_, hex_)
        if problem is not None:
            return problem
    return None


def regrouping(world: World, state: OcsState, ids: tuple[str, ...]) -> str:
    """The Regrouping Front to which one of the aircraft belongs, or empty (TTW 3.2d)."""
    for stripe in sorted(stripes(world, ids)):
        front = AIR_ARMIES.get(stripe, ("", ""))[0]
        now = in_play(state).get(front)
        if now is not None and now.posture == REGROUPING:
            return front
    return ""


def bombing_limit(
    world: World, state: OcsState, target: str, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """No mission of a Regrouping Front on the Barrage table; facilities are free (TTW 3.2d)."""
    if world.aircraft[ids[0]].side != SOVIET or target != barrage.UNITS:
        return None
    front = regrouping(world, state, ids)
    if not front:
        return None
    return Refusal("TTW 3.2d.s1", f"{name(front)} is Regrouping: no barrages of units")


def centers(world: World, state: OcsState, id_: str) -> tuple[int, ...]:
    """Hexes from which a mission is measured: its own Front's, or those of all (TTW 3.2c)."""
    stripe = world.aircraft[id_].assigned
    pairs = [AIR_ARMIES[stripe]] if stripe in AIR_ARMIES else list(AIR_ARMIES.values())
    fronts, markers = in_play(state), own(state).markers
    found = [fronts[front].hex for front, _ in pairs if front in fronts]
    found += [markers[marker] for _, marker in pairs if marker in markers]
    return tuple(h for h in found if h != NOWHERE)


def _range_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    if any(world.board.distance(h, hex_) <= RANGE for h in centers(world, state, id_)):
        return None
    own_ = world.aircraft[id_].assigned in AIR_ARMIES
    rule = "TTW 3.2c.2" if own_ else "TTW 3.2c.1"
    whose = "its own" if own_ else "a"
    return Refusal(rule, f"{world.name(id_)} flies within {RANGE} hexes of {whose} Front HQ or "
                   "Air Army HQ")


# ---------------------------------------------------------------- Air Army HQs (3.2b)


def front_of_marker(marker: str) -> str:
    """The Front whose Air Army a marker is, or empty."""
    return next((front for front, m in AIR_ARMIES.values() if m == marker), "")


def marker_problem(world: World, state: OcsState, marker: str, hex_: int) -> Refusal | None:
    """A land hex within the Front's boundary, 5 hexes from in-supply enemies (TTW 3.2b)."""
    number = world.board.id(hex_)
    if world.board.hexes[hex_].terrain & WATER or holder(world, state, hex_) == AXIS:
        return Refusal("TTW 3.2b.1", f"{number} is no place for an Air Army HQ")
    front = front_of_marker(marker)
    if zone(world, state, hex_) != front:
        return Refusal("TTW 3.2b.1", f"{number} is not within the boundary of {name(front)}")
    if threatened(world, state, hex_, CLEAR - 1, in_trace=True):
        return Refusal("TTW 3.2b.1", f"{number} is closer than {CLEAR} hexes to the enemy")
    return None


def check_move(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Pick it up and place it elsewhere (TTW 3.2b)."""
    if front_of_marker(command.word) not in in_play(state):
        return Refusal("TTW 3.2b", "name an Air Army HQ Marker in play, such as va-1-ukr")
    hex_ = world.board.at(command.hex)
    if own(state).markers.get(command.word) == hex_:
        return Refusal("TTW 3.2b.1", "the marker is there already")
    return marker_problem(world, state, command.word, hex_)


def do_move(draft: Draft, command: Act) -> None:
    """Move the marker."""
    put_marker(draft, command.word, draft.world.board.at(command.hex))


def put_marker(draft: Draft, marker: str, hex_: int) -> None:
    """Set the hex of an Air Army HQ."""
    change(draft, markers={**own(draft.state).markers, marker: hex_})
    where = draft.world.board.label(hex_) if hex_ != NOWHERE else "off the map"
    draft.log("note", f"the {name(marker)} is now {where}", rule="TTW 3.2b.1", side=SOVIET)


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Axis combat units that enter its hex displace the marker at once (TTW 3.2b)."""
    world = draft.world
    if not any(world.counters[i].side == AXIS and world.counters[i].fighting for i in ids):
        return
    for marker, where in own(draft.state).markers.items():
        if where == hex_ and front_of_marker(marker):
            _displace(draft, marker, hex_)


def _displace(draft: Draft, marker: str, hex_: int) -> None:
    world = draft.world
    hexes = [
        h for h in range(len(world.board))
        if marker_problem(world, draft.state, marker, h) is None
    ]
    if len(hexes) < 2:
        put_marker(draft, marker, hexes[0] if hexes else NOWHERE)
        return
    choices = tuple(world.board.id(h) for h in hexes)
    draft.ask(GameChoice(SOVIET, f"{DISPLACE} {marker}", choices,
                         f"The {name(marker)} is displaced: where to?", "TTW 3.2b.2", hex_))


def displaced(draft: Draft, decision: GameChoice, word: str) -> None:
    """Carry out the player's choice (TTW 3.2b)."""
    put_marker(draft, decision.topic.split()[1], draft.world.board.at(word))


# ---------------------------------------------------------------- drops (3.2e)


def may_drop(world: World, state: OcsState, id_: str) -> Refusal | None:
    """Of the Soviets only the 1st Guards Airborne Brigade drops (TTW 3.2e)."""
    if world.counters[id_].side == SOVIET and world.name(id_) != DROPS:
        return Refusal("TTW 3.2e", f"only the {DROPS} may drop")
    return None


def offer_moves(world: World, state: OcsState) -> Iterator[Act]:
    """Hexes of friendly combat units, as usual places for an Air Army HQ."""
    hexes = sorted({
        u.hex for u in state.units.values()
        if u.on_map and world.counters[u.id].hq and world.counters[u.id].side == SOVIET
    })
    for front, marker in AIR_ARMIES.values():
        if front in in_play(state):
            for hex_ in hexes:
                yield Act("move-air-army", world.board.id(hex_), (), marker)


def moves_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """Each Air Army HQ to one hex."""
    for front, marker in AIR_ARMIES.values():
        if front in in_play(state):
            yield Act("move-air-army", world.board.id(hex_), (), marker)


ACTS = {
    "move-air-army": Ability(check_move, do_move, frozenset({MOVEMENT}), SOVIET, "TTW 3.2b.1",
                             offer_moves, moves_there),
}
CHOICES = {DISPLACE: displaced}
