"""Saved games: TOML files that a crash cannot halve, with an autosave journal beside them.

    session = saves.new_session(world, Game.start(world, seed), saves.folder(), players)
    session.execute("move ...")      # on the disk when it returns
    session.close()

    session = saves.load(saves.find("latest"))    # save and autosave, whichever is newer
    for note in session.notes: ...

A save is data: nothing in it is run, and what stands in it is believed only after it was
checked against its scenario. Importing this module, and listing, loads no other part of the
engine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.saves.heads import SaveHeader, list_saves

if TYPE_CHECKING:
    from engine.core.series import AnyWorld
    from engine.game import Game
    from engine.saves.session import Session

__all__ = ["LATEST", "SaveHeader", "find", "folder", "list_saves", "load", "new_session"]

VARIABLE = "RASPUTITSA_SAVES"
LATEST = "latest"
"""The name under which `find` gives the newest save."""


def folder(explicit: str | Path | None = None) -> Path:
    """Where games are saved: the folder given, else the variable's, the checkout's, the user's.

    It is made when the first game is saved.
    """
    from engine import catalog
    from engine.folders import checkout

    if explicit:
        return Path(explicit).expanduser()
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE]).expanduser()
    home = checkout()
    return (home if home is not None else catalog.user_folder()) / "saves"


def find(name: str = LATEST, where: Path | None = None) -> Path:
    """The file of a save, by its name in a folder, its path, or "latest". Raises DataError."""
    from engine.core.errors import DataError

    where = folder() if where is None else where
    if name == LATEST:
        heads = [head for head in list_saves(where) if not head.fault]
        if not heads:
            raise DataError(str(where), "there is no saved game here")
        return heads[0].path
    if os.sep in name or (os.altsep and os.altsep in name):
        return Path(name).expanduser()
    for path in (where / f"{name}.toml", where / name, Path(name)):
        if os.path.lexists(path):
            return path
    known = ", ".join(head.name for head in list_saves(where)[:6])
    rest = f"; there are {known}" if known else ""
    raise DataError(str(where), f"there is no save '{name}' here{rest}")


def new_session(
    world: AnyWorld, game: Game, folder: Path | str, players: Mapping[str, str] | None = None
) -> Session:
    """A session for a new game; see `beginning.new_session`."""
    from engine.saves.beginning import new_session as begin

    return begin(world, game, Path(folder), players)


def load(
    path: Path | str,
    *,
    force: bool = False,
    world: AnyWorld | None = None,
    overlays: Sequence[str | Path] | None = None,
) -> Session:
    """Go on with a saved game; see `opening.load`. Raises DataError."""
    from engine.saves.opening import load as open_

    return open_(Path(path), force=force, world=world, overlays=overlays)
