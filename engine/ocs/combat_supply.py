"""Combat supply (OCS 9.5, 12.4) and internal stocks (12.10): who can pay, and paying."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from engine.ocs import dumps, supply
from engine.ocs.losses import put
from engine.ocs.pieces import EXHAUSTED, LOW, RE, Unit
from engine.ocs.sizes import re4, steps_left
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

RECOVER = {LOW: 2, EXHAUSTED: 4}
"""Tokens to recover from a state, per unit or per RE of a multi-step unit (OCS 12.10e)."""
WORDS = {0: "", LOW: "Low", EXHAUSTED: "Exhausted"}


@frozen
class Bill:
    """How a set of units would be supplied for a combat."""

    tokens: tuple[tuple[int, int], ...] = ()
    """(dump hex, tokens) taken from the map."""
    stocks: tuple[str, ...] = ()
    """Units that use internal stocks."""
    unpaid: tuple[str, ...] = ()
    """Units that neither can supply."""
    wasted: int = 0
    """Tokens spent in vain on multi-step units that fall back on stocks (12.10h)."""
    organic: tuple[tuple[int, str, int], ...] = ()
    """(hex, formation, tokens): what of it comes from Organic Trucks (13.2g B)."""

    @property
    def total(self) -> int:
        """Tokens in all."""
        return sum(n for _, n in self.tokens)


class _Purse:
    """Tokens of the side's dumps while a bill is worked out."""

    def __init__(self, world: World, state: OcsState, side: str) -> None:
        self.world, self.state, self.side = world, state, side
        self.used: dict[tuple[int, str], int] = {}
        """(hex, formation whose Organic Trucks give, or empty) to tokens."""

    def _stores(self, unit: Unit, *, organic: bool) -> Iterator[tuple[tuple[int, str], int]]:
        """What each store in reach of a unit still has; the Organic Trucks of a hex last."""
        formation = self.world.counters[unit.id].formation
        for hex_ in supply.dump_hexes(self.world, self.state, unit):
            open_ = dumps.tokens_at(self.world, self.state, self.side, hex_)
            yield (hex_, ""), open_ - self.used.get((hex_, ""), 0)
            if organic and formation:
                more = dumps.tokens_at(self.world, self.state, self.side, hex_, formation) - open_
                yield (hex_, formation), more - self.used.get((hex_, formation), 0)

    def left(self, unit: Unit, *, organic: bool = True) -> int:
        """Tokens still in reach of a unit."""
        return sum(there for _, there in self._stores(unit, organic=organic))

    def pay(self, unit: Unit, tokens: int, *, organic: bool = True) -> int:
        """Reserve up to so many tokens for a unit; gives how many were found."""
        left = tokens
        for store, there in self._stores(unit, organic=organic):
            part = min(left, there)
            if part > 0:
                self.used[store] = self.used.get(store, 0) + part
                left -= part
        return tokens - left

    def bill(self, stocks: list[str], unpaid: list[str], wasted: int = 0) -> Bill:
        """What has been reserved, with those who are not paid for."""
        hexes: dict[int, int] = {}
        for (hex_, _), tokens in self.used.items():
            hexes[hex_] = hexes.get(hex_, 0) + tokens
        organic = sorted((h, f, n) for (h, f), n in self.used.items() if f)
        return Bill(tuple(sorted(hexes.items())), tuple(stocks), tuple(unpaid), wasted,
                    tuple(organic))


def attack_bill(world: World, state: OcsState, ids: tuple[str, ...]) -> Bill:
    """What an attack costs: one token a step, stocks only where none can be had (12.4, 12.10a).

    Units with the fewest sources are served first, so that what exists goes as far as it can.
    """
    side = world.counters[ids[0]].side if ids else ""
    purse = _Purse(world, state, side)
    order = sorted(ids, key=lambda i: (len(supply.taps(world, state, state.units[i])), i))
    stocks: list[str] = []
    unpaid: list[str] = []
    wasted = 0
    for id_ in order:
        unit = state.units[id_]
        need = steps_left(world, unit)
        if purse.left(unit) >= need:
            purse.pay(unit, need)
        elif unit.stock != EXHAUSTED:
            there = purse.left(unit, organic=False)
            wasted += purse.pay(unit, there, organic=False)  # 12.10h
            stocks.append(id_)
        else:
            unpaid.append(id_)
    return purse.bill(stocks, unpaid, wasted)


def defense_cost(world: World, state: OcsState, ids: tuple[str, ...]) -> int:
    """Tokens for the defenders of a hex: two, or one for 1 RE or less (OCS 12.4)."""
    size = sum(re4(world, state.units[i]) for i in ids)
    return 1 if size <= RE else 2


