"""The chart files: every table has its source, and the firm cells stand in the tables."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine import catalog
from engine.catalog.charts import FURTHER, REQUIRED
from engine.catalog.fields import SOURCES
from engine.core.errors import DataError
from tests.catalog.support import HOOKS, KTR, edited, only, scenario_faults, sumy

FILES = sorted(KTR.glob("charts-*.toml"))
TABLES: dict[str, Any] = {}
for _path in FILES:
    TABLES.update(tomllib.loads(_path.read_text(encoding="utf-8")))
CHARTS = sumy().charts

NAMED = [(name, row) for name, table in TABLES.items()
         for row in (table if isinstance(table, list) else [table])]


@pytest.mark.parametrize(("name", "table"), NAMED, ids=lambda v: v if isinstance(v, str) else "")
def test_every_table_has_a_source_and_a_rule(name: str, table: dict[str, Any]) -> None:
    assert table["source"] in SOURCES
    assert table["rule"]


def test_every_table_is_known_and_none_is_missing() -> None:
    assert set(TABLES) == set(REQUIRED) | set(FURTHER)


def test_the_charts_tell_the_source_of_each_table() -> None:
    assert CHARTS.sources["crt"] == "reconstructed"
    assert CHARTS.sources["movement_phases"] == "rulebook"


@pytest.mark.parametrize("table", sorted(set(TABLES) - {"combat_drm"}))
def test_a_table_without_a_source_is_a_fault(table: str, tmp_path: Path) -> None:
    path = next(p for p in FILES if f"\n[{table}]\n" in p.read_text(encoding="utf-8"))
    source = TABLES[table]["source"]
    text = f'[{table}]\nsource = "{source}"\n'
    changed = edited(tmp_path, path.name, text, f"[{table}]\n")
    fault = only(catalog.check([changed]))
    assert (fault.file, fault.key, fault.why) == (changed, table, "source is missing")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('source = "reconstructed"', 'source = "remembered"'),
        ('combat_drm_source = "published"', 'combat_drm_source = "rumour"'),
        ('along_railroad_source = "published"', "along_railroad_source = 3"),
    ],
)
def test_a_source_that_is_none_of_the_three_is_a_fault(
    old: str, new: str, tmp_path: Path
) -> None:
    path = edited(tmp_path, "charts-movement.toml", old, new)
    assert "should be one of rulebook, published, reconstructed" in only(catalog.check([path])).why


def test_a_row_of_modifiers_without_a_source_is_a_fault(tmp_path: Path) -> None:
    path = edited(
        tmp_path, "charts-combat.toml", 'value = 1\nsource = "rulebook"\n', "value = 1\n"
    )
    assert only(catalog.check([path])).key == "combat_drm[1]"


# ---------------------------------------------------------------- firm cells
@pytest.mark.parametrize("cell", TABLES["crt"]["fixed"], ids=lambda c: c["column"])
def test_results_that_the_tutorial_prints_stand_in_the_combat_table(cell: dict[str, Any]) -> None:
    column, row = cell["column"], cell["row"]
    assert CHARTS.crt_attacker[column][row] == cell["attacker"]
    assert CHARTS.crt_defender[column][row] == cell["defender"]


@pytest.mark.rule("PB 10.4.ex9", "PB 10.4.ex10", "PB 10.4.ex23")
def test_the_three_combats_of_the_tutorial() -> None:
    def result(column: str, row: int) -> tuple[str, str]:
        return CHARTS.crt_attacker[column][row], CHARTS.crt_defender[column][row]

    assert result("4-1", 5) == ("-", "1")
    assert result("6-1", 2) == ("-", "3R")
    assert result("3-2", 5) == ("1*", "R")


@pytest.mark.parametrize("cell", TABLES["air_combat"]["fixed"])
def test_air_results_that_the_playbook_prints_stand_in_the_table(cell: dict[str, Any]) -> None:
    assert CHARTS.air_combat[cell["column"]][cell["roll"] - 1] == cell["result"]


@pytest.mark.rule("PB 10.4.ex7", "PB 10.4.ex28")
def test_air_initiative_by_the_rolls_of_the_tutorial() -> None:
    table = CHARTS.air_initiative
    assert table[6 - 1] == table[7 - 1] == "none"
    assert table[3 - 1] != "none" and table[5 - 1] == "axis"


@pytest.mark.rule("PB 10.4.ex8")
def test_an_anti_aircraft_roll_of_nine_aborts() -> None:
    found = [b.values["result"] for b in CHARTS.aa_bands if b.low <= 9 <= b.high]
    assert found == ["A"]


@pytest.mark.rule("PB 10.4.ex27")
def test_soviet_air_units_become_ready_on_one_to_eight() -> None:
    assert CHARTS.readiness["soviet"]["flown_to_ready_max"] == 8
    assert CHARTS.readiness["axis"]["flown_to_ready_max"] >= 7


@pytest.mark.rule("BSR 15.57")
def test_odds_columns_run_from_one_to_four_up_to_ten_to_one() -> None:
    assert CHARTS.crt_columns[0] == "1-4" and CHARTS.crt_columns[-1] == "10-1"
    ratios = list(CHARTS.crt_ratios)
    assert len(ratios) == len(CHARTS.crt_columns) and ratios == sorted(ratios)


def _severity(result: str, scale: list[str]) -> int:
    return scale.index(result)


def test_no_combat_result_gets_better_for_the_attacker_with_a_higher_roll_or_worse_odds() -> None:
    attacker, defender = TABLES["crt"]["attacker_scale"], TABLES["crt"]["defender_scale"]
    columns = CHARTS.crt_columns
    for left, right in zip(columns, columns[1:], strict=False):
        for row in range(12):
            for table, scale, sign in (
                (CHARTS.crt_attacker, attacker, 1), (CHARTS.crt_defender, defender, -1)
            ):
                here = sign * _severity(table[left][row], scale)
                assert here >= sign * _severity(table[right][row], scale), (left, row)
                if row < 11:
                    assert here <= sign * _severity(table[left][row + 1], scale), (left, row)


@pytest.mark.rule("BSR 15.81g")
def test_modifiers_move_a_combat_roll_by_three_at_most() -> None:
    assert CHARTS.drm_limit == 3


@pytest.mark.rule("PB 7.22")
def test_the_garrisons_of_kiev_and_kharkov_rise_on_turn_59() -> None:
    assert TABLES["garrison"]["extra_from_gt59"] == {"Kiev": 3, "Kharkov": 4}


# ---------------------------------------------------------------- tables with something wrong
BAD_TABLES = [
    ("charts-combat.toml", '"10-1",\n]', '"10-1", "11-1",\n]', "crt.attacker", "12 results"),
    ("charts-combat.toml", '["R",  "-", ', '["Q",  "-", ', "crt.defender.1-4[0]", "'Q' is no"),
    ("charts-combat.toml", '["R",  "-", ', '["-", ', "crt.defender.1-4", "a list of 12 results"),
    ("charts-combat.toml", "[crt.attacker]", "[crt.atacker]", "crt.attacker", "12 results"),
    ("charts-air.toml", '["X", "D", "D"', '["Z", "D", "D"', "air_combat.0[0]", "'Z' is no"),
    ("charts-air.toml", '["X", "D", "D"', '["D", "D"', "air_combat.0", "a list of 10 results"),
    ("charts-air.toml", '"axis_local", "axis_local", "axis"', '"axis_local", "luck", "axis"',
     "air_initiative.table[1]", "'luck' is no result"),
    ("charts-scenario.toml", '"Mud storm"', '"Monsoon"', "weather_table", "'Monsoon' is no"),
    ("charts-scenario.toml", 'climate = "Dry"', 'climate = "Sub"', "turn_track.turns[0]",
     "its climate is not in weather_table"),
    ("charts-combat.toml", "soviet = 6 }", "soviet = 0 }", "step_loss_track.boxes", "1 or more"),
    ("charts-combat.toml", "soviet = 6 }", 'soviet = "6" }', "step_loss_track",
     "else than numbers"),
    ("charts-air.toml", "flown_to_ready_max = 8", 'flown_to_ready_max = "8"', "air_readiness",
     "else than numbers"),
    ("charts-movement.toml", "overrun_allowed = { dry = true", "overrun_allowed = { dri = true",
     "weather_effects.overrun_allowed", "overrun_allowed.dry is missing"),
    ("charts-movement.toml", "motorized = 0.5\ncavalry = 0.5", 'motorized = "half"\ncavalry = 0.5',
     "movement_phases.axis_motorized", "axis_motorized.motorized is missing or no number"),
]


@pytest.mark.parametrize(("name", "old", "new", "key", "why"), BAD_TABLES)
def test_a_misshapen_table_is_named_with_its_key(
    name: str, old: str, new: str, key: str, why: str, tmp_path: Path
) -> None:
    path = edited(tmp_path, name, old, new)
    faults = scenario_faults(tmp_path)
    assert any(f.file == path and f.key.startswith(key) and why in f.why for f in faults), [
        str(f) for f in faults
    ]


@pytest.mark.parametrize("table", REQUIRED)
def test_a_missing_table_is_named(table: str, tmp_path: Path) -> None:
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept, inside = [], False
        for line in lines:
            if line.startswith("["):
                inside = line.startswith((f"[{table}]", f"[{table}."))
            if not inside:
                kept.append(line)
        (tmp_path / path.name).write_text("".join(kept), encoding="utf-8")
    faults = scenario_faults(tmp_path)
    assert [f.why for f in faults] == [f"none of them has the table {table}"]


def test_a_table_of_an_unknown_name_is_a_fault(tmp_path: Path) -> None:
    path = edited(tmp_path, "charts-air.toml", "[aa_fire]", "[aa_frie]")
    assert only(catalog.check([path])).why == "no such table; did you mean aa_fire?"


def test_a_table_in_two_files_is_a_fault(tmp_path: Path) -> None:
    text = (KTR / "charts-air.toml").read_text(encoding="utf-8")
    more = '\n[steps]\nsource = "rulebook"\n'
    (tmp_path / "charts-air.toml").write_text(text + more, encoding="utf-8")
    assert only(scenario_faults(tmp_path)).why == "already in charts-combat.toml"


@pytest.mark.parametrize("table", REQUIRED)
@pytest.mark.parametrize("value", ["1", '"x"', "[]", "[1]", '{ source = "rulebook" }'])
def test_a_table_of_any_wrong_type_is_told_and_never_raises(
    table: str, value: str, tmp_path: Path
) -> None:
    for path in FILES:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if table in data:
            import tomli_w

            del data[table]
            text = f"{table} = {value}\n" + tomli_w.dumps(data)
            (tmp_path / path.name).write_text(text, encoding="utf-8")
    assert scenario_faults(tmp_path)
    with pytest.raises(DataError):
        catalog.load(tmp_path / "sumy.toml", hooks=HOOKS, overlays=())
