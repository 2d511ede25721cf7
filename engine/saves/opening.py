"""Go on with a saved game: with the newest of a save and its autosave."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import engine
from engine import catalog
from engine.catalog import agreed
from engine.catalog.locating import DUMMIES
from engine.core.dumping import BadDump
from engine.core.errors import BadCommand, DataError, Refusal
from engine.core.series import AnyState, AnyWorld
from engine.game import ROLL, Game, series_of
from engine.saves import autosave, files
from engine.saves.autosave import REDO, UNDO, Found
from engine.saves.beginning import lock_free
from engine.saves.faults import BadSave
from engine.saves.lock import Lock
from engine.saves.session import SUFFIX, Session
from engine.saves.text import Save, Text, decode, read, read_entry


def load(
    path: Path,
    *,
    force: bool = False,
    world: AnyWorld | None = None,
    overlays: Sequence[str | Path] | None = None,
) -> Session:
    """Go on with a saved game, and with what its autosave holds beyond it.

    Raises BadSave for a file that cannot be used, or that another process plays. Where
    `forcible` is set in it, `force` opens the save all the same. The file is left as it is
    until the next command. A file that is not named as a save, such as the `.bak` of one, is
    opened as a new save. `world` is given where no scenario file describes it.
    """
    raw = files.read(path)
    try:
        text = decode(path, raw)
        save = read(text)  # a broken file is told before a lock is asked for
    except BadSave as error:
        _point_at_backup(error)
        raise
    own = path.suffix == SUFFIX
    lock = Lock.take(path) if own else lock_free(path.parent, f"{path.name.split('.')[0]}-again")
    try:
        if files.read(path) != raw:  # written in between, by who just let go of it
            text = decode(path, files.read(path))
            save = read(text)
        opening = _Opening(text, save, force)
        if save.edited:
            opening.doubt("was changed outside the program: its digest does not fit")
        return opening.session(lock, world, overlays)
    except BaseException:
        lock.release()
        raise


def _point_at_backup(error: BadSave) -> None:
    """Tell of the save before a broken one, if that can be read."""
    kept = files.backup(error.path)
    try:
        read(decode(kept, files.read(kept)))
    except BadSave:
        return
    error.add(f"; the save before it is kept as {kept.name}")


class _Opening:
    """One save being opened, with what is to be said about it."""

    def __init__(self, text: Text, save: Save, force: bool) -> None:
        self.text = text
        self.save = save
        self.force = force
        self.notes: list[str] = []

    def doubt(self, why: str) -> None:
        """A fault that the player may overrule."""
        if not self.force:
            raise self.text.bad(why, forcible=True)
        self.notes.append(f"opened all the same: {why}")

    def session(
        self, lock: Lock, world: AnyWorld | None, overlays: Sequence[str | Path] | None
    ) -> Session:
        save = self.save
        if world is None:
            world = self._world(overlays)
        elif world.scenario.id != save.scenario:
            raise self.text.bad(f"is a game of {save.scenario}, not of {world.scenario.id}")
        state = self._state(world)
        self._check_version(world, state)
        broken = series_of(world).validate(world, state)
        if broken:
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            self.doubt(f"holds an impossible position: {broken[0]}{more}")
        game = Game.resume(
            world, state, save.seed, list(save.journal), list(save.log), save.undone
        )
        self._try_out(game)
        behind = self._autosaved(game)
        session = Session(game, lock.save, lock, save.players, notes=tuple(self.notes))
        if behind:
            session.catch_up()
        return session

    def _try_out(self, game: Game) -> None:
        """Ask the position what can be done: a forged one may be sound and still lead nowhere."""
        try:
            able = game.asks is None or next(game.legal(), None) is not None
        except Exception as error:  # whatever a hostile position does to the rules
            self.doubt(f"holds a position that cannot be played ({type(error).__name__})")
        else:
            if not able:
                self.doubt("holds a position in which nothing can be done")

    def _world(self, overlays: Sequence[str | Path] | None) -> AnyWorld:
        save = self.save
        dummies = str(save.options.get("dummies", DUMMIES[0]))
        if dummies not in DUMMIES:
            raise self.text.bad(
                f"'{dummies[:40]}' should be one of {', '.join(DUMMIES)}", key="options.dummies",
                line=self.text.line_of("options", "dummies"),
            )
        found = {head.id for head in catalog.find()}
        own = bool(save.source) and (os.path.exists(save.source) or save.scenario not in found)
        if not own and save.scenario not in found:
            raise self.text.bad(
                f"no scenario is called '{save.scenario[:40]}'", key="scenario",
                line=self.text.line_of("", "scenario"),
            )
        try:
            world = catalog.load(Path(save.source) if own else save.scenario, dummies, overlays)
        except DataError as error:
            raise self.text.bad(f"its scenario cannot be loaded: {error}") from None
        if world.scenario.id != save.scenario:
            raise self.text.bad(f"its scenario file now holds {world.scenario.id}", key="source")
        return self._with_options(world)

    def _with_options(self, world: AnyWorld) -> AnyWorld:
        """The world under the options that the save names."""
        try:
            return agreed.under(world, {k: str(v) for k, v in self.save.options.items()})
        except DataError as error:
            line = self.text.line_of("options", error.place)
            key = f"options.{error.place}"
            raise self.text.bad(error.why, key=key, line=line) from None

    def _state(self, world: AnyWorld) -> AnyState:
        try:
            return series_of(world).dumper().load(world, self.save.state)
        except BadDump as error:
            line = self.text.line_of("state", error.key, error.line)
            raise self.text.bad(error.why, line=line, key=f"state.{error.key}") from None

    def _check_version(self, world: AnyWorld, state: AnyState) -> None:
        """Other rules or data may make another game of the journal."""
        save = self.save
        now = world.memo.get("fingerprint", "")
        if save.data != engine.DATA_VERSION:
            was = f"was written with data version {save.data}, this program has " \
                  f"{engine.DATA_VERSION}"
        elif save.files and now and save.files != now:
            was = "was written with other scenario files or overlays"
        else:
            return
        problem = self._replay(world, state)
        if problem:
            self.doubt(f"{was}, and {problem}")
        else:
            self.notes.append(f"this save {was}; its journal still leads to the same position")

    def _replay(self, world: AnyWorld, state: AnyState) -> str:
        """Why the journal does not lead to the state by the rules and data of today, or empty."""
        game = Game.start(world, self.save.seed)
        for number, entry in enumerate(self.save.journal, 1):
            try:
                game.execute(entry.text)
            except (Refusal, BadCommand) as error:
                return f"command {number} of its journal, '{entry.text}', is refused now: {error}"
        return "" if game.state == state else "its journal leads to another position now"

    # ------------------------------------------------------------ the autosave

    def _autosaved(self, game: Game) -> bool:
        """Play what the autosave holds beyond the save; True if the save is behind."""
        found = autosave.read(self.text.path) if self.text.path.suffix == SUFFIX else None
        if found is None:
            return False
        if found.base != self.save.digest:
            self._stranger(found)
            return False
        done, fault = _play(game, found)
        fault = fault or found.fault
        if done:
            self.notes.append(f"{done} command{'s' * (done != 1)} taken from the autosave")
        if found.torn:
            self.notes.append("the last line of the autosave was not finished and is left out")
        if fault:
            self._set_aside(f"the autosave is broken and its rest is left out: {fault}")
        return bool(done or found.torn or fault)

    def _stranger(self, found: Found) -> None:
        """A journal that does not go on from this save: older than it, or of another one."""
        try:
            older = read(decode(self.text.path, files.read(files.backup(self.text.path))))
        except BadSave:
            older = None
        if found.fault:
            self._set_aside(f"the autosave cannot be read: {found.fault}")
        elif found.lines and (older is None or older.digest != found.base):
            self._set_aside("the autosave belongs to another state of this game")

    def _set_aside(self, why: str) -> None:
        """Keep a journal that is not used, or not to its end."""
        path = autosave.path_of(self.text.path)
        aside = path.with_name(path.name + ".aside")
        try:
            os.replace(path, aside)
            self.notes.append(f"{why}; it is kept as {aside.name}")
        except OSError:
            self.notes.append(why)


def _play(game: Game, found: Found) -> tuple[int, str]:
    """How many lines of a journal could be played, and what stopped it."""
    for number, row in enumerate(found.lines):
        try:
            if row == UNDO:
                game.undo()
            elif row == REDO:
                game.redo()
            else:
                entry = read_entry(row)
                game.execute(entry.text)
                if game.last != entry and not entry.text.startswith(f"{ROLL} "):
                    game.undo()
                    return number, f"line {number + 2}: other dice than were rolled then"
        except (Refusal, BadCommand, ValueError) as error:
            return number, f"line {number + 2}: {error}"
    return len(found.lines), ""
