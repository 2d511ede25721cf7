"""The Combat Phase (BSR 15): organizing a combat, its odds, the roll; then see `results`."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import artillery, orders, pledges, supply
from engine.efs.charts import ROWS, Modifier
from engine.efs.commands import Fight
from engine.efs.decisions import AttackOrder
from engine.efs.declaration import (
    MINIMUM,
    attack_on,
    attacker_problem,
    clear_marks,
    eligible,
    pair_problem,
)
from engine.efs.handlers import Handler, StepRule
from engine.efs.modifiers import drms, engineers_help, net
from engine.efs.movement import ids_of
from engine.efs.odds import BELOW, Strengths, column_for, strengths
from engine.efs.pieces import BUSY, ENGINEER_TYPES, FOUGHT, SOVIET, marked
from engine.efs.removal import put, remove
from engine.efs.sequence import COMBAT, SEQUENCE, other
from engine.efs.stacking import enforce
from engine.efs.state import Attack, Combat, EfsState, at
from engine.efs.steps import face
from engine.efs.works import manned
from engine.efs.world import Draft, World
from engine.efs.zoc import combat_units, sources

# ---------------------------------------------------------------- organizing (15.2-15.4)


def attackers(world: World, state: EfsState, attack: Attack) -> tuple[str, ...]:
    """Units that could still take part in a Declared Attack (BSR 12.7, 12.41, 15.21, 15.23)."""
    bound = pledges.elsewhere(state, attack)
    return tuple(
        i for i in eligible(world, state, SEQUENCE[state.step].side, attack.hexes)
        if i not in bound and _threat_problem(world, state, attack, (i,)) is None
    )


def check_fight(world: World, state: EfsState, command: Fight) -> Refusal | None:
    """The attack is declared, and the chosen units and guns qualify (BSR 15.2-15.4)."""
    attack = attack_on(state, world.board.at(command.hex))
    if attack is None:
        return Refusal("BSR 15.2", f"no attack is declared on {command.hex}")
    side = SEQUENCE[state.step].side
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        return Refusal("BSR 15.25", "a unit is named twice")
    for id_ in ids:
        if world.counters[id_].side != side:
            return Refusal("BSR 15.21", f"{world.name(id_)} is not yours")
        problem = _part_problem(world, state, attack, id_)
        if problem is not None:
            return problem
    return (
        pledges.problem(world, state, attack, ids, _pledged_here(world, state, attack))
        or _threat_problem(world, state, attack, ids)
        or _spare_problem(world, state, attack, ids)
        or _supply_problem(world, state, command, ids)
        or _gun_problem(world, state, command, attack)
        or _engineer_problem(world, state, command, attack, ids)
        or _minimum_problem(world, state, command, attack, ids)
    )


def _pledged_here(world: World, state: EfsState, attack: Attack) -> tuple[str, ...]:
    """Units bound to this attack that can still take part in it."""
    bound = pledges.pledged(state, attack)
    return tuple(i for i in attackers(world, state, attack) if i in bound) if bound else ()


def _part_problem(
    world: World, state: EfsState, attack: Attack, id_: str
) -> Refusal | None:
    """Why a unit has no part in this combat (BSR 15.21, 15.23, 15.26)."""
    if world.counters[id_].artillery:
        return Refusal("BSR 15.21a", f"{world.name(id_)} is artillery: it gives support")
    problem = attacker_problem(world, state, state.units[id_])
    for hex_ in attack.hexes:
        problem = problem or pair_problem(world, state, state.units[id_], hex_)
    if problem is None:
        return None
    if problem.rule == "BSR 15.21a" and len(attack.hexes) > 1:
        return Refusal("BSR 15.26", problem.why)
    if problem.rule == "BSR 12.61":
        return Refusal("BSR 15.21", problem.why)
    return problem


def _spare_problem(
    world: World, state: EfsState, attack: Attack, ids: tuple[str, ...]
) -> Refusal | None:
    """A Declared Attack must be made, so its last attacker is not taken away (BSR 12.36).

    Unless this attack cannot reach one to four without it.
    """
    every = attackers(world, state, attack)
    for another in state.attacks:
        able = attackers(world, state, another) if another != attack else ()
        if not able or set(able) - set(ids):
            continue
        for keep in able:
            rest = tuple(i for i in every if i != keep)
            if rest and _reaches_minimum(world, state, attack, rest, ()):
                where = world.board.label(another.hexes[0])
                return Refusal("BSR 12.36", f"nobody would be left for the attack on {where}")
    return None


def _threat_problem(
    world: World, state: EfsState, attack: Attack, ids: tuple[str, ...]
) -> Refusal | None:
    """A unit in the ZOC of an enemy hex that nobody attacks cannot join in (BSR 12.7)."""
    declared = {h for a in state.attacks for h in a.hexes}
    threats = sources(world, state, other(SEQUENCE[state.step].side))
    for id_ in ids:
        if id_ in attack.units:
            continue  # judged when the attack was declared
        for hex_ in threats.get(state.units[id_].hex, ()):
            fought = any(FOUGHT in u.marks for u in at(state, hex_))
            if hex_ not in declared and not fought:
                return Refusal(
                    "BSR 12.7", f"{world.board.id(hex_)}, in whose ZOC {world.name(id_)} stands,"
                    " is not attacked"
                )
    return None


def _supply_ids(world: World, command: Fight) -> tuple[str, ...]:
    return ids_of(world, command.supplied)


def is_supplied(world: World, state: EfsState, ids: tuple[str, ...], by: tuple[str, ...]) -> bool:
    """Whether an attack is Attack Supplied: always where the scenario ignores it (BSR 15.3)."""
    if not world.scenario.switches.attack_supply:
        return True
    side = SEQUENCE[state.step].side
    hexes = tuple(sorted({state.units[i].hex for i in ids}))
    return supply.supplied_by(world, state, side, hexes, by)


def _supply_problem(
    world: World, state: EfsState, command: Fight, ids: tuple[str, ...]
) -> Refusal | None:
    by = _supply_ids(world, command)
    if not by:
        return None
    if not world.scenario.switches.attack_supply:
        return Refusal("PB 10.44a", "this scenario disregards Attack Supply")
    for id_ in by:
        counter = world.counters[id_]
        if counter.type != "supply" or counter.side != SEQUENCE[state.step].side:
            return Refusal("BSR 15.31", f"{counter.name} is no supply counter of yours")
        if not state.units[id_].on_map:
            return Refusal("BSR 15.31", f"{counter.name} is not on the map")
        if by.count(id_) > supply.points(world, state.units[id_]):
            return Refusal("BSR 15.33", f"{counter.name} has not so many Attack Supply Points")
    guns = ids_of(world, command.support)
    if not is_supplied(world, state, (*ids, *guns), by):
        return Refusal("BSR 15.31.s1", "an attacking unit traces no line to the supply designated")
    return None


def _gun_problem(
    world: World, state: EfsState, command: Fight, attack: Attack
) -> Refusal | None:
    guns = ids_of(world, command.support)
    if not guns:
        return None
    if len(set(guns)) != len(guns):
        return Refusal("BSR 15.25", "a unit is named twice")
    supplied = is_supplied(world, state, ids_of(world, command.units), _supply_ids(world, command))
    if not supplied:
        return Refusal("BSR 15.32c", "without Attack Supply no artillery supports the attack")
    for id_ in guns:
        unit = state.units[id_]
        if world.counters[id_].side != SEQUENCE[state.step].side:
            return Refusal("BSR 15.4", f"{world.name(id_)} is not yours")
        if FOUGHT in unit.marks:
            return Refusal("BSR 15.23", f"{world.name(id_)} has supported a combat already")
        problem = artillery.gun_problem(
            world, state, unit, attack.hexes, attacking=True, supplied=supplied
        )
        if problem is not None:
            return problem
    return artillery.group_problem(world, state, guns, attack.hexes, attacking=True)


def _engineer_problem(
    world: World, state: EfsState, command: Fight, attack: Attack, ids: tuple[str, ...]
) -> Refusal | None:
    if command.engineers and not engineers_help(world, state, Combat(attack, ids)):
        return Refusal("BSR 15.63", "engineer effects need an engineer and works or a river")
    return None


def _minimum_problem(
    world: World, state: EfsState, command: Fight, attack: Attack, ids: tuple[str, ...]
) -> Refusal | None:
    """No attack stays below one to four while units or guns could raise it (12.36, 15.21)."""
    guns = ids_of(world, command.support)
    if _reaches_minimum(world, state, attack, ids, guns):
        return None
    every = attackers(world, state, attack)
    supplied = is_supplied(world, state, every, _supply_ids(world, command))
    side = SEQUENCE[state.step].side
    most = artillery.best_group(
        world, state, artillery.attack_guns(world, state, side, attack.hexes, supplied=supplied),
        attack.hexes, attacking=True,
    )
    if _reaches_minimum(world, state, attack, every, most):
        return Refusal("BSR 12.36.s1", "these units are below one to four and others could join")
    return None


def _reaches_minimum(
    world: World, state: EfsState, attack: Attack, ids: tuple[str, ...], guns: tuple[str, ...]
) -> bool:
    """Whether the attack is at least one to four by what the attacker can see (BSR 12.36)."""
    total = weigh(world, state, attack, ids, guns)
    return total.for_attack * MINIMUM >= total.for_defense


def weigh(
    world: World, state: EfsState, attack: Attack, ids: tuple[str, ...], guns: tuple[str, ...]
) -> Strengths:
    """Both strengths of a combat as the state shows them now (BSR 15.51-15.55)."""
    committed = artillery.committed(state, attack.hexes)
    hexes = manned(world, state, Combat(attack)).attack.hexes
    return strengths(
        world, state, ids, guns, hexes,
        artillery.defender_guns(world, state, committed, attack.hexes),
    )


def do_fight(draft: Draft, command: Fight) -> None:
    """Open a combat: reveal, spend supply, find the odds, ask for an order (15.3-15.58)."""
    world = draft.world
    attack = attack_on(draft.state, world.board.at(command.hex))
    assert attack is not None
    ids = ids_of(world, command.units)
    by = _supply_ids(world, command)
    supplied = is_supplied(world, draft.state, ids, by)
    fight = Combat(
        attack, ids, ids_of(world, command.support), supplied, command.engineers, stage="order"
    )
    draft.update(combat=fight)
    if reveal(draft, attack):
        _walk_in(draft, fight)
        return
    left = manned(world, draft.state, fight)
    if fight.engineers and not engineers_help(world, draft.state, left):
        draft.update(combat=evolve(fight, engineers=False))  # 16.32a.2: no DRM, no loss for it
    if world.scenario.switches.attack_supply:
        supply.expend(draft, by)
    _find_odds(draft)


def reveal(draft: Draft, attack: Attack) -> bool:
    """Turn Untried defenders over; zero-strength ones go. True if nobody is left (BSR 15.54)."""
    for hex_ in attack.hexes:
        for unit in combat_units(draft.world, draft.state, hex_):
            if unit.untried:
                show_untried(draft, unit.id)
    return not any(combat_units(draft.world, draft.state, h) for h in attack.hexes)


def show_untried(draft: Draft, id_: str) -> None:
    """Turn one Untried unit to its Tried side (BSR 15.54, 11.43e)."""
    unit = evolve(draft.state.units[id_], untried=False)
    put(draft, unit)
    strength = face(draft.world, unit)
    name = draft.world.name(id_)
    draft.log("reveal", f"{name} is {strength.attack}-{strength.defense}-{strength.ma}",
              rule="BSR 15.54")
    if strength.defense == 0:
        remove(draft, id_, "cadre", "has no strength and is removed", "BSR 15.54.s1")


def _walk_in(draft: Draft, fight: Combat) -> None:
    """Every defender had zero strength: the attackers advance, no supply is used (15.54.n1)."""
    side = SEQUENCE[draft.state.step].side
    draft.log("combat", "the defenders prove to have no strength: the attack is cancelled",
              rule="BSR 15.54.n1", side=side)
    put(draft, *(marked(draft.state.units[i], FOUGHT) for i in fight.units))
    draft.update(combat=evolve(fight, stage="advance", vacated=fight.attack.hexes))


def _find_odds(draft: Draft) -> None:
    """Name the odds column and ask for the attacker's order where one can matter (15.57, 15.58)."""
    world, state = draft.world, draft.state
    fight = state.combat
    assert fight is not None
    total = weigh(world, state, fight.attack, fight.units, fight.support)
    odds = column_for(world, total.for_attack, total.for_defense)
    side = SEQUENCE[state.step].side
    where = " and ".join(world.board.label(h) for h in fight.attack.hexes)
    draft.log(
        "combat", f"attack on {where}: {total.for_attack:g} to {total.for_defense:g}, "
        + ("below 1-4" if odds == BELOW else odds),
        hex=world.board.id(fight.attack.hexes[0]), rule="BSR 15.57", side=side,
    )
    ask = odds != BELOW and any("R" in r for r in world.charts.crt_attacker[odds])
    draft.update(combat=evolve(fight, odds=odds, stage="roll"))
    if ask and orders.attacker_may_order(world, draft.state, side):
        draft.ask(AttackOrder(side, fight.attack.hexes[0]))


