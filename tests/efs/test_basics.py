"""What pieces are (BSR 2), whose they are and who holds a hex (BSR 3.1, 3.2)."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.core.errors import BadCommand
from engine.efs import (
    advance,
    cas,
    combat,
    control,
    declaration,
    interdiction,
    movement,
    removal,
    stacking,
    supply,
    zoc,
)
from engine.efs.charts import Modifier
from engine.efs.decisions import Advance
from engine.efs.modifiers import drms, net
from engine.efs.pieces import (
    ARRIVED,
    AXIS,
    CADRE,
    OVERRUN,
    SOVIET,
    Counter,
    Unit,
)
from engine.efs.sequence import SEQUENCE
from engine.efs.state import Attack, Combat
from engine.efs.world import World
from tests.efs.support import (
    counter,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_state,
    make_world,
    plane,
    play,
    refusal,
)


def soviet(name: str, attack: int = 4, defense: int = 4, **fields: object) -> Counter:
    return counter(name, attack, defense, side=SOVIET, **fields)


def dump(name: str = "Dump", side: str = AXIS) -> Counter:
    return counter(name, 0, 0, 0, side=side, type="supply", steps=2, zoc=False)


def truck(name: str = "Truck", side: str = AXIS) -> Counter:
    return counter(name, 0, 0, 8, side=side, type="supply", ma_class="orange", zoc=False)


def bridge(name: str = "Bridge") -> Counter:
    return counter(name, 0, 0, 4, type="bridge", zoc=False)


# ---------------------------------------------------------------- the map (2.1)


@pytest.mark.rule("BSR 2.1.s1")
def test_every_hex_has_four_digits_of_its_own_and_commands_use_them() -> None:
    world = catalog.load("sumy", overlays=())
    numbers = [cell.id for cell in world.board.hexes]
    assert len(set(numbers)) == len(numbers)
    assert all(len(number) == 4 and number.isdigit() for number in numbers)
    assert world.board.id(world.board.at("2204")) == "2204"
    with pytest.raises(BadCommand, match="no hex 9999"):
        world.board.at("9999")


# ---------------------------------------------------------------- categories (2.33)


@pytest.mark.rule("BSR 2.33a")
@pytest.mark.parametrize(
    ("piece", "combat_unit"),
    [
        (counter("Infantry", 4, 4, 6), True),
        (headquarters("Army"), True),
        (soviet("Guns", 0, 1, type="artillery", support=2, range=3), True),
        (soviet("Untried", 0, 0, untried=True, type="ur_mg"), True),
        (soviet("Flak", 1, 1, ma=0, type="antiair"), True),  # an MA of zero is a printed MA
        (dump(), False), (truck(), False), (bridge(), False),
    ],
    ids=lambda value: value.name if isinstance(value, Counter) else str(value),
)
def test_what_is_a_combat_unit(piece: Counter, combat_unit: bool) -> None:
    """A printed MA and a defense of one, or Untried."""
    assert piece.combat is combat_unit


@pytest.mark.rule("BSR 2.33a.s1")
def test_every_combat_unit_holds_its_hex_and_may_fight() -> None:
    """Infantry, guns and an HQ hold a hex; a Dump does not. Infantry may attack, a truck not."""
    pieces = [counter("Infantry"), counter("Guns", 0, 1, type="artillery", support=2, range=3),
              dump(), truck(), soviet("Rifle", 1, 1), headquarters("Army")]
    world = make_world(counters=pieces)
    for name, holder in (("Infantry", AXIS), ("Guns", AXIS), ("Army", SOVIET), ("Dump", ""),
                         ("Truck", "")):
        state = make_state(world, {name: "0303"})
        assert zoc.holder(world, state, world.board.at("0303")) == holder
    draft = make_draft(world, {"Infantry": "0303", "Truck": "0303", "Rifle": "0304"}, step="B.2")
    assert refusal(draft, "attack 0304 with Infantry", declaration) == ""
    assert refusal(draft, "attack 0304 with Truck", declaration) == "BSR 12.11"


@pytest.mark.rule("BSR 2.33b")
def test_dumps_trucks_and_bridges_are_the_non_combat_units() -> None:
    """They take no stacking room, hold nothing and count no lost step."""
    world = make_world(counters=[dump(), truck(), bridge(), counter("Infantry", stack=3)])
    names = ("Dump", "Truck", "Bridge")
    assert stacking.points(world, (*names, "Infantry")) == 3
    draft = make_draft(world, dict.fromkeys((*names, "Infantry"), "0303"))
    for name in names:
        removal.remove(draft, name, CADRE, "is lost", "BSR 6.82")
        assert draft.state.units[name].box == "set_aside"
    assert draft.state.lost.get(AXIS, 0) == 0
    removal.remove(draft, "Infantry", CADRE, "is lost", "BSR 16.24")
    assert draft.state.lost[AXIS] == 1


@pytest.mark.rule("BSR 2.33b")
def test_a_dump_has_two_points_and_a_truck_one() -> None:
    world = make_world(counters=[dump(), truck()])
    assert supply.points(world, Unit("Dump")) == 2
    assert supply.points(world, Unit("Truck")) == 1


@pytest.mark.rule("BSR 2.33c")
def test_air_units_are_no_ground_units_and_act_through_missions() -> None:
    """They are named as air units only; their points move a combat and close rails to trains."""
    world = make_world(counters=[counter("Infantry")], planes=[plane("He111")])
    with pytest.raises(BadCommand, match="is an air unit"):
        world.unit_id("He111")
    with pytest.raises(BadCommand, match="is not an air unit"):
        world.air_id("Infantry")
    hex_ = world.board.at("0303")
    state = make_state(world, cas=((hex_, world.aircraft["He111"].cas),), interdicted={hex_: 1})
    helped = cas.modifier(state, Attack((hex_,)))
    assert helped is not None and helped.value == -1
    assert interdiction.rail_cost(world, state, hex_) > interdiction.rail_cost(
        world, make_state(world), hex_
    )


@pytest.mark.rule("BSR 2.33d")
def test_a_marker_tells_a_units_status_and_may_weigh_in_combat() -> None:
    """An Overrun marker on the defender is -1 for the attack; an arrival marker is nothing."""
    world = make_world(counters=[counter("Infantry"), soviet("Rifle")])
    hex_ = world.board.at("0304")
    fight = Combat(Attack((hex_,)), ("Infantry",))
    for mark, drm in ((OVERRUN, -1), (ARRIVED, 0)):
        rifle = Unit("Rifle", hex_, marks=frozenset({mark}))
        state = make_state(world, {"Infantry": "0303", "Rifle": rifle}, step="B.4c")
        assert net(world, drms(world, state, fight)) == drm


# ---------------------------------------------------------------- the die (2.5)


@pytest.mark.rule("BSR 2.51")
def test_a_ten_is_read_as_ten() -> None:
    """The highest roll, not the lowest: a 10 at 1-1 reads row 10."""
    world = make_world()
    draft = make_draft(world, rolls=(10,))
    assert draft.roll() == 10
    row = world.charts.crt_defender["1-1"][10]
    assert combat.lookup(world, "1-1", 10, 0)[1] == row


@pytest.mark.rule("BSR 2.52")
@pytest.mark.parametrize(("drms_", "read"), [((), 6), ((-1,), 5), ((2,), 8), ((-2, 1), 5)])
def test_drms_are_added_to_the_face_rolled(drms_: tuple[int, ...], read: int) -> None:
    world = make_world()
    total = net(world, tuple(Modifier("drm", value, "") for value in drms_))
    for column in world.charts.crt_columns:
        wanted = (world.charts.crt_attacker[column][read], world.charts.crt_defender[column][read])
        assert combat.lookup(world, column, 6, total) == wanted


# ---------------------------------------------------------------- friend and enemy (3.1)


@pytest.mark.rule("BSR 3.11")
def test_units_of_the_own_side_are_friendly_whatever_their_nation() -> None:
    """A German passes through a Romanian's hex and not through a Soviet's."""
    world = make_world(counters=[
        counter("German"), counter("Romanian", nationality="romanian"), soviet("Rifle", zoc=False),
    ])
    friend = make_draft(world, {"German": "0303", "Romanian": "0304"})
    assert refusal(friend, "move German to 0305", movement) == ""
    assert refusal(friend, "move German via 0304 0305", movement) == ""
    enemy = make_draft(world, {"German": "0303", "Rifle": "0304"})
    assert refusal(enemy, "move German via 0304 0305", movement) == "BSR 10.54"


@pytest.mark.rule("BSR 3.12")
def test_each_phase_is_one_sides_own() -> None:
    """In every movement phase only the side it belongs to moves."""
    world = make_world(counters=[counter("Axis", ma_class="motorized"),
                                 soviet("Soviet", ma_class="motorized")])
    for step, own, foe in (("B.1", "Axis", "Soviet"), ("B.5", "Axis", "Soviet"),
                           ("C.1", "Soviet", "Axis"), ("C.5", "Soviet", "Axis")):
        draft = make_draft(world, {"Axis": "0202", "Soviet": "0505"}, step=step)
        assert SEQUENCE[draft.state.step].side == {"Axis": AXIS, "Soviet": SOVIET}[own]
        target = {"Axis": "0201", "Soviet": "0506"}
        assert refusal(draft, f"move {own} to {target[own]}", movement) == ""
        assert refusal(draft, f"move {foe} to {target[foe]}", movement) == "BSR 10.0"


# ---------------------------------------------------------------- control (3.2)


def contested_world() -> World:
    return make_world(
        make_board(8, 6),
        [counter("Infantry"), counter("Screen", zoc=False), soviet("Rifle"),
         soviet("Guard", zoc=False)],
    )


@pytest.mark.rule("BSR 3.21a", "BSR 3.21a.1", "BSR 3.13")
def test_the_last_unit_in_a_hex_keeps_it_when_it_has_gone() -> None:
    """The screen, which has no ZOC, takes every hex on its way; a Guard takes one back."""
    world = contested_world()
    at = world.board.at
    everywhere = {cell.id: SOVIET for cell in world.board.hexes}
    draft = make_draft(world, {"Screen": "0303", "Guard": "0605"}, control=everywhere)
    play(draft, "move Screen via 0304 0305 0306", movement)
    for number in ("0304", "0305", "0306"):
        assert control.friendly(world, draft.state, at(number), AXIS)
    assert control.friendly(world, draft.state, at("0405"), SOVIET)  # beside its way
    go_to(draft, "C.5")
    draft.update(moving=())
    play(draft, "move Guard via 0504 0404 0304", movement)
    assert control.friendly(world, draft.state, at("0304"), SOVIET)
    assert control.friendly(world, draft.state, at("0305"), AXIS)


@pytest.mark.rule("BSR 3.21a.1")
def test_an_advance_takes_the_hex() -> None:
    world = contested_world()
    hex_ = world.board.at("0304")
    draft = make_draft(world, {"Screen": "0303"}, control={"0304": SOVIET}, step="B.4c")
    draft.ask(Advance(AXIS, ("Screen",), (hex_,)))
    play(draft, "advance Screen to 0304", advance)
    assert control.controlled(world, draft.state, hex_) == AXIS


@pytest.mark.rule("BSR 3.21a.2", "BSR 3.46")
def test_a_zoc_that_nobody_contests_takes_a_vacant_hex() -> None:
    """0305 next to the infantry's last hex; without a ZOC it stays Soviet."""
    world = contested_world()
    hex_ = world.board.at("0305")
    for name, owner in (("Infantry", AXIS), ("Screen", SOVIET)):
        draft = make_draft(world, {name: "0303"}, control={"0305": SOVIET})
        play(draft, f"move {name} via 0304", movement)
        assert control.controlled(world, draft.state, hex_) == owner


