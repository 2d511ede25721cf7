"""The East Front Series for its players."""

from __future__ import annotations

from engine.efs.control import stars
from engine.efs.pieces import AXIS, SOVIET
from engine.efs.state import EfsState
from engine.efs.world import World
from engine.efs.zoc import sources
from engine.players.efs.staff import StaffOfficer
from engine.players.kits import Figures, Kit


def figures(world: World, state: EfsState) -> Figures:
    """Stars of the Axis and steps lost."""
    return Figures(
        stars(world, state, AXIS), lost=(state.lost.get(AXIS, 0), state.lost.get(SOVIET, 0))
    )


KIT = Kit(StaffOfficer, sources, figures)
