"""Front boundaries: which Front has a hex, who is Assigned where, what does not cross (3.3b)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.core.memo import kept
from engine.core.values import frozen
from engine.ocs import supply
from engine.ocs.commands import Act
from engine.ocs.pieces import ORGANIC, SOVIET, SP, Unit
from engine.ocs.sequence import REINFORCE, acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.command_radius import radius
from engine.third_winter.fronts import front_of, in_play, named, put
from engine.third_winter.names import name
from engine.third_winter.state import Line, own

ARMIES = 4
"""Army HQs that each Front needs inside its boundary (TTW 3.3b C)."""
GUNS = frozenset({"artillery", "rocket"})
NEEDS = ("a tank corps", "a mechanized or cavalry corps", "an artillery or Katy division")


# ---------------------------------------------------------------- which Front has a hex (3.3b A)


def zone(world: World, state: OcsState, hex_: int) -> str:
    """The Front inside whose boundary a hex lies; no hex is ambiguous (TTW 3.3b A)."""
    return _zones(world, state).fronts[hex_]


@frozen(eq=False)
class _Zones:
    """The whole board by Fronts."""

    fronts: tuple[str, ...]
    """For each hex the Front inside whose boundary it lies."""
    borders: frozenset[tuple[int, int]]
    """Adjacent hexes inside different boundaries, both ways."""


def _zones(world: World, state: OcsState) -> _Zones:
    """Where every hex lies; kept until a line is drawn or, before any is, a Front HQ moves."""
    found: _Zones | None = state.memo.get("front zones")
    if found is None:
        game = own(state)
        reason = (game.boundaries, game.zones, [(n, f.hex) for n, f in in_play(state).items()])
        found = state.memo["front zones"] = kept(
            world.memo, "front zones", reason, lambda: _worked_out(world, state)
        )
    return found


def _worked_out(world: World, state: OcsState) -> _Zones:
    fixed = own(state).zones
    of = _drawn if own(state).boundaries else _nearest
    fronts = tuple(
        fixed[h] if h in fixed else of(world, state, h) for h in range(len(world.board))
    )
    return _Zones(fronts, frozenset(
        (a, b) for a, b in world.board.faces if fronts[a] != fronts[b]
    ))


def _nearest(world: World, state: OcsState, hex_: int) -> str:
    """Before any line is drawn, the Front with the nearest HQ, the first of equals."""
    on_map = {n: f for n, f in in_play(state).items() if f.hex != NOWHERE}
    return min(on_map, key=lambda n: world.board.distance(on_map[n].hex, hex_), default="")


def _drawn(world: World, state: OcsState, hex_: int) -> str:
    """The first line that has the hex to its left decides; beyond the last, the Front there.

    A line is prolonged beyond its ten hexes each way, so that every hex belongs to somebody.
    """
    last = ""
    for left, right, start, toward, _ in own(state).boundaries:
        if side_of(world, start, toward, hex_) >= 0:
            return left
        last = right
    return last


def in_order(order: Iterable[str], lines: Iterable[Line]) -> tuple[Line, ...]:
    """Boundary lines in the order of the Fronts that they part (TTW 3.3b A)."""
    place = {front: n for n, front in enumerate(order)}
    return tuple(sorted(lines, key=lambda b: min(place.get(f, len(place)) for f in b[:2])))


def side_of(world: World, start: int, toward: int, hex_: int) -> int:
    """Above zero to the left of a line, 0 on it: hexes of the line are the left Front's."""
    (ax, ay), (bx, by), (x, y) = (world.board.xy[h] for h in (start, toward, hex_))
    return (bx - ax) * (ay - y) - (ay - by) * (x - ax)


# ---------------------------------------------------------------- assignment (3.3b B)


def army_hqs(world: World, state: OcsState) -> tuple[str, ...]:
    """Soviet Army HQs on the map (TTW 3.3b B)."""
    found: tuple[str, ...] | None = state.memo.get("army hqs")
    if found is None:
        found = state.memo["army hqs"] = tuple(
            u.id for u in state.units.values()
            if u.on_map and world.counters[u.id].hq and world.counters[u.id].side == SOVIET
        )
    return found


def unassigned(world: World, state: OcsState) -> tuple[str, ...]:
    """Army HQs on the map without a Front."""
    if not in_play(state):
        return ()
    return tuple(i for i in army_hqs(world, state) if not front_of(state, i))


