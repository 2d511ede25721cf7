"""Final die roll modifiers of a combat (BSR 15.6, 15.7): each with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.efs import cas
from engine.efs.charts import Modifier, column
from engine.efs.commands import NO_RETREAT
from engine.efs.control import controlled
from engine.efs.pieces import (
    ANTI_AIR_TYPES,
    ANTI_TANK_TYPES,
    COMBINED_ARMS_TYPES,
    ENGINEER_TYPES,
    OUT_OF_SUPPLY,
    OVERRUN,
    SOVIET,
    SUPER_HEAVY_TYPES,
    Counter,
    Unit,
)
from engine.efs.state import Combat, EfsState
from engine.efs.weather import column_at, lingers_in
from engine.efs.works import all_across_line, manned, strongpoints
from engine.efs.world import World
from engine.efs.zoc import combat_units

NEAR_CITY = 4
"""Hexes from a friendly city in which a Strongpoint on a line counts double (18.37)."""
FORTIFIED = frozenset({"city", "major_city"})
SHELTER = frozenset({"city", "major_city", "mountain", "alpine", "swamp"})
"""Terrain in which defenders deny the Combined Arms Bonus (BSR 15.67b)."""
RECON_TYPES = frozenset({"recon", "motorcycle"})


def defenders(world: World, state: EfsState, hexes: tuple[int, ...]) -> tuple[Unit, ...]:
    """All combat units in the defender hexes."""
    return tuple(u for h in hexes for u in combat_units(world, state, h))


def drms(world: World, state: EfsState, fight: Combat) -> tuple[Modifier, ...]:
    """Every DRM of a combat; plus helps the defender (BSR 15.6)."""
    ground = manned(world, state, fight)
    found = [
        *_terrain(world, state, ground), *_orders(fight), *_specialists(world, state, ground),
        *_air_and_supply(world, state, fight), *_organization(world, state, ground),
    ]
    return tuple(m for m in found if m.value)


def net(world: World, modifiers: tuple[Modifier, ...]) -> int:
    """The final DRM, never beyond the limit of three (BSR 15.7)."""
    limit = world.charts.drm_limit
    return max(-limit, min(limit, sum(m.value for m in modifiers)))


# ---------------------------------------------------------------- terrain (15.61, 18)


def hex_drm(world: World, state: EfsState, hex_: int) -> int:
    """The highest terrain DRM of a hex for its defenders (BSR 15.61a)."""
    charts, terrain = world.charts, world.board.hexes[hex_].terrain
    best = 0
    for word in terrain:
        if word == "town":
            if lingers_in(world, state, hex_):
                best = max(best, charts.town_drm["lingering_mud_woods_town"])
            else:
                best = max(best, charts.town_drm[column(state.weather)])
        elif word == "major_city" and controlled(world, state, hex_) != SOVIET:
            best = max(best, charts.major_city_axis_drm)
        else:
            best = max(best, charts.hex_drm.get(word, 0))
    return best


def all_across(world: World, state: EfsState, fight: Combat, words: frozenset[str]) -> bool:
    """Whether every attacking unit attacks every defender hex across such hexsides (15.61b)."""
    pairs = [
        (state.units[i].hex, h) for i in fight.units for h in fight.attack.hexes
    ]
    return bool(pairs) and all(world.board.side(a, h) & words for a, h in pairs)


def river_line(world: World, state: EfsState, fight: Combat) -> bool:
    """Whether the defenders stand behind river or canal hexsides, unfrozen (BSR 15.61b)."""
    return not state.frozen and all_across(world, state, fight, frozenset({"river", "canal"}))


def _terrain(world: World, state: EfsState, fight: Combat) -> Iterator[Modifier]:
    hexes = fight.attack.hexes
    high = max(hexes, key=lambda h: (hex_drm(world, state, h), -h))
    words = sorted(world.board.hexes[high].terrain - {"clear"})
    yield Modifier("terrain: " + " ".join(words), hex_drm(world, state, high), "BSR 15.61a")
    if river_line(world, state, fight):
        yield Modifier("all attack across a river", world.charts.river_drm, "BSR 15.61b")
    yield from _fortification(world, state, fight)


def _fortification(world: World, state: EfsState, fight: Combat) -> Iterator[Modifier]:
    """The DRM of the defender's intact fortifications: Strongpoint or line (BSR 18.2, 18.3)."""
    forts = strongpoints(world, state, fight)
    line = all_across_line(world, state, fight)
    if line and any(_near_city(world, state, h) for h in forts):
        yield Modifier("Strongpoint on a fortified line near a city", 2, "BSR 18.37")
    elif forts:
        yield Modifier("Strongpoint", 1, "BSR 18.36")
    elif line:
        yield Modifier("all attack across a fortified line", 1, "BSR 18.21")


