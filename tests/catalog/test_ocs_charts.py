"""Chart files of the Operational Combat Series: every key that the rules read is looked at."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalog
from engine.catalog import ocs_charts, ocs_loading
from engine.catalog.fields import Faults
from engine.catalog.files import Document
from engine.catalog.ocs_pieces import chart_tables
from engine.folders import SCENARIOS
from tests.catalog.support import line_with

SERIES = SCENARIOS / "operational_combat_series" / "charts.toml"
GAME = SCENARIOS / "third_winter" / "charts.toml"
KORSUN = SCENARIOS / "third_winter" / "korsun.toml"
DATA = {path: tomllib.loads(path.read_text(encoding="utf-8")) for path in (SERIES, GAME)}
TABLES = {n: DATA[path][n] for path in DATA for n in DATA[path] if n in ocs_charts.SHAPES}
TEXTS = {path: path.read_text(encoding="utf-8") for path in DATA}
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just([]),
    st.just({}), st.just([[["x"]]]), st.dictionaries(st.text(max_size=2), st.integers()),
)


def faults_of(name: str, table: Any) -> list[str]:
    path = SERIES if name in DATA[SERIES] else GAME
    document = Document(path, TEXTS[path].encode(), {name: table})
    return [str(fault) for fault in ocs_charts.misshapen(document, name, table)]


def ways(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The keys to every value within a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(
        value if isinstance(value, list) else ())
    for key, inner in inside:
        yield (*so_far, key)
        yield from ways(inner, (*so_far, key))


def test_every_table_that_the_rules_read_is_in_the_files_and_in_its_shape() -> None:
    assert set(TABLES) == set(ocs_charts.SHAPES)
    assert {name: faults_of(name, table) for name, table in TABLES.items()} == dict.fromkeys(
        TABLES, [])


@pytest.mark.parametrize("name", sorted(ocs_charts.SHAPES))
def test_a_table_that_is_none_is_told(name: str) -> None:
    for junk in (7, "x", True, [], {}, [[]], {"rows": 3, "codes": [], "event": {}, "hex": ["x"]}):
        assert faults_of(name, junk), junk


@settings(max_examples=300)
@given(data=st.data())
def test_any_value_of_a_table_may_be_anything(data: st.DataObject) -> None:
    """Faults, or none where the value was good or only informs; never another exception."""
    name = data.draw(st.sampled_from(sorted(TABLES)))
    table = deepcopy(TABLES[name])
    way = data.draw(st.sampled_from(list(ways(table))))
    inner = table
    for key in way[:-1]:
        inner = inner[key]
    if data.draw(st.booleans()):
        del inner[way[-1]]
    else:
        inner[way[-1]] = data.draw(JUNK)
    for fault in faults_of(name, table):
        assert name in fault and "\n" not in fault


def changed(folder: Path, source: Path, old: str, new: str) -> Path:
    """A copy of a chart file with one passage changed, which must stand there once."""
    text = TEXTS[source]
    assert text.count(old) == 1, old
    path = folder / "charts.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


CHANGES = [
    (SERIES, 'cost_t = [1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10]', 'cost_t = [1, 1, 2]',
     "should be a list of 11, not of 3"),
    (SERIES, "hit_min = 11", 'hit_min = "11"', "should be a whole number, not text"),
    (SERIES, "hit_min = 11\n", "\n", "hit_min is missing"),
    (SERIES, "defender_max = 5", "defender_max = 5.5", "should be a whole number, not a number"),
    (SERIES, '  ["-",   "-",    "-",     "-",     "-",     "-",     "(5)",   "1(5)"],',
     '  ["-",   "-",    "-",     "-",     "-",     "-",     "(5)",   "9(5)"],',
     "'9(5)' is no code of this table"),
    (SERIES, "minus_1 = [9, 10]", "minus_1 = [10, 10]", "should go on with the roll 9"),
    (SERIES, "wagon_percent = [0, 0, 25, 50, 75, 100]", "wagon_percent = [0, 0, 25, 50, 75, 101]",
     "should be from 0 to 100"),
    (SERIES, 'open = ["1:5"', 'open = ["1-5"', "should read as '3:1'"),
    (SERIES, '"1",     "1",     "1",     "1",     "2",     "3"]',
     '"1",     "1",     "1",     "1",     "2",     "4"]',
     "'4' should be one of -, DG"),
    (GAME, 'id = "light_woods",  dry', 'id = "lite_woods",  dry', "no row is for light_woods"),
    (GAME, 'id = "swamp_frozen",  category', 'id = "swamp",  category', "'swamp' stands twice"),
    (GAME, "dry = [2, 4, 5],         mud = [2, 5, 6]", "dry = [2, 4],         mud = [2, 5, 6]",
     "should be a list of 3, not of 2"),
    (GAME, 'order = ["leg", "track", "truck"]', 'order = ["leg", "truck", "track"]',
     "should be ['leg', 'track', 'truck']"),
    (GAME, "dry = [1, 2, 3, 4], mud = [], freeze = [5, 6]", "dry = [1, 2, 3], mud = [], "
     "freeze = [5, 6]", "should name each roll from 1 to 6 once"),
    (GAME, "mud = { normal = [2, 7]", "mud = { normal = [2, 6]", "should cover the rolls"),
    (GAME, "{ min = 6, max = 8, hq_sp = 10 }", "{ min = 7, max = 8, hq_sp = 10 }",
     "should begin with the roll 6"),
    (GAME, "{ min = 11, max = 13, sp = 22 }", "{ min = 11, max = 12, sp = 22 }",
     "should reach to the roll 13"),
    (GAME, 'id = "dispute"', 'id = "disput"', "no event is called 'disput'"),
]


@pytest.mark.parametrize(("source", "old", "new", "why"), CHANGES)
def test_a_fault_is_told_with_its_line(
    tmp_path: Path, source: Path, old: str, new: str, why: str
) -> None:
    path = changed(tmp_path, source, old, new)
    found = [fault for fault in catalog.check([path]) if why in fault.why]
    assert found, [str(fault) for fault in catalog.check([path])]
    first = line_with(path, new.splitlines()[0] or "[flak]")
    assert 0 <= first - found[0].line < 20


def test_a_table_or_code_that_is_missing_is_told_at_the_scenario(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No single file shows it: the scenario names the files."""
    path = changed(tmp_path, SERIES, "[dump_blowing]", "[dump_blowin]")
    monkeypatch.setattr(ocs_loading, "SERIES_CHARTS", path)
    line = line_with(KORSUN, "charts = ")
    assert [str(fault) for fault in catalog.check([KORSUN])] == [
        f"{KORSUN}:{line}: files.charts: none of them has the table dump_blowing"]


def test_a_code_without_a_meaning_is_told_at_the_scenario() -> None:
    tables = deepcopy(TABLES)
    tables["combat_table"]["rows"][0][0] = "AL9"
    document, faults = Document(KORSUN, KORSUN.read_bytes(), {}), Faults()
    ocs_charts.check_together(document, tables, faults)
    assert [fault.why for fault in faults.found] == [
        "'AL9' of combat_table is no code of combat_results"]


def test_a_table_without_a_source_is_told() -> None:
    faults = Faults()
    document = Document(GAME, TEXTS[GAME].encode(), {"flak": {"hit_min": 11}, "x": 3})
    chart_tables(document, faults)
    assert len(faults) == 2
