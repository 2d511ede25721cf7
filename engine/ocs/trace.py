"""Trace supply (OCS 12.6-12.8): sources, the Supply Phase, eating, attrition and Breakout."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler, StepRule
from engine.core.paths import flood
from engine.ocs import combat_supply, dumps, rail, supply
from engine.ocs.commands import BreakOut, Eat
from engine.ocs.decisions import Feed, Losses
from engine.ocs.losses import demand, eliminate, put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import AWAY, LEG, MP, RE, STRAT, TRUCK, Unit
from engine.ocs.sequence import BREAKOUT, SUPPLY, acting, other, phasing
from engine.ocs.sizes import face, holder, re4, steps_left
from engine.ocs.state import OcsState, occupied
from engine.ocs.terrain import passable
from engine.ocs.world import Draft, World
from engine.ocs.zoc import stopped

EXTENDERS = {"truck": (20 * MP, TRUCK), "wagon": (10 * MP, LEG)}
"""Range back from an Extender, and the mobility that it counts in (OCS 12.7b)."""
MANY_STEPS, MANY_DRM = 5, 3
BREAKOUT_RANGE = 15
BREAKOUT_SUCCESS = 5


# ---------------------------------------------------------------- sources (12.6a, b)


def sources(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Every hex from which the side draws trace: sources, detrainable hexes, Extenders (12.6a)."""
    memo_key = ("trace sources", side)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        open_ = {h for h in edge_sources(world, state, side) if not stopped(world, state, side, h)}
        railheads = rail.detrainable(world, state, side, cargo=False)
        base = frozenset(open_ | {h for h in railheads if not stopped(world, state, side, h)})
        found = _with_extenders(world, state, side, base)
        state.memo[memo_key] = found
    return found


