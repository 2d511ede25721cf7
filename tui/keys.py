"""Which key does what in the game, in one table: dispatch, help and palette read it."""

from __future__ import annotations

from engine.core.values import frozen

N, NE, SE, S, SW, NW = range(6)
WEST, EAST = 6, 7
"""Sideways: the neighbour in the same row of the printed map."""


@frozen
class Binding:
    """One action and its keys."""

    action: str
    keys: tuple[str, ...]
    shown: str
    """The keys as help shows them."""
    help: str
    group: str


MOVES = {
    "k": N, "up": N, "u": NE, "pageup": NE, "n": SE, "pagedown": SE, "j": S, "down": S,
    "b": SW, "end": SW, "y": NW, "home": NW, "h": WEST, "left": WEST, "l": EAST, "right": EAST,
}  # fmt: skip
"""Cursor keys: letters, arrows, and the keypad with NumLock off."""

DIGITS = "1234567890"
"""Take a numbered unit of the inspector in or out."""

BINDINGS = (
    Binding("accept", ("enter",), "Enter", "act on the hex under the cursor; confirm", "Play"),
    Binding("pick", ("space",), "Space", "select the stack under the cursor, or let it go", "Play"),
    Binding("digit", tuple(DIGITS), "1-9", "take a numbered unit in or out", "Play"),
    Binding("back", ("escape",), "Esc", "back; let go", "Play"),
    Binding("next", ("tab",), "Tab", "next unit or hex with something to do", "Play"),
    Binding("previous", ("shift+tab",), "Shift+Tab", "the one before", "Play"),
    Binding("end", ("E",), "E", "end the step", "Play"),
    Binding("pass", ("w",), "w", "pass: decline or go on", "Play"),
    Binding("undo", ("U", "ctrl+z"), "U Ctrl+Z", "undo one command", "Undo"),
    Binding("redo", ("R", "ctrl+y"), "R Ctrl+Y", "redo one command", "Undo"),
    Binding("undo_phase", ("less_than_sign",), "<", "undo to the start of the phase", "Undo"),
    Binding("redo_phase", ("greater_than_sign",), ">", "redo a whole phase", "Undo"),
    Binding("move", ("m",), "m", "move the selected units to the cursor", "Orders"),
    Binding("path", ("p",), "p", "lay a path hex by hex, then Enter", "Orders"),
    Binding("overrun", ("o",), "o", "overrun the hex under the cursor", "Orders"),
    Binding("infiltrate", ("i",), "i", "infiltrate to the hex under the cursor", "Orders"),
    Binding("step", ("s",), "s", "one-hex movement to the cursor", "Orders"),
    Binding("march", ("t",), "t", "strategic movement to the cursor", "Orders"),
    Binding("enter", ("e",), "e", "bring on reinforcements", "Orders"),
    Binding("activate", ("a",), "a", "attack; or let an HQ activate the selected unit", "Orders"),
    Binding("join", ("plus",), "+", "join the hex under the cursor to the attack", "Orders"),
    Binding("fewer", ("minus",), "-", "less supply or strength", "Orders"),
    Binding("fly", ("F",), "F", "air missions, and back", "Orders"),
    Binding("rail", ("I",), "I", "rail movement, and back", "Orders"),
    Binding("cancel", ("x",), "x", "take a declaration back", "Orders"),
    Binding("flag", ("f",), "f", "the panel's option (engineers, a dummy, an order)", "Orders"),
    Binding("goto", ("g",), "g", "go to a hex or place", "Look"),
    Binding("find", ("slash",), "/", "find a unit or air unit", "Look"),
    Binding("centre", ("c",), "c", "bring the cursor to the middle", "Look"),
    Binding("closer", ("z",), "z", "zoom in", "Look"),
    Binding("further", ("Z",), "Z", "zoom out", "Look"),
    Binding("reach", ("r", "f2"), "r F2", "overlay: reach with MP left", "Look"),
    Binding("zoc", ("f3",), "F3", "overlay: zones of control", "Look"),
    Binding("supply", ("f4",), "F4", "overlay: supply", "Look"),
    Binding("command", ("f5",), "F5", "overlay: command range", "Look"),
    Binding("victory", ("f6",), "F6", "overlay: victory hexes", "Look"),
    Binding("overlay", ("v",), "v", "next overlay", "Look"),
    Binding("units", ("d",), "d", "the units in detail", "Look"),
    Binding("air", ("A",), "A", "the air units", "Look"),
    Binding("more", ("right_square_bracket",), "]", "further down in the inspector", "Look"),
    Binding("less", ("left_square_bracket",), "[", "back up in the inspector", "Look"),
    Binding("why", ("exclamation_mark",), "!", "the rule behind the last refusal", "Look"),
    Binding("log", ("L",), "L", "the whole log; Enter jumps to the hex", "Screens"),
    Binding("sequence", ("T",), "T", "the sequence of play", "Screens"),
    Binding("prompt", ("colon",), ":", "type a command", "Screens"),
    Binding("palette", ("ctrl+p",), "Ctrl+P", "every command that applies now", "Screens"),
    Binding("help", ("question_mark", "f1"), "? F1", "help for where you are", "Screens"),
    Binding("repaint", ("ctrl+l",), "Ctrl+L", "draw the screen again", "Screens"),
    Binding("quit", ("Q", "ctrl+q"), "Q Ctrl+Q", "leave; the game is saved", "Screens"),
)

ACTION = {key: binding.action for binding in BINDINGS for key in binding.keys}
"""Key to the name of its action."""

MOVE_HELP = "h j k l y u b n, arrows, keypad"


def presses(key: str, character: str | None) -> tuple[tuple[str, str | None], ...]:
    """The keys behind one event.

    Over a slow line Esc and the next key may arrive together, which terminals also send for
    Alt: nothing here is on Alt, so they are taken for the two keys that they were.
    """
    if not key.startswith("alt+"):
        return ((key, character),)
    plain = character if character and character.isalnum() else key.removeprefix("alt+")
    return (("escape", None), (plain.removeprefix("shift+"), character))
