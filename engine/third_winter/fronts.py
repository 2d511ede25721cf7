"""Soviet Front HQs: their places, displacement and moves by rail (TTW 3.3, 3.3a, 3.3d A)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.core.paths import flood
from engine.ocs import dumps, rail, trace
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice
from engine.ocs.flak import _headquarters as series_flak
from engine.ocs.gauge import on_rail
from engine.ocs.pieces import AXIS, SOVIET, Unit
from engine.ocs.sequence import MOVEMENT, acting
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import calendar, places
from engine.third_winter.abilities import Ability
from engine.third_winter.kessel import only_by_kessel
from engine.third_winter.names import FIRST, FOURTH, SECOND, THIRD, army_hq, name
from engine.third_winter.state import OFFENSIVE, REGROUPING, Front, change, own

FLAK = 2
"""DRM of a Front HQ (TTW 3.3a C)."""
RAIL_COST = 5 * rail.POINT
"""Sixteenths of a point that a Front HQ or RVGK marker costs by rail (3.3d A, 3.5a A)."""
APART = 20
"""Hexes within which no two Front HQs end a move (TTW 3.3d A)."""
CLEAR = 5
"""Hexes within which no in-trace Axis combat unit may be at the end (TTW 3.3d A)."""
THROWN_BACK = 5
"""Least hexes of a displacement (TTW 3.3a D)."""
WITHDRAWN = "1944-04-01"
"""The 4th Ukrainian Front is withdrawn, and the 2nd may go further south (TTW 3.3, 3.3d A)."""
AIR_ARMY = "va-4-ukr"
"""Its Air Army HQ, which no boundary holds any longer (TTW 3.2b)."""
DISPLACE, SUPPLY = "front-hq", "front-supply"
TAKE, LEAVE = "take", "leave"


# ---------------------------------------------------------------- opening and reading


def opening(world: World) -> dict[str, Front]:
    """The Fronts of a scenario, as its data sets them up (TTW 3.3)."""
    rows = world.scenario.game_data.get("front", ())
    return {row["marker"]: _opening(world, row) for row in rows}


def _opening(world: World, row: dict[str, Any]) -> Front:
    ready = str(row.get("barrage_ready", ""))
    since = calendar.turn_of(world, str(row["since"])) if "since" in row else -99
    return Front(
        hex=world.board.index.get(row.get("hq", ""), NOWHERE),
        posture=row.get("posture", REGROUPING), since=since, changed=since,
        armies=tuple(army_hq(world.counters, word) for word in row.get("armies", ())),
        barrage_ready=calendar.turn_of(world, ready) if ready else 0,
    )


def front_of(state: OcsState, hq: str) -> str:
    """The Front that an Army HQ is Assigned to, or empty (TTW 3.3b B)."""
    return next((n for n, f in own(state).fronts.items() if hq in f.armies), "")


def in_play(state: OcsState) -> dict[str, Front]:
    """Fronts that have not been withdrawn (TTW 3.3)."""
    return {n: f for n, f in own(state).fronts.items() if not f.withdrawn}


def put(draft: Draft, front: str, **changes: Any) -> None:
    """Change one Front."""
    fronts = own(draft.state).fronts
    change(draft, fronts={**fronts, front: evolve(fronts[front], **changes)})


def named(world: World, state: OcsState, word: str) -> str:
    """The Front that a command names by its marker. Raises Refusal for another word."""
    if word in in_play(state):
        return word
    raise Refusal("TTW 3.3", f"name a Front: {', '.join(in_play(state)) or 'there is none'}")


# ---------------------------------------------------------------- enemies that count


def threats(
    world: World, state: OcsState, hex_: int, radius: int, *, in_trace: bool
) -> Iterator[Unit]:
    """Axis combat units within a radius, but for those that live on a Kessel HQ."""
    for id_ in places.units_within(world, state, AXIS, hex_, radius):
        unit = state.units[id_]
        if in_trace and not trace.traces(world, state, unit):
            continue
        if not only_by_kessel(world, state, unit):
            yield unit


def threatened(
    world: World, state: OcsState, hex_: int, radius: int, *, in_trace: bool
) -> bool:
    """Whether such a unit is that near."""
    return any(True for _ in threats(world, state, hex_, radius, in_trace=in_trace))


# ---------------------------------------------------------------- where it may be (3.3a A)


def may_stand(world: World, state: OcsState, hex_: int) -> bool:
    """A rail hex on an unbroken line of Soviet gauge to a Soviet source (TTW 3.3a A)."""
    return (
        on_rail(world, hex_) and holder(world, state, hex_) != AXIS
        and hex_ in rail.network(world, state, SOVIET, cargo=False)
    )


def outside(world: World, state: OcsState, front: str, hex_: int) -> bool:
    """Whether a hex lies where the Front may never be (TTW 3.3d A)."""
    sheet, _, row = places.column_row(world, hex_)
    if front in (FIRST, SECOND):
        free = front == SECOND and calendar.reached(world, state, WITHDRAWN)
        return sheet in "CD" and row < (20 if free else 25)
    return front in (THIRD, FOURTH) and sheet in "AB" and row > 5


def crowded(world: World, state: OcsState, front: str, hex_: int) -> bool:
    """Within 20 hexes of another Front HQ (TTW 3.3d A)."""
    return any(
        n != front and f.hex != NOWHERE and world.board.distance(f.hex, hex_) <= APART
        for n, f in in_play(state).items()
    )


def place_problem(world: World, state: OcsState, front: str, hex_: int) -> Refusal | None:
    """Why a Front HQ may not end a move or displacement in a hex (TTW 3.3a A, 3.3d A)."""
    number = world.board.id(hex_)
    if not may_stand(world, state, hex_):
        return Refusal("TTW 3.3a", f"{number} has no Soviet railroad to a supply source")
    if outside(world, state, front, hex_):
        return Refusal("TTW 3.3d", f"{name(front)} may not be in {number}")
    if crowded(world, state, front, hex_):
        return Refusal("TTW 3.3d", f"{number} is within {APART} hexes of another Front HQ")
    if threatened(world, state, hex_, CLEAR, in_trace=True):
        return Refusal("TTW 3.3d", f"{number} is within {CLEAR} hexes of the enemy")
    return None


# ---------------------------------------------------------------- qualities (3.3a B, C)


def station(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """The hex of a Front HQ is detrainable (TTW 3.3a B)."""
    return side == SOVIET and any(f.hex == hex_ for f in in_play(state).values())


def flak(world: World, state: OcsState, hex_: int, flying: str) -> int:
    """A Front HQ gives +2, counting for any other HQ there (TTW 3.3a C)."""
    if flying != AXIS or not station(world, state, SOVIET, hex_):
        return 0
    return max(0, FLAK - series_flak(world, state, SOVIET, hex_))


# ---------------------------------------------------------------- displacement (3.3a D)


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Axis combat units in its hex, or on its railroads, drive a Front HQ away (TTW 3.3a D)."""
    world = draft.world
    if not any(world.counters[i].side == AXIS and world.counters[i].fighting for i in ids):
        return
    if any(f.hex == hex_ for f in in_play(draft.state).values()) or on_rail(world, hex_):
        displace(draft)


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """Supply goes along with the Front HQ before anybody captures it (TTW 3.3a D)."""
    world = draft.world
    tokens = _supply_in(draft.state, b)
    if not tokens or not any(
        world.counters[i].side == AXIS and world.counters[i].fighting for i in ids
    ):
        return
    for front, now in in_play(draft.state).items():
        if now.hex == b:
            dumps.set_ground(draft, b, SOVIET, 0)
            put(draft, front, cargo=now.cargo + tokens)
            return