def _near_city(world: World, state: EfsState, hex_: int) -> bool:
    """Within four hexes of a friendly city or major city (BSR 18.37)."""
    return any(
        world.board.hexes[h].terrain & FORTIFIED and controlled(world, state, h) == SOVIET
        for h in world.board.within(hex_, NEAR_CITY)
    )


# ------------------------------------------------------------ orders, specialists (15.62-15.64)


def _orders(fight: Combat) -> Iterator[Modifier]:
    if fight.defender_order == NO_RETREAT:
        yield Modifier("defender has No Retreat", 1, "BSR 15.62")


def engineers_help(world: World, state: EfsState, fight: Combat) -> bool:
    """Whether engineer effects can be declared (BSR 15.63).

    The rule asks for river or line terrain at the Defender Hex, not that the defender has its
    DRM: one attacker across the hexside is enough.
    """
    if not any(world.counters[i].type in ENGINEER_TYPES for i in fight.units):
        return False
    if any(world.board.hexes[h].terrain & FORTIFIED for h in fight.attack.hexes):
        return True
    if strongpoints(world, state, fight):
        return True
    return any(
        all_across_line(world, state, evolve(fight, units=(i,)))
        or river_line(world, state, evolve(fight, units=(i,)))
        for i in fight.units
    )


def _works(world: World, state: EfsState, fight: Combat) -> int:
    """DRMs of city, fortified line and Strongpoint, the most that guns can offset (BSR 15.64)."""
    cities = [h for h in fight.attack.hexes if world.board.hexes[h].terrain & FORTIFIED]
    best = max(hex_drm(world, state, h) for h in fight.attack.hexes)
    city = max((hex_drm(world, state, h) for h in cities), default=0)
    built = sum(m.value for m in _fortification(world, state, fight))
    return (city if city == best else 0) + built


def _specialists(world: World, state: EfsState, fight: Combat) -> Iterator[Modifier]:
    engineers = fight.engineers and engineers_help(world, state, fight)
    if engineers:
        yield Modifier("engineers", -1, "BSR 15.63")
    heavy = sum(
        1 for i in fight.support
        if world.counters[i].type in SUPER_HEAVY_TYPES and world.counters[i].side != SOVIET
    )
    limit = _works(world, state, fight)
    if heavy and fight.supplied and limit:
        room = max(0, limit - int(engineers))
        yield Modifier("super-heavy artillery", -min(heavy, room), "BSR 15.64")


# ---------------------------------------------------------------- air and supply (15.65, 15.66)


def _air_and_supply(world: World, state: EfsState, fight: Combat) -> Iterator[Modifier]:
    air = cas.modifier(state, fight.attack)
    if air is not None:
        yield air
    those = defenders(world, state, fight.attack.hexes)
    if any(OUT_OF_SUPPLY in u.marks for u in those):
        yield Modifier("defender Out of Supply", -1, "BSR 15.66a")
    if not fight.supplied:
        yield Modifier("no Attack Supply", 2, "BSR 15.66b")
    if any(OVERRUN in u.marks for u in those):
        yield Modifier("defender has an Overrun marker", -1, "BSR 11.44d")


# ---------------------------------------------------- combined arms, integrity (15.67-15.68)


