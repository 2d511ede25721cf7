"""Special units: flak, rail artillery, assault units, artillery divisions (TTW 1.6)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.ocs import artillery, flak, fuel, hunger, odds, results, retreat
from engine.ocs.decisions import Retreat
from engine.ocs.pieces import AXIS, EXPLOIT, LEG, RE, SOVIET, TRUCK, Counter, Face
from engine.ocs.sizes import barrage_points, printed_strength
from engine.ocs.state import Fighting, Mission
from engine.ocs.world import Draft
from engine.third_winter import special_units
from tests.ocs.yard import change, play, refusal
from tests.third_winter.ground import board, counters, german, hq, river, soviet, where
from tests.third_winter.steppe import drafted, guns_division, line, row_of, winter

FIELD = board(columns=8, rows=6, terrain={"D4.04": "minor_city", "D6.02": "major_city"},
              sides=river("D3.02-D4.02", word="minor_river"))


def aa(name: str, side: str, value: int, size: str = "regiment", re4: int = RE) -> Counter:
    face = Face(4, False, 2, 3, TRUCK)
    return Counter(name, name, side, "antiair", combat=face, move=face, size=size, re4=re4,
                   flak=value)


# ---------------------------------------------------------------- flak (1.6a)


@pytest.mark.rule("TTW 1.6a")
def test_one_flak_unit_in_combat_mode_counts_in_a_hex() -> None:
    world = winter((aa("A", AXIS, 1), aa("B", AXIS, 1), german("G")), FIELD)
    mission = Mission("barrage", SOVIET, FIELD.at("D2.02"))

    def drm(draft: Draft) -> int:
        return sum(m.drm for m in flak.modifiers(draft.world, draft.state, mission, ()))

    assert drm(drafted(world, {"G": "D2.02"})) == 0
    assert drm(drafted(world, {"A": "D2.02"})) == 1
    both = drafted(world, {"A": "D2.02", "B": "D2.02"})
    assert drm(both) == 1
    change(both, "A", front=False)
    change(both, "B", front=False)
    assert drm(both) == 0


@pytest.mark.rule("TTW 1.6a")
def test_battalions_and_regiments_print_one_and_aa_divisions_two() -> None:
    found = [c for c in counters().values() if c.type == "antiair"]
    assert {c.flak for c in found if c.size == "division" and c.side == SOVIET} == {2}
    assert {c.flak for c in found if c.size in ("battalion", "regiment")} == {1}


# ---------------------------------------------------------------- rail artillery (1.6b)

TRACK = board(columns=10, rows=4, sides=line("D", 2, 1, 10), terrain={"D1.02": "village"})


def rail_gun(**fields: object) -> Draft:
    face, back = Face(1, False, 0, 0, TRUCK, barrage=14), Face(1, False, 0, 0, TRUCK)
    piece = Counter("Gun", "Gun", SOVIET, "rail_artillery", combat=face, move=back, re4=RE // 2,
                    range=5, rail_only=True, printed=False)
    world = winter((piece, german("G")), TRACK, sources={SOVIET: ("D10.02",)})
    return drafted(world, {"Gun": "D6.02", "G": "D3.02"}, gauge=row_of("D", 2, 1, 10),
                   dumps={"D6.02": (SOVIET, 40)}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("TTW 1.6b", "TTW 1.6b.1")
def test_it_barrages_like_other_artillery_but_only_oriented_to_combat_mode() -> None:
    draft = rail_gun(step="F1")
    assert refusal(draft, "barrage D3.02 with Gun") == ""
    draft = rail_gun(step="F1")
    change(draft, "Gun", front=False)
    assert refusal(draft, "barrage D3.02 with Gun") != ""
    assert barrage_points(draft.world, draft.state.units["Gun"]) == 0


@pytest.mark.rule("TTW 1.6b.2")
def test_it_moves_by_rail_in_move_mode_from_and_to_any_rail_hex_without_rail_capacity() -> None:
    draft = rail_gun()
    change(draft, "G", hex="D1.04")
    assert refusal(draft, "move Gun to D7.02") == "TTW 1.6b"
    assert refusal(draft, "rail Gun to D8.02") == "OCS 13.3e"
    change(draft, "Gun", front=False)
    assert draft.state.sides[SOVIET].rail == 0
    play(draft, "rail Gun to D8.02")
    assert where(draft, "Gun") == "D8.02"
    assert draft.state.sides[SOVIET].railed == 0


@pytest.mark.rule("TTW 1.6b.3")
def test_it_is_destroyed_if_forced_to_retreat() -> None:
    draft = rail_gun(step="F2'")
    draft.update(fighting=Fighting(TRACK.at("D6.02"), ("G",)))
    draft.ask(Retreat(SOVIET, ("Gun",), 1))
    retreat.refresh(draft)
    assert where(draft, "Gun") == "dead"


# ---------------------------------------------------------------- assault units (1.6c)


def assault(name: str = "Assault", id_: str = "") -> Counter:
    face = Face(5, True, 5, 3, LEG)
    return Counter(id_ or name, name, SOVIET, "assault_engineer", combat=face, move=face,
                   special_assault=True)


def rated(draft: Draft, id_: str, goal: str, start: str) -> int:
    change(draft, id_, hex=start)
    draft.update(fighting=Fighting(draft.world.board.at(goal), (id_,), lead=id_))
    return odds.rating(draft.world, draft.state, id_, attacking=True)


@pytest.mark.rule("TTW 1.6c")
def test_the_printed_rating_is_for_cities_forts_hedgehogs_and_rivers() -> None:
    fort = Counter("Fort", "Fort", AXIS, "fortress", combat=Face(5, False, 3, 0),
                   move=Face(5, False, 3, 0))
    draft = drafted(winter((assault(), fort), FIELD), {"Assault": "D2.02", "Fort": "D7.05"},
                    hogs={"D2.04": (AXIS, 1)})
    assert rated(draft, "Assault", "D4.04", "D3.04") == 5  # minor city
    assert rated(draft, "Assault", "D6.02", "D5.02") == 5  # major city
    assert rated(draft, "Assault", "D2.04", "D1.04") == 5  # hedgehog
    assert rated(draft, "Assault", "D7.05", "D7.04") == 5  # fort
    assert rated(draft, "Assault", "D4.02", "D3.02") == 5  # river
    assert rated(draft, "Assault", "D2.02", "D1.02") == 4  # open ground
    assert odds.rating(draft.world, draft.state, "Assault", attacking=False) == 4
    change(draft, "Assault", hex="D5.02")
    draft.update(fighting=None)
    city = draft.world.board.at("D6.02")  # as the preview asks, before a combat is in hand
    assert odds.rating(draft.world, draft.state, "Assault", attacking=True, hex_=city) == 5


@pytest.mark.rule("TTW 1.6c", "OCS 9.13")
@pytest.mark.parametrize(("goal", "start", "marked"), [
    ("D4.04", "D3.04", True), ("D2.02", "D1.02", False),
])
def test_the_rating_less_one_counts_for_exploitation_too(
    goal: str, start: str, marked: bool
) -> None:
    """Printed 4: e4 marks it after an attack into a minor city, not one into open ground."""
    face = Face(5, True, 4, 3, LEG)
    pioneers = evolve(assault(), combat=face, move=face)
    draft = drafted(winter((pioneers,), FIELD), {"Assault": start}, step="F2")
    at = draft.world.board.at
    draft.update(fighting=Fighting(at(goal), ("Assault",), lead="Assault", result="Ae4 DL1o2",
                                   attacker_hexes=(at(start),), stage="exploit"))
    results.proceed(draft)
    assert (draft.state.units["Assault"].marker == EXPLOIT) is marked


@pytest.mark.rule("TTW 1.6c", "OCS 12.8b")
def test_the_rating_less_one_counts_in_attrition() -> None:
    """Printed 4; a 9 costs one step in that column and two in that of 3."""
    face = Face(5, True, 4, 3, LEG)
    world = winter((evolve(assault(), combat=face, move=face, steps=3, re4=12),), FIELD)
    draft = drafted(world, {"Assault": "D2.02"}, rolls=(4, 5))
    change(draft, "Assault", oos=True)
    hunger.supply_phase(draft)
    assert draft.state.units["Assault"].lost == 2


@pytest.mark.rule("TTW 1.6c.s1")
def test_the_flame_tanks_have_no_bonus_across_a_river() -> None:
    flame = assault("1890 Flm-Tank Bn", special_units.FLAME_TANKS)
    draft = drafted(winter((flame,), FIELD), {flame.id: "D2.02"})
    assert rated(draft, flame.id, "D4.02", "D3.02") == 4
    assert rated(draft, flame.id, "D4.04", "D3.04") == 5
    assert counters()[special_units.FLAME_TANKS].special_assault


# ---------------------------------------------------------------- artillery divisions (1.6d)


@pytest.mark.rule("TTW 1.6d", "TTW 1.6d.ex1")
def test_84_factors_and_3_re_with_one_loss_defend_with_2_and_barrage_with_56() -> None:
    draft = drafted(winter((guns_division("AD"),), FIELD), {"AD": "D2.02"})
    unit = draft.state.units["AD"]
    assert printed_strength(draft.world, unit, attacking=False) == 3
    assert barrage_points(draft.world, unit) == 84
    change(draft, "AD", lost=1)
    unit = draft.state.units["AD"]
    assert printed_strength(draft.world, unit, attacking=False) == 2
    assert barrage_points(draft.world, unit) == 56


@pytest.mark.rule("TTW 1.6d.s1")
def test_each_re_of_a_division_fires_by_itself() -> None:
    draft = drafted(winter((guns_division("AD"),), FIELD), {"AD": "D2.02"})
    unit = draft.state.units["AD"]
    one = artillery.fire_of(draft.world, unit, "1re")
    assert isinstance(one, artillery.Fire) and one.points == 28
    change(draft, "AD", fired=2)
    rest = artillery.fire_of(draft.world, draft.state.units["AD"], "")
    assert isinstance(rest, artillery.Fire) and rest.points == 28
    assert not isinstance(artillery.fire_of(draft.world, draft.state.units["AD"], "2re"),
                          artillery.Fire)


@pytest.mark.rule("TTW 1.6d.n1")
def test_a_division_is_no_independent_unit_and_fuels_by_itself() -> None:
    army = hq("Army", side=SOVIET)
    draft = drafted(winter((guns_division("AD"), army), FIELD), {"AD": "D2.02", "Army": "D2.03"},
                    dumps={"D2.03": (SOVIET, 40)})
    change(draft, "AD", front=False)
    assert not draft.world.counters["AD"].independent
    play(draft, "fuel Army as hq")
    assert not fuel.fueled(draft.world, draft.state, draft.state.units["AD"])
    play(draft, "fuel AD as single")
    assert fuel.fueled(draft.world, draft.state, draft.state.units["AD"])


# ---------------------------------------------------------------- Breakdowns (1.6e)


@pytest.mark.rule("TTW 1.6e")
def test_guards_luftwaffe_and_jaeger_have_breakdowns_of_their_own() -> None:
    pool = special_units.breakdown_pool
    world = winter((soviet("X"),), FIELD)
    found = counters()

    def same(parent: str, child: str) -> bool:
        return pool(world, found[parent]) == pool(world, found[child])

    assert same("sov-g75-rd", "brkd-sov-g-1") and not same("sov-g75-rd", "brkd-sov-1")
    assert same("sov-ga2-rd", "brkd-sov-g-1")  # Guards Airborne
    assert same("sov-112-rd", "brkd-sov-1")
    assert same("lw-2-fj-div", "brkd-lw-1") and not same("lw-2-fj-div", "brkd-de-1")
    assert same("de-jg-97-div", "brkd-jg-1") and not same("de-9-div", "brkd-jg-1")
    assert same("de-mtn-3-div", "brkd-de-1") and not same("de-mtn-3-div", "brkd-jg-1")
