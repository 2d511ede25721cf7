"""Strength, odds and columns of a ground combat (OCS 9.3-9.9)."""

from __future__ import annotations

from fractions import Fraction

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.ocs.charts import CombatTerrain
from engine.ocs.pieces import Unit
from engine.ocs.sizes import (
    action_rating,
    combat_units,
    mode_factor,
    printed_strength,
    round_half_up,
)
from engine.ocs.state import OcsState
from engine.ocs.terrain import RIVERS, mobility_of, passable
from engine.ocs.world import World

CATEGORIES = ("open", "close", "very_close", "extremely_close")
COLUMNS = 13
INDEX = {"armor": 0, "mech": 1, "other": 2}


# ---------------------------------------------------------------- terrain choices (9.3, 9.4)


def hex_terrains(world: World, state: OcsState, hex_: int) -> dict[str, CombatTerrain]:
    """Combat terrains of a hex by name; frozen swamp in Freeze (OCS 9.3b; TTW chart)."""
    found: dict[str, CombatTerrain] = {}
    for word in sorted(world.board.hexes[hex_].terrain):
        name = {
            "clear": "open", "woods": "light_woods", "hill": "hills", "marsh": "swamp",
            "city": "minor_city",
        }.get(word, word)
        if name == "swamp" and state.ground == "freeze":
            name = "swamp_frozen"
        row = world.charts.fight_hexes.get(name)
        if row is not None and row.category in CATEGORIES:
            found[name] = row
    return found or {"open": world.charts.fight_hexes["open"]}


def hexside_terrain(
    world: World, state: OcsState, side: str, a: int, b: int
) -> tuple[str, CombatTerrain] | None:
    """The river that a stack attacks across, frozen or not, or a name its game gives (9.4b)."""
    own = world.hooks.cross(world, state, side, a, b)
    if own is not None:
        row = world.charts.fight_hexsides.get(own)
        return (own, row) if row is not None else None
    for word in sorted(world.board.side(a, b)):
        name = RIVERS.get(word, "")
        if state.ground == "freeze" and f"{name}_frozen" in world.charts.fight_hexsides:
            name = f"{name}_frozen"
        if name in world.charts.fight_hexsides:
            return name, world.charts.fight_hexsides[name]
    return None


AT_ORDER = {"none": 0, "light": 1, "heavy": 2}


def at_level(world: World, state: OcsState, hex_: int) -> str:
    """The best anti-tank level of a defended hex; a hedgehog gives Heavy (OCS 9.4e, 16.0e)."""
    units = combat_units(world, state, hex_)
    levels = [world.counters[u.id].at_level for u in units]
    if units and hex_ in state.hogs:
        levels.append("heavy")
    return max(levels, key=lambda name: AT_ORDER[name], default="none")


def attack_multiplier(
    world: World, state: OcsState, unit: Unit, row: CombatTerrain, name: str, hex_: int
) -> Fraction:
    """A unit's multiplier on a terrain; x2 becomes x1.5 against enough anti-tank (OCS 9.4e).

    In Mud and Thaw the x2 of Armor and Mech in the open is lost, by this game's chart.
    """
    counter = world.counters[unit.id]
    value = row.attack[INDEX[counter.category]]
    if value != 2:
        return value
    if name == "open" and world.charts.weather["ground"].get(f"{state.ground}_cancels_open_x2"):
        return Fraction(1)
    if AT_ORDER[at_level(world, state, hex_)] >= AT_ORDER[counter.at_level]:
        return Fraction(3, 2)
    return value


# ---------------------------------------------------------------- strengths (9.4, 9.5)


def supply_factor(unit: Unit, supplied: bool, *, attacking: bool) -> Fraction:
    """Combat supply and Out of Supply: half for each that is missing (OCS 9.5a)."""
    factor = Fraction(1, 2) if unit.oos else Fraction(1)
    return factor if supplied or attacking else factor / 2


def attack_strength(
    world: World, state: OcsState, unit: Unit, row: CombatTerrain, name: str, hex_: int
) -> Fraction:
    """One attacker's strength on the terrain chosen for its stack (OCS 9.4a, b)."""
    return (
        printed_strength(world, unit, attacking=True)
        * mode_factor(unit, attacking=True)
        * supply_factor(unit, True, attacking=True)
        * attack_multiplier(world, state, unit, row, name, hex_)
    )


def defense_strength(
    world: World, unit: Unit, row: CombatTerrain, supplied: bool
) -> Fraction:
    """One defender's strength on the hex terrain chosen for it (OCS 9.4c, d)."""
    return (
        printed_strength(world, unit, attacking=False)
        * mode_factor(unit, attacking=False)
        * supply_factor(unit, supplied, attacking=False)
        * row.defend[INDEX[world.counters[unit.id].category]]
    )


@frozen
class Odds:
    """A combat weighed: what the defender chose, both totals, the column."""

    attack: Fraction
    defense: Fraction
    terrain: str
    """Hex terrain that sets the line of the table (9.4c)."""
    crossings: tuple[tuple[int, str], ...]
    """(attacking hex, terrain that modifies its stack)."""
    category: str
    text: str
    column: int
    """0 to 12."""


