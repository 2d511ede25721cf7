"""Small games for tests of players: one Axis stack against one Soviet unit, and Sumy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine import catalog
from engine.efs.pieces import SOVIET, Unit
from engine.efs.world import Switches, World
from engine.game import Game
from tests.efs.support import counter, headquarters, make_board, make_state, make_world


@cache
def sumy(dummies: str = "open") -> World:
    """The world of the scenario; worlds never change, so tests share it."""
    return catalog.load("sumy", dummies=dummies, overlays=())


def small_world(**board: Any) -> World:
    """Panzer (8 attack) and Grenadier (4) against Rifle (2) and an HQ."""
    return make_world(
        make_board(8, 6, **board),
        [
            counter("Panzer", 8, 4, 8, type="armor", armor=True, ma_class="motorized"),
            counter("Grenadier", 4, 4, 8, type="motorized_infantry", ma_class="motorized",
                    reduced=(2, 2, 8)),
            counter("Rifle", 2, 2, 5, side=SOVIET),
            headquarters("Army"),
        ],
        switches=Switches(attack_supply=False),
    )


def small_game(
    units: Mapping[str, str | Unit] | None = None, step: str = "B.1", **fields: Any
) -> Game:
    """A game on `small_world`, in the Axis movement phase unless told otherwise."""
    world = small_world()
    places = units or {"Panzer": "0203", "Grenadier": "0203", "Rifle": "0503", "Army": "0803"}
    state = make_state(world, places, step=step, **fields)
    return Game(world, state, 0)
