"""Attack Declaration (BSR 12): which hexes may and must be attacked, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs.advance import can_enter
from engine.efs.commands import Cancel, Declare
from engine.efs.handlers import Handler, StepRule
from engine.efs.movement import ids_of
from engine.efs.pieces import FOUGHT, SET_ASIDE, SOVIET, Unit
from engine.efs.removal import remove
from engine.efs.sequence import DECLARE, SEQUENCE, other
from engine.efs.state import Attack, EfsState, at
from engine.efs.steps import face, steps_left
from engine.efs.world import Draft, World
from engine.efs.zoc import combat_units, holder, holds_zoc, projects, sources

MINIMUM = 4
"""A Declared Attack needs at least one to this many (BSR 12.31)."""
MANDATED_STEPS = 6
"""Steps of non-artillery units that fulfill a Mandated Attack at any allowed odds (BSR 12.42a)."""


# ---------------------------------------------------------------- who may attack what (12.1, 12.5)


def attacker_problem(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """Why a unit may not attack in this segment, or None (BSR 12.11, 15.21, 15.23)."""
    counter = world.counters[unit.id]
    if not unit.on_map or not counter.combat:
        return Refusal("BSR 12.11", f"{counter.name} is no combat unit on the map")
    if counter.artillery:
        return Refusal("BSR 12.12", f"{counter.name} is artillery: it supports, later")
    if face(world, unit).attack <= 0:
        return Refusal("BSR 12.11", f"{counter.name} has no attack strength")
    if FOUGHT in unit.marks:
        return Refusal("BSR 15.23", f"{counter.name} has fought in this phase")
    if counter.type == "flotilla" and state.storm:
        return Refusal("BSR 15.53c", "flotillas do not attack in a Storm")
    return None


def pair_problem(world: World, state: EfsState, unit: Unit, hex_: int) -> Refusal | None:
    """Why this unit may not attack this adjacent hex (BSR 12.51, 12.52, 12.61, 15.21)."""
    if not world.board.adjacent(unit.hex, hex_):
        return Refusal(
            "BSR 15.21a", f"{world.name(unit.id)} is not adjacent to {world.board.id(hex_)}"
        )
    if projects(world, state, hex_, unit.hex) or can_enter(world, state, unit, hex_):
        return None
    return Refusal(
        "BSR 12.61",
        f"{world.board.id(hex_)} puts no ZOC on {world.name(unit.id)}, which cannot enter it",
    )


def eligible(world: World, state: EfsState, side: str, hexes: Iterable[int]) -> tuple[str, ...]:
    """Units of a side that could attack all these hexes in one combat (BSR 12.8, 15.2)."""
    targets = tuple(hexes)
    near = {n for h in targets for n in world.board.neighbors(h)}
    return tuple(
        unit.id
        for hex_ in sorted(near)
        for unit in at(state, hex_)
        if world.counters[unit.id].side == side
        and attacker_problem(world, state, unit) is None
        and all(pair_problem(world, state, unit, h) is None for h in targets)
    )


def initial_strengths(
    world: World, state: EfsState, ids: Iterable[str], hexes: Iterable[int]
) -> tuple[int, int]:
    """Attack and defense at declaration, no artillery, no Untried units (BSR 12.33, 12.34)."""
    attack = sum(face(world, state.units[i]).attack for i in ids)
    defense = sum(
        face(world, u).defense
        for h in hexes
        for u in combat_units(world, state, h)
        if not u.untried and not world.counters[u.id].artillery
    )
    return attack, defense


def attack_on(state: EfsState, hex_: int) -> Attack | None:
    """The Declared Attack that has this hex, or None."""
    return next((a for a in state.attacks if hex_ in a.hexes), None)


# ---------------------------------------------------------------- declaring


def check_declare(world: World, state: EfsState, command: Declare) -> Refusal | None:
    """The hexes may be attacked by these units at no worse than one to four (BSR 12)."""
    side = SEQUENCE[state.step].side
    hexes = tuple(world.board.at(h) for h in command.hexes)
    ids = ids_of(world, command.units)
    for hex_ in hexes:
        if holder(world, state, hex_) != other(side):
            return Refusal("BSR 12.5", f"{world.board.id(hex_)} holds no enemy combat unit")
        if attack_on(state, hex_) is not None:
            return Refusal("BSR 15.23", f"{world.board.id(hex_)} is under a Declared Attack")
    if len(set(hexes)) != len(hexes) or len(set(ids)) != len(ids):
        return Refusal("BSR 15.25", "a hex or unit is named twice")
    problem = _mandate_problem(world, side, command)
    if problem is not None:
        return problem
    for id_ in ids:
        unit = state.units[id_]
        if world.counters[id_].side != side:
            return Refusal("BSR 12.11", f"{world.name(id_)} is not yours")
        problem = attacker_problem(world, state, unit)
        for hex_ in hexes:
            problem = problem or pair_problem(world, state, unit, hex_)
        if problem is not None:
            if problem.rule == "BSR 15.21a" and len(hexes) > 1:
                return Refusal("BSR 12.8.2", problem.why)
            return problem
        if any(id_ in attack.units for attack in state.attacks):
            return Refusal("BSR 15.25", f"{world.name(id_)} is already in another attack")
    attack, defense = initial_strengths(world, state, ids, hexes)
    if attack * MINIMUM < defense:
        return Refusal("BSR 12.35", f"{attack} against {defense} is worse than one to four")
    if command.mandated and not fulfills_mandate(world, state, ids, hexes):
        return Refusal("BSR 12.42", "a Mandated Attack takes six steps, or odds of 3-2")
    return None


def fulfills_mandate(
    world: World, state: EfsState, ids: Iterable[str], hexes: Iterable[int]
) -> bool:
    """Whether an attack fulfills a Mandated Attack: by its steps, or its odds (BSR 12.42)."""
    units = tuple(ids)
    steps = sum(steps_left(world, state.units[i]) for i in units)
    attack, defense = initial_strengths(world, state, units, hexes)
    return steps >= MANDATED_STEPS or attack * 2 >= defense * 3


def _mandate_problem(world: World, side: str, command: Declare) -> Refusal | None:
    """Mandated Attacks are Soviet, and only where the scenario has them (BSR 12.4)."""
    if not command.mandated:
        return None
    if side != SOVIET:
        return Refusal("BSR 12.41", "only the Soviet player has Mandated Attacks")
    if not world.scenario.switches.mandated_attacks:
        return Refusal("BSR 12.41", "this scenario has no Mandated Attacks")
    return None


def do_declare(draft: Draft, command: Declare) -> None:
    """Put Declared Attack markers on the hexes (BSR 12.35)."""
    world = draft.world
    hexes = tuple(sorted(world.board.at(h) for h in command.hexes))
    ids = tuple(sorted(ids_of(world, command.units)))
    attack, defense = initial_strengths(world, draft.state, ids, hexes)
    new = Attack(hexes, ids, command.mandated)
    attacks = sorted((*draft.state.attacks, new), key=lambda a: a.hexes)
    draft.update(attacks=tuple(attacks))
    where = " and ".join(world.board.label(h) for h in hexes)
    kind = "Mandated Attack" if command.mandated else "attack"
    draft.log(
        "declare", f"{kind} declared on {where}: {attack} to {defense}",
        hex=world.board.id(hexes[0]), rule="BSR 12.35", side=SEQUENCE[draft.state.step].side,
    )


def check_cancel(world: World, state: EfsState, command: Cancel) -> Refusal | None:
    """A declaration stands on the hex; it may be taken back until the step closes."""
    if attack_on(state, world.board.at(command.hex)) is None:
        return Refusal("BSR 12.35", f"no attack is declared on {command.hex}")
    return None


def do_cancel(draft: Draft, command: Cancel) -> None:
    """Take the markers off again."""
    hex_ = draft.world.board.at(command.hex)
    draft.update(attacks=tuple(a for a in draft.state.attacks if hex_ not in a.hexes))
    draft.log("declare", f"the attack on {command.hex} is taken back", hex=command.hex,
              side=SEQUENCE[draft.state.step].side)


# ---------------------------------------------------------------- what must be attacked (12.7)


def must_attack(world: World, state: EfsState) -> Refusal | None:
    """Every enemy hex with a ZOC on an attacking unit must be attacked too (BSR 12.7)."""
    side = SEQUENCE[state.step].side
    declared = {h for a in state.attacks for h in a.hexes}
    threats = sources(world, state, other(side))
    for attack in state.attacks:
        for id_ in attack.units:
            for hex_ in threats.get(state.units[id_].hex, ()):
                if hex_ not in declared:
                    return Refusal(
                        "BSR 12.7",
                        f"{world.name(id_)} attacks, so {world.board.id(hex_)}, whose ZOC it is"
                        " in, must be attacked too",
                    )
    return obliged_problem(world, state, declared)


def obliged_problem(world: World, state: EfsState, declared: set[int]) -> Refusal | None:
    """A stack whose Overrun was cancelled must attack that hex (BSR 11.42a.s2)."""
    for id_, hex_ in state.obliged:
        unit = state.units[id_]
        if not unit.on_map or holder(world, state, hex_) == "":
            continue
        if attacker_problem(world, state, unit) or pair_problem(world, state, unit, hex_):
            continue
        attack = attack_on(state, hex_)
        if attack is None or id_ not in attack.units:
            able = eligible(world, state, world.counters[id_].side, (hex_,))
            power, defense = initial_strengths(world, state, able, (hex_,))
            if power * MINIMUM >= defense:
                return Refusal(
                    "BSR 11.42a.s2",
                    f"{world.name(id_)} must attack {world.board.id(hex_)} after its Overrun",
                )
    return None


def open_step(draft: Draft) -> bool:
    """The declaration phase; passed over where no attack is possible (BSR 12.0)."""
    return any(True for _ in offer_declarations(draft.world, draft.state, ""))


def close_step(draft: Draft) -> None:
    """Declarations are final; lone supply counters under them are removed (BSR 6.82.s2).

    A stack that must attack is bound until it has (11.42a.s2).
    """
    draft.update(obliged=tuple(
        (i, h) for i, h in draft.state.obliged if attack_on(draft.state, h) is not None
    ))
    for attack in draft.state.attacks:
        for hex_ in attack.hexes:
            if not combat_units(draft.world, draft.state, hex_):
                for unit in at(draft.state, hex_):
                    remove(draft, unit.id, SET_ASIDE, "is lost alone", "BSR 6.82.s2")


def offer_declarations(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """For each enemy hex: all unassigned eligible units together, then each hex of origin."""
    side = SEQUENCE[state.step].side
    busy = {i for a in state.attacks for i in a.units}
    for hex_ in _targets(world, state, side):
        if attack_on(state, hex_) is not None:
            continue
        able = tuple(i for i in eligible(world, state, side, (hex_,)) if i not in busy)
        groups = [able] if able else []
        origins = sorted({state.units[i].hex for i in able})
        if len(origins) > 1:
            groups += [tuple(i for i in able if state.units[i].hex == o) for o in origins]
        for ids in groups:
            names = tuple(world.name(i) for i in ids)
            command = Declare((world.board.id(hex_),), names)
            if (not actor or actor in names) and check_declare(world, state, command) is None:
                yield command
    for attack in state.attacks:
        yield Cancel(world.board.id(attack.hexes[0]))


def _targets(world: World, state: EfsState, side: str) -> list[int]:
    """Enemy-held hexes beside units of the side, ascending."""
    foe = other(side)
    found = {
        n
        for unit in state.units.values()
        if unit.on_map and world.counters[unit.id].side == side
        for n in world.board.neighbors(unit.hex)
        if holder(world, state, n) == foe
    }
    return sorted(found)


def projecting(world: World, state: EfsState, hex_: int) -> bool:
    """Whether any unit in the hex has a ZOC at all (BSR 14.13.x1)."""
    return any(holds_zoc(world, u) for u in at(state, hex_))


def clear_marks(draft: Draft, *marks: str) -> None:
    """Take markers off every unit."""
    gone = set(marks)
    draft.update(units={
        i: evolve(u, marks=u.marks - gone) if u.marks & gone else u
        for i, u in draft.state.units.items()
    })


HANDLERS = {
    Declare: Handler(check_declare, do_declare, steps=frozenset({DECLARE})),
    Cancel: Handler(check_cancel, do_cancel, steps=frozenset({DECLARE})),
}
STEPS = {
    DECLARE: StepRule(
        open_step, False, must_attack, close_step,
        "Declare attacks: mark enemy hexes and the units that attack; E ends",
    )
}
OFFERS = {DECLARE: offer_declarations}
