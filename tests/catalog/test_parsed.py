"""Parsing the program's own files, with what was parsed before kept in the user's cache."""

from __future__ import annotations

import marshal
import tomllib
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.catalog import parsed
from engine.folders import SCENARIOS
from tests.catalog.support import KTR

COUNTERS = KTR / "counters.toml"
TEXT = COUNTERS.read_bytes()
DATA = tomllib.loads(TEXT.decode())


def content(tables: Any, dates: Any = (), form: str = parsed.FORM) -> bytes:
    """An entry for the text of the counters that says something else."""
    body = marshal.dumps((tables, list(dates)))
    return f"{form} {sha256(TEXT).hexdigest()} {sha256(body).hexdigest()}\n".encode() + body


def held(entry: Path) -> Any:
    """The tables of an entry and where its dates are."""
    return marshal.loads(entry.read_bytes().partition(b"\n")[2])


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The entry of the counters in a cache of the test's own, not yet made."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rasputitsa" / "kiev_to_rostov-counters.toml.kept"


def test_every_file_of_the_program_reads_the_same_from_the_cache(entry: Path) -> None:
    for path in SCENARIOS.rglob("*.toml"):
        text = path.read_bytes()
        expected = tomllib.loads(text.decode())
        assert parsed.parse(path, text) == expected
        assert parsed.parse(path, text) == expected, path
    assert entry.is_file()


def test_a_file_with_dates_is_kept_too(entry: Path) -> None:
    text = b"first = 1943-09-26\nrows = [{ n = 1 }, { from = 1944-02-01, to = [1944-02-05] }]"
    path = SCENARIOS / "third_winter" / "charts.toml"
    row = {"from": date(1944, 2, 1), "to": [date(1944, 2, 5)]}
    for _ in range(2):
        found = parsed.parse(path, text)
        assert found == {"first": date(1943, 9, 26), "rows": [{"n": 1}, row]}
        assert list(found["rows"][1]) == ["from", "to"]
    assert entry.with_name("third_winter-charts.toml.kept").is_file()


def test_the_entry_is_what_is_read_as_long_as_the_text_is_the_same(entry: Path) -> None:
    parsed.parse(COUNTERS, TEXT)
    entry.write_bytes(content({"from": "the entry"}))
    assert parsed.parse(COUNTERS, TEXT) == {"from": "the entry"}


def test_an_entry_of_another_version_of_the_program_is_no_entry(entry: Path) -> None:
    """Its first line says in which form it was written."""
    parsed.parse(COUNTERS, TEXT)
    assert entry.read_bytes().split()[0].decode() == parsed.FORM
    for form in ("", "1", "2"):
        entry.write_bytes(content({"from": "elsewhere"}, form=form))
        assert parsed.parse(COUNTERS, TEXT) == DATA


def test_another_text_is_parsed_and_takes_the_place_of_the_entry(entry: Path) -> None:
    parsed.parse(COUNTERS, TEXT)
    assert held(entry) == (DATA, [])
    assert parsed.parse(COUNTERS, b"a = 1") == {"a": 1}
    assert held(entry) == ({"a": 1}, [])


@pytest.mark.parametrize("body", [
    b"", b"{", b"[" * 100_000, b"\x00", marshal.dumps(({"from": "elsewhere"}, [])),
    marshal.dumps([]),
])
def test_a_broken_entry_is_passed_over_and_made_again(entry: Path, body: bytes) -> None:
    parsed.parse(COUNTERS, TEXT)
    whole = entry.read_bytes()
    entry.write_bytes(whole.partition(b"\n")[0] + b"\n" + body)
    assert parsed.parse(COUNTERS, TEXT) == DATA
    assert held(entry) == (DATA, [])


def test_an_entry_with_any_byte_lost_or_changed_is_passed_over(entry: Path) -> None:
    text = b'day = 1943-09-26\nwords = ["one", "two", "one"]\nn = 1.5'
    data = parsed.parse(COUNTERS, text)
    whole = entry.read_bytes()
    for n in range(len(whole)):
        for changed in (whole[:n], whole[:n] + bytes([whole[n] ^ 1]) + whole[n + 1 :]):
            entry.write_bytes(changed)
            assert parsed.parse(COUNTERS, text) == data
            assert entry.read_bytes() != changed


def test_an_entry_that_is_no_text_is_passed_over(entry: Path) -> None:
    entry.parent.mkdir()
    entry.write_bytes(b"\xff\xfe\n")
    assert parsed.parse(COUNTERS, TEXT) == DATA


def test_without_a_folder_that_can_be_written_the_file_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert parsed.parse(COUNTERS, TEXT) == DATA
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_times_are_not_kept_but_read(entry: Path) -> None:
    data = parsed.parse(COUNTERS, b"at = 06:30:00")
    assert str(data["at"]) == "06:30:00"
    assert not entry.exists()


def test_a_broken_file_is_an_error_each_time(entry: Path) -> None:
    for _ in range(2):
        with pytest.raises(tomllib.TOMLDecodeError):
            parsed.parse(COUNTERS, b"a = ")
    assert not entry.exists()


def test_files_of_the_user_leave_nothing_in_the_cache(entry: Path, tmp_path: Path) -> None:
    assert parsed.parse(tmp_path / "counters.toml", b"a = 1") == {"a": 1}
    assert not entry.parent.exists()
