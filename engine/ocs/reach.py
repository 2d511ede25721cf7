"""Where a stack on the move can go (OCS 6.1): what stops it, what each step costs, all ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count

from engine.core.errors import Refusal
from engine.core.paths import flood
from engine.core.values import frozen
from engine.ocs import capture, simulcast
from engine.ocs.charts import ALL, PROHIBITED
from engine.ocs.nets import ways
from engine.ocs.pieces import STRAT, TRUCK
from engine.ocs.sequence import other
from engine.ocs.sizes import attack_capable, held_by, holder
from engine.ocs.state import OcsState
from engine.ocs.terrain import move_cost
from engine.ocs.world import World
from engine.ocs.zoc import in_ezoc, stopped, stopping, zone


@frozen
class Party:
    """Units that move together; each keeps its own account (OCS 6.1e)."""

    units: tuple[str, ...]
    hex: int
    side: str
    mobility: tuple[str, ...]
    left: tuple[int, ...]
    whole: tuple[bool, ...]
    """Which units have spent nothing yet, as a minimum move or a cost of All asks (6.1c)."""

    @property
    def limit(self) -> int:
        """What the poorest unit has left."""
        return min(self.left)


# ---------------------------------------------------------------- one step


def step_problem(
    world: World, state: OcsState, who: Party, a: int, b: int
) -> Refusal | None:
    """Why the stack may not move from `a` into adjacent `b`, costs aside (OCS 4.5a, 4.8c, 6.3)."""
    number = world.board.id(b)
    if holder(world, state, b) == other(who.side):
        return Refusal("OCS 4.8c", f"{number} holds an enemy combat unit")
    raid = simulcast.enter_problem(world, state, who.side, b)
    if raid is not None:
        return raid
    if a != who.hex and TRUCK in who.mobility and stopped(world, state, who.side, a):
        return Refusal("OCS 4.5a", f"an enemy ZOC stops Truck movement in {world.board.id(a)}")
    if not _able(world, state, who) and capture.holds_prizes(world, state, b, other(who.side)):
        return Refusal("OCS 4.4c", f"only Attack-Capable units enter {number}")
    if _strat(state, who) and in_ezoc(world, state, who.side, b):
        return Refusal("OCS 5.8a", "Strat Mode does not enter an enemy ZOC")
    return world.hooks.may_enter(world, state, who.units, a, b)


def closed_hexes(world: World, state: OcsState, who: Party) -> frozenset[int]:
    """Every hex that `step_problem` keeps the stack out of, from wherever it comes."""
    able, strat, foe = _able(world, state, who), _strat(state, who), other(who.side)
    memo_key = ("closed hexes", who.side, able, strat)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = simulcast.closed(world, state, who.side).union(
            held_by(world, state, foe),
            () if able else capture.prizes(world, state, foe),
            zone(world, state, foe) if strat else (),
        )
        state.memo[memo_key] = found
    return found


def _able(world: World, state: OcsState, who: Party) -> bool:
    return all(attack_capable(world, state.units[i]) for i in who.units)


def _strat(state: OcsState, who: Party) -> bool:
    return any(state.units[i].marker == STRAT for i in who.units)


def costs(world: World, state: OcsState, who: Party, a: int, b: int) -> tuple[int, ...]:
    """What each unit pays for a step, or PROHIBITED or ALL (OCS 6.1a)."""
    table: dict[str, int] = {}
    for kind in set(who.mobility):
        table[kind] = price(world, state, who, kind, a, b)
    return tuple(table[kind] for kind in who.mobility)


def price(world: World, state: OcsState, who: Party, kind: str, a: int, b: int) -> int:
    """What a mobility type pays for a step, or more by a rule of its game (TTW 4.2)."""
    found = move_cost(world, state, who.side, kind, a, b)
    return found if found < 0 else max(found, world.hooks.least_cost(world, state, who.units))


def pay(
    who: Party, rest: tuple[int, ...], prices: tuple[int, ...], *, first: bool
) -> tuple[int, ...] | None:
    """What each unit has left after a step, or None if one cannot make it.

    The first step of an unspent unit may always be made (6.1c, the minimum move), and a
    cost of All takes everything.
    """
    after = []
    for have, price, whole in zip(rest, prices, who.whole, strict=True):
        if price == PROHIBITED:
            return None
        if price == ALL:
            if not (first and whole):
                return None
            after.append(0)
        elif price <= have:
            after.append(have - price)
        elif first and whole:
            after.append(0)
        else:
            return None
    return tuple(after)


# ---------------------------------------------------------------- all ways at once


@frozen
class Reach:
    """Where a stack can go in this phase."""

    left: Mapping[int, int]
    """Hex to what the poorest unit would have left, in eighths."""
    way: Callable[[int], tuple[int, ...]]
    """The hexes of the cheapest way into one of these, its own the last."""


def reach(world: World, state: OcsState, who: Party) -> Reach:
    """Every hex that the stack can move to (OCS 6.1)."""
    memo_key = ("reach", who)
    found: Reach | None = state.memo.get(memo_key)
    if found is None:
        alike = len(set(who.mobility)) == 1
        found = _even(world, state, who) if alike else _mixed(world, state, who)
        if state.simulcast:
            found = _where_it_may_stop(world, state, who, found)
        state.memo[memo_key] = found
    return found


def _where_it_may_stop(world: World, state: OcsState, who: Party, all_: Reach) -> Reach:
    """The reach of a simulcast turn: without hexes in which the stack may not end (OCS 2.4b)."""
    return Reach({
        hex_: left for hex_, left in all_.left.items()
        if simulcast.stop_problem(world, state, who.units, hex_) is None
    }, all_.way)


Steps = Iterable[tuple[int, int]]
"""The hexes that can be entered, and what each costs."""


def _first(world: World, state: OcsState, who: Party) -> dict[int, tuple[int, ...]]:
    """Hexes next to the stack to what each unit would have left in them.

    Only the first step may be a minimum move or take a whole allowance (6.1c).
    """
    found = {}
    for b in world.board.neighbors(who.hex):
        if step_problem(world, state, who, who.hex, b) is None:
            after = pay(who, who.left, costs(world, state, who, who.hex, b), first=True)
            if after is not None:
                found[b] = after
    return found


def _onward(world: World, state: OcsState, who: Party) -> Callable[[str, int], Steps]:
    """For a mobility type and a hex that the stack has entered: the steps that it may go on.

    `closed_hexes` are left to the flood.
    """
    stops = stopping(world, state, who.side) if TRUCK in who.mobility else frozenset()
    guarded = world.hooks.guarded(world, state, who.units)
    least = world.hooks.least_cost(world, state, who.units)
    rows = {kind: ways(world, state, who.side, kind).move for kind in set(who.mobility)}
    may_enter = world.hooks.may_enter

    def steps(kind: str, a: int) -> Steps:
        if a in stops:
            return ()
        row: Steps = rows[kind][a]
        if guarded:
            row = [
                (b, cost) for b, cost in row
                if (a, b) not in guarded or may_enter(world, state, who.units, a, b) is None
            ]
        return [(b, max(cost, least)) for b, cost in row] if least else row

    return steps


def _even(world: World, state: OcsState, who: Party) -> Reach:
    """One mobility type: a flood with what the poorest unit has."""
    limit, kind = who.limit, who.mobility[0]
    steps = _onward(world, state, who)
    starts = {b: limit - min(after) for b, after in _first(world, state, who).items()}
    closed = closed_hexes(world, state, who).union((who.hex,))
    found = flood(starts, lambda a, _: steps(kind, a), limit, closed)
    return Reach(
        {h: limit - spent for h, spent in found.spent.items()}, lambda h: tuple(found.way(h))
    )


@frozen(eq=False)
class _Label:
    """One way into a hex that no other way beats."""

    rest: tuple[int, ...]
    """What the poorest unit of each mobility type has left."""
    hex: int
    before: _Label | None = None

    def way(self) -> tuple[int, ...]:
        """Its hexes in order."""
        found, label = [self.hex], self.before
        while label is not None:
            found.append(label.hex)
            label = label.before
        return tuple(reversed(found))


def _mixed(world: World, state: OcsState, who: Party) -> Reach:
    """Several mobility types: every way that no other way beats for all of them."""
    kinds = tuple(dict.fromkeys(who.mobility))
    steps, closed = _onward(world, state, who), closed_hexes(world, state, who)
    labels: dict[int, list[_Label]] = {who.hex: []}
    queue: list[tuple[int, int, _Label]] = []
    numbers = count()

    def note(label: _Label) -> None:
        known = labels.setdefault(label.hex, [])
        if not any(_beats(old.rest, label.rest) for old in known):
            known[:] = [old for old in known if not _beats(label.rest, old.rest)]
            known.append(label)
            heappush(queue, (-sum(label.rest), next(numbers), label))

    for b, after in _first(world, state, who).items():
        note(_Label(tuple(
            min(left for left, own in zip(after, who.mobility, strict=True) if own == kind)
            for kind in kinds
        ), b))
    while queue:
        label = heappop(queue)[-1]
        if label not in labels[label.hex]:
            continue  # beaten since
        first, *others = (dict(steps(kind, label.hex)) for kind in kinds)
        for b, cost in first.items():
            if b == who.hex or b in closed or not all(b in row for row in others):
                continue
            prices = (cost, *(row[b] for row in others))
            rest = tuple(have - pays for have, pays in zip(label.rest, prices, strict=True))
            if min(rest) >= 0:
                note(_Label(rest, b, label))
    del labels[who.hex]
    best = {
        h: max(known, key=lambda label: (min(label.rest), sum(label.rest)))
        for h, known in labels.items()
    }
    return Reach({h: min(label.rest) for h, label in best.items()}, lambda h: best[h].way())


def _beats(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip(one, two, strict=True))
