"""Axis units near an RVGK marker empty its box (TTW 3.5d A)."""

from __future__ import annotations

from engine.core.board import NOWHERE
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.world import Draft
from engine.third_winter import rvgk, rvgk_moves
from engine.third_winter.kessel import only_by_kessel

ALARM, FLIGHT = 5, 3
"""An Axis unit that near empties the box, on hexes that near (TTW 3.5d A)."""
TOPIC = "rvgk-alarm"


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """An Axis combat unit within 5 hexes of a marker empties its box at once (TTW 3.5d A)."""
    world = draft.world
    for marker in rvgk.SHEETS:
        where = rvgk.marker_hex(draft.state, marker)
        if where == NOWHERE or world.board.distance(where, hex_) > ALARM:
            continue
        if rvgk.contents(draft.state, marker) and _alarming(draft, ids):
            _empty(draft, marker)


def _alarming(draft: Draft, ids: tuple[str, ...]) -> bool:
    return any(
        world_unit.on_map and draft.world.counters[i].side == AXIS
        and draft.world.counters[i].fighting
        and not only_by_kessel(draft.world, draft.state, world_unit)
        for i in ids if (world_unit := draft.state.units[i])
    )


def _empty(draft: Draft, marker: str) -> None:
    """Ask for one group after the other where it stands up (TTW 3.5d A)."""
    ids = rvgk.contents(draft.state, marker)
    if not ids or any(
        isinstance(d, GameChoice) and d.topic == f"{TOPIC} {marker}" for d in draft.state.asks
    ):
        return
    world, where = draft.world, rvgk.marker_hex(draft.state, marker)
    group = rvgk.living(world, draft.state, ids[0])
    hexes = [
        h for h in world.board.within(where, FLIGHT)
        if rvgk_moves.open_hex(world, draft.state, h, where, FLIGHT)
    ]
    if not hexes:
        return
    name = world.counters[ids[0]].formation or world.name(ids[0])
    draft.ask(GameChoice(SOVIET, f"{TOPIC} {marker}", tuple(world.board.id(h) for h in hexes),
                         f"The enemy is near {marker.upper()}: where does {name} stand up?",
                         "TTW 3.5d.A", where, group))


def stood_up(draft: Draft, decision: GameChoice, word: str) -> None:
    """Place the group, then the next one (TTW 3.5d A)."""
    marker = decision.topic.split()[1]
    rvgk_moves.come_out(draft, decision.units, draft.world.board.at(word))
    _empty(draft, marker)


CHOICES = {TOPIC: stood_up}
