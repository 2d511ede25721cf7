"""Air Combat (OCS 14.3): rounds of one aircraft against one, and aborting before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import air
from engine.ocs.commands import Abort, Pick
from engine.ocs.decisions import Dogfight, MayAbort
from engine.ocs.sequence import other
from engine.ocs.state import AirFight, OcsState
from engine.ocs.world import Draft, World

ATTACKER, DEFENDER, ROUND = "attacker", "defender", "round"
"""Stages: each side may abort some aircraft, then rounds are fought."""


def present(world: World, state: OcsState, side: str, hex_: int) -> tuple[str, ...]:
    """Active aircraft of a side that are based in a hex and would fight there (OCS 14.2f C)."""
    return air.active_on(world, state, side, hex_)


def offensive(world: World, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Aircraft with an unparenthesized rating: only these attack (OCS 14.1, 14.3a)."""
    return tuple(i for i in ids if world.aircraft[i].offensive)


def possible(world: World, ours: tuple[str, ...], foes: tuple[str, ...]) -> bool:
    """Both sides have Active aircraft and at least one of these can attack (OCS 14.3)."""
    return bool(ours and foes and offensive(world, ours + foes))


def proceed(
    draft: Draft, attacker: str, ours: tuple[str, ...], foes: tuple[str, ...], hex_: int
) -> bool:
    """Do the next piece of an Air Combat between those still Active; False once it is over.

    `ours` are the aircraft of the attacker: the side of the mission or of the interceptor.
    """
    world, fight = draft.world, draft.state.dogfight
    if not possible(world, ours, foes):
        return fight is not None and _close(draft)
    if fight is None:
        draft.update(dogfight=AirFight(hex_, attacker))
        sides = (", ".join(map(world.name, ids)) for ids in (ours, foes))
        draft.log("air", f"over {world.board.label(hex_)}: {' against '.join(sides)}",
                  hex=world.board.id(hex_), rule="OCS 4.9d", side=attacker)
    elif fight.stage == ATTACKER:
        draft.update(dogfight=evolve(fight, stage=DEFENDER))
        _ask_aborts(draft, attacker, ours, hex_, keep=1)
    elif fight.stage == DEFENDER:
        draft.update(dogfight=evolve(fight, stage=ROUND))
        _ask_aborts(draft, other(attacker), foes, hex_, keep=1)
    else:
        _round(draft, fight, ours, foes)
    return True


def _close(draft: Draft) -> bool:
    """The combat is over: survivors of a mission may abort (OCS 14.3d C)."""
    fight, mission = draft.state.dogfight, draft.state.mission
    assert fight is not None
    draft.update(dogfight=None)
    if mission is None or mission.kind == air.SWEEP:
        return False
    _ask_aborts(draft, mission.side, air.flying(draft.state, mission), fight.hex, keep=0)
    return bool(draft.state.asks)


def _ask_aborts(
    draft: Draft, side: str, ids: tuple[str, ...], hex_: int, *, keep: int
) -> None:
    """Ask where somebody may abort at all (OCS 14.3d)."""
    if len(ids) > keep:
        draft.ask(MayAbort(side, ids, hex_, keep))


# ---------------------------------------------------------------- rounds (14.3e)


def _round(
    draft: Draft, fight: AirFight, ours: tuple[str, ...], foes: tuple[str, ...]
) -> None:
    """Pick the one, pick the other, roll; the roles switch where they must (OCS 14.3c, e)."""
    world = draft.world
    side, attackers, defenders = fight.attacker, offensive(world, ours), foes
    if not attackers:
        side, attackers, defenders = other(fight.attacker), offensive(world, foes), ours
    if not fight.picked:
        _pick(draft, side, attackers, fight.hex, "")
    elif not fight.target:
        _pick(draft, other(side), defenders, fight.hex, fight.picked)
    else:
        draft.update(dogfight=evolve(fight, picked="", target=""))
        resolve(draft, fight.picked, fight.target, fight.hex)


def _pick(
    draft: Draft, side: str, ids: tuple[str, ...], hex_: int, against: str
) -> None:
    """Ask whom the side picks; one aircraft alone is picked at once."""
    if len(ids) > 1:
        draft.ask(Dogfight(side, ids, hex_, against))
    else:
        _set_pick(draft, ids[0], against)


