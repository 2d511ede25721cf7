"""The Overrun example of the playbook (PB 11.2) on a board of its own.

S 0306 is where the stack begins, A 0305 holds the artillery and its Strongpoint, B 0406 lies
beside both, and C 0506 beyond B holds the reduced division on its hill.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.efs import declaration, fortifications, losses, movement, overrun, retreat
from engine.efs.allowance import left
from engine.efs.charts import find
from engine.efs.commands import GRAMMAR
from engine.efs.decisions import Lose, Retreat
from engine.efs.overrun import Chance
from engine.efs.pieces import AXIS, OVERRUN, SOVIET, Counter, Unit
from engine.efs.state import Fort
from engine.efs.terrain import MP
from engine.efs.world import Draft
from tests.efs.examples import Vector, vectors
from tests.efs.support import (
    counter,
    go_to,
    make_board,
    make_draft,
    make_world,
    play,
    refusal,
)

S, A, B, C = "0306", "0305", "0406", "0506"
FIGHTERS = "Panzer, Grenadiers"
STACK = "Panzer, Grenadiers, Engineer, Flak"


def motorized(name: str, attack: int, type_: str, armor: bool = False) -> Counter:
    return counter(name, attack, 2, 7, (1, 1, 7), type=type_, size="III", armor=armor, stack=2,
                   ma_class="motorized", nationality="german")


def opening(*rolls: int) -> Draft:
    """The situation at the start of the Axis Movement Phase, Dry."""
    board = make_board(
        9, 10, terrain={A: "clear", B: "clear woods", C: "hill"},
        sides={(S, A): "road.main", (A, B): "road.minor", (B, C): "road.minor"},
    )
    world = make_world(board, [
        motorized("Panzer", 6, "armor", armor=True),
        motorized("Grenadiers", 4, "motorized_infantry"),
        motorized("Engineer", 2, "motorized_engineer"), motorized("Flak", 1, "motorized_antiair"),
        counter("Guns", 0, 1, 4, side=SOVIET, type="artillery", support=2, range=3, zoc=False),
        counter("Division", 4, 4, 5, (2, 2, 5), side=SOVIET),
    ])
    at = board.at
    return make_draft(
        world,
        {**dict.fromkeys(STACK.split(", "), S), "Guns": A,
         "Division": Unit("Division", at(C), lost=1)},
        step="B.1", rolls=rolls, forts={at(A): Fort(SOVIET)},
    )


def chance(draft: Draft, names: str, start: str, target: str) -> Chance:
    at = draft.world.board.at
    return overrun.assess(draft.world, draft.state, tuple(names.split(", ")), at(start), at(target))


def spent(draft: Draft, name: str) -> float:
    return draft.state.units[name].spent / MP


def carry_on(draft: Draft) -> None:
    """Let the Overrun in hand go on to its next decision or its end."""
    while draft.state.overrunning is not None and not draft.state.asks:
        overrun.proceed(draft)


def first_overrun(draft: Draft) -> None:
    """The Overrun of A, and the retreat of the guns by the Axis player's choice."""
    play(draft, f"overrun {A} with {STACK}", overrun)
    carry_on(draft)
    asked = draft.state.asks[-1]
    assert isinstance(asked, Retreat)
    play(draft, "retreat Guns via 0304 0303", retreat)
    carry_on(draft)


def drms(found: Chance) -> dict[str, int]:
    return {m.name: m.value for m in found.modifiers}


@pytest.mark.rule("PB 11.2.ex1", "BSR 11.42c.2", "BSR 11.42f")
def test_a_lone_gun_in_a_strongpoint_needs_12_to_1_and_an_engineer() -> None:
    """13 against its defense of 1 is 13-1; without the engineer or the odds it is refused."""
    draft = opening()
    found = chance(draft, STACK, S, A)
    assert (found.attack, found.defense, found.odds, found.minimum) == (13, 1, 13, 12)
    assert refusal(draft, f"overrun {A} with {STACK}", overrun) == ""
    assert refusal(draft, f"overrun {A} with {FIGHTERS}, Flak", overrun) == "BSR 11.42c.2"
    assert refusal(draft, f"overrun {A} with Panzer, Engineer", overrun) == "BSR 11.42c.2"


@pytest.mark.rule("PB 11.2.ex2", "BSR 11.43f", "BSR 11.43g", "BSR 11.43h", "BSR 11.43i")
def test_three_drms_make_a_6_a_5_and_the_overrun_succeeds() -> None:
    draft = opening(6)
    found = chance(draft, STACK, S, A)
    assert drms(found) == {"odds 13-1": -2, "all defenders artillery": -1, "Strongpoint": 2}
    assert found.net == -1
    first_overrun(draft)
    log = next(e for e in draft.events if e.kind == "overrun")
    assert log.roll == 6 and log.text.endswith("= 5, it succeeds")


