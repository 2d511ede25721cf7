"""The staff officer's sense of the field: what hexes are worth, who threatens them, what an
attack may bring. Figures in rough "step" units: 1 is about what one lost step is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from engine.core.values import frozen
from engine.efs import artillery, preview, stacking
from engine.efs.modifiers import hex_drm
from engine.efs.pieces import Unit
from engine.efs.preview import Preview
from engine.efs.sequence import other
from engine.efs.state import EfsState, at
from engine.efs.steps import face
from engine.efs.world import World
from engine.efs.zoc import combat_units, held_by, sources

REACH = 5
"""Hexes from which a mobile enemy is felt; others are felt from `SHORT`."""
SHORT = 3


@frozen(eq=False)
class Sense:
    """One side's view of one state. Cheap to make; works out things when asked."""

    world: World
    state: EfsState
    side: str

    @property
    def foe(self) -> str:
        return other(self.side)

    # ------------------------------------------------------------ worth

    def own_step(self) -> float:
        """What losing one more step costs; dearer as a limit set by the scenario comes near."""
        limit = self.world.scenario.victory.get(f"{self.side}_steps_lost")
        if not limit:
            return 1.0
        left = max(1, int(limit) - self.state.lost.get(self.side, 0))
        return 1.0 + 5.0 / left

    def foe_step(self) -> float:
        """What a step taken from the enemy is worth."""
        return 0.8 * Sense(self.world, self.state, self.foe).own_step()

    def stars(self) -> Mapping[int, tuple[int, str]]:
        """Victory hexes with their weight and who controls them."""
        board = self.world.board
        return {
            hex_: (max(1, board.hexes[hex_].stars), owner)
            for hex_, owner in self.world.hooks.stars(self.world, self.state)
        }

    def worth(self, hex_: int) -> float:
        """What holding a hex brings: its own stars, and a foothold near others."""
        total = 0.3
        for star, (weight, owner) in self.stars().items():
            gap = self.world.board.distance(hex_, star)
            if gap == 0:
                total += 4.0 * weight
            elif owner != self.side and gap <= 4:
                total += 0.5 * weight / gap
        return total

    # ------------------------------------------------------------ strength

    def attack_of(self, ids: Iterable[str]) -> int:
        """Plain attack strength."""
        return sum(face(self.world, self.state.units[i]).attack for i in ids)

    def defense_at(self, hex_: int, without: Iterable[str] = ()) -> int:
        """Plain defense strength of the side's units in a hex."""
        gone = set(without)
        return sum(
            face(self.world, u).defense for u in combat_units(self.world, self.state, hex_)
            if self.world.counters[u.id].side == self.side and u.id not in gone
        )

    def threat(self, hex_: int) -> float:
        """Attack strength that the enemy can bring against a hex soon, less from farther off."""
        total = 0.0
        for unit, power, reach in self._dangers():
            gap = self.world.board.distance(unit.hex, hex_)
            if gap <= 1:
                total += power
            elif gap <= reach:
                total += power * (0.8 if gap <= SHORT else 0.5)
        return total

    def _dangers(self) -> tuple[tuple[Unit, int, int], ...]:
        """Enemy units that can attack, with their strength and how far they reach."""
        key = ("staff dangers", self.foe)
        found: tuple[tuple[Unit, int, int], ...] | None = self.state.memo.get(key)
        if found is None:
            found = tuple(
                (unit, power, REACH if counter.motorized or counter.cavalry else SHORT)
                for unit in self.state.units.values()
                if unit.on_map
                and (counter := self.world.counters[unit.id]).side == self.foe
                and not counter.artillery
                and (power := face(self.world, unit).attack) > 0
            )
            self.state.memo[key] = found
        return found

    def shelter(self, hex_: int) -> int:
        """What terrain gives the defender."""
        return hex_drm(self.world, self.state, hex_)

    def room(self, hex_: int, ids: Iterable[str]) -> bool:
        """Whether units fit into a hex besides the side's own there."""
        return stacking.room(self.world, self.state, hex_, ids)

    # ------------------------------------------------------------ attacks

    def foe_hexes(self) -> tuple[int, ...]:
        """Hexes that the enemy holds."""
        return held_by(self.world, self.state, self.foe)

    def threats_on(self, hex_: int) -> tuple[int, ...]:
        """Enemy hexes whose ZOC covers a hex: who attacks from there must attack them all."""
        return sources(self.world, self.state, self.foe).get(hex_, ())

    def outlook(
        self, hexes: tuple[int, ...], ids: tuple[str, ...], guns: tuple[str, ...] = (),
        order: str = "", defender_order: str = "", engineers: bool = False,
        supply: tuple[str, ...] = (),
    ) -> Preview:
        """What an attack by the side's units would bring."""
        return preview.attack(
            self.world, self.state, hexes, ids, guns, order=order,
            defender_order=defender_order, engineers=engineers, supply=supply,
        )

    def value(self, hexes: Iterable[int], seen: Preview) -> float:
        """The mean worth of an attack to the attacker, who is this side."""
        prize = sum(self.worth(h) for h in hexes)
        own, theirs = self.own_step(), self.foe_step()
        total = 0.0
        for face_ in seen.faces:
            total += theirs * face_.defender_steps - own * face_.attacker_steps
            if face_.defender_gone and not face_.attacker_retreats:
                total += prize
            if face_.attacker_retreats:
                total -= 0.6
        return total / len(seen.faces)

    def guns_for(self, hexes: tuple[int, ...], taken: Iterable[str] = ()) -> tuple[str, ...]:
        """The best artillery group that could support an attack on these hexes."""
        able = artillery.attack_guns(self.world, self.state, self.side, hexes, supplied=True)
        free = tuple(i for i in able if i not in set(taken))
        return artillery.best_group(self.world, self.state, free, hexes, attacking=True)

    def imagined(self, places: Mapping[str, int]) -> Sense:
        """The same field with some units elsewhere."""
        units = {
            **self.state.units,
            **{i: evolve(self.state.units[i], hex=hex_) for i, hex_ in places.items()},
        }
        return Sense(self.world, evolve(self.state, units=units), self.side)

    # ------------------------------------------------------------ where to stand

    def near_foe(self, hex_: int) -> int:
        """Hexes to the nearest enemy combat unit; a great number where there is none."""
        return min((self.world.board.distance(hex_, h) for h in self.foe_hexes()), default=99)

    def friends_beside(self, hex_: int) -> int:
        """Neighbouring hexes that the side's combat units hold."""
        mine = set(held_by(self.world, self.state, self.side))
        return sum(h in mine for h in self.world.board.neighbors(hex_))

    def stake(self, id_: str) -> float:
        """What is given up when a unit leaves its hex: our victory hex that it alone holds."""
        unit = self.state.units[id_]
        weight, owner = self.stars().get(unit.hex, (0, ""))
        if owner != self.side or len(at(self.state, unit.hex)) > 1:
            return 0.0
        return 2.0 * weight * self.urgency() if self.threat(unit.hex) else 0.0

    def urgency(self) -> float:
        """1 in the first turn, 2 in the last, when only what is held counts."""
        scenario = self.world.scenario
        whole = max(1, scenario.last_turn - scenario.first_turn)
        return 1.0 + (self.state.turn - scenario.first_turn) / whole
