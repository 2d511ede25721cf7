"""Kampfgruppen: ad hoc formations of German units, and their reaction (TTW 2.4e)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from engine.core.errors import Refusal
from engine.ocs import dumps
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import AXIS, PHASE_FUEL, RE, TRACK, TRUCK, Unit
from engine.ocs.sequence import MOVEMENT, REACT, acting, key
from engine.ocs.sizes import re4
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.allies import german
from engine.third_winter.places import new_phase
from engine.third_winter.state import Kampfgruppe, change, own

MARKERS = ("kg-1", "kg-2", "kg-3", "kg-4")
"""The markers; how many there are is reconstructed."""
MOST = 3 * RE
"""Quarters of an RE that one holds, beside a company (TTW 2.4e)."""
COMPANY = "company"
TOKENS = 2
RULE = "TTW 2.4e"


# ---------------------------------------------------------------- who belongs to one


def eligible(world: World, unit: Unit) -> bool:
    """German, with a Truck or Track allowance on its Move side, whatever its mode."""
    counter = world.counters[unit.id]
    return (
        unit.on_map and counter.fighting and german(world, unit.id)
        and counter.move.mobility in (TRUCK, TRACK)
    )


def members(state: OcsState) -> Mapping[str, str]:
    """Unit to the marker that it is stacked with."""
    found: dict[str, str] | None = state.memo.get("kampfgruppen")
    if found is None:
        found = {
            id_: marker for marker, group in own(state).kampfgruppen.items()
            for id_ in group.units
        }
        state.memo["kampfgruppen"] = found
    return found


def formation(world: World, state: OcsState, unit: Unit) -> str:
    """The Kampfgruppe, or the printed formation: for fuel (OCS 12.5c), density and OCS 12.6f."""
    return members(state).get(unit.id) or world.counters[unit.id].formation


def too_large(world: World, units: list[Unit]) -> bool:
    """Whether units are more than 3 RE and one company."""
    companies = sorted(re4(world, u) for u in units if world.counters[u.id].size == COMPANY)
    spared = companies[-1] if companies else 0
    return sum(re4(world, u) for u in units) - spared > MOST


# ---------------------------------------------------------------- markers (Movement Phase)


def form_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A marker on eligible units of one hex; a marker in play is put on them anew."""
    hex_ = world.board.at(command.hex)
    units = [state.units[i] for i in ids_of(world, command.units)]
    if command.word not in MARKERS:
        return Refusal(RULE, f"markers are {', '.join(MARKERS)}")
    if not units:
        return Refusal(RULE, "a Kampfgruppe has at least one unit")
    for unit in units:
        if unit.hex != hex_ or not unit.on_map:
            return Refusal(RULE, f"{world.name(unit.id)} is not in {command.hex}")
        if not eligible(world, unit):
            return Refusal(RULE, f"{world.name(unit.id)} is not German, or has no Truck or "
                           "Track allowance in Move Mode")
        if members(state).get(unit.id, command.word) != command.word:
            return Refusal(RULE, f"{world.name(unit.id)} is in another Kampfgruppe")
    if too_large(world, units):
        return Refusal(RULE, "a Kampfgruppe has at most 3 RE and one company")
    group = own(state).kampfgruppen.get(command.word)
    if group is not None and group.hex != hex_:
        return Refusal(RULE, f"{command.word} lies in {world.board.id(group.hex)}")
    return None


def form(draft: Draft, command: Act) -> None:
    """Put the marker on the units."""
    ids = ids_of(draft.world, command.units)
    old = own(draft.state).kampfgruppen.get(command.word)
    placed = old.turn if old is not None else draft.state.turn
    group = Kampfgruppe(draft.world.board.at(command.hex), ids, placed)
    change(draft, kampfgruppen={**own(draft.state).kampfgruppen, command.word: group})
    draft.log("note", f"{', '.join(command.units)}: Kampfgruppe {command.word}",
              hex=command.hex, rule=RULE, side=AXIS)


