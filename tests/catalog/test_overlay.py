"""Overlays: figures of a printed copy on top of ours, with their own source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine import catalog
from engine.catalog.faults import BadFiles, Fault
from engine.core.errors import DataError
from engine.efs.pieces import Face
from tests.catalog.support import HOOKS, only, sumy

CRT = """
[charts.crt]
source = "published"
attacker."4-1" = ["-", "-", "-", "-", "-", "1", "*", "1", "1*", "1*", "1R", "1R*"]
"""


def overlay(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text('overlay = "my printed cards"\n' + text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def nobody(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without overlays."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.delenv("RASPUTITSA_OVERLAYS", raising=False)
    return home / "rasputitsa" / "overlays"


def test_a_chart_cell_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    plain, laid = sumy().charts, sumy(overlays=(overlay(tmp_path, CRT),)).charts
    assert plain.crt_attacker["4-1"][5] == "-" and laid.crt_attacker["4-1"][5] == "1"
    assert laid.crt_attacker["3-1"] == plain.crt_attacker["3-1"]
    assert laid.crt_defender == plain.crt_defender
    assert plain.sources["crt"] == "reconstructed" and laid.sources["crt"] == "published"


def test_a_counter_takes_new_figures_and_keeps_the_others(tmp_path: Path) -> None:
    text = """
[[counter]]
id = "su-1tkb"
full = [4, 3, 6]
source = "published"
value_source = "published"
"""
    plain = sumy().counters["su-1tkb"]
    laid = sumy(overlays=(overlay(tmp_path, text),)).counters["su-1tkb"]
    assert plain.full == Face(3, 2, 5) and laid.full == Face(4, 3, 6)
    assert (laid.name, laid.reduced, laid.armor) == (plain.name, plain.reduced, plain.armor)
    assert (laid.source, laid.value_source) == ("published", "published")


def test_an_air_counter_takes_new_figures(tmp_path: Path) -> None:
    text = '[[aircraft]]\nid = "su-sb"\nacr = 2\nsource = "published"\n'
    world = sumy(overlays=(overlay(tmp_path, text),))
    assert world.aircraft["su-sb"].acr == 2 and world.aircraft["su-sb.2"].acr == 2
    assert world.aircraft["su-sb"].cas == 1


def test_hexes_and_hexsides_of_the_map_are_replaced(tmp_path: Path) -> None:
    text = """
[[hex]]
map = "sumy"
hex = "1807"
terrain = "clear"
place = "Bishkin"
stars = 0
source = "published"

[[hexside]]
map = "sumy"
side = "1609-1508"
features = ["river", "bridge"]
source = "published"

[[hex]]
map = "rostov"
hex = "9999"
terrain = "sea"
source = "published"
"""
    board = sumy(overlays=(overlay(tmp_path, text),)).board
    cell = board.hexes[board.at("1807")]
    assert (cell.terrain, cell.place, cell.source) == ({"clear"}, "Bishkin", "published")
    assert board.side(board.at("1508"), board.at("1609")) == {"river", "bridge"}


def test_units_are_set_up_elsewhere(tmp_path: Path) -> None:
    text = """
[[placement]]
scenario = "sumy"
unit = "su-227rd"
hex = "1504"
steps_lost = 1
source = "published"