def _set_pick(draft: Draft, id_: str, against: str) -> None:
    fight = draft.state.dogfight
    assert fight is not None
    changed = evolve(fight, target=id_) if against else evolve(fight, picked=id_)
    draft.update(dogfight=changed)


def resolve(draft: Draft, attacker: str, defender: str, hex_: int) -> None:
    """Two dice and the difference of the ratings; one loss die for all that abort (14.3e, U40)."""
    world = draft.world
    table = world.charts.tables["air_combat"]
    drm = world.aircraft[attacker].combat - world.aircraft[defender].combat
    roll = draft.roll(6) + draft.roll(6)
    die = draft.roll(6)
    total = roll + drm
    losers = []
    if total < table["defender_aborts_min"]:
        losers.append(attacker)
    if total > table["attacker_aborts_max"]:
        losers.append(defender)
    names = " and ".join(world.name(i) for i in losers)
    draft.log("air", f"{world.name(attacker)} against {world.name(defender)}: roll {roll} "
              f"{drm:+d}: {names} abort{'s' * (len(losers) == 1)}, loss die {die}",
              hex=world.board.id(hex_), rule="OCS 14.3e", roll=roll,
              side=world.aircraft[attacker].side)
    for id_ in losers:
        air.abort(draft, id_)
        if die >= table["loss_min"]:
            air.lose_step(draft, id_, "OCS 14.3e", roll=die)


# ---------------------------------------------------------------- the commands


def check_pick(world: World, state: OcsState, command: Pick) -> Refusal | None:
    """An aircraft that may be picked (OCS 14.3e)."""
    decision = state.asks[-1]
    assert isinstance(decision, Dogfight)
    if world.air_id(command.air) not in decision.aircraft:
        return Refusal("OCS 14.3e", f"{command.air} cannot be picked")
    return None


def do_pick(draft: Draft, command: Pick) -> None:
    """Send it into the round."""
    decision = draft.answered()
    assert isinstance(decision, Dogfight)
    _set_pick(draft, draft.world.air_id(command.air), decision.against)


def offer_picks(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The best rating first."""
    decision = state.asks[-1]
    assert isinstance(decision, Dogfight)
    for id_ in sorted(decision.aircraft, key=lambda i: (-world.aircraft[i].combat, i)):
        if actor in ("", world.name(id_)):
            yield Pick(world.name(id_))


def check_abort(world: World, state: OcsState, command: Abort) -> Refusal | None:
    """Some of those present; before a combat one must stay (OCS 14.2b, 14.3d)."""
    decision = state.asks[-1]
    assert isinstance(decision, MayAbort)
    ids = [world.air_id(name) for name in command.air]
    if len(set(ids)) != len(ids) or not set(ids) <= set(decision.aircraft):
        return Refusal("OCS 14.3d", "name aircraft that are there")
    if len(decision.aircraft) - len(ids) < decision.keep:
        return Refusal("OCS 14.3d", "one aircraft must stay and fight")
    return None


def do_abort(draft: Draft, command: Abort) -> None:
    """They break off (OCS 14.3d)."""
    decision = draft.answered()
    for name in command.air:
        air.abort(draft, draft.world.air_id(name))
    draft.log("air", f"{', '.join(command.air)} abort{'s' * (len(command.air) == 1)}",
              rule="OCS 14.3d", side=decision.side)


def stay(draft: Draft, command: Pass) -> None:
    """Nobody aborts."""
    draft.answered()


def offer_aborts(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Nobody, or single aircraft."""
    decision = state.asks[-1]
    assert isinstance(decision, MayAbort)
    for id_ in decision.aircraft:
        if actor in ("", world.name(id_)):
            yield Abort((world.name(id_),))
    yield Pass()


HANDLERS = {
    Pick: Handler(check_pick, do_pick, decisions=(Dogfight,)),
    Abort: Handler(check_abort, do_abort, decisions=(MayAbort,)),
}
PASSES = {MayAbort: Handler(lambda world, state, command: None, stay, decisions=(MayAbort,))}
OFFERS = {Dogfight: offer_picks, MayAbort: offer_aborts}
