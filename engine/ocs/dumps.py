"""Supply Points on the map (OCS 12.1): what lies where, whose it is, and spending it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from engine.core.values import frozen
from engine.ocs.losses import put
from engine.ocs.pieces import ORGANIC, SP, Dump, Unit
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World


def show(tokens: int) -> str:
    """Tokens as players write them: 9 is "2 SP 1T"."""
    whole, rest = divmod(tokens, SP)
    parts = ([f"{whole} SP"] if whole else []) + ([f"{rest}T"] if rest else [])
    return " ".join(parts) or "0"


def paid(world: World, tokens: Iterable[tuple[int, int]]) -> str:
    """What is paid, and by which dumps: "1 SP 1T from B8.03 and B4.04"."""
    parts = [(world.board.id(hex_), n) for hex_, n in tokens if n]
    places = " and ".join(place for place, _ in parts)
    return show(sum(n for _, n in parts)) + (f" from {places}" if places else "")


@frozen
class Lot:
    """Tokens in one place: on the ground, or aboard one Transport Point unit."""

    hex: int
    tokens: int
    unit: str = ""


def carriers(world: World, state: OcsState, side: str, hex_: int) -> tuple[Unit, ...]:
    """Loaded Transport Points of the side in a hex; what they carry counts as a dump (12.1b)."""
    return tuple(
        u for u in at(state, hex_)
        if u.load > 0 and world.counters[u.id].transport and world.counters[u.id].side == side
    )


def lots(
    world: World, state: OcsState, side: str, hex_: int, formation: str = ""
) -> tuple[Lot, ...]:
    """Tokens that the side may spend in a hex, the ground first (OCS 12.1b, 13.2g B).

    Organic Trucks give only to the formation named.
    """
    found = []
    dump = state.dumps.get(hex_)
    if dump is not None and dump.owner == side and dump.tokens:
        found.append(Lot(hex_, dump.tokens))
    for unit in carriers(world, state, side, hex_):
        counter = world.counters[unit.id]
        if counter.type != ORGANIC or (formation and counter.formation == formation):
            found.append(Lot(hex_, unit.load, unit.id))
    return tuple(found)


def tokens_at(
    world: World, state: OcsState, side: str, hex_: int, formation: str = "", *,
    organic: bool = True,
) -> int:
    """Tokens that the side may spend in a hex; `organic=False` leaves Organic Trucks out."""
    wanted = formation if organic else ""
    return sum(lot.tokens for lot in lots(world, state, side, hex_, wanted))


def places(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Every hex with tokens of the side, Organic Trucks counted, ascending."""
    memo_key = ("dump places", side)
    found: tuple[int, ...] | None = state.memo.get(memo_key)
    if found is None:
        hexes = {h for h, d in state.dumps.items() if d.owner == side and d.tokens}
        hexes |= {
            u.hex for u in state.units.values()
            if u.load > 0 and u.on_map and world.counters[u.id].side == side
        }
        found = tuple(sorted(hexes))
        state.memo[memo_key] = found
    return found


def take(
    draft: Draft, side: str, hex_: int, tokens: int, formation: str = ""
) -> int:
    """Spend up to so many tokens in a hex; gives how many were there (OCS 12.1a).

    Those that were moved in this phase go first, for they can only be spent (12.2a, b).
    """
    left = tokens
    for lot in lots(draft.world, draft.state, side, hex_, formation):
        part = min(left, lot.tokens)
        if part <= 0:
            continue
        if lot.unit:
            unit = draft.state.units[lot.unit]
            put(draft, evolve(unit, load=unit.load - part))
        else:
            _spend_ground(draft, hex_, part)
        left -= part
    return tokens - left


def _spend_ground(draft: Draft, hex_: int, tokens: int) -> None:
    dump = draft.state.dumps[hex_]
    set_ground(draft, hex_, dump.owner, dump.tokens - tokens)
    rest = draft.state.dumps.get(hex_)
    if rest is not None:
        moved = min(rest.tokens, max(0, dump.moved - tokens))
        draft.update(dumps={**draft.state.dumps, hex_: evolve(rest, moved=moved)})


def take_organic(draft: Draft, side: str, hex_: int, tokens: int, formation: str) -> None:
    """Spend tokens aboard the Organic Trucks of one formation in a hex (OCS 13.2g B)."""
    left = tokens
    for unit in carriers(draft.world, draft.state, side, hex_):
        counter = draft.world.counters[unit.id]
        if counter.type == ORGANIC and counter.formation == formation:
            part = min(left, unit.load)
            put(draft, evolve(unit, load=unit.load - part))
            left -= part


def take_from(
    draft: Draft, side: str, hexes: Iterable[int], tokens: int, formation: str = ""
) -> int:
    """Spend tokens from several hexes in order; gives how many were found.

    The Organic Trucks of the formation named come last of all (OCS 13.2g).
    """
    left, places_ = tokens, tuple(hexes)
    for whose in dict.fromkeys(("", formation)):
        for hex_ in places_:
            if left > 0:
                left -= take(draft, side, hex_, left, whose)
    return tokens - left


def set_ground(draft: Draft, hex_: int, owner: str, tokens: int) -> None:
    """Set the tokens on the ground of a hex; an empty dump disappears."""
    dumps = dict(draft.state.dumps)
    old = dumps.get(hex_)
    if tokens <= 0:
        dumps.pop(hex_, None)
    elif old is not None and old.owner == owner:
        dumps[hex_] = Dump(owner, tokens, min(old.moved, tokens), min(old.arrived, tokens))
    else:
        dumps[hex_] = Dump(owner, tokens)
    draft.update(dumps=dumps)


def add(
    draft: Draft, hex_: int, owner: str, tokens: int, *, moved: bool = False, arrived: bool = False
) -> None:
    """Put tokens on the ground.

    `moved` marks them as unloaded in this phase (OCS 12.2a), `arrived` as new on the map (13.6b).
    """
    if tokens <= 0:
        return
    old = draft.state.dumps.get(hex_)
    there = old.tokens if old is not None and old.owner == owner else 0
    set_ground(draft, hex_, owner, there + tokens)
    dump = draft.state.dumps[hex_]
    more = evolve(
        dump, moved=dump.moved + (tokens if moved else 0),
        arrived=dump.arrived + (tokens if arrived else 0),
    )
    draft.update(dumps={**draft.state.dumps, hex_: more})


def remove(draft: Draft, hex_: int, tokens: int) -> None:
    """Take tokens off the ground to carry them away: new arrivals first (OCS 12.2, 13.6b)."""
    dump = draft.state.dumps[hex_]
    set_ground(draft, hex_, dump.owner, dump.tokens - tokens)
    rest = draft.state.dumps.get(hex_)
    if rest is not None:
        left = evolve(rest, arrived=max(0, dump.arrived - tokens))
        draft.update(dumps={**draft.state.dumps, hex_: left})


def settle_arrivals(draft: Draft) -> None:
    """What arrived in this player turn is like any other supply from now on (OCS 13.6b)."""
    draft.update(dumps={
        h: evolve(d, arrived=0) if d.arrived else d for h, d in draft.state.dumps.items()
    })


def total(world: World, state: OcsState, side: str) -> int:
    """All tokens of a side on the map, for accounts and tests."""
    ground = sum(d.tokens for d in state.dumps.values() if d.owner == side)
    loads = sum(
        u.load for u in state.units.values()
        if u.on_map and world.counters[u.id].side == side
    )
    return ground + loads
