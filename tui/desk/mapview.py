"""The map view of a desk: forces with the number that matters, marks, labels."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from engine.efs.pieces import AXIS, OUT_OF_SUPPLY, Unit
from engine.efs.sequence import SEQUENCE, other, segment
from engine.efs.state import EfsState, at, occupied
from engine.efs.steps import face
from engine.efs.world import World
from tui.desk.desk import Desk
from tui.desk.overlays import overlay
from tui.map.view import BARE, Force, HexLook, Label, MapView


def map_view(desk: Desk) -> MapView:
    """What the map shows now."""
    state, task = desk.state, desk.task
    looks: dict[int, HexLook] = dict(_forces(desk))
    picked = {state.units[i].hex for i in task.picked() if i in state.units}
    trail = set(task.trail())
    labels: Mapping[int, Label] = {**overlay(desk), **task.labels()}
    missions = {u.hex for u in state.air.values() if u.hex >= 0} | set(state.interdicted)
    special = picked | trail | set(labels) | missions | set(state.forts)
    for hex_ in special:
        if hex_ < 0:
            continue
        fort = state.forts.get(hex_)
        looks[hex_] = evolve(
            looks.get(hex_, BARE),
            label=labels.get(hex_),
            picked=hex_ in picked,
            trail=hex_ in trail,
            mark="@" if hex_ in missions else "",
            fort=fort.side if fort is not None else "",
        )
    return MapView(desk.world.board, looks, state.bridges)


def _forces(desk: Desk) -> Mapping[int, HexLook]:
    """Every stack; worked out once a state and side."""
    world, state = desk.world, desk.state
    key = ("tui forces", desk.side)
    found: Mapping[int, HexLook] | None = state.memo.get(key)
    if found is None:
        actors = set(desk.actors())
        under = {h for attack in state.attacks for h in attack.hexes}
        found = {
            hex_: HexLook(force(world, state, hex_, actors, hex_ in under))
            for hex_ in occupied(state)
        }
        state.memo[key] = found
    return found


def force(world: World, state: EfsState, hex_: int, actors: set[str], under: bool) -> Force:
    """One stack as its counter on the map."""
    units = at(state, hex_)
    side = world.counters[units[0].id].side
    mark = "!" if under else _mark(units)
    return Force(
        side, number(world, state, units, side), any(u.id in actors for u in units), mark,
        tuple(world.name(u.id) for u in units),
    )  # fmt: skip


def _mark(units: tuple[Unit, ...]) -> str:
    if any(OUT_OF_SUPPLY in u.marks for u in units):
        return "o"
    return ""


def number(world: World, state: EfsState, units: tuple[Unit, ...], side: str) -> str:
    """Attack for the side whose segment it is, defence for the other; H, N, ? and +n besides."""
    known = [u for u in units if not u.untried]
    if not known:
        return "?"
    if all(world.counters[u.id].hq for u in units):
        return "N" if any(u.nonop for u in units) else "H"
    acting = segment(SEQUENCE[state.step]) or AXIS
    if side == other(acting):
        return str(sum(face(world, u).defense for u in known))
    attack = sum(face(world, u).attack for u in known)
    support = sum(world.counters[u.id].support for u in known)
    return f"+{support}" if support and not attack else str(attack)
