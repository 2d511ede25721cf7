"""Air missions worked out (BSR 17.25-17.4): reveal, roles, combat, AA fire, effect.

Interdiction (13) and CAS (15.1) run through the same stages; a `Mission` says how they
differ. All missions of a step are revealed and declared first, then fought in the order
in which they were allocated, then fired at, as the Extended Sequence has it (ESP A.6, B.4a).
Progress stands in the state, so that a player's decision can come in between:
`missions` are the hexes, `air_round` the stage, "roles" or "combat N", "engage N SIDE
LOCAL", "local N SIDE" with the place of the hex in `missions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.state import Decision
from engine.core.values import frozen
from engine.efs import aa_fire, air_combat
from engine.efs.air_combat import Initiative, Pairs
from engine.efs.air_units import FIRING, MISSION, out, put, report_home, send_home, there
from engine.efs.commands import EngageAt, Role
from engine.efs.decisions import Engage, Roles
from engine.efs.handlers import Handler, Offers, StepRule
from engine.efs.pieces import FLOWN, READY
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

chances = air_combat.chances
"""The odds of one air unit's fire at another, for the screen."""


@frozen
class Mission:
    """How one kind of mission differs from the other."""

    first: Callable[[EfsState], str]
    """The side that declares its air units first (BSR 17.31b)."""
    may_serve: Callable[[World, EfsState, str], bool]
    """Whether a fighter could fly this mission itself (17.31b.2)."""
    effect: Callable[[Draft, int], None]
    """What the mission units left in a hex do."""


# ---------------------------------------------------------------- stages


def work_out(draft: Draft, kind: Mission) -> bool:
    """Carry the missions of this step on; True while a player must decide (BSR 17.3)."""
    if draft.state.asks:
        return True
    while draft.state.missions:
        stage, *rest = draft.state.air_round.split() or ["reveal"]
        if stage == "reveal":
            _reveal(draft)
        elif stage == "roles":
            if _ask_role(draft, kind):
                return True
            draft.update(air_round="combat 0")
        elif stage == "combat":
            if _combat(draft, kind, int(rest[0])):
                return True
        else:  # "engage" and "local" wait for an answer
            return True
    return False


def _reveal(draft: Draft) -> None:
    """Turn all air units over; Dummies go back to the Ready Box (BSR 17.31a, PB 10.4)."""
    world = draft.world
    for hex_ in draft.state.missions:
        units = out(draft.state, hex_)
        put(draft, *(evolve(unit, revealed=True) for unit in units))
        draft.log(
            "air",
            f"Over {world.board.label(hex_)}: {', '.join(world.name(unit.id) for unit in units)}",
            hex=world.board.id(hex_), rule="BSR 17.31a",
        )
        for unit in units:
            if world.aircraft[unit.id].dummy:
                send_home(draft, unit.id, READY)
    draft.update(air_round="roles")


def _ask_role(draft: Draft, kind: Mission) -> bool:
    """Give every unit the role it must have; ask for the first side that can choose (17.31b)."""
    first = kind.first(draft.state)
    for hex_ in draft.state.missions:
        for side in (first, other(first)):
            choose = []
            for id_ in there(draft.world, draft.state, hex_, side):
                unit = draft.state.air[id_]
                if unit.role:
                    continue
                if draft.world.aircraft[id_].kind != "F":
                    put(draft, evolve(unit, role=MISSION))  # 17.31b.1
                elif kind.may_serve(draft.world, draft.state, id_):
                    choose.append(id_)  # 17.31b.2
                else:
                    put(draft, evolve(unit, role=FIRING))  # 17.31b.3
            if choose:
                draft.ask(Roles(side, hex_, tuple(choose)))
                return True
    return False


def _combat(draft: Draft, kind: Mission, place: int) -> bool:
    """Fight over one mission hex, or after the last finish all missions (BSR 17.32)."""
    if place == len(draft.state.missions):
        _finish(draft, kind)
        return False
    hex_ = draft.state.missions[place]
    if not air_combat.possible(draft.world, draft.state, hex_):
        _stand_down(draft, place)
        return False
    found = air_combat.roll_initiative(draft, hex_, kind.first(draft.state))
    if not found.side:
        _stand_down(draft, place)  # 17.32b.2
        return False
    options = air_combat.matchings(draft.world, draft.state, hex_, found.side)
    if len(options) == 1:
        _first_round(draft, place, found, options[0])
    else:
        draft.update(air_round=f"engage {place} {found.side} {int(found.local)}")
        draft.ask(Engage(found.side, hex_))
    return bool(draft.state.asks)


def _first_round(draft: Draft, place: int, found: Initiative, pairs: Pairs) -> None:
    """Fire, then the second round if the side has Local Tactical Advantage (BSR 17.33b, e)."""
    world, hex_ = draft.world, draft.state.missions[place]
    fired = air_combat.shots(world, draft.state, found.side, pairs)
    air_combat.fire_round(draft, hex_, fired, "BSR 17.33c")
    options: tuple[Pairs, ...] = ()
    if found.local:
        options = air_combat.local_matchings(world, draft.state, hex_, found.side)
    if len(options) > 1:
        draft.update(air_round=f"local {place} {found.side}")
        draft.ask(Engage(found.side, hex_, local=True))
    elif options:
        _local_round(draft, place, options[0])
    else:
        _stand_down(draft, place)


