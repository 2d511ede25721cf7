"""Barrage and artillery (OCS 10, 13.4, HR-7, 21.9)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.errors import BadCommand
from engine.ocs import artillery, barrage
from engine.ocs.pieces import (
    AXIS,
    COMBAT,
    DG,
    EXPLOIT,
    ORGANIC,
    RE,
    RESERVE,
    SOVIET,
    STRAT,
    TRUCK,
    Counter,
    Face,
)
from engine.ocs.sizes import barrage_points, printed_strength
from engine.ocs.state import Bombardment
from engine.ocs.world import Draft, Options
from tests.ocs.yard_fire import Yard, board, charts, division, gun, hq, infantry, plane

FOE = "0304"
"""Hex of the targets; 0303 and 0305 are beside it."""


def foes(*re4: int) -> list[str]:
    return [f"Foe {i}" for i, _ in enumerate(re4, 1)]


def yard(
    *re4: int, guns: tuple[tuple[str, int], ...] = (("Gun", 8),), terrain: str = "clear",
    spotter: bool = True, step: str = "F1", hog: int = 0, tokens: int = 40,
    options: Options | None = None,
) -> Yard:
    """Guns in 0303, or in 0301 where nobody spots, against Soviet units of these sizes in 0304."""
    counters = [gun(name, points) for name, points in guns]
    counters += [infantry(n, side=SOVIET, re4=s) for n, s in zip(foes(*re4), re4, strict=True)]
    start = "0303" if spotter else "0301"
    units = {name: start for name, _ in guns} | dict.fromkeys(foes(*re4), FOE)
    return Yard.make(
        board(terrain={FOE: terrain}), counters, units=units, dumps={start: (AXIS, tokens)},
        hogs={FOE: (SOVIET, hog)} if hog else {}, step=step, options=options,
    )


def net(made: Yard, **how: bool) -> int:
    """Columns of all shifts against the target hex."""
    found = barrage.shifts(made.world, made.state, AXIS, made.at(FOE), **how)
    return sum(shift.columns for shift in found)


# ---------------------------------------------------------------- the worked examples


@pytest.mark.rule("OCS 10.0a", "OCS 10.1b", "OCS 10.0d")
def test_sixteen_points_at_eight_re_in_a_hedgehog_in_close_terrain() -> None:
    """Appendix 1, Barrage 1: 3T on 12-16, right 2 to 25-40; 8 is [1/2], by guns a half."""
    made = yard(*[RE] * 8, guns=(("Gun", 16),), terrain="woods", hog=1)
    assert net(made) == 4 - 1 - 1
    made.roll(4, 4, 4)
    made.do(f"barrage {FOE} with Gun")
    assert made.tokens("0303") == 40 - 3
    assert made.asked == "Losses"
    assert made.rolls_left() == ()
    made.do("lose Foe 3")
    assert not made.unit("Foe 3").on_map
    assert all(made.unit(f"Foe {i}").marker == DG for i in (1, 2, 4, 5, 6, 7, 8))
    assert made.state.hogs[made.at(FOE)].level == 1


@pytest.mark.rule("OCS 10.0a")
def test_the_die_of_a_half_saves_the_step_on_three() -> None:
    """As above, with 3 on the loss die: DG only."""
    made = yard(*[RE] * 8, guns=(("Gun", 16),), terrain="woods", hog=1)
    made.roll(4, 4, 3)
    made.do(f"barrage {FOE} with Gun")
    assert made.asked == ""
    assert all(made.unit(f"Foe {i}").marker == DG for i in range(1, 9))


def bomber_yard(points: int, terrain: str, *, spotter: bool, count: int, with_hq: bool) -> Yard:
    """A bomber whose base is 12 hexes from the target, so that it is not at short range."""
    names = [f"Foe {i}" for i in range(1, count + 1)]
    counters = [infantry(n, side=SOVIET) for n in names]
    units = dict.fromkeys(names, FOE)
    if with_hq:
        counters.append(hq("Staff", side=SOVIET))
        units["Staff"] = FOE
    if spotter:
        counters.append(infantry("Eyes"))
        units["Eyes"] = "0303"
    return Yard.make(
        board(16, 6, terrain={FOE: terrain}), counters, [plane("Stuka", barrage=points)],
        units=units, air={"Stuka": "1504"}, bases={"1504": (AXIS, 1)}, step="C3",
    )


@pytest.mark.rule("OCS 10.0a", "OCS 10.0b")
def test_air_seventeen_at_one_re_in_close_terrain_without_a_spotter() -> None:
    """Appendix 1, Barrage 2: 17-24 left 5 to the column of 2; 10 is DG."""
    made = bomber_yard(17, "woods", spotter=False, count=1, with_hq=False)
    assert net(made) == -1 - 1 - 3
    made.roll(1, 1, 5, 5)
    made.do(f"fly barrage {FOE} with Stuka")
    assert made.unit("Foe 1").marker == DG
    assert made.rolls_left() == ()


@pytest.mark.rule("OCS 10.0a", "OCS 10.2c")
def test_air_nine_at_four_re_spotted_in_the_open() -> None:
    """Appendix 1, Barrage 3: 8-11 right 1 to 12-16; 10 is [1/2], from the air only DG."""
    made = bomber_yard(9, "clear", spotter=True, count=3, with_hq=True)
    assert net(made) == 1
    made.roll(1, 1, 5, 5, 6)
    made.do(f"fly barrage {FOE} with Stuka")
    assert made.rolls_left() == (6,)
    assert made.asked == ""
    assert made.unit("Staff").marker == DG
    assert made.unit("Foe 1").marker == DG


@pytest.mark.rule("OCS 10.0a", "OCS 10.0b")
def test_air_nine_at_four_re_unspotted_in_the_open() -> None:
    """Appendix 1, Barrage 4: 8-11 net left 2 to 3-4; 12 is 1/2, a step on 4-6."""
    made = bomber_yard(9, "clear", spotter=False, count=4, with_hq=False)
    assert net(made) == 1 - 3
    made.roll(1, 1, 6, 6, 4)
    made.do(f"fly barrage {FOE} with Stuka")
    assert made.asked == "Losses"


@pytest.mark.rule("TTW 1.6d", "OCS 13.4b")
def test_an_artillery_division_with_a_loss_has_two_thirds_of_its_guns() -> None:
    """Appendix 1, Barrage share: 84 points, 3 RE, one loss: defends with 2, barrages with 56."""
    counter = gun("Division", 84, steps=3, re4=3 * RE, side=SOVIET)
    made = Yard.make(board(), [counter], units={"Division": "0303"})
    made.change("Division", lost=1)
    assert barrage_points(made.world, made.unit("Division")) == 56
    assert printed_strength(made.world, made.unit("Division"), attacking=False) == 2


# ---------------------------------------------------------------- columns and shifts (10.0a)


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.1")
@pytest.mark.parametrize(
    ("quarters", "columns"),
    [(1, -1), (4, -1), (5, 0), (12, 0), (13, 1), (16, 1), (17, 2), (20, 2), (21, 3), (24, 3),
     (25, 4), (40, 4)],
)
def test_density_shifts_by_the_re_in_the_hex(quarters: int, columns: int) -> None:
    """Left 1 up to 1 RE, then none up to 3, and one more for each RE up to 6."""
    assert barrage.density_shift(quarters) == columns


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.1")
def test_no_division_counts_for_more_than_three_re() -> None:
    """A four-step division alone shifts nothing; four regiments would shift one column."""
    made = Yard.make(board(), [division("Big", 4, side=SOVIET)], units={"Big": FOE})
    assert barrage.density4(made.world, made.state, made.at(FOE)) == 3 * RE
    made.change("Big", lost=2)
    assert barrage.density4(made.world, made.state, made.at(FOE)) == 2 * RE


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.1")
def test_no_formation_counts_for_more_than_three_re() -> None:
    """Four regiments of one corps are 3 RE; an independent one adds its own."""
    names = ("A", "B", "C", "D")
    corps = [infantry(n, side=SOVIET, formation="1st Corps") for n in names]
    made = Yard.make(board(), [*corps, infantry("E", side=SOVIET)],
                     units=dict.fromkeys((*names, "E"), FOE))
    assert barrage.density4(made.world, made.state, made.at(FOE)) == 4 * RE


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.3")
@pytest.mark.parametrize(
    ("terrain", "columns"),
    [("clear", 0), ("woods", -1), ("minor_city", -1), ("major_city", -2),
     ("major_city woods", -2)],
)
def test_terrain_shifts_left_and_the_target_takes_the_best(terrain: str, columns: int) -> None:
    """Close and Very Close one column, Extremely Close two; against 2 RE nothing else counts."""
    assert net(yard(RE, RE, terrain=terrain)) == columns


@pytest.mark.rule("OCS 10.0a", "OCS 16.0d", "OCS 10.0a.2")
def test_any_hedgehog_shifts_one_column_left() -> None:
    """Level 2 as much as level 1."""
    assert [net(yard(RE, RE, hog=level)) for level in (0, 1, 2)] == [0, -1, -1]


@pytest.mark.rule("OCS 10.0b")
def test_without_a_spotter_three_columns_left() -> None:
    """A unit next to the target spots, whatever it is: here the gun itself."""
    assert net(yard(RE, RE)) == 0
    assert net(yard(RE, RE, spotter=False)) == -3


@pytest.mark.rule("OCS 10.0b")
def test_transport_does_not_spot() -> None:
    """Only combat units do."""
    made = yard(RE, RE, spotter=False)
    trucks = infantry("Trucks", type="truck points")
    made.world = evolve(made.world, counters={**made.world.counters, "Trucks": trucks})
    made.state = evolve(made.state, units={**made.state.units})
    place = Yard.make(made.world.board, [trucks], units={"Trucks": "0303"}).unit("Trucks")
    made.state = evolve(made.state, units={**made.state.units, "Trucks": place})
    assert net(made) == -3


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.4")
def test_a_target_in_strat_mode_shifts_three_columns_right() -> None:
    """Once, however many there are."""
    made = yard(RE, RE)
    made.change("Foe 1", marker=STRAT)
    assert net(made) == 3
    made.change("Foe 2", marker=STRAT)
    assert net(made) == 3


@pytest.mark.rule("OCS 10.2b", "OCS 10.0b")
def test_short_range_is_one_column_right_spotted_or_not() -> None:
    """Never with a Strategic Bomber, whose missions are never spotted either (14.1e)."""
    assert net(yard(RE, RE), close_air=True) == 1
    assert net(yard(RE, RE, spotter=False), close_air=True) == 1 - 3
    assert net(yard(RE, RE), close_air=True, strategic=True) == -3


@pytest.mark.rule("OCS 10.0")
@pytest.mark.parametrize(
    ("points", "column", "cost"),
    [(1, 0, 1), (2, 1, 1), (4, 2, 2), (5, 3, 2), (11, 4, 2), (12, 5, 3), (24, 6, 3), (25, 7, 4),
     (68, 8, 6), (69, 9, 8), (117, 10, 10), (500, 10, 10)],
)
def test_the_column_and_its_cost(points: int, column: int, cost: int) -> None:
    """The printed columns 1, 2, 3-4, 5-7, 8-11, 12-16, 17-24, 25-40, 41-68, 69-116, 117+."""
    made = yard(RE)
    assert barrage.initial_column(made.world, "units", points) == (column, cost)


@pytest.mark.rule("OCS 10.0")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    """Nine columns left of the second is the first."""
    made = yard(RE)
    shift = barrage.Shift("test", -9)
    assert barrage.shifted(made.world, 1, (shift,)) == 0
    assert barrage.shifted(made.world, 9, (barrage.Shift("test", 4),)) == 10


# ---------------------------------------------------------------- results (10.0a)


def struck(made: Yard, code: str, *dice: int, shot: Bombardment | None = None,
           unspotted: bool = False) -> Yard:
    """The yard after a result of the table is applied to the target hex."""
    made.roll(*dice)
    draft: Draft = Draft(made.world, made.state)
    barrage.apply_code(draft, AXIS, shot or Bombardment(made.at(FOE), guns=("Gun",)), code,
                       unspotted=unspotted)
    made.state = draft.state
    return made


@pytest.mark.rule("OCS 10.0a")
def test_a_dash_does_nothing_and_dg_disorganizes_all() -> None:
    """No step is lost by either."""
    assert struck(yard(RE, RE), "-").unit("Foe 1").marker == ""
    made = struck(yard(RE, RE), "DG")
    assert [made.unit(n).marker for n in ("Foe 1", "Foe 2")] == [DG, DG]
    assert made.asked == ""


@pytest.mark.rule("OCS 10.0a")
def test_a_number_is_so_many_steps_of_the_owners_choice() -> None:
    """Two of three regiments; any two of them, or both steps from one division."""
    made = struck(yard(RE, RE, RE), "2")
    assert made.asked == "Losses"
    assert made.refused("lose Foe 1") == "OCS 10.0a"
    made.do("lose Foe 1, Foe 3")
    assert made.unit("Foe 2").on_map
    assert not made.unit("Foe 1").on_map


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.5")
def test_brackets_are_only_dg_in_a_strong_hedgehog_from_the_air_or_unspotted() -> None:
    """Else they are a half: level 2 does not help."""
    plain = struck(yard(RE, hog=2), "[1/2]", 6)
    assert not plain.unit("Foe 1").on_map
    for made in (
        struck(yard(RE, hog=3), "[1/2]", 6),
        struck(yard(RE), "[1/2]", 6, unspotted=True),
        struck(yard(RE), "[1/2]", 6, shot=Bombardment(yard(RE).at(FOE), aircraft=("Stuka",))),
    ):
        assert made.unit("Foe 1").marker == DG
        assert made.rolls_left() == (6,)


@pytest.mark.rule("OCS 10.0a", "OCS 10.0a.5")
def test_an_unbracketed_half_counts_in_every_case() -> None:
    """From the air, unspotted, in a level-3 hedgehog: 4-6 costs a step."""
    shot = Bombardment(yard(RE).at(FOE), aircraft=("Stuka",))
    assert not struck(yard(RE, hog=3), "1/2", 4, shot=shot, unspotted=True).unit("Foe 1").on_map
    assert struck(yard(RE, hog=3), "1/2", 3, shot=shot, unspotted=True).unit("Foe 1").on_map


# ---------------------------------------------------------------- facilities (10.0c)


def base_yard(level: int, points: int) -> Yard:
    """Guns of so many points against a Soviet base with two air units on it."""
    return Yard.make(
        board(), [gun("Gun", points)], [plane("One", side=SOVIET), plane("Two", side=SOVIET)],
        units={"Gun": "0303"}, air={"One": FOE, "Two": FOE}, bases={FOE: (SOVIET, level)},
        dumps={"0303": (AXIS, 40)},
    )


@pytest.mark.rule("OCS 10.0c", "OCS 15.0c", "OCS 10.0c.A")
def test_a_base_loses_levels_and_each_aircraft_there_rolls() -> None:
    """20 points (11-20, 2T), roll 5: 1*(4), a level, and a step on 4 or more."""
    made = base_yard(3, 20)
    made.roll(5, 4, 3)
    made.do(f"barrage {FOE} with Gun target base")
    assert made.state.bases[made.at(FOE)].level == 2
    assert (made.air("One").lost, made.air("Two").lost) == (1, 0)
    assert made.tokens("0303") == 40 - 2
    assert made.state.busts == {}


@pytest.mark.rule("OCS 10.0c", "OCS 15.0c", "OCS 10.0c.A")
def test_a_base_never_falls_below_level_one() -> None:
    """81 points, roll 6: 2*(3) leaves a level-2 base with one level, a level-1 base as it is."""
    for level in (2, 1):
        made = base_yard(level, 81)
        made.roll(6, 1, 1)
        made.do(f"barrage {FOE} with Gun target base")
        assert made.state.bases[made.at(FOE)].level == 1


@pytest.mark.rule("OCS 10.0c", "OCS 15.2", "OCS 10.0c.A")
def test_an_air_strip_is_never_reduced_but_its_aircraft_are_hit() -> None:
    """20 points, roll 5: the (4) still counts; a second step destroys."""
    made = base_yard(0, 20)
    made.state = evolve(made.state, air={
        **made.state.air, "One": evolve(made.air("One"), lost=1),
    })
    made.roll(5, 6, 1)
    made.do(f"barrage {FOE} with Gun target base")
    assert made.state.bases[made.at(FOE)].level == 0
    assert made.air("One").box == "dead"
    assert made.air("Two").lost == 0


@pytest.mark.rule("OCS 10.0c", "OCS 10.0c.C")
def test_artillery_does_not_bust_trains_and_a_base_must_be_there() -> None:
    """Trainbusting is for aircraft; without a base there is no such target."""
    assert base_yard(1, 8).refused(f"barrage {FOE} with Gun target train") == "OCS 10.0c"
    assert base_yard(1, 8).refused("barrage 0404 with Gun target base") == "OCS 10.0c"
    assert base_yard(1, 8).refused(f"barrage {FOE} with Gun target base") == ""


@pytest.mark.rule("OCS 10.0d")
def test_a_barrage_of_a_base_leaves_the_units_beside_it_alone() -> None:
    """Only the announced target is hit."""
    made = base_yard(2, 20)
    foe = infantry("Foe", side=SOVIET)
    made.world = evolve(made.world, counters={**made.world.counters, "Foe": foe})
    unit = Yard.make(made.world.board, [foe], units={"Foe": FOE}).unit("Foe")
    made.state = evolve(made.state, units={**made.state.units, "Foe": unit})
    made.roll(6, 1, 1)
    made.do(f"barrage {FOE} with Gun target base")
    assert made.unit("Foe").mode == COMBAT
    assert made.state.bases[made.at(FOE)].level == 1


# ---------------------------------------------------------------- limits (10.0e)


@pytest.mark.rule("OCS 10.0e", "OCS 10.0e.A", "OCS 10.0e.B")
def test_a_hex_is_barraged_once_in_a_phase_and_again_in_the_next() -> None:
    """By other guns too; a new phase opens it again."""
    made = yard(RE, RE, guns=(("Gun", 8), ("Second", 8)))
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun")
    assert made.refused(f"barrage {FOE} with Second") == "OCS 10.0e"
    made.state = evolve(made.state, barraged=frozenset())
    assert made.refused(f"barrage {FOE} with Second") == ""
    assert made.refused(f"barrage {FOE} with Gun") == "OCS 10.0e"


@pytest.mark.rule("OCS 10.0e")
def test_the_frame_opens_hexes_and_guns_again_in_a_new_phase() -> None:
    """Once the Combat Phase is over the marks are gone."""
    made = yard(RE, RE)
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun")
    assert made.unit("Gun").barraged
    assert made.state.barraged == {made.at(FOE)}
    made.do("end")
    assert made.state.barraged == frozenset()
    assert not made.unit("Gun").barraged


@pytest.mark.rule("OCS 10.0e", "OCS 13.4a", "OCS 10.0e.C")
def test_artillery_fires_in_its_own_combat_phase_but_not_in_the_movement_phase() -> None:
    """C3 is for aircraft; there the command is out of place."""
    assert yard(RE, RE).refused(f"barrage {FOE} with Gun") == ""
    assert yard(RE, RE, step="C3").refused(f"barrage {FOE} with Gun") != ""
    made = yard(RE, RE, step="C3")
    assert artillery.gun_problem(made.world, made.state, "Gun", made.at(FOE)) is not None


@pytest.mark.rule("OCS 10.0")
def test_no_barrage_without_an_enemy_combat_unit_or_a_point() -> None:
    """An empty hex is no target; a gun reduced to less than half a point does not fire."""
    made = yard(RE, RE)
    assert made.refused("barrage 0404 with Gun") == "OCS 10.0"
    assert yard(RE, guns=(("Gun", 1),)).refused(f"barrage {FOE} with Gun") == ""
    nothing = yard(RE, guns=(("Gun", 0),))
    assert nothing.refused(f"barrage {FOE} with Gun") == "OCS 13.4"


@pytest.mark.rule("OCS 10.0e")
def test_only_own_units_on_the_map_named_once_fire() -> None:
    """A unit of the other side is refused, a name that stands twice cannot be read."""
    made = yard(RE, RE)
    assert made.refused(f"barrage {FOE} with Foe 1") == "OCS 10.0e"
    with pytest.raises(BadCommand):
        made.do(f"barrage {FOE} with Gun, Gun")


# ---------------------------------------------------------------- range, mode (10.1, 13.4)


@pytest.mark.rule("OCS 10.1a")
def test_range_is_counted_in_hexes() -> None:
    """Range 3 reaches from one to three hexes, and not four."""
    for start, rule in (("0303", ""), ("0301", ""), ("0206", ""), ("0601", "OCS 10.1a")):
        made = yard(RE, RE)
        made.change("Gun", hex=made.at(start))
        made.state = evolve(made.state, dumps={made.at(start): made.state.dumps[made.at("0303")]})
        assert made.refused(f"barrage {FOE} with Gun") == rule


@pytest.mark.rule("OCS 10.1c", "OCS 13.4")
def test_the_side_showing_counts_and_dg_halves_it() -> None:
    """Eight points, four on the Move side, two when that is DG."""
    made = yard(RE, RE)
    points = [barrage_points(made.world, made.unit("Gun"))]
    made.change("Gun", front=False)
    points.append(barrage_points(made.world, made.unit("Gun")))
    made.change("Gun", marker=DG)
    points.append(barrage_points(made.world, made.unit("Gun")))
    assert points == [8, 4, 2]


@pytest.mark.rule("OCS 10.1b", "OCS 10.0")
def test_fractions_are_added_before_the_total_is_rounded() -> None:
    """Two DG guns of 5 are 2.5 and 2.5: 5 points, the column that costs 2T."""
    made = yard(RE, RE, guns=(("Gun", 5), ("Second", 5)))
    made.change("Gun", marker=DG)
    made.change("Second", marker=DG)
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun, Second")
    assert made.said("fire 5 points")
    assert made.tokens("0303") == 40 - 2


@pytest.mark.rule("OCS 13.4a", "OCS 10.1c")
@pytest.mark.parametrize("marker", [RESERVE, STRAT])
def test_no_barrage_in_reserve_or_strat_mode(marker: str) -> None:
    """In Combat, Move or DG it fires."""
    made = yard(RE, RE)
    made.change("Gun", marker=marker)
    assert made.refused(f"barrage {FOE} with Gun") == "OCS 13.4a"
    made.change("Gun", marker=DG)
    assert made.refused(f"barrage {FOE} with Gun") == ""
    made.change("Gun", marker="", front=False)
    assert made.refused(f"barrage {FOE} with Gun") == ""


@pytest.mark.rule("OCS 13.4a")
def test_in_reaction_only_released_reserves_fire() -> None:
    """The Soviet turn's E2 is the Axis player's."""
    made = yard(RE, RE, step="E2'")
    assert made.refused(f"barrage {FOE} with Gun") == "OCS 13.4a"
    made.change("Gun", released=True)
    assert made.refused(f"barrage {FOE} with Gun") == ""


@pytest.mark.rule("OCS 21.9")
def test_reactive_artillery_fires_in_combat_or_move_mode() -> None:
    """With the option; DG is neither mode."""
    option = Options(reactive_artillery=True)
    made = yard(RE, RE, step="E2'", options=option)
    assert made.refused(f"barrage {FOE} with Gun") == ""
    made.change("Gun", front=False)
    assert made.refused(f"barrage {FOE} with Gun") == ""
    made.change("Gun", marker=DG)
    assert made.refused(f"barrage {FOE} with Gun") == "OCS 13.4a"


@pytest.mark.rule("OCS 13.4a", "OCS 11.0e")
def test_in_exploitation_only_exploitation_units_and_released_reserves_fire() -> None:
    """A gun in plain Combat Mode does not."""
    made = yard(RE, RE, step="G2")
    assert made.refused(f"barrage {FOE} with Gun") == "OCS 13.4a"
    made.change("Gun", marker=EXPLOIT)
    assert made.refused(f"barrage {FOE} with Gun") == ""
    made.change("Gun", marker="", released=True)
    assert made.refused(f"barrage {FOE} with Gun") == ""


@pytest.mark.rule("TTW 1.6b")
def test_rail_artillery_fires_only_oriented_to_combat_mode() -> None:
    """Its Move side does not fire even where a number is printed."""
    made = Yard.make(
        board(), [gun("Dora", rail_only=True), infantry("Foe", side=SOVIET)],
        units={"Dora": "0303", "Foe": FOE}, dumps={"0303": (AXIS, 8)},
    )
    assert made.refused(f"barrage {FOE} with Dora") == ""
    made.change("Dora", front=False)
    assert made.refused(f"barrage {FOE} with Dora") == "TTW 1.6b"


# ---------------------------------------------------------------- supply (10.1b)


@pytest.mark.rule("OCS 10.1b", "OCS 10.1b.C")
def test_no_supply_no_barrage_and_nobody_has_fired() -> None:
    """Internal stocks do not help."""
    made = yard(RE, RE, tokens=1)
    assert made.refused(f"barrage {FOE} with Gun") == "OCS 10.1b"
    assert not made.unit("Gun").barraged
    assert yard(RE, RE, tokens=2).refused(f"barrage {FOE} with Gun") == ""


@pytest.mark.rule("OCS 10.1b", "OCS 10.1b.B")
def test_out_of_supply_artillery_fires_at_full_strength() -> None:
    """If the tokens are there."""
    made = yard(RE, RE)
    made.change("Gun", oos=True)
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun")
    assert made.said("fire 8 points")


def apart(*, staff: bool) -> Yard:
    """Two guns far apart on a long board, each with a dump of its own, and an HQ between."""
    counters = [gun("Left", 4, 9), gun("Right", 4, 9), infantry("Foe", side=SOVIET)]
    units = {"Left": "0103", "Right": "1603", "Foe": "0801"}
    if staff:
        counters.append(hq("Staff", throw=9))
        units["Staff"] = "0803"
    return Yard.make(
        board(16, 6), counters, units=units,
        dumps={"0103": (AXIS, 1), "1603": (AXIS, 1), "0804": (AXIS, 2 if staff else 0)},
    )


@pytest.mark.rule("OCS 10.1b", "OCS 10.1b.A")
def test_all_guns_pay_through_one_hq_or_from_one_dump() -> None:
    """Two dumps out of each other's reach do not add up; one HQ that throws to both does."""
    command = "barrage 0801 with Left, Right"
    assert apart(staff=False).refused(command) == "OCS 10.1b"
    made = apart(staff=True)
    made.roll(1, 1)
    made.do(f"{command} by Staff")
    assert made.tokens("0804") == 0


