"""Air combat (BSR 17.32, 17.33): initiative, matching, fire, and local tactical advantage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from attrs import evolve

from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.efs.aa_fire import RESULT_BOXES, RESULT_WORDS
from engine.efs.air_units import FIRING, MISSION, put, report_home, side_of, there
from engine.efs.pieces import SIDES
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

Pairs = tuple[tuple[str, str], ...]
"""(firing unit, target) in the order in which they are worked out."""

NO_COMBAT = "none"
SEVERITY = "-ADX"


# ---------------------------------------------------------------- initiative (17.32)


@frozen
class Initiative:
    """What the Air Initiative Table gives in one mission hex."""

    side: str = ""
    """The side that matches the air units; empty where no air combat takes place."""
    local: bool = False
    """That side also has Local Tactical Advantage."""


def possible(world: World, state: EfsState, hex_: int) -> bool:
    """Both sides are there, and one at least has a firing unit (BSR 17.3, 17.31b.3)."""
    both = all(there(world, state, hex_, side) for side in SIDES)
    return both and any(there(world, state, hex_, side, FIRING) for side in SIDES)


def roller(world: World, state: EfsState, hex_: int, first: str) -> str:
    """Who rolls for initiative (BSR 17.32a).

    The player with firing units, or where both have some the one who was first to fly a
    mission there.
    """
    armed = [side for side in SIDES if there(world, state, hex_, side, FIRING)]
    return first if first in armed else armed[0]


def read_initiative(world: World, roll: int, armed: Sequence[str]) -> Initiative:
    """The Air Initiative Table (BSR 17.32b).

    A side without firing units cannot hold the initiative: the other then has it, without
    an advantage that the table gave to its enemy (17.32a).
    """
    outcome = world.charts.air_initiative[roll - 1]
    if outcome == NO_COMBAT:
        return Initiative()
    side, _, local = outcome.partition("_")
    if side not in armed:
        return Initiative(other(side))
    return Initiative(side, local == "local")


def roll_initiative(draft: Draft, hex_: int, first: str) -> Initiative:
    """Roll for Air Initiative in a mission hex (BSR 17.32)."""
    world = draft.world
    side = roller(world, draft.state, hex_, first)
    armed = [s for s in SIDES if there(world, draft.state, hex_, s, FIRING)]
    roll = draft.roll()
    found = read_initiative(world, roll, armed)
    if not found.side:
        words = "no air combat"
    else:
        words = found.side.capitalize()
        words += " with Local Tactical Advantage" if found.local else ""
    draft.log(
        "air", f"Air Initiative at {world.board.label(hex_)}: {words}",
        hex=world.board.id(hex_), rule="BSR 17.32", roll=roll, side=side,
    )
    return found


# ---------------------------------------------------------------- fire (17.33b-d)


def difference(world: World, firer: int, target: int) -> int:
    """The column of the Air Combat Table: firer's rating less target's (BSR 17.33c)."""
    columns = world.charts.air_combat
    return max(min(columns), min(max(columns), firer - target))


def read_fire(world: World, firer: int, target: int, roll: int) -> str:
    """The Air Combat Table: "-", A, D or X (BSR 17.33c, d)."""
    return world.charts.air_combat[difference(world, firer, target)][roll - 1]


def chances(world: World, firer: str, target: str) -> dict[str, int]:
    """Each result of one air unit's fire at another with its chance in tenths."""
    ratings = (world.aircraft[firer].acr, world.aircraft[target].acr)
    row = world.charts.air_combat[difference(world, *ratings)]
    return {word: row.count(word) for word in SEVERITY}


# ---------------------------------------------------------------- matching (17.33a)


def matchings(world: World, state: EfsState, hex_: int, side: str) -> tuple[Pairs, ...]:
    """Every way in which the side with initiative may match the air units (BSR 17.33a).

    Each enemy firing unit is engaged by a firing unit of its own before anything else.
    Firing units to spare attack whatever enemy is wanted. Where the enemy has some to
    spare, the side chooses which of its mission units each of them attacks, or without
    mission units which firing unit (PB 11.1 example 1). Pairs with the first attacker of
    a target come before the others.
    """
    mine = there(world, state, hex_, side, FIRING)
    theirs = there(world, state, hex_, other(side), FIRING)
    if len(mine) >= len(theirs):
        quarry = theirs + there(world, state, hex_, other(side), MISSION)
        return tuple(_with_enough(mine, theirs, quarry))
    mission = there(world, state, hex_, side, MISSION)
    return tuple(_outnumbered(mine, theirs, mission or mine))


def _with_enough(
    mine: tuple[str, ...], theirs: tuple[str, ...], quarry: tuple[str, ...]
) -> Iterator[Pairs]:
    for targets in product(quarry, repeat=len(mine)):
        if not set(theirs) <= set(targets):
            continue
        pairs = tuple(zip(mine, targets, strict=True))
        attackers = [[m for m, t in pairs if t == enemy] for enemy in theirs]
        for firsts in product(*attackers):
            yield tuple(sorted(pairs, key=lambda pair: pair[0] not in firsts))