def weigh(
    world: World, state: OcsState, hex_: int, units: tuple[str, ...], paid: frozenset[str]
) -> Odds:
    """Totals and column, with the defender's best terrain choices (OCS 9.3b, 9.4b, c, 9.7).

    Each attacking stack is met with the terrain that hurts it most; the defender's own
    terrain is the one that gives the lowest column in the end.
    """
    side = world.counters[units[0]].side
    attack = Fraction(0)
    crossings = []
    for start in sorted({state.units[i].hex for i in units}):
        total, name = _stack(world, state, side, units, start, hex_)
        attack += total
        crossings.append((start, name))
    best: Odds | None = None
    for name, row in hex_terrains(world, state, hex_).items():
        defense = sum(
            (defense_strength(world, u, row, u.id in paid)
             for u in combat_units(world, state, hex_)), Fraction(0),
        )
        text, column = column_for(world, attack, defense, row.category)
        found = Odds(attack, defense, name, tuple(crossings), row.category, text, column)
        if best is None or (found.column, -found.defense) < (best.column, -best.defense):
            best = found
    assert best is not None
    return best


def _stack(
    world: World, state: OcsState, side: str, units: tuple[str, ...], start: int, hex_: int
) -> tuple[Fraction, str]:
    """The lowest total of one attacking stack over the defender's choices (OCS 9.4b)."""
    stack = [state.units[i] for i in units if state.units[i].hex == start]
    options = dict(hex_terrains(world, state, hex_))
    crossing = hexside_terrain(world, state, side, start, hex_)
    if crossing is not None:
        options[crossing[0]] = crossing[1]
    totals = [
        (sum((attack_strength(world, state, u, row, name, hex_) for u in stack), Fraction(0)),
         name)
        for name, row in options.items()
    ]
    return min(totals, key=lambda entry: entry[0])


def column_for(
    world: World, attack: Fraction, defense: Fraction, category: str
) -> tuple[str, int]:
    """Odds in words and the column, 0 to 12 (OCS 9.7, 9.14a)."""
    if defense == 0 and attack == 0:
        return "1:1", _column(world, Fraction(1), category)
    if defense == 0:
        return "against zero", COLUMNS - 1
    if attack == 0:
        return "zero attack", 0
    if attack >= defense:
        ratio = Fraction(round_half_up(attack / defense))
        return f"{ratio}:1", _column(world, ratio, category)
    times = round_half_up(defense / attack)
    return f"1:{times}", _column(world, Fraction(1, times), category)


def _column(world: World, ratio: Fraction, category: str) -> int:
    found = 0
    for i, heading in enumerate(world.charts.combat_odds[category]):
        if heading <= ratio:
            found = i
    return found


def shift(column: int, columns: int) -> int:
    """A shifted column, held at the ends of the table (OCS 9.1g)."""
    return max(0, min(COLUMNS - 1, column + columns))


def heading(world: World, category: str, column: int) -> str:
    """The odds over a column, such as "3:1"."""
    ratio = world.charts.combat_odds[category][column]
    return f"{ratio.numerator}:{ratio.denominator}"


# ---------------------------------------------------------------- rating and rolls (9.6-9.9)


def own_rating(
    world: World, state: OcsState, id_: str, *, attacking: bool, hex_: int = NOWHERE
) -> int:
    """A unit's own Action Rating in a combat: its mode, and what its game gives it (9.6a, 9.13).

    `hex_` is the hex attacked, where no combat is in hand yet.
    """
    unit, fight = state.units[id_], state.fighting
    if not attacking:
        hex_ = unit.hex
    elif hex_ == NOWHERE and fight is not None:
        hex_ = fight.hex
    return action_rating(world, unit) + world.hooks.unit_ar(world, state, id_, hex_)


def rating(
    world: World, state: OcsState, id_: str, *, attacking: bool, hex_: int = NOWHERE
) -> int:
    """The Action Rating that a lead unit brings (OCS 9.6 and its game's changes)."""
    return own_rating(world, state, id_, attacking=attacking, hex_=hex_) + world.hooks.lead_ar(
        world, state, id_, attacking
    )


def surprise(world: World, kind: str, roll: int) -> str:
    """ "attacker", "defender" or empty for a modified Surprise roll (OCS 9.8)."""
    defender, attacker = world.charts.surprise[kind]
    if roll <= defender:
        return "defender"
    return "attacker" if roll >= attacker else ""


def result(world: World, column: int, roll: int) -> str:
    """The box of the Combat Table for a modified roll (OCS 9.9)."""
    row = max(1, min(len(world.charts.combat_rows), roll)) - 1
    return world.charts.combat_rows[row][column]


def entry_problem(world: World, state: OcsState, unit: Unit, hex_: int) -> Refusal | None:
    """A unit never attacks a hex that it could not move into, and back, as it is (OCS 9.1f)."""
    counter = world.counters[unit.id]
    if passable(world, state, counter.side, mobility_of(world, unit), unit.hex, hex_):
        return world.hooks.may_enter(world, state, (unit.id,), unit.hex, hex_)
    return Refusal("OCS 9.1f", f"{counter.name} could not move into {world.board.id(hex_)}")


def percent(share: Fraction) -> str:
    """A chance as whole per cent; never 0 for what may happen."""
    whole = round(share * 100)
    return "<1%" if share and not whole else f"{whole}%"