@pytest.mark.rule("OCS 10.1b")
def test_the_player_may_name_who_pays() -> None:
    """A hex that cannot pay is refused, the one that can is used."""
    made = yard(RE, RE)
    assert made.refused(f"barrage {FOE} with Gun by 0601") == "OCS 10.1b"
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun by 0303")
    assert made.tokens("0303") == 38


# ---------------------------------------------------------------- part of the strength


@pytest.mark.rule("OCS HR-7", "OCS 10.0e")
def test_with_artillery_factors_a_gun_may_fire_fewer_points() -> None:
    """Two of eight cost 1T; the gun has fired all the same. Without the house rule all of it."""
    made = yard(RE, RE)
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun factors 2")
    assert made.said("fire 2 points")
    assert made.tokens("0303") == 39
    assert made.unit("Gun").barraged
    whole = yard(RE, RE, options=Options(artillery_factors=False))
    assert whole.refused(f"barrage {FOE} with Gun factors 2") == "OCS 10.0e"
    assert whole.refused(f"barrage {FOE} with Gun") == ""


@pytest.mark.rule("OCS HR-7")
@pytest.mark.parametrize("factors", ["0", "9", "x"])
def test_factors_run_from_one_to_the_full_value(factors: str) -> None:
    """Eight points: 1 to 8."""
    assert yard(RE).refused(f"barrage {FOE} with Gun factors {factors}") == "OCS 10.0e"
    assert yard(RE).refused(f"barrage {FOE} with Gun factors 8") == ""