def defense_bill(world: World, state: OcsState, ids: tuple[str, ...]) -> Bill:
    """How the defenders of a hex would be supplied (OCS 12.4, reading U25).

    The whole hex from the map where that suffices; else each token covers up to 1 RE and
    the rest use internal stocks.
    """
    if not ids:
        return Bill()
    need = [i for i in ids if not world.hooks.free_defense(world, state, i)]
    if not need:
        return Bill()
    purse = _Purse(world, state, world.counters[ids[0]].side)
    cost = defense_cost(world, state, tuple(need))
    richest = max(need, key=lambda i: (purse.left(state.units[i]), i))
    everyone = all(purse.left(state.units[i]) >= cost for i in need)
    if everyone:
        purse.pay(state.units[richest], cost)
        return purse.bill([], [])
    return _short_defense(world, state, purse, need)


def _short_defense(
    world: World, state: OcsState, purse: _Purse, ids: list[str]
) -> Bill:
    """Each token covers 1 RE of those it reaches; the whole price covers all of them (U25)."""
    stocks: list[str] = []
    unpaid: list[str] = []
    price = defense_cost(world, state, tuple(ids))
    room = paid = 0
    for id_ in sorted(ids, key=lambda i: (-re4(world, state.units[i]), i)):
        unit = state.units[id_]
        size = re4(world, unit)
        reached = purse.left(unit) > 0
        while room < size and paid < price and purse.pay(unit, 1):
            room, paid, reached = room + RE, paid + 1, True
        if room >= size or (paid == price and reached):
            room = max(0, room - size)
        elif unit.stock != EXHAUSTED:
            stocks.append(id_)
        else:
            unpaid.append(id_)
    return purse.bill(stocks, unpaid)


def pay(draft: Draft, bill: Bill, side: str) -> None:
    """Take the tokens and lower the stocks of a bill (OCS 12.10b)."""
    world = draft.world
    for hex_, formation, tokens in bill.organic:
        dumps.take_organic(draft, side, hex_, tokens, formation)
    for hex_, tokens in bill.tokens:
        loaded = sum(n for h, _, n in bill.organic if h == hex_)
        dumps.take(draft, side, hex_, tokens - loaded)
    for id_ in bill.stocks:
        unit = draft.state.units[id_]
        put(draft, evolve(unit, stock=unit.stock + 1))
        word = WORDS[unit.stock + 1]
        draft.log("supply", f"{world.name(id_)} uses its internal stocks: {word}",
                  rule="OCS 12.10b", side=side)
    if bill.total:
        draft.log("supply", f"combat supply: {dumps.show(bill.total)}", rule="OCS 12.4", side=side)


# ---------------------------------------------------------------- recovery (12.10e)


def recovery_cost(world: World, unit: Unit) -> int:
    """Tokens to bring a unit's stocks back to full (OCS 12.10e, reading U32)."""
    if not unit.stock:
        return 0
    times = steps_left(world, unit) if world.counters[unit.id].multi_step else 1
    return RECOVER[unit.stock] * times


def weary(world: World, state: OcsState, side: str) -> tuple[str, ...]:
    """Low and Exhausted units that supply reaches, Organic Trucks left out (OCS 12.10e B)."""
    return tuple(
        u.id for u in state.units.values()
        if u.on_map and u.stock and world.counters[u.id].side == side
        and supply.reachable_tokens(world, state, u, organic=False)
    )


def suffices(world: World, state: OcsState, side: str) -> bool:
    """Whether every one of them can recover: then their order does not matter (OCS 12.10e)."""
    purse = _Purse(world, state, side)
    for id_ in weary(world, state, side):
        unit = state.units[id_]
        cost = recovery_cost(world, unit)
        if purse.pay(unit, cost, organic=False) < cost:
            return False
    return True


def recover(draft: Draft, ids: tuple[str, ...]) -> None:
    """Mandatory recovery of Low and Exhausted units in this order, as far as supply goes (12.10e).

    Where there is too little what there is goes all the same (12.10e C): half the price of an
    Exhausted unit makes it Low, anything less is wasted.
    """
    for id_ in ids:
        unit = draft.state.units[id_]
        there = supply.reachable_tokens(draft.world, draft.state, unit, organic=False)
        cost = recovery_cost(draft.world, unit)
        if there >= cost:
            _pay_recovery(draft, unit, cost, 0)
        elif there:
            half = unit.stock == EXHAUSTED and there >= cost // 2
            _pay_recovery(draft, unit, there, LOW if half else unit.stock)


def _pay_recovery(draft: Draft, unit: Unit, cost: int, stock: int) -> None:
    side = draft.world.counters[unit.id].side
    hexes = supply.dump_hexes(draft.world, draft.state, unit)
    dumps.take_from(draft, side, hexes, cost)
    put(draft, evolve(draft.state.units[unit.id], stock=stock))
    word = WORDS[stock] or "full"
    draft.log("supply", f"{draft.world.name(unit.id)} recovers internal stocks: {word}, "
              f"{dumps.show(cost)}", rule="OCS 12.10e", side=side)
