"""Barrage (OCS 10.0): targets, points and columns, shifts, spotters, results of both tables."""

from __future__ import annotations

from attrs import evolve

from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.ocs import air, losses, modes, odds
from engine.ocs.decisions import Losses
from engine.ocs.pieces import MAP, RE, STRAT
from engine.ocs.sequence import other
from engine.ocs.sizes import combat_units, holder, re4
from engine.ocs.state import Bombardment, OcsState
from engine.ocs.world import Draft, World

UNITS, BASE, TRAIN, PORT = "units", "base", "train", "port"
DENSITY_CAP = 3 * RE
"""No multi-step unit and no formation counts for more in density (OCS 10.0a)."""
DENSITY = ((1 * RE, -1), (3 * RE, 0), (4 * RE, 1), (5 * RE, 2), (6 * RE, 3))
"""Up to so many quarters of an RE: columns shifted."""
DENSEST = 4
"""Columns above the last of these."""
TERRAIN_SHIFT = {"open": 0, "close": -1, "very_close": -1, "extremely_close": -2}
HOG_SHIFT = -1
UNSPOTTED = -3
STRAT_TARGET = 3
NEAR_BASES = 1
STRONG_HOG = 3
"""Level from which a hedgehog turns [1/2] into DG (OCS 10.0a, 16.0d)."""
HALF_STEP = 4
"""Lowest die that costs the step of a half (OCS 10.0a)."""


def shown(code: str) -> str:
    """A result as it reads: the chart's bare dash with its meaning."""
    return "- (no effect)" if code == "-" else code


@frozen
class Shift:
    """One column shift with its rule, for the preview and the log."""

    name: str
    columns: int
    rule: str = "OCS 10.0a"


# ---------------------------------------------------------------- columns


def column_of(minimums: tuple[int, ...], points: int) -> int:
    """The column of so many points (OCS 10.0 step 4)."""
    return max(i for i, least in enumerate(minimums) if points >= least)


def initial_column(world: World, target: str, points: int) -> tuple[int, int]:
    """Column and token cost for so many points at a target (OCS 10.0 step 4, 10.1b)."""
    if target in ("", UNITS):
        column = column_of(world.charts.barrage_min, points)
        return column, world.charts.barrage_cost[column]
    column = column_of(world.charts.facility_min, points)
    return column, world.charts.facility_cost[column]


def bargains(world: World, target: str, points: int) -> tuple[int, ...]:
    """The most points that can be had for each price below that of so many (10.1b, HR-7)."""
    units = target in ("", UNITS)
    minimums = world.charts.barrage_min if units else world.charts.facility_min
    costs = world.charts.barrage_cost if units else world.charts.facility_cost
    most: dict[int, int] = {}
    column, price = initial_column(world, target, points)
    for i in range(column):
        if costs[i] < price:
            most[costs[i]] = minimums[i + 1] - 1
    return tuple(sorted(most.values(), reverse=True))


