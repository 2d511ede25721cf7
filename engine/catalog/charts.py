"""Chart files: the tables by their names, checked for shape and source (BSR 2.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.catalog.faults import Fault, Key
from engine.catalog.fields import SOURCES, Faults, like
from engine.catalog.files import Document
from engine.core.errors import DataError
from engine.efs.charts import COLUMNS, Charts, build

REQUIRED = (
    "crt", "terrain_effects", "overrun", "aa_fire", "weather_table", "movement_phases", "retreat",
    "steps", "artillery_support", "air_initiative", "air_combat", "air_readiness", "turn_track",
    "weather_effects", "step_loss_track",
)
"""The tables without which no game can be played."""

FURTHER = (
    "combat_drm", "strength_changes", "asterisk", "retreat_orders", "zoc_costs", "zoc",
    "weather_options", "reinforcement_entry", "ma_conversion", "special_movement",
    "rail_conversion", "air_transport", "air_missions", "interdiction", "historical_weather",
    "axis_supply", "soviet_supply", "axis_attack_supply_scenario_6", "logistics_pause",
    "msu_attrition", "fuel_shortage", "bridge_repair", "victory_plan", "soviet_replacements",
    "soviet_major_city_replacements", "soviet_surrender", "unit_rebuilding", "victory_points",
    "victory_levels", "garrison",
)


RESULT = re.compile(r"-|e|\*|[1-9]R?\*?|R\*?")
"""A cell of the Combat Results Table (BSR 16.11)."""


PHASES = (
    "axis_movement", "axis_motorized", "axis_reaction", "soviet_motorized", "soviet_reaction",
    "soviet_movement",
)
CLASSES = ("motorized", "cavalry", "foot", "orange", "green")
EFFECTS = (
    "overrun_allowed", "combined_arms_allowed", "infiltration_allowed",
    "ski_infiltration_allowed", "artillery_factor", "motorized_may_enter_swamp_off_road",
    "loc_hexes", "road_net_hexes", "rail_conversion_cost", "soviet_replacement_drm",
    "flotilla_may_move",
)
NUMBERS = {
    "crt": ("drm_limit", "crt_ratios"),
    "terrain_effects": ("hex_drm", "town_drm", "river_drm", "major_city_axis_drm"),
    "overrun": ("overrun_minimum", "overrun_terrain", "overrun_defender"),
    "retreat": ("retreat_success", "retreat_drm"),
    "artillery_support": ("support_limit",),
    "aa_fire": ("aa_limit", "aa_drm"),
    "air_readiness": ("readiness",),
    "step_loss_track": ("loss_track",),
}
"""Table to the fields of Charts that must come out as numbers, whatever they are sorted by."""


class Tables:
    """Chart tables gathered from several files, with the file of each and its key there."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.origin: dict[str, tuple[Document, Key]] = {}

    def put(self, name: str, table: Any, document: Document, under: Key = ()) -> None:
        """Enter a table, or put it in the place of the one with its name."""
        self.data[name] = table
        self.origin[name] = (document, under)

    def fault(self, name: str, why: str, *keys: str | int) -> Fault:
        """A fault of a table, or of a value in it."""
        document, under = self.origin[name]
        return document.fault((*under, name, *keys), why)


def read_charts(document: Document, tables: Tables, faults: Faults) -> None:
    """Gather the tables of a file. Each needs a source; a name serves once."""
    names = REQUIRED + FURTHER
    for name, table in document.data.items():
        if name not in names:
            faults.add(document.fault((name,), f"no such table{like(name, names)}"))
        elif name in tables.data:
            faults.add(document.fault((name,), f"already in {tables.origin[name][0].path.name}"))
        else:
            check_sources(document, name, table, faults)
            tables.put(name, table, document)


def check_sources(
    document: Document, name: str, table: Any, faults: Faults, under: Key = ()
) -> None:
    """A source on every table (or on every row of an array of tables), and good words in all."""
    rows = table if isinstance(table, list) else [table]
    for n, row in enumerate(rows):
        key: Key = (*under, name, n) if isinstance(table, list) else (*under, name)
        if not isinstance(row, dict):
            faults.add(document.fault(key, "should be a table"))
        elif "source" not in row:
            faults.add(document.fault(key, "source is missing"))
    for key, word in _sources(table, (*under, name)):
        if word not in SOURCES:
            faults.add(document.fault(key, f"'{word}' should be one of {', '.join(SOURCES)}"))


