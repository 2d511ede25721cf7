"""Overrun (BSR 11.4): who, where, at what odds and price, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.efs import artillery, cas, fortifications, modifiers, overrun, reaction, supply
from engine.efs.commands import GRAMMAR, Cas, Overrun
from engine.efs.decisions import Lose, Retreat
from engine.efs.flow import FLOW
from engine.efs.pieces import (
    AXIS,
    CADRE,
    CANNOT_REBUILD,
    ELIMINATED,
    OUT_OF_SUPPLY,
    OVERRUN,
    SET_ASIDE,
    SOVIET,
    Counter,
    Unit,
)
from engine.efs.sequence import COMBAT, ENGINEERING, MOVE, SEQUENCE
from engine.efs.sequence import MOTORIZED as MOTORIZED_PHASE
from engine.efs.state import Attack, Combat, Fort
from engine.efs.world import Draft
from tests.efs.moves import (
    ARCTIC,
    DRY,
    FROST,
    LINGERING,
    MUD,
    SNOW,
    denied,
    finish,
    foe,
    left,
    order,
    where,
)
from tests.efs.support import (
    counter,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    rolls_made,
)

START, TARGET = "0303", "0304"
"""The stack overruns southward; the defenders stand to the south of it."""


def tanks(name: str = "P", attack: int = 12, ma: int = 7, **fields: Any) -> Counter:
    """A German panzer regiment."""
    values: dict[str, Any] = {
        "type": "armor", "ma_class": "motorized", "size": "III", "armor": True, "stack": 1,
    }
    return counter(name, attack, 3, ma, **{**values, **fields})


def weak(name: str = "Foe", defense: int = 2, **fields: Any) -> Counter:
    """A Soviet brigade."""
    return foe(name, **{"attack": 2, "defense": defense, **fields})


def scene(
    attackers: tuple[Counter, ...] = (),
    defenders: tuple[Counter, ...] = (),
    *more: Counter,
    at: Mapping[str, str | Unit] | None = None,
    terrain: dict[str, str] | None = None,
    side: str = "",
    weather: str = DRY,
    step: str = "B.1",
    scenario: dict[str, Any] | None = None,
    **state: Any,
) -> Draft:
    """A stack in 0303 (a panzer regiment of 12 unless told otherwise) before defenders in 0304."""
    attackers = attackers or (tanks(),)
    defenders = defenders or (weak(),)
    sides = {(START, TARGET): side} if side else None
    world = make_world(
        make_board(7, 8, terrain, sides), [*attackers, *defenders, *more], **(scenario or {})
    )
    spots: dict[str, str | Unit] = {
        **{u.id: START for u in attackers}, **{u.id: TARGET for u in defenders}, **(at or {})
    }
    state.setdefault("frozen", weather in (SNOW, ARCTIC))
    if weather == LINGERING:
        weather, state["rolled"] = DRY, (MUD, DRY)
    return make_draft(world, spots, step=step, weather=weather, **state)


def on(draft: Draft, id_: str, where_: str = TARGET, **fields: Any) -> None:
    """Put other values on a unit."""
    hex_ = draft.world.board.at(where_)
    draft.update(units={**draft.state.units, id_: Unit(id_, hex_, **fields)})


def chance(draft: Draft, *names: str) -> overrun.Chance:
    """Odds and DRMs of an Overrun of 0304 by these units."""
    at = draft.world.board.at
    return overrun.assess(draft.world, draft.state, names or ("P",), at(START), at(TARGET))


def drms(draft: Draft, *names: str) -> dict[str, int]:
    """The DRMs by name, that of the odds left out."""
    return {m.name: m.value for m in chance(draft, *names).modifiers
            if not m.name.startswith("odds")}


BY_P = f"overrun {TARGET} with P"


def finish_all(draft: Draft) -> None:
    """Answer every decision that waits by the first answer on offer."""
    while draft.state.asks:
        order(draft, GRAMMAR.render(next(FLOW.legal(draft.world, draft.state))))


# ---------------------------------------------------------------- 11.4, 11.41


@pytest.mark.rule("BSR 11.4", "BSR 10.13d", "BSR 10.23.1", "ESP B.1c.5", "ESP B.5b.2",
                  "ESP C.1b.2.4", "ESP C.5b.2.6")
@pytest.mark.parametrize(
    ("step", "side"), [("B.1", AXIS), ("B.5", AXIS), ("C.1", SOVIET), ("C.5", SOVIET)]
)
def test_an_overrun_is_part_of_both_movement_phases_of_either_side(step: str, side: str) -> None:
    """A defender of 1 against 20, so that the odds never bar it."""
    nation = "german" if side == AXIS else "soviet"
    draft = scene(
        (tanks(attack=20, side=side, nationality=nation),),
        (counter("D", 1, 1, side=SOVIET if side == AXIS else AXIS),), step=step, rolls=(5,),
    )
    order(draft, BY_P)
    assert where(draft, "P") == TARGET
    assert overrun.HANDLERS[Overrun].steps == {MOVE, MOTORIZED_PHASE}


@pytest.mark.rule("BSR 11.4")
def test_an_overrun_needs_an_enemy_combat_unit_in_the_hex_next_door() -> None:
    draft = scene(at={"Foe": "0305"})
    assert denied(draft, BY_P) == "BSR 11.4"
    assert denied(draft, "overrun 0305 with P") == "BSR 11.43a"


@pytest.mark.rule("BSR 11.41", "BSR 10.13d")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, ""),
        ({"type": "infantry", "ma_class": "nonmot", "armor": False}, "BSR 11.41"),
        ({"type": "cavalry", "ma_class": "cavalry", "armor": False}, "BSR 11.41"),
        ({"type": "cavalry", "ma_class": "cavalry", "armor": False, "side": SOVIET,
          "nationality": "soviet"}, ""),
        ({"type": "antitank", "ma_class": "orange", "armor": False}, "BSR 11.41"),
    ],
)
def test_only_motorized_units_and_soviet_cavalry_overrun(
    fields: dict[str, Any], rule: str
) -> None:
    """20 to 2 is enough for anybody."""
    soviet = fields.get("side") == SOVIET
    prey = counter("D", 2, 2) if soviet else weak()
    draft = scene((tanks(attack=20, **fields),), (prey,), step="C.5" if soviet else "B.1")
    assert denied(draft, BY_P) == rule


@pytest.mark.rule("BSR 11.41.s1")
def test_an_overrunning_stack_began_to_move_together() -> None:
    draft = scene((tanks("P", 6), tanks("Q", 6)), at={"Q": "0302"})
    assert denied(draft, f"overrun {TARGET} with P, Q") == "BSR 10.53"
    order(draft, "move Q to 0303")
    assert denied(draft, f"overrun {TARGET} with P, Q") == "BSR 10.53.s3"
    together = scene((tanks("P", 6), tanks("Q", 6)), at={"P": "0302", "Q": "0302"})
    order(together, "move P, Q to 0303")
    assert denied(together, f"overrun {TARGET} with P, Q") == ""


@pytest.mark.rule("BSR 11.41.s1")
@pytest.mark.parametrize(("points", "rule"), [(5, ""), (6, "BSR 11.41.s1")])
def test_an_overrunning_stack_keeps_to_the_stacking_limit(points: int, rule: str) -> None:
    draft = scene((tanks("P", 6, stack=5), tanks("Q", 6, stack=points)))
    assert denied(draft, f"overrun {TARGET} with P, Q") == rule


@pytest.mark.rule("BSR 11.41.s1", "BSR 11.43c")
def test_those_who_are_not_named_stay_behind_and_take_no_part() -> None:
    infantry = counter("Inf", 9)
    draft = scene((tanks(), infantry), rolls=(5,))
    assert chance(draft).attack == 12
    assert denied(draft, f"overrun {TARGET} with P, Inf") == "BSR 11.41"
    order(draft, BY_P)
    finish(draft)
    assert (where(draft, "P"), where(draft, "Inf")) == (TARGET, START)


# ---------------------------------------------------------------- 11.42a odds


@pytest.mark.rule("BSR 11.42a")
@pytest.mark.parametrize(
    ("attack", "nations", "rule"),
    [
        (10, ("german",), ""), (9, ("german",), "BSR 11.42a"),  # 5-1, 4-1
        (10, ("german", "german"), ""),
        (14, ("finnish",), ""), (13, ("finnish",), "BSR 11.42a"),  # 7-1, 6-1
        (14, ("german", "finnish"), ""), (12, ("german", "finnish"), "BSR 11.42a"),
        (14, ("soviet",), ""), (13, ("soviet",), "BSR 11.42a"),
    ],
)
def test_germans_alone_need_five_to_one_and_everybody_else_seven(
    attack: int, nations: tuple[str, ...], rule: str
) -> None:
    side = SOVIET if "soviet" in nations else AXIS
    units = tuple(
        tanks(name, attack // len(nations), nationality=nation, side=side)
        for name, nation in zip("PQ", nations, strict=False)
    )
    prey = counter("D", 2, 2) if side == SOVIET else weak(defense=2)
    draft = scene(units, (prey,), step="B.1" if side == AXIS else "C.1")
    names = ", ".join(u.id for u in units)
    assert denied(draft, f"overrun {TARGET} with {names}") == rule


def with_hidden(attack: int, defense: int, step: str = "B.1", **state: Any) -> Draft:
    """A brigade of 2 and an Untried unit of this defense in the target; "Q" three hexes away."""
    hidden = weak("Hidden", defense, untried=True)
    draft = scene((tanks("P", attack), tanks("Q", 6)), (weak("Foe", 2), hidden),
                  at={"Q": "0602"}, step=step, **state)
    on(draft, "Hidden", untried=True)
    return draft


@pytest.mark.rule("BSR 11.42a.s1", "BSR 11.43e.n1")
def test_untried_units_are_turned_over_after_the_declaration_and_may_break_the_odds() -> None:
    """Question EFS-Q22: 12 to 2 is 6-1; the hidden unit makes it 12 to 3, 4-1: cancelled."""
    draft = with_hidden(12, 1)
    assert chance(draft).odds == 6
    order(draft, BY_P)
    assert not draft.state.units["Hidden"].untried
    assert rolls_made(draft) == []
    assert (where(draft, "P"), where(draft, "Foe")) == (START, TARGET)


@pytest.mark.rule("BSR 11.42a.s1", "BSR 11.43e.n1")
def test_an_overrun_goes_on_if_the_odds_hold_after_the_untried_are_turned_over() -> None:
    """15 to 3 is 5-1."""
    draft = with_hidden(15, 1, rolls=(3,))
    order(draft, BY_P)
    finish(draft)
    assert rolls_made(draft) == [3]
    assert where(draft, "P") == TARGET


@pytest.mark.rule("BSR 11.42a.s2", "BSR 11.43e.n1")
def test_a_cancelled_overrun_binds_the_stack_to_attack_and_others_may_join() -> None:
    """Question EFS-Q22, what follows: P stays and must attack 0304; Q comes up and joins."""
    draft = with_hidden(12, 1)
    order(draft, BY_P)
    assert denied(draft, "move P to 0302") == "BSR 10.65"
    order(draft, "move Q to 0404", "end")
    assert denied(draft, "end") == "BSR 11.42a.s2"
    order(draft, f"attack {TARGET} with Q")
    assert denied(draft, "end") == "BSR 11.42a.s2"
    order(draft, f"cancel {TARGET}", f"attack {TARGET} with P, Q")
    assert denied(draft, "end") == ""


@pytest.mark.rule("BSR 11.42a.s2", "BSR 15.21.n1")
def test_the_bound_stack_takes_part_when_the_attack_is_made() -> None:
    """Q alone could make the attack at 6 to 3, but P must be in it, and in no other."""
    draft = with_hidden(12, 1, rolls=(5, 5))
    draft.update(units={**draft.state.units, "Q": Unit("Q", draft.world.board.at("0404"))})
    order(draft, BY_P, "end", f"attack {TARGET} with P, Q", "end")
    assert SEQUENCE[draft.state.step].key == COMBAT
    assert denied(draft, f"fight {TARGET} with Q") == "BSR 11.42a.s2"
    order(draft, f"fight {TARGET} with P, Q")
    finish_all(draft)
    order(draft, "end")
    assert draft.state.obliged == ()


@pytest.mark.rule("BSR 11.42a.s2")
def test_the_bound_stack_is_lent_to_no_other_attack() -> None:
    """P is beside Other in 0404 too, which Q attacks."""
    draft = with_hidden(12, 1, rolls=(5, 5))
    board = draft.world.board
    draft.update(units={**draft.state.units, "Q": Unit("Q", board.at("0504")),
                        "Foe": Unit("Foe", board.at("0404"))})
    draft.update(obliged=(("P", board.at(TARGET)),), attacks=(
        Attack((board.at(TARGET),), ("P",)), Attack((board.at("0404"),), ("Q",))))
    go_to(draft, "B.4c")
    assert denied(draft, "fight 0404 with P") == "BSR 11.42a.s2"
    assert denied(draft, "fight 0404 with Q") == ""


@pytest.mark.rule("BSR 11.42a.s2")
def test_a_cancelled_overrun_binds_nobody_where_no_combat_follows() -> None:
    """The Axis Motorized Movement Phase comes after its Combat Phase."""
    draft = with_hidden(12, 1, step="B.5")
    order(draft, BY_P)
    assert draft.state.obliged == ()
    assert denied(draft, "move P to 0302") == ""


@pytest.mark.rule("BSR 11.43b", "BSR 11.43e.n1", "BSR 11.43e.n2")
def test_what_a_cancelled_overrun_cost_is_not_given_back() -> None:
    """Half of MA 7 in the Motorized phase: 1 for the Overrun and 1 for the hex leave 1 1/2.

    Only an Overrun that finds nobody is refunded.
    """
    draft = with_hidden(12, 1, step="B.5")
    order(draft, BY_P)
    assert left(draft, "P") == 1.5
    assert denied(draft, "move P to 0302") == ""
    assert denied(draft, "move P to 0301") == "BSR 10.52"


@pytest.mark.rule("BSR 11.43e.n2")
def test_a_hex_that_proves_empty_is_entered_at_its_ordinary_price() -> None:
    """A zero-strength unit alone: 1 MP for the clear hex and none for an Overrun; 6 of 7 left."""
    draft = scene((), (weak("Hidden", 0, untried=True),))
    on(draft, "Hidden", untried=True)
    order(draft, BY_P)
    assert where(draft, "Hidden") != TARGET
    assert (where(draft, "P"), left(draft, "P"), rolls_made(draft)) == (TARGET, 6, [])
    assert denied(draft, "move P to 0305") == ""


@pytest.mark.rule("BSR 11.43e.n2")
def test_the_zoc_of_another_enemy_costs_and_stops_a_stack_that_enters_an_emptied_hex() -> None:
    """1 for the hex, 1 for the ZOC of the unit in 0305, which it can overrun from there."""
    draft = scene((), (weak("Hidden", 0, untried=True),), weak("Far"), at={"Far": "0305"})
    on(draft, "Hidden", untried=True)
    order(draft, BY_P)
    assert left(draft, "P") == 5
    assert denied(draft, "move P to 0404") == "BSR 10.65"
    assert denied(draft, "overrun 0305 with P") == ""


@pytest.mark.rule("BSR 11.43e.n2")
def test_a_zero_strength_unit_goes_but_others_in_the_hex_are_overrun() -> None:
    draft = with_hidden(12, 0, rolls=(4,))
    order(draft, BY_P)
    finish(draft)
    assert where(draft, "Hidden") not in (TARGET, START)
    assert (rolls_made(draft), where(draft, "P")) == ([4], TARGET)


# ---------------------------------------------------------------- 11.42b, c


@pytest.mark.rule("BSR 11.42b")
@pytest.mark.parametrize(
    ("weather", "ground", "rule"),
    [
        (DRY, "clear", ""), (FROST, "clear", ""), (MUD, "clear", "BSR 11.42b"),
        (SNOW, "clear", "BSR 11.42b"), (ARCTIC, "clear", "BSR 11.42b"),
        (LINGERING, "clear woods", "BSR 11.42b"), (LINGERING, "clear", ""),
    ],
)
def test_only_dry_and_frost_allow_overruns(weather: str, ground: str, rule: str) -> None:
    draft = scene((tanks(ma=20),), weather=weather, terrain={TARGET: ground})
    assert denied(draft, BY_P) == rule


@pytest.mark.rule("BSR 11.42c")
@pytest.mark.parametrize(
    ("ground", "side", "rule"),
    [
        ("clear", "river", ""), ("hill", "", ""), ("clear woods", "", ""),
        ("clear", "major_river", "BSR 11.42c"), ("clear", "major_river road.main", "BSR 11.42c"),
        ("clear", "lake", "BSR 11.42c"), ("clear", "lake bridge", "BSR 11.42c"),
        ("mountain", "", "BSR 11.42c"), ("alpine", "road.main", "BSR 11.42c"),
    ],
)
def test_major_rivers_lakes_and_mountains_bar_overruns_bridged_or_not(
    ground: str, side: str, rule: str
) -> None:
    draft = scene(terrain={TARGET: ground}, side=side)
    assert denied(draft, BY_P) == rule


@pytest.mark.rule("BSR 11.42c", "PB 2.4.15")
@pytest.mark.parametrize("weather", [DRY, FROST])
def test_a_marsh_may_be_overrun_in_dry_and_frost(weather: str) -> None:
    assert denied(scene(terrain={TARGET: "marsh"}, weather=weather), BY_P) == ""


@pytest.mark.rule("BSR 11.42c.1")
@pytest.mark.parametrize(
    ("weather", "side", "rule"),
    [(FROST, "", ""), (DRY, "road.main", "BSR 11.42c.1"), (DRY, "", "BSR 11.42c.1")],
)
def test_a_swamp_may_be_overrun_only_in_frost(weather: str, side: str, rule: str) -> None:
    assert denied(scene(terrain={TARGET: "swamp"}, side=side, weather=weather), BY_P) == rule


def engineers(attack: int = 2) -> Counter:
    return tanks("E", attack, type="motorized_engineer", armor=False)


@pytest.mark.rule("BSR 11.42c.2")
@pytest.mark.parametrize("ground", ["city", "major_city", "strongpoint", "line"])
@pytest.mark.parametrize(
    ("attack", "engineer", "rule"),
    [(22, True, ""), (24, False, "BSR 11.42c.2"), (21, True, "BSR 11.42c.2")],
)
def test_works_and_cities_ask_for_twelve_to_one_and_a_motorized_engineer(
    ground: str, attack: int, engineer: bool, rule: str
) -> None:
    """22 and 2 engineers against 2 are 12-1; 21 and 2 are 11-1."""
    units = (tanks("P", attack), engineers()) if engineer else (tanks("P", attack),)
    terrain = {TARGET: ground} if "city" in ground else {}
    draft = scene(units, terrain=terrain, side="fortified_line" if ground == "line" else "")
    if ground == "strongpoint":
        draft.update(forts={draft.world.board.at(TARGET): Fort(SOVIET)})
    assert denied(draft, f"overrun {TARGET} with {', '.join(u.id for u in units)}") == rule


@pytest.mark.rule("BSR 11.42c.2")
def test_an_unfinished_strongpoint_or_a_destroyed_line_is_no_fortification() -> None:
    draft = scene(side="fortified_line")
    a, b = sorted(draft.world.board.at(h) for h in (START, TARGET))
    assert denied(draft, BY_P) == "BSR 11.42c.2"
    draft.update(lines_destroyed=frozenset({(a, b)}),
                 forts={draft.world.board.at(TARGET): Fort(SOVIET, complete=False)})
    assert denied(draft, BY_P) == ""


@pytest.mark.rule("BSR 11.42c.2")
def test_the_hex_of_a_fortified_line_is_one_from_behind_too() -> None:
    """The line runs along another side of the "fortified" hex; no line hex, no fortification."""
    sides = {(TARGET, "0404"): "fortified_line"}
    for word, rule in (("clear fortified", "BSR 11.42c.2"), ("clear", "")):
        world = make_world(make_board(7, 8, {TARGET: word}, sides), [tanks(), weak()])
        draft = make_draft(world, {"P": START, "Foe": TARGET})
        assert denied(draft, BY_P) == rule


# ---------------------------------------------------------------- 11.42d


@pytest.mark.rule("BSR 11.42d", "BSR 11.42d.ex1", "BSR 11.42d.ex2")
@pytest.mark.parametrize(
    ("start", "rule"), [("0303", ""), ("0404", "BSR 11.42d")]
)
def test_a_stack_overruns_only_from_a_hex_that_no_other_enemy_covers(
    start: str, rule: str
) -> None:
    """Hex A of the example, 0303, is in the brigade's ZOC; B, 0404, in that of 0504 too."""
    draft = scene((), (), weak("Div"), at={"P": start, "Div": "0504"})
    assert denied(draft, BY_P) == rule


