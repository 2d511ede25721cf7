"""Where games come from and where they go: scenarios, saves, and the players of the program."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

from engine import catalog, saves
from engine.catalog.agreed import Option
from engine.core.commands import Command
from engine.core.errors import DataError
from engine.game import Game
from engine.saves.faults import BadSave
from engine.saves.session import Session
from tui.choice import HUMANS, Choice, Offer, Request

DUMMIES_IN = "efs"
"""The series whose air units may have dummies (BSR 17)."""
Robot = Callable[[Game], Command]


class Store:
    """The chooser's offers, opening a game, and who plays it."""

    def __init__(self, folder: str | None = None) -> None:
        self._folder = saves.folder(folder)

    def scenarios(self) -> Sequence[Offer]:
        """Every scenario that can be played."""
        return [
            Offer(head.id, f"{head.title}, {head.turns} turns  {head.dates}", head.summary,
                  head.series, head.series == DUMMIES_IN)
            for head in catalog.find()
        ]

    def maps(self) -> Sequence[Offer]:
        """Every board that can be looked at."""
        from engine.catalog import boards

        return [
            Offer(name, title, "The whole board: scroll, go to a hex or place, see the overview.")
            for name, title in boards.titles().items()
        ]

    def saves(self) -> Sequence[Offer]:
        """Every saved game, newest first; those that cannot be opened say why."""
        return [
            Offer(str(head.path), _save_title(head), head.fault or _save_summary(head))
            for head in saves.list_saves(self._folder)
        ]

    def players(self) -> Sequence[str]:
        """Who may play a side."""
        from engine.players import roster

        return (HUMANS, *roster.PLAYERS)

    def options(self, series: str) -> Sequence[Option]:
        """The optional rules of a series."""
        from engine.catalog import agreed

        return agreed.offered(series) if series else ()

    def open(self, choice: Choice) -> Session:
        """The game of a choice, saved from its first command on. Raises DataError."""
        try:
            return self._opened(choice)
        finally:
            catalog.forget()  # a player plays for hours what was read in a moment

    def _opened(self, choice: Choice) -> Session:
        if choice.save:
            path = saves.find(choice.save, self._folder)
            return self._playable(saves.load(path, force=choice.force))
        self._check_players(choice.players)
        chance = int.from_bytes(os.urandom(8), "big") % 1_000_000_000
        seed = chance if choice.seed is None else choice.seed
        world = catalog.load(choice.scenario, choice.dummies, options=choice.options)
        game = Game.start(world, seed)
        return saves.new_session(world, game, self._folder, dict(choice.players))

    def first(self, request: Request) -> Session | None:
        """The game that the command line asks for, or None for the chooser. Raises DataError."""
        if not (request.scenario or request.save):
            return None
        choice = Choice(request.scenario, request.save, seed=request.seed,
                        dummies=request.dummies, options=request.options)
        if request.players:
            choice = choice.with_players(request.players)
        return self.open(choice)

    def robots(self, session: Session) -> dict[str, Robot]:
        """For each side that the program plays: what gives its next command."""
        kinds = {side: kind for side, kind in session.players.items() if kind != HUMANS}
        if not kinds:
            return {}
        from engine.players import roster

        game = session.game
        return {
            side: roster.player(kind, game.series.id, game.seed) for side, kind in kinds.items()
        }

    def _playable(self, session: Session) -> Session:
        """A game that was saved, if the program has its players. Raises DataError."""
        try:
            self._check_players(session.players)
        except DataError:
            session.close()
            raise
        return session

    def _check_players(self, players: Mapping[str, str]) -> None:
        """Raise DataError for a side played by somebody that there is not."""
        for side, kind in players.items():
            if kind != HUMANS and kind not in self.players():
                raise DataError(side, f"no player '{kind}'; there are {', '.join(self.players())}")


def forcible(error: DataError) -> bool:
    """True for a save that can be opened all the same."""
    return isinstance(error, BadSave) and error.forcible


def _save_title(head: saves.SaveHeader) -> str:
    if head.fault:
        return f"{head.name}  (cannot be opened)"
    later = " or later" if head.autosaved else ""  # the program was killed; opening tells
    return f"{head.title}, turn {head.turn}, {head.step}{later}  {_age(head.modified)}"


def _save_summary(head: saves.SaveHeader) -> str:
    who = ", ".join(f"{side} {kind}" for side, kind in head.players.items() if kind != HUMANS)
    autosaved = f"{head.autosaved} autosaved since" if head.autosaved else ""
    parts = [head.name, f"{head.commands} commands", autosaved, head.over, who]
    return "; ".join(part for part in parts if part)


def _age(modified: float) -> str:
    """How long ago, roughly."""
    seconds = max(0, time.time() - modified)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' * (count != 1)} ago"
    return "just now"
