"""What must hold at every command of every game, whoever plays: the program's promises.

Used by tests and by long simulations. A promise that does not hold raises `Broken`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable

from engine import rulebook
from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.events import Event
from engine.core.series import AnyState, AnyWorld
from engine.game import Game

Validate = Callable[[AnyWorld, AnyState], list[str]]
"""What is wrong with a state, in words; nothing where all is well."""


class Broken(Exception):
    """A promise that did not hold."""


class Checker:
    """Watches one game."""

    def __init__(self, game: Game, validate: Validate | None = None) -> None:
        self.game = game
        self.validate = validate
        self.commands = 0
        self._known: dict[str, bool] = {}
        self._inspect()

    # ------------------------------------------------------------ before a command

    def offered(self, command: Command) -> None:
        """An offered command reads back as itself and is allowed."""
        game = self.game
        text = game.render(command)
        if game.parse(text) != command:
            raise Broken(f"'{text}' does not read back as the same command")
        refusal = game.check(command)
        if refusal is not None:
            raise Broken(f"'{text}' was offered and is refused by {refusal}")

    def attempted(self, command: Command) -> Refusal | None:
        """Any command is allowed or refused by a rule that there is, and judging changes nothing.

        A refused one is also sent through the door, which must leave the game as it was.
        """
        game, before = self.game, self.game.state
        length = len(game.log)
        text = game.render(command)
        try:
            refusal = game.check(command)
        except BadCommand:
            return Refusal("", "cannot be read")
        if refusal is None:
            return None
        self._rule(refusal.rule, text)
        if not refusal.why or "\n" in refusal.why:
            raise Broken(f"'{text}' is refused without one clear sentence: {refusal}")
        try:
            game.execute(command)
        except Refusal:
            pass
        else:
            raise Broken(f"'{text}' is refused by {refusal} when judged, not when sent")
        if game.state is not before or len(game.log) != length:
            raise Broken(f"'{text}' was refused and changed the game")
        return refusal

    def _rule(self, rule: str, where: str) -> None:
        if rule not in self._known:
            self._known[rule] = rulebook.find(rule) is not None
        if not self._known[rule]:
            raise Broken(f"'{where}' names the rule {rule}, which the index does not have")

    # ------------------------------------------------------------ after a command

    def done(self, before: AnyState, events: tuple[Event, ...]) -> None:
        """Look at the game after a command; at powers of two also save it and undo it."""
        self.commands += 1
        for event in events:
            if event.rule:
                self._rule(event.rule, event.text)
        told = self.game.series.audit(self.game.world, before, self.game.state, events)
        if told:
            raise Broken("the log does not tell of everything: " + "; ".join(told))
        self._inspect()
        if self.commands & (self.commands - 1) == 0:
            self._save()
            self._undo(before)

    def _inspect(self) -> None:
        game = self.game
        if self.validate is not None:
            wrong = self.validate(game.world, game.state)
            if wrong:
                raise Broken("the state is not sound: " + "; ".join(wrong))
        if game.outcome is None and next(game.legal(), None) is None:
            raise Broken(f"nothing is legal and the game is not over: {game.asks}")

    def _save(self) -> None:
        game, dump = self.game, self.game.series.dumper()
        text = dump.text(game.world, game.state)
        if dump.load(game.world, tomllib.loads(text)) != game.state:
            raise Broken("the saved state does not load as the same state")

    def _undo(self, before: AnyState) -> None:
        game, after, log = self.game, self.game.state, list(self.game.log)
        game.undo()
        if game.state != before:
            raise Broken("undo does not give the state before the command")
        game.redo()
        if game.state != after or game.log != log:
            raise Broken("redo does not give back what undo took")

    # ------------------------------------------------------------ after the game

    def finished(self) -> None:
        """The journal, replayed from the seed, gives the same state to the last bit."""
        game = self.game
        again = Game.start(game.world, game.seed)
        for entry in game.journal:
            again.execute(entry.text)
        if again.state != game.state or again.log != game.log:
            raise Broken("the replayed journal gives another state")
        dump = game.series.dumper()
        if dump.text(again.world, again.state) != dump.text(game.world, game.state):
            raise Broken("equal states have different dumps")
