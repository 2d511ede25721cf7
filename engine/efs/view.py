"""What screens and plain text read: units, hexes, options and overlays in words and figures.

Nothing here decides a rule; it asks the chapters and puts their answers into lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command, End, Pass
from engine.core.errors import BadCommand, Refusal
from engine.core.values import frozen
from engine.efs import (
    allowance,
    artillery,
    control,
    declaration,
    flow,
    headquarters,
    movement,
    reinforcements,
    stacking,
    strategic,
    zoc,
)
from engine.efs.air_units import known_to
from engine.efs.commands import (
    ADDITIONAL_RETREAT,
    NO_RETREAT,
    Activate,
    Cancel,
    Declare,
    Enter,
    Fight,
    Infiltrate,
    March,
    Move,
    OneHex,
    Order,
    Overrun,
    Place,
    Support,
)
from engine.efs.pieces import REINFORCEMENT, SIDES
from engine.efs.sequence import MOTORIZED, MOVE, REACT, SEQUENCE, other
from engine.efs.state import EfsState, at
from engine.efs.steps import face, steps_left
from engine.efs.terrain import show
from engine.efs.weather import describe as weather_words
from engine.efs.world import World

# ---------------------------------------------------------------- units and hexes


def values(world: World, state: EfsState, id_: str) -> str:
    """A unit's numbers as printed: attack-defense-MA; artillery shows support (range)."""
    counter, unit = world.counters[id_], state.units[id_]
    if unit.untried:
        return "?-?-?"
    now = face(world, unit)
    if counter.support:
        return f"({counter.support})-{now.defense}-{now.ma} r{counter.range}"
    return f"{now.attack}-{now.defense}-{now.ma}"


def unit_line(world: World, state: EfsState, id_: str) -> str:
    """One unit in a line: name, values, steps, what it has left to move, markers."""
    counter, unit = world.counters[id_], state.units[id_]
    words = [counter.name, values(world, state, id_)]
    words.append(f"{steps_left(world, unit)}/{counter.steps} st")
    if counter.hq:
        if unit.nonop:
            words.append(f"Non-Op rec {counter.recovery}")
        else:
            words.append(f"cmd {headquarters.command_value(world, state, unit)}")
    words += [mark.replace("_", " ") for mark in sorted(unit.marks)]
    return "  ".join(words)


def movement_line(world: World, state: EfsState, id_: str) -> str:
    """What a unit can still move in this step, or why it cannot."""
    unit = state.units[id_]
    problem = allowance.may_move(world, state, unit)
    if problem is not None:
        return str(problem)
    rest, whole = allowance.left(world, state, unit), allowance.allowance(world, state, unit)
    return f"{show(rest)} of {show(whole)} MP left"


def hex_report(world: World, state: EfsState, hex_: int) -> list[str]:
    """A hex in words: number, place, terrain, roads and rivers, control, ZOC, markers."""
    board, here = world.board, world.board.hexes[hex_]
    lines = [board.label(hex_), " ".join(sorted(here.terrain)).replace("_", " ")]
    if here.stars:
        lines.append(f"{here.stars} victory star{'s' * (here.stars > 1)}")
    lines += _sides(world, hex_)
    owner = control.controlled(world, state, hex_)
    lines.append(f"controlled by {owner.capitalize()}" if owner else "nobody's")
    zones = [s.capitalize() for s in SIDES if zoc.in_zoc(world, state, hex_, s)]
    if zones:
        lines.append(f"ZOC: {' and '.join(zones)}")
    lines += _markers(world, state, hex_)
    return lines


def _sides(world: World, hex_: int) -> Iterator[str]:
    """Features of the six hexsides, grouped by feature."""
    names = ("N", "NE", "SE", "S", "SW", "NW")
    groups: dict[str, list[str]] = {}
    for d in range(6):
        for word in world.board.sides[6 * hex_ + d]:
            groups.setdefault(word, []).append(names[d])
    for word, where in sorted(groups.items()):
        shown = {"road.main": "main road", "road.minor": "minor road", "road.motorway": "motorway",
                 "major_river": "major river", "fortified_line": "fortified line"}.get(word, word)
        yield f"{shown}: {' '.join(where)}"


def _markers(world: World, state: EfsState, hex_: int) -> Iterator[str]:
    attack = declaration.attack_on(state, hex_)
    if attack is not None:
        attackers = ", ".join(world.name(i) for i in attack.units)
        yield f"Declared Attack by {attackers}"
    for gun, target in state.support:
        if target == hex_:
            yield f"supported by {world.name(gun)}"
    fort = state.forts.get(hex_)
    if fort is not None:
        yield f"{fort.side.capitalize()} Strongpoint" + ("" if fort.complete else " (building)")
    points = stacking.points(world, (u.id for u in at(state, hex_)))
    if at(state, hex_):
        yield f"{points} of {stacking.LIMIT} stacking points"
    for net_hex, net in state.cas:
        if net_hex == hex_:
            yield f"CAS {net:+d} for the attacker"