def displace(draft: Draft) -> None:
    """Every Front HQ that may not stay where it is asks for another hex (TTW 3.3a D)."""
    for front, now in in_play(draft.state).items():
        if now.hex != NOWHERE and _must_go(draft.world, draft.state, now) and not _asked(
            draft.state, front
        ):
            _drive_off(draft, front)


def _must_go(world: World, state: OcsState, front: Front) -> bool:
    if holder(world, state, front.hex) == AXIS:
        return True
    return front.linked and not may_stand(world, state, front.hex)


def _asked(state: OcsState, front: str) -> bool:
    return any(
        isinstance(d, GameChoice) and d.topic == f"{DISPLACE} {front}" for d in state.asks
    )


def _drive_off(draft: Draft, front: str) -> None:
    old = own(draft.state).fronts[front].hex
    hexes = refuges(draft.world, draft.state, front, old)
    if len(hexes) > 1:
        choices = tuple(draft.world.board.id(h) for h in hexes)
        draft.ask(GameChoice(SOVIET, f"{DISPLACE} {front}", choices,
                             f"{name(front)} is displaced: where to?", "TTW 3.3a.D", old))
    else:
        settle(draft, front, hexes[0] if hexes else NOWHERE)


def refuges(world: World, state: OcsState, front: str, old: int) -> tuple[int, ...]:
    """Hexes five or more away where it may stand (TTW 3.3a D, 3.3d A).

    Where none keeps the distances of 3.3d, any with a railroad to a source serves.
    """
    far = [
        h for h in sorted(rail.network(world, state, SOVIET, cargo=False))
        if (old == NOWHERE or world.board.distance(h, old) >= THROWN_BACK)
        and may_stand(world, state, h)
    ]
    fit = tuple(h for h in far if place_problem(world, state, front, h) is None)
    return fit or tuple(far)


