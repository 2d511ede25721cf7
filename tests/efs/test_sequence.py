"""The sequence of play (BSR 4.2, ESP): which step follows which, and what each of them allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from attrs import asdict, evolve

from engine.core.errors import DataError, Refusal
from engine.efs import setup
from engine.efs.flow import FLOW
from engine.efs.pieces import (
    ACTIVATED,
    ARRIVED,
    AXIS,
    OVERRUN,
    REPLACEMENTS,
    SOVIET,
    Aircraft,
    Counter,
    Unit,
)
from engine.efs.sequence import SEQUENCE
from engine.efs.state import Attack, Fort
from engine.efs.world import Arrival, Location, Switches
from engine.game import Game
from tests.efs.battle import QUIET
from tests.efs.support import (
    counter,
    headquarters,
    make_board,
    make_state,
    make_world,
    plane,
)


def soviet(name: str, attack: int = 4, defense: int = 4, ma: int = 6, **fields: Any) -> Counter:
    return counter(name, attack, defense, ma, side=SOVIET, **fields)


def gun(name: str, side: str = AXIS) -> Counter:
    return counter(name, 0, 1, 4, side=side, type="artillery", support=2, range=4, zoc=False,
                   ma_class="orange")


def game(
    pieces: Mapping[Counter, str | Unit], step: str, *, planes: Iterable[Aircraft] = (),
    board: Mapping[str, Any] | None = None, scenario: Mapping[str, Any] | None = None,
    **state: Any,
) -> Game:
    """A game on a small board in some step, with what the learning scenarios leave out."""
    options = {"switches": QUIET, "unlimited_air_range": True, **(scenario or {})}
    world = make_world(
        make_board(**{"columns": 9, "rows": 9, **(board or {})}), pieces, planes, **options
    )
    units: dict[str, str | Unit] = {c.id: where for c, where in pieces.items()}
    return Game(world, make_state(world, units, step=step, **state), 0)


def verdict(play: Game, text: str) -> str:
    """The rule that refuses a command, or "" where it is allowed; nothing changes."""
    before = play.state
    try:
        play.execute(text)
    except Refusal as refusal:
        assert play.state is before
        return refusal.rule
    play.undo()
    return ""


def here(play: Game) -> str:
    return SEQUENCE[play.state.step].id


# ---------------------------------------------------------------- the order (4.2, ESP)

ORDER = (
    "A.1", "A.2", "A.3", "A.4", "A.5", "A.6a", "A.6c", "A.6d",
    "B.1", "B.2", "B.3a", "B.3b", "B.3c", "B.4a.1", "B.4a.2", "B.4a.3", "B.4c", "B.5", "B.6",
    "C.1", "C.2", "C.3a", "C.3b", "C.3c", "C.4a.1", "C.4a.2", "C.4a.3", "C.4c", "C.5", "C.6",
    "C.7", "D",
)


def full_turn() -> tuple[Game, list[str]]:
    """A game in which somebody has something to decide in every step, and the steps it visits.

    No air combat (6), no flak (1), and twice a 5 at 1-1: a step of the attacker and no retreat.
    """
    play = game(
        {
            counter("Panzer", 6, 8, 7, (3, 4, 7), steps=4, type="armor", armor=True,
                    ma_class="motorized"): "0404",
            counter("Reserve", 4, 4, 7, ma_class="motorized", zoc=False): "0302",
            gun("Axis Guns"): "0403",
            soviet("Rifle", 6, 8, reduced=(3, 4, 6), steps=4): "0405",
            soviet("Tanks", 4, 4, ma_class="motorized", zoc=False): "0607",
            gun("Soviet Guns", SOVIET): "0406",
            headquarters("Army", command=2): "0507",
        },
        "A.6a",
        planes=[plane("He111"), plane("He111", 2), plane("He111", 3), plane("I-16"), plane("SB"),
                plane("SB", 2)],
        rolls=[6, 1, 1, 5, 1, 1, 5],
    )
    orders = {
        "A.6a": "interdict 0809 with He111", "A.6c": "intercept 0809 with I-16",
        "B.2": "attack 0405 with Panzer", "B.4a.1": "cas 0405 with He111 2",
        "B.4a.2": "cas 0405 with SB", "C.2": "attack 0404 with Rifle",
        "C.4a.1": "cas 0404 with SB 2", "C.4a.2": "cas 0404 with He111 3",
    }
    visited: list[str] = []
    while play.state.turn == 50:
        ask = play.asks
        assert ask is not None
        if play.state.asks:
            play.execute(next(play.legal()))
            continue
        if not visited or visited[-1] != here(play):
            visited.append(here(play))
            if here(play) in orders:
                play.execute(orders[here(play)])
        if ask.kind == "combat" and play.state.attacks:
            play.execute(next(play.legal()))
        else:
            play.execute("end")
    return play, visited


@pytest.mark.rule("EFS 4.2", "ESP A", "ESP B", "ESP C")
def test_the_steps_stand_in_the_order_of_the_extended_sequence() -> None:
    """Strategic Segment, Axis Segment, Soviet Segment, Interphase."""
    assert tuple(step.id for step in SEQUENCE) == ORDER
    sides = {step.id: step.side for step in SEQUENCE}
    for id_ in ("B.1", "B.2", "B.4a.1", "B.4c", "B.5", "B.6", "C.3a", "C.3b", "C.3c", "C.4a.2"):
        assert sides[id_] == AXIS
    for id_ in ("B.3a", "B.3b", "B.3c", "B.4a.2", "C.1", "C.2", "C.4a.1", "C.4c", "C.5", "C.6"):
        assert sides[id_] == SOVIET


@pytest.mark.rule(
    "EFS 4.2", "EFS 4.2A", "EFS 4.2A.6", "EFS 4.2B", "EFS 4.2B.1", "EFS 4.2B.2", "EFS 4.2B.3",
    "EFS 4.2B.4", "EFS 4.2C", "EFS 4.2C.1", "EFS 4.2C.2", "EFS 4.2C.3", "EFS 4.2C.4",
    "EFS 4.2D", "ESP D.4",
)
def test_a_turn_in_which_all_can_act_visits_every_step_in_order() -> None:
    """Each player step that needs no building or supply, once and in the printed order."""
    play, visited = full_turn()
    assert visited == [
        "A.6a", "A.6c", "B.1", "B.2", "B.3a", "B.3b", "B.3c", "B.4a.1", "B.4a.2", "B.4c", "B.5",
        "C.1", "C.2", "C.3a", "C.3b", "C.3c", "C.4a.1", "C.4a.2", "C.4c", "C.5",
    ]
    assert play.state.turn == 51


@pytest.mark.rule("EFS 4.2B", "EFS 4.2C")
def test_the_soviet_motorized_phase_comes_before_combat_and_the_axis_one_after() -> None:
    place = {step.id: n for n, step in enumerate(SEQUENCE)}
    assert place["B.1"] < place["B.4c"] < place["B.5"]
    assert place["C.1"] < place["C.4c"] < place["C.5"]
    keys = {step.id: step.key for step in SEQUENCE}
    assert (keys["B.1"], keys["B.5"], keys["C.1"], keys["C.5"]) == (
        "move", "motorized", "motorized", "move"
    )


@pytest.mark.rule("EFS 4.2")
def test_steps_in_which_nobody_can_act_are_passed_over() -> None:
    """A lone infantry division: its Movement phase, then the next turn's."""
    play = game({counter("Infantry"): "0303"}, "B.1")
    play.execute("end")
    assert (here(play), play.state.turn) == ("B.1", 51)


