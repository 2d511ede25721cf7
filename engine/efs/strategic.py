"""Strategic Movement (BSR 11.3): half as far again, along roads well away from the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import movement
from engine.efs.allowance import NOT_OVERLAND, printed_allowance
from engine.efs.commands import March
from engine.efs.handlers import Handler
from engine.efs.interdiction import RAIL_TYPES, in_zone
from engine.efs.pieces import EMERGENCY, OUT_OF_SUPPLY, STRATEGIC, Unit
from engine.efs.reinforcements import just_entered
from engine.efs.sequence import MOVE, other
from engine.efs.state import EfsState
from engine.efs.terrain import GREEN, MP, Price, is_clear, on_road
from engine.efs.terrain import prices as ordinary
from engine.efs.weather import column_at
from engine.efs.world import Draft, World
from engine.efs.zoc import held_by

DISTANCE = 3
"""Hexes that must lie between a marching unit and the enemy, its own end counted (BSR 11.32d)."""


def may_begin(world: World, state: EfsState, ids: tuple[str, ...]) -> Refusal | None:
    """Why these units may not begin strategic movement, or None (BSR 11.32)."""
    for id_ in ids:
        unit, counter = state.units[id_], world.counters[id_]
        if unit.marks & {OUT_OF_SUPPLY, EMERGENCY}:
            return Refusal("BSR 11.32c", f"{counter.name} is not in General Supply")
        if unit.started and not just_entered(world, state, unit):
            continue
        around = (world.board.side(unit.hex, n) for n in world.board.neighbors(unit.hex))
        if not any(on_road(side) for side in around):
            return Refusal("BSR 11.32b", f"{counter.name} does not begin on a road")
        if in_zone(world, state, unit.hex):
            return Refusal("BSR 11.32e", f"{counter.name} begins in a Zone of Interdiction")
        if near_enemy(world, state, counter.side, unit.hex):
            return Refusal("BSR 11.32d", f"{counter.name} is within two hexes of the enemy")
    return None


def near_enemy(world: World, state: EfsState, side: str, hex_: int) -> bool:
    """True nearer than three hexes to an enemy combat unit (BSR 11.32d)."""
    foes = held_by(world, state, other(side))
    return any(world.board.distance(hex_, foe) < DISTANCE for foe in foes)


def step_problem(world: World, state: EfsState, side: str, a: int, b: int) -> Refusal | None:
    """Why a march may not go from `a` to `b` (BSR 11.32, 11.34, 13.23)."""
    if not on_road(world.board.side(a, b)):
        return Refusal("BSR 11.34", "strategic movement keeps to roads")
    if near_enemy(world, state, side, b):
        return Refusal("BSR 11.32d", f"{world.board.id(b)} is within two hexes of the enemy")
    if in_zone(world, state, b):
        return Refusal("BSR 11.32e", f"{world.board.id(b)} is in a Zone of Interdiction")
    return None


def prices(world: World, state: EfsState, kind: str, a: int, b: int) -> tuple[Price, ...]:
    """Road prices of a march: weather spares motorways and roads, but Mud minor roads (11.35)."""
    side = world.board.side(a, b)
    if "road.motorway" in side or "road.main" in side:
        return (Price(world.charts.green_main if kind == GREEN else MP // 2),)
    if kind == GREEN:
        return ()  # 23.41: no strategic movement on minor roads
    if column_at(world, state, b) == "mud":
        return tuple(Price(p.cost) for p in ordinary(world, state, kind, a, b))
    clear = is_clear(world.board.hexes[b].terrain)
    table = world.charts.minor_clear if clear else world.charts.minor_other
    return (Price(table["dry"]),)


WAYS = movement.Ways("strategic", step_problem, prices, "BSR 11.31", roads_only=True)


def check_march(world: World, state: EfsState, command: March) -> Refusal | None:
    """The units may march and can reach the hex by road (BSR 11.3)."""
    ids = movement.ids_of(world, command.units)
    for id_ in ids:
        counter = world.counters[id_]
        if counter.ma_class in NOT_OVERLAND or counter.type in RAIL_TYPES:
            return Refusal("BSR 11.33", f"{counter.name} has no strategic movement")
        if printed_allowance(world, state.units[id_]) == 0:
            return Refusal("BSR 11.32a", f"{counter.name} has no movement allowance")
    who = movement.party(world, state, ids, WAYS)
    if isinstance(who, Refusal):
        return who
    problem = may_begin(world, state, ids)
    if problem is not None:
        return problem
    if any(_walks(world, state, state.units[i]) for i in ids):
        return Refusal("BSR 11.34", "a unit that has begun to move normally does not march")
    target = world.board.at(command.to)
    if target in movement.reach(world, state, who).ways:
        return None
    return movement.why_out_of_reach(world, state, who, target)


def _walks(world: World, state: EfsState, unit: Unit) -> bool:
    """True for a unit that has begun ordinary movement, entry by road apart (BSR 8.12, 11.34)."""
    return unit.started and STRATEGIC not in unit.marks and not just_entered(world, state, unit)


def do_march(draft: Draft, command: March) -> None:
    """March by the cheapest road."""
    ids = movement.ids_of(draft.world, command.units)
    who = movement.party(draft.world, draft.state, ids, WAYS)
    assert isinstance(who, movement.Party)
    way = movement.reach(draft.world, draft.state, who).ways[draft.world.board.at(command.to)]
    movement.walk(draft, who, way)


def offer_marches(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every march of a unit or whole stack."""
    for ids in movement.stacks(world, state, actor):
        who = movement.party(world, state, ids, WAYS)
        if isinstance(who, Refusal) or may_begin(world, state, ids) is not None:
            continue
        names = tuple(world.name(i) for i in ids)
        for hex_ in sorted(movement.reach(world, state, who).left):
            command = March(names, world.board.id(hex_))
            if check_march(world, state, command) is None:
                yield command


HANDLERS = {March: Handler(check_march, do_march, steps=frozenset({MOVE}))}
