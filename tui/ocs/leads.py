"""Which unit leads an attack or Overrun: its Action Rating counts, and it loses the first step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.ocs import odds

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def next_lead(ids: Sequence[str], now: str) -> str:
    """The unit after this one, around."""
    return ids[(ids.index(now) + 1) % len(ids)] if now in ids else ids[0]


def rated(desk: Desk, id_: str, *, attacking: bool = True) -> str:
    """A unit with the Action Rating that it would lend."""
    ar = odds.rating(desk.world, desk.state, id_, attacking=attacking)
    return f"{desk.world.name(id_)}, AR {ar}"
