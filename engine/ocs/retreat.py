"""Retreats (OCS 9.12): to an exact distance, past enemies and their zones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.core.values import frozen
from engine.ocs import losses, modes, movement
from engine.ocs.capture import holds_prizes
from engine.ocs.charts import PROHIBITED
from engine.ocs.commands import RetreatVia
from engine.ocs.decisions import Losses, Retreat
from engine.ocs.losses import eliminate, put
from engine.ocs.pieces import DG, ORGANIC, STRAT, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import attack_capable, holder
from engine.ocs.state import OcsState, at
from engine.ocs.terrain import mobility_of, step_cost
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc

DG_AT = 2
"""Entering the second hex of a retreat disorganizes (OCS 9.12a)."""
DETOUR = 2
"""Hexes that a path may be longer than the retreat, to bend round obstacles (OCS 9.12).

Where no such path is open it may be as long as it must: units die only if there is none.
"""


@frozen
class Way:
    """One way to retreat, with what it costs."""

    hexes: tuple[int, ...]
    zocs: int
    """Enemy ZOC hexes entered."""


def unit_ready(world: World, unit: Unit) -> Unit:
    """A unit as it retreats: with no allowance it turns to its Move side, HQs always (9.12b)."""
    counter = world.counters[unit.id]
    if unit.front and (counter.combat.ma == 0 or counter.hq):
        return evolve(unit, front=False)
    return unit


def step_open(
    world: World, state: OcsState, unit: Unit, a: int, b: int, barred: frozenset[int]
) -> bool:
    """Whether a unit may retreat from `a` to `b` (OCS 9.12, 9.12f, 5.8a)."""
    counter = world.counters[unit.id]
    if b in barred or holder(world, state, b) == other(counter.side):
        return False
    kind = mobility_of(world, unit_ready(world, unit))
    if step_cost(world, state, counter.side, kind, a, b) == PROHIBITED:
        return False  # 6.1d, no way without a way back, is for moves
    if holds_prizes(world, state, b, other(counter.side)) and not attack_capable(world, unit):
        return False
    if unit.marker == STRAT and in_ezoc(world, state, counter.side, b):
        return False
    if world.hooks.may_retreat(world, state, unit, a, b) is not None:
        return False
    return world.hooks.may_enter(world, state, (unit.id,), a, b) is None


def barred_hexes(state: OcsState, decision: Retreat) -> frozenset[int]:
    """Hexes that held the other side's combat units when the combat began (OCS 9.12f)."""
    fight = state.fighting
    if fight is None or decision.attacking:
        return frozenset({fight.hex} if fight is not None else ())
    return frozenset(fight.enemy_hexes)


def ways(
    world: World, state: OcsState, decision: Retreat, ids: tuple[str, ...], limit: int = 0
) -> list[Way]:
    """The best way to each hex at the exact distance: fewest ZOCs, then shortest (OCS 9.12).

    `limit` is the longest way that is looked for, in hexes; 0 stands for the usual one.
    Ways are grown a hex at a time, so a later one to the same hex must cross fewer ZOCs.

    Reading U16, not nearer to the attackers in sum, holds by itself: every one of them is
    adjacent, and the hexes that they stood in are closed (9.12f).
    """
    start = state.units[ids[0]].hex
    units = [state.units[i] for i in ids]
    barred = barred_hexes(state, decision)
    side, most = decision.side, limit or decision.length + DETOUR
    best: dict[int, Way] = {}
    front = deque([Way((), 0)])
    seen = {start: 0}
    while front:
        way = front.popleft()
        here = way.hexes[-1] if way.hexes else start
        for b in world.board.neighbors(here) if len(way.hexes) < most else ():
            zocs = way.zocs + in_ezoc(world, state, side, b)
            if b in seen and seen[b] <= zocs:
                continue
            if not all(step_open(world, state, u, here, b, barred) for u in units):
                continue
            seen[b] = zocs
            longer = Way((*way.hexes, b), zocs)
            if world.board.distance(start, b) == decision.length:
                best[b] = longer
            front.append(longer)
    if not best and not limit:
        return ways(world, state, decision, ids, len(world.board))
    return sorted(best.values(), key=lambda w: w.hexes)


def refresh(draft: Draft) -> None:
    """Units with no way back are destroyed; a retreat of nobody is done (OCS 9.12, 9.12b)."""
    asks = draft.state.asks
    if not asks or not isinstance(asks[-1], Retreat):
        return
    decision = draft.answered()
    assert isinstance(decision, Retreat)
    left = []
    for id_ in decision.units:
        unit = draft.state.units[id_]
        if not unit.on_map:
            continue
        counter = draft.world.counters[id_]
        if counter.combat.ma == 0 and counter.move.ma == 0:
            eliminate(draft, id_, "retreat", "OCS 9.12b")
        elif not ways(draft.world, draft.state, decision, (id_,)):
            eliminate(draft, id_, "retreat", "OCS 9.12")
        else:
            left.append(id_)
    if left:
        draft.ask(evolve(decision, units=tuple(left)))


def tagalongs(world: World, state: OcsState, decision: Retreat) -> tuple[str, ...]:
    """Bystanders and Organic Trucks in the hexes that may join the retreat (OCS 9.12d)."""
    hexes = {state.units[i].hex for i in decision.units}
    return tuple(
        u.id for h in sorted(hexes) for u in at(state, h)
        if u.id not in decision.units and world.counters[u.id].side == decision.side
        and (world.counters[u.id].fighting or world.counters[u.id].type == ORGANIC)
    )