@pytest.mark.rule("EFS 4.2A.1", "EFS 4.2A.4", "EFS 4.2A.5", "EFS 4.2A")
def test_weather_arrivals_and_readiness_come_in_this_order() -> None:
    """The log of a turn's start: weather, the air unit that arrives, the one that rolls."""
    play = game(
        {counter("Infantry"): "0303"}, "D", planes=[plane("I-16"), plane("SB")],
        air={"I-16": "reinforcement", "SB": "flown"}, rolls=[3], turn=50,
        scenario={"arrivals": (Arrival(51, SOVIET, air=("I-16",)),), "weather": {51: "dry"}},
    )
    _, events = FLOW.open(play.world, play.state)
    rules = [e.rule for e in events if e.rule in ("ESP D.4", "BSR 5.13a", "BSR 8.23", "BSR 9.11")]
    assert rules == ["ESP D.4", "BSR 5.13a", "BSR 8.23", "BSR 9.11"]


@pytest.mark.rule("EFS 4.2A.2", "EFS 4.2A.3", "EFS 4.2C.6")
@pytest.mark.parametrize(
    ("step", "follows", "switch"),
    [("A.2", "A.1", "general_supply"), ("A.3", "A.2", "replacements"), ("C.7", "C.6", "surrender")],
)
def test_supply_replacements_and_surrender_have_their_place_and_need_their_rules(
    step: str, follows: str, switch: str
) -> None:
    """Passed over where the scenario switches them off; refused by name where it does not."""
    ids = [s.id for s in SEQUENCE]
    assert ids[ids.index(follows) + 1] == step
    off = make_world(switches=QUIET)
    assert setup.opening(off).turn == 1
    on = make_world(switches=Switches(**{**asdict(QUIET), switch: True}))
    with pytest.raises(DataError, match=switch):
        setup.opening(on)


