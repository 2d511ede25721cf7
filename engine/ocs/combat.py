"""Ground combat (OCS 9): declaring, supply, lead units, surprise, the roll; see `results`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler, StepRule
from engine.ocs import combat_supply, odds
from engine.ocs.commands import Attack, LeadBy, Pay
from engine.ocs.decisions import DefenderSupply, Lead
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import EXPLOIT
from engine.ocs.sequence import COMBAT, EXPLOIT_COMBAT, FIGHTING, acting, key, other
from engine.ocs.sizes import attack_capable, combat_units, holder, steps_left
from engine.ocs.stacking import enforce
from engine.ocs.state import Fighting, OcsState
from engine.ocs.world import Draft, World

# ---------------------------------------------------------------- who may attack (9.0, 9.1)


def attacker_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    """Why a unit may not take part in a regular attack on a hex (OCS 9.0, 9.1)."""
    unit, counter = state.units[id_], world.counters[id_]
    name = counter.name
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 9.1a", f"{name} is not yours to attack with now")
    if not attack_capable(world, unit):
        return Refusal("OCS 4.4a", f"{name} is not Attack-Capable")
    if unit.attacked:
        return Refusal("OCS 9.1c", f"{name} has attacked in this segment")
    if key(state) == EXPLOIT_COMBAT and not (unit.marker == EXPLOIT or unit.released):
        return Refusal("OCS 11.0a", f"{name} is neither in Exploitation nor released now")
    if not world.board.adjacent(unit.hex, hex_):
        return Refusal("OCS 9.0", f"{name} is not adjacent to {world.board.id(hex_)}")
    return (
        world.hooks.may_attack(world, state, id_, hex_)
        or odds.entry_problem(world, state, unit, hex_)
    )


def able(world: World, state: OcsState, hex_: int) -> tuple[str, ...]:
    """Units of the acting side that could attack a hex."""
    return tuple(
        u.id
        for n in sorted(world.board.neighbors(hex_))
        for u in combat_units(world, state, n)
        if attacker_problem(world, state, u.id, hex_) is None
    )


def check_attack(world: World, state: OcsState, command: Attack) -> Refusal | None:
    """The hex may be attacked by these units, and each is paid for (OCS 9.1, 9.2)."""
    hex_ = world.board.at(command.hex)
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        return Refusal("OCS 9.1c", "a unit is named twice")
    if holder(world, state, hex_) != other(acting(state)):
        return Refusal("OCS 9.0", f"{command.hex} holds no enemy combat unit")
    if hex_ in state.attacked:
        return Refusal("OCS 9.1c", f"{command.hex} was attacked in this segment")
    for id_ in ids:
        problem = attacker_problem(world, state, id_, hex_)
        if problem is not None:
            return problem
    if command.lead and world.unit_id(command.lead) not in ids:
        return Refusal("OCS 9.6", f"{command.lead} does not take part")
    return supply_problem(world, state, ids, hex_, sparing=command.sparing)


def supply_problem(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int, *, sparing: bool
) -> Refusal | None:
    """Units without combat supply cannot attack (OCS 9.5 A)."""
    bill = combat_supply.attack_bill(world, state, ids, sparing=sparing)
    if bill.unpaid:
        names = ", ".join(world.name(i) for i in bill.unpaid)
        return Refusal("OCS 9.5", f"no combat supply for {names}")
    paid = tuple(i for i in ids if i not in bill.stocks)
    return world.hooks.attack_limit(world, state, paid, hex_)


def by_rating(
    world: World, state: OcsState, ids: tuple[str, ...], *, attacking: bool, hex_: int = NOWHERE
) -> list[str]:
    """Units by their rating as leaders; among equals those that can spare a step (OCS 9.6)."""
    return sorted(ids, key=lambda i: (
        -odds.rating(world, state, i, attacking=attacking, hex_=hex_),
        steps_left(world, state.units[i]) == 1,
    ))


def do_attack(draft: Draft, command: Attack) -> None:
    """Open a combat (OCS 9.2 step 1)."""
    ids = ids_of(draft.world, command.units)
    hex_ = draft.world.board.at(command.hex)
    put(draft, *(evolve(draft.state.units[i], attacked=True) for i in ids))
    draft.update(attacked=draft.state.attacked | {hex_})
    open_fight(draft, hex_, ids, command.lead, overrun=False, sparing=command.sparing)


def open_fight(
    draft: Draft, hex_: int, ids: tuple[str, ...], lead: str, *, overrun: bool, sparing: bool
) -> None:
    """Note who fights where, as it stood at the start (OCS 9.12f).

    `lead` is the name of the Action Rating unit, or empty to be asked for it in its turn.
    """
    world, side = draft.world, draft.world.counters[ids[0]].side
    enemies = tuple(sorted(
        u.hex for u in draft.state.units.values()
        if u.on_map and world.counters[u.id].fighting and world.counters[u.id].side == side
    ))
    starts = tuple(sorted({draft.state.units[i].hex for i in ids}))
    draft.update(fighting=Fighting(
        hex_, ids, overrun, sparing, world.unit_id(lead) if lead else "", attacker_hexes=starts,
        enemy_hexes=tuple(dict.fromkeys(enemies)),
    ))
    names = ", ".join(world.name(i) for i in ids)
    kind = "overrun" if overrun else "attack"
    draft.log("combat", f"{names} {kind} {world.board.label(hex_)}",
              hex=world.board.id(hex_), rule="OCS 8.0" if overrun else "OCS 9.2", side=side)


# ---------------------------------------------------------------- supply and leads (9.2 steps 2-3)


def pay_attack(draft: Draft) -> None:
    """The attacker pays; then the defender is asked (OCS 9.2 step 2)."""
    fight = draft.state.fighting
    assert fight is not None
    world = draft.world
    side = world.counters[fight.units[0]].side
    bill = combat_supply.attack_bill(world, draft.state, fight.units, sparing=fight.sparing)
    world.hooks.attack_paid(draft, tuple(i for i in fight.units if i not in bill.stocks))
    combat_supply.pay(draft, bill, side)
    defenders = tuple(u.id for u in combat_units(world, draft.state, fight.hex))
    free = tuple(i for i in defenders if world.hooks.free_defense(world, draft.state, i))
    draft.update(fighting=evolve(fight, paid=free, stage="regroup"))
    bill = combat_supply.defense_bill(world, draft.state, defenders)
    if bill.total or bill.stocks:
        draft.ask(DefenderSupply(other(side), defenders, bill.total))


def check_pay(world: World, state: OcsState, command: Pay) -> Refusal | None:
    """Defenders that can be supplied (OCS 9.5 B, 12.4)."""
    decision = state.asks[-1]
    assert isinstance(decision, DefenderSupply)
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids) or not set(ids) <= set(decision.units):
        return Refusal("OCS 9.5", "name defending units")
    bill = combat_supply.defense_bill(world, state, ids, sparing=command.sparing)
    if bill.unpaid:
        return Refusal("OCS 12.4", f"nothing is left for {world.name(bill.unpaid[0])}")
    whole = combat_supply.defense_bill(world, state, decision.units, sparing=command.sparing)
    if set(ids) != set(decision.units) and not (whole.stocks or whole.unpaid):
        return Refusal("OCS 12.4", "the price is for all defenders of the hex together")
    return None


def do_pay(draft: Draft, command: Pay) -> None:
    """Pay for the defenders named; the others fight at half (OCS 9.5a)."""
    decision = draft.answered()
    ids = ids_of(draft.world, command.units)
    bill = combat_supply.defense_bill(draft.world, draft.state, ids, sparing=command.sparing)
    combat_supply.pay(draft, bill, decision.side)
    fight = draft.state.fighting
    assert fight is not None
    draft.update(fighting=evolve(fight, paid=(*fight.paid, *ids)))


def decline_pay(draft: Draft, command: Pass) -> None:
    """The defender refuses and fights at half (OCS 9.5 B)."""
    decision = draft.answered()
    draft.log("combat", "the defender pays no combat supply", rule="OCS 9.5", side=decision.side)


def offer_pay(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """All that can be supplied, without Organic Trucks where they would pay, or nothing."""
    decision = state.asks[-1]
    assert isinstance(decision, DefenderSupply)
    for sparing in (False, True):
        bill = combat_supply.defense_bill(world, state, decision.units, sparing=sparing)
        ids = tuple(i for i in decision.units if i not in bill.unpaid)
        command = Pay(tuple(world.name(i) for i in ids), sparing)
        if ids and check_pay(world, state, command) is None:
            yield command
        if not bill.organic:
            break
    yield Pass()


def regroup(draft: Draft) -> None:
    """The game's step after supply (TTW 3.3d B), losses of which may still be asked."""
    fight = draft.state.fighting
    assert fight is not None
    draft.update(fighting=evolve(fight, stage="muster"))
    draft.world.hooks.before_combat(draft)


