"""The dump of a state: every field survives, equal states look alike, nonsense is refused."""

from __future__ import annotations

import random
import tomllib
from hashlib import blake2b
from typing import Any

import attrs
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import Dice
from engine.core.records import Record
from engine.core.state import Decision, Outcome
from engine.core.values import fields
from engine.efs import decisions, dump
from engine.efs.pieces import ACTIVATED, AXIS, CADRE, FLOWN, FOUGHT, SOVIET, AirUnit, Unit
from engine.efs.state import Attack, Combat, EfsState, Fort, Overrunning
from engine.efs.world import World
from engine.ocs.dump import RECORDS as OCS_RECORDS
from tests.efs.support import counter, make_board, make_state, make_world, plane
from tests.saves.support import played, sumy


def small_world() -> World:
    return make_world(
        make_board(3, 3),
        [counter("A"), counter("B,1 = x"), counter("C"), counter("S", side=SOVIET)],
        [plane("He111"), plane("SB")],
    )


def full_state(world: World) -> EfsState:
    """A state in which no field has its default; it need not make sense as a position."""
    at = world.board.at
    attack = Attack((at("0101"), at("0202")), ("A", "C"), mandated=True)
    return EfsState(
        turn=7, step=14, dice=Dice(12345678901234567890, 9, (3, 10), (1, 2)),
        asks=tuple(_decision(world, cls) for cls in _decision_classes()),
        over=Outcome(AXIS, 'it "holds" five stars\nand more', "PB 10.45"),
        closing=True, weather="mud", storm=True, rolled=("dry", "mud"), frozen=True, arctic=True,
        units={
            "A": Unit("A", at("0101"), lost=1, nonop=True, untried=True, started=True, done=True,
                      spent=5, surcharge=1, marks=frozenset({FOUGHT, ACTIVATED})),
            "B,1 = x": Unit("B,1 = x", -1, CADRE),
            "C": Unit("C", at("0202")),
            "S": Unit("S", at("0303")),
        },
        air={
            "He111": AirUnit("He111", hex=at("0101"), role="mission", revealed=True, used=True,
                             engaged="SB"),
            "SB": AirUnit("SB", FLOWN),
        },
        control={at("0101"): AXIS, at("0303"): SOVIET},
        forts={at("0202"): Fort(SOVIET, complete=False, emergency=True)},
        strongpoints={"regular": 2},
        lines_destroyed=frozenset({(at("0101"), at("0102"))}),
        bridges=frozenset({(at("0101"), at("0201")), (at("0102"), at("0103"))}),
        interdicted={at("0103"): 2},
        moving=("A", "C"), split=("C",), used={"A/activate": 2, "/disband": 1},
        attacks=(attack, Attack((at("0303"),))), obliged=(("A", at("0303")),),
        support=(("C", at("0303")),), orders=((at("0303"), "no-retreat"),),
        cas=((at("0303"), -2),),
        combat=Combat(attack, ("A",), ("C",), False, True, "no-retreat", "additional-retreat",
                      "3-1", ("1*", "2R"), -2, "defender", (at("0101"),), True),
        overrunning=Overrunning(at("0202"), ("A",), (4,), (1,), "enter"),
        missions=(at("0303"), at("0101")), air_round="combat 1",
        lost={AXIS: 3, SOVIET: 4}, track={AXIS: 1, SOVIET: 2}, vp=-3,
    )


def _decision_classes() -> list[type[Decision]]:
    return [
        cls for cls in vars(decisions).values()
        if isinstance(cls, type) and issubclass(cls, Decision) and cls is not Decision
    ]


_VALUES: dict[str, Any] = {
    "int": 3, "str": "word", "bool": True, "tuple[str, ...]": ("A", "C"),
    "tuple[int, ...]": (0, 4),
}


def _decision(world: World, cls: type[Decision]) -> Decision:
    """A decision of the class with no field at its default."""
    special = {"unit": "A", "side": SOVIET}
    values = {
        field.name: special.get(field.name, _VALUES[str(field.type)])
        for field in fields(cls)
    }
    return cls(**values)


def defaults_in(value: Any) -> list[str]:
    """Names of fields that stand at their default, nested values included."""
    found = []
    for field in fields(type(value)):
        if not field.init or not field.eq:
            continue
        own = getattr(value, field.name)
        default = field.default
        if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
            default = default.factory()
        if own == default:
            found.append(f"{type(value).__name__}.{field.name}")
        inner = own.values() if isinstance(own, dict) else own if isinstance(own, tuple) else (own,)
        for item in inner:
            if attrs.has(type(item)) and not isinstance(item, Unit | AirUnit | Fort | Attack):
                found += defaults_in(item)
    return found


def reread(world: World, state: EfsState) -> EfsState:
    return dump.load(world, tomllib.loads(dump.text(world, state)))


