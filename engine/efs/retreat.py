"""Retreats after combat and Overrun (BSR 16.4, 11.43j): which ways are open and what they cost."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.efs import control, headquarters, losses, stacking
from engine.efs.charts import PROHIBITED
from engine.efs.commands import Abandon, RetreatVia
from engine.efs.decisions import Lose, Retreat
from engine.efs.handlers import Handler
from engine.efs.pieces import CADRE, ELIMINATED, SET_ASIDE, Counter, Unit
from engine.efs.reaction import defender_hexes
from engine.efs.removal import put, remove
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.steps import face, steps_left
from engine.efs.terrain import (
    FOOT,
    bridged,
    leaves_swamp_badly,
    off_road,
    on_road,
    profile,
)
from engine.efs.weather import lingering_mud
from engine.efs.works import trample
from engine.efs.world import Draft, World
from engine.efs.zoc import holder, in_zoc

SAFE, RISK, LOST = "safe", "risk", "lost"
"""A way without danger; one through a vacant enemy ZOC hex (16.46); one to the Cadre Box."""
OVERSTACK = "BSR 16.47.s1"


@frozen
class Way:
    """One way to retreat."""

    hexes: tuple[int, ...]
    fate: str
    rule: str = "BSR 16.4"


# ---------------------------------------------------------------- one step back


def passable(world: World, state: EfsState, counter: Counter, a: int, b: int) -> bool:
    """Whether terrain lets a unit retreat from `a` into `b` (BSR 16.42b, 16.43)."""
    side = world.board.side(a, b)
    if counter.ma_class == "green":
        roads = "road.motorway" in side or "road.main" in side
        fair = state.weather == "dry" and not lingering_mud(state)
        return roads or ("road.minor" in side and fair)
    if counter.ma_class == "rail":
        return "rail" in side
    if counter.ma_class == "blue":
        if {"snow", "arctic"} & set(state.rolled):
            return False  # 23.34c
        return bool(side & {"canal", "major_river", "lake", "sea"})
    wide = "major_river" in side or "lake" in side
    if wide and not state.frozen and not bridged(state, a, b, side):
        return False  # 16.43d
    if "sea" in side:
        return False
    kind = profile(counter)
    if leaves_swamp_badly(world, state, kind, a, side):
        return False
    by_way = on_road(side) or "rail" in side
    if kind != FOOT and "swamp" in world.board.hexes[b].terrain and by_way:
        return True
    return off_road(world, state, kind, b) != PROHIBITED


def _free(world: World, state: EfsState, ids: tuple[str, ...], a: int, b: int, foe: str) -> bool:
    if holder(world, state, b) == foe:
        return False
    return all(passable(world, state, world.counters[i], a, b) for i in ids)


def _vacant_zoc(world: World, state: EfsState, owner: str, hex_: int) -> bool:
    """A hex in an enemy ZOC without a friendly combat unit; a friendly ZOC is no help (16.44)."""
    return in_zoc(world, state, hex_, other(owner)) and holder(world, state, hex_) != owner


def _bad_end(world: World, state: EfsState, owner: str, hex_: int) -> bool:
    """A friendly-occupied hex in an enemy ZOC, or one under a Declared Attack (BSR 16.44)."""
    return in_zoc(world, state, hex_, other(owner)) or hex_ in defender_hexes(state)


# ---------------------------------------------------------------- ways


def ways(world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...]) -> list[Way]:
    """Every way open to these units, which stand together, in a stable order (BSR 16.4).

    Ways that end in the Cadre Box are open only where there is no other, and so are ways
    made longer by overstacking (16.47); the enemy may lead units into danger only where no
    safe way is left (16.41b.1).
    """
    start = state.units[ids[0]].hex
    found: list[Way] = []
    for path in _paths(world, state, decision, ids, (), start, decision.length):
        found.extend(_endings(world, state, decision, ids, path))
    found = [w for w in found if w.fate != LOST] or found
    found = [w for w in found if w.rule != OVERSTACK] or found
    safe = [w for w in found if w.fate == SAFE]
    return safe if decision.side != decision.owner and safe else found


def farther(world: World, decision: Retreat, a: int, b: int) -> bool:
    """Whether a step leads away from every Defender Hex (BSR 16.4)."""
    far = world.board.distance
    origins = (decision.origin, *decision.away)
    return min(far(b, o) for o in origins) > min(far(a, o) for o in origins)


def _paths(
    world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...],
    path: tuple[int, ...], here: int, more: int,
) -> Iterator[tuple[int, ...]]:
    """Paths of the required length, each hex farther from where the retreat began (BSR 16.4)."""
    if more == 0:
        yield path
        return
    board, owner = world.board, decision.owner
    for b in board.neighbors(here):
        if not farther(world, decision, here, b):
            continue
        if not _free(world, state, ids, here, b, other(owner)):
            continue
        if _vacant_zoc(world, state, owner, b):
            alone = not any(world.counters[i].combat for i in ids)
            barred = decision.additional or decision.overrun or alone  # 16.41b.2, 11.43j, 6.82.s3
            if barred or any(_vacant_zoc(world, state, owner, h) for h in path):
                continue  # 16.45, 16.46: one such hex at most
        yield from _paths(world, state, decision, ids, (*path, b), b, more - 1)


def _endings(
    world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...], path: tuple[int, ...]
) -> Iterator[Way]:
    """How a path ends: there, or one hex on where it may not stop (BSR 16.44, 16.47)."""
    owner, end = decision.owner, path[-1]
    if _vacant_zoc(world, state, owner, end):
        return  # 16.44: no retreat ends in a vacant hex in an enemy ZOC
    risk = any(_vacant_zoc(world, state, owner, h) for h in path)
    fate = RISK if risk else SAFE
    bad = _bad_end(world, state, owner, end)
    full = not stacking.room(world, state, end, ids)
    if not bad and not full:
        yield Way(path, fate)
        return
    rule = "BSR 16.44.s1" if bad else OVERSTACK
    beyond = list(_paths(world, state, decision, ids, path, end, 1))
    for longer in beyond:
        worse = _bad_end(world, state, owner, longer[-1])
        still_full = not stacking.room(world, state, longer[-1], ids)
        yield Way(longer, LOST if worse or still_full else fate, rule)
    if not beyond:
        yield Way(path, LOST, rule)


def _lengths(
    world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...]
) -> Iterator[set[int]]:
    """What units could reach hex by hex if no ZOC were in their way, their own hex first."""
    reach = {state.units[ids[0]].hex}
    for _ in range(decision.length):
        yield reach
        reach = {
            b for a in reach for b in world.board.neighbors(a)
            if _free(world, state, ids, a, b, other(decision.owner))
            and farther(world, decision, a, b)
        }
    yield reach


def edge_open(world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...]) -> bool:
    """True where units without a way on the map would be driven off its edge (BSR 16.42c)."""
    *before, _ = _lengths(world, state, decision, ids)
    return any(world.board.hexes[h].edge for reach in before for h in reach)


def only_zocs_bar(world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...]) -> bool:
    """True for units without a way that terrain and enemy units leave one (BSR 11.43j.s2)."""
    *_, last = _lengths(world, state, decision, ids)
    return bool(last)


# ---------------------------------------------------------------- carrying it out


def demand(draft: Draft, decision: Retreat) -> None:
    """Ask for a retreat; units that cannot retreat at all go first (BSR 16.42)."""
    movable = []
    for id_ in decision.units:
        unit = draft.state.units[id_]
        if not unit.on_map:
            continue
        if cannot_retreat(draft.world, unit):
            counter = draft.world.counters[id_]
            if counter.type == "bridge":
                continue  # 23.25: it stays until an enemy enters (see notes on EFS 16.42a)
            box = ELIMINATED if counter.combat else SET_ASIDE  # after an Overrun as well
            remove(draft, id_, box, "cannot retreat", "BSR 16.42a")
        else:
            movable.append(id_)
    if movable:
        _ask(draft, evolve(decision, units=tuple(movable)))


def cannot_retreat(world: World, unit: Unit) -> bool:
    """Units without a movement allowance, Supply Dumps and bridge units (BSR 16.42a)."""
    counter = world.counters[unit.id]
    if counter.type == "supply":
        return steps_left(world, unit) > 1  # a Dump; an MSU can retreat
    return counter.type in ("bridge", "base") or face(world, unit).ma == 0


def _ask(draft: Draft, decision: Retreat) -> None:
    """Ask for the next stack; what has no way is lost, and a single way is no choice."""
    units = [i for i in decision.units if draft.state.units[i].on_map]
    stuck = [i for i in units if _stuck(draft.world, draft.state, decision, i)]
    for id_ in stuck:
        _give_up(draft, decision, id_)
    units = [i for i in units if i not in stuck]
    if not units:
        return
    decision = evolve(decision, units=tuple(units))
    if len(units) == 1:
        only = ways(draft.world, draft.state, decision, (units[0],))
        if len(only) == 1:
            _go(draft, decision, (units[0],), only[0])
            return
    draft.ask(decision)


def _stuck(world: World, state: EfsState, decision: Retreat, id_: str) -> bool:
    """True for a unit without a way; a supply counter may have one only with others (6.82.s3)."""
    if ways(world, state, decision, (id_,)):
        return False
    if world.counters[id_].combat:
        return True
    return not any(
        world.counters[i].combat and state.units[i].hex == state.units[id_].hex
        and ways(world, state, decision, (i, id_))
        for i in decision.units
    )


def _give_up(draft: Draft, decision: Retreat, id_: str) -> None:
    """A unit that has no way back (BSR 16.42b, 16.42c, 16.45, 11.43j).

    The Cadre Box is for those whom an Overrun drives into a ZOC; the surrounded are eliminated.
    """
    if decision.overrun and only_zocs_bar(draft.world, draft.state, decision, (id_,)):
        remove(draft, id_, CADRE, "cannot retreat from the Overrun", "BSR 11.43j.s2")
    elif edge_open(draft.world, draft.state, decision, (id_,)):
        remove(draft, id_, CADRE, "is driven off the map", "BSR 16.42c")
    else:
        remove(draft, id_, ELIMINATED, "cannot retreat", "BSR 16.42b")


def _group(state: EfsState, decision: Retreat) -> list[tuple[str, ...]]:
    """The units that still retreat, by the hex they stand in."""
    stacks: dict[int, list[str]] = {}
    for id_ in decision.units:
        stacks.setdefault(state.units[id_].hex, []).append(id_)
    return [tuple(ids) for ids in stacks.values()]


def check_retreat(world: World, state: EfsState, command: RetreatVia) -> Refusal | None:
    """The way is open to every unit named, which stand together (BSR 16.4)."""
    decision = state.asks[-1]
    assert isinstance(decision, Retreat)
    ids = tuple(world.unit_id(name) for name in command.units)
    problem = _named(world, state, decision, ids)
    if problem is not None:
        return problem
    path = tuple(world.board.at(h) for h in command.via)
    if any(w.hexes == path for w in ways(world, state, decision, ids)):
        return None
    return _why_not(world, state, decision, ids, path)


def _named(
    world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...]
) -> Refusal | None:
    if len(set(ids)) != len(ids) or not set(ids) <= set(decision.units):
        left = ", ".join(world.name(i) for i in decision.units)
        return Refusal("BSR 16.4", f"these units still retreat: {left}")
    if len({state.units[i].hex for i in ids}) != 1:
        return Refusal("BSR 16.4", "units that retreat together stand in one hex")
    return None


def _why_not(
    world: World, state: EfsState, decision: Retreat, ids: tuple[str, ...], path: tuple[int, ...]
) -> Refusal:
    """The rule that closes a way which is not among those open."""
    board, owner = world.board, decision.owner
    hexes = (state.units[ids[0]].hex, *path)
    zoc_hexes = [h for h in path if _vacant_zoc(world, state, owner, h)]
    for a, b in zip(hexes, hexes[1:], strict=False):
        if not board.adjacent(a, b):
            return Refusal("BSR 16.4", f"{board.id(b)} is not next to {board.id(a)}")
        if holder(world, state, b) == other(owner):
            return Refusal("BSR 10.54", f"{board.id(b)} holds an enemy combat unit")
        if not all(passable(world, state, world.counters[i], a, b) for i in ids):
            return Refusal("BSR 16.43", f"terrain closes the way from {board.id(a)} to "
                           f"{board.id(b)}")
        if not farther(world, decision, a, b):
            return Refusal("BSR 16.4", f"{board.id(b)} is not farther from "
                           f"{board.id(decision.origin)}")
    if zoc_hexes and decision.additional:
        return Refusal("BSR 16.41b.2", "an Additional Retreat passes no vacant enemy ZOC hex")
    if zoc_hexes and decision.overrun:
        return Refusal("BSR 11.43j.s2", "a retreat from an Overrun passes no vacant enemy ZOC hex")
    if zoc_hexes and not any(world.counters[i].combat for i in ids):
        return Refusal("BSR 6.82.s3", "a supply counter enters an enemy ZOC only to a friend")
    if len(zoc_hexes) > 1:
        return Refusal("BSR 16.45", "no retreat through two vacant enemy ZOC hexes")
    if path and _vacant_zoc(world, state, owner, path[-1]):
        return Refusal("BSR 16.44", "no retreat ends in a vacant hex in an enemy ZOC")
    if len(path) >= decision.length and decision.side != decision.owner:
        return Refusal("BSR 16.41b.1", "a safe way is open, so the enemy must choose one")
    if len(path) < decision.length:
        return Refusal("BSR 16.4", f"the retreat is {decision.length} hexes long")
    return Refusal("BSR 16.47", "the retreat cannot end there")


def do_retreat(draft: Draft, command: RetreatVia) -> None:
    """Move the stack back and ask for the next (BSR 16.4)."""
    decision = draft.answered()
    assert isinstance(decision, Retreat)
    ids = tuple(draft.world.unit_id(name) for name in command.units)
    path = tuple(draft.world.board.at(h) for h in command.via)
    way = next(
        w for w in ways(draft.world, draft.state, decision, ids) if w.hexes == path
    )
    rest = evolve(decision, units=tuple(i for i in decision.units if i not in ids))
    if rest.units:
        draft.ask(rest)
    _go(draft, decision, ids, way)
    _refresh(draft)


def _refresh(draft: Draft) -> None:
    """After a stack has gone, look again at what is left: ways may have opened or closed."""
    asks = draft.state.asks
    if asks and isinstance(asks[-1], Retreat):
        decision = draft.answered()
        assert isinstance(decision, Retreat)
        _ask(draft, decision)


def _go(draft: Draft, decision: Retreat, ids: tuple[str, ...], way: Way) -> None:
    """Put retreating units at the end of their way and settle the dangers of it."""
    world, board = draft.world, draft.world.board
    start = draft.state.units[ids[0]].hex
    names = ", ".join(world.name(i) for i in ids)
    owner = decision.owner
    through = [h for h in way.hexes if _vacant_zoc(world, draft.state, owner, h)]
    if way.fate == LOST:
        for id_ in ids:
            remove(draft, id_, CADRE, "ends its retreat where it may not", way.rule)
        control.claim_around(draft, start)
        return
    for hex_ in way.hexes:
        trample(draft, ids, owner, hex_)
    put(draft, *(evolve(draft.state.units[i], hex=way.hexes[-1]) for i in ids))
    control.sweep(draft, owner, ids, way.hexes)
    control.claim_around(draft, start)
    path = " ".join(board.id(h) for h in way.hexes)
    draft.log("retreat", f"{names} retreat {path}", hex=board.id(way.hexes[-1]), rule=way.rule,
              side=owner)
    if through:
        _run_the_gauntlet(draft, ids, owner)


def _run_the_gauntlet(draft: Draft, ids: tuple[str, ...], owner: str) -> None:
    """A retreat through a vacant hex in an enemy ZOC: a step, then a roll for the rest (16.46).

    Supply counters are no steps (6.82.s2), but share what the roll brings.
    """
    world = draft.world
    for id_ in ids:
        headquarters.turn_nonop(draft, id_, "BSR 22.23c")
    steps = tuple(i for i in ids if world.counters[i].combat) or ids
    losses.demand(draft, Lose(owner, steps, 1, rule="BSR 16.46.1", gauntlet=ids))


def check_abandon(world: World, state: EfsState, command: Abandon) -> Refusal | None:
    """The owner may give up artillery rather than endanger a stack (note to BSR 16.46)."""
    decision = state.asks[-1]
    assert isinstance(decision, Retreat)
    ids = tuple(world.unit_id(name) for name in command.units)
    problem = _named(world, state, decision, ids)
    if problem is not None:
        return problem
    if decision.side != decision.owner:
        return Refusal("BSR 16.46.2.n1", "only the owner gives units up")
    for id_ in ids:
        if not world.counters[id_].artillery:
            return Refusal(
                "BSR 16.46.2.n1", f"only artillery is given up, not {world.name(id_)}"
            )
        stack = [i for i in decision.units if state.units[i].hex == state.units[id_].hex]
        if not any(w.fate == RISK for i in stack for w in ways(world, state, decision, (i,))):
            return Refusal("BSR 16.46.2.n1", f"{world.name(id_)} has no enemy ZOC to pass")
    return None


def do_abandon(draft: Draft, command: Abandon) -> None:
    """Put the units into the Eliminated Box (note to BSR 16.46)."""
    decision = draft.answered()
    assert isinstance(decision, Retreat)
    ids = tuple(draft.world.unit_id(name) for name in command.units)
    for id_ in ids:
        remove(draft, id_, ELIMINATED, "is abandoned", "BSR 16.46.2.n1")
    left = tuple(i for i in decision.units if i not in ids)
    if left:
        _ask(draft, evolve(decision, units=left))


def offer_retreats(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every way of every stack and unit, then artillery that may be given up."""
    decision = state.asks[-1]
    assert isinstance(decision, Retreat)
    board = world.board
    for stack in _group(state, decision):
        groups = [(i,) for i in stack] + ([stack] if len(stack) > 1 else [])
        for ids in groups:
            names = tuple(world.name(i) for i in ids)
            if actor and actor not in names:
                continue
            for way in ways(world, state, decision, ids):
                yield RetreatVia(names, tuple(board.id(h) for h in way.hexes))
    for id_ in decision.units:
        command = Abandon((world.name(id_),))
        if check_abandon(world, state, command) is None and (not actor or actor in command.units):
            yield command


HANDLERS = {
    RetreatVia: Handler(check_retreat, do_retreat, decisions=(Retreat,)),
    Abandon: Handler(check_abandon, do_abandon, decisions=(Retreat,)),
}
OFFERS = {Retreat: offer_retreats}
