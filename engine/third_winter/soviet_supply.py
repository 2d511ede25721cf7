"""Soviet supply and arrivals: where they are placed (TTW 3.1b)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import dumps, supply, trace
from engine.ocs.commands import Act
from engine.ocs.decisions import Delivery
from engine.ocs.losses import put
from engine.ocs.pieces import AWAY, POOL, SOVIET, SP, TRUCK
from engine.ocs.reinforcements import deliver, due, group_of, waiting
from engine.ocs.sequence import REINFORCE, acting
from engine.ocs.sizes import engineer_capable
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import calendar, places
from engine.third_winter.abilities import Ability
from engine.third_winter.fronts import in_play
from engine.third_winter.names import RVGK
from engine.third_winter.state import change, own
from engine.third_winter.supply_sources import has_line

AT_FRONT = 2 * SP
"""Tokens that every Front HQ receives first (TTW 3.1b)."""
AT_BASE = 2
"""Tokens that an air base receives at most (TTW 3.1b)."""
ANY = 10_000
CITIES = ("B59.10", "B5.24")
"""Kharkov and Kiev (TTW 3.1b)."""
ENTRIES = {
    "B16.35": "1943-09-26", "B2.35": "1943-10-08", "A50.34": "1944-01-01", "A25.35": "1944-02-05",
}
"""Entry hexes and the day on which they become active (TTW 3.1a, 3.1b)."""
SOUTH = "1944-01-08"
"""The south edge of map D becomes active (TTW 3.1a)."""


# ---------------------------------------------------------------- where supply arrives (3.1b)


def front_hexes(state: OcsState) -> tuple[int, ...]:
    """The hexes of the Front HQs on the map."""
    return tuple(f.hex for f in in_play(state).values() if f.hex != NOWHERE)


def listed(world: World, state: OcsState) -> tuple[int, ...]:
    """Cities and entry hexes that are active and under Soviet control (TTW 3.1b)."""
    numbers = [*CITIES, *(n for n, d in ENTRIES.items() if calendar.reached(world, state, d))]
    found = list(places.named(world, numbers))
    if calendar.reached(world, state, SOUTH):
        found += south_edge(world)
    return tuple(h for h in found if places.controls(world, state, SOVIET, h))


def south_edge(world: World) -> tuple[int, ...]:
    """Road and rail hexes on the south edge of map D (TTW 3.1b)."""
    return tuple(
        h for h in range(len(world.board))
        if places.sheet(world, h) == "D" and places.column_row(world, h)[2] == 1
        and has_line(world, h)
    )


def supplied(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether trace supply reaches a hex itself: drawn by truck, or thrown there by an HQ."""
    if hex_ in trace.drawn_field(world, state, side, TRUCK):
        return True
    return any(
        hex_ in supply.thrown_to(world, state, hq) for hq in trace.tracing_hqs(world, state, side)
    )


