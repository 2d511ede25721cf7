"""What an attack or a barrage is worth, by the chances that its preview shows."""

from __future__ import annotations

from engine.core.values import frozen
from engine.ocs import preview
from engine.ocs.pieces import Unit
from engine.ocs.preview import AttackPreview, BarragePreview
from engine.ocs.sizes import combat_units, steps_left
from engine.players.ocs.sense import Sense

CLEARED = 0.65
"""How likely a defender who must take an option leaves the hex."""
STOCKS = 0.35
"""What using internal stocks costs, a unit."""


@frozen
class Value:
    """An attack weighed."""

    worth: float
    seen: AttackPreview
    units: tuple[str, ...]


def of_attack(
    sense: Sense, hex_: int, units: tuple[str, ...], stake: float, *, overrun: bool = False
) -> Value:
    """Steps and the hex that it may win, less steps and tokens that it may cost.

    `stake` is what clearing the hex is worth.
    """
    world, state = sense.world, sense.state
    seen = preview.attack(world, state, hex_, units, overrun=overrun)
    defenders = combat_units(world, state, hex_)
    theirs = _mean(sense.enemy(), defenders)
    ours = _mean(sense, tuple(state.units[i] for i in units))
    there = sum(steps_left(world, u) for u in defenders)
    total = 0.0
    for chance in seen.chances:
        code = world.charts.results[chance.result]
        lost = min(there, code.d_loss + 0.4 * code.d_opt)
        gone = 1.0 if code.d_loss >= there else CLEARED if code.d_opt else 0.0
        cost = code.a_loss + 0.5 * code.a_opt
        gain = lost * theirs + gone * stake + 0.3 * code.dg
        total += float(chance.share) * (gain - cost * ours)
    total -= seen.cost.total * sense.token_price() + STOCKS * len(seen.cost.stocks)
    return Value(total, seen, units)


def _mean(sense: Sense, units: tuple[Unit, ...]) -> float:
    """What a step of such a stack is worth: that of its cheapest unit counts most."""
    values = sorted(sense.worth(u) for u in units)
    return (2 * values[0] + sum(values)) / (2 + len(values)) if values else 0.0


def best_attack(
    sense: Sense, hex_: int, units: tuple[str, ...], stake: float
) -> Value | None:
    """The better of two groups among the units: all, and the strongest half."""
    def power(id_: str) -> tuple[float, str]:
        return -sense.strength(sense.state.units[id_], attacking=True), id_

    order = sorted(units, key=power)
    sizes = sorted({len(order), (len(order) + 1) // 2})
    found = [
        value for n in sizes
        if not (value := of_attack(sense, hex_, tuple(order[:n]), stake)).seen.cost.unpaid
    ]
    return max(found, key=lambda v: v.worth, default=None)


def of_barrage(sense: Sense, hex_: int, seen: BarragePreview, wish: float) -> float:
    """What disorganizing and hurting a hex is worth that is to be attacked with such hopes."""
    theirs = _mean(sense.enemy(), combat_units(sense.world, sense.state, hex_))
    total = 0.0
    for chance in seen.chances:
        code = chance.result
        if code == "-":
            continue
        steps = int(code) if code.isdigit() else 0.5 if code == "1/2" else 0.25
        steps = 0.0 if code == "DG" else steps
        total += float(chance.share) * (0.3 + 0.6 * max(0.0, wish) + steps * theirs)
    return total - seen.cost * sense.token_price()
