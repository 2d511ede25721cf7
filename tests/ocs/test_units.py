"""Units and what they are (OCS 3): classes, both sides of a counter, non-combat units, aircraft."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.core.errors import BadCommand
from engine.ocs import air, dumps, fuel, trace
from engine.ocs.pieces import (
    AXIS,
    COMBAT,
    LEG,
    MOVE,
    SOVIET,
    SP,
    TRACK,
    TRUCK,
    Aircraft,
    Counter,
    Face,
    Unit,
)
from engine.ocs.sizes import attack_capable, face, hex_re4, re4
from engine.ocs.terrain import mobility_of
from tests.ocs.yard import (
    battalion,
    division,
    headquarters,
    make_board,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
    wagons,
)

GUN = regiment("Gun", type="artillery", printed=False, range=3,
               combat=Face(1, False, 0, 3, barrage=10), move=Face(1, False, 0, 6, barrage=5))


# ---------------------------------------------------------------- classes (3.0, 3.2)


@pytest.mark.rule("OCS 3.0", "OCS 3.2", "OCS 3.2e")
def test_who_is_a_combat_unit_and_who_of_these_can_attack() -> None:
    """All ground units but transport fight; HQs and guns fight, and never attack."""
    counters = (
        regiment("Inf"), headquarters("HQ"), GUN, regiment("Repl", type="replacement"),
        regiment("Eng", type="engineer", engineer=True), regiment("RR", rail_repair=True),
        regiment("Bd", type="breakdown"), trucks("T"), wagons("W"), organic("O", "57"),
    )
    world = make_world(counters)
    fighting = {c.id for c in counters if c.fighting}
    assert fighting == {"Inf", "HQ", "Gun", "Repl", "Eng", "RR", "Bd"}
    able = {c.id for c in counters if attack_capable(world, unit_at(world, c.id, "0203"))}
    assert able == fighting - {"HQ", "Gun"}


@pytest.mark.rule("OCS 3.2f")
@pytest.mark.parametrize(("counter", "independent"), [
    (regiment("A"), True), (regiment("A", formation="57"), False), (division("A"), False),
    (headquarters("A"), True), (regiment("A", type="replacement"), True),
    (regiment("A", type="breakdown"), True), (division("A", type="artillery", range=4), False),
    (trucks("A"), False),
])
def test_independent_is_neither_of_a_formation_nor_of_several_steps(
    counter: Counter, independent: bool
) -> None:
    assert counter.independent is independent


# ---------------------------------------------------------------- both sides of a counter (3.1)


@pytest.mark.rule("OCS 3.1", "OCS 5.5", "OCS 5.6")
def test_a_counter_is_read_with_the_values_of_both_sides() -> None:
    """The 233rd Tank Brigade: stronger in Combat Mode, faster in Move Mode, by Track in both."""
    world = catalog.load("korsun")
    counter = world.counters[world.unit_id("233 Tank Bde")]
    assert face(world, Unit(counter.id, front=True)) == counter.combat
    assert face(world, Unit(counter.id, front=False)) == counter.move
    assert counter.combat.strength > counter.move.strength
    assert counter.combat.ma < counter.move.ma
    assert counter.combat.mobility == counter.move.mobility == TRACK


@pytest.mark.rule("OCS 3.1a")
def test_mobility_belongs_to_a_side_of_the_counter() -> None:
    """On foot in Combat Mode, by truck in Move Mode: only then it needs fuel, and a zone stops it.

    A swamp costs Leg units 3 and is closed to Truck units, the chart says.
    """
    both = regiment("A", combat=Face(5, True, 3, 3, LEG), move=Face(2, True, 3, 12, TRUCK))
    world = make_world([both], make_board(terrain={"0303": "swamp"}))
    walks, drives = unit_at(world, "A", "0203"), unit_at(world, "A", "0203", front=False)
    assert (mobility_of(world, walks), mobility_of(world, drives)) == (LEG, TRUCK)
    assert (fuel.needs(world, walks), fuel.needs(world, drives)) == (False, True)
    assert refusal(make_draft(world, {"A": walks}), "move A to 0303") == ""
    fueled = unit_at(world, "A", "0203", front=False, fuel="turn")
    assert refusal(make_draft(world, {"A": fueled}), "move A to 0303") == "OCS 6.2c"


# ---------------------------------------------------------------- non-combat units (3.3)


@pytest.mark.rule("OCS 3.3", "OCS 5.1")
def test_non_combat_units_count_for_nothing_and_need_nothing() -> None:
    """Eleven RE of regiments would be too many; any transport beside ten is not."""
    regiments = [regiment(f"R{n}") for n in range(10)]
    world = make_world([*regiments, trucks("T", points=5), organic("O", "57")])
    draft = make_draft(
        world, {**{f"R{n}": "0203" for n in range(10)}, "T": "0203", "O": "0203"},
        dumps={"0203": (AXIS, 40)}, bases={"0203": (AXIS, 2)}, hogs={"0203": (AXIS, 1)},
    )
    hex_ = world.board.at("0203")
    assert hex_re4(world, draft.state, hex_) == 40
    truck = draft.state.units["T"]
    assert re4(world, truck) == 0
    assert not fuel.needs(world, truck)
    assert {u.id for u in trace.combatants(world, draft.state, AXIS)} == {c.id for c in regiments}


@pytest.mark.rule("OCS 5.1", "OCS 3.3c")
def test_only_ground_units_have_modes() -> None:
    """No order turns an air unit, and dumps, bases and hedgehogs have no name to be ordered by."""
    world = make_world([regiment("A")], planes=[Aircraft("P", "P", AXIS, "F", 3)])
    draft = make_draft(world, {"A": "0203"}, bases={"0203": (AXIS, 1)}, air={"P": "0203"},
                       hogs={"0204": (AXIS, 1)}, dumps={"0204": (AXIS, 4)})
    with pytest.raises(BadCommand, match="P"):
        refusal(draft, "mode P as move")
    ordered = {o.split()[1] for o in offered(draft) if o.startswith(("mode", "move"))}
    assert ordered == {"A"}


@pytest.mark.rule("OCS 3.3a")
def test_four_tokens_are_a_point_and_all_supply_of_a_hex_is_one_dump() -> None:
    """5T on the ground and 3T on trucks: 8T to spend, and the ground is not taken first by rule."""
    world = make_world([trucks("T")])
    draft = make_draft(world, {"T": unit_at(world, "T", "0203", load=3)},
                       dumps={"0203": (AXIS, 5)})
    assert SP == 4
    assert dumps.show(9) == "2 SP 1T"
    assert dumps.tokens_at(world, draft.state, AXIS, world.board.at("0203")) == 8


@pytest.mark.rule("OCS 3.3a", "OCS 4.4c")
def test_captured_supply_serves_whoever_holds_it() -> None:
    """9 SP on the ground and a 5: half of it, 4 SP 2T, is the Axis' now; nothing is left to him."""
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"}, dumps={"0303": (SOVIET, 36)}, rolls=(5,))
    play(draft, "move A to 0303")
    dump = draft.state.dumps[world.board.at("0303")]
    assert (dump.owner, dump.tokens) == (AXIS, 18)


