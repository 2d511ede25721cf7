"""Fortress cities and their units (TTW 2.4a)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import retreat
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice, Retreat
from engine.ocs.losses import put
from engine.ocs.pieces import AXIS, MAP, POOL, SOVIET, Hog, Unit
from engine.ocs.sequence import COMBAT, MOVING, REINFORCE, key
from engine.ocs.sizes import holder, steps_left
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.places import (
    cities,
    city_of,
    controls,
    in_rumania,
    new_phase,
    units_within,
)
from engine.third_winter.state import change, own

FORT = "fortress"
TWICE = frozenset({"Odessa", "Kiev", "Poltava"})
"""Cities in which a second unit may be placed (TTW 2.4a)."""
NEAR = 2
RULE = "TTW 2.4a"
DECLARE, HEX, SECOND = "fortress", "fortress-hex", "fortress-second"
YES, NO = "declare", "wait"


# ---------------------------------------------------------------- declaring


def pool(world: World, state: OcsState, hex_: int) -> tuple[str, ...]:
    """Fortress units that may be placed in a hex; the Rumanian one in Rumania only."""
    found = [
        u.id for u in state.units.values()
        if u.box == POOL and world.counters[u.id].type == FORT
    ]
    home = in_rumania(world, hex_)
    rumanian = [i for i in found if world.counters[i].nationality == "Rumanian"]
    others = [i for i in found if i not in rumanian]
    return tuple(rumanian + others) if home else tuple(others)


def held(world: World, state: OcsState, city: str) -> tuple[int, ...]:
    """Hexes of a city that the Axis controls, without enemies in them."""
    return tuple(h for h in cities(world)[city] if controls(world, state, AXIS, h))


def threatened(world: World, state: OcsState, city: str) -> bool:
    """Whether a Soviet combat unit is within two hexes of any hex of a city."""
    return any(units_within(world, state, SOVIET, h, NEAR) for h in cities(world)[city])


def problem(world: World, state: OcsState, hex_: int) -> Refusal | None:
    """Why no Fortress can be declared with its first unit in this hex."""
    city, number = city_of(world, hex_), world.board.id(hex_)
    if not city:
        return Refusal(RULE, f"{number} is no city")
    if city in own(state).fortresses:
        return Refusal(RULE, f"{city} is a Fortress already")
    if hex_ not in held(world, state, city):
        return Refusal(RULE, f"the Axis does not control {number}")
    if not threatened(world, state, city):
        return Refusal(RULE, f"no enemy combat unit is within two hexes of {city}")
    if not pool(world, state, hex_):
        return Refusal(RULE, "no Fortress unit is left")
    return None


def check(world: World, state: OcsState, command: Act) -> Refusal | None:
    """See `problem`."""
    return problem(world, state, world.board.at(command.hex))


def act(draft: Draft, command: Act) -> None:
    """Declare in one's own phase."""
    declare(draft, draft.world.board.at(command.hex))


def declare(draft: Draft, hex_: int, *, hog: bool = True) -> None:
    """A city becomes a Fortress: a unit and a Level-1 Hedgehog (TTW 2.4a)."""
    city = city_of(draft.world, hex_)
    change(draft, fortresses=own(draft.state).fortresses | {city})
    draft.log("note", f"{city} is a Fortress", hex=draft.world.board.id(hex_), rule=RULE,
              side=AXIS)
    man(draft, hex_)
    if hog and hex_ not in draft.state.hogs:
        draft.update(hogs={**draft.state.hogs, hex_: Hog(AXIS, 1)})
    if city in TWICE:
        _ask_second(draft, city, hex_)


def man(draft: Draft, hex_: int) -> None:
    """Put a Fortress unit of the pool in a hex, if one is left."""
    found = pool(draft.world, draft.state, hex_)
    if found:
        put(draft, Unit(found[0], hex_, MAP, began=hex_))
        draft.log("reinforcement", f"{draft.world.name(found[0])} in "
                  f"{draft.world.board.label(hex_)}", hex=draft.world.board.id(hex_), rule=RULE,
                  side=AXIS)


def _ask_second(draft: Draft, city: str, first: int) -> None:
    """A second unit may go to another hex of some cities (TTW 2.4a)."""
    hexes = [
        h for h in held(draft.world, draft.state, city)
        if h != first and pool(draft.world, draft.state, h)
    ]
    if hexes:
        words = tuple(draft.world.board.id(h) for h in hexes)
        draft.ask(GameChoice(AXIS, SECOND, (*words, "none"),
                             f"A second Fortress unit in {city}?", RULE))


def place_second(draft: Draft, decision: GameChoice, word: str) -> None:
    """Place it, or not."""
    if word != "none":
        man(draft, draft.world.board.at(word))


