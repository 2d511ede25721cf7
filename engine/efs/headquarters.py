"""Soviet headquarters (BSR 22.1, 22.2) and what Guards and NKVD owe them (22.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.efs.commands import Activate, Disband
from engine.efs.decisions import Recover
from engine.efs.handlers import Handler
from engine.efs.interdiction import level_at
from engine.efs.pieces import ACTIVATED, CADRE, MAP, SOVIET, Counter, Unit, marked
from engine.efs.removal import put
from engine.efs.sequence import MOTORIZED, SEQUENCE
from engine.efs.state import EfsState
from engine.efs.victory import gain
from engine.efs.world import Draft, World

RANGE = 4
"""Command Range in hexes, terrain and enemies ignored (BSR 22.11, 22.21)."""
DISBAND_VP = 1
"""Axis Victory Points for a disbanded HQ (BSR 22.26b)."""

ACTIVATE, GUARDS, REACT, ORDER, NONOP = "activate", "guards", "react", "order", "nonop"


def headquarters(world: World, state: EfsState) -> tuple[Unit, ...]:
    """Every Soviet HQ on the map, in set-up order (BSR 8.16: off the map it does nothing)."""
    return tuple(u for u in state.units.values() if world.counters[u.id].hq and u.on_map)


def in_range(world: World, hq: Unit, hex_: int) -> bool:
    """Whether a hex lies in the HQ's Command Range (BSR 22.11)."""
    return world.board.distance(hq.hex, hex_) <= RANGE


def nonop_over(world: World, state: EfsState, hex_: int) -> Unit | None:
    """A Non-Op HQ whose Command Range covers the hex; it outranks any other HQ (BSR 22.22)."""
    for hq in headquarters(world, state):
        if hq.nonop and in_range(world, hq, hex_):
            return hq
    return None


def command_value(world: World, state: EfsState, hq: Unit) -> int:
    """Command value after interdiction, never below 0; a Non-Op HQ has none (BSR 13.24, 22.21)."""
    if hq.nonop:
        return 0
    return max(0, world.counters[hq.id].command - level_at(world, state, hq.hex))


def points_left(world: World, state: EfsState, hq: Unit, use: str) -> int:
    """Command points that the HQ still has for one of its three functions (BSR 22.12)."""
    return command_value(world, state, hq) - state.used.get(f"{hq.id}/{use}", 0)


def spend(draft: Draft, hq_id: str, use: str) -> None:
    """Use one point of a function."""
    key = f"{hq_id}/{use}"
    draft.update(used={**draft.state.used, key: draft.state.used.get(key, 0) + 1})


def without(used: Mapping[str, int], *uses: str) -> dict[str, int]:
    """The points used, with some functions open again."""
    return {k: n for k, n in used.items() if k.rsplit("/", 1)[1] not in uses}


def who_can(world: World, state: EfsState, hex_: int, use: str) -> Iterator[Unit]:
    """Operational HQs in range of a hex with a point left for the function (BSR 22.12)."""
    for hq in headquarters(world, state):
        if not hq.nonop and in_range(world, hq, hex_) and points_left(world, state, hq, use) > 0:
            yield hq


# ------------------------------------------------------------ activation (10.24c, 22.12a, 22.41)


def moves_unaided(counter: Counter) -> bool:
    """True for units that may move in the Soviet Motorized phase without an HQ (BSR 22.12a)."""
    return counter.motorized or counter.cavalry or counter.ma_class in ("rail", "blue")


def activation_use(world: World, state: EfsState, unit: Unit, hq: Unit) -> str:
    """Which capacity an activation would draw on: Guards come first and free (BSR 22.41)."""
    if world.counters[unit.id].guards and not state.used.get(f"{hq.id}/{GUARDS}", 0):
        return GUARDS
    return ACTIVATE


