"""Reinforcements (OCS 13.6) and the Reinforcement Phase (2.3-B): arrivals, returns, supply."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler, StepRule
from engine.ocs import air, consolidation, dumps, replacements
from engine.ocs.commands import Place, PlaceSupply
from engine.ocs.decisions import Delivery, Placement
from engine.ocs.losses import put
from engine.ocs.modes import turned
from engine.ocs.movement import ids_of, take_control
from engine.ocs.pieces import (
    ARRIVING,
    AWAY,
    MAP,
    ORGANIC,
    SP,
    Unit,
)
from engine.ocs.sequence import REINFORCE, acting, key, other
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Arrival, Draft, World

LOADED = "loaded"
"""The word that puts arriving supply aboard arriving transport (13.6c)."""


# ---------------------------------------------------------------- who is due


def group_of(world: World, id_: str) -> Arrival | None:
    """The group of the arrival schedule that brings a unit or air unit, or None."""
    return next((g for g in world.scenario.arrivals if id_ in g.units or id_ in g.air), None)


def due(world: World, state: OcsState, id_: str) -> bool:
    """Whether a unit may be placed now: its turn has come, or it is back from Breakout (12.8e)."""
    unit = state.units[id_]
    if unit.box == AWAY:
        return any(i == id_ and turn <= state.turn for turn, i in state.returning)
    if unit.box != ARRIVING:
        return False
    group = group_of(world, id_)
    return group is not None and group.turn <= state.turn


def waiting(world: World, state: OcsState, side: str) -> tuple[str, ...]:
    """Units of a side that are due and not yet placed, in set-up order."""
    memo_key = ("waiting", side)
    found: tuple[str, ...] | None = state.memo.get(memo_key)
    if found is None:
        found = state.memo[memo_key] = tuple(
            u.id for u in state.units.values()
            if world.counters[u.id].side == side and due(world, state, u.id)
        )
    return found


def waiting_air(world: World, state: OcsState, side: str) -> tuple[str, ...]:
    """Air units of a side that are due and not yet placed."""
    return tuple(
        a.id for a in state.air.values()
        if a.box == ARRIVING and world.aircraft[a.id].side == side
        and (group := group_of(world, a.id)) is not None and group.turn <= state.turn
    )


# ---------------------------------------------------------------- where (13.6, 13.6b)


def hexes_for(world: World, state: OcsState, id_: str) -> tuple[int, ...]:
    """Hexes where a unit may be placed (OCS 13.6; returns from a Breakout as the game says)."""
    unit = state.units[id_]
    side = world.counters[id_].side
    if unit.box == AWAY:
        found = replacements.homes(world, state, id_)
    else:
        group = group_of(world, id_)
        found = group_hexes(world, state, group, side) if group is not None else ()
    return tuple(h for h in found if holder(world, state, h) != other(side))


def group_hexes(world: World, state: OcsState, group: Arrival, side: str) -> tuple[int, ...]:
    """The entry hexes of a group, and those near its HQs (OCS 13.6, 13.6b)."""
    found: dict[int, None] = {}
    for number in group.hexes:
        found.setdefault(_open_entry(world, state, world.board.at(number), side))
    for name in group.near:
        place = world.hooks.arrival_place(world, state, name)
        if place is not None:
            found.update(dict.fromkeys(place))
            continue
        hq = state.units[world.unit_id(name)]
        if hq.on_map:
            found.update(dict.fromkeys(world.board.within(hq.hex, group.within)))
    return tuple(h for h in found if h != NOWHERE)


def _open_entry(world: World, state: OcsState, hex_: int, side: str) -> int:
    """The entry hex, or where enemies hold an edge hex the nearest open one (OCS 13.6b)."""
    foe, board = other(side), world.board
    if holder(world, state, hex_) != foe or not board.hexes[hex_].edge:
        return hex_
    open_ = [
        h for h, cell in enumerate(board.hexes)
        if cell.edge and holder(world, state, h) != foe and "sea" not in cell.terrain
    ]
    return min(open_, key=lambda h: (board.distance(h, hex_), h), default=NOWHERE)


# ---------------------------------------------------------------- placing units (13.6)


def _is_air(world: World, name: str) -> bool:
    return world.names.get(name.lower(), "") in world.aircraft


def check_place(world: World, state: OcsState, command: Place) -> Refusal | None:
    """Every named unit is due, may stand here and may take the mode (OCS 13.6, 13.6b)."""
    hex_ = world.board.at(command.at)
    if all(_is_air(world, name) for name in command.units):
        return _air_problem(world, state, command, hex_)
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        return Refusal("OCS 13.6", "a unit is named twice")
    for id_ in ids:
        problem = _place_problem(world, state, id_, hex_) or mode_problem(
            world, state, state.units[id_], hex_, command.mode
        )
        if problem is not None:
            return problem
    return None


def _air_problem(world: World, state: OcsState, command: Place, hex_: int) -> Refusal | None:
    """Each arrives now, at a base that has room for all of them (OCS 13.6, 13.6a)."""
    side = acting(state)
    for name in command.units:
        if world.air_id(name) not in waiting_air(world, state, side):
            return Refusal("OCS 13.6", f"{name} does not arrive now")
    if hex_ not in replacements.bases_of(world, state, side):
        return Refusal("OCS 13.6", f"{command.at} is no air base of yours with room")
    if len(command.units) > air.room(world, state, side, hex_):
        return Refusal("OCS 13.6a", f"{command.at} has no room for so many Active air units")
    return None


def _place_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    """Why a unit may not be placed in a hex now."""
    counter = world.counters[id_]
    asked = state.asks[-1] if state.asks else None
    if isinstance(asked, Placement):
        if id_ not in asked.units:
            return Refusal(asked.rule, f"{counter.name} is not to be placed now")
        allowed = asked.hexes
    elif counter.side != acting(state) or not due(world, state, id_):
        return Refusal("OCS 13.6", f"{counter.name} does not arrive now")
    else:
        allowed = hexes_for(world, state, id_)
    if hex_ not in allowed:
        shown = ", ".join(world.board.id(h) for h in allowed[:6]) or "nowhere now"
        return Refusal("OCS 13.6", f"{counter.name} may be placed in {shown}")
    return None


def mode_problem(
    world: World, state: OcsState, unit: Unit, hex_: int, mode: str
) -> Refusal | None:
    """Any voluntary mode, but neither Reserve nor Strat in an enemy ZOC (OCS 13.6b, 4.5a)."""
    if mode == LOADED:
        return _load_problem(world, state, unit, hex_)
    return replacements.arrival_mode_problem(world, state, unit.id, hex_, mode, "OCS 13.6b")


def _load_problem(world: World, state: OcsState, unit: Unit, hex_: int) -> Refusal | None:
    """Transport arrives loaded only with supply that arrives in the same place (OCS 13.6c)."""
    if not world.counters[unit.id].transport:
        return Refusal("OCS 13.6c", f"{world.name(unit.id)} carries no supply")
    dump = state.dumps.get(hex_)
    if dump is None or not dump.arrived or dump.owner != world.counters[unit.id].side:
        return Refusal("OCS 13.6c", f"no supply arrives in {world.board.id(hex_)}")
    return None


def do_place(draft: Draft, command: Place) -> None:
    """Put the units on the map; they may be overstacked there (OCS 13.6a)."""
    hex_ = draft.world.board.at(command.at)
    if all(_is_air(draft.world, name) for name in command.units):
        for name in command.units:
            _land(draft, draft.world.air_id(name), hex_)
        return
    ids = ids_of(draft.world, command.units)
    for id_ in ids:
        arrive(draft, id_, hex_, command.mode)
    asked = draft.state.asks[-1] if draft.state.asks else None
    if isinstance(asked, Placement):
        draft.answered()
        rest = tuple(i for i in asked.units if i not in ids)
        if rest:
            draft.ask(evolve(asked, units=rest))


def _land(draft: Draft, id_: str, hex_: int) -> None:
    """Aircraft arrive Active (OCS 13.6)."""
    air.put(draft, evolve(draft.state.air[id_], hex=hex_, box=MAP, active=True))
    world = draft.world
    draft.log("reinforcement", f"{world.name(id_)} arrives at {world.board.label(hex_)}",
              hex=world.board.id(hex_), rule="OCS 13.6", side=world.side(id_))


def arrive(draft: Draft, id_: str, hex_: int, mode: str = "") -> None:
    """Put one unit on the map in a mode; Organic Trucks come full (OCS 13.6b, c)."""
    world, counter = draft.world, draft.world.counters[id_]
    unit = evolve(draft.state.units[id_], hex=hex_, box=MAP, marker="", began=hex_, spent=0,
                  moved=False, finished=False)
    wanted = mode if mode not in ("", LOADED) else replacements.default_mode(world, id_)
    put(draft, turned(unit, wanted))
    if counter.type == ORGANIC:
        put(draft, evolve(draft.state.units[id_], load=counter.points * SP))
    elif mode == LOADED:
        _load(draft, id_, hex_)
    draft.update(
        arrived=draft.state.arrived | {id_},
        returning=tuple(entry for entry in draft.state.returning if entry[1] != id_),
    )
    if counter.fighting:
        take_control(draft, counter.side, hex_)
        world.hooks.hex_entered(draft, (id_,), hex_)
    full = f" with {dumps.show(counter.points * SP)}" if counter.type == ORGANIC else ""
    draft.log("reinforcement", f"{counter.name} arrives in {world.board.label(hex_)}{full}",
              hex=world.board.id(hex_), rule="OCS 13.6", side=counter.side)


def _load(draft: Draft, id_: str, hex_: int) -> None:
    counter, dump = draft.world.counters[id_], draft.state.dumps[hex_]
    aboard = min(counter.points * SP, dump.arrived)
    dumps.remove(draft, hex_, aboard)
    put(draft, evolve(draft.state.units[id_], load=aboard))


def offer_places(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Each waiting unit in each of its hexes, in its usual mode and in the others."""
    asked = state.asks[-1] if state.asks else None
    side = asked.side if asked is not None else acting(state)
    ids = asked.units if isinstance(asked, Placement) else waiting(world, state, side)
    for id_ in ids:
        name = world.name(id_)
        hexes = asked.hexes if isinstance(asked, Placement) else hexes_for(world, state, id_)
        if actor in ("", name):
            yield from (Place((name,), world.board.id(h)) for h in hexes)
            yield from _other_ways(world, state, id_, hexes)
    if asked is None:
        for id_ in waiting_air(world, state, side):
            name = world.name(id_)
            if actor in ("", name):
                bases = replacements.bases_of(world, state, side)
                yield from (Place((name,), world.board.id(h)) for h in bases)


