"""Victory in the Korsun pocket: what got out of it, and what was taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.state import Outcome
from engine.core.values import frozen
from engine.ocs import trace
from engine.ocs.pieces import AWAY, AXIS, DEAD, GONE, SOVIET
from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.third_winter.kessel import only_by_kessel
from engine.third_winter.places import controls
from engine.third_winter.soviet_supply import supplied

TOWNS = {"korsun": "Korsun", "gorodishche": "Gorodishche"}


@frozen
class Line:
    """One line of the reckoning."""

    name: str
    points: int
    why: str


def lost(world: World, state: OcsState, id_: str) -> bool:
    """Dead, or without trace but for a Kessel HQ; what has broken out is saved (OCS 12.8e)."""
    unit = state.units[id_]
    if unit.box in (DEAD, GONE):
        return True
    if unit.box == AWAY or not unit.on_map:
        return False
    return not trace.traces(world, state, unit) or only_by_kessel(world, state, unit)


def lines(world: World, state: OcsState) -> tuple[Line, ...]:
    """Every line that brings or costs the Soviets points now."""
    table = world.scenario.victory
    return tuple(line for line in (
        *_towns(world, state, table), *_lysyanka(world, state, table),
        *_units(world, state, table), *_wiking(world, state, table),
        *_brigades(world, state, table),
    ) if line.points)


def _towns(world: World, state: OcsState, table: Mapping[str, Any]) -> Iterator[Line]:
    for key, name in TOWNS.items():
        row = table.get(key)
        if row and controls(world, state, SOVIET, world.board.at(row["hex"])):
            yield Line(name, int(row["vp"]), "Soviet")


def _lysyanka(world: World, state: OcsState, table: Mapping[str, Any]) -> Iterator[Line]:
    """The relief force stands there, and trace reaches it."""
    row = table.get("lysyanka")
    if not row:
        return
    hex_ = world.board.at(row["hex"])
    if controls(world, state, AXIS, hex_) and supplied(world, state, AXIS, hex_):
        yield Line("Lysyanka", int(row["vp"]), "Axis, in trace supply")


def _units(world: World, state: OcsState, table: Mapping[str, Any]) -> Iterator[Line]:
    """Headquarters and divisions of the pocket, each on its own."""
    for key in ("headquarters", "divisions"):
        row = table.get(key, {})
        for id_ in row.get("units", ()):
            if id_ in state.units and lost(world, state, id_):
                yield Line(world.name(id_), int(row["vp"]), "dead or cut off")


def _wiking(world: World, state: OcsState, table: Mapping[str, Any]) -> Iterator[Line]:
    """Units of the Waffen-SS in the pocket, two for a point."""
    row = table.get("wiking")
    if not row:
        return
    ids = [
        i for i in state.units
        if world.counters[i].fighting
        and (world.counters[i].formation in row["formations"] or i in row["units"])
    ]
    gone = sum(lost(world, state, i) for i in ids)
    yield Line("Wiking and Wallonien", gone // int(row["each"]) * int(row["vp"]),
               f"{gone} units dead or cut off")


def _brigades(world: World, state: OcsState, table: Mapping[str, Any]) -> Iterator[Line]:
    """What the Soviets pay for it: brigades of tanks destroyed, so many for a point."""
    row = table.get("tank_brigades")
    if not row:
        return
    gone = sum(
        u.box in (DEAD, GONE) for u in state.units.values() if tank_brigade(world, u.id)
    )
    yield Line("Tank brigades", gone // int(row["each"]) * int(row["vp"]), f"{gone} destroyed")


def tank_brigade(world: World, id_: str) -> bool:
    """A Soviet brigade of tanks."""
    counter = world.counters[id_]
    return counter.side == SOVIET and counter.type == "armor" and counter.size == "brigade"


def total(world: World, state: OcsState) -> int:
    """The Soviet score as it stands now."""
    return _sum(state, lines(world, state))


def _sum(state: OcsState, told: tuple[Line, ...]) -> int:
    return state.vp + sum(line.points for line in told)


def verdict(world: World, points: int) -> str:
    """Who wins with a score."""
    table = world.scenario.victory
    if points >= int(table["soviet"]):
        return SOVIET
    return AXIS if points <= int(table["axis"]) else "draw"


def outcome(world: World, state: OcsState) -> Outcome | None:
    """Judged at the end of the last turn."""
    if state.turn < len(world.scenario.turns):
        return None
    points = total(world, state)
    return Outcome(verdict(world, points), f"{points} VP", "OCS 2.3-T")


def score(world: World, state: OcsState) -> str:
    """The score in words: the total, then after a colon every line and what it takes to win."""
    table = world.scenario.victory
    told = lines(world, state)
    listed = [f"{x.name} {x.points:+d} ({x.why})" for x in told]
    goal = f"Soviets win at {table['soviet']}, Axis at {table['axis']}"
    return f"{_sum(state, told)} VP: {'; '.join((*listed, goal))}"
