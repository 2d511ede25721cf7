"""The Supply Phase (OCS 2.3-D): recovery, eating off the map (12.6c), attrition (12.8)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler, StepRule
from engine.core.values import frozen
from engine.ocs import attrition, combat_supply, dumps, supply, trace
from engine.ocs.commands import Eat, Recover, TraceBy
from engine.ocs.decisions import Feed, Recovery, Tracing
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import RE, STRAT, Unit
from engine.ocs.sequence import SUPPLY, phasing
from engine.ocs.sizes import re4
from engine.ocs.state import OcsState, occupied
from engine.ocs.world import Draft, World


def supply_phase(draft: Draft) -> bool:
    """Recovery, trace, eating, attrition, in that order (OCS 2.3-D)."""
    world, side = draft.world, phasing(draft.state)
    draft.update(closing=True)  # decisions carry it on; it is not worked through again
    ids = combat_supply.weary(world, draft.state, side)
    if len(ids) > 1 and not combat_supply.suffices(world, draft.state, side):
        draft.ask(Recovery(side, ids))
        return True
    combat_supply.recover(draft, ids)
    _ask_aboard(draft, side)
    return bool(draft.state.asks)


def _ask_aboard(draft: Draft, side: str) -> None:
    """Organic Trucks pay for recovery only if their owner wants it (OCS 12.10e B, 13.2g G)."""
    ids = combat_supply.organic_recoveries(draft.world, draft.state, side)
    if ids:
        draft.ask(Recovery(side, ids, aboard=True))
    else:
        trace_phase(draft, side)


def check_recover(world: World, state: OcsState, command: Recover) -> Refusal | None:
    """Every unit that can recover is named, in the order in which supply goes to them (12.10e)."""
    decision = state.asks[-1]
    assert isinstance(decision, Recovery)
    ids = ids_of(world, command.units)
    if decision.aboard:
        return _aboard_problem(world, state, decision, ids)
    if len(ids) != len(decision.units) or set(ids) != set(decision.units):
        names = ", ".join(world.name(i) for i in decision.units)
        return Refusal("OCS 12.10e", f"recovery is not optional: name {names} in order")
    return None


def _aboard_problem(
    world: World, state: OcsState, decision: Recovery, ids: tuple[str, ...]
) -> Refusal | None:
    """Some of the units, and no more than their Organic Trucks can pay for together."""
    if len(set(ids)) != len(ids) or not set(ids) <= set(decision.units):
        return Refusal("OCS 13.2g", "name units that their Organic Trucks can restore")
    short = combat_supply.short_aboard(world, state, ids)
    if short:
        return Refusal("OCS 13.2g", f"nothing is left aboard for {world.name(short)}")
    return None


def do_recover(draft: Draft, command: Recover) -> None:
    """Recover in the owner's order, then go on (OCS 12.10e)."""
    decision = draft.answered()
    assert isinstance(decision, Recovery)
    ids = ids_of(draft.world, command.units)
    if decision.aboard:
        combat_supply.recover_aboard(draft, ids)
        trace_phase(draft, decision.side)
    else:
        combat_supply.recover(draft, ids)
        _ask_aboard(draft, decision.side)


def check_spare(world: World, state: OcsState, command: Pass) -> Refusal | None:
    """Only what Organic Trucks carry may be kept back (OCS 12.10e A, 13.2g G)."""
    decision = state.asks[-1]
    assert isinstance(decision, Recovery)
    return None if decision.aboard else Refusal("OCS 12.10e", "recovery is not optional")


def spare_trucks(draft: Draft, command: Pass) -> None:
    """Organic Trucks keep what they carry (OCS 13.2g G)."""
    trace_phase(draft, draft.answered().side)


