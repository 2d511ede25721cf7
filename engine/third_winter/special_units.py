"""Special units (TTW 1.6): assault units, artillery divisions, pools of Breakdowns."""

from __future__ import annotations

from engine.core.board import NOWHERE
from engine.ocs.pieces import AXIS, SOVIET, Counter
from engine.ocs.state import OcsState
from engine.ocs.terrain import RIVERS
from engine.ocs.world import World
from engine.third_winter.places import is_city

FLAME_TANKS = "sov-1890-flm"
"""The unit that is no river-crosser (TTW 1.6c)."""
FORT = "fortress"
GUARDS = "Guards"
OWN_TYPE = ("jaeger",)


# ---------------------------------------------------------------- assault units (1.6c)


def unit_ar(world: World, state: OcsState, id_: str, hex_: int) -> int:
    """A Special Assault unit has one less for all but attacks on its terrain (TTW 1.6c)."""
    if not world.counters[id_].special_assault:
        return 0
    attacks = hex_ not in (NOWHERE, state.units[id_].hex)
    return 0 if attacks and assaults(world, state, id_, hex_) else -1


def assaults(world: World, state: OcsState, id_: str, hex_: int) -> bool:
    """Whether it attacks into a city, fort or hedgehog, or across a river (TTW 1.6c)."""
    if is_city(world, hex_) or hex_ in state.hogs or _fort(world, state, hex_):
        return True
    start = state.units[id_].hex
    river = any(word in RIVERS for word in world.board.side(start, hex_))
    return river and id_ != FLAME_TANKS


def _fort(world: World, state: OcsState, hex_: int) -> bool:
    return any(
        world.counters[u.id].type == FORT for u in state.units.values() if u.hex == hex_
    )


# ---------------------------------------------------------------- Breakdowns (1.6e)


def breakdown_pool(world: World, counter: Counter) -> str:
    """The Breakdowns that a unit uses: Guards, Luftwaffe and Jaeger have their own (TTW 1.6e)."""
    if counter.side == SOVIET:
        return GUARDS if counter.nationality == GUARDS else "Red Army"
    if _jaeger(counter):
        return "jaeger"
    return counter.nationality


def _jaeger(counter: Counter) -> bool:
    """Jaeger divisions and their Breakdowns; Mountain divisions are not Jaeger (TTW 1.6e)."""
    breakdown = counter.type == "breakdown" and "Jg" in counter.name
    return counter.side == AXIS and (counter.type in OWN_TYPE or breakdown)
