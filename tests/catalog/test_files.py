"""Files that are broken, hostile or not files: a fault with its place, never a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalog
from engine.catalog.faults import BadFiles, Fault, show
from engine.catalog.files import SIZE_LIMIT, Document, read
from engine.catalog.lines import line_of, positions
from engine.catalog.parsed import DEPTH_LIMIT
from tests.catalog.support import HOOKS, KTR, edited, line_with, only


def written(folder: Path, text: str | bytes, name: str = "sumy.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def why(path: Path) -> Fault:
    """The fault of a file, the same for `check` and for `load`."""
    fault = only(catalog.check([path]))
    with pytest.raises(BadFiles) as caught:
        catalog.load(path, hooks=HOOKS, overlays=())
    assert caught.value.faults == (fault,)
    assert str(path) in str(caught.value)
    return fault


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert why(tmp_path / "none.toml").why == "cannot be read: no such file or directory"


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "sumy.toml"
    folder.mkdir()
    found = read(folder)
    assert isinstance(found, Fault) and found.why == "cannot be read: it is a folder"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    assert why(path).why == "cannot be read: it is not a regular file"


def test_links_in_a_circle(tmp_path: Path) -> None:
    os.symlink(tmp_path / "b.toml", tmp_path / "a.toml")
    os.symlink(tmp_path / "a.toml", tmp_path / "b.toml")
    assert why(tmp_path / "a.toml").why == "cannot be read: its symbolic links run in a circle"


def test_a_link_to_a_good_file_is_good(tmp_path: Path) -> None:
    os.symlink(KTR / "sumy.toml", tmp_path / "link.toml")
    assert catalog.check([tmp_path / "link.toml"]) == []


def test_a_name_that_the_system_refuses(tmp_path: Path) -> None:
    assert "too long" in why(tmp_path / ("x" * 5000 + ".toml")).why


def test_a_file_of_a_hundred_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    with open(path, "wb") as file:
        file.truncate(100_000_000)
    assert "is larger than 2000 kB" in why(path).why


def test_a_file_at_the_limit_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"#" * (SIZE_LIMIT - 1) + b"\n")
    assert isinstance(read(path), Document)


def test_text_in_another_encoding_names_the_line(tmp_path: Path) -> None:
    path = written(tmp_path, 'scenario = "sumy"\ntitle = "Gefecht um Ssumý"\n'.encode("latin-1"))
    assert why(path) == Fault(path, 2, "", "is not UTF-8 text")


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    text = (KTR / "sumy.toml").read_text(encoding="utf-8").replace("\n", "\r\n")
    path = written(tmp_path, b"\xef\xbb\xbf" + text.encode())
    assert catalog.check([path]) == []
    assert [head.id for head in catalog.find([tmp_path])] == ["sumy"]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('scenario = "sumy"\ntitle = \n', 2, "invalid value"),
        ('scenario = "sumy"\n[rules\n', 2, "expected"),
        ('scenario = "sumy"\nscenario = "sumy"\n', 2, "overwrite"),
        ('scenario = "sumy"\n[rules]\n[rules]\n', 3, "declare"),
        ('scenario = "sumy"\ntitle = """never closed\n\n', 4, "unterminated"),
        ("scenario = 'a\x00b'\n", 1, "invalid character"),
        ('scenario = "\\uD800"\n', 1, "not a unicode scalar"),
    ],
)
def test_text_that_is_not_toml_names_the_line(
    text: str, line: int, reason: str, tmp_path: Path
) -> None:
    fault = why(written(tmp_path, text))
    assert fault.line == line
    assert fault.why.startswith("is not TOML") and reason in fault.why


