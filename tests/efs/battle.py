"""Small battles, fought through the whole engine from a chosen point on.

    fight = battle(
        (unit("A", 8), "0403"), (red("R", defense=2), "0404"), attacks={"0404": "A"}, rolls=(5,)
    )
    fight.do("fight 0404 with A")
    assert fight.where("R") == "cadre"

Around 0404 lie 0403 to the north, then clockwise 0503, 0504, 0405, 0304 and 0303. Attack
Supply and everything else that needs counters is off unless a test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve

from engine.core.board import Board
from engine.core.draft import Draft as CoreDraft
from engine.core.events import Event
from engine.core.state import Decision
from engine.efs import flow
from engine.efs.commands import GRAMMAR
from engine.efs.modifiers import drms, net
from engine.efs.pieces import BOXES, MAP, SOVIET, Aircraft, Counter, Unit
from engine.efs.state import Attack, Combat, EfsState
from engine.efs.steps import face
from engine.efs.world import Draft, Switches, World
from tests.efs.support import counter, make_board, make_state, make_world

QUIET = Switches(
    general_supply=False, attack_supply=False, surrender=False, railroads=False,
    replacements=False, strongpoints=False, air_transport=False, mandated_attacks=False,
    victory_points=False,
)
"""What the learning scenarios leave out."""

Piece = tuple[Counter, str] | tuple[Counter, str, dict[str, Any]]
"""A counter, its hex or box, and what else differs on its unit: `{"lost": 1}`."""


def unit(name: str, attack: int = 4, defense: int = 4, **fields: Any) -> Counter:
    """A German infantry unit of one step unless told otherwise."""
    return counter(name, attack, defense, **fields)


def red(name: str, attack: int = 4, defense: int = 4, **fields: Any) -> Counter:
    """A Soviet one."""
    return counter(name, attack, defense, side=SOVIET, **fields)


def steps(name: str, many: int = 2, **fields: Any) -> Counter:
    """A German unit of two, three or four steps: 2-4 with 1-2 behind, 4-6, or 7-8 with 4-4."""
    full, back = {2: ((2, 4), (1, 2, 6)), 3: ((4, 6), (2, 4, 6)), 4: ((7, 8), (4, 4, 5))}[many]
    return counter(name, *full, reduced=back, **{"steps": many, **fields})


def gun(name: str, support: int = 2, range_: int = 3, **fields: Any) -> Counter:
    """An artillery unit: no attack, defense 1, support and range."""
    values = {"type": "artillery", "zoc": False, "support": support, "range": range_, "size": "X"}
    return counter(name, 0, fields.pop("defense", 1), **{**values, **fields})


def supply(name: str, **fields: Any) -> Counter:
    """A supply counter, a truck on its MSU side: two steps are a Dump, one an MSU."""
    return counter(name, 0, 0, **{"type": "supply", "steps": 2, "size": "",
                              "ma_class": "orange", **fields})


def msu(name: str, number: str, **fields: Any) -> Piece:
    """A supply counter on its one-point side, in a hex."""
    return supply(name, **fields), number, {"lost": 1}


def dump(name: str, number: str, **fields: Any) -> Piece:
    """A supply counter on its two-point side, in a hex."""
    return supply(name, **fields), number


class Battle:
    """A world and a state that commands change, with what happened."""

    def __init__(self, world: World, state: EfsState) -> None:
        self.world = world
        self.state = state
        self.events: list[Event] = []

    def do(self, *texts: str) -> Battle:
        """Carry commands out. Raises the Refusal of one that is not allowed."""
        for text in texts:
            self.state, events = flow.execute(self.world, self.state, GRAMMAR.parse(text))
            self.events += events
        return self

    def refused(self, text: str) -> str:
        """The rule that forbids a command now, or "" where it is allowed."""
        problem = flow.judge(self.world, self.state, GRAMMAR.parse(text))
        return problem.rule if problem is not None else ""

    def finish(self) -> Battle:
        """Answer every decision by the first answer on offer."""
        while self.state.asks:
            self.do(self.offers()[0])
        return self

    def offers(self) -> list[str]:
        """Every command on offer, as text."""
        return [GRAMMAR.render(c) for c in flow.legal(self.world, self.state)]

    def set(self, **changes: Any) -> Battle:
        """Change fields of the state."""
        self.state = evolve(self.state, **changes)
        return self

    def at(self, number: str) -> int:
        """The hex of a number."""
        return self.world.board.at(number)

    def where(self, name: str) -> str:
        """The hex number of a unit on the map, else its box."""
        one = self.state.units[name]
        return self.world.board.id(one.hex) if one.box == MAP else one.box

    def lost(self, *names: str) -> tuple[int, ...]:
        """Steps that each of these units has lost; None of them needs be on the map."""
        return tuple(self.state.units[n].lost for n in names)

    def strength(self, name: str) -> tuple[int, int]:
        """Attack and defense now."""
        now = face(self.world, self.state.units[name])
        return now.attack, now.defense

    @property
    def ask(self) -> Decision | None:
        """The decision that waits, or None."""
        return self.state.asks[-1] if self.state.asks else None

    def said(self, rule: str) -> list[str]:
        """What the log says under a rule."""
        return [e.text for e in self.events if e.rule == rule]

    def rolls(self) -> list[int]:
        """Every roll so far."""
        return [e.roll for e in self.events if e.roll]


def battle(
    *pieces: Piece,
    attacks: Mapping[str, str] | Iterable[str] = (),
    mandated: bool = False,
    step: str = "B.4c",
    board: Board | None = None,
    switches: Switches = QUIET,
    planes: Iterable[Aircraft] = (),
    **fields: Any,
) -> Battle:
    """Pieces on a board in one step, with Declared Attacks ("0404 0405" is one on two hexes)."""
    scenario = {k: fields.pop(k) for k in ("supply_sources",) if k in fields}
    world = make_world(
        board or make_board(8, 8), [p[0] for p in pieces], planes, switches=switches, **scenario
    )
    at = world.board.at
    named = attacks if isinstance(attacks, Mapping) else dict.fromkeys(attacks, "")
    declared = tuple(
        Attack(
            tuple(sorted(at(n) for n in hexes.split())),
            tuple(sorted(n.strip() for n in names.split(",") if n)), mandated,
        )
        for hexes, names in named.items()
    )
    if "forts" in fields:
        fields["forts"] = {at(n): fort for n, fort in fields["forts"].items()}
    units = {p[0].id: _set_up(at, *p) for p in pieces}
    return Battle(world, make_state(world, units, step=step, attacks=declared, **fields))


def _set_up(
    at: Callable[[str], int], piece: Counter, where: str, changes: dict[str, Any] | None = None
) -> Unit:
    one = Unit(piece.id, box=where) if where in BOXES else Unit(piece.id, at(where))
    return evolve(one, untried=piece.untried, **(changes or {}))


def on(battle_: Battle, name: str, **changes: Any) -> Battle:
    """The same battle with a unit changed, such as `marks` or `lost`."""
    units = battle_.state.units
    battle_.state = evolve(
        battle_.state, units={**units, name: evolve(units[name], **changes)}
    )
    return battle_


def combat(
    battle_: Battle, units: str, hexes: str = "0404", support: str = "", **fields: Any
) -> Combat:
    """A combat of these units, as it stands before the roll."""
    named = [n.strip() for n in units.split(",")]
    guns = [n.strip() for n in support.split(",") if n]
    mandated = fields.pop("mandated", False)
    attack = Attack(tuple(battle_.at(n) for n in hexes.split()), tuple(named), mandated)
    return Combat(attack, tuple(named), tuple(guns), **fields)


def modifiers(battle_: Battle, units: str, hexes: str = "0404", **fields: Any) -> dict[str, int]:
    """Rule to DRM of a combat, those of one rule added up."""
    found: dict[str, int] = {}
    for m in drms(battle_.world, battle_.state, combat(battle_, units, hexes, **fields)):
        found[m.rule] = found.get(m.rule, 0) + m.value
    return found


def total(battle_: Battle, units: str, hexes: str = "0404", **fields: Any) -> int:
    """The final DRM of a combat."""
    fight = combat(battle_, units, hexes, **fields)
    return net(battle_.world, drms(battle_.world, battle_.state, fight))


def outcome(
    battle_: Battle, units: str, attacker: str = "-", defender: str = "-", **fields: Any
) -> Battle:
    """Put the results of a combat into force, as if they had just been rolled."""
    fight = evolve(
        combat(battle_, units, **fields), result=(attacker, defender), stage="attacker", odds="1-1"
    )
    others = tuple(a for a in battle_.state.attacks if a.hexes != fight.attack.hexes)
    draft: Draft = CoreDraft(battle_.world, evolve(battle_.state, attacks=others, combat=fight))
    flow.settle(draft)
    battle_.state = draft.state
    battle_.events += draft.events
    return battle_