def _outnumbered(
    mine: tuple[str, ...], theirs: tuple[str, ...], prey: tuple[str, ...]
) -> Iterator[Pairs]:
    for engaged in permutations(theirs, len(mine)):
        spare = tuple(enemy for enemy in theirs if enemy not in engaged)
        for targets in product(prey, repeat=len(spare)):
            yield (*zip(mine, engaged, strict=True), *zip(spare, targets, strict=True))


def unengaged(world: World, state: EfsState, hex_: int, side: str) -> tuple[str, ...]:
    """Firing units whose target of the first round has been forced to go home (BSR 17.33e)."""
    return tuple(
        id_ for id_ in there(world, state, hex_, side, FIRING)
        if state.air[id_].engaged and state.air[state.air[id_].engaged].hex != hex_
    )


def local_matchings(world: World, state: EfsState, hex_: int, side: str) -> tuple[Pairs, ...]:
    """Every choice of new targets for Local Tactical Advantage: any enemy left (BSR 17.33e)."""
    free = unengaged(world, state, hex_, side)
    enemies = there(world, state, hex_, other(side))
    if not free or not enemies:
        return ()
    return tuple(
        tuple(zip(free, targets, strict=True))
        for targets in product(enemies, repeat=len(free))
    )


def _first_attackers(pairs: Pairs) -> dict[str, str]:
    firsts: dict[str, str] = {}
    for firer, target in pairs:
        firsts.setdefault(target, firer)
    return firsts


def complete(options: Sequence[Pairs], given: Pairs, answering: Sequence[str]) -> tuple[Pairs, ...]:
    """The matchings that fit pairs that a player has named, his pairs first.

    Who is named first for a target that will answer is its first attacker. One fit means
    that the rest goes without saying.
    """
    firsts = {t: f for t, f in _first_attackers(given).items() if t in answering}
    fits: list[Pairs] = []
    for option in options:
        if not set(given) <= set(option):
            continue
        order = _first_attackers(option)
        if any(order[target] != firer for target, firer in firsts.items()):
            continue
        fits.append((*given, *(pair for pair in option if pair not in given)))
    return tuple(fits)


def check_pairs(
    world: World, state: EfsState, hex_: int, side: str, options: Sequence[Pairs], given: Pairs
) -> Refusal | None:
    """Whether named pairs make exactly one matching, and if not why (BSR 17.33a, e)."""
    firers = [firer for firer, _ in given]
    for firer, target in given:
        if firers.count(firer) > 1:
            return Refusal("BSR 17.33b", f"{world.name(firer)} fires once")
        for id_ in (firer, target):
            if state.air[id_].hex != hex_:
                return Refusal("BSR 17.33a", f"{world.name(id_)} is not in this mission hex")
        if state.air[firer].role != FIRING:
            return Refusal("BSR 17.31b.1", f"{world.name(firer)} is a mission unit: it never fires")
        if side_of(world, firer) == side_of(world, target):
            return Refusal("BSR 17.33a", f"{world.name(target)} is on the same side")
    fits = complete(options, given, there(world, state, hex_, other(side), FIRING))
    if not fits:
        return Refusal(
            "BSR 17.33a", "each enemy firing unit is engaged by a firing unit of its own first"
        )
    if len(fits) > 1:
        left = [world.name(firer) for firer, _ in fits[0] if firer not in firers]
        return Refusal("BSR 17.33a", f"also say whom {' and '.join(left)} engages")
    return None


# ---------------------------------------------------------------- a round of fire


def shots(world: World, state: EfsState, side: str, pairs: Pairs) -> Pairs:
    """Who fires at whom, in order: firing units that are engaged return fire.

    One that several attack returns fire at the first of them only (BSR 17.33a).
    """
    fired: list[tuple[str, str]] = []
    answered: set[str] = set()
    for firer, target in pairs:
        fired.append((firer, target))
        answers = side_of(world, firer) == side and state.air[target].role == FIRING
        if answers and target not in answered:
            answered.add(target)
            fired.append((target, firer))
    return tuple(fired)


def fire_round(draft: Draft, hex_: int, fired: Pairs, rule: str) -> None:
    """Roll for every shot, then send home whom they hit: fire is simultaneous (BSR 17.33b)."""
    worst: dict[str, str] = {}
    for firer, target in fired:
        effect = _shoot(draft, hex_, firer, target, rule)
        if SEVERITY.index(effect) > SEVERITY.index(worst.get(target, "-")):
            worst[target] = effect
    put(draft, *(evolve(draft.state.air[f], engaged=t) for f, t in fired))
    for target, effect in worst.items():
        report_home(draft, (target,), hex_, RESULT_BOXES[effect], "BSR 17.33d")


def _shoot(draft: Draft, hex_: int, firer: str, target: str, rule: str) -> str:
    world = draft.world
    ratings = (world.aircraft[firer].acr, world.aircraft[target].acr)
    roll = draft.roll()
    effect = read_fire(world, *ratings, roll)
    column = difference(world, *ratings)
    draft.log(
        "air",
        f"{world.name(firer)} fires at {world.name(target)} ({column:+d}): {RESULT_WORDS[effect]}",
        hex=world.board.id(hex_), rule=rule, roll=roll, side=side_of(world, firer),
    )
    return effect