# ---------------------------------------------------------------- rolling (15.8)


def lookup(world: World, odds: str, roll: int, drm: int) -> tuple[str, str]:
    """Attacker's and defender's result of a roll; DRMs beyond the table are lost (15.81)."""
    if odds == BELOW:
        return "e", "-"
    row = max(ROWS[0], min(ROWS[-1], roll + drm))
    return world.charts.crt_attacker[odds][row], world.charts.crt_defender[odds][row]


def roll_combat(draft: Draft, fight: Combat) -> None:
    """Reveal the defender's order, net the DRMs and roll (BSR 15.59, 15.6-15.8)."""
    world = draft.world
    order = orders.in_force(world, draft.state, fight.attack)
    fight = evolve(fight, defender_order=order)
    hex_ = world.board.id(fight.attack.hexes[0])
    if order:
        shown = order.replace("-", " ").title()
        draft.log("order", f"the defender's order is {shown}", hex=hex_, rule="BSR 15.59")
    if fight.odds == BELOW:
        result, drm, roll = ("e", "-"), 0, 0
        draft.log("combat", "odds below 1-4: the attackers are eliminated", hex=hex_,
                  rule="BSR 15.57.s1")
    else:
        modifiers = drms(world, draft.state, fight)
        drm = net(world, modifiers)
        roll = draft.roll()
        result = lookup(world, fight.odds, roll, drm)
        draft.log("combat", _roll_text(fight, modifiers, drm, roll, result), hex=hex_,
                  rule="BSR 15.81", roll=roll)
    attacks = tuple(a for a in draft.state.attacks if a != fight.attack)  # 15.81h
    air = tuple(c for c in draft.state.cas if c[0] not in fight.attack.hexes)
    draft.update(
        combat=evolve(fight, result=result, drm=drm, stage="attacker"), attacks=attacks, cas=air
    )
    _mark_fought(draft, fight)


