"""Combat results (OCS 9.10-9.13): losses, options, retreats, exploitation and advance."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import combat, losses, modes, movement, odds
from engine.ocs.commands import AdvanceTo, TakeOption
from engine.ocs.decisions import Advance, Losses, OptionChoice, Retreat
from engine.ocs.losses import put
from engine.ocs.pieces import DG
from engine.ocs.sequence import EXPLOIT_COMBAT, key
from engine.ocs.sizes import combat_units, steps_left
from engine.ocs.state import Fighting, OcsState
from engine.ocs.world import Draft, World


def proceed(draft: Draft) -> bool:
    """Do the next stage of a combat in hand; False where there is none."""
    fight = draft.state.fighting
    if fight is None:
        return False
    STAGES[fight.stage](draft)
    return True


def _next(draft: Draft, stage: str, **changes: object) -> Fighting:
    fight = draft.state.fighting
    assert fight is not None
    fight = evolve(fight, stage=stage, **changes)  # type: ignore[arg-type]
    draft.update(fighting=fight)
    return fight


def alive(state: OcsState, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the units that are still on the map."""
    return tuple(i for i in ids if state.units[i].on_map)


def defenders(world: World, state: OcsState, fight: Fighting) -> tuple[str, ...]:
    """Combat units in the defender's hex."""
    return tuple(u.id for u in combat_units(world, state, fight.hex))


# ---------------------------------------------------------------- losses and options (9.10)


def attacker_loss(draft: Draft) -> None:
    """Hard losses of the attacker, from his lead unit first (OCS 9.10, 9.11c)."""
    fight = _next(draft, "attacker_option")
    code = draft.world.charts.results[fight.result]
    units = alive(draft.state, fight.units)
    side = draft.world.counters[fight.units[0]].side
    losses.demand(draft, Losses(side, units, code.a_loss, fight.lead, rule="OCS 9.11b"))


def attacker_option(draft: Draft) -> None:
    """Options of the attacker: steps or hexes, all of them if he can (OCS 9.10b, c)."""
    fight = _next(draft, "defender_loss")
    code = draft.world.charts.results[fight.result]
    if not code.a_opt:
        return
    units = alive(draft.state, fight.units)
    if not units:
        _next(draft, "defender_loss", short=True)
        return
    side = draft.world.counters[units[0]].side
    draft.ask(OptionChoice(side, units, code.a_opt, attacking=True))


def defender_loss(draft: Draft) -> None:
    """DG first, then hard losses of the defender (OCS 9.10 algorithm 4-5)."""
    fight = _next(draft, "defender_option")
    code = draft.world.charts.results[fight.result]
    if code.dg:
        modes.disorganize(draft, fight.hex, "OCS 9.10")
    if code.d_loss or code.d_opt or code.dg:
        _next(draft, "defender_option", touched=True)
        modes.strip_reserve(draft, fight.hex)
    units = defenders(draft.world, draft.state, fight)
    if not units:
        return
    side = draft.world.counters[units[0]].side
    losses.demand(draft, Losses(side, units, code.d_loss, fight.defender_lead,
                                rule="OCS 9.11b"))


def defender_option(draft: Draft) -> None:
    """Options of the defender; he may ignore them if the attacker failed his own (9.10c)."""
    fight = _next(draft, "exploit")
    code = draft.world.charts.results[fight.result]
    units = defenders(draft.world, draft.state, fight)
    if code.d_opt and units:
        side = draft.world.counters[units[0]].side
        ignore = fight.retreated or fight.short
        draft.ask(OptionChoice(side, units, code.d_opt, may_ignore=ignore))


