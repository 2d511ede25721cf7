"""What a combat or Overrun would bring, before anyone commits (BSR 15, 11.4).

The chances come from the code that resolves the combat: each face of the die is looked
up with the same odds, DRMs and loss rules. Hidden facts (face-down orders, Untried
strengths) are left out unless the caller names them.
"""

from __future__ import annotations

from attrs import evolve

from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.efs import combat, losses, overrun, results
from engine.efs.charts import Modifier, find
from engine.efs.modifiers import drms, net
from engine.efs.movement import Party
from engine.efs.odds import BELOW, Strengths, column_for
from engine.efs.state import Attack, Combat, EfsState
from engine.efs.steps import steps_left
from engine.efs.world import World

FACES = range(1, 11)


@frozen
class Face:
    """What one roll does."""

    roll: int
    row: int
    attacker: str
    """Printed result for the attacker."""
    defender: str
    attacker_steps: int
    """Steps the attacker really loses: asterisks and orders counted."""
    defender_steps: int
    attacker_retreats: bool
    defender_retreats: bool
    defender_gone: bool
    """No defender is left in the hex: all steps lost, or eliminated, or retreated."""


@frozen
class Preview:
    """A combat as the attacker can foresee it."""

    strengths: Strengths
    odds: str
    modifiers: tuple[Modifier, ...]
    net: int
    faces: tuple[Face, ...]
    unknown: tuple[str, ...]
    """What the attacker cannot see: an order face down, Untried defenders."""

    def chance(self, what: str) -> int:
        """Per cent of a column of `faces` that is true or above zero, such as "defender_gone"."""
        return 10 * sum(bool(getattr(face, what)) for face in self.faces)


def attack(
    world: World, state: EfsState, hexes: tuple[int, ...], units: tuple[str, ...],
    guns: tuple[str, ...] = (), *, supply: tuple[str, ...] = (), engineers: bool = False,
    order: str = "", defender_order: str = "", mandated: bool = False,
) -> Preview:
    """The odds, DRMs and results of an attack on these hexes with these units (BSR 15.5-15.8).

    Works before declaration as well as in the Combat Phase.
    """
    declared = Attack(tuple(sorted(hexes)), units, mandated)
    fight = Combat(
        declared, units, guns, combat.is_supplied(world, state, units, supply), engineers,
        order, defender_order,
    )
    total = combat.weigh(world, state, declared, units, guns)
    odds = column_for(world, total.for_attack, total.for_defense)
    modifiers = drms(world, state, fight)
    drm = net(world, modifiers)
    faces = tuple(_face(world, state, fight, odds, drm, roll) for roll in FACES)
    return Preview(total, odds, modifiers, drm, faces, _unknown(world, state, declared))


def _unknown(world: World, state: EfsState, declared: Attack) -> tuple[str, ...]:
    found = []
    if any(h in declared.hexes for h, _ in state.orders):
        found.append("the defender has an order face down")
    hidden = sum(u.untried for u in state.units.values() if u.hex in declared.hexes)
    if hidden:
        found.append(f"{hidden} Untried defenders, strength unknown")
    return tuple(found)


def _face(
    world: World, state: EfsState, fight: Combat, odds: str, drm: int, roll: int
) -> Face:
    """One roll worked through the loss rules (BSR 16.2-16.4)."""
    ours, theirs = combat.lookup(world, odds, roll, drm)
    row = 0 if odds == BELOW else max(0, min(11, roll + drm))
    fight = evolve(fight, odds=odds, result=(ours, theirs))
    lost, back, _ = _half(world, state, fight, defending=False)
    foe_lost, foe_back, foe_all = _half(world, state, fight, defending=True)
    return Face(roll, row, ours, theirs, lost, foe_lost, back, foe_back, foe_all or foe_back)


def _half(
    world: World, state: EfsState, fight: Combat, *, defending: bool
) -> tuple[int, bool, bool]:
    """(steps lost, retreats, all lost) of one side for a result."""
    ids = (
        results.affected_defenders(world, state, fight) if defending
        else results.affected_attackers(world, state, fight)
    )
    result = losses.read(fight.result[1 if defending else 0])
    order = fight.defender_order if defending else fight.order
    steps = sum(steps_left(world, state.units[i]) for i in ids)
    if result.eliminated:
        return steps, False, True
    lost = results.steps_to_lose(world, state, fight, defending=defending)
    gone = lost >= steps
    retreats = result.retreat and order != "no-retreat" and not gone
    return min(lost, steps), retreats, gone


@frozen
class OverrunFace:
    """What one roll of an Overrun does."""

    roll: int
    success: bool
    attacker_steps: int
    defender_steps: int


@frozen
class OverrunPreview:
    """An Overrun as the mover can foresee it (BSR 11.43)."""

    chance: overrun.Chance
    cost: int
    """Half points that the dearest unit pays."""
    faces: tuple[OverrunFace, ...]

    @property
    def success(self) -> int:
        """Per cent of success."""
        return 10 * sum(face.success for face in self.faces)


def overrun_of(
    world: World, state: EfsState, ids: tuple[str, ...], target: int
) -> OverrunPreview | Refusal:
    """The odds, DRMs, cost and chances of an Overrun from where the stack stands (BSR 11.43)."""
    who = overrun.moving_party(world, state, ids)
    if isinstance(who, Refusal):
        return who
    assert isinstance(who, Party)
    bill = overrun.costs(world, state, who, target)
    if isinstance(bill, Refusal):
        return bill
    chance = overrun.assess(world, state, ids, who.hex, target)
    faces = []
    for roll in FACES:
        band = find(world.charts.overrun_bands, roll + chance.net)
        faces.append(OverrunFace(
            roll, band["result"] == "success", int(band["attacker_steps"]),
            int(band["defender_steps"]),
        ))
    return OverrunPreview(chance, max(b[0] for b in bill), tuple(faces))