def test_a_scenario_that_needs_unbuilt_rules_is_refused_with_all_their_names() -> None:
    """Every switch on: the message lists those that the program cannot honour, and no other."""
    with pytest.raises(DataError) as refused:
        setup.opening(make_world(switches=Switches()))
    for name in ("general_supply", "surrender", "railroads", "replacements", "air_transport"):
        assert name in refused.value.why
    for name in setup.BUILT:
        assert f" {name}" not in refused.value.why


@pytest.mark.rule("EFS 4.2B.5", "EFS 4.2C.5")
def test_each_side_has_an_engineering_phase_at_the_end_of_its_own_movement() -> None:
    """Overrun markers on the other side come off in it: Soviet ones in B.6, Axis ones in C.6."""
    marked = frozenset({OVERRUN})
    play = game(
        {counter("Infantry"): "0303", soviet("Rifle"): "0808",
         soviet("Driven"): Unit("Driven", 20, marks=marked)}, "B.5",
    )
    ids = [s.id for s in SEQUENCE]
    assert ids[ids.index("B.6") - 1] == "B.5" and ids[ids.index("C.6") - 1] == "C.5"
    play.execute("end")
    assert here(play) == "C.5"
    assert OVERRUN not in play.state.units["Driven"].marks


# ---------------------------------------------------------------- who moves, how far

KINDS: dict[str, dict[str, Any]] = {
    "Foot": {"ma_class": "nonmot"}, "Motorized": {"ma_class": "motorized"},
    "Cavalry": {"ma_class": "cavalry", "type": "cavalry"},
    "Guns": {"ma_class": "orange", "type": "artillery", "support": 2, "range": 3},
}


def reach_of(side: str, step: str, kind: str, *marks: str) -> int | str:
    """How many clear hexes a unit of MA 6 goes in a step, or the rule that keeps it still."""
    piece = counter("Unit", 2, 2, 6, side=side, zoc=False, **KINDS[kind])
    unit = Unit("Unit", 0, marks=frozenset(marks))
    play = game({piece: unit, counter("Other", side=side, ma_class="motorized"): "0909"}, step)
    far = 0
    for row in range(2, 10):
        rule = verdict(play, f"move Unit to 01{row:02}")
        if rule not in ("", "BSR 10.52"):
            return rule
        far += rule == ""
    return far


@pytest.mark.rule("ESP B.1c", "EFS 4.2B.1")
@pytest.mark.parametrize("kind", list(KINDS))
def test_all_axis_units_move_at_full_ma_in_their_movement_phase(kind: str) -> None:
    assert reach_of(AXIS, "B.1", kind) == 6