@pytest.mark.rule("PB 11.2.ex3", "BSR 11.43b", "BSR 11.43j", "BSR 11.43l", "BSR 18.12")
def test_the_gun_goes_back_two_hexes_under_a_marker_and_the_stack_moves_in() -> None:
    """No step is lost; 1 MP for the Overrun, 1/2 for the road, 1 for the Strongpoint."""
    draft = opening(6)
    board = draft.world.board
    first_overrun(draft)
    guns = draft.state.units["Guns"]
    assert guns.lost == 0 and OVERRUN in guns.marks
    assert board.distance(guns.hex, board.at(A)) == 2
    for name in STACK.split(", "):
        assert draft.state.units[name].hex == board.at(A)
        assert spent(draft, name) == 2.5
    assert draft.state.lost.get(AXIS, 0) == 0


@pytest.mark.rule("PB 11.2.ex4", "BSR 18.13", "ESP B.6c")
def test_the_engineer_left_behind_destroys_the_strongpoint() -> None:
    """In the Engineering Phase, not before; without an engineer or division there it stays."""
    draft = opening(6)
    first_overrun(draft)
    play(draft, f"move {FIGHTERS} via {B}", movement)
    hex_ = draft.world.board.at(A)
    assert {draft.state.units[n].hex for n in ("Engineer", "Flak")} == {hex_}
    assert hex_ in draft.state.forts
    go_to(draft, "B.6")
    fortifications.close_step(draft)
    assert hex_ not in draft.state.forts
    other = opening()
    other.update(units={**other.state.units, "Guns": Unit("Guns", -1, "cadre"),
                        "Flak": Unit("Flak", hex_)})
    go_to(other, "B.6")
    fortifications.close_step(other)
    assert hex_ in other.state.forts


@pytest.mark.rule("PB 11.2.ex5", "BSR 11.42a", "BSR 10.64")
def test_the_rest_goes_on_to_b_and_can_just_overrun_c() -> None:
    """2 MPs into B make 4 1/2, the Overrun 6 1/2 of 7; 10 against 2 is the German minimum."""
    draft = opening(6)
    first_overrun(draft)
    play(draft, f"move {FIGHTERS} via {B}", movement)
    assert spent(draft, "Panzer") == 4.5
    found = chance(draft, FIGHTERS, B, C)
    assert (found.attack, found.defense, found.odds, found.minimum) == (10, 2, 5, 5)
    assert refusal(draft, f"overrun {C} with {FIGHTERS}", overrun) == ""
    who = overrun.moving_party(draft.world, draft.state, tuple(FIGHTERS.split(", ")))
    assert isinstance(who, movement.Party)
    bill = overrun.costs(draft.world, draft.state, who, draft.world.board.at(C))
    assert isinstance(bill, tuple) and {cost for cost, _ in bill} == {2 * MP}
    assert spent(draft, "Panzer") + 2 == 6.5
    assert refusal(draft, f"overrun {C} with Panzer", overrun) == "BSR 11.42a"  # 6 to 2


@pytest.mark.rule("PB 11.2.ex6", "BSR 11.43h", "BSR 11.43m")
def test_the_second_overrun_fails_and_costs_a_step() -> None:
    """+2 for 5-1 and +2 for the hill are held to +3: an 8 is 11. Only combat is left."""
    draft = opening(6, 8)
    first_overrun(draft)
    play(draft, f"move {FIGHTERS} via {B}", movement)
    found = chance(draft, FIGHTERS, B, C)
    assert drms(found) == {"odds 5-1": 2, "hill": 2} and found.net == 3
    play(draft, f"overrun {C} with {FIGHTERS}", overrun)
    log = [e for e in draft.events if e.kind == "overrun"][-1]
    assert log.roll == 8 and log.text.endswith("= 11, it fails")
    asked = draft.state.asks[-1]
    assert isinstance(asked, Lose) and (asked.side, asked.steps) == (AXIS, 1)
    play(draft, "lose Grenadiers", losses)
    assert draft.state.units["Grenadiers"].lost == 1
    assert draft.state.units["Division"].lost == 1  # as it was
    assert draft.world.board.id(draft.state.units["Panzer"].hex) == B
    assert refusal(draft, f"move Panzer via {A}", movement) != ""
    assert refusal(draft, f"overrun {C} with {FIGHTERS}", overrun) != ""
    go_to(draft, "B.2")
    assert refusal(draft, f"attack {C} with {FIGHTERS}", declaration) == ""


