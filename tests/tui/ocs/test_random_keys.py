"""Any keys in any order on Korsun: the desk never breaks, and the panes always fit."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.tui.ocs.support import korsun
from tui.desk.desk import OVERLAYS, Desk
from tui.map.glyphs import ASCII, UNICODE
from tui.map.zooms import ZOOMS
from tui.panels.log import entries, log_lines
from tui.panels.stack import inspector
from tui.screens import lists
from tui.theme import theme

ACTIONS = [
    *["accept"] * 5, "pick", "pick", "move", "overrun", "path", "march",
    "enter", "activate", "join", "cancel", "flag", "back", "fly", "rail", "fewer", "step",
]  # fmt: skip
PLAIN = theme({"TERM": "vt100"}, ascii=True)


def press(desk: Desk, random: Random) -> None:
    """One random key, as the screen would hand it to the desk."""
    chance = random.random()
    if chance < 0.25:
        desk.step(random.randrange(8))
    elif chance < 0.45:
        desk.next_stop(desk.task.stops(), back=random.random() < 0.3)
    elif chance < 0.62:
        desk.task.digit(random.randrange(10))
    elif chance < 0.90:
        desk.task.act(random.choice(ACTIONS))
    elif chance < 0.97:
        desk.execute(random.choice(("end", "end", "pass", "nonsense", "move X to B8.08")))
    elif chance < 0.985:
        (desk.undo if random.random() < 0.7 else desk.redo)(phase=random.random() < 0.2)
    else:
        desk.overlay = random.choice(OVERLAYS)


def draw(desk: Desk) -> None:
    """Everything that the screen would draw, checked for its size."""
    desk.look.map_view(desk)
    lines, _ = inspector(desk, 27, 18)
    assert len(lines) == 18
    assert all(sum(len(text) for text, _ in one) <= 27 for one in lines)
    assert desk.ask is None or desk.task.prompt()
    assert len(log_lines(entries(desk, 30), 80, 3)[0]) <= 3
    top = desk.look.tracker(desk.world, desk.state, desk.side, 80, "|")
    assert sum(len(text) for text, _ in top) <= 80


def draw_rarely(desk: Desk) -> None:
    """Every hex in every zoom, and the lists."""
    view = desk.look.map_view(desk)
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_keys_play_whole_games_without_a_fault(seed: int) -> None:
    random = Random(seed)
    desk = Desk(korsun(seed=seed))
    idle = 0
    for count in range(5000):
        if desk.ask is None:
            break
        before = desk.state
        press(desk, random)
        idle = idle + 1 if desk.state is before else 0
        if idle > 40:  # nobody may be stuck: one of the engine's answers goes on
            if not (desk.ask is not None and desk.ask.can_end and desk.execute("end")):
                assert desk.execute(random.choice(list(islice(desk.game.legal(), 50))))
            idle = 0
        draw(desk)
        if count % 300 == 0:
            draw_rarely(desk)
    assert desk.ask is None, "the game should end within five thousand keys"
    lists.victory_screen(PLAIN, desk, 80)