def settle(draft: Draft, front: str, hex_: int, *, supply: bool = True) -> None:
    """Put a Front HQ into a hex, with the supply of its old one (TTW 3.3a D)."""
    old = own(draft.state).fronts[front].hex
    tokens = _supply_in(draft.state, old)
    cargo = own(draft.state).fronts[front].cargo
    if hex_ != NOWHERE and cargo:
        dumps.add(draft, hex_, SOVIET, cargo, moved=True)
        put(draft, front, cargo=0)
    if supply and tokens and hex_ != NOWHERE:
        dumps.set_ground(draft, old, SOVIET, 0)
        dumps.add(draft, hex_, SOVIET, tokens, moved=True)
    linked = hex_ != NOWHERE and may_stand(draft.world, draft.state, hex_)
    put(draft, front, hex=hex_, linked=linked)
    where = draft.world.board.label(hex_) if hex_ != NOWHERE else "a place off the map"
    draft.log("note", f"the HQ of {name(front)} is now in {where}", rule="TTW 3.3a.D", side=SOVIET)


def _supply_in(state: OcsState, hex_: int) -> int:
    dump = state.dumps.get(hex_)
    return dump.tokens if dump is not None and dump.owner == SOVIET else 0


def displaced(draft: Draft, decision: GameChoice, word: str) -> None:
    """Carry out the player's choice (TTW 3.3a D)."""
    settle(draft, decision.topic.split()[1], draft.world.board.at(word))


def look_to_rails(draft: Draft) -> None:
    """Note which Front HQs have their railroad; one off the map may come back (TTW 3.3a A)."""
    displace(draft)
    for front, now in in_play(draft.state).items():
        if now.hex == NOWHERE and refuges(draft.world, draft.state, front, NOWHERE):
            _drive_off(draft, front)
        elif now.hex != NOWHERE and not now.linked and may_stand(
            draft.world, draft.state, now.hex
        ):
            put(draft, front, linked=True)


def phase_opens(draft: Draft) -> None:
    """Each Soviet turn begins with a look at the railroads of the Front HQs (TTW 3.3a A, D)."""
    if acting(draft.state) == SOVIET:
        look_to_rails(draft)


# ---------------------------------------------------------------- moves by rail (3.3d A)


def rail_way(
    world: World, state: OcsState, start: int, end: int,
    closed: Callable[[int], bool] = lambda hex_: False,
) -> tuple[int, ...]:
    """The shortest open railroad for a marker, or none; some hexes may be closed to it."""

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        for b in world.board.neighbors(a):
            if rail.track_open(world, state, SOVIET, a, b, cargo=True) and not closed(b):
                yield b, 1

    found = flood({start: 0}, edges, len(world.board))
    return tuple(found.way(end)) if end in found.spent else ()


