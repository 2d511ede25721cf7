"""The Luftflotte HQ marker and what it limits (TTW 2.2b-2.2d, 2.2h)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import air, dumps, trace
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, SOVIET, SP
from engine.ocs.sequence import AIR_BARRAGE, MOVEMENT, REINFORCE, acting, key
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.names import name
from engine.third_winter.places import VILLAGE, controls, friends_in, is_city
from engine.third_winter.state import change, own

PREFIX = "luftflotte"
APART = 10
"""Least hexes from an in-supply Soviet combat unit (TTW 2.2b)."""
REACH = 60
"""Hexes to a mission, and to the hex where it places its SP (TTW 2.2b, c)."""
LIMITED = frozenset({air.BARRAGE, air.HIP, air.SWEEP, air.TRAIN})
STRIPS = 6
"""Air strip counters of the Axis; their number is reconstructed (TTW 2.2h)."""
AWAY = "luftflotte-away"
RULE = "TTW 2.2b"


def markers(state: OcsState) -> dict[str, int]:
    """Luftflotte HQ markers on the map, with their hexes."""
    return {m: h for m, h in own(state).markers.items() if m.startswith(PREFIX)}


# ---------------------------------------------------------------- where it stands (2.2b)


def site(world: World, state: OcsState, hex_: int) -> bool:
    """A village or city hex, or a friendly air base."""
    base = state.bases.get(hex_)
    return (
        is_city(world, hex_) or VILLAGE in world.board.hexes[hex_].terrain
        or (base is not None and base.owner == AXIS)
    )


def safe(world: World, state: OcsState, hex_: int) -> bool:
    """Ten hexes or more from every in-supply Soviet combat unit."""
    return not any(
        world.board.distance(hex_, u.hex) < APART and trace.traces(world, state, u)
        for u in trace.combatants(world, state, SOVIET)
    )


def site_problem(world: World, state: OcsState, hex_: int) -> Refusal | None:
    """Why a Luftflotte HQ may not be in a hex."""
    number = world.board.id(hex_)
    if not site(world, state, hex_):
        return Refusal(RULE, f"{number} is no village, city or friendly air base")
    if holder(world, state, hex_) == SOVIET or not controls(world, state, AXIS, hex_):
        return Refusal(RULE, f"{number} is not friendly")
    if not safe(world, state, hex_):
        return Refusal(RULE, f"an in-supply Soviet combat unit is within {APART} hexes of {number}")
    return None


def move_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Pick it up and place it (TTW 2.2b)."""
    if not markers(state):
        return Refusal(RULE, "no Luftflotte HQ is on the map")
    if command.word and command.word not in markers(state):
        return Refusal(RULE, f"no Luftflotte HQ is called {command.word}")
    hex_ = world.board.at(command.hex)
    if markers(state)[command.word or next(iter(markers(state)))] == hex_:
        return Refusal(RULE, "the marker is there already")
    return site_problem(world, state, hex_)


def move(draft: Draft, command: Act) -> None:
    """Place the marker."""
    _put(draft, command.word or next(iter(markers(draft.state))),
         draft.world.board.at(command.hex))


def _put(draft: Draft, marker: str, hex_: int) -> None:
    change(draft, markers={**own(draft.state).markers, marker: hex_})
    draft.log("move", f"{name(marker)} to {draft.world.board.label(hex_)}", rule=RULE, side=AXIS,
              hex=draft.world.board.id(hex_))


def displace(draft: Draft, marker: str) -> None:
    """To any hex that it can move to, if there is one: the Axis player says where (TTW 2.2b)."""
    world, start = draft.world, markers(draft.state)[marker]
    found = [
        h for h in range(len(world.board))
        if h != start and site(world, draft.state, h)
        and site_problem(world, draft.state, h) is None
    ]
    found.sort(key=lambda h: (world.board.distance(h, start), h))
    if len(found) == 1:
        _put(draft, marker, found[0])
    elif found:
        draft.ask(GameChoice(AXIS, f"{AWAY} {marker}", tuple(map(world.board.id, found)),
                             f"{name(marker)} must move: where to?", RULE, start))


def displaced(draft: Draft, decision: GameChoice, word: str) -> None:
    """Where the Axis player says."""
    _put(draft, decision.topic.split()[1], draft.world.board.at(word))


