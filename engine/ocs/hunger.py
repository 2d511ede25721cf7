"""The Supply Phase (OCS 2.3-D): recovery, eating off the map (12.6c), attrition (12.8)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from engine.core.board import NOWHERE
from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler, StepRule
from engine.ocs import combat_supply, dumps, supply
from engine.ocs.commands import Eat, Recover
from engine.ocs.decisions import Feed, Losses, Recovery
from engine.ocs.losses import demand, put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import RE, STRAT, Unit
from engine.ocs.sequence import SUPPLY, phasing
from engine.ocs.sizes import face, re4, steps_left
from engine.ocs.state import OcsState, occupied
from engine.ocs.trace import combatants, supplied_in_formations
from engine.ocs.world import Draft, World

MANY_STEPS, MANY_DRM = 5, 3
"""Out of Supply steps in a hex that make attrition worse, and by how much (12.8b)."""

def supply_phase(draft: Draft) -> bool:
    """Recovery, trace, eating, attrition, in that order (OCS 2.3-D)."""
    world, side = draft.world, phasing(draft.state)
    draft.update(closing=True)  # decisions carry it on; it is not worked through again
    ids = combat_supply.weary(world, draft.state, side)
    if len(ids) > 1 and not combat_supply.suffices(world, draft.state, side):
        draft.ask(Recovery(side, ids))
        return True
    combat_supply.recover(draft, ids)
    trace_phase(draft, side)
    return False


def check_recover(world: World, state: OcsState, command: Recover) -> Refusal | None:
    """Every unit that can recover is named, in the order in which supply goes to them (12.10e)."""
    decision = state.asks[-1]
    assert isinstance(decision, Recovery)
    ids = ids_of(world, command.units)
    if len(ids) != len(decision.units) or set(ids) != set(decision.units):
        names = ", ".join(world.name(i) for i in decision.units)
        return Refusal("OCS 12.10e", f"recovery is not optional: name {names} in order")
    return None


def do_recover(draft: Draft, command: Recover) -> None:
    """Recover in the owner's order, then go on (OCS 12.10e)."""
    decision = draft.answered()
    combat_supply.recover(draft, ids_of(draft.world, command.units))
    trace_phase(draft, decision.side)


def offer_recover(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The order of the set-up with each unit first in turn."""
    decision = state.asks[-1]
    assert isinstance(decision, Recovery)
    names = tuple(world.name(i) for i in decision.units)
    for name in names:
        if actor in ("", name):
            yield Recover((name, *(n for n in names if n != name)))


def trace_phase(draft: Draft, side: str) -> None:
    """Who traces, who may eat, who starves (OCS 12.6, 12.8)."""
    found = supplied_in_formations(draft.world, draft.state, side)
    hungry = tuple(
        u.id for u in combatants(draft.world, draft.state, side) if u.id not in found
    )
    _mark(draft, side, found)
    eaters = _eaters(draft, hungry)
    if eaters:
        draft.ask(Feed(side, eaters))
    else:
        _starve(draft, side, ())


def _eaters(draft: Draft, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(i for i in ids if can_eat(draft.world, draft.state, draft.state.units[i]))


def _mark(draft: Draft, side: str, found: dict[str, str]) -> None:
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
        draft.ask(Feed(decision.side, left, eaten))
    else:
        _starve(draft, decision.side, eaten)


def stop_eating(draft: Draft, command: Pass) -> None:
    """Nobody else eats (OCS 12.6c: never compulsory)."""
    decision = draft.answered()
    assert isinstance(decision, Feed)
    _starve(draft, decision.side, decision.eaten)


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


def _starve(draft: Draft, side: str, eaten: tuple[str, ...]) -> None:
    """Units that neither trace nor eat are OOS; every OOS stack checks attrition (12.6d, 12.8)."""
    world = draft.world
    found = supplied_in_formations(world, draft.state, side)
    for unit in list(combatants(world, draft.state, side)):
        if unit.id not in found and unit.id not in eaten and not unit.oos:
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
    rating = max(0, max(_unmodified_ar(world, draft.state, u) for u in units))
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


def _unmodified_ar(world: World, state: OcsState, unit: Unit) -> int:
    """AR without DG; Strat gives 0 (OCS 12.8c). The game may change it (TTW 1.6c)."""
    if unit.marker == STRAT:
        return 0
    return face(world, unit).ar + world.hooks.unit_ar(world, state, unit.id, NOWHERE)


def attrition_steps(world: World, rating: int, roll: int) -> int:
    """Steps lost for a modified roll in the column of an AR; 99 for all (OCS 12.8b)."""
    lost = 0
    for least, steps in world.charts.attrition[min(5, max(0, rating))]:
        if roll >= least:
            lost = steps
    return lost


HANDLERS = {
    Eat: Handler(check_eat, do_eat, decisions=(Feed,)),
    Recover: Handler(check_recover, do_recover, decisions=(Recovery,)),
}
PASSES = {Feed: Handler(lambda world, state, command: None, stop_eating, decisions=(Feed,))}
STEPS = {SUPPLY: StepRule(run=supply_phase)}
OFFERS = {Feed: offer_eat, Recovery: offer_recover}