@pytest.mark.rule("BSR 11.42d", "BSR 11.42d.ex2")
@pytest.mark.parametrize(("zoc", "rule"), [(True, "BSR 11.42d"), (False, "")])
def test_another_enemys_zoc_bars_the_overrun_of_a_unit_without_one(zoc: bool, rule: str) -> None:
    """Question EFS-Q19: a lone gun at more than 12-1, a rifle division beside the start hex."""
    gun = weak("Gun", 1, type="artillery", support=3, range=3, zoc=False)
    draft = scene((tanks(attack=13),), (gun,), weak("Div", zoc=zoc), at={"Div": "0404"})
    assert denied(draft, BY_P) == rule


# ---------------------------------------------------------------- 11.42e to h


@pytest.mark.rule("BSR 11.42e")
def test_an_out_of_supply_unit_does_not_overrun() -> None:
    draft = scene((tanks("P"), tanks("Q", 1)))
    assert denied(draft, f"overrun {TARGET} with P, Q") == ""
    on(draft, "Q", START, marks=frozenset({OUT_OF_SUPPLY}))
    assert denied(draft, f"overrun {TARGET} with P, Q") == "BSR 11.42e"
    assert denied(draft, BY_P) == ""


@pytest.mark.rule("BSR 11.42e.s1")
def test_an_overrun_uses_no_attack_supply() -> None:
    """A Dump beside the stack keeps both its points."""
    dump = counter("Dump", 0, 0, 0, type="supply", steps=2)
    draft = scene((), (), dump, at={"Dump": START}, rolls=(5,))
    order(draft, BY_P)
    assert supply.points(draft.world, draft.state.units["Dump"]) == 2
    assert all("Supply" not in event.text for event in draft.events)


