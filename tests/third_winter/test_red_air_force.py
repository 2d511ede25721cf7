"""The Red Air Force (TTW 3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import NOWHERE
from engine.ocs import air, drop_plans, flak
from engine.ocs.decisions import Intercept
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.state import Mission
from engine.ocs.world import Draft
from engine.third_winter import red_air_force
from engine.third_winter.state import OFFENSIVE, REGROUPING
from tests.ocs import yard
from tests.third_winter.steppe import (
    F1,
    F2,
    asked,
    drafted,
    front,
    hq,
    line,
    now,
    plane,
    row_of,
    sheet,
    soviet,
    winter,
)

PLANES = {
    "Il.2 a": {"assigned": "2 VA"}, "Il.2 b": {"assigned": "5 VA"}, "Il.4": {},
    "Pe.2": {"assigned": "2 VA", "hip_shoot": True},
}


def field(
    step: str = "C3", one: str = OFFENSIVE, two: str = OFFENSIVE, markers: dict[str, str] | None
    = None, units: dict[str, Any] | None = None, **fields: Any,
) -> Draft:
    """The 1st Ukrainian Front at D5.10, the 2nd at D45.10, all aircraft on D20.10."""
    planes = [plane(n, **f) for n, f in PLANES.items()]
    planes += [plane("Yak", "F", combat=3, barrage=0, assigned="2 VA"),
               plane("Me", "F", AXIS, combat=3, barrage=0), plane("Ju", "T", AXIS)]
    world = winter(
        [soviet("S"), yard.regiment("G"), yard.regiment("H"), hq("Army"),
         yard.headquarters("Kessel HQ", AXIS, size="kessel"), soviet("1 Gd Abn Bde", para=True),
         soviet("3 Gd Abn Bde", para=True)],
        sheet("D", 60, 20, {"D9.09": "lake"}, line("D", 10, 1, 60)), planes,
        sources={SOVIET: ("D60.10",), AXIS: ("D1.20",)},
    )
    at = world.board.at
    where: dict[str, Any] = dict.fromkeys((*PLANES, "Yak"), "D20.10")
    where |= fields.pop("air", {})
    return drafted(
        world, units or {"S": "D20.09", "G": "D20.08"}, step=step, air=where,
        bases={"D20.10": (SOVIET, 3), "D40.18": (AXIS, 1)}, gauge=row_of("D", 10, 1, 60),
        fronts={F1: front(world, "D5.10", one), F2: front(world, "D45.10", two)},
        game={"markers": {m: at(h) for m, h in (markers or {}).items()}, **fields.pop("game", {})},
        **fields,
    )


def fly(kind: str, where: str, *names: str, more: str = "") -> str:
    return f"fly {kind} {where} with {', '.join(names)}{more}"


# ---------------------------------------------------------------- hip shoots, ranges (3.2a, c)


@pytest.mark.rule("TTW 3.2a")
def test_soviet_aircraft_fly_no_hip_shoots() -> None:
    draft = field("C2")
    assert yard.refusal(draft, fly("hip-shoot", "D20.08", "Pe.2")) == "TTW 3.2a"


@pytest.mark.rule("TTW 3.2c.2")
def test_a_striped_unit_counts_from_its_own_front_hq_or_air_army_hq() -> None:
    """D20.08 is 15 hexes from D5.10 and 25 from D45.10."""
    draft = field()
    board = draft.world.board
    assert board.distance(board.at("D20.08"), board.at("D5.10")) == 15
    assert yard.refusal(draft, fly("barrage", "D20.08", "Il.2 a")) == ""
    assert yard.refusal(draft, fly("barrage", "D20.08", "Il.2 b")) == "TTW 3.2c.2"
    near = field(markers={"va-2-ukr": "D30.10"})
    assert yard.refusal(near, fly("barrage", "D20.08", "Il.2 b")) == ""
    theirs = field(markers={"va-1-ukr": "D30.10"}, units={"S": "D25.09", "G": "D25.08"})
    assert yard.refusal(theirs, fly("barrage", "D25.08", "Il.2 a")) == ""
    assert yard.refusal(theirs, fly("barrage", "D25.08", "Il.2 b")) == "TTW 3.2c.2"


@pytest.mark.rule("TTW 3.2c.1")
def test_an_independent_unit_counts_from_any_of_them() -> None:
    """D30.08 is 15 from D45.10, D25.08 20 from both."""
    far = field(units={"S": "D25.09", "G": "D25.08"})
    assert yard.refusal(far, fly("barrage", "D25.08", "Il.4")) == "TTW 3.2c.1"
    near = field(units={"S": "D30.09", "G": "D30.08"})
    assert yard.refusal(near, fly("barrage", "D30.08", "Il.4")) == ""
    marker = field(units={"S": "D25.09", "G": "D25.08"}, markers={"va-2-ukr": "D35.10"})
    assert yard.refusal(marker, fly("barrage", "D25.08", "Il.4")) == ""


@pytest.mark.rule("TTW 3.2c.1", "TTW 3.2c.2")
def test_sweeps_and_trainbusting_have_the_limit_and_transfers_have_not() -> None:
    draft = field("C2", air={"Me": "D21.08"})
    draft.update(bases={**draft.state.bases, draft.world.board.at("D25.08"):
                        draft.state.bases[draft.world.board.at("D40.18")]})
    yard.go_to(draft, "C2")
    sweep = red_air_force.mission_limit
    world, state, at = draft.world, draft.state, draft.world.board.at
    for kind, free in ((air.SWEEP, False), (air.TRAIN, False), (air.TRANSFER, True)):
        found = sweep(world, state, kind, ("Yak",), at("D40.10"))
        assert (found is None) is free
        assert sweep(world, state, kind, ("Yak",), at("D20.10")) is None


# ---------------------------------------------------------------- together, Regrouping (3.2d)


@pytest.mark.rule("TTW 3.2d")
def test_air_armies_do_not_mix_but_independents_join_any() -> None:
    draft = field(markers={"va-2-ukr": "D20.10"})
    assert yard.refusal(draft, fly("barrage", "D20.08", "Il.2 a", "Il.2 b")) == "TTW 3.2d"
    assert yard.refusal(draft, fly("barrage", "D20.08", "Il.2 a", "Il.4")) == ""


@pytest.mark.rule("TTW 3.2d.s1")
def test_aircraft_of_a_regrouping_front_bomb_facilities_only() -> None:
    draft = field(one=REGROUPING)
    assert yard.refusal(draft, fly("barrage", "D20.08", "Il.2 a")) == "TTW 3.2d.s1"
    assert yard.refusal(draft, fly("trainbust", "D20.08", "Il.2 a")) == ""
    base = {**draft.state.bases, draft.world.board.at("D20.08"):
            draft.state.bases[draft.world.board.at("D40.18")]}
    draft.update(bases=base)
    assert yard.refusal(draft, fly("barrage", "D20.08", "Il.2 a", more=" target base")) == ""
    assert yard.refusal(field(), fly("barrage", "D20.08", "Il.2 a")) == ""


@pytest.mark.rule("TTW 3.2d.s1")
def test_nor_do_they_sweep() -> None:
    calm = field("C2", one=REGROUPING, air={"Me": "D20.08"})
    assert yard.refusal(calm, fly("sweep", "D20.08", "Yak")) == "TTW 3.2d.s1"
    busy = field("C2", air={"Me": "D20.08"})
    assert yard.refusal(busy, fly("sweep", "D20.08", "Yak")) == ""


@pytest.mark.rule("TTW 3.2d.s2")
def test_their_fighters_patrol_and_intercept() -> None:
    """The Yak on D20.10 covers D20.09, three hexes off, whatever its Front's Posture."""
    draft = field("C3'", one=REGROUPING, air={"Ju": "D40.18", "Il.2 a": "D20.10"},
                  game={"markers": {}})
    at = draft.world.board.at
    assert flak.patrols(draft.world, draft.state, SOVIET, at("D20.09")) == ("Yak",)
    draft.update(mission=Mission("barrage", AXIS, at("D20.09"), ("Ju",), stage="intercept"))
    yard.settle(draft)
    assert isinstance(draft.state.asks[-1], Intercept)
    assert yard.refusal(draft, "intercept Yak") == ""


