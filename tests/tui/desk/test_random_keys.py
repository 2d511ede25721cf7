"""Any keys in any order: the desk never breaks, and the panes always fit."""

from __future__ import annotations

from random import Random

import pytest

from engine import catalog
from engine.game import Game
from tui.desk.desk import OVERLAYS, Desk
from tui.desk.mapview import map_view
from tui.map.glyphs import ASCII, UNICODE
from tui.map.zooms import ZOOMS
from tui.panels.log import entries, log_lines
from tui.panels.stack import inspector
from tui.panels.tracker import tracker
from tui.screens import lists
from tui.theme import theme

ACTIONS = [
    *["accept"] * 4, "pick", "pick", "move", "overrun", "path", "infiltrate", "step", "march",
    "enter", "activate", "join", "cancel", "flag", "back",
]  # fmt: skip
PLAIN = theme({"TERM": "vt100"}, ascii=True)


def press(desk: Desk, random: Random) -> None:
    """One random key, as the screen would hand it to the desk."""
    chance = random.random()
    if chance < 0.30:
        desk.step(random.randrange(8))
    elif chance < 0.50:
        desk.next_stop(desk.task.stops(), back=random.random() < 0.3)
    elif chance < 0.65:
        desk.task.digit(random.randrange(10))
    elif chance < 0.90:
        desk.task.act(random.choice(ACTIONS))
    elif chance < 0.97:
        desk.execute(random.choice(("end", "pass", "nonsense", "move X to 9999")))
    elif chance < 0.985:
        (desk.undo if random.random() < 0.7 else desk.redo)(phase=random.random() < 0.2)
    else:
        desk.overlay = random.choice(OVERLAYS)


def draw(desk: Desk) -> None:
    """Everything that the screen would draw, checked for its size."""
    map_view(desk)
    for width, height in ((27, 18), (38, 32)):
        lines, _ = inspector(desk, width, height)
        assert len(lines) == height
        assert all(sum(len(text) for text, _ in one) <= width for one in lines)
    assert desk.ask is None or desk.task.prompt()
    assert len(log_lines(entries(desk, 30), 80, 3)) <= 3
    tracker(desk.world, desk.state, desk.side, 80, "|")


def draw_rarely(desk: Desk) -> None:
    """Every hex in every zoom, and the lists."""
    view = map_view(desk)
    for zoom in ZOOMS:
        for hex_ in range(len(desk.world.board)):
            for glyphs in (ASCII, UNICODE):
                rows = zoom.tile(view, hex_, glyphs)
                assert len(rows) == zoom.height
                assert all(sum(len(text) for text, _ in row) == zoom.width for row in rows)
    for screen in (lists.help_screen, lists.log_screen):
        screen(PLAIN, desk, 80)
    for screen in (lists.palette_screen, lists.units_screen, lists.sequence_screen):
        screen(PLAIN, desk)


@pytest.mark.parametrize("seed", range(6))
def test_random_keys_play_whole_games_without_a_fault(seed: int) -> None:
    random = Random(seed)
    world = catalog.load("sumy", ("open", "seen", "blind")[seed % 3])
    desk = Desk(Game.start(world, seed))
    idle = 0
    for count in range(3000):
        if desk.ask is None:
            break
        before = desk.state
        press(desk, random)
        idle = idle + 1 if desk.state is before else 0
        if idle > 60:  # nobody may be stuck: one of the engine's answers goes on
            assert desk.execute(random.choice(list(desk.game.legal())))
            idle = 0
        draw(desk)
        if count % 200 == 0:
            draw_rarely(desk)
    assert desk.ask is None, "the game should end within three thousand keys"
    lists.victory_screen(PLAIN, desk, 80)
