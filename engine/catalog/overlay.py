"""Overlays: the figures of a printed copy, put on top of ours without touching a file of ours.

An overlay is a TOML file whose first key is `overlay` (its title), or a folder of such files.
It may hold

    [charts.NAME]     tables of the charts; what it does not name stays as it was
    [[counter]]       `id` and the values that differ
    [[aircraft]]      likewise
    [[hex]]           `map`, `hex`, and `terrain`, `stars` or `place`
    [[hexside]]       `map`, `side` ("1305-1306") and `features`, which replace all that were there
    [[placement]]     `scenario`, `unit`, and `hex` or `steps_lost`

Each entry carries its own `source`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from attrs import evolve

from engine.catalog import finding
from engine.catalog.charts import FURTHER, REQUIRED, Tables, check_sources
from engine.catalog.counters import Register, known
from engine.catalog.faults import Fault, Key
from engine.catalog.fields import Faults, Table, like
from engine.catalog.files import Document, read
from engine.catalog.maps import FEATURES, TERRAIN, Sheet
from engine.catalog.shelves import Shelf


def default() -> tuple[Path, ...]:
    """The user's overlays: $RASPUTITSA_OVERLAYS, else the folder `overlays` of the user's data."""
    named = os.environ.get("RASPUTITSA_OVERLAYS", "")
    if named:
        return tuple(Path(name) for name in named.split(os.pathsep) if name)
    folder = finding.user_folder() / "overlays"
    return (folder,) if os.path.isdir(folder) else ()


def documents(overlays: Sequence[str | Path] | None, faults: Faults) -> list[Document]:
    """The files of overlays, in order; those of a folder by name."""
    found = []
    for path in default() if overlays is None else [Path(given) for given in overlays]:
        files = sorted(path.glob("*.toml")) if os.path.isdir(path) else [path]
        for file in files:
            document = read(file)
            if isinstance(document, Fault):
                faults.add(document)
            else:
                found.append(document)
    return found


class Changes:
    """What a list of overlays changes."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.charts: list[tuple[Document, str, Any]] = []
        self.rows: dict[str, list[Table]] = {
            name: [] for name in ("counter", "aircraft", "hex", "hexside", "placement")
        }

    @classmethod
    def read(cls, documents: Iterable[Document], faults: Faults) -> Changes:
        """Read the frame of each file."""
        changes = cls(faults)
        for document in documents:
            root = Table(document, document.data, (), faults)
            root.text("overlay")
            root.remarks()
            charts = root.table("charts", required=False)
            for name, table in charts.data.items() if charts is not None else ():
                changes._chart(document, name, table)
            for name, rows in changes.rows.items():
                rows.extend(root.tables(name))
            root.close()
        return changes

    def _chart(self, document: Document, name: str, table: Any) -> None:
        names = REQUIRED + FURTHER
        if name not in names:
            self.faults.add(document.fault(("charts", name), f"no such table{like(name, names)}"))
            return
        check_sources(document, name, table, self.faults, under=("charts",))
        self.charts.append((document, name, table))

    def on_tables(self, tables: Tables) -> None:
        """Lay chart tables over the ones that were read."""
        for document, name, table in self.charts:
            laid = merged(tables.data.get(name, {}), table)
            tables.put(name, laid, document, under=("charts",))

    def on_counters(self, register: Register) -> None:
        """Lay counters over the ones that were read."""
        for row in self.rows["counter"]:
            self._piece(row, register.counters)
        for row in self.rows["aircraft"]:
            self._piece(row, register.aircraft)

    def _piece(self, row: Table, pieces: Shelf[Any]) -> None:
        id_ = row.text("id")
        if id_ not in pieces:
            row.fault(known(id_, pieces), "id")
            return
        row.source()
        printed = pieces.row(id_).data
        full = Table(row.document, {**printed, **row.data}, row.key, self.faults)
        pieces.put(id_, pieces.make(full))

    def on_map(self, sheet: Sheet | None) -> None:
        """Lay hexes and hexsides over the map, where they are meant for it."""
        for row in self.rows["hex"]:
            if row.text("map") and sheet is not None and row.data["map"] == sheet.name:
                _hex(row, sheet)
        for row in self.rows["hexside"]:
            if row.text("map") and sheet is not None and row.data["map"] == sheet.name:
                _hexside(row, sheet)

    def on_setup(self, document: Document) -> Document:
        """The scenario's document with units placed as the overlays say."""
        rows = [r for r in self.rows["placement"]
                if r.text("scenario") == document.data.get("scenario")]
        if not rows:
            return document
        changed = Document(document.path, document.text, deepcopy(document.data))
        places = dict(_placed(changed.data))
        for row in rows:
            id_ = row.text("unit")
            change: dict[str, Any] = {"source": row.source()}
            if row.has("hex"):
                change["hex"] = row.text("hex")
            if row.has("steps_lost"):
                change["steps_lost"] = row.number("steps_lost", 0, 0, 3)
            row.remarks()
            row.close()
            if id_ not in places:
                row.fault(f"{id_} is not set up in this scenario{like(id_, places)}", "unit")
                continue
            key, unit = places[id_]
            unit.update(change)
            changed.laid.update(
                {(*key, name): (row.document, (*row.key, name)) for name in change}
            )
        return changed