def check_option(world: World, state: OcsState, command: TakeOption) -> Refusal | None:
    """So many points as steps, the rest as retreat, if the units have the steps (OCS 9.10a)."""
    decision = state.asks[-1]
    assert isinstance(decision, OptionChoice)
    if not command.steps.isdigit():
        return Refusal("OCS 9.10a", "say how many points are taken as steps")
    steps = int(command.steps)
    if steps > decision.points:
        return Refusal("OCS 9.10a", f"the option is {decision.points} points")
    have = sum(steps_left(world, state.units[i]) for i in decision.units)
    if steps > have:
        return Refusal("OCS 9.10", f"only {have} steps are left")
    return world.hooks.option_problem(world, state, decision.units, decision.points, steps)


def do_option(draft: Draft, command: TakeOption) -> None:
    """Steps first, then the retreat (OCS 9.10, reading U15)."""
    decision = draft.answered()
    assert isinstance(decision, OptionChoice)
    fight = draft.state.fighting
    assert fight is not None
    steps = int(command.steps)
    hexes = decision.points - steps
    lead = fight.lead if decision.attacking else fight.defender_lead
    code = draft.world.charts.results[fight.result]
    hard = code.a_loss if decision.attacking else code.d_loss
    if hexes:
        if decision.attacking:
            _next(draft, fight.stage, retreated=True)
        origin = fight.hex if decision.attacking else -1
        draft.ask(Retreat(decision.side, decision.units, hexes, origin, decision.attacking))
    losses.demand(draft, Losses(decision.side, decision.units, steps, "" if hard else lead,
                                hurt=fight.hurt, rule="OCS 9.10a"))


def ignore_option(draft: Draft, command: Pass) -> None:
    """The defender ignores his options (OCS 9.10c)."""
    decision = draft.answered()
    draft.log("combat", "the defender ignores his options", rule="OCS 9.10c", side=decision.side)


def check_ignore(world: World, state: OcsState, command: Pass) -> Refusal | None:
    """Only where the attacker retreated or fell short (OCS 9.10c)."""
    decision = state.asks[-1]
    assert isinstance(decision, OptionChoice)
    if decision.may_ignore:
        return None
    return Refusal("OCS 9.10c", "this option must be carried out")


