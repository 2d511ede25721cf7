"""A new game gets its session: a name that nobody uses, and the lock of it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import date
from itertools import count
from pathlib import Path

from engine.core.series import AnyWorld
from engine.game import Game
from engine.saves import autosave
from engine.saves.faults import BadSave, reason
from engine.saves.lock import Lock
from engine.saves.session import SUFFIX, Session


def new_session(
    world: AnyWorld, game: Game, folder: Path, players: Mapping[str, str] | None = None,
) -> Session:
    """A session for a new game, under the first free name of scenario, date and number.

    Raises BadSave where the folder cannot be used. No save is written before the first command.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSave(folder, f"is no folder for saves: {reason(error)}") from None
    stem = re.sub(r"[^a-z0-9]+", "-", world.scenario.id.lower()).strip("-") or "game"
    lock = lock_free(folder, f"{stem}-{date.today().isoformat()}")
    return Session(game, lock.save, lock, players)


def lock_free(folder: Path, stem: str) -> Lock:
    """The lock of the first name with a number that nobody uses. Raises BadSave."""
    for number in count(1):
        path = folder / f"{stem}-{number}{SUFFIX}"
        if _taken(path):
            continue
        try:
            lock = Lock.take(path)
        except BadSave as error:
            if error.path != path:  # the folder, not this name
                raise
            continue
        if not _taken(path):
            return lock
        lock.release()
    raise AssertionError


def _taken(path: Path) -> bool:
    return os.path.lexists(path) or os.path.lexists(autosave.path_of(path))
