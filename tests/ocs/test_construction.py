"""Engineer functions and construction (OCS 13.8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import BadCommand, Refusal
from engine.ocs import construction
from engine.ocs.pieces import AXIS, DG, RESERVE, SOVIET, STRAT
from engine.ocs.sizes import engineer_capable
from engine.ocs.terrain import step_cost
from engine.ocs.world import Hooks
from tests.ocs.yard_fire import Yard, board, hq, infantry

HOME = "0303"


def yard(
    terrain: dict[str, str] | None = None, foes: dict[str, str] | None = None,
    tokens: int = 20, dump: str = HOME, hooks: Hooks | None = None,
    sides: dict[tuple[str, str], str] | None = None, **fields: Any,
) -> Yard:
    """An engineer in 0303 with a dump, Soviet regiments where named."""
    counters = [infantry("Pioneers", engineer=True), hq("Staff"), infantry("Rgt")]
    counters += [infantry(n, side=SOVIET) for n in foes or {}]
    return Yard.make(
        board(8, 8, terrain=terrain, sides=sides), counters,
        units={"Pioneers": HOME, "Rgt": HOME} | (foes or {}),
        dumps={dump: (AXIS, tokens)}, step="C2", hooks=hooks, **fields,
    )


@pytest.mark.rule("OCS 13.8a")
@pytest.mark.parametrize(
    ("front", "marker", "capable"),
    [(True, "", True), (True, DG, True), (False, "", False), (False, DG, False),
     (True, RESERVE, False), (True, "exploit", False), (False, STRAT, False)],
)
def test_who_is_engineer_capable(front: bool, marker: str, capable: bool) -> None:
    """In Combat Mode, or DG with the Combat side showing; others never are."""
    made = yard()
    made.change("Pioneers", front=front, marker=marker)
    assert engineer_capable(made.world, made.unit("Pioneers")) is capable
    assert not engineer_capable(made.world, made.unit("Rgt"))


@pytest.mark.rule("OCS 13.8d", "OCS 13.8")
@pytest.mark.parametrize(("hex_", "rule"), [(HOME, ""), ("0305", ""), ("0306", "OCS 13.8d")])
def test_engineers_work_within_two_hexes(hex_: str, rule: str) -> None:
    """The third hex is too far, and an ordinary regiment builds no base."""
    assert yard().refused(f"build base {hex_} with Pioneers") == rule
    assert yard().refused(f"build base {hex_} with Rgt") == "OCS 13.8d"


@pytest.mark.rule("OCS 13.8d")
def test_the_two_hexes_go_by_leg_through_terrain_and_past_enemies() -> None:
    """A lake or an enemy unit all around the middle closes the way, an enemy ZOC does not."""
    made = yard()
    around = {made.world.board.id(n) for n in made.world.board.neighbors(made.at(HOME))}
    closed = yard(terrain=dict.fromkeys(around, "lake"))
    assert [closed.world.board.id(h) for h in
            construction.reach(closed.world, closed.state, closed.unit("Pioneers"))] == [HOME]
    held = yard(foes={f"F{i}": n for i, n in enumerate(sorted(around))})
    assert held.refused("build base 0305 with Pioneers") == "OCS 13.8d"
    zoc = yard(foes={"F": "0306"})
    assert zoc.refused("build base 0305 with Pioneers") == ""


@pytest.mark.rule("OCS 13.8d")
def test_one_task_in_one_hex_and_no_move_in_the_phase() -> None:
    """The second task, a move before and a move after are refused."""
    made = yard()
    made.do("build base 0304 with Pioneers")
    assert made.refused("build hog 0304 with Pioneers") == "OCS 13.8d"
    assert made.refused("move Pioneers to 0302") == "OCS 6.1g"
    moved = yard()
    moved.do("move Pioneers to 0302")
    assert moved.refused("build base 0302 with Pioneers") == "OCS 13.8d"


@pytest.mark.rule("OCS 13.8d", "OCS 4.5b")
def test_a_worker_moves_no_more_and_so_negates_enemy_zocs() -> None:
    """It will spend no MP in this phase."""
    made = yard()
    assert not made.unit("Pioneers").finished
    made.do("build base 0304 with Pioneers")
    assert made.unit("Pioneers").finished


@pytest.mark.rule("OCS 13.8d")
def test_nothing_is_built_where_enemies_are() -> None:
    """Neither beside a combat unit in the hex nor on an enemy dump."""
    assert yard(foes={"F": "0304"}).refused("build base 0304 with Pioneers") == "OCS 13.8d"
    made = yard(foes={"F": "0306"})
    assert made.refused("build base 0304 with Pioneers") == ""
    made = Yard.make(
        board(), [infantry("Pioneers", engineer=True)], units={"Pioneers": HOME},
        dumps={HOME: (AXIS, 8), "0304": (SOVIET, 4)}, step="C2",
    )
    assert made.refused("build base 0304 with Pioneers") == "OCS 13.8d"


@pytest.mark.rule("OCS 13.8d", "OCS 12.3a")
@pytest.mark.parametrize(("dump", "rule"), [("0308", ""), ("0808", "OCS 13.8d")])
def test_supply_comes_to_the_engineer_by_draw(dump: str, rule: str) -> None:
    """Five hexes off are in reach, behind a wide swamp they are not."""
    terrain = {f"{c:02}{r:02}": "swamp" for c in range(6, 8) for r in range(1, 9)}
    assert yard(dump=dump, terrain=terrain).refused("build base 0304 with Pioneers") == rule


@pytest.mark.rule("OCS 13.8d")
def test_results_are_usable_at_once() -> None:
    """The base stands when the command is done, and the next chapter sees it."""
    made = yard()
    made.do("build base 0304 with Pioneers")
    assert made.state.bases[made.at("0304")].owner == AXIS
    assert made.tokens(HOME) == 16


@pytest.mark.rule("OCS 13.8d")
def test_what_is_built_has_a_name_and_units_stand_once() -> None:
    """A castle cannot be read, nor a unit named twice."""
    for text in ("build castle 0304 with Pioneers", "build hog 0304 with Pioneers, Pioneers"):
        with pytest.raises(BadCommand):
            yard().do(text)


@pytest.mark.rule("OCS 13.8d")
def test_the_game_may_forbid_work_and_change_its_price() -> None:
    """Such as a Deep Freeze, or a Todt unit that builds cheaply."""
    frozen = Hooks(may_build=lambda world, state, what, ids, hex_: Refusal("TFB 1.8b", "frozen"))
    assert yard(hooks=frozen).refused("build base 0304 with Pioneers") == "TFB 1.8b"
    cheap = Hooks(build_cost=lambda world, state, what, ids, tokens: 2)
    made = yard(hooks=cheap)
    made.do("build hog 0304 with Pioneers")
    assert made.tokens(HOME) == 18


@pytest.mark.rule("OCS 13.8d")
def test_only_the_acting_sides_units_work() -> None:
    """A Soviet engineer waits for his own turn."""
    made = Yard.make(
        board(), [infantry("Sappers", side=SOVIET, engineer=True)], units={"Sappers": HOME},
        dumps={HOME: (SOVIET, 8)}, step="C2",
    )
    assert made.refused("build base 0304 with Sappers") == "OCS 13.8d"
    made.go_to("C2'")
    assert made.refused("build base 0304 with Sappers") == ""


@pytest.mark.rule("OCS 13.8b")
def test_an_engineer_bridges_the_rivers_of_its_hex() -> None:
    """A minor river costs Leg an MP more, with the engineer there nothing; not in Move Mode."""
    made = yard(sides={(HOME, "0304"): "river"})
    start, end = made.at(HOME), made.at("0304")
    assert step_cost(made.world, made.state, AXIS, "leg", start, end) == 8
    assert step_cost(made.world, made.state, SOVIET, "leg", start, end) == 16
    made.change("Pioneers", front=False)
    assert step_cost(made.world, made.state, AXIS, "leg", start, end) == 16


@pytest.mark.rule("OCS 13.8b")
def test_a_bridged_major_river_is_a_minor_one_and_no_help_in_an_overrun() -> None:
    """Truck: prohibited, with the engineer 1 + 3 MP; roads and bridges apart, prohibited still."""
    made = yard(sides={(HOME, "0304"): "major_river"})
    start, end = made.at(HOME), made.at("0304")
    assert step_cost(made.world, made.state, AXIS, "truck", start, end) == 32
    assert step_cost(made.world, made.state, SOVIET, "truck", start, end) == -1
    assert step_cost(made.world, made.state, AXIS, "truck", start, end, roads=False) == -1


@pytest.mark.rule("OCS 13.8d", "OCS 16.0b")
def test_what_is_offered_may_be_done() -> None:
    """Engineers' work near them, and a hedgehog by hand."""
    made = yard()
    offered = [text for text in made.offered() if text.startswith("build")]
    assert f"build hog {HOME} with Pioneers" in offered
    assert f"build base {HOME} with Pioneers" in offered
    assert f"build hog {HOME} with Pioneers, Rgt" in offered
    assert all(made.refused(text) == "" for text in offered)
