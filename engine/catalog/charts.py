"""Chart files: the tables by their names, checked for shape and source (BSR 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.catalog.faults import Key
from engine.catalog.fields import SOURCES, Faults, like
from engine.catalog.files import Document
from engine.core.errors import DataError
from engine.efs.charts import Charts, build

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


class Tables:
    """Chart tables gathered from several files, with the file of each."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.origin: dict[str, Document] = {}


def read_charts(document: Document, tables: Tables, faults: Faults) -> None:
    """Gather the tables of a file. Each needs a source; a name serves once."""
    names = REQUIRED + FURTHER
    for name, table in document.data.items():
        if name not in names:
            faults.add(document.fault((name,), f"no such table{like(name, names)}"))
        elif name in tables.data:
            faults.add(document.fault((name,), f"already in {tables.origin[name].path.name}"))
        else:
            check_sources(document, name, table, faults)
            tables.data[name] = table
            tables.origin[name] = document


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
    try:
        return build(tables.data)
    except DataError as error:
        faults.add(document.fault(("files", "charts"), error.why))
        return None
