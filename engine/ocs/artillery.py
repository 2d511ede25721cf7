"""Artillery (OCS 10.1, 13.4): which guns may fire, how much of them, and who pays for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.core.values import frozen
from engine.ocs import barrage, dumps, supply
from engine.ocs.commands import Barrage
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import EXPLOIT, RESERVE, STRAT, Unit
from engine.ocs.sequence import (
    AIR_BARRAGE,
    ARTILLERY,
    EXPLOIT_BARRAGE,
    REACT_BARRAGE,
    acting,
    key,
)
from engine.ocs.sizes import barrage_points, round_half_up, steps_left
from engine.ocs.state import Bombardment, OcsState
from engine.ocs.world import Draft, World

FIRING_STEPS = frozenset({AIR_BARRAGE, ARTILLERY, REACT_BARRAGE, EXPLOIT_BARRAGE})
WHOLE = "all"
"""A gun that fires all that it has, where others beside it fire less."""
_SHARES = re.compile(r"([1-9])re")


# ---------------------------------------------------------------- who may fire (10.0e, 13.4a)


def gun_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    """Why an artillery unit may not fire at a hex now (OCS 10.0e, 10.1a, c, 13.4a, 21.9)."""
    unit, counter = state.units[id_], world.counters[id_]
    name = counter.name
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 10.0e", f"{name} is not yours to fire now")
    if barrage_points(world, unit) <= 0:
        return Refusal("OCS 13.4", f"{name} has no barrage strength on the side it shows")
    if unit.marker in (STRAT, RESERVE):
        return Refusal("OCS 13.4a", f"{name} does not fire in its mode")
    if counter.rail_only and not unit.front:
        return Refusal("TTW 1.6b", f"{name} fires only oriented to Combat Mode")
    if unit.barraged:
        return Refusal("OCS 10.0e", f"{name} has fired in this phase")
    far = world.board.distance(unit.hex, hex_)
    if not 1 <= far <= counter.range:
        return Refusal("OCS 10.1a", f"{name} reaches {counter.range} hexes, not {far}")
    problem = _turn_problem(world, state, unit, hex_)
    return problem or world.hooks.may_barrage(world, state, id_)


def _turn_problem(
    world: World, state: OcsState, unit: Unit, hex_: int
) -> Refusal | None:
    """Whether artillery may act in this segment (OCS 13.4a)."""
    step, name = key(state), world.name(unit.id)
    if step == ARTILLERY:
        return None
    if step == AIR_BARRAGE:
        return world.hooks.free_barrage(world, state, (unit.id,), hex_)
    if step == REACT_BARRAGE:
        reactive = world.options.reactive_artillery and not unit.marker  # 21.9
        if unit.released or reactive:
            return None
        return Refusal("OCS 13.4a", f"{name} is not a released Reserve")
    if step == EXPLOIT_BARRAGE:
        if unit.released or unit.marker == EXPLOIT:
            return None
        return Refusal("OCS 13.4a", f"{name} is neither in Exploitation nor released now")
    return Refusal("OCS 10.0e", "artillery does not fire in this segment")


# ---------------------------------------------------------------- how much (HR-7, TTW 1.6d)


@frozen
class Fire:
    """What one gun fires."""

    points: Fraction
    shares: int
    """Shares of a division that it uses up; 1 for any other unit."""


def shares_left(world: World, unit: Unit) -> int:
    """Shares of an artillery division that have not fired in this phase (TTW 1.6d)."""
    if not world.counters[unit.id].multi_step:
        return 1
    return max(0, steps_left(world, unit) - unit.fired)


def share(world: World, unit: Unit) -> Fraction:
    """Points of one share: an RE of a division, or the whole of another unit."""
    whole = barrage_points(world, unit)
    return whole / steps_left(world, unit) if world.counters[unit.id].multi_step else whole


def fire_of(world: World, unit: Unit, text: str) -> Fire | Refusal:
    """What is fired: all that is left, so many shares ("1re"), or so many points (HR-7)."""
    left = shares_left(world, unit)
    full = share(world, unit) * left
    if text in ("", WHOLE):
        return Fire(full, left)
    shares = _SHARES.fullmatch(text)
    if shares is not None:
        wanted = int(shares[1])
        if not world.counters[unit.id].multi_step or wanted > left:
            return Refusal("TTW 1.6d", f"{world.name(unit.id)} has not {wanted} RE to fire")
        return Fire(share(world, unit) * wanted, wanted)
    if not world.options.artillery_factors:
        return Refusal("OCS 10.0e", "a unit fires its whole strength (HR-7 is off)")
    if not text.isdigit() or not 1 <= int(text) <= full:
        return Refusal("OCS 10.0e", f"{world.name(unit.id)} fires from 1 to {float(full):g}")
    return Fire(Fraction(int(text)), left)


def fires_of(world: World, state: OcsState, command: Barrage) -> tuple[Fire, ...] | Refusal:
    """What each gun of a barrage fires; without factors all that it has."""
    ids = ids_of(world, command.units)
    if command.factors and len(command.factors) != len(ids):
        return Refusal("OCS 10.0e", "name what each unit fires")
    texts = command.factors or ("",) * len(ids)
    found = []
    for id_, text in zip(ids, texts, strict=True):
        fire = fire_of(world, state.units[id_], text)
        if isinstance(fire, Refusal):
            return fire
        found.append(fire)
    return tuple(found)


def points_of(fires: tuple[Fire, ...]) -> int:
    """Fractions are added up before the total is rounded (OCS 4.2)."""
    return round_half_up(sum((f.points for f in fires), Fraction(0)))


# ---------------------------------------------------------------- who pays (10.1b)


def payers(
    world: World, state: OcsState, ids: tuple[str, ...], tokens: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(HQ or hex name, dump hexes) that can pay for all the guns together (OCS 10.1b A, U22)."""
    side, own = world.counters[ids[0]].side, formation_of(world, ids)
    units = [state.units[i] for i in ids]
    for hq in supply.throwers(world, state, side):
        if all(supply.gives(world, state, hq, u) for u in units):
            hexes = supply.hq_dumps(world, state, hq)
            if sum(dumps.tokens_at(world, state, side, h, own) for h in hexes) >= tokens:
                yield world.name(hq.id), hexes
    for hex_ in dumps.places(world, state, side):
        direct = all(
            any(t.hex == hex_ and not t.hq for t in supply.taps(world, state, u)) for u in units
        )
        if direct and dumps.tokens_at(world, state, side, hex_, own) >= tokens:
            yield world.board.id(hex_), (hex_,)