@pytest.mark.rule("PB 11.2.ex7", "BSR 11.42d")
def test_the_other_way_is_b_off_road_and_c_at_6_to_1() -> None:
    """4 MPs into B (1, 2 for woods, 1 for the ZOC) and 2 for C; A's gun has no ZOC in the way."""
    draft = opening()
    play(draft, f"move {STACK} via {B}", movement)
    assert spent(draft, "Panzer") == 4
    found = chance(draft, STACK, B, C)
    assert (found.attack, found.defense, found.odds) == (13, 2, 6)
    assert drms(found) == {"hill": 2}  # nothing for the odds
    assert refusal(draft, f"overrun {C} with {STACK}", overrun) == ""
    who = overrun.moving_party(draft.world, draft.state, tuple(STACK.split(", ")))
    assert isinstance(who, movement.Party)
    bill = overrun.costs(draft.world, draft.state, who, draft.world.board.at(C))
    assert isinstance(bill, tuple) and {cost for cost, _ in bill} == {2 * MP}


@pytest.mark.rule("PB 11.2.ex7")
def test_after_it_one_mp_is_left_too_few_for_a() -> None:
    """A roll of 1 succeeds; with 1 MP of 7 no Overrun of A can be paid for."""
    draft = opening(1)
    play(draft, f"move {STACK} via {B}", movement)
    play(draft, f"overrun {C} with {STACK}", overrun)
    carry_on(draft)
    while draft.state.asks:
        asked = draft.state.asks[-1]
        offers = retreat.offer_retreats if isinstance(asked, Retreat) else losses.offer_losses
        command = next(offers(draft.world, draft.state, ""))
        play(draft, GRAMMAR.render(command), retreat, losses)
        carry_on(draft)
    assert draft.world.board.id(draft.state.units["Panzer"].hex) == C
    assert left(draft.world, draft.state, draft.state.units["Panzer"]) == 1 * MP
    assert refusal(draft, f"overrun {A} with {STACK}", overrun) != ""


@pytest.mark.rule("PB 11.2.ex7")
def test_a_without_a_zoc_lets_the_overrun_of_c_begin_in_b_and_with_one_would_not() -> None:
    """The note to 11.42d: two enemy ZOCs over B would forbid it."""
    draft = opening()
    play(draft, f"move {STACK} via {B}", movement)
    assert refusal(draft, f"overrun {C} with {STACK}", overrun) == ""
    rifle = counter("Guns", 1, 1, 4, side=SOVIET)
    world = evolve(draft.world, counters={**draft.world.counters, "Guns": rifle})
    other = Draft(world, evolve(draft.state))
    assert refusal(other, f"overrun {C} with {STACK}", overrun) == "BSR 11.42d"


@pytest.mark.parametrize("vector", vectors("overrun"))
def test_the_figures_of_both_overruns(vector: Vector) -> None:
    """Odds, minimum, every DRM, the net, the modified roll and its result."""
    draft = opening(6)
    names, start, target = STACK, S, A
    if vector["id"] == "PB11.2-C":
        first_overrun(draft)
        play(draft, f"move {FIGHTERS} via {B}", movement)
        names, start, target = FIGHTERS, B, C
    found = chance(draft, names, start, target)
    assert (found.attack, found.defense) == (vector["attack"], vector["defence"])
    assert (found.odds, found.minimum) == (vector["odds"], vector["minimum"])
    assert sorted(m.value for m in found.modifiers) == sorted(d["value"] for d in vector["drm"])
    assert found.net == vector["net_drm"]
    modified = vector["die"] + found.net
    assert modified == vector["modified"]
    band = find(draft.world.charts.overrun_bands, modified)
    assert band["result"] == vector["result"]
    assert band["defender_steps"] == vector["defender_steps"]
    assert band["attacker_steps"] == vector["attacker_steps"]


@pytest.mark.parametrize("vector", vectors("overrun_strength"))
def test_the_strength_before_and_after_the_drop(vector: Vector) -> None:
    draft = opening()
    whole = chance(draft, STACK, S, A).attack
    if "before" in vector:
        assert (whole, chance(draft, FIGHTERS, S, A).attack) == (vector["before"], vector["after"])
    else:
        found = chance(draft, STACK, B, C)
        assert (found.attack, found.defense) == (vector["attack"], vector["defence"])
        assert found.odds == vector["odds"]


def test_the_moves_of_the_example_add_up() -> None:
    """2 1/2, 4 1/2 and 6 1/2 of seven MPs, as the vector gives them."""
    vector = next(p.values[0] for p in vectors("move") if p.id == "PB11.2-A-B-C")
    draft = opening(6)
    first_overrun(draft)
    running = [spent(draft, "Panzer")]
    play(draft, f"move {FIGHTERS} via {B}", movement)
    running.append(spent(draft, "Panzer"))
    running.append(running[-1] + vector["steps"][-1]["cost"])
    assert running == vector["running"]
