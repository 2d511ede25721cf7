"""What fortifications stand and whom they help (BSR 18.1): Strongpoints and fortified lines."""

from __future__ import annotations

from attrs import evolve

from engine.efs.pieces import SET_ASIDE, SOVIET
from engine.efs.removal import remove
from engine.efs.state import Combat, EfsState, at
from engine.efs.terrain import fortified_line
from engine.efs.world import Draft, World
from engine.efs.zoc import combat_units, holder

FORTIFIED_HEX = "fortified"
"""Terrain word of the hex whose sides a fortified line protects; it falls from inside (18.13)."""


def standing(state: EfsState, hex_: int, side: str) -> bool:
    """Whether a complete Strongpoint of this side stands in the hex (BSR 18.13, 18.31)."""
    fort = state.forts.get(hex_)
    return fort is not None and fort.complete and fort.side == side


def lined(world: World, state: EfsState, hex_: int) -> bool:
    """Whether an intact fortified line runs along a side of the hex (BSR 18.2)."""
    return any(
        fortified_line(state, world.board.side(hex_, n), hex_, n)
        for n in world.board.neighbors(hex_)
    )


def fortified_for(world: World, state: EfsState, hex_: int) -> bool:
    """Whether the hex is a non-destroyed fortification of those who hold it (BSR 18.13)."""
    side = holder(world, state, hex_)
    if standing(state, hex_, side):
        return True
    inside = FORTIFIED_HEX in world.board.hexes[hex_].terrain
    return side == SOVIET and inside and lined(world, state, hex_)


def manned(world: World, state: EfsState, fight: Combat) -> Combat:
    """The combat without defender hexes that proved empty: nobody has their terrain (15.61a)."""
    held = tuple(h for h in fight.attack.hexes if combat_units(world, state, h))
    if not held or held == fight.attack.hexes:
        return fight
    return evolve(fight, attack=evolve(fight.attack, hexes=held))


def all_across_line(world: World, state: EfsState, fight: Combat) -> bool:
    """Whether every unit attacks Soviets across an intact fortified line (BSR 18.21)."""
    return (
        bool(fight.units)
        and all(holder(world, state, h) == SOVIET for h in fight.attack.hexes)
        and not flotillas_alone(world, state, fight)
        and all(
            fortified_line(state, world.board.side(state.units[i].hex, h), state.units[i].hex, h)
            for i in fight.units for h in fight.attack.hexes
        )
    )


def strongpoints(world: World, state: EfsState, fight: Combat) -> tuple[int, ...]:
    """Defender hexes with a complete Strongpoint of the defender's own (BSR 18.13, 18.36)."""
    if flotillas_alone(world, state, fight):
        return ()
    return tuple(
        h for h in fight.attack.hexes if standing(state, h, holder(world, state, h))
    )


def flotillas_alone(world: World, state: EfsState, fight: Combat) -> bool:
    """Flotillas that defend alone gain nothing from a fortification (BSR 23.34d)."""
    those = [u for h in fight.attack.hexes for u in combat_units(world, state, h)]
    return bool(those) and all(world.counters[u.id].type == "flotilla" for u in those)


def attacks_fortification(world: World, state: EfsState, fight: Combat) -> bool:
    """Whether the attack goes against a non-destroyed fortification (BSR 16.31c)."""
    return all_across_line(world, state, fight) or bool(strongpoints(world, state, fight))


def trample(draft: Draft, ids: tuple[str, ...], side: str, hex_: int) -> None:
    """Entry removes lone enemy supply counters; combat units ruin unfinished Strongpoints.

    BSR 6.82 and 18.14: moving, overrunning, advancing and retreating units alike.
    """
    for unit in at(draft.state, hex_):
        if draft.world.counters[unit.id].side != side:
            remove(draft, unit.id, SET_ASIDE, "is overrun by the enemy", "BSR 6.82")
    fort = draft.state.forts.get(hex_)
    combat = any(draft.world.counters[i].combat for i in ids)
    if combat and fort is not None and not fort.complete and fort.side != side:
        draft.update(forts={h: f for h, f in draft.state.forts.items() if h != hex_})
        number = draft.world.board.id(hex_)
        draft.log("fort", f"the Strongpoint under construction in {number} is destroyed",
                  hex=number, rule="BSR 18.14", side=side)
