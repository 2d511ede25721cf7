"""Withdrawals of the arrival charts (TTW 1.7c): units that leave play on a date."""

from __future__ import annotations

from attrs import evolve

from engine.core.board import NOWHERE
from engine.ocs import air, combat_supply
from engine.ocs.decisions import GameChoice
from engine.ocs.losses import put
from engine.ocs.pieces import ARRIVING, GONE, AirUnit, Counter, Unit
from engine.ocs.sequence import acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.state import change, own

TOPIC = "withdraw"
RULE = "TTW 1.7c"


Entry = tuple[int, str, str]
"""Turn, side and piece of one withdrawal."""


def entries(world: World) -> tuple[Entry, ...]:
    """The scenario's withdrawals, a piece each, in the order of its table."""
    return tuple(
        (row["turn"], row["side"], id_)
        for row in world.scenario.game_data.get("withdrawal", ())
        for id_ in (*row.get("units", ()), *row.get("air", ()))
    )


def alike(one: Counter, two: Counter) -> bool:
    """Identical factors: the printed numbers, steps and size of both sides."""
    return (
        one.side == two.side and one.type == two.type and one.steps == two.steps
        and one.re4 == two.re4 and one.combat == two.combat and one.move == two.move
        and one.nationality == two.nationality
    )


def candidates(world: World, state: OcsState, id_: str) -> tuple[str, ...]:
    """The unit, or one with identical factors; HQs and formation units only themselves (1.7c)."""
    if id_ in world.aircraft:
        return _aircraft(world, state, id_)
    counter = world.counters[id_]
    playing = [i for i, u in state.units.items() if u.box not in (GONE, ARRIVING)]
    if counter.hq or counter.formation:
        return (id_,) if id_ in playing else ()
    return tuple(
        i for i in playing
        if i == id_ or (alike(counter, world.counters[i]) and not world.counters[i].formation)
    )


def _aircraft(world: World, state: OcsState, id_: str) -> tuple[str, ...]:
    """Aircraft with the same figures, of the same fleet or army."""
    wanted = evolve(world.aircraft[id_], id="", name="", source="")
    return tuple(
        a.id for a in state.air.values() if a.box not in (GONE, ARRIVING)
        and evolve(world.aircraft[a.id], id="", name="", source="") == wanted
    )


def reinforcement(draft: Draft) -> bool:
    """Every withdrawal that is due, whatever the unit's situation (TTW 1.7c).

    Where its owner has a choice the rest waits for his answer, so that nobody leaves twice.
    """
    for number, (turn, side, id_) in enumerate(entries(draft.world)):
        done = own(draft.state).gone
        if number in done or side != acting(draft.state) or turn > draft.state.turn:
            continue
        change(draft, gone=done | {number})
        found = candidates(draft.world, draft.state, id_)
        if len(found) > 1:
            draft.ask(GameChoice(side, TOPIC, found,
                                 f"Withdraw {draft.world.name(id_)} or its like", RULE))
            return True
        if found:
            remove(draft, found[0])
    return False


def remove(draft: Draft, id_: str) -> None:
    """Out of play; what its stocks lack is kept back from the next supply (TTW 1.7c)."""
    if id_ in draft.world.aircraft:
        air.put(draft, AirUnit(id_, box=GONE))
        draft.log("note", f"{draft.world.name(id_)} is withdrawn", rule=RULE,
                  side=draft.world.side(id_))
        return
    unit = draft.state.units[id_]
    counter = draft.world.counters[id_]
    owed = combat_supply.recovery_cost(draft.world, unit)
    game = own(draft.state)
    if owed:
        change(draft, owed={**game.owed, counter.side: game.owed.get(counter.side, 0) + owed})
    put(draft, Unit(id_, NOWHERE, GONE))
    draft.update(returning=tuple(e for e in draft.state.returning if e[1] != id_))
    draft.log("note", f"{counter.name} is withdrawn", rule=RULE, side=counter.side)


def answer(draft: Draft, decision: GameChoice, word: str) -> None:
    """The unit that its owner names; then the next withdrawal."""
    remove(draft, word)
    reinforcement(draft)


CHOICES = {TOPIC: answer}