@pytest.mark.rule("BSR 11.42f")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"type": "artillery", "support": 3}, "BSR 11.42f"),
        ({"type": "rocket_artillery", "support": 3}, "BSR 11.42f"),
        ({"type": "motorized_antiair"}, ""),
        ({"type": "motorized_antiair", "nationality": "finnish"}, "BSR 11.42f"),
        ({"type": "motorized_antitank"}, ""),
    ],
)
def test_artillery_has_no_part_in_an_overrun_but_for_german_motorized_flak(
    fields: dict[str, Any], rule: str
) -> None:
    """Motorized all of them, beside a regiment strong enough for 7-1."""
    other = tanks("Q", 2, **{"armor": False, **fields})
    draft = scene((tanks("P", 14), other))
    assert denied(draft, f"overrun {TARGET} with P, Q") == rule


@pytest.mark.rule("BSR 11.42f.s1", "BSR 11.43e")
def test_guns_support_neither_side_and_defend_with_their_defense() -> None:
    """12 to 2 and 1: guns of 10 beside either hex, or in the target, add no support."""
    guns = [
        counter("AxGun", 0, 1, type="artillery", support=10, range=5),
        weak("Near", 1, type="artillery", support=10, range=5, attack=0, zoc=False),
        weak("In", 1, type="artillery", support=10, range=5, attack=0),
    ]
    draft = scene((), (), *guns, at={"AxGun": START, "Near": "0305", "In": TARGET})
    assert (chance(draft).attack, chance(draft).defense) == (12, 3)


