"""Positions that random play found to have no command, each on the smallest board that has it."""

from __future__ import annotations

import pytest

from engine.efs.pieces import SOVIET
from engine.efs.state import Attack
from engine.efs.world import Switches
from engine.game import Game
from tests.efs.support import counter, make_board, make_state, make_world


def combat(places: dict[str, str], attacks: dict[str, tuple[str, ...]]) -> Game:
    """The Axis Combat Phase with these attacks declared; Soviet names begin with "Foe"."""
    world = make_world(
        make_board(8, 6),
        [counter(name, side=SOVIET if name.startswith("Foe") else "axis") for name in places],
        switches=Switches(attack_supply=False),
    )
    declared = tuple(
        Attack((world.board.at(hex_),), names) for hex_, names in sorted(attacks.items())
    )
    return Game(world, make_state(world, places, step="B.4c", attacks=declared), 0)


TWO = {"North": "0402", "Middle": "0502", "South": "0604", "Foe West": "0403", "Foe East": "0503"}
"""North beside the western enemy, South beside the eastern one, Middle beside both."""


def offered(game: Game) -> set[str]:
    """Every fight that the game offers, as text."""
    return {game.render(command) for command in game.legal()}


@pytest.mark.rule("BSR 12.36")
@pytest.mark.rule("BSR 12.7")
def test_the_last_unit_that_may_attack_a_hex_is_not_taken_elsewhere() -> None:
    """South may not take the eastern attack over: it stands in the ZOC of a third, unattacked
    enemy. So Middle must be kept for it, unless the third enemy is not there."""
    attacks = {"0403": ("North",), "0503": ("Middle",)}
    watched = combat({**TWO, "Foe South": "0605"}, attacks)
    refusal = watched.check("fight 0403 with North, Middle")
    assert refusal is not None and refusal.rule == "BSR 12.36"
    assert watched.check("fight 0403 with North") is None
    assert combat(TWO, attacks).check("fight 0403 with North, Middle") is None


@pytest.mark.rule("BSR 12.36")
def test_two_attacks_with_the_same_two_attackers_are_both_offered() -> None:
    """Neither may take both units, so what is offered must leave one for the other attack."""
    places = {"One": "0502", "Two": "0502", "Foe West": "0403", "Foe East": "0503"}
    game = combat(places, {"0403": ("One",), "0503": ("Two",)})
    assert game.check("fight 0403 with One, Two") is not None
    assert "fight 0403 with One" in offered(game)
    assert "fight 0503 with Two" in offered(game)
    shared = combat(places, {"0403": ("One", "Two"), "0503": ()})
    assert offered(shared) & {"fight 0403 with One", "fight 0403 with Two"}
