"""Saves that are broken, forged, strange or newer: words instead of a crash, and nothing lost."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import saves
from engine.catalog.locating import FINGERPRINT
from engine.game import Game
from engine.saves import files
from engine.saves.faults import BadSave
from engine.saves.text import digest_of
from tests.saves.support import begin, play, reload, sumy, written

Edit = Callable[[str], str]
_TOP = re.compile(r'format = 1\ndigest = "[0-9a-f]{32}"\n')


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a sound save, in the middle of a game."""
    return written(tmp_path_factory.mktemp("original"), 40).read_text(encoding="utf-8")


def signed(text: str) -> str:
    """A text with the digest that fits it, as a forger would write it."""
    top = _TOP.search(text)
    assert top is not None
    body = text[top.end() :]
    return f'{text[: top.start()]}format = 1\ndigest = "{digest_of(body)}"\n{body}'


def put(folder: Path, text: str | bytes) -> Path:
    path = folder / "game.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def fault(path: Path, *, force: bool = False) -> BadSave:
    """The error that loading raises; the file, and the folder, stay as they were."""
    def look() -> dict[str, bytes | int]:
        return {
            name: (path.parent / name).read_bytes()
            if stat.S_ISREG(os.lstat(path.parent / name).st_mode) else 0
            for name in os.listdir(path.parent)
            if os.lstat(path.parent / name).st_size < 10**7
        }

    before = look()
    with pytest.raises(BadSave) as caught:
        saves.load(path, force=force)
    assert look() == before
    assert str(path.parent) in caught.value.place
    assert "\n" not in str(caught.value)
    return caught.value


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# ---------------------------------------------------------------- what is no file


def test_a_save_that_is_not_there(tmp_path: Path) -> None:
    assert "no such file" in fault(tmp_path / "game.toml").why


def test_a_folder_in_the_place_of_a_save(tmp_path: Path) -> None:
    (tmp_path / "game.toml").mkdir()
    found = fault(tmp_path / "game.toml")
    assert str(found) == f"{tmp_path / 'game.toml'}: cannot be read: it is a folder"


def test_a_symbolic_link_is_not_followed(tmp_path: Path, original: str) -> None:
    (tmp_path / "real").write_text(original, encoding="utf-8")
    (tmp_path / "game.toml").symlink_to(tmp_path / "real")
    assert "symbolic link" in fault(tmp_path / "game.toml").why


def test_a_pipe_does_not_make_the_program_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.toml")
    began = time.monotonic()
    assert "not a regular file" in fault(tmp_path / "game.toml").why
    assert time.monotonic() - began < 5


def test_a_device_is_not_read() -> None:
    with pytest.raises(BadSave, match="not a regular file"):
        saves.load(Path("/dev/zero"))


def test_a_name_with_a_null_in_it(tmp_path: Path) -> None:
    with pytest.raises(BadSave, match="cannot be read"):
        saves.load(tmp_path / "a\0.toml")


def test_a_file_that_may_not_be_read(
    tmp_path: Path, original: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path, original)

    def refuse(*args: object, **options: object) -> int:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(BadSave, match="permission denied"):
            saves.load(path)


def test_a_file_of_a_hundred_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    with open(path, "wb") as file:
        file.truncate(100_000_000)
    assert "larger than 16 MB" in fault(path).why


