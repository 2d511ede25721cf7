"""Examples of the rulebooks, figure by figure: dice, steps, weather, the grid, movement."""

from __future__ import annotations

from datetime import date

import pytest
from attrs import evolve

from engine import catalog
from engine.core.board import Board
from engine.core.dice import Dice
from engine.core.errors import Refusal
from engine.efs import (
    allowance,
    flow,
    interdiction,
    movement,
    overrun,
    stacking,
    steps,
    supply,
    weather,
)
from engine.efs import terrain as tec
from engine.efs.commands import GRAMMAR
from engine.efs.pieces import OUT_OF_SUPPLY, SOVIET, STRATEGIC, Counter, Unit
from engine.efs.state import Attack, EfsState, Fort
from engine.efs.terrain import MP
from engine.efs.world import Draft, World
from engine.game import Game
from tests.efs.examples import Vector, tables, vectors
from tests.efs.support import counter, make_board, make_draft, make_state, make_world
from tests.tutorial import replay

# ---------------------------------------------------------------- dice, stacking, steps


@pytest.mark.parametrize("vector", vectors("die"))
def test_die(vector: Vector) -> None:
    """The face that shows 0 is a ten: the die has 1 to 10 and no zero."""
    dice, seen = Dice(7), set()
    for _ in range(400):
        value, dice = dice.roll()
        seen.add(value)
    assert vector["face"] not in seen and vector["value"] in seen
    assert seen == set(range(1, 11))


@pytest.mark.parametrize("vector", vectors("stacking"))
def test_stacking(vector: Vector) -> None:
    world = make_world(counters=[counter("A", stack=9), counter("B", stack=vector["points"] - 9)])
    state = make_state(world, {"A": "0303", "B": "0303"})
    legal = stacking.excess(world, state, world.board.at("0303")) == 0
    assert legal is vector["legal"]


@pytest.mark.parametrize("vector", vectors("steps"))
def test_steps(vector: Vector) -> None:
    assert steps.printed_steps(vector["defence"], vector["two_sided"]) == vector["steps"]


@pytest.mark.parametrize("vector", vectors("step_sequence"))
def test_step_sequence(vector: Vector) -> None:
    """A 7-8-5 division with a 4-4-5 reverse, loss by loss."""
    division = counter("Division", 7, 8, 5, (4, 4, 5), steps=steps.printed_steps(8, True))
    world = make_world(counters=[division])
    for row in vector["states"]:
        face = steps.face(world, Unit("Division", lost=row["lost"]))
        assert (face.attack, face.defense) == (row["attack"], row["defence"])
        reduced = steps.on_reduced_side(world, division, row["lost"])
        assert ("reduced" if reduced else "full") == row["side"]
        assert steps.has_marker(world, division, row["lost"]) is row["marker"]
    assert division.steps == vector["removed_after"]


# ---------------------------------------------------------------- weather, calendar, supply


@pytest.mark.parametrize("vector", vectors("weather_sequence"))
def test_weather_sequence(vector: Vector) -> None:
    """Results of the table, turn by turn, rolled in a climate whose rows are these results."""
    results = [row["result"] for row in vector["rolls"]]
    world = make_world()
    climate = next(iter(vector.get("climate", {}).values()), "Dry")
    table = {**world.charts.weather_table, climate: tuple(results)}
    track = {row["turn"]: (climate, 0) for row in vector["rolls"]}
    world = evolve(world, charts=evolve(world.charts, weather_table=table, turn_track=track))
    draft = make_draft(world, step="A.1", rolls=range(1, len(results) + 1))
    for row in vector["rolls"]:
        draft.update(turn=row["turn"])
        weather.determine(draft)
        assert draft.state.weather.capitalize() == row["weather"]
        assert draft.state.storm is row["storm"]
        if "lingering_mud" in row:
            assert weather.lingering_mud(draft.state) is row["lingering_mud"]


@pytest.mark.parametrize("vector", vectors("turn_date"))
def test_turn_date(vector: Vector) -> None:
    """Two days a turn from 22 June; the day falls on the turn."""
    first, last = flow.dates(replay.world(), vector["turn"])
    assert first <= date.fromisoformat(vector["date"]) <= last


