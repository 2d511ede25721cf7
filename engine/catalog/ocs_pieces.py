"""Counter and aircraft files of the Operational Combat Series (OCS 3.1-3.5)."""

from __future__ import annotations

import re
from typing import Any

from engine.catalog.fields import SOURCES, Faults, Table
from engine.catalog.files import Document
from engine.catalog.ocs_charts import misshapen
from engine.catalog.shelves import Shelf, Shelves
from engine.ocs.pieces import (
    ORGANIC,
    RE,
    SIDES,
    TRUCK,
    TRUCKS,
    WAGONS,
    Aircraft,
    Counter,
    Face,
)

TYPES = (
    "armor", "motorized_infantry", "mechanized", "motorcycle", "recon", "assault_gun", "antitank",
    "antiair", "artillery", "rocket", "mortar", "rail_artillery", "engineer", "assault_engineer",
    "pontoon", "rail_repair", "infantry", "mountain", "jaeger", "parachute", "cavalry", "security",
    "reserve", "police", "replacement", "fortress", "fortified_region", "breakdown", "hq", ORGANIC,
)
SIZES = ("company", "battalion", "regiment", "brigade", "division", "corps", "army", "army group",
         "kessel", "formation")
SYMBOLS = ("yellow", "red", "other")
LEVELS = ("none", "light", "heavy")
AIR_TYPES = ("F", "T", "S", "Tpt", "T/Tpt", "S/Tpt", "F/T")

_FACE = re.compile(r"(\*|\d+|\(\d+\))-(\d)-(\d+) (leg|truck|track)")
UNPRINTED = {"hq": (5, 1)}
"""Strength by side where none is printed; 1 for all others, artillery (OCS 13.1c, 13.4b)."""

_BY_TRUCK = Face(ma=45, mobility=TRUCK)
TRANSPORT_FACES = {TRUCKS: _BY_TRUCK, ORGANIC: _BY_TRUCK, WAGONS: Face(ma=10)}
"""A truck moves 45 by truck, one of a formation too, and a wagon 10 by leg (OCS 13.2f, g)."""

KESSEL = (2, 1)
"""Strength of a Kessel HQ by side (TTW 2.3a)."""


class Register(Shelves):
    """Counters and aircraft by id, with the names taken."""

    counters: Shelf[Counter]
    aircraft: Shelf[Aircraft]

    def __init__(self, at_once: bool = True) -> None:
        super().__init__(counter_of, aircraft_of, at_once)


def read_counters(document: Document, register: Register, faults: Faults) -> None:
    """Enter the counters of a file: groups of units that share the keys of their group."""
    root = Table(document, document.data, (), faults)
    root.text("series", among=("ocs",))
    for group in root.tables("group"):
        shared = {k: v for k, v in group.data.items() if k != "units"}
        if not isinstance(group.data.get("units"), list):
            group.fault("units is missing or no list")
            continue
        register.enter(register.counters, group, "units", shared)
    root.close()


def counter_of(row: Table) -> Counter:
    """The counter of a row; what is wrong with it goes to the row's faults."""
    row.remarks()
    id_, name, note = row.text("id"), row.text("name"), row.text("note", "")
    if not name or "," in name or name != " ".join(name.split()):
        row.fault(f"'{name}' cannot be used in a command", "name")
    row.text("class", "")
    row.text("confidence", among=("A", "B", "C"))
    type_ = row.text("type", among=TYPES)
    size4 = _quarters(row)
    organic = type_ == ORGANIC
    barrage = row.numbers("barrage", 2) or (0, 0)
    throw = row.numbers("throw", 2) or (0, 0)
    hidden = KESSEL if row.data.get("size") == "kessel" else UNPRINTED.get(type_, (1, 1))
    printed = not str(row.data.get("combat", "")).startswith("*")
    return Counter(
        id=id_, name=name, note=note, type=type_, re4=size4,
        side=row.text("side", among=SIDES),
        combat=_face(row, "combat", hidden[0], barrage[0], throw[0], organic),
        move=_face(row, "move", hidden[1], barrage[1], throw[1], organic),
        nationality=row.text("kind"),
        formation=row.text("formation", ""),
        size=row.text("size", among=SIZES),
        steps=row.number("steps", low=1, high=6),
        symbol=row.text("symbol", "other", among=SYMBOLS),
        tank_symbol=row.flag("tank"),
        at_level=row.text("at", "none", among=LEVELS),
        printed=printed,
        range=row.number("range", 0, 0, 9),
        flak=row.number("flak", 0, 0, 3),
        engineer=row.flag("engineer"),
        rail_repair=row.flag("rail_repair"),
        rail_only=row.flag("rail_only"),
        special_assault=row.flag("special_assault"),
        no_rebuild=row.flag("no_rebuild"),
        para=row.flag("para"),
        points=1 if organic else 0,
        pool=row.text("pool", ""),
        source=row.source(),
    )


def _quarters(row: Table) -> int:
    """The size in quarters of an RE; the file counts in REs and their fractions."""
    quarters = row.decimal("re") * RE
    if quarters != int(quarters):
        row.fault("should be a number of quarters", "re")
    return int(quarters)


def _face(
    row: Table, key: str, hidden: int, barrage: int, throw: int, organic: bool
) -> Face:
    if organic:
        return TRANSPORT_FACES[ORGANIC]
    text = row.text(key)
    found = _FACE.fullmatch(text)
    if found is None:
        row.fault("should read as '16-4-3 leg', '(2)-2-3 truck' or '*-0-3 leg'", key)
        return Face()
    strength, rating, allowance, mobility = found.groups()
    plain = strength.isdigit()
    points = hidden if strength == "*" else int(strength.strip("()"))
    return Face(points, plain, int(rating), int(allowance), mobility, barrage, throw)


def read_aircraft(document: Document, register: Register, faults: Faults) -> None:
    """Enter the air counters of a file."""
    root = Table(document, document.data, (), faults)
    root.text("series", among=("ocs",))
    register.enter(register.aircraft, root, "aircraft", {})
    root.close()


def aircraft_of(row: Table) -> Aircraft:
    """The air counter of a row; what is wrong with it goes to the row's faults."""
    row.text("confidence", among=("A", "B", "C"))
    for key, default in (("kind", None), ("note", ""), ("pool", "")):
        row.text(key, default)
    return Aircraft(
        id=row.text("id"), name=row.text("name"), side=row.text("side", among=SIDES),
        type=row.text("type", among=AIR_TYPES),
        combat=row.number("combat", 0, 0, 9),
        offensive=row.flag("offensive", True),
        barrage=row.number("barrage", 0, 0, 99),
        range=row.number("range", low=1, high=200),
        capacity=row.number("capacity", 0, 0, 16),
        assigned=row.text("assigned", ""),
        hip_shoot=row.flag("hip_shoot"),
        tank_buster=row.flag("tank_buster"),
        source=row.source(),
    )


def chart_tables(document: Document, faults: Faults) -> dict[str, Any]:
    """The tables of a chart file, each with its source and in its shape."""
    found = {}
    for name, table in document.data.items():
        if name == "series":
            continue
        if not isinstance(table, dict) or table.get("source") not in SOURCES:
            faults.add(document.fault((name,), f"source should be one of {', '.join(SOURCES)}"))
            continue
        for fault in misshapen(document, name, table):
            faults.add(fault)
        found[name] = table
    return found
