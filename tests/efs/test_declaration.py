"""Attack Declaration (BSR 12): who may attack what, at what odds, and what must be attacked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs import advance, combat, declaration
from engine.efs.commands import Declare
from engine.efs.pieces import AXIS, SOVIET, Counter, Unit
from engine.efs.sequence import DECLARE, SEQUENCE
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.moves import DRY, MOTORIZED, MUD, SNOW, denied, foe, kind, order
from tests.efs.support import counter, headquarters, make_board, make_draft, make_world

TARGET = "0303"


def field(
    *units: Counter, at: dict[str, str], step: str = "B.2", terrain: dict[str, str] | None = None,
    sides: dict[tuple[str, str], str] | None = None, weather: str = DRY, **state: Any,
) -> Draft:
    """Units where they are said to be, in the Attack Declaration Phase of the Axis."""
    world = make_world(make_board(7, 7, terrain, sides), units)
    state.setdefault("frozen", weather == SNOW)
    return make_draft(world, at, step=step, weather=weather, **state)


def duel(attack: int = 4, defense: int = 4, *more: Counter, **state: Any) -> Draft:
    """Axis "A" in 0302, in the ZOC of "Foe" in 0303; further units in 0302 or 0303 by side."""
    units = [counter("A", attack), foe(defense=defense), *more]
    spots = {u.id: "0302" if u.side == AXIS else TARGET for u in units}
    return field(*units, at=spots, **state)


def declared(draft: Draft) -> list[tuple[list[str], tuple[str, ...]]]:
    """Every Declared Attack: its hexes and the units that make it."""
    number = draft.world.board.id
    return [([number(h) for h in a.hexes], a.units) for a in draft.state.attacks]


GO = f"attack {TARGET} with A"


# ---------------------------------------------------------------- 12.0


@pytest.mark.rule("BSR 12.0", "ESP B.2", "ESP C.2", "EFS 4.2B.1", "EFS 4.2C.1")
@pytest.mark.parametrize(
    ("before", "side", "after"), [("B.1", AXIS, "B.2"), ("C.1", SOVIET, "C.2")]
)
def test_each_side_declares_after_its_first_movement_phase(
    before: str, side: str, after: str
) -> None:
    """The Axis after its Movement, the Soviets after their Motorized Movement phase."""
    a = counter("A", side=side, type="cavalry", ma_class="cavalry", ma=6)
    other = counter("Foe", side=SOVIET if side == AXIS else AXIS)
    draft = field(a, other, at={"A": "0302", "Foe": TARGET}, step=before)
    assert denied(draft, GO) != ""
    order(draft, "end")
    step = SEQUENCE[draft.state.step]
    assert (step.id, step.key, step.side) == (after, DECLARE, side)
    order(draft, GO)


@pytest.mark.rule("BSR 12.0")
@pytest.mark.parametrize("step", ["B.5", "C.5"])
def test_no_attack_is_declared_after_the_second_movement_phase(step: str) -> None:
    assert declaration.HANDLERS[Declare].steps == {DECLARE}
    assert denied(duel(step=step), GO) != ""


@pytest.mark.rule("BSR 12.0.s1", "BSR 12.35")
def test_a_declared_attack_is_marked_on_its_hex_and_may_be_taken_back() -> None:
    draft = duel()
    order(draft, GO)
    assert declared(draft) == [([TARGET], ("A",))]
    assert draft.events[-1].rule == "BSR 12.35"
    assert denied(draft, GO) == "BSR 15.23"
    order(draft, f"cancel {TARGET}")
    assert declared(draft) == []
    assert denied(draft, f"cancel {TARGET}") == "BSR 12.35"


# ---------------------------------------------------------------- 12.1, 12.2


@pytest.mark.rule("BSR 12.11")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, ""), ({"attack": 0}, "BSR 12.11"), ({"type": "supply", "attack": 0}, "BSR 12.11"),
        ({"side": SOVIET, "attack": 4}, "BSR 12.11"),
    ],
)
def test_only_combat_units_of_the_moving_side_with_an_attack_strength_attack(
    fields: dict[str, Any], rule: str
) -> None:
    a = counter("A", **{"attack": 4, **fields})
    draft = field(a, counter("Own"), foe(), at={"A": "0302", "Own": "0203", "Foe": TARGET})
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 12.11")
def test_a_headquarters_has_no_attack_strength() -> None:
    draft = field(headquarters("A"), counter("D"), at={"A": "0302", "D": TARGET}, step="C.2")
    assert denied(draft, GO) == "BSR 12.11"


@pytest.mark.rule("BSR 12.11")
def test_attackers_stand_next_to_an_enemy_combat_unit() -> None:
    draft = field(counter("A"), foe(), foe("MSU", type="supply", attack=0),
                  at={"A": "0302", "Foe": "0304", "MSU": "0203"})
    assert denied(draft, "attack 0304 with A") == "BSR 15.21a"
    assert denied(draft, "attack 0203 with A") == "BSR 12.5"
    assert denied(draft, f"attack {TARGET} with A") == "BSR 12.5"


@pytest.mark.rule("BSR 12.12", "BSR 12.33")
def test_artillery_is_not_designated_to_attack() -> None:
    gun = counter("Gun", 3, type="artillery", support=5, range=3)
    draft = duel(1, 4, gun)
    assert denied(draft, f"attack {TARGET} with Gun") == "BSR 12.12"
    assert denied(draft, f"attack {TARGET} with A, Gun") == "BSR 12.12"
    assert denied(draft, GO) == ""


@pytest.mark.rule("BSR 12.2", "BSR 12.2.ex1")
def test_attacking_is_voluntary_for_each_unit_beside_the_enemy() -> None:
    """A, B, C and D stand around the Defender Hex; B and D attack it, A and C stay out."""
    spots = {"A": "0302", "B": "0403", "C": "0304", "D": "0203", "Foe": TARGET}
    draft = field(*(counter(n) for n in "ABCD"), foe(), at=spots)
    assert denied(draft, "end") == ""
    order(draft, f"attack {TARGET} with B, D")
    assert declared(draft) == [([TARGET], ("B", "D"))]
    assert denied(draft, "end") == ""


# ---------------------------------------------------------------- 12.3


@pytest.mark.rule("BSR 12.31", "BSR 12.35")
@pytest.mark.parametrize(
    ("attack", "defense", "rule"),
    [(1, 4, ""), (1, 5, "BSR 12.35"), (2, 8, ""), (2, 9, "BSR 12.35"), (3, 10, ""), (30, 1, "")],
)
def test_the_initial_odds_are_at_least_one_to_four(attack: int, defense: int, rule: str) -> None:
    draft = duel(attack, defense)
    assert denied(draft, GO) == rule
    assert declared(draft) == []


@pytest.mark.rule("BSR 12.12", "BSR 12.31", "BSR 12.33", "BSR 12.34")
def test_initial_odds_leave_out_guns_of_both_sides_and_untried_units() -> None:
    """Question EFS-Q42: 3 to 10 is 1-4. Support of 8 in range, militia and a gun of 2 do not
    count; were both of the latter to count, 3 to 16 would be too little."""
    more = [
        counter("Gun", 0, type="artillery", support=8, range=5),
        foe("Militia", defense=4, untried=True),
        foe("Battery", defense=2, type="artillery", support=2, range=2, attack=0),
    ]
    draft = duel(3, 10, *more)
    at = draft.world.board.at(TARGET)
    draft.update(units={**draft.state.units, "Militia": Unit("Militia", at, untried=True)})
    assert declaration.initial_strengths(draft.world, draft.state, ("A",), (at,)) == (3, 10)
    assert denied(draft, GO) == ""
    draft.update(units={**draft.state.units, "Militia": Unit("Militia", at)})
    assert denied(draft, GO) == "BSR 12.35"


@pytest.mark.rule("BSR 12.33", "BSR 12.34")
def test_strengths_are_totals_of_present_sides() -> None:
    """Attack 1 and a reduced 1 against 5 and 3: 2 to 8; the reduced unit alone is too weak."""
    draft = field(counter("A", 1), counter("B", 6, reduced=(1, 1, 4)), foe(defense=5),
                  foe("Foe 2", defense=3),
                  at={"A": "0302", "B": "0302", "Foe": TARGET, "Foe 2": TARGET})
    hex_ = draft.world.board.at("0302")
    draft.update(units={**draft.state.units, "B": Unit("B", hex_, lost=1)})
    assert denied(draft, f"attack {TARGET} with A, B") == ""
    assert denied(draft, f"attack {TARGET} with B") == "BSR 12.35"


@pytest.mark.rule("BSR 12.32")
def test_odds_are_those_of_the_moment_of_the_declaration() -> None:
    """Declared at 3 to 12; what weakens the attacker later does not take the marker away."""
    draft = field(counter("A", 3, reduced=(1, 1, 4)), foe(defense=12),
                  at={"A": "0302", "Foe": TARGET})
    order(draft, GO)
    assert draft.events[-1].text.endswith("3 to 12")
    hex_ = draft.world.board.at("0302")
    draft.update(units={**draft.state.units, "A": Unit("A", hex_, lost=1)})
    assert denied(draft, "end") == ""
    assert declared(draft) == [([TARGET], ("A",))]
    order(draft, f"cancel {TARGET}")
    assert denied(draft, GO) == "BSR 12.35"


def fighting(*units: Counter, at: dict[str, str], by: tuple[str, ...], side: str = AXIS,
             mandated: bool = False, **state: Any) -> Draft:
    """A Declared Attack of these units on 0303 in the Combat Phase."""
    draft = field(*units, at=at, step="B.4c" if side == AXIS else "C.4c", **state)
    attack = Attack((draft.world.board.at(TARGET),), by, mandated)
    draft.update(attacks=(attack,))
    return draft


@pytest.mark.rule("BSR 12.36")
def test_a_declared_attack_must_be_made_even_below_one_to_four() -> None:
    """A reinforced defense of 13 against 3: the phase does not end before it is resolved, and
    then the attackers are eliminated (15.57)."""
    draft = fighting(counter("A", 3), foe(defense=10), foe("Reserve", defense=3),
                     at={"A": "0302", "Foe": TARGET, "Reserve": TARGET}, by=("A",))
    assert denied(draft, "end") == "BSR 12.36"
    order(draft, f"fight {TARGET} with A")
    assert not draft.state.units["A"].on_map
    assert draft.state.attacks == ()


@pytest.mark.rule("BSR 12.36")
def test_a_phase_without_declared_attacks_ends_when_the_player_likes() -> None:
    draft = field(counter("A"), foe(), at={"A": "0302", "Foe": TARGET}, step="B.4c")
    assert combat.may_end(draft.world, draft.state) is None


@pytest.mark.rule("BSR 12.36.s1")
@pytest.mark.parametrize(
    ("names", "rule"), [("A", "BSR 12.36.s1"), ("B", "BSR 12.36.s1"), ("A, B", "")]
)
def test_the_final_attackers_are_chosen_freely_but_not_below_one_to_four(
    names: str, rule: str
) -> None:
    """1 or 2 against 12 are too few while both together make 1-4."""
    draft = fighting(counter("A", 1), counter("B", 2), foe(defense=12),
                     at={"A": "0302", "B": "0203", "Foe": TARGET}, by=("A", "B"))
    assert denied(draft, f"fight {TARGET} with {names}") == rule


@pytest.mark.rule("BSR 12.36.s1")
def test_support_that_is_there_must_be_used_to_reach_one_to_four() -> None:
    """2 and 2 of support are 1-4 against 16; without the gun 2 are too few."""
    gun = counter("Gun", 0, type="artillery", support=2, range=3)
    dump = counter("Dump", 0, 0, 0, type="supply", steps=2)
    draft = fighting(counter("A", 2), gun, dump, foe(defense=16),
                     at={"A": "0302", "Gun": "0301", "Dump": "0301", "Foe": TARGET}, by=("A",))
    assert denied(draft, f"fight {TARGET} with A supplied Dump") == "BSR 12.36.s1"
    assert denied(draft, f"fight {TARGET} with A support Gun supplied Dump") == ""


# ---------------------------------------------------------------- 12.4


def mandate(attack: int, defense: int, steps: int) -> Draft:
    """A Soviet unit before an Axis division in the Soviet declaration phase."""
    unit = counter("A", attack, side=SOVIET, reduced=(1, 1, 4), steps=steps)
    return field(unit, counter("D", defense=defense), at={"A": "0302", "D": TARGET}, step="C.2")


@pytest.mark.rule("BSR 12.42", "BSR 12.42a", "BSR 12.42b")
@pytest.mark.parametrize(
    ("attack", "defense", "steps", "rule"),
    [
        (2, 8, 6, ""), (2, 8, 5, "BSR 12.42"),  # 1-4 with six steps, and with five
        (6, 4, 1, ""), (5, 4, 1, "BSR 12.42"),  # 3-2, and 5 to 4
        (2, 9, 6, "BSR 12.35"),  # "any odds" are any allowed odds (see notes)
    ],
)
def test_a_mandated_attack_takes_six_steps_or_three_to_two(
    attack: int, defense: int, steps: int, rule: str
) -> None:
    draft = mandate(attack, defense, steps)
    assert denied(draft, f"{GO} mandated") == rule


@pytest.mark.rule("BSR 12.42b")
def test_a_reaction_that_lowers_the_odds_leaves_a_mandated_attack_one() -> None:
    """Declared at 6 to 4, which is 3-2; with 4 more in the hex it is fought at 6 to 8."""
    draft = mandate(6, 4, 1)
    order(draft, f"{GO} mandated")
    assert draft.state.attacks[0].mandated
    weaker = fighting(counter("A", 6, side=SOVIET), counter("D"), counter("Reserve"),
                      at={"A": "0302", "D": TARGET, "Reserve": TARGET}, by=("A",), side=SOVIET,
                      mandated=True)
    assert denied(weaker, f"fight {TARGET} with A") == ""


@pytest.mark.rule("BSR 12.41")
def test_mandated_attacks_are_soviet() -> None:
    assert denied(duel(9, 1), f"{GO} mandated") == "BSR 12.41"
    assert denied(mandate(9, 1, 6), f"{GO} mandated") == ""
    assert denied(duel(9, 1), GO) == ""


@pytest.mark.rule("BSR 12.41")
@pytest.mark.parametrize(("mandated", "rule"), [(True, "BSR 12.41"), (False, "")])
def test_every_unit_named_for_a_mandated_attack_must_fight(mandated: bool, rule: str) -> None:
    units = [counter(n, 8, side=SOVIET) for n in "AB"]
    draft = fighting(*units, counter("D"), at={"A": "0302", "B": "0203", "D": TARGET},
                     by=("A", "B"), side=SOVIET, mandated=mandated)
    assert denied(draft, f"fight {TARGET} with A") == rule
    assert denied(draft, f"fight {TARGET} with A, B") == ""


# ---------------------------------------------------------------- 12.5, 12.6

BESIDE = ("0302", TARGET)
"""The hexside between attacker and defender."""


@pytest.mark.parametrize(
    ("zoc", "of", "ground", "side", "rule"),
    [
        # a ZOC reaches the attacker: it may attack whether it can enter or not
        pytest.param(True, MOTORIZED, "swamp", "", "",
                     marks=pytest.mark.rule("BSR 12.5", "BSR 12.51")),
        pytest.param(True, "foot", "clear", "", "",
                     marks=pytest.mark.rule("BSR 12.5", "BSR 12.51")),
        # no ZOC, but the hex can be entered
        pytest.param(False, "foot", "swamp", "", "",
                     marks=pytest.mark.rule("BSR 12.5", "BSR 12.52")),
        pytest.param(False, MOTORIZED, "swamp", "rail", "",
                     marks=pytest.mark.rule("BSR 12.5", "BSR 12.52")),
        pytest.param(True, "foot", "clear", "major_river", "",
                     marks=pytest.mark.rule("BSR 12.5", "BSR 12.52")),
        # neither
        pytest.param(False, MOTORIZED, "swamp", "", "BSR 12.61",
                     marks=pytest.mark.rule("BSR 12.61", "BSR 12.61a", "BSR 12.61b")),
        pytest.param(True, "foot", "clear", "lake", "BSR 12.61",
                     marks=pytest.mark.rule("BSR 12.61", "BSR 12.61a", "BSR 12.61b")),
        pytest.param(True, "foot", "clear", "sea", "BSR 12.61",
                     marks=pytest.mark.rule("BSR 12.61", "BSR 12.61a", "BSR 12.61b")),
    ],
)
def test_a_hex_may_be_attacked_if_its_zoc_reaches_or_it_can_be_entered(
    zoc: bool, of: str, ground: str, side: str, rule: str
) -> None:
    draft = field(kind("A", of), foe(zoc=zoc), at={"A": "0302", "Foe": TARGET},
                  terrain={TARGET: ground}, sides={BESIDE: side} if side else None)
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 12.52", "BSR 10.76c.x1")
@pytest.mark.parametrize(("armor", "weather", "rule"),
                         [(False, DRY, ""), (True, DRY, "BSR 12.61"), (True, SNOW, "")])
def test_armor_that_cannot_cross_an_unfrozen_major_river_cannot_attack_over_it(
    armor: bool, weather: str, rule: str
) -> None:
    draft = field(kind("A", MOTORIZED, armor=armor), foe(), at={"A": "0302", "Foe": TARGET},
                  sides={BESIDE: "major_river"}, weather=weather)
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 12.51.ex1")
def test_example_units_beside_a_swamp_attack_but_only_those_on_roads_advance() -> None:
    """Soviet motorized units across hexsides B and C without roads, and in A and D with them."""
    spots = {"A": "0302", "B": "0403", "C": "0304", "D": "0203"}
    draft = field(
        *(kind(n, MOTORIZED, side=SOVIET) for n in spots), counter("Ax"),
        at={**spots, "Ax": TARGET}, step="C.2", terrain={TARGET: "swamp"},
        sides={(TARGET, "0302"): "road.minor", (TARGET, "0203"): "road.main"},
    )
    at = draft.world.board.at(TARGET)
    for name in "ABCD":
        assert denied(draft, f"attack {TARGET} with {name}") == ""
    able = [n for n in "ABCD"
            if advance.can_enter(draft.world, draft.state, draft.state.units[n], at)]
    assert able == ["A", "D"]


@pytest.mark.rule("BSR 12.52.ex1")
def test_example_a_lone_gun_without_a_zoc_is_attacked_by_infantry_and_armor() -> None:
    gun = foe(type="artillery", support=3, range=3, attack=0, zoc=False)
    draft = field(kind("Inf"), kind("Arm", MOTORIZED, armor=True), gun,
                  at={"Inf": "0302", "Arm": "0203", "Foe": TARGET})
    assert denied(draft, f"attack {TARGET} with Inf, Arm") == ""


@pytest.mark.rule("BSR 12.52.ex2", "BSR 12.7")
@pytest.mark.parametrize("targets", [("0303",), ("0402",), ("0303", "0402")])
def test_example_a_unit_behind_major_rivers_attacks_either_enemy_or_both(
    targets: tuple[str, ...],
) -> None:
    """C is 0302; A and B, 0303 and 0402, put no ZOC across the river on it."""
    draft = field(
        counter("C", 9), foe("FA"), foe("FB"), at={"C": "0302", "FA": "0303", "FB": "0402"},
        sides={("0302", "0303"): "major_river", ("0302", "0402"): "major_river"},
    )
    order(draft, f"attack {' '.join(targets)} with C")
    assert denied(draft, "end") == ""


@pytest.mark.rule("BSR 12.52.ex2", "BSR 12.7")
def test_without_the_rivers_the_same_unit_must_attack_both() -> None:
    draft = field(counter("C", 9), foe("FA"), foe("FB"),
                  at={"C": "0302", "FA": "0303", "FB": "0402"})
    order(draft, "attack 0303 with C")
    assert denied(draft, "end") == "BSR 12.7"


@pytest.mark.rule("BSR 12.61b.ex1", "BSR 12.61")
def test_example_across_an_unfrozen_lake_nobody_attacks() -> None:
    spots = {"A": "0302", "Foe": TARGET}
    dry = field(counter("A"), foe(), at=spots, sides={BESIDE: "lake"})
    assert denied(dry, GO) == "BSR 12.61"
    frozen = field(counter("A"), foe(), at=spots, sides={BESIDE: "lake"}, weather=SNOW)
    assert denied(frozen, GO) == ""


@pytest.mark.rule("BSR 12.61b.ex2", "BSR 12.61")
def test_example_a_swamp_without_roads_is_closed_to_motorized_attackers() -> None:
    """The enemy has a No ZOC band; a unit on foot could enter and so may attack."""
    for of, rule in ((MOTORIZED, "BSR 12.61"), ("foot", "")):
        draft = field(kind("A", of), foe(zoc=False), at={"A": "0302", "Foe": TARGET},
                      terrain={TARGET: "swamp"})
        assert denied(draft, GO) == rule


# ---------------------------------------------------------------- 12.7 and its figure

A, B, C, D, E, F = "0403", "0303", "0204", "0304", "0305", "0502"


def figure(*more: str, weather: str = MUD) -> Draft:
    """The figure of 12.7: Soviet armor in A and C, Soviet infantry in D; Axis infantry in B and a
    unit in F, which touches A alone; perhaps another in E, which touches D alone."""
    units = [
        kind("FA", MOTORIZED, side=SOVIET, armor=True), kind("FC", MOTORIZED, side=SOVIET),
        foe("FD"), counter("B", 9), counter("F", 9), *(counter(n, 9) for n in more),
    ]
    spots = {"FA": A, "FC": C, "FD": D, "B": B, "F": F, **dict.fromkeys(more, E)}
    return field(*units, at=spots, weather=weather)


@pytest.mark.rule("BSR 12.7", "BSR 12.7.ex1")
def test_example_the_infantry_may_attack_the_armor_only_if_the_infantry_is_attacked_too() -> None:
    """In Mud A puts no ZOC on B, which can enter A; D does put one on B."""
    draft = figure()
    assert denied(draft, f"attack {A} with B, F") == ""
    order(draft, f"attack {A} with B, F")
    assert denied(draft, "end") == "BSR 12.7"
    order(draft, f"cancel {A}", f"attack {A} with F")
    assert denied(draft, "end") == ""
    order(draft, f"attack {D} with B")
    assert denied(draft, "end") == ""


@pytest.mark.rule("BSR 12.7.ex2", "BSR 12.7")
def test_example_a_unit_in_e_that_attacks_d_frees_the_one_in_b() -> None:
    draft = figure("E")
    order(draft, f"attack {A} with B, F", f"attack {D} with E")
    assert denied(draft, "end") == ""


@pytest.mark.rule("BSR 12.7.ex3", "BSR 12.7")
def test_example_the_armor_in_c_may_be_ignored_but_not_attacked_alone() -> None:
    draft = figure()
    order(draft, f"attack {D} with B")
    assert denied(draft, "end") == ""
    order(draft, f"cancel {D}", f"attack {C} with B")
    assert denied(draft, "end") == "BSR 12.7"


@pytest.mark.rule("BSR 12.7")
def test_in_dry_weather_all_three_put_their_zoc_on_b() -> None:
    draft = figure(weather=DRY)
    order(draft, f"attack {D} with B")
    assert denied(draft, "end") == "BSR 12.7"
    order(draft, f"cancel {D}", f"attack {A} {C} {D} with B")
    assert denied(draft, "end") == ""


@pytest.mark.rule("BSR 12.7.s1")
def test_a_stack_is_divided_freely_among_the_enemies_around_it() -> None:
    """Each of the attacks needs 1-4 of its own: 1 to 4 and 8 to 4, not 1 to 5."""
    def draft(defense: int) -> Draft:
        return field(counter("S1", 1), counter("S2", 8), foe("F1", defense=defense), foe("F2"),
                     at={"S1": "0302", "S2": "0302", "F1": TARGET, "F2": "0402"})

    fine = draft(4)
    order(fine, f"attack {TARGET} with S1", "attack 0402 with S2")
    assert denied(fine, "end") == ""
    assert denied(draft(5), f"attack {TARGET} with S1") == "BSR 12.35"
    both = draft(5)
    order(both, f"attack {TARGET} with S2", "attack 0402 with S1")
    assert denied(both, "end") == ""


@pytest.mark.rule("BSR 12.7.s1")
def test_no_unit_attacks_twice() -> None:
    draft = field(counter("A", 8), foe("F1"), foe("F2"),
                  at={"A": "0302", "F1": TARGET, "F2": "0402"})
    order(draft, f"attack {TARGET} with A")
    assert denied(draft, "attack 0402 with A") == "BSR 15.25"


# ---------------------------------------------------------------- 12.8


@pytest.mark.rule("BSR 12.8", "BSR 12.8.2", "BSR 12.8.ex1")
def test_example_a_unit_beside_three_hexes_attacks_them_all_but_no_other_joins() -> None:
    draft = figure()
    assert denied(draft, f"attack {A} {C} {D} with B, F") == "BSR 12.8.2"
    order(draft, f"attack {A} {C} {D} with B")
    assert declared(draft) == [([C, D, A], ("B",))]
    assert denied(draft, "end") == ""


@pytest.mark.rule("BSR 12.8", "BSR 12.31")
def test_a_multiple_hex_attack_adds_up_its_defenders() -> None:
    """2 to 4 and 4 is 1-4; against 5 and 4 it is not."""
    for defense, rule in ((4, ""), (5, "BSR 12.35")):
        draft = field(counter("A", 2), foe("F1", defense=defense), foe("F2", defense=4),
                      at={"A": "0302", "F1": TARGET, "F2": "0402"})
        assert denied(draft, f"attack {TARGET} 0402 with A") == rule


@pytest.mark.rule("BSR 12.8.1")
def test_each_hex_of_a_multiple_hex_attack_must_be_eligible_by_itself() -> None:
    """0402 lies across a lake: neither ZOC nor entry."""
    spots = {"A": "0302", "F1": TARGET, "F2": "0402"}
    lake = field(counter("A", 8), foe("F1"), foe("F2"), at=spots,
                 sides={("0302", "0402"): "lake"})
    assert denied(lake, f"attack {TARGET} 0402 with A") == "BSR 12.61"
    assert denied(lake, f"attack {TARGET} with A") == ""
    open_ = field(counter("A", 8), foe("F1"), foe("F2"), at=spots)
    assert denied(open_, f"attack {TARGET} 0402 with A") == ""


@pytest.mark.rule("BSR 12.8.1", "BSR 12.7")
def test_a_multiple_hex_attack_leaves_no_other_zoc_unanswered() -> None:
    draft = figure(weather=DRY)
    order(draft, f"attack {A} {D} with B")
    assert denied(draft, "end") == "BSR 12.7"


@pytest.mark.rule("BSR 12.8.3")
@pytest.mark.parametrize(
    ("gun_at", "rule"), [("0301", ""), ("0201", ""), ("0104", ""), ("0101", "BSR 14.22")]
)
def test_guns_need_one_of_the_hexes_in_range(gun_at: str, rule: str) -> None:
    """Range 2. 0301 reaches 0303 and 0402, 0201 only 0402, 0104 only 0303, and 0101 neither."""
    gun = counter("Gun", 0, type="artillery", support=2, range=2)
    dump = counter("Dump", 0, 0, 0, type="supply", steps=2)
    draft = field(counter("A", 8), gun, dump, foe("F1"), foe("F2"), step="B.4c",
                  at={"A": "0302", "Gun": gun_at, "Dump": "0302", "F1": TARGET, "F2": "0402"})
    at = draft.world.board.at
    hexes = tuple(sorted((at(TARGET), at("0402"))))
    draft.update(attacks=(Attack(hexes, ("A",)),))
    assert denied(draft, f"fight {TARGET} with A support Gun supplied Dump") == rule


# ---------------------------------------------------------------- what is on offer


@pytest.mark.rule("BSR 12.0")
def test_the_phase_is_passed_over_where_nobody_can_attack() -> None:
    """Far apart: from Movement the sequence goes straight on to Motorized Movement."""
    far = field(counter("A"), kind("M", MOTORIZED), foe(),
                at={"A": "0101", "M": "0101", "Foe": "0606"}, step="B.1")
    order(far, "end")
    assert SEQUENCE[far.state.step].id == "B.5"


@pytest.mark.rule("BSR 12.2")
def test_each_declaration_on_offer_is_allowed() -> None:
    draft = figure("E")
    offers = list(declaration.offer_declarations(draft.world, draft.state, ""))
    assert {o.hexes for o in offers if isinstance(o, Declare)} == {(A,), (C,), (D,)}
    for offer in offers:
        assert isinstance(offer, Declare)
        assert declaration.check_declare(draft.world, draft.state, offer) is None