def test_every_field_of_the_state_survives() -> None:
    """Through text and back; the state of the test leaves no field at its default."""
    world = small_world()
    state = full_state(world)
    assert defaults_in(state) == []
    again = reread(world, state)
    for field in fields(EfsState):
        assert getattr(again, field.name) == getattr(state, field.name) or not field.eq, field.name
    assert list(again.units) == list(state.units)
    assert dump.text(world, again) == dump.text(world, state)


def test_a_field_that_the_dump_does_not_know_would_not_go_unnoticed() -> None:
    """The names of the dump are those of the state, with the dice spread out."""
    names = {f.name for f in fields(EfsState) if f.init} - {"dice"}
    dice = {f.name for f in fields(Dice)}
    assert set(dump.dump(small_world(), full_state(small_world()))) == names | dice


@pytest.mark.parametrize("records", [dump.RECORDS, OCS_RECORDS], ids=["efs", "ocs"])
def test_the_type_of_every_field_of_a_record_is_known(records: dict[type, Record]) -> None:
    """It is looked up as late as the first line, so no import would tell."""
    for cls, record in records.items():
        assert {name for name, _ in record.kinds()} >= {
            field.name for field in fields(cls) if field.name != "attack"
        }, cls


def test_every_decision_survives_with_every_field() -> None:
    world = small_world()
    assert len(_decision_classes()) >= 9
    for cls in _decision_classes():
        decision = _decision(world, cls)
        state = make_state(world, {"A": "0101"}, asks=(decision,))
        assert reread(world, state).asks == (decision,)


def test_hexes_stand_as_printed_and_units_one_a_line() -> None:
    world = small_world()
    state = make_state(world, {"A": "0203", "C": Unit("C", -1, CADRE, lost=1)}, step="B.1")
    table = dump.dump(world, state)
    assert table["units"] == "A 0203\nC - box=cadre lost=1\n"
    assert table["step"] == "B.1"


def test_what_is_at_its_default_is_left_out() -> None:
    world = small_world()
    table = dump.dump(world, make_state(world, {"A": "0203"}, air={}))
    assert set(table) == {"turn", "step", "units"}


def test_the_digest_is_the_hash_of_the_text_written_by_hand() -> None:
    """So it depends on nothing but the position: no memory address, order of sets or machine."""
    world = make_world(make_board(2, 2), [counter("A"), counter("B")])
    state = make_state(
        world, {"A": Unit("A", world.board.at("0101"), marks=frozenset({FOUGHT, ACTIVATED})),
                "B": "0202"},
        step="B.4c", turn=50, control={"0202": AXIS, "0101": AXIS}, vp=3,
    )
    text = (
        "turn = 50\n"
        'step = "B.4c"\n'
        "vp = 3\n"
        "units = '''\n"
        "A 0101 marks=activated,fought\n"
        "B 0202\n"
        "'''\n"
        "control = '''\n"
        "axis 0101 0202\n"
        "'''\n"
    )
    assert dump.text(world, state) == text
    assert dump.digest(world, state) == blake2b(text.encode(), digest_size=16).hexdigest()


def test_equal_states_have_equal_digests_however_they_came_about() -> None:
    world = small_world()
    state = full_state(world)
    turned = evolve(
        state, control=dict(reversed(state.control.items())),
        used=dict(reversed(state.used.items())), lost=dict(reversed(state.lost.items())),
    )
    assert turned == state
    assert dump.digest(world, turned) == dump.digest(world, state)


def test_states_that_differ_in_one_field_have_different_digests() -> None:
    world = small_world()
    state = full_state(world)
    others = [
        evolve(state, turn=8), evolve(state, vp=0), evolve(state, storm=False),
        evolve(state, dice=Dice(1)), evolve(state, asks=state.asks[:-1]),
        evolve(state, units={**state.units, "S": Unit("S", world.board.at("0302"))}),
    ]
    digests = {dump.digest(world, one) for one in (state, *others)}
    assert len(digests) == len(others) + 1


@given(seed=st.integers(0, 10**6), count=st.integers(0, 90),
       dummies=st.sampled_from(["open", "seen", "blind"]))
def test_positions_of_play_survive(seed: int, count: int, dummies: str) -> None:
    """State after state of random games, decisions and combats in hand included."""
    game = played(count, seed, dummies)
    again = reread(game.world, game.state)
    assert again == game.state
    assert dump.digest(game.world, again) == dump.digest(game.world, game.state)
    assert list(again.units) == list(game.state.units) and list(again.air) == list(game.state.air)


@given(seed=st.integers(0, 10**6), count=st.integers(0, 60))
def test_a_reread_position_offers_the_same_commands_in_the_same_order(
    seed: int, count: int
) -> None:
    game = played(count, seed)
    again = type(game).resume(game.world, reread(game.world, game.state), seed, [], [])
    assert list(again.legal()) == list(game.legal())
    hand = random.Random(seed)
    for _ in range(5):
        if game.outcome is not None:
            break
        text = game.render(hand.choice(list(game.legal())))
        assert game.execute(text) == again.execute(text)
        assert again.state == game.state


