"""Replacements: both tables, Special Replacements, what rebuilds what and where (TTW 1.7a, b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from engine.core.errors import Refusal
from engine.ocs import replacements, trace
from engine.ocs.commands import Act
from engine.ocs.pieces import AXIS, DEAD, ORGANIC, TRACK, TRUCKS, Counter, Hog
from engine.ocs.replacements import EQ, HALF, PAX
from engine.ocs.sequence import REINFORCE, acting, phasing
from engine.ocs.state import OcsState, Side
from engine.ocs.world import Draft, World
from engine.third_winter import alert_units
from engine.third_winter.abilities import Ability
from engine.third_winter.allies import HUNGARIAN, RUMANIAN
from engine.third_winter.kessel import is_kessel
from engine.third_winter.places import controls
from engine.third_winter.soviet_supply import supplied
from engine.third_winter.state import change, own

RULE = "TTW 1.7a"
ALLY, ARTY, TIGER, HH, ALERT = "ally", "arty", "tiger", "hh", "alert"
GUNS = frozenset({"artillery", "rocket", "mortar", "rail_artillery"})
ALLIES = frozenset({RUMANIAN, HUNGARIAN})
TWO_FOR_ONE = frozenset({"infantry", "engineer"})
"""Types whose battalions come two for a Pax."""


# ---------------------------------------------------------------- the tables (1.7a, 1.7b)


def row_for(world: World, side: str, roll: int) -> dict[str, Any]:
    """The row of a side's Replacements Table (TTW 1.7a)."""
    rows = world.charts.tables[f"replacements_{side}"]["rows"]
    row: dict[str, Any] = next(row for row in rows if row["min"] <= roll <= row["max"])
    return row


def words_of(row: dict[str, Any]) -> tuple[str, ...]:
    """The replacements of a row, one word each."""
    eq = [f"{EQ} {rating}" for rating, count in row["eq"] for _ in range(count)]
    plain = ((PAX, row["pax"]), ("air", row["air"]), (ALLY, row.get("ally", 0)))
    return (*eq, *(word for word, count in plain for _ in range(count)))


def special_words(world: World, side: str, roll: int) -> tuple[str, ...]:
    """What a Special Replacement brings (TTW 1.7b)."""
    rows = world.charts.tables[f"special_replacements_{side}"]["rows"]
    return tuple(word.lower() for word in rows[roll - 1])


def reinforcement(draft: Draft) -> bool:
    """Roll on the acting side's table, and take what events have brought (TTW 1.7a, 1.7c)."""
    side = acting(draft.state)
    got = take_pending(draft, side)
    if not draft.world.scenario.switches.get("replacements", False):
        return got
    tag = f"repl {side} {draft.state.turn}"
    if tag in own(draft.state).rolled:
        return got
    change(draft, rolled=own(draft.state).rolled | {tag})
    roll = draft.roll(6) + draft.roll(6)
    row = row_for(draft.world, side, roll)
    draft.log("roll", f"{side.capitalize()} replacements: {roll}", rule=RULE, roll=roll, side=side)
    replacements.receive(draft, side, words_of(row))
    if row["sr"]:
        special(draft, side)
    return True


def special(draft: Draft, side: str) -> None:
    """One die on the Special Replacements Table: free builds (TTW 1.7b)."""
    roll = draft.roll(6)
    words = special_words(draft.world, side, roll)
    draft.log("roll", f"Special Replacements: {', '.join(words)}", rule="TTW 1.7b", roll=roll,
              side=side)
    if ALERT in words:
        alert_units.draw(draft)
    replacements.receive(draft, side, tuple(w for w in words if w != ALERT))


def take_pending(draft: Draft, side: str) -> bool:
    """Replacements from random events come on top of the table (TTW 1.7c)."""
    pending = own(draft.state).pending
    mine = [(item, n) for who, item, n in pending if who == side]
    if not mine:
        return False
    change(draft, pending=tuple(p for p in pending if p[0] != side))
    replacements.receive(draft, side, tuple(item for item, n in mine for _ in range(n)))
    return True


def clean_up(draft: Draft) -> None:
    """Tiger replacements are kept only while no Tiger is in the Dead Pile (TTW 1.7b)."""
    if phasing(draft.state) != AXIS:
        return
    account = draft.state.sides.get(AXIS, Side())
    tiger_dead = any(
        u.box == DEAD and is_tiger(draft.world.counters[u.id]) for u in draft.state.units.values()
    )
    if tiger_dead and TIGER in account.repls:
        kept = tuple(w for w in account.repls if w != TIGER)
        draft.update(sides={**draft.state.sides, AXIS: evolve(account, repls=kept)})


