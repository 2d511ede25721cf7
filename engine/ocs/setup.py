"""The opening state of a scenario, what must hold in it, what players may choose (OCS 0.4)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.dice import Dice
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import breakdowns, dumps
from engine.ocs.commands import Begin, SpreadTo
from engine.ocs.decisions import SetUp
from engine.ocs.losses import put
from engine.ocs.modes import face_problem, turned, voluntary
from engine.ocs.pieces import COMBAT, MOVE, ORGANIC, RE, RESERVE, SIDES, SP, STRAT, VOLUNTARY, Unit
from engine.ocs.sequence import SEQUENCE, WEATHER, other
from engine.ocs.sizes import attack_capable, held_by, holder
from engine.ocs.stacking import excess
from engine.ocs.state import OcsState, Side, at, occupied
from engine.ocs.terrain import passable
from engine.ocs.world import Draft, World

LOADED, EMPTY = "loaded", "empty"


def opening(world: World, seed: int = 0) -> OcsState:
    """The state before the weather of the first turn is known.

    Where players choose how their units begin, the second player chooses first (0.4).
    """
    scenario = world.scenario
    units, air = world.hooks.pieces(world)
    first = scenario.first_player or SIDES[0]
    asks = (SetUp(first), SetUp(other(first))) if world.options.free_set_up else ()
    return OcsState(
        turn=1,
        step=next(i for i, step in enumerate(SEQUENCE) if step.key == WEATHER),
        dice=Dice(seed),
        asks=asks,
        units={**scenario.units, **{u.id: u for u in units if u.id not in scenario.units}},
        air={**scenario.air, **{a.id: a for a in air if a.id not in scenario.air}},
        grounds=scenario.grounds,
        extenders=dict(scenario.linked),
        control=dict(scenario.control),
        dumps=dict(scenario.dumps),
        drop_plans=tuple(
            (row["unit"], row["turn"], world.board.at(row["hex"]))
            for row in scenario.game_data.get("drop_plan", ())
        ),
        bases=dict(scenario.bases),
        hogs=dict(scenario.hogs),
        gauge=dict(scenario.gauge),
        sides={side: scenario.sides.get(side, Side()) for side in SIDES},
        vp=scenario.vp,
        game=world.hooks.opening(world),
    )


# ---------------------------------------------------------------- what must hold (0.4)


def problems(world: World, state: OcsState) -> Iterator[Refusal]:
    """What a set-up may not have, unit by unit and hex by hex (OCS 0.4)."""
    for hex_ in occupied(state):
        over = excess(world, state, hex_)
        if over:
            yield Refusal("OCS 0.4.4", f"{world.board.id(hex_)} is {over / RE:g} RE overstacked")
    for unit in state.units.values():
        if unit.on_map:
            yield from _unit_problems(world, state, unit)
    for plane in state.air.values():
        if plane.hex >= 0 and not plane.active:
            yield Refusal("OCS 0.4.3", f"{world.name(plane.id)} begins Inactive")


def _unit_problems(world: World, state: OcsState, unit: Unit) -> Iterator[Refusal]:
    name, number = world.name(unit.id), world.board.id(unit.hex)
    if unit.marker in (RESERVE, STRAT) and near_attackers(world, state, unit):
        yield Refusal("OCS 0.4.1", f"{name} is next to the enemy in {number}: no {unit.marker}")
    if unit.fuel:
        yield Refusal("OCS 0.4.3", f"{name} begins fuelled")
    if not _can_stand(world, state, unit):
        yield Refusal("OCS 0.4.4", f"{name} could not have moved into {number}")


def _can_stand(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether ordinary movement of either side of the counter leads into its hex (OCS 0.4)."""
    counter = world.counters[unit.id]
    return any(
        passable(world, state, counter.side, kind, n, unit.hex)
        for n in world.board.neighbors(unit.hex)
        for kind in {counter.combat.mobility, counter.move.mobility}
    )


