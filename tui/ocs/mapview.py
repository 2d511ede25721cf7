"""The map view of a game of this series: stacks with what matters of them, marks, labels."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from engine.ocs import dumps, sight, supply, trace, zoc
from engine.ocs.pieces import AXIS, DG, EXPLOIT, RE, RESERVE, SIDES, SOVIET, STRAT, Unit
from engine.ocs.sizes import printed_strength, re4, round_half_up
from engine.ocs.state import OcsState, at, occupied
from engine.ocs.world import World
from tui.desk.desk import Desk
from tui.map.glyphs import CLOSE, LETTER
from tui.map.view import BARE, Force, HexLook, Label, MapView
from tui.ocs.fog import covered, may_look, viewer

MARKS = {DG: "d", RESERVE: "r", STRAT: "t", EXPLOIT: "e"}
OVERLAYS = {
    "": "no overlay",
    "reach": "reach: movement points left in each hex",
    "zoc": "zones of control: z] Axis, z) Soviet, zz both",
    "supply": "supply: s traces, o does not; d a dump of yours in draw",
    "command": "throw range of headquarters",
    "victory": "who holds the places",
}


def map_view(desk: Desk) -> MapView:
    """What the map shows now."""
    state, task = desk.state, desk.task
    looks: dict[int, HexLook] = dict(_forces(desk))
    picked = {state.units[i].hex for i in task.picked() if i in state.units}
    trail = set(task.trail())
    labels: Mapping[int, Label] = {**overlay(desk), **task.labels()}
    marked = set(state.dumps) | set(state.bases) | set(state.extenders)
    for hex_ in picked | trail | set(labels) | marked | set(state.hogs):
        if hex_ < 0:
            continue
        hog = state.hogs.get(hex_)
        looks[hex_] = evolve(
            looks.get(hex_, BARE), label=labels.get(hex_), picked=hex_ in picked,
            trail=hex_ in trail, fort=hog.owner if hog else "",
            mark="" if covered(desk, hex_) else _mark(state, hex_),
        )
    return MapView(desk.world.board, looks, frozenset())


def _mark(state: OcsState, hex_: int) -> str:
    """Air base, Extender or dump, the rarest first."""
    if hex_ in state.bases:
        return "@"
    if hex_ in state.extenders:
        return "%"
    return "$" if hex_ in state.dumps else ""


def _forces(desk: Desk) -> Mapping[int, HexLook]:
    """Every stack; worked out once a state and side."""
    world, state = desk.world, desk.state
    key = ("tui forces", desk.side, viewer(desk))
    found: Mapping[int, HexLook] | None = state.memo.get(key)
    if found is None:
        actors = set(desk.actors())
        found = {
            h: HexLook(top_force(world, state, h) if covered(desk, h) else
                       force(world, state, h, actors))
            for h in occupied(state) if h >= 0
        }
        state.memo[key] = found
    return found


def force(world: World, state: OcsState, hex_: int, actors: set[str]) -> Force:
    """One stack: its attack strength in all, or RE where it has none; the mode of the worst off."""
    units = at(state, hex_)
    side = world.counters[units[0].id].side
    return Force(side, number(world, units), any(u.id in actors for u in units), _mode(units),
                 tuple(world.name(u.id) for u in units))


def top_force(world: World, state: OcsState, hex_: int) -> Force:
    """An enemy stack as fog of war shows it: its top unit, and that it is Strat, DG or OOS."""
    seen = sight.glimpse(world, state, hex_)
    unit = state.units[seen.unit]
    mode = "o" if seen.oos else MARKS.get(seen.marker, "")
    return Force(world.side(unit.id), number(world, (unit,)), False, mode, (world.name(unit.id),))


def number(world: World, units: tuple[Unit, ...]) -> str:
    """Strength of the fighting units; H for headquarters, a plus for guns, T for transport."""
    fighting = [u for u in units if world.counters[u.id].fighting]
    if not fighting:
        return "T"
    if all(world.counters[u.id].hq for u in fighting):
        return "H"
    total = sum(printed_strength(world, u, attacking=True) for u in fighting)
    if not total:
        return f"+{round_half_up(sum(re4(world, u) for u in fighting) / RE)}"  # type: ignore[arg-type]
    return str(round_half_up(total))


def _mode(units: tuple[Unit, ...]) -> str:
    if any(u.oos for u in units):
        return "o"
    return next((MARKS[u.marker] for u in units if u.marker), "")


# ---------------------------------------------------------------- overlays


def overlay(desk: Desk) -> Mapping[int, Label]:
    """The labels of the overlay in force; reach belongs to the task in hand."""
    maker = {"zoc": _zoc, "supply": _supply, "command": _command, "victory": _victory}.get(
        desk.overlay
    )
    if maker is None:
        return {}
    key = ("tui overlay", desk.overlay, desk.side, viewer(desk))
    found: Mapping[int, Label] | None = desk.state.memo.get(key)
    if found is None:
        found = desk.state.memo[key] = maker(desk)
    return found


def _zoc(desk: Desk) -> Mapping[int, Label]:
    axis, soviet = (zoc.zone(desk.world, desk.state, side) for side in (AXIS, SOVIET))
    out = {h: Label("z" + CLOSE[AXIS], AXIS) for h in axis}
    out |= {h: Label("z" + CLOSE[SOVIET], SOVIET) for h in soviet}
    return out | {h: Label("zz", "mark") for h in axis & soviet}


def _supply(desk: Desk) -> Mapping[int, Label]:
    world, state = desk.world, desk.state
    out: dict[int, Label] = {}
    for hex_, dump in state.dumps.items():
        if dump.owner == desk.side:
            field = supply.field_of(world, state, dump.owner, "truck", frozenset({hex_}))
            out |= {h: Label("d", "reach") for h in field}
            out[hex_] = Label(dumps.show(dump.tokens).replace(" ", "")[:3], "good")
    for side in SIDES:
        for unit in trace.combatants(world, state, side):
            if not may_look(desk, unit.id):
                continue
            good = trace.traces(world, state, unit)
            if not good or out.get(unit.hex, Label("", "")).text != "o":
                out[unit.hex] = Label("s", "good") if good else Label("o", "bad")
    return out


def _command(desk: Desk) -> Mapping[int, Label]:
    out: dict[int, Label] = {}
    for hq in supply.throwers(desk.world, desk.state, desk.side):
        for hex_ in supply.thrown_to(desk.world, desk.state, hq):
            out[hex_] = Label("h", desk.side)
    return out


def _victory(desk: Desk) -> Mapping[int, Label]:
    return {
        i: Label(LETTER.get(desk.state.control.get(i, ""), "?"), "star")
        for i, cell in enumerate(desk.world.board.hexes) if cell.place
    }