def edge_sources(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Supply source hexes of the scenario and its game, not held by the enemy (OCS 12.6a)."""
    named = [world.board.at(h) for h in world.scenario.sources.get(side, ())]
    named += world.hooks.trace_sources(world, state, side)
    return tuple(dict.fromkeys(h for h in named if holder(world, state, h) != other(side)))


def _with_extenders(
    world: World, state: OcsState, side: str, base: frozenset[int]
) -> frozenset[int]:
    """Extenders that link back to a source, or to another Extender that does (OCS 12.7a, c)."""
    found = set(base)
    waiting = {h: w.split()[1] for h, w in state.extenders.items() if w.split()[0] == side}
    grown = True
    while grown and waiting:
        grown = False
        for hex_, kind in list(waiting.items()):
            reach, mobility = EXTENDERS[kind]
            field = supply.field_of(world, state, side, mobility, frozenset(found), reach)
            if hex_ in field:
                found.add(hex_)
                del waiting[hex_]
                grown = True
    return frozenset(found)


# ---------------------------------------------------------------- who traces (12.6)


def drawn_field(world: World, state: OcsState, side: str, mobility: str) -> frozenset[int]:
    """Every hex from which a source can be drawn (OCS 12.3a)."""
    return supply.field_of(world, state, side, mobility, sources(world, state, side))


def tracing_hqs(world: World, state: OcsState, side: str) -> tuple[Unit, ...]:
    """HQs that draw trace themselves and so can throw it on; no chains (OCS 12.6, U28)."""
    return tuple(
        hq for hq in supply.throwers(world, state, side)
        if hq.hex in drawn_field(world, state, side, supply.draw_mobility(world, hq))
        or any(world.hooks.hq_draws(world, state, hq, h) for h in sources(world, state, side))
    )


def traces(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a combat unit can trace supply now (OCS 12.6)."""
    memo_key = ("traces", unit.id)
    found: bool | None = state.memo.get(memo_key)
    if found is None:
        found = bool(trace_ways(world, state, unit))
        state.memo[memo_key] = found
    return found


def trace_ways(world: World, state: OcsState, unit: Unit) -> tuple[str, ...]:
    """How a unit traces: "draw", the names of HQs that throw, or "game"; empty for not at all."""
    side = world.counters[unit.id].side
    found: list[str] = []
    if unit.hex in drawn_field(world, state, side, supply.draw_mobility(world, unit)):
        found.append("draw")
    found += [
        hq.id for hq in tracing_hqs(world, state, side)
        if hq.id == unit.id or supply.serves(world, state, hq, unit)
    ]
    if world.hooks.traces(world, state, unit):
        found.append("game")
    return tuple(dict.fromkeys(found))


def supplied_in_formations(
    world: World, state: OcsState, side: str
) -> dict[str, str]:
    """Unit to its trace: each formation traces through one HQ or by direct draw (OCS 12.6f).

    The largest group traces free; the rest of the formation must eat (reading U30).
    """
    groups: dict[str, list[Unit]] = {}
    found: dict[str, str] = {}
    for unit in combatants(world, state, side):
        ways = trace_ways(world, state, unit)
        name = world.hooks.formation(world, state, unit)
        if name and name == world.counters[unit.id].formation:
            groups.setdefault(name, []).append(unit)
        elif ways:
            found[unit.id] = ways[0]
    for members in groups.values():
        best = _largest(world, state, members)
        found.update(dict.fromkeys(best[1], best[0]))
    return found


def _largest(
    world: World, state: OcsState, members: list[Unit]
) -> tuple[str, tuple[str, ...]]:
    ways = sorted({w for u in members for w in trace_ways(world, state, u)})
    best: tuple[str, tuple[str, ...]] = ("", ())
    size = -1
    for way in ways:
        served = [u for u in members if way in trace_ways(world, state, u)]
        total = sum(re4(world, u) for u in served)
        if total > size:
            best, size = (way, tuple(u.id for u in served)), total
    return best


def combatants(world: World, state: OcsState, side: str) -> Iterator[Unit]:
    """Combat units of a side on the map."""
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if unit.on_map and counter.fighting and counter.side == side:
            yield unit


# ---------------------------------------------------------------- the Supply Phase (D)


def supply_phase(draft: Draft) -> bool:
    """Recovery, trace, eating, attrition, in that order (OCS 2.3-D)."""
    world, side = draft.world, phasing(draft.state)
    combat_supply.recover(draft, side)
    found = supplied_in_formations(world, draft.state, side)
    hungry = tuple(
        u.id for u in combatants(world, draft.state, side) if u.id not in found
    )
    _mark(draft, side, found, hungry)
    eaters = tuple(i for i in hungry if can_eat(world, draft.state, draft.state.units[i]))
    if eaters:
        draft.ask(Feed(side, eaters))
        return True
    _starve(draft, side)
    draft.update(closing=True)  # losses may still be chosen; the phase is not worked through again
    return False


def _mark(
    draft: Draft, side: str, found: dict[str, str], hungry: tuple[str, ...]
) -> None:
    """Units in trace lose their OOS marker; the others wait to eat (OCS 12.6d, 12.8a)."""
    changed = []
    for id_ in found:
        unit = draft.state.units[id_]
        if unit.oos:
            draft.log("supply", f"{draft.world.name(id_)} is back in supply", rule="OCS 12.8a",
                      side=side)
        if unit.oos or unit.unsupplied or unit.fed:
            changed.append(evolve(unit, oos=False, unsupplied=0, fed=False))
    if changed:
        put(draft, *changed)


def can_eat(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a unit could eat SP within draw or throw range; Strat units cannot (12.6c, e)."""
    return unit.marker != STRAT and supply.reachable_tokens(world, state, unit) > 0


def eat_cost(size4: int) -> int:
    """Tokens to feed so many quarters of an RE: one for up to 2 RE, rounded up (OCS 12.6c)."""
    return -(-size4 // (2 * RE))


def eat_bill(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> dict[int, tuple[str, ...]] | Refusal:
    """Dump hex to the units that it feeds; each source's payment is rounded once (12.6c, U29)."""
    side = world.counters[ids[0]].side
    fed: dict[int, list[str]] = {}
    for id_ in sorted(ids, key=lambda i: (len(supply.taps(world, state, state.units[i])), i)):
        unit = state.units[id_]
        formation = world.counters[id_].formation
        for hex_ in supply.dump_hexes(world, state, unit):
            group = [*fed.get(hex_, ()), id_]
            cost = eat_cost(sum(re4(world, state.units[i]) for i in group))
            if dumps.tokens_at(world, state, side, hex_, formation) >= cost:
                fed[hex_] = group
                break
        else:
            return Refusal("OCS 12.6c", f"no supply is left for {world.name(id_)}")
    return {h: tuple(g) for h, g in fed.items()}


def check_eat(world: World, state: OcsState, command: Eat) -> Refusal | None:
    """Hungry units in reach of enough supply (OCS 12.6c)."""
    decision = state.asks[-1]
    assert isinstance(decision, Feed)
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids) or not set(ids) <= set(decision.units):
        return Refusal("OCS 12.6b", "name units that have no trace supply and can eat")
    bill = eat_bill(world, state, ids)
    return bill if isinstance(bill, Refusal) else None


def do_eat(draft: Draft, command: Eat) -> None:
    """Pay, and count the units as in supply for this turn (OCS 12.6c)."""
    decision = draft.answered()
    assert isinstance(decision, Feed)
    ids = ids_of(draft.world, command.units)
    bill = eat_bill(draft.world, draft.state, ids)
    assert not isinstance(bill, Refusal)
    for hex_, group in bill.items():
        cost = eat_cost(sum(re4(draft.world, draft.state.units[i]) for i in group))
        formation = draft.world.counters[group[0]].formation
        dumps.take(draft, decision.side, hex_, cost, formation)
        names = ", ".join(draft.world.name(i) for i in group)
        draft.log("supply", f"{names} eat {dumps.show(cost)}", rule="OCS 12.6c",
                  hex=draft.world.board.id(hex_), side=decision.side)
    put(draft, *(evolve(draft.state.units[i], oos=False, fed=True) for i in ids))
    left = tuple(
        i for i in decision.units
        if i not in ids and can_eat(draft.world, draft.state, draft.state.units[i])
    )
    if left:
        draft.ask(Feed(decision.side, left))
    else:
        _starve(draft, decision.side)
        draft.update(closing=True)


def stop_eating(draft: Draft, command: Pass) -> None:
    """Nobody else eats (OCS 12.6c: never compulsory)."""
    decision = draft.answered()
    _starve(draft, decision.side)
    draft.update(closing=True)


def offer_eat(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Each unit alone, all together where that can be paid, or nobody."""
    decision = state.asks[-1]
    assert isinstance(decision, Feed)
    groups: list[tuple[str, ...]] = [(i,) for i in decision.units]
    if len(decision.units) > 1:
        groups.append(decision.units)
    for ids in groups:
        command = Eat(tuple(world.name(i) for i in ids))
        if (not actor or actor in command.units) and check_eat(world, state, command) is None:
            yield command
    yield Pass()


def _starve(draft: Draft, side: str) -> None:
    """Units that neither trace nor eat are OOS; every OOS stack checks attrition (12.6d, 12.8)."""
    world = draft.world
    found = supplied_in_formations(world, draft.state, side)
    for unit in list(combatants(world, draft.state, side)):
        if unit.id not in found and not unit.fed and not unit.oos:
            put(draft, evolve(unit, oos=True))
            draft.log("supply", f"{world.name(unit.id)} is Out of Supply", rule="OCS 12.6d",
                      side=side, hex=world.board.id(unit.hex))
    for hex_ in occupied(draft.state):
        _attrition(draft, side, hex_)


def _attrition(draft: Draft, side: str, hex_: int) -> None:
    """One roll a hex on the column of the best AR, DG ignored (OCS 12.8b, c)."""
    world = draft.world
    units = [u for u in combatants(world, draft.state, side) if u.hex == hex_ and u.oos]
    if not units:
        return
    rating = max(0, max(_unmodified_ar(world, u) for u in units))
    steps = sum(steps_left(world, u) for u in units)
    drm = MANY_DRM if steps >= MANY_STEPS else 0
    roll = draft.roll(6) + draft.roll(6)
    lost = attrition_steps(world, rating, roll + drm)
    number = world.board.id(hex_)
    draft.log("supply", f"attrition in {number}: AR {rating}, roll {roll}{f'+{drm}' if drm else ''}"
              f": {'all' if lost >= 99 else lost} steps", hex=number, rule="OCS 12.8b", roll=roll,
              side=side)
    if lost:
        demand(draft, Losses(side, tuple(u.id for u in units), min(lost, steps), spread=False,
                             rule="OCS 12.8b", how="attrition"))


def _unmodified_ar(world: World, unit: Unit) -> int:
    """AR without DG; Strat gives 0 (OCS 12.8c)."""
    return 0 if unit.marker == STRAT else face(world, unit).ar


def attrition_steps(world: World, rating: int, roll: int) -> int:
    """Steps lost for a modified roll in the column of an AR; 99 for all (OCS 12.8b)."""
    lost = 0
    for least, steps in world.charts.attrition[min(5, max(0, rating))]:
        if roll >= least:
            lost = steps
    return lost


# ---------------------------------------------------------------- Breakout (12.8e)


def breakout_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Why a unit may not try to break out (OCS 12.8e)."""
    counter = world.counters[unit.id]
    name = counter.name
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 12.8e", f"{name} is not yours to order now")
    first = unit.unsupplied <= 1 and not unit.fed
    if not counter.fighting:
        return None if first else Refusal("OCS 12.8e", f"{name} may break out on the first turn")
    if counter.move.ma < 1 and counter.combat.ma < 1:
        return Refusal("OCS 12.8e", f"{name} has no Movement Allowance")
    if traces(world, state, unit):
        return Refusal("OCS 12.8e", f"{name} is in trace supply")
    if first:
        return None
    friends = [
        u for u in combatants(world, state, counter.side) if traces(world, state, u)
    ]
    if not any(world.board.distance(unit.hex, f.hex) <= BREAKOUT_RANGE for f in friends):
        return Refusal("OCS 12.8e", "no friend in trace supply is within 15 hexes")
    if not _joined(world, state, unit, {f.hex for f in friends}):
        return Refusal("OCS 12.8e", "no way to a friend in trace supply is open")
    return None


def _joined(world: World, state: OcsState, unit: Unit, goals: set[int]) -> bool:
    """A path of any length without enemies or terrain closed to its Move Mode (12.8e A)."""
    counter = world.counters[unit.id]
    kind = counter.move.mobility

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        for b in world.board.neighbors(a):
            if holder(world, state, b) == other(counter.side):
                continue
            if kind == TRUCK and stopped(world, state, counter.side, b):
                continue
            if passable(world, state, counter.side, kind, a, b):
                yield b, 1

    return bool(goals & set(flood({unit.hex: 0}, edges, len(world.board)).spent))


def check_breakout(world: World, state: OcsState, command: BreakOut) -> Refusal | None:
    """Every unit may try (OCS 12.8e)."""
    for id_ in ids_of(world, command.units):
        problem = breakout_problem(world, state, state.units[id_])
        if problem is not None:
            return problem
    return None


def do_breakout(draft: Draft, command: BreakOut) -> None:
    """Roll for each unit: it is destroyed, or comes back in one to six turns (OCS 12.8e)."""
    world = draft.world
    for id_ in ids_of(world, command.units):
        unit = draft.state.units[id_]
        drm = 1 if unit.unsupplied <= 1 and not unit.fed else 0
        roll = draft.roll(6)
        success = roll + drm >= BREAKOUT_SUCCESS
        name, side = world.name(id_), world.counters[id_].side
        draft.log("breakout", f"{name} tries to break out: {roll}{'+1' if drm else ''}, "
                  + ("out" if success else "lost"), rule="OCS 12.8e", roll=roll, side=side)
        if not success:
            eliminate(draft, id_, "breakout", "OCS 12.8e")
            continue
        delay = draft.roll(6)
        if unit.load:
            dumps.add(draft, unit.hex, side, unit.load)
        put(draft, evolve(draft.state.units[id_], hex=NOWHERE, box=AWAY, marker="", oos=False,
                          stock=0, fuel="", unsupplied=0, fed=False, load=0))
        draft.update(returning=(*draft.state.returning, (draft.state.turn + delay, id_)))


def open_breakout(draft: Draft) -> bool:
    """Count turns without trace; passed over where nobody is cut off (OCS 12.8e)."""
    world, side = draft.world, acting(draft.state)
    cut = [u for u in combatants(world, draft.state, side) if not traces(world, draft.state, u)]
    put(draft, *(evolve(u, unsupplied=u.unsupplied + 1) for u in cut))
    return bool(cut)


def offer_breakouts(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every unit that may try."""
    for unit in state.units.values():
        name = world.name(unit.id)
        if unit.on_map and actor in ("", name) and breakout_problem(world, state, unit) is None:
            yield BreakOut((name,))


def trace_note(world: World, state: OcsState, unit: Unit) -> str:
    """How a unit traces, or why not, in words for the screen."""
    ways = trace_ways(world, state, unit)
    if not ways:
        return "no trace: no source in draw, no HQ that traces throws to it"
    return ", ".join("direct draw" if w == "draw" else "rule of the game" if w == "game"
                     else f"thrown by {world.name(w)}" for w in ways)


HANDLERS = {
    Eat: Handler(check_eat, do_eat, decisions=(Feed,)),
    BreakOut: Handler(check_breakout, do_breakout, steps=frozenset({BREAKOUT})),
}
PASSES = {Feed: Handler(lambda world, state, command: None, stop_eating, decisions=(Feed,))}
STEPS = {
    SUPPLY: StepRule(run=supply_phase),
    BREAKOUT: StepRule(open_breakout, False, prompt="Units without trace may break out; E ends"),
}
OFFERS = {Feed: offer_eat, BREAKOUT: offer_breakouts}