[[placement]]
scenario = "rostov"
unit = "nobody"
source = "published"
"""
    world = sumy(overlays=(overlay(tmp_path, text),))
    unit = world.scenario.units["su-227rd"]
    assert (world.board.id(unit.hex), unit.lost) == ("1504", 1)
    assert world.scenario.sources["setup su-227rd"] == "published"
    again = sumy().scenario.units["su-227rd"]
    assert (world.board.id(again.hex), again.lost) == ("1503", 0)  # nothing of ours was touched


def test_a_folder_of_overlays_is_laid_in_the_order_of_names(tmp_path: Path) -> None:
    for name, ma in (("b.toml", 7), ("a.toml", 6)):
        overlay(
            tmp_path, f'[[counter]]\nid = "su-1tkb"\nfull = [3, 2, {ma}]\nsource = "published"\n',
            name,
        )
    assert sumy(overlays=(tmp_path,)).counters["su-1tkb"].full.ma == 7


def test_the_environment_names_overlays_and_an_empty_list_means_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = overlay(tmp_path, CRT, "one.toml")
    two = overlay(tmp_path, '[[aircraft]]\nid = "su-sb"\nacr = 3\nsource = "published"\n', "2.toml")
    monkeypatch.setenv("RASPUTITSA_OVERLAYS", os.pathsep.join(map(str, (one, two))))
    world = catalog.load("sumy", hooks=HOOKS)
    assert world.charts.crt_attacker["4-1"][5] == "1" and world.aircraft["su-sb"].acr == 3
    assert sumy(overlays=()).charts.crt_attacker["4-1"][5] == "-"


def test_overlays_in_the_users_folder_are_found_unless_others_are_named(
    nobody: Path, tmp_path: Path
) -> None:
    nobody.mkdir(parents=True)
    overlay(nobody, CRT)
    assert catalog.load("sumy", hooks=HOOKS).charts.crt_attacker["4-1"][5] == "1"
    other = overlay(tmp_path, '[[aircraft]]\nid = "su-sb"\nacr = 3\nsource = "published"\n')
    assert sumy(overlays=(other,)).charts.crt_attacker["4-1"][5] == "-"


def test_the_fingerprint_tells_overlays_apart(tmp_path: Path) -> None:
    from engine.catalog.loading import fingerprint

    assert fingerprint("sumy", (overlay(tmp_path, CRT),)) != fingerprint("sumy", ())


def test_sources_tell_what_an_overlay_supplied(tmp_path: Path) -> None:
    laid = catalog.sources("kiev_to_rostov", (overlay(tmp_path, CRT),))
    assert [s.source for s in laid if (s.kind, s.name) == ("table", "crt")] == ["published"]


BAD = [
    (CRT.replace('source = "published"\n', ""), "charts.crt", "source is missing"),
    (CRT.replace("published", "mine"), "charts.crt.source", "'mine' should be one of"),
    (CRT.replace("charts.crt", "charts.crtt"), "charts.crtt", "no such table"),
    (CRT.replace('"-", "-"', '"-", "?"', 1), "charts.crt.attacker.4-1[1]", "'?' is no result"),
    (CRT.replace('["-", ', "["), "charts.crt.attacker.4-1", "a list of 12 results"),
    ('[[counter]]\nid = "su-1tkbb"\nsource = "published"\n', "counter[0].id", "su-1tkb?"),
    ('[[counter]]\nid = "su-1tkb"\n', "counter[0]", "source is missing"),
    ('[[counter]]\nid = "su-1tkb"\nmove = 6\nsource = "published"\n', "counter[0].move", "unknown"),
    ('[[counter]]\nid = "su-1tkb"\nsteps = 4\nsource = "published"\n', "counter[0].steps",
     "should be 2"),
    ('[[aircraft]]\nid = "su-sb"\nacr = "2"\nsource = "published"\n', "aircraft[0].acr", "number"),
    ('[[hex]]\nmap = "sumy"\nhex = "9999"\nsource = "published"\n', "hex[0].hex", "not on the map"),
    ('[[hex]]\nmap = "sumy"\nhex = "1807"\nterrain = "clear wod"\nsource = "published"\n',
     "hex[0].terrain", "no terrain 'wod'"),
    ('[[hexside]]\nmap = "sumy"\nside = "1508-1510"\nfeatures = []\nsource = "published"\n',
     "hexside[0].side", "do not touch"),
    ('[[hexside]]\nmap = "sumy"\nside = "1508"\nfeatures = []\nsource = "published"\n',
     "hexside[0].side", "two hexes of the map"),
    ('[[hexside]]\nmap = "sumy"\nside = "1508-1609"\nfeatures = ["rivr"]\nsource = "published"\n',
     "hexside[0].features[0]", "did you mean river?"),
    ('[[placement]]\nscenario = "sumy"\nunit = "su-9"\nsource = "published"\n',
     "placement[0].unit", "is not set up in this scenario"),
    ('[[placemnt]]\nunit = "su-9"\n', "placemnt", "unknown key; did you mean placement?"),
    ("charts = 3\n", "charts", "should be a table"),
    ("counter = 3\n", "counter", "should be a list"),
]


@pytest.mark.parametrize(("text", "key", "why"), BAD)
def test_a_fault_of_an_overlay_is_told_in_the_overlay(
    text: str, key: str, why: str, tmp_path: Path
) -> None:
    path = overlay(tmp_path, text)
    faults = catalog.check([path])
    assert any(f.key == key and why in f.why for f in faults), [str(f) for f in faults]
    assert all(f.file == path and f.line > 1 for f in faults)
    with pytest.raises(BadFiles) as caught:
        sumy(overlays=(path,))
    assert list(caught.value.faults) == faults


def test_a_sound_overlay_has_no_faults(tmp_path: Path) -> None:
    assert catalog.check([overlay(tmp_path, CRT)]) == []


@pytest.mark.parametrize(
    ("value", "why"), [('hex = "9999"', "is not on the map"), ("steps_lost = 2", "has 2 steps")]
)
def test_a_placement_that_the_scenario_cannot_take_is_told_in_the_overlay(
    value: str, why: str, tmp_path: Path
) -> None:
    text = f'[[placement]]\nscenario = "sumy"\nunit = "su-227rd"\n{value}\n'
    path = overlay(tmp_path, text + 'source = "published"\n')
    fault = only(catalog.check([path]))
    assert (fault.file, fault.key) == (path, f"placement[0].{value.split()[0]}")
    assert fault.line == 5 and why in fault.why


def test_a_file_without_the_key_overlay_is_none(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(CRT, encoding="utf-8")
    with pytest.raises(DataError, match="overlay is missing"):
        sumy(overlays=(path,))


def test_an_overlay_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(BadFiles) as caught:
        sumy(overlays=(tmp_path / "none.toml",))
    assert caught.value.faults == (
        Fault(tmp_path / "none.toml", 0, "", "cannot be read: no such file or directory"),
    )