def _other_ways(
    world: World, state: OcsState, id_: str, hexes: tuple[int, ...]
) -> Iterator[Command]:
    """Transport with arriving supply aboard (OCS 13.6c), then modes besides the usual (13.6b)."""
    for hex_ in hexes:
        place = Place((world.name(id_),), world.board.id(hex_))
        organic = world.counters[id_].type == ORGANIC
        if not organic and _load_problem(world, state, state.units[id_], hex_) is None:
            yield evolve(place, mode=LOADED)
        for mode in replacements.other_modes(world, state, id_, hex_):
            yield evolve(place, mode=mode)


# ---------------------------------------------------------------- placing supply (2.3-B)


def check_supply(world: World, state: OcsState, command: PlaceSupply) -> Refusal | None:
    """So many tokens are to be placed, and this hex takes them (OCS 2.3-B)."""
    decision = state.asks[-1]
    assert isinstance(decision, Delivery)
    if not command.tokens.isdigit() or int(command.tokens) < 1:
        return Refusal("OCS 12.1a", "say how many tokens")
    hex_, tokens = world.board.at(command.at), int(command.tokens)
    if tokens > decision.tokens:
        return Refusal(decision.rule, f"only {dumps.show(decision.tokens)} are to be placed")
    if hex_ not in decision.hexes:
        return Refusal(decision.rule, f"no supply arrives in {command.at}")
    if decision.most and tokens > decision.most[decision.hexes.index(hex_)]:
        most = decision.most[decision.hexes.index(hex_)]
        return Refusal(decision.rule, f"{command.at} takes {dumps.show(most)} more")
    return None


