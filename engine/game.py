"""A game being played: the one writer, with undo, redo, journal and log.

Only `Game.execute` puts a new state in place. Every other part of the program reads
states and sends commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.events import Event
from engine.core.series import Series
from engine.core.state import Ask, Outcome
from engine.core.values import frozen

ROLL = "roll"
"""First word of a journal line that names rolls to come."""


@frozen(slots=True)
class Entry:
    """One line of the journal: a command as text and the dice it rolled."""

    text: str
    rolls: tuple[int, ...] = ()


@frozen(slots=True)
class _Past:
    """What undo needs of one command."""

    before: Any
    after: Any
    entry: Entry
    events: tuple[Event, ...]
    log_length: int


def series_of(world: Any) -> Series:
    """The series that a world belongs to, by the name that its class bears."""
    found: Series = import_module(f"engine.{world.series}.series").SERIES
    return found


class Game:
    """One game of any series. Build it with `start`, or with `resume` from a save.

    World and state are those of its series, which alone knows what is in them.
    """

    def __init__(self, world: Any, state: Any, seed: int) -> None:
        self.world = world
        self.seed = seed
        self.series = series_of(world)
        self.grammar = self.series.grammar
        self.log: list[Event] = []
        """What happened, oldest first; undone commands leave it, a note takes their place."""
        self._state = state
        self._past: list[_Past] = []
        self._future: list[_Past] = []
        self._unread: list[Entry] = []
        self._undone: list[Entry] = []

    @classmethod
    def start(cls, world: Any, seed: int = 0) -> Game:
        """A new game, taken to its first decision.

        Raises DataError for a scenario that needs rules not built yet.
        """
        series = series_of(world)
        state, events = series.flow.open(world, series.opening(world, seed))
        game = cls(world, state, seed)
        game.log.extend(events)
        return game

    @classmethod
    def resume(
        cls, world: Any, state: Any, seed: int, journal: list[Entry], log: list[Event],
        undone: Sequence[Entry] = (),
    ) -> Game:
        """A game that goes on from a saved state; its past is replayed only if undo asks for it.

        `undone` are commands that redo would carry out again, the next one last.
        """
        game = cls(world, state, seed)
        game._unread = list(journal)
        game._undone = list(undone)
        game.log.extend(log)
        return game

    # ------------------------------------------------------------ reading

    @property
    def state(self) -> Any:
        """The state now. Frozen: hold it as long as you like."""
        return self._state

    @property
    def asks(self) -> Ask | None:
        """Which side must decide what; None once the game is over."""
        return self.series.flow.asks(self.world, self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        over: Outcome | None = self._state.over
        return over

    @property
    def journal(self) -> list[Entry]:
        """Every command so far with its rolls; replaying it from the seed gives this state."""
        return [*self._unread, *(past.entry for past in self._past)]

    @property
    def last(self) -> Entry | None:
        """The last command with its rolls, or None at the start."""
        if self._past:
            return self._past[-1].entry
        return self._unread[-1] if self._unread else None

    @property
    def undone(self) -> list[Entry]:
        """Commands that redo would carry out again, the next one last."""
        return [*self._undone, *(past.entry for past in self._future)]

    def legal(self, actor: str = "") -> Iterator[Command]:
        """Legal commands in a stable order, for one unit's name or all."""
        return self.series.flow.legal(self.world, self._state, actor)

    def orders(self) -> tuple[Command, ...]:
        """All legal commands, kept with the state: for steps that do not offer thousands."""
        return self.series.flow.orders(self.world, self._state)

    def actors(self) -> tuple[str, ...]:
        """Names of units that have something to do now."""
        return self.series.actors(self.world, self._state)

    def check(self, command: Command | str) -> Refusal | None:
        """Why a command is not allowed now, or None, changing nothing. Raises BadCommand."""
        if isinstance(command, str):
            command = self.parse(command)
        return self.series.flow.judge(self.world, self._state, command)

    def parse(self, text: str) -> Command:
        """The command of a text. Raises BadCommand."""
        return self.grammar.parse(text)

    def render(self, command: Command) -> str:
        """The text of a command."""
        return self.grammar.render(command)

    # ------------------------------------------------------------ writing

    def execute(self, command: Command | str) -> tuple[Event, ...]:
        """Carry out a command, or raise Refusal or BadCommand and change nothing."""
        past = self._work_out(command)
        self._future.clear()
        self._undone.clear()
        self._put(past)
        return past.events

    def name_rolls(self, *rolls: int) -> tuple[Event, ...]:
        """Fix the next rolls, as a script does to replay an example. Raises BadCommand."""
        return self.execute(f"{ROLL} {' '.join(map(str, rolls))}")

    def _work_out(self, command: Command | str) -> _Past:
        """What a command would do now, changing nothing. Raises Refusal or BadCommand."""
        before, length = self._state, len(self.log)
        if isinstance(command, str):
            if command.split()[:1] == [ROLL]:
                return self._named(_numbers(command))
            command = self.parse(command)
        after, events = self.series.flow.execute(self.world, before, command)
        return _Past(
            before, after, Entry(self.render(command), after.dice.record), events, length
        )

    def _named(self, rolls: Sequence[int]) -> _Past:
        if not rolls or not all(1 <= r <= 10 for r in rolls):
            raise BadCommand("roll: name one or more rolls from 1 to 10")
        after = evolve(self._state, dice=self._state.dice.name(*rolls))
        text = f"{ROLL} {' '.join(map(str, rolls))}"
        events = (Event("note", f"the next rolls will be {', '.join(map(str, rolls))}"),)
        return _Past(self._state, after, Entry(text), events, len(self.log))

    def _put(self, past: _Past) -> None:
        self._past.append(past)
        self._state = past.after
        self.log.extend(past.events)

    # ------------------------------------------------------------ undo and redo

    @property
    def can_undo(self) -> bool:
        """True while there is a command to take back."""
        return bool(self._past or self._unread)

    @property
    def can_redo(self) -> bool:
        """True while there is an undone command."""
        return bool(self._future or self._undone)

    def undo(self) -> Entry:
        """Take the last command back, dice and all. Raises BadCommand at the start of the game."""
        if not self._past:
            self._read_past()
        if not self._past:
            raise BadCommand("nothing to undo: this is the start of the game")
        past = self._past.pop()
        self._future.append(past)
        self._state = past.before
        del self.log[past.log_length :]
        count = len(past.entry.rolls)
        rolled = f", {count} die roll{'s' * (count != 1)} taken back" if count else ""
        self.log.append(Event("undo", f"undone: {past.entry.text}{rolled}"))
        return past.entry

    def redo(self) -> Entry:
        """Do the last undone command again, dice and all. Raises BadCommand if none is left."""
        self._read_future()
        if not self._future:
            raise BadCommand("nothing to redo")
        past = self._future.pop()
        if self.log and self.log[-1].kind == "undo":
            self.log.pop()
        self._put(evolve(past, log_length=len(self.log)))
        return past.entry

    def undo_phase(self) -> int:
        """Take commands back to the start of the phase, or of the one before; gives how many."""
        return self._repeat(self.undo, lambda: self.can_undo)

    def redo_phase(self) -> int:
        """Redo commands to the start of the next phase; gives how many."""
        return self._repeat(self.redo, lambda: self.can_redo)

    def _repeat(self, act: Any, may: Any) -> int:
        if not may():
            act()  # raises the right BadCommand
        count = 0
        act()
        count += 1
        place = (self._state.turn, self._state.step)
        try:
            while may() and self._next_place(act) == place:
                act()
                count += 1
        except BadCommand:
            pass  # a saved journal that leads no further; what was done stands
        return count

    def _next_place(self, act: Any) -> tuple[int, int]:
        """Where one more step of undo or redo would lead."""
        if act == self.redo:
            self._read_future()
            state = self._future[-1].after
        else:
            if not self._past:
                self._read_past()
            state = self._past[-1].before
        return state.turn, state.step

    def _read_past(self) -> None:
        """Replay the journal of a resumed game so that undo can go back through it.

        Raises BadCommand where the journal does not lead to the saved state: the rules or
        data have changed since.
        """
        if not self._unread:
            return
        replay = Game.start(self.world, self.seed)
        try:
            for entry in self._unread:
                replay.execute(entry.text)
        except (Refusal, BadCommand) as error:
            raise BadCommand(f"undo stops here: the journal is refused now ({error})") from None
        if replay.state != self._state:
            raise BadCommand("undo stops here: the journal no longer leads to this state")
        self._past = replay._past
        self._unread = []
        self.log[:] = replay.log

    def _read_future(self) -> None:
        """Work the next undone command of a resumed game out again, for redo.

        Raises BadCommand where it is no longer possible: the rules or data have changed since.
        """
        if self._future or not self._undone:
            return
        entry = self._undone.pop()
        try:
            past = self._work_out(entry.text)
        except (Refusal, BadCommand) as error:
            self._undone.clear()
            raise BadCommand(f"redo stops here: {entry.text} is refused now ({error})") from None
        self._future.append(past)


def _numbers(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split()[1:]]
    except ValueError:
        raise BadCommand(f"cannot read '{text}'; expected roll NUMBERS") from None