def offer_options(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every split between steps and hexes, then none where it may be ignored."""
    decision = state.asks[-1]
    assert isinstance(decision, OptionChoice)
    for steps in range(decision.points + 1):
        command = TakeOption(str(steps))
        if check_option(world, state, command) is None:
            yield command
    if decision.may_ignore:
        yield Pass()


# ------------------------------------------------------ exploitation, advance (9.12g, 9.13)


def exploit(draft: Draft) -> None:
    """Mark attackers whose own rating suffices, not that of a leader (OCS 9.13, U13, U18)."""
    fight = _next(draft, "advance")
    code = draft.world.charts.results[fight.result]
    if not code.exploit or not may_exploit(draft.world, draft.state, fight):
        return
    ids = tuple(
        i for i in alive(draft.state, fight.units)
        if draft.state.units[i].marker != DG
        and odds.own_rating(draft.world, draft.state, i, attacking=True) >= code.exploit
    )
    if ids:
        modes.exploit(draft, ids)
        names = ", ".join(draft.world.name(i) for i in ids)
        draft.log("combat", f"{names} may exploit", rule="OCS 9.13",
                  side=draft.world.counters[ids[0]].side)


def may_exploit(world: World, state: OcsState, fight: Fighting) -> bool:
    """No exploitation by overrun, in the Exploitation Phase, after a retreat, or from hexes
    that do not touch each other (OCS 9.10d, 9.13b)."""
    if fight.overrun or key(state) == EXPLOIT_COMBAT or fight.retreated:
        return False
    starts = fight.attacker_hexes
    return len(starts) == 1 or (len(starts) == 2 and world.board.adjacent(*starts))


def advance(draft: Draft) -> None:
    """Attackers may, after an Overrun must, enter a hex without defenders (OCS 9.12g)."""
    fight = _next(draft, "done")
    if defenders(draft.world, draft.state, fight) or fight.retreated:
        return
    units = alive(draft.state, fight.units)
    movers = tuple(i for i in units if can_advance(draft.world, draft.state, i))
    if not movers:
        return
    if fight.overrun:
        enter(draft, movers, fight.hex)
        return
    draft.ask(Advance(draft.world.counters[movers[0]].side, movers, fight.hex))


def can_advance(world: World, state: OcsState, id_: str) -> bool:
    """Units without an allowance on either side never advance (OCS 9.12b)."""
    counter = world.counters[id_]
    return counter.combat.ma > 0 or counter.move.ma > 0


def enter(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Move advancing units in; no MPs, no fuel, no ZOC (OCS 9.12g).

    It is an advance after combat, by an Overrun too (9.12g D), for aircraft caught there (9.14f).
    """
    movement.step_into(draft, ids, hex_, advance=True)
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("advance", f"{names} advance to {draft.world.board.label(hex_)}",
              hex=draft.world.board.id(hex_), rule="OCS 9.12g",
              side=draft.world.counters[ids[0]].side)


def check_advance(world: World, state: OcsState, command: AdvanceTo) -> Refusal | None:
    """Attackers that were paid for, into the hex that was won (OCS 9.12g)."""
    decision = state.asks[-1]
    assert isinstance(decision, Advance)
    if world.board.at(command.to) != decision.hex:
        return Refusal("OCS 9.12g", f"the hex that was won is {world.board.id(decision.hex)}")
    ids = movement.ids_of(world, command.units)
    if not set(ids) <= set(decision.units):
        return Refusal("OCS 9.12g", "only attackers that were supplied advance")
    return world.hooks.may_advance(world, state, ids, decision.hex)


def do_advance(draft: Draft, command: AdvanceTo) -> None:
    """Enter the hex; others may follow."""
    decision = draft.answered()
    assert isinstance(decision, Advance)
    ids = movement.ids_of(draft.world, command.units)
    left = tuple(i for i in decision.units if i not in ids)
    if left:
        draft.ask(evolve(decision, units=left))
    enter(draft, ids, decision.hex)


def decline_advance(draft: Draft, command: Pass) -> None:
    """Nobody (else) advances."""
    draft.answered()


def offer_advances(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """All, each alone, or none."""
    decision = state.asks[-1]
    assert isinstance(decision, Advance)
    hex_ = world.board.id(decision.hex)
    groups: list[tuple[str, ...]] = [decision.units]
    if len(decision.units) > 1:
        groups += [(i,) for i in decision.units]
    for ids in groups:
        names = tuple(world.name(i) for i in ids)
        refused = world.hooks.may_advance(world, state, ids, decision.hex) is not None
        if not refused and (not actor or actor in names):
            yield AdvanceTo(names, hex_)
    yield Pass()


def done(draft: Draft) -> None:
    """The combat is over; an Overrun goes on unless the attacker took a retreat (8.1f)."""
    fight = draft.state.fighting
    assert fight is not None
    if fight.overrun and fight.retreated:
        put(draft, *(
            evolve(draft.state.units[i], finished=True) for i in alive(draft.state, fight.units)
        ))
    draft.update(fighting=None)


HANDLERS = {
    TakeOption: Handler(check_option, do_option, decisions=(OptionChoice,)),
    AdvanceTo: Handler(check_advance, do_advance, decisions=(Advance,)),
}
PASSES = {
    OptionChoice: Handler(check_ignore, ignore_option, decisions=(OptionChoice,)),
    Advance: Handler(lambda world, state, command: None, decline_advance, decisions=(Advance,)),
}
OFFERS = {OptionChoice: offer_options, Advance: offer_advances}


STAGES = {
    "supply": lambda draft: combat.pay_attack(draft), "regroup": combat.regroup,
    "muster": combat.muster,
    "lead": combat.ask_lead, "roll": combat.roll, "attacker_loss": attacker_loss,
    "attacker_option": attacker_option, "defender_loss": defender_loss,
    "defender_option": defender_option, "exploit": exploit, "advance": advance, "done": done,
}
"""What happens in each stage of a combat (OCS 9.2)."""
