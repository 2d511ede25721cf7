"""Pontoon units: track bridges, Ferries and the repair of Volga-Class Bridges (TTW 1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.errors import Refusal
from engine.ocs.charts import PROHIBITED
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.pieces import Unit
from engine.ocs.sequence import MOVEMENT, acting, key, other
from engine.ocs.sizes import attack_capable, combat_units, engineer_capable, holder
from engine.ocs.state import OcsState
from engine.ocs.terrain import hex_cost, road_cost
from engine.ocs.world import Draft, World
from engine.third_winter import dnepr
from engine.third_winter.abilities import Ability, one_unit
from engine.third_winter.state import BLOWN, REPAIRED, Edge, change, edge, own

PONTOON = "pontoon"
TURNS = 4
"""Turns of work that a repair takes (TTW 1.5b)."""
RIVERS = frozenset({"river", "minor_river", "major_river"})


def is_pontoon(world: World, id_: str) -> bool:
    """Whether a unit is a Pontoon unit."""
    return world.counters[id_].type == PONTOON


def works(world: World, unit: Unit) -> bool:
    """Oriented to Combat Mode, DG or not (TTW 1.5)."""
    return unit.on_map and is_pontoon(world, unit.id) and engineer_capable(world, unit)


# ---------------------------------------------------------------- track bridges (1.5)


def bridged(world: World, state: OcsState, side: str, a: int, b: int) -> bool:
    """Whether a Pontoon unit of the side bridges the river between two hexes (TTW 1.5).

    Its track joins whatever road, track or railroad either hex has (OCS 6.2a).
    """
    if not world.board.side(a, b) & RIVERS:
        return False
    found = bridgeheads(world, state).get(side, frozenset())
    return a in found or b in found


def bridgeheads(world: World, state: OcsState) -> dict[str, frozenset[int]]:
    """Side to the hexes of its Pontoon units that bridge rivers; worked out once."""
    found: dict[str, frozenset[int]] | None = state.memo.get("ttw bridgeheads")
    if found is None:
        hexes: dict[str, set[int]] = {}
        for unit in state.units.values():
            if is_pontoon(world, unit.id) and works(world, unit):
                hexes.setdefault(world.counters[unit.id].side, set()).add(unit.hex)
        found = {side: frozenset(where) for side, where in hexes.items()}
        state.memo["ttw bridgeheads"] = found
    return found


def price(
    world: World, state: OcsState, side: str, mobility: str, a: int, b: int
) -> int | None:
    """As if a track crossed; a printed road stays as cheap as it is (TTW 1.5)."""
    if not bridged(world, state, side, a, b):
        return None
    track = world.charts.lines["pontoon_track_bridge"][state.ground][mobility]
    printed = road_cost(world, mobility, state.ground, world.board.side(a, b))
    return track if printed is None else min(track, printed)


def leaves_by_track(world: World, mobility: str, ground: str, hex_: int) -> bool:
    """Whether a mobility type could not stand in a hex but for a road, track or rail (OCS 6.1d)."""
    return hex_cost(world, mobility, ground, hex_) == PROHIBITED


# ---------------------------------------------------------------- staying a whole phase


def stay_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A Pontoon unit in Combat Mode that spends the whole Movement Phase by the Dnepr (1.5)."""
    id_ = one_unit(world, command)
    unit, name = state.units[id_], world.name(id_)
    if not is_pontoon(world, id_) or world.counters[id_].side != acting(state):
        return Refusal("TTW 1.5", f"{name} is no Pontoon unit of yours")
    if not works(world, unit):
        return Refusal("TTW 1.5", f"{name} is not oriented to Combat Mode")
    if unit.spent or unit.began != unit.hex or (unit.moved and not unit.finished):
        return Refusal("TTW 1.5", f"{name} has not spent the whole Movement Phase here")
    if not dnepr.volga_sides(world, unit.hex):
        return Refusal("TTW 1.5", f"{name} is not next to a Volga-Class River")
    return None


def stay(draft: Draft, id_: str) -> None:
    """The unit moves no more in this phase."""
    put(draft, evolve(draft.state.units[id_], moved=True, finished=True))


# ---------------------------------------------------------------- Ferries (1.5 A, B, 1.5a)


