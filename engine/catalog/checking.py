"""Check data files of any kind: what `rasputitsa check` prints."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.catalog import finding, ocs_loading, ocs_pieces
from engine.catalog.charts import FURTHER, REQUIRED, Tables, read_charts
from engine.catalog.counters import Register, read_aircraft, read_counters
from engine.catalog.faults import Fault
from engine.catalog.fields import Faults
from engine.catalog.files import Document, read
from engine.catalog.loading import hooks_of, read_contents
from engine.catalog.sheets import check_board, check_sheet, correction_rows
from engine.core.errors import DataError

_INDEX = {"rule", "issue", "atlas"}
"""Keys of the files of the rules index and of the atlas, which have their own readers."""


def check_paths(paths: Iterable[Path]) -> list[Fault]:
    """Every fault of these files and of the files in these folders."""
    faults = Faults()
    scenarios: dict[str, Path] = {}
    for path in dict.fromkeys(file for given in paths for file in _files(given, faults)):
        document = read(path)
        if isinstance(document, Fault):
            faults.add(document)
            continue
        _check(document, faults)
        id_ = document.data.get("scenario")
        if isinstance(id_, str):
            other = scenarios.setdefault(id_, path)
            if other != path:
                faults.add(document.fault(("scenario",), f"'{id_}' is also the id of {other}"))
    return faults.found


def _files(path: Path, faults: Faults) -> Iterator[Path]:
    """The file itself, or the TOML files under a folder; links to folders are not followed."""
    if not os.path.isdir(path):
        yield path
        return
    found = False
    for folder, inside, names in os.walk(path, onerror=lambda e: _unreadable(e, faults)):
        inside[:] = sorted(name for name in inside if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".toml"):
                found = True
                yield Path(folder) / name
    if not found:
        faults.add(Fault(path, 0, "", "holds no .toml files"))


def _unreadable(error: OSError, faults: Faults) -> None:
    why = (error.strerror or "cannot be read").lower()
    faults.add(Fault(Path(str(error.filename)), 0, "", f"cannot be read: {why}"))


def _check(document: Document, faults: Faults) -> None:
    """Check one file by what it holds."""
    data = document.data
    if data.get("series") == "ocs" and not {"map", "board"} & set(data):
        _check_ocs(document, faults)
    elif "scenario" in data:
        _check_scenario(document, faults)
    elif "overlay" in data:
        _check_overlay(document, faults)
    elif "map" in data:
        check_sheet(document, faults)
    elif "corrections" in data:
        list(correction_rows(document, faults))
    elif "board" in data:
        check_board(document, faults)
    elif "group" in data:
        read_counters(document, Register(), faults)
    elif "aircraft" in data:
        read_aircraft(document, Register(), faults)
    elif set(data) & set(REQUIRED + FURTHER):
        read_charts(document, Tables(), faults)
    elif not set(data) & _INDEX:
        faults.add(document.fault((), "is no scenario, map, counter, aircraft, chart or overlay"))


def _check_ocs(document: Document, faults: Faults) -> None:
    """Check a file of the Operational Combat Series, a map or board aside."""
    data = document.data
    if "scenario" in data:
        _check_set_up(document, faults)
    elif "group" in data:
        ocs_pieces.read_counters(document, ocs_pieces.Register(), faults)
    elif "aircraft" in data:
        ocs_pieces.read_aircraft(document, ocs_pieces.Register(), faults)
    else:
        ocs_pieces.chart_tables(document, faults)


def _check_set_up(document: Document, faults: Faults) -> None:
    """A scenario of the series, and where its set-up breaks the rules of every set-up."""
    from engine.ocs import setup

    before = len(faults.found)
    contents = ocs_loading.read_contents(document, faults)
    if contents.scenario is None or len(faults.found) > before:
        return
    world = ocs_loading.world_of(contents)
    for problem in setup.problems(world, setup.opening(world)):
        faults.add(document.fault(("set_up",), str(problem)))


def _check_scenario(document: Document, faults: Faults) -> None:
    contents = read_contents(document.path, faults, (), "seen")
    if contents is not None and contents.scenario is not None and not faults:
        try:
            hooks_of(contents.scenario)
        except DataError as error:
            faults.add(document.fault(("victory", "conditions"), error.why))


def _check_overlay(document: Document, faults: Faults) -> None:
    """An overlay is checked on top of every scenario that it could change."""
    for head in finding.find():
        if head.series != finding.FIRST_SERIES:
            continue
        found = Faults()
        read_contents(head.path, found, (document.path,), "seen")
        for fault in found.found:
            faults.add(fault)
