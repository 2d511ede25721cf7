"""Saves of Korsun that are forged with a digest that fits: told in words, wherever they lie."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import saves
from engine.game import Game
from engine.ocs.decisions import GameChoice
from engine.ocs.sequence import key
from engine.ocs.state import OcsState
from engine.ocs.validate import CROWDED
from engine.saves.faults import BadSave
from engine.saves.text import Save, write
from tests.fuzz.test_korsun import choose, korsun
from tests.saves.test_bad_saves import put, signed

Edit = Callable[[str], str]


def text_of(game: Game) -> str:
    """The text of a save of a game as it stands."""
    return write(Save(
        scenario="korsun", title=game.world.scenario.title, seed=game.seed, data=1,
        state=game.series.dumper().dump(game.world, game.state), journal=tuple(game.journal),
    ))[0]


def found(wanted: Callable[[OcsState], bool]) -> Game:
    """A random game played until, early on, its state is as wanted."""
    for seed in range(40):
        game, hand = Game.start(korsun(), seed), Random(seed)
        while game.state.turn <= 2 and (command := choose(game, hand)) is not None:
            game.execute(command)
            if wanted(game.state):
                return game
    raise AssertionError("no game came to such a state")


@pytest.fixture(scope="module")
def quiet() -> str:
    """Turn 1, a step in which nothing moves and nothing waits."""
    return text_of(found(lambda s: not s.asks and not s.fighting and key(s) not in CROWDED))


@pytest.fixture(scope="module")
def flown() -> str:
    """A mission in the air and a decision about it."""
    return text_of(found(lambda s: s.mission is not None and bool(s.asks)))


@pytest.fixture(scope="module")
def fought() -> str:
    """A combat in hand and a decision about it."""
    return text_of(found(lambda s: s.fighting is not None and bool(s.asks)))


@pytest.fixture(scope="module")
def postured() -> str:
    """A choice of the game's own waits."""
    return text_of(found(lambda s: any(
        isinstance(d, GameChoice) and d.topic.startswith("posture") for d in s.asks)))


def line(start: str, old: str, new: str) -> Edit:
    """Change a passage of the first line that starts so."""
    def edit(text: str) -> str:
        row = re.search(rf"(?m)^{re.escape(start)}.*$", text)
        assert row is not None and re.search(old, row[0]), (start, row)
        changed = re.sub(old, new, row[0], count=1)
        return text[: row.start()] + changed + text[row.end() :]

    return edit


def into(block: str, row: str) -> Edit:
    """One more line at the top of a block."""
    return lambda text: text.replace(f"\n{block} = '''\n", f"\n{block} = '''\n{row}\n", 1)


def staged(block: str) -> Edit:
    """What is in hand, in a stage that there is not."""
    def edit(text: str) -> str:
        start = text.index(f"\n{block} = '''\n") + len(block) + 8
        end = text.index("\n", start)
        row = re.sub(r" stage=\S+", "", text[start:end])
        return f"{text[:start]}{row} stage=tea{text[end:]}"

    return edit


def onto_one(text: str) -> str:
    """Every German division stands in Korsun, which is far more than ten RE."""
    return re.sub(r"(?m)^(1[167]-pz-div-\S+|de-\d+-div) [AB]\S+", r"\1 B8.08", text)