def muster(draft: Draft) -> None:
    """Attackers lost in that step drop out; without any the combat is off."""
    fight = draft.state.fighting
    assert fight is not None
    units = tuple(i for i in fight.units if draft.state.units[i].on_map)
    if not units:
        draft.update(fighting=None)
        return
    named = (fight.lead,) if fight.lead in units else units
    draft.update(fighting=evolve(fight, units=units, lead="", stage="lead"))
    _name_lead(draft, named, attacking=True)


def ask_lead(draft: Draft) -> None:
    """The defender names his Action Rating unit, after the attacker (OCS 9.6)."""
    fight = draft.state.fighting
    assert fight is not None
    defenders = tuple(u.id for u in combat_units(draft.world, draft.state, fight.hex))
    draft.update(fighting=evolve(fight, stage="roll"))
    _name_lead(draft, defenders, attacking=False)


def _name_lead(draft: Draft, ids: tuple[str, ...], *, attacking: bool) -> None:
    """The only unit leads; of several one must be named (OCS 9.2 step 3)."""
    if len(ids) == 1:
        _set_lead(draft, ids[0], attacking=attacking)
    else:
        draft.ask(Lead(draft.world.side(ids[0]), ids, attacking))


def _set_lead(draft: Draft, id_: str, *, attacking: bool) -> None:
    fight = draft.state.fighting
    assert fight is not None
    fight = evolve(fight, lead=id_) if attacking else evolve(fight, defender_lead=id_)
    draft.update(fighting=fight)
    part = "attack" if attacking else "defense"
    draft.log("combat", f"{draft.world.name(id_)} leads the {part}", rule="OCS 9.6",
              side=draft.world.side(id_))


