"""What may be wrong with a scenario of the Operational Combat Series, all of it told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalog
from engine.catalog.faults import Fault
from engine.catalog.fields import Faults
from engine.catalog.files import Document
from engine.catalog.ocs_pieces import Register, read_aircraft
from engine.core.errors import BadCommand, DataError, told
from engine.folders import SCENARIOS
from tests.catalog.support import line_with

GAME = SCENARIOS / "third_winter"
CHANGES = [
    # what stands there, what is put there, a part of the fault; each once in the file
    ('first_player = "soviet"', 'first_player = "finns"', "'finns' should be one of axis"),
    ('"1944-02-08"', '"8 February"', "'8 February' is no day"),
    ('["mud", "none"]', '["snow", "none"]', "'snow' should be one of dry"),
    ('["freeze", "limited"]]', '["freeze", "storm"]]', "'storm' should be one of normal"),
    ('where = "Korsun"', 'where = 7', "should be text, not a whole number"),
    ('units = ["de-ka-b"]', 'units = ["de-ka-z"]', "de-ka-z"),
    ('hex = "B6.09"', 'hex = "B6.99"', "no hex B6.99"),
    ('lost = { de-57-div = 1 }', 'lost = { de-57-div = "one" }', "should be a whole number"),
    ('units = ["de-sec-rgt-318"]', 'units = ["ss-wall"]', "ss-wall"),
    ('sp = 1\n\n[[transport]]', 'sp = -1\n\n[[transport]]', "should be from"),
    ('kind = "wagon"\npoints = 1\nloaded = true\ncut_off', 'kind = "sledge"\npoints = 1\n'
     'loaded = true\ncut_off', "'sledge' should be one of"),
    ('level = 2\nair', 'level = 9\nair', "should be from"),
    ('"ax-he111-1"]', '"ax-he999-1"]', "ax-he999-1"),
    ('counts_as = "B8.03"', 'counts_as = "nowhere"', "nowhere"),
    ('distance = 12', 'distanse = 12', "unknown key; did you mean distance?"),
    ('near = ["hq-sov-27"]', 'near = ["hq-finns"]', "hq-finns"),
    ('turn = 3\nside = "soviet"', 'turn = 3\nside = ""', "'' should be one of axis"),
    ('marker = "front-1-ukr"', 'marker = "front-8-ukr"', "'front-8-ukr' should be one of"),
]


def test_every_fault_of_a_scenario_is_told_with_its_line(tmp_path: Path) -> None:
    text = (GAME / "korsun.toml").read_text(encoding="utf-8")
    for old, new, _ in CHANGES:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "korsun.toml"
    path.write_text(text, encoding="utf-8")
    faults = catalog.check([path])
    for _, new, why in CHANGES:
        found = [fault for fault in faults if why in fault.why]
        assert found, (why, [str(fault) for fault in faults])
        first = line_with(path, new.splitlines()[0]) if text.count(new.splitlines()[0]) == 1 else 0
        assert not first or any(abs(fault.line - first) <= 8 for fault in found), (why, found)
    assert all(fault.line and "\n" not in str(fault) for fault in faults)


@pytest.mark.parametrize(("old", "new", "why"), [
    ('series = "ocs"', 'series = "chess"', "'chess' should be one of efs, ocs"),
    ("last_turn = 5", "last_turn = 6", "should name 6 dates"),
    ('turns = [["mud"', 'torns = [["mud"', "unknown key; did you mean turns?"),
    ('"1944-02-15"', '"1944-02-11"', "later than the turn before"),
    ('scenario = "korsun"', 'scenario = ""', "should not be empty"),
    ('[rules]\nsource = "reconstructed"', '[rules]\nsource = ""', "should be one of rulebook"),
])
def test_a_fault_that_hides_others(tmp_path: Path, old: str, new: str, why: str) -> None:
    text = (GAME / "korsun.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "korsun.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    faults = catalog.check([path])
    assert bool(why) == bool(faults), [str(fault) for fault in faults]
    assert not why or [fault for fault in faults if why in fault.why], faults


def test_a_counter_or_aircraft_without_a_name_or_side_is_told() -> None:
    """An empty text is no side, no type, no name."""
    row = {"id": "x", "name": "", "side": "", "type": "F", "range": 3, "confidence": "A",
           "kind": "x", "source": "published"}
    faults = Faults()
    register = Register()
    read_aircraft(Document(Path("a.toml"), b"", {"series": "ocs", "aircraft": [row]}), register,
                  faults)
    assert {fault.key for fault in faults.found} >= {"aircraft[0].name", "aircraft[0].side"}


def test_a_fault_is_one_line_that_a_terminal_may_show() -> None:
    """Whatever a file holds: control characters are spelled, long texts cut."""
    assert told("a\n b") == "a b"
    assert told("'\x1b[2J'") == "'\\u001b[2J'"
    assert told(f"no unit '{'x' * 500}' here") == f"no unit '{'x' * 60}...' here"
    assert len(told("y" * 9000)) < 3000
    fault = Fault(Path("a.toml"), 3, "side\x07", "'\u202e' should be one of axis")
    assert str(fault) == "a.toml:3: side\\u0007: '\\u202e' should be one of axis"
    assert str(DataError("a.toml", "two\nlines")) == "a.toml: two lines"
    assert str(BadCommand("no command '\x00'")) == "no command '\\u0000'"