@pytest.mark.rule("ESP B.5a", "ESP B.5a.1", "ESP B.5a.2", "EFS 4.2B.4")
@pytest.mark.parametrize(
    ("kind", "far"),
    [("Foot", "BSR 10.21"), ("Motorized", 3), ("Cavalry", 3), ("Guns", "BSR 10.21")],
)
def test_axis_motorized_units_and_cavalry_move_at_half_in_the_motorized_phase(
    kind: str, far: int | str
) -> None:
    assert reach_of(AXIS, "B.5", kind) == far


@pytest.mark.rule("ESP C.1b.1", "ESP C.1b.1.1", "ESP C.1b.1.2", "EFS 4.2C.1")
@pytest.mark.parametrize(
    ("kind", "far"),
    [("Foot", "BSR 10.21"), ("Motorized", 6), ("Cavalry", 3), ("Guns", "BSR 10.21")],
)
def test_soviet_motorized_units_move_at_full_ma_in_theirs(kind: str, far: int | str) -> None:
    assert reach_of(SOVIET, "C.1", kind) == far


@pytest.mark.rule("ESP C.1b.1.4", "ESP C.1b.1")
def test_units_that_an_hq_activates_move_at_full_ma_with_them() -> None:
    assert reach_of(SOVIET, "C.1", "Foot", ACTIVATED) == 6
    assert reach_of(SOVIET, "C.1", "Guns", ACTIVATED) == 6


@pytest.mark.rule("ESP C.5b.1", "ESP C.5b.1.n1", "EFS 4.2C.4")
@pytest.mark.parametrize(
    ("kind", "far"), [("Foot", 6), ("Motorized", 3), ("Cavalry", 6), ("Guns", 6)]
)
def test_all_soviet_units_move_in_their_movement_phase_motorized_ones_at_half(
    kind: str, far: int
) -> None:
    assert reach_of(SOVIET, "C.5", kind) == far


@pytest.mark.rule("ESP C.5b.1.1", "ESP C.5b.1.2")
@pytest.mark.parametrize(("mark", "rule"), [(ACTIVATED, "BSR 10.24c"), (REPLACEMENTS, "BSR 10.22")])
def test_activated_units_and_those_receiving_replacements_do_not_move_in_it(
    mark: str, rule: str
) -> None:
    assert reach_of(SOVIET, "C.5", "Foot", mark) == rule


# ---------------------------------------------------------------- movement procedures by phase


def procedures(side: str, step: str, motorized: bool) -> Game:
    """A stack beside an enemy it can overrun, on a road, with a hex it can only step into."""
    mine = counter(
        "Unit", 8, 4, 7, side=side, yellow=True, size="III", nationality="german"
        if side == AXIS else "soviet", **({"ma_class": "motorized"} if motorized else
                                         {"ma_class": "cavalry", "type": "cavalry"}),
    )
    slow = counter("Slow", 2, 2, 2, side=side, ma_class="motorized")
    march = counter("March", 2, 2, 4, side=side, ma_class="motorized")
    foe = counter("Foe", 1, 1, side=SOVIET if side == AXIS else AXIS)
    road = {(f"09{n:02}", f"09{n + 1:02}"): "road.main" for n in range(1, 9)}
    return game(
        {mine: "0404", slow: "0901", march: "0904", foe: "0405"}, step,
        board={"terrain": {"0801": "mountain", "0404": "hill", "0504": "hill"}, "sides": road},
    )


ONE_HEX, MARCH, OVERRUN_IT, INFILTRATE = (
    "step Slow to 0801", "march March to 0907", "overrun 0405 with Unit",
    "infiltrate Unit to 0504",
)


@pytest.mark.rule("ESP B.1c", "ESP B.1c.2", "ESP B.1c.4", "ESP B.1c.5", "ESP B.1c.6")
def test_the_axis_movement_phase_has_one_hex_strategic_overrun_and_infiltration() -> None:
    play = procedures(AXIS, "B.1", motorized=True)
    for text in (ONE_HEX, MARCH, OVERRUN_IT, INFILTRATE):
        assert verdict(play, text) == "", text