@pytest.mark.parametrize("vector", vectors("scenario_length"))
def test_scenario_length(vector: Vector) -> None:
    scenario = catalog.load("sumy", overlays=()).scenario
    assert (scenario.first_turn, scenario.last_turn) == (vector["first"], vector["last"])
    assert scenario.last_turn - scenario.first_turn + 1 == vector["turns"]


@pytest.mark.parametrize("vector", vectors("supply_length"))
def test_supply_length(vector: Vector) -> None:
    world = make_world()
    assert supply.loc_length(world, make_state(world, weather=vector["weather"])) == vector["hexes"]


# ---------------------------------------------------------------- the grid of the Sumy map


@pytest.mark.parametrize("vector", vectors("adjacent"))
def test_adjacent(vector: Vector) -> None:
    board = replay.world().board
    assert board.adjacent(board.at(vector["a"]), board.at(vector["b"]))


@pytest.mark.parametrize("vector", vectors("distance"))
def test_distance(vector: Vector) -> None:
    board = replay.world().board
    far = board.distance(board.at(vector["a"]), board.at(vector["b"]))
    assert vector.get("at_least", 0) <= far <= vector.get("at_most", 99)
    assert far == vector.get("exactly", far)


# ---------------------------------------------------------------- allowances


@pytest.mark.parametrize("vector", vectors("ma"))
def test_allowance(vector: Vector) -> None:
    """Full in the Axis Movement phase, half in the Motorized one, half as far again on a march."""
    cavalry = vector.get("cavalry", False)
    unit = counter("Unit", 2, 2, vector["printed"],
                   ma_class="cavalry" if cavalry else "motorized")
    marks = {OUT_OF_SUPPLY} if vector["out_of_supply"] else set()
    if vector["factor"] == 1.5:
        marks.add(STRATEGIC)
    world = make_world(counters=[unit])
    piece = Unit("Unit", world.board.at("0303"), marks=frozenset(marks))
    state = make_state(world, {"Unit": piece}, step="B.5" if vector["factor"] == 0.5 else "B.1")
    assert allowance.allowance(world, state, piece) == vector["result"] * MP


# ---------------------------------------------------------------- moves, hex by hex

CLASSES = {
    "foot": counter("Unit", 4, 4, 30),
    "motorized": counter("Unit", 13, 4, 30, type="motorized_engineer", ma_class="motorized"),
    "soviet_armor": counter("Unit", 4, 4, 30, side=SOVIET, type="armor", armor=True,
                            ma_class="motorized"),
}


def column(vector: Vector) -> tuple[Board, list[str]]:
    """The way of a vector as one column of hexes, first its start, then a hex for an enemy."""
    way = [f"02{row:02}" for row in range(1, len(vector["steps"]) + 2)]
    terrain, sides = {}, {}
    for a, b, step in zip(way, way[1:], vector["steps"], strict=False):
        terrain[b] = " ".join(step["terrain"])
        words = [f"road.{step['road']}"] if "road" in step else []
        words += [step["hexside"]] if "hexside" in step else []
        if words:
            sides[a, b] = " ".join(words)
    return make_board(3, len(way) + 1, terrain=terrain, sides=sides), way


def on_the_way(vector: Vector) -> tuple[World, EfsState, list[str]]:
    """A unit at the start; an enemy at the end, wherever it must stand for ZOCs and Overruns."""
    board, way = column(vector)
    mover = CLASSES[vector["class"]]
    if "ma" in vector:
        mover = evolve(mover, full=evolve(mover.full, ma=vector["ma"]))
    foe_side = "axis" if mover.side == SOVIET else SOVIET
    foe = counter("Foe", 1, 1, 0, side=foe_side, zoc=True)
    friend = counter("Friend", 1, 1, side=mover.side, zoc=False)
    world = make_world(board, [mover, foe, friend])
    units: dict[str, str | Unit] = {"Unit": way[0]}
    last = vector["steps"][-1]
    ahead = f"02{len(way) + 1:02}"
    if last.get("overrun"):
        units["Foe"] = way[-1]
    elif last.get("zoc"):
        units["Foe"] = ahead
    phase = "C.1" if mover.side == SOVIET else "B.5" if "available" in vector else "B.1"
    fields = {}
    if last.get("reacting"):
        phase, units["Friend"] = "C.3a", way[-1]
        fields["attacks"] = (Attack((board.at(way[-1]),)),)
    draft = make_draft(world, units, step=phase, **fields)
    weather.apply_result(draft, vector["weather"], False)
    forts = {
        board.at(b): Fort(foe_side)
        for b, step in zip(way[1:], vector["steps"], strict=True) if step.get("enemy_fort")
    }
    draft.update(forts=forts)
    return world, draft.state, way