# ---------------------------------------------------------------- Air Army HQs (3.2b)


def move(where: str, marker: str = "va-1-ukr") -> str:
    return f"act move-air-army {where} as {marker}"


@pytest.mark.rule("TTW 3.2b")
def test_stripes_belong_to_fronts() -> None:
    assert red_air_force.AIR_ARMIES["2 VA"] == (F1, "va-1-ukr")
    assert red_air_force.AIR_ARMIES["5 VA"] == (F2, "va-2-ukr")


@pytest.mark.rule("TTW 3.2b.1")
def test_an_air_army_hq_is_placed_on_land_within_its_boundary() -> None:
    """Without a drawn boundary the nearest Front HQ decides: D25 is halfway."""
    draft = field("C2", markers={"va-1-ukr": "D5.10"}, units={"S": "D20.09"})
    assert yard.refusal(draft, move("D20.10")) == ""
    assert yard.refusal(draft, move("D40.10")) == "TTW 3.2b.1"
    assert yard.refusal(draft, move("D9.09")) == "TTW 3.2b.1"  # a lake
    yard.play(draft, move("D20.10"))
    assert now(draft).markers["va-1-ukr"] == draft.world.board.at("D20.10")


@pytest.mark.rule("TTW 3.2b.1")
def test_no_closer_than_five_hexes_to_an_in_supply_axis_unit() -> None:
    """G in D1.17 draws from D1.20."""
    draft = field("C2", units={"G": "D1.17"})
    assert yard.refusal(draft, move("D1.12")) == ""
    assert yard.refusal(draft, move("D1.13")) == "TTW 3.2b.1"
    starved = field("C2", units={"G": "D20.17"})
    assert yard.refusal(starved, move("D20.15")) == ""
    pocket = field("C2", units={"G": "D20.17", "Kessel HQ": "D20.18"})
    assert yard.refusal(pocket, move("D20.15")) == ""


