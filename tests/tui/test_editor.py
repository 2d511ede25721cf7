"""The line of typing behaves as a shell's does."""

from __future__ import annotations

import pytest

from tui.panels.editor import Editor


def press(editor: Editor, *keys: str) -> Editor:
    for key in keys:
        editor = editor.key(key, key if len(key) == 1 else None) or editor
    return editor


@pytest.mark.parametrize(
    ("keys", "text", "at"),
    [
        ("a b", "ab", 2),
        ("a left b", "ba", 1),
        ("a b backspace", "a", 1),
        ("a b home delete", "b", 0),
        ("a b c left ctrl+u", "c", 0),
        ("a b c home right ctrl+k", "a", 1),
    ],
)
def test_keys_edit_the_line(keys: str, text: str, at: int) -> None:
    editor = press(Editor.opened(":"), *keys.split())
    assert (editor.text, editor.at) == (text, at)


def test_a_word_is_cut_up_to_the_space_before_it() -> None:
    editor = Editor.opened(":", "move 33/9Pz to 14")
    assert editor.key("ctrl+w", None) == Editor(":", "move 33/9Pz to ", 15)


def test_the_history_goes_back_and_the_unfinished_line_is_kept() -> None:
    editor = Editor.opened(":", "un", ("first", "second"))
    assert press(editor, "up").text == "second"
    assert press(editor, "up", "up").text == "first"
    assert press(editor, "up", "up", "up").text == "first"
    assert press(editor, "up", "up", "down", "down").text == "un"


def test_control_characters_never_get_in() -> None:
    assert Editor.opened(":").typed("a\x1b[31mb\n").text == "a[31mb"