def carry(draft: Draft, text: str, check: object, apply: object) -> None:
    command = GRAMMAR.parse(text)
    problem = check(draft.world, draft.state, command)  # type: ignore[operator]
    assert problem is None, problem
    apply(draft, command)  # type: ignore[operator]


ELSEWHERE = {"sumy-sov-1gdm-entry", "PB11.2-A-B-C"}
"""Moves with tests of their own: the Guards' entry below, two Overruns in test_overrun_example."""
MOVES = [v for v in vectors("move") if v.id not in ELSEWHERE]


@pytest.mark.parametrize("vector", MOVES)
def test_move(vector: Vector) -> None:
    """Each step costs what the example says; a hex left off its road is paid for on leaving."""
    world, state, way = on_the_way(vector)
    draft = Draft(world, state)
    spent = 0.0
    late = any(step.get("exit_road") is False for step in vector["steps"])
    for place, step in zip(way[1:], vector["steps"], strict=True):
        if step.get("overrun"):
            who = movement.party(world, draft.state, ("Unit",))
            if isinstance(who, Refusal):
                freed = evolve(draft.state.units["Unit"], done=False)
                free = evolve(draft.state, units={**draft.state.units, "Unit": freed})
                who = movement.party(world, free, ("Unit",))
            assert isinstance(who, movement.Party)
            bill = overrun.costs(world, draft.state, who, world.board.at(place))
            assert not isinstance(bill, Refusal), bill
            total = draft.state.units["Unit"].spent + bill[0][0]
        else:
            carry(draft, f"move Unit via {place}", movement.check_via, movement.do_via)
            total = draft.state.units["Unit"].spent
        spent += step["cost"]
        assert late or total == spent * MP
    assert total == vector["total"] * MP
    if "remaining" in vector and "available" in vector:
        assert allowance.left(world, draft.state, draft.state.units["Unit"]) == (
            vector["remaining"] * MP
        )


SUMY_MOVES = [v for v in vectors("move") if "start" in v.values[0]]


@pytest.mark.parametrize("vector", SUMY_MOVES)
def test_move_on_the_sumy_map(vector: Vector) -> None:
    """The same prices on the real map without the enemy: a ZOC took one MP more."""
    world = replay.world()
    board = world.board
    kind = vector["class"]
    here = vector["start"]
    state = make_state(world, {}, air={})
    for step in vector["steps"]:
        plain = step["cost"] - (1 if step.get("zoc") and not step.get("reacting") else 0)
        end = board.at(step["to"])
        if here == "map edge":
            price = tec.entry_price(world, state, kind, end, step["road"])
            assert price is not None and price.cost == plain * MP
        else:
            offers = tec.prices(world, state, kind, board.at(here), end)
            assert min(p.cost for p in offers) == plain * MP
        here = step["to"]


MOMENTS = {
    "sumy-sov-129": ("129 Tank pays", ("129 Tk Bde",)),
    "sumy-sov-1tk": ("129 Tank pays", ("1 Tk Bde",)),
    "sumy-sov-72": ("72+108 spends its half", ("72+108/9 Cav",)),
    "sumy-sov-rocket": ("The rockets spend", ("2/4 Gd Rocket",)),
    "sumy-sov-1gdm-to-2005": ("The others spend", ("6/1GdM", "175/1GdM", "12/1GdM")),
    "sumy-sov-12-175": ("The others spend", ("12/1GdM",)),
    "sumy-sov-6": ("The others spend", ("6/1GdM",)),
    "sumy-sov2-72": ("227 Rifle was activated", ("72+108/9 Cav",)),
    "sumy-sov2-5": ("227 Rifle was activated", ("5+136/9 Cav",)),
    "sumy-sov2-6": ("Motorized units have half: 6/1GdM", ("6/1GdM",)),
    "sumy-sov2-12": ("Motorized units have half: 6/1GdM", ("175/1GdM", "12/1GdM")),
}
"""Where in the tutorial each total is paid, and by which units."""
FIRST = {
    "sumy-sov-12-175": ("6/1GdM, 175/1GdM, 12/1GdM via 2304 2205 2105 2005",),
    "sumy-sov-6": ("6/1GdM, 175/1GdM, 12/1GdM via 2304 2205 2105 2005",
                   "175/1GdM, 12/1GdM via 1905"),
}
"""Moves before it, where a stack splits on its way."""
WAYS = {
    "sumy-sov-rocket": "2304 2205 2105 2106 2007 2107",
    "sumy-sov2-72": "1906 2007 2107",
}
"""Ways that the text names in part; the hexes between are ours."""