def disband_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A marker in play; in a Movement Phase after the one in which it was placed."""
    group = own(state).kampfgruppen.get(command.word)
    if group is None or group.hex != world.board.at(command.hex):
        return Refusal(RULE, f"no marker {command.word} lies in {command.hex}")
    if group.turn == state.turn:
        return Refusal(RULE, f"{command.word} was placed in this Movement Phase")
    return None


def disband(draft: Draft, command: Act) -> None:
    """The marker goes back to the pool."""
    _drop(draft, command.word)


def _drop(draft: Draft, marker: str) -> None:
    groups = own(draft.state).kampfgruppen
    change(draft, kampfgruppen={m: g for m, g in groups.items() if m != marker})
    draft.log("note", f"Kampfgruppe {marker} is dissolved", rule=RULE, side=AXIS)


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """The marker goes with its last unit; units that go alone leave it."""
    for marker, group in own(draft.state).kampfgruppen.items():
        gone = [i for i in group.units if i in ids]
        if not gone or a == b:
            continue
        _feed(draft, marker, a)
        left = tuple(i for i in group.units if i not in gone)
        new = evolve(group, units=left) if left else evolve(group, hex=b)
        change(draft, kampfgruppen={**own(draft.state).kampfgruppen, marker: new})


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """A marker without units goes back to the pool at once."""
    marker = members(draft.state).get(id_)
    if marker is None:
        return
    group = own(draft.state).kampfgruppen[marker]
    left = tuple(i for i in group.units if i != id_)
    if left:
        change(draft, kampfgruppen={
            **own(draft.state).kampfgruppen, marker: evolve(group, units=left)
        })
    else:
        _drop(draft, marker)


# ---------------------------------------------------------------- reaction


def ready(world: World, state: OcsState, group: Kampfgruppe) -> bool:
    """Whether its units are in Combat or Move Mode."""
    return bool(group.units) and all(not state.units[i].marker for i in group.units)


def groups_for(roll: int) -> int:
    """Kampfgruppen that may react: half the die, rounded down."""
    return roll // 2


def step_begins(draft: Draft) -> None:
    """The die of the Axis Reaction Phase."""
    game = own(draft.state)
    if new_phase(draft.state) and (game.kampfgruppe_rolled or game.kampfgruppe_active):
        change(draft, kampfgruppe_rolled=False, kampfgruppe_react=0, kampfgruppe_fed=False,
               kampfgruppe_active=frozenset())
    if key(draft.state) != REACT or acting(draft.state) != AXIS:
        return
    if not any(ready(draft.world, draft.state, g) for g in game.kampfgruppen.values()):
        return
    roll = draft.roll(6)
    change(draft, kampfgruppe_rolled=True, kampfgruppe_react=groups_for(roll))
    draft.log("roll", f"Kampfgruppen that may react: {groups_for(roll)}", rule=RULE, roll=roll,
              side=AXIS)


def react_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """One of so many Kampfgruppen, in Combat or Move Mode."""
    game = own(state)
    group = game.kampfgruppen.get(command.word)
    if group is None or group.hex != world.board.at(command.hex):
        return Refusal(RULE, f"no marker {command.word} lies in {command.hex}")
    if command.word in game.kampfgruppe_active:
        return Refusal(RULE, f"{command.word} reacts already")
    if game.kampfgruppe_react < 1:
        return Refusal(RULE, "no further Kampfgruppe may react")
    if not ready(world, state, group):
        return Refusal(RULE, "its units are not in Combat or Move Mode")
    return None


def react(draft: Draft, command: Act) -> None:
    """Its units act as released Reserves, fueled for this phase."""
    game = own(draft.state)
    group = game.kampfgruppen[command.word]
    put(draft, *(
        evolve(draft.state.units[i], released=True, fuel=draft.state.units[i].fuel or PHASE_FUEL)
        for i in group.units
    ))
    change(draft, kampfgruppe_react=game.kampfgruppe_react - 1,
           kampfgruppe_active=game.kampfgruppe_active | {command.word})
    draft.log("mode", f"Kampfgruppe {command.word} reacts", hex=command.hex, rule=RULE, side=AXIS)


def _feed(draft: Draft, marker: str, hex_: int) -> None:
    """2T with the first Kampfgruppe that really moves in this Reaction Phase."""
    game = own(draft.state)
    if key(draft.state) != REACT or marker not in game.kampfgruppe_active:
        return
    if not game.kampfgruppe_fed:
        change(draft, kampfgruppe_fed=True)
        dumps.add(draft, hex_, AXIS, TOKENS)
        draft.log("supply", f"{dumps.show(TOKENS)} with Kampfgruppe {marker}",
                  hex=draft.world.board.id(hex_), rule=RULE, side=AXIS)


# ---------------------------------------------------------------- offers


def offer_forms(world: World, state: OcsState) -> Iterator[Act]:
    """The first free marker on each stack of eligible units, whole if it is not too large."""
    free = [m for m in MARKERS if m not in own(state).kampfgruppen]
    if not free:
        return
    seen: set[int] = set()
    for unit in state.units.values():
        if unit.hex in seen or not eligible(world, unit) or unit.id in members(state):
            continue
        seen.add(unit.hex)
        stack = [u for u in at(state, unit.hex) if eligible(world, u)]
        if len(stack) > 1 and not too_large(world, stack):
            names = tuple(world.name(u.id) for u in stack)
            yield Act("kampfgruppe", world.board.id(unit.hex), names, free[0])


def offer_marked(topic: str, world: World, state: OcsState) -> Iterator[Act]:
    """An ability for each marker in play."""
    for marker, group in own(state).kampfgruppen.items():
        yield Act(topic, world.board.id(group.hex), (), marker)


def offer_disbands(world: World, state: OcsState) -> Iterator[Act]:
    """Each marker in play."""
    return offer_marked("disband", world, state)


def offer_reactions(world: World, state: OcsState) -> Iterator[Act]:
    """Each marker in play."""
    return offer_marked("kg-react", world, state)


_MOVE = frozenset({MOVEMENT})
ACTS = {
    "kampfgruppe": Ability(form_problem, form, _MOVE, AXIS, RULE, offer_forms),
    "disband": Ability(disband_problem, disband, _MOVE, AXIS, RULE, offer_disbands),
    "kg-react": Ability(react_problem, react, frozenset({REACT}), AXIS, RULE, offer_reactions),
}
