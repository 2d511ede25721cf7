"""Air units (BSR 17.1, 17.2): their boxes, their range, and how they are sent on a mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.efs.control import friendly
from engine.efs.pieces import (
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    READY,
    AirUnit,
)
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

MISSION, FIRING = "mission", "firing"
"""The two roles of an air unit on a mission (BSR 17.31b)."""
FIGHTER_GROUP, MISSION_GROUP = "fighter group", "mission group"
GROUPS = (FIGHTER_GROUP, MISSION_GROUP)
"""What a player names instead of air units where he allocates blind (note after BSR 17.33)."""
OPEN, SEEN, BLIND = "open", "seen", "blind"
BOX_NAMES = {
    READY: "Ready Box", FLOWN: "Flown Box", DAMAGED: "Damaged Box", DESTROYED: "Destroyed Box",
}
BASES = frozenset({"town", "city", "major_city"})


# ---------------------------------------------------------------- what there is


def side_of(world: World, id_: str) -> str:
    """The side of an air unit."""
    return world.aircraft[id_].side


def in_play(world: World, id_: str) -> bool:
    """False for a Dummy where players agreed to play without them (note after BSR 17.33)."""
    return not world.aircraft[id_].dummy or world.options.dummies != OPEN


def out(state: EfsState, hex_: int) -> tuple[AirUnit, ...]:
    """Every air unit on a mission in this hex, in the order of the set-up."""
    return tuple(unit for unit in state.air.values() if unit.hex == hex_)


def there(world: World, state: EfsState, hex_: int, side: str, role: str = "") -> tuple[str, ...]:
    """A side's air units in a mission hex; of one role only where a role is given."""
    return tuple(
        unit.id for unit in out(state, hex_)
        if side_of(world, unit.id) == side and role in ("", unit.role)
    )


def known_to(world: World, state: EfsState, id_: str, side: str) -> bool:
    """Whether a player sees which air unit this is while it is out (BSR 17.25, 17.31a).

    Face down the enemy does not know it; its owner does, unless he allocates blind.
    """
    unit = state.air[id_]
    if unit.hex == NOWHERE or unit.revealed:
        return True
    return world.options.dummies != BLIND and side == side_of(world, id_)


def concealed(world: World, state: EfsState, id_: str, side: str) -> bool:
    """Whether a player cannot tell this air unit from others (BSR 17.25, note after 17.33).

    Face down on its mission, or, where he allocates blind, left in the Ready Box while one
    of its group is out face down: to see it would tell which one went.
    """
    unit = state.air[id_]
    if not known_to(world, state, id_, side):
        return True
    if world.options.dummies != BLIND or unit.box != READY or unit.hex != NOWHERE or unit.used:
        return False
    mine = (side_of(world, id_), group_of(world, state, id_))
    return any(
        other.hex != NOWHERE and not other.revealed
        and (side_of(world, other.id), group_of(world, state, other.id)) == mine
        for other in state.air.values()
    )


def can_fly(world: World, state: EfsState, id_: str) -> Refusal | None:
    """Ready, and not yet flown this turn (BSR 17.13, 17.21a)."""
    unit = state.air[id_]
    name = world.name(id_)
    if not in_play(world, id_):
        return Refusal("BSR 17.33f.n1.1", "Dummies are left out of this game")
    if unit.box != READY:
        where = BOX_NAMES.get(unit.box, "box of reinforcements")
        return Refusal("BSR 17.13", f"{name} is in the {where}, not in the Ready Box")
    if unit.hex != NOWHERE:
        return Refusal("BSR 17.21a", f"{name} is already on a mission")
    if unit.used:
        return Refusal("BSR 17.21a", f"{name} has flown its mission of this turn")
    return None


def ready(world: World, state: EfsState, side: str) -> tuple[str, ...]:
    """A side's air units that can still be sent on a mission (BSR 17.13)."""
    return tuple(
        id_ for id_ in state.air
        if side_of(world, id_) == side and can_fly(world, state, id_) is None
    )


# ---------------------------------------------------------------- range (17.22)


def bases(world: World, state: EfsState, side: str) -> tuple[int, ...]:
    """Hexes from which a side's range is counted (BSR 17.22a, c).

    Its Supply Sources that the enemy does not hold, and towns, cities and major cities that
    it controls. Whether such a place is itself in General Supply is not asked: control
    stands for it.
    """
    key = ("air bases", side)
    found: tuple[int, ...] | None = state.memo.get(key)
    if found is None:
        listed = {world.board.at(number) for number in world.scenario.supply_sources.get(side, ())}
        found = tuple(
            i for i, cell in enumerate(world.board.hexes)
            if (i in listed and not friendly(world, state, i, other(side)))
            or (cell.terrain & BASES and friendly(world, state, i, side))
        )
        state.memo[key] = found
    return found


def out_of_range(world: World, state: EfsState, id_: str, hex_: int) -> Refusal | None:
    """Single-engine Axis and most Soviet air units reach 25 hexes (BSR 17.22)."""
    aircraft = world.aircraft[id_]
    if world.scenario.unlimited_air_range or not aircraft.range_limited:
        return None
    limit = world.charts.air_missions["limited_range_hexes"]
    near = bases(world, state, aircraft.side)
    if any(world.board.distance(base, hex_) <= limit for base in near):
        return None
    rule = "BSR 17.22a" if aircraft.side == AXIS else "BSR 17.22c"
    return Refusal(rule, f"{aircraft.name} reaches {limit} hexes from a friendly town or source")


# ---------------------------------------------------------------- the two groups of blind play


