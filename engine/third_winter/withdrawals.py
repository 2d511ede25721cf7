"""Withdrawals of the arrival charts (TTW 1.7c): units that leave play on a date."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.board import NOWHERE
from engine.ocs import combat_supply
from engine.ocs.decisions import GameChoice
from engine.ocs.losses import put
from engine.ocs.pieces import ARRIVING, AWAY, GONE, Counter, Unit
from engine.ocs.sequence import acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.state import change, own

TOPIC = "withdraw"
RULE = "TTW 1.7c"


def rows(world: World) -> tuple[Mapping[str, Any], ...]:
    """The scenario's withdrawals: turn, side, unit."""
    return tuple(world.scenario.game_data.get("withdrawal", ()))


def alike(one: Counter, two: Counter) -> bool:
    """Identical factors: the printed numbers, steps and size of both sides."""
    return (
        one.side == two.side and one.type == two.type and one.steps == two.steps
        and one.re4 == two.re4 and one.combat == two.combat and one.move == two.move
        and one.nationality == two.nationality
    )


def candidates(world: World, state: OcsState, id_: str) -> tuple[str, ...]:
    """The unit, or one with identical factors; HQs and formation units only themselves (1.7c)."""
    counter = world.counters[id_]
    playing = [i for i, u in state.units.items() if u.box not in (GONE, ARRIVING, AWAY)]
    if counter.hq or counter.formation:
        return (id_,) if id_ in playing else ()
    return tuple(
        i for i in playing
        if i == id_ or (alike(counter, world.counters[i]) and not world.counters[i].formation)
    )


def reinforcement(draft: Draft) -> bool:
    """Every withdrawal that is due, whatever the unit's situation (TTW 1.7c)."""
    asked = False
    for number, row in enumerate(rows(draft.world)):
        done = own(draft.state).gone
        if number in done or row["side"] != acting(draft.state) or row["turn"] > draft.state.turn:
            continue
        change(draft, gone=done | {number})
        found = candidates(draft.world, draft.state, row["unit"])
        if len(found) == 1:
            remove(draft, found[0])
        elif found:
            draft.ask(GameChoice(row["side"], TOPIC, found,
                                 f"Withdraw {draft.world.name(row['unit'])} or its like", RULE))
        asked = asked or bool(found)
    return asked


def remove(draft: Draft, id_: str) -> None:
    """Out of play; what its stocks lack is kept back from the next supply (TTW 1.7c)."""
    unit = draft.state.units[id_]
    counter = draft.world.counters[id_]
    owed = combat_supply.recovery_cost(draft.world, unit)
    game = own(draft.state)
    if owed:
        change(draft, owed={**game.owed, counter.side: game.owed.get(counter.side, 0) + owed})
    put(draft, Unit(id_, NOWHERE, GONE))
    draft.log("note", f"{counter.name} is withdrawn", rule=RULE, side=counter.side)


def answer(draft: Draft, decision: GameChoice, word: str) -> None:
    """The unit that its owner names."""
    remove(draft, word)


CHOICES = {TOPIC: answer}
