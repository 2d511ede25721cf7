"""Combat supply (OCS 9.5, 12.4) and internal stocks (12.10): who can pay, and paying."""

from __future__ import annotations

from attrs import evolve

from engine.core.values import frozen
from engine.ocs import dumps, supply
from engine.ocs.allotment import Purse, Store
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


def _bill(purse: Purse, stocks: list[str], unpaid: list[str], wasted: int = 0) -> Bill:
    """What has been reserved, with those who are not paid for."""
    hexes: dict[int, int] = {}
    tally = purse.tally()
    for (hex_, _), tokens in tally.items():
        hexes[hex_] = hexes.get(hex_, 0) + tokens
    organic = sorted((h, f, n) for (h, f), n in tally.items() if f)
    return Bill(tuple(sorted(hexes.items())), tuple(stocks), tuple(unpaid), wasted,
                tuple(organic))


def attack_bill(
    world: World, state: OcsState, ids: tuple[str, ...], *, sparing: bool = False
) -> Bill:
    """What an attack costs: one token a step, stocks only where none can be had (12.4, 12.10a).

    Where there is too little it goes to the units named first. `sparing` withholds what is aboard
    Organic Trucks (13.2g G); it is never needed to keep a unit off its stocks (12.10a).
    """
    purse = Purse(world, state, world.counters[ids[0]].side if ids else "")
    stocks: list[str] = []
    unpaid: list[str] = []
    for id_ in ids:
        unit = state.units[id_]
        if purse.serve(unit, steps_left(world, unit), organic=not sparing):
            continue
        (stocks if unit.stock != EXHAUSTED else unpaid).append(id_)
    wasted = sum(
        purse.serve(state.units[i], steps_left(world, state.units[i]), organic=False, most=True)
        for i in stocks
    )  # 12.10h
    return _bill(purse, stocks, unpaid, wasted)


def defense_cost(world: World, state: OcsState, ids: tuple[str, ...]) -> int:
    """Tokens for the defenders of a hex: two, or one for 1 RE or less (OCS 12.4)."""
    size = sum(re4(world, state.units[i]) for i in ids)
    return 1 if size <= RE else 2


def defense_bill(
    world: World, state: OcsState, ids: tuple[str, ...], *, sparing: bool = False
) -> Bill:
    """How the defenders of a hex would be supplied (OCS 12.4, reading U25).

    The whole hex from the map where that suffices; else each token covers up to 1 RE and
    the rest use internal stocks. `sparing` withholds what is aboard Organic Trucks (13.2g G).
    """
    if not ids:
        return Bill()
    need = [i for i in ids if not world.hooks.free_defense(world, state, i)]
    if not need:
        return Bill()
    cost = defense_cost(world, state, tuple(need))
    purse = Purse(world, state, world.counters[ids[0]].side)
    if all(purse.left(state.units[i], organic=False) >= cost for i in need):
        richest = max(need, key=lambda i: (purse.everything(state.units[i]), i))
        purse.serve(state.units[richest], cost, organic=False)
        return _bill(purse, [], [])
    return _short_defense(world, state, purse, need, sparing=sparing)


def _short_defense(
    world: World, state: OcsState, purse: Purse, ids: list[str], *, sparing: bool
) -> Bill:
    """Each token covers 1 RE of those it reaches; the whole price covers all of them (U25).

    What is on the ground goes first; Organic Trucks give to their own formation, if they may.
    """
    stocks: list[str] = []
    unpaid: list[str] = []
    price = defense_cost(world, state, tuple(ids))
    room = paid = 0
    for id_ in sorted(ids, key=lambda i: (-re4(world, state.units[i]), i)):
        unit = state.units[id_]
        size = re4(world, unit)
        reached = purse.everything(unit, organic=not sparing) > 0
        want = min(price - paid, -(-max(0, size - room) // RE))
        found = purse.serve(unit, want, organic=not sparing, most=True) if want else 0
        room, paid = room + found * RE, paid + found
        if reached and (room >= size or paid == price):
            room = max(0, room - size)
        elif unit.stock != EXHAUSTED:
            stocks.append(id_)
        else:
            unpaid.append(id_)
    return _bill(purse, stocks, unpaid)


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
        draft.log("supply", f"{side.capitalize()} combat supply: {dumps.paid(world, bill.tokens)}",
                  rule="OCS 12.4", side=side)


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
    purse = Purse(world, state, side)
    return all(
        purse.serve(state.units[i], recovery_cost(world, state.units[i]), organic=False)
        for i in weary(world, state, side)
    )


def recover(draft: Draft, ids: tuple[str, ...]) -> None:
    """Mandatory recovery of Low and Exhausted units in this order, as far as supply goes (12.10e).

    Where there is too little what there is goes all the same (12.10e C): half the price of an
    Exhausted unit makes it Low, anything less is wasted. Who comes first recovers whole, from
    whatever dumps leave most to those that follow.
    """
    world, state = draft.world, draft.state
    if not ids:
        return
    purse = Purse(world, state, world.counters[ids[0]].side)
    for id_ in ids:
        purse.serve(state.units[id_], recovery_cost(world, state.units[id_]), organic=False,
                    most=True)
    for id_ in ids:
        unit, share = state.units[id_], purse.share(id_)
        cost, found = recovery_cost(world, unit), sum(share.values())
        half = unit.stock == EXHAUSTED and found >= cost // 2
        if found:
            _recovered(draft, id_, share, 0 if found == cost else LOW if half else unit.stock)


def _recovered(draft: Draft, id_: str, share: dict[Store, int], stock: int) -> None:
    """Take what was reserved for a unit, and mark its stocks (OCS 12.10e)."""
    side = draft.world.counters[id_].side
    for (hex_, formation), tokens in share.items():
        if formation:
            dumps.take_organic(draft, side, hex_, tokens, formation)
        else:
            dumps.take(draft, side, hex_, tokens)
    put(draft, evolve(draft.state.units[id_], stock=stock))
    word = WORDS[stock] or "full"
    draft.log("supply", f"{draft.world.name(id_)} recovers internal stocks: {word}, "
              f"{dumps.show(sum(share.values()))}", rule="OCS 12.10e", side=side)


# ---------------------------------------------------------------- recovery from Organic Trucks


def organic_recoveries(world: World, state: OcsState, side: str) -> tuple[str, ...]:
    """Low and Exhausted units that their own Organic Trucks alone could restore (13.2g G)."""
    return tuple(
        u.id for u in state.units.values()
        if u.on_map and u.stock and world.counters[u.id].side == side
        and Purse(world, state, side).serve(u, recovery_cost(world, u))
    )


def short_aboard(world: World, state: OcsState, ids: tuple[str, ...]) -> str:
    """The first of these units that can no longer be restored so, or empty (OCS 13.2g G)."""
    purse = Purse(world, state, world.counters[ids[0]].side if ids else "")
    for id_ in ids:
        unit = state.units[id_]
        if not purse.serve(unit, recovery_cost(world, unit)):
            return id_
    return ""


def recover_aboard(draft: Draft, ids: tuple[str, ...]) -> None:
    """The owner lets Organic Trucks pay for recovery, unit by unit in order (OCS 13.2g G)."""
    if not ids:
        return
    purse = Purse(draft.world, draft.state, draft.world.counters[ids[0]].side)
    for id_ in ids:
        unit = draft.state.units[id_]
        purse.serve(unit, recovery_cost(draft.world, unit))
    for id_ in ids:
        _recovered(draft, id_, purse.share(id_), 0)
