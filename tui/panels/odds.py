"""Before the die: odds, every modifier with its rule, and the chance of each result.

The figures are those of the engine's previews, which ask the code that resolves the combat.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.core.errors import Refusal
from engine.efs import overrun, preview
from engine.efs.charts import Modifier
from engine.efs.commands import Fight
from engine.efs.declaration import attack_on, initial_strengths
from engine.efs.odds import BELOW
from engine.efs.terrain import show
from tui.panels.lines import Line, line, spread, wrap

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def attack_lines(desk: Desk, command: Fight, width: int) -> list[Line]:
    """A declared attack as it would be resolved now."""
    world, state = desk.world, desk.state
    attack = attack_on(state, world.board.at(command.hex))
    if attack is None:
        return []
    units, guns, supply = (
        tuple(map(world.unit_id, names))
        for names in (command.units, command.support, command.supplied)
    )
    found = preview.attack(
        world, state, attack.hexes, units, guns, supply=supply, engineers=command.engineers,
        mandated=attack.mandated,
    )
    return _combat(desk, found, width)


def combat_lines(desk: Desk, width: int) -> list[Line]:
    """The combat being resolved, before its die is rolled."""
    fight = desk.state.combat
    if fight is None:
        return []
    found = preview.attack(
        desk.world, desk.state, fight.attack.hexes, fight.units, fight.support,
        engineers=fight.engineers, order=fight.order, mandated=fight.attack.mandated,
    )
    return _combat(desk, found, width)


def declaration_lines(
    desk: Desk, hexes: tuple[int, ...], units: tuple[str, ...], width: int
) -> list[Line]:
    """An attack as it would be declared, and how it stands before artillery, air and orders."""
    attack, defense = initial_strengths(desk.world, desk.state, units, hexes)
    found = preview.attack(desk.world, desk.state, hexes, units)
    out = _combat(desk, found, width)
    if (attack, defense) != (found.strengths.for_attack, found.strengths.for_defense):
        shown = spread((("declared at", ""),), ((f"{attack} to {defense}", "bold"),), width)
        out.insert(0, shown)
    return [*out, *wrap("before artillery, air units and orders", width, "dim")]


def _combat(desk: Desk, found: preview.Preview, width: int) -> list[Line]:
    total = found.strengths
    shown = "below 1-4" if found.odds == BELOW else found.odds
    strength = f"{total.for_attack:g} to {total.for_defense:g}"
    out: list[Line] = [spread(((f"odds {shown}", "title"),), ((strength, ""),), width)]
    if total.support or total.defense_support:
        out += wrap(f"artillery +{total.support:g} attack, +{total.defense_support:g} defence",
                    width, "dim")  # fmt: skip
    for text, rule in total.notes:
        out += _ruled(text, rule, width)
    if found.odds == BELOW:
        return [*out, line("the attackers are eliminated", "bad")]
    out += _summary(found, width)
    out += _modifiers(found.modifiers, found.net, desk.world.charts.drm_limit, width)
    out += _results(found, width)
    for text in found.unknown:
        out += wrap(text, width, "dim")
    return out


def _modifiers(found: Iterable[Modifier], total: int, limit: int, width: int) -> list[Line]:
    out: list[Line] = []
    for modifier in found:
        out += _ruled(f"{modifier.value:+d} {modifier.name}", modifier.rule, width)
    out.append(spread(((f"net DRM {total:+d}", "bold"),), ((f"limit {limit}", "dim"),), width))
    return out


def _summary(found: preview.Preview, width: int) -> list[Line]:
    """What matters most, in per cent."""
    rows = (
        ("defender loses steps", "defender_steps", "good"),
        ("defender retreats", "defender_retreats", "good"),
        ("hex is vacated", "defender_gone", "good"),
        ("attacker loses steps", "attacker_steps", "bad"),
        ("attacker retreats", "attacker_retreats", "bad"),
    )
    out: list[Line] = []
    for text, what, look in rows:
        chance = found.chance(what)
        if chance or what in ("hex is vacated", "defender_gone"):
            out.append(spread(((text, ""),), ((f"{chance} %", look),), width))
    return out


def _results(found: preview.Preview, width: int) -> list[Line]:
    """Each result with its chance: printed results, and what they cost here."""
    out: list[Line] = [line("chance attacker/defender", "dim")]
    tally = Tally(
        (f.attacker, f.defender, f.attacker_steps, f.defender_steps, f.attacker_retreats,
         f.defender_retreats)
        for f in found.faces
    )  # fmt: skip
    for (ours, theirs, lost, foe_lost, back, foe_back), count in tally.most_common():
        head = f"{10 * count:>4} % {ours}/{theirs}"
        cost = f"{_cost(lost, back)} / {_cost(foe_lost, foe_back)}"
        out.append(spread(((head, ""),), ((cost, "dim"),), width))
    return out


def _cost(steps: int, retreats: bool) -> str:
    """Losses in a few characters: -2 is two steps, R a retreat."""
    return (f"-{steps}" if steps else "") + ("R" if retreats else "") or "0"


def overrun_lines(desk: Desk, hex_: int, units: tuple[str, ...], width: int) -> list[Line]:
    """An overrun as it would be resolved now."""
    found = preview.overrun_of(desk.world, desk.state, units, hex_)
    if isinstance(found, Refusal):
        return wrap(str(found), width, "refusal")
    chance = found.chance
    out: list[Line] = [spread(((f"overrun {chance.odds}-1", "title"),),
                              ((f"{chance.attack} to {chance.defense}", ""),), width)]  # fmt: skip
    out.append(spread(((f"needs {chance.minimum}-1", "dim"),),
                      ((f"costs {show(found.cost)} MP", "dim"),), width))  # fmt: skip
    out += _modifiers(chance.modifiers, chance.net, overrun.DRM_LIMIT, width)
    out.append(spread((("success", ""),), ((f"{found.success} %", "good"),), width))
    tally = Tally((f.success, f.attacker_steps, f.defender_steps) for f in found.faces)
    for (success, lost, foe_lost), count in tally.most_common():
        word = "succeeds" if success else "fails"
        cost = f"-{foe_lost} defender" if success else f"-{lost} attacker"
        out.append(spread(((f"{10 * count:>4} % {word}", ""),), ((cost, "dim"),), width))
    if any(u.untried for u in desk.units_at(hex_)):
        out += wrap("untried units count when they are turned over", width, "dim")
    return out


def _ruled(text: str, rule: str, width: int) -> list[Line]:
    """A text with its rule at the right, on a second line where there is no room."""
    if len(text) + len(rule) + 1 <= width:
        return [spread(((text, ""),), ((rule, "dim"),), width)]
    return [*wrap(text, width), spread((), ((rule, "dim"),), width)]