def check_assign(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Any Army HQs on the map go to another Front; their place does not matter (3.3b B).

    An exchange leaves a Front short for a moment: its minimum is looked at as the phase ends.
    """
    named(world, state, command.word)
    ids = tuple(world.unit_id(n) for n in command.units)
    on_map = army_hqs(world, state)
    if not ids or not set(ids) <= set(on_map):
        return Refusal("TTW 3.3b.B", "name Soviet Army HQs on the map")
    if all(front_of(state, i) == command.word for i in ids):
        return Refusal("TTW 3.3b.B", f"they are Assigned to {name(command.word)} already")
    return None


def do_assign(draft: Draft, command: Act) -> None:
    """Assign them, until the next Reinforcement Phase (TTW 3.3b B)."""
    ids = tuple(draft.world.unit_id(n) for n in command.units)
    for front, now in in_play(draft.state).items():
        kept = tuple(i for i in now.armies if i not in ids)
        put(draft, front, armies=kept + (ids if front == command.word else ()))
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("note", f"{names} Assigned to {name(command.word)}", rule="TTW 3.3b.B", side=SOVIET)


def offer_assignments(world: World, state: OcsState) -> Iterator[Act]:
    """Each Army HQ to each other Front."""
    for id_ in army_hqs(world, state):
        for front in in_play(state):
            hex_ = world.board.id(state.units[id_].hex)
            yield Act("assign", hex_, (world.name(id_),), front)


def may_close(world: World, state: OcsState) -> Refusal | None:
    """The Reinforcement Phase does not end before all Army HQs are Assigned (TTW 3.3b B).

    Nor while a Front lacks Army HQs inside its boundary and another can spare one that is there.
    """
    left = unassigned(world, state)
    if left:
        return Refusal("TTW 3.3b.B", f"{world.name(left[0])} is Assigned to no Front")
    if acting(state) != SOVIET:
        return None
    for front in in_play(state):
        spare = _spare(world, state, front)
        if spare:
            return Refusal("TTW 3.3b.C", f"{name(front)} needs {ARMIES} Army HQs in its boundary: "
                           f"assign {world.name(spare)}")
    return None


def inside(world: World, state: OcsState, front: str) -> tuple[str, ...]:
    """Army HQs that are Assigned to a Front and within its boundary (TTW 3.3b C)."""
    return tuple(
        i for i in in_play(state)[front].armies
        if i in state.units and state.units[i].on_map
        and zone(world, state, state.units[i].hex) == front
    )


def _spare(world: World, state: OcsState, front: str) -> str:
    """An HQ within the boundary of a Front short of them that its own Front does not need.

    Where there are not enough for all Fronts nobody is held to the minimum.
    """
    hqs = army_hqs(world, state)
    enough = len(hqs) >= ARMIES * len(in_play(state))
    if not enough or len(inside(world, state, front)) >= ARMIES:
        return ""
    for id_ in hqs:
        other = front_of(state, id_)
        if other == front or zone(world, state, state.units[id_].hex) != front:
            continue
        if not other or id_ not in inside(world, state, other):
            return id_
    return ""


# ---------------------------------------------------------------- the minimums (3.3b C, D)


def shortages(
    world: World, state: OcsState, front: str, moved: Mapping[str, int] | None = None
) -> tuple[str, ...]:
    """What a Front lacks of its minimum forces, in words (TTW 3.3b C).

    `moved` says where some units will stand.
    """
    memo_key = ("front shortages", front, tuple(sorted((moved or {}).items())))
    found: tuple[str, ...] | None = state.memo.get(memo_key)
    if found is None:
        found = _shortages(world, state, front, moved or {})
        state.memo[memo_key] = found
    return found


def _shortages(
    world: World, state: OcsState, front: str, moved: Mapping[str, int]
) -> tuple[str, ...]:
    hqs = {
        i: moved.get(i, state.units[i].hex) for i in in_play(state)[front].armies
        if i in state.units and state.units[i].on_map
    }
    inside = sum(zone(world, state, hex_) == front for hex_ in hqs.values())
    lacks = () if inside >= ARMIES else (f"{ARMIES - inside} Army HQs",)
    area = radius(world, state, front)
    reach = [
        supply.thrown_to(world, state, state.units[i], hex_) for i, hex_ in hqs.items()
        if hex_ in area and supply.may_throw(world, state.units[i])
    ]
    kinds = {
        kind for id_, (kind, hex_) in _forces(world, state).items()
        if any(moved.get(id_, hex_) in hexes for hexes in reach)
    }
    wanted = (("tank",), ("mech", "cav"), ("guns",))
    return (*lacks, *(
        NEEDS[n] for n, some in enumerate(wanted) if not kinds.intersection(some)
    ))


def _forces(world: World, state: OcsState) -> dict[str, tuple[str, int]]:
    """Units on the map that the minimums ask for, with their kind and hex."""
    found: dict[str, tuple[str, int]] | None = state.memo.get("front forces")
    if found is None:
        found = {
            u.id: (kind, u.hex) for u in state.units.values()
            if u.on_map and (kind := corps_kind(world, u.id))
        }
        state.memo["front forces"] = found
    return found


def corps_kind(world: World, id_: str) -> str:
    """tank, mech or cav for a unit of such a corps, guns for an artillery division."""
    counter = world.counters[id_]
    if counter.side != SOVIET:
        return ""
    for word, kind in (("Tank Corps", "tank"), ("Mech Corps", "mech"), ("Cav Corps", "cav")):
        if counter.formation.endswith(word):
            return kind
    return "guns" if counter.type in GUNS and counter.multi_step else ""


def crossing_problem(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Units cross a boundary while the Front that they leave keeps its minimums (3.3b C, D).

    Only one that has them, and would no longer, holds its units back.
    """
    front = zone(world, state, a)
    if not front or zone(world, state, b) == front or front not in in_play(state):
        return None
    if not any(_needed(world, i) for i in ids):
        return None
    moved = {i: b for i in ids if _needed(world, i)}
    if shortages(world, state, front) or not shortages(world, state, front, moved):
        return None
    return Refusal("TTW 3.3b.C", f"{name(front)} would be short of its minimum forces")


def _needed(world: World, id_: str) -> bool:
    """Whether a unit is of a kind that the minimums ask for."""
    return world.counters[id_].hq or bool(corps_kind(world, id_))


# ---------------------------------------------------------------- supply (3.3b E)


def may_enter(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Neither supply of a Command Radius nor needed forces leave a boundary (TTW 3.3b C-E)."""
    if world.counters[ids[0]].side != SOVIET or not any(
        state.units[i].load or _needed(world, i) for i in ids
    ):
        return None
    return load_problem(world, state, ids, a, b) or crossing_problem(world, state, ids, a, b)


def guarded(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Collection[tuple[int, int]]:
    """The boundaries of the Fronts, for supply and for needed forces (TTW 3.3b C-E).

    Every step of loaded transport that has left the boundary in which it began.
    """
    if world.counters[ids[0]].side != SOVIET:
        return ()
    units = [state.units[i] for i in ids]
    if any(u.load and u.moved and zone(world, state, u.began) != zone(world, state, u.hex)
           for u in units):
        return world.board.faces
    held = any(u.load or _needed(world, u.id) for u in units)
    return _zones(world, state).borders if held else ()


def load_problem(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Loaded transport that is, or began, in a Command Radius stays in that boundary (3.3b E)."""
    for id_ in ids:
        unit = state.units[id_]
        if unit.load and not _exempt(world, state, unit, ids):
            for start in {a, unit.began if unit.moved else unit.hex}:
                problem = carry_problem(world, state, start, b)
                if problem is not None:
                    return problem
    return None


def may_carry(
    world: World, state: OcsState, side: str, start: int, end: int
) -> Refusal | None:
    """Supply of a Command Radius does not leave the boundary by rail (TTW 3.3b E)."""
    return carry_problem(world, state, start, end) if side == SOVIET else None


def carry_problem(world: World, state: OcsState, start: int, end: int) -> Refusal | None:
    """Why supply in one hex may not be carried to another (TTW 3.3b E)."""
    for front in in_play(state):
        inside = zone(world, state, start) == front and start in radius(world, state, front)
        if inside and zone(world, state, end) != front:
            return Refusal("TTW 3.3b.E", f"this supply stays with {name(front)}")
    return None


def _exempt(world: World, state: OcsState, unit: Unit, ids: tuple[str, ...]) -> bool:
    """An Organic Truck with up to an SP that travels with its formation (TTW 3.3b E)."""
    counter = world.counters[unit.id]
    return counter.type == ORGANIC and unit.load <= SP and any(
        i != unit.id and world.counters[i].formation == counter.formation for i in ids
    )


def closed(world: World, state: OcsState, hq: Unit, hex_: int) -> bool:
    """Whether an Assigned HQ's supply, not its trace, may not go to or from a hex (3.3b E)."""
    front = front_of(state, hq.id)
    return bool(front) and zone(world, state, hq.hex) != zone(world, state, hex_)


_STEP = frozenset({REINFORCE})
ACTS = {
    "assign": Ability(check_assign, do_assign, _STEP, SOVIET, "TTW 3.3b.B", offer_assignments),
}