def group_of(world: World, state: EfsState, id_: str) -> str:
    """The group of an air unit in blind play: fighters, or the rest, and a Dummy with each.

    A side's first Dummy hides among the mission units and its second among the fighters;
    a third has no group (note after BSR 17.33).
    """
    aircraft = world.aircraft[id_]
    if not aircraft.dummy:
        return FIGHTER_GROUP if aircraft.kind == "F" else MISSION_GROUP
    dummies = [
        i for i in state.air if world.aircraft[i].dummy and side_of(world, i) == aircraft.side
    ]
    place = dummies.index(id_)
    return (MISSION_GROUP, FIGHTER_GROUP)[place] if place < len(GROUPS) else ""


def pool(world: World, state: EfsState, side: str, group: str, hex_: int) -> tuple[str, ...]:
    """The units of a group from which one would be drawn for a mission in this hex."""
    return tuple(
        id_ for id_ in ready(world, state, side)
        if group_of(world, state, id_) == group and out_of_range(world, state, id_, hex_) is None
    )


def named(world: World, names: Sequence[str]) -> tuple[str, ...]:
    """Ids of the air units named in a command; the groups of blind play stand for themselves."""
    if world.options.dummies != BLIND:
        return tuple(world.air_id(name) for name in names)
    return tuple(n.lower() if n.lower() in GROUPS else world.air_id(n) for n in names)


# ---------------------------------------------------------------- sending


def check_send(
    world: World, state: EfsState, side: str, hex_: int, picks: Sequence[str]
) -> Refusal | None:
    """Whether a side may send these on a mission in this hex (BSR 17.13, 17.21, 17.22)."""
    limit = world.charts.air_missions["units_per_side_per_mission"]
    already = len(there(world, state, hex_, side))
    if already + len(picks) > limit:
        return Refusal(
            "BSR 17.21b", f"at most {limit} air units a side, Dummies included, fly one mission"
        )
    if world.options.dummies == BLIND:
        return _check_groups(world, state, side, hex_, picks)
    if len(set(picks)) < len(picks):
        return Refusal("BSR 17.21a", "an air unit is named twice")
    for id_ in picks:
        if side_of(world, id_) != side:
            return Refusal("BSR 17.13", f"{world.name(id_)} is not a {side.capitalize()} air unit")
        wrong = can_fly(world, state, id_) or out_of_range(world, state, id_, hex_)
        if wrong is not None:
            return wrong
    return None


def _check_groups(
    world: World, state: EfsState, side: str, hex_: int, picks: Sequence[str]
) -> Refusal | None:
    for group in picks:
        if group not in GROUPS:
            return Refusal(
                "BSR 17.33f.n1.2", "allocate blind: name the fighter group or the mission group"
            )
        if picks.count(group) > len(pool(world, state, side, group, hex_)):
            return Refusal("BSR 17.13", f"the {group} has not so many Ready units in range")
    return None


def send(draft: Draft, side: str, hex_: int, picks: Sequence[str]) -> None:
    """Put air units straight on their mission hex, face down (BSR 17.21c, 17.25).

    In blind play the dice draw which units of a group go.
    """
    world = draft.world
    blind = world.options.dummies == BLIND
    for pick in picks:
        id_ = _draw(draft, side, pick, hex_) if blind else pick
        unit = evolve(
            draft.state.air[id_], hex=hex_, used=True, revealed=world.options.dummies == OPEN
        )
        put(draft, unit)
    if hex_ not in draft.state.missions:
        draft.update(missions=(*draft.state.missions, hex_))
    if world.options.dummies == OPEN:
        who = ", ".join(world.name(id_) for id_ in picks)
    else:
        who = f"{len(picks)} air unit{'s' * (len(picks) > 1)} face down"
    draft.log(
        "air", f"{side.capitalize()} sends {who} to {world.board.label(hex_)}",
        hex=world.board.id(hex_), rule="BSR 17.21c", side=side,
    )


def _draw(draft: Draft, side: str, group: str, hex_: int) -> str:
    choices = pool(draft.world, draft.state, side, group, hex_)
    return choices[draft.roll(len(choices)) - 1]


def picks_on_offer(world: World, state: EfsState, side: str) -> Iterator[tuple[str, str]]:
    """What a player may name, with the word that names it: air units, or groups in blind play."""
    if world.options.dummies == BLIND:
        for group in GROUPS:
            yield group, group
        return
    for id_ in ready(world, state, side):
        yield id_, world.name(id_)


# ---------------------------------------------------------------- coming home


def put(draft: Draft, *units: AirUnit) -> None:
    """Replace air units in the state."""
    draft.update(air={**draft.state.air, **{unit.id: unit for unit in units}})


def send_home(draft: Draft, id_: str, box: str = FLOWN) -> None:
    """Take an air unit off the map into a box of its status card (BSR 17.12, 17.26)."""
    unit = draft.state.air[id_]
    put(draft, evolve(unit, box=box, hex=NOWHERE, role="", revealed=False, engaged=""))


def report_home(draft: Draft, ids: Iterable[str], hex_: int, box: str, rule: str) -> None:
    """Send units home and say so in one line."""
    names = []
    for id_ in ids:
        send_home(draft, id_, box)
        names.append(draft.world.name(id_))
    if names:
        draft.log(
            "air", f"{', '.join(names)} to the {BOX_NAMES[box]}",
            hex=draft.world.board.id(hex_), rule=rule,
        )


def new_turn(draft: Draft) -> None:
    """Every air unit may fly one mission again (BSR 17.21a)."""
    put(draft, *(evolve(unit, used=False) for unit in draft.state.air.values() if unit.used))
