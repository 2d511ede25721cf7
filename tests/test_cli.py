"""The command line: what it prints, and that every error is one line and an exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import PROGRAM, ROOT, Terminal
from tui import cli


def rasputitsa(
    *args: str, stdin: str = "", env: dict[str, str] | None = None, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, without a terminal."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    return subprocess.run(
        [*PROGRAM, *args],
        input=stdin, capture_output=True, text=True, timeout=120, cwd=cwd, env=environment,
    )  # fmt: skip


def refused(done: subprocess.CompletedProcess[str], *words: str, code: int = 2) -> None:
    """The run ended with one clear line on stderr, the exit code, and no traceback."""
    assert done.returncode == code, done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("rasputitsa: ")
    for word in words:
        assert word in lines[0]


def test_list_shows_the_battle_of_sumy() -> None:
    """One line a scenario, with its id, title and turns."""
    done = rasputitsa("list")
    assert done.returncode == 0
    line = next(line for line in done.stdout.splitlines() if line.startswith("sumy "))
    assert "Battle of Sumy" in line
    assert " 4 " in line


def test_list_names_the_optional_rules_and_run_plays_under_them() -> None:
    """HR-7 lets a gun fire 3 of its points; without it the whole strength is fired."""
    line = next(row for row in rasputitsa("list").stdout.splitlines()
                if row.startswith("artillery_factors"))
    assert line.split()[1:3] == ["on", "OCS"]
    script = "end\n" * 3 + "allow barrage B7.06 with 9 Gd (mort) Mort Rgt factors 3\n"
    assert rasputitsa("run", "korsun", "-", "--seed", "3", stdin=script).returncode == 0
    strict = ("run", "korsun", "-", "--seed", "3", "--option", "artillery-factors=off")
    refused(rasputitsa(*strict, stdin=script), "OCS 10.0e", code=1)
    refused(rasputitsa(*strict[:-1], "speed", stdin=script), "speed: is not known here")


def test_rule_prints_a_rule_whichever_prefix_is_used() -> None:
    """BSR and EFS are one book; the summary, what it is part of and its parts are shown."""
    done = rasputitsa("rule", "BSR", "11.42c")
    assert done.returncode == 0
    assert "EFS 11.42c" in done.stdout
    assert "mountain or alpine" in done.stdout
    assert "EFS 11.42 " in done.stdout
    assert "EFS 11.42c.1" in done.stdout
    assert rasputitsa("rule", "EFS 11.42c").stdout == done.stdout


def test_rule_finds_rules_by_words() -> None:
    """Words that are no id are looked for."""
    done = rasputitsa("rule", "overrun terrain limits")
    assert done.stdout.startswith("EFS 11.42c ")


def chances(*args: str) -> dict[tuple[str, str], int]:
    """Attacker's and defender's result to percent, as `odds` prints them."""
    done = rasputitsa("odds", *args)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    return {(row[1], row[2]): int(row[0]) for row in rows if len(row) == 3 and row[0].isdigit()}


@pytest.mark.rule("BSR 15.57", "BSR 15.57.s1", "BSR 15.7.n1")
def test_odds_gives_the_chance_of_every_result() -> None:
    """18 to 3 is 6-1; 17 to 3 rounds down to 5-1; the DRM stops at three; below 1-4 is the end."""
    assert sum(chances("18", "3").values()) == 100
    assert rasputitsa("odds", "17", "3").stdout.startswith("17 to 3: 5-1, ")
    # PB 10.4.ex10: 6-1, a die of 5 less 3 is 2: the defender loses three and retreats.
    assert chances("18", "3", "--drm", "-3")["-", "3R"] >= 10
    assert chances("18", "3", "--drm", "-9") == chances("18", "3", "--drm", "-3")
    assert chances("18", "3", "--drm", "-3") != chances("18", "3", "--drm", "-2")
    assert rasputitsa("odds", "29", "10").stdout.startswith("29 to 10: 2-1, ")
    assert chances("1", "5") == {("e", "-"): 100}
    assert chances("1", "4") != {("e", "-"): 100}


@pytest.mark.rule("OCS 9.7", "OCS 9.8", "OCS 9.9")
def test_odds_of_the_operational_series_count_surprise_in() -> None:
    """20 to 7 rounds to 3:1. With +1 the attacker surprises on 9 or more of two dice, 10 in 36,
    the defender on 4 or less, 6 in 36. In close terrain against nothing the column is the last,
    18:1, where with +30 every roll is on the last row."""
    done = rasputitsa("odds", "20", "7", "--drm", "1", "--game", "third_winter")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("20 to 7, open: 3:1, column 3:1, DRM +1\n")
    assert "Surprise: the attacker 28%, the defender 17%" in done.stdout
    sure = rasputitsa("odds", "5", "0", "--drm", "30", "--terrain", "close", "--game",
                      "third_winter")
    rows = [line.split(maxsplit=1) for line in sure.stdout.splitlines()]
    assert rows[0][0] == "5" and "column 18:1" in sure.stdout
    assert ["100%", "Ae2 DL2o3DG"] in rows


def test_sources_tells_the_rulebook_from_what_is_rebuilt() -> None:
    """Every kind with its counts; the CRT is reconstructed; a kind can be listed."""
    done = rasputitsa("sources")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split() == [
        "kind", "rulebook", "published", "reconstructed"
    ]  # fmt: skip
    rebuilt = done.stdout.partition("Tables, reconstructed:")[2]
    assert " crt," in rebuilt
    planes = rasputitsa("sources", "kiev_to_rostov", "--kind", "aircraft").stdout
    assert any(line.split()[:2] == ["I-16", "rulebook"] for line in planes.splitlines())
    refused(rasputitsa("sources", "--kind", "frob"), "frob", "aircraft")


def test_check_tells_file_and_line(tmp_path: Path) -> None:
    """A broken file is exit code 1 with its place; those of the program have no faults."""
    broken = tmp_path / "broken.toml"
    broken.write_text('scenario = "broken"\ntitle = \n', encoding="utf-8")
    done = rasputitsa("check", str(broken))
    assert done.returncode == 1
    assert f"{broken}:2" in done.stdout
    whole = rasputitsa("check")
    assert whole.returncode == 0
    assert whole.stdout == "no faults\n"


def test_show_draws_the_map_with_its_places_and_units() -> None:
    """Columns along the top, Sumy with its two stars, the stack of 1208, what comes later."""
    lines = rasputitsa("show", "sumy").stdout.splitlines()
    assert lines[1].split() == [str(column) for column in range(10, 25)]
    assert any("Su**" in line for line in lines)
    text = "\n".join(lines)
    assert "Sumy** 2204" in " ".join(text.split())
    assert "  1208\n    33/9Pz  4-3-7  2 of 3 steps" in text
    assert "turn 50 at 2202: 6/1GdM" in text


def test_show_tells_a_hex_in_words() -> None:
    """Terrain, hexsides and units."""
    words = rasputitsa("show", "sumy", "--hex", "2204").stdout
    assert words.startswith("2204 Sumy, 2 stars")
    assert "terrain: city" in words
    assert "N  2203: rail, road main" in words


def test_show_writes_a_picture_that_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    """An SVG of the screen with the map in it."""
    file = tmp_path / "sumy.svg"
    assert rasputitsa("show", "sumy", "--svg", str(file)).returncode == 0
    svg = file.read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "GT50" in svg
    assert "url(http" not in svg.replace('"', "")
    refused(rasputitsa("show", "sumy", "--svg", str(tmp_path / "no" / "x.svg")), "No such file")


def test_run_plays_a_script_from_a_file_or_standard_input(tmp_path: Path) -> None:
    """Each line with what happened; exit code 0 when all holds."""
    script = "expect step A.6a\nend  # no interdiction\nexpect not step A.6a\n"
    file = tmp_path / "opening.txt"
    file.write_text(script, encoding="utf-8")
    done = rasputitsa("run", "sumy", str(file))
    assert done.returncode == 0, done.stderr
    assert "> end" in done.stdout.splitlines()
    assert rasputitsa("run", "sumy", "-", stdin=script).stdout == done.stdout


def test_run_stops_at_the_first_line_that_does_not_hold(tmp_path: Path) -> None:
    """Exit code 1, the line and the reason on stderr, the log up to it on stdout."""
    script = "end\nmove 33/9Pz to 9999\nend\n"
    done = rasputitsa("run", "sumy", "-", stdin=script)
    refused(done, "line 2", "9999", code=1)
    assert done.stdout.count("> end") == 1
    file = tmp_path / "bytes.txt"
    file.write_bytes(b"end\n\xff\xfe\n")
    refused(rasputitsa("run", "sumy", str(file)), "line 2", "UTF-8")


def test_simulate_tells_who_won_and_repeats_itself() -> None:
    """The same seed gives the same games, in one process or two."""
    done = rasputitsa("simulate", "sumy", "--games", "2", "--seed", "5")
    assert done.returncode == 0, done.stderr
    assert "2 games of sumy" in done.stdout
    assert "faults 0" in done.stdout
    again = rasputitsa("simulate", "sumy", "--games", "2", "--seed", "5", "--jobs", "2")
    assert again.stdout == done.stdout
    other = rasputitsa("simulate", "sumy", "--games", "2", "--seed", "6")
    assert other.stdout != done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("rule", "BSR 11.42zz"), ("no rule EFS 11.42zz", "EFS 11.42 ")),
        (("rule", "xyzzy"), ("no rule has", "xyzzy")),
        (("frob",), ("invalid choice", "'frob'")),
        (("list", "--frob"), ("unrecognized arguments", "--frob")),
        (("play",), ("SCENARIO",)),
        (("simulate", "sumy", "--games", "0"), ("--games", "at least 1")),
        (("play", "sumy", "--seed", "x"), ("--seed", "whole number")),
        (("play", "sumy"), ("terminal",)),
        (("resume",), ("terminal",)),
        ((), ("terminal",)),
        (("show", "nowhere"), ("nowhere",)),
        (("show", "sumy", "--hex", "9999"), ("9999",)),
        (("run", "sumy", "/no/such/file"), ("/no/such/file", "No such file")),
        (("run", "nowhere", "/dev/null"), ("nowhere",)),
        (("simulate", "nowhere"), ("nowhere",)),
        (("sources", "nowhere"), ("nowhere", "there is kiev_to_rostov")),
        (("simulate", "sumy", "--faults", "/dev/null"), ("/dev/null", "folder")),
        (("odds", "0", "0"), ("defense",)),
        (("odds", "9", "3", "--terrain", "close"), ("kiev_to_rostov", "--drm")),
        (("odds", "9", "3", "--terrain", "moon"), ("moon", "very_close")),
        (("odds", "9", "3", "--game", "chess"), ("chess", "third_winter")),
        (("run", "korsun", "/dev/null", "--option", "chess"), ("chess", "there is", "fog_of_war")),
        (("run", "korsun", "/dev/null", "--option", "=on"), ("--option", "names no rule")),
        (("run", "korsun", "/dev/null", "--option", "simulcast=maybe"), ("maybe", "off or on")),
        (("run", "sumy", "/dev/null", "--option", "dummies=seen"), ("dummies", "no rule")),
    ],
)
def test_every_error_is_one_line(args: tuple[str, ...], words: tuple[str, ...]) -> None:
    """Unknown commands, options, rules, scenarios, hexes and files; and no terminal to play on."""
    refused(rasputitsa(*args), *words)


def test_help_and_version_are_no_errors() -> None:
    """They print and leave with 0."""
    assert "resume" in rasputitsa("--help").stdout
    assert "--seed" in rasputitsa("play", "--help").stdout
    version = rasputitsa("--version")
    assert version.returncode == 0
    assert version.stdout.startswith("rasputitsa ")


def test_a_reader_that_leaves_early_is_no_traceback() -> None:
    """`rasputitsa rule ... | head -1`."""
    command = f"{sys.executable} -m tui rule the attack | head -1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed_from_the_start_are_no_fault(closed: str) -> None:
    """A program started by another one may have no output or input at all."""
    command = " ".join([*PROGRAM, "odds", "18", "3"])
    done = subprocess.run(
        ["sh", "-c", f"{command} {closed}"], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_an_interrupt_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl+C gives 130."""

    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tui.headless.list_scenarios", interrupt)
    assert cli.main(["list"]) == cli.INTERRUPTED == 130
    assert capsys.readouterr().err == "rasputitsa: interrupted\n"