# ---------------------------------------------------------------- the frame


@frozen
class Summary:
    """The phase tracker in pieces."""

    turn: str
    date: str
    weather: str
    step: str
    """Title and printed id of the step."""
    decider: str
    score: str


def summary(world: World, state: EfsState) -> Summary:
    """Turn, date, weather, step, who decides, score."""
    first, _ = flow.dates(world, state.turn)
    step = SEQUENCE[state.step]
    ask = flow.asks(world, state)
    return Summary(
        f"GT{state.turn}", f"{first.day} {first:%b} {first:%y}", weather_words(state),
        f"{step.title} {step.id}", ask.side if ask else "", world.hooks.score(world, state),
    )


@frozen
class Line:
    """One step of the sequence of play, for the sequence viewer."""

    id: str
    title: str
    side: str
    state: str
    """done, now or next."""
    rule: str


def sequence(world: World, state: EfsState) -> tuple[Line, ...]:
    """The whole turn with what is done and what is left."""
    return tuple(
        Line(step.id, step.title, step.side,
             "now" if i == state.step else "done" if i < state.step else "next", step.rule)
        for i, step in enumerate(SEQUENCE)
    )


def hidden_order(state: EfsState, side: str, hex_: int) -> bool:
    """Whether an order lies face down on a hex for the looking side (BSR 14.32)."""
    mover = SEQUENCE[state.step].side
    return any(h == hex_ for h, _ in state.orders) and side == mover


def knows_air(world: World, state: EfsState, id_: str, side: str) -> bool:
    """Whether the looking side knows what an air unit is (BSR 17.25)."""
    return known_to(world, state, id_, side)


# ---------------------------------------------------------------- reach and overlays


def reach(
    world: World, state: EfsState, ids: tuple[str, ...], *, march: bool = False
) -> dict[int, int]:
    """Half movement points left in every hex that the units can reach together."""
    ways = strategic.WAYS if march else movement.ORDINARY
    if any(state.units[i].box == REINFORCEMENT for i in ids):
        return _entry_hexes(world, state, ids)
    who = movement.party(world, state, ids, ways)
    if isinstance(who, Refusal):
        return {}
    if march and strategic.may_begin(world, state, ids) is not None:
        return {}
    return dict(movement.reach(world, state, who).left)


def _entry_hexes(world: World, state: EfsState, ids: tuple[str, ...]) -> dict[int, int]:
    found: dict[int, int] = {}
    for id_ in ids:
        group = reinforcements.available(world, state, state.units[id_])
        for number in group.hexes if group else ():
            rest = allowance.left(world, state, state.units[id_])
            found[world.board.at(number)] = rest
    return found


def way(world: World, state: EfsState, ids: tuple[str, ...], target: int) -> tuple[int, ...]:
    """The hexes that a move to the target would enter, or none."""
    who = movement.party(world, state, ids)
    if isinstance(who, Refusal):
        return ()
    return movement.reach(world, state, who).ways.get(target, ())


def overlay(world: World, state: EfsState, name: str) -> dict[int, str]:
    """Short labels by hex: "zoc", "command", "victory", "control", "supply" or "stacking"."""
    if name == "zoc":
        return _zoc_overlay(world, state)
    if name == "command":
        return _command_overlay(world, state)
    if name == "victory":
        stars = world.hooks.stars(world, state)
        return {h: f"*{side[:1].upper() or '-'}" for h, side in stars}
    if name == "control":
        sides = {h: control.controlled(world, state, h) for h in range(len(world.board))}
        return {h: s[:1].upper() for h, s in sides.items() if s}
    if name == "supply":
        return {
            u.hex: "oos" if "out_of_supply" in u.marks else "emg" if "emergency" in u.marks
            else "ok" for u in state.units.values() if u.on_map
        }
    if name == "stacking":
        return {
            u.hex: str(stacking.points(world, (v.id for v in at(state, u.hex))))
            for u in state.units.values() if u.on_map
        }
    raise BadCommand(f"no overlay is called '{name}'")


def _zoc_overlay(world: World, state: EfsState) -> dict[int, str]:
    found: dict[int, str] = {}
    for side in SIDES:
        for hex_ in zoc.sources(world, state, side):
            found[hex_] = found.get(hex_, "") + side[:1]
    return {h: "x" if len(text) > 1 else text for h, text in found.items()}


