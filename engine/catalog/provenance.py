"""Which figures the rulebook fixes, which are published elsewhere, which are reconstructed."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.catalog import finding
from engine.catalog.faults import BadFiles
from engine.catalog.fields import SOURCES, Faults
from engine.catalog.loading import Contents, read_contents
from engine.core.errors import DataError


class Sourced(NamedTuple):
    """One figure or group of figures, and how firm it is."""

    kind: str
    """table, counter, aircraft, hex, place, hexside or scenario."""
    name: str
    source: str
    values: str = ""
    """For a counter: where its numbers come from."""
    note: str = ""


def of_game(game: str, overlays: Sequence[str | Path] | None) -> list[Sourced]:
    """Everything that the scenarios of a game use, each thing once. Raises DataError."""
    heads = [head for head in finding.find() if head.game == game]
    if not heads:
        known = ", ".join(sorted({head.game for head in finding.find()}))
        raise DataError(game, f"no such game; there is {known}")
    found: dict[Sourced, None] = {}
    for head in heads:
        items = _ocs(head) if head.series == "ocs" else _efs(head, overlays)
        found.update(dict.fromkeys(items))
    return list(found)


def _efs(
    head: finding.Header, overlays: Sequence[str | Path] | None
) -> Iterator[Sourced]:
    faults = Faults()
    contents = read_contents(head.path, faults, overlays, "seen")
    if faults:
        raise BadFiles(faults.found)
    assert contents is not None
    return _of(head.id, contents)


def _ocs(head: finding.Header) -> Iterator[Sourced]:
    """What a scenario of the Operational Combat Series uses; of the map, the hexes in play."""
    from engine.catalog.ocs_loading import contents_of

    contents = contents_of(head.path)
    for name, table in contents.tables.items():
        yield Sourced("table", name, table["source"])
    for counter in contents.register.counters.values():
        yield Sourced("counter", counter.name, counter.source, note=counter.note)
    for plane in contents.register.aircraft.values():
        yield Sourced("aircraft", plane.name, plane.source)
    assert contents.board is not None and contents.scenario is not None
    for cell in contents.board.hexes:
        yield Sourced("hex", cell.id, cell.source)
    for name, source in contents.scenario.table_sources.items():
        yield Sourced("scenario", f"{head.id} {name}", source)


def _of(scenario: str, contents: Contents) -> Iterator[Sourced]:
    for name, table in contents.tables.data.items():
        for row in table if isinstance(table, list) else [table]:
            label = f"{name} {row['id']}" if "id" in row else name
            yield Sourced("table", label, row["source"])
    for counter in contents.register.counters.values():
        yield Sourced(
            "counter", counter.name, counter.source, counter.value_source, counter.note
        )
    for plane in contents.register.aircraft.values():
        yield Sourced("aircraft", plane.name, plane.source)
    sheet = contents.sheet
    assert sheet is not None and contents.scenario is not None
    for id_, cell in sheet.hexes.items():
        yield Sourced("hex", f"{sheet.name} {id_}", cell.source)
        if id_ in sheet.place_sources:
            yield Sourced("place", f"{cell.place} {id_}", sheet.place_sources[id_])
    for (a, b), words in sheet.side_sources.items():
        for word, source in words.items():
            yield Sourced("hexside", f"{sheet.name} {a}-{b} {word}", source)
    for name, source in contents.scenario.sources.items():
        yield Sourced("scenario", f"{scenario} {name}", source)


def totals(items: Iterable[Sourced]) -> dict[str, dict[str, int]]:
    """Kind to how many of it are rulebook, published and reconstructed."""
    counts: dict[str, Tally[str]] = {}
    for item in items:
        counts.setdefault(item.kind, Tally())[item.source] += 1
    return {kind: {word: tally[word] for word in SOURCES} for kind, tally in counts.items()}
