"""A session keeps every command: save, autosave, undo and redo across both, other names."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import saves
from engine.core.errors import BadCommand, Refusal
from engine.efs import dump
from engine.game import Entry, Game
from engine.saves import files
from engine.saves.autosave import Autosave, path_of
from engine.saves.faults import BadSave
from engine.saves.session import OFTEN, Session
from engine.saves.text import decode, read, write
from tests.saves.support import begin, choose, play, reload, sumy, written


def kill(session: Session) -> Path:
    """Let go of a session as a killed process does: nothing more is written."""
    session._lock.release()
    return session.path


def facts(game: Game) -> tuple[object, ...]:
    return game.state, game.journal, game.undone, game.log[-5:]


def wander(session: Session, steps: int, seed: int) -> None:
    """Commands, undo and redo at random, single and by the phase."""
    hand = random.Random(seed)
    for _ in range(steps):
        game = session.game
        acts = ["do"] * 8 if game.outcome is None else []
        acts += ["undo", "undo", "undo phase"] if game.can_undo else []
        acts += ["redo", "redo", "redo phase"] if game.can_redo else []
        act = hand.choice(acts)
        if act == "do":
            session.execute(choose(game, hand))
        elif act == "undo":
            session.undo()
        elif act == "redo":
            session.redo()
        elif act == "undo phase":
            session.undo_phase()
        else:
            session.redo_phase()


# ---------------------------------------------------------------- save and load


def test_a_closed_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    session = begin(tmp_path, 40, seed=3)
    before = facts(session.game)
    session.close()
    with saves.load(session.path) as again:
        assert facts(again.game) == before
        assert again.players == {"axis": "human", "soviet": "random"}
        assert again.notes == ()
        assert again.game.world.options.dummies == "seen"


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 120))
def test_saving_loading_and_saving_again_writes_the_same_text(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int
) -> None:
    """But for the time of writing, and the digest that covers it."""
    folder = tmp_path_factory.mktemp("saves")
    first = begin(folder, count, seed)
    first.close()
    text = first.path.read_text(encoding="utf-8")
    with reload(first.path) as again:
        again.save()
    assert _timeless(again.path.read_text(encoding="utf-8")) == _timeless(text)


def _timeless(text: str) -> list[str]:
    return [row for row in text.splitlines() if not row.startswith(("digest = ", "written = "))]


def test_a_save_reads_back_as_the_same_values(tmp_path: Path) -> None:
    with begin(tmp_path, 25) as session:
        content = session.content()
        text, digest = write(content)
    again = read(decode(session.path, text.encode()))
    assert again.digest == digest and not again.edited
    for name in ("scenario", "title", "seed", "data", "journal", "undone", "log", "options",
                 "players", "state", "written", "files"):
        assert getattr(again, name) == getattr(content, name), name


def test_loading_plays_nothing_again_until_undo_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, 30)
    started: list[int] = []
    start = Game.start.__func__  # type: ignore[attr-defined]
    monkeypatch.setattr(
        Game, "start", classmethod(lambda cls, *a: started.append(1) or start(cls, *a))
    )
    with reload(path) as session:
        assert started == []
        session.undo()
        assert started == [1]


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), count=st.integers(2, 60))
def test_undo_after_resuming_goes_back_through_the_same_states(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int
) -> None:
    folder = tmp_path_factory.mktemp("saves")
    session = begin(folder, count, seed)
    session.close()
    whole = session.game
    with reload(session.path) as again:
        while whole.can_undo:
            assert again.game.can_undo
            assert again.undo() == whole.undo()
            assert again.game.state == whole.state
        assert not again.game.can_undo
        with pytest.raises(BadCommand, match="start of the game"):
            again.undo()


def test_redo_survives_the_save(tmp_path: Path) -> None:
    """What was undone before the end of the session can be redone after it, in order."""
    session = begin(tmp_path, 20)
    end = session.game.state
    for _ in range(4):
        session.undo()
    session.close()
    with reload(session.path) as again:
        assert len(again.game.undone) == 4
        for _ in range(4):
            again.redo()
        assert again.game.state == end
        assert not again.game.can_redo


def test_a_new_command_after_resuming_forgets_what_was_undone(tmp_path: Path) -> None:
    session = begin(tmp_path, 20)
    session.undo()
    session.close()
    with reload(session.path) as again:
        play(again, 1, seed=99)
        assert not again.game.can_redo


def test_named_rolls_are_kept(tmp_path: Path) -> None:
    """A script's `roll` stands in the journal and in the dice."""
    session = begin(tmp_path)
    session.execute("roll 6 3")
    session.close()
    with reload(session.path) as again:
        assert again.game.state.dice.named == (6, 3)
        assert again.game.journal == [Entry("roll 6 3")]
        again.undo()
        assert again.game.state.dice.named == ()