FORGED: dict[str, tuple[str, Edit, str]] = {
    # name: the save, the edit, a part of the answer
    "a ground condition unknown": ("flown", line("ground =", '".*"', '"snow"'), "ground is"),
    "a flight condition unknown": ("flown", line("flight =", '".*"', '"storm"'), "flight weather"),
    "no ground at all": ("flown", line("ground =", '".*"', '""'), "ground is"),
    "a ground with a line feed": ("flown", line("ground =", '".*"', r'"a\\nb"'), "a b"),
    "a first player unknown": ("flown", line("first =", '".*"', '"finns"'), "first player"),
    "a turn after the last": (
        "quiet", lambda text: text.replace("[state]\nturn = ", "[state]\nturn = 7"),
        "is not one of the scenario"),
    "a step that is none": ("flown", line("step = ", '".*"', '"Z.9"'), "no step Z.9"),
    "a unit flies": ("fought", into("asks", "landing axis aircraft=de-88-div hexes=B8.08"),
                     "de-88-div is named and not in play"),
    "a mission of no stage": ("flown", staged("mission"),
                              "the stage 'tea'"),
    "a decision of nobody": ("fought", into("asks", "gofirst finns"), "waits for 'finns'"),
    "a decision of no kind": ("fought", into("asks", "dance axis"), "no decision is called"),
    "an aircraft that leads": ("fought", into("asks", "lead axis units=ax-ju87g"),
                               "ax-ju87g is named and not in play"),
    "a combat of no stage": ("fought", staged("fighting"),
                             "the stage 'tea'"),
    "an unknown hex": ("quiet", line("de-88-div", r"[AB]\d+\.\d\d", "B99.01"), "no hex B99.01"),
    "a unit without its hex": ("quiet", line("de-88-div", r"[AB]\d+\.\d\d", "-"), "in hex none"),
    "an unknown unit": ("quiet", line("de-88-div", "de-88-div", "de-8-div"), "no unit 'de-8-div'"),
    "a unit twice": ("quiet", into("units", "de-88-div B8.08"), "stands twice"),
    "more steps lost than there are": ("quiet", line("de-88-div", r"lost=\d", "lost=9"),
                                       "has lost 9 of"),
    "steps below zero": ("quiet", line("de-88-div", r"lost=\d", "lost=-1"), "has lost -1 of"),
    "a fraction of a step": ("quiet", line("de-88-div", r"lost=\d", "lost=1.5"), "whole number"),
    "a marker unknown": ("quiet", line("hq-xi ", r"$", " marker=asleep"),
                         "unknown marker 'asleep'"),
    "a box unknown": ("quiet", line("alert-01", "box=pool", "box=bar"), "in a box 'bar'"),
    "spent below zero": ("quiet", line("de-88-div", r"lost=", "spent=-8 lost="), "has spent -8"),
    "a load without a bed": ("quiet", line("de-88-div", r"lost=", "load=4 lost="), "has room for"),
    "tokens below zero": ("quiet", line("B8.08 axis", r"axis \d+", "axis -4"), "-4 tokens"),
    "a dump of nobody": ("quiet", into("dumps", "B17.17 finns 4"), "finns, 4 tokens"),
    "a base of level 9": ("quiet", into("bases", "B17.17 axis 9"), "level 9"),
    "a hedgehog of level 9": ("quiet", into("hogs", "B17.17 axis 9"), "level 9"),
    "both sides in a hex": ("quiet", line("sov-58-rd", r"[AB]\d+\.\d\d", "B8.08"), "both sides"),
    "an Army of no Front": ("quiet", line("fronts front-1", "hq-sov-6-tank", "hq-sov-4-gd"),
                            "under two Fronts"),
    "a Front left out": ("quiet", lambda text: re.sub(r"(?m)^fronts front-2.*\n", "", text),
                         "the Fronts are"),
    "a Front that is none": ("quiet", line("fronts front-2", "front-2-ukr", "front-9-ukr"),
                             "the Fronts are"),
    "an Extender off the board": ("quiet", line("truck_extenders", r"-?\d+$", "99999"),
                                  "hex 99999 is not on the board"),
    "a choice about nothing": ("postured", line("gamechoice", r"topic=\S+", "topic=lunch"),
                               "waits about 'lunch'"),
    "a choice of an unknown Front": ("postured", line("gamechoice", "choices=[^,]+", "choices=x"),
                                     "offers 'x'"),
    "a choice of nothing": ("postured", line("gamechoice", r"choices=\S+ ", ""), "offers nothing"),
    "ten RE and more": ("quiet", onto_one, "stacking limit"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_save_is_refused_with_words(
    tmp_path: Path, request: pytest.FixtureRequest, name: str
) -> None:
    which, edit, why = FORGED[name]
    original = request.getfixturevalue(which)
    text = edit(original)
    assert text != original
    path = put(tmp_path, signed(text))
    raw = path.read_bytes()
    with pytest.raises(BadSave) as caught:
        saves.load(path, world=korsun())
    answer = str(caught.value)
    assert why in answer and answer.startswith(str(path)), answer
    assert answer.isprintable()
    assert path.read_bytes() == raw


@settings(max_examples=60)
@given(data=st.data())
def test_any_word_of_the_state_may_be_any_other(
    tmp_path_factory: pytest.TempPathFactory, flown: str, fought: str, postured: str,
    data: st.DataObject,
) -> None:
    """Lines cut, doubled, moved or reworded: refused in one line, or played on."""
    rows = data.draw(st.sampled_from([flown, fought, postured])).split("\n")
    first, last = rows.index("[state]") + 1, rows.index("[past]") - 1
    at, other = data.draw(st.integers(first, last)), data.draw(st.integers(first, last))
    kind = data.draw(st.sampled_from(["cut", "double", "swap", "word", "number"]))
    if kind == "cut":
        del rows[at]
    elif kind == "double":
        rows.insert(at, rows[other])
    elif kind == "swap":
        rows[at], rows[other] = rows[other], rows[at]
    elif kind == "number":
        number = str(data.draw(st.sampled_from([-1, 0, 1, 3, 99, 999_999_999])))
        rows[at] = re.sub(r"(?<=[= ])-?\d+\b", number, rows[at], count=1)
    else:
        words = rows[at].split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = rows[other].split(" ")[-1]
        rows[at] = " ".join(words)
    path = put(tmp_path_factory.mktemp("saves"), signed("\n".join(rows)))
    try:
        session = saves.load(path, world=korsun())
    except BadSave as error:
        assert str(error).isprintable() and str(path) in str(error)
        return
    with session:
        hand = Random(1)
        for _ in range(3):
            if session.game.outcome is None and (command := choose(session.game, hand)):
                session.execute(command)