def do_supply(draft: Draft, command: PlaceSupply) -> None:
    """Put the tokens down; the rest is still to be placed."""
    decision = draft.answered()
    assert isinstance(decision, Delivery)
    hex_, tokens = draft.world.board.at(command.at), int(command.tokens)
    _put_supply(draft, decision, hex_, tokens)
    most = tuple(
        m - tokens if h == hex_ else m
        for h, m in zip(decision.hexes, decision.most, strict=False)
    )
    deliver(draft, evolve(decision, tokens=decision.tokens - tokens, most=most))


def _put_supply(draft: Draft, decision: Delivery, hex_: int, tokens: int) -> None:
    dumps.add(draft, hex_, decision.side, tokens, arrived=True)
    board = draft.world.board
    draft.log("supply", f"{dumps.show(tokens)} arrive in {board.label(hex_)}",
              hex=board.id(hex_), rule=decision.rule, side=decision.side)


def deliver(draft: Draft, decision: Delivery) -> None:
    """Ask where supply goes; with one place open it goes there, with none it is lost (2.3-B)."""
    hexes = tuple(
        h for i, h in enumerate(decision.hexes)
        if holder(draft.world, draft.state, h) != other(decision.side)
        and (not decision.most or decision.most[i] > 0)
    )
    most = tuple(m for h, m in zip(decision.hexes, decision.most, strict=False) if h in hexes)
    if decision.tokens <= 0 or not hexes:
        return
    if len(hexes) == 1 and not most:
        _put_supply(draft, decision, hexes[0], decision.tokens)
    else:
        draft.ask(evolve(decision, hexes=hexes, most=most))


