"""Entering a hex that holds only enemy things without strength (OCS 9.14): capture and flight."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from engine.ocs import air, dumps, transport_capture
from engine.ocs.decisions import Displace, Landing
from engine.ocs.extender_points import dissolve
from engine.ocs.pieces import DEAD, Base, Hog
from engine.ocs.sequence import other
from engine.ocs.sizes import holder, round_half_up
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

COLLAPSE = {"truck": 20, "wagon": 10}
"""Hexes that the points of a collapsed Extender may go (OCS 9.14d)."""
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
    fates = transport_capture.rolled(draft, side, hex_)
    _dump(draft, side, hex_)
    for fate in fates:
        transport_capture.settle(draft, fate)
    _extender(draft, side, hex_)
    _base(draft, side, hex_, advance=advance)
    _hog(draft, side, hex_)


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


def refresh(draft: Draft) -> None:
    """Who waits to flee no longer has the bases that fell since, or is lost without one (9.14f)."""
    asks = draft.state.asks
    for decision in asks:
        if not isinstance(decision, Landing) or decision.rule != FLIGHT:
            continue
        bases = draft.state.bases
        left = tuple(h for h in decision.hexes if h in bases and bases[h].owner == decision.side)
        if left == decision.hexes:
            continue
        now = (evolve(decision, hexes=left),) if left else ()
        draft.update(asks=tuple(
            d for ask in draft.state.asks for d in (now if ask is decision else (ask,))
        ))
        if not left:
            air.destroy(draft, decision.aircraft, FLIGHT)


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
    left = f"captured, level {hog.level - HOG_DROP}" if hex_ in hogs else "captured and gone"
    draft.log("capture", f"the hedgehog in {number} is {left}", hex=number,
              rule="TTW 1.1b", side=side)
