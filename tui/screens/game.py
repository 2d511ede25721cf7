"""The game screen: tracker, map, inspector, log and prompt around one desk."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from tui.desk.desk import Desk
from tui.keys import ACTION, DIGITS, MOVES, presses
from tui.looks import SIDES
from tui.map.widget import MapPane
from tui.panels.editor import Editor
from tui.panels.lined import Beside, Stage, ground, sized
from tui.panels.lines import Line, line, spread
from tui.panels.log import entries, log_head, log_lines
from tui.panels.pane import Pane
from tui.panels.stack import inspector
from tui.screens.looking import Looking, lists
from tui.screens.lookup import places, units
from tui.theme import Theme

DEBUG = "RASPUTITSA_DEBUG"
"""Set to 1, a fault of the program ends it with a traceback."""
SMALLEST = (60, 18)
"""Columns and rows below which the panes cannot stand side by side."""
_LAST = 30
"""Entries that the log may have room for."""


def _sizes(width: int, height: int) -> tuple[int, int]:
    """Columns of the inspector and rows of the log in a terminal of this size."""
    columns = 29 if width < 100 else 40 if width < 160 else 60
    return columns, 3 if height < 30 else 5 if height < 50 else 9


class GameScreen(Looking, Stage[None]):
    """Keys go to the prompt while it is typed in, else to the desk's task and the cursor."""

    def __init__(
        self, theme: Theme, desk: Desk, leave: Callable[[str], None],
        bots: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._leave = leave
        """Called with "quit" or "new"."""
        self._theme = theme
        self.desk = desk
        desk.half = theme.half
        self._bots = dict(bots or {})
        self._editor: Editor | None = None
        self._finish: Callable[[str], None] = self._run_command
        self._typed: tuple[str, ...] = ()
        self._drawn = self._seen()
        self._tracked: tuple[Any, ...] = (None,)
        """What the tracker tells of."""
        self._logged: tuple[Any, ...] = ()
        """What the log tells."""
        self._rows: Sequence[Line] = ()
        """Its lines."""
        self._whole = 0
        """Events that stand in it whole."""
        self._read = len(desk.game.log)
        """Events in the log when the player last pressed a key."""
        self._told = False
        """The end of the game has been announced."""
        self._paused = False
        """The program's players wait."""
        self._waiting = False
        """A move of the program is on its way."""
        self._scroll = 0
        self._place: object = None
        """What the inspector was about when it was scrolled."""

        self._fitted = Size(0, 0)
        """The terminal that the panes are laid out for."""
        self._tracker = Pane(theme, "tracker")
        self.map = MapPane(theme, desk.look.map_view(desk), desk.cursor)
        self._inspector = Pane(theme, "inspector", margin=1)
        self._middle = Beside(self.map, self._inspector, id="middle")
        self._foot = Pane(theme, "foot")
        """The log with the rule above it and the prompt below: one pane starts faster than three.
        In a terminal that is too small, what to do about it."""
        self._small = False
        """The terminal is too small for the panes."""

    # ------------------------------------------------------------------ layout

    def compose(self) -> ComposeResult:
        """The panes, with their first content: the first frame is a whole one."""
        self._lay_out()
        yield self._tracker
        yield self._middle
        yield self._foot

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing: the panes cover it."""
        return ground(crop)

    def update_node_styles(self, animate: bool = True) -> None:
        """Nothing: no style here depends on what may change, and each pane has had its own.

        The library works all of them out once more before the first frame.
        """

    def on_resize(self, event: events.Resize) -> None:
        """Lay out again, unless all of it has this size: the library tells the first one thrice."""
        if event.size == self.size == self._fitted:
            event.prevent_default()
        else:
            self._lay_out()

    def on_screen_resume(self) -> None:
        """Back from a list: draw what may have changed; nothing has since the first frame."""
        if self.size:
            self.sync()
        self._go_on()

    def _lay_out(self) -> None:
        """Give every pane its size, and its content for that size."""
        self._fitted = self.app.size
        self.set_reactive(Stage.virtual_size, self._fitted)
        width, height = self._fitted
        self._small = width < SMALLEST[0] or height < SMALLEST[1]
        self._tracker.display = self._middle.display = not self._small
        if self._small:
            self._foot.fit(width, height)
        else:
            side, low = _sizes(width, height)
            middle = height - low - 3
            sized(self._middle, width, middle)
            self._tracker.fit(width, 1)
            self.map.fit(width - side, middle)
            self._inspector.fit(side, middle)
            self._foot.fit(width, low + 2)
        self.sync()

    # ------------------------------------------------------------------ drawing

    def sync(self) -> None:
        """Show the desk as it is now; panes send only what differs."""
        if self._small:
            self._show_small()
            return
        width = self.app.size.width
        bar, dash = ("│", "─") if self._theme.unicode else ("|", "-")
        self._sync_tracker(width, bar)
        self._sync_map()
        self._sync_inspector(dash)
        self._sync_log(dash)
        self._place_cursor()

    def _sync_tracker(self, width: int, bar: str) -> None:
        state, side = self.desk.state, self.desk.side
        if self._tracked[0] is not state or self._tracked[1:] != (side, width):
            self._tracked = (state, side, width)
            self._tracker.show([self.desk.look.tracker(self.desk.world, state, side, width, bar)])

    def _sync_log(self, dash: str) -> None:
        """What is new and has no room, the log, and what is asked."""
        desk, log = self.desk, self.desk.game.log
        width, height = self._foot.room
        logged = (len(log), log[-_LAST:], desk.notes[:], width, height)
        if self._logged != logged:
            self._logged = logged
            rows, self._whole = log_lines(entries(desk, _LAST), width, height - 2)
            self._rows = [*rows, *[()] * (height - 2 - len(rows))]
        missing = len(log) - self._read - self._whole
        head = log_head(missing, width, dash, desk.trouble)
        self._foot.show([head, *self._rows, self._asking(width)])

    def _sync_inspector(self, dash: str) -> None:
        place = (self.desk.cursor, self.desk.task, self.desk.state.turn, self.desk.state.step)
        if place != self._place:
            self._place, self._scroll = place, 0
        room = self._inspector.room
        lines, self._scroll = inspector(
            self.desk, *room, dash, self._scroll, watched=self._robot() is not None
        )
        self._inspector.show(lines)

    def _sync_map(self) -> None:
        self.map.point_at(self.desk.cursor)
        seen = self._seen()
        if self._drawn[0] is not seen[0] or self._drawn[1:] != seen[1:]:
            self._drawn = seen
            self.map.show(self.desk.look.map_view(self.desk))

    def _seen(self) -> tuple[Any, ...]:
        """What the map shows, but for its cursor."""
        desk, task = self.desk, self.desk.task
        return (desk.state, desk.overlay, tuple(task.picked()), tuple(task.trail()),
                dict(task.labels()))  # fmt: skip

    def _asking(self, width: int) -> Line:
        """The bottom line: what is typed, what is being built, or what to do."""
        if self._editor is not None:
            guess = self._guess()
            left: Line = ((self._editor.label, "prompt"), (self._editor.text, ""))
            return spread(left, ((guess, "dim"),), width) if guess else left
        if self.desk.ask is None:
            return line("the game is over: U takes back, L shows the log, Q leaves", "prompt")
        if self._robot() is not None:
            side = self.desk.side.capitalize()
            hint = "paused: Space goes on" if self._paused else "Space pauses"
            return line(f"the program plays the {side} side; {hint}", "dim")
        text = self.desk.task.prompt()
        end = "E end  " if self.desk.ask.can_end else ""
        return spread(((text, "prompt"),), ((f"{end}? help", "dim"),), width)

    def _guess(self) -> str:
        """What the typing would find."""
        assert self._editor is not None
        if not self._editor.text:
            return ""
        if self._finish == self._go_to:
            return next((name for name, _ in places(self.desk, self._editor.text)), "no such place")
        if self._finish == self._find_unit:
            return next((name for name, *_ in units(self.desk, self._editor.text)), "no such unit")
        return ""

    def _place_cursor(self) -> None:
        """The terminal's own cursor: on the hex, or where the player types."""
        if self._editor is not None:
            x = min(len(self._editor.label) + self._editor.at, self.app.size.width - 1)
            self.app.cursor_position = Offset(x, self.app.size.height - 1)
            width, height = self._foot.room
            self._foot.refresh(Region(0, height - 1, width, 1))
        else:
            self.app.cursor_position = self.map.cursor_offset() + Offset(0, 1)

    def _show_small(self) -> None:
        width, height = self.app.size
        text = f"This terminal has {width}x{height} cells."
        need = f"Please enlarge it to {SMALLEST[0]}x{SMALLEST[1]} or more."
        rest = "Nothing is lost. Q leaves."
        self._foot.show([line(text, "title"), line(need), line(rest, "dim")])
        self.app.cursor_position = Offset(0, 0)

    # ------------------------------------------------------------------ keys

    def on_key(self, event: events.Key) -> None:
        """One key of the player."""
        event.stop()
        event.prevent_default()
        self._read = len(self.desk.game.log)
        for key, character in presses(event.key, event.character):
            if self._editor is not None:
                self._edit(key, character)
            elif not self._small:
                self._guarded(partial(self._play, key))
            elif key in ("Q", "ctrl+q", "ctrl+c"):
                self._leave("quit")
        self._guarded(self.sync)
        self._go_on()

    def _guarded(self, act: Callable[[], None]) -> None:
        """A fault of the program loses nothing: the state is whole, the log tells it."""
        if os.environ.get(DEBUG, "") not in ("", "0"):
            act()
            return
        try:
            act()
        except Exception as error:  # the engine changes a state whole or not at all
            self.desk.put_down()
            what = f"{type(error).__name__}: {error}"
            self.desk.note(f"a fault in the program: {what} ({DEBUG}=1 shows where)", "refusal")

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes into the prompt."""
        if self._editor is not None:
            self._editor = self._editor.typed(event.text.splitlines()[0] if event.text else "")
            self.sync()

    def _play(self, key: str) -> None:
        desk = self.desk
        if self._robot() is not None and key in ("space", "escape"):
            self._paused = not self._paused
            return
        if key in MOVES:
            desk.step(MOVES[key])
            return
        action = ACTION.get(key, "")
        if action == "digit":
            desk.task.digit(DIGITS.index(key))
            return
        own = getattr(self, f"action_do_{action}", None)
        if own is not None:
            own()
        elif action and not desk.task.act(action):
            self._unused(action)
        elif key == "ctrl+c":
            desk.note("Q leaves; the game is saved", "dim")

    def _unused(self, action: str) -> None:
        if action == "accept":
            self.desk.note("nothing to do in this hex; ? shows the keys", "dim")
        elif action == "back":
            ask = self.desk.ask
            if ask is not None and not ask.can_end:
                self.desk.note(f"{ask.side.capitalize()} must decide: {ask.prompt}", "", ask.rule)
        else:
            self.desk.note("that is not done in this step; ? shows the keys", "dim")

    # ---- typing

    def _type(self, label: str, finish: Callable[[str], None], text: str = "") -> None:
        self._editor = Editor.opened(label, text, self._typed)
        self._finish = finish

    def _edit(self, key: str, character: str | None) -> None:
        assert self._editor is not None
        if key in ("escape", "ctrl+c"):
            self._editor = None
        elif key == "enter":
            text, self._editor = self._editor.text.strip(), None
            if text:
                self._guarded(partial(self._finish, text))
        elif key == "backspace" and not self._editor.text:
            self._editor = None
        else:
            self._editor = self._editor.key(key, character) or self._editor

    def _run_command(self, text: str) -> None:
        self._typed = (*(t for t in self._typed if t != text), text)[-50:]
        verb, _, name = text.partition(" ")
        if verb == "save" and name:
            self.desk.save_as(name.strip())
        elif verb == "rule" and name:
            self.app.push_screen(lists().rule_screen(self._theme, name, self.size.width))
        else:
            self.desk.execute(text)

    def _go_to(self, text: str) -> None:
        for _, hex_ in places(self.desk, text):
            self.desk.go(hex_)
            return
        self.desk.note(f"no hex or place '{text}'", "refusal")

    def _find_unit(self, text: str) -> None:
        for name, hex_, where in units(self.desk, text):
            if hex_ >= 0:
                self.desk.go(hex_)
            else:
                self.desk.note(f"{name} {where}", "dim")
            return
        self.desk.note(f"no unit '{text}'", "refusal")

    # ------------------------------------------------------------------ actions of the key table

    def action_do_prompt(self) -> None:
        """Type a command."""
        self._type(":", self._run_command)

    def action_do_goto(self) -> None:
        """Go to a hex or place."""
        self._type("go to: ", self._go_to)

    def action_do_find(self) -> None:
        """Find a unit."""
        self._type("/", self._find_unit)

    def action_do_next(self) -> None:
        """The next hex with something to do."""
        self.desk.next_stop(self.desk.task.stops())

    def action_do_previous(self) -> None:
        """The one before."""
        self.desk.next_stop(self.desk.task.stops(), back=True)

    def action_do_end(self) -> None:
        """End the step; ask first where units could still do something."""
        ask = self.desk.ask
        if ask is not None and ask.can_end and self._would_lose() and not self._sure():
            return
        self.desk.execute("end")

    def _would_lose(self) -> int:
        """How many units could still move in a step that moves."""
        ask, twice = self.desk.ask, self.desk.look.asked_twice
        return len(self.desk.actors()) if ask is not None and ask.kind in twice else 0

    def _sure(self) -> bool:
        """True the second time E is pressed in the same state."""
        key = ("tui end", self.desk.side)
        if key in self.desk.state.memo:
            return True
        self.desk.state.memo[key] = True
        count = self._would_lose()
        can = "unit can still move" if count == 1 else "units can still move"
        self.desk.note(f"{count} {can} (Tab shows which); E again ends the step")
        return False

    def action_do_pass(self) -> None:
        """Decline, or go on."""
        self.desk.execute("pass")

    def action_do_undo(self) -> None:
        """Take one command back; the program's too, as far as the player's own decision."""
        if self.desk.undo():
            self._to_player(self.desk.undo, lambda: self.desk.game.can_undo)

    def action_do_redo(self) -> None:
        """Give it again."""
        if self.desk.redo():
            self._to_player(self.desk.redo, lambda: self.desk.game.can_redo)

    def action_do_undo_phase(self) -> None:
        """Take a phase back."""
        if self.desk.undo(phase=True):
            self._to_player(self.desk.undo, lambda: self.desk.game.can_undo)

    def action_do_redo_phase(self) -> None:
        """Give it again."""
        if self.desk.redo(phase=True):
            self._to_player(self.desk.redo, lambda: self.desk.game.can_redo)

    def _to_player(self, act: Callable[[], bool], may: Callable[[], bool]) -> None:
        """Go on until a side decides that the program does not play; else it waits, paused."""
        alone = set(SIDES) - set(self._bots)  # with no player, one command is enough
        while alone and self._robot() is not None and may() and act():
            pass
        self._paused = self._robot() is not None

    def action_do_more(self) -> None:
        """Further down in the inspector."""
        self._scroll += max(1, self._inspector.room[1] // 3)

    def action_do_less(self) -> None:
        """Back up."""
        self._scroll -= max(1, self._inspector.room[1] // 3)

    def _jump(self, value: object) -> None:
        if isinstance(value, int) and value >= 0:
            self.desk.go(value)
            self.sync()

    def _chosen(self, value: object) -> None:
        """An entry of the palette: a key, or the start of a command."""
        if isinstance(value, tuple) and value[0] == "key":
            self._play(value[1])
        elif isinstance(value, tuple):
            self._type(":", self._run_command, value[1])
        self.sync()

    # ------------------------------------------------------------------ the other players

    def _robot(self) -> Any:
        """The player of the program that must decide now, or None."""
        return self._bots.get(self.desk.side) if self.desk.ask is not None else None

    def _go_on(self) -> None:
        """Let the program's players act, one command a moment; tell the end of the game."""
        if self.desk.ask is None:
            if not self._told and self.app.screen is self:
                self._told = True
                self.app.push_screen(
                    lists().victory_screen(self._theme, self.desk, self.size.width), self._after
                )
            return
        self._told = False
        if self._robot() is not None and not self._paused and not self._waiting:
            self._waiting = True
            self.set_timer(0.01, self._robot_acts)

    def _robot_acts(self) -> None:
        self._waiting = False
        robot = self._robot()
        if robot is None or self._paused or self.app.screen is not self:
            return
        if not self.desk.execute(robot(self.desk.game)):
            self._paused = True  # its command was refused: the player must see why
        self.sync()
        self._go_on()

    def _after(self, value: object) -> None:
        """What the player wants after the end."""
        if value in ("quit", "new"):
            self._leave(str(value))
        elif value == "undo":
            self.desk.undo()
            self.sync()
