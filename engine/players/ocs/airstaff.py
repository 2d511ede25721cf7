"""What the staff officer does in the air: bombs for what is attacked, supply for who is cut off."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.commands import Command
from engine.game import Game
from engine.ocs import air, combat, dumps, flights, preview
from engine.ocs.commands import Fly, Refit
from engine.ocs.sequence import acting
from engine.players.ocs.chances import best_attack, of_barrage
from engine.players.ocs.sense import Sense

PLANES = 3
"""Air units that it sends against one hex."""
WORTH = 0.35
"""Least that a mission must bring."""
HUNGRY = 16
"""Tokens in a pocket below which more are flown in."""
SPARE = 6
"""Tokens that stay at the base that supply is flown from."""


def supply_pocket(game: Game, sense: Sense) -> Command | None:
    """Fly supply to a base among the units that are cut off (OCS 14.9)."""
    world, state = sense.world, sense.state
    cut = {u.hex for u in sense.cut_off()}
    bases = [h for h, b in sorted(state.bases.items())
             if b.owner == sense.side and h in cut and h not in sense.home()]
    if not bases or flights.weather_problem(world, state) is not None:
        return None
    stored = sum(dumps.tokens_at(world, state, sense.side, h) for h in cut)
    if stored >= HUNGRY:
        return None
    for id_, unit in state.air.items():
        if flights.plane_problem(world, state, id_) is not None:
            continue
        dump = state.dumps.get(unit.hex)
        if dump is None or dump.tokens - dump.moved <= SPARE:
            continue
        for command in flights.offer_flights(world, state, world.name(id_)):
            if isinstance(command, Fly) and command.mission == air.TRANSPORT and (
                world.board.at(command.hex) in bases
            ):
                return command
    return None


def bomb(game: Game, sense: Sense) -> Command | None:
    """Bombs on the enemy hex where they help an attack most (OCS 14.7)."""
    world, state = sense.world, sense.state
    planes = [
        i for i in state.air
        if world.aircraft[i].barrage and not world.aircraft[i].can("F")
        and flights.plane_problem(world, state, i) is None
    ]
    if not planes or flights.weather_problem(world, state) is not None:
        return None
    best: tuple[float, Command] | None = None
    for hex_, wish in wishes(sense).items():
        if hex_ in state.barraged:
            continue
        able = [i for i in planes if flights.range_problem(world, state, i, air.BARRAGE, hex_)
                is None]
        group = sorted(able, key=lambda i: (-world.aircraft[i].barrage, i))[:PLANES]
        command = _allowed(game, hex_, group)
        if command is None:
            continue
        seen = preview.bombing_of(world, state, hex_, tuple(map(world.air_id, command.air)))
        worth = of_barrage(sense, hex_, seen, wish)
        if worth > WORTH and (best is None or worth > best[0]):
            best = worth, command
    return best[1] if best is not None else None


def _allowed(game: Game, hex_: int, group: Iterable[str]) -> Fly | None:
    """The largest group that may fly together."""
    names = [game.world.name(i) for i in group]
    while names:
        command = Fly(air.BARRAGE, game.world.board.id(hex_), tuple(names))
        if game.check(command) is None:
            return command
        names.pop()
    return None


def wishes(sense: Sense) -> dict[int, float]:
    """Enemy hexes beside own units to what an attack on them promises as things stand."""
    world, state = sense.world, sense.state
    key = ("staff", "wishes", sense.side)
    if key not in state.memo:
        found: dict[int, float] = {}
        mine = {u.hex for u in sense.units()}
        for hex_ in sense.foe_hexes():
            if not mine.intersection(world.board.neighbors(hex_)):
                continue
            ids = combat.able(world, state, hex_) if acting(state) == sense.side else ()
            value = best_attack(sense, hex_, ids, sense.stake(hex_)) if ids else None
            if value is not None and value.worth > -1.5:
                found[hex_] = value.worth
        state.memo[key] = found
    wishes_: dict[int, float] = state.memo[key]
    return wishes_


def refit(game: Game, sense: Sense) -> Command | None:
    """As many aircraft as a refit takes, where supply is not short (OCS 15.1)."""
    offers = [c for c in game.legal() if isinstance(c, Refit)]
    return max(offers, key=lambda c: len(c.air), default=None)
