"""Where saves are, what is listed of them, and how they are found by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import catalog, folders, saves
from engine.core.errors import DataError
from tests.saves.support import begin, play, reload, written
from tests.support.terminal import ROOT


def test_the_folder_given_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RASPUTITSA_SAVES", "/from/variable")
    assert saves.folder("/given") == Path("/given")
    assert saves.folder() == Path("/from/variable")
    assert saves.folder("~/games") == Path.home() / "games"


def test_then_the_checkout_and_then_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed copy has no checkout."""
    monkeypatch.delenv("RASPUTITSA_SAVES")
    assert saves.folder() == ROOT / "saves"
    monkeypatch.setattr(folders, "checkout", lambda: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves.folder() == tmp_path / "rasputitsa" / "saves" == catalog.user_folder() / "saves"


def test_asking_for_the_folder_does_not_make_it(own_saves: Path) -> None:
    assert saves.folder() == own_saves
    assert saves.list_saves(saves.folder()) == []
    assert not own_saves.exists()
    begin(own_saves, 1).close()
    assert own_saves.is_dir()


def test_a_list_shows_what_is_played_and_how_far(tmp_path: Path) -> None:
    session = begin(tmp_path, 30, seed=4)
    session.close()
    (head,) = saves.list_saves(tmp_path)
    assert head.path == session.path and head.name == session.path.stem
    assert (head.scenario, head.title) == ("sumy", "Battle of Sumy")
    assert head.turn == session.game.state.turn
    assert head.commands == 30 and head.autosaved == 0
    assert head.players == {"axis": "human", "soviet": "random"}
    assert head.fault == "" and head.over == ""
    assert head.written.endswith("Z")


def test_a_list_counts_what_the_autosave_holds_beyond_the_save(tmp_path: Path) -> None:
    session = begin(tmp_path, 5)
    (head,) = saves.list_saves(tmp_path)
    assert (head.commands, head.autosaved) == (1, 4)
    session.close()
    (head,) = saves.list_saves(tmp_path)
    assert (head.commands, head.autosaved) == (5, 0)


def test_an_autosave_of_another_save_is_not_counted(tmp_path: Path) -> None:
    session = begin(tmp_path, 5)
    journal = session.path.with_suffix(".journal").read_bytes()
    session.close()
    session.path.with_suffix(".journal").write_bytes(journal)
    assert saves.list_saves(tmp_path)[0].autosaved == 0


def test_a_game_that_is_over_says_how(tmp_path: Path) -> None:
    session = begin(tmp_path)
    while session.game.outcome is None:
        play(session, 20, seed=len(session.game.journal), patience=0)
    session.close()
    (head,) = saves.list_saves(tmp_path)
    assert head.over.startswith(f"{session.game.outcome.winner}: ")
    with reload(session.path) as again:
        assert again.game.outcome == session.game.outcome
        again.undo()
        assert again.game.outcome is None


def test_the_newest_comes_first_and_a_running_autosave_makes_a_game_new(tmp_path: Path) -> None:
    old, new = written(tmp_path, 2), written(tmp_path, 3)
    os.utime(old, (1000, 1000))
    os.utime(new, (2000, 2000))
    assert [head.path for head in saves.list_saves(tmp_path)] == [new, old]
    session = reload(old)
    play(session, 2)
    os.utime(old, (1000, 1000))
    assert [head.path for head in saves.list_saves(tmp_path)] == [old, new]
    session.close()


BROKEN = {
    "empty": b"", "nonsense": b"milk\n", "binary": b"\xff\xfe\0\0" * 9,
    "newer": b'format = 2\nscenario = "sumy"\n',
    "no head": b"# A saved game\n[state]\n",
    "hostile": b"format = 1\nscenario = " + b"[" * 3000,
    "typed": b'format = 1\ndigest = "x"\nscenario = 3\n# end\n',
    "huge": b"format = 1\nturn = " + b"9" * 5000 + b"\n# end\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_listed_with_their_fault(tmp_path: Path, name: str) -> None:
    good = written(tmp_path, 2)
    (tmp_path / "bad.toml").write_bytes(BROKEN[name])
    heads = {head.path.name: head for head in saves.list_saves(tmp_path)}
    assert heads["bad.toml"].fault
    assert heads[good.name].fault == ""


def test_a_save_that_is_cut_off_is_listed_as_such(tmp_path: Path) -> None:
    path = written(tmp_path, 20)
    path.write_bytes(path.read_bytes()[:-40])
    assert saves.list_saves(tmp_path)[0].fault == "is cut off"


def test_folders_links_and_pipes_are_listed_with_their_fault(tmp_path: Path) -> None:
    (tmp_path / "a.toml").mkdir()
    (tmp_path / "b.toml").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "c.toml")
    faults = {head.path.name: head.fault for head in saves.list_saves(tmp_path)}
    assert "folder" in faults["a.toml"]
    assert "symbolic link" in faults["b.toml"]
    assert "not a regular file" in faults["c.toml"]


def test_only_saves_are_listed(tmp_path: Path) -> None:
    """No backups, journals, locks, hidden or other files."""
    session = begin(tmp_path, 5)
    session.save()
    for name in ("README.md", ".hidden.toml", "notes.txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert [head.path for head in saves.list_saves(tmp_path)] == [session.path]
    session.close()


def test_no_folder_no_saves(tmp_path: Path) -> None:
    assert saves.list_saves(tmp_path / "none") == []
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert saves.list_saves(tmp_path / "file") == []


def test_the_latest_is_the_newest_that_is_not_broken(tmp_path: Path) -> None:
    old, new = written(tmp_path, 2), written(tmp_path, 3)
    os.utime(old, (1000, 1000))
    assert saves.find("latest", tmp_path) == new
    assert saves.find(where=tmp_path) == new
    new.write_bytes(b"broken")
    assert saves.find("latest", tmp_path) == old


def test_a_save_is_found_by_name_with_or_without_its_ending_and_by_path(tmp_path: Path) -> None:
    path = written(tmp_path, 2)
    for name in (path.stem, path.name, str(path)):
        assert saves.find(name, tmp_path) == path


def test_a_backup_is_found_by_its_whole_name(tmp_path: Path) -> None:
    path = written(tmp_path, 2)
    assert saves.find(f"{path.name}.bak", tmp_path) == path.with_name(f"{path.name}.bak")


def test_an_unknown_name_tells_the_known_ones(tmp_path: Path) -> None:
    path = written(tmp_path, 2)
    with pytest.raises(DataError, match=path.stem):
        saves.find("nothing", tmp_path)


def test_listing_loads_no_rules(own_saves: Path) -> None:
    """`rasputitsa` lists saves before anything is played."""
    written(own_saves, 2)
    code = (
        "import sys; from engine import saves\n"
        "heads = saves.list_saves(saves.folder())\n"
        "assert len(heads) == 1 and not heads[0].fault, heads\n"
        "loaded = [m for m in sys.modules if m.startswith('engine.')]\n"
        "print(sorted(m for m in loaded if 'efs' in m or 'game' in m or 'kiev' in m))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]", done.stderr
