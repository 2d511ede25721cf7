"""The desk: the one place of the terminal interface that holds the game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

from engine.core.commands import Command
from engine.core.errors import BadCommand, DataError, Refusal
from engine.core.state import Ask
from engine.core.values import frozen
from engine.game import Game
from engine.saves.session import Session
from tui.desk.task import Task
from tui.looks import look_of

OVERLAYS = ("", "reach", "zoc", "supply", "command", "victory")


@frozen
class Note:
    """A remark of the screen between the events of the log."""

    after: int
    """How many events stood in the log before it."""
    text: str
    look: str
    rule: str = ""


class Desk:
    """Game, cursor, overlay and task. Screens read it and hand it the player's keys."""

    def __init__(self, playing: Session | Game) -> None:
        self.playing = playing
        """Where commands go: a session saves each one, a plain game is not saved."""
        self.game = playing.game if isinstance(playing, Session) else playing
        self.look = look_of(self.game)
        self.cursor = self._first_hex()
        self.overlay = "reach"
        self.notes: list[Note] = []
        self.refused: Refusal | None = None
        self.half = "+"
        """Half a movement point, as the terminal can show it."""
        self._asked: object = None
        self._asks: tuple[Any, Ask | None] = (None, None)
        """The state, and who must decide what in it."""
        self._task: Task | None = None
        self._seen: object = None
        self._trouble = ""
        for text in playing.notes if isinstance(playing, Session) else ():
            self.note(text)

    # ------------------------------------------------------------------ reading

    @property
    def world(self) -> Any:
        """The unchanging half of the game."""
        return self.game.world

    @property
    def state(self) -> Any:
        """The state in force."""
        return self.game.state

    @property
    def ask(self) -> Ask | None:
        """Who must decide what."""
        state = self.game.state
        if state is not self._asks[0]:
            self._asks = state, self.game.asks
        return self._asks[1]

    @property
    def side(self) -> str:
        """The side that decides, or empty."""
        return self.ask.side if self.ask is not None else ""

    @property
    def task(self) -> Task:
        """The task of the moment; a new one when the question has changed."""
        state = self.state
        asked = (state.turn, state.step, state.asks[-1] if state.asks else None, self.side)
        if self._task is None or asked != self._asked:
            self._asked = asked
            self._task = self.look.task_for(self)
        elif self._seen is not state:
            self._task.changed()
        self._seen = state
        return self._task

    @property
    def trouble(self) -> str:
        """Why the last command is not on the disk, or empty."""
        return self.playing.trouble if isinstance(self.playing, Session) else ""

    def put_down(self) -> None:
        """Let go of everything: picks, paths, a half-built command."""
        self._task = None

    def units_at(self, hex_: int, side: str = "") -> tuple[Any, ...]:
        """Units in a hex, of one side if a side is given."""
        return tuple(
            u for u in self.look.at(self.state, hex_)
            if not side or self.world.counters[u.id].side == side
        )

    def actor_hexes(self) -> list[int]:
        """Hexes of units that have something to do, ascending; Tab visits them."""
        return sorted({h for h in map(self._where, self.actors()) if h >= 0})

    def actors(self) -> tuple[str, ...]:
        """Ids of units that have something to do now."""
        memo = self.state.memo
        if "tui actors" not in memo:
            memo["tui actors"] = tuple(self._ids(self.game.actors()))
        found: tuple[str, ...] = memo["tui actors"]
        return found

    def _ids(self, names: Iterable[str]) -> Iterable[str]:
        for name in names:
            id_ = self.world.names.get(name.lower())
            if id_ is not None:
                yield id_

    def _where(self, id_: str) -> int:
        unit = self.state.units.get(id_)
        return unit.hex if unit is not None and unit.on_map else -1

    def _first_hex(self) -> int:
        ask = self.game.asks
        side = ask.side if ask is not None else ""
        for unit in self.state.units.values():
            if unit.on_map and self.world.counters[unit.id].side == side:
                return int(unit.hex)
        return 0

    # ------------------------------------------------------------------ doing

    def execute(self, command: Command | str) -> bool:
        """Give a command to the engine. A refusal goes to the log and changes nothing."""
        try:
            self.playing.execute(command)
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        except BadCommand as error:
            self.note(str(error).partition("; commands are")[0] + "; ? lists all", "refusal")
            return False
        self._done()
        return True

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal; `!` explains its rule."""
        self.refused = refusal
        self.note(f"! {refusal}", "refusal", refusal.rule)

    def note(self, text: str, look: str = "", rule: str = "") -> None:
        """Put a remark into the log; said twice over it stands there once."""
        note = Note(len(self.game.log), text, look, rule)
        del self.notes[:-30]
        if self.notes[-1:] != [note]:
            self.notes.append(note)

    def undo(self, *, phase: bool = False) -> bool:
        """Take back a command, or everything to the start of the phase."""
        if not self.game.can_undo:
            self.note("nothing to undo: this is the start of the game")
            return False
        try:
            count = self.playing.undo_phase() if phase else bool(self.playing.undo())
        except BadCommand as error:  # a resumed game whose journal no longer leads here
            self.note(str(error), "refusal")
            return False
        self._forget(len(self.game.log) - 1)
        if count > 1:
            self.note(f"{count} commands taken back", "dim")
        self.put_down()
        self._done()
        return True

    def redo(self, *, phase: bool = False) -> bool:
        """Give again what was taken back."""
        if not self.game.can_redo:
            self.note("nothing to redo")
            return False
        log = self.game.log
        kept = len(log) - (bool(log) and log[-1].kind == "undo")
        count = self.playing.redo_phase() if phase else bool(self.playing.redo())
        self._forget(kept)
        if count > 1:
            self.note(f"{count} commands given again", "dim")
        self.put_down()
        self._done()
        return True

    def _forget(self, length: int) -> None:
        """Drop the remarks made after that many events: what they followed is gone."""
        self.notes = [note for note in self.notes if note.after <= length]

    def _done(self) -> None:
        """After a change: say so once when the disk begins or ceases to fail."""
        self.refused = None
        trouble = self.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble:
                self.note(f"! {trouble}; play goes on", "refusal")
            else:
                self.note("saved again, with everything since")

    def save_again(self) -> bool:
        """Try once more to write what the disk refused; True if all is saved."""
        if isinstance(self.playing, Session) and self.trouble:
            with contextlib.suppress(DataError):
                self.playing.save()
            self._trouble = self.trouble
        return not self.trouble

    def save_as(self, name: str) -> None:
        """Go on under another name; the save so far stays as it is."""
        if not isinstance(self.playing, Session):
            self.note("this game is not saved", "refusal")
            return
        try:
            path = self.playing.save_as(name)
        except (DataError, BadCommand, OSError) as error:
            self.note(str(error), "refusal")
        else:
            self.note(f"saved as {path.name}")

    # ------------------------------------------------------------------ the cursor

    def go(self, hex_: int) -> None:
        """Put the cursor on a hex."""
        if hex_ != self.cursor:
            self.cursor = hex_
            self.task.moved()

    def step(self, direction: int) -> None:
        """Move the cursor: a hexside, or sideways within the row of the printed map."""
        board = self.world.board
        if direction >= 6:
            east = direction == 7
            down = board.xy[self.cursor][0] % 2 == 0
            direction = (2 if down else 1) if east else (4 if down else 5)
        other = board.around[6 * self.cursor + direction]
        if other >= 0:
            self.go(other)

    def next_stop(self, stops: Sequence[int], back: bool = False) -> None:
        """Go to the next of these hexes, in board order, around."""
        if not stops:
            end = "; E ends the step" if self.ask is not None and self.ask.can_end else ""
            self.note(f"nothing here has anything to do{end}", "dim")
            return
        order = sorted(stops)
        if back:
            later = [h for h in order if h < self.cursor]
            self.go(later[-1] if later else order[-1])
        else:
            later = [h for h in order if h > self.cursor]
            self.go(later[0] if later else order[0])