@pytest.mark.rule("BSR 11.42f.s1")
def test_no_close_air_support_flies_in_movement_phases() -> None:
    assert cas.HANDLERS[Cas].steps.isdisjoint(overrun.OVERRUN_STEPS)


@pytest.mark.rule("BSR 11.42g", "BSR 11.93")
def test_one_hex_movement_leaves_no_points_for_an_overrun() -> None:
    """MA 1 into a hill beside the enemy for all it has; into the enemy's hex it cannot step."""
    draft = scene((tanks(ma=1),), at={"P": "0302"}, terrain={START: "hill"})
    assert denied(draft, "move P to 0303") == "BSR 10.52"
    order(draft, "step P to 0303")
    assert denied(draft, BY_P) == "BSR 11.43b"
    beside = scene((tanks(ma=1),))
    assert denied(beside, f"step P to {TARGET}") == "BSR 10.54"


@pytest.mark.rule("BSR 11.42h")
@pytest.mark.parametrize("nation", ["italian", "hungarian", "romanian", "slovak"])
def test_minor_allies_neither_overrun_nor_join_an_overrun(nation: str) -> None:
    draft = scene((tanks("P"), tanks("Ally", 20, nationality=nation)))
    assert denied(draft, f"overrun {TARGET} with Ally") == "BSR 11.42h"
    assert denied(draft, f"overrun {TARGET} with P, Ally") == "BSR 11.42h"
    assert denied(draft, BY_P) == ""


@pytest.mark.rule("BSR 11.42h")
def test_germans_with_whom_an_ally_moves_do_not_overrun() -> None:
    """Moved up together they may not; if the Germans come alone, they may."""
    spots = {"P": "0302", "Ally": "0302"}
    units = (tanks("P"), tanks("Ally", 1, nationality="romanian"))
    draft = scene(units, at=spots)
    order(draft, "move P, Ally to 0303")
    assert denied(draft, BY_P) == "BSR 11.42h"
    alone = scene(units, at=spots)
    order(alone, "move P to 0303")
    assert denied(alone, BY_P) == ""


# ---------------------------------------------------------------- 11.43a, b


@pytest.mark.rule("BSR 11.43a")
def test_a_stack_moves_up_at_ordinary_cost_then_overruns() -> None:
    """Clear 1 and the ZOC 1, then 1 and 1 for the Overrun: 3 of 7 left."""
    draft = scene(at={"P": "0302"}, rolls=(5,))
    order(draft, "move P to 0303")
    assert left(draft, "P") == 5
    assert denied(draft, "move P to 0302") == "BSR 10.65"
    order(draft, BY_P)
    finish(draft)
    assert (where(draft, "P"), left(draft, "P")) == (TARGET, 3)


@pytest.mark.rule("BSR 11.43a")
def test_a_stack_that_begins_beside_its_target_just_declares() -> None:
    assert denied(scene(), BY_P) == ""


@pytest.mark.rule("BSR 11.43b", "BSR 11.43b.ex1")
@pytest.mark.parametrize(
    ("ground", "side", "price"),
    [
        ("clear", "", 2), ("hill", "", 3), ("hill", "river", 4), ("hill woods", "", 5),
        ("hill", "road.main", 1.5), ("hill", "road.minor", 2), ("clear", "road.motorway", 1.5),
    ],
)
def test_an_overrun_costs_one_point_and_the_terrain_or_the_road(
    ground: str, side: str, price: float
) -> None:
    """One more for each: 1, 2, 2+1, 2+2, 1/2, 1 and 1/2."""
    draft = scene((tanks(attack=40),), terrain={TARGET: ground}, side=side, rolls=(5,))
    order(draft, BY_P)
    assert left(draft, "P") == 7 - price