@pytest.mark.rule("ESP B.5b", "ESP B.5b.2", "ESP B.5b.3", "BSR 11.53a")
def test_the_axis_motorized_phase_has_one_hex_and_overrun_but_no_infiltration_or_march() -> None:
    play = procedures(AXIS, "B.5", motorized=True)
    assert verdict(play, ONE_HEX) == ""
    assert verdict(play, OVERRUN_IT) == ""
    assert verdict(play, INFILTRATE) == "BSR 11.53a"
    assert verdict(play, MARCH) == "BSR 10.2"


@pytest.mark.rule("ESP C.1b.2", "ESP C.1b.2.2", "ESP C.1b.2.4", "ESP C.1b.2.5")
def test_the_soviet_motorized_phase_has_one_hex_overrun_and_motorized_infiltration() -> None:
    play = procedures(SOVIET, "C.1", motorized=True)
    for text in (ONE_HEX, OVERRUN_IT, INFILTRATE):
        assert verdict(play, text) == "", text
    assert verdict(play, MARCH) == "BSR 10.2"
    cavalry = procedures(SOVIET, "C.1", motorized=False)
    assert verdict(cavalry, INFILTRATE) == "BSR 11.53a"


@pytest.mark.rule(
    "ESP C.5b.2", "ESP C.5b.2.3", "ESP C.5b.2.5", "ESP C.5b.2.6", "ESP C.5b.2.7"
)
def test_the_soviet_movement_phase_has_all_four_infiltration_for_cavalry_only() -> None:
    play = procedures(SOVIET, "C.5", motorized=False)
    for text in (ONE_HEX, MARCH, OVERRUN_IT, INFILTRATE):
        assert verdict(play, text) == "", text
    motorized = procedures(SOVIET, "C.5", motorized=True)
    assert verdict(motorized, INFILTRATE) == "BSR 11.53b"


# ---------------------------------------------------------------- one combat (B.4)


def combat_game(**more: Any) -> Game:
    """An attack on 0405 with guns, supply and an order behind it; militia and a VP in the hex."""
    board = {"terrain": {"0405": "clear town"}}
    world_fields = {
        "switches": Switches(**{**asdict(QUIET), "attack_supply": True, "victory_points": True}),
    }
    attacker = counter("Infantry", 6, 8, 6, (3, 4, 6), steps=4)
    dump = counter("Dump", 0, 0, 0, type="supply", steps=2, zoc=False)
    untried = soviet("Untried", 1, 2, type="ur_mg", untried=True)
    play = game(
        {attacker: "0404", gun("Guns"): "0403", dump: "0403", soviet("Rifle", 1, 1): "0405",
         untried: Unit("Untried", -1, "cadre"), gun("Soviet Guns", SOVIET): "0406",
         headquarters("Army"): "0407"},
        "B.4c", board=board, scenario=world_fields, **more,
    )
    return play


def started(rolls: tuple[int, ...], order: str = "no-retreat") -> Game:
    """`combat_game` with the attack declared, an order down and an Untried unit in the hex."""
    play = combat_game()
    world = play.world
    hex_ = world.board.at("0405")
    place = Location("Town", (hex_,), ((99, 4),))
    world = evolve(world, scenario=evolve(world.scenario, locations=(place,)))
    state = evolve(
        play.state, attacks=(Attack((hex_,), ("Infantry",)),), orders=((hex_, order),),
        support=(("Soviet Guns", hex_),), cas=((hex_, 1),),
        units={**play.state.units, "Untried": Unit("Untried", hex_, untried=True)},
        control={hex_: SOVIET}, dice=play.state.dice.name(*rolls),
    )
    return Game(world, state, 0)


FIGHT = "fight 0405 with Infantry support Guns supplied Dump"


