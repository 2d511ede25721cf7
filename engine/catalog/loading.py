"""Load a scenario: its files, the overlays on top, and the world that they make."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from attrs import field

from engine.catalog import overlay
from engine.catalog.charts import Tables, build_charts, read_charts
from engine.catalog.counters import Register, read_aircraft, read_counters
from engine.catalog.faults import BadFiles, Fault
from engine.catalog.fields import Faults, Table
from engine.catalog.files import Document, read
from engine.catalog.locating import FINGERPRINT, check_dummies, hash_of, locate
from engine.catalog.maps import Sheet, read_map
from engine.catalog.scenario import Files, Pieces, Reader, known_kind, mapped, read_files
from engine.core.board import Board
from engine.core.values import frozen
from engine.efs.charts import Charts
from engine.efs.world import Hooks, Options, Scenario, World
from engine.folders import SCENARIOS


@frozen
class Contents:
    """Everything that the files of a scenario hold."""

    document: Document
    register: Register = field(factory=Register)
    tables: Tables = field(factory=Tables)
    sheet: Sheet | None = None
    board: Board | None = None
    charts: Charts | None = None
    scenario: Scenario | None = None
    pieces: Pieces | None = None
    read: tuple[Document, ...] = ()
    """Every file that had a part in it, overlays included."""


def load_world(
    path: Path,
    dummies: str,
    overlays: Sequence[str | Path] | None,
    hooks: Hooks | None,
) -> World:
    """See `catalog.load`."""
    check_dummies(dummies)
    faults = Faults()
    contents = read_contents(path, faults, overlays, dummies, every_counter=False)
    if faults:
        raise BadFiles(faults.found)
    assert contents is not None and contents.board and contents.charts
    assert contents.scenario and contents.pieces
    if hooks is None:
        hooks = hooks_of(contents.scenario)
    world = World(
        board=contents.board,
        counters=mapped(contents.pieces),
        aircraft=contents.pieces.aircraft,
        charts=contents.charts,
        scenario=contents.scenario,
        hooks=hooks,
        options=Options(dummies=dummies),
    )
    world.memo[FINGERPRINT] = hash_of(contents.read)
    return world


def hooks_of(scenario: Scenario) -> Hooks:
    """The part of a scenario's game in it. Raises DataError where the game has none."""
    found: Hooks = import_module(f"engine.{scenario.game}").hooks(scenario)
    return found


def fingerprint(
    scenario: str | Path, overlays: Sequence[str | Path] | None = None
) -> str:
    """A short hash of everything that a scenario is read from, for a save to remember."""
    contents = read_contents(locate(scenario), Faults(), overlays, "seen")
    return hash_of(contents.read if contents is not None else ())


def read_contents(
    path: Path,
    faults: Faults,
    overlays: Sequence[str | Path] | None,
    dummies: str,
    every_counter: bool = True,
) -> Contents | None:
    """Read a scenario file and all that it uses; what is wrong goes to `faults`.

    Without `every_counter`, counters that the scenario does not name are left unread.
    """
    document = read(path)
    if isinstance(document, Fault):
        faults.add(document)
        return None
    root = Table(document, document.data, (), faults)
    if not root.has("scenario"):
        root.fault("is not a scenario file: the key scenario is missing")
        return None
    if not known_kind(root):
        return None
    files = read_files(root)
    own = {name: _used(document, key, name, faults) for key, name in files.names() if name}
    laid = overlay.documents(overlays, faults)
    register = Register(every_counter)
    tables, sheet = _gather(files, own, register, faults)
    changes = overlay.Changes.read(laid, faults)
    changes.on_counters(register)
    changes.on_tables(tables)
    changes.on_map(sheet)
    document = changes.on_setup(document)
    root = Table(document, document.data, (), faults)
    known_kind(root)
    read_files(root)
    board, charts, scenario, pieces = None, None, None, None
    whole = all(part is not None for part in own.values())
    if whole:
        charts = build_charts(document, tables, faults)
    if whole and sheet is not None and sheet.hexes:
        reader = Reader(root, sheet, register, dummies)
        board, scenario, pieces = reader.board, reader.scenario(), reader.pieces
        root.close()
    parts = [document, *(d for d in own.values() if d is not None), *laid]
    return Contents(
        document, register, tables, sheet, board, charts, scenario, pieces, tuple(parts)
    )


def _used(document: Document, key: str, name: str, faults: Faults) -> Document | None:
    """A file that a scenario names: beside it, or among the program's own of the same game."""
    beside = document.path.parent / name
    game = document.data.get("game")
    shipped = SCENARIOS / str(game) / name
    here = os.path.lexists(beside)
    found = read(beside if here or not os.path.exists(shipped) else shipped)
    if isinstance(found, Fault):
        if not here:
            found = document.fault(("files", key), f"there is no file {name}")
        faults.add(found)
        return None
    return found


def _gather(
    files: Files, own: dict[str, Document | None], register: Register, faults: Faults
) -> tuple[Tables, Sheet | None]:
    tables, sheet = Tables(), None
    for key, name in files.names():
        document = own.get(name)
        if document is None:
            continue
        if key == "map":
            sheet = read_map(document, faults)
        elif key == "counters":
            read_counters(document, register, faults)
        elif key == "aircraft":
            read_aircraft(document, register, faults)
        else:
            read_charts(document, tables, faults)
    return tables, sheet
