"""Combat results (BSR 16.1-16.3): losses, retreats and advance, stage by stage.

A combat goes through stages kept in the state, so that a decision may wait at any of
them: order, roll, attacker, defender, attacker_retreat, defender_retreat, advance, done.
"""

from __future__ import annotations

from attrs import evolve

from engine.efs import advance, combat, headquarters, losses, retreat
from engine.efs.commands import ADDITIONAL_RETREAT, NO_RETREAT
from engine.efs.decisions import Lose, Retreat
from engine.efs.pieces import ANTI_AIR_TYPES, ANTI_TANK_TYPES, ENGINEER_TYPES
from engine.efs.sequence import SEQUENCE, other
from engine.efs.state import Combat, EfsState, at
from engine.efs.works import attacks_fortification, fortified_for, manned
from engine.efs.world import Draft, World
from engine.efs.zoc import combat_units

SHELTER = frozenset({"city", "major_city", "hill", "mountain", "alpine", "woods"})
"""Terrain of the defenders that spares the second No Retreat step (BSR 16.41a.2)."""


def proceed(draft: Draft) -> None:
    """Do the next stage of the combat in hand; called again until it is over."""
    fight = draft.state.combat
    assert fight is not None
    stages = {
        "roll": combat.roll_combat, "attacker": _attacker_losses, "defender": _defender_losses,
        "attacker_retreat": _attacker_retreat, "defender_retreat": _defender_retreat,
        "advance": _advance, "done": _done,
    }
    stages[fight.stage](draft, fight)


def _next(draft: Draft, stage: str, **changes: object) -> None:
    fight = draft.state.combat
    assert fight is not None
    draft.update(combat=evolve(fight, stage=stage, **changes))  # type: ignore[arg-type]


def affected_attackers(world: World, state: EfsState, fight: Combat) -> tuple[str, ...]:
    """Attacking units, with supporting artillery beside a defender hex (16.12, 16.13)."""
    near = tuple(
        i for i in fight.support
        if any(world.board.adjacent(state.units[i].hex, h) for h in fight.attack.hexes)
    )
    return tuple(i for i in (*fight.units, *near) if state.units[i].on_map)


def affected_defenders(world: World, state: EfsState, fight: Combat) -> tuple[str, ...]:
    """Every combat unit in the defender hexes (BSR 16.13)."""
    return tuple(u.id for h in fight.attack.hexes for u in combat_units(world, state, h))


def asterisk_steps(world: World, state: EfsState, fight: Combat) -> int:
    """Extra steps of an asterisk result: one for each condition met (BSR 16.31)."""
    unsupplied = not fight.supplied
    works = attacks_fortification(world, state, manned(world, state, fight))
    return int(unsupplied) + int(fight.attack.mandated) + int(works)


def armor_attrition(world: World, state: EfsState, fight: Combat) -> bool:
    """Whether armor must take the first step on both sides (BSR 16.32c)."""
    result = losses.read(fight.result[0])
    if fight.engineers or not (result.asterisk and result.steps):
        return False
    armor = any(world.counters[i].armor for i in fight.units)
    return armor and bool(_against_tanks(world, affected_defenders(world, state, fight)))


def _against_tanks(world: World, ids: tuple[str, ...]) -> tuple[str, ...]:
    kinds = ANTI_TANK_TYPES | ANTI_AIR_TYPES
    return tuple(
        i for i in ids if world.counters[i].armor or world.counters[i].type in kinds
    )


def no_retreat_steps(
    world: World, state: EfsState, ids: tuple[str, ...], hexes: tuple[int, ...]
) -> int:
    """Steps instead of a retreat: one, and a second unless all are German (16.41a).

    For attackers and defenders alike the second is spared where every defender is sheltered.
    """
    if all(world.counters[i].nationality == "german" for i in ids):
        return 1
    sheltered = all(
        world.board.hexes[h].terrain & SHELTER or fortified_for(world, state, h) for h in hexes
    )
    return 1 if sheltered else 2


def _attacker_losses(draft: Draft, fight: Combat) -> None:
    """The attacker's steps: printed, asterisk, order (BSR 16.2, 16.3, 16.41)."""
    world, state = draft.world, draft.state
    result = losses.read(fight.result[0])
    ids = affected_attackers(world, state, fight)
    attrition = armor_attrition(world, state, fight)
    steps = steps_to_lose(world, state, fight, defending=False)
    _next(draft, "defender", attrition=attrition and steps > 0)  # 16.41b.3 may spare the step
    if result.eliminated:
        losses.eliminate(draft, ids, "BSR 16.11c")
        return
    side = SEQUENCE[state.step].side
    engineers = tuple(i for i in ids if world.counters[i].type in ENGINEER_TYPES)
    armor = tuple(i for i in ids if world.counters[i].armor)
    if fight.engineers and result.asterisk and engineers:
        rule = "BSR 16.32b.2" if result.steps else "BSR 16.32b.1"
        want = Lose(side, ids, steps, 1, engineers, rule=rule)
    elif attrition:
        want = Lose(side, ids, steps, 1, armor, rule="BSR 16.32c")
    else:
        want = Lose(side, ids, steps)
    losses.demand(draft, want)


