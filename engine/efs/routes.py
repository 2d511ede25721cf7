"""Where a stack can go and what it pays (BSR 10.4 to 10.7): floods, priced ways, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import field

from engine.core.errors import Refusal
from engine.core.paths import flood
from engine.core.values import frozen
from engine.efs import headquarters, reaction
from engine.efs.allowance import left, may_move
from engine.efs.pieces import STRATEGIC, Counter, marked
from engine.efs.sequence import MOVE, REACT, SEQUENCE, other
from engine.efs.state import EfsState
from engine.efs.terrain import (
    FOOT,
    GREEN,
    MP,
    Price,
    crosses_major_river,
    fort_cost,
    has_works,
    leaves_swamp_badly,
    on_road,
    only_by_bridge,
    prices,
    profile,
    show,
)
from engine.efs.weather import table
from engine.efs.world import World
from engine.efs.zoc import holder, presence, sources

_Label = tuple[tuple[int, ...], tuple[int, ...]]
"""What each class of units in a stack has left, and what each owes."""
_ROOM = 16
"""A flood's node is hex * 16 + surcharge; no surcharge comes near 16 half points."""


# ---------------------------------------------------------------- a stack on the move (10.53)


@frozen
class Ways:
    """How a kind of movement goes from hex to hex: what it forbids besides, and its prices."""

    name: str
    problem: Callable[[World, EfsState, str, int, int], Refusal | None] = field(eq=False)
    prices: Callable[[World, EfsState, str, int, int], tuple[Price, ...]] = field(eq=False)
    rule: str = "BSR 10.4"
    roads_only: bool = False


ORDINARY = Ways("ordinary", lambda world, state, side, a, b: None, prices)


@frozen
class Party:
    """Units that move together, with what each still has and owes."""

    units: tuple[str, ...]
    hex: int
    side: str
    key: str
    kinds: tuple[str, ...]
    left: tuple[int, ...]
    owed: tuple[int, ...]
    """Surcharge due if it leaves its hex off the road, for each unit."""
    fresh: bool
    """None of them has spent anything."""
    ways: Ways = ORDINARY

    @property
    def limit(self) -> int:
        """Half points of the slowest (BSR 10.53)."""
        return min(self.left)

    @property
    def uniform(self) -> bool:
        """All pay the same prices from here on."""
        return len(set(zip(self.kinds, self.owed, strict=True))) == 1


def depths(state: EfsState) -> dict[str, int]:
    """How often each unit on the move has split off with others since it began (BSR 10.53.s1)."""
    return {i: state.split.count(i) for i in state.moving}


def same_stack(world: World, state: EfsState, ids: tuple[str, ...]) -> Refusal | None:
    """Units move together only from one hex, and none joins a stack on its way (BSR 10.53)."""
    units = [state.units[i] for i in ids]
    if len(set(ids)) != len(ids):
        return Refusal("BSR 10.53", "a unit is named twice")
    if len({u.hex for u in units}) != 1:
        return Refusal("BSR 10.53", "units that move together start in the same hex")
    depth = depths(state)
    if len({u.started for u in units}) != 1 or len({depth.get(i, 0) for i in ids}) != 1:
        return Refusal("BSR 10.53.s3", "a moving stack cannot pick up units")
    return None


def party(
    world: World, state: EfsState, ids: tuple[str, ...], ways: Ways = ORDINARY
) -> Party | Refusal:
    """The named units as one moving stack, or why they cannot move together now (BSR 10.53)."""
    for id_ in ids:
        problem = may_move(world, state, state.units[id_])
        if problem is not None:
            return problem
    problem = same_stack(world, state, ids) or _too_many(world, state, ids)
    if problem is not None:
        return problem
    units = [state.units[i] for i in ids]
    if not ways.roads_only and any(STRATEGIC in u.marks for u in units):
        return Refusal("BSR 11.34", "a unit in strategic movement goes on by strategic movement")
    if ways.roads_only:
        units = [marked(u, STRATEGIC) for u in units]
    step = SEQUENCE[state.step]
    return Party(
        ids, units[0].hex, step.side, step.key,
        tuple(profile(world.counters[i]) for i in ids),
        tuple(left(world, state, u) for u in units),
        tuple(u.surcharge for u in units),
        all(u.spent == 0 and not u.started for u in units),
        ways,
    )


