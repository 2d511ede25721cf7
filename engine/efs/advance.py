"""Advance after combat (BSR 16.5)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.efs import control, stacking
from engine.efs.commands import AdvanceTo
from engine.efs.decisions import Advance
from engine.efs.handlers import Handler
from engine.efs.pieces import Unit
from engine.efs.removal import put
from engine.efs.state import EfsState
from engine.efs.steps import face
from engine.efs.terrain import crosses_major_river, prices, profile, sails
from engine.efs.works import trample
from engine.efs.world import Draft, World


def can_enter(world: World, state: EfsState, unit: Unit, hex_: int) -> bool:
    """Whether terrain lets a unit into an adjacent hex, moving or advancing (BSR 12.52, 16.5)."""
    counter = world.counters[unit.id]
    if not world.board.adjacent(unit.hex, hex_) or face(world, unit).ma == 0:
        return False  # PB 6.12: without a movement allowance it stays where it is
    if counter.ma_class == "rail":
        return "rail" in world.board.side(unit.hex, hex_)  # 22.31
    if counter.ma_class == "blue":
        return sails(world, state, unit.hex, hex_)
    if prices(world, state, profile(counter), unit.hex, hex_):
        return True
    return crosses_major_river(world, state, counter, unit.hex, hex_)


def candidates(
    world: World, state: EfsState, ids: tuple[str, ...], hexes: tuple[int, ...]
) -> tuple[str, ...]:
    """Victorious non-artillery attackers that could advance somewhere (BSR 16.52 to 16.55)."""
    return tuple(
        i for i in ids
        if state.units[i].on_map and not world.counters[i].artillery
        and any(
            can_enter(world, state, state.units[i], h) and stacking.room(world, state, h, (i,))
            for h in hexes
        )
    )


def demand(draft: Draft, side: str, ids: tuple[str, ...], hexes: tuple[int, ...]) -> None:
    """Ask the attacker whether to advance, if anyone can (BSR 16.51)."""
    able = candidates(draft.world, draft.state, ids, hexes)
    if able:
        draft.ask(Advance(side, able, hexes))


def check_advance(world: World, state: EfsState, command: AdvanceTo) -> Refusal | None:
    """The units attacked, the hex was vacated, terrain and stacking allow it (BSR 16.5)."""
    decision = state.asks[-1]
    assert isinstance(decision, Advance)
    target = world.board.at(command.to)
    if target not in decision.hexes:
        return Refusal("BSR 16.53", f"{command.to} is not a vacated Defender Hex")
    ids = tuple(world.unit_id(name) for name in command.units)
    for id_ in ids:
        if world.counters[id_].artillery:
            return Refusal("BSR 16.52", f"{world.name(id_)} is artillery and does not advance")
        if id_ not in decision.units:
            return Refusal("BSR 16.52", f"{world.name(id_)} may not advance")
        if not can_enter(world, state, state.units[id_], target):
            return Refusal("BSR 16.5", f"{world.name(id_)} cannot enter {command.to}")
    if not stacking.room(world, state, target, ids):
        return Refusal("BSR 16.54", f"{command.to} would be overstacked")
    return None


def do_advance(draft: Draft, command: AdvanceTo) -> None:
    """Move the units in; enemy ZOCs are ignored (BSR 16.53)."""
    decision = draft.answered()
    assert isinstance(decision, Advance)
    ids = tuple(draft.world.unit_id(name) for name in command.units)
    move_in(draft, ids, draft.world.board.at(command.to), decision.side)
    left = tuple(i for i in decision.units if i not in ids)
    demand(draft, decision.side, left, decision.hexes)


def move_in(draft: Draft, ids: tuple[str, ...], target: int, side: str) -> None:
    """Put advancing units into a hex, with control and captures."""
    world = draft.world
    starts = {draft.state.units[i].hex for i in ids}
    trample(draft, ids, side, target)
    put(draft, *(evolve(draft.state.units[i], hex=target) for i in ids))
    control.sweep(draft, side, ids, (target,))
    for start in sorted(starts):
        control.claim_around(draft, start)
    names = ", ".join(world.name(i) for i in ids)
    draft.log("advance", f"{names} advance to {world.board.label(target)}",
              hex=world.board.id(target), rule="BSR 16.5", side=side)


def check_decline(world: World, state: EfsState, command: Pass) -> Refusal | None:
    """Nobody is forced to advance (16.51), but where no defender had any strength the
    attackers go in, up to the stacking limit (note to 15.54)."""
    decision = state.asks[-1]
    assert isinstance(decision, Advance)
    if state.combat is None or not state.combat.vacated:
        return None
    return Refusal("BSR 15.54.n1", f"{world.name(decision.units[0])} advances: nobody defends")


def decline(draft: Draft, command: Pass) -> None:
    """No (further) advance; nobody is forced to (BSR 16.51)."""
    draft.answered()


def offer_advances(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Each unit and each whole stack into each vacated hex, then none."""
    decision = state.asks[-1]
    assert isinstance(decision, Advance)
    stacks: dict[int, list[str]] = {}
    for id_ in decision.units:
        stacks.setdefault(state.units[id_].hex, []).append(id_)
    groups: list[tuple[str, ...]] = [(i,) for i in decision.units]
    groups += [tuple(ids) for ids in stacks.values() if len(ids) > 1]
    if len(stacks) > 1:
        groups.append(decision.units)
    for ids in groups:
        names = tuple(world.name(i) for i in ids)
        if actor and actor not in names:
            continue
        for hex_ in decision.hexes:
            command = AdvanceTo(names, world.board.id(hex_))
            if check_advance(world, state, command) is None:
                yield command
    if check_decline(world, state, Pass()) is None:
        yield Pass()


HANDLERS = {AdvanceTo: Handler(check_advance, do_advance, decisions=(Advance,))}
PASSES = {
    Advance: Handler(check_decline, decline, decisions=(Advance,))
}
OFFERS = {Advance: offer_advances}
