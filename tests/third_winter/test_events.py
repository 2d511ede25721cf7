"""Weather and random events (TTW 1.8, 1.9 and the event table)."""

from __future__ import annotations

import pytest

from engine.ocs import initiative, weather
from engine.ocs.decisions import GoFirst
from engine.ocs.pieces import AXIS, DEAD, POOL, RE, SOVIET, TRACK, AirUnit, Counter, Face, Hog
from engine.ocs.state import Fighting, Side
from engine.ocs.world import Draft
from engine.third_winter import event_effects, events, posture, victory
from engine.third_winter.state import OFFENSIVE, REGROUPING
from tests.ocs.yard import go_to, play, refusal, settle, tokens
from tests.third_winter.ground import (
    board,
    german,
    hq,
    in_box,
    pool_unit,
    soviet,
    where,
)
from tests.third_winter.steppe import F1, F2, F3, asked, drafted, front, line, now, plane, winter

FIELD = board("B", 12, 8, sides=line("B", 2, 1, 12),
              terrain={"B4.05": "major_city", "B4.06": "major_city", "B9.05": "minor_city"},
              places={"B4.05": "Kiev", "B4.06": "Kiev", "B9.05": "Uman"},
              marks={"rumania": ("B1.02",)})
LATE = ("1944-01-01", "1944-01-05", "1944-01-08", "1944-01-12", "1944-01-15")


