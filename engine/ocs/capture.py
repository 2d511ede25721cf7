"""Entering a hex that holds only enemy things without strength (OCS 9.14): capture and flight."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from engine.core.board import NOWHERE
from engine.ocs import air, dumps
from engine.ocs.decisions import Displace, Landing
from engine.ocs.extender_points import dissolve
from engine.ocs.losses import put
from engine.ocs.pieces import DEAD, ORGANIC, SP, TRUCKS, WAGONS, Base, Hog, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import holder, round_half_up
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World

FAR = {"truck": 10, "wagon": 5}
"""Hexes that displaced transport may go (OCS 9.14c)."""
COLLAPSE = {"truck": 20, "wagon": 10}
"""Hexes that the points of a collapsed Extender may go (OCS 9.14d)."""
WAGON_MA = 10
FLIGHT = "OCS 9.14f"
"""The rule by which aircraft leave a captured base."""
HOG_DROP = 1
"""Levels that a captured hedgehog loses in these games (TTW 1.1b, OCS 21.11)."""


def prizes(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Hexes with a dump, base, hedgehog, Extender or transport of a side (OCS 4.4c)."""
    memo_key = ("prizes", side)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = frozenset().union(
            *({h for h, x in things.items() if x.owner == side}
              for things in (state.dumps, state.bases, state.hogs)),
            (h for h, extender in state.extenders.items() if extender.startswith(side)),
            (u.hex for u in state.units.values() if u.on_map
             and world.counters[u.id].transport and world.counters[u.id].side == side),
        )
        state.memo[memo_key] = found
    return found


def holds_prizes(world: World, state: OcsState, hex_: int, side: str) -> bool:
    """Whether a hex holds non-combat units of a side: only Attack-Capable enemies enter (4.4c)."""
    return hex_ in prizes(world, state, side)


def enter(draft: Draft, ids: tuple[str, ...], hex_: int, *, advance: bool = False) -> None:
    """Units have entered: take or drive off what the enemy has there (OCS 9.14, reading U19)."""
    if not ids:
        return
    world = draft.world
    side = world.counters[ids[0]].side
    foe = other(side)
    if not holds_prizes(world, draft.state, hex_, foe):
        return
    if holder(world, draft.state, hex_) == foe:
        return
    loot = transport_taken(draft, side, hex_)
    _dump(draft, side, hex_)
    dumps.add(draft, hex_, side, loot)
    _extender(draft, side, hex_)
    _base(draft, side, hex_, advance=advance)
    _hog(draft, side, hex_)


def kind_of(world: World, unit: Unit) -> str:
    """Trucks have a Movement Allowance above 10, wagons one of 10 or less (OCS 9.14c)."""
    return "truck" if world.counters[unit.id].move.ma > WAGON_MA else "wagon"


def transport_taken(draft: Draft, side: str, hex_: int) -> int:
    """One roll for all trucks and one for all wagons (OCS 9.14c).

    Gives the captured tokens that are not aboard what was captured.
    """
    world, foe, loot = draft.world, other(side), 0
    for kind in ("truck", "wagon"):
        units = [
            u for u in at(draft.state, hex_)
            if world.counters[u.id].transport and world.counters[u.id].side == foe
            and kind_of(world, u) == kind
        ]
        if not units:
            continue
        roll = draft.roll(6)
        per_cent = world.charts.capture[kind][roll - 1]
        points = sum(world.counters[u.id].points for u in units)
        goal = round_half_up(Fraction(points * per_cent, 100))
        taken = _choose(world, units, goal)
        draft.log("capture", f"{kind}s in {world.board.id(hex_)}: roll {roll}, {per_cent}% taken",
                  hex=world.board.id(hex_), rule="OCS 9.14c", roll=roll, side=side)
        rest = [u for u in units if u not in taken]
        gain = aboard = round_half_up(Fraction(sum(u.load for u in units) * per_cent, 100))
        if gain:
            draft.log("capture", f"{dumps.show(gain)} captured aboard {kind}s", rule="OCS 9.14c",
                      hex=world.board.id(hex_), side=side)
        for unit in taken:
            aboard -= _capture_points(draft, unit, side, aboard)
        loot += aboard
        _reload(draft, units, rest, gain)
        if rest:
            draft.ask(Displace(foe, tuple(u.id for u in rest), hex_, FAR[kind], "OCS 9.14c"))
    return loot


def _choose(world: World, units: list[Unit], goal: int) -> list[Unit]:
    """The counters whose points come nearest to what is taken, Organic Trucks last.

    Counters are not changed for smaller ones (OCS 9.14c rounds to whole counters).
    """
    ways: dict[int, list[Unit]] = {0: []}
    for unit in sorted(units, key=lambda u: (world.counters[u.id].type == ORGANIC, u.id)):
        size = world.counters[unit.id].points
        for points, way in list(ways.items()):
            ways.setdefault(points + size, [*way, unit])
    return ways[min(ways, key=lambda points: (abs(points - goal), points))]