@pytest.mark.rule("BSR 11.43b")
def test_no_zoc_into_the_target_hex_adds_to_the_price() -> None:
    """Another unit covers 0304 from 0305."""
    draft = scene((), (), weak("Far"), at={"Far": "0305"}, rolls=(5,))
    order(draft, BY_P, "retreat Foe via 0205 0206")
    assert left(draft, "P") == 5


@pytest.mark.rule("BSR 11.43b")
def test_every_unit_of_the_stack_must_be_able_to_pay() -> None:
    draft = scene((tanks("P", 6, ma=7), tanks("Q", 6, ma=1)))
    assert denied(draft, f"overrun {TARGET} with P, Q") == "BSR 11.43b"
    richer = scene((tanks("P", 6, ma=7), tanks("Q", 6, ma=2)))
    assert denied(richer, f"overrun {TARGET} with P, Q") == ""


# ---------------------------------------------------------------- 11.43d to i


@pytest.mark.rule("BSR 11.43d", "BSR 11.43e")
def test_strengths_are_those_of_all_units_on_their_present_sides() -> None:
    """7 and a reduced 2 against 1 and a headquarters of 1: 9 to 2."""
    units = (tanks("P", 7), tanks("Q", 4, reduced=(2, 1, 7)))
    draft = scene(units, (weak("Foe", 1),), headquarters(), at={"HQ": TARGET})
    on(draft, "Q", START, lost=1)
    seen = chance(draft, "P", "Q")
    assert (seen.attack, seen.defense, seen.odds) == (9, 2, 4)


@pytest.mark.rule("BSR 11.43f")
@pytest.mark.parametrize(
    ("attack", "drm"),
    [(5, 2), (6, 0), (7, -1), (9, -1), (10, -2), (13, -2), (14, -3), (30, -3)],
)
def test_the_odds_give_a_drm(attack: int, drm: int) -> None:
    draft = scene((tanks(attack=attack),), (weak(defense=1),))
    odds = [m.value for m in chance(draft).modifiers if m.name.startswith("odds")]
    assert odds == ([drm] if drm else [])
    assert chance(draft).net == drm


@pytest.mark.rule("BSR 11.43g", "BSR 11.44d")
def test_what_the_defender_suffers_from_helps_the_attacker() -> None:
    """6-1 has no DRM; all guns -1, an Overrun marker -1, a unit Out of Supply -1, together -3."""
    gun = weak("Foe", 2, type="artillery", support=3, range=3)
    draft = scene((), (gun,))
    assert drms(draft) == {"all defenders artillery": -1}
    on(draft, "Foe", marks=frozenset({OVERRUN, OUT_OF_SUPPLY}))
    assert drms(draft) == {
        "all defenders artillery": -1, "Overrun marker": -1, "defender Out of Supply": -1
    }
    assert chance(draft).net == -3
    mixed = scene((), (gun, weak("Inf", 0)))
    assert drms(mixed) == {}


@pytest.mark.rule("BSR 11.43h")
@pytest.mark.parametrize(
    ("ground", "side", "weather", "expected"),
    [
        ("clear", "", DRY, {}), ("hill", "", DRY, {"hill": 2}), ("woods", "", DRY, {"woods": 2}),
        ("marsh", "", DRY, {"marsh": 2}), ("city", "", DRY, {"city": 2}),
        ("major_city", "", DRY, {"major city": 3}), ("swamp", "", FROST, {"swamp": 2}),
        ("hill woods", "river", DRY, {"hill": 2, "woods": 2, "river": 2}),
        ("clear", "canal", DRY, {"river": 2}),
        ("clear", "fortified_line", DRY, {"fortified line": 2}),
    ],
)
def test_terrain_helps_the_defender_and_adds_up(
    ground: str, side: str, weather: str, expected: dict[str, int]
) -> None:
    assert drms(scene(terrain={TARGET: ground}, side=side, weather=weather)) == expected


@pytest.mark.rule("BSR 11.43h")
def test_a_frozen_river_helps_nobody() -> None:
    assert drms(scene(side="river", weather=FROST, frozen=True)) == {}
    assert drms(scene(side="river", weather=FROST)) == {"river": 2}


@pytest.mark.rule("BSR 11.43h")
def test_a_strongpoint_on_a_line_counts_once() -> None:
    draft = scene(side="fortified_line")
    draft.update(forts={draft.world.board.at(TARGET): Fort(SOVIET)})
    assert drms(draft) == {"Strongpoint": 2}


@pytest.mark.rule("BSR 11.43h")
@pytest.mark.parametrize(
    ("attack", "ground", "net"),
    [(10, "hill woods", 3), (28, "clear", -3), (28, "hill", -1), (14, "hill woods", 3),
     (28, "hill woods", 1)],
)
def test_terrain_offsets_the_rest_and_the_net_stays_within_three(
    attack: int, ground: str, net: int
) -> None:
    """Defense 2. 5-1 +2 and terrain +4 is 6, kept at 3; 14-1 -3, with hill -1, with both +1;
    7-1 is -1 and +4."""
    assert chance(scene((tanks(attack=attack),), terrain={TARGET: ground})).net == net


@pytest.mark.rule("BSR 11.43i")
@pytest.mark.parametrize(
    ("roll", "success", "own", "theirs"),
    [(1, True, 0, 1), (2, True, 0, 1), (3, True, 0, 0), (7, True, 0, 0), (8, False, 0, 0),
     (10, False, 0, 0)],
)
def test_the_roll_decides(roll: int, success: bool, own: int, theirs: int) -> None:
    """6-1 in the open has no DRM; the defender has two steps, of 2 and 1."""
    two = weak("Foe", 2, reduced=(1, 1, 5))
    draft = scene((), (two,), rolls=(roll,))
    order(draft, BY_P)
    if success:
        order(draft, "retreat Foe via 0305 0306")
    assert (where(draft, "P") == TARGET) is success
    assert draft.state.units["Foe"].lost == theirs
    assert draft.state.units["P"].lost == own


@pytest.mark.rule("BSR 11.43i", "BSR 11.43h")
def test_the_net_drm_is_added_to_the_roll() -> None:
    """5-1 on a hill: 4 kept at 3. A roll of 8 is 11 and costs a step, a 7 is 10 and none."""
    two = tanks(attack=10, reduced=(5, 2, 7))
    for roll, lost in ((8, 1), (7, 0)):
        draft = scene((two,), terrain={TARGET: "hill"}, rolls=(roll,))
        order(draft, BY_P)
        assert (where(draft, "P"), draft.state.units["P"].lost) == (START, lost)


# ---------------------------------------------------------------- 11.43j, k


@pytest.mark.rule("BSR 11.43j")
def test_the_overrunning_player_retreats_the_defenders_two_hexes() -> None:
    draft = scene(rolls=(5,))
    order(draft, BY_P)
    decision = draft.state.asks[-1]
    assert isinstance(decision, Retreat)
    assert (decision.side, decision.owner, decision.length) == (AXIS, SOVIET, 2)
    assert denied(draft, "retreat Foe via 0305") == "BSR 16.4"
    order(draft, "retreat Foe via 0205 0206")
    assert where(draft, "Foe") == "0206"