def check_activate(world: World, state: EfsState, command: Activate) -> Refusal | None:
    """An operational HQ in range activates one unit a point, at the phase's start (BSR 22.12a)."""
    unit = state.units[world.unit_id(command.unit)]
    hq = state.units[world.unit_id(command.by)]
    counter = world.counters[unit.id]
    if SEQUENCE[state.step].side != SOVIET:
        return Refusal("BSR 10.24c", "only Soviet HQs activate units")
    if not world.counters[hq.id].hq:
        return Refusal("BSR 22.12a", f"{world.name(hq.id)} is not a headquarters")
    if counter.side != SOVIET or not unit.on_map or not hq.on_map:
        return Refusal("BSR 22.12a", "an HQ on the map activates a Soviet unit on the map")
    if hq.nonop:
        return Refusal("BSR 22.24b", "a Non-Op HQ activates nobody")
    if counter.hq:
        return Refusal("BSR 22.12a", "an HQ activates neither itself nor another HQ")
    if moves_unaided(counter):
        return Refusal("BSR 22.12a", f"{counter.name} moves in this phase without activation")
    if ACTIVATED in unit.marks:
        return Refusal("BSR 22.12a", f"{counter.name} is already activated")
    if any(u.started for u in state.units.values()):
        return Refusal("BSR 22.12a", "units are activated before any movement of the phase")
    if not in_range(world, hq, unit.hex):
        far = world.board.distance(hq.hex, unit.hex)
        return Refusal("BSR 22.11", f"{counter.name} is {far} hexes from {world.name(hq.id)}")
    if nonop_over(world, state, unit.hex) is not None:
        return Refusal("BSR 22.22", "a Non-Op HQ's range covers it and takes precedence")
    use = activation_use(world, state, unit, hq)
    if use == ACTIVATE and points_left(world, state, hq, ACTIVATE) <= 0:
        return Refusal("BSR 22.12a", f"{world.name(hq.id)} has no command point left to activate")
    return None


def do_activate(draft: Draft, command: Activate) -> None:
    """Mark the unit; it moves at its full MA now and not in the Movement phase (BSR 10.24c)."""
    unit = draft.state.units[draft.world.unit_id(command.unit)]
    hq = draft.state.units[draft.world.unit_id(command.by)]
    use = activation_use(draft.world, draft.state, unit, hq)
    spend(draft, hq.id, use)
    put(draft, marked(unit, ACTIVATED))
    name = draft.world.name
    free = " as Guards" if use == GUARDS else ""
    draft.log(
        "order", f"{name(hq.id)} activates {name(unit.id)}{free}",
        hex=draft.world.board.id(unit.hex), rule="BSR 10.24c", side=SOVIET,
    )