def _placed(data: dict[str, Any]) -> Iterator[tuple[str, tuple[Key, dict[str, Any]]]]:
    """The id of every unit of a set-up, with the key and the table of its entry."""
    for i, side in enumerate(_list(data, "setup")):
        for j, unit in enumerate(_list(side, "units")):
            if isinstance(unit, dict):
                yield str(unit.get("unit")), (("setup", i, "units", j), unit)


def _list(table: Any, key: str) -> list[Any]:
    value = table.get(key) if isinstance(table, dict) else None
    return value if isinstance(value, list) else []


def merged(under: Any, over: Any) -> Any:
    """Tables are merged key by key; everything else is replaced."""
    if not isinstance(under, dict) or not isinstance(over, dict):
        return over
    return {**under, **{key: merged(under.get(key), value) for key, value in over.items()}}


def _hex(row: Table, sheet: Sheet) -> None:
    id_ = row.text("hex")
    words = frozenset(row.text("terrain", "").split())
    place, stars, source = row.text("place", ""), row.number("stars", 0, 0, 9), row.source()
    row.remarks()
    row.close()
    here = sheet.hexes.get(id_)
    if here is None:
        row.fault(f"hex {id_} is not on the map", "hex")
        return
    allowed = (*TERRAIN, "town", "city", "major_city")
    for word in sorted(words - set(allowed)):
        row.fault(f"no terrain '{word}'{like(word, allowed)}", "terrain")
    sheet.hexes[id_] = evolve(
        here, source=source, terrain=words & set(allowed) or here.terrain,
        place=place or here.place, stars=stars if row.has("stars") else here.stars,
    )


def _hexside(row: Table, sheet: Sheet) -> None:
    ids = row.text("side").split("-")
    features, source = row.texts("features", None), row.source()
    row.remarks()
    row.close()
    if len(ids) != 2 or any(id_ not in sheet.hexes for id_ in ids):
        row.fault("should be two hexes of the map with a dash between", "side")
    elif not sheet.touches(ids[0], ids[1]):
        row.fault(f"hexes {ids[0]} and {ids[1]} do not touch", "side")
    else:
        for n, word in enumerate(features):
            if word not in FEATURES:
                row.fault(f"no feature '{word}'{like(word, FEATURES)}", "features", n)
        pair = (min(ids), max(ids))
        sheet.features.pop(pair, None)
        sheet.side_sources.pop(pair, None)
        sheet.add(pair, frozenset(features) & set(FEATURES), source)

