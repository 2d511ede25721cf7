"""Remnants of destroyed 16-4-3 divisions, and rebuilding with them (TTW 2.4d)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs.capture import holds_prizes
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice
from engine.ocs.losses import put
from engine.ocs.movement import take_control
from engine.ocs.pieces import AXIS, DEAD, MAP, POOL, SOVIET, Unit
from engine.ocs.replacements import PAX
from engine.ocs.sequence import REINFORCE
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState, Side, at
from engine.ocs.world import Draft, World
from engine.ocs.zoc import stopped
from engine.third_winter.abilities import Ability, one_unit
from engine.third_winter.allies import german
from engine.third_winter.places import east_of

REMNANT = "remnant"
DISTANCE = 2
IN_COMBAT = frozenset({"combat", "retreat"})
"""How a division must lose its last step: not by attrition, Breakout or barrage (TTW 2.4d)."""
RULE = "TTW 2.4d"


def is_division(world: World, id_: str) -> bool:
    """Whether a unit is a German 16-4-3 infantry division (TTW 2.4d)."""
    counter = world.counters[id_]
    face = counter.combat
    return (
        counter.type == "infantry" and counter.multi_step and german(world, id_)
        and (face.strength, face.ar, face.ma) == (16, 4, 3)
    )


def spare(world: World, state: OcsState) -> tuple[str, ...]:
    """Remnant battalions that are available."""
    return tuple(
        u.id for u in state.units.values()
        if u.box == POOL and world.counters[u.id].pool == REMNANT
    )


def places(world: World, state: OcsState, origin: int) -> tuple[int, ...]:
    """Hexes two away, further west, by a path free of enemies and of EZOCs (TTW 2.4d)."""

    def clear(hex_: int) -> bool:
        free = holder(world, state, hex_) in ("", AXIS)
        return free and not stopped(world, state, AXIS, hex_)

    found = {
        end
        for middle in world.board.neighbors(origin) if clear(middle)
        for end in world.board.neighbors(middle)
        if clear(end) and world.board.distance(origin, end) == DISTANCE
        and not holds_prizes(world, state, end, SOVIET)
        and not world.board.hexes[end].terrain & {"sea", "lake"}
        and east_of(world, origin, end)
    }
    return tuple(sorted(found))


def unit_fell(draft: Draft, unit: Unit, how: str) -> None:
    """A 16-4-3 division destroyed in combat leaves a remnant in its mode (TTW 2.4d)."""
    world = draft.world
    if how not in IN_COMBAT or unit.hex < 0 or not is_division(world, unit.id):
        return
    ids, hexes = spare(world, draft.state), places(world, draft.state, unit.hex)
    if not ids or not hexes:
        return
    new = Unit(ids[0], NOWHERE, POOL, front=unit.front, marker=unit.marker)
    put(draft, new)
    if len(hexes) == 1:
        _place(draft, new.id, hexes[0])
        return
    words = tuple(world.board.id(h) for h in hexes)
    draft.ask(GameChoice(AXIS, f"{REMNANT} {new.id}", words,
                         f"Where does the remnant of {world.name(unit.id)} stand?", RULE))


def answer(draft: Draft, decision: GameChoice, word: str) -> None:
    """Put the remnant in the hex that the Axis player names."""
    _place(draft, decision.topic.partition(" ")[2], draft.world.board.at(word))


def _place(draft: Draft, id_: str, hex_: int) -> None:
    unit = draft.state.units[id_]
    put(draft, evolve(unit, hex=hex_, box=MAP, began=hex_))
    take_control(draft, AXIS, hex_)
    draft.log("reinforcement", f"{draft.world.name(id_)} in {draft.world.board.label(hex_)}",
              hex=draft.world.board.id(hex_), rule=RULE, side=AXIS)


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """Destroyed remnants are available again at once (TTW 2.4d)."""
    if draft.world.counters[id_].pool == REMNANT:
        put(draft, Unit(id_, NOWHERE, POOL))


# ---------------------------------------------------------------- rebuilding a division


def problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A remnant with a Corps or Army HQ, a Pax, and a dead 16-4-3 division (TTW 2.4d)."""
    id_ = one_unit(world, command)
    unit = state.units[id_]
    if world.counters[id_].pool != REMNANT or not unit.on_map:
        return Refusal(RULE, f"{world.name(id_)} is no remnant on the map")
    if not any(_is_hq(world, u) for u in at(state, unit.hex)):
        return Refusal(RULE, "it is not stacked with a Corps or Army HQ")
    if PAX not in state.sides.get(AXIS, Side()).repls:
        return Refusal(RULE, "a Pax replacement is needed")
    if command.word not in dead(world, state):
        return Refusal(RULE, "name a 16-4-3 division of the Dead Pile, by its id")
    return None


def _is_hq(world: World, unit: Unit) -> bool:
    counter = world.counters[unit.id]
    return counter.hq and counter.side == AXIS and counter.size in ("corps", "army")


def dead(world: World, state: OcsState) -> tuple[str, ...]:
    """16-4-3 divisions in the Dead Pile."""
    return tuple(
        u.id for u in state.units.values() if u.box == DEAD and is_division(world, u.id)
    )


def rebuild(draft: Draft, command: Act) -> None:
    """The remnant and a Pax become a division of one step (TTW 2.4d)."""
    world = draft.world
    id_, new = one_unit(world, command), command.word
    hex_ = draft.state.units[id_].hex
    account = draft.state.sides[AXIS]
    hand = list(account.repls)
    hand.remove(PAX)
    draft.update(sides={**draft.state.sides, AXIS: evolve(account, repls=tuple(hand))})
    put(draft, Unit(id_, NOWHERE, POOL),
        Unit(new, hex_, MAP, lost=world.counters[new].steps - 1, began=hex_))
    draft.log("reinforcement", f"{world.name(new)} is rebuilt from {world.name(id_)}",
              hex=world.board.id(hex_), rule=RULE, side=AXIS)


def offers(world: World, state: OcsState) -> Iterator[Act]:
    """Each remnant with each dead division."""
    for unit in state.units.values():
        if unit.on_map and world.counters[unit.id].pool == REMNANT:
            for word in dead(world, state):
                yield Act(REMNANT, world.board.id(unit.hex), (world.name(unit.id),), word)


CHOICES = {REMNANT: answer}
ACTS = {REMNANT: Ability(problem, rebuild, frozenset({REINFORCE}), AXIS, RULE, offers)}