def offer_recover(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The order of the set-up with each unit first in turn; from Organic Trucks each, or none."""
    decision = state.asks[-1]
    assert isinstance(decision, Recovery)
    names = tuple(world.name(i) for i in decision.units)
    for name in names:
        if actor in ("", name):
            rest = () if decision.aboard else tuple(n for n in names if n != name)
            yield Recover((name, *rest))
    if decision.aboard:
        every = Recover(names)
        if len(names) > 1 and not actor and check_recover(world, state, every) is None:
            yield every
        yield Pass()


# ---------------------------------------------------------------- who traces (12.6)


def trace_phase(draft: Draft, side: str) -> None:
    """Who traces, who may eat, who starves (OCS 12.6, 12.8)."""
    _next_formation(draft, side, "", ())


def _next_formation(draft: Draft, side: str, after: str, traced: tuple[str, ...]) -> None:
    """Ask for each formation of which one of several groups may trace (OCS 12.6f); then go on."""
    world, state = draft.world, draft.state
    for name, members in sorted(trace.tied_units(world, state, side).items()):
        if name <= after:
            continue
        groups = trace.groups_of(world, state, members)
        if len(groups) > 1:
            ids = tuple(u.id for u in members)
            draft.ask(Tracing(side, ids, name, tuple(groups), traced))
            return
        traced = (*traced, *(i for ids in groups.values() for i in ids))
    _after_trace(draft, side, traced)


def check_trace(world: World, state: OcsState, command: TraceBy) -> Refusal | None:
    """One of the HQs or source hexes through which a part of the formation traces (OCS 12.6f)."""
    decision = state.asks[-1]
    assert isinstance(decision, Tracing)
    if _way(world, command.by) not in decision.choices:
        names = ", ".join(_called(world, way) for way in decision.choices)
        return Refusal("OCS 12.6f", f"{decision.formation} traces by one of {names}")
    return None


def _way(world: World, by: str) -> str:
    """The id of an HQ named; hexes and "game" stand for themselves."""
    return world.names.get(by.lower(), by)


def _called(world: World, way: str) -> str:
    return world.name(way) if way in world.counters else way


def do_trace(draft: Draft, command: TraceBy) -> None:
    """That group traces free, the rest of the formation must eat (OCS 12.6f)."""
    decision = draft.answered()
    assert isinstance(decision, Tracing)
    world = draft.world
    members = [draft.state.units[i] for i in decision.units]
    group = trace.groups_of(world, draft.state, members)[_way(world, command.by)]
    draft.log("supply", f"{decision.formation} traces by {command.by}", rule="OCS 12.6f",
              side=decision.side)
    _next_formation(draft, decision.side, decision.formation, (*decision.traced, *group))


def offer_trace(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The group with most RE first (reading U30)."""
    decision = state.asks[-1]
    assert isinstance(decision, Tracing)
    if not actor:
        yield from (TraceBy(_called(world, way)) for way in decision.choices)


def _after_trace(draft: Draft, side: str, traced: tuple[str, ...]) -> None:
    """Those in trace are marked so; the others eat, or are Out of Supply (OCS 12.6c, d).

    Who has dropped from the air in this turn needs no trace (OCS 12.6h).
    """
    world, state = draft.world, draft.state
    units = tuple(trace.combatants(world, state, side))
    found = set(traced) | {
        u.id for u in units
        if not trace.tied(world, state, u) and trace.traces(world, state, u)
    }
    _mark(draft, side, tuple(u.id for u in units if u.id in found))
    hungry = tuple(
        u.id for u in units if u.id not in found and u.id not in state.dropped
    )
    eaters = _eaters(draft, hungry)
    if eaters:
        draft.ask(Feed(side, eaters, hungry=hungry))
    else:
        _starve(draft, side, hungry)


def _eaters(draft: Draft, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(i for i in ids if can_eat(draft.world, draft.state, draft.state.units[i]))


def _mark(draft: Draft, side: str, found: tuple[str, ...]) -> None:
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


@frozen
class Meal:
    """Units that eat together, and what each dump gives."""

    units: tuple[str, ...]
    tokens: tuple[tuple[int, int], ...]
    formation: str = ""
    """The formation of all of them, whose Organic Trucks feed them too (13.2g)."""


def eat_bill(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> tuple[Meal, ...] | Refusal:
    """Who eats from which dump; each source's payment is rounded once (OCS 12.6c, U29).

    A unit that no single dump can feed takes from several (12.3a).
    """
    groups: dict[int, tuple[str, ...]] = {}
    alone: list[str] = []
    for id_ in sorted(ids, key=lambda i: (len(supply.taps(world, state, state.units[i])), i)):
        for hex_ in supply.dump_hexes(world, state, state.units[id_]):
            group = (*groups.get(hex_, ()), id_)
            if _price(world, state, group) <= _stored(world, state, group, hex_):
                groups[hex_] = group
                break
        else:
            alone.append(id_)
    meals = [
        Meal(g, ((h, _price(world, state, g)),), _common(world, g)) for h, g in groups.items()
    ]
    for id_ in alone:
        meal = _scraps(world, state, id_, meals)
        if meal is None:
            return Refusal("OCS 12.6c", f"no supply is left for {world.name(id_)}")
        meals.append(meal)
    return tuple(meals)


def _price(world: World, state: OcsState, ids: tuple[str, ...]) -> int:
    return eat_cost(sum(re4(world, state.units[i]) for i in ids))


def _common(world: World, ids: tuple[str, ...]) -> str:
    names = {world.counters[i].formation for i in ids}
    return names.pop() if len(names) == 1 else ""


def _stored(world: World, state: OcsState, ids: tuple[str, ...], hex_: int) -> int:
    return dumps.tokens_at(world, state, world.counters[ids[0]].side, hex_, _common(world, ids))


def _scraps(world: World, state: OcsState, id_: str, meals: list[Meal]) -> Meal | None:
    """What other meals leave in several dumps, for one unit; None if it is not enough."""
    used: dict[int, int] = {}
    for meal in meals:
        for hex_, tokens in meal.tokens:
            used[hex_] = used.get(hex_, 0) + tokens
    left = _price(world, state, (id_,))
    taken: list[tuple[int, int]] = []
    for hex_ in supply.dump_hexes(world, state, state.units[id_]):
        part = min(left, _stored(world, state, (id_,), hex_) - used.get(hex_, 0))
        if part > 0:
            taken.append((hex_, part))
            left -= part
    return None if left else Meal((id_,), tuple(taken), world.counters[id_].formation)


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
    for meal in bill:
        for hex_, tokens in meal.tokens:
            dumps.take(draft, decision.side, hex_, tokens, meal.formation)
        names = ", ".join(draft.world.name(i) for i in meal.units)
        cost = sum(tokens for _, tokens in meal.tokens)
        draft.log("supply", f"{names} eat {dumps.show(cost)}", rule="OCS 12.6c",
                  hex=draft.world.board.id(meal.tokens[0][0]), side=decision.side)
    put(draft, *(evolve(draft.state.units[i], oos=False, fed=True) for i in ids))
    eaten = (*decision.eaten, *ids)
    left = _eaters(draft, tuple(i for i in decision.units if i not in ids))
    if left:
        draft.ask(Feed(decision.side, left, eaten, decision.hungry))
    else:
        _starve(draft, decision.side, tuple(i for i in decision.hungry if i not in eaten))


def stop_eating(draft: Draft, command: Pass) -> None:
    """Nobody else eats (OCS 12.6c: never compulsory)."""
    decision = draft.answered()
    assert isinstance(decision, Feed)
    hungry = tuple(i for i in decision.hungry if i not in decision.eaten)
    _starve(draft, decision.side, hungry)


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


def _starve(draft: Draft, side: str, ids: tuple[str, ...]) -> None:
    """Units that neither trace nor eat are OOS; every OOS stack checks attrition (12.6d, 12.8)."""
    world = draft.world
    for id_ in ids:
        unit = draft.state.units[id_]
        if unit.on_map and not unit.oos:
            put(draft, evolve(unit, oos=True))
            draft.log("supply", f"{world.name(id_)} is Out of Supply", rule="OCS 12.6d",
                      side=side, hex=world.board.id(unit.hex))
    for hex_ in occupied(draft.state):
        attrition.check(draft, side, hex_)


HANDLERS = {
    Eat: Handler(check_eat, do_eat, decisions=(Feed,)),
    Recover: Handler(check_recover, do_recover, decisions=(Recovery,)),
    TraceBy: Handler(check_trace, do_trace, decisions=(Tracing,)),
}
PASSES = {
    Feed: Handler(lambda world, state, command: None, stop_eating, decisions=(Feed,)),
    Recovery: Handler(check_spare, spare_trucks, decisions=(Recovery,)),
}
STEPS = {SUPPLY: StepRule(run=supply_phase)}
OFFERS = {Feed: offer_eat, Recovery: offer_recover, Tracing: offer_trace}