def _command_overlay(world: World, state: EfsState) -> dict[int, str]:
    found: dict[int, str] = {}
    for hq in headquarters.headquarters(world, state):
        value = "N" if hq.nonop else str(headquarters.command_value(world, state, hq))
        for hex_ in world.board.within(hq.hex, headquarters.RANGE):
            if hq.nonop or found.get(hex_) != "N":
                found[hex_] = value
    return found


# ---------------------------------------------------------------- what can be done here


@frozen
class Option:
    """One thing that could be done, with the reason where it cannot."""

    key: str
    """The key that does it, the same wherever the action appears."""
    label: str
    command: Command
    refusal: Refusal | None = None


def options(
    world: World, state: EfsState, ids: tuple[str, ...], cursor: int
) -> list[Option]:
    """Every action for the selected units towards the cursor's hex, possible or greyed.

    The refusal is that of the rule itself: `judge` is asked about each finished command.
    """
    found = []
    for key, label, command in _proposals(world, state, ids, cursor):
        try:
            refusal = flow.judge(world, state, command)
        except BadCommand as error:
            refusal = Refusal("", str(error))
        found.append(Option(key, label, command, refusal))
    return found


def _proposals(
    world: World, state: EfsState, ids: tuple[str, ...], cursor: int
) -> Iterator[tuple[str, str, Command]]:
    names = tuple(world.name(i) for i in ids)
    here = world.board.id(cursor)
    if state.asks:
        if type(state.asks[-1]) in flow.PASSES:
            yield "p", "pass", Pass()
        return
    key = SEQUENCE[state.step].key
    if key in (MOVE, MOTORIZED, REACT):
        yield from _moves(world, state, ids, names, cursor, here)
    elif key == "declare":
        if names:
            yield "a", f"attack {here}", Declare((here,), names)
        yield "c", f"cancel the attack on {here}", Cancel(here)
    elif key == "support" and names:
        yield "s", f"support {here}", Support(here, names)
    elif key == "orders":
        yield "n", f"No Retreat on {here}", Order(NO_RETREAT, here)
        yield "x", f"Additional Retreat on {here}", Order(ADDITIONAL_RETREAT, here)
    elif key == "combat":
        attack = declaration.attack_on(state, cursor)
        if attack is not None:
            chosen = names or tuple(world.name(i) for i in attack.units)
            yield "f", f"fight for {here}", Fight(here, chosen)
    yield "E", f"end {SEQUENCE[state.step].title}", End()


def _moves(
    world: World, state: EfsState, ids: tuple[str, ...], names: tuple[str, ...], cursor: int,
    here: str,
) -> Iterator[tuple[str, str, Command]]:
    if not ids:
        return
    first = state.units[ids[0]]
    if first.box == REINFORCEMENT:
        group = reinforcements.arrival_of(world, first.id)
        if group is not None and group.placed:
            yield "n", f"place at {here}", Place(names, here)
        else:
            yield "n", f"enter at {here}", Enter(names, here)
        return
    if len(ids) == 1 and SEQUENCE[state.step].key == MOTORIZED:
        for hq in headquarters.headquarters(world, state):
            if not headquarters.moves_unaided(world.counters[ids[0]]) and hq.id != ids[0]:
                yield "v", f"activate by {world.name(hq.id)}", Activate(
                    names[0], world.name(hq.id)
                )
    if cursor == first.hex:
        return
    side = world.counters[first.id].side
    if zoc.holder(world, state, cursor) == other(side):
        yield "o", f"overrun {here}", Overrun(here, names)
        return
    yield "m", f"move to {here}", Move(names, here)
    if world.board.adjacent(first.hex, cursor):
        yield "s", f"one-hex move to {here}", OneHex(names, here)
        yield "i", f"infiltrate to {here}", Infiltrate(names, here)
    if SEQUENCE[state.step].key == MOVE:
        yield "M", f"strategic march to {here}", March(names, here)


def candidates(world: World, state: EfsState, kind: str, hex_: int) -> tuple[str, ...]:
    """Ids that a command of this kind at this hex may name, whether or not it is legal yet.

    Kinds: "units" (attackers beside a Defender Hex), "guns" (artillery that could support
    either side's combat there).
    """
    side = SEQUENCE[state.step].side
    if kind == "units":
        attack = declaration.attack_on(state, hex_)
        hexes = attack.hexes if attack is not None else (hex_,)
        return declaration.eligible(world, state, side, hexes)
    attack = declaration.attack_on(state, hex_)
    hexes = attack.hexes if attack is not None else (hex_,)
    attacking = side == artillery.attacker(state)
    return tuple(
        u.id for u in state.units.values()
        if world.counters[u.id].side == side and world.counters[u.id].support > 0
        and artillery.gun_problem(world, state, u, hexes, attacking=attacking) is None
    )