def test_a_folder_that_cannot_be_written_to(
    tmp_path: Path, original: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path, original)
    real = os.open

    def refuse(name: object, flags: int, *args: int) -> int:
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system")
        return real(name, flags, *args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        assert "cannot be written to: read-only file system" in fault(path).why


def test_a_folder_for_new_games_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder", encoding="utf-8")
    with pytest.raises(BadSave, match="is no folder for saves"):
        begin(tmp_path / "saves")


# ---------------------------------------------------------------- what is no save

NO_SAVE: dict[str, tuple[bytes, str]] = {
    "an empty file": (b"", "is not a saved game"),
    "a shopping list": (b"milk\nbread\n", "is not a saved game"),
    "other TOML": (b'[project]\nname = "x"\n', "is not a saved game"),
    "nulls": (b"\0" * 500, "holds a null byte"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xfe" * 50, "is not UTF-8 text"),
    "UTF-16": ("format = 1\n".encode("utf-16"), "is not UTF-8 text"),
    "a head alone": (b'format = 1\ndigest = "' + b"0" * 32 + b'"\n', "is cut off"),
    "a newer format": (b'format = 2\ndigest = "x"\nfuture = true\n', "by a newer version"),
    "a format far ahead": (b"format = 999999999\n", "by a newer version"),
    "format zero": (b"format = 0\n", "by another version"),
}


@pytest.mark.parametrize("name", NO_SAVE)
def test_a_file_that_is_no_save(tmp_path: Path, name: str) -> None:
    raw, why = NO_SAVE[name]
    error = fault(put(tmp_path, raw))
    assert why in error.why
    assert not error.forcible


@pytest.mark.parametrize("part", range(1, 20))
def test_a_save_cut_off_anywhere(tmp_path: Path, original: str, part: int) -> None:
    error = fault(put(tmp_path, original[: len(original) * part // 20]))
    assert "cut off" in error.why or "not a saved game" in error.why
    assert not error.forcible


def test_a_save_cut_off_is_told_with_its_last_line(tmp_path: Path, original: str) -> None:
    rows = original.splitlines(keepends=True)[:30]
    error = fault(put(tmp_path, "".join(rows)))
    assert error.place == f"{tmp_path / 'game.toml'}:31"


def test_the_backup_beside_a_broken_save_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, 10)
    path.write_bytes(path.read_bytes()[:300])
    assert f"kept as {files.backup(path).name}" in fault(path).why


def test_no_backup_is_named_where_it_is_broken_too(tmp_path: Path) -> None:
    path = written(tmp_path, 10)
    path.write_bytes(path.read_bytes()[:300])
    files.backup(path).write_bytes(b"broken")
    assert "kept as" not in fault(path).why


# ---------------------------------------------------------------- changed by hand


def test_a_save_changed_by_hand_opens_only_if_forced(tmp_path: Path, original: str) -> None:
    """One more Victory Point of movement: sound, but not what was played."""
    path = put(tmp_path, replaced(original, "\ndrawn = ", "\ndrawn = 1"))
    error = fault(path)
    assert error.forcible and "changed outside the program" in error.why
    with saves.load(path, force=True) as session:
        assert any("changed outside the program" in note for note in session.notes)


def test_a_save_without_its_digest_opens_only_if_forced(tmp_path: Path, original: str) -> None:
    path = put(tmp_path, re.sub(r'digest = "[0-9a-f]+"\n', "", original, count=1))
    assert fault(path).forcible
    saves.load(path, force=True).close()


def test_line_ends_of_another_system_are_no_change(tmp_path: Path, original: str) -> None:
    path = put(tmp_path, b"\xef\xbb\xbf" + original.replace("\n", "\r\n").encode())
    with saves.load(path) as session:
        assert session.notes == ()


def test_forcing_a_sound_save_changes_nothing(tmp_path: Path, original: str) -> None:
    with saves.load(put(tmp_path, original), force=True) as session:
        assert session.notes == ()


def test_a_forced_save_goes_on_and_keeps_the_changed_file(tmp_path: Path, original: str) -> None:
    text = replaced(original, "\ndrawn = ", "\ndrawn = 1")
    path = put(tmp_path, text)
    with saves.load(path, force=True) as session:
        play(session, 2, seed=5)
        state = session.game.state
    assert files.backup(path).exists()
    with saves.load(path) as again:
        assert again.game.state == state


# ---------------------------------------------------------------- forged: the digest fits


def _row(key: str, value: str) -> Edit:
    """Put another value behind a key of one line."""
    return lambda text: re.sub(rf"(?m)^{key} = .*$", lambda _: f"{key} = {value}", text, count=1)


def _into(table: str, row: str) -> Edit:
    return lambda text: replaced(text, f"\n[{table}]\n", f"\n[{table}]\n{row}\n")


def _unit(id_: str, words: str) -> Edit:
    """Another line for a unit."""
    return lambda text: re.sub(
        rf"(?m)^{re.escape(id_)} .*$", lambda _: f"{id_} {words}", text, count=1
    )


DEEP = 100_000
FORGED: dict[str, tuple[Edit, str, bool]] = {
    # name: the edit, a part of the answer, whether force would open it
    "an unknown key at the top": (_row("data", "1\ncolour = 3"), "is not known here", False),
    "an unknown option": (_into("options", 'speed = "fast"'), "is not known here", False),
    "an option that is no text": (_into("options", "speed = 3"), "should be a text", False),
    "another way with Dummies": (_row("dummies", '"both"'), "should be one of open, seen", False),
    "a player who is a number": (_row("axis", "7"), "should be a text", False),
    "an unknown key of the state": (_into("state", "colour = 3"), "is not known here", False),
    "an unknown key of the past": (_into("past", "colour = 3"), "is not known here", False),
    "a table too many": (lambda t: replaced(t, "\n[state]", "\n[extra]\nx = 1\n\n[state]"),
                         "is not known here", False),
    "a state twice": (lambda t: replaced(t, "\n[past]", "\n[state]\nturn = 50\n\n[past]"),
                      "is not TOML", False),
    "no state": (lambda t: t[: t.index("\n[state]")] + t[t.index("\n[past]") :],
                 "is missing", False),
    "no scenario": (lambda t: re.sub(r"(?m)^scenario = .*\n", "", t), "is missing", False),
    "a scenario that is not there": (_row("scenario", '"stalingrad"'), "no scenario is called",
                                     False),
    "a scenario that is a way out": (_row("scenario", '"../../../etc/passwd"'),
                                     "no scenario is called", False),
    "a scenario file that is not there": (
        _row("scenario", '"elsewhere"\nsource = "/no/such.toml"'), "/no/such.toml", False),
    "a seed that is a text": (_row("seed", '"six"'), "should be a whole number", False),
    "a seed that is true": (_row("seed", "true"), "should be a whole number", False),
    "a seed that is no number": (_row("seed", "nan"), "has no place in a save", False),
    "an infinite seed": (_row("seed", "+inf"), "has no place in a save", False),
    "a fraction of a turn": (_row("turn", "50.5"), "should be a whole number", False),
    "a date for a turn": (_row("turn", "1941-09-28"), "should be a whole number", False),
    "a number of five thousand digits": (_row("turn", "9" * 5000), "is not TOML", False),
    "a number of fifty digits": (_row("turn", "9" * 50), "too large a number", False),
    "an enormous text": (_row("title", f'"{"x" * 50_000}"'), "too long a text", False),
    "a line without an end": (_row("title", f'"{"x" * 200_000}"'), "too long a line", False),
    "brackets a hundred thousand deep": (_row("turn", "[" * DEEP), "too long a line", False),
    "brackets some thousand deep": (_row("turn", "[" * 5000 + "]" * 5000), "has no place", False),
    "tables within tables": (_row("turn", "{ a = { b = { c = 1 } } }"), "has no place", False),
    "a key of thousands of parts": (_row("turn", "1\n" + ".".join("a" * 5000) + " = 1"),
                                    "has no place", False),
    "a table of thousands of parts": (_row("turn", "1\n[" + ".".join("a" * 5000) + "]"),
                                      "has no place", False),
    "a quoted key": (_row("turn", '1\n"a b" = 1'), "has no place", False),
    "a text over lines": (_row("title", '"""\nx\n"""'), "has no place", False),
    "a text over lines in a list": (_into("state", 'moving = ["""x"""]'), "has no place", False),
    "a block without an end": (lambda t: replaced(t, "\n'''\n", "\n"), "not", False),
    "a character that TOML forbids": (_row("title", '"a\x07b"'), "is not TOML", False),
    "half a surrogate": (_row("title", '"\\ud800"'), "is not TOML", False),
    "a value that is none": (_row("turn", "maybe"), "has no place", False),
    "an empty command in the journal": (
        lambda t: replaced(t, "journal = '''\n", "journal = '''\n\n"), "an empty command", False),
    "rolls that are words": (
        lambda t: replaced(t, "journal = '''\n", "journal = '''\nend\t# six\n"),
        "should be die rolls", False),
    "a journal that is a list": (lambda t: re.sub(r"(?s)journal = '''.*?\n'''", "journal = [1]", t),
                                 "should be a block of lines", False),
    "a log line of seven parts": (
        lambda t: replaced(t, "log = '''\n", "log = '''\na\tb\tc\td\t1\tf\tg\n"),
        "more than six parts", False),
    "a log line with a roll of its own": (
        lambda t: replaced(t, "log = '''\n", "log = '''\na\tb\tc\td\tsix\n"),
        "should be a die roll", False),
    "an unknown unit": (lambda t: replaced(t, "units = '''\n", "units = '''\nde-1ss 1408\n"),
                        "no unit 'de-1ss'", False),
    "an unknown hex": (_unit("de-10-9pz", "9901"), "no hex 9901", False),
    "a word that no unit has": (_unit("de-10-9pz", "1208 strength=99"), "strength", False),
    "a unit left out": (lambda t: re.sub(r"(?m)^de-10-9pz .*\n", "", t), "impossible", True),
    "units in another order": (
        lambda t: re.sub(r"(?m)^(su-227rd .*\n)(su-129tkb .*\n)", r"\2\1", t), "impossible", True),
    "a unit in two minds": (_unit("de-10-9pz", "1208 box=cadre"), "impossible", True),
    "more steps lost than there are": (_unit("de-10-9pz", "1208 lost=9"), "impossible", True),
    "a marker that there is not": (_unit("de-10-9pz", "1208 marks=immortal"), "impossible", True),
    "both sides in a hex": (
        lambda t: _unit("su-227rd", "1208")(_unit("de-10-9pz", "1208")(t)), "impossible", True),
    "a turn after the last": (lambda t: replaced(t, "[state]\nturn = 5", "[state]\nturn = 95"),
                              "impossible", True),
    "a step in which nobody acts": (lambda t: re.sub(r'(?m)^step = "[A-D]\.\d.*"$',
                                                     'step = "A.3"', t), "impossible", True),
    "a side that there is not": (lambda t: replaced(t, "\naxis 1", "\nfinnish 1"),
                                 "impossible", True),
    "weather of another world": (_into("state", 'weather = "sandstorm"'), "impossible", True),
    "losses that nobody has suffered": (
        lambda t: re.sub(r"(?m)^(lost = '''\naxis) \d+", r"\1 77", t), "impossible", True),
    "a decision about the wrong thing": (
        _into("state", "asks = '''\nadvance axis units=de-10-9pz hexes=1208\n'''"),
        "impossible", True),
    "a retreat from nowhere": (
        _into("state", "asks = '''\nretreat axis owner=axis units=de-10-9pz\n'''"),
        "impossible", True),
    "an air unit asked as if it were on the ground": (
        _into("state", "asks = '''\nlose axis units=ax-he111 steps=1\n'''"), "impossible", True),
    "an attack of the void": (_into("state", "attacks = '''\n1212 units=de-10-9pz\n'''"),
                              "impossible", True),
    "a hex that is none, where one must be": (_into("state", 'missions = ["-"]'), "impossible",
                                              True),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_save_is_refused_with_its_place(
    tmp_path: Path, original: str, name: str
) -> None:
    edit, why, forcible = FORGED[name]
    text = signed(edit(original))
    assert text != original
    began = time.monotonic()
    error = fault(put(tmp_path, text))
    assert time.monotonic() - began < 5
    assert why in str(error)
    assert error.forcible == forcible


@pytest.mark.parametrize(("name", "mark"), [
    ("an unknown hex", "de-10-9pz 9901"), ("an unknown unit", "de-1ss 1408"),
    ("rolls that are words", "end\t# six"), ("a quoted key", '"a b" = 1'),
    ("an unknown option", 'speed = "fast"'), ("a seed that is a text", 'seed = "six"'),
    ("another way with Dummies", 'dummies = "both"'),
    ("an unknown key of the state", "colour = 3"), ("a character that TOML forbids", "a\x07b"),
])
def test_the_line_of_the_fault_is_named(
    tmp_path: Path, original: str, name: str, mark: str
) -> None:
    text = signed(FORGED[name][0](original))
    line = text[: text.index(mark)].count("\n") + 1
    error = fault(put(tmp_path, text))
    assert error.place.startswith(f"{tmp_path / 'game.toml'}:{line}")


def test_a_forced_position_that_is_impossible_says_what_is_wrong(
    tmp_path: Path, original: str
) -> None:
    path = put(tmp_path, signed(_unit("de-10-9pz", "1208 marks=immortal")(original)))
    with saves.load(path, force=True) as session:
        assert any("immortal" in note for note in session.notes)


def test_the_game_of_a_hostile_scenario_file_is_not_imported(
    tmp_path: Path, original: str
) -> None:
    """A save may name a scenario file; only the program's own games are ever loaded for it."""
    (tmp_path / "evil.py").write_text("raise SystemExit('run')", encoding="utf-8")
    source = tmp_path / "evil.toml"
    source.write_text('scenario = "evil"\nformat = 1\ngame = "evil"\nseries = "efs"\n',
                      encoding="utf-8")
    edit = _row("scenario", f'"evil"\nsource = "{source}"')
    error = fault(put(tmp_path, signed(edit(original))))
    assert "its scenario cannot be loaded" in error.why and "game" in error.why


@settings(max_examples=120)
@given(data=st.data())
def test_any_line_changed_loads_or_is_refused_with_words(
    tmp_path_factory: pytest.TempPathFactory, original: str, data: st.DataObject
) -> None:
    """Lines cut, doubled, swapped or garbled, the digest made to fit: never another exception."""
    rows = original.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(3, len(rows) - 2))
        kind = data.draw(st.sampled_from(["cut", "double", "swap", "word", "text", "number"]))
        other = data.draw(st.integers(3, len(rows) - 2))
        if kind == "cut":
            rows[at] = rows[at][: len(rows[at]) // 2]
        elif kind == "double":
            rows.insert(at, rows[other])
        elif kind == "swap":
            rows[at], rows[other] = rows[other], rows[at]
        elif kind == "number":
            rows[at] = re.sub(r"\d+", str(data.draw(st.integers(0, 3000))), rows[at], count=1)
        elif kind == "word":
            words = rows[at].split(" ")
            words[data.draw(st.integers(0, len(words) - 1))] = rows[other].split(" ")[-1]
            rows[at] = " ".join(words)
        else:
            rows[at] = data.draw(st.text(max_size=20))
    text = "\n".join(rows)
    path = put(tmp_path_factory.mktemp("saves"), signed(text) if _TOP.search(text) else text)
    try:
        session = reload(path)
    except BadSave as error:
        assert str(path) in str(error)
        try:
            session = saves.load(path, world=sumy(), force=True)
        except BadSave:
            return
    session.close()


# ---------------------------------------------------------------- other rules, other data


def test_a_save_of_another_data_version_opens_if_its_journal_leads_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, 20)
    monkeypatch.setattr(engine, "DATA_VERSION", engine.DATA_VERSION + 1)
    with reload(path) as session:
        assert any("still leads to the same position" in note for note in session.notes)
        assert f"data version {engine.DATA_VERSION - 1}" in session.notes[0]


def test_a_save_of_another_data_version_whose_journal_leads_elsewhere_needs_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, 20)
    real = Game.execute
    monkeypatch.setattr(engine, "DATA_VERSION", engine.DATA_VERSION + 1)
    with monkeypatch.context() as patch:
        patch.setattr(Game, "execute", lambda self, text: real(self, "roll 3"))
        with pytest.raises(BadSave, match="leads to another position") as caught:
            reload(path)
    assert caught.value.forcible


def test_a_journal_that_is_refused_by_the_rules_of_today_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, 20)
    text = path.read_text(encoding="utf-8")
    path.write_text(signed(text.replace("journal = '''\n", "journal = '''\ndance\n")),
                    encoding="utf-8")
    monkeypatch.setattr(engine, "DATA_VERSION", engine.DATA_VERSION + 1)
    with pytest.raises(BadSave, match="command 1 of its journal, 'dance', is refused now"):
        reload(path)
    with saves.load(path, world=sumy(), force=True) as session:
        assert len(session.game.journal) == 21


def test_other_scenario_files_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, 20)
    monkeypatch.setitem(sumy().memo, FINGERPRINT, "0123456789abcdef")
    with reload(path) as session:
        assert any("other scenario files" in note for note in session.notes)


def test_undo_into_a_journal_that_leads_elsewhere_stops_with_words(
    tmp_path: Path, original: str
) -> None:
    """The position of a forced save stands; its past cannot be walked."""
    path = put(tmp_path, replaced(original, "journal = '''\n", "journal = '''\ndance\n"))
    with saves.load(path, force=True, world=sumy()) as session:
        state = session.game.state
        with pytest.raises(ValueError, match="undo stops here"):
            session.undo()
        assert session.game.state is state
        play(session, 1, seed=3)
        session.undo()
        assert session.game.state == state


def test_redo_of_what_is_refused_stops_with_words(tmp_path: Path, original: str) -> None:
    text = replaced(original, "\n[past]\n", "\n[past]\nundone = '''\nend\ndance\n'''\n")
    with saves.load(put(tmp_path, signed(text)), world=sumy()) as session:
        state = session.game.state
        assert session.game.can_redo
        with pytest.raises(ValueError, match="redo stops here: dance is refused now"):
            session.redo()
        assert session.game.state is state and not session.game.can_redo


def test_a_save_of_another_scenario_than_the_one_given(tmp_path: Path, original: str) -> None:
    path = put(tmp_path, signed(_row("scenario", '"lyubotin"')(original)))
    with pytest.raises(BadSave, match="not of sumy"):
        reload(path)
