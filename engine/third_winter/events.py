"""Random events (TTW 1.9 and its table): rolled for after the weather, in campaigns only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.ocs.weather import day
from engine.ocs.world import Draft, World
from engine.third_winter import event_effects as effects
from engine.third_winter import no_retreat
from engine.third_winter.state import change, own

CLASSES = ("common", "rare")
RULE = "TTW RE"

EFFECTS: Mapping[str, Callable[[Draft], None]] = {
    "luftwaffe_reserves": effects.luftwaffe_reserves,
    "dispute": effects.dispute,
    "hungarian_puppet_government": effects.hungarians_free,
    "increased_tempo": effects.increased_tempo,
    "inertia": effects.inertia,
    "initiative": effects.initiative_next,
    "partisan_offensive": effects.partisans,
    "luftwaffe_reserves_released": effects.luftwaffe_released,
    "rvgk_reinforces_ukraine": effects.rvgk_supply,
    "crimean_troops": effects.crimean_troops,
    "okh_reinforces_ukraine": effects.okh_reserves,
    "rumanian_sudden_surrender": effects.sudden_surrender,
    "no_retreat": no_retreat.happen,
    "okw_reinforces_ukraine": effects.okw_reserves,
    "crisis_off_map": effects.crisis,
}
YEAR = "1944"


def class_of(world: World, roll: int) -> str:
    """Common, rare or none for the first die (TTW RE)."""
    classes = world.charts.tables["random_event_procedure"]["class"]
    return next(str(name) for name, rolls in classes.items() if roll in rolls)


def event_for(world: World, kind: str, number: int) -> Mapping[str, Any] | None:
    """The event of a class at a number of two dice read as tens and ones, if it is known."""
    for event in world.charts.tables[f"random_events_{kind}"]["event"]:
        first, last = event["rolls"][0], event["rolls"][-1]
        if first <= number <= last:
            found: Mapping[str, Any] = event
            return found
    return None


def possible(draft: Draft, event: Mapping[str, Any]) -> bool:
    """Not a second time where it happens once, nor before 1944 where it asks for that."""
    game = own(draft.state)
    if event["once"] and event["id"] in game.happened and "repeat_effects" not in event:
        return False
    wants_1944 = YEAR in str(event.get("precondition", ""))
    return not wants_1944 or day(draft.world, draft.state.turn).year >= int(YEAR)


def turn_begins(draft: Draft) -> None:
    """Who won the initiative last, then the event of the turn (TTW RE)."""
    game = own(draft.state)
    last = draft.state.first or game.last_first
    change(
        draft, last_first=last, initiative=last if game.initiative_next else "",
        initiative_next=False, partisans=0, partisan_drm=0, rolled=frozenset(),
    )
    if draft.world.scenario.switches.get("events", False):
        roll_event(draft)


def roll_event(draft: Draft) -> None:
    """Three dice: the class, then tens and ones (TTW RE)."""
    first = draft.roll(6)
    kind = class_of(draft.world, first)
    if kind not in CLASSES:
        draft.log("event", "no random event", rule=RULE, roll=first)
        return
    number = 10 * draft.roll(6) + draft.roll(6)
    event = event_for(draft.world, kind, number)
    if event is None or not possible(draft, event):
        draft.log("event", f"{kind} event {number}: no event", rule=RULE, roll=number)
        return
    draft.log("event", f"{kind} event {number}: {event['text']}", rule=RULE, roll=number)
    happen(draft, str(event["id"]))


def happen(draft: Draft, id_: str) -> None:
    """Carry an event out, and remember it."""
    EFFECTS[id_](draft)
    change(draft, happened=own(draft.state).happened | {id_})
