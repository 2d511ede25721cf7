"""Retreat orders (BSR 14.3, 15.58): No Retreat and Additional Retreat, for both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.efs import headquarters
from engine.efs.commands import ADDITIONAL_RETREAT, NO_RETREAT, NONE, Order
from engine.efs.decisions import AttackOrder
from engine.efs.declaration import attack_on
from engine.efs.handlers import Handler, StepRule
from engine.efs.pieces import SOVIET
from engine.efs.sequence import ORDERS, SEQUENCE
from engine.efs.state import Attack, EfsState
from engine.efs.world import Draft, World

WORDS = (NO_RETREAT, ADDITIONAL_RETREAT)


def soviet_hq(
    world: World, state: EfsState, hexes: Iterable[int], by: str
) -> tuple[str, Refusal | None]:
    """The Soviet HQ that gives an order to units in one of these hexes, or why none can (14.34).

    A Non-Op HQ over the hex outranks every other (14.34b). `by` names the HQ, or is empty
    for the first that can.
    """
    problem = Refusal("BSR 14.34", "a Soviet order needs an HQ in range with a command point")
    for hex_ in hexes:
        over = headquarters.nonop_over(world, state, hex_)
        if over is not None:
            problem = Refusal("BSR 14.34b", f"{world.name(over.id)} is Non-Op and in range")
            continue
        for hq in headquarters.who_can(world, state, hex_, headquarters.ORDER):
            if not by or world.unit_id(by) == hq.id:
                return hq.id, None
    return "", problem


# ---------------------------------------------------------------- the defender (14.3)


def check_order(world: World, state: EfsState, command: Order) -> Refusal | None:
    """An order of the defender, or of the attacker before his roll (BSR 14.3, 15.58)."""
    if state.asks:
        return _check_attacker(world, state, command)
    attack = attack_on(state, world.board.at(command.hex))
    if command.order not in WORDS:
        return Refusal("BSR 14.31", f"orders are {' and '.join(WORDS)}")
    if attack is None:
        return Refusal("BSR 14.31", f"no attack is declared on {command.hex}")
    if any(headquarters.nkvd_holds(world, state, h) for h in attack.hexes):
        return Refusal("BSR 14.35", "NKVD holds it: No Retreat is in force without an order")
    if any(h in attack.hexes for h, _ in state.orders):
        return Refusal("BSR 14.31", "this combat has its order already")
    if SEQUENCE[state.step].side != SOVIET:
        return None  # 14.33
    return soviet_hq(world, state, attack.hexes, command.by)[1]


def _check_attacker(world: World, state: EfsState, command: Order) -> Refusal | None:
    decision = state.asks[-1]
    assert isinstance(decision, AttackOrder) and state.combat is not None
    if command.order == NONE:
        return None
    if command.order not in WORDS:
        return Refusal("BSR 15.58", f"orders are {', '.join(WORDS)} and none")
    if decision.side != SOVIET:
        return None
    hexes = attacker_hexes(state)
    return soviet_hq(world, state, hexes, command.by)[1]


def attacker_hexes(state: EfsState) -> tuple[int, ...]:
    """The hexes that the combat in hand is fought from."""
    assert state.combat is not None
    return tuple(sorted({state.units[i].hex for i in state.combat.units}))


def do_order(draft: Draft, command: Order) -> None:
    """Put the marker down: the defender's face down, the attacker's openly (14.32, 15.58)."""
    if draft.state.asks:
        decision = draft.answered()
        order = "" if command.order == NONE else command.order
        if order and decision.side == SOVIET:
            hq, _ = soviet_hq(draft.world, draft.state, attacker_hexes(draft.state), command.by)
            headquarters.spend(draft, hq, headquarters.ORDER)
        _give(draft, order)
        return
    attack = attack_on(draft.state, draft.world.board.at(command.hex))
    assert attack is not None
    side = SEQUENCE[draft.state.step].side
    if side == SOVIET:
        hq, _ = soviet_hq(draft.world, draft.state, attack.hexes, command.by)
        headquarters.spend(draft, hq, headquarters.ORDER)
    draft.update(orders=(*draft.state.orders, (attack.hexes[0], command.order)))
    draft.log("order", f"a retreat order is placed face down on {command.hex}", hex=command.hex,
              rule="BSR 14.32", side=side)


def offer_orders(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Both orders for every Declared Attack that may have one."""
    for attack in state.attacks:
        for word in WORDS:
            command = Order(word, world.board.id(attack.hexes[0]))
            if check_order(world, state, command) is None:
                yield command


def open_orders(draft: Draft) -> bool:
    """The defender's order step; passed over where he can give none."""
    return any(True for _ in offer_orders(draft.world, draft.state, ""))


def placed(state: EfsState, attack: Attack) -> str:
    """The order face down on an attack's hexes, or empty."""
    return next((word for h, word in state.orders if h in attack.hexes), "")


def in_force(world: World, state: EfsState, attack: Attack) -> str:
    """The defender's order when it is revealed: NKVD makes No Retreat mandatory (14.35, 22.42)."""
    if any(headquarters.nkvd_holds(world, state, h) for h in attack.hexes):
        return NO_RETREAT
    return placed(state, attack)


# ---------------------------------------------------------------- the attacker (15.58)


def attacker_may_order(world: World, state: EfsState, side: str) -> bool:
    """Whether the attacker has an order to give for the combat in hand (BSR 15.58)."""
    if side != SOVIET:
        return True
    return soviet_hq(world, state, attacker_hexes(state), "")[1] is None


def no_order(draft: Draft, command: Pass) -> None:
    """The attacker gives no order; the die is rolled."""
    draft.answered()
    _give(draft, "")


def _give(draft: Draft, order: str) -> None:
    """Note the attacker's order; the combat goes on with the roll."""
    assert draft.state.combat is not None
    draft.update(combat=evolve(draft.state.combat, order=order, stage="roll"))


def offer_attack_orders(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """No order, or each order that may be given."""
    yield Pass()
    decision = state.asks[-1]
    assert isinstance(decision, AttackOrder)
    for word in WORDS:
        command = Order(word, world.board.id(decision.hex))
        if check_order(world, state, command) is None:
            yield command


HANDLERS = {
    Order: Handler(check_order, do_order, steps=frozenset({ORDERS}), decisions=(AttackOrder,))
}
PASSES = {
    AttackOrder: Handler(lambda world, state, command: None, no_order, decisions=(AttackOrder,))
}
STEPS = {
    ORDERS: StepRule(
        open_orders, False, prompt="Give No Retreat or Additional Retreat orders; E ends"
    )
}
OFFERS = {ORDERS: offer_orders, AttackOrder: offer_attack_orders}