@pytest.mark.parametrize("seed", [0, -7, 10**39])
def test_any_seed_is_kept(tmp_path: Path, seed: int) -> None:
    session = begin(tmp_path, 3, seed=seed)
    session.close()
    with reload(session.path) as again:
        assert again.game.seed == seed
        assert again.game.state == session.game.state


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), count=st.integers(0, 80))
def test_replaying_a_saved_journal_gives_the_saved_state(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int
) -> None:
    folder = tmp_path_factory.mktemp("saves")
    with begin(folder, count, seed) as session:
        session.save()
    saved = read(decode(session.path, session.path.read_bytes()))
    game = Game.start(sumy(), saved.seed)
    for entry in saved.journal:
        game.execute(entry.text)
        assert game.last == entry
    assert game.state == dump.load(sumy(), saved.state)


# ---------------------------------------------------------------- the autosave


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), steps=st.integers(1, 150))
def test_nothing_done_is_lost_when_the_process_dies(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: int
) -> None:
    """Commands, undo and redo in any order, across whole saves; what redo would do included."""
    session = begin(tmp_path_factory.mktemp("saves"), seed=seed)
    wander(session, steps, seed)
    before = session.game.state, session.game.journal, session.game.undone
    with reload(kill(session)) as again:
        assert (again.game.state, again.game.journal, again.game.undone) == before


def test_the_first_command_writes_the_save_and_the_next_only_a_line(tmp_path: Path) -> None:
    session = begin(tmp_path)
    assert os.listdir(tmp_path) == [f"{session.path.name}.lock"]
    play(session, 1)
    text = session.path.read_bytes()
    play(session, 3, seed=1)
    assert session.path.read_bytes() == text
    lines = path_of(session.path).read_text(encoding="utf-8").splitlines()
    assert [row.partition("\t")[0] for row in lines[1:]] == [
        entry.text for entry in session.game.journal[1:]
    ]
    session.close()


def test_undo_and_redo_are_lines_of_the_autosave(tmp_path: Path) -> None:
    session = begin(tmp_path, 3)
    session.undo()
    session.redo()
    session.undo()
    rows = path_of(session.path).read_text(encoding="utf-8").splitlines()
    assert rows[-3:] == ["undo", "redo", "undo"]
    session.close()


def test_the_whole_save_is_written_anew_after_many_commands(tmp_path: Path) -> None:
    """So the autosave stays short, and resuming quick."""
    session = begin(tmp_path)
    play(session, 3 * OFTEN, patience=0)
    lines = path_of(session.path).read_text(encoding="utf-8").count("\n")
    assert lines < 2 * OFTEN
    assert len(session.game.journal) > lines
    session.close()


def test_what_the_autosave_held_is_told_and_saved_at_once(tmp_path: Path) -> None:
    session = begin(tmp_path, 10)
    path = kill(session)
    with reload(path) as again:
        assert again.notes == ("9 commands taken from the autosave",)
        assert len(read(decode(path, path.read_bytes())).journal) == 10
    with reload(path) as third:
        assert third.notes == ()


def test_closing_leaves_the_save_alone_in_the_folder(tmp_path: Path) -> None:
    session = begin(tmp_path, 10)
    session.close()
    name = session.path.name
    assert sorted(os.listdir(tmp_path)) == [name, f"{name}.bak"]
    session.close()  # a second time does nothing


def test_a_game_in_which_nothing_was_done_leaves_no_file(tmp_path: Path) -> None:
    begin(tmp_path).close()
    assert os.listdir(tmp_path) == []


