"""Panzer loss of the campaign's first three turns (TTW 2.4c)."""

from __future__ import annotations

from datetime import date

from engine.ocs.decisions import GameChoice
from engine.ocs.losses import eliminate
from engine.ocs.pieces import AXIS, Unit
from engine.ocs.sequence import acting
from engine.ocs.state import OcsState
from engine.ocs.weather import day
from engine.ocs.world import Draft, World
from engine.third_winter.places import east_bank
from engine.third_winter.state import change, own

TOPIC = "panzer-loss"
RULE = "TTW 2.4c"
LAST = date(1943, 10, 1)
LOSS = 7
"""Lowest roll of two dice that costs a unit."""


def due(world: World, state: OcsState) -> bool:
    """Whether the Axis checks in this turn of a campaign."""
    return (
        bool(world.scenario.switches.get("panzer_loss", False))
        and day(world, state.turn) <= LAST
        and state.turn not in own(state).panzer_checks
    )


def reinforcement(draft: Draft) -> bool:
    """Two dice: on 7 or more a yellow-symbol Armor unit goes to the Dead Pile (TTW 2.4c)."""
    if acting(draft.state) != AXIS or not due(draft.world, draft.state):
        return False
    change(draft, panzer_checks=(*own(draft.state).panzer_checks, draft.state.turn))
    roll = draft.roll(6) + draft.roll(6)
    lost = roll >= LOSS
    draft.log("roll", f"panzer loss: {roll}, {'a unit is lost' if lost else 'none'}", rule=RULE,
              roll=roll, side=AXIS)
    found = candidates(draft.world, draft.state)
    if lost and len(found) == 1:
        eliminate(draft, found[0], "panzer loss", RULE)
    elif lost and found:
        draft.ask(GameChoice(AXIS, TOPIC, found, "Which armor unit is lost?", RULE))
    return True


def candidates(world: World, state: OcsState) -> tuple[str, ...]:
    """Axis Armor with the yellow symbol; those east of the Dnepr first (TTW 2.4c)."""
    found = [u for u in state.units.values() if u.on_map and _is_armor(world, u)]
    east = [u for u in found if u.hex in east_bank(world)]
    return tuple(u.id for u in east or found)


def _is_armor(world: World, unit: Unit) -> bool:
    counter = world.counters[unit.id]
    return counter.side == AXIS and counter.symbol == "yellow" and counter.type == "armor"


def answer(draft: Draft, decision: GameChoice, word: str) -> None:
    """The unit that the Axis player names."""
    eliminate(draft, word, "panzer loss", RULE)


CHOICES = {TOPIC: answer}
