"""Load a scenario of the Operational Combat Series: its files, and the world that they make."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import field

from engine.catalog import boards
from engine.catalog.faults import BadFiles, Fault
from engine.catalog.fields import Faults, Table
from engine.catalog.files import Document, read
from engine.catalog.locating import FINGERPRINT, check_dummies, hash_of
from engine.catalog.ocs_area import area_of
from engine.catalog.ocs_charts import check_together
from engine.catalog.ocs_pieces import Register, chart_tables, read_aircraft, read_counters
from engine.catalog.ocs_scenario import FORMAT, GAMES, Files, Reader, read_files
from engine.core.board import Board
from engine.core.errors import DataError
from engine.core.values import frozen
from engine.folders import SCENARIOS
from engine.ocs.charts import Charts, build
from engine.ocs.pieces import Counter
from engine.ocs.world import Hooks, Scenario, World

SERIES_CHARTS = SCENARIOS / "operational_combat_series" / "charts.toml"


@frozen
class Contents:
    """Everything that the files of a scenario hold."""

    document: Document
    tables: dict[str, Any] = field(factory=dict)
    scenario: Scenario | None = None
    board: Board | None = None
    charts: Charts | None = None
    counters: dict[str, Counter] = field(factory=dict)
    register: Register = field(factory=Register)
    read: tuple[Document, ...] = ()
    """Every file that had a part in it."""


def read_contents(document: Document, faults: Faults, *, whole: bool = True) -> Contents:
    """Read a scenario file and all that it uses; what is wrong goes to `faults`.

    Without `whole`, counters that play has no use for and hexes outside the area are left out.
    """
    root = Table(document, document.data, (), faults)
    root.text("series", among=("ocs",))
    root.text("game", among=GAMES)
    root.number("format", high=FORMAT)
    files = read_files(root)
    register = Register(at_once=whole)
    tables, used = _gather(document, files, register, faults)
    charts = _charts(document, tables, faults)
    try:
        area = None if whole else area_of(root)
        layout = boards.layout(files.board, area) if files.board else None
    except DataError as error:
        root.fault(error.why, "files", "board")
        layout = None
    board = boards.join(layout) if layout is not None else None
    used += layout.documents if layout is not None else ()
    if board is None or faults:
        return Contents(document, tables, charts=charts, register=register, read=tuple(used))
    reader = Reader(root, board, register, tables)
    scenario = reader.scenario()
    root.close()
    counters = {**register.counters.in_play(), **reader.counters}
    return Contents(
        document, tables, scenario, reader.board, charts, counters, register, tuple(used)
    )


def _gather(
    document: Document, files: Files, register: Register, faults: Faults
) -> tuple[dict[str, Any], list[Document]]:
    tables: dict[str, Any] = {}
    used = [document]
    series = read(SERIES_CHARTS)
    if isinstance(series, Fault):
        faults.add(series)
    else:
        tables.update(chart_tables(series, faults))
        used.append(series)
    for key in ("counters", "aircraft", "charts"):
        for name in getattr(files, key):
            found = _used(document, key, name, faults)
            if found is None:
                continue
            used.append(found)
            if key == "counters":
                read_counters(found, register, faults)
            elif key == "aircraft":
                read_aircraft(found, register, faults)
            else:
                tables.update(chart_tables(found, faults))
    return tables, used


def _used(document: Document, key: str, name: str, faults: Faults) -> Document | None:
    """A file beside the scenario, or among the program's own of its game."""
    game = str(document.data.get("game"))
    for path in (document.path.parent / name, SCENARIOS / game / name):
        if path.is_file():
            found = read(path)
            if isinstance(found, Fault):
                faults.add(found)
                return None
            return found
    faults.add(document.fault(("files", key), f"there is no file {name}"))
    return None


def _charts(document: Document, tables: dict[str, Any], faults: Faults) -> Charts | None:
    check_together(document, tables, faults)
    if faults:
        return None
    try:
        return build(tables)
    except DataError as error:
        faults.add(document.fault(("files", "charts"), error.why))
        return None


def load_world(path: Path, dummies: str, hooks: Hooks | None) -> World:
    """See `catalog.load`."""
    check_dummies(dummies)
    contents = contents_of(path, whole=False)
    world = world_of(contents, hooks)
    world.memo[FINGERPRINT] = hash_of(contents.read)
    return world


def contents_of(path: Path, *, whole: bool = True) -> Contents:
    """What a scenario file and the files that it uses hold, or what play uses of it.

    Raises DataError for any fault.
    """
    document = read(path)
    if isinstance(document, Fault):
        raise BadFiles([document])
    faults = Faults()
    contents = read_contents(document, faults, whole=whole)
    if faults:
        raise BadFiles(faults.found)
    return contents


def world_of(contents: Contents, hooks: Hooks | None = None) -> World:
    """The world of sound contents."""
    assert contents.scenario is not None and contents.board is not None
    assert contents.charts is not None
    return World(
        board=contents.board, counters=contents.counters,
        aircraft=contents.register.aircraft.in_play(), charts=contents.charts,
        scenario=contents.scenario,
        hooks=hooks if hooks is not None else hooks_of(contents.scenario),
    )


def hooks_of(scenario: Scenario) -> Hooks:
    """The part of a scenario's game in it. Raises DataError where the game has none."""
    found: Hooks = import_module(f"engine.{scenario.game}").hooks(scenario)
    return found