def check_lead(world: World, state: OcsState, command: LeadBy) -> Refusal | None:
    """Any participating unit may lead (OCS 9.6)."""
    decision = state.asks[-1]
    assert isinstance(decision, Lead)
    if world.unit_id(command.unit) not in decision.units:
        return Refusal("OCS 9.6", f"{command.unit} does not take part")
    return None


def do_lead(draft: Draft, command: LeadBy) -> None:
    """Name the unit."""
    decision = draft.answered()
    assert isinstance(decision, Lead)
    _set_lead(draft, draft.world.unit_id(command.unit), attacking=decision.attacking)


def offer_leads(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The best-rated unit first."""
    decision = state.asks[-1]
    assert isinstance(decision, Lead)
    for id_ in by_rating(world, state, decision.units, attacking=decision.attacking):
        yield LeadBy(world.name(id_))


# ---------------------------------------------------------------- surprise and the roll (9.8, 9.9)


def roll(draft: Draft) -> None:
    """Odds, Surprise, and the Combat Table (OCS 9.2 steps 4-7)."""
    world, fight = draft.world, draft.state.fighting
    assert fight is not None
    found = odds.weigh(world, draft.state, fight.hex, fight.units, frozenset(fight.paid))
    ratings = odds.rating(world, draft.state, fight.lead, attacking=True) - odds.rating(
        world, draft.state, fight.defender_lead, attacking=False
    )
    hog = draft.state.hogs.get(fight.hex)
    level = hog.level if hog is not None else 0
    first = draft.roll(6) + draft.roll(6)
    kind = "overrun" if fight.overrun else "regular"
    before = (("rating", ratings), ("hedgehog", -1 if level else 0))
    who = odds.surprise(world, kind, first + sum(n for _, n in before))
    columns = 0
    if who:
        columns = draft.roll(6) * (1 if who == "attacker" else -1)
    column = odds.shift(found.column, columns)
    extra = world.hooks.combat_drm(world, draft.state)
    second = draft.roll(6) + draft.roll(6)
    drms = (("rating", ratings), ("hedgehog", -level), *((name, n) for name, n, _ in extra))
    code = odds.result(world, column, second + sum(n for _, n in drms))
    _report(draft, found)
    draft.log("combat", f"surprise {_rolled(first, before)}: {_surprised(who, columns)}",
              hex=world.board.id(fight.hex), rule="OCS 9.8", roll=first)
    at = odds.heading(world, found.category, column)
    draft.log("combat", f"on the {at} column, {_rolled(second, drms)}: {code}",
              hex=world.board.id(fight.hex), rule="OCS 9.9", roll=second)
    draft.update(fighting=evolve(
        fight, odds=found.text, column=column, surprise=columns, result=code,
        stage="attacker_loss",
    ))


def _rolled(roll: int, drms: Sequence[tuple[str, int]]) -> str:
    """A roll, what modifies it, and what it comes to: "roll 5 (-1 rating) = 4"."""
    told = [f"{n:+d} {name}" for name, n in drms if n]
    total = roll + sum(n for _, n in drms)
    return f"roll {roll} ({', '.join(told)}) = {total}" if told else f"roll {roll}"


def _surprised(who: str, columns: int) -> str:
    if not who:
        return "no surprise"
    size, way = abs(columns), "right" if columns > 0 else "left"
    return f"{who} surprise, {size} column{'s' * (size != 1)} {way}"


def _revealed(world: World, state: OcsState, fight: Fighting) -> str:
    """What both sides must tell besides their strength: ratings and anti-tank effect (OCS 4.9b)."""
    ours = odds.rating(world, state, fight.lead, attacking=True)
    theirs = odds.rating(world, state, fight.defender_lead, attacking=False)
    level = odds.at_level(world, state, fight.hex)
    effect = "no" if level == "none" else level
    return f"Action Rating {ours} against {theirs}, {effect} anti-tank effect"


def _report(draft: Draft, found: odds.Odds) -> None:
    """Strengths and odds, and what else is revealed before the dice (OCS 9.7, 4.9b)."""
    fight = draft.state.fighting
    assert fight is not None
    hex_ = draft.world.board.id(fight.hex)
    draft.log("combat", f"{float(found.attack):g} to {float(found.defense):g}, {found.text} "
              f"({found.category.replace('_', ' ')})", hex=hex_, rule="OCS 9.7")
    draft.log("combat", _revealed(draft.world, draft.state, fight), hex=hex_, rule="OCS 4.9b")


# ---------------------------------------------------------------- the segments


def open_segment(draft: Draft) -> bool:
    """A Combat Segment; passed over where no attack is possible (OCS 9.0)."""
    return any(True for _ in offer_attacks(draft.world, draft.state, ""))


def close_segment(draft: Draft) -> None:
    """Units may attack again in the next segment; stacking is enforced (OCS 9.1c, 4.8a)."""
    put(draft, *(
        evolve(u, attacked=False) for u in draft.state.units.values() if u.attacked
    ))
    draft.update(attacked=frozenset())
    enforce(draft)


def offer_attacks(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """For each enemy hex: all that can attack it and be paid for, then each stack alone."""
    foe = other(acting(state))
    seen: set[int] = set()
    for unit in state.units.values():
        hex_ = unit.hex
        if not unit.on_map or hex_ in seen or holder(world, state, hex_) != foe:
            continue
        seen.add(hex_)
        every = able(world, state, hex_)
        if not every or hex_ in state.attacked:
            continue
        groups = [every]
        starts = sorted({state.units[i].hex for i in every})
        groups += [tuple(i for i in every if state.units[i].hex == s) for s in starts]
        for ids in dict.fromkeys(groups):
            command = Attack(world.board.id(hex_), tuple(world.name(i) for i in ids))
            if actor and actor not in command.units:
                continue
            if check_attack(world, state, command) is None:
                yield command
            spared = evolve(command, sparing=True)
            if combat_supply.attack_bill(world, state, ids).organic and (
                check_attack(world, state, spared) is None
            ):
                yield spared


HANDLERS = {
    Attack: Handler(check_attack, do_attack, steps=FIGHTING),
    Pay: Handler(check_pay, do_pay, decisions=(DefenderSupply,)),
    LeadBy: Handler(check_lead, do_lead, decisions=(Lead,)),
}
PASSES = {
    DefenderSupply: Handler(lambda world, state, command: None, decline_pay,
                            decisions=(DefenderSupply,)),
}
STEPS = {
    COMBAT: StepRule(open_segment, False, close=close_segment,
                     prompt="Attack enemy hexes one at a time; E ends"),
    EXPLOIT_COMBAT: StepRule(open_segment, False, close=close_segment,
                             prompt="Attack with Exploitation and released units; E ends"),
}
OFFERS = {
    COMBAT: offer_attacks, EXPLOIT_COMBAT: offer_attacks, DefenderSupply: offer_pay,
    Lead: offer_leads,
}
