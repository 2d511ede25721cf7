"""Which unit leads an attack or Overrun: its Action Rating counts, and it loses the first step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.ocs import combat, odds

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def next_lead(ids: Sequence[str], now: str) -> str:
    """The unit after this one, around."""
    return ids[(ids.index(now) + 1) % len(ids)] if now in ids else ids[0]


def best_lead(desk: Desk, ids: tuple[str, ...], hex_: int) -> str:
    """Who leads an attack on a hex best: whom the preview takes, until another is named."""
    return combat.by_rating(desk.world, desk.state, ids, attacking=True, hex_=hex_)[0]


def rated(desk: Desk, id_: str, hex_: int) -> str:
    """An attacker with the Action Rating that it would lend."""
    ar = odds.rating(desk.world, desk.state, id_, attacking=True, hex_=hex_)
    return f"{desk.world.name(id_)}, AR {ar}"