@pytest.mark.rule("BSR 11.43j", "BSR 11.43j.s1")
def test_one_step_is_lost_by_the_whole_stack_before_it_retreats() -> None:
    """A roll of 2 with two one-step units: one of them goes to the Cadre Box, the other back."""
    draft = scene((tanks(attack=12),), (weak("F1", 1), weak("F2", 1)), rolls=(2,))
    order(draft, BY_P)
    decision = draft.state.asks[-1]
    assert isinstance(decision, Lose)
    assert (decision.side, decision.steps) == (SOVIET, 1)
    order(draft, "lose F1", "retreat F2 via 0305 0306")
    assert (where(draft, "F1"), where(draft, "F2"), where(draft, "P")) == (CADRE, "0306", TARGET)


@pytest.mark.rule("BSR 11.43j.s2")
def test_a_retreat_from_an_overrun_passes_no_vacant_hex_in_an_enemy_zoc() -> None:
    """An Axis unit in 0405 covers 0305, but not 0205."""
    draft = scene((), (), counter("Ax"), at={"Ax": "0405"}, rolls=(5,))
    order(draft, BY_P)
    assert denied(draft, "retreat Foe via 0305 0306") == "BSR 11.43j.s2"
    assert denied(draft, "retreat Foe via 0205 0206") == ""


@pytest.mark.rule("BSR 11.43j.s2")
def test_a_friend_in_the_hex_opens_the_way_through_an_enemy_zoc() -> None:
    """The same with a friend in 0305: on to 0206, which no Axis ZOC reaches."""
    draft = scene((), (), counter("Ax"), weak("There"), at={"Ax": "0405", "There": "0305"},
                  rolls=(5,))
    order(draft, BY_P)
    assert denied(draft, "retreat Foe via 0305 0206") == ""


@pytest.mark.rule("BSR 11.43j.s2")
def test_those_who_have_no_other_way_go_to_the_cadre_box_without_a_roll() -> None:
    """Axis units in 0206 and 0406 put their ZOCs on 0205, 0305 and 0405."""
    draft = scene((), (), counter("A1"), counter("A2"), at={"A1": "0206", "A2": "0406"},
                  rolls=(5,))
    order(draft, BY_P)
    assert (where(draft, "Foe"), where(draft, "P")) == (CADRE, TARGET)
    assert rolls_made(draft) == [5]


@pytest.mark.rule("BSR 16.42a", "BSR 16.42a.s1", "BSR 11.43j")
def test_a_unit_without_movement_allowance_is_eliminated_by_an_overrun() -> None:
    """It cannot retreat at all, so the Cadre Box of units that meet an enemy ZOC is not for it."""
    draft = scene((tanks(attack=15),), (weak("Foe", 2), weak("X", 1, ma=0)), rolls=(4,))
    order(draft, BY_P)
    finish(draft)
    assert (where(draft, "X"), where(draft, "P")) == (ELIMINATED, TARGET)


@pytest.mark.rule("BSR 16.42b", "BSR 16.24", "BSR 11.43j.s2")
@pytest.mark.parametrize(
    ("ground", "box"), [("sea", ELIMINATED), ("clear", CADRE)]
)
def test_overrun_units_that_enemies_and_water_surround_are_eliminated(
    ground: str, box: str
) -> None:
    """Enemies in 0204 and 0305 and water behind: no way at all. Over dry land only ZOCs bar it."""
    there = dict.fromkeys(("0205", "0405", "0404"), ground)
    draft = scene((), (), counter("A1"), counter("A2"), at={"A1": "0204", "A2": "0305"},
                  terrain=there, rolls=(5,))
    order(draft, BY_P)
    assert (where(draft, "Foe"), where(draft, "P")) == (box, TARGET)


LEFT_BEHIND: dict[str, tuple[dict[str, Any], str]] = {
    "dump": ({"type": "supply", "steps": 2, "ma": 0}, SET_ASIDE),
    "bridge": ({"type": "bridge", "ma": 0}, SET_ASIDE),
    "base": ({"type": "base", "ma": 0, "defense": 1}, SET_ASIDE),
    "firing guns": (
        {"type": "superheavy_artillery", "ma": 0, "support": 4, "rebuild": "none"}, CANNOT_REBUILD),
}


@pytest.mark.rule("BSR 11.43k", "BSR 11.43k.s1")
@pytest.mark.parametrize("name", LEFT_BEHIND)
@pytest.mark.parametrize(("roll", "success"), [(5, True), (9, False)])
def test_what_cannot_retreat_is_lost_if_the_overrun_succeeds(
    name: str, roll: int, success: bool
) -> None:
    """Beside a brigade of 2: 15 to 2 is 7-1 (-1), 15 to 3 is 5-1 (+2). A 5 becomes 4 or 7, a 9
    becomes 8 or 11."""
    fields, box = LEFT_BEHIND[name]
    thing = weak("X", **{"defense": 0, "attack": 0, "zoc": False, **fields})
    draft = scene((tanks(attack=15),), (weak("Foe", 2), thing), rolls=(roll,))
    order(draft, BY_P)
    finish(draft)
    assert where(draft, "X") == (box if success else TARGET)


@pytest.mark.rule("BSR 11.43k.s1")
def test_an_msu_shares_the_fate_of_the_units_it_is_with() -> None:
    """It retreats along with a division; where the last of them is lost, so is the MSU."""
    msu = weak("MSU", 0, type="supply", attack=0, ma=4)
    saved = scene((), (weak("Foe", 2), msu), rolls=(5,))
    order(saved, BY_P)
    order(saved, "retreat Foe, MSU via 0305 0306")
    assert where(saved, "MSU") == "0306"
    lost = scene((), (weak("Foe", 2), msu), rolls=(1,))
    order(lost, BY_P)
    assert (where(lost, "Foe"), where(lost, "MSU"), where(lost, "P")) == (CADRE, SET_ASIDE, TARGET)


@pytest.mark.rule("BSR 11.43k.s2")
def test_supply_and_bridges_take_no_step_loss_but_super_heavy_guns_may() -> None:
    units = (
        weak("Foe", 1, reduced=(1, 1, 5)), weak("MSU", 0, type="supply", attack=0),
        weak("Bridge", 0, type="bridge", attack=0),
        weak("Heavy", 1, type="superheavy_artillery", attack=0, ma=0, rebuild="none"),
    )
    draft = scene((), units, rolls=(1,))
    order(draft, BY_P)
    assert denied(draft, "lose MSU") == "BSR 11.43j"
    assert denied(draft, "lose Bridge") == "BSR 11.43j"
    order(draft, "lose Heavy")
    assert where(draft, "Heavy") == CANNOT_REBUILD


# ---------------------------------------------------------------- 11.43l, m


@pytest.mark.rule("BSR 11.43c", "BSR 11.43l")
def test_the_stack_enters_the_hex_only_after_the_retreat_and_goes_on_outside_zocs() -> None:
    draft = scene(rolls=(5,))
    order(draft, BY_P)
    assert where(draft, "P") == START
    order(draft, "retreat Foe via 0305 0306")
    assert (where(draft, "P"), left(draft, "P")) == (TARGET, 5)
    order(draft, "move P to 0404")
    assert left(draft, "P") == 4


