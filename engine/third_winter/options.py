"""The optional rules of the game (TTW 4.1-4.4); those of the series stand in Options (4.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import capture, dumps, replacements, supply, trace
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice
from engine.ocs.fuel import fueled, needs
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import (
    AXIS,
    COMBAT,
    JANSEN_FUEL,
    LEG,
    MAP,
    MP,
    ORGANIC,
    POOL,
    RE,
    SOVIET,
    SP,
    TRUCKS,
    AirUnit,
    Unit,
)
from engine.ocs.sequence import MOVEMENT, REINFORCE, acting, other
from engine.ocs.sizes import holder, re4
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import calendar, dnepr
from engine.third_winter.abilities import Ability
from engine.third_winter.fronts import in_play
from engine.third_winter.state import OFFENSIVE, change, own
from engine.third_winter.victory_points import award

# ---------------------------------------------------------------- 58th Panzer Corps (4.1)

CORPS_DATE = "1944-04-12"
CORPS_NAMES = frozenset({"58 Pz Corps HQ", "42 Jg Div", "He.177"})
CORPS_FORMATIONS = frozenset({"Panzer Lehr Div", "16 SS PG Div", "18 SS PG Div"})
CORPS_POINTS, CORPS_TOKENS, CORPS_VP = 2, 3 * SP, 2
BOMBER = "bomber-58"
LVOV, FROM_LVOV = "Lvov", 10
CORPS_LINE = "58th Panzer Corps"
"""Its line in the victory schedule (TTW 5.0a)."""


def in_corps(world: World, id_: str) -> bool:
    """Whether a unit or air unit belongs to the optional force (TTW 4.1)."""
    counter = world.counters.get(id_)
    formation = counter.formation if counter is not None else ""
    return world.name(id_) in CORPS_NAMES or formation in CORPS_FORMATIONS


def corps_hexes(world: World) -> tuple[int, ...]:
    """Lvov, and hexes of the west map edge within 10 of it (TTW 4.1)."""
    city = [h for h, cell in enumerate(world.board.hexes) if cell.place == LVOV]
    west = min((x for x, _ in world.board.xy), default=0)
    edge = [
        h for h in range(len(world.board))
        if world.board.xy[h][0] == west
        and any(world.board.distance(h, c) <= FROM_LVOV for c in city)
    ]
    return tuple(dict.fromkeys((*city, *edge)))


def _waits(state: OcsState, id_: str) -> bool:
    """In no box yet, or in the pool."""
    if id_ in state.air:
        return state.air[id_].box == POOL
    return id_ not in state.units or state.units[id_].box == POOL


def check_corps(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Any or all of its units, from 12 April 1944, at Lvov or nearby (TTW 4.1)."""
    if not world.options.panzer_corps_58:
        return Refusal("TTW 4.1", "the option is not in force")
    if not calendar.reached(world, state, CORPS_DATE):
        return Refusal("TTW 4.1", "it deploys on 12 April 1944 or later")
    if world.board.at(command.hex) not in corps_hexes(world):
        return Refusal("TTW 4.1", "it enters at Lvov, or near it on the west edge")
    if holder(world, state, world.board.at(command.hex)) == SOVIET:
        return Refusal("TTW 4.1", f"the enemy holds {command.hex}")
    for id_ in ids_of(world, command.units):
        if not in_corps(world, id_) or not _waits(state, id_):
            return Refusal("TTW 4.1", f"{world.name(id_)} does not come with it now")
    return None


def do_corps(draft: Draft, command: Act) -> None:
    """Place them, Organic Trucks full; trucks, supply and the He 177 with the first (TTW 4.1)."""
    world, hex_ = draft.world, draft.world.board.at(command.hex)
    for id_ in ids_of(world, command.units):
        counter = world.counters[id_]
        load = counter.points * SP if counter.type == ORGANIC else 0
        put(draft, Unit(id_, hex_, MAP, front=not counter.transport, began=hex_, load=load))
    if not own(draft.state).reinforced_58:
        change(draft, reinforced_58=True)
        _follow(draft, hex_)
    award(draft, CORPS_LINE, CORPS_VP, "the 58th Panzer Corps deploys")
    names = ", ".join(command.units) or "supply"
    draft.log("reinforcement", f"{names} of the 58th Panzer Corps in {command.hex}",
              hex=command.hex, rule="TTW 4.1", side=acting(draft.state))