def step_begins(draft: Draft) -> None:
    """One that Soviets have come near must have moved by the end of the segment (TTW 2.2b)."""
    if key(draft.state) != AIR_BARRAGE or acting(draft.state) != AXIS:
        return
    for marker, hex_ in markers(draft.state).items():
        if not safe(draft.world, draft.state, hex_):
            displace(draft, marker)


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Alone in a hex that the Soviets enter it is displaced at once (TTW 2.2b)."""
    if not ids or draft.world.counters[ids[0]].side != SOVIET:
        return
    for marker, where in markers(draft.state).items():
        if where == hex_ and not friends_in(draft.world, draft.state, AXIS, hex_):
            displace(draft, marker)


# ---------------------------------------------------------------- once a game (2.2b)


def airlift_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """An unused HQ, a friendly hex within 60 (TTW 2.2b)."""
    marker = command.word or next(iter(markers(state)), "")
    if marker not in markers(state):
        return Refusal(RULE, "no Luftflotte HQ is on the map")
    if marker in own(state).airlifted:
        return Refusal(RULE, f"{name(marker)} has placed its SP in this game")
    hex_ = world.board.at(command.hex)
    if not controls(world, state, AXIS, hex_):
        return Refusal(RULE, f"{command.hex} is not friendly")
    if world.board.distance(hex_, markers(state)[marker]) > REACH:
        return Refusal(RULE, f"{command.hex} is more than {REACH} hexes away")
    return None


def airlift(draft: Draft, command: Act) -> None:
    """2 SP at an air base, else 1 SP; enemy aircraft and ZOCs do not matter (TTW 2.2b)."""
    marker = command.word or next(iter(markers(draft.state)))
    hex_ = draft.world.board.at(command.hex)
    base = draft.state.bases.get(hex_)
    tokens = 2 * SP if base is not None and base.owner == AXIS else SP
    dumps.add(draft, hex_, AXIS, tokens)
    change(draft, airlifted=own(draft.state).airlifted | {marker})
    draft.log("supply", f"{name(marker)} flies {dumps.show(tokens)} to {command.hex}", rule=RULE,
              hex=command.hex, side=AXIS)


def offer_airlifts(world: World, state: OcsState) -> Iterator[Act]:
    """Friendly air bases, and hexes of units without trace."""
    hexes = {h for h, b in state.bases.items() if b.owner == AXIS}
    hexes |= {u.hex for u in trace.combatants(world, state, AXIS)
              if not trace.traces(world, state, u)}
    for hex_ in sorted(hexes):
        yield Act("airlift", world.board.id(hex_))


def offer_moves(world: World, state: OcsState) -> Iterator[Act]:
    """Other places, where the HQ is not safe."""
    for marker, where in markers(state).items():
        if where == NOWHERE or safe(world, state, where):
            continue
        for hex_ in range(len(world.board)):
            if hex_ != where and site(world, state, hex_):
                yield Act("luftflotte", world.board.id(hex_), (), marker)


def moves_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """Each Luftflotte HQ to one hex."""
    yield from (Act("luftflotte", world.board.id(hex_), (), m) for m in markers(state))


def airlift_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """The supply of a Luftflotte HQ to one hex."""
    yield Act("airlift", world.board.id(hex_))


# ---------------------------------------------------------------- limits (2.2c, 2.2d, 2.2h)


def mission_limit(
    world: World, state: OcsState, kind: str, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Axis Barrage, Sweep and Trainbusting within 60 hexes of a Luftflotte HQ (TTW 2.2c).

    A Hip Shoot is a barrage too (OCS 14.7d).
    """
    if kind not in LIMITED or world.aircraft[ids[0]].side != AXIS or not markers(state):
        return None
    if all(world.board.distance(h, hex_) > REACH for h in markers(state).values()):
        return Refusal("TTW 2.2c", f"no Luftflotte HQ is within {REACH} hexes of the target")
    return None


def may_drop(world: World, state: OcsState, id_: str) -> Refusal | None:
    """No Axis combat unit is dropped from the air (TTW 2.2d)."""
    if world.counters[id_].side == AXIS:
        return Refusal("TTW 2.2d", "no Axis unit is dropped from the air")
    return None


def strips(world: World, state: OcsState, side: str) -> int:
    """Air strips that the Axis may have at once (TTW 2.2h, OCS 15.2)."""
    return STRIPS if side == AXIS else 0


ACTS = {
    "luftflotte": Ability(move_problem, move, frozenset({MOVEMENT}), AXIS, RULE, offer_moves,
                          moves_there),
    "airlift": Ability(airlift_problem, airlift, frozenset({MOVEMENT, REINFORCE}), AXIS, RULE,
                       offer_airlifts, airlift_there),
}
CHOICES = {AWAY: displaced}
