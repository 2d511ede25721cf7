"""Corrections by hand: a small file beside each sheet, applied after every drawing.

Each correction gives its reason and one change:

    terrain = "hill", hexes = ["1906"]          the terrain words of some hexes
    place = "Lubny", hex = "2921", kind = ...   a place, or `remove_place = true` with its hex
    add = "river", sides = ["1305-1306"]        a feature on hexsides, or along `path`
    remove = "river", sides = [...]             a feature taken away
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import evolve

from engine.cartography.drawing import RIVER_WORDS, Drawing
from engine.cartography.grid import Side, centre, ends_of, side
from engine.cartography.registration import SheetFrame
from engine.cartography.rivers import River
from engine.cartography.settlements import Settlement
from engine.cartography.ways import Way
from engine.catalog.fields import Faults
from engine.catalog.files import Document, read
from engine.catalog.sheets import correction_rows
from engine.core.errors import DataError
from engine.core.hexes import Point, distance

_WATER = ("sea", "lake")


def apply(drawing: Drawing, folder: Path) -> Drawing:
    """The drawing with the corrections of all its sheets. Raises DataError for a broken one."""
    for frame in drawing.grid.sheets:
        path = folder / f"{frame.name.lower()}-corrections.toml"
        if not path.exists():
            continue
        document = read(path)
        faults = Faults()
        if not isinstance(document, Document):
            raise DataError(str(path), document.why)
        for row in correction_rows(document, faults):
            try:
                drawing = _corrected(drawing, frame, row)
            except (KeyError, ValueError) as error:
                raise DataError(str(path), f"{row.get('reason', '')}: {error}") from error
        if len(faults):
            raise DataError(str(path), str(faults.found[0]))
    return drawing


def _corrected(drawing: Drawing, frame: SheetFrame, row: dict[str, Any]) -> Drawing:
    if "terrain" in row:
        hexes = [_hex(frame, id_) for id_ in row["hexes"]]
        terrain = {**drawing.terrain, **dict.fromkeys(hexes, frozenset(row["terrain"].split()))}
        firm = drawing.firm | set(hexes) if row.get("firm") else drawing.firm
        return evolve(drawing, terrain=terrain, firm=firm)
    if "place" in row:
        return _place(drawing, _hex(frame, row["hex"]), row)
    if row.get("remove_place"):
        gone = _hex(frame, row["hex"])
        return evolve(drawing, places={h: p for h, p in drawing.places.items() if h != gone})
    return _feature(drawing, frame, row)


def _hex(frame: SheetFrame, id_: str) -> Point:
    column, row = id_.split(".") if frame.dotted else (id_[:2], id_[2:])
    hex_ = frame.point(int(column), int(row))
    if frame.number(hex_) is None:
        raise ValueError(f"hex {id_} is not on the sheet")
    return hex_


def _place(drawing: Drawing, hex_: Point, row: dict[str, Any]) -> Drawing:
    rank = {"town": 2, "village": 2, "point_of_interest": 1}.get(row["kind"], 3)
    place = Settlement(
        row["place"], row.get("modern", ""), row["kind"], rank, hex_, centre(hex_),
        row.get("source", "reconstructed"), named=True,
    )
    places = {h: p for h, p in drawing.places.items()
              if p.name != place.name or h == hex_ or p.rank > 3}  # fmt: skip
    stars = {**drawing.stars, hex_: row["stars"]} if row.get("stars") else drawing.stars
    return evolve(drawing, places={**places, hex_: place}, stars=stars)


def _sides(frame: SheetFrame, row: dict[str, Any]) -> list[Side]:
    out = []
    for line in row.get("sides", ()):
        for pair in line.split():
            a, b = (_hex(frame, id_) for id_ in pair.split("-"))
            out.append(_touching(a, b))
    for chain in row.get("path", ()):
        ids = [_hex(frame, id_) for id_ in chain.split()]
        out += [_touching(a, b) for a, b in zip(ids, ids[1:], strict=False)]
    if not out:
        raise ValueError("names no hexside")
    return out


def _touching(a: Point, b: Point) -> Side:
    if distance(a, b) != 1:
        raise ValueError(f"hexes {a} and {b} do not touch")
    return side(a, b)


def _feature(drawing: Drawing, frame: SheetFrame, row: dict[str, Any]) -> Drawing:
    sides = _sides(frame, row)
    word: str = row.get("add") or row["remove"]
    ranks = {w: rank for rank, w in RIVER_WORDS[drawing.style.series].items()}
    source = row.get("source", "reconstructed")
    firm = {**drawing.firm_sides, **dict.fromkeys(sides, source)} if "add" in row else {}
    if word in _WATER:
        water = {s: w for s, w in drawing.water.items() if s not in sides}
        if "add" in row:
            water.update(dict.fromkeys(sides, word))
        return evolve(drawing, water=water)
    if word in ranks:
        rivers = _without(drawing.rivers, set(sides)) if "remove" in row else [
            *drawing.rivers,
            *(River(row.get("name", ""), ranks[word], ends_of(s), source) for s in sides),
        ]  # fmt: skip
        return evolve(drawing, rivers=tuple(rivers), firm_sides={**drawing.firm_sides, **firm})
    if "remove" in row:
        return evolve(drawing, ways=tuple(_cut(drawing.ways, set(sides), word)))
    name = row.get("name", "set by hand")
    ways = [*drawing.ways, *(Way("", name, word, s, 1, source) for s in sides)]
    return evolve(drawing, ways=tuple(ways), firm_sides={**drawing.firm_sides, **firm})


def _without(rivers: tuple[River, ...], sides: set[Side]) -> list[River]:
    """Rivers without some hexsides, cut in pieces where need be."""
    out = []
    for river in rivers:
        run: list[Any] = [river.chain[0]]
        for corner, one in zip(river.chain[1:], river.sides, strict=True):
            if one in sides:
                if len(run) > 1:
                    out.append(evolve(river, chain=tuple(run)))
                run = []
            run.append(corner)
        if len(run) > 1:
            out.append(evolve(river, chain=tuple(run)))
    return out


def _cut(ways: tuple[Way, ...], sides: set[Side], word: str) -> Iterator[Way]:
    """Ways of a kind without some hexsides."""
    for way in ways:
        if way.kind != word or sides.isdisjoint(way.sides):
            yield way
            continue
        run = [way.hexes[0]]
        for hex_, one in zip(way.hexes[1:], way.sides, strict=True):
            if one in sides:
                if len(run) > 1:
                    yield evolve(way, hexes=tuple(run))
                run = []
            run.append(hex_)
        if len(run) > 1:
            yield evolve(way, hexes=tuple(run))
