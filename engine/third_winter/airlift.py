"""Supply that a scenario lets a side fly into a place each turn, beside its air units."""

from __future__ import annotations

from engine.ocs import dumps
from engine.ocs.sequence import acting
from engine.ocs.world import Draft
from engine.third_winter.places import controls
from engine.third_winter.state import change, own

NO_FLIGHT = "none"


def reinforcement(draft: Draft) -> bool:
    """So many tokens, while the side holds the hex and aircraft fly at all."""
    world, state = draft.world, draft.state
    row = world.scenario.game_data.get("airlift") or {}
    if not row or row["side"] != acting(state) or own(state).airlift_turn == state.turn:
        return False
    hex_ = world.board.at(row["hex"])
    if not controls(world, state, row["side"], hex_):
        return False
    change(draft, airlift_turn=state.turn)
    if state.flight == NO_FLIGHT:
        draft.log("supply", f"nothing is flown into {world.board.label(hex_)}: no flight",
                  hex=row["hex"], rule="OCS 13.6", side=row["side"])
        return True
    dumps.add(draft, hex_, row["side"], int(row["tokens"]), arrived=True)
    draft.log("supply", f"{dumps.show(int(row['tokens']))} flown into {world.board.label(hex_)}",
              hex=row["hex"], rule="OCS 13.6", side=row["side"])
    return True
