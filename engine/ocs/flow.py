"""How the chapters fit together: which step comes next, which command answers what.

The only module that knows every chapter. It holds tables; the rules are in the chapters.
"""

from __future__ import annotations

from attrs import evolve

from engine.core.flow import Flow, gather
from engine.core.state import Decision
from engine.ocs import (
    acts,
    air_combat,
    artillery,
    barrage,
    barrage_segments,
    bases,
    blowing,
    breakdowns,
    breakout,
    capture,
    choices,
    clean_up,
    combat,
    consolidation,
    construction,
    displacement,
    drop_plans,
    dumps,
    exchange,
    extenders,
    flights,
    fuel,
    hunger,
    initiative,
    landing,
    losses,
    missions,
    modes,
    movement,
    overrun,
    phases,
    rail,
    reinforcements,
    replacements,
    results,
    retreat,
    setup,
    simulcast,
    stacking,
    transport,
    transport_capture,
    turn_end,
    weather,
)
from engine.ocs.decisions import (
    Absorption,
    Advance,
    Agreement,
    Captured,
    DefenderSupply,
    Delivery,
    Displace,
    Dogfight,
    Feed,
    GameChoice,
    GoFirst,
    Intercept,
    Landing,
    Lead,
    Losses,
    MayAbort,
    OptionChoice,
    Overstacked,
    Placement,
    Recovery,
    Retreat,
    SetUp,
    Tracing,
)
from engine.ocs.sequence import MOVING, SEQUENCE, actor
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

_CHAPTERS = (
    acts, air_combat, artillery, barrage_segments, bases, blowing, breakdowns, breakout,
    choices, clean_up, combat, consolidation, construction, displacement, drop_plans, exchange,
    extenders, flights, fuel, hunger, initiative, landing, losses, missions, modes, movement,
    overrun, phases, rail, reinforcements, replacements, results, retreat, setup, simulcast,
    stacking, transport, transport_capture, turn_end, weather,
)

RULES: dict[type[Decision], str] = {
    SetUp: "OCS 0.4", GoFirst: "OCS 2.3-P2", Agreement: "OCS 2.4a", DefenderSupply: "OCS 9.5",
    Lead: "OCS 9.6", OptionChoice: "OCS 9.10",
    Retreat: "OCS 9.12", Advance: "OCS 9.12g", Overstacked: "OCS 4.8a", Feed: "OCS 12.6c",
    Recovery: "OCS 12.10e", Tracing: "OCS 12.6f", Intercept: "OCS 14.5", MayAbort: "OCS 14.3d",
    Dogfight: "OCS 14.3e", Absorption: "OCS 20.0d",
}


def rule_for(decision: Decision) -> str:
    """The rule that a decision comes from."""
    own: str = getattr(decision, "rule", "")
    return own or RULES[type(decision)]


def describe(world: World, state: OcsState, decision: Decision) -> str:
    """A decision in one sentence."""
    named = (i for i in getattr(decision, "units", ()) if i in world.counters)
    names = ", ".join(world.name(i) for i in named)  # a game's choice may name what is no unit
    planes = ", ".join(world.name(i) for i in getattr(decision, "aircraft", ()) if i in
                       world.aircraft)
    hex_ = getattr(decision, "hex", -1)
    where = world.board.label(hex_) if hex_ >= 0 else ""
    match decision:
        case GoFirst():
            return "Be first or second player this turn"
        case SetUp():
            return "Choose the modes and loads with which your units begin"
        case Agreement():
            return "Make this a simulcast turn, without combat, barrage and raids?"
        case DefenderSupply():
            return f"Pay combat supply for the defenders? {names}"
        case Lead():
            return f"Choose the unit whose Action Rating counts: {names}"
        case Losses(steps=steps):
            return f"Lose {steps} step{'s' * (steps != 1)} among {names}"
        case OptionChoice(points=points):
            return f"Option {points}: so many steps, the rest as hexes of retreat. {names}"
        case Retreat(length=length):
            return f"Retreat {names} {length} hex{'es' * (length != 1)}"
        case Advance():
            return f"Advance into {where}? {names}"
        case Captured(points=points):
            return f"{points} point{'s' * (points != 1)} of transport fall to the enemy: {names}"
        case Displace(origin=origin):
            return f"Move {names} away from {world.board.label(origin)}"
        case Overstacked(excess=excess):
            return f"Remove {excess / 4:g} RE from {where}"
        case Feed():
            return f"No trace: who eats? {names}"
        case Recovery(aboard=True):
            return f"Recover internal stocks from Organic Trucks? {names}"
        case Recovery():
            return f"Recover internal stocks, in order: {names}"
        case Tracing(formation=formation):
            return f"{formation} has no common source: which part of it traces?"
        case Intercept():
            return f"Intercept over {where} with one of {planes}?"
        case Dogfight():
            return f"Air combat over {where}: pick one of {planes}"
        case MayAbort():
            return f"Abort aircraft over {where}? {planes}"
        case Absorption():
            return f"Take Breakdowns back into their parents in {where}"
        case Delivery(tokens=tokens):
            return f"Put {dumps.show(tokens)} of arriving supply on the map"
        case Landing(aircraft=plane):
            return f"Choose a base for {world.name(plane)}"
        case Placement():
            return f"Place {names}"
        case GameChoice(prompt=prompt):
            return prompt
    return type(decision).__name__


def prune(draft: Draft) -> None:
    """Drop dead units from waiting decisions, and decisions of nobody; retreats look again."""
    asks = tuple(d for d in (_pruned(draft.state, d) for d in draft.state.asks) if d)
    if asks != draft.state.asks:
        draft.update(asks=asks)
    retreat.refresh(draft)
    displacement.refresh(draft)
    capture.refresh(draft)


def _pruned(state: OcsState, decision: Decision) -> Decision | None:
    units = getattr(decision, "units", ())
    alive = tuple(i for i in units if state.units[i].on_map) if not isinstance(
        decision, Placement | GameChoice | GoFirst) else units
    if alive == units:
        return decision
    return evolve(decision, units=alive) if alive else None  # type: ignore[call-arg]


FLOW = Flow(
    sequence=SEQUENCE,
    handlers=gather(_CHAPTERS, "HANDLERS"),
    passes=gather(_CHAPTERS, "PASSES"),
    steps=gather(_CHAPTERS, "STEPS"),
    offers=breakdowns.added(acts.added(
        gather(_CHAPTERS, "OFFERS") | dict.fromkeys(MOVING, phases.offers)
    )),
    procedures=(
        results.proceed, barrage.proceed, missions.proceed, reinforcements.proceed,
    ),
    describe=describe,
    rule_for=rule_for,
    tidy=prune,
    entering=phases.entering,
    side_of=actor,
    following=simulcast.following,
)
