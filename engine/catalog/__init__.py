"""Find, check and load scenario files.

Finding must be cheap (`rasputitsa list`), so it is in `finding`, which imports no other part of
the engine; everything else is imported where it is needed.

A scenario is a TOML file whose first key is `scenario`; the keys before its first table are
its head. It names the map, counter, aircraft and chart files of its folder that it uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalog.finding import HEAD_BYTES, Header, find, folders, read_head, user_folder

if TYPE_CHECKING:
    from engine.catalog.faults import Fault
    from engine.catalog.provenance import Sourced


__all__ = [
    "HEAD_BYTES", "Header", "check", "find", "folders", "forget", "load", "read_head", "sources",
    "user_folder",
]


def load(
    scenario: str | Path,
    dummies: str = "open",
    overlays: Sequence[str | Path] | None = None,
    hooks: Any = None,
    options: Mapping[str, str] | None = None,
) -> Any:
    """The world of a scenario, by its id or its file.

    `options` are optional rules with "on" or "off"; those not named are as the game recommends.

    `overlays` are files or folders whose figures replace the printed ones; None looks for
    those of the user (see `overlay.default`). `hooks` are those of the scenario's game where
    none are given. Raises DataError listing every fault.
    """
    from engine.catalog.agreed import under
    from engine.catalog.locating import SOURCE, locate, named_by_file, series_of

    path = locate(scenario)
    if series_of(path) == "ocs":
        from engine.catalog import ocs_loading

        world: Any = ocs_loading.load_world(path, dummies, hooks)
    else:
        from engine.catalog.loading import load_world

        world = load_world(path, dummies, overlays, hooks)
    world.memo[SOURCE] = str(path.resolve()) if named_by_file(scenario) else ""
    return under(world, options or {})


def forget() -> None:
    """Let go of the files that were read: a world holds all that play needs of them."""
    from engine.catalog import files

    files.forget()


def check(paths: Iterable[str | Path] = ()) -> list[Fault]:
    """Every fault of these files and folders, or of all that the program finds."""
    from engine.catalog.checking import check_paths

    return check_paths([Path(path) for path in paths] or [f for f in folders() if f.is_dir()])


def sources(game: str, overlays: Sequence[str | Path] | None = ()) -> list[Sourced]:
    """Where each table, counter, hex and set-up of a game comes from."""
    from engine.catalog.provenance import of_game

    return of_game(game, overlays)