@pytest.mark.rule(
    "ESP B.4b", "ESP B.4c", "ESP B.4c.1", "ESP B.4c.2", "ESP B.4c.3", "ESP B.4c.4", "ESP B.4c.5",
    "ESP B.4c.6", "ESP B.4c.7", "ESP B.4c.8", "ESP B.4c.9", "ESP B.4c.10",
)
def test_a_combat_goes_through_its_steps_in_order() -> None:
    """Reveal, both totals with guns, a supply point, odds; then order, revelation, DRMs, die.

    6 and 2 of support against 1 + 2 and 2 of support: 8 to 5, 3-2. The Dump pays one of its
    two points. DRMs: -1 CAS, +1 for the order; the town is worth nothing in Dry weather.
    """
    play = started((6,))
    before = len(play.log)
    play.execute(FIGHT)
    first = [e.rule for e in play.log[before:]]
    assert first == ["BSR 15.54", "BSR 15.56", "BSR 15.57"]
    assert play.log[-1].text.endswith("8 to 5, 3-2")
    assert play.state.units["Dump"].lost == 1
    assert not play.state.units["Untried"].untried
    asked = play.asks
    assert asked is not None and (asked.kind, asked.side) == ("attackorder", AXIS)
    before = len(play.log)
    play.execute("pass")
    then = [e.rule for e in play.log[before:]][:2]
    assert then == ["BSR 15.59", "BSR 15.81"]
    roll = next(e for e in play.log[before:] if e.rule == "BSR 15.81")
    assert roll.roll == 6
    assert "-1 close air support" in roll.text and "+1 defender has No Retreat" in roll.text
    assert "net +0" in roll.text


@pytest.mark.rule("ESP B.4c.1", "BSR 15.32c")
def test_guns_support_only_an_attack_that_has_attack_supply() -> None:
    play = started((6,))
    assert verdict(play, "fight 0405 with Infantry support Guns") == "BSR 15.32c"
    assert verdict(play, "fight 0405 with Infantry") == ""


@pytest.mark.rule("ESP B.4b", "BSR 15.31")
def test_supply_is_designated_among_counters_that_the_attackers_can_trace_to() -> None:
    play = started((6,))
    assert verdict(play, "fight 0405 with Infantry supplied Guns") == "BSR 15.31"
    assert verdict(play, "fight 0405 with Infantry supplied Dump") == ""


def won(roll: int) -> Game:
    """The same attack at 10-1: the defenders are too weak to hold anything."""
    play = started((roll,), order="")
    strong = counter("Infantry", 40, 8, 6, (3, 4, 6), steps=4)
    armor = soviet("Rifle", 1, 1, type="armor", armor=True)
    world = evolve(
        play.world, counters={**play.world.counters, "Infantry": strong, "Rifle": armor}
    )
    state = evolve(play.state, orders=(), support=())
    return Game(world, state, 0)


def answered(play: Game) -> None:
    """Answer what is asked: passes an order, takes the first loss or retreat, stops at advances."""
    while play.state.asks and play.asks is not None and play.asks.kind != "advance":
        play.execute("pass" if play.asks.kind == "attackorder" else next(play.legal()))


@pytest.mark.rule(
    "ESP B.4c.11", "ESP B.4c.12", "ESP B.4c.13", "ESP B.4c.14", "ESP B.4c.15", "BSR 25.12"
)
def test_after_the_roll_markers_go_losses_count_and_the_winner_advances() -> None:
    """Both defenders fall: two steps, one of them armor on the track. The town scores 4 VPs."""
    play = won(1)
    play.execute(FIGHT)
    answered(play)
    assert play.asks is not None and play.asks.kind == "advance"
    assert play.state.units["Rifle"].box != "map" and play.state.units["Untried"].box != "map"
    assert play.state.lost[SOVIET] == 2
    assert play.state.track[SOVIET] == 1
    assert play.state.vp == 0
    play.execute("advance Infantry to 0405")
    assert play.state.vp == 4
    assert play.state.attacks == () and play.state.orders == () and play.state.cas == ()
    assert play.state.support == () and play.state.combat is None


# ---------------------------------------------------------------- engineering (B.6, C.6)


