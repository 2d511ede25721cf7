"""Artillery Barrage Markers of the Soviet Fronts (TTW 3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import barrage, supply
from engine.ocs.commands import Act
from engine.ocs.pieces import AXIS, SOVIET, Unit
from engine.ocs.sequence import AIR_BARRAGE, acting, key
from engine.ocs.sizes import held_by, in_combat_mode
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.command_radius import commanded
from engine.third_winter.fronts import in_play, named, put
from engine.third_winter.names import name
from engine.third_winter.state import OFFENSIVE, Front

AHEAD = 9
"""Turns until a marker is Ready again (TTW 3.4b)."""
TARGETS = 3
"""Hexes under fire: the marker's and two adjacent to it (TTW 3.4a)."""


def ready(state: OcsState, front: Front) -> bool:
    """Whether the Front's marker may be spent this turn (TTW 3.4a, b)."""
    return front.posture == OFFENSIVE and front.barrage_ready <= state.turn


def check_marker(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A Ready marker of an Offensive Front, in a target hex in reach (TTW 3.4a)."""
    front, hex_ = named(world, state, command.word), world.board.at(command.hex)
    now = in_play(state)[front]
    if now.posture != OFFENSIVE:
        return Refusal("TTW 3.3c.B", f"{name(front)} is not in Offensive Posture")
    if now.barrage_ready > state.turn:
        return Refusal("TTW 3.4b", f"the marker is Ready on turn {now.barrage_ready}")
    if not barrage.spotted(world, state, SOVIET, hex_):
        return Refusal("TTW 3.4a.1", f"{command.hex} is adjacent to no Soviet combat unit")
    if not any(hex_ in supply.thrown_to(world, state, hq) for hq in throwers(world, state, front)):
        return Refusal("TTW 3.4a.1", f"no HQ of {name(front)} in its Command Radius throws there")
    return None


def throwers(world: World, state: OcsState, front: str) -> tuple[Unit, ...]:
    """HQs whose throw range a marker needs (TTW 3.4a)."""
    return tuple(hq for hq in commanded(world, state, front) if supply.may_throw(world, hq))


def place_marker(draft: Draft, command: Act) -> None:
    """Lay the marker down; it is turned over and put nine turns ahead (TTW 3.4a, b)."""
    front = command.word
    put(draft, front, target=draft.world.board.at(command.hex), shots=(), guns=frozenset(),
        barrage_ready=draft.state.turn + AHEAD)
    draft.log("barrage", f"Artillery Barrage Marker of {name(front)} at {command.hex}, Ready again "
              f"on turn {draft.state.turn + AHEAD}", hex=command.hex, rule="TTW 3.4a", side=SOVIET)


def offer_markers(world: World, state: OcsState) -> Iterator[Act]:
    """Every enemy-held hex for every Ready marker."""
    for front, now in in_play(state).items():
        if ready(state, now):
            for hex_ in held_by(world, state, AXIS):
                yield Act("barrage-marker", world.board.id(hex_), (), front)


# ---------------------------------------------------------------- the free barrages (3.4a)


def lying(state: OcsState) -> dict[str, Front]:
    """Fronts whose marker lies on the map in this segment."""
    if key(state) != AIR_BARRAGE or acting(state) != SOVIET:
        return {}
    return {
        n: f for n, f in in_play(state).items()
        if f.target != NOWHERE and f.barrage_ready == state.turn + AHEAD
    }


def free_barrage(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Whether artillery fires free at a hex for a marker (TTW 3.4a)."""
    found = lying(state)
    if not found:
        return Refusal("TTW 3.4a", "artillery fires in this segment at a Barrage Marker only")
    problem: Refusal | None = None
    for now in found.values():
        problem = _fire_problem(world, state, now, ids, hex_)
        if problem is None:
            return None
    return problem


def _fire_problem(
    world: World, state: OcsState, front: Front, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    if hex_ != front.target and not world.board.adjacent(hex_, front.target):
        return Refusal("TTW 3.4a.2", "fire at the marker's hex or one adjacent to it")
    if hex_ != front.target and len([h for h in front.shots if h != front.target]) >= TARGETS - 1:
        return Refusal("TTW 3.4a.2", "two adjacent hexes have been fired at")
    for id_ in ids:
        if not in_combat_mode(state.units[id_]):
            return Refusal("TTW 3.4a.2", f"{world.name(id_)} is not in Combat Mode")
    if not contiguous(world, {state.units[i].hex for i in ids} | front.guns):
        return Refusal("TTW 3.4a.2", "the artillery is not in the same or contiguous hexes")
    return None


def contiguous(world: World, hexes: set[int]) -> bool:
    """Whether hexes hang together, each beside another of them."""
    left = set(hexes)
    queue = [left.pop()] if left else []
    while queue:
        near = left.intersection(world.board.neighbors(queue.pop()))
        left -= near
        queue += near
    return not left


def barrage_fired(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Note the hex and the guns of a free barrage (TTW 3.4a)."""
    world, state = draft.world, draft.state
    for front, now in lying(state).items():
        if _fire_problem(world, state, now, ids, hex_) is None:
            put(draft, front, shots=(*now.shots, hex_),
                guns=now.guns | {state.units[i].hex for i in ids})
            return


ACTS = {
    "barrage-marker": Ability(check_marker, place_marker, frozenset({AIR_BARRAGE}), SOVIET,
                              "TTW 3.4a", offer_markers),
}