def combined_arms(world: World, state: EfsState, fight: Combat) -> bool:
    """Whether the attacker has the Combined Arms Bonus (BSR 15.67)."""
    kinds = [world.counters[i] for i in fight.units]
    if not any(a.armor and _partner(kinds, a) for a in kinds):
        return False
    hexes = fight.attack.hexes
    for unit in defenders(world, state, hexes):
        counter = world.counters[unit.id]
        if counter.armor or counter.type in ANTI_TANK_TYPES | ANTI_AIR_TYPES:
            return False
    weather = {column_at(world, state, h) for h in hexes}
    if not all(world.charts.effects["combined_arms_allowed"][w] for w in weather):
        return False  # 15.67c, and mud that lingers (5.14)
    if strongpoints(world, state, fight):
        return False  # 18.36
    return not all(_sheltered(world, state, fight, h) for h in hexes)


def _partner(kinds: list[Counter], armor: Counter) -> bool:
    """Another unit that combines with armor: no counter is both (15.67a, note to 15.67c)."""
    return any(c.type in COMBINED_ARMS_TYPES and c.id != armor.id for c in kinds)


def _sheltered(world: World, state: EfsState, fight: Combat, hex_: int) -> bool:
    """Whether the defenders of a hex are behind water or a line, or in works (15.67b, 18.22)."""
    if world.board.hexes[hex_].terrain & SHELTER:
        return True
    alone = evolve(fight, attack=evolve(fight.attack, hexes=(hex_,)))
    if all_across_line(world, state, alone):
        return True
    water = frozenset({"river", "canal", "major_river"})
    return not state.frozen and all_across(world, state, alone, water)


def _organization(world: World, state: EfsState, fight: Combat) -> Iterator[Modifier]:
    for name in integrity(world, state, fight):
        yield Modifier(f"division integrity, {name}", -1, "BSR 15.68")
    if combined_arms(world, state, fight):
        yield Modifier("combined arms", -1, "BSR 15.67")


def integrity(world: World, state: EfsState, fight: Combat) -> tuple[str, ...]:
    """German divisions with the Panzer Division Integrity Bonus (BSR 15.68).

    Each motorized division needs a qualifying panzer division beside it (15.68b).
    """
    groups: dict[str, list[Unit]] = {}
    for id_ in fight.units:
        counter = world.counters[id_]
        if counter.nationality == "german" and counter.formation:
            groups.setdefault(counter.formation, []).append(state.units[id_])
    panzer = [f for f, us in groups.items() if is_whole_panzer(world, fight, us)]
    motorized = [f for f, us in groups.items() if is_whole_motorized(world, fight, us)]
    return (*panzer, *motorized[: len(panzer)])


def _fit(world: World, fight: Combat, units: list[Unit]) -> list[Counter]:
    """The components that count: those Out of Supply only in Attack Supply (15.68c.1)."""
    return [
        world.counters[u.id] for u in units if fight.supplied or OUT_OF_SUPPLY not in u.marks
    ]


def is_whole_panzer(world: World, fight: Combat, units: list[Unit]) -> bool:
    """Panzer regiment, a motorized regiment, and a second one or the recon unit (15.68c.2)."""
    parts = _fit(world, fight, units)
    foot = sum(c.type == "motorized_infantry" for c in parts)
    recon = any(c.type in RECON_TYPES for c in parts)
    return any(c.armor for c in parts) and foot >= 1 and (foot >= 2 or recon)


def _panzer_formations(world: World) -> frozenset[str]:
    """Formations that have armor in the counter mix."""
    found: frozenset[str] | None = world.memo.get("panzer formations")
    if found is None:
        found = frozenset(c.formation for c in world.counters.values() if c.armor)
        world.memo["panzer formations"] = found
    return found


def is_whole_motorized(world: World, fight: Combat, units: list[Unit]) -> bool:
    """Both motorized regiments and the recon unit; SS three of four, LAH both (15.68c.3)."""
    formation = world.counters[units[0].id].formation
    if formation in _panzer_formations(world):
        return False  # a panzer division without its panzer regiment is none
    parts = _fit(world, fight, units)
    if all(c.ss for c in parts):
        return len(parts) >= (2 if "LAH" in formation else 3)
    recon = any(c.type in RECON_TYPES for c in parts)
    return sum(c.type == "motorized_infantry" for c in parts) >= 2 and recon