@pytest.mark.rule("BSR 3.21b", "BSR 3.46", "BSR 3.21a.2")
def test_a_vacant_hex_in_both_zocs_is_contested_and_keeps_its_owner() -> None:
    """0305 between 0304 and 0306: contested; when the Soviet unit leaves, the Axis has it."""
    world = contested_world()
    hex_ = world.board.at("0305")
    draft = make_draft(
        world, {"Infantry": "0303", "Rifle": "0306"}, control={"0305": SOVIET, "0304": SOVIET}
    )
    play(draft, "move Infantry via 0304", movement)
    assert control.contested(world, draft.state, hex_)
    assert zoc.in_zoc(world, draft.state, hex_, AXIS) and zoc.in_zoc(
        world, draft.state, hex_, SOVIET
    )
    assert control.controlled(world, draft.state, hex_) == SOVIET
    go_to(draft, "C.5")
    draft.update(moving=())
    play(draft, "move Rifle via 0406 0506", movement)
    assert not control.contested(world, draft.state, hex_)
    assert control.controlled(world, draft.state, hex_) == AXIS


@pytest.mark.rule("BSR 3.21b")
def test_an_occupied_hex_is_not_contested() -> None:
    world = contested_world()
    state = make_state(world, {"Infantry": "0305", "Rifle": "0306"})
    assert not control.contested(world, state, world.board.at("0305"))
    assert control.controlled(world, state, world.board.at("0305")) == AXIS