def test_a_file_cut_off_in_the_middle(tmp_path: Path) -> None:
    whole = (KTR / "sumy.toml").read_bytes()
    assert why(written(tmp_path, whole[: len(whole) // 2])).line > 10


@pytest.mark.parametrize(
    "text",
    [
        "scenario = " + "[" * 100_000 + "]" * 100_000,
        "scenario = " + "{a=" * 50_000 + "1" + "}" * 50_000,
        "scenario = " + "[" * (DEPTH_LIMIT + 1) + "]" * (DEPTH_LIMIT + 1),
        "scenario." + ".".join("a" * 3000) + " = 1",
    ],
)
def test_deep_nesting(text: str, tmp_path: Path) -> None:
    assert why(written(tmp_path, text)).why == "is nested too deeply"


def test_a_number_of_ten_thousand_digits(tmp_path: Path) -> None:
    assert why(written(tmp_path, "number = " + "9" * 10_000)).why.startswith("is not TOML")


def test_an_empty_file_is_no_scenario(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    assert "is no scenario, map, counter" in only(catalog.check([path])).why
    with pytest.raises(BadFiles, match="the key scenario is missing"):
        catalog.load(path, hooks=HOOKS, overlays=())


@pytest.mark.parametrize("value", ["1", "[]", "{}", "true", "1979-05-27", "nan", '["sumy"]'])
@pytest.mark.parametrize(
    "key", ["files", "rules", "switches", "victory", "control", "setup", "arrival", "title",
            "last_turn", "game", "scenario", "notes"]
)
def test_a_value_of_any_wrong_type_is_told_and_never_raises(
    key: str, value: str, tmp_path: Path
) -> None:
    lines = [f"{key} = {value}" if key in ("scenario",) else 'scenario = "sumy"']
    lines += [f"{key} = {value}"] if key != "scenario" else []
    for line in (KTR / "sumy.toml").read_text(encoding="utf-8").splitlines()[1:]:
        lines.append("" if line.startswith((f"{key} =", f"[{key}]", f"[[{key}]]")) else line)
    faults = catalog.check([written(tmp_path, "\n".join(lines))])
    assert faults or value in ("[]", "{}") or (key, value) == ("notes", '["sumy"]')
    assert all(isinstance(fault, Fault) for fault in faults)


@given(st.binary(max_size=400))
def test_noise_is_never_more_than_a_fault(noise: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder), b'scenario = "x"\n' + noise)
        assert catalog.check([path])
        catalog.find([Path(folder)])


@given(st.data())
def test_a_scenario_with_any_line_lost_or_doubled_is_read_or_told(data: st.DataObject) -> None:
    import tempfile

    lines = (KTR / "sumy.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    n = data.draw(st.integers(0, len(lines) - 1))
    lines[n] = data.draw(st.sampled_from(["", lines[n] * 2, lines[n].replace('"', "", 1)]))
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder), "".join(lines))
        assert all(isinstance(fault, Fault) for fault in catalog.check([path]))


# ---------------------------------------------------------------- what check takes
def test_everything_that_comes_with_the_program_is_sound() -> None:
    assert catalog.check() == []
    assert catalog.check([KTR]) == []


def test_a_folder_without_data_is_a_fault(tmp_path: Path) -> None:
    assert only(catalog.check([tmp_path])).why == "holds no .toml files"


def test_a_file_of_another_kind_is_a_fault(tmp_path: Path) -> None:
    path = written(tmp_path, 'title = "shopping"\n')
    assert "is no scenario, map" in only(catalog.check([path])).why


def test_two_scenarios_with_one_id(tmp_path: Path) -> None:
    first = written(tmp_path, (KTR / "sumy.toml").read_bytes(), "a.toml")
    written(tmp_path, (KTR / "sumy.toml").read_bytes(), "b.toml")
    assert only(catalog.check([tmp_path])).why == f"'sumy' is also the id of {first}"


def test_a_broken_file_that_a_scenario_uses_is_told_by_its_own_name(tmp_path: Path) -> None:
    written(tmp_path, (KTR / "sumy.toml").read_bytes())
    broken = written(tmp_path, "aircraft = [\n", "aircraft.toml")
    assert only(catalog.check([tmp_path / "sumy.toml"])).file == broken


def test_one_fault_is_told_once_though_two_files_lead_to_it(tmp_path: Path) -> None:
    written(tmp_path, (KTR / "sumy.toml").read_bytes())
    edited(tmp_path, "aircraft.toml", "acr = 4", "acr = 44")
    assert only(catalog.check([tmp_path])).key == "aircraft[0].acr"


# ---------------------------------------------------------------- lines
EXAMPLE = '''# a comment with [brackets] and "quotes"
a = 1
b.c = "text with # and ] in it"

[table]
list = [
  1,
  { x = 1, y = [2, 3] },  # last
]
long = """
[not a table]
key = "no"
"""

[[rows]]
n = 1
[rows.inner]
deep = 'literal # ]'

[[rows]]
n = 2
"quoted key" = true
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("a",), 2), (("b", "c"), 3), (("table",), 5), (("table", "list"), 6),
        (("table", "list", 0), 7), (("table", "list", 1), 8), (("table", "list", 1, "y", 1), 8),
        (("table", "long"), 10), (("rows", 0), 15), (("rows", 0, "n"), 16),
        (("rows", 0, "inner", "deep"), 18), (("rows", 1), 20), (("rows", 1, "n"), 21),
        (("rows", 1, "quoted key"), 22),
    ],
)
def test_the_line_of_every_value_is_known(key: tuple[str | int, ...], line: int) -> None:
    assert line_of(positions(EXAMPLE), key) == line


def test_a_value_that_is_not_there_has_the_line_of_what_should_hold_it() -> None:
    assert line_of(positions(EXAMPLE), ("rows", 1, "missing")) == 20
    assert line_of(positions(EXAMPLE), ("nothing",)) == 0


def test_every_value_of_every_data_file_has_a_line() -> None:
    import tomllib

    for path in KTR.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        found = positions(text)
        todo: list[tuple[object, tuple[str | int, ...]]] = [(tomllib.loads(text), ())]
        while todo:
            value, key = todo.pop()
            if isinstance(value, dict):
                todo += [(inner, (*key, name)) for name, inner in value.items()]
            elif isinstance(value, list):
                todo += [(inner, (*key, n)) for n, inner in enumerate(value)]
            else:
                assert key in found, (path.name, key)
    assert line_with(KTR / "sumy.toml", "[victory]") == positions(
        (KTR / "sumy.toml").read_text(encoding="utf-8")
    )[("victory",)]


def test_a_key_path_is_shown_as_one_reads_it() -> None:
    assert show(("setup", 0, "units", 3, "hex")) == "setup[0].units[3].hex"