# ---------------------------------------------------------------- in the enemy's turn


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Soviets near a city: the Axis may declare it a Fortress; a lost city ends it (TTW 2.4a)."""
    world = draft.world
    if not any(world.counters[i].side == SOVIET and world.counters[i].fighting for i in ids):
        return
    _end_lost(draft, hex_)
    for city in _news(draft, hex_):
        hexes = [h for h in held(world, draft.state, city)
                 if problem(world, draft.state, h) is None]
        if not hexes:
            continue
        words = tuple(world.board.id(h) for h in hexes)
        draft.ask(GameChoice(AXIS, DECLARE, (*words, NO),
                             f"Declare {city} a Fortress, with its unit in", RULE, hexes[0]))


def _news(draft: Draft, hex_: int) -> tuple[str, ...]:
    """Cities of which the Axis must be asked: none has been so near in this phase.

    He is asked when the first enemy is two hexes away, and again when one stands at the city.
    """
    board, asked = draft.world.board, own(draft.state).fortress_asked
    found: dict[str, int] = {}
    for near in board.within(hex_, NEAR):
        city = city_of(draft.world, near)
        if city:
            found[city] = min(max(board.distance(near, hex_), 1), found.get(city, NEAR))
    new = {c: d for c, d in found.items() if not any(f"{c} {n}" in asked for n in range(1, d + 1))}
    change(draft, fortress_asked=asked | {f"{c} {d}" for c, d in new.items()})
    return tuple(sorted(new))


def _end_lost(draft: Draft, hex_: int) -> None:
    city = city_of(draft.world, hex_)
    game = own(draft.state)
    if city in game.fortresses and all(
        controls(draft.world, draft.state, SOVIET, h) for h in cities(draft.world)[city]
    ):
        change(draft, fortresses=game.fortresses - {city})
        draft.log("note", f"{city} is no longer a Fortress", rule=RULE, side=SOVIET)


def answer(draft: Draft, decision: GameChoice, word: str) -> None:
    """Declare it with the unit in the hex named, or wait."""
    if word != NO and problem(draft.world, draft.state, draft.world.board.at(word)) is None:
        declare(draft, draft.world.board.at(word))


def step_begins(draft: Draft) -> None:
    """In a new phase the Axis is asked anew."""
    if own(draft.state).fortress_asked and new_phase(draft.state):
        change(draft, fortress_asked=frozenset())


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """Destroyed Fortress units are available again (TTW 2.4a)."""
    if draft.world.counters[id_].type == FORT:
        put(draft, Unit(id_, NOWHERE, POOL))


# ---------------------------------------------------------------- nobody leaves


def leaves(world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int) -> bool:
    """Whether Axis ground units would leave a Fortress city (TTW 2.4a)."""
    city = city_of(world, a)
    return (
        city in own(state).fortresses and city_of(world, b) != city
        and any(world.counters[i].side == AXIS for i in ids)
    )


def may_enter(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Units move only between hexes of the city, by train too; they attack outward (TTW 2.4a)."""
    if key(state) in MOVING and leaves(world, state, ids, a, b):
        return Refusal(RULE, f"{city_of(world, a)} is a Fortress: its units stay")
    return None


def guarded(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Collection[tuple[int, int]]:
    """Out of each Fortress city (TTW 2.4a)."""
    inside = (h for city in own(state).fortresses for h in cities(world)[city])
    return {(h, n) for h in inside for n in world.board.neighbors(h)}


def may_retreat(
    world: World, state: OcsState, unit: Unit, a: int, b: int
) -> Refusal | None:
    """No retreat out of the city (TTW 2.4a)."""
    if leaves(world, state, (unit.id,), a, b):
        return Refusal(RULE, f"{city_of(world, a)} is a Fortress: its units stay")
    return None


def may_advance(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """No advance out of the city (TTW 2.4a)."""
    for id_ in ids:
        if leaves(world, state, (id_,), state.units[id_].hex, hex_):
            return Refusal(RULE, f"{world.name(id_)} stays in its Fortress")
    return None


def may_break_out(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """A Breakout would be leaving of their own will (TTW 2.4a)."""
    if city_of(world, unit.hex) in own(state).fortresses:
        return Refusal(RULE, f"{world.name(unit.id)} stays in its Fortress")
    return None


def option_problem(
    world: World, state: OcsState, ids: tuple[str, ...], points: int, steps: int
) -> Refusal | None:
    """Options that cannot be retreats inside the city are taken as losses (TTW 2.4a)."""
    inside = [i for i in ids if city_of(world, state.units[i].hex) in own(state).fortresses
              and world.counters[i].side == AXIS]
    most = min(points, sum(steps_left(world, state.units[i]) for i in ids))
    if not inside or steps >= most:
        return None
    back = Retreat(AXIS, ids, points - steps, attacking=_attacking(state, ids))
    if any(not retreat.ways(world, state, back, (i,)) for i in inside):
        return Refusal(RULE, f"units of a Fortress stay: take {most} as losses")
    return None


def _attacking(state: OcsState, ids: tuple[str, ...]) -> bool:
    return state.fighting is not None and ids[0] in state.fighting.units


# ---------------------------------------------------------------- offers


def offers(world: World, state: OcsState) -> Iterator[Act]:
    """Each hex of each threatened city."""
    for city in cities(world):
        if city in own(state).fortresses:
            continue
        for hex_ in held(world, state, city):
            if holder(world, state, hex_) != SOVIET:
                yield Act("fortress", world.board.id(hex_))


CHOICES = {DECLARE: answer, SECOND: place_second}
ACTS = {
    "fortress": Ability(check, act, MOVING | {REINFORCE, COMBAT}, AXIS, RULE, offers),
}