@pytest.mark.rule("TTW 1.6d", "OCS 10.0e")
def test_an_artillery_division_fires_each_re_apart() -> None:
    """84 points in three shares of 28; what is left fires together, then nothing is left."""
    made = Yard.make(
        board(), [gun("Division", 84, 4, steps=3, re4=3 * RE), infantry("Foe", side=SOVIET),
                  infantry("Other", side=SOVIET)],
        units={"Division": "0303", "Foe": FOE, "Other": "0403"}, dumps={"0303": (AXIS, 40)},
    )
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Division factors 1re")
    assert made.said("fire 28 points")
    assert not made.unit("Division").barraged
    assert made.refused("barrage 0403 with Division factors 3re") == "TTW 1.6d"
    made.roll(1, 1)
    made.do("barrage 0403 with Division")
    assert made.said("fire 56 points")
    assert made.unit("Division").barraged


@pytest.mark.rule("TTW 1.6d")
def test_a_regiment_has_no_shares() -> None:
    """Shares are for divisions."""
    assert yard(RE).refused(f"barrage {FOE} with Gun factors 1re") == "TTW 1.6d"


@pytest.mark.rule("OCS 10.0e")
def test_what_is_offered_may_be_done() -> None:
    """Each gun and both together, for what they cost and for less, nothing for the enemy.

    8 points cost 2T, 2 of them 1T; 16 cost 3T, 11 of them 2T.
    """
    made = yard(RE, RE, guns=(("Gun", 8), ("Second", 8)))
    offered = made.offered()
    both = f"barrage {FOE} with Gun, Second"
    assert set(offered) == {
        f"barrage {FOE} with Gun", f"barrage {FOE} with Gun factors 2",
        f"barrage {FOE} with Second", f"barrage {FOE} with Second factors 2",
        both, f"{both} factors 8, 3", f"{both} factors 1, 1", "end",
    }
    assert all(made.refused(text) == "" for text in offered)
    whole = yard(RE, guns=(("Gun", 8),), options=Options(artillery_factors=False))
    assert whole.offered() == [f"barrage {FOE} with Gun", "end"]


