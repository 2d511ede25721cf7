"""Ground movement (OCS 6): stacks on the move, where they can go, what each unit pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import capture, fuel, gauge, simulcast
from engine.ocs.charts import ALL, PROHIBITED
from engine.ocs.commands import Halt, Move, MoveVia
from engine.ocs.losses import put
from engine.ocs.modes import allowance, left
from engine.ocs.pieces import MP, TRUCK, Unit
from engine.ocs.reach import Party, costs, pay, reach, step_problem
from engine.ocs.sequence import MOVING, acting, key, other
from engine.ocs.sizes import holder, mine
from engine.ocs.state import OcsState
from engine.ocs.terrain import mobility_of
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc, stopped


def ids_of(world: World, names: Iterable[str]) -> tuple[str, ...]:
    """The ids of units named in a command. Raises BadCommand for an unknown name."""
    return tuple(world.unit_id(name) for name in names)


def show(eighths: int) -> str:
    """Eighths of an MP as a player writes them."""
    return f"{eighths / MP:g}"


# ---------------------------------------------------------------- who may move (6.3, 7.0, 11.0)


def may_move(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Why the unit cannot move now, fuel aside, or None (OCS 6.3a, 5.2b)."""
    counter = world.counters[unit.id]
    name = counter.name
    if key(state) not in MOVING:
        return Refusal("OCS 6.3a", "this is not a movement segment")
    if counter.side != acting(state):
        return Refusal("OCS 6.3a", f"{name} is not yours to move now")
    if not unit.on_map:
        return Refusal("OCS 6.3a", f"{name} is not on the map")
    if unit.finished or (unit.moved and unit.id not in state.moving):
        return Refusal("OCS 6.1g", f"{name} has finished its move in this phase")
    if unit.working:
        return Refusal("OCS 13.8d", f"{name} works in this phase and does not move")
    if counter.rail_only:
        return Refusal("TTW 1.6b", f"{name} moves by rail only")
    if held(world, state, unit):
        return Refusal("OCS 4.5a", f"an enemy ZOC stops {name} in {world.board.id(unit.hex)}")
    if allowance(world, state, unit) <= 0:
        if key(state) != "movement":
            return Refusal("OCS 7.0a" if key(state) == "react" else "OCS 11.0a",
                           f"{name} is neither a released Reserve nor in Exploitation")
        return Refusal("OCS 6.1b", f"{name} has no Movement Allowance in its mode")
    return world.hooks.may_move(world, state, unit)


