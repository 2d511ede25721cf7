"""Fortifications (BSR 18): what stands, what blocks, what falls, and building Strongpoints.

Their effect on combat is in test_modifiers.py and test_losses.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import Board
from engine.core.draft import Draft as CoreDraft
from engine.efs import fortifications, supply
from engine.efs.pieces import Counter
from engine.efs.sequence import SEQUENCE
from engine.efs.state import EfsState, Fort
from engine.efs.world import Draft, Switches
from tests.efs.battle import Battle, Piece, battle, red, total, unit
from tests.efs.support import headquarters, make_board, make_world

LINE = {("0403", "0404"): "fortified_line"}
SWITCHES = {
    "general_supply": False, "attack_supply": False, "surrender": False, "railroads": False,
    "replacements": False, "air_transport": False, "mandated_attacks": False,
    "victory_points": False,
}
BUILDING = Switches(**SWITCHES)
AXIS_TOO = Switches(**SWITCHES, axis_strongpoints=True)
ENGINEER = {"type": "engineer", "size": "II"}


def close(there: Battle) -> Battle:
    """The work at the end of the Engineering Phase in hand."""
    draft: Draft = CoreDraft(there.world, there.state)
    fortifications.close_step(draft)
    there.state = draft.state
    there.events += draft.events
    return there


def strongpoints(there: Battle) -> dict[str, bool]:
    """Hex to whether its Strongpoint is complete."""
    return {there.world.board.id(h): fort.complete for h, fort in there.state.forts.items()}


# ---------------------------------------------------------------- supply lines (18.11)


@pytest.mark.rule("BSR 18.11")
@pytest.mark.parametrize(
    ("fort", "side", "reaches"),
    [(Fort("soviet"), "axis", False), (Fort("soviet", complete=False), "axis", True),
     (Fort("axis"), "axis", True), (Fort("axis"), "soviet", False), (None, "axis", True)],
)
def test_an_enemy_strongpoint_blocks_the_line_through_its_hex(
    fort: Fort | None, side: str, reaches: bool
) -> None:
    """From 0403 to 0405; open water on both sides leaves no way but through 0404."""
    words = {f"{c:02}{r:02}": "clear" for c in range(1, 9) for r in range(1, 9)}
    sides = {
        (f"04{r:02}", f"{c}{r + d:02}"): "lake"
        for r in range(2, 7) for c in ("03", "05") for d in (0, -1)
        if r + d >= 1
    }
    there = battle(board=make_board(8, 8, words, sides=sides),
                   forts={"0404": fort} if fort else {})
    start, end = there.at("0403"), there.at("0405")
    assert supply.loc_reaches(there.world, there.state, side, start, end) == reaches


@pytest.mark.rule("BSR 18.11")
@pytest.mark.parametrize(("side", "passes"), [("axis", False), ("soviet", True)])
def test_a_fortified_line_blocks_axis_lines_across_it_until_destroyed(
    side: str, passes: bool
) -> None:
    there = battle(board=make_board(8, 8, sides=LINE))
    a, b = there.at("0403"), there.at("0404")
    assert supply.may_trace(there.world, there.state, side, a, b) == passes
    there.set(lines_destroyed=frozenset({(min(a, b), max(a, b))}))
    assert supply.may_trace(there.world, there.state, side, a, b)


# ---------------------------------------------------------------- movement (18.12, 18.14, 18.15)


def walked(
    mover: Counter, *, side: str = "", fort: Fort | None = None, step: str = "B.1",
    lines: bool = True, start: str = "0403",
) -> float:
    """MPs that a unit pays from a neighbour into 0404."""
    there = battle(
        (mover, start), step=step, forts={"0404": fort} if fort else {},
        board=make_board(8, 8, sides={("0403", "0404"): side}),
    )
    if not lines:
        a, b = there.at("0403"), there.at("0404")
        there.set(lines_destroyed=frozenset({(min(a, b), max(a, b))}))
    there.do(f"move {mover.name} via 0404")
    return there.state.units[mover.name].spent / 2


@pytest.mark.rule("BSR 18.12")
@pytest.mark.parametrize(
    ("fort", "cost"),
    [(None, 1), (Fort("soviet"), 2), (Fort("soviet", complete=False), 1), (Fort("axis"), 1)],
)
def test_a_standing_enemy_strongpoint_costs_an_mp(fort: Fort | None, cost: float) -> None:
    assert walked(unit("A"), fort=fort) == cost


@pytest.mark.rule("BSR 18.12")
@pytest.mark.parametrize(
    ("side", "lines", "start", "cost"),
    [("fortified_line", True, "0403", 2), ("fortified_line", False, "0403", 1),
     ("fortified_line", True, "0405", 1)],
)
def test_a_fortified_line_costs_an_mp_where_it_is_crossed(
    side: str, lines: bool, start: str, cost: float
) -> None:
    assert walked(unit("A"), side=side, lines=lines, start=start) == cost


@pytest.mark.rule("BSR 18.12")
@pytest.mark.parametrize("start", ["0403", "0405"])
def test_both_together_cost_one_mp_whichever_side_is_crossed(start: str) -> None:
    assert walked(unit("A"), side="fortified_line", fort=Fort("soviet"), start=start) == 2


@pytest.mark.rule("BSR 18.12")
@pytest.mark.parametrize(
    ("side", "fort", "cost"),
    [("road.main", None, 0.5), ("road.main", Fort("soviet"), 1.5),
     ("road.main fortified_line", None, 1.5), ("road.minor", Fort("soviet"), 1.5)],
)
def test_no_road_saves_it(side: str, fort: Fort | None, cost: float) -> None:
    assert walked(unit("A"), side=side, fort=fort) == cost


@pytest.mark.rule("BSR 18.12")
def test_soviets_pay_for_axis_strongpoints_and_not_for_their_own_works() -> None:
    mover = red("R")
    assert walked(mover, fort=Fort("axis"), step="C.5") == 2
    assert walked(mover, fort=Fort("soviet"), side="fortified_line", step="C.5") == 1


@pytest.mark.rule("BSR 18.14")
@pytest.mark.parametrize(
    ("mover", "fort", "left"),
    [(unit("A"), Fort("soviet", complete=False), {}), (unit("A"), Fort("soviet"), {"0404": True}),
     (unit("A"), Fort("axis", complete=False), {"0404": False})],
)
@pytest.mark.parametrize("way", ["0404", "0404 0405"])
def test_a_strongpoint_under_construction_falls_to_whoever_enters(
    mover: Counter, fort: Fort, left: dict[str, bool], way: str
) -> None:
    """Onto the hex or through it; a complete one waits for the Engineering Phase."""
    there = battle((mover, "0403"), step="B.1", forts={"0404": fort})
    assert strongpoints(there.do(f"move A via {way}")) == left


@pytest.mark.rule("BSR 18.14")
def test_a_supply_counter_ruins_none() -> None:
    truck = unit("T", 0, 0, type="supply", steps=2, ma_class="orange")
    there = battle((truck, "0403", {"lost": 1}), step="B.1",
                   forts={"0404": Fort("soviet", complete=False)})
    assert strongpoints(there.do("move T via 0404")) == {"0404": False}


@pytest.mark.rule("BSR 18.15", "BSR 11.42c.2")
@pytest.mark.parametrize(
    ("with_engineer", "attack", "rule"),
    [(True, 13, ""), (False, 13, "BSR 11.42c.2"), (True, 11, "BSR 11.42c.2")],
)
def test_a_fortification_is_overrun_with_engineers_at_twelve_to_one(
    with_engineer: bool, attack: int, rule: str
) -> None:
    kind = "motorized_engineer" if with_engineer else "motorized_infantry"
    there = battle(
        (unit("A", attack - 1, ma_class="motorized"), "0403"),
        (unit("E", 1, ma_class="motorized", type=kind), "0403"), (red("R", 1, 1), "0404"),
        step="B.1", forts={"0404": Fort("soviet")},
    )
    assert there.refused("overrun 0404 with A, E") == rule


# ---------------------------------------------------------------- destruction (18.13, 18.24)


def held(*pieces: Piece, side: str = "axis", board: Board | None = None) -> Battle:
    """These units stand in 0404 beside an intact enemy Strongpoint, at the Engineering Phase."""
    foe = "soviet" if side == "axis" else "axis"
    return battle(
        *pieces, step="B.6" if side == "axis" else "C.6", forts={"0404": Fort(foe)}, board=board
    )


@pytest.mark.rule("BSR 18.13", "ESP B.6c")
@pytest.mark.parametrize(
    ("piece", "falls"),
    [(unit("Div", size="XX"), True), (unit("Eng", **ENGINEER), True),
     (unit("MotEng", type="motorized_engineer", size="II"), True),
     (unit("Rgt", size="III"), False), (unit("Bn", size="II"), False)],
)
def test_a_division_or_an_engineer_destroys_a_strongpoint(piece: Counter, falls: bool) -> None:
    assert (strongpoints(close(held((piece, "0404")))) == {}) == falls


@pytest.mark.rule("BSR 18.13")
def test_only_in_ones_own_engineering_phase_and_only_in_the_hex() -> None:
    there = held((unit("Div"), "0404")).set(step=next(
        i for i, s in enumerate(SEQUENCE) if s.id == "C.6"
    ))
    assert strongpoints(close(there)) == {"0404": True}
    assert strongpoints(close(held((unit("Div"), "0405")))) == {"0404": True}


@pytest.mark.rule("BSR 18.13")
def test_soviet_divisions_destroy_axis_strongpoints() -> None:
    assert strongpoints(close(held((red("Div"), "0404"), side="soviet"))) == {}
    assert strongpoints(close(held((red("Bde", size="X"), "0404"), side="soviet"))) == {
        "0404": True
    }


@pytest.mark.rule("BSR 18.13")
def test_until_then_it_serves_its_friends() -> None:
    """Before the phase it would help the Soviets if they came back; afterwards no more."""
    there = battle((unit("A"), "0403"), (red("R"), "0404"), forts={"0404": Fort("soviet")})
    assert total(there, "A") == 1
    assert total(there.set(forts={}), "A") == 0


PART = {"size": "III", "formation": "9 Pz", "ma_class": "motorized"}
PZ, M1, M2, REC = (
    unit("Pz", type="armor", armor=True, **PART), unit("M1", type="motorized_infantry", **PART),
    unit("M2", type="motorized_infantry", **PART), unit("Rec", type="recon", **PART),
)
MOT = {"size": "III", "formation": "16 M", "ma_class": "motorized"}
SS = {"size": "III", "formation": "SSW", "ss": True, "type": "motorized_infantry"}


@pytest.mark.rule("BSR 18.13.n1", "BSR 15.68c.2", "BSR 15.68c.3", "BSR 15.68c.x1")
@pytest.mark.parametrize(
    ("units", "falls"),
    [((PZ,), False), ((PZ, M1), False), ((PZ, M1, REC), True), ((PZ, M1, M2), True),
     ((M1, M2, REC), False),
     ((unit("a", type="motorized_infantry", **MOT), unit("b", type="motorized_infantry", **MOT),
       unit("c", type="recon", **MOT)), True),
     ((unit("a", type="motorized_infantry", **MOT), unit("c", type="recon", **MOT)), False),
     ((unit("x", **SS), unit("y", **SS), unit("z", **SS)), True),
     ((unit("x", **SS), unit("y", **SS)), False)],
)
def test_parts_of_a_german_division_destroy_it_if_enough_are_there(
    units: tuple[Counter, ...], falls: bool
) -> None:
    """The fourth counter of 9 Pz stands elsewhere, so that the formation is known as panzer."""
    away = [(u, "0808") for u in (PZ, M1, M2, REC) if u not in units]
    there = held(*((u, "0404") for u in units), *away)
    assert (strongpoints(close(there)) == {}) == falls


@pytest.mark.rule("BSR 18.13", "BSR 18.24", "ESP B.6c")
@pytest.mark.parametrize(
    ("where", "piece", "falls"),
    [("0404", unit("Div"), True), ("0404", unit("Rgt", size="III"), False),
     ("0403", unit("Div"), False)],
)
def test_a_fortified_line_falls_from_the_hex_that_it_protects(
    where: str, piece: Counter, falls: bool
) -> None:
    board = make_board(8, 8, {"0404": "clear fortified"}, sides=LINE)
    there = battle((piece, where), step="B.6", board=board)
    close(there)
    a, b = sorted((there.at("0403"), there.at("0404")))
    assert ((a, b) in there.state.lines_destroyed) == falls


@pytest.mark.rule("BSR 18.24")
def test_a_destroyed_line_stays_destroyed() -> None:
    """A Strongpoint in its hex counts as one anywhere; the line does not come back."""
    board = make_board(8, 8, {"0404": "clear fortified"}, sides=LINE)
    there = battle(
        (unit("Div"), "0404"), (red("R"), "0808"), (unit("A"), "0403"), step="B.6", board=board,
        switches=BUILDING,
    )
    destroyed = close(there).state.lines_destroyed
    assert len(destroyed) == 1
    soviet = battle(
        (red("R"), "0404"), (unit("A"), "0403"), step="C.6", board=board, switches=BUILDING,
        lines_destroyed=destroyed, strongpoints={"regular": 1},
    )
    assert total(soviet, "A") == 0
    close(soviet.do("build 0404"))
    assert soviet.state.lines_destroyed == destroyed


# ---------------------------------------------------------------- printed and built (18.2, 18.3)


@pytest.mark.rule("BSR 18.2")
def test_fortified_lines_are_part_of_the_map() -> None:
    board = make_board(8, 8, sides=LINE)
    a, b = board.at("0403"), board.at("0404")
    assert "fortified_line" in board.side(a, b) and "fortified_line" in board.side(b, a)
    assert EfsState().lines_destroyed == frozenset()


@pytest.mark.rule("BSR 18.3", "BSR 18.35", "ESP C.6")
def test_strongpoints_are_built_in_play() -> None:
    there = soviets()
    assert there.state.forts == {}
    there.do("build 0404")
    assert strongpoints(there) == {"0404": False}


# ---------------------------------------------------------------- Soviet construction (18.31-18.35)


def soviets(*more: Piece, regular: int = 1, emergency: int = 0, **fields: Any) -> Battle:
    """The Soviet Engineering Phase with these Strongpoints received; R stands in 0404."""
    values: dict[str, Any] = {"switches": BUILDING, "board": make_board(9, 9)}
    return battle(
        (red("R"), "0404"), *more, step="C.6",
        strongpoints={"regular": regular, "emergency": emergency}, **{**values, **fields},
    )


@pytest.mark.rule("BSR 18.31")
@pytest.mark.parametrize("fort", [Fort("soviet"), Fort("soviet", complete=False), Fort("axis")])
def test_a_hex_has_one_strongpoint(fort: Fort) -> None:
    there = soviets(forts={"0404": fort})
    assert there.refused("build 0404") == "BSR 18.31"
    assert there.refused("build 0405") == ""


@pytest.mark.rule("BSR 18.31")
def test_no_strongpoint_in_an_enemy_held_hex() -> None:
    assert soviets((unit("A"), "0405")).refused("build 0405") == "BSR 18.31"


@pytest.mark.rule("BSR 18.31", "BSR 18.35")
@pytest.mark.parametrize(("source", "rule"), [("0804", ""), ("0904", "BSR 18.31")])
def test_the_hex_must_be_in_general_supply(source: str, rule: str) -> None:
    """In Mud a line is five hexes: 0404 to 0804 is four; the far source is cut off by water."""
    switches = Switches(**{**SWITCHES, "general_supply": True})
    sides = {("0904", "0804"): "lake", ("0904", "0805"): "lake", ("0904", "0903"): "lake",
             ("0904", "0905"): "lake"}
    there = soviets(
        switches=switches, supply_sources={"soviet": (source,)},
        board=make_board(9, 9, sides=sides), weather="mud",
    )
    assert there.refused("build 0404") == rule


@pytest.mark.rule("BSR 18.31")
def test_one_under_construction_has_no_effect() -> None:
    there = battle(
        (unit("A"), "0403"), (red("R"), "0404"), forts={"0404": Fort("soviet", complete=False)}
    )
    assert total(there, "A") == 0


@pytest.mark.rule("BSR 18.32")
def test_any_number_of_strongpoints_stands_on_the_map() -> None:
    hexes = [f"{c:02}{r:02}" for c in range(1, 10) for r in range(1, 10)]
    there = soviets(regular=len(hexes)).do(*(f"build {h}" for h in hexes))
    assert len(there.state.forts) == len(hexes) == 81


@pytest.mark.rule("BSR 18.33")
@pytest.mark.parametrize(("regular", "rule"), [(0, "BSR 18.33"), (1, "")])
def test_no_more_are_begun_than_the_turn_allows(regular: int, rule: str) -> None:
    assert soviets(regular=regular).refused("build 0404") == rule
    if not rule:
        assert soviets(regular=1).do("build 0404").refused("build 0405") == "BSR 18.33"


@pytest.mark.rule("BSR 18.33")
def test_what_is_not_begun_is_lost() -> None:
    assert close(soviets(regular=3)).state.strongpoints == {}


@pytest.mark.rule("BSR 18.35", "ESP B.6a")
def test_it_is_completed_in_the_next_engineering_phase() -> None:
    there = close(soviets().do("build 0404"))
    assert strongpoints(there) == {"0404": False}
    there.set(used={})  # the turn ends
    assert strongpoints(close(there)) == {"0404": True}


@pytest.mark.rule("BSR 18.35")
@pytest.mark.parametrize(("cut", "complete"), [(False, True), (True, False)])
def test_if_its_hex_is_still_in_general_supply(cut: bool, complete: bool) -> None:
    switches = Switches(**{**SWITCHES, "general_supply": True})
    there = soviets(
        switches=switches, supply_sources={"soviet": ("0406",)},
        forts={"0404": Fort("soviet", complete=False)},
    )
    if cut:
        ring = [there.world.board.id(h) for h in there.world.board.neighbors(there.at("0406"))]
        sides = {("0406", h): "lake" for h in ring}
        there = soviets(
            switches=switches, supply_sources={"soviet": ("0406",)},
            forts={"0404": Fort("soviet", complete=False)}, board=make_board(9, 9, sides=sides),
        )
    assert strongpoints(close(there)) == {"0404": complete}


@pytest.mark.rule("BSR 18.35")
def test_construction_goes_on_in_an_enemy_zoc() -> None:
    there = soviets((unit("A"), "0403"))
    there.do("build 0404")
    close(close(there).set(used={}))
    assert strongpoints(there) == {"0404": True}


@pytest.mark.rule("BSR 18.35")
def test_it_costs_nothing_to_enter_while_it_is_built() -> None:
    assert walked(unit("A"), fort=Fort("soviet", complete=False)) == 1


@pytest.mark.rule("BSR 18.35.s1", "BSR 23.11")
@pytest.mark.parametrize(
    ("marks", "complete"), [((), True), (("busy",), False)]
)
def test_a_free_soviet_engineer_completes_it_at_once(
    marks: tuple[str, ...], complete: bool
) -> None:
    there = soviets((red("E", **ENGINEER), "0404", {"marks": frozenset(marks)})).do("build 0404")
    assert strongpoints(there) == {"0404": complete}


@pytest.mark.rule("BSR 23.11.s1", "BSR 18.35.s1")
def test_an_engineer_that_fought_or_marched_is_not_free() -> None:
    fought = battle(
        (red("E", 8, reduced=(4, 2, 4), **ENGINEER), "0403"), (unit("D", defense=2), "0404"),
        step="C.4c",
        attacks={"0404": "E"}, rolls=(8,), switches=BUILDING,
    )
    fought.do("fight 0404 with E")
    assert "busy" in fought.state.units["E"].marks
    marched = battle(
        (red("E", **ENGINEER), "0403"), step="C.5", switches=BUILDING,
        board=make_board(9, 9, sides={("0403", "0404"): "road.main"}),
    )
    marched.do("march E to 0404")
    assert "busy" in marched.state.units["E"].marks
    walked_ = battle((red("E", **ENGINEER), "0403"), step="C.5").do("move E to 0404")
    assert "busy" not in walked_.state.units["E"].marks


@pytest.mark.rule("BSR 18.35.n1", "BSR 23.11.s2")
@pytest.mark.parametrize(
    ("arctic", "engineer", "rule"),
    [(False, False, ""), (True, False, "BSR 18.35.n1"), (True, True, "")],
)
def test_after_arctic_weather_only_engineers_build(
    arctic: bool, engineer: bool, rule: str
) -> None:
    more: list[Piece] = [(red("E", **ENGINEER), "0404")] if engineer else []
    assert soviets(*more, arctic=arctic).refused("build 0404") == rule


@pytest.mark.rule("BSR 18.35.n1")
@pytest.mark.parametrize(
    ("arctic", "engineer", "complete"),
    [(False, False, True), (True, False, False), (True, True, True)],
)
def test_and_only_they_complete(arctic: bool, engineer: bool, complete: bool) -> None:
    more: list[Piece] = [(red("E", **ENGINEER), "0404")] if engineer else []
    there = soviets(*more, arctic=arctic, forts={"0404": Fort("soviet", complete=False)})
    assert strongpoints(close(there)) == {"0404": complete}


@pytest.mark.rule("BSR 18.23")
def test_a_strongpoint_may_stand_on_a_fortified_line() -> None:
    board = make_board(9, 9, {"0404": "clear fortified"}, sides=LINE)
    there = close(close(soviets(board=board).do("build 0404")).set(used={}))
    assert strongpoints(there) == {"0404": True}


@pytest.mark.rule("BSR 18.38", "BSR 22.25a")
@pytest.mark.parametrize(("hq", "rule"), [("0408", "BSR 18.38"), ("0409", "")])
def test_near_a_non_op_hq_no_regular_strongpoint_is_begun(hq: str, rule: str) -> None:
    there = soviets((headquarters(), hq, {"nonop": True}))
    assert there.refused("build 0404") == rule
    assert soviets((headquarters(), hq)).refused("build 0404") == ""


@pytest.mark.rule("BSR 18.38", "BSR 22.25a", "BSR 7.21")
@pytest.mark.parametrize(
    ("place", "rule"), [("0404", ""), ("0708", ""), ("0405", "BSR 7.21"), ("0808", "")]
)
def test_but_an_emergency_one_may_be_in_a_city_or_near_a_major_city(
    place: str, rule: str
) -> None:
    """0404 is a city, 0909 a major city within four hexes of 0708; 0405 is near neither."""
    there = soviets(
        (headquarters(), "0505", {"nonop": True}), regular=0, emergency=1,
        board=make_board(9, 9, {"0404": "city", "0909": "major_city"}),
    )
    there.set(control={there.at("0909"): "soviet"})
    assert there.refused(f"build {place} emergency") == rule
    assert there.refused(f"build {place}") == "BSR 18.33"


@pytest.mark.rule("BSR 22.25a", "BSR 18.38")
def test_what_was_begun_is_completed_near_a_non_op_hq() -> None:
    there = soviets(
        (headquarters(), "0406", {"nonop": True}), forts={"0404": Fort("soviet", complete=False)}
    )
    assert strongpoints(close(there)) == {"0404": True}


# ---------------------------------------------------------------- Axis construction (18.34)


def germans(*pieces: Piece, switches: Switches = AXIS_TOO, **fields: Any) -> Battle:
    """The Axis Engineering Phase."""
    return battle(*pieces, step="B.6", switches=switches, **fields)


@pytest.mark.rule("BSR 18.34", "BSR 23.12")
@pytest.mark.parametrize(
    ("switches", "engineer", "rule"),
    [(AXIS_TOO, True, ""), (AXIS_TOO, False, "BSR 18.34"), (BUILDING, True, "BSR 18.34")],
)
def test_the_axis_player_builds_where_the_scenario_lets_him_with_an_engineer(
    switches: Switches, engineer: bool, rule: str
) -> None:
    piece = unit("E", **ENGINEER) if engineer else unit("E")
    assert germans((piece, "0404"), switches=switches).refused("build 0404") == rule


@pytest.mark.rule("BSR 23.12", "BSR 18.34")
def test_his_engineer_does_nothing_else_and_stays_until_it_is_done() -> None:
    busy: Piece = (unit("E", **ENGINEER), "0404", {"marks": frozenset({"busy"})})
    assert germans(busy).refused("build 0404") == "BSR 23.12"
    there = close(germans((unit("E", **ENGINEER), "0404")).do("build 0404")).set(used={})
    assert strongpoints(there) == {"0404": False}
    left = germans((unit("E", **ENGINEER), "0405"), forts={"0404": Fort("axis", complete=False)})
    assert strongpoints(close(left)) == {"0404": False}
    assert strongpoints(close(there)) == {"0404": True}


@pytest.mark.rule("BSR 18.31")
def test_a_scenario_without_construction_has_none() -> None:
    there = battle((red("R"), "0404"), step="C.6", strongpoints={"regular": 1})
    assert there.refused("build 0404") == "BSR 18.31"
    assert make_world(switches=BUILDING).scenario.switches.strongpoints
