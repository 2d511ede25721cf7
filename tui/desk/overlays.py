"""What the overlays write in the hexes: zones of control, supply, command range, victory hexes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.efs.headquarters import headquarters, in_range
from engine.efs.pieces import AXIS, OUT_OF_SUPPLY, SOVIET
from engine.efs.zoc import sources
from tui.desk.desk import Desk
from tui.map.glyphs import CLOSE, LETTER
from tui.map.view import Label

NAMES = {
    "": "no overlay",
    "reach": "reach: movement points left in each hex",
    "zoc": "zones of control: z] Axis, z) Soviet, zz both",
    "supply": "supply: o is Out of Supply, s in supply",
    "command": "command range of headquarters, n of a Non-Op one",
    "victory": "victory hexes: A or S holds them",
}


def overlay(desk: Desk) -> Mapping[int, Label]:
    """The labels of the overlay in force; reach belongs to the task in hand."""
    maker = {"zoc": _zoc, "supply": _supply, "command": _command, "victory": _victory}.get(
        desk.overlay
    )
    if maker is None:
        return {}
    key = ("tui overlay", desk.overlay)
    found: Mapping[int, Label] | None = desk.state.memo.get(key)
    if found is None:
        found = desk.state.memo[key] = maker(desk)
    return found


def _zoc(desk: Desk) -> Mapping[int, Label]:
    axis = sources(desk.world, desk.state, AXIS)
    soviet = sources(desk.world, desk.state, SOVIET)
    out: dict[int, Label] = {}
    for hex_ in axis.keys() | soviet.keys():
        if axis.get(hex_) and soviet.get(hex_):
            out[hex_] = Label("zz", "mark")
        elif axis.get(hex_):
            out[hex_] = Label("z" + CLOSE[AXIS], AXIS)
        elif soviet.get(hex_):
            out[hex_] = Label("z" + CLOSE[SOVIET], SOVIET)
    return out


def _supply(desk: Desk) -> Mapping[int, Label]:
    out: dict[int, Label] = {}
    for unit in desk.state.units.values():
        if unit.on_map and (unit.hex not in out or OUT_OF_SUPPLY in unit.marks):
            lacks = OUT_OF_SUPPLY in unit.marks
            out[unit.hex] = Label("o", "bad") if lacks else Label("s", "good")
    return out


def _command(desk: Desk) -> Mapping[int, Label]:
    out: dict[int, Label] = {}
    for hq in headquarters(desk.world, desk.state):
        for hex_ in range(len(desk.world.board)):
            if in_range(desk.world, hq, hex_) and (hex_ not in out or hq.nonop):
                out[hex_] = Label("n", "bad") if hq.nonop else Label("c", SOVIET)
    return out


def _victory(desk: Desk) -> Mapping[int, Label]:
    stars = desk.world.hooks.stars(desk.world, desk.state)
    return {
        hex_: Label(LETTER.get(side, "?"), f"{side}.ready" if side else "star")
        for hex_, side in stars
    }