def test_looking_at_a_save_does_not_write_it(tmp_path: Path) -> None:
    path = written(tmp_path)
    before = path.read_bytes(), path.stat().st_mtime_ns
    reload(path).close()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_torn_last_line_is_dropped_with_a_note(tmp_path: Path) -> None:
    session = begin(tmp_path, 10)
    path = kill(session)
    with open(path_of(path), "ab") as file:
        file.write(b"move 33/9Pz, 10/9")
    with reload(path) as again:
        assert again.game.state == session.game.state
        assert any("not finished" in note for note in again.notes)


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_journal_cut_anywhere_loses_only_its_last_command(tmp_path: Path, cut: int) -> None:
    session = begin(tmp_path, 12)
    path = kill(session)
    journal = path_of(path)
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-cut])
    lost = whole.count(b"\n") - whole[:-cut].count(b"\n")
    with reload(path) as again:
        assert again.game.journal == session.game.journal[: len(session.game.journal) - lost]


def test_a_broken_line_keeps_what_came_before_and_the_file(tmp_path: Path) -> None:
    session = begin(tmp_path, 10)
    path = kill(session)
    journal = path_of(path)
    rows = journal.read_bytes().splitlines(keepends=True)
    rows[5] = b"dance 1508\n"
    journal.write_bytes(b"".join(rows))
    with reload(path) as again:
        assert again.game.journal == session.game.journal[:5]
        aside = path.with_suffix(".journal.aside")
        assert any("line 6" in note and aside.name in note for note in again.notes)
        assert aside.read_bytes() == b"".join(rows)


@pytest.mark.parametrize("line", [b"\xff\xfe\n", b"end\0\n", b"a" * 30_000 + b"\n", b"\n",
                                  b"end\t# 6 x\n", b"end\t# 99999\n"])
def test_bytes_that_are_no_command_end_the_journal_there(tmp_path: Path, line: bytes) -> None:
    session = begin(tmp_path, 10)
    path = kill(session)
    with open(path_of(path), "ab") as file:
        file.write(line + b"end\n")
    with reload(path) as again:
        assert again.game.journal == session.game.journal
        assert any("is broken" in note for note in again.notes)


def test_other_dice_than_were_rolled_end_the_journal_there(tmp_path: Path) -> None:
    """A journal changed by hand does not smuggle a better roll in."""
    session = begin(tmp_path)
    hand = random.Random(1)
    while not (session.game.last and session.game.last.rolls):
        session.execute(choose(session.game, hand))
    count = len(session.game.journal)
    path = kill(session)
    journal = path_of(path)
    if count == 1:
        pytest.fail("the roll should come after the first command")
    command, _, rolls = journal.read_text(encoding="utf-8").rstrip("\n").rpartition("\t# ")
    changed = " ".join(str(int(roll) % 10 + 1) for roll in rolls.split())
    journal.write_text(f"{command}\t# {changed}\n", encoding="utf-8")
    with reload(path) as again:
        assert len(again.game.journal) == count - 1
        assert any("other dice" in note for note in again.notes)


def test_an_autosave_older_than_the_save_is_passed_over(tmp_path: Path) -> None:
    """Killed between writing the save and beginning the new journal."""
    session = begin(tmp_path, 10)
    old = path_of(session.path).read_bytes()
    session.save()
    path = kill(session)
    path_of(path).write_bytes(old)
    with reload(path) as again:
        assert again.game.state == session.game.state
        assert again.notes == ()


def test_an_autosave_of_another_state_is_put_aside(tmp_path: Path) -> None:
    session = begin(tmp_path, 10)
    path = kill(session)
    older = written(tmp_path, 5, seed=8).read_bytes()
    path.write_bytes(older)
    with reload(path) as again:
        assert len(again.game.journal) == 5
        assert any("another state" in note for note in again.notes)
    assert path.with_suffix(".journal.aside").exists()


@pytest.mark.parametrize("content", [b"", b"no journal\n", b"\0" * 100, b"# Rasputitsa autosave"])
def test_a_journal_that_is_none_is_put_aside(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, 5)
    path_of(path).write_bytes(content)
    with reload(path) as again:
        assert len(again.game.journal) == 5
        assert any("cannot be read" in note for note in again.notes)
    assert path.with_suffix(".journal.aside").read_bytes() == content


def test_a_journal_that_is_a_folder_does_not_stop_the_game(tmp_path: Path) -> None:
    path = written(tmp_path, 5)
    path_of(path).mkdir()
    with reload(path) as again:
        play(again, 2)
        assert again.trouble == ""


def test_commands_done_to_the_game_itself_are_saved_by_sync(tmp_path: Path) -> None:
    session = begin(tmp_path, 5)
    play(session.game, 4, seed=2)
    session.game.undo()
    session.sync()
    before = session.game.state, session.game.undone
    with reload(kill(session)) as again:
        assert (again.game.state, again.game.undone) == before