def spotted(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a combat unit of the side is next to the hex (OCS 10.0b)."""
    return any(holder(world, state, n) == side for n in world.board.neighbors(hex_))


def density4(world: World, state: OcsState, hex_: int) -> int:
    """Quarters of an RE that count for density; formations and divisions at most 3 RE (10.0a)."""
    groups: dict[str, int] = {}
    for unit in combat_units(world, state, hex_):
        multi = world.counters[unit.id].multi_step
        group = world.hooks.formation(world, state, unit) or unit.id
        limit = DENSITY_CAP if multi or group != unit.id else re4(world, unit)
        groups[group] = min(limit, groups.get(group, 0) + re4(world, unit))
    return sum(groups.values())


def density_shift(size4: int) -> int:
    """Columns for the density of a target (OCS 10.0a)."""
    for most, columns in DENSITY:
        if size4 <= most:
            return columns
    return DENSEST


def shifts(
    world: World, state: OcsState, side: str, hex_: int, *, close_air: bool = False,
    strategic: bool = False,
) -> tuple[Shift, ...]:
    """Every column shift of a barrage against units (OCS 10.0a).

    The owner of the target takes the terrain that helps him most; a mission with a Strategic
    Bomber is never spotted and never at short range (14.1e).
    """
    found = [Shift("density", density_shift(density4(world, state, hex_)))]
    if hex_ in state.hogs:
        found.append(Shift("hedgehog", HOG_SHIFT))
    terrains = odds.hex_terrains(world, state, hex_)
    found.append(Shift("terrain", min(TERRAIN_SHIFT[row.category] for row in terrains.values())))
    if strategic or not spotted(world, state, side, hex_):
        found.append(Shift("no correct spotter", UNSPOTTED, "OCS 10.0b"))
    if close_air and not strategic:
        found.append(Shift("aircraft near their bases", NEAR_BASES, "OCS 10.2b"))
    if any(u.marker == STRAT for u in combat_units(world, state, hex_)):
        found.append(Shift("a target in Strat Mode", STRAT_TARGET))
    return tuple(s for s in found if s.columns)


def shifted(world: World, column: int, found: tuple[Shift, ...]) -> int:
    """The column after its shifts, held at the ends (OCS 10.0 step 5)."""
    return max(0, min(len(world.charts.barrage_min) - 1, column + sum(s.columns for s in found)))


# ---------------------------------------------------------------- targets


def target_problem(
    world: World, state: OcsState, side: str, hex_: int, target: str, *, counted: bool = True
) -> Refusal | None:
    """Whether there is such a target in the hex, not yet barraged (OCS 10.0c, d, e).

    Hip Shoots do not count against the one barrage of a hex in a phase (10.0e A).
    """
    foe, number = other(side), world.board.id(hex_)
    if counted and hex_ in state.barraged:
        return Refusal("OCS 10.0e", f"{number} was barraged in this phase")
    if target in ("", UNITS):
        if holder(world, state, hex_) != foe:
            return Refusal("OCS 10.0", f"{number} holds no enemy combat unit")
    elif target == BASE:
        base = state.bases.get(hex_)
        if base is None or base.owner != foe:
            return Refusal("OCS 10.0c", f"{number} holds no enemy air base")
    elif target == TRAIN:
        if hex_ in state.busts:
            return Refusal("OCS 14.8", f"{number} has a Trainbusting marker")
    elif target == PORT:
        return Refusal("OCS 19.0", "no side has Sea Cap: a port has nothing to lose")
    else:
        return Refusal("OCS 10.0c", f"'{target}' is no target: units, base or train")
    return None


# ---------------------------------------------------------------- resolving (10.0 steps 4-6)


def proceed(draft: Draft) -> bool:
    """Resolve the artillery barrage in hand; False where there is none (OCS 10.0)."""
    shot = draft.state.bombardment
    if shot is None:
        return False
    draft.update(bombardment=None)
    side = draft.world.side(shot.guns[0])
    if shot.target == UNITS:
        strike(draft, side, shot)
    else:
        hit_facility(draft, side, shot)
    return True


def strike(
    draft: Draft, side: str, shot: Bombardment, *, column: int = -1, close_air: bool = False,
    strategic: bool = False,
) -> None:
    """A barrage against combat units; a named column takes no shifts (OCS 10.0a; TTW 3.3d)."""
    world, hex_ = draft.world, shot.hex
    if not combat_units(world, draft.state, hex_):
        return
    found: tuple[Shift, ...] = ()
    start = column
    if column < 0:
        start, _ = initial_column(world, UNITS, shot.points)
        found = shifts(world, draft.state, side, hex_, close_air=close_air, strategic=strategic)
    code = _roll(draft, side, shot, shifted(world, start, found), found)
    unspotted = strategic or not spotted(world, draft.state, side, hex_)
    apply_code(draft, side, shot, code, unspotted=unspotted)


def _roll(
    draft: Draft, side: str, shot: Bombardment, column: int, found: tuple[Shift, ...]
) -> str:
    """Two dice on the Barrage table, as the game reads the result (OCS 10.0a)."""
    world, number = draft.world, draft.world.board.id(shot.hex)
    drm = world.hooks.barrage_drm(world, draft.state, shot.aircraft, shot.hex)
    roll = draft.roll(6) + draft.roll(6)
    code = result(world, draft.state, shot.aircraft, column, roll + drm)
    listed = ", ".join(f"{s.columns:+d} {s.name}" for s in found)
    draft.log("barrage", f"barrage of {world.board.label(shot.hex)}, {shot.points} points: "
              f"roll {roll}"
              f"{f'{drm:+d}' if drm else ''}{f' ({listed})' if listed else ''}: {shown(code)}",
              hex=number, rule="OCS 10.0a", roll=roll, side=side)
    return code


def result(
    world: World, state: OcsState, aircraft: tuple[str, ...], column: int, roll: int
) -> str:
    """The box of the Barrage table for a modified roll, as the game reads it (OCS 10.0a)."""
    row = max(2, min(12, roll)) - 2
    code = world.charts.barrage_rows[row][column]
    return world.hooks.barrage_code(world, state, aircraft, code)


def only_dg(state: OcsState, shot: Bombardment, *, unspotted: bool) -> bool:
    """Whether [1/2] is no more than DG here (OCS 10.0a)."""
    hog = state.hogs.get(shot.hex)
    return bool(shot.aircraft) or unspotted or (hog is not None and hog.level >= STRONG_HOG)


def apply_code(
    draft: Draft, side: str, shot: Bombardment, code: str, *, unspotted: bool
) -> None:
    """What a result of the Barrage table does: DG, and steps of the owner's choice (OCS 10.0a)."""
    world, hex_ = draft.world, shot.hex
    if code == "-":
        return
    steps = int(code) if code.isdigit() else 0
    if code == "1/2" or (code == "[1/2]" and not only_dg(draft.state, shot, unspotted=unspotted)):
        die = draft.roll(6)
        steps = 1 if die >= HALF_STEP else 0
        draft.log("barrage", f"half a step, lost on {HALF_STEP} or more: roll {die}, "
                  + ("lost" if steps else "kept"),
                  hex=world.board.id(hex_), rule="OCS 10.0a", roll=die)
    modes.disorganize(draft, hex_, "OCS 10.0a")
    ids = tuple(u.id for u in combat_units(world, draft.state, hex_))
    first = world.hooks.barrage_first(world, draft.state, shot.aircraft, hex_)
    losses.demand(draft, Losses(other(side), first or ids, steps, spread=False, rule="OCS 10.0a",
                                how="barrage"))


# ---------------------------------------------------------------- Barrage vs. Facility (10.0c)


def hit_facility(draft: Draft, side: str, shot: Bombardment) -> None:
    """One die, no shifts: bases and aircraft on them, Trainbusting (OCS 10.0c)."""
    world, hex_ = draft.world, shot.hex
    column, _ = initial_column(world, shot.target, shot.points)
    roll = draft.roll(6)
    text = world.charts.facility_rows[roll - 1][column]
    code = world.charts.facility_codes[text]
    number = world.board.id(hex_)
    draft.log("barrage", f"{shot.target} in {number}: roll {roll}: {text}", hex=number,
              rule="OCS 10.0c", roll=roll, side=side)
    if shot.target == TRAIN:
        if code["bust"]:
            _bust(draft, side, hex_)
        return
    _lower_base(draft, hex_, int(code["level"]))
    _hit_aircraft(draft, other(side), hex_, int(code["loss"]))


def _bust(draft: Draft, side: str, hex_: int) -> None:
    """Place a Trainbusting marker (OCS 14.8a)."""
    number = draft.world.board.id(hex_)
    draft.update(busts={**draft.state.busts, hex_: side})
    draft.log("barrage", f"Trainbusting marker in {number}", hex=number, rule="OCS 14.8a",
              side=side)


def _lower_base(draft: Draft, hex_: int, levels: int) -> None:
    """A base loses levels, never below 1; air strips lose none (OCS 10.0c A, 15.0c, 15.2 E)."""
    base = draft.state.bases.get(hex_)
    if base is None or base.level <= 1 or not levels:
        return
    level = max(1, base.level - levels)
    draft.update(bases={**draft.state.bases, hex_: evolve(base, level=level)})
    number = draft.world.board.id(hex_)
    draft.log("barrage", f"the air base in {number} is now level {level}", hex=number,
              rule="OCS 10.0c", side=base.owner)


def _hit_aircraft(draft: Draft, owner: str, hex_: int, least: int) -> None:
    """Every air unit of the owner there rolls; `least` or more costs a step (OCS 10.0c A)."""
    if not least:
        return
    for unit in list(draft.state.air.values()):
        if unit.hex != hex_ or unit.box != MAP or draft.world.aircraft[unit.id].side != owner:
            continue
        die = draft.roll(6)
        if die >= least:
            air.lose_step(draft, unit.id, "OCS 10.0c", roll=die)
