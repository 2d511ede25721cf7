"""A game with its save: every command is on the disk before the next one is read."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import engine
from engine.catalog import agreed
from engine.core.commands import Command
from engine.core.errors import BadCommand
from engine.core.events import Event
from engine.core.later import later
from engine.game import Entry, Game
from engine.saves import files
from engine.saves.autosave import REDO, UNDO, Autosave
from engine.saves.faults import BadSave, reason
from engine.saves.lock import Lock

if TYPE_CHECKING:
    from engine.core.plain import Value
    from engine.saves.text import Save

write = later("engine.saves.text", "write")
entry_line = later("engine.saves.text", "entry_line")
OFTEN = 64
"""Autosave lines after which the next new step of the turn writes the whole save."""
SELDOM = 512
"""Autosave lines after which it is written in any case."""
SUFFIX = ".toml"
TITLE = 200
"""Characters of a title that a list can show."""
_NAME = re.compile(r"[^\W_][\w +.,()-]{0,80}")


class Session:
    """One game, one save, one lock. Clients send their commands here instead of to the game.

    Nothing is written before the first command. When the disk fails, play goes on and
    `trouble` says so until a later command could be saved, with everything before it.
    """

    def __init__(
        self, game: Game, path: Path, lock: Lock, players: Mapping[str, str] | None = None,
        *, notes: tuple[str, ...] = (),
    ) -> None:
        self.game = game
        self.path = path
        self.players: dict[str, str] = dict(players or {})
        self.notes = notes
        """What loading had to say, for the player."""
        self.trouble = ""
        """Why the last command is not on the disk, or empty."""
        self._lock = lock
        self._autosave: Autosave | None = None
        self._lines = 0
        self._place = self._place_now()
        self._journal = game.journal
        self._undone = game.undone
        self._saved = True
        """The save on the disk holds the game as it is, or nothing was done yet."""
        self._closed = False

    # ------------------------------------------------------------ playing

    def execute(self, command: Command | str) -> tuple[Event, ...]:
        """As `Game.execute`, and saved. Raises Refusal or BadCommand, changing nothing."""
        self._check_open()
        events = self.game.execute(command)
        self.sync()
        return events

    def undo(self) -> Entry:
        """As `Game.undo`, and saved."""
        self._check_open()
        entry = self.game.undo()
        self.sync()
        return entry

    def redo(self) -> Entry:
        """As `Game.redo`, and saved."""
        self._check_open()
        entry = self.game.redo()
        self.sync()
        return entry

    def undo_phase(self) -> int:
        """As `Game.undo_phase`, and saved."""
        self._check_open()
        count = self.game.undo_phase()
        self.sync()
        return count

    def redo_phase(self) -> int:
        """As `Game.redo_phase`, and saved."""
        self._check_open()
        count = self.game.redo_phase()
        self.sync()
        return count

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("this session is closed")

    def sync(self) -> None:
        """Save what was done to the game since the last time, by whatever way it was done.

        Raises nothing for a disk that fails: see `trouble`.
        """
        self._check_open()
        before, undone = self._journal, self._undone
        self._journal, self._undone = self.game.journal, self.game.undone
        lines = _difference(before, undone, self._journal, self._undone)
        if lines:
            self._record(lines)

    def set_players(self, players: Mapping[str, str]) -> None:
        """Note who plays; written with the next save."""
        if dict(players) != self.players:
            self.players = dict(players)
            self._saved = self._saved and not os.path.lexists(self.path)

    # ------------------------------------------------------------ saving

    def _record(self, lines: list[str]) -> None:
        """Put what was just done on the disk, in the journal or with the whole save."""
        self._saved = False
        moved = self._place != self._place_now()
        self._place = self._place_now()
        self._lines += len(lines)
        due = self._lines >= (OFTEN if moved else SELDOM)
        if self._autosave is None or self.trouble or due:
            self._try_save()
            return
        try:
            self._autosave.append(lines)
        except OSError:
            self._try_save()

    def _try_save(self) -> None:
        with contextlib.suppress(BadSave):
            self.save()

    def catch_up(self) -> None:
        """Write the whole save, because the autosave was ahead of it; see `trouble`."""
        self._saved = False
        self._try_save()

    def save(self) -> None:
        """Write the whole save. Raises BadSave where the disk refuses; `trouble` says it too."""
        text, digest = write(self.content())
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.path, text.encode())
            if self._autosave is not None:
                self._autosave.close(remove=False)
                self._autosave = None
            self._autosave = Autosave.begin(self.path, digest, engine.DATA_VERSION)
        except OSError as error:
            self.trouble = f"not saved: {reason(error)}"
            raise BadSave(self.path, f"cannot be saved: {reason(error)}") from None
        self._lines = 0
        self._saved = True
        self.trouble = ""

    def content(self) -> Save:
        """What is saved."""
        from engine.saves.text import LOG_LINES, Save  # a game starts without them

        game, world = self.game, self.game.world
        state, scenario = game.state, world.scenario
        journal = tuple(game.journal)
        summary: dict[str, Value] = {
            "turn": state.turn, "step": game.series.flow.step(state).title,
            "commands": len(journal),
            "over": f"{state.over.winner}: {state.over.reason}" if state.over else "",
        }
        return Save(
            scenario=scenario.id, title=scenario.title[:TITLE], seed=game.seed,
            data=engine.DATA_VERSION,
            files=world.memo.get("fingerprint", ""), source=world.memo.get("source", ""),
            written=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            summary=summary, options=agreed.words_of(world), players=self.players,
            state=game.series.dumper().dump(world, state),
            journal=journal, undone=tuple(game.undone), log=tuple(game.log[-LOG_LINES:]),
        )

    def save_as(self, name: str | Path, *, overwrite: bool = False) -> Path:
        """Go on under another name; the save so far stays as it is now.

        A text is a name in the same folder, a Path a file. Raises BadSave or BadCommand,
        and goes on under the old name.
        """
        self._check_open()
        path = name if isinstance(name, Path) else self.path.with_name(_file_name(name))
        if path == self.path:
            self.save()
            return path
        if path.suffix != SUFFIX:
            raise BadCommand(f"the name of a save ends with {SUFFIX}")
        lock = _lock_new(path, overwrite)
        old = self.path, self._lock, self._autosave
        try:
            if not self._saved:
                self.save()
            old = self.path, self._lock, self._autosave
            self.path, self._lock, self._autosave = path, lock, None
            self.save()
        except BadSave:
            self.path, self._lock, self._autosave = old
            lock.release()
            raise
        _, lock, autosave = old
        if autosave is not None:
            autosave.close(remove=True)
        lock.release()
        return path

    def close(self) -> None:
        """Write what is not yet written and let others play it. Raises BadSave, but closes."""
        if self._closed:
            return
        self._closed = True
        try:
            if not self._saved:
                self.save()
        finally:
            if self._autosave is not None:
                self._autosave.close(remove=self._saved)
            self._lock.release()

    def _place_now(self) -> tuple[int, int]:
        return self.game.state.turn, self.game.state.step

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _difference(
    before: list[Entry], undone: list[Entry], after: list[Entry], waiting: list[Entry]
) -> list[str]:
    """Autosave lines that lead from one journal and what redo would do to another."""
    same = len(before)
    if after[:same] != before:
        same = next(i for i, (a, b) in enumerate(zip_longest(before, after)) if a != b)
    lines = [UNDO] * (len(before) - same)
    undone = [*undone, *reversed(before[same:])]
    added = after[same:]
    if added and [*waiting, *reversed(added)] == undone:
        lines += [REDO] * len(added)
        undone = waiting
    elif added:
        lines += map(entry_line, added)
        undone = []
    if undone != waiting:  # done and undone since
        lines += [*map(entry_line, reversed(waiting)), *[UNDO] * len(waiting)]
    return lines


def _lock_new(path: Path, overwrite: bool) -> Lock:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSave(path.parent, f"is no folder for saves: {reason(error)}") from None
    lock = Lock.take(path)
    if os.path.lexists(path) and not overwrite:
        lock.release()
        raise BadSave(path, "exists already", forcible=True)
    return lock


def _file_name(name: str) -> str:
    """The file of a save's name. Raises BadCommand for one that could lead elsewhere."""
    stem = name.strip().removesuffix(SUFFIX)
    if not _NAME.fullmatch(stem):
        raise BadCommand(f"'{name}' is no name for a save: letters, digits, blanks and + . , ( ) -")
    return f"{stem}{SUFFIX}"
