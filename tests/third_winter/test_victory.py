"""Victory in the campaign and at Korsun (TTW 5)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.catalog import boards
from engine.core.board import Board
from engine.core.state import Outcome
from engine.ocs.pieces import AWAY, AXIS, DEAD, RE, SOVIET, Counter, Face
from engine.ocs.world import Draft
from engine.third_winter import hooks, korsun, options, places, victory
from engine.third_winter.victory_points import award
from tests.ocs.yard import make_world
from tests.third_winter.ground import german, hq, in_box, kessel, soviet, tanks
from tests.third_winter.steppe import drafted, now, winter


@pytest.fixture(scope="module")
def maps() -> Board:
    return boards.load("third_winter")


def at_day(maps: Board, day: str, *counters: Counter, units: dict[str, object] | None = None,
           last: bool = False, **fields: object) -> Draft:
    turns = (day,) if last else (day, "1944-04-26")
    fields.setdefault("step", "H")
    return drafted(winter(counters, maps, turns=turns), units, **fields)  # type: ignore[arg-type]


def points(draft: Draft) -> int:
    victory.clean_up(draft)
    return draft.state.vp


# ---------------------------------------------------------------- who wins (5.0, 5.0b)


@pytest.mark.rule("TTW 5.0", "TTW 5.0.1", "TTW 5.0.2", "TTW 5.0.3")
def test_twelve_points_win_for_the_soviets_six_or_less_for_the_axis(maps: Board) -> None:
    wanted = {5: AXIS, 6: AXIS, 7: "draw", 11: "draw", 12: SOVIET, 13: SOVIET}
    for vp, winner in wanted.items():
        draft = at_day(maps, "1944-04-26", last=True, vp=vp)
        found = victory.outcome(draft.world, draft.state)
        assert found is not None and found.winner == winner
    going = at_day(maps, "1944-04-22", vp=13)
    assert victory.outcome(going.world, going.state) is None


@pytest.mark.rule("TTW 5.0b")
def test_minus_two_and_sixteen_points_end_the_game_at_once(maps: Board) -> None:
    draft = at_day(maps, "1943-10-05", vp=-1)
    award(draft, "poltava", -1, "a test")
    assert draft.state.over == Outcome(AXIS, "-2 VP", "TTW 5.0b")
    draft = at_day(maps, "1943-10-05", vp=15)
    award(draft, "axis_army_hq", 1, "a test", again=True)
    assert draft.state.over is not None and draft.state.over.winner == SOVIET
    draft = at_day(maps, "1943-10-05", vp=14)
    award(draft, "axis_army_hq", 1, "a test", again=True)
    assert draft.state.over is None


@pytest.mark.rule("TTW 5.0a")
def test_no_line_counts_twice_unless_it_says_so_and_the_last_side_through_controls(
    maps: Board,
) -> None:
    draft = at_day(maps, "1943-10-05")
    award(draft, "rumania", 2, "a test")
    award(draft, "rumania", 2, "a test")
    assert draft.state.vp == 2
    draft.update(control={maps.at("A58.01"): SOVIET})
    assert "uman" in victory.held(draft.world, draft.state)
    draft.update(control={maps.at("A58.01"): AXIS})
    assert "uman" not in victory.held(draft.world, draft.state)


# ---------------------------------------------------------------- the schedule (5.0a)


@pytest.mark.rule("TTW 5.0a.1")
def test_axis_units_in_poltava_on_5_october_take_a_point(maps: Board) -> None:
    for where, day, vp in (("B41.06", "1943-10-05", -1), ("B42.06", "1943-10-05", -1),
                           ("B40.06", "1943-10-05", 0), ("B41.06", "1943-10-08", 0)):
        draft = at_day(maps, day, german("G"), units={"G": where}, first=SOVIET)
        assert points(draft) == vp, (where, day)
    axis = at_day(maps, "1943-10-05", german("G"), units={"G": "B41.06"}, first=AXIS)
    assert points(axis) == 0  # the Axis Clean Up Phase


@pytest.mark.rule("TTW 5.0a.2")
def test_an_axis_unit_at_the_dnepr_on_1_february_takes_a_point(maps: Board) -> None:
    world = winter((), maps)
    bank = victory.bank(world)
    assert maps.at("B4.24") in bank and maps.at("D44.24") in bank
    middle = next(h for h in bank if maps.id(h).startswith("B16."))
    inland = maps.at("B10.05")
    assert inland not in bank and maps.at("D35.13") not in bank
    for hex_, day, vp in ((middle, "1944-02-01", -1), (inland, "1944-02-01", 0),
                          (middle, "1944-02-05", 0)):
        draft = at_day(maps, day, german("G"), units={"G": maps.id(hex_)})
        assert points(draft) == vp


@pytest.mark.rule("TTW 5.0a.3")
def test_nikopol_and_ten_hexes_south_of_the_dnepr_take_a_point(maps: Board) -> None:
    world = winter((), maps)
    south = sorted(victory.south_of(world, maps.at("D35.13"), maps.at("D35.12")))
    assert maps.at("D35.13") not in south
    assert all(maps.distance(h, maps.at("D35.13")) <= 5 for h in south) and len(south) >= 11

    def score(count: int, town: bool = True) -> int:
        far = [h for h in south if h not in victory.bank(world)][:count]
        names = [f"G{n}" for n in range(len(far))]
        units = dict(zip(names, (maps.id(h) for h in far), strict=True))
        if town:
            names.append("T")
            units["T"] = "D35.13"
        return points(at_day(maps, "1944-02-01", *(german(n) for n in names), units=units))

    assert score(10) == -1
    assert score(9) == 0
    assert score(10, town=False) == 0


@pytest.mark.rule("TTW 5.0a.4", "TTW 5.0a.5", "TTW 5.0a.6", "TTW 5.0a.7", "TTW 5.0a.8")
def test_two_points_for_each_city_all_of_whose_hexes_are_soviet_at_the_end(maps: Board) -> None:
    lines = {
        "kiev": ("B3.24", "B4.23", "B4.24", "B4.25", "B5.24"),
        "odessa": ("C55.04", "C55.05", "C56.04"), "uman": ("A58.01",),
        "vinnitsa": ("A41.12", "A42.11"), "tarnopol": ("A14.22",),
    }
    for name, hexes in lines.items():
        draft = at_day(maps, "1944-04-26", last=True, control=dict.fromkeys(hexes, SOVIET))
        assert victory.held(draft.world, draft.state) == (name,)
        assert victory.total(draft.world, draft.state) == 2
        draft = at_day(maps, "1944-04-26", last=True,
                       control=dict.fromkeys(hexes, SOVIET) | {hexes[0]: AXIS})
        assert victory.total(draft.world, draft.state) == 0
    assert set(places.cities(draft.world)["Kiev"]) == {maps.at(h) for h in lines["kiev"]}


def corps(name: str, count: int) -> list[Counter]:
    face = Face(6, True, 4, 7, "track")
    return [Counter(f"{name}-{n}", f"{name} {n}", SOVIET, "armor", face, face, formation=name)
            for n in range(count)]


@pytest.mark.rule("TTW 5.0a.12", "TTW 5.0a.13")
@pytest.mark.parametrize(("edge", "beyond"), [(("A1.18", "A1.35"), "A1.17"),
                                              (("C13.01", "C19.01"), "C20.01")])
def test_a_corps_with_four_re_on_the_edge_brings_two_points_once(
    maps: Board, edge: tuple[str, str], beyond: str
) -> None:
    tank = corps("3 Tank Corps", 4)
    spread = {c.id: edge[n % 2] for n, c in enumerate(tank)}
    draft = at_day(maps, "1944-03-01", *tank, units=spread)
    assert points(draft) == 2
    assert points(draft) == 2
    short = at_day(maps, "1944-03-01", *tank, units={**spread, tank[0].id: beyond})
    assert points(short) == 0
    two = [*corps("3 Tank Corps", 2), *corps("5 Mech Corps", 2)]
    mixed = at_day(maps, "1944-03-01", *two, units={c.id: edge[0] for c in two})
    assert points(mixed) == 0
    horse = corps("1 Gd Cav Corps", 4)
    cavalry = at_day(maps, "1944-03-01", *horse, units={c.id: edge[0] for c in horse})
    assert points(cavalry) == 0
    assert sum(c.re4 for c in tank) == 4 * RE


def test_the_score_can_be_read_at_any_time(maps: Board) -> None:
    draft = at_day(maps, "1944-03-01", vp=3, control={"A58.01": SOVIET})
    assert victory.score(draft.world, draft.state).startswith("5 VP (3 scored, with Uman)")


# ---------------------------------------------------------------- the Korsun pocket

TABLE = {
    "rule": "korsun", "soviet": 9, "axis": 5, "korsun": {"hex": "B8.08", "vp": 3},
    "gorodishche": {"hex": "B9.07", "vp": 1}, "lysyanka": {"hex": "B3.07", "vp": -2},
    "headquarters": {"units": ["XI", "XLII"], "vp": 1},
    "divisions": {"units": ["57", "72"], "vp": 1},
    "wiking": {"formations": ["Wiking"], "units": ["Wall"], "each": 2, "vp": 1},
    "tank_brigades": {"each": 2, "vp": -1},
}
BRIGADES = ("T1", "T2", "T3")


def pocket(
    maps: Board, sources: dict[str, tuple[str, ...]] | None = None, **units: object
) -> Draft:
    pieces = [hq("XI"), hq("XLII"), german("57"), german("72"), german("Wall"), kessel(),
              *(tanks(n, AXIS, formation="Wiking") for n in ("W1", "W2", "W3")), soviet("R"),
              *(evolve(tanks(n), type="armor", size="brigade") for n in BRIGADES),
              evolve(tanks("M"), type="mechanized", size="brigade")]
    turns = ("1944-02-01", "1944-02-05")
    world = winter(pieces, maps, turns=turns, victory=TABLE,
                   sources=sources or {AXIS: ("B1.05",)})
    safe = dict.fromkeys(("XI", "XLII", "57", "72", "Wall", "W1", "W2", "W3"), "B2.05")
    return drafted(world, {**safe, **units}, turn=2, control={"B8.08": AXIS, "B9.07": AXIS})


def test_units_in_trace_and_towns_held_bring_the_soviets_nothing(maps: Board) -> None:
    draft = pocket(maps)
    assert korsun.total(draft.world, draft.state) == 0
    assert korsun.outcome(draft.world, draft.state) == Outcome(AXIS, "0 VP", "OCS 2.3-T")


def test_every_line_of_the_korsun_reckoning(maps: Board) -> None:
    dead = {"XI": in_box("XI", DEAD), "57": in_box("57", DEAD)}
    draft = pocket(maps, **dead, XLII="B12.07", W1="B12.07", W2="B12.07", W3="B12.07")
    draft.update(control={maps.at("B8.08"): SOVIET, maps.at("B9.07"): SOVIET})
    found = {line.name: line.points for line in korsun.lines(draft.world, draft.state)}
    assert found == {"Korsun": 3, "Gorodishche": 1, "XI": 1, "XLII": 1, "57": 1,
                     "Wiking and Wallonien": 1}  # three units: one pair
    assert korsun.total(draft.world, draft.state) == 8
    assert korsun.verdict(draft.world, 8) == "draw"
    assert [korsun.verdict(draft.world, n) for n in (5, 6, 9)] == [AXIS, "draw", SOVIET]
    assert korsun.score(draft.world, draft.state).startswith("8 VP: Korsun +3 (Soviet)")


def test_two_tank_brigades_destroyed_cost_the_soviets_a_point(maps: Board) -> None:
    """One alone costs nothing, three no more than two, and a mechanized brigade does not count."""
    for lost, points in ((("T1",), 0), (("T1", "M"), 0), (("T1", "T2"), -1), (BRIGADES, -1)):
        draft = pocket(maps, **{name: in_box(name, DEAD) for name in lost})
        assert korsun.total(draft.world, draft.state) == points


def test_a_kessel_hq_does_not_save_a_division_and_a_breakout_does(maps: Board) -> None:
    draft = pocket(maps, **{"57": "B12.07", "Kessel": "B12.07"})
    assert korsun.total(draft.world, draft.state) == 1
    draft = pocket(maps, **{"57": in_box("57", AWAY)})
    assert korsun.total(draft.world, draft.state) == 0


def test_lysyanka_counts_for_the_axis_only_in_trace(maps: Board) -> None:
    draft = pocket(maps)
    draft.update(control={**draft.state.control, maps.at("B3.07"): AXIS})
    assert korsun.total(draft.world, draft.state) == -2
    far = pocket(maps, sources={AXIS: ("C1.10",)})
    far.update(control={maps.at("B3.07"): AXIS})
    assert "Lysyanka" not in korsun.score(far.world, far.state)


def test_the_scenario_names_its_victory_rule() -> None:
    world = make_world(victory=TABLE)
    assert hooks(world.scenario).victory is korsun.outcome
    assert hooks(make_world().scenario).victory is victory.outcome
    assert now(drafted(world)).awarded == {}


@pytest.mark.rule("TTW 5.0a.14")
def test_the_58th_panzer_corps_costs_two_points(maps: Board) -> None:
    draft = at_day(maps, "1944-04-12")
    for _ in range(2):
        award(draft, options.CORPS_LINE, options.CORPS_VP, "the 58th Panzer Corps deploys")
    assert draft.state.vp == 2
