"""Before the die: odds, every modifier with its rule, and the chance of each result.

Figures come from the functions that resolve the combat; nothing is worked out here but
how many of the ten rolls lead where.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.efs import combat, overrun
from engine.efs.charts import Modifier, find
from engine.efs.commands import Fight
from engine.efs.declaration import attack_on, initial_strengths
from engine.efs.losses import read
from engine.efs.modifiers import drms, net
from engine.efs.odds import BELOW, column_for
from engine.efs.orders import in_force
from engine.efs.state import Attack, Combat
from tui.panels.lines import Line, line, spread, wrap

if TYPE_CHECKING:
    from tui.desk.desk import Desk

ROLLS = range(1, 11)


def attack_lines(desk: Desk, command: Fight, width: int) -> list[Line]:
    """A declared attack as it would be resolved now."""
    world, state = desk.world, desk.state
    attack = attack_on(state, world.board.at(command.hex))
    if attack is None:
        return []
    units = tuple(map(world.unit_id, command.units))
    guns = tuple(map(world.unit_id, command.support))
    supplied = combat.is_supplied(world, state, units, tuple(map(world.unit_id, command.supplied)))
    fight = Combat(attack, units, guns, supplied, command.engineers)
    return _combat(desk, fight, width)


def declaration_lines(
    desk: Desk, hexes: tuple[int, ...], units: tuple[str, ...], width: int
) -> list[Line]:
    """An attack as it would be declared, and how it stands before artillery, air and orders."""
    attack, defense = initial_strengths(desk.world, desk.state, units, hexes)
    head = line(f"declared at {attack} to {defense}", "bold")
    fight = Combat(Attack(tuple(sorted(hexes)), tuple(sorted(units))), units)
    rest = _combat(desk, fight, width)
    return [head, *rest, *wrap("before artillery, air units and orders", width, "dim")]


def _combat(desk: Desk, fight: Combat, width: int) -> list[Line]:
    world, state = desk.world, desk.state
    total = combat.weigh(world, state, fight.attack, fight.units, fight.support)
    odds = column_for(world, total.for_attack, total.for_defense)
    shown = "below 1-4" if odds == BELOW else odds
    strength = f"{total.for_attack:g} to {total.for_defense:g}"
    out: list[Line] = [spread(((f"odds {shown}", "bold"),), ((strength, ""),), width)]
    if total.support or total.defense_support:
        out.append(line(f"  artillery +{total.support:g}, defence +{total.defense_support:g}"))
    for text, rule in total.notes:
        out += _ruled(text, rule, width)
    if odds == BELOW:
        return [*out, line("the attackers are eliminated", "bad")]
    known = tuple(m for m in drms(world, state, fight))
    drm = net(world, known)
    out += _modifiers(known, drm, world.charts.drm_limit, width)
    results = [combat.lookup(world, odds, roll, drm) for roll in ROLLS]
    out += _chances(results, width)
    if in_force(world, state, fight.attack) == "" and any(read(d).retreat for _, d in results):
        out += wrap("R: retreat, unless an order says otherwise", width, "dim")
    return out


def _modifiers(found: Iterable[Modifier], total: int, limit: int, width: int) -> list[Line]:
    out: list[Line] = []
    for modifier in found:
        out += _ruled(f"{modifier.value:+d} {modifier.name}", modifier.rule, width)
    out.append(spread(((f"net DRM {total:+d}", "bold"),), ((f"limit {limit}", "dim"),), width))
    return out


def _chances(results: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Each pair of results with the share of the ten rolls that gives it, likeliest first."""
    out: list[Line] = [line("chance  attacker  defender", "dim")]
    for (attacker, defender), count in Tally(results).most_common():
        percent = f"{100 * count // len(results):>4} %"
        text = f"{percent}  {attacker:<8}  {defender}"
        out.append(line(text if len(text) <= width else f"{percent} {attacker}/{defender}"))
    lost = sum(1 for a, _ in results if read(a).steps or read(a).eliminated or read(a).asterisk)
    hit = sum(1 for _, d in results if read(d).steps or read(d).eliminated)
    back = sum(1 for _, d in results if read(d).retreat)
    share = 100 // len(results)
    out += wrap(f"defender loses {hit * share} %, retreats {back * share} %; "
                f"attacker may lose {lost * share} %", width, "")  # fmt: skip
    return out


def overrun_lines(desk: Desk, hex_: int, units: tuple[str, ...], width: int) -> list[Line]:
    """An overrun as it would be resolved now."""
    world, state = desk.world, desk.state
    start = state.units[units[0]].hex
    chance = overrun.assess(world, state, units, start, hex_)
    out: list[Line] = [spread(((f"overrun {chance.odds}-1", "bold"),),
                              ((f"{chance.attack} to {chance.defense}", ""),), width)]  # fmt: skip
    out.append(line(f"needs {chance.minimum}-1", "dim"))
    out += _modifiers(chance.modifiers, chance.net, overrun.DRM_LIMIT, width)
    tally: Tally[str] = Tally()
    for roll in ROLLS:
        band = find(world.charts.overrun_bands, roll + chance.net)
        if band["result"] == "success":
            steps = int(band["defender_steps"])
            tally[f"succeeds, defender loses {steps}"] += 1
        else:
            tally[f"fails, attacker loses {int(band['attacker_steps'])}"] += 1
    out += [line(f"{100 * n // len(ROLLS):>4} %  {text}") for text, n in tally.most_common()]
    if any(u.untried for u in desk.units_at(hex_)):
        out += wrap("untried units count when they are turned over", width, "dim")
    return out


def _ruled(text: str, rule: str, width: int) -> list[Line]:
    """A text with its rule at the right, on a second line where there is no room."""
    if len(text) + len(rule) + 1 <= width:
        return [spread(((text, ""),), ((rule, "dim"),), width)]
    return [*wrap(text, width), spread((), ((rule, "dim"),), width)]