def board_of(*counters: Counter, units: dict[str, object] | None = None,
             fronts: dict[str, tuple[str, str]] | None = None, late: bool = False,
             on: bool = True, **fields: object) -> Draft:
    scenario = {"switches": {"events": on}, "sources": {AXIS: ("B1.02",)}}
    if late:
        scenario["turns"] = LATE
    world = winter(counters, FIELD, planes=fields.pop("craft", ()), **scenario)  # type: ignore[arg-type]
    found = {n: front(world, h, p) for n, (h, p) in (fronts or {}).items()}
    fields.setdefault("first", AXIS)
    return drafted(world, units, fronts=found, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- weather (1.8)


@pytest.mark.rule("TTW 1.8")
def test_one_die_for_the_ground_on_the_row_of_the_date_and_two_for_flight() -> None:
    world = winter((), FIELD)
    assert weather.ground_for(world, 1, 6) == "dry"  # 26 September
    assert [weather.ground_for(world, 4, r) for r in (3, 4)] == ["dry", "mud"]  # 5 October
    assert [weather.ground_for(world, 12, r) for r in (4, 5)] == ["dry", "freeze"]  # 1 November
    assert [weather.flight_for(world, "dry", r) for r in (9, 10, 12)] == [
        "normal", "limited", "none"]
    assert [weather.flight_for(world, "freeze", r) for r in (4, 8, 9)] == [
        "normal", "limited", "none"]
    assert weather.flight_for(world, "thaw", 2) == "none"
    draft = board_of(on=False, turn=4, step="P1", rolls=(4, 6, 4))
    weather.determine(draft)
    assert (draft.state.ground, draft.state.flight) == ("mud", "none")


@pytest.mark.rule("TTW 1.8.1")
def test_a_scenario_may_preset_the_weather_of_its_first_turn() -> None:
    world = winter((), FIELD, weather={1: ("mud", "limited")})
    draft = drafted(world, step="P1")
    weather.determine(draft)
    assert (draft.state.ground, draft.state.flight) == ("mud", "limited")


@pytest.mark.rule("TTW 1.8.2")
def test_three_mud_rolls_in_a_row_in_april_1944_end_a_campaign_at_once() -> None:
    april = ("1944-03-29", "1944-04-01", "1944-04-05", "1944-04-08", "1944-04-12")

    def after(turn: int, *grounds: str, rule: str = "campaign") -> bool:
        world = winter((), FIELD, turns=april, victory={"rule": rule})
        draft = drafted(world, turn=turn, grounds=grounds)
        victory.turn_begins(draft)
        return draft.state.over is not None

    assert after(4, "dry", "mud", "mud", "mud")
    assert not after(3, "mud", "mud", "mud")  # the first of them in March
    assert not after(4, "dry", "mud", "dry", "mud")
    assert not after(4, "dry", "mud", "mud", "mud", rule="korsun")


# ---------------------------------------------------------------- the procedure (1.9)


@pytest.mark.rule("TTW RE", "TTW 1.9")
def test_a_first_die_of_one_to_four_is_common_five_rare_six_nothing() -> None:
    world = winter((), FIELD)
    assert [events.class_of(world, r) for r in range(1, 7)] == ["common"] * 4 + ["rare", "none"]
    draft = board_of(rolls=(1, 1, 1))  # common 11
    events.turn_begins(draft)
    assert now(draft).pending == ((AXIS, "air", 2),)
    quiet = board_of(rolls=(6,))
    events.turn_begins(quiet)
    assert now(quiet).happened == frozenset()
    off = board_of(on=False)  # not a campaign
    events.turn_begins(off)
    assert now(off).happened == frozenset()


@pytest.mark.rule("TTW RE.s1", "TTW 1.9")
def test_tens_and_ones_give_the_number_and_some_events_happen_once_or_from_1944() -> None:
    world = winter((), FIELD)
    found = events.event_for(world, "common", 13)
    assert found is not None and found["id"] == "dispute"
    assert events.event_for(world, "rare", 16) == events.event_for(world, "rare", 21)
    assert events.event_for(world, "common", 66) is None
    once = board_of(rolls=(2, 1, 3), game={"happened": frozenset({"dispute"})})
    events.turn_begins(once)
    assert now(once).no_offensive_until == 0
    early = board_of(rolls=(2, 1, 4))  # the Hungarians, in 1943
    events.turn_begins(early)
    assert not now(early).hungary_free


def common(number: int, draft: Draft) -> Draft:
    found = events.event_for(draft.world, "common", number)
    assert found is not None
    events.happen(draft, found["id"])
    return draft


def rare(number: int, draft: Draft) -> Draft:
    found = events.event_for(draft.world, "rare", number)
    assert found is not None
    events.happen(draft, found["id"])
    return draft


def answer(draft: Draft, word: str) -> None:
    draft.world.hooks.chosen(draft, draft.answered(), word)


# ---------------------------------------------------------------- common events


@pytest.mark.rule("TTW RE.C11")
def test_luftwaffe_reserves_bring_two_air_replacements() -> None:
    assert now(common(11, board_of())).pending == ((AXIS, "air", 2),)


@pytest.mark.rule("TTW RE.C12-13")
def test_after_a_dispute_no_front_goes_to_offensive_this_turn_or_next() -> None:
    draft = common(12, board_of(fronts={F1: ("B2.02", REGROUPING)}, turn=5))
    for turn, rule in ((5, "TTW 3.3e.3"), (6, "TTW 3.3e.3"), (7, "")):
        draft.update(turn=turn)
        found = posture.offensive_problem(draft.state, F1)
        assert (found.rule if found else "") == rule


@pytest.mark.rule("TTW RE.C14")
def test_the_hungarians_are_released_in_1944() -> None:
    draft = board_of(late=True, rolls=(1, 1, 4))
    events.turn_begins(draft)
    assert now(draft).hungary_free


@pytest.mark.rule("TTW RE.C15")
def test_one_regrouping_front_attacks_for_a_turn_with_five_sp_even_as_a_third() -> None:
    draft = common(15, board_of(fronts={
        F1: ("B2.02", OFFENSIVE), F2: ("B5.02", OFFENSIVE), F3: ("B8.02", REGROUPING)}, turn=4))
    assert draft.state.asks[-1].choices == (F3, "none")
    answer(draft, F3)
    now_ = now(draft).fronts[F3]
    assert (now_.posture, now_.tempo, now_.since) == (OFFENSIVE, True, -99)
    assert tokens(draft, "B8.02") == 20
    posture.end_tempo(draft)
    assert now(draft).fronts[F3].posture == OFFENSIVE
    draft.update(turn=5)
    posture.end_tempo(draft)
    assert now(draft).fronts[F3].posture == REGROUPING


@pytest.mark.rule("TTW RE.s1", "TTW RE.C12-13", "TTW RE.C15")
def test_a_dispute_holds_against_increased_tempo_whose_number_is_higher() -> None:
    fronts = {F1: ("B2.02", REGROUPING)}
    draft = common(12, board_of(fronts=fronts, turn=4))
    draft.update(turn=5)
    common(15, draft)
    assert draft.state.asks == () and tokens(draft, "B2.02") == 0
    draft.update(turn=6)
    common(15, draft)
    assert asked(draft) == "tempo"


@pytest.mark.rule("TTW RE.C16", "TTW RE.C21")
def test_inertia_and_initiative_give_the_roll_to_this_or_next_turn() -> None:
    draft = board_of(on=False, first=SOVIET, step="P2", turn=3)
    events.turn_begins(draft)
    common(16, draft)
    initiative.determine(draft)
    assert draft.state.asks[-1] == GoFirst(SOVIET)
    draft = board_of(on=False, step="P2", turn=3)
    common(21, draft)
    draft.update(first=AXIS)
    events.turn_begins(draft)
    assert event_effects.initiative(draft.world, draft.state) == AXIS
    events.turn_begins(draft)
    assert event_effects.initiative(draft.world, draft.state) == ""


@pytest.mark.rule("TTW RE.C22")
def test_partisans_place_three_markers_cost_two_sp_and_help_two_combat_rolls() -> None:
    draft = common(22, board_of(soviet("R"), german("G"), units={"R": "B6.06", "G": "B6.05"},
                                dumps={"B4.05": (AXIS, 3), "B9.05": (AXIS, 8)}))
    assert "B1.02" not in draft.state.asks[-1].choices  # Rumania
    for number in ("B3.02", "B4.02", "B5.02"):
        answer(draft, number)
    assert sorted(draft.world.board.id(h) for h in draft.state.busts) == [
        "B3.02", "B4.02", "B5.02"]
    assert asked(draft) == "partisan-supply 8"
    answer(draft, "B9.05")
    answer(draft, "B4.05")
    assert (tokens(draft, "B4.05"), tokens(draft, "B9.05")) == (0, 4)
    answer(draft, "B9.05")  # 3T were there: the eighth is still owed
    assert tokens(draft, "B9.05") == 3
    draft.update(fighting=Fighting(FIELD.at("B6.05"), ("R",)))
    for word, left in (("+1", 1), ("none", 1), ("+1", 0)):
        event_effects.before_combat(draft)
        answer(draft, word)
        drm = [n for _, n, _ in event_effects.combat_drm(draft.world, draft.state)]
        assert (drm, now(draft).partisans) == ([1] if word == "+1" else [], left)
    event_effects.before_combat(draft)
    assert draft.state.asks == ()


@pytest.mark.rule("TTW RE.C23")
def test_one_fw_190_comes_once_and_then_air_replacements() -> None:
    craft = (plane("ax-fw190a-res", "F", side=AXIS),)
    draft = common(23, board_of(craft=craft, bases={"B4.05": (AXIS, 1)},
                                air={"ax-fw190a-res": AirUnit("ax-fw190a-res", box=POOL)}))
    answer(draft, "B4.05")
    unit = draft.state.air["ax-fw190a-res"]
    assert (unit.hex, unit.active) == (FIELD.at("B4.05"), True)
    common(23, draft)
    assert now(draft).pending == ((AXIS, "air", 1),)


# ---------------------------------------------------------------- rare events


@pytest.mark.rule("TTW RE.R11-12")
def test_ten_sp_come_to_a_front_in_offensive_posture_if_there_is_one() -> None:
    draft = rare(11, board_of(fronts={F1: ("B2.02", OFFENSIVE), F2: ("B5.02", REGROUPING)}))
    assert tokens(draft, "B2.02") == 40
    none = rare(12, board_of(fronts={F1: ("B2.02", REGROUPING)}))
    assert none.state.dumps == {}


@pytest.mark.rule("TTW RE.R13-14")
def test_crimean_troops_bring_five_pax_and_three_ally_while_rumania_fights() -> None:
    assert now(rare(13, board_of())).pending == ((AXIS, "pax", 5), (AXIS, "ally", 3))
    out = rare(14, board_of(game={"rumania": "surrendered"}))
    assert now(out).pending == ((AXIS, "pax", 5),)


@pytest.mark.rule("TTW RE.R15")
def test_okh_reserves_bring_eight_pax_an_air_step_and_1st_mountain_division_by_rail() -> None:
    mountain = german(event_effects.MOUNTAIN, type="mountain")
    draft = rare(15, board_of(mountain, hq("HQ"), units={"HQ": "B5.02"}, step="B",
                              gauge={f"B{c}.02": AXIS for c in range(1, 13)}))
    assert ((AXIS, "pax", 8) in now(draft).pending) and ((AXIS, "air", 1) in now(draft).pending)
    event_effects.reinforcement(draft)
    settle(draft)
    play(draft, f"place {mountain.name} at B5.02")
    assert where(draft, mountain.id) == "B5.02"
    here = board_of(mountain, units={mountain.id: "B5.02"})
    rare(15, here)
    assert len(now(here).pending) == 2


@pytest.mark.rule("TTW RE.R16-21")
def test_rumania_surrenders_in_1944_and_only_once() -> None:
    draft = board_of(late=True, rolls=(5, 2, 1))
    events.turn_begins(draft)
    assert (now(draft).rumania, draft.state.vp) == ("surrendered", 2)
    early = board_of(rolls=(5, 1, 6))
    events.turn_begins(early)
    assert early.state.vp == 0
    rare(16, draft)
    assert draft.state.vp == 2


@pytest.mark.rule("TTW RE.R22-23")
def test_kiev_becomes_a_fortress_with_two_units_and_three_sp_or_else_another_city() -> None:
    forts = [pool_unit(n, "fortress", "fortress") for n in ("F1", "F2")]
    units = {"F1": in_box("F1"), "F2": in_box("F2"), "R": "B10.08"}
    draft = rare(22, board_of(*forts, soviet("R"), units=units, control={
        "B4.05": SOVIET, "B4.06": AXIS, "B9.05": AXIS}))
    assert now(draft).fortresses == {"Kiev"}
    assert (where(draft, "F1"), where(draft, "F2"), tokens(draft, "B4.06")) == (
        "B4.06", "B4.06", 12)
    assert draft.state.hogs == {FIELD.at("B4.06"): Hog(AXIS, 1)}  # it was none before (2.4a)
    lost = rare(23, board_of(*forts, soviet("R"), units=units, control={"B9.05": AXIS}))
    assert now(lost).fortresses == {"Uman"}
    assert where(lost, "F1") == "B9.05" and FIELD.at("B9.05") in lost.state.hogs


@pytest.mark.rule("TTW RE.R22-23")
def test_the_axis_player_says_where_in_kiev() -> None:
    forts = [pool_unit(n, "fortress", "fortress") for n in ("F1", "F2")]
    units = {"F1": in_box("F1"), "F2": in_box("F2"), "R": "B10.08"}
    draft = rare(22, board_of(*forts, soviet("R"), units=units, control={
        "B4.05": AXIS, "B4.06": AXIS}))
    play(draft, "choose B4.05", "choose B4.06", "choose B4.05")
    assert tokens(draft, "B4.05") == 12
    assert (where(draft, "F1"), where(draft, "F2")) == ("B4.06", "B4.05")
    assert draft.state.hogs == {FIELD.at("B4.06"): Hog(AXIS, 1)}
    assert draft.state.asks == ()


@pytest.mark.rule("TTW RE.R24-25")
def test_okw_reserves_bring_two_eq_of_four_and_two_of_five() -> None:
    assert now(rare(24, board_of())).pending == ((AXIS, "eq 4", 2), (AXIS, "eq 5", 2))


def division(formation: str, count: int) -> list[Counter]:
    face = Face(6, True, 4, 6, TRACK)
    return [
        Counter(f"{formation}-{n}", f"{formation} {n}", AXIS, "armor", face, face,
                formation=formation, re4=RE // 2, nationality="Wehrmacht")
        for n in range(count)
    ]


@pytest.mark.rule("TTW RE.R26")
def test_a_panzer_and_a_pg_division_leave_for_three_turns_and_lose_two_units() -> None:
    pieces = [*division("1 Pz Div", 5), *division("20 PG Div", 3), *division("2 Pz Div", 4)]
    units = {c.id: "B5.02" for c in pieces} | {"HQ": "B6.02"}
    draft = board_of(*pieces, hq("HQ"), units=units, step="B", turn=2, rolls=(1, 1),
                     gauge={f"B{c}.02": AXIS for c in range(1, 13)})
    assert event_effects.pairs(draft.world, draft.state) == (("1 Pz Div", "20 PG Div"),)
    rare(26, draft)
    event_effects.reinforcement(draft)
    answer(draft, "1")
    gone = [c.id for c in pieces if c.formation in ("1 Pz Div", "20 PG Div")]
    assert all(where(draft, i) == POOL for i in gone)
    assert where(draft, "2 Pz Div-0") == "B5.02"
    draft.update(turn=4)
    assert not event_effects.come_back(draft)
    draft.update(turn=5)
    assert event_effects.come_back(draft)
    dead = [i for i in gone if where(draft, i) == DEAD]
    assert len(dead) == 2
    back = [i for i in gone if i not in dead]
    names = ",".join(draft.world.name(i) for i in back)
    go_to(draft, "B")
    assert refusal(draft, f"place {names} at B6.02") == ""
    assert draft.state.sides[AXIS] == Side()
