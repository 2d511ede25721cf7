"""Victory in the campaign (TTW 5): the schedule of points, sudden death, the end in April mud."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from engine.core.state import Outcome
from engine.ocs.pieces import AXIS, RE, SOVIET
from engine.ocs.sequence import phasing
from engine.ocs.sizes import re4
from engine.ocs.state import OcsState
from engine.ocs.weather import day
from engine.ocs.world import Draft, World
from engine.third_winter.allies import on_exit
from engine.third_winter.places import (
    cities,
    column_row,
    controls,
    dnepr_sides,
    friends_in,
    named,
)
from engine.third_winter.victory_points import award

WIN, LOSS = 12, 6
"""Soviet score that wins, and the highest with which the Axis wins (TTW 5.0)."""
POLTAVA_DAY, FEBRUARY = date(1943, 10, 5), date(1944, 2, 1)
POLTAVA = ("B41.06", "B42.06")
NIKOPOL, SOUTH_BANK = "D35.13", "D35.12"
NIKOPOL_HEXES, NIKOPOL_RADIUS = 10, 5
BANK = ("B4.24", "D44.24")
CORPS_SIZE = 4 * RE
WEST_ROWS = (18, 35)
AT_END = {
    "odessa": ("C55.04", "C55.05", "C56.04"), "uman": ("A58.01",),
    "vinnitsa": ("A41.12", "A42.11"), "tarnopol": ("A14.22",),
}
PLACE_POINTS = 2
MUD_TURNS = 3


# ---------------------------------------------------------------- Soviet Clean Up Phases


def clean_up(draft: Draft) -> None:
    """The lines that are judged in Soviet Clean Up Phases (TTW 5.0a)."""
    if phasing(draft.state) != SOVIET or not campaign(draft.world):
        return
    world, state, today = draft.world, draft.state, day(draft.world, draft.state.turn)
    if today == POLTAVA_DAY and any(
        friends_in(world, state, AXIS, h) for h in named(world, POLTAVA)
    ):
        award(draft, "poltava", -1, "the Axis holds Poltava on 5 October")
    if today == FEBRUARY and on_the_bank(world, state):
        award(draft, "dnepr_bank", -1, "the Axis stands at the Dnepr on 1 February")
    if today == FEBRUARY and nikopol(world, state):
        award(draft, "nikopol", -1, "the Axis holds the Nikopol bridgehead on 1 February")
    if corps_on(world, state, lambda h: on_west(world, h)):
        award(draft, "west_edge_a", 2, "a corps on the west edge of map A")
    if corps_on(world, state, lambda h: on_exit(world, h)):
        award(draft, "south_edge_c", 2, "a corps on the way to Ploesti")


def campaign(world: World) -> bool:
    """Whether the scenario is judged by the campaign's schedule."""
    return bool(world.scenario.victory.get("rule", "campaign") == "campaign")


def on_the_bank(world: World, state: OcsState) -> bool:
    """An Axis combat unit next to the Dnepr between Kiev and Dnepropetrovsk (TTW 5.0a)."""
    return any(friends_in(world, state, AXIS, h) for h in bank(world))


def bank(world: World) -> frozenset[int]:
    """Hexes on the Dnepr from Kiev down to Dnepropetrovsk."""
    found: frozenset[int] | None = world.memo.get("ttw bank")
    if found is None:
        board = world.board
        ends = named(world, BANK)
        found = frozenset()
        if len(ends) == len(BANK):
            (x1, y1), (x2, y2) = (board.xy[h] for h in ends)
            found = frozenset(
                h for pair in dnepr_sides(world) for h in pair
                if x1 <= board.xy[h][0] <= x2 + 1 and y1 - 1 <= board.xy[h][1] <= y2 + 1
            )
        world.memo["ttw bank"] = found
    return found


def nikopol(world: World, state: OcsState) -> bool:
    """Nikopol and ten hexes south of the Dnepr within five of it, held by Axis units (5.0a)."""
    ends = named(world, (NIKOPOL, SOUTH_BANK))
    if len(ends) != 2 or not friends_in(world, state, AXIS, ends[0]):
        return False
    held = [h for h in south_of(world, *ends) if friends_in(world, state, AXIS, h)]
    return len(held) >= NIKOPOL_HEXES