def test_an_undo_that_was_redone_as_the_same_command_changes_nothing(tmp_path: Path) -> None:
    session = begin(tmp_path, 5)
    text = path_of(session.path).read_bytes()
    entry = session.game.undo()
    session.game.execute(entry.text)
    session.sync()
    assert path_of(session.path).read_bytes() == text
    session.close()


def test_a_refused_command_is_not_written(tmp_path: Path) -> None:
    session = begin(tmp_path, 3)
    before = path_of(session.path).read_bytes()
    with pytest.raises((Refusal, BadCommand)):
        session.execute("retreat 33/9Pz via 1408")
    with pytest.raises(BadCommand):
        session.execute("dance")
    assert path_of(session.path).read_bytes() == before
    session.close()


def test_a_closed_session_takes_no_command(tmp_path: Path) -> None:
    session = begin(tmp_path, 3)
    session.close()
    before = session.game.state
    for act in (lambda: session.execute("end"), session.undo, session.redo, session.undo_phase,
                session.redo_phase, session.sync):
        with pytest.raises(RuntimeError):
            act()
    assert session.game.state is before


# ---------------------------------------------------------------- the disk fails


class Disk:
    """A disk that is full, or read-only, while `failing` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing = False
        self.partly = 0
        """Bytes of a write that still fit."""
        real = os.write

        def write(descriptor: int, data: bytes) -> int:
            if not self.failing:
                return real(descriptor, data)
            if self.partly:
                count, self.partly = self.partly, 0
                return real(descriptor, bytes(data)[:count])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", write)


def test_play_goes_on_while_the_disk_is_full_and_is_saved_once_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    session = begin(tmp_path, 5)
    disk.failing = True
    play(session, 3, seed=1)
    assert session.trouble == "not saved: no space left on device"
    assert len(session.game.journal) == 8
    disk.failing = False
    play(session, 1, seed=2)
    assert session.trouble == ""
    with reload(kill(session)) as again:
        assert again.game.state == session.game.state


def test_what_was_saved_before_the_disk_filled_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    session = begin(tmp_path, 5)
    journal = session.game.journal
    disk.failing, disk.partly = True, 9
    play(session, 3, seed=1)
    with pytest.raises(BadSave, match="no space left"):
        session.save()
    disk.failing = False
    with reload(kill(session)) as again:
        assert again.game.journal == journal
        assert any("not finished" in note for note in again.notes)
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".new")]


def test_closing_on_a_full_disk_says_so_and_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    session = begin(tmp_path, 5)
    disk.failing = True
    play(session, 1, seed=1)
    with pytest.raises(BadSave, match="no space left"):
        session.close()
    disk.failing = False
    with reload(session.path) as again:
        assert len(again.game.journal) == 5


@pytest.mark.parametrize("call", ["replace", "fsync", "open", "link"])
def test_no_failing_call_harms_the_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Whatever the system refuses, the old save stands; without hard links it is copied."""
    session = begin(tmp_path, 5)
    session.save()
    before = session.path.read_bytes()

    def refuse(*args: object, **options: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, refuse)
        if call == "link":
            session.save()
        else:
            with pytest.raises(BadSave, match="read-only file system"):
                session.save()
            assert session.path.read_bytes() == before
    session.save()
    assert session.trouble == ""
    kept = files.backup(session.path)
    assert read(decode(kept, kept.read_bytes())).journal == tuple(session.game.journal)
    session.close()


def test_an_autosave_taken_away_is_noticed(tmp_path: Path) -> None:
    """Somebody tidies the folder while the game is on: the next command saves all of it."""
    session = begin(tmp_path, 5)
    path_of(session.path).unlink()
    session.path.unlink()
    play(session, 1, seed=1)
    assert session.trouble == ""
    with reload(kill(session)) as again:
        assert again.game.state == session.game.state


def test_a_write_in_pieces_arrives_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:7]))
    session = begin(tmp_path, 10)
    session.close()
    monkeypatch.undo()
    with reload(session.path) as again:
        assert again.game.state == session.game.state


def test_the_previous_save_is_kept(tmp_path: Path) -> None:
    session = begin(tmp_path, 4)
    session.save()
    text = session.path.read_bytes()
    play(session, 3, seed=1)
    session.save()
    assert files.backup(session.path).read_bytes() == text
    session.close()


