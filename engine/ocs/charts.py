"""The series' charts and a game's own, as data (OCS charts v4.3; the game's Terrain Effects Chart).

Movement costs are kept in eighths of an MP, as everything that moves is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.core.errors import DataError
from engine.core.values import frozen
from engine.ocs.pieces import LEG, MP, TRACK, TRUCK

MOBILITIES = (LEG, TRACK, TRUCK)
WEATHERS = ("dry", "mud", "freeze", "thaw")
PROHIBITED = -1
ALL = -2
"""Costs the whole allowance (6.1c)."""
OTHER = -3
"""As the other terrain in the hex."""

Costs = Mapping[str, Mapping[str, int]]
"""Weather to mobility to eighths of an MP, or PROHIBITED, ALL, OTHER."""


@frozen
class CombatTerrain:
    """How a terrain works in combat (9.3, 9.4)."""

    category: str
    """open, close, very_close, extremely_close, or "ot" for other terrain; empty for hexsides."""
    attack: tuple[Fraction, Fraction, Fraction]
    """Multipliers for armor, mech and other."""
    defend: tuple[Fraction, Fraction, Fraction]


@frozen
class ResultCode:
    """One box of the Combat Table taken apart (9.10)."""

    a_loss: int
    a_opt: int
    d_loss: int
    d_opt: int
    exploit: int
    dg: bool


@frozen(eq=False)
class Charts:
    """Every table that the series rules read."""

    combat_rows: tuple[tuple[str, ...], ...]
    """Row of the modified roll, 1 or less first; thirteen columns."""
    combat_odds: Mapping[str, tuple[Fraction, ...]]
    """Terrain category to the odds heading each column, attack over defense."""
    results: Mapping[str, ResultCode]
    surprise: Mapping[str, tuple[int, int]]
    """"regular" and "overrun" to (defender's highest roll, attacker's lowest)."""
    barrage_min: tuple[int, ...]
    """Least points of each column of the Barrage table."""
    barrage_cost: tuple[int, ...]
    """Tokens that artillery pays for the column."""
    barrage_rows: tuple[tuple[str, ...], ...]
    """Rows of the rolls 2 to 12."""
    facility_min: tuple[int, ...]
    facility_cost: tuple[int, ...]
    facility_rows: tuple[tuple[str, ...], ...]
    facility_codes: Mapping[str, Mapping[str, Any]]
    attrition: Mapping[int, tuple[tuple[int, int], ...]]
    """Action Rating to (lowest roll, steps lost) pairs, 99 steps for all."""
    capture: Mapping[str, tuple[int, ...]]
    """dump, truck and wagon to per cent by die roll (9.14)."""
    blowing: tuple[int, ...]
    mission_loss: Mapping[int, tuple[str, ...]]
    drop: Mapping[str, int]
    """Lowest 2d6 for Air Transport Success by "friendly_clear" and so on (14.10d)."""
    hexes: Mapping[str, Costs]
    lines: Mapping[str, Costs]
    """road, track, railroad."""
    hexsides: Mapping[str, Costs]
    """Added costs."""
    fight_hexes: Mapping[str, CombatTerrain]
    fight_hexsides: Mapping[str, CombatTerrain]
    weather: Mapping[str, Any]
    """The game's weather rules: flight effects, ground effects."""
    tables: Mapping[str, Any]
    """Every table by its name, for the game's own modules."""
    sources: Mapping[str, str]


def build(tables: Mapping[str, Any]) -> Charts:
    """Charts from the tables of the series and game chart files, by their names there.

    Raises DataError for one that is missing or misshapen.
    """
    try:
        return _build(tables)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise DataError("charts", f"missing or misshapen table: {error!r}") from error


def _eighths(value: Any) -> int:
    words = {"P": PROHIBITED, "all": ALL, "ot": OTHER}
    return words[value] if isinstance(value, str) else round(value * MP)


def _costs(row: Mapping[str, Any]) -> Costs:
    return {
        weather: dict(zip(MOBILITIES, map(_eighths, row[weather]), strict=True))
        for weather in WEATHERS
    }


def _multipliers(values: Any) -> tuple[Fraction, Fraction, Fraction]:
    a, b, c = (Fraction(1, 3) if v == 0.333 else Fraction(str(v)) for v in values)
    return a, b, c


def _fight(row: Mapping[str, Any]) -> CombatTerrain:
    one = (Fraction(1), Fraction(1), Fraction(1))
    defend = _multipliers(row["defend"]) if "defend" in row else one
    return CombatTerrain(row.get("category", ""), _multipliers(row["attack"]), defend)


def _odds(text: str) -> Fraction:
    attack, defense = text.split(":")
    return Fraction(int(attack), int(defense))


def _attrition(row: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    steps = {"none": 0, "minus_1": 1, "minus_2": 2, "minus_4": 4}
    found = [(row[name][0], lost) for name, lost in steps.items() if row[name]]
    return (*found, (row["all_min"], 99))


def _build(tables: Mapping[str, Any]) -> Charts:
    combat, barrage = tables["combat_table"], tables["barrage_table"]
    facility, surprise = tables["barrage_facility_table"], tables["surprise"]
    movement, fight = tables["terrain_movement"], tables["terrain_combat"]
    capture = tables["dump_capture"]
    return Charts(
        combat_rows=tuple(tuple(row) for row in combat["rows"]),
        combat_odds={k: tuple(map(_odds, v)) for k, v in combat["odds"].items()},
        results={
            code["id"]: ResultCode(
                code["a_loss"], code["a_opt"], code["d_loss"], code["d_opt"],
                code["exploit_ar"], code["d_dg"],
            )
            for code in tables["combat_results"]["code"]
        },
        surprise={
            kind: (surprise[kind]["defender_max"], surprise[kind]["attacker_min"])
            for kind in ("regular", "overrun")
        },
        barrage_min=tuple(barrage["column_min"]),
        barrage_cost=tuple(barrage["cost_t"]),
        barrage_rows=tuple(tuple(row) for row in barrage["rows"]),
        facility_min=tuple(facility["column_min"]),
        facility_cost=tuple(facility["cost_t"]),
        facility_rows=tuple(tuple(row) for row in facility["rows"]),
        facility_codes=facility["codes"],
        attrition={int(k): _attrition(v) for k, v in tables["attrition"]["rows"].items()},
        capture={
            "dump": tuple(capture["dump_percent"]), "truck": tuple(capture["truck_percent"]),
            "wagon": tuple(capture["wagon_percent"]),
        },
        blowing=tuple(tables["dump_blowing"]["percent_destroyed"]),
        mission_loss={int(k): tuple(v) for k, v in tables["mission_loss"]["rows"].items()},
        drop=tables["air_transport_success"]["success_min"],
        hexes={row["id"]: _costs(row) for row in movement["hex"]},
        lines={row["id"]: _costs(row) for row in movement["line"]},
        hexsides={row["id"]: _costs(row) for row in movement["hexside_added"]},
        fight_hexes={row["id"]: _fight(row) for row in fight["hex"]},
        fight_hexsides={row["id"]: _fight(row) for row in fight["hexside"]},
        weather={
            "flight": tables["weather_flight_effects"], "ground": tables["weather_ground_effects"]
        },
        tables=tables,
        sources={n: t["source"] for n, t in tables.items() if "source" in t},
    )
