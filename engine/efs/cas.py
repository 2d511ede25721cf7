"""Close Air Support (BSR 15.1): allocating missions to Declared Attacks, and the net CAS points."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.state import Decision
from engine.efs.air import Mission, work_out
from engine.efs.air_units import (
    MISSION,
    MISSION_GROUP,
    check_send,
    named,
    out_of_range,
    picks_on_offer,
    ready,
    send,
    there,
)
from engine.efs.charts import Modifier
from engine.efs.commands import Cas
from engine.efs.handlers import Handler, Offers, StepRule
from engine.efs.headquarters import nonop_over
from engine.efs.pieces import AXIS, SOVIET
from engine.efs.sequence import CAS, CAS_ATTACKER, CAS_DEFENDER, SEQUENCE, other, segment
from engine.efs.state import Attack, EfsState
from engine.efs.world import Draft, World


def attacker(state: EfsState) -> str:
    """The side whose segment it is: it declared the attacks (BSR 17.31b)."""
    return segment(SEQUENCE[state.step]) or AXIS


def mission_hexes(state: EfsState) -> tuple[int, ...]:
    """Hexes under a Declared Attack, ascending (BSR 15.12, 17.24)."""
    return tuple(sorted({hex_ for attack in state.attacks for hex_ in attack.hexes}))


def points(state: EfsState, attack: Attack) -> int:
    """Net CAS points of a combat in the attacker's favour (BSR 15.13).

    A multiple-hex attack has those of all its hexes.
    """
    return sum(net for hex_, net in state.cas if hex_ in attack.hexes)


def modifier(state: EfsState, attack: Attack) -> Modifier | None:
    """The CAS DRM of a combat: -1 for each net point of the attacker, +1 against him (15.65)."""
    value = -points(state, attack)
    return Modifier("close air support", value, "BSR 15.65") if value else None


# ---------------------------------------------------------------- allocating (15.12, 17.24)


def barred(world: World, state: EfsState, side: str, hex_: int, pick: str) -> Refusal | None:
    """No Soviet CAS in a Non-Op HQ's Command Range; fighters may still oppose (BSR 22.25c)."""
    if side != SOVIET:
        return None
    bomber = world.aircraft[pick].kind == "B" if pick in world.aircraft else pick == MISSION_GROUP
    over = nonop_over(world, state, hex_) if bomber else None
    if over is None:
        return None
    return Refusal("BSR 22.25c", f"Non-Op {world.name(over.id)} is in range: no CAS missions")


def check_cas(world: World, state: EfsState, command: Cas) -> Refusal | None:
    """Air units go to hexes under a Declared Attack, in range (BSR 15.12, 17.24)."""
    side = SEQUENCE[state.step].side
    hex_ = world.board.at(command.hex)
    picks = named(world, command.air)
    if hex_ not in mission_hexes(state):
        return Refusal("BSR 15.12", f"no Declared Attack on {world.board.label(hex_)}")
    wrong = check_send(world, state, side, hex_, picks)
    for pick in picks:
        wrong = wrong or barred(world, state, side, hex_, pick)
    return wrong


def do_cas(draft: Draft, command: Cas) -> None:
    """Put the air units on the mission hex (BSR 17.24)."""
    side = SEQUENCE[draft.state.step].side
    send(draft, side, draft.world.board.at(command.hex), named(draft.world, command.air))


def can_support(draft: Draft) -> bool:
    """True while the side in hand has something to send to a Declared Attack (BSR 17.24).

    A Dummy alone is worth the attacker's while: the defender has still to allocate. To the
    defender, who comes last, it is of no use.
    """
    world, state = draft.world, draft.state
    side = SEQUENCE[state.step].side
    bluff = side == attacker(state)
    return any(
        (bluff or not world.aircraft[id_].dummy)
        and out_of_range(world, state, id_, hex_) is None
        and barred(world, state, side, hex_, id_) is None
        for hex_ in mission_hexes(state)
        for id_ in ready(world, state, side)
    )


def offer_cas(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every Declared Attack for every air unit, one unit a command: more may join."""
    for hex_ in mission_hexes(state):
        number = world.board.id(hex_)
        for _, name in picks_on_offer(world, state, SEQUENCE[state.step].side):
            command = Cas(number, (name,))
            wanted = actor in ("", name, number)
            if wanted and check_cas(world, state, command) is None:
                yield command


# ---------------------------------------------------------------- carrying out (15.13)


def may_serve(world: World, state: EfsState, id_: str) -> bool:
    """Fighters with a CAS rating may fly the mission themselves (BSR 17.31b.2, 22.25c)."""
    aircraft = world.aircraft[id_]
    if aircraft.cas <= 0:
        return False
    return aircraft.side != SOVIET or nonop_over(world, state, state.air[id_].hex) is None


def net(draft: Draft, hex_: int) -> None:
    """Net the CAS ratings of the mission units left over a hex (BSR 15.13)."""
    world, side = draft.world, attacker(draft.state)
    ours, theirs = (
        sum(world.aircraft[id_].cas for id_ in there(world, draft.state, hex_, who, MISSION))
        for who in (side, other(side))
    )
    draft.update(cas=(*draft.state.cas, (hex_, ours - theirs)))
    draft.log(
        "air",
        f"CAS at {world.board.label(hex_)}: attacker {ours}, defender {theirs}, "
        f"DRM {theirs - ours:+d}",
        hex=world.board.id(hex_), rule="BSR 15.13", side=side,
    )


KIND = Mission(first=attacker, may_serve=may_serve, effect=net)


def run_missions(draft: Draft) -> bool:
    """Carry out the CAS missions of this Combat Phase (BSR 15.11, ESP B.4a)."""
    return work_out(draft, KIND)


HANDLERS: dict[type[Command], Handler] = {
    Cas: Handler(check_cas, do_cas, steps=frozenset({CAS_ATTACKER, CAS_DEFENDER})),
}
PASSES: dict[type[Decision], Handler] = {}
STEPS: dict[str, StepRule] = {
    CAS_ATTACKER: StepRule(
        run=can_support, automatic=False, prompt="Send air units to declared attacks, then end"
    ),
    CAS_DEFENDER: StepRule(
        run=can_support, automatic=False, prompt="Send air units to attacked hexes, then end"
    ),
    CAS: StepRule(run=run_missions),
}
OFFERS: dict[str | type[Decision], Offers] = {CAS_ATTACKER: offer_cas, CAS_DEFENDER: offer_cas}