@pytest.mark.rule("BSR 11.43l")
def test_an_enemy_zoc_in_the_hex_stops_the_stack_but_for_an_overrun_of_its_source() -> None:
    draft = scene((), (), weak("Far"), at={"Far": "0305"}, rolls=(5, 5))
    order(draft, BY_P, "retreat Foe via 0205 0206")
    assert denied(draft, "move P to 0404") == "BSR 10.65"
    order(draft, "overrun 0305 with P")
    finish(draft)
    assert where(draft, "P") == "0305"


@pytest.mark.rule("BSR 11.43l", "BSR 11.45")
def test_a_stack_overruns_the_same_defenders_again_within_its_points() -> None:
    """2 MPs, 1 to follow, 2 again; a marker lies on the brigade, so -1, and no ZOC is there."""
    draft = scene(rolls=(5, 5))
    order(draft, BY_P, "retreat Foe via 0305 0306", "move P to 0305")
    assert left(draft, "P") == 4
    seen = overrun.assess(
        draft.world, draft.state, ("P",), *(draft.world.board.at(h) for h in ("0305", "0306"))
    )
    assert seen.net == -1
    order(draft, "overrun 0306 with P")
    assert rolls_made(draft) == [5, 5]


@pytest.mark.rule("BSR 11.43m")
def test_a_failed_overrun_ends_the_movement_of_the_stack_but_not_its_attack() -> None:
    draft = scene(rolls=(9,))
    order(draft, BY_P)
    assert (where(draft, "P"), where(draft, "Foe"), left(draft, "P")) == (START, TARGET, 0)
    assert denied(draft, "move P to 0302") == "BSR 10.65"
    assert denied(draft, BY_P) == "BSR 11.43b"
    order(draft, "end")
    assert denied(draft, f"attack {TARGET} with P") == ""


@pytest.mark.rule("BSR 11.43m.s1")
def test_soviet_cavalry_takes_the_step_of_a_failed_overrun() -> None:
    """7-1 against wooded hills, -1 and 4: a roll of 9 is 12 and costs a step, the cavalry's."""
    cavalry = counter("Cav", 7, 3, 8, side=SOVIET, nationality="soviet", type="cavalry",
                      ma_class="cavalry", reduced=(3, 2, 8))
    brigade = tanks("P", 7, ma=8, side=SOVIET, nationality="soviet", reduced=(3, 1, 8))
    prey = counter("D", 2, 2)
    hills = {TARGET: "hill woods"}
    draft = scene((brigade, cavalry), (prey,), step="C.1", terrain=hills, rolls=(9,))
    order(draft, f"overrun {TARGET} with P, Cav")
    assert (draft.state.units["Cav"].lost, draft.state.units["P"].lost) == (1, 0)
    alone = scene((brigade, tanks("Q", 7, ma=8, side=SOVIET, nationality="soviet",
                                  reduced=(3, 1, 8))),
                  (prey,), step="C.1", terrain=hills, rolls=(9,))
    order(alone, f"overrun {TARGET} with P, Q")
    assert isinstance(alone.state.asks[-1], Lose)


@pytest.mark.rule("BSR 11.45")
def test_others_may_try_again_after_a_failed_overrun() -> None:
    draft = scene((tanks("P"), tanks("Q")), at={"Q": "0204"}, rolls=(9, 5))
    order(draft, BY_P, f"overrun {TARGET} with Q", "retreat Foe via 0405 0505")
    assert (where(draft, "P"), where(draft, "Q")) == (START, TARGET)


# ---------------------------------------------------------------- 11.44


def overrun_hex(*defenders: Counter) -> Draft:
    """The defenders after a successful Overrun, standing in 0306."""
    draft = scene((tanks(attack=40),), defenders, rolls=(6,))
    names = ", ".join(u.id for u in defenders)
    order(draft, BY_P, f"retreat {names} via 0305 0306")
    return draft


@pytest.mark.rule("BSR 11.44", "BSR 11.44a")
def test_retreated_units_get_an_overrun_marker_and_lose_their_zoc() -> None:
    draft = overrun_hex(weak("F1"), weak("F2"))
    for name in ("F1", "F2"):
        assert OVERRUN in draft.state.units[name].marks
    assert denied(draft, "move P via 0305 0205") == ""  # past 0306
    failed = scene(rolls=(9,))
    order(failed, BY_P)
    assert OVERRUN not in failed.state.units["Foe"].marks


@pytest.mark.rule("BSR 11.44b")
def test_a_gun_with_an_overrun_marker_gives_no_support() -> None:
    gun = weak("Gun", 1, type="artillery", support=3, range=3, ma=5)
    draft = overrun_hex(gun, weak("Foe"))
    hexes = (draft.world.board.at("0306"),)
    fit = scene((tanks(attack=40),), (gun, weak("Foe")))
    problem = artillery.gun_problem(
        draft.world, draft.state, draft.state.units["Gun"], hexes, attacking=False
    )
    assert problem is not None and problem.rule == "BSR 11.44b"
    assert artillery.gun_problem(
        fit.world, fit.state, fit.state.units["Gun"], (fit.world.board.at(TARGET),),
        attacking=False,
    ) is None


@pytest.mark.rule("BSR 11.44c")
@pytest.mark.parametrize(("marks", "rule"), [({OVERRUN}, "BSR 14.11b"), (set(), "")])
def test_a_unit_with_an_overrun_marker_does_not_react(marks: set[str], rule: str) -> None:
    brigade = tanks("B", 5, side=SOVIET, nationality="soviet")
    draft = scene((), (), brigade, headquarters(), step="B.3a", at={"B": "0306", "HQ": "0307"})
    draft.update(attacks=(Attack((draft.world.board.at(TARGET),), ("P",)),))
    on(draft, "B", "0306", marks=frozenset(marks))
    problem = reaction.eligible(draft.world, draft.state, draft.state.units["B"])
    assert (problem.rule if problem else "") == rule


@pytest.mark.rule("BSR 11.44d")
def test_attacks_on_a_unit_with_an_overrun_marker_get_a_drm_too() -> None:
    fresh = scene(step="B.4c")
    marked = scene(step="B.4c")
    on(marked, "Foe", marks=frozenset({OVERRUN}))
    totals = []
    for draft in (fresh, marked):
        fight = Combat(Attack((draft.world.board.at(TARGET),), ("P",)), ("P",))
        totals.append(sum(m.value for m in modifiers.drms(draft.world, draft.state, fight)))
    assert totals[1] - totals[0] == -1


@pytest.mark.rule("BSR 11.44e")
def test_a_headquarters_that_is_overrun_turns_non_op() -> None:
    draft = overrun_hex(headquarters())
    assert draft.state.units["HQ"].nonop
    failed = scene((tanks(attack=6),), (headquarters(),), rolls=(10,))
    order(failed, BY_P)
    assert not failed.state.units["HQ"].nonop


