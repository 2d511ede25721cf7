"""`rasputitsa check` on sheets: each fault with its file and place, and ours have none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine import catalog
from engine.folders import SCENARIOS

SHEETS = sorted(
    path for game in ("kiev_to_rostov", "third_winter", "forgotten_battles")
    for path in [*(SCENARIOS / game / "sheets").glob("*.toml"), *(SCENARIOS / game).glob("*.toml")]
    if path.parent.name == "sheets" or path.name in ("board.toml", "combined.toml")
)  # fmt: skip

SMALL = """
[map]
id = "small"
series = "efs"
prefix = "Z"
source = "reconstructed"
columns = [10, 16]
rows = [1, 6]

[terrain]
source = "reconstructed"
legend = { "." = "clear", "~" = "sea" }
rows = [
  "01:  .  .  .  .  .  .  .",
  "02:  .  .  .  .  .  .  .",
  "03:  .  .  .  .  .  .  .",
  "04:  .  .  .  .  .  .  .",
  "05:  .  .  .  .  .  .  .",
  "06:  ~  .  .  .  .  .  .",
]

[places]
source = "reconstructed"
list = [
  { hex = "1303", name = "Middle", modern = "Mitte", kind = "town" },
]

[[feature]]
kind = "road.main"
source = "reconstructed"
path = ["1003 1103 1203 1303"]

[[feature]]
kind = "rail"
source = "reconstructed"
path = ["1303 1404 1504 1605"]

[[feature]]
kind = "river"
source = "reconstructed"
sides = ["1301-1401 1301-1402 1302-1402 1302-1403 1303-1403 1303-1404 1304-1404 1304-1405",
         "1305-1405 1305-1406 1306-1406"]

[[mark]]
hex = "1303"
what = "town road rail river"
name = "Middle"
"""


def faults(folder: Path, change: Callable[[str], str]) -> list[str]:
    """The faults of the small sheet after a change, without its path."""
    path = folder / "small.toml"
    text = change(SMALL)
    path.write_text(text, encoding="utf-8")
    return [str(fault).removeprefix(str(path)) for fault in catalog.check([path])]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(SCENARIOS)))
def test_every_sheet_and_board_is_clean(path: Path) -> None:
    """Sheets, corrections and boards that come with the program."""
    assert catalog.check([path]) == []


def test_there_are_sheets_for_all_maps() -> None:
    """Four and the Rostov sheet, four and four, and a board each."""
    names = {path.stem for path in SHEETS if "corrections" not in path.stem}
    assert names == {"j", "k", "kk", "r", "rostov", "a", "b", "c", "d", "board", "combined"}


def test_the_small_sheet_is_sound(tmp_path: Path) -> None:
    """So that each change below is what is wrong."""
    lines = faults(tmp_path, lambda text: text)
    assert lines == []


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ("1203 1303", "1203", ":31: feature[0].path[0]", "hex Z1203: a road ends here"),
        ("1404 1504 1605", "1404 1504", ":36: feature[1].path[0]", "hex Z1504: a railroad ends"),
        ("1303 1404 1504 1605", "1303 1404", ":36: feature[1].path[0]", "reaches no edge"),
        (" 1303-1404 1304-1404", " 1304-1404", ":41: feature[2].sides[0]", "breaks off here"),
        ("1301-1401 1301-1402 1302-1402 1302-1403 1303-1403 1303-1404 1304-1404 1304-1405",
         "1303-1403 1303-1404", ":41: feature[2].sides[0]", "flows neither off the map"),
        ('hex = "1303", name', 'hex = "1006", name', ":25: places.list[0].hex", "under water"),
        ('"town road', '"town edge', ":45: mark[0].hex", "a rule names edge here"),
        ('hex = "1303"\nwhat', 'hex = "1103"\nwhat', ":45: mark[0].hex", "names rail here"),
        ("1203 1303", "1203 1304", ":31: feature[0].path[0]", "Z1203 and Z1304 do not touch"),
        ("01:  .", "01:  ?", ":14: terrain.rows[0]", "no letter '?' in the legend"),
        ('kind = "river"', 'kind = "rivr"', ":39: feature[2].kind", "did you mean river?"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line_and_hex(
    old: str, new: str, where: str, why: str, tmp_path: Path
) -> None:
    """Dead ends, gaps, cut-off railroads, places under water, untrue names, letters, sides."""
    assert old in SMALL
    found = faults(tmp_path, lambda text: text.replace(old, new, 1))
    assert any(where in line and why in line for line in found), found


def test_two_kinds_of_river_on_a_hexside_are_a_fault(tmp_path: Path) -> None:
    """One seen from one hex, one from the other."""
    more = '\n[[feature]]\nkind = "major_river"\nsource = "rulebook"\nsides = ["1303-1403"]\n'
    found = faults(tmp_path, lambda text: text + more)
    assert any("two kinds of river on hexside Z1303-Z1403" in line for line in found)


def test_a_country_is_hexes_of_columns(tmp_path: Path) -> None:
    """A run within one column; one over two columns is refused."""
    good = '\n[[country]]\nname = "land"\nsource = "reconstructed"\nhexes = ["1001-1003 1101"]\n'
    assert faults(tmp_path, lambda text: text + good) == []
    found = faults(tmp_path, lambda text: text + good.replace("1001-1003", "1001-1103"))
    assert any("are in different columns" in line for line in found)


def test_a_correction_must_make_one_change(tmp_path: Path) -> None:
    """Two changes, none, or no reason."""
    path = tmp_path / "k-corrections.toml"
    head = 'corrections = "K"\n[[correction]]\n'
    for text, why in (
        ('reason = "x"\n', "one change"),
        ('reason = "x"\nadd = "river"\nremove = "rail"\n', "one change"),
        ('add = "river"\nsides = ["1001-1002"]\n', "reason is missing"),
    ):
        path.write_text(head + text, encoding="utf-8")
        assert any(why in str(fault) for fault in catalog.check([path])), text
