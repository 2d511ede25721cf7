"""The sequence of an air mission (OCS 14.2f), with interception (14.5) and bombing (14.7, 14.8)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import air, air_combat, barrage, cargo, flak, landing
from engine.ocs.commands import InterceptBy
from engine.ocs.decisions import Intercept
from engine.ocs.sequence import other
from engine.ocs.sizes import round_half_up
from engine.ocs.state import Bombardment, Mission, OcsState
from engine.ocs.world import Draft, World

SHORT = 10
"""Hexes from their bases within which all aircraft are at short range (OCS 10.2b)."""


# ---------------------------------------------------------------- barrage points


def points_of(world: World, state: OcsState, ids: tuple[str, ...]) -> int:
    """Barrage points of aircraft; reduced ones count half (OCS 10.0 step 3, 14.1b)."""
    own = world.hooks.barrage_points(world, state, ids)
    if own is not None:
        return own
    return round_half_up(sum((air.barrage_value(world, state, i) for i in ids), Fraction(0)))


# ---------------------------------------------------------------- the sequence


def proceed(draft: Draft) -> bool:
    """Do the next stage of the mission in hand; False where there is none (OCS 14.2f)."""
    mission = draft.state.mission
    if mission is None:
        return False
    STAGES[mission.stage](draft, mission)
    return True


def next_stage(draft: Draft, stage: str, **changes: object) -> None:
    """Take the mission to another stage."""
    mission = draft.state.mission
    assert mission is not None
    draft.update(mission=evolve(mission, stage=stage, **changes))  # type: ignore[arg-type]


def _combat(draft: Draft, mission: Mission) -> None:
    """Air Combat with enemy aircraft in the hex (OCS 14.2f C)."""
    foes = air_combat.present(draft.world, draft.state, other(mission.side), mission.hex)
    ours = air.flying(draft.state, mission)
    if air_combat.proceed(draft, mission.side, ours, foes, mission.hex):
        return
    over = mission.kind == air.SWEEP or not air.flying(draft.state, mission)
    next_stage(draft, "resolve" if over else "intercept")


def _intercept(draft: Draft, mission: Mission) -> None:
    """One Fighter whose Patrol Zone covers the hex may intercept, whatever the weather (14.5)."""
    foe = other(mission.side)
    next_stage(draft, "flak")
    fighters = flak.patrols(draft.world, draft.state, foe, mission.hex)
    if fighters and not draft.state.simulcast:  # no combat of any kind then (2.4a)
        draft.ask(Intercept(foe, fighters, mission.hex))


def _fight(draft: Draft, mission: Mission) -> None:
    """Air Combat with the interceptor, who attacks; all Active aircraft there join (OCS 14.5).

    An interceptor that has not aborted when it ends stays Active (U41).
    """
    world, state, foe = draft.world, draft.state, other(mission.side)
    ours = air.flying(state, mission)
    ours += air_combat.present(world, state, mission.side, mission.hex)
    theirs = (mission.interceptor,) if state.air[mission.interceptor].active else ()
    theirs = tuple(dict.fromkeys(
        (*theirs, *air_combat.present(world, state, foe, mission.hex))
    ))
    if air_combat.proceed(draft, foe, theirs, ours, mission.hex):
        return
    next_stage(draft, "flak" if air.flying(draft.state, mission) else "resolve")


def _flak(draft: Draft, mission: Mission) -> None:
    """Always at bombers, at others in a Patrol Zone only (OCS 14.4a)."""
    next_stage(draft, "resolve")
    zone = flak.in_patrol_zone(draft.world, draft.state, other(mission.side), mission.hex)
    if mission.kind in air.BOMBING or zone:
        flak.fire(draft, mission, air.flying(draft.state, mission))


def _resolve(draft: Draft, mission: Mission) -> None:
    """What the mission is for, with the aircraft that are left (OCS 14.2f F)."""
    next_stage(draft, "return")
    ids = air.flying(draft.state, mission)
    if mission.kind in air.CARRYING:
        cargo.deliver(draft, mission, ids)
    elif mission.kind in air.BOMBING and ids:
        _bomb(draft, mission, ids)


def _bomb(draft: Draft, mission: Mission, ids: tuple[str, ...]) -> None:
    """A barrage from the air by all the normal rules (OCS 10.2, 14.7, 14.8a)."""
    world = draft.world
    points = points_of(world, draft.state, ids)
    if points < 1:
        return
    target = barrage.TRAIN if mission.kind == air.TRAIN else mission.target
    shot = Bombardment(mission.hex, target, (), ids, points)
    if target != barrage.UNITS:
        barrage.hit_facility(draft, mission.side, shot)
        return
    barrage.strike(draft, mission.side, shot, close_air=near(world, draft.state, ids, mission.hex),
                   strategic=strategic(world, ids))


def near(world: World, state: OcsState, ids: tuple[str, ...], hex_: int) -> bool:
    """Whether all aircraft of a mission are at short range of its hex (OCS 10.2b)."""
    return all(air.distance(world, state, i, hex_) <= SHORT for i in ids)


def strategic(world: World, ids: tuple[str, ...]) -> bool:
    """Whether a Strategic Bomber takes part: no spotter and no short range (OCS 14.1e)."""
    return any(world.aircraft[i].can("S") for i in ids)


def _return(draft: Draft, mission: Mission) -> None:
    """Each aircraft lands; the mission is over when none has a choice left (OCS 14.2f G)."""
    if not landing.come_home(draft, mission):
        draft.update(mission=None)


STAGES = {
    "combat": _combat, "intercept": _intercept, "fight": _fight, "flak": _flak,
    "resolve": _resolve, "return": _return,
}
"""What happens in each stage of a mission (OCS 14.2f)."""


# ---------------------------------------------------------------- interception (14.5)


def check_intercept(world: World, state: OcsState, command: InterceptBy) -> Refusal | None:
    """An Active Fighter with the hex in its own Patrol Zone (OCS 14.5)."""
    decision = state.asks[-1]
    assert isinstance(decision, Intercept)
    if world.air_id(command.air) not in decision.aircraft:
        return Refusal("OCS 14.5", f"{command.air} cannot intercept here")
    return None


def do_intercept(draft: Draft, command: InterceptBy) -> None:
    """Send the Fighter up (OCS 14.5)."""
    decision = draft.answered()
    id_ = draft.world.air_id(command.air)
    next_stage(draft, "fight", interceptor=id_)
    draft.log("air", f"{draft.world.name(id_)} intercepts", rule="OCS 14.5", side=decision.side)


def no_intercept(draft: Draft, command: Pass) -> None:
    """Nobody intercepts."""
    draft.answered()


def offer_intercepts(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Each Fighter that can, or none."""
    decision = state.asks[-1]
    assert isinstance(decision, Intercept)
    for id_ in decision.aircraft:
        if actor in ("", world.name(id_)):
            yield InterceptBy(world.name(id_))
    yield Pass()


HANDLERS = {InterceptBy: Handler(check_intercept, do_intercept, decisions=(Intercept,))}
PASSES = {
    Intercept: Handler(lambda world, state, command: None, no_intercept, decisions=(Intercept,))
}
OFFERS = {Intercept: offer_intercepts}
