"""The Transport Points that an Extender is made of (OCS 12.7d, f)."""

from __future__ import annotations

from engine.core.board import NOWHERE
from engine.ocs.losses import put
from engine.ocs.pieces import MAP, MP, POOL, TRUCKS, WAGONS, Unit
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

POINTS = 5
"""Transport Points in an Extender (OCS 12.7)."""
KINDS = {"truck": TRUCKS, "wagon": WAGONS}


def sum_to(world: World, units: list[Unit], goal: int) -> tuple[str, ...]:
    """Units whose points add up to the goal exactly, or none."""
    for i, unit in enumerate(units):
        points = world.counters[unit.id].points
        if points == goal:
            return (unit.id,)
        if points < goal:
            rest = sum_to(world, units[i + 1 :], goal - points)
            if rest:
                return (unit.id, *rest)
    return ()


def spare(world: World, state: OcsState, like: str) -> tuple[Unit, ...]:
    """Counters of the side and kind of one that are in the mix and not in play (OCS 13.2c).

    Those of which Extenders are made are set aside and not in the mix (12.7).
    """
    side, type_ = world.counters[like].side, world.counters[like].type
    found = (
        state.units.get(c.id, Unit(c.id, box=POOL, front=False))
        for c in world.counters.values() if c.type == type_ and c.side == side
    )
    pool = [unit for unit in found if unit.box == POOL]
    kind = next((k for k, word in KINDS.items() if word == type_), "")
    stand = sum(word == f"{side} {kind}" for word in state.extenders.values())
    aside = [unit for unit in pool if unit.id in state.units]
    held = sum_to(world, aside, POINTS * stand) if stand else ()
    return tuple(unit for unit in pool if unit.id not in held)


def set_aside(draft: Draft, hex_: int, side: str, kind: str, ids: tuple[str, ...]) -> None:
    """The points leave the map while their Extender stands in the hex (OCS 12.7d).

    In this phase each remembers the hex, and that it has spent half of its MPs on it.
    """
    counters = draft.world.counters
    put(draft, *(
        Unit(i, NOWHERE, POOL, front=False, began=hex_, spent=counters[i].move.ma * MP // 2)
        for i in ids
    ))
    draft.update(extenders={**draft.state.extenders, hex_: f"{side} {kind}"})


def dissolve(draft: Draft, hex_: int) -> tuple[str, ...]:
    """Take an Extender off and put its points on the map; gives their ids (OCS 12.7d, f)."""
    side, kind = draft.state.extenders[hex_].split()
    spare = [
        u for u in draft.state.units.values()
        if u.box == POOL and draft.world.counters[u.id].type == KINDS[kind]
        and draft.world.counters[u.id].side == side and u.began in (hex_, NOWHERE)
    ]
    spare.sort(key=lambda u: u.began == NOWHERE)
    ids = sum_to(draft.world, spare, POINTS)
    put(draft, *(
        Unit(i, hex_, MAP, front=False, spent=draft.state.units[i].spent) for i in ids
    ))
    draft.update(extenders={h: e for h, e in draft.state.extenders.items() if h != hex_})
    return ids