def _roll_text(
    fight: Combat, modifiers: tuple[Modifier, ...], drm: int, roll: int, result: tuple[str, str]
) -> str:
    listed = ", ".join(f"{m.value:+d} {m.name}" for m in modifiers)
    shown = f" ({listed}; net {drm:+d})" if modifiers else ""
    return (
        f"{fight.odds}, roll {roll}{shown} = {roll + drm}:"
        f" attacker {result[0]}, defender {result[1]}"
    )


def _mark_fought(draft: Draft, fight: Combat) -> None:
    """Nobody attacks or is attacked twice in a phase (BSR 15.23)."""
    ids = [*fight.units, *fight.support]
    ids += [u.id for h in fight.attack.hexes for u in combat_units(draft.world, draft.state, h)]
    kinds = draft.world.counters
    put(draft, *(
        marked(draft.state.units[i], FOUGHT, *((BUSY,) if kinds[i].type in ENGINEER_TYPES else ()))
        for i in ids
    ))


# ---------------------------------------------------------------- the step


def drop_void(draft: Draft) -> None:
    """Declared Attacks that nobody can make any more, or on vacated hexes, lapse (BSR 12.36)."""
    world = draft.world
    for attack in draft.state.attacks:
        empty = not any(combat_units(world, draft.state, h) for h in attack.hexes)
        if empty or not attackers(world, draft.state, attack):
            where = " and ".join(world.board.label(h) for h in attack.hexes)
            draft.update(attacks=tuple(a for a in draft.state.attacks if a != attack))
            why = "no defender is left" if empty else "no attacker is left"
            draft.log("combat", f"the attack on {where} lapses: {why}", rule="BSR 12.36")