def fare_problem(world: World, state: OcsState, way: tuple[int, ...]) -> Refusal | None:
    """Whether Rail Capacity is left for a marker on a way (TTW 3.3d A, 3.5a A)."""
    if not way:
        return Refusal("OCS 13.3e", "no railroad of Soviet gauge is open to that hex")
    if rail.rail_cost(world, state, SOVIET, way, RAIL_COST) > rail.capacity(state, SOVIET):
        return Refusal("OCS 13.3b", "not enough Rail Capacity is left")
    return None


def check_move(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A Regrouping Front HQ moves by rail to a hex where it may be (TTW 3.3c A, 3.3d A)."""
    front, hex_ = named(world, state, command.word), world.board.at(command.hex)
    now = own(state).fronts[front]
    if now.posture == OFFENSIVE:
        return Refusal("TTW 3.3c.A", f"{name(front)} is in Offensive Posture and cannot move")
    if now.hex in (NOWHERE, hex_):
        return Refusal("TTW 3.3d.A", f"{name(front)} does not move there")
    problem = place_problem(world, state, front, hex_)
    return problem or fare_problem(world, state, rail_way(world, state, now.hex, hex_))


def do_move(draft: Draft, command: Act) -> None:
    """Pay, move, and ask whether the supply in the hex goes along free (TTW 3.3d A)."""
    front, hex_ = command.word, draft.world.board.at(command.hex)
    old = own(draft.state).fronts[front].hex
    way = rail_way(draft.world, draft.state, old, hex_)
    rail.spend(draft, SOVIET, rail.rail_cost(draft.world, draft.state, SOVIET, way, RAIL_COST))
    settle(draft, front, hex_, supply=False)
    if _supply_in(draft.state, old):
        draft.ask(GameChoice(SOVIET, f"{SUPPLY} {front}", (TAKE, LEAVE),
                             f"Take the supply in {draft.world.board.label(old)} along?",
                             "TTW 3.3d.A1", old))


def _hex_of(draft: Draft, decision: GameChoice) -> int:
    return own(draft.state).fronts[decision.topic.split()[1]].hex


def along(draft: Draft, decision: GameChoice, word: str) -> None:
    """The supply in the hex rides with the Front HQ (TTW 3.3d A)."""
    if word == TAKE:
        tokens = _supply_in(draft.state, decision.hex)
        dumps.set_ground(draft, decision.hex, SOVIET, 0)
        dumps.add(draft, _hex_of(draft, decision), SOVIET, tokens, moved=True)


def offer_moves(world: World, state: OcsState) -> Iterator[Act]:
    """Every place to which a Regrouping Front HQ may go."""
    for front, now in in_play(state).items():
        if now.posture == REGROUPING and now.hex != NOWHERE:
            for hex_ in sorted(rail.network(world, state, SOVIET, cargo=True)):
                yield Act("move-front", world.board.id(hex_), (), front)


def supply_aside(world: World, state: OcsState) -> dict[str, int]:
    """Supply with Front HQs that are driven off, and aboard trucks in the RVGK (3.3a D, 3.5c)."""
    game = own(state)
    cargo = sum(front.cargo for front in game.fronts.values())
    return {SOVIET: cargo + sum(state.units[i].load for i in game.rvgk if i in state.units)}


# ---------------------------------------------------------------- withdrawal (3.3)


def turn_begins(draft: Draft) -> None:
    """The 4th Ukrainian Front leaves on 1 April 1944; its armies wait for another (TTW 3.3)."""
    now = own(draft.state).fronts.get(FOURTH)
    if now is None or now.withdrawn or not calendar.reached(draft.world, draft.state, WITHDRAWN):
        return
    put(draft, FOURTH, withdrawn=True, hex=NOWHERE, armies=())
    markers = own(draft.state).markers
    change(draft, markers={m: h for m, h in markers.items() if m != AIR_ARMY})
    draft.log("note", f"{name(FOURTH)} is withdrawn", rule="TTW 3.3", side=SOVIET)


ACTS = {
    "move-front": Ability(check_move, do_move, frozenset({MOVEMENT}), SOVIET, "TTW 3.3d.A",
                          offer_moves),
}
CHOICES = {DISPLACE: displaced, SUPPLY: along}