def test_a_fault_of_the_program_is_one_line_unless_asked_for_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """RASPUTITSA_DEBUG=1 lets it through."""

    def fail(_: object) -> int:
        raise ZeroDivisionError("made\nfor the test")

    monkeypatch.setattr("tui.headless.list_scenarios", fail)
    assert cli.main(["list"]) == cli.FAULT
    message = capsys.readouterr().err
    assert "ZeroDivisionError: made for the test" in message
    assert message.count("\n") == 1
    monkeypatch.setenv(cli.DEBUG, "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["list"])


@pytest.mark.parametrize(
    ("size", "env", "words"),
    [
        ((40, 10), {}, "40x10"),
        ((80, 24), {"TERM": "dumb"}, "TERM is 'dumb'"),
        ((80, 24), {"TERM": None}, "TERM is ''"),
    ],
)
def test_a_terminal_that_cannot_show_the_game_is_told_so(
    size: tuple[int, int], env: dict[str, str | None], words: str
) -> None:
    """A tiny or dumb terminal gets a message and exit code 2, and is left as it was."""
    with Terminal([*PROGRAM, "play", "sumy"], size=size, env=env) as term:
        assert term.wait() == 2
        assert words.replace(" ", "") in "".join(term.text.split())
        assert "Traceback" not in term.text
        assert b"\x1b[?1049h" not in term.raw


def test_output_that_the_locale_cannot_write_is_replaced() -> None:
    """An ASCII terminal gets question marks, not an error."""
    done = rasputitsa("list", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