@pytest.mark.rule("TTW 3.2b.2")
def test_axis_units_in_its_hex_displace_it() -> None:
    draft = field("C2'", markers={"va-1-ukr": "D1.14"}, units={"G": "D1.16"})
    assert flak.modifiers(draft.world, draft.state, Mission(
        "barrage", AXIS, draft.world.board.at("D1.14"), ("Ju",)), ("Ju",)) == ()
    yard.play(draft, "move G via D1.15 D1.14")
    assert asked(draft) == f"{red_air_force.DISPLACE} va-1-ukr"
    offers = yard.offered(draft)
    assert "choose D1.09" in offers and "choose D1.10" not in offers
    yard.play(draft, "choose D12.05")
    assert now(draft).markers["va-1-ukr"] == draft.world.board.at("D12.05")
    assert now(draft).markers["va-1-ukr"] != NOWHERE


# ---------------------------------------------------------------- drops (3.2e)


@pytest.mark.rule("TTW 3.2e", "OCS 14.10b")
def test_only_the_1st_guards_airborne_drops_and_only_by_a_plan() -> None:
    """Planned in turn 1 for turn 3, into D25.05."""
    draft = field("A", units={"1 Gd Abn Bde": "D20.10", "3 Gd Abn Bde": "D20.10"})
    plan = "plan-drop {} at D25.05 turn {}"
    assert yard.refusal(draft, plan.format("3 Gd Abn Bde", 3)) == "TTW 3.2e"
    assert yard.refusal(draft, plan.format("1 Gd Abn Bde", 2)) == "OCS 14.10b"
    yard.play(draft, plan.format("1 Gd Abn Bde", 3))
    world, goal = draft.world, draft.world.board.at("D25.05")

    def drop(name: str, hex_: int = goal) -> str:
        found = drop_plans.drop_problem(world, draft.state, name, hex_)
        return found.rule if found is not None else ""

    assert drop("1 Gd Abn Bde") == "OCS 14.10b"
    draft.update(turn=3)
    assert drop("1 Gd Abn Bde") == ""
    assert drop("1 Gd Abn Bde", world.board.at("D25.06")) == "OCS 14.10b"
    assert drop("3 Gd Abn Bde") == "TTW 3.2e"