def _sources(value: Any, key: Key) -> Iterator[tuple[Key, Any]]:
    """Every source in a table: `source`, `KEY_source`, and the values of `column_source`."""
    if isinstance(value, list):
        for n, item in enumerate(value):
            yield from _sources(item, (*key, n))
    elif isinstance(value, dict):
        for name, item in value.items():
            here = (*key, name)
            if name == "source" or name.endswith("_source"):
                if isinstance(item, dict):
                    yield from (((*here, k), word) for k, word in item.items())
                else:
                    yield here, item
            else:
                yield from _sources(item, here)


def build_charts(document: Document, tables: Tables, faults: Faults) -> Charts | None:
    """The charts of a scenario; missing and misshapen tables go to the faults."""
    missing = [name for name in REQUIRED if name not in tables.data]
    for name in missing:
        faults.add(document.fault(("files", "charts"), f"none of them has the table {name}"))
    if missing:
        return None
    before = len(faults)
    for fault in _misshapen(tables):
        faults.add(fault)
    if len(faults) > before:
        return None
    try:
        charts = build(tables.data)
    except DataError as error:
        faults.add(document.fault(("files", "charts"), error.why))
        return None
    for name, fields in NUMBERS.items():
        for field in fields:
            if not _numbers(getattr(charts, field)):
                faults.add(tables.fault(name, f"holds something else than numbers for {field}"))
    if any(n < 1 for n in charts.loss_track.values() if _numbers(n)):
        faults.add(tables.fault("step_loss_track", "should be 1 or more", "boxes"))
    return charts


def _numbers(value: Any) -> bool:
    """True where every leaf of a value is a number."""
    if isinstance(value, Mapping):
        return all(_numbers(inner) for inner in value.values())
    if isinstance(value, tuple):
        return all(_numbers(inner) for inner in value)
    return type(value) in (int, float)


def _misshapen(tables: Tables) -> Iterator[Fault]:
    """Cells that the tables of results cannot have, and rows too many or too few."""
    crt = Part(tables, "crt")
    for part in ("attacker", "defender"):
        for column in crt.words("column_order"):
            yield from crt.cells((part, str(column)), 12, RESULT)
    air = Part(tables, "air_combat")
    for number in air.words("columns"):
        yield from air.cells((str(number),), 10, re.compile("[-ADX]"))
    first = Part(tables, "air_initiative")
    yield from first.cells(("table",), 10, re.compile("(axis|soviet)(_local)?|none"))
    weather = Part(tables, "weather_table")
    word = re.compile("(Dry|Mud|Frost|Snow|Arctic)( storm)?")
    for climate in weather.words("climates"):
        yield from weather.cells((str(climate),), 12, word)
    phases, effects = Part(tables, "movement_phases"), Part(tables, "weather_effects")
    for phase in PHASES:
        yield from phases.row(phase, CLASSES)
    for effect in EFFECTS:
        yield from effects.row(effect, COLUMNS)
    for n, row in enumerate(Part(tables, "turn_track").words("turns")):
        if not isinstance(row, dict) or row.get("climate") not in weather.words("climates"):
            yield tables.fault("turn_track", "its climate is not in weather_table", "turns", n)


class Part:
    """One table, looked at without trusting its shape."""

    def __init__(self, tables: Tables, name: str) -> None:
        self.tables = tables
        self.name = name
        data = tables.data[name]
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}

    def words(self, key: str) -> list[Any]:
        """A list, or nothing."""
        value = self.data.get(key)
        return value if isinstance(value, list) else []

    def row(self, key: str, columns: Iterable[str]) -> Iterator[Fault]:
        """Faults of a table that should hold a number or a yes or no for each of these."""
        value = self.data.get(key)
        for column in columns:
            cell = value.get(column) if isinstance(value, dict) else None
            if not isinstance(cell, (int, float)):
                yield self.tables.fault(self.name, f"{key}.{column} is missing or no number", key)

    def cells(self, key: tuple[str, ...], count: int, word: re.Pattern[str]) -> Iterator[Fault]:
        """Faults of a list that should hold so many words of a kind."""
        value: Any = self.data
        for part in key:
            value = value.get(part) if isinstance(value, dict) else None
        if not isinstance(value, list) or len(value) != count:
            yield self.tables.fault(self.name, f"should be a list of {count} results", *key)
            return
        for n, cell in enumerate(value):
            if not isinstance(cell, str) or not word.fullmatch(cell):
                yield self.tables.fault(self.name, f"'{cell}' is no result of this table", *key, n)