def base_serves(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Aircraft arrive at, and are rebuilt for, bases in trace supply (TTW 2.1b, 3.1b)."""
    return supplied(world, state, side, hex_)


def delivery(world: World, state: OcsState, tokens: int) -> Delivery:
    """The part of the supply that the player places as he likes (TTW 3.1b)."""
    free = tuple(dict.fromkeys((*front_hexes(state), *listed(world, state))))
    bases = tuple(
        h for h, base in sorted(state.bases.items())
        if base.owner == SOVIET and h not in free and supplied(world, state, SOVIET, h)
    )
    most = (ANY,) * len(free) + (AT_BASE,) * len(bases)
    return Delivery(SOVIET, tokens, (*free, *bases), most, "TTW 3.1b.3")


def place_supply(draft: Draft, tokens: int) -> None:
    """2 SP to every Front HQ, then the rest where the player says (TTW 3.1b)."""
    for hex_ in front_hexes(draft.state):
        part = min(AT_FRONT, tokens)
        dumps.add(draft, hex_, SOVIET, part, arrived=True)
        tokens -= part
        if part:
            number = draft.world.board.id(hex_)
            draft.log("supply", f"{dumps.show(part)} arrive at the Front HQ in {number}",
                      hex=number, rule="TTW 3.1b.3", side=SOVIET)
    deliver(draft, delivery(draft.world, draft.state, tokens))


def roll_supply(draft: Draft) -> None:
    """The Soviet Supply Table: two dice, and what the date adds (TTW 3.1b)."""
    table = draft.world.charts.tables["supply_soviet"]
    roll = draft.roll(6) + draft.roll(6)
    drm = sum(
        row["value"] for row in table["drm"]
        if calendar.reached(draft.world, draft.state, str(row["from"]))
    )
    row = next(r for r in table["rows"] if r["min"] <= roll + drm <= r["max"])
    draft.log("supply", f"Soviet supply: {row['sp']} SP", roll=roll, rule="TTW 3.1b", side=SOVIET)
    place_supply(draft, max(0, row["sp"] * SP - _owed(draft)))


def _owed(draft: Draft) -> int:
    """Tokens kept back for the stocks of withdrawn units (TTW 1.7c)."""
    owed = own(draft.state).owed
    change(draft, owed={**owed, SOVIET: 0})
    return owed.get(SOVIET, 0)


def reinforcement(draft: Draft) -> bool:
    """The Supply Table belongs to scenarios that use it; it is rolled once (TTW 3.1b)."""
    used = draft.world.scenario.switches.get("supply_table", False)
    tag = f"supply soviet {draft.state.turn}"
    if acting(draft.state) != SOVIET or not used or tag in own(draft.state).rolled:
        return False
    change(draft, rolled=own(draft.state).rolled | {tag})
    roll_supply(draft)
    return True


# ---------------------------------------------------------------- where units arrive (3.1b)


def arrival_place(world: World, state: OcsState, name: str) -> tuple[int, ...] | None:
    """A Front HQ's hex; an RVGK box is no hex: units go there by `reserve` (TTW 3.1b)."""
    if name in RVGK:
        return ()
    fronts = own(state).fronts
    if name not in fronts:
        return None
    return tuple(h for h in (fronts[name].hex,) if h != NOWHERE)


def arrival_hexes(world: World, state: OcsState, id_: str) -> tuple[int, ...] | None:
    """Soviet units back from a Breakout come to an HQ; rebuilds go to the RVGK (TTW 3.1b).

    The HQ is Engineer-Capable (OCS 13.8a).
    """
    counter = world.counters[id_]
    if counter.side != SOVIET:
        return None
    if state.units[id_].box != AWAY:
        return ()
    return tuple(dict.fromkeys(
        u.hex for u in state.units.values()
        if u.on_map and world.counters[u.id].hq and world.counters[u.id].side == SOVIET
        and engineer_capable(world, u) and trace.traces(world, state, u)
    ))


def check_reserve(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Units of the schedule that arrive in an RVGK box go there (TTW 3.1b)."""
    for name in command.units:
        id_ = world.unit_id(name)
        group = group_of(world, id_)
        if group is None or command.word not in group.near or not due(world, state, id_):
            return Refusal("TTW 3.1b", f"{world.name(id_)} does not arrive in that box now")
    return None


def do_reserve(draft: Draft, command: Act) -> None:
    """Put them into the box."""
    ids = tuple(draft.world.unit_id(n) for n in command.units)
    put(draft, *(evolve(draft.state.units[i], box=POOL, hex=NOWHERE) for i in ids))
    change(draft, rvgk={**own(draft.state).rvgk, **dict.fromkeys(ids, command.word)})
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("reinforcement", f"{names} arrive in {command.word.upper()}", rule="TTW 3.1b",
              side=SOVIET)


def offer_reserves(world: World, state: OcsState) -> Iterator[Act]:
    """Units due in each box, those of a formation together; the hex is the marker's, or any."""
    groups: dict[tuple[str, str], list[str]] = {}
    for id_ in waiting(world, state, SOVIET):
        group = group_of(world, id_)
        for box in (n for n in group.near if n in RVGK) if group is not None else ():
            formation = world.counters[id_].formation or id_
            groups.setdefault((box, formation), []).append(world.name(id_))
    for (box, _), names in groups.items():
        hex_ = max(0, own(state).markers.get(box, 0))
        yield Act("reserve", world.board.id(hex_), tuple(names), box)


def may_close(world: World, state: OcsState) -> Refusal | None:
    """Arrival cannot be delayed, in an RVGK box neither (TTW 3.1b, OCS 13.6)."""
    if acting(state) != SOVIET:
        return None
    for command in offer_reserves(world, state):
        return Refusal("OCS 13.6", f"{', '.join(command.units)} arrive in {command.word.upper()} "
                       "now")
    return None


ACTS = {
    "reserve": Ability(check_reserve, do_reserve, frozenset({REINFORCE}), SOVIET, "TTW 3.1b",
                       offer_reserves),
}