def _too_many(world: World, state: EfsState, ids: tuple[str, ...]) -> Refusal | None:
    """A stack that begins to move needs what each of its units needs, all at once.

    Command points for a Soviet reaction (BSR 22.12b), moves near a Non-Op HQ (22.25g).
    """
    units = [state.units[i] for i in ids if not state.units[i].started]
    if len(units) < 2:
        return None
    problem = headquarters.stack_restricted(world, state, units)
    if problem is None and SEQUENCE[state.step].key == REACT:
        problem = reaction.stack_problem(world, state, units)
    return problem


def step_problem(world: World, state: EfsState, who: Party, a: int, b: int) -> Refusal | None:
    """Why the stack may not move from `a` into adjacent `b`, costs aside (BSR 10.5-10.7)."""
    foe = other(who.side)
    if holder(world, state, b) == foe:
        return Refusal("BSR 10.54", f"{world.board.id(b)} holds an enemy combat unit")
    zoc = sources(world, state, foe)
    if a in zoc and a != who.hex:
        return Refusal("BSR 10.65", f"{world.board.id(a)} is in an enemy ZOC, movement ends there")
    if b in zoc:
        if a in zoc:
            return Refusal("BSR 10.66", "no direct move from one enemy ZOC to another")
        if who.ways.roads_only:
            return Refusal("BSR 10.63a", "strategic movement does not enter an enemy ZOC")
        if any(world.counters[i].type == "supply" for i in who.units) and not holder(
            world, state, b
        ):
            return Refusal("BSR 6.82.s3", "a supply counter enters an enemy ZOC only to a friend")
    if who.key == REACT:
        problem = reaction.may_come_near(world, state, who.units, b)
        if problem is not None:
            return problem
    return who.ways.problem(world, state, who.side, a, b)


def step_offers(
    world: World, state: EfsState, who: Party, kind: str, owed: int, a: int, b: int
) -> Iterator[tuple[int, int]]:
    """(half points, surcharge) for each way to pay for an allowed step (BSR 10.64, 10.7, 18.12)."""
    extra = fort_cost(world, state, who.side, a, b)
    if who.key != REACT and b in sources(world, state, other(who.side)):
        extra += MP  # 10.64 and its first exception
    if not on_road(world.board.side(a, b)):
        extra += owed  # 10.74 Example Four
    for price in who.ways.prices(world, state, kind, a, b):
        yield price.cost + extra, price.surcharge


def crossing(world: World, state: EfsState, who: Party, a: int, b: int) -> bool:
    """True where the stack may cross a major river by spending its whole MA (BSR 10.76c)."""
    return (
        who.key == MOVE and who.fresh and a == who.hex and not who.ways.roads_only
        and all(crosses_major_river(world, state, world.counters[i], a, b) for i in who.units)
    )