def steps_to_lose(world: World, state: EfsState, fight: Combat, *, defending: bool) -> int:
    """Steps that a result costs one side: printed, asterisk and order (BSR 16.21, 16.31, 16.41)."""
    result = losses.read(fight.result[1 if defending else 0])
    order = fight.defender_order if defending else fight.order
    steps = result.steps
    if result.asterisk and not defending:
        steps += asterisk_steps(world, state, fight)
    if not result.retreat:
        return steps
    if order == NO_RETREAT:
        side = affected_defenders if defending else affected_attackers
        ids = side(world, state, fight)
        return steps + no_retreat_steps(
            world, state, ids, manned(world, state, fight).attack.hexes
        )
    if order == ADDITIONAL_RETREAT and result.steps:
        return steps - 1
    return steps


def _defender_losses(draft: Draft, fight: Combat) -> None:
    """The defender's steps (BSR 16.2, 16.32c, 16.41, 22.42)."""
    world, state = draft.world, draft.state
    _next(draft, "attacker_retreat")
    result = losses.read(fight.result[1])
    ids = affected_defenders(world, state, fight)
    if result.eliminated:
        losses.eliminate(draft, ids, "BSR 16.11c")
        return
    steps = steps_to_lose(world, state, fight, defending=True)
    side = other(SEQUENCE[state.step].side)
    last = tuple(
        i for h in fight.attack.hexes for i in headquarters.nkvd_holds(world, state, h)
    )
    first = _against_tanks(world, ids) if fight.attrition and result.steps else ()
    losses.demand(draft, Lose(side, ids, steps, 1 if first else 0, first, last,
                              rule="BSR 16.32c.n1" if first else "BSR 16.21"))


def _attacker_retreat(draft: Draft, fight: Combat) -> None:
    """Attackers with an R retreat, unless ordered not to (BSR 16.4)."""
    _next(draft, "defender_retreat")
    if losses.read(fight.result[0]).retreat and fight.order != NO_RETREAT:
        ids = affected_attackers(draft.world, draft.state, fight)
        _ask_retreat(draft, fight, ids, SEQUENCE[draft.state.step].side, fight.order)


def _defender_retreat(draft: Draft, fight: Combat) -> None:
    """Defenders with an R retreat, unless ordered not to (BSR 16.4)."""
    _next(draft, "advance")
    if losses.read(fight.result[1]).retreat and fight.defender_order != NO_RETREAT:
        ids = affected_defenders(draft.world, draft.state, fight)
        ids += tuple(
            u.id for h in fight.attack.hexes for u in at(draft.state, h) if u.id not in ids
        )
        side = other(SEQUENCE[draft.state.step].side)
        _ask_retreat(draft, fight, ids, side, fight.defender_order)


def _ask_retreat(
    draft: Draft, fight: Combat, ids: tuple[str, ...], owner: str, order: str
) -> None:
    if not ids:
        return
    additional = order == ADDITIONAL_RETREAT
    chooser = other(owner) if additional else owner
    retreat.demand(draft, Retreat(
        chooser, owner, ids, 3 if additional else 2, fight.attack.hexes[0],
        fight.attack.hexes[1:], additional,
    ))


def _advance(draft: Draft, fight: Combat) -> None:
    """Victorious attackers may enter vacated hexes; ordered retreats forbid it (16.5, 16.41b.4)."""
    _next(draft, "done")
    world, state = draft.world, draft.state
    vacated = fight.vacated or tuple(
        h for h in fight.attack.hexes if not combat_units(world, state, h)
    )
    result = losses.read(fight.result[0])
    beaten = result.retreat and fight.order != NO_RETREAT
    if vacated and not beaten and fight.order != ADDITIONAL_RETREAT:
        advance.demand(draft, SEQUENCE[state.step].side, fight.units, vacated)


def _done(draft: Draft, fight: Combat) -> None:
    """The combat is over: markers of its hexes go (BSR 15.81h)."""
    hexes = set(fight.attack.hexes)
    draft.update(
        combat=None,
        attacks=tuple(a for a in draft.state.attacks if a != fight.attack),
        support=tuple(s for s in draft.state.support if s[1] not in hexes),
        orders=tuple(o for o in draft.state.orders if o[0] not in hexes),
        cas=tuple(c for c in draft.state.cas if c[0] not in hexes),
    )
    combat.drop_void(draft)