def south_of(world: World, town: int, bank_hex: int) -> frozenset[int]:
    """Hexes within five of Nikopol joined to the south bank without crossing the Dnepr."""
    board, river = world.board, dnepr_sides(world)
    near = set(board.within(town, NIKOPOL_RADIUS))
    found, waiting = {bank_hex}, [bank_hex]
    while waiting:
        a = waiting.pop()
        for b in board.neighbors(a):
            if b in near and b not in found and (min(a, b), max(a, b)) not in river:
                found.add(b)
                waiting.append(b)
    return frozenset(found)


def on_west(world: World, hex_: int) -> bool:
    """Whether a hex lies between A1.18 and A1.35 (TTW 5.0a)."""
    sheet, column, row = column_row(world, hex_)
    return sheet == "A" and column == 1 and WEST_ROWS[0] <= row <= WEST_ROWS[1]


def corps_on(world: World, state: OcsState, there: Callable[[int], bool]) -> bool:
    """Whether one Tank or Mech Corps has 4 RE on those hexes (TTW 5.0a)."""
    sizes: dict[str, int] = {}
    for unit in state.units.values():
        formation = world.counters[unit.id].formation
        if unit.on_map and is_corps(world, unit.id) and there(unit.hex):
            sizes[formation] = sizes.get(formation, 0) + re4(world, unit)
    return any(size >= CORPS_SIZE for size in sizes.values())


def is_corps(world: World, id_: str) -> bool:
    """A unit of a Soviet Tank or Mech Corps."""
    counter = world.counters[id_]
    words = counter.formation.split()
    return counter.side == SOVIET and "Corps" in words and bool({"Tank", "Mech"} & set(words))


# ---------------------------------------------------------------- the score


def places(world: World) -> dict[str, tuple[int, ...]]:
    """The lines of places held at the end, with all their hexes (TTW 5.0a)."""
    found = {"kiev": cities(world).get("Kiev", ())}
    found |= {line: named(world, numbers) for line, numbers in AT_END.items()}
    return {line: hexes for line, hexes in found.items() if hexes}


def held(world: World, state: OcsState) -> tuple[str, ...]:
    """Places all of whose hexes the Soviets control (TTW 5.0a)."""
    return tuple(
        line for line, hexes in places(world).items()
        if all(controls(world, state, SOVIET, h) for h in hexes)
    )


def total(world: World, state: OcsState) -> int:
    """The score as it would stand if the game ended now (TTW 5.0a)."""
    return state.vp + PLACE_POINTS * len(held(world, state))


def verdict(points: int) -> tuple[str, str]:
    """Who wins with a score, and the rule (TTW 5.0)."""
    if points >= WIN:
        return SOVIET, "TTW 5.0.1"
    return (AXIS, "TTW 5.0.2") if points <= LOSS else ("draw", "TTW 5.0.3")


def final(world: World, state: OcsState) -> Outcome:
    """The outcome of a game that ends now (TTW 5.0)."""
    points = total(world, state)
    winner, rule = verdict(points)
    return Outcome(winner, f"{points} VP", rule)


def outcome(world: World, state: OcsState) -> Outcome | None:
    """At the end of a turn: only the last one ends the game (TTW 5.0)."""
    return final(world, state) if state.turn >= len(world.scenario.turns) else None


def score(world: World, state: OcsState) -> str:
    """The Soviet score in words, at any time."""
    now, there = state.vp, held(world, state)
    listed = f", with {', '.join(line.capitalize() for line in there)}" if there else ""
    return f"{total(world, state)} VP ({now} scored{listed}): Soviets win at {WIN}, Axis at {LOSS}"


# ---------------------------------------------------------------- mud in April (1.8)


def turn_begins(draft: Draft) -> None:
    """Three Mud rolls in a row in April 1944 end a campaign at once (TTW 1.8)."""
    world, state = draft.world, draft.state
    if not campaign(world) or state.turn < MUD_TURNS or len(state.grounds) < MUD_TURNS:
        return
    days = [day(world, state.turn - n) for n in range(MUD_TURNS)]
    april = all((d.year, d.month) == (1944, 4) for d in days)
    if april and set(state.grounds[-MUD_TURNS:]) == {"mud"}:
        end = final(world, state)
        draft.update(over=end)
        draft.log("victory", f"the mud of April ends the campaign: {end.reason}", rule="TTW 1.8")