@pytest.mark.rule("OCS 3.3b")
def test_transport_holds_as_much_as_its_point_value() -> None:
    """Two points carry 2 SP; an Organic Truck belongs to its formation."""
    world = make_world([trucks("T", points=2), organic("O", "57", points=1)])
    draft = make_draft(world, {"T": "0203", "O": "0203"}, dumps={"0203": (AXIS, 40)})
    assert refusal(draft, "load T tokens 9") == "OCS 13.2c"
    assert refusal(draft, "load T tokens 8") == ""
    assert refusal(draft, "load O tokens 5") == "OCS 13.2c"
    assert world.counters["O"].formation == "57"


# ---------------------------------------------------------------- aircraft (3.5)


@pytest.mark.rule("OCS 3.5")
def test_an_air_unit_has_a_full_and_a_reduced_side() -> None:
    """The first step turns it over, where its bombs count half (14.1b); the second is its end."""
    world = make_world([], planes=[Aircraft("P", "P", AXIS, "T", 2, True, 9, 20)])
    draft = make_draft(world, {}, bases={"0203": (AXIS, 1)}, air={"P": "0203"})
    air.lose_step(draft, "P", "OCS 14.3e")
    assert (draft.state.air["P"].lost, draft.state.air["P"].box) == (1, "map")
    air.lose_step(draft, "P", "OCS 14.3e")
    assert draft.state.air["P"].box == "dead"


# ---------------------------------------------------------------- the two basic modes (5.5, 5.6)


@pytest.mark.rule("OCS 5.5", "OCS 5.6")
def test_combat_mode_is_strong_and_slow_and_move_mode_weak_and_fast() -> None:
    """The regiment: 8 and 3 MPs, turned over 4 and 6."""
    world = make_world([regiment("A"), battalion("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"})
    shown = {}
    for mode in (COMBAT, MOVE):
        unit = unit_at(world, "A", "0203", front=mode == COMBAT)
        shown[mode] = face(world, unit).strength, face(world, unit).ma
    assert shown == {COMBAT: (8, 3), MOVE: (4, 6)}
    assert draft.state.units["A"].mode == COMBAT