def near_attackers(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether an enemy Attack-Capable unit is adjacent (OCS 0.4)."""
    foe = other(world.side(unit.id))
    return any(
        world.side(u.id) == foe and attack_capable(world, u)
        for n in world.board.neighbors(unit.hex) for u in at(state, n)
    )


# ---------------------------------------------------------------- what players choose (0.4)


def check_begin(world: World, state: OcsState, command: Begin) -> Refusal | None:
    """Every unit may begin so (OCS 0.4)."""
    for name in command.units:
        problem = begin_problem(world, state, state.units[world.unit_id(name)], command.how)
        if problem is not None:
            return problem
        if command.side == COMBAT and face_problem(world, state.units[world.unit_id(name)]):
            return Refusal("OCS 5.6b", f"{name} always shows its Move side")
    if command.side and (command.how != RESERVE or command.side not in (COMBAT, MOVE)):
        return Refusal("OCS 5.7a", "a side is named for Reserve Mode only: combat or move")
    return None


def begin_problem(world: World, state: OcsState, unit: Unit, how: str) -> Refusal | None:
    """Why a unit may not begin in a mode, or transport loaded or empty (OCS 0.4)."""
    decision, counter = state.asks[-1], world.counters[unit.id]
    name = counter.name
    if counter.side != decision.side or not unit.on_map:
        return Refusal("OCS 0.4", f"{name} is not yours to set up")
    if how in (LOADED, EMPTY):
        return _load_problem(world, state, unit, how)
    if how not in VOLUNTARY:
        return Refusal("OCS 0.4.1", f"units begin in one of {', '.join(VOLUNTARY)}")
    if unit.marker not in ("", RESERVE, STRAT):
        return Refusal("OCS 0.4", f"the scenario says how {name} begins")
    problem = face_problem(world, unit, how)
    if problem is not None:
        return problem
    if how in (RESERVE, STRAT) and near_attackers(world, state, unit):
        return Refusal("OCS 0.4.1", f"{name} is next to the enemy")
    if how == RESERVE and unit.hex in state.hogs:
        return Refusal("OCS 5.7g", f"{name} is in a hedgehog")
    return None


def _load_problem(world: World, state: OcsState, unit: Unit, how: str) -> Refusal | None:
    """Transport stacked with supply takes it aboard or leaves it on the ground (OCS 0.4)."""
    counter, dump = world.counters[unit.id], state.dumps.get(unit.hex)
    if not counter.transport:
        return Refusal("OCS 13.2", f"{counter.name} carries no supply")
    if how == EMPTY:
        if counter.type == ORGANIC or not unit.load:
            return Refusal("OCS 0.4.2", f"{counter.name} does not begin with a load to put down")
        return None
    if dump is None or unit.load >= counter.points * SP:
        return Refusal("OCS 0.4.2", f"there is nothing for {counter.name} to load")
    return None


def do_begin(draft: Draft, command: Begin) -> None:
    """Turn the units over, put markers on them, move supply between ground and transport."""
    for name in command.units:
        unit = draft.state.units[draft.world.unit_id(name)]
        if command.how in (LOADED, EMPTY):
            _shift(draft, unit, command.how)
        else:
            put(draft, turned(unit, command.how, command.side))
    draft.log("note", f"{', '.join(command.units)} begin: {command.how}", rule="OCS 0.4",
              side=draft.state.asks[-1].side)


def _shift(draft: Draft, unit: Unit, how: str) -> None:
    side = draft.world.side(unit.id)
    if how == EMPTY:
        dumps.add(draft, unit.hex, side, unit.load)
        put(draft, evolve(unit, load=0))
        return
    room = draft.world.counters[unit.id].points * SP - unit.load
    tokens = min(room, draft.state.dumps[unit.hex].tokens)
    dumps.remove(draft, unit.hex, tokens)
    put(draft, evolve(unit, load=unit.load + tokens))


# ---------------------------------------------------------------- groups around a hex (0.4)


def groups(world: World, state: OcsState, unit: Unit) -> Iterator[tuple[int, int]]:
    """Hex and radius of the group that a unit is listed with; of a Breakdown those of its kin."""
    listed, within = world.scenario.units, world.scenario.within
    if unit.id in within:
        yield listed[unit.id].hex, within[unit.id]
    for id_, radius in within.items():
        parent = world.counters[id_]
        if state.units[id_].lost and breakdowns.kin(world, parent, world.counters[unit.id]):
            yield listed[id_].hex, radius


def spread_hexes(world: World, state: OcsState, unit: Unit) -> tuple[int, ...]:
    """Hexes in which a unit of a group may be set up: in its radius, not the enemy's (OCS 0.4)."""
    foe = other(world.side(unit.id))
    around = {
        h for home, radius in groups(world, state, unit) for h in range(len(world.board))
        if world.board.distance(home, h) <= radius
    }
    return tuple(
        h for h in sorted(around)
        if holder(world, state, h) != foe and state.control.get(h, "") != foe
        and _can_stand(world, state, evolve(unit, hex=h))
    )


def check_spread(world: World, state: OcsState, command: SpreadTo) -> Refusal | None:
    """The scenario lists each unit within a radius, and the hex is in it (OCS 0.4)."""
    hex_ = world.board.at(command.to)
    for name in command.units:
        unit = state.units[world.unit_id(name)]
        if world.side(unit.id) != state.asks[-1].side or not unit.on_map:
            return Refusal("OCS 0.4", f"{name} is not yours to set up")
        if hex_ not in spread_hexes(world, state, unit):
            return Refusal("OCS 0.4.5", f"{name} is not set up in {command.to}")
        there = evolve(unit, hex=hex_)
        if unit.marker in (RESERVE, STRAT) and near_attackers(world, state, there):
            return Refusal("OCS 0.4.1", f"{name} would be next to the enemy")
    return None


def do_spread(draft: Draft, command: SpreadTo) -> None:
    """Put the units there; their side holds the hex."""
    side, hex_ = draft.state.asks[-1].side, draft.world.board.at(command.to)
    units = [draft.state.units[draft.world.unit_id(name)] for name in command.units]
    put(draft, *(evolve(unit, hex=hex_) for unit in units))
    draft.update(control={**draft.state.control, hex_: side})
    draft.log("note", f"{', '.join(command.units)} begin in {draft.world.board.label(hex_)}",
              rule="OCS 0.4.5", side=side, hex=command.to)


def done(draft: Draft, command: Pass) -> None:
    """The side is set up."""
    draft.answered()


def may_close(world: World, state: OcsState, command: Pass) -> Refusal | None:
    """The Reserve markers suffice, and no hex holds too much (OCS 5.4a, 0.4)."""
    side = state.asks[-1].side
    for hex_ in held_by(world, state, side):
        if excess(world, state, hex_):
            return Refusal("OCS 0.4.4", f"{world.board.id(hex_)} is overstacked")
    most = world.scenario.reserve_markers.get(side, 0)
    hexes = {u.hex for u in state.units.values()
             if u.on_map and u.marker == RESERVE and world.side(u.id) == side}
    if len(hexes) > most:
        return Refusal("OCS 5.4a", f"there are {most} Reserve markers for {len(hexes)} hexes")
    return None


def offer_begins(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Other modes and loads of single units, and the end of the set-up."""
    for unit in state.units.values():
        name = world.name(unit.id)
        if not unit.on_map or actor not in ("", name):
            continue
        for mode, side in voluntary(world, (unit,)):
            if turned(unit, mode, side) != unit and begin_problem(world, state, unit, mode) is None:
                yield Begin((name,), mode, side)
        for how in (LOADED, EMPTY):
            if begin_problem(world, state, unit, how) is None:
                yield Begin((name,), how)
        for hex_ in spread_hexes(world, state, unit):
            spread = SpreadTo((name,), world.board.id(hex_))
            if hex_ != unit.hex and check_spread(world, state, spread) is None:
                yield spread
    yield from breakdowns.offer_detaches(world, state, actor)
    if not actor and may_close(world, state, Pass()) is None:
        yield Pass()


HANDLERS = {
    Begin: Handler(check_begin, do_begin, decisions=(SetUp,)),
    SpreadTo: Handler(check_spread, do_spread, decisions=(SetUp,)),
}
PASSES = {SetUp: Handler(may_close, done, decisions=(SetUp,))}
OFFERS = {SetUp: offer_begins}
