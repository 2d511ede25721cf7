"""Tank-Busters: Hs.129 and Ju.87G (TTW 2.2f, 2.2g)."""

from __future__ import annotations

from fractions import Fraction

from engine.core.errors import Refusal
from engine.ocs import air, barrage
from engine.ocs.pieces import Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import combat_units, round_half_up
from engine.ocs.state import OcsState
from engine.ocs.world import World

RULE = "TTW 2.2f"
SYMBOLS = ("yellow", "red")
READ_AS_ONE = frozenset({"[1/2]", "1/2", "2", "3"})
"""Results that a Tank-Buster Barrage turns into 1 (TTW 2.2f B)."""
MISSIONS = frozenset({air.BARRAGE, air.HIP})
DRM = 1


def busters(world: World, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The Tank-Busters among aircraft."""
    return tuple(i for i in ids if world.aircraft[i].tank_buster)


def targets(world: World, state: OcsState, foe: str, hex_: int) -> list[Unit]:
    """Yellow and red symbol units of the enemy in a hex (TTW 2.2f A, OCS 3.2a)."""
    return [
        u for u in combat_units(world, state, hex_)
        if world.counters[u.id].side == foe and world.counters[u.id].symbol in SYMBOLS
    ]


def mission_limit(
    world: World, state: OcsState, kind: str, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Barrage or Hip Shoot, at yellow or red symbols, with a spotter (TTW 2.2f A)."""
    if not busters(world, ids) or kind == air.TRANSFER:
        return None
    side = world.aircraft[ids[0]].side
    if kind not in MISSIONS:
        return Refusal(RULE, f"Tank-Busters fly no {kind}")
    if not targets(world, state, other(side), hex_):
        return Refusal(RULE, f"{world.board.id(hex_)} holds no yellow or red symbol unit")
    if not barrage.spotted(world, state, side, hex_):
        return Refusal(RULE, "Tank-Busters need a spotter")
    return None


def barrage_points(world: World, state: OcsState, ids: tuple[str, ...]) -> int | None:
    """Others with them are escorts: only the Tank-Busters' strength counts (TTW 2.2f A)."""
    found = busters(world, ids)
    if not found:
        return None
    return round_half_up(sum((air.barrage_value(world, state, i) for i in found), Fraction(0)))


def barrage_drm(world: World, state: OcsState, ids: tuple[str, ...], hex_: int) -> int:
    """+1 on the Barrage Table (TTW 2.2f B)."""
    return DRM if busters(world, ids) else 0


def barrage_code(world: World, state: OcsState, ids: tuple[str, ...], code: str) -> str:
    """Halves, 2 and 3 are read as 1; all else is normal (TTW 2.2f B, C)."""
    return "1" if busters(world, ids) and code in READ_AS_ONE else code


def barrage_first(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> tuple[str, ...]:
    """The yellow or red symbol unit with the highest Combat Mode strength loses (TTW 2.2f B).

    Of equals their owner says which.
    """
    if not busters(world, ids):
        return ()
    found = targets(world, state, other(world.aircraft[ids[0]].side), hex_)
    strength = {u.id: world.counters[u.id].combat.strength for u in found}
    return tuple(i for i, n in strength.items() if n == max(strength.values()))
