"""The Operational Combat Series for its players."""

from __future__ import annotations

from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.ocs.zoc import zone
from engine.players.kits import Figures, Kit
from engine.players.ocs.staff import StaffOfficer


def figures(world: World, state: OcsState) -> Figures:
    """Victory Points as they would stand if the game ended now."""
    return Figures(points=world.hooks.points(world, state))


KIT = Kit(StaffOfficer, zone, figures)