BAD = {
    "an unknown key": ({"colour": 3}, "colour", "not known"),
    "a missing step": ({"step": None}, "step", "is missing"),
    "missing units": ({"units": None}, "units", "is missing"),
    "a step that there is not": ({"step": "Z.9"}, "step", "no step Z.9"),
    "a step as a number": ({"step": 3}, "step", "should be"),
    "a turn as a text": ({"turn": "50"}, "turn", "whole number"),
    "a turn as true": ({"turn": True}, "turn", "whole number"),
    "a fraction": ({"turn": 1.5}, "turn", "whole number"),
    "not a number": ({"vp": float("nan")}, "vp", "whole number"),
    "infinity": ({"vp": float("inf")}, "vp", "whole number"),
    "a huge number": ({"turn": 10**30}, "turn", "whole number"),
    "a huge seed": ({"seed": 10**41}, "seed", "whole number"),
    "storm as a text": ({"storm": "yes"}, "storm", "true or false"),
    "weather as a number": ({"weather": 1}, "weather", "a text"),
    "units as a list": ({"units": []}, "units", "a block of lines"),
    "units as a table": ({"units": {"A": 1}}, "units", "a block of lines"),
    "an unknown unit": ({"units": "A 0101\nZ 0101\n"}, "units, line 2", "no unit 'Z'"),
    "a unit twice": ({"units": "A 0101\nA 0102\n"}, "units, line 2", "stands twice"),
    "an unknown hex": ({"units": "A 9999\n"}, "units, line 1", "no hex 9999"),
    "a unit without a hex": ({"units": "A\n"}, "units, line 1", "should come first"),
    "an empty line": ({"units": "A 0101\n\n"}, "units, line 2", "should come first"),
    "an unknown word of a unit": ({"units": "A 0101 strength=9\n"}, "units, line 1", "strength"),
    "a word twice": ({"units": "A 0101 lost=1 lost=2\n"}, "units, line 1", "stands twice"),
    "lost without a number": ({"units": "A 0101 lost\n"}, "units, line 1", "needs a value"),
    "lost as a word": ({"units": "A 0101 lost=few\n"}, "units, line 1", "whole number"),
    "digits of another script": ({"units": "A 0101 lost=\u0663\n"}, "units, line 1", "whole"),
    "leading zeros": ({"units": "A 0101 lost=01\n"}, "units, line 1", "whole number"),
    "a number of a hundred digits": ({"units": f"A 0101 lost={'9' * 99}\n"}, "units, line 1",
                                     "whole number"),
    "a flag with another word": ({"units": "A 0101 started=maybe\n"}, "units, line 1", "yes or"),
    "an escape that means nothing": ({"units": "A\\q 0101\n"}, "units, line 1", "means nothing"),
    "an unknown decision": ({"asks": "dance axis\n"}, "asks, line 1", "no decision"),
    "a decision about nobody known": ({"asks": "lose axis units=Q\n"}, "asks, line 1", "no unit"),
    "a combat of one line": ({"combat": "0101\n"}, "combat", "two lines"),
    "an Overrun of two lines": ({"overrunning": "0101 A 2 0\n0101 A 2 0\n"}, "overrunning",
                                "one line"),
    "control of a hex twice": ({"control": "axis 0101\nsoviet 0101\n"}, "control, line 2",
                               "stands twice"),
    "interdiction without a level": ({"interdicted": "0101\n"}, "interdicted, line 1", "2 words"),
    "interdiction twice": ({"interdicted": "0101 1\n0101 2\n"}, "interdicted", "twice"),
    "a bridge of one hex": ({"bridges": "0101\n"}, "bridges, line 1", "2 words"),
    "an outcome of two texts": ({"over": ["axis", "why"]}, "over", "three texts"),
    "an outcome of numbers": ({"over": [1, 2, 3]}, "over", "three texts"),
    "rolls as texts": ({"named": ["6"]}, "named", "die rolls"),
    "a roll of zero": ({"named": [0]}, "named", "die rolls"),
    "movers that are numbers": ({"moving": [1]}, "moving", "list of texts"),
    "missions as a text": ({"missions": "0101"}, "missions", "a list"),
}


@pytest.mark.parametrize("name", BAD)
def test_nonsense_is_refused_with_its_place(name: str) -> None:
    changes, place, why = BAD[name]
    world = small_world()
    table: dict[str, Any] = dict(dump.dump(world, make_state(world, {"A": "0101"}, air={})))
    for key, value in changes.items():
        if value is None:
            del table[key]
        else:
            table[key] = value
    with pytest.raises(dump.BadDump) as caught:
        dump.load(world, table)
    assert caught.value.place == place
    assert why in caught.value.why


def test_the_table_of_nonsense_is_sound_without_its_changes() -> None:
    world = small_world()
    state = make_state(world, {"A": "0101"}, air={})
    assert dump.load(world, dump.dump(world, state)) == state


def test_a_whole_position_is_small() -> None:
    """Some eighty bytes a unit at most, the map's control included."""
    game = played(80)
    assert len(dump.text(sumy(), game.state)) < 80 * len(game.state.units)