@pytest.mark.rule("BSR 11.44.n1", "ESP B.6d", "ESP C.6c")
@pytest.mark.parametrize(("step", "freed"), [("B.6", "Foe"), ("C.6", "P")])
def test_overrun_markers_come_off_in_the_engineering_phase_of_the_enemy(
    step: str, freed: str
) -> None:
    draft = scene(step=step)
    on(draft, "Foe", marks=frozenset({OVERRUN}))
    on(draft, "P", START, marks=frozenset({OVERRUN}))
    rule = fortifications.STEPS[ENGINEERING]
    rule.run(draft)
    rule.close(draft)
    still = {i for i, u in draft.state.units.items() if OVERRUN in u.marks}
    assert still == {"P", "Foe"} - {freed}


# ---------------------------------------------------------------- the example of the playbook

HEX_A, HEX_B, HEX_C = "0304", "0404", "0504"


def example(*rolls: int) -> Draft:
    """PB 11.2: a stack of 13 in 0303 beside A and B; guns in a Strongpoint in A; a reduced
    division in C, beside B only. Main road to A, minor road A to B to C."""
    units = [
        tanks("Pz", 7, reduced=(4, 2, 7)), tanks("Mot", 3, type="motorized_infantry", armor=False),
        tanks("Eng", 2, type="motorized_engineer", armor=False),
        tanks("Flak", 1, type="motorized_antiair", armor=False),
        weak("Guns", 1, attack=0, type="artillery", support=2, range=2, ma=5, zoc=False),
        weak("Div", 4, reduced=(1, 2, 5)),
    ]
    board = make_board(
        8, 8, {HEX_B: "clear woods", HEX_C: "hill"},
        {(START, HEX_A): "road.main", (HEX_A, HEX_B): "road.minor", (HEX_B, HEX_C): "road.minor"},
    )
    world = make_world(board, units)
    spots: dict[str, str | Unit] = dict.fromkeys(("Pz", "Mot", "Eng", "Flak"), START)
    spots["Guns"] = HEX_A
    spots["Div"] = Unit("Div", world.board.at(HEX_C), lost=1)
    return make_draft(world, spots, rolls=rolls, forts={world.board.at(HEX_A): Fort(SOVIET)})


STACK = "Pz, Mot, Eng, Flak"


@pytest.mark.rule("PB 11.2.ex1", "BSR 11.42c.2", "BSR 11.42a", "BSR 11.42f")
def test_playbook_example_thirteen_to_one_with_engineers_meets_both_conditions() -> None:
    draft = example()
    assert denied(draft, f"overrun {HEX_A} with {STACK}") == ""
    assert denied(draft, f"overrun {HEX_A} with Pz, Mot, Eng") == ""  # 12-1
    assert denied(draft, f"overrun {HEX_A} with Pz, Eng, Flak") == "BSR 11.42c.2"  # 10-1
    assert denied(draft, f"overrun {HEX_A} with Pz, Mot, Flak") == "BSR 11.42c.2"  # no engineer


@pytest.mark.rule("PB 11.2.ex2", "PB 11.2.ex3", "BSR 11.43f", "BSR 11.43g", "BSR 11.43h",
                  "BSR 11.43i", "BSR 11.43b")
def test_playbook_example_the_guns_are_driven_out_of_their_strongpoint() -> None:
    """-2 for 13-1, -1 for guns alone, +2 for the Strongpoint: a 6 becomes 5. The stack has
    spent 1, 1/2 and 1."""
    draft = example(6)
    ids = tuple(STACK.split(", "))
    at = draft.world.board.at
    seen = overrun.assess(draft.world, draft.state, ids, at(START), at(HEX_A))
    assert [m.value for m in seen.modifiers] == [-2, -1, 2]
    assert (seen.attack, seen.defense, seen.odds, seen.net) == (13, 1, 13, -1)
    order(draft, f"overrun {HEX_A} with {STACK}", "retreat Guns via 0305 0306")
    assert OVERRUN in draft.state.units["Guns"].marks
    assert draft.state.units["Guns"].lost == 0
    assert {where(draft, n) for n in ids} == {HEX_A}
    assert {left(draft, n) for n in ids} == {4.5}


@pytest.mark.rule("PB 11.2.ex4", "PB 11.2.ex5", "BSR 10.53.s2", "BSR 11.43b")
def test_playbook_example_engineers_stay_behind_and_the_rest_goes_on() -> None:
    """B by minor road 1 and its ZOC 1: 4 1/2 spent. C would take 1 and 1 more; 10 to 2 is 5-1."""
    draft = example(6)
    order(draft, f"overrun {HEX_A} with {STACK}", "retreat Guns via 0305 0306",
          f"move Pz, Mot via {HEX_B}")
    assert left(draft, "Pz") == 2.5
    assert denied(draft, f"overrun {HEX_C} with Pz, Mot") == ""
    assert denied(draft, f"overrun {HEX_C} with Pz") == "BSR 11.42a"
    go = fortifications.STEPS[ENGINEERING]
    go_to(draft, "B.6")
    go.run(draft)
    go.close(draft)
    assert draft.state.forts == {}


@pytest.mark.rule("PB 11.2.ex6", "BSR 11.43h", "BSR 11.43m")
def test_playbook_example_the_second_overrun_fails_and_costs_a_step() -> None:
    """+2 for 5-1 and +2 for the hill, kept at 3: an 8 becomes 11."""
    draft = example(6, 8)
    order(draft, f"overrun {HEX_A} with {STACK}", "retreat Guns via 0305 0306",
          f"move Pz, Mot via {HEX_B}", f"overrun {HEX_C} with Pz, Mot")
    assert rolls_made(draft) == [6, 8]
    decision = draft.state.asks[-1]
    assert isinstance(decision, Lose)
    assert (decision.side, decision.steps) == (AXIS, 1)
    order(draft, "lose Pz")
    assert where(draft, "Pz") == HEX_B
    assert denied(draft, f"move Pz to {START}") == "BSR 10.65"
    order(draft, "end")
    assert denied(draft, f"attack {HEX_C} with Pz, Mot") == ""


@pytest.mark.rule("PB 11.2.ex7", "BSR 11.42d", "BSR 11.43a")
def test_playbook_example_the_other_way_goes_straight_for_the_division() -> None:
    """Into B off the road: 1, woods 2, ZOC 1. The guns have no ZOC, so C may be overrun at 6-1
    for 2 more; then A would cost 1, 1 and 1 and only 1 is left."""
    draft = example(5)
    order(draft, f"move {STACK} via {HEX_B}")
    assert left(draft, "Pz") == 3
    at = draft.world.board.at
    ids = tuple(STACK.split(", "))
    assert overrun.assess(draft.world, draft.state, ids, at(HEX_B), at(HEX_C)).odds == 6
    order(draft, f"overrun {HEX_C} with {STACK}")
    finish(draft)
    assert (where(draft, "Pz"), left(draft, "Pz")) == (HEX_C, 1)
    assert denied(draft, f"overrun {HEX_A} with {STACK}") == "BSR 11.43a"
