"""The air card: bases with their levels and refit, and the aircraft on them or in boxes."""

from __future__ import annotations

from engine.ocs import air, bases, dumps
from engine.ocs.pieces import DEAD, MAP, SIDES, AirUnit
from tui.desk.desk import Desk
from tui.ocs.units import plane_values
from tui.panels.lines import wrap
from tui.screens.listing import Item, item

BOXES = {DEAD: "destroyed", MAP: "off the map"}
"""What a box is called where its own name says too little."""


def air_card(desk: Desk, width: int) -> list[Item]:
    """Each side's bases, what stands on them, and who is elsewhere (OCS 14.1, 15.0)."""
    items: list[Item] = []
    world, state = desk.world, desk.state
    for side in SIDES:
        items.append(item(f"{side.capitalize()}: type air-bombs, range; * a step lost", "title"))
        for hex_, base in sorted(state.bases.items()):
            if base.owner == side:
                items += _rows(_base(desk, side, hex_), side, hex_, width)
                for unit in air.on_base(world, state, side, hex_):
                    items += _rows(f"  {_plane(desk, unit)}", "", hex_, width)
        for unit in state.air.values():
            away = unit.box != MAP or unit.hex not in state.bases
            if away and world.aircraft[unit.id].side == side and unit.box != "gone":
                box = BOXES.get(unit.box, unit.box)
                items += _rows(f"({box}) {_plane(desk, unit)}", "dim", None, width)
    return items


def _rows(text: str, look: str, hex_: int | None, width: int) -> list[Item]:
    return [Item(row, hex_) for row in wrap(text, width - 1, look, "      ")]


def _base(desk: Desk, side: str, hex_: int) -> str:
    """Its level, how many Active air units it holds, and what a refit costs there."""
    world, state = desk.world, desk.state
    base = state.bases[hex_]
    kind = f"air base {base.level}" if base.level else "air strip"
    active = len(air.active_on(world, state, side, hex_))
    most = active + air.room(world, state, side, hex_)
    cost, count = bases.refit_terms(world, state, side, hex_)
    problem = bases.base_problem(world, state, side, hex_)
    there = sum(
        dumps.tokens_at(world, state, side, h) for h in bases.sources(world, state, side, hex_))
    refit = f"refits {count} for {dumps.show(cost)}" + (
        f", {dumps.show(there)} in reach" if cost else "")
    if problem is not None:
        refit = f"no refit ({problem.rule})"
    return f"{world.board.label(hex_)}, {kind}: {active} of {most} active, {refit}"


def _plane(desk: Desk, unit: AirUnit) -> str:
    """Name, values, range and readiness of an air unit."""
    plane = desk.world.aircraft[unit.id]
    how = "active" if unit.active else "inactive"
    flown = ", has flown" if unit.flown else ""
    hip = ", Hip Shoots" if plane.hip_shoot else ""
    values = plane_values(desk.world, desk.state, unit.id)
    return f"{how:<8} {plane.name}: {values}, r{plane.range}{hip}{flown}"
