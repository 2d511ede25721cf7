"""Where games come from and where they go: the catalog, and the players of the program."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine import catalog
from engine.game import Game
from tui.screens.chooser import Choice, Offer

if TYPE_CHECKING:
    from tui.app import Request


class Store:
    """The chooser's offers, opening a game, and saving it after every command."""

    def __init__(self, saves: str | None = None) -> None:
        self._folder = saves

    def scenarios(self) -> Sequence[Offer]:
        """Every scenario that can be played."""
        return [
            Offer(head.id, f"{head.title}, {head.turns} turns  {head.dates}", head.summary)
            for head in catalog.find()
        ]

    def saves(self) -> Sequence[Offer]:
        """Every saved game, newest first."""
        return []

    def open(self, choice: Choice) -> tuple[Game, Mapping[str, str]]:
        """The game of a choice, with who plays which side. Raises DataError."""
        seed = secrets.randbelow(1_000_000_000) if choice.seed is None else choice.seed
        return Game.start(catalog.load(choice.scenario, choice.dummies), seed), choice.players

    def first(self, request: Request) -> tuple[Game | None, Mapping[str, str]]:
        """The game that the command line asks for, or None for the chooser. Raises DataError."""
        if not (request.scenario or request.save):
            return None, {}
        return self.open(Choice(request.scenario, request.save, request.players, request.seed,
                                request.dummies))  # fmt: skip

    def saver(self, game: Game, players: Mapping[str, str]) -> Callable[[Game], None] | None:
        """What is called after every command."""
        return None

    def bots(self, game: Game, players: Mapping[str, str]) -> dict[str, Callable[[Game], Any]]:
        """For each side that the program plays: what gives its next command."""
        return {}