def _follow(draft: Draft, hex_: int) -> None:
    """3 SP, two Truck Points where counters are left, and the bomber on a base (TTW 4.1)."""
    world, side = draft.world, acting(draft.state)
    dumps.add(draft, hex_, side, CORPS_TOKENS, arrived=True)
    spare = [
        c.id for c in world.counters.values()
        if c.type == TRUCKS and c.side == side and c.points == 1 and _waits(draft.state, c.id)
    ]
    put(draft, *(
        Unit(i, hex_, MAP, front=False, began=hex_) for i in spare[:CORPS_POINTS]
    ))
    for id_ in world.aircraft:
        if in_corps(world, id_) and (id_ not in draft.state.air or _waits(draft.state, id_)):
            _ask_base(draft, id_)


def _ask_base(draft: Draft, id_: str) -> None:
    """It appears Active at any Air Base in trace supply, as new aircraft do (TTW 2.1b)."""
    hexes = replacements.bases_of(draft.world, draft.state, AXIS)
    if len(hexes) == 1:
        land(draft, GameChoice(AXIS, f"{BOMBER} {id_}"), draft.world.board.id(hexes[0]))
    elif hexes:
        draft.ask(GameChoice(AXIS, f"{BOMBER} {id_}", tuple(map(draft.world.board.id, hexes)),
                             f"At which base does {draft.world.name(id_)} arrive?", "TTW 4.1"))


def land(draft: Draft, decision: GameChoice, word: str) -> None:
    """The bomber of the corps arrives (TTW 4.1)."""
    id_, hex_ = decision.topic.split()[1], draft.world.board.at(word)
    draft.update(air={**draft.state.air, id_: AirUnit(id_, hex_)})
    draft.log("reinforcement", f"{draft.world.name(id_)} arrives at "
              f"{draft.world.board.label(hex_)}", hex=word, rule="TTW 4.1", side=AXIS)


def offer_corps(world: World, state: OcsState) -> Iterator[Act]:
    """At Lvov all that waits, and each formation or unit by itself (TTW 4.1)."""
    for hex_ in corps_hexes(world)[:1] if _corps_may_come(world, state) else ():
        yield from corps_there(world, state, hex_)


def _corps_may_come(world: World, state: OcsState) -> bool:
    return world.options.panzer_corps_58 and calendar.reached(world, state, CORPS_DATE)


def corps_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """In one hex all that waits, and each formation or unit by itself (TTW 4.1)."""
    if not _corps_may_come(world, state):
        return
    groups: dict[str, list[str]] = {}
    for id_, counter in world.counters.items():
        if in_corps(world, id_) and _waits(state, id_):
            groups.setdefault(counter.formation or id_, []).append(counter.name)
    number = world.board.id(hex_)
    if len(groups) > 1:
        yield Act("deploy-58", number, tuple(n for names in groups.values() for n in names))
    yield from (Act("deploy-58", number, tuple(names)) for names in groups.values())


# ---------------------------------------------------------------- Jansen fueling (4.2)


