"""What the staff officer plans: attacks with the units for them, and where the others stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.efs import declaration, movement, stacking
from engine.efs.allowance import movers
from engine.efs.headquarters import RANGE
from engine.efs.pieces import Unit
from engine.efs.state import at
from engine.efs.steps import face
from engine.efs.zoc import in_zoc
from engine.players.efs.sense import Sense

Options = Mapping[str, Mapping[int, int]]
"""For each unit every hex that it could be in, with the half points it would have left."""
COMMITMENT = 0.12
"""What using one more unit in an attack must at least bring."""
WORTHWHILE = 0.35
"""Least value of an attack."""
ENOUGH = 7.0
"""Odds beyond which more units add nothing."""
REASONABLE = 1.0
"""Odds below which a hex is attacked only because it must be."""


@frozen
class Operation:
    """Attacks that belong together, and where their units stand for them."""

    attacks: tuple[tuple[int, tuple[str, ...]], ...]
    """Defender hex and the units against it."""
    places: Mapping[str, int]
    value: float


def options(sense: Sense) -> dict[str, Mapping[int, int]]:
    """Every hex for every unit: those that may move by their reach, the others where they are."""
    world, state = sense.world, sense.state
    able = {unit.id for unit in movers(world, state)}
    found: dict[str, Mapping[int, int]] = {}
    for unit in state.units.values():
        if not unit.on_map or world.counters[unit.id].side != sense.side:
            continue
        stay = {unit.hex: 0}
        who = movement.party(world, state, (unit.id,)) if unit.id in able else None
        if who is None or isinstance(who, Refusal):
            found[unit.id] = stay
        else:
            found[unit.id] = {**movement.reach(world, state, who).left, **stay}
    return found


def standing(sense: Sense) -> dict[str, Mapping[int, int]]:
    """Every unit where it is: the options when nobody moves any more."""
    return {
        unit.id: {unit.hex: 0} for unit in sense.state.units.values()
        if unit.on_map and sense.world.counters[unit.id].side == sense.side
    }


# ---------------------------------------------------------------- attacks


class AttackPlanner:
    """Chooses attacks one after the other, the most valuable first."""

    def __init__(self, sense: Sense, open_: Options) -> None:
        self.sense = sense
        self.open = open_
        self.busy: set[str] = set()
        self.places: dict[str, int] = {}
        self.targets: set[int] = set()
        self.guns: set[str] = set()

    def operations(self) -> list[Operation]:
        """Every worthwhile operation, in the order in which units were given to them."""
        chosen: list[Operation] = []
        left = list(self.sense.foe_hexes())
        while left:
            found = [op for op in map(self._operation, left) if op is not None]
            best = max(found, key=lambda op: op.value, default=None)
            if best is None or best.value < WORTHWHILE:
                break
            self._commit(best)
            chosen.append(best)
            left = [h for h in left if h not in self.targets]
        return chosen

    def _commit(self, operation: Operation) -> None:
        for hex_, ids in operation.attacks:
            self.targets.add(hex_)
            self.busy.update(ids)
            self.guns.update(self.sense.guns_for((hex_,), self.guns))
        self.places.update(operation.places)

    def _operation(self, target: int) -> Operation | None:
        """The best attack on a hex, with those on other hexes that it would force (BSR 12.7)."""
        attacks: list[tuple[int, tuple[str, ...]]] = []
        places: dict[str, int] = {}
        value = 0.0
        waiting, seen = [target], {target}
        while waiting:
            hex_ = waiting.pop(0)
            forced = hex_ != target
            found = self._attack(hex_, places, seen, forced=forced)
            if found is None:
                return None
            ids, spots, worth = found
            attacks.append((hex_, ids))
            places.update({i: spots[i] for i in ids})
            value += worth
            if len(attacks) > 3 or value < -2.0:
                return None
            for id_ in ids:
                for foe in self._threats(spots[id_]):
                    if foe not in seen and foe not in self.targets:
                        seen.add(foe)
                        waiting.append(foe)
        return Operation(tuple(attacks), places, value)

    def _threats(self, spot: int) -> tuple[int, ...]:
        return self.sense.threats_on(spot)

    def _attack(
        self, target: int, taken: Mapping[str, int], seen: set[int], *, forced: bool
    ) -> tuple[tuple[str, ...], dict[str, int], float] | None:
        """Units against one hex, where they stand, and what the attack is worth."""
        spots = self._spots(target, taken, seen)
        order = sorted(spots, key=lambda i: (-self._power(i), i))
        if not order:
            return None
        best: tuple[tuple[str, ...], float] | None = None
        field = self.sense.imagined({**self.places, **taken, **spots})
        guns = field.guns_for((target,), self.guns)
        least = 0.25 if forced else REASONABLE
        for count in range(1, len(order) + 1):
            ids = tuple(order[:count])
            seen_ = field.outlook((target,), ids, guns)
            odds = seen_.strengths.for_attack / max(1.0, seen_.strengths.for_defense)
            if odds < least and count < len(order):
                continue
            if odds < 0.25:
                return None
            value = field.value((target,), seen_) - COMMITMENT * count
            value -= sum(self._stake(i, spots[i]) for i in ids)
            if best is None or value > best[1]:
                best = (ids, value)
            if odds > ENOUGH:
                break
        if best is None:
            return None
        return best[0], {i: spots[i] for i in best[0]}, best[1]

    def _stake(self, id_: str, spot: int) -> float:
        """What a unit gives up by going to its spot."""
        return self.sense.stake(id_) if spot != self.sense.state.units[id_].hex else 0.0

    def _power(self, id_: str) -> int:
        return face(self.sense.world, self.sense.state.units[id_]).attack

    def _spots(
        self, target: int, taken: Mapping[str, int], seen: set[int]
    ) -> dict[str, int]:
        """For each free unit the best hex beside the target from which it could attack."""
        world, state = self.sense.world, self.sense.state
        beside = world.board.neighbors(target)
        there: dict[int, set[str]] = {
            h: {i for i, p in {**self.places, **taken}.items() if p == h} for h in beside
        }
        found: dict[str, int] = {}
        for id_ in sorted(self.open, key=lambda i: (-self._power(i), i)):
            unit = state.units[id_]
            if id_ in self.busy or id_ in taken:
                continue
            if declaration.attacker_problem(world, state, unit) is not None:
                continue
            choices = [h for h in beside if h in self.open[id_]]
            choices.sort(key=lambda h: self._spot_cost(unit, h, target, seen))
            for hex_ in choices:
                if self._fits(id_, hex_, there[hex_]) and self._may_attack(unit, hex_, target):
                    found[id_] = hex_
                    there[hex_].add(id_)
                    break
        return found

    def _spot_cost(self, unit: Unit, hex_: int, target: int, seen: set[int]) -> tuple[int, ...]:
        """Least for a spot that forces no other attack, needs no river and no move."""
        others = sum(
            1 for h in self._threats(hex_)
            if h != target and h not in seen and h not in self.targets
        )
        side = self.sense.world.board.side(hex_, target)
        wet = int(bool(side & {"river", "canal", "major_river"}))
        return others, wet, int(hex_ != unit.hex), hex_

    def _fits(self, id_: str, hex_: int, coming: set[str]) -> bool:
        """Whether the hex has room, counting who comes and not who leaves."""
        world, state = self.sense.world, self.sense.state
        here = {u.id for u in at(state, hex_) if self.places.get(u.id, hex_) == hex_}
        return stacking.points(world, here | coming | {id_}) <= stacking.LIMIT

    def _may_attack(self, unit: Unit, hex_: int, target: int) -> bool:
        world = self.sense.world
        if hex_ == unit.hex:
            return declaration.pair_problem(world, self.sense.state, unit, target) is None
        moved = self.sense.imagined({unit.id: hex_}).state
        return declaration.pair_problem(world, moved, moved.units[unit.id], target) is None


# ---------------------------------------------------------------- where to stand


class Posture:
    """Where units without an attack should stand; each choice counts for the next."""

    def __init__(self, sense: Sense, places: Mapping[str, int]) -> None:
        self.sense = sense.imagined(places) if places else sense
        self.stars = self.sense.stars()
        self.danger = {hex_: self.sense.threat(hex_) for hex_ in self.stars}
        self.moved: dict[str, int] = dict(places)

    def best(self, unit: Unit, hexes: Iterable[int]) -> int:
        """The best of these hexes for a unit; its own where nothing is clearly better."""
        choice, top = unit.hex, self.score(unit, unit.hex) + 0.08
        for hex_ in sorted(hexes):
            if hex_ == unit.hex or not self.sense.room(hex_, (unit.id,)):
                continue
            score = self.score(unit, hex_)
            if score > top:
                choice, top = hex_, score
        return choice

    def put(self, unit: Unit, hex_: int) -> None:
        """Count a unit where it will go."""
        if hex_ != unit.hex:
            self.sense = self.sense.imagined({unit.id: hex_})

    def score(self, unit: Unit, hex_: int) -> float:
        """How good a hex is for a unit."""
        counter = self.sense.world.counters[unit.id]
        if counter.hq:
            return self._headquarters(unit, hex_)
        if counter.artillery or face(self.sense.world, unit).attack == 0:
            return self._rear(unit, hex_)
        return self._ground(unit, hex_) + self._front(unit, hex_)

    def _ground(self, unit: Unit, hex_: int) -> float:
        """The pull of victory hexes: to take, to hold, to stand near."""
        board, total = self.sense.world.board, 0.0
        strength = face(self.sense.world, unit).defense
        for star, (weight, owner) in self.stars.items():
            gap = board.distance(hex_, star)
            if owner != self.sense.side:
                held = star in self.sense.foe_hexes()
                total += weight * ((1.5 if held else 4.0) / (1 + gap) + (6.0 if gap == 0 else 0.0))
                continue
            guard = self.sense.defense_at(star, (unit.id,))
            lack = self._lack(self.danger[star], guard)
            if gap == 0:
                hold = 5.0 * lack * min(1.0, strength / 3) + (1.5 if not guard else 0.0)
                total += weight * hold * self.sense.urgency()
            else:
                total += 1.2 * weight * lack / gap
        return total

    @staticmethod
    def _lack(danger: float, guard: int) -> float:
        """How much of what a place needs against a danger is missing, 0 to 1."""
        return max(0.0, danger - guard) / danger if danger > 0 else 0.0

    def _front(self, unit: Unit, hex_: int) -> float:
        """Risk and company."""
        sense = self.sense
        mine = sense.defense_at(hex_, (unit.id,)) + face(sense.world, unit).defense
        risk = sense.threat(hex_) / max(1.0, mine * (1 + 0.25 * sense.shelter(hex_)))
        total = -0.5 * sense.own_step() * max(0.0, min(risk, 5.0) - 1.5)
        total += 0.15 * sense.friends_beside(hex_) + 0.1 * sense.shelter(hex_)
        return total + 0.6 / (1 + sense.near_foe(hex_))

    def _rear(self, unit: Unit, hex_: int) -> float:
        """Guns within range of the enemy and out of his."""
        sense, board = self.sense, self.sense.world.board
        reach = sense.world.counters[unit.id].range or 1
        gaps = sorted(board.distance(hex_, h) for h in sense.foe_hexes())
        total = sum(0.8 for gap in gaps[:4] if gap <= reach)
        total += 1.0 / (1 + (gaps[0] if gaps else 20))
        if in_zoc(sense.world, sense.state, hex_, sense.foe):
            total -= 4.0
        if sense.defense_at(hex_, (unit.id,)):
            total += 0.5
        return total - 0.08 * max(0.0, sense.threat(hex_) - sense.defense_at(hex_))

    def _headquarters(self, unit: Unit, hex_: int) -> float:
        """Near many units and far from the enemy."""
        sense, board = self.sense, self.sense.world.board
        covered = sum(
            1 for u in sense.state.units.values()
            if u.on_map and u.id != unit.id and sense.world.counters[u.id].side == sense.side
            and board.distance(u.hex, hex_) <= RANGE
        )
        gap = sense.near_foe(hex_)
        scare = 6.0 if gap <= 2 else 2.0 if gap == 3 else 0.0
        return 0.3 * covered - scare + (0.5 if sense.defense_at(hex_, (unit.id,)) else 0.0)


def postures(sense: Sense, open_: Options, places: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """A hex for every unit that an operation does not use and that may move, strongest first."""
    posture = Posture(sense, places)
    free = [i for i, hexes in open_.items() if i not in places and len(hexes) > 1]
    units = [sense.state.units[i] for i in free]
    for unit in sorted(units, key=lambda u: (-face(sense.world, u).defense, u.id)):
        hex_ = posture.best(unit, open_[unit.id])
        if hex_ != unit.hex:
            posture.put(unit, hex_)
            yield unit.id, hex_
