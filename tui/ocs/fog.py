"""Fog of war on the screen (OCS 4.9): who looks, and what an enemy hex shows him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ocs import sight
from engine.ocs.pieces import SIDES

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def viewer(desk: Desk) -> str:
    """The side whose eyes the screen has: the only one that a human plays, else who decides."""
    players = getattr(desk.playing, "players", {})
    humans = [side for side in SIDES if players.get(side, "human") == "human"]
    return humans[0] if len(humans) == 1 else desk.side


def covered(desk: Desk, hex_: int) -> bool:
    """Whether only the top of a hex is shown."""
    return sight.hidden(desk.world, desk.state, viewer(desk), hex_)


def may_look(desk: Desk, id_: str) -> bool:
    """Whether the viewer may read a unit or air unit."""
    return sight.may_look(desk.world, desk.state, viewer(desk), id_)


def foggy(desk: Desk) -> bool:
    """Whether what the enemy has is told only as combat and barrage reveal it (4.9b, c)."""
    return bool(desk.world.options.fog_of_war)
