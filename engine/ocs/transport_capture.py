"""Transport Points that the enemy overtakes (OCS 9.14c): how many are taken, which, their loads."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import dumps, extender_points
from engine.ocs.commands import Surrender
from engine.ocs.decisions import Captured, Displace
from engine.ocs.losses import put
from engine.ocs.pieces import DEAD, ORGANIC, SP, TRUCKS, WAGONS, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import round_half_up
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World

FAR = {"truck": 10, "wagon": 5}
"""Hexes that displaced transport may go (OCS 9.14c)."""
WAGON_MA = 10


def kind_of(world: World, unit: Unit) -> str:
    """Trucks have a Movement Allowance above 10, wagons one of 10 or less (OCS 9.14c)."""
    return "truck" if world.counters[unit.id].move.ma > WAGON_MA else "wagon"


def rolled(
    draft: Draft, side: str, hex_: int, only: Collection[str] = ()
) -> tuple[Captured, ...]:
    """One roll for all trucks and one for all wagons of the enemy: what he must give up (9.14c).

    `only` narrows it to some of them, such as the points of an Extender.
    """
    world, foe, found = draft.world, other(side), []
    for kind in ("truck", "wagon"):
        units = [
            u for u in at(draft.state, hex_)
            if world.counters[u.id].transport and world.counters[u.id].side == foe
            and kind_of(world, u) == kind and (not only or u.id in only)
        ]
        if not units:
            continue
        roll = draft.roll(6)
        per_cent = world.charts.capture[kind][roll - 1]
        draft.log("capture", f"{kind}s in {world.board.id(hex_)}: roll {roll}, {per_cent}% taken",
                  hex=world.board.id(hex_), rule="OCS 9.14c", roll=roll, side=side)
        points = sum(world.counters[u.id].points for u in units)
        goal = round_half_up(Fraction(points * per_cent, 100))
        aboard = round_half_up(Fraction(sum(u.load for u in units) * per_cent, 100))
        taken = sum(world.counters[u.id].points for u in _nearest(world, units, goal))
        found.append(Captured(foe, tuple(u.id for u in units), taken, aboard))
    return tuple(found)


def _nearest(world: World, units: list[Unit], goal: int) -> list[Unit]:
    """The counters whose points come nearest to what is taken, ordinary ones first.

    Counters are not changed for smaller ones (OCS 9.14c rounds to whole counters).
    """
    ways: dict[int, list[Unit]] = {0: []}
    for unit in sorted(units, key=lambda u: (world.counters[u.id].type == ORGANIC, u.id)):
        size = world.counters[unit.id].points
        for points, way in list(ways.items()):
            ways.setdefault(points + size, [*way, unit])
    return ways[min(ways, key=lambda points: (abs(points - goal), points))]


def settle(draft: Draft, fate: Captured) -> None:
    """Ask the owner which points he gives up where types are mixed; else it is done (9.14c)."""
    world = draft.world
    units = [draft.state.units[i] for i in fate.units]
    types = {world.counters[u.id].type for u in units}
    every = sum(world.counters[u.id].points for u in units)
    if len(types) > 1 and 0 < fate.points < every:
        draft.ask(fate)
        return
    _take(draft, fate, tuple(u.id for u in _nearest(world, units, fate.points)))


def _take(draft: Draft, fate: Captured, ids: tuple[str, ...]) -> None:
    """These points change hands with their share of the loads; the others are displaced."""
    side, aboard = other(fate.side), fate.tokens
    units = [draft.state.units[i] for i in fate.units]
    hex_, kind = units[0].hex, kind_of(draft.world, units[0])
    if aboard:
        draft.log("capture", f"{dumps.show(aboard)} captured aboard {kind}s", rule="OCS 9.14c",
                  hex=draft.world.board.id(hex_), side=side)
    for id_ in ids:
        aboard -= _change_hands(draft, draft.state.units[id_], side, aboard)
    rest = [u for u in units if u.id not in ids]
    _reload(draft, units, rest, fate.tokens)
    dumps.add(draft, hex_, side, aboard)
    if rest:
        draft.ask(Displace(fate.side, tuple(u.id for u in rest), hex_, FAR[kind], "OCS 9.14c"))


def _change_hands(draft: Draft, unit: Unit, side: str, tokens: int) -> int:
    """A captured point changes hands: a like counter of the captor appears, if there is one.

    Gives how many of the captured tokens are aboard of it.
    """
    world = draft.world
    counter = world.counters[unit.id]
    wanted = WAGONS if kind_of(world, unit) == "wagon" else TRUCKS
    like = next(
        (c.id for c in world.counters.values() if c.side == side and c.type == wanted), ""
    )
    dead = (u for u in draft.state.units.values() if u.box == DEAD)
    spare = next(
        (
            u for u in (*(extender_points.spare(world, draft.state, like) if like else ()), *dead)
            if world.counters[u.id].side == side and world.counters[u.id].type == wanted
            and world.counters[u.id].points == counter.points
        ),
        None,
    )
    hex_ = unit.hex
    load = min(tokens, counter.points * SP) if spare is not None else 0
    put(draft, evolve(unit, hex=NOWHERE, box=DEAD, load=0, marker=""))
    if spare is not None:
        put(draft, Unit(spare.id, hex_, front=False, began=hex_, load=load))
    aboard = f" with {dumps.show(load)} aboard" if load else ""
    draft.log("capture", f"{counter.name} is captured{aboard}", rule="OCS 9.14c", side=side,
              hex=world.board.id(hex_))
    return load


def _reload(draft: Draft, units: list[Unit], rest: list[Unit], gain: int) -> None:
    """What was aboard and is not captured gets away with the points that do (OCS 9.14c).

    The last of them may be overloaded until it is displaced; with none the tokens are lost.
    """
    keep = sum(u.load for u in units) - gain
    for i, unit in enumerate(rest):
        full = draft.world.counters[unit.id].points * SP
        part = keep if i == len(rest) - 1 else min(keep, full)
        keep -= part
        put(draft, evolve(draft.state.units[unit.id], load=part))
    if keep:
        draft.log("capture", f"{dumps.show(keep)} aboard are lost", rule="OCS 9.14c",
                  side=draft.world.counters[units[0].id].side)


# ---------------------------------------------------------------- the owner's choice


def check_surrender(world: World, state: OcsState, command: Surrender) -> Refusal | None:
    """So many points as are captured, of those that were overtaken (OCS 9.14c)."""
    decision = state.asks[-1]
    assert isinstance(decision, Captured)
    ids = {world.unit_id(n) for n in command.units}
    if len(ids) != len(command.units) or not ids <= set(decision.units):
        return Refusal("OCS 9.14c", "name transport that was overtaken")
    points = sum(world.counters[i].points for i in ids)
    if points != decision.points:
        return Refusal("OCS 9.14c", f"{decision.points} points are captured, {points} are named")
    return None


def do_surrender(draft: Draft, command: Surrender) -> None:
    """Give them up."""
    decision = draft.answered()
    assert isinstance(decision, Captured)
    _take(draft, decision, tuple(draft.world.unit_id(n) for n in command.units))


def offer_surrenders(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Ordinary points first, then one more Organic Truck instead each time."""
    decision = state.asks[-1]
    assert isinstance(decision, Captured)
    own = [i for i in decision.units if world.counters[i].type == ORGANIC]
    others = [i for i in decision.units if i not in own]
    for count in range(len(own) + 1):
        for plain in range(len(others) + 1):
            ids = others[:plain] + own[:count]
            command = Surrender(tuple(world.name(i) for i in ids))
            if ids and check_surrender(world, state, command) is None:
                yield command


HANDLERS = {Surrender: Handler(check_surrender, do_surrender, decisions=(Captured,))}
OFFERS = {Captured: offer_surrenders}
