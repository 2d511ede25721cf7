"""Overrun (BSR 11.4): a stack on the move drives an enemy stack from its hex."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.efs import combat, control, headquarters, losses, movement, retreat, stacking
from engine.efs.allowance import allowance, left
from engine.efs.charts import Modifier, column, find
from engine.efs.commands import Overrun
from engine.efs.decisions import Lose, Retreat
from engine.efs.handlers import Handler
from engine.efs.modifiers import FORTIFIED
from engine.efs.movement import Party, ids_of
from engine.efs.pieces import (
    ANTI_AIR_TYPES,
    AXIS,
    CADRE,
    CANNOT_REBUILD,
    OUT_OF_SUPPLY,
    OVERRUN,
    SET_ASIDE,
    SOVIET,
    Counter,
    marked,
)
from engine.efs.removal import put, remove
from engine.efs.sequence import MOTORIZED, MOVE, SEQUENCE, other
from engine.efs.state import EfsState, Overrunning, at
from engine.efs.steps import face, total_attack
from engine.efs.supply import out_of_supply
from engine.efs.terrain import MP, fort_cost, fortified_line, prices, show
from engine.efs.weather import lingers_in
from engine.efs.works import fortified_for, trample
from engine.efs.world import Draft, World
from engine.efs.zoc import combat_units, holder, in_zoc, sources

OVERRUN_STEPS = frozenset({MOVE, MOTORIZED})
BEFORE_COMBAT = frozenset({(AXIS, MOVE), (SOVIET, MOTORIZED)})
"""The movement phases that a Combat Phase of the same side follows (BSR 12.0)."""
MINOR_ALLIES = frozenset({"italian", "hungarian", "romanian", "slovak"})
"""Axis nationalities that neither overrun nor move with those that do (BSR 11.42h)."""
DRM_LIMIT = 3


# ---------------------------------------------------------------- who (11.41, 11.42)


def unit_problem(world: World, state: EfsState, id_: str) -> Refusal | None:
    """Why a unit may not take part in an Overrun (BSR 11.41, 11.42e, f, h)."""
    counter, unit = world.counters[id_], state.units[id_]
    cavalry = counter.side == SOVIET and counter.cavalry
    if not counter.motorized and not cavalry:
        return Refusal("BSR 11.41", f"{counter.name} is neither motorized nor Soviet cavalry")
    if counter.nationality in MINOR_ALLIES:
        return Refusal("BSR 11.42h", f"{counter.name} has no training for Overruns")
    if is_overrun_artillery(counter):
        return Refusal("BSR 11.42f", f"{counter.name} is artillery")
    if out_of_supply(unit):
        return Refusal("BSR 11.42e", f"{counter.name} is Out of Supply")
    return None


def is_overrun_artillery(counter: Counter) -> bool:
    """Artillery for this rule: anti-aircraft too, but for German motorized flak (BSR 11.42f)."""
    if counter.type in ANTI_AIR_TYPES:
        return not (counter.nationality == "german" and counter.motorized)
    return counter.artillery


def minimum_odds(world: World, ids: tuple[str, ...], fortified: bool) -> int:
    """Odds an Overrun needs: 5 for Germans alone, 7 for others, 12 against works (11.42a, c)."""
    table = world.charts.overrun_minimum
    if fortified:
        return table["city_major_city_or_fortification"]
    german = all(world.counters[i].nationality == "german" for i in ids)
    return table["german_only" if german else "any_other"]


def works(world: World, state: EfsState, side: str, start: int, target: int) -> bool:
    """City, major city or intact enemy fortification: a harder target (BSR 11.42c.2, 18.15).

    The hex behind a fortified line is one from whatever side it is overrun.
    """
    if world.board.hexes[target].terrain & FORTIFIED or fortified_for(world, state, target):
        return True
    return fort_cost(world, state, side, start, target) > 0


def target_problem(
    world: World, state: EfsState, who: Party, ids: tuple[str, ...], target: int
) -> Refusal | None:
    """Why this hex may not be overrun from where the stack stands (BSR 11.42b, c, d)."""
    board, foe = world.board, other(who.side)
    if not board.adjacent(who.hex, target):
        return Refusal("BSR 11.43a", f"{board.id(target)} is not adjacent")
    if holder(world, state, target) != foe:
        return Refusal("BSR 11.4", f"{board.id(target)} holds no enemy combat unit")
    if not world.charts.effects["overrun_allowed"][column(state.weather)]:
        return Refusal("BSR 11.42b", f"no Overrun in {state.weather.capitalize()} weather")
    if lingers_in(world, state, target):
        return Refusal("BSR 11.42b", "no Overrun into Lingering Mud")
    words, terrain = board.side(who.hex, target), board.hexes[target].terrain
    if words & {"major_river", "lake"}:
        return Refusal("BSR 11.42c", "no Overrun across a major river or lake, bridged or not")
    if terrain & {"mountain", "alpine"}:
        return Refusal("BSR 11.42c", "no Overrun into mountains")
    if "swamp" in terrain and state.weather != "frost":
        return Refusal("BSR 11.42c.1", "a swamp can be overrun only in Frost")
    others = [h for h in sources(world, state, foe).get(who.hex, ()) if h != target]
    if others:
        return Refusal(
            "BSR 11.42d", f"the ZOC of {board.id(others[0])} also reaches {board.id(who.hex)}"
        )
    engineer = any(world.counters[i].type == "motorized_engineer" for i in ids)
    if works(world, state, who.side, who.hex, target) and not engineer:
        return Refusal("BSR 11.42c.2", "this target needs a motorized engineer in the stack")
    return None


# ---------------------------------------------------------------- what it costs (11.43b)


def costs(
    world: World, state: EfsState, who: Party, target: int
) -> tuple[tuple[int, int], ...] | Refusal:
    """(half points, surcharge) for each unit: one MP and the terrain, no ZOC cost (BSR 11.43b)."""
    found: list[tuple[int, int]] = []
    extra = MP + fort_cost(world, state, who.side, who.hex, target)
    on_road = any(w.startswith("road") for w in world.board.side(who.hex, target))
    for i, id_ in enumerate(who.units):
        offers = sorted(
            (p.cost + extra + (0 if on_road else who.owed[i]), p.surcharge)
            for p in prices(world, state, who.kinds[i], who.hex, target)
        )
        if not offers:
            return movement.prohibited(world, state, world.counters[id_], who.hex, target)
        if offers[0][0] > who.left[i]:
            return Refusal(
                "BSR 11.43b",
                f"{world.name(id_)} needs {show(offers[0][0])} MPs and has {show(who.left[i])}",
            )
        found.append(offers[0])
    return tuple(found)


# ---------------------------------------------------------------- odds and DRMs (11.43d to h)


@frozen
class Chance:
    """An Overrun before the die: odds, DRMs and what each roll does."""

    attack: int
    defense: int
    odds: int
    minimum: int
    modifiers: tuple[Modifier, ...]
    net: int


def assess(
    world: World, state: EfsState, ids: tuple[str, ...], start: int, target: int
) -> Chance:
    """Strengths, odds and DRMs of an Overrun; artillery defends with its defense only (11.43d-h).

    Untried defenders count nothing until they are turned over.
    """
    side = world.counters[ids[0]].side
    attack = total_attack(world, state, ids)
    those = combat_units(world, state, target)
    defense = sum(face(world, u).defense for u in those if not u.untried)
    odds = attack // max(1, defense)
    found = [Modifier(f"odds {odds}-1",
                      int(find(world.charts.overrun_odds, odds).get("value", 0)), "BSR 11.43f")]
    table = world.charts.overrun_defender
    if those and all(world.counters[u.id].artillery for u in those):
        found.append(Modifier("all defenders artillery", table["all_defenders_artillery"],
                              "BSR 11.43g"))
    if any(OVERRUN in u.marks for u in those):
        found.append(Modifier("Overrun marker", table["overrun_marker"], "BSR 11.44d"))
    if any(OUT_OF_SUPPLY in u.marks for u in those):
        found.append(Modifier("defender Out of Supply", table["any_defender_out_of_supply"],
                              "BSR 11.43g"))
    found += _terrain(world, state, side, start, target)
    limit = DRM_LIMIT
    net = max(-limit, min(limit, sum(m.value for m in found)))
    minimum = minimum_odds(world, ids, works(world, state, side, start, target))
    return Chance(attack, defense, odds, minimum, tuple(m for m in found if m.value), net)


def _terrain(
    world: World, state: EfsState, side: str, start: int, target: int
) -> Iterator[Modifier]:
    """Defender terrain DRMs, cumulative (BSR 11.43h)."""
    table = world.charts.overrun_terrain
    terrain, words = world.board.hexes[target].terrain, world.board.side(start, target)
    for word in sorted(terrain & {"hill", "woods", "marsh", "city", "major_city"}):
        yield Modifier(word.replace("_", " "), table[word], "BSR 11.43h")
    if "swamp" in terrain:
        yield Modifier("swamp", table["swamp_frost_only"], "BSR 11.43h")
    if words & {"river", "canal"} and not state.frozen:
        yield Modifier("river", table["river_hexside"], "BSR 11.43h")
    fort = state.forts.get(target)
    if fort is not None and fort.complete and fort.side != side:
        yield Modifier("Strongpoint", table["strongpoint"], "BSR 11.43h")
    elif side != SOVIET and fortified_line(state, words, start, target):
        yield Modifier("fortified line", table["fortified_line"], "BSR 11.43h")


# ---------------------------------------------------------------- the command


def check_overrun(world: World, state: EfsState, command: Overrun) -> Refusal | None:
    """The stack, the target, the cost and the odds all allow an Overrun (BSR 11.42)."""
    ids = ids_of(world, command.units)
    who = moving_party(world, state, ids)
    if isinstance(who, Refusal):
        return who
    for id_ in ids:
        problem = unit_problem(world, state, id_)
        if problem is not None:
            return problem
    for id_ in state.moving if set(ids) <= set(state.moving) else ():
        if world.counters[id_].nationality in MINOR_ALLIES:
            name = world.name(id_)
            return Refusal("BSR 11.42h", f"{name}, which cannot overrun, moves with them")
    target = world.board.at(command.hex)
    problem = target_problem(world, state, who, ids, target)
    if problem is not None:
        return problem
    if stacking.points(world, ids) > stacking.LIMIT:
        return Refusal("BSR 11.41.s1", "an overrunning stack keeps to the stacking limit")
    bill = costs(world, state, who, target)
    if isinstance(bill, Refusal):
        return bill
    chance = assess(world, state, ids, who.hex, target)
    if chance.odds < chance.minimum:
        return Refusal(
            "BSR 11.42a" if chance.minimum < 12 else "BSR 11.42c.2",
            f"{chance.attack} to {chance.defense} is below {chance.minimum}-1",
        )
    return None


def moving_party(world: World, state: EfsState, ids: tuple[str, ...]) -> Party | Refusal:
    """The stack, even if an enemy ZOC has stopped it: that bars no Overrun (BSR 10.65)."""
    units = [state.units[i] for i in ids]
    stopped = [u for u in units if u.done and u.id in state.moving]
    if not stopped:
        return movement.party(world, state, ids)
    freed = {**state.units, **{u.id: evolve(u, done=False) for u in stopped}}
    return movement.party(world, evolve(state, units=freed), ids)


def do_overrun(draft: Draft, command: Overrun) -> None:
    """Declare, reveal, roll (BSR 11.43)."""
    world = draft.world
    ids = ids_of(world, command.units)
    target = world.board.at(command.hex)
    who = moving_party(world, draft.state, ids)
    assert isinstance(who, Party)
    bill = costs(world, draft.state, who, target)
    assert not isinstance(bill, Refusal)
    movement.begin(draft, ids)
    for unit in combat_units(world, draft.state, target):
        if unit.untried:
            combat.show_untried(draft, unit.id)
    if not combat_units(world, draft.state, target):
        draft.log("overrun", f"{command.hex} proves empty: no Overrun, the stack just moves in",
                  hex=command.hex, rule="BSR 11.43e.n2", side=who.side)
        movement.walk(draft, who, (target,))
        return
    put(draft, *(
        evolve(draft.state.units[i], spent=draft.state.units[i].spent + cost)
        for i, (cost, _) in zip(ids, bill, strict=True)
    ))
    chance = assess(world, draft.state, ids, who.hex, target)
    if chance.odds < chance.minimum:
        _cancel(draft, ids, target, chance)
        return
    _roll(draft, who, ids, target, chance, bill)


def _cancel(draft: Draft, ids: tuple[str, ...], target: int, chance: Chance) -> None:
    """Revealed strength breaks the odds: the stack must attack in the Combat Phase (11.42a.s2).

    So it stays where it is; where that phase is over, it is free to go on with what the
    Overrun has left it: only one that finds nobody is refunded (11.43e.n2).
    """
    step, number = SEQUENCE[draft.state.step], draft.world.board.id(target)
    must = (step.side, step.key) in BEFORE_COMBAT
    if must:
        draft.update(obliged=(*draft.state.obliged, *((i, target) for i in ids)))
        _stop(draft, ids)
    draft.log(
        "overrun", f"Overrun cancelled: {chance.attack} to {chance.defense} is below "
        f"{chance.minimum}-1" + (f"; the stack must attack {number}" if must else ""),
        hex=number, rule="BSR 11.42a.s2" if must else "BSR 11.42a.s1", side=step.side,
    )


def _stop(draft: Draft, ids: tuple[str, ...]) -> None:
    """These units move no more in this phase."""
    put(draft, *(
        evolve(draft.state.units[i], done=True,
               spent=max(draft.state.units[i].spent,
                         allowance(draft.world, draft.state, draft.state.units[i])))
        for i in ids
    ))


def _roll(
    draft: Draft, who: Party, ids: tuple[str, ...], target: int, chance: Chance,
    bill: tuple[tuple[int, int], ...],
) -> None:
    world, hex_ = draft.world, draft.world.board.id(target)
    roll = draft.roll()
    outcome = find(world.charts.overrun_bands, roll + chance.net)
    success = outcome["result"] == "success"
    listed = ", ".join(f"{m.value:+d} {m.name}" for m in chance.modifiers)
    shown = f" ({listed}; net {chance.net:+d})" if listed else ""
    names = ", ".join(world.name(i) for i in ids)
    draft.log(
        "overrun", f"{names} overrun {world.board.label(target)} at {chance.odds}-1: roll {roll}"
        f"{shown} = {roll + chance.net}, it {'succeeds' if success else 'fails'}",
        hex=hex_, rule="BSR 11.43i", roll=roll, side=who.side,
    )
    if not success:
        _fail(draft, who, ids, int(outcome["attacker_steps"]))
        return
    foe = other(who.side)
    draft.update(overrunning=Overrunning(
        target, ids, tuple(b[0] for b in bill), tuple(b[1] for b in bill)
    ))
    defenders = tuple(u.id for u in combat_units(world, draft.state, target))
    losses.demand(draft, Lose(foe, defenders, int(outcome["defender_steps"]),
                              rule="BSR 11.43j", box=CADRE))


def _fail(draft: Draft, who: Party, ids: tuple[str, ...], steps: int) -> None:
    """The stack stays and moves no more; cavalry takes the loss if any is there (BSR 11.43m)."""
    world = draft.world
    _stop(draft, ids)
    cavalry = tuple(
        i for i in ids if world.counters[i].cavalry and world.counters[i].side == SOVIET
    )
    first = 1 if cavalry and steps else 0
    losses.demand(draft, Lose(who.side, ids, steps, first, cavalry, rule="BSR 11.43m", box=CADRE))


def proceed(draft: Draft) -> None:
    """After the defender's loss: his retreat, then the stack moves in (BSR 11.43j, k, l)."""
    over = draft.state.overrunning
    assert over is not None
    side = draft.world.counters[over.units[0]].side
    if over.stage == "retreat":
        draft.update(overrunning=evolve(over, stage="enter"))
        _drive_off(draft, over, other(side))
        return
    draft.update(overrunning=None)
    _enter(draft, over, side)