def test_left_overs_of_a_killed_write_do_not_disturb(tmp_path: Path) -> None:
    path = written(tmp_path, 4)
    for ending in (".new", ".old"):
        path.with_name(path.name + ending).write_bytes(b"half")
    with reload(path) as session:
        play(session, 1)
    assert not [n for n in os.listdir(tmp_path) if n.endswith((".new", ".old"))]


def test_beginning_a_journal_may_fail_after_the_save_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(tmp_path, 4)

    def refuse(*args: object) -> Autosave:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(Autosave, "begin", refuse)
        with pytest.raises(BadSave, match="too many open files"):
            session.save()
    play(session, 1, seed=1)
    assert session.trouble == ""
    with reload(kill(session)) as again:
        assert again.game.state == session.game.state


# ---------------------------------------------------------------- other names


def test_save_as_goes_on_under_the_new_name_and_leaves_the_old_as_it_is(tmp_path: Path) -> None:
    session = begin(tmp_path, 6)
    old, state = session.path, session.game.state
    assert session.save_as("before the river") == tmp_path / "before the river.toml"
    play(session, 2, seed=1)
    session.close()
    with reload(old) as first, reload(session.path) as second:
        assert first.game.state == state
        assert second.game.state == session.game.state != state


def test_save_as_does_not_overwrite_unless_told(tmp_path: Path) -> None:
    taken = written(tmp_path, 3)
    with begin(tmp_path, 6) as session:
        path = session.path
        with pytest.raises(BadSave, match="exists already"):
            session.save_as(taken.stem)
        assert session.path == path
        play(session, 1)
        session.save_as(taken.stem, overwrite=True)
    with reload(taken) as again:
        assert again.game.state == session.game.state


@pytest.mark.parametrize("name", ["", "  ", ".hidden", "../up", "a/b", "a\\b", "x" * 200, "a\0b",
                                  "a\nb", "-rf"])
def test_a_name_that_leads_elsewhere_is_no_name(tmp_path: Path, name: str) -> None:
    with begin(tmp_path, 2) as session:
        with pytest.raises(BadCommand, match="no name for a save"):
            session.save_as(name)
        play(session, 1)
        assert session.trouble == ""


def test_save_as_into_a_full_disk_goes_on_under_the_old_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    session = begin(tmp_path, 3)
    path = session.path
    disk.failing = True
    with pytest.raises(BadSave):
        session.save_as("elsewhere")
    disk.failing = False
    assert session.path == path
    play(session, 2, seed=1)
    with reload(kill(session)) as again:
        assert again.game.state == session.game.state
    assert not (tmp_path / "elsewhere.toml").exists()


def test_a_path_must_be_named_as_a_save(tmp_path: Path) -> None:
    with begin(tmp_path, 2) as session:
        with pytest.raises(BadCommand, match=r"\.toml"):
            session.save_as(tmp_path / "game.txt")
        assert session.save_as(tmp_path / "deeper" / "game.toml").exists()


def test_players_are_saved(tmp_path: Path) -> None:
    session = begin(tmp_path, 2)
    session.set_players({"axis": "staff", "soviet": "human"})
    session.close()
    with reload(session.path) as again:
        assert again.players == {"axis": "staff", "soviet": "human"}
    before = session.path.read_bytes()
    with reload(session.path) as again:
        again.set_players({"axis": "staff", "soviet": "human"})
    assert session.path.read_bytes() == before


def test_names_of_new_games_tell_scenario_and_number(tmp_path: Path) -> None:
    first, second = begin(tmp_path, 1), begin(tmp_path, 1)
    assert first.path.name.startswith("sumy-") and first.path.name.endswith("-1.toml")
    assert second.path.name.endswith("-2.toml")
    first.close()
    second.close()
    third = begin(tmp_path, 1)
    assert third.path.name.endswith("-3.toml")
    third.close()


def test_a_backup_is_opened_as_a_save_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, 8)
    kept = files.backup(path)
    before = kept.read_bytes(), path.read_bytes()
    with reload(kept) as session:
        play(session, 1)
        assert session.path.name.endswith("-again-1.toml")
    assert (kept.read_bytes(), path.read_bytes()) == before
    with reload(session.path) as again:
        assert again.game.state == session.game.state