@pytest.mark.rule("OCS 10.0c", "OCS HR-7")
def test_bases_in_range_are_offered_as_targets_too() -> None:
    """20 points are 2T on the Facility table, 10 of them 1T; the base stands there alone."""
    made = base_yard(3, 20)
    assert made.offered() == [
        f"barrage {FOE} with Gun target base", f"barrage {FOE} with Gun target base factors 10",
        "end",
    ]


@pytest.mark.rule("TTW 1.6d")
def test_the_shares_of_a_division_are_offered() -> None:
    """84 points in three shares; then 68 for 6T, 40 for 4T, 24 for 3T, 11 for 2T, 2 for 1T."""
    counter = gun("Division", 84, steps=3, re4=3 * RE)
    made = Yard.make(board(), [counter, infantry("Foe", side=SOVIET)],
                     units={"Division": "0303", "Foe": FOE}, dumps={"0303": (AXIS, 40)})
    factors = [text.partition("factors ")[2] for text in made.offered()]
    assert factors == ["", "1re", "2re", "68", "40", "24", "11", "2", ""]


@pytest.mark.rule("OCS HR-7")
def test_one_gun_may_fire_all_beside_another_that_fires_less() -> None:
    """A DG gun of 7 has 3 1/2: with 4 of the other 7 1/2, so 8 points for 2T."""
    made = yard(RE, RE, guns=(("Gun", 7), ("Second", 8)))
    made.change("Gun", marker=DG)
    made.roll(1, 1)
    made.do(f"barrage {FOE} with Gun, Second factors all, 4")
    assert made.said("fire 8 points")
    assert made.tokens("0303") == 38


