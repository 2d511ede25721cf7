"""The chart cards as data (2.2), read once from `scenarios/` into values that rules can index.

Movement costs are kept in half movement points, so that every cost of the game is a
whole number. Weather columns are dry, mud, frost and snow; snow serves Arctic too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.errors import DataError
from engine.core.values import frozen

COLUMNS = ("dry", "mud", "frost", "snow")
PROFILES = ("foot", "motorized", "soviet_armor")
PROHIBITED = -1
ROWS = range(12)

Costs = Mapping[str, Mapping[str, int]]
"""Profile to weather column to half movement points; PROHIBITED is no entry."""


@frozen
class Modifier:
    """One die roll modification (DRM) with the rule that gives it."""

    name: str
    value: int
    rule: str


@frozen
class Band:
    """A range of modified rolls with one result."""

    low: int
    high: int
    values: Mapping[str, Any]


@frozen(eq=False)
class Charts:
    """Every table that the rules read."""

    crt_columns: tuple[str, ...]
    """Odds columns, worst for the attacker first."""
    crt_ratios: tuple[float, ...]
    crt_attacker: Mapping[str, tuple[str, ...]]
    """Column to results for rows 0 to 11."""
    crt_defender: Mapping[str, tuple[str, ...]]
    drm_limit: int
    hex_costs: Mapping[str, Costs]
    woods: Costs
    river: Costs
    hex_drm: Mapping[str, int]
    """Hex terrain to its combat DRM (woods included, towns apart)."""
    town_drm: Mapping[str, int]
    major_city_axis_drm: int
    river_drm: int
    road_costs: Mapping[str, Mapping[str, int]]
    """"main", "motorway" -> weather -> half points."""
    minor_clear: Mapping[str, int]
    minor_other: Mapping[str, int]
    minor_mud_clear: Mapping[str, int]
    """Profile to half points for a clear hex by minor road in Mud."""
    green_main: int
    swamp_by_rail: int
    phase_factor: Mapping[str, Mapping[str, float]]
    """Phase such as "axis_movement" -> class of movement allowance -> factor."""
    overrun_bands: tuple[Band, ...]
    overrun_odds: tuple[Band, ...]
    overrun_terrain: Mapping[str, int]
    overrun_defender: Mapping[str, int]
    overrun_minimum: Mapping[str, int]
    retreat_success: int
    retreat_drm: Mapping[str, int]
    three_step_flips_first: bool
    support_limit: Mapping[str, int]
    air_initiative: tuple[str, ...]
    """Result of rolls 1 to 10."""
    air_combat: Mapping[int, tuple[str, ...]]
    """Difference of ratings -> results of rolls 1 to 10."""
    aa_bands: tuple[Band, ...]
    aa_drm: Mapping[str, int]
    aa_limit: int
    air_missions: Mapping[str, Any]
    """Units a side may send on a mission, and the range limit in hexes (17.21b, 17.22)."""
    interdiction: Mapping[str, Any]
    """Effects of a Zone of Interdiction (13.2)."""
    readiness: Mapping[str, Mapping[str, int]]
    readiness_drm: tuple[Mapping[str, Any], ...]
    weather_table: Mapping[str, tuple[str, ...]]
    """Climate -> result of modified rolls 1 to 12."""
    turn_track: Mapping[int, tuple[str, int]]
    """Turn -> (climate, DRM)."""
    effects: Mapping[str, Mapping[str, Any]]
    """Weather effects by name and weather column."""
    distances: Mapping[str, int]
    """Plain numbers of the weather effects, such as the short LOC (6.22)."""
    loss_track: Mapping[str, int]
    """Side to the boxes of its step loss track before a Victory Point moves (16.25)."""
    sources: Mapping[str, str]
    """Table name -> rulebook, published or reconstructed."""


def column(weather: str) -> str:
    """The chart column of a weather condition: Arctic reads the snow column."""
    return "snow" if weather == "arctic" else weather


def _half(value: float) -> int:
    return PROHIBITED if value < 0 else round(value * 2)


def _costs(table: Mapping[str, Any]) -> Costs:
    return {
        profile: {weather: _half(table[profile][weather]) for weather in COLUMNS}
        for profile in PROFILES
    }


def _bands(rows: Any) -> tuple[Band, ...]:
    return tuple(
        Band(
            row.get("min", -99),
            row.get("max", 99),
            {k: v for k, v in row.items() if k not in ("min", "max", "source", "rule")},
        )
        for row in rows
    )


def _drms(rows: Any) -> dict[str, int]:
    return {row["id"]: int(row["value"]) for row in rows}


def find(bands: tuple[Band, ...], value: int) -> Mapping[str, Any]:
    """The values of the band that holds a number; an empty mapping where none does."""
    for band in bands:
        if band.low <= value <= band.high:
            return band.values
    return {}


def build(tables: Mapping[str, Any]) -> Charts:
    """Charts from the tables of the chart files, by their names there.

    Raises DataError naming the table for one that is missing or misshapen.
    """
    try:
        return _build(tables)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise DataError("charts", f"missing or misshapen table: {error!r}") from error


def _build(tables: Mapping[str, Any]) -> Charts:
    crt = tables["crt"]
    columns = tuple(crt["column_order"])
    for part in ("attacker", "defender"):
        for name in columns:
            if len(crt[part][name]) != len(ROWS):
                raise ValueError(f"crt.{part}.{name} needs {len(ROWS)} rows")
    terrain = tables["terrain_effects"]
    hexes = terrain["hex"]
    overrun = tables["overrun"]
    minor = terrain["road"]["minor"]
    aa = tables["aa_fire"]
    weather = tables["weather_table"]
    drm = {name: row["combat_drm"] for name, row in hexes.items() if name != "town"}
    drm["woods"] = terrain["plus"]["woods"]["combat_drm"]
    return Charts(
        crt_columns=columns,
        crt_ratios=tuple(crt["column_ratio"]),
        crt_attacker={name: tuple(crt["attacker"][name]) for name in columns},
        crt_defender={name: tuple(crt["defender"][name]) for name in columns},
        drm_limit=crt["drm_limit"],
        hex_costs={name: _costs(row) for name, row in hexes.items() if "foot" in row},
        woods=_costs(terrain["plus"]["woods"]),
        river=_costs(terrain["hexside"]["river"]),
        hex_drm=drm,
        town_drm=hexes["town"]["combat_drm"],
        major_city_axis_drm=hexes["major_city"]["combat_drm_axis_defender"],
        river_drm=terrain["hexside"]["river"]["combat_drm"],
        road_costs={
            name: {w: _half(terrain["road"][name]["cost"][w]) for w in COLUMNS}
            for name in ("main", "motorway")
        },
        minor_clear={w: _half(v) for w, v in minor["clear_hex"].items()},
        minor_other={w: _half(v) for w, v in minor["non_clear_hex"].items()},
        minor_mud_clear={p: _half(v) for p, v in minor["mud_clear_hex"].items()},
        green_main=_half(terrain["super_heavy"]["main_or_motorway"]["dry"]),
        swamp_by_rail=_half(hexes["swamp"]["along_railroad_motorized"]),
        phase_factor={k: v for k, v in tables["movement_phases"].items() if isinstance(v, dict)},
        overrun_bands=_bands(overrun["bands"]),
        overrun_odds=_bands(overrun["odds_drm"]),
        overrun_terrain=_drms(overrun["terrain_drm"]),
        overrun_defender=_drms(overrun["defender_drm"]),
        overrun_minimum=overrun["minimum_odds"],
        retreat_success=next(
            b["max"] for b in tables["retreat"]["bands"] if b["result"] == "success"
        ),
        retreat_drm=_drms(tables["retreat"]["drm"]),
        three_step_flips_first=tables["steps"]["sequence_three_step"][0] == "reduced side",
        support_limit=tables["artillery_support"]["limit_per_combat"],
        air_initiative=tuple(tables["air_initiative"]["table"]),
        air_combat={
            int(name): tuple(tables["air_combat"][name])
            for name in (str(c) for c in tables["air_combat"]["columns"])
        },
        aa_bands=_bands(aa["bands"]),
        aa_drm=_drms(aa["drm"]),
        aa_limit=aa["side_drm_limit"],
        air_missions=tables["air_missions"],
        interdiction=tables["interdiction"],
        readiness={side: tables["air_readiness"][side] for side in ("axis", "soviet")},
        readiness_drm=tuple(tables["air_readiness"]["drm"]),
        weather_table={c: tuple(weather[c]) for c in weather["climates"]},
        turn_track={
            row["turn"]: (row["climate"], row["drm"]) for row in tables["turn_track"]["turns"]
        },
        effects={k: v for k, v in tables["weather_effects"].items() if isinstance(v, dict)},
        distances={k: v for k, v in tables["weather_effects"].items() if isinstance(v, int)},
        loss_track=dict(tables["step_loss_track"]["boxes"]),
        sources={name: t["source"] for name, t in tables.items() if "source" in t},
    )