def _local_round(draft: Draft, place: int, pairs: Pairs) -> None:
    """Fire of the unengaged; no target returns it (BSR 17.33e)."""
    air_combat.fire_round(draft, draft.state.missions[place], pairs, "BSR 17.33e")
    _stand_down(draft, place)


def _stand_down(draft: Draft, place: int) -> None:
    """Firing units go to the Flown Box; mission units fly on (BSR 17.33f)."""
    hex_ = draft.state.missions[place]
    firing = [unit.id for unit in out(draft.state, hex_) if unit.role == FIRING]
    report_home(draft, firing, hex_, FLOWN, "BSR 17.33f")
    draft.update(air_round=f"combat {place + 1}")


def _finish(draft: Draft, kind: Mission) -> None:
    """AA fire over every hex, then the missions' effects; all go home (BSR 17.4, 17.44)."""
    missions = draft.state.missions
    for hex_ in missions:
        aa_fire.fire(draft, hex_, kind.first(draft.state))
    for hex_ in missions:
        kind.effect(draft, hex_)
        report_home(draft, [unit.id for unit in out(draft.state, hex_)], hex_, FLOWN, "BSR 17.44")
    draft.update(missions=(), air_round="")


# ---------------------------------------------------------------- decisions


def check_role(world: World, state: EfsState, command: Role) -> Refusal | None:
    """Only a dual-purpose fighter has a choice, and it makes it once (BSR 17.31b.2)."""
    decision = state.asks[-1]
    assert isinstance(decision, Roles)
    id_ = world.air_id(command.air)
    name = world.name(id_)
    if id_ not in decision.units:
        role = state.air[id_].role
        if state.air[id_].hex == decision.hex and role:
            rule = "BSR 17.31b.2" if world.aircraft[id_].kind == "F" else "BSR 17.31b.1"
            return Refusal(rule, f"{name} is a {role} unit for good")
        return Refusal("BSR 17.31b.2", f"{name} is not one of the fighters to declare")
    if command.role not in (MISSION, FIRING):
        return Refusal("BSR 17.31b", "a role is mission or firing")
    return None


def do_role(draft: Draft, command: Role) -> None:
    """Declare the role; the others of the same decision still wait (BSR 17.31b.2)."""
    decision = draft.answered()
    assert isinstance(decision, Roles)
    id_ = draft.world.air_id(command.air)
    put(draft, evolve(draft.state.air[id_], role=command.role))
    draft.log(
        "air", f"{draft.world.name(id_)} is a {command.role} unit",
        hex=draft.world.board.id(decision.hex), rule="BSR 17.31b.2", side=decision.side,
    )
    left = tuple(i for i in decision.units if i != id_)
    if left:
        draft.ask(evolve(decision, units=left))


def offer_roles(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Both roles of every fighter that is to be declared."""
    decision = state.asks[-1]
    assert isinstance(decision, Roles)
    for id_ in decision.units:
        if actor in ("", world.name(id_)):
            yield Role(world.name(id_), MISSION)
            yield Role(world.name(id_), FIRING)


def _options(world: World, state: EfsState, decision: Engage) -> tuple[Pairs, ...]:
    find = air_combat.local_matchings if decision.local else air_combat.matchings
    return find(world, state, decision.hex, decision.side)


def _given(world: World, command: EngageAt) -> Pairs:
    return tuple((world.air_id(a), world.air_id(b)) for a, b in command.pairs)


def check_engage(world: World, state: EfsState, command: EngageAt) -> Refusal | None:
    """The pairs must leave one matching that the rule allows (BSR 17.33a, e)."""
    decision = state.asks[-1]
    assert isinstance(decision, Engage)
    options = _options(world, state, decision)
    given = _given(world, command)
    wrong = air_combat.check_pairs(world, state, decision.hex, decision.side, options, given)
    if wrong is not None and decision.local and wrong.rule == "BSR 17.33a":
        return Refusal("BSR 17.33e", "each unengaged firing unit picks one of the enemies left")
    return wrong


def do_engage(draft: Draft, command: EngageAt) -> None:
    """Match the air units and fire (BSR 17.33a, 17.33e)."""
    decision = draft.answered()
    assert isinstance(decision, Engage)
    options = _options(draft.world, draft.state, decision)
    answering = there(draft.world, draft.state, decision.hex, other(decision.side), FIRING)
    pairs = air_combat.complete(options, _given(draft.world, command), answering)[0]
    _, place, side, *local = draft.state.air_round.split()
    if decision.local:
        _local_round(draft, int(place), pairs)
    else:
        _first_round(draft, int(place), Initiative(side, local == ["1"]), pairs)


def offer_engagements(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every matching, written out in full."""
    decision = state.asks[-1]
    assert isinstance(decision, Engage)
    for pairs in _options(world, state, decision):
        if not actor or actor in (world.name(i) for pair in pairs for i in pair):
            yield EngageAt(tuple((world.name(a), world.name(b)) for a, b in pairs))


HANDLERS: dict[type[Command], Handler] = {
    Role: Handler(check_role, do_role, decisions=(Roles,)),
    EngageAt: Handler(check_engage, do_engage, decisions=(Engage,)),
}
PASSES: dict[type[Decision], Handler] = {}
OFFERS: dict[str | type[Decision], Offers] = {Roles: offer_roles, Engage: offer_engagements}
STEPS: dict[str, StepRule] = {}