def held(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a Truck unit has entered an enemy ZOC that nobody negates (OCS 4.5a A).

    A friend that moves no more frees it (4.5b), an Overrun too; so it is not said once and
    for all as it enters. Where it began the phase it is free to leave.
    """
    return (
        unit.moved and not unit.overran and mobility_of(world, unit) == TRUCK
        and stopped(world, state, world.counters[unit.id].side, unit.hex)
    )


# ---------------------------------------------------------------- a stack on the move (6.1)


def party(world: World, state: OcsState, ids: tuple[str, ...]) -> Party | Refusal:
    """The named units as one moving stack, or why they cannot move together now (OCS 6.1)."""
    if len(set(ids)) != len(ids):
        return Refusal("OCS 6.1", "a unit is named twice")
    units = [state.units[i] for i in ids]
    for unit in units:
        problem = may_move(world, state, unit)
        if problem is not None:
            return problem
    if len({u.hex for u in units}) != 1:
        return Refusal("OCS 6.1", "units that move together stand in one hex")
    if len({u.moved for u in units}) != 1:
        return Refusal("OCS 6.1g", "a moving stack does not pick up units")
    for unit in units:
        problem = fuel.problem(world, state, unit)
        if problem is not None:
            return problem
    return Party(
        ids, units[0].hex, world.counters[ids[0]].side,
        tuple(mobility_of(world, u) for u in units),
        tuple(left(world, state, u) for u in units),
        tuple(u.spent == 0 and not u.moved for u in units),
    )


# ---------------------------------------------------------------- the commands


def bill(
    world: World, state: OcsState, who: Party, way: tuple[int, ...]
) -> tuple[int, ...] | Refusal:
    """What each unit has left after a named way, or the first reason why not (OCS 6.1a)."""
    rest, a = who.left, who.hex
    for i, b in enumerate(way):
        if not world.board.adjacent(a, b):
            return Refusal("OCS 6.1", f"{world.board.id(b)} is not next to {world.board.id(a)}")
        problem = step_problem(world, state, who, a, b)
        if problem is not None:
            return problem
        prices = costs(world, state, who, a, b)
        after = pay(who, rest, prices, first=i == 0)
        if after is None:
            return _cannot_pay(world, who, rest, prices, b)
        rest, a = after, b
    return rest


def _cannot_pay(
    world: World, who: Party, rest: tuple[int, ...], prices: tuple[int, ...], b: int
) -> Refusal:
    number = world.board.id(b)
    for id_, have, price in zip(who.units, rest, prices, strict=True):
        name = world.name(id_)
        if price == PROHIBITED:
            return Refusal("OCS 6.2c", f"{number} is closed to {name}, there or back")
        if price == ALL:
            return Refusal("OCS 6.1c", f"{number} takes the whole allowance of {name}")
        if price > have:
            return Refusal("OCS 6.1b", f"{name} needs {show(price)} MP and has {show(have)}")
    return Refusal("OCS 6.1b", f"{number} is out of reach")


def check_move(world: World, state: OcsState, command: Move) -> Refusal | None:
    """The stack may move and can reach the hex (OCS 6.1)."""
    who = party(world, state, ids_of(world, command.units))
    if isinstance(who, Refusal):
        return who
    target = world.board.at(command.to)
    if target in reach(world, state, who).left:
        return None
    return why_not(world, state, who, target)


def why_not(world: World, state: OcsState, who: Party, target: int) -> Refusal:
    """The reason that a player should hear for a hex out of reach."""
    number = world.board.id(target)
    if target == who.hex:
        return Refusal("OCS 6.1", f"the stack is already in {number}")
    if holder(world, state, target) == other(who.side):
        return Refusal("OCS 4.8c", f"{number} holds an enemy combat unit")
    if world.board.adjacent(who.hex, target):
        found = bill(world, state, who, (target,))
        if isinstance(found, Refusal):
            return found
    return simulcast.stop_problem(world, state, who.units, target) or Refusal(
        "OCS 6.1b", f"no way to {number} with {show(who.limit)} MP")


def check_via(world: World, state: OcsState, command: MoveVia) -> Refusal | None:
    """Each step of the named way is allowed and can be paid (OCS 6.1)."""
    who = party(world, state, ids_of(world, command.units))
    if isinstance(who, Refusal):
        return who
    way = tuple(world.board.at(h) for h in command.via)
    found = bill(world, state, who, way)
    if isinstance(found, Refusal):
        return found
    return simulcast.stop_problem(world, state, who.units, way[-1])


def do_move(draft: Draft, command: Move) -> None:
    """Move by the cheapest way."""
    who = party(draft.world, draft.state, ids_of(draft.world, command.units))
    assert isinstance(who, Party)
    target = draft.world.board.at(command.to)
    walk(draft, who, reach(draft.world, draft.state, who).way(target))


def do_via(draft: Draft, command: MoveVia) -> None:
    """Move along the named hexes."""
    who = party(draft.world, draft.state, ids_of(draft.world, command.units))
    assert isinstance(who, Party)
    walk(draft, who, tuple(draft.world.board.at(h) for h in command.via))


def begin(draft: Draft, ids: tuple[str, ...]) -> None:
    """Units begin to move, or go on without some that they drop (OCS 6.1f).

    Those that moved before, or with them so far, have finished (6.1g).
    """
    if set(ids) == set(draft.state.moving):
        return
    if not set(ids) <= set(draft.state.moving):
        fuel.begin_move(draft, ids)
    done = [
        evolve(u, finished=True) for i in draft.state.moving
        if (u := draft.state.units[i]).on_map and i not in ids
    ]
    put(draft, *done, *(
        evolve(draft.state.units[i], moved=True, began=draft.state.units[i].hex)
        if not draft.state.units[i].moved else draft.state.units[i]
        for i in ids
    ))
    draft.update(moving=ids)


def walk(draft: Draft, who: Party, way: tuple[int, ...]) -> None:
    """Carry a stack along a checked way: pay, take control, capture (OCS 6.1, 9.14)."""
    world = draft.world
    rest = bill(world, draft.state, who, way)
    assert not isinstance(rest, Refusal)
    begin(draft, who.units)
    paid = tuple(a - b for a, b in zip(who.left, rest, strict=True))
    put(draft, *(
        evolve(draft.state.units[i], spent=draft.state.units[i].spent + cost, overran=False)
        for i, cost in zip(who.units, paid, strict=True)
    ))
    for hex_ in way:
        step_into(draft, who.units, hex_)
    board = world.board
    names = ", ".join(world.name(i) for i in who.units)
    cost = " or ".join(show(c) for c in sorted(set(paid)))
    draft.log("move", f"{names}: {board.id(who.hex)} to {board.label(way[-1])}, {cost} MP",
              hex=board.id(way[-1]), rule="OCS 6.1", side=who.side)


def step_into(
    draft: Draft, ids: tuple[str, ...], hex_: int, *, advance: bool = False
) -> None:
    """Put moving units into a hex; what stands there without defenders is taken (OCS 9.14)."""
    alive = tuple(i for i in ids if draft.state.units[i].on_map)
    start = draft.state.units[alive[0]].hex if alive else hex_
    put(draft, *(evolve(draft.state.units[i], hex=hex_) for i in alive))
    draft.world.hooks.stepped(draft, alive, start, hex_)
    if any(draft.world.counters[i].fighting for i in alive):
        take_control(draft, draft.world.counters[ids[0]].side, hex_)
    capture.enter(draft, alive, hex_, advance=advance)
    gauge.convert(draft, alive, hex_)
    draft.world.hooks.hex_entered(draft, alive, hex_)


def take_control(draft: Draft, side: str, hex_: int) -> None:
    """The last side to move a combat unit through a hex controls it (OCS 4.x, 13.3h; TTW 5.0a)."""
    if hex_ in draft.state.rail_control:
        left = {h: s for h, s in draft.state.rail_control.items() if h != hex_}
        draft.update(rail_control=left)
    if draft.state.control.get(hex_) == side:
        return
    draft.update(control={**draft.state.control, hex_: side})
    here = draft.world.board.hexes[hex_]
    if here.place:
        draft.log("control", f"{side.capitalize()} takes {here.id} {here.place}", hex=here.id,
                  rule="OCS 13.3h", side=side)


def pause(draft: Draft) -> None:
    """Something else is done, such as a mission: units on the move have finished (OCS 6.1g)."""
    put(draft, *(
        evolve(u, finished=True) for i in draft.state.moving
        if (u := draft.state.units[i]).on_map
    ))
    draft.update(moving=())


def check_halt(world: World, state: OcsState, command: Halt) -> Refusal | None:
    """Units of the moving side give their word to spend no more MPs (OCS 4.5b)."""
    for id_ in ids_of(world, command.units):
        unit = state.units[id_]
        if world.counters[id_].side != acting(state) or not unit.on_map:
            return Refusal("OCS 4.5b", f"{world.name(id_)} is not yours to order now")
        if unit.finished:
            return Refusal("OCS 4.5b", f"{world.name(id_)} has finished already")
    return None


def do_halt(draft: Draft, command: Halt) -> None:
    """They negate enemy ZOCs in their hex from now on (OCS 4.5b)."""
    ids = ids_of(draft.world, command.units)
    put(draft, *(evolve(draft.state.units[i], finished=True, moved=True) for i in ids))
    draft.update(moving=tuple(i for i in draft.state.moving if i not in ids))
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("move", f"{names} will not move on", rule="OCS 4.5b", side=acting(draft.state))


# ---------------------------------------------------------------- enumeration


def movers(world: World, state: OcsState) -> tuple[Unit, ...]:
    """Units that may move now, fuel aside."""
    found: tuple[Unit, ...] | None = state.memo.get("movers")
    if found is None:
        found = tuple(
            u for u in mine(world, state) if may_move(world, state, u) is None
        )
        state.memo["movers"] = found
    return found


def stacks(world: World, state: OcsState, actor: str = "") -> Iterator[tuple[str, ...]]:
    """Single units, then all that may move together from a hex, in set-up order."""
    by_hex: dict[tuple[int, bool], list[str]] = {}
    for unit in movers(world, state):
        if fuel.problem(world, state, unit) is None:
            by_hex.setdefault((unit.hex, unit.moved), []).append(unit.id)
    wanted = world.unit_id(actor) if actor else ""
    for ids in by_hex.values():
        for id_ in ids:
            if not wanted or id_ == wanted:
                yield (id_,)
        if len(ids) > 1 and (not wanted or wanted in ids):
            yield tuple(ids)


def offer_moves(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every move of a unit or whole stack."""
    for ids in stacks(world, state, actor):
        who = party(world, state, ids)
        if isinstance(who, Refusal):
            continue
        names = tuple(world.name(i) for i in ids)
        for hex_ in sorted(reach(world, state, who).left):
            yield Move(names, world.board.id(hex_))


def offer_halts(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Combat units that could still move and may negate the enemy ZOC they are in (OCS 4.5b)."""
    for unit in movers(world, state):
        counter = world.counters[unit.id]
        if actor in ("", counter.name) and counter.fighting and in_ezoc(
            world, state, counter.side, unit.hex
        ):
            yield Halt((counter.name,))


HANDLERS = {
    Move: Handler(check_move, do_move, steps=MOVING),
    MoveVia: Handler(check_via, do_via, steps=MOVING),
    Halt: Handler(check_halt, do_halt, steps=MOVING),
}
