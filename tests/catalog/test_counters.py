"""The counter files: steps, sources, and values that the rules and the tutorial fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalog
from engine.catalog.counters import Register, read_aircraft, read_counters
from engine.catalog.faults import BadFiles
from engine.catalog.fields import SOURCES, Faults
from engine.catalog.files import Document, read
from engine.efs.pieces import Aircraft, Counter
from tests.catalog.support import KTR, edited, only, scenario_faults


def _register() -> Register:
    register, faults = Register(), Faults()
    for name, reader in (("counters.toml", read_counters), ("aircraft.toml", read_aircraft)):
        document = read(KTR / name)
        assert isinstance(document, Document)
        reader(document, register, faults)
    assert faults.found == []
    return register


REGISTER = _register()
COUNTERS = list(REGISTER.counters.values())


def counter(id_: str) -> Counter:
    return REGISTER.counters[id_]


def test_all_ground_units_are_there() -> None:
    assert len(COUNTERS) == 532
    assert sum(c.side == "axis" for c in COUNTERS) == 195
    assert sum(c.side == "soviet" for c in COUNTERS) == 337


def test_every_counter_says_where_it_and_its_numbers_come_from() -> None:
    for c in COUNTERS:
        assert c.source in SOURCES, c.id
        assert c.value_source in (
            "rulebook", "published", "derived", "published-pattern", "estimated"
        ), c.id
    assert all(plane.source in SOURCES for plane in REGISTER.aircraft.values())


def test_a_counter_without_a_source_is_a_fault(tmp_path: Path) -> None:
    path = edited(tmp_path, "counters.toml", 'source = "reconstructed", value', "value")
    fault = only(catalog.check([path]))
    assert fault.key == "group[0].units[0]"
    assert fault.why == "source is missing"


def test_a_counter_without_a_value_source_is_a_fault(tmp_path: Path) -> None:
    path = edited(tmp_path, "counters.toml", ', value_source = "estimated"', "")
    assert only(catalog.check([path])).why == "value_source is missing"


def test_names_and_ids_never_name_two_counters() -> None:
    pieces: list[Counter | Aircraft] = [*COUNTERS, *REGISTER.aircraft.values()]
    words: list[str] = []
    for piece in pieces:
        words += {piece.id.lower(), piece.name.lower()}
    assert len(words) == len(set(words))


@pytest.mark.rule("BSR 16.22")
def test_steps_follow_from_the_printed_defense_of_the_full_side() -> None:
    tried = [c for c in COUNTERS if not c.untried and c.type not in ("hq", "base")]
    heavy = [c for c in tried if c.type == "superheavy_artillery"]
    for c in (c for c in tried if c not in heavy):
        if c.full.defense >= 8:
            assert c.steps == 4, c.id
        elif c.full.defense >= 5:
            assert c.steps == 3, c.id
        else:
            assert c.steps == (1 if c.reduced is None else 2), c.id
    assert {c.steps for c in tried} == {1, 2, 3, 4}


@pytest.mark.rule("BSR 16.22.x1")
def test_some_units_have_one_step_whatever_is_printed_on_both_sides() -> None:
    odd = [
        c for c in COUNTERS
        if c.type in ("hq", "ur_mg", "base", "superheavy_artillery") or (c.militia and c.untried)
    ]
    assert {c.type for c in odd} == {"hq", "ur_mg", "base", "superheavy_artillery", "infantry"}
    assert all(c.steps == 1 for c in odd)


@pytest.mark.rule("BSR 16.22")
@pytest.mark.parametrize(
    ("unit", "steps"),
    [("de-33-9pz", 3), ("de-11-9pz", 2), ("su-131+160-5", 2), ("su-227rd", 2), ("de-art619", 1),
     ("de-9id", 4)],
)
def test_steps_of_named_units(unit: str, steps: int) -> None:
    # 8-7-7 is three; 3-3-7, 3-3-6 and 3-4-4 with a reverse two; 2-1-5 with none one; 7-9-5 four
    assert counter(unit).steps == steps


@pytest.mark.rule("BSR 16.22")
def test_a_counter_with_other_steps_than_its_defense_gives_is_a_fault(tmp_path: Path) -> None:
    path = edited(tmp_path, "counters.toml", "steps = 4", "steps = 3")
    faults = catalog.check([path])
    assert len(faults) == 42  # the group of German infantry divisions, all of defense 8 or 9
    assert "should be 4" in faults[0].why and "BSR 16.22" in faults[0].why


@pytest.mark.rule("BSR 3.31", "BSR 3.33")
def test_headquarters_have_no_stacking_points() -> None:
    hqs = [c for c in COUNTERS if c.hq]
    assert len(hqs) == 13
    assert all(c.stack == 0 and c.side == "soviet" and c.nonop is not None for c in hqs)
    assert all(1 <= c.command <= 2 and c.recovery >= 2 for c in hqs)


@pytest.mark.rule("BSR 3.32")
def test_no_counter_alone_is_over_the_stacking_limit() -> None:
    assert all(0 <= c.stack <= 10 for c in COUNTERS)


def test_artillery_never_attacks_by_itself_but_supports_at_a_range() -> None:
    for c in COUNTERS:
        if c.support:
            assert c.full.attack == 0 and c.range >= 1, c.id


@pytest.mark.rule("PB 10.4.ex9")
def test_the_attackers_of_1510_have_six_factors_and_two_of_support() -> None:
    regiments = counter("de-35-25m"), counter("de-119-25m")
    assert regiments[1].reduced is not None
    assert regiments[0].full.attack + regiments[1].reduced.attack == 6
    assert counter("de-art619").support == 2 and counter("de-art619").range >= 2
    weak = counter("su-11+96-5").reduced
    assert weak is not None and weak.defense == 2


@pytest.mark.rule("PB 10.4.ex10")
def test_the_attackers_of_1508_have_eighteen_factors_against_three() -> None:
    full = sum(counter(u).full.attack for u in ("de-10-9pz", "de-11-9pz", "de-9-9pz", "de-341-16m"))
    reduced = [counter(u).reduced for u in ("de-33-9pz", "de-60-16m", "de-156-16m")]
    assert full + sum(face.attack for face in reduced if face is not None) == 18
    assert counter("su-131+160-5").full.defense == 3


@pytest.mark.rule("PB 10.4.ex21")
def test_the_fight_for_1306_is_nine_against_six() -> None:
    attackers = sum(counter(u).full.attack for u in ("su-227rd", "su-129tkb", "su-1tkb"))
    defenders = sum(counter(u).full.defense for u in ("de-20-10m", "de-341-16m"))
    assert (attackers, defenders) == (9, 6)


@pytest.mark.rule("PB 10.4.ex13", "PB 10.4.ex20")
def test_the_two_recon_battalions_have_nine_movement_points() -> None:
    assert counter("de-9-9pz").full.ma == 9 and counter("de-341-16m").full.ma == 9


def test_the_guards_rockets_of_sumy_move_with_the_motorized_units() -> None:
    # They enter and move in the Soviet Motorized Movement Phase (PB 10.4.ex18).
    assert counter("su-2-4gdrkt").motorized
    assert counter("su-2-4gdrkt").full.ma == 8 and not counter("su-2-4gdrkt").zoc
    others = [c for c in COUNTERS if c.type == "rocket_artillery" and c.id != "su-2-4gdrkt"]
    assert others and all(c.ma_class == "orange" for c in others)


@pytest.mark.rule("BSR 11.52")
def test_a_yellow_allowance_is_cavalry_or_a_motorized_unit_of_seven_or_more() -> None:
    yellow = [c for c in COUNTERS if c.yellow]
    assert yellow
    for c in yellow:
        assert c.cavalry or (c.motorized and c.full.ma >= 7), c.id


@pytest.mark.rule("BSR 17.22b")
def test_the_short_ranged_axis_aircraft_are_the_listed_types() -> None:
    short = {p.name for p in REGISTER.aircraft.values() if p.side == "axis" and p.range_limited}
    assert short == {"Bf109E", "Bf109F", "Ju87", "B534", "Cr42", "IAR-80", "PZL"}


@pytest.mark.rule("BSR 17.22c")
def test_the_only_long_ranged_soviet_aircraft_are_tb3_and_db3() -> None:
    long = {
        p.name for p in REGISTER.aircraft.values()
        if p.side == "soviet" and not p.range_limited and not p.dummy
    }
    assert long == {"TB-3", "DB-3"}


def test_the_ratings_that_the_tutorial_uses() -> None:
    planes = REGISTER.aircraft
    assert (planes["ax-he111"].acr, planes["ax-he111"].cas) == (2, 1)
    assert planes["su-i16"].acr - planes["ax-he111"].acr == -1
    assert planes["ax-bf109f"].acr - planes["su-mig3"].acr == 2
    assert planes["su-sb"].cas == 1 and planes["ax-ju87"].aa_drm == -1


BAD_COUNTERS = [
    ("full = [7, 9, 5]", "full = [7, 9]", "units[0].full", "should be 3 whole numbers"),
    ("full = [7, 9, 5]", "full = [7, -9, 5]", "units[0].full", "should be 3 whole numbers"),
    ("full = [7, 9, 5]", 'full = "7-9-5"', "units[0].full", "should be 3 whole numbers"),
    ("full = [7, 9, 5], ", "", "units[0]", "full is missing"),
    ("reduced = [4, 5, 5]", "reduced = [9, 5, 5]", "units[0].reduced", "stronger than the full"),
    ('name = "9 ID"', 'name = "9, ID"', "units[0].name", "cannot be used in a command"),
    ('name = "9 ID"', 'name = "9 at ID"', "units[0].name", "cannot be used in a command"),
    ('name = "9 ID"', 'name = ""', "units[0].name", "should not be empty"),
    ('name = "17 ID"', 'name = "9 ID"', "units[1]", "already names the counter de-9id"),
    ('id = "de-17id"', 'id = "de-9id"', "units[1]", "already names the counter de-9id"),
    ('side = "axis"', 'side = "axes"', "units[0].side", "did you mean axis?"),
    ('source = "reconstructed"', 'source = "guess"', "units[0].source", "rulebook, published"),
    ('formation = "17A"', "formaton = 17", "units[0].formaton", "unknown key; did you mean"),
    ("stack = 6", 'stack = "6"', "units[0].stack", "should be a whole number, not text"),
    ("stack = 6", "stack = 1979-05-27", "units[0].stack", "not a date or time"),
    ("stack = 6", "stack = 11", "units[0].stack", "from 0 to 10"),
    ('type = "infantry"', 'type = "infantri"', "units[0].type", "did you mean infantry?"),
    ('nationality = "german"', 'nationality = "soviet"', "units[0].nationality", "the side axis"),
    ("side =", 'id = "x"\nside =', "group[0].id", "belongs to a unit, not to its group"),
]


@pytest.mark.parametrize(("old", "new", "key", "why"), BAD_COUNTERS)
def test_a_bad_counter_is_named_with_its_key_and_line(
    old: str, new: str, key: str, why: str, tmp_path: Path
) -> None:
    path = edited(tmp_path, "counters.toml", old, new)
    faults = catalog.check([path])
    assert faults, "nothing was found"
    assert key in faults[0].key and why in faults[0].why, str(faults[0])
    assert faults[0].file == path and faults[0].line > 0
    assert all("group[0]" in fault.key for fault in faults)


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    edited(tmp_path, "counters.toml", "full = [7, 9, 5]", "full = [7, 9]")
    edited(tmp_path, "counters.toml", 'id = "su-hq40"', 'id = "su,hq40"')
    path = edited(tmp_path, "counters.toml", 'name = "RSC strong"', "name = 7")
    assert {fault.why for fault in catalog.check([path])} == {
        "should be 3 whole numbers from 0 to 99",
        "should be text, not a whole number",
        "'su,hq40' cannot be used in a command",
    }


def test_a_support_strength_needs_a_range(tmp_path: Path) -> None:
    path = edited(tmp_path, "counters.toml", "support = 2\nrange = 2\n", "support = 2\n")
    assert "support without a range" in catalog.check([path])[0].why


def test_an_hq_needs_its_other_side(tmp_path: Path) -> None:
    path = edited(tmp_path, "counters.toml", "nonop = [0, 1, 3]\n", "")
    assert "nonop side" in catalog.check([path])[0].why


def test_a_faulty_counter_keeps_only_the_scenarios_that_name_it_from_being_played(
    tmp_path: Path,
) -> None:
    edited(tmp_path, "counters.toml", "full = [7, 9, 5]", "full = [7, 9]")  # 9 ID
    path = edited(tmp_path, "sumy.toml", "# ", "# ")
    assert catalog.load(path, overlays=()).counters["su-hq40"].hq
    assert "counters.toml" in str(only(scenario_faults(tmp_path)))
    edited(tmp_path, "counters.toml", 'id = "su-hq40"', 'id = "su-hq40", size = 7')
    with pytest.raises(BadFiles, match="size"):
        catalog.load(path, overlays=())
