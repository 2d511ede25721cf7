"""Before a player commits himself: what an attack, Overrun or barrage costs, and its chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.ocs import barrage, combat, combat_supply, missions, odds
from engine.ocs.artillery import fires_of, points_of, price
from engine.ocs.commands import Barrage
from engine.ocs.pieces import Hog
from engine.ocs.sequence import acting
from engine.ocs.sizes import combat_units
from engine.ocs.state import OcsState
from engine.ocs.world import World

DIE = range(1, 7)
TWO_DICE = tuple((a + b, Fraction(1, 36)) for a in DIE for b in DIE)


@frozen
class Chance:
    """One box of a table and how likely it is."""

    result: str
    share: Fraction


@frozen
class AttackPreview:
    """An attack on a hex as it would be rolled (OCS 9.2)."""

    odds: odds.Odds
    heading: str
    """The column before surprise, such as "3:1"."""
    lead: str
    defender_lead: str
    attacker_ar: int
    defender_ar: int
    hog: int
    modifiers: tuple[tuple[str, int, str], ...]
    """(name, DRM, rule) on the Combat roll."""
    cost: combat_supply.Bill
    """What the attacker pays, and from where."""
    defense: combat_supply.Bill
    """What the defender pays if he pays all that he can."""
    surprise: tuple[Fraction, Fraction]
    """Chances of surprise for the attacker and for the defender."""
    chances: tuple[Chance, ...]
    """Results, surprise and its columns counted in, the likeliest first."""

    @property
    def drm(self) -> int:
        """The whole modifier of the Combat roll (OCS 9.9)."""
        return self.attacker_ar - self.defender_ar - self.hog + sum(m[1] for m in self.modifiers)


def attack(
    world: World, state: OcsState, hex_: int, units: tuple[str, ...], *, overrun: bool = False,
    lead: str = "", sparing: bool = False,
) -> AttackPreview:
    """Odds, cost and chances of an attack by these units, with the defenders paid for."""
    defenders = tuple(u.id for u in combat_units(world, state, hex_))
    defense = combat_supply.defense_bill(world, state, defenders)
    paid = frozenset(i for i in defenders if i not in defense.unpaid)
    found = odds.weigh(world, state, hex_, units, paid)
    ours = lead or combat.by_rating(world, state, units, attacking=True, hex_=hex_)[0]
    theirs = combat.by_rating(world, state, defenders, attacking=False)[0]
    our_ar = odds.rating(world, state, ours, attacking=True, hex_=hex_)
    their_ar = odds.rating(world, state, theirs, attacking=False)
    hog = state.hogs.get(hex_, Hog("", 0)).level
    modifiers = world.hooks.combat_drm(world, state)
    drm = our_ar - their_ar - hog + sum(m[1] for m in modifiers)
    surprise_drm = our_ar - their_ar - (1 if hog else 0)
    chances = surprise_chances(world, "overrun" if overrun else "regular", surprise_drm)
    return AttackPreview(
        found, odds.heading(world, found.category, found.column), ours, theirs, our_ar, their_ar,
        hog, modifiers, combat_supply.attack_bill(world, state, units, sparing=sparing), defense,
        chances, results(world, found.column, drm, chances),
    )


def surprise_chances(world: World, kind: str, drm: int) -> tuple[Fraction, Fraction]:
    """Chances that the attacker and the defender surprise the other (OCS 9.8)."""
    both = {"attacker": Fraction(0), "defender": Fraction(0), "": Fraction(0)}
    for roll, share in TWO_DICE:
        both[odds.surprise(world, kind, roll + drm)] += share
    return both["attacker"], both["defender"]


def results(
    world: World, column: int, drm: int, surprise: tuple[Fraction, Fraction]
) -> tuple[Chance, ...]:
    """Every result with its chance; surprise moves the column by a die (OCS 9.8, 9.9)."""
    memo_key = ("results", column, drm, surprise)
    known: tuple[Chance, ...] | None = world.memo.get(memo_key)
    if known is None:
        known = world.memo[memo_key] = _results(world, column, drm, surprise)
    return known


def _results(
    world: World, column: int, drm: int, surprise: tuple[Fraction, Fraction]
) -> tuple[Chance, ...]:
    columns: dict[int, Fraction] = {}

    def add(shift: int, share: Fraction) -> None:
        where = odds.shift(column, shift)
        columns[where] = columns.get(where, Fraction(0)) + share

    add(0, Fraction(1) - surprise[0] - surprise[1])
    for die in DIE:
        add(die, surprise[0] / 6)
        add(-die, surprise[1] / 6)
    found: dict[str, Fraction] = {}
    for where, likely in columns.items():
        for roll, share in TWO_DICE:
            code = odds.result(world, where, roll + drm)
            found[code] = found.get(code, Fraction(0)) + likely * share
    order = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Chance(code, share) for code, share in order if share)


# ---------------------------------------------------------------- barrage (10)


@frozen
class BarragePreview:
    """A barrage of a hex as it would be rolled (OCS 10.0)."""

    points: int
    cost: int
    """Tokens."""
    column: int
    shifted: int
    shifts: tuple[barrage.Shift, ...]
    chances: tuple[Chance, ...]
    target: str = barrage.UNITS
    drm: int = 0
    """What the game adds to the roll (TTW 2.2f)."""


def barrage_of(world: World, state: OcsState, command: Barrage) -> BarragePreview | Refusal:
    """What artillery would do to the target of a hex, and what it costs."""
    fires = fires_of(world, state, command)
    if isinstance(fires, Refusal):
        return fires
    hex_ = world.board.at(command.hex)
    points = points_of(fires)
    cost = price(world, state, command.target, points)
    if command.target in ("", barrage.UNITS):
        found = barrage.shifts(world, state, acting(state), hex_)
        return _weigh_barrage(world, state, hex_, points, found, cost=cost)
    return facility(world, command.target, points, cost)


def bombing_of(
    world: World, state: OcsState, hex_: int, ids: tuple[str, ...], target: str = barrage.UNITS
) -> BarragePreview:
    """What aircraft would do to the target of a hex, if all of them get there (OCS 10.2)."""
    points = missions.points_of(world, state, ids)
    if target != barrage.UNITS:
        return facility(world, target, points)
    found = barrage.shifts(
        world, state, acting(state), hex_, close_air=missions.near(world, state, ids, hex_),
        strategic=missions.strategic(world, ids),
    )
    return _weigh_barrage(world, state, hex_, points, found, ids)


def facility(world: World, target: str, points: int, cost: int = 0) -> BarragePreview:
    """What so many points do to an air base or a railroad: one die, no shifts (OCS 10.0c)."""
    column, _ = barrage.initial_column(world, target, points)
    tally = Counter(world.charts.facility_rows[roll - 1][column] for roll in DIE)
    order = sorted(tally.items(), key=lambda item: (-item[1], item[0]))
    chances = tuple(Chance(text, Fraction(count, len(DIE))) for text, count in order)
    return BarragePreview(points, cost, column, column, (), chances, target)


def _weigh_barrage(
    world: World, state: OcsState, hex_: int, points: int, found: tuple[barrage.Shift, ...],
    aircraft: tuple[str, ...] = (), cost: int = 0,
) -> BarragePreview:
    """The column after its shifts, and the chance of each code as the game reads it."""
    column, _ = barrage.initial_column(world, "", points)
    where = barrage.shifted(world, column, found)
    drm = world.hooks.barrage_drm(world, state, aircraft, hex_)
    shares: dict[str, Fraction] = {}
    for roll, share in TWO_DICE:
        code = barrage.result(world, state, aircraft, where, roll + drm)
        shares[code] = shares.get(code, Fraction(0)) + share
    order = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    chances = tuple(Chance(code, share) for code, share in order)
    return BarragePreview(points, cost, column, where, found, chances, drm=drm)


# ---------------------------------------------------------------- in words


def words(chances: tuple[Chance, ...], most: int) -> Iterator[str]:
    """The likeliest results, and the rest in one."""
    for chance in chances[:most]:
        yield f"{odds.percent(chance.share)} {barrage.shown(chance.result)}"
    rest = sum((c.share for c in chances[most:]), Fraction(0))
    if rest:
        yield f"{odds.percent(rest)} others"