def offer_supply(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """As much as each hex takes."""
    decision = state.asks[-1]
    assert isinstance(decision, Delivery)
    if actor:
        return
    for i, hex_ in enumerate(decision.hexes):
        tokens = min(decision.tokens, decision.most[i]) if decision.most else decision.tokens
        yield PlaceSupply(str(tokens), world.board.id(hex_))


# ---------------------------------------------------------------- the phase (2.3-B)


def open_phase(draft: Draft) -> bool:
    """Supply that comes with arrivals, then the game's tables; then the player places."""
    world, side = draft.world, acting(draft.state)
    for group in world.scenario.arrivals:
        if group.side == side and group.turn == draft.state.turn and group.tokens:
            hexes = group_hexes(world, draft.state, group, side)
            deliver(draft, Delivery(side, group.tokens, hexes, rule="OCS 13.6"))
    proceed(draft)
    return bool(draft.state.asks) or any(
        True for _ in chain(
            world.hooks.offer_acts(world, draft.state, ""), offers(world, draft.state, "")
        )
    )


def proceed(draft: Draft) -> bool:
    """The next part of the game's work in the phase, once the one before has been answered."""
    if key(draft.state) != REINFORCE or draft.state.closing:
        return False
    return draft.world.hooks.reinforcement(draft)


def may_end(world: World, state: OcsState) -> Refusal | None:
    """Arrival cannot be delayed (OCS 13.6)."""
    for id_ in waiting(world, state, acting(state)):
        if hexes_for(world, state, id_):
            return Refusal("OCS 13.6", f"{world.name(id_)} arrives now: place it")
    for id_ in waiting_air(world, state, acting(state)):
        if replacements.bases_of(world, state, acting(state)):
            return Refusal("OCS 13.6", f"{world.name(id_)} arrives now: place it")
    return world.hooks.may_close(world, state)


def offers(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Everything that can be done in the Reinforcement Phase."""
    yield from offer_places(world, state, actor)
    yield from replacements.offer_rebuilds(world, state, actor)
    yield from consolidation.offer_consolidations(world, state, actor)


def close(draft: Draft) -> None:
    """Replacements that cannot be saved are lost (OCS 13.5)."""
    replacements.expire(draft, acting(draft.state))
    draft.world.hooks.close_reinforcement(draft)


HANDLERS = {
    Place: Handler(check_place, do_place, steps=frozenset({REINFORCE}), decisions=(Placement,)),
    PlaceSupply: Handler(check_supply, do_supply, decisions=(Delivery,)),
}
STEPS = {
    REINFORCE: StepRule(open_phase, False, may_end, close,
                        "Place arrivals, rebuild, consolidate; E ends"),
}
OFFERS = {REINFORCE: offers, Placement: offer_places, Delivery: offer_supply}