def open_steps(
    world: World, state: EfsState, ways: Ways, kind: str, a: int
) -> tuple[tuple[int, bool, tuple[Price, ...]], ...]:
    """Each neighbour of a hex, whether a road leads there, and what terrain asks for it."""
    known = table(world, state)
    key = ("steps", ways.name, kind, a)
    found: tuple[tuple[int, bool, tuple[Price, ...]], ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(
            (b, on_road(world.board.side(a, b)), ways.prices(world, state, kind, a, b))
            for b in world.board.neighbors(a)
        )
    return found


@frozen
class Reach:
    """Where a stack can go in this phase."""

    left: Mapping[int, int]
    """Hex to the half points that the slowest unit would have left there."""
    ways: Mapping[int, tuple[int, ...]]
    """Hex to the hexes entered on the way, the last included."""


def reach(world: World, state: EfsState, who: Party) -> Reach:
    """Every hex that the stack can move to, with the cheapest way (BSR 10.4)."""
    key = ("reach", who)
    found: Reach | None = state.memo.get(key)
    if found is None:
        found = _even_reach(world, state, who) if who.uniform else _mixed_reach(world, state, who)
        state.memo[key] = found
    return found


def _even_reach(world: World, state: EfsState, who: Party, limit: int | None = None) -> Reach:
    """The flood for a stack whose units all pay alike.

    Where no enemy is near and nothing is built, terrain alone decides a step.
    """
    kind, most = who.kinds[0], who.limit if limit is None else limit
    minded = presence(world, state, other(who.side))
    everywhere = who.ways != ORDINARY or who.key == REACT or has_works(world, state)

    def edges(node: int, spent: int) -> Iterator[tuple[int, int]]:
        a, owed = divmod(node, _ROOM)
        for b, by_road, offers in open_steps(world, state, who.ways, kind, a):
            if everywhere or b in minded or a in minded:
                if step_problem(world, state, who, a, b) is not None:
                    continue
                for cost, surcharge in step_offers(world, state, who, kind, owed, a, b):
                    yield b * _ROOM + surcharge, cost
            else:
                due = 0 if by_road else owed
                for price in offers:
                    yield b * _ROOM + price.surcharge, price.cost + due
            if spent == 0 and crossing(world, state, who, a, b):
                yield b * _ROOM, who.limit

    found = flood({who.hex * _ROOM + who.owed[0]: 0}, edges, most)
    best: dict[int, int] = {}
    for node, spent in found.spent.items():
        hex_ = node // _ROOM
        if hex_ != who.hex and (hex_ not in best or spent < found.spent[best[hex_]]):
            best[hex_] = node
    ways = {h: tuple(n // _ROOM for n in found.way(node)[1:]) for h, node in best.items()}
    return Reach({h: most - found.spent[node] for h, node in best.items()}, ways)


def _mixed_reach(world: World, state: EfsState, who: Party) -> Reach:
    """The same for units that pay different prices: every way that no other way beats.

    A label is what each class of units has left and owes; a way is dropped when another
    one to the same hex leaves every class at least as well off.
    """
    classes = sorted(set(zip(who.kinds, who.owed, strict=True)))
    purse = [
        min(n for n, k, o in zip(who.left, who.kinds, who.owed, strict=True) if (k, o) == c)
        for c in classes
    ]
    start: _Label = (tuple(purse), tuple(owed for _, owed in classes))
    fronts: dict[int, list[tuple[_Label, tuple[int, ...]]]] = {who.hex: [(start, ())]}
    queue: list[tuple[int, _Label, tuple[int, ...]]] = [(who.hex, start, ())]
    while queue:
        a, (rest, owed), way = queue.pop(0)
        for b in world.board.neighbors(a):
            if b == who.hex or step_problem(world, state, who, a, b) is not None:
                continue
            label = _pay(world, state, who, classes, rest, owed, a, b)
            if label is None and not way and crossing(world, state, who, a, b):
                label = (tuple(0 for _ in classes), tuple(0 for _ in classes))
            if label is None or any(_beats(old, label) for old, _ in fronts.get(b, ())):
                continue
            kept = [(old, w) for old, w in fronts.get(b, ()) if not _beats(label, old)]
            fronts[b] = [*kept, (label, (*way, b))]
            queue.append((b, label, (*way, b)))
    best = {
        h: max(labels, key=lambda entry: (min(entry[0][0]), sum(entry[0][0])))
        for h, labels in fronts.items() if h != who.hex
    }
    return Reach(
        {h: min(label[0]) for h, (label, _) in best.items()},
        {h: way for h, (_, way) in best.items()},
    )


def _beats(one: _Label, two: _Label) -> bool:
    better_off = all(a >= b for a, b in zip(one[0], two[0], strict=True))
    return better_off and all(a <= b for a, b in zip(one[1], two[1], strict=True))


def _pay(
    world: World, state: EfsState, who: Party, classes: list[tuple[str, int]],
    rest: tuple[int, ...], owed: tuple[int, ...], a: int, b: int,
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """What each class has left and owes after a step, or None if one cannot pay."""
    after: list[int] = []
    due: list[int] = []
    for i, (kind, _) in enumerate(classes):
        offers = sorted(step_offers(world, state, who, kind, owed[i], a, b))
        if not offers or offers[0][0] > rest[i]:
            return None
        after.append(rest[i] - offers[0][0])
        due.append(offers[0][1])
    return tuple(after), tuple(due)


# ---------------------------------------------------------------- moving (10.4)


def ids_of(world: World, names: Iterable[str]) -> tuple[str, ...]:
    """The ids of units named in a command. Raises BadCommand for an unknown name."""
    return tuple(world.unit_id(name) for name in names)


def cost_of_way(
    world: World, state: EfsState, who: Party, way: tuple[int, ...]
) -> tuple[tuple[int, int], ...] | Refusal:
    """(half points, surcharge at the end) for each unit of the stack along a given way.

    The first step that is not allowed or not affordable gives the Refusal.
    """
    hexes = (who.hex, *way)
    for a, b in zip(hexes, hexes[1:], strict=False):
        if not world.board.adjacent(a, b):
            return Refusal("BSR 10.4", f"{world.board.id(b)} is not next to {world.board.id(a)}")
        problem = step_problem(world, state, who, a, b)
        if problem is not None:
            return problem
    if len(way) == 1 and crossing(world, state, who, who.hex, way[0]):
        return tuple((n, 0) for n in who.left)
    paid: dict[tuple[str, int], tuple[int, int] | Refusal] = {}
    costs: list[tuple[int, int]] = []
    for i, id_ in enumerate(who.units):
        key = (who.kinds[i], who.owed[i])
        if key not in paid:
            paid[key] = _along(world, state, who, id_, who.owed[i], hexes)
        bill = paid[key]
        if isinstance(bill, Refusal):
            return bill
        if bill[0] > who.left[i]:
            return Refusal(
                "BSR 10.52",
                f"{world.name(id_)} needs {show(bill[0])} MPs and has {show(who.left[i])}",
            )
        costs.append(bill)
    return tuple(costs)


def _along(
    world: World, state: EfsState, who: Party, id_: str, owed: int, hexes: tuple[int, ...]
) -> tuple[int, int] | Refusal:
    """The cheapest total for a unit of the stack along fixed hexes, and the surcharge then due."""
    kind = profile(world.counters[id_])
    ends = {owed: 0}
    for a, b in zip(hexes, hexes[1:], strict=False):
        after: dict[int, int] = {}
        for due, spent in ends.items():
            for cost, surcharge in step_offers(world, state, who, kind, due, a, b):
                total = spent + cost
                if total < after.get(surcharge, total + 1):
                    after[surcharge] = total
        if not after:
            return prohibited(world, state, world.counters[id_], a, b)
        ends = after
    surcharge, total = min(ends.items(), key=lambda item: (item[1], item[0]))
    return total, surcharge


def prohibited(world: World, state: EfsState, counter: Counter, a: int, b: int) -> Refusal:
    """The rule that closes a hexside or hex to this unit (BSR 10.76-10.78, 23.41)."""
    side, there, kind = world.board.side(a, b), world.board.hexes[b], profile(counter)
    if kind == GREEN:
        return Refusal("BSR 23.41", f"{counter.name} keeps to main roads, and minor ones in Dry")
    if leaves_swamp_badly(world, state, kind, a, side) or "swamp" in there.terrain and kind != FOOT:
        return Refusal("BSR 10.78", "motorized and orange MA units need a road or rail in a swamp")
    if "major_river" in side and only_by_bridge(counter):
        return Refusal("BSR 10.76c.x1", "armor, artillery and trucks cross it only at a bridge")
    if "major_river" in side:
        return Refusal(
            "BSR 10.76c", "crossing it takes the whole MA, in the Movement phase, from its bank"
        )
    if "lake" in side or "lake" in there.terrain:
        return Refusal("BSR 10.77a", "a lake is closed until it freezes")
    if there.terrain & {"sea", "shallow_sea"} or "sea" in side:
        return Refusal("BSR 10.77b", "ground units do not enter the sea")
    return Refusal("BSR 10.71", f"{there.id} is closed to this unit")


def why_out_of_reach(world: World, state: EfsState, who: Party, target: int) -> Refusal:
    """The reason that a player should hear for a hex that the stack cannot reach."""
    name = world.board.id(target)
    if target == who.hex:
        return Refusal("BSR 10.4", f"the stack is already in {name}")
    if holder(world, state, target) == other(who.side):
        return Refusal("BSR 10.54", f"{name} holds an enemy combat unit")
    if world.board.adjacent(who.hex, target):
        problem = step_problem(world, state, who, who.hex, target)
        if problem is not None:
            return problem
        bill = cost_of_way(world, state, who, (target,))
        if isinstance(bill, Refusal):
            return bill
    problem = _gate_problem(world, state, who, target)
    if problem is not None:
        return problem
    if who.uniform:
        plenty = _even_reach(world, state, who, limit=400)
        if target in plenty.left:
            needs, has = 400 - plenty.left[target], who.limit
            return Refusal("BSR 10.52", f"{name} takes {show(needs)} MPs, {show(has)} are left")
    return Refusal("BSR 10.62", f"no way to {name} that enemy ZOCs and terrain leave open")


def _gate_problem(world: World, state: EfsState, who: Party, target: int) -> Refusal | None:
    """Why no step into the hex is open from where the stack can get, if that is the reason."""
    near = reach(world, state, who).ways
    problems = [
        step_problem(world, state, who, a, target)
        for a in world.board.neighbors(target) if a in near
    ]
    return problems[0] if problems and None not in problems else None