def _capture_points(draft: Draft, unit: Unit, side: str, tokens: int) -> int:
    """A captured point changes hands: a like counter of the captor appears, if there is one.

    Gives how many of the captured tokens are aboard of it.
    """
    world = draft.world
    counter = world.counters[unit.id]
    wanted = WAGONS if kind_of(world, unit) == "wagon" else TRUCKS
    spare = next(
        (
            u for u in draft.state.units.values()
            if not u.on_map and u.box == DEAD and world.counters[u.id].side == side
            and world.counters[u.id].type == wanted
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


def _dump(draft: Draft, side: str, hex_: int) -> None:
    """The dump column of the Capture table: so much changes hands, the rest is lost (9.14b)."""
    dump = draft.state.dumps.get(hex_)
    if dump is None or dump.owner == side:
        return
    roll = draft.roll(6)
    per_cent = draft.world.charts.capture["dump"][roll - 1]
    taken = round_half_up(Fraction(dump.tokens * per_cent, 100))
    dumps.set_ground(draft, hex_, dump.owner, 0)
    if taken:
        dumps.add(draft, hex_, side, taken)
    number = draft.world.board.id(hex_)
    draft.log("capture", f"dump in {number}: roll {roll}, {dumps.show(taken)} of "
              f"{dumps.show(dump.tokens)} captured", hex=number, rule="OCS 9.14b", roll=roll,
              side=side)


def _extender(draft: Draft, side: str, hex_: int) -> None:
    """An Extender collapses: it turns back into transport, which flees (OCS 9.14d)."""
    extender = draft.state.extenders.get(hex_, "")
    if not extender or extender.startswith(side):
        return
    owner, kind = extender.split()
    ids = dissolve(draft, hex_)
    draft.log("capture", f"the Extender in {draft.world.board.id(hex_)} collapses",
              hex=draft.world.board.id(hex_), rule="OCS 9.14d", side=side)
    if ids:
        draft.ask(Displace(owner, ids, hex_, COLLAPSE[kind], "OCS 9.14d"))


def _base(draft: Draft, side: str, hex_: int, *, advance: bool) -> None:
    """An air base is captured; aircraft there flee or are lost (OCS 9.14f)."""
    base = draft.state.bases.get(hex_)
    if base is None or base.owner == side:
        return
    number = draft.world.board.id(hex_)
    bases = dict(draft.state.bases)
    if base.level == 0:
        del bases[hex_]  # TTW 2.2h: an air strip goes back to the pool
    else:
        bases[hex_] = Base(side, base.level, raised=base.raised)
    draft.update(bases=bases)
    what = "air strip is lost" if base.level == 0 else "air base is captured"
    draft.log("capture", f"the {what} in {number}", hex=number, rule="OCS 9.14f", side=side)
    for unit in air.on_base(draft.world, draft.state, other(side), hex_):
        _flee(draft, unit.id, advance=advance)


def _flee(draft: Draft, id_: str, *, advance: bool) -> None:
    """Roll on the Air Base Capture table, then fly to a base within twice the range (9.14f)."""
    world = draft.world
    unit, plane = draft.state.air[id_], world.aircraft[id_]
    table = world.charts.tables["air_base_capture"]
    drm = (table["drm_active"] if unit.active else 0) + (
        table["drm_captured_by_advance_after_combat"] if advance else 0
    )
    roll = draft.roll(6) + draft.roll(6)
    air.abort(draft, id_)
    if roll + drm <= table["step_loss_max"]:
        air.lose_step(draft, id_, FLIGHT, roll=roll)
    if draft.state.air[id_].box == DEAD:
        return
    far = plane.range * table["displacement_range_multiplier"]
    homes = tuple(
        h for h, b in sorted(draft.state.bases.items())
        if b.owner == plane.side and world.board.distance(unit.hex, h) <= far
    )
    if not homes:
        air.destroy(draft, id_, FLIGHT, roll=roll)
    elif len(homes) == 1:
        settle(draft, id_, homes[0])
    else:
        draft.ask(Landing(plane.side, id_, homes, FLIGHT))


def settle(draft: Draft, id_: str, hex_: int) -> None:
    """Aircraft driven from a captured base stand Inactive on another one (OCS 9.14f)."""
    air.put(draft, evolve(draft.state.air[id_], hex=hex_))
    plane = draft.world.aircraft[id_]
    draft.log("air", f"{plane.name} flees to {draft.world.board.label(hex_)}", rule=FLIGHT,
              hex=draft.world.board.id(hex_), side=plane.side)


def _hog(draft: Draft, side: str, hex_: int) -> None:
    """A hedgehog changes hands and drops a level (OCS 9.14e; TTW 1.1b)."""
    hog = draft.state.hogs.get(hex_)
    if hog is None or hog.owner == side:
        return
    hogs = dict(draft.state.hogs)
    if hog.level <= HOG_DROP:
        del hogs[hex_]
    else:
        hogs[hex_] = Hog(side, hog.level - HOG_DROP, hog.worked)
    draft.update(hogs=hogs)
    number = draft.world.board.id(hex_)
    draft.log("capture", f"the hedgehog in {number} is captured, level {hog.level - HOG_DROP}",
              hex=number, rule="TTW 1.1b", side=side)
