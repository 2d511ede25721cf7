"""What must hold in every state: `validate` lists each invariant that is broken."""

from __future__ import annotations

from engine.efs.state import EfsState
from engine.efs.world import World


def validate(world: World, state: EfsState) -> list[str]:
    """Every broken invariant in one sentence; an empty list for a sound state."""
    return []