@pytest.mark.parametrize("vector", vectors("move_total"))
def test_move_total(vector: Vector) -> None:
    """The whole way costs so much, along the hexes named, else by the cheapest way."""
    section, names = MOMENTS[vector["id"]]
    game = replay.before(section)
    for text in FIRST.get(vector["id"], ()):
        game.execute(f"move {text}")
    who = ", ".join(names)
    unit = game.world.unit_id(names[0])
    before = game.state.units[unit].spent
    if "available_at_start" in vector:
        has = allowance.left(game.world, game.state, game.state.units[unit])
        assert has == vector["available_at_start"] * MP
    way = WAYS.get(vector["id"], "")
    assert set(vector.get("via", ())) <= set(way.split())
    game.execute(f"move {who} via {way}" if way else f"move {who} to {vector['to']}")
    assert game.world.board.id(game.state.units[unit].hex) == vector["to"]
    after = game.state.units[unit].spent
    assert after - before == vector["total"] * MP
    if "running_total" in vector:
        assert after == vector["running_total"] * MP
        has = allowance.left(game.world, game.state, game.state.units[unit])
        assert has == vector["remaining"] * MP


# ---------------------------------------------------------------- interdicted ways, approaches


@pytest.mark.parametrize("vector", vectors("rail"))
def test_rail(vector: Vector) -> None:
    world = make_world()
    hex_ = world.board.at("0303")
    zone = {hex_: 1} if "Interdiction" in vector["case"] else {}
    state = make_state(world, interdicted=zone)
    assert interdiction.rail_cost(world, state, hex_) == vector["mp"]


@pytest.mark.parametrize("vector", vectors("flotilla"))
def test_flotilla(vector: Vector) -> None:
    world = make_world()
    hex_ = world.board.at("0303")
    zone = {hex_: 1} if "interdicted" in vector["case"] else {}
    state = make_state(world, interdicted=zone)
    assert interdiction.flotilla_cost(world, state, hex_) == vector["mp"]


def soviet(name: str, zoc: bool) -> Counter:
    return counter(name, 1, 1, side=SOVIET, zoc=zoc)


@pytest.mark.parametrize("vector", vectors("overrun_approach"))
def test_overrun_approach(vector: Vector) -> None:
    """The stack stands at 0304, its target at 0303, another Soviet unit at 0404."""
    zoc_from = vector["zoc_from"]
    panzer = counter("Panzer", 8, 4, 7, type="armor", armor=True, ma_class="motorized")
    world = make_world(
        counters=[panzer, soviet("Target", "target" in zoc_from), soviet("Other", True)]
    )
    units = {"Panzer": "0304", "Target": "0303"} | (
        {"Other": "0404"} if "other" in zoc_from else {"Other": "0601"}
    )
    draft = make_draft(world, units)
    command = GRAMMAR.parse("overrun 0303 with Panzer")
    problem = overrun.check_overrun(world, draft.state, command)  # type: ignore[arg-type]
    assert (problem is None) is vector["allowed"]
    assert problem is None or problem.rule == "BSR 11.42d"


# ---------------------------------------------------------------- the file


def test_the_entry_of_the_guards_is_the_tutorials() -> None:
    """The one move that begins off the map costs 1/2 for each of three hexes of main road."""
    vector = next(v for v in tables()["move"] if v.get("start") == "map edge")
    assert [step["cost"] for step in vector["steps"]] == [0.5, 0.5, 0.5]
    game: Game = replay.after("1st Guards enters at 2202")
    unit = game.state.units[game.world.unit_id("12/1GdM")]
    assert unit.spent == vector["total"] * MP