def open_step(draft: Draft) -> bool:
    """The Combat Phase; passed over without Declared Attacks (BSR 15.0)."""
    drop_void(draft)
    if SEQUENCE[draft.state.step].side == SOVIET and draft.state.attacks:
        artillery.demand_silence(draft)
    return bool(draft.state.attacks)


def may_end(world: World, state: EfsState) -> Refusal | None:
    """Once declared, an attack must be made (BSR 12.36)."""
    if state.attacks:
        where = world.board.label(state.attacks[0].hexes[0])
        return Refusal("BSR 12.36", f"the attack on {where} was declared and must be made")
    return None


def close_step(draft: Draft) -> None:
    """Markers of the phase go; stacking is enforced (BSR 3.32)."""
    clear_marks(draft, FOUGHT)
    artillery.end_silence(draft)
    draft.update(attacks=(), support=(), orders=(), cas=(), obliged=())
    enforce(draft)


def offer_fights(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Each Declared Attack with its designated units, with all that qualify, with best support."""
    side = SEQUENCE[state.step].side
    for attack in state.attacks:
        every = attackers(world, state, attack)
        chosen = tuple(i for i in attack.units if i in every)
        hex_ = world.board.id(attack.hexes[0])
        spared = tuple(_sparing(world, state, attack, ids) for ids in (chosen, every))
        groups = [g for g in dict.fromkeys((chosen, every, *spared)) if g]
        for ids in groups:
            for by in _supplies(world, state, ids):
                supplied = is_supplied(world, state, ids, by)
                guns = tuple(
                    g for g in artillery.attack_guns(
                        world, state, side, attack.hexes, supplied=supplied
                    ) if is_supplied(world, state, (*ids, g), by)
                )
                best = artillery.best_group(world, state, guns, attack.hexes, attacking=True)
                for support in dict.fromkeys((best, ())):
                    for engineers in (False, True):
                        command = Fight(
                            hex_, tuple(world.name(i) for i in ids),
                            tuple(world.name(i) for i in support),
                            tuple(world.name(i) for i in by), engineers,
                        )
                        if check_fight(world, state, command) is None:
                            yield command


def _sparing(
    world: World, state: EfsState, attack: Attack, ids: tuple[str, ...]
) -> tuple[str, ...]:
    """The group less an attacker for each attack that it would leave with none (BSR 12.36)."""
    for another in state.attacks:
        able = attackers(world, state, another) if another != attack else ()
        if not able or set(able) - set(ids):
            continue
        for keep in able:
            rest = tuple(i for i in ids if i != keep)
            if rest and _reaches_minimum(world, state, attack, rest, ()):
                ids = rest
                break
    return ids


def _supplies(world: World, state: EfsState, ids: tuple[str, ...]) -> list[tuple[str, ...]]:
    """No supply, or each counter that would do alone."""
    if not world.scenario.switches.attack_supply:
        return [()]
    hexes = tuple(sorted({state.units[i].hex for i in ids}))
    side = SEQUENCE[state.step].side
    return [(), *((i,) for i in supply.counters_for(world, state, side, hexes))]


HANDLERS = {Fight: Handler(check_fight, do_fight, steps=frozenset({COMBAT}))}
STEPS = {
    COMBAT: StepRule(
        open_step, False, may_end, close_step, "Resolve the declared attacks in any order; E ends"
    )
}
OFFERS = {COMBAT: offer_fights}