def check_retreat(world: World, state: OcsState, command: RetreatVia) -> Refusal | None:
    """The way is open to every unit and ends at the exact distance (OCS 9.12)."""
    decision = state.asks[-1]
    assert isinstance(decision, Retreat)
    ids = movement.ids_of(world, command.units)
    allowed = set(decision.units) | set(tagalongs(world, state, decision))
    if len(set(ids)) != len(ids) or not set(ids) <= allowed:
        return Refusal("OCS 9.12", "name units that retreat")
    if not set(ids) & set(decision.units):
        return Refusal("OCS 9.12d", "others join a retreat, they do not make one")
    if len({state.units[i].hex for i in ids}) != 1:
        return Refusal("OCS 9.12c", "units that retreat together stand in one hex")
    path = tuple(world.board.at(h) for h in command.via)
    start = state.units[ids[0]].hex
    if not path or world.board.distance(start, path[-1]) != decision.length:
        return Refusal("OCS 9.12", f"the retreat ends {decision.length} hexes away")
    if not _open_way(world, state, decision, ids, path):
        return Refusal("OCS 9.12", "that way is not open to these units")
    return None


def _open_way(
    world: World, state: OcsState, decision: Retreat, ids: tuple[str, ...], path: tuple[int, ...]
) -> bool:
    """Whether each step of a way can be made, never back through where it began (OCS 9.12)."""
    start = here = state.units[ids[0]].hex
    barred = barred_hexes(state, decision)
    if start in path or len(set(path)) != len(path):
        return False
    if len(path) > decision.length + DETOUR and len(path) > max(
        (len(way.hexes) for way in ways(world, state, decision, ids)), default=0
    ):
        return False
    for b in path:
        if not world.board.adjacent(here, b) or not all(
            step_open(world, state, state.units[i], here, b, barred) for i in ids
        ):
            return False
        here = b
    return True


def toll(
    world: World, state: OcsState, side: str, ids: tuple[str, ...], path: Sequence[int]
) -> int:
    """Steps that a way costs: one for each enemy ZOC entered by units DG before it (9.12a, e)."""
    disorganized = any(state.units[i].marker == DG for i in ids)
    steps = 0
    for number, hex_ in enumerate(path, start=1):
        zone = in_ezoc(world, state, side, hex_)
        steps += zone and disorganized
        disorganized = disorganized or zone or number >= DG_AT
    return steps


def do_retreat(draft: Draft, command: RetreatVia) -> None:
    """Move the units back hex by hex, with Disorganization and losses (OCS 9.12a, e)."""
    decision = draft.answered()
    assert isinstance(decision, Retreat)
    ids = movement.ids_of(draft.world, command.units)
    left = tuple(i for i in decision.units if i not in ids)
    if left:
        draft.ask(evolve(decision, units=left))
    put(draft, *(unit_ready(draft.world, draft.state.units[i]) for i in ids))
    names, *via = ", ".join(draft.world.name(i) for i in ids), *command.via[:-1]
    by = f" via {' '.join(via)}" if via else ""
    draft.log("retreat", f"{names} retreat{'s' * (len(ids) == 1)}{by} to {command.via[-1]}",
              hex=command.via[-1], rule="OCS 9.12", side=decision.side)
    for n, number in enumerate(command.via, start=1):
        _step(draft, decision.side, ids, draft.world.board.at(number), n)


def _step(draft: Draft, side: str, ids: tuple[str, ...], hex_: int, number: int) -> None:
    alive = tuple(i for i in ids if draft.state.units[i].on_map)
    if not alive:
        return
    before = tuple(i for i in alive if draft.state.units[i].marker == DG)
    movement.step_into(draft, alive, hex_)
    if in_ezoc(draft.world, draft.state, side, hex_):
        modes.disorganize(draft, hex_, "OCS 9.12e")
        if before:
            losses.demand(draft, Losses(side, before, 1, spread=False, rule="OCS 9.12e",
                                        how="retreat"))
    elif number >= DG_AT:
        modes.disorganize(draft, hex_, "OCS 9.12a")


def offer_retreats(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every destination, for each stack whole, each unit alone, and all who may come along."""
    decision = state.asks[-1]
    assert isinstance(decision, Retreat)
    stacks: dict[int, list[str]] = {}
    for id_ in decision.units:
        stacks.setdefault(state.units[id_].hex, []).append(id_)
    for ids in stacks.values():
        groups: list[tuple[str, ...]] = [tuple(ids)]
        if len(ids) > 1:
            groups += [(i,) for i in ids]
        others = [i for i in tagalongs(world, state, decision)
                  if state.units[i].hex == state.units[ids[0]].hex]
        if others:
            groups.append((*ids, *others))
        for group in groups:
            names = tuple(world.name(i) for i in group)
            if actor and actor not in names:
                continue
            for way in ways(world, state, decision, group):
                yield RetreatVia(names, tuple(world.board.id(h) for h in way.hexes))


HANDLERS = {RetreatVia: Handler(check_retreat, do_retreat, decisions=(Retreat,))}
OFFERS = {Retreat: offer_retreats}
