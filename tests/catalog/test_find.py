"""Scenarios are found by the heads of their files, cheaply and without being fooled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import catalog
from engine.core.errors import DataError
from engine.folders import HOME
from tests.catalog.support import HOOKS, KTR, edited, sumy


def test_sumy_is_found_with_what_the_chooser_shows() -> None:
    head = next(head for head in catalog.find() if head.id == "sumy")
    assert head.title == "Battle of Sumy"
    assert (head.game, head.first_turn, head.last_turn, head.turns) == ("kiev_to_rostov", 50, 53, 4)
    assert head.path == KTR / "sumy.toml"


def test_finding_loads_neither_attrs_nor_any_other_part_of_the_engine() -> None:
    code = (
        "import sys; from engine import catalog; assert catalog.find();"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('attr', 'attrs', 'cattrs')"
        " or m.startswith(('engine.core', 'engine.efs', 'engine.catalog.'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['engine.catalog.finding']"


def test_only_files_that_begin_with_the_key_scenario_are_scenarios(tmp_path: Path) -> None:
    edited(tmp_path, "sumy.toml", 'scenario = "sumy"', '# mine\n\nscenario = "mine"')
    (tmp_path / "notes.toml").write_text('title = "x"\nscenario = "late"\n')
    (tmp_path / "broken.toml").write_text('scenario = "broken\n')
    (tmp_path / "short.toml").write_text('scenario = "short"\n')
    (tmp_path / "text.txt").write_text('scenario = "text"\n')
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00scenario")
    assert [head.id for head in catalog.find([tmp_path])] == ["mine"]


def test_a_folder_that_is_not_there_holds_no_scenarios(tmp_path: Path) -> None:
    assert catalog.find([tmp_path / "nowhere"]) == []


def test_a_users_scenario_does_not_hide_one_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "rasputitsa" / "scenarios"
    own.mkdir(parents=True)
    (own / "a.toml").write_text((KTR / "sumy.toml").read_text(encoding="utf-8"))
    edited(own, "sumy.toml", 'scenario = "sumy"', 'scenario = "sumy-again"')
    found = {head.id: head.path for head in catalog.find()}
    assert found["sumy"] == KTR / "sumy.toml"
    assert found["sumy-again"] == own / "sumy.toml"
    assert catalog.load("sumy-again", hooks=HOOKS, overlays=()).scenario.id == "sumy-again"


def test_links_that_run_in_a_circle_are_passed_over(tmp_path: Path) -> None:
    os.symlink(tmp_path / "b.toml", tmp_path / "a.toml")
    os.symlink(tmp_path / "a.toml", tmp_path / "b.toml")
    os.symlink(tmp_path, tmp_path / "self")
    assert catalog.find([tmp_path]) == []


def test_an_unknown_scenario_names_the_known_ones() -> None:
    with pytest.raises(DataError, match="no such scenario; did you mean sumy"):
        catalog.load("sumi", hooks=HOOKS)
    with pytest.raises(DataError, match="no such scenario; there are .*sumy"):
        catalog.load("borodino", hooks=HOOKS)


def test_an_unknown_way_with_dummies_is_refused() -> None:
    with pytest.raises(DataError, match="open, seen, blind"):
        catalog.load("sumy", dummies="closed", hooks=HOOKS)


def test_a_scenario_can_be_loaded_by_its_file(tmp_path: Path) -> None:
    path = edited(tmp_path, "sumy.toml", "Battle of Sumy", "My Sumy")
    world = catalog.load(path, hooks=HOOKS, overlays=())
    assert world.scenario.title == "My Sumy"
    assert world.scenario.units == sumy().scenario.units


def test_the_fingerprint_changes_with_any_file_of_the_scenario(tmp_path: Path) -> None:
    from engine.catalog.loading import fingerprint

    plain = fingerprint("sumy", ())
    assert plain == fingerprint(KTR / "sumy.toml", ())
    map_only = tmp_path / "map"
    map_only.mkdir()
    (map_only / "sumy.toml").write_bytes((KTR / "sumy.toml").read_bytes())
    assert fingerprint(map_only / "sumy.toml", ()) == plain
    edited(map_only, "sumy-map.toml", "Gadyach", "Hadiach")
    assert fingerprint(map_only / "sumy.toml", ()) != plain