# ---------------------------------------------------------------- what pays (1.7a, 1.7b)


def is_tiger(counter: Counter) -> bool:
    """A German Tiger unit (TTW 1.7b)."""
    return counter.side == AXIS and counter.type == "armor" and "Tiger" in counter.name


def rebuild_kinds(world: World, state: OcsState, id_: str) -> tuple[str, ...] | None:
    """Replacements that rebuild a step of a unit, the cheapest first (TTW 1.7a, b, 2.3, 2.4)."""
    counter = world.counters[id_]
    if counter.no_rebuild or counter.pool:
        return ()
    if counter.type in (TRUCKS, ORGANIC):
        return (EQ,)
    return _special_kinds(counter) or _plain_kinds(counter)


def _special_kinds(counter: Counter) -> tuple[str, ...]:
    """Units that Special Replacements rebuild; guns of a formation take Eq as well."""
    if counter.hq:
        return ("hq",)
    if is_tiger(counter):
        return (TIGER,)
    if counter.type in GUNS:
        return (EQ, ARTY) if counter.formation else (ARTY,)
    if counter.special_assault:
        return ("assault",)
    if counter.type == "antiair":
        return ("flak",) if counter.side == AXIS else ("aa",)
    return ("pontoon",) if counter.type == "pontoon" else ()


def _plain_kinds(counter: Counter) -> tuple[str, ...]:
    """Eq for what has Track, and for anti-tank guns; Pax, or Ally Pax, for the others."""
    if TRACK in (counter.combat.mobility, counter.move.mobility) or counter.type == "antitank":
        return (EQ,)
    if counter.nationality in ALLIES:
        return (ALLY,)
    if counter.size == "battalion" and counter.type in TWO_FOR_ONE:
        return (PAX + HALF,)
    return (PAX,)


# ---------------------------------------------------------------- where (1.7a, 2.1b)


def arrival_hexes(world: World, state: OcsState, id_: str) -> tuple[int, ...] | None:
    """Axis units come back at any HQ of their nation in trace, not a Kessel HQ (TTW 1.7a, 2.3a)."""
    counter = world.counters[id_]
    if counter.side != AXIS:
        return None
    wanted = counter.nationality if counter.nationality in ALLIES else ""
    return tuple(dict.fromkeys(
        u.hex for u in state.units.values()
        if u.on_map and world.counters[u.id].hq and world.counters[u.id].side == AXIS
        and not is_kessel(world, u.id) and _nation(world, u.id) == wanted
        and trace.traces(world, state, u)
    ))


def _nation(world: World, id_: str) -> str:
    nation = world.counters[id_].nationality
    return nation if nation in ALLIES else ""


# ---------------------------------------------------------------- a hedgehog (1.7b)


def hog_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A Level-1 Hedgehog where there is none, in trace supply (TTW 1.7b)."""
    side, rule = acting(state), "TTW 1.7b"
    hex_ = world.board.at(command.hex)
    if HH not in state.sides.get(side, Side()).repls:
        return Refusal(rule, "no hedgehog has been received")
    if hex_ in state.hogs:
        return Refusal(rule, f"{command.hex} has a hedgehog already")
    if not controls(world, state, side, hex_) or not supplied(world, state, side, hex_):
        return Refusal(rule, f"{command.hex} is not in trace supply")
    return None


def build_hog(draft: Draft, command: Act) -> None:
    """Place it, and use the replacement up."""
    side = acting(draft.state)
    account = draft.state.sides[side]
    hand = list(account.repls)
    hand.remove(HH)
    draft.update(
        sides={**draft.state.sides, side: evolve(account, repls=tuple(hand))},
        hogs={**draft.state.hogs, draft.world.board.at(command.hex): Hog(side, 1)},
    )
    draft.log("build", f"hedgehog in {command.hex}", hex=command.hex, rule="TTW 1.7b", side=side)


def offer_hogs(world: World, state: OcsState) -> Iterator[Act]:
    """Hexes with combat units of the side."""
    side = acting(state)
    if HH in state.sides.get(side, Side()).repls:
        hexes = {u.hex for u in trace.combatants(world, state, side)}
        yield from (Act("hedgehog", world.board.id(h)) for h in sorted(hexes))


def hog_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """One in one hex."""
    yield Act("hedgehog", world.board.id(hex_))


ACTS = {
    "hedgehog": Ability(hog_problem, build_hog, frozenset({REINFORCE}), "", "TTW 1.7b", offer_hogs,
                        hog_there),
}
