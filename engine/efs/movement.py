"""Ground movement (BSR 10): stacks move, split and stop; see `routes` for ways and prices."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import headquarters, reaction
from engine.efs.allowance import MOVING_STEPS, movers
from engine.efs.allowance import left as left
from engine.efs.commands import Move, MoveVia
from engine.efs.control import claim_around, sweep
from engine.efs.handlers import Handler
from engine.efs.pieces import BUSY, ENGINEER_TYPES, STRATEGIC, marked
from engine.efs.removal import put
from engine.efs.routes import ORDINARY as ORDINARY
from engine.efs.routes import Party as Party
from engine.efs.routes import Reach as Reach
from engine.efs.routes import Ways as Ways
from engine.efs.routes import cost_of_way as cost_of_way
from engine.efs.routes import crossing, depths
from engine.efs.routes import ids_of as ids_of
from engine.efs.routes import party as party
from engine.efs.routes import prohibited as prohibited
from engine.efs.routes import reach as reach
from engine.efs.routes import step_problem as step_problem
from engine.efs.routes import why_out_of_reach as why_out_of_reach
from engine.efs.sequence import REACT, SEQUENCE, other
from engine.efs.state import EfsState
from engine.efs.terrain import show
from engine.efs.works import trample
from engine.efs.world import Draft, World
from engine.efs.zoc import in_zoc

# ---------------------------------------------------------------- moving (10.4)


def check_move(world: World, state: EfsState, command: Move) -> Refusal | None:
    """The stack may move and can reach the hex (BSR 10.4)."""
    who = party(world, state, ids_of(world, command.units))
    if isinstance(who, Refusal):
        return who
    target = world.board.at(command.to)
    if target in reach(world, state, who).ways:
        return None
    return why_out_of_reach(world, state, who, target)


def check_via(world: World, state: EfsState, command: MoveVia) -> Refusal | None:
    """Each step of the named way is allowed and can be paid (BSR 10.4)."""
    who = party(world, state, ids_of(world, command.units))
    if isinstance(who, Refusal):
        return who
    bill = cost_of_way(world, state, who, tuple(world.board.at(h) for h in command.via))
    return bill if isinstance(bill, Refusal) else None


def do_move(draft: Draft, command: Move) -> None:
    """Move by the cheapest way."""
    who = party(draft.world, draft.state, ids_of(draft.world, command.units))
    assert isinstance(who, Party)
    walk(draft, who, reach(draft.world, draft.state, who).ways[draft.world.board.at(command.to)])


def do_via(draft: Draft, command: MoveVia) -> None:
    """Move along the named hexes."""
    who = party(draft.world, draft.state, ids_of(draft.world, command.units))
    assert isinstance(who, Party)
    walk(draft, who, tuple(draft.world.board.at(h) for h in command.via))


def walk(draft: Draft, who: Party, way: tuple[int, ...]) -> None:
    """Carry a stack along a way that has been checked, and pay for it (BSR 10.4, 10.65)."""
    bill = cost_of_way(draft.world, draft.state, who, way)
    assert not isinstance(bill, Refusal)
    begin(draft, who.units, march=who.ways.roads_only)
    stops = in_zoc(draft.world, draft.state, way[-1], other(who.side))
    crossed = len(way) == 1 and crossing(draft.world, draft.state, who, who.hex, way[0])
    arrive(draft, who.units, who.side, way, tuple(b[0] for b in bill), tuple(b[1] for b in bill),
           stops or crossed)
    board = draft.world.board
    names = ", ".join(draft.world.name(i) for i in who.units)
    costs = sorted({b[0] for b in bill})
    paid = " or ".join(show(c) for c in costs)
    via = f" by {' '.join(board.id(h) for h in way[:-1])}" if len(way) > 1 else ""
    stopped = ", enters an enemy ZOC" if stops else ""
    how = " by strategic movement" if who.ways.roads_only else ""
    draft.log(
        "move", f"{names}: {board.id(who.hex)} to {board.label(way[-1])}{via}, {paid} MP"
        f"{how}{stopped}",
        hex=board.id(way[-1]), rule=who.ways.rule, side=who.side,
    )


def begin(draft: Draft, ids: tuple[str, ...], *, march: bool = False) -> None:
    """Units begin to move; the stack that moved before has finished (BSR 10.52, 10.53)."""
    units = [draft.state.units[i] for i in ids]
    if all(u.started for u in units):
        if march:
            put(draft, *(marked(u, *_march_marks(draft.world, u.id)) for u in units))
        _go_on(draft, ids)
        return
    for unit in units:
        headquarters.count_begun(draft, unit)
        if SEQUENCE[draft.state.step].key == REACT:
            reaction.pay(draft, unit)
    fresh = [evolve(draft.state.units[i], started=True) for i in ids]
    put(draft, *(marked(u, *_march_marks(draft.world, u.id)) if march else u for u in fresh))
    draft.update(moving=tuple(ids), split=())


def _go_on(draft: Draft, ids: tuple[str, ...]) -> None:
    """Part of a moving stack goes on; what split off from it before has finished (BSR 10.53.s1).

    A part that split off may split again: each time it takes its units one level deeper.
    """
    depth = depths(draft.state)
    here = depth[ids[0]]
    moving = tuple(i for i in draft.state.moving if depth[i] <= here)
    split = tuple(i for i in draft.state.split if i in moving)
    whole = set(ids) == {i for i in moving if depth[i] == here}
    draft.update(moving=moving, split=split if whole else (*split, *ids))


def _march_marks(world: World, id_: str) -> tuple[str, ...]:
    """Strategic movement, which also keeps an engineer from building (BSR 23.11)."""
    engineer = world.counters[id_].type in ENGINEER_TYPES
    return (STRATEGIC, BUSY) if engineer else (STRATEGIC,)


def arrive(
    draft: Draft, ids: tuple[str, ...], side: str, way: tuple[int, ...],
    costs: tuple[int, ...], owed: tuple[int, ...], stops: bool,
) -> None:
    """Put moved units into the last hex of their way, with control and captures on the road."""
    start = draft.state.units[ids[0]].hex
    for hex_ in way:
        trample(draft, ids, side, hex_)
    put(draft, *(
        evolve(draft.state.units[i], hex=way[-1], spent=draft.state.units[i].spent + cost,
               surcharge=due, done=stops)
        for i, cost, due in zip(ids, costs, owed, strict=True)
    ))
    sweep(draft, side, ids, way)
    if start >= 0:
        claim_around(draft, start)


def stacks(world: World, state: EfsState, actor: str = "") -> Iterator[tuple[str, ...]]:
    """Single units, then whole stacks of units that may move together, in set-up order."""
    by_hex: dict[tuple[int, bool], list[str]] = {}
    for unit in movers(world, state):
        by_hex.setdefault((unit.hex, unit.started), []).append(unit.id)
    wanted = world.unit_id(actor) if actor else ""
    for ids in by_hex.values():
        for id_ in ids:
            if not wanted or id_ == wanted:
                yield (id_,)
        if len(ids) > 1 and (not wanted or wanted in ids):
            yield tuple(ids)


def offer_moves(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every move of a unit or a whole stack, cheapest ways, near hexes first by number."""
    for ids in stacks(world, state, actor):
        who = party(world, state, ids)
        if isinstance(who, Refusal):
            continue
        names = tuple(world.name(i) for i in ids)
        for hex_ in sorted(reach(world, state, who).left):
            yield Move(names, world.board.id(hex_))


HANDLERS = {
    Move: Handler(check_move, do_move, steps=MOVING_STEPS),
    MoveVia: Handler(check_via, do_via, steps=MOVING_STEPS),
}