@pytest.mark.rule("ESP B.6a", "BSR 18.35")
def test_strongpoints_are_begun_in_one_engineering_phase_and_completed_in_the_next() -> None:
    """An engineer begins one in its hex; a turn later it is complete."""
    on = Switches(**{**asdict(QUIET), "strongpoints": True, "axis_strongpoints": True})
    engineer = counter("Engineer", 1, 1, 6, type="engineer")
    play = game({engineer: "0303"}, "B.6", scenario={"switches": on})
    hex_ = play.world.board.at("0303")
    play.execute("build 0303")
    assert play.state.forts[hex_] == Fort(AXIS, complete=False)
    play.execute("end")
    assert (here(play), play.state.turn) == ("B.1", 51)
    assert not play.state.forts[hex_].complete
    play.execute("end")  # B.6 of GT51 has nothing to begin and completes what stands
    assert (here(play), play.state.turn) == ("B.1", 52)
    assert play.state.forts[hex_].complete


@pytest.mark.rule("ESP B.6d", "ESP C.6c", "BSR 11.44.n1")
@pytest.mark.parametrize(
    ("step", "cleared", "kept"), [("B.5", "Red", "Grey"), ("C.5", "Grey", "Red")]
)
def test_overrun_markers_of_the_enemy_come_off(step: str, cleared: str, kept: str) -> None:
    """Soviet units lose theirs in the Axis Engineering Phase, Axis units in the Soviet one."""
    mark = frozenset({OVERRUN})
    mobile = {"ma_class": "motorized"}
    play = game(
        {counter("Grey", **mobile): Unit("Grey", 0, marks=mark),
         soviet("Red", **mobile): Unit("Red", 80, marks=mark)}, step,
    )
    play.execute("end")
    assert OVERRUN not in play.state.units[cleared].marks
    assert OVERRUN in play.state.units[kept].marks


# ---------------------------------------------------------------- the Interphase (D)


@pytest.mark.rule("ESP D.1", "EFS 4.2D")
def test_activated_markers_come_off_in_the_interphase() -> None:
    marks = frozenset({ACTIVATED, ARRIVED})
    play = game({soviet("Rifle"): Unit("Rifle", 0, marks=marks)}, "C.5")
    assert ACTIVATED in play.state.units["Rifle"].marks
    play.execute("end")
    assert play.state.turn == 51
    assert not play.state.units["Rifle"].marks & marks


@pytest.mark.rule("ESP D.2", "BSR 22.26a", "BSR 22.26b")
@pytest.mark.parametrize(
    ("answer", "roll", "operational", "on_map"),
    [("pass", 5, True, True), ("pass", 6, False, True), ("disband Army", 1, False, False)],
)
def test_a_non_op_hq_recovers_or_is_disbanded_before_the_turn_ends(
    answer: str, roll: int, operational: bool, on_map: bool
) -> None:
    """Recovery 5: a 5 turns it over, a 6 does not; or it goes to the Cadre Box."""
    play = game(
        {headquarters("Army", recovery=5): Unit("Army", 0, nonop=True), soviet("Rifle"): "0505"},
        "C.5", rolls=(roll,),
    )
    play.execute("end")
    asked = play.asks
    assert asked is not None and (asked.kind, asked.side, here(play)) == ("recover", SOVIET, "D")
    assert play.state.turn == 50
    play.execute(answer)
    army = play.state.units["Army"]
    assert play.state.turn == 51
    assert army.on_map is on_map
    assert (not army.nonop) is operational or not on_map


@pytest.mark.rule("ESP D.4", "EFS 4.2D")
def test_the_turn_marker_moves_last_and_the_next_turn_begins_with_the_weather() -> None:
    play = game({counter("Infantry"): "0303"}, "B.1", scenario={"weather": {51: "mud"}})
    play.execute("end")
    assert play.state.turn == 51
    rules = [e.rule for e in play.log]
    assert rules.index("ESP D.4") < rules.index("BSR 5.13a")
    assert play.state.weather == "mud"