def _drive_off(draft: Draft, over: Overrunning, owner: str) -> None:
    """Retreat the defenders two hexes by the overrunning player's choice (BSR 11.43j, k)."""
    world = draft.world
    fighters = combat_units(world, draft.state, over.hex)
    for unit in at(draft.state, over.hex):
        counter = world.counters[unit.id]
        if counter.type in ("bridge", "base") or counter.type == "supply" and (
            retreat.cannot_retreat(world, unit) or not fighters  # an MSU shares their fate
        ):
            remove(draft, unit.id, SET_ASIDE, "is overrun", "BSR 11.43k.s1")
        elif counter.type == "superheavy_artillery" and face(world, unit).ma == 0:
            remove(draft, unit.id, CANNOT_REBUILD, "is overrun", "BSR 11.43k.s1")
    ids = tuple(u.id for u in at(draft.state, over.hex))
    if not ids:
        return
    put(draft, *(marked(draft.state.units[i], OVERRUN) for i in ids))
    for id_ in ids:
        headquarters.turn_nonop(draft, id_, "BSR 11.44e")
    retreat.demand(draft, Retreat(
        other(owner), owner, ids, 2, over.hex, additional=False, overrun=True
    ))


def _enter(draft: Draft, over: Overrunning, side: str) -> None:
    """Move the stack in; an enemy ZOC there stops it but for another Overrun (BSR 11.43l)."""
    world = draft.world
    start = draft.state.units[over.units[0]].hex
    stops = in_zoc(world, draft.state, over.hex, other(side))
    ids = tuple(i for i in over.units if draft.state.units[i].on_map)
    trample(draft, ids, side, over.hex)
    put(draft, *(
        evolve(draft.state.units[i], hex=over.hex, surcharge=due, done=stops)
        for i, due in zip(over.units, over.surcharges, strict=True) if i in ids
    ))
    control.sweep(draft, side, ids, (over.hex,))
    control.claim_around(draft, start)
    rest = min(left(world, draft.state, draft.state.units[i]) for i in ids)
    names = ", ".join(world.name(i) for i in ids)
    draft.log("overrun", f"{names} enter {world.board.label(over.hex)}, {show(rest)} MP left",
              hex=world.board.id(over.hex), rule="BSR 11.43l", side=side)


def offer_overruns(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every Overrun by a whole stack that may overrun, or a single unit of it."""
    if SEQUENCE[state.step].key not in OVERRUN_STEPS:
        return
    stacks: dict[int, list[str]] = {}
    for unit in state.units.values():
        counter = world.counters[unit.id]
        ours = unit.on_map and counter.side == SEQUENCE[state.step].side
        if ours and unit_problem(world, state, unit.id) is None:
            stacks.setdefault(unit.hex, []).append(unit.id)
    for hex_, ids in stacks.items():
        groups: list[tuple[str, ...]] = [(i,) for i in ids]
        for group in [*groups, *([tuple(ids)] if len(ids) > 1 else [])]:
            names = tuple(world.name(i) for i in group)
            if actor and actor not in names:
                continue
            for target in world.board.neighbors(hex_):
                if holder(world, state, target) != other(SEQUENCE[state.step].side):
                    continue
                command = Overrun(world.board.id(target), names)
                if check_overrun(world, state, command) is None:
                    yield command


HANDLERS = {Overrun: Handler(check_overrun, do_overrun, steps=OVERRUN_STEPS)}