def formation_of(world: World, ids: tuple[str, ...]) -> str:
    """The formation whose Organic Trucks may pay, if all the guns are of it (OCS 13.2g B)."""
    names = {world.counters[i].formation for i in ids}
    return names.pop() if len(names) == 1 else ""


def payer(
    world: World, state: OcsState, ids: tuple[str, ...], tokens: int, by: str
) -> tuple[int, ...] | Refusal:
    """Dump hexes that pay, through the HQ or from the hex named or the first that can."""
    wanted = by if by in world.board.index or not by else world.name(world.unit_id(by))
    for name, hexes in payers(world, state, ids, tokens):
        if wanted in ("", name):
            return hexes
    return Refusal("OCS 10.1b", f"no single HQ or dump can give {tokens}T to all these guns")


# ---------------------------------------------------------------- the command


def check_barrage(world: World, state: OcsState, command: Barrage) -> Refusal | None:
    """The guns may fire at the target, and somebody pays for it (OCS 10.0, 10.1)."""
    hex_ = world.board.at(command.hex)
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        raise BadCommand("barrage: a unit is named twice")
    if command.target == barrage.TRAIN:
        return Refusal("OCS 10.0c", "Trainbusting is an air mission")
    problem = barrage.target_problem(world, state, acting(state), hex_, command.target)
    for id_ in ids:
        problem = problem or gun_problem(world, state, id_, hex_)
    if problem is not None:
        return problem
    fires = fires_of(world, state, command)
    if isinstance(fires, Refusal):
        return fires
    points = points_of(fires)
    if points < 1:
        return Refusal("OCS 10.0", "a barrage needs at least one point")
    cost = price(world, state, command.target, points)
    if not cost:
        return world.hooks.free_barrage(world, state, ids, hex_)
    found = payer(world, state, ids, cost, command.by)
    return found if isinstance(found, Refusal) else None


def price(world: World, state: OcsState, target: str, points: int) -> int:
    """Tokens for a barrage: that of its first column (OCS 10.1b), or none where a game has it
    free, in the Air Barrage Segment (TTW 3.4a)."""
    if key(state) == AIR_BARRAGE:
        return 0
    return barrage.initial_column(world, target, points)[1]