def ferry_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Deploying a Ferry (TTW 1.5 A)."""
    problem = stay_problem(world, state, command)
    if problem is not None:
        return problem
    hex_ = state.units[one_unit(world, command)].hex
    game = own(state)
    if game.ice:
        return Refusal("TTW 1.5a", "there are no Ferries while the Dnepr is Ice")
    if hex_ in game.ferries or hex_ in game.closing_ferries:
        return Refusal("TTW 1.5a", f"{world.board.id(hex_)} has, or had, a Ferry in this phase")
    return None


def deploy(draft: Draft, command: Act) -> None:
    """Put a Ferry in the hex; it serves at once (TTW 1.5 A)."""
    id_ = one_unit(draft.world, command)
    hex_ = draft.state.units[id_].hex
    stay(draft, id_)
    change(draft, ferries={**own(draft.state).ferries, hex_: id_})
    _tell(draft, f"{draft.world.name(id_)} deploys a Ferry", hex_, "TTW 1.5a")


def unferry_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Removing a Ferry in whose phase nobody has crossed by it (TTW 1.5 B)."""
    problem = stay_problem(world, state, command)
    if problem is not None:
        return problem
    id_ = one_unit(world, command)
    hex_ = state.units[id_].hex
    game = own(state)
    if game.ferries.get(hex_) != id_:
        return Refusal("TTW 1.5a", f"{world.name(id_)} has no Ferry")
    if any(
        game.crossed.get(edge(hex_, n)) and dnepr.crossing(
            world, state, acting(state), hex_, n) == dnepr.FERRY
        for n in dnepr.volga_sides(world, hex_)
    ):
        return Refusal("TTW 1.5", "units have crossed by this Ferry in this phase")
    return None


def remove(draft: Draft, command: Act) -> None:
    """Take the Ferry up; nobody crosses by it in this phase (TTW 1.5 B)."""
    id_ = one_unit(draft.world, command)
    hex_ = draft.state.units[id_].hex
    stay(draft, id_)
    game = own(draft.state)
    change(draft, ferries={h: u for h, u in game.ferries.items() if h != hex_},
           closing_ferries=game.closing_ferries | {hex_})
    _tell(draft, f"{draft.world.name(id_)} takes its Ferry up", hex_, "TTW 1.5")


