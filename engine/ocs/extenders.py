"""Making and dissolving Extenders (OCS 12.7d, e, f); what they are good for is in `trace`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import movement, trace
from engine.ocs.commands import Extend
from engine.ocs.extender_points import KINDS, POINTS, dissolve, set_aside, sum_to
from engine.ocs.losses import put
from engine.ocs.modes import left
from engine.ocs.pieces import MP, Unit
from engine.ocs.sequence import MOVEMENT, acting, other
from engine.ocs.sizes import face, holder
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World
from engine.ocs.zoc import stopped


def half(world: World, unit: Unit) -> int:
    """Eighths of an MP that forming or dissolving costs each point: half its MA (OCS 12.7d)."""
    return int(Fraction(face(world, unit).ma * MP, 2))


def makers(world: World, state: OcsState, hex_: int, kind: str) -> tuple[str, ...]:
    """Empty transport of one kind in a hex that makes an Extender, or none (OCS 12.7d, e).

    The points may have come there one after another: those that wait for the others have not
    finished for this, if they have half of their MPs left.
    """
    fit = [
        u for u in at(state, hex_)
        if world.counters[u.id].type == KINDS[kind] and world.counters[u.id].side == acting(state)
        and not u.load and u.carried != "rail" and left(world, state, u) >= half(world, u)
        and movement.may_move(world, state, evolve(u, finished=False, moved=False)) is None
    ]
    return sum_to(world, fit, POINTS)


def check_extend(world: World, state: OcsState, command: Extend) -> Refusal | None:
    """Five empty points of one kind, a counter, and a link at this moment (OCS 12.7, 12.7d)."""
    if command.kind not in KINDS:
        return Refusal("OCS 12.7", f"Extenders are made of {' or '.join(KINDS)}s")
    hex_, side = world.board.at(command.hex), acting(state)
    own = world.hooks.may_extend(world, state, side, command.kind, hex_)
    if own is not None:
        return own
    if command.back:
        return _back_problem(world, state, command, hex_)
    if hex_ in state.extenders:
        return Refusal("OCS 12.7", f"{command.hex} has an Extender")
    mark = f"{side} {command.kind}"
    used = sum(word == mark for word in state.extenders.values())
    if used >= world.scenario.extenders.get(mark, 0):
        return Refusal("OCS 12.7", f"no {command.kind} Extender is left in the counter mix")
    if not makers(world, state, hex_, command.kind):
        return Refusal("OCS 12.7d", f"{command.hex} has not {POINTS} empty {command.kind} points "
                       "with half their MPs")
    if stopped(world, state, side, hex_) or not trace.linked(
        world, state, side, command.kind, hex_, trace.sources(world, state, side)
    ):
        return Refusal("OCS 12.7d", f"{command.hex} cannot be linked to a supply source now")
    return None


def _back_problem(
    world: World, state: OcsState, command: Extend, hex_: int
) -> Refusal | None:
    side = acting(state)
    if state.extenders.get(hex_) != f"{side} {command.kind}":
        return Refusal("OCS 12.7d", f"{command.hex} has no {command.kind} Extender of yours")
    if holder(world, state, hex_) == other(side):
        return Refusal("OCS 12.7d", f"the enemy holds {command.hex}")
    return None


def do_extend(draft: Draft, command: Extend) -> None:
    """The points become an Extender, or it becomes points again (OCS 12.7d)."""
    hex_, side = draft.world.board.at(command.hex), acting(draft.state)
    if command.back:
        for id_ in dissolve(draft, hex_):
            unit = draft.state.units[id_]
            put(draft, evolve(unit, spent=unit.spent + half(draft.world, unit), began=hex_))
        what = "dissolved"
    else:
        ids = makers(draft.world, draft.state, hex_, command.kind)
        movement.pause(draft)
        set_aside(draft, hex_, side, command.kind, ids)
        what = "formed"
    draft.log("supply", f"{command.kind.capitalize()} Extender {what} in "
              f"{draft.world.board.label(hex_)}", hex=command.hex, rule="OCS 12.7d", side=side)


def offer_extends(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every Extender that can be formed or dissolved now."""
    if actor:
        return
    side = acting(state)
    for hex_, word in sorted(state.extenders.items()):
        if word.split()[0] == side and holder(world, state, hex_) in ("", side):
            command = Extend(world.board.id(hex_), word.split()[1], True)
            if check_extend(world, state, command) is None:
                yield command
    hexes = sorted({
        u.hex for u in state.units.values() if u.on_map and world.counters[u.id].transport
    })
    for hex_ in hexes:
        for kind in KINDS:
            command = Extend(world.board.id(hex_), kind)
            if check_extend(world, state, command) is None:
                yield command


HANDLERS = {Extend: Handler(check_extend, do_extend, steps=frozenset({MOVEMENT}))}
