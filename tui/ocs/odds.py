"""Before the dice: odds, surprise and results of attacks, Overruns and barrages.

The figures are those of the engine's previews, which ask the code that resolves the combat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import Refusal
from engine.ocs import barrage, dumps, odds, preview
from engine.ocs.commands import Barrage
from tui.ocs.bills import bill_lines
from tui.ocs.fog import foggy
from tui.panels.lines import Line, line, spread, wrap

if TYPE_CHECKING:
    from tui.desk.desk import Desk

MOST = 6
"""Results that are listed; the rest stand together."""


def attack_lines(
    desk: Desk, hex_: int, units: tuple[str, ...], width: int, *, overrun: bool = False,
    lead: str = "", sparing: bool = False,
) -> list[Line]:
    """An attack or Overrun as it would be rolled now."""
    world = desk.world
    found = preview.attack(
        world, desk.state, hex_, units, overrun=overrun, lead=lead, sparing=sparing
    )
    weighed = found.odds
    if foggy(desk):
        return _own_side(desk, found, width)
    strength = f"{float(weighed.attack):g} to {float(weighed.defense):g}"
    out: list[Line] = [spread(((f"odds {weighed.text}", "title"),), ((strength, ""),), width)]
    out += wrap(f"{weighed.category.replace('_', ' ')}: column {found.heading}", width, "dim")
    out.append(_ruled("combat DRM", f"{found.drm:+d}", width))
    out += wrap(f"AR {found.attacker_ar} {world.name(found.lead)} against {found.defender_ar} "
                f"{world.name(found.defender_lead) if found.defender_lead else 'nobody'}"
                + (f", hedgehog -{found.hog}" if found.hog else ""), width, "dim")
    for name, drm, rule in found.modifiers:
        out.append(_ruled(f"{drm:+d} {name}", rule, width))
    ours, theirs = (odds.percent(share) for share in found.surprise)
    out.append(_ruled(f"surprise: you {ours}, foe {theirs}", "OCS 9.8", width))
    out += bill_lines(desk, found.cost, "you pay", width)
    out += bill_lines(desk, found.defense, "he pays", width)
    out += _outlook(found, width)
    return out


def _own_side(desk: Desk, found: preview.AttackPreview, width: int) -> list[Line]:
    """Of an attack what the attacker knows before it is made (4.9b)."""
    out = [line(f"strength {float(found.odds.attack):g}", "title")]
    out += wrap(f"AR {found.attacker_ar} {desk.world.name(found.lead)}", width, "dim")
    out += bill_lines(desk, found.cost, "you pay", width)
    return out + wrap("what he has is told in the combat: fog of war", width, "dim")


def _outlook(found: preview.AttackPreview, width: int) -> list[Line]:
    """What may come of it, surprise and its columns counted in, the likeliest first."""
    out: list[Line] = [line("results with surprise", "dim")]
    room = width // 2
    for text in preview.words(found.chances, MOST):
        last = out[-1][0][0]
        if len(out) > 1 and len(last) < room and len(text) <= width - room:
            out[-1] = line(last.ljust(room) + text)
        else:
            out.append(line(text))
    return out


def barrage_lines(desk: Desk, command: Barrage, width: int) -> list[Line]:
    """A barrage of units as it would be rolled now."""
    found = preview.barrage_of(desk.world, desk.state, command)
    if isinstance(found, Refusal):
        return wrap(str(found), width, "refusal")
    return bombing_lines(desk, found, width)


def bombing_lines(desk: Desk, found: preview.BarragePreview, width: int) -> list[Line]:
    """Points, every shift and the chances of a barrage, with its price where it has one."""
    tables = desk.world.charts.tables
    price = f"costs {dumps.show(found.cost)}" if found.cost else "costs no supply"
    out: list[Line] = [spread(((f"{found.points} points", "title"),), ((price, ""),), width)]
    if found.target == barrage.UNITS and foggy(desk):
        return out + wrap("the shifts are told as it falls: fog of war", width, "dim")
    if found.target == barrage.UNITS:
        labels = tables["barrage_table"]["column_labels"]
        for shift in found.shifts:
            out.append(_ruled(f"{shift.columns:+d} {shift.name}", shift.rule, width))
        if found.drm:
            out.append(_ruled(f"{found.drm:+d} to the roll", "TTW 2.2f", width))
        was = f"from {labels[found.column]}"
        out.append(_ruled(f"column {labels[found.shifted]}", was, width))
    else:
        labels = tables["barrage_facility_table"]["column_labels"]
        out.append(_ruled(f"{found.target}: column {labels[found.column]}", "OCS 10.0c", width))
    out += [line(text) for text in preview.words(found.chances, MOST)]
    return out


def _ruled(text: str, right: str, width: int) -> Line:
    return spread(((text, ""),), ((right, "dim"),), width)