def may_move(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """A Pontoon unit does not move while its Ferry lies there (TTW 1.5a)."""
    if unit.id in own(state).ferries.values():
        return Refusal("TTW 1.5a", f"{world.name(unit.id)} has a Ferry: remove it first")
    return None


def drop(draft: Draft, id_: str) -> None:
    """A Ferry goes with its Pontoon unit destroyed or driven off (TTW 1.5a)."""
    ferries = own(draft.state).ferries
    if id_ in ferries.values():
        hex_ = next(h for h, u in ferries.items() if u == id_)
        change(draft, ferries={h: u for h, u in ferries.items() if u != id_})
        _tell(draft, "a Ferry is removed", hex_, "TTW 1.5a")


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """See `drop`."""
    drop(draft, id_)


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """See `drop`: only a retreat moves a Pontoon unit that has a Ferry."""
    for id_ in ids:
        drop(draft, id_)


# ---------------------------------------------------------------- bridge repair (1.5b)


def repair_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Work on one adjacent blown bridge, with no enemy next to the unit (TTW 1.5b)."""
    problem = stay_problem(world, state, command)
    if problem is not None:
        return problem
    id_ = one_unit(world, command)
    hex_, far = state.units[id_].hex, world.board.at(command.hex)
    foe = other(acting(state))
    game = own(state)
    if dnepr.is_rail_ferry(world, hex_, far):
        return Refusal("TTW 1.5b", "the Rail Ferry does not become a bridge")
    if not world.board.adjacent(hex_, far) or game.bridges.get(edge(hex_, far)) != BLOWN:
        return Refusal("TTW 1.5b", f"no blown bridge leads to {command.hex}")
    if any(holder(world, state, n) == foe for n in world.board.neighbors(hex_)):
        return Refusal("TTW 1.5b", "an enemy combat unit is next to the Pontoon unit")
    if id_ in game.repairing:
        return Refusal("TTW 1.5b", f"{world.name(id_)} works on a bridge already")
    return None


def repair(draft: Draft, command: Act) -> None:
    """A turn of work; a second unit adds nothing to it (TTW 1.5b)."""
    world = draft.world
    id_ = one_unit(world, command)
    hex_, far = draft.state.units[id_].hex, world.board.at(command.hex)
    bridge = edge(hex_, far)
    game = own(draft.state)
    stay(draft, id_)
    done = game.repairs.get(bridge, 0) + (bridge not in game.repaired_now)
    change(
        draft, repairs={**game.repairs, bridge: done},
        repairers={**game.repairers, bridge: acting(draft.state)},
        repairing={**game.repairing, id_: bridge},
        repaired_now=game.repaired_now | {bridge},
    )
    _tell(draft, f"{world.name(id_)} repairs the bridge to {command.hex}: {done} of {TURNS} turns",
          hex_, "TTW 1.5b")


def step_begins(draft: Draft) -> None:
    """A repair of four turns is complete as the fifth Movement Phase starts (TTW 1.5b).

    One with an Attack-Capable enemy at its end is undone before, if he only now became so.
    """
    for hex_ in {h for bridge in own(draft.state).repairs for h in bridge}:
        hex_entered(draft, (), hex_)
    if key(draft.state) != MOVEMENT:
        return
    game = own(draft.state)
    ready = [
        b for b, turns in game.repairs.items()
        if turns >= TURNS and game.repairers.get(b) == acting(draft.state)
    ]
    if not ready:
        return
    change(
        draft, bridges={**game.bridges, **dict.fromkeys(ready, REPAIRED)},
        repairs={b: t for b, t in game.repairs.items() if b not in ready},
    )
    for a, b in ready:
        _tell(draft, f"the bridge to {draft.world.board.id(b)} is repaired", a, "TTW 1.5b")


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """An enemy Attack-Capable unit in an end hex undoes an unfinished repair (TTW 1.5b)."""
    world, game = draft.world, own(draft.state)
    strong = [u for u in combat_units(world, draft.state, hex_) if attack_capable(world, u)]
    lost = [b for b in game.repairs if hex_ in b and _undone(world, strong, game.repairers.get(b))]
    if lost:
        change(draft, repairs={b: t for b, t in game.repairs.items() if b not in lost})
        _tell(draft, "the repair of the bridge is undone", hex_, "TTW 1.5b")


def _undone(world: World, strong: list[Unit], repairer: str | None) -> bool:
    return any(repairer == other(world.counters[u.id].side) for u in strong)


def _tell(draft: Draft, text: str, hex_: int, rule: str) -> None:
    draft.log("note", text, hex=draft.world.board.id(hex_), rule=rule)


# ---------------------------------------------------------------- what is offered


def _workers(world: World, state: OcsState) -> Iterator[Unit]:
    for unit in state.units.values():
        if works(world, unit) and world.counters[unit.id].side == acting(state):
            yield unit


def offer_ferries(world: World, state: OcsState) -> Iterator[Act]:
    """A Ferry for each Pontoon unit by the Dnepr."""
    for unit in _workers(world, state):
        yield Act("ferry", world.board.id(unit.hex), (world.name(unit.id),))


def offer_removals(world: World, state: OcsState) -> Iterator[Act]:
    """Each Ferry."""
    for hex_, id_ in own(state).ferries.items():
        yield Act("unferry", world.board.id(hex_), (world.name(id_),))


def offer_repairs(world: World, state: OcsState) -> Iterator[Act]:
    """Each Pontoon unit at each blown bridge."""
    for unit in _workers(world, state):
        for far in dnepr.volga_sides(world, unit.hex):
            yield Act("repair", world.board.id(far), (world.name(unit.id),))


def progress(state: OcsState, bridge: Edge) -> int:
    """Turns of work done on a bridge."""
    return own(state).repairs.get(bridge, 0)


_STEPS = frozenset({MOVEMENT})
ACTS = {
    "ferry": Ability(ferry_problem, deploy, _STEPS, "", "TTW 1.5a", offer_ferries),
    "unferry": Ability(unferry_problem, remove, _STEPS, "", "TTW 1.5a", offer_removals),
    "repair": Ability(repair_problem, repair, _STEPS, "", "TTW 1.5b", offer_repairs),
}
