"""Units that must take part in one Declared Attack: Mandated ones, and after an Overrun."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.efs.state import Attack, EfsState
from engine.efs.world import World


def pledged(state: EfsState, attack: Attack) -> dict[str, str]:
    """Units that must take part in a Declared Attack, and the rule that binds them.

    Those of a Mandated Attack (BSR 12.41, note to 15.21), and a stack whose Overrun was
    cancelled (11.42a.s2).
    """
    bound = dict.fromkeys(attack.units if attack.mandated else (), "BSR 12.41")
    return bound | {i: "BSR 11.42a.s2" for i, h in state.obliged if h in attack.hexes}


def elsewhere(state: EfsState, attack: Attack) -> dict[str, str]:
    """Units pledged to another attack than this, and by which rule."""
    return {
        i: rule for a in state.attacks if a != attack for i, rule in pledged(state, a).items()
    }


def problem(
    world: World, state: EfsState, attack: Attack, ids: tuple[str, ...], able: tuple[str, ...]
) -> Refusal | None:
    """Units bound to this attack and `able` to join it do so; those of another do not."""
    away = elsewhere(state, attack)
    for id_ in ids:
        if id_ in away:
            return Refusal(away[id_], f"{world.name(id_)} must take part in another attack")
    bound = pledged(state, attack)
    for id_ in able:
        if id_ not in ids:
            return Refusal(bound[id_], f"{world.name(id_)} must take part in this attack")
    return None
