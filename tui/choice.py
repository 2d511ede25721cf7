"""What a player chooses before a game, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field

from engine.core.values import frozen

HUMANS = "human"


@frozen
class Choice:
    """What the player chose."""

    scenario: str = ""
    save: str = ""
    players: Mapping[str, str] = field(factory=lambda: {"axis": HUMANS, "soviet": HUMANS})
    seed: int | None = None
    dummies: str = "open"
    options: Mapping[str, str] = field(factory=dict)
    """Optional rules that are not as the game recommends: name to "on" or "off"."""
    force: bool = False
    """Open a doubtful save all the same."""
    map: str = ""
    """The board to look at, in place of a game."""

    def with_players(self, players: Mapping[str, str]) -> Choice:
        """The same with other players."""
        return evolve(self, players={**self.players, **players})

    def forced(self) -> Choice:
        """The same, whatever is doubtful about the save."""
        return evolve(self, force=True)


@frozen
class Offer:
    """A scenario or a saved game as the list shows it."""

    id: str
    title: str
    summary: str
    series: str = ""
    """Of a scenario: the series that it is played by."""
    dummies: bool = False
    """Of a scenario: whether air units may have dummies."""


@frozen
class Request:
    """What the command line asks for. Neither scenario nor save: the chooser."""

    scenario: str = ""
    save: str = ""
    seed: int | None = None
    players: Mapping[str, str] = field(factory=dict)
    dummies: str = "open"
    options: Mapping[str, str] = field(factory=dict)
    ascii: bool | None = None
    saves: str | None = None