def near_enemy(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether anything of the enemy is in a hex or next to it: units, bases, dumps, trucks."""
    foe = other(side)
    return any(
        holder(world, state, h) == foe or capture.holds_prizes(world, state, h, foe)
        for h in (hex_, *world.board.neighbors(hex_))
    )


def check_jansen(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Units of one formation in Combat Mode, away from the enemy, fueled for 1T (TTW 4.2).

    The hex is that of the dump that pays.
    """
    if not world.options.jansen_fuel:
        return Refusal("TTW 4.2", "the option is not in force")
    ids, hex_ = ids_of(world, command.units), world.board.at(command.hex)
    if not ids or len({world.counters[i].formation for i in ids} - {""}) != 1 or any(
        not world.counters[i].formation for i in ids
    ):
        return Refusal("TTW 4.2", "name units of one formation")
    for id_ in ids:
        problem = _jansen_problem(world, state, state.units[id_], hex_)
        if problem is not None:
            return problem
    side, formation = acting(state), world.counters[ids[0]].formation
    if not dumps.tokens_at(world, state, side, hex_, formation):
        return Refusal("TTW 4.2", f"{command.hex} holds no supply")
    return None


def _jansen_problem(
    world: World, state: OcsState, unit: Unit, hex_: int
) -> Refusal | None:
    name, side = world.name(unit.id), acting(state)
    if world.counters[unit.id].side != side or not unit.on_map or unit.moved:
        return Refusal("TTW 4.2", f"{name} cannot begin to move now")
    if unit.mode != COMBAT:
        return Refusal("TTW 4.2.2", f"{name} is not in Combat Mode")
    if not needs(world, unit) or fueled(world, state, unit):
        return Refusal("TTW 4.2", f"{name} needs no fuel")
    if near_enemy(world, state, side, unit.hex):
        return Refusal("TTW 4.2.1", f"{name} is next to the enemy")
    if not any(tap.hex == hex_ for tap in supply.taps(world, state, unit)):
        return Refusal("TTW 4.2", f"no supply gets from {world.board.id(hex_)} to {name}")
    return None


def do_jansen(draft: Draft, command: Act) -> None:
    """Pay one token and mark them for this phase (TTW 4.2)."""
    ids = ids_of(draft.world, command.units)
    formation = draft.world.counters[ids[0]].formation
    dumps.take(draft, acting(draft.state), draft.world.board.at(command.hex), 1, formation)
    put(draft, *(evolve(draft.state.units[i], fuel=JANSEN_FUEL) for i in ids))
    draft.log("supply", f"Jansen fuel for {formation}: 1T", rule="TTW 4.2",
              side=acting(draft.state))


def offer_jansen(world: World, state: OcsState) -> Iterator[Act]:
    """For each formation all that can be fueled so, from the first dump that serves them."""
    if not world.options.jansen_fuel:
        return
    groups: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        name = world.counters[unit.id].formation
        if name and unit.on_map and world.counters[unit.id].side == acting(state):
            groups.setdefault(name, []).append(unit)
    for units in groups.values():
        for hex_ in supply.dump_hexes(world, state, units[0])[:1]:
            fit = [u for u in units if _jansen_problem(world, state, u, hex_) is None]
            if fit:
                yield Act("jansen", world.board.id(hex_), tuple(world.name(u.id) for u in fit))


def may_move(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Jansen fuel moves units in Combat Mode only (TTW 4.2)."""
    if unit.fuel == JANSEN_FUEL and unit.mode != COMBAT:
        return Refusal("TTW 4.2.2", f"{world.name(unit.id)} has left Combat Mode")
    return None


def may_enter(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Jansen fuel takes nobody next to the enemy; who crosses the bare Dnepr (TTW 4.2, 4.3)."""
    if world.options.bridgehead and bare(world, state, world.counters[ids[0]].side, a, b):
        return crossing_problem(world, state, ids)
    if any(state.units[i].fuel == JANSEN_FUEL for i in ids) and near_enemy(
        world, state, world.counters[ids[0]].side, b
    ):
        return Refusal("TTW 4.2.1", f"{world.board.id(b)} is next to the enemy")
    return None


def guarded(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Collection[tuple[int, int]]:
    """Every step on Jansen fuel; the Dnepr is guarded anyway (TTW 4.2, 4.3)."""
    return world.board.faces if any(state.units[i].fuel == JANSEN_FUEL for i in ids) else ()


def least_cost(world: World, state: OcsState, ids: tuple[str, ...]) -> int:
    """On Jansen fuel every hex costs 1 MP or more, roads too (TTW 4.2)."""
    return MP if any(state.units[i].fuel == JANSEN_FUEL for i in ids) else 0


# ---------------------------------------------------------------- Dnepr bridgeheads (4.3)

CROSSERS = frozenset({"infantry", "parachute"})
CROSSING_LIMIT = 6 * RE


def enthusiast(world: World, state: OcsState, unit: Unit) -> bool:
    """Leg infantry that an HQ of an Offensive Front can throw trace to (TTW 4.3)."""
    counter = world.counters[unit.id]
    if counter.side != SOVIET or counter.type not in CROSSERS or counter.move.mobility != LEG:
        return False
    armies = {i for f in in_play(state).values() if f.posture == OFFENSIVE for i in f.armies}
    return any(
        hq.id in armies and supply.serves(world, state, hq, unit)
        for hq in trace.tracing_hqs(world, state, SOVIET)
    )


def crossing_problem(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Refusal | None:
    """Whether these units may cross, or attack over, the bare river (TTW 4.3)."""
    if not world.options.bridgehead:
        return Refusal("TTW 1.4b", "nothing crosses the Dnepr here")
    for id_ in ids:
        if not enthusiast(world, state, state.units[id_]):
            return Refusal("TTW 4.3", f"{world.name(id_)} is no infantry of an Offensive Front")
    if own(state).bridgehead + sum(re4(world, state.units[i]) for i in ids) > CROSSING_LIMIT:
        return Refusal("TTW 4.3", "6 RE have crossed or attacked over the Dnepr in this turn")
    return None


def bare(world: World, state: OcsState, side: str, a: int, b: int) -> bool:
    """Whether nothing but enthusiasm takes a side over the hexside between two hexes."""
    return a != b and dnepr.is_volga(world, a, b) and not dnepr.crossing(world, state, side, a, b)


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """Count what crosses against the limit of the turn (TTW 4.3).

    Units that attacked over the river are counted already.
    """
    if not ids or not bare(draft.world, draft.state, draft.world.counters[ids[0]].side, a, b):
        return
    fight = draft.state.fighting
    if fight is None or fight.hex != b:
        _count(draft, ids)


def _count(draft: Draft, ids: tuple[str, ...]) -> None:
    size = sum(re4(draft.world, draft.state.units[i]) for i in ids)
    change(draft, bridgehead=own(draft.state).bridgehead + size)


def attackers_over(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> tuple[str, ...]:
    """Those of an attack's units that attack over the bare river."""
    return tuple(
        i for i in ids if bare(world, state, world.counters[i].side, state.units[i].hex, hex_)
    )


def attack_limit(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Attackers over the bare river count together against the limit (TTW 4.3)."""
    over = attackers_over(world, state, ids, hex_)
    return crossing_problem(world, state, over) if over else None


def attack_paid(draft: Draft, ids: tuple[str, ...]) -> None:
    """An attack over the river counts as a crossing (TTW 4.3)."""
    fight = draft.state.fighting
    if fight is not None:
        _count(draft, attackers_over(draft.world, draft.state, fight.units, fight.hex))


def turn_begins(draft: Draft) -> None:
    """The limit is by the turn (TTW 4.3)."""
    if own(draft.state).bridgehead:
        change(draft, bridgehead=0)


# ---------------------------------------------------------------- mountain units (4.4)

MOUNTAIN = "mountain"


def unit_ar(world: World, state: OcsState, id_: str, hex_: int) -> int:
    """A mountain unit has +1 into or in a mountain hex (TTW 4.4)."""
    if not world.options.mountain_units or world.counters[id_].type != MOUNTAIN:
        return 0
    if hex_ == NOWHERE:
        return 0
    return 1 if MOUNTAIN in world.board.hexes[hex_].terrain else 0


ACTS = {
    "deploy-58": Ability(check_corps, do_corps, frozenset({REINFORCE}), AXIS, "TTW 4.1",
                         offer_corps, corps_there),
    "jansen": Ability(check_jansen, do_jansen, frozenset({MOVEMENT}), "", "TTW 4.2",
                      offer_jansen),
}
CHOICES = {BOMBER: land}