def do_barrage(draft: Draft, command: Barrage) -> None:
    """Pay the cost of the first column and fire (OCS 10.0, 10.1b)."""
    world, side = draft.world, acting(draft.state)
    hex_ = world.board.at(command.hex)
    ids = ids_of(world, command.units)
    fires = fires_of(world, draft.state, command)
    assert not isinstance(fires, Refusal)
    points = points_of(fires)
    cost = price(world, draft.state, command.target, points)
    if cost:
        hexes = payer(world, draft.state, ids, cost, command.by)
        assert not isinstance(hexes, Refusal)
        dumps.take_from(draft, side, hexes, cost, formation_of(world, ids))
    else:
        world.hooks.barrage_fired(draft, ids, hex_)
    put(draft, *(
        _after(world, draft.state.units[i], fire) for i, fire in zip(ids, fires, strict=True)
    ))
    draft.update(
        barraged=draft.state.barraged | {hex_},
        bombardment=Bombardment(hex_, command.target or barrage.UNITS, ids, (), points),
    )
    names = ", ".join(world.name(i) for i in ids)
    draft.log("barrage", f"{names} fire {points} points at {world.board.label(hex_)}, {cost}T",
              hex=command.hex, rule="OCS 10.1", side=side)


def _after(world: World, unit: Unit, fire: Fire) -> Unit:
    """A unit barrages once in a phase, a division once with each share (OCS 10.0e B, TTW 1.6d)."""
    return evolve(
        unit, fired=unit.fired + fire.shares, barraged=fire.shares >= shares_left(world, unit)
    )


# ---------------------------------------------------------------- cheaper fire (HR-7)


def economies(
    world: World, state: OcsState, ids: tuple[str, ...], target: str
) -> tuple[tuple[str, ...], ...]:
    """What each gun fires for every price below the full one: all that it buys (HR-7).

    The dearest comes first; the guns named first fire most.
    """
    if not world.options.artillery_factors or key(state) == AIR_BARRAGE:
        return ()
    full = [share(world, state.units[i]) * shares_left(world, state.units[i]) for i in ids]
    points = round_half_up(sum(full, Fraction(0)))
    if points < 1:
        return ()
    whole = [int(value) for value in full]
    return tuple(
        _parts(most, whole) for most in barrage.bargains(world, target, points)
        if len(ids) <= most and all(whole)
    )


def _parts(points: int, whole: list[int]) -> tuple[str, ...]:
    """So many points among guns that fire these at most, and at least one each."""
    found = []
    for i, most in enumerate(whole):
        others = len(whole) - i - 1
        found.append(min(most, points - others))
        points -= found[-1]
    return tuple(map(str, found))


# ---------------------------------------------------------------- enumeration


def targets(
    world: World, state: OcsState, target: str = barrage.UNITS
) -> dict[int, list[str]]:
    """Hexes with such a target, not yet barraged, to the guns that may fire at them now."""
    side = acting(state)
    found: dict[int, list[str]] = {}
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if not counter.artillery or counter.side != side or not unit.on_map:
            continue
        for hex_ in world.board.within(unit.hex, counter.range):
            if (
                barrage.target_problem(world, state, side, hex_, target) is None
                and gun_problem(world, state, unit.id, hex_) is None
            ):
                found.setdefault(hex_, []).append(unit.id)
    return found


def offer_barrages(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Each gun alone and all that reach a target together, at full strength and for less."""
    if key(state) not in FIRING_STEPS:
        return
    for target in (barrage.UNITS, barrage.BASE):
        word = "" if target == barrage.UNITS else target
        for hex_, ids in sorted(targets(world, state, target).items()):
            for group in _groups(ids):
                names = tuple(world.name(i) for i in group)
                if actor not in ("", *names):
                    continue
                for factors in _amounts(world, state, group, target):
                    command = Barrage(world.board.id(hex_), names, word, factors)
                    if check_barrage(world, state, command) is None:
                        yield command


def _groups(ids: list[str]) -> Iterator[tuple[str, ...]]:
    """Each alone, then all of them."""
    yield from ((i,) for i in ids)
    if len(ids) > 1:
        yield tuple(ids)


def _amounts(
    world: World, state: OcsState, ids: tuple[str, ...], target: str
) -> Iterator[tuple[str, ...]]:
    """All that the guns have, shares of a division, then less for a lower price."""
    yield ()
    if len(ids) == 1:
        for shares in range(1, shares_left(world, state.units[ids[0]])):
            yield (f"{shares}re",)
    yield from economies(world, state, ids, target)


HANDLERS = {Barrage: Handler(check_barrage, do_barrage, steps=FIRING_STEPS)}