@pytest.mark.rule("BSR 3.22")
def test_a_way_is_a_chain_of_hexes_that_touch() -> None:
    world = contested_world()
    draft = make_draft(world, {"Infantry": "0303"})
    assert refusal(draft, "move Infantry via 0304 0305", movement) == ""
    assert refusal(draft, "move Infantry via 0304 0306", movement) == "BSR 10.4"
    board = world.board
    assert board.distance(board.at("0303"), board.at("0306")) == 3


@pytest.mark.rule("BSR 3.3")
def test_the_order_in_a_stack_makes_no_difference() -> None:
    """Same ZOCs and same strengths, whichever unit lies on top."""
    world = make_world(counters=[counter("A", 5), counter("B", 3, zoc=False), soviet("Rifle")])
    hex_ = world.board.at("0304")
    one = make_state(world, {"A": "0303", "B": "0303", "Rifle": "0304"}, step="B.2")
    two = make_state(world, {"B": "0303", "A": "0303", "Rifle": "0304"}, step="B.2")
    assert zoc.sources(world, one, AXIS) == zoc.sources(world, two, AXIS)
    fight = Combat(Attack((hex_,)), ("A", "B"))
    weights = [
        combat.weigh(world, state, fight.attack, ids, ())
        for state, ids in ((one, ("A", "B")), (two, ("B", "A")))
    ]
    assert weights[0] == weights[1]