@pytest.mark.rule("OCS 19.0", "OCS 10.0c")
def test_ports_have_nothing_to_lose_where_no_side_has_sea_cap() -> None:
    """A hit would only lower a capacity that nobody uses (TTW 1.1c)."""
    assert yard(RE, terrain="port").refused(f"barrage {FOE} with Gun target port") == "OCS 19.0"
    assert yard(RE, terrain="port").refused(f"barrage {FOE} with Gun") == ""


@pytest.mark.rule("OCS 10.1b", "OCS 13.2g")
@pytest.mark.parametrize(("formation", "rule"), [("57", ""), ("58", "OCS 10.1b"),
                                                 ("", "OCS 10.1b")])
def test_an_organic_truck_pays_for_guns_of_its_own_formation(formation: str, rule: str) -> None:
    """Eight points are 2T; no other supply is in reach."""
    face = Face(0, False, 0, 45, TRUCK)
    truck = Counter("Truck", "Truck", AXIS, ORGANIC, face, face, formation="57", re4=0, points=1,
                    printed=False)
    made = Yard.make(
        board(), [gun("Gun", formation=formation), truck, infantry("Foe", side=SOVIET)],
        units={"Gun": "0303", "Foe": FOE, "Truck": "0303"},
    )
    made.change("Truck", load=3, front=False)
    assert made.refused(f"barrage {FOE} with Gun") == rule
    if not rule:
        made.roll(1, 1)
        made.do(f"barrage {FOE} with Gun")
        assert made.unit("Truck").load == 1


def test_the_charts_of_the_yard_are_the_published_ones() -> None:
    """A spot check of the last row, so that the tests above stand on the printed table."""
    assert charts().barrage_rows[10] == (
        "DG", "1/2", "1/2", "1/2", "1/2", "1", "1", "1", "1", "2", "3",
    )