def offer_activations(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every activation that is open."""
    if SEQUENCE[state.step].side != SOVIET or any(u.started for u in state.units.values()):
        return
    for unit in state.units.values():
        if not unit.on_map or moves_unaided(world.counters[unit.id]):
            continue
        if actor and actor != world.name(unit.id):
            continue
        for hq in headquarters(world, state):
            command = Activate(world.name(unit.id), world.name(hq.id))
            if check_activate(world, state, command) is None:
                yield command


# ---------------------------------------------------------------- Non-Op HQs (22.2)


def turn_nonop(draft: Draft, id_: str, rule: str) -> None:
    """Put an HQ on its Non-Op side (BSR 22.23)."""
    unit = draft.state.units[id_]
    if unit.nonop or not draft.world.counters[id_].hq:
        return
    put(draft, evolve(unit, nonop=True))
    draft.log("hq", f"{draft.world.name(id_)} becomes Non-Operational", rule=rule, side=SOVIET)


def _binds(world: World, hq: Unit, unit: Unit) -> bool:
    """Whether an HQ limits the moves of a unit: a Soviet combat unit in a Non-Op HQ's range.

    Non-Op HQs themselves may always move (BSR 22.25g); a unit that enters the map begins
    outside (22.25f).
    """
    counter = world.counters[unit.id]
    if not hq.nonop or unit.nonop or not unit.on_map:
        return False
    return counter.side == SOVIET and counter.combat and in_range(world, hq, unit.hex)


def restricted_by(world: World, state: EfsState, unit: Unit) -> Unit | None:
    """A Non-Op HQ that has used up the moves allowed within its range this phase (BSR 22.25g).

    The limit is one less than its recovery value.
    """
    for hq in headquarters(world, state):
        if not _binds(world, hq, unit):
            continue
        limit = world.counters[hq.id].recovery - 1
        if state.used.get(f"{hq.id}/{NONOP}", 0) >= limit:
            return hq
    return None


def stack_restricted(world: World, state: EfsState, units: list[Unit]) -> Refusal | None:
    """Units that would begin together must all fit under a Non-Op HQ's limit (BSR 22.25g)."""
    for hq in headquarters(world, state):
        bound = [u for u in units if _binds(world, hq, u)]
        room = world.counters[hq.id].recovery - 1 - state.used.get(f"{hq.id}/{NONOP}", 0)
        if bound and len(bound) > room:
            name = world.name(hq.id)
            return Refusal("BSR 22.25g", f"{name} is Non-Op: {max(0, room)} units near it may move")
    return None


def count_begun(draft: Draft, unit: Unit) -> None:
    """A Soviet combat unit begins to move: count it against every Non-Op HQ in range (22.25g)."""
    for hq in headquarters(draft.world, draft.state):
        if _binds(draft.world, hq, unit):
            spend(draft, hq.id, NONOP)


def next_recovery(draft: Draft, done: frozenset[str]) -> Unit | None:
    """The next Non-Op HQ that has not yet rolled this Interphase (BSR 22.26a).

    None where the scenario forbids recovery.
    """
    if not draft.world.scenario.switches.hq_recovery:
        return None
    for hq in headquarters(draft.world, draft.state):
        if hq.nonop and hq.id not in done:
            return hq
    return None


def roll_recovery(draft: Draft, command: Pass) -> None:
    """Roll for a Non-Op HQ: its recovery value or less turns it over (BSR 22.26a)."""
    decision = draft.answered()
    assert isinstance(decision, Recover)
    unit = draft.state.units[decision.unit]
    roll = draft.roll()
    recovery = draft.world.counters[unit.id].recovery
    name = draft.world.name(unit.id)
    if roll <= recovery:
        put(draft, evolve(unit, nonop=False))
    word = "recovers" if roll <= recovery else "stays Non-Operational"
    draft.log("hq", f"{name} {word} (recovery {recovery})", rule="BSR 22.26a", roll=roll,
              side=SOVIET)


def check_disband(world: World, state: EfsState, command: Disband) -> Refusal | None:
    """One Non-Op HQ a turn may be disbanded instead of rolling (BSR 22.26b)."""
    decision = state.asks[-1]
    assert isinstance(decision, Recover)
    if world.unit_id(command.unit) != decision.unit:
        return Refusal("BSR 22.26b", f"{world.name(decision.unit)} is the HQ in question")
    if state.used.get("/disband", 0):
        return Refusal("BSR 22.26b", "one HQ a turn may be disbanded, and one has been")
    return None


def do_disband(draft: Draft, command: Disband) -> None:
    """The HQ goes to the Cadre Box; the Axis player scores one VP (BSR 22.26b)."""
    decision = draft.answered()
    assert isinstance(decision, Recover)
    unit = draft.state.units[decision.unit]
    put(draft, evolve(unit, hex=-1, box=CADRE))
    draft.update(used={**draft.state.used, "/disband": 1})
    gain(draft, DISBAND_VP)
    draft.log("hq", f"{draft.world.name(unit.id)} is disbanded", rule="BSR 22.26b", side=SOVIET)


def offer_recovery(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Roll, or disband."""
    decision = state.asks[-1]
    assert isinstance(decision, Recover)
    yield Pass()
    command = Disband(world.name(decision.unit))
    if check_disband(world, state, command) is None:
        yield command


# ---------------------------------------------------------------- NKVD (14.35, 22.42)


def nkvd_holds(world: World, state: EfsState, hex_: int) -> tuple[str, ...]:
    """NKVD units that give No Retreat to a town, city or major city hex (BSR 14.35, 22.42).

    None within the Command Range of a Non-Op HQ (22.25e).
    """
    if not world.board.hexes[hex_].terrain & {"town", "city", "major_city"}:
        return ()
    if nonop_over(world, state, hex_) is not None:
        return ()
    return tuple(
        u.id for u in state.units.values()
        if u.hex == hex_ and u.box == MAP and world.counters[u.id].nkvd
    )


HANDLERS = {
    Activate: Handler(check_activate, do_activate, steps=frozenset({MOTORIZED})),
    Disband: Handler(check_disband, do_disband, decisions=(Recover,)),
}
PASSES = {Recover: Handler(lambda world, state, command: None, roll_recovery,
                           decisions=(Recover,))}
OFFERS = {Recover: offer_recovery}
