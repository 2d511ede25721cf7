"""The event No Retreat!: Kiev is held at all costs, or another city (TTW RE.R22-23)."""

from __future__ import annotations

from engine.ocs import dumps
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, SOVIET, SP, Hog
from engine.ocs.sizes import attack_capable
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import fortress
from engine.third_winter.places import cities
from engine.third_winter.state import change, own

KIEV, TOKENS, UNITS = "Kiev", 3 * SP, 2
SUPPLY, UNIT, CITY = "no-retreat-supply", "no-retreat-unit", "no-retreat-city"
RULE = "TTW RE.R22-23"


def happen(draft: Draft) -> None:
    """Kiev, while the Axis has a hex of it: 3 SP, two Fortress units, and it is a Fortress.

    One that was none gets the Hedgehog of any new Fortress too (TTW 2.4a).
    """
    world = draft.world
    kiev = fortress.held(world, draft.state, KIEV) if KIEV in cities(world) else ()
    if not kiev:
        _ask(draft, CITY, nearest(world, draft.state), "Which city becomes a Fortress, where?")
        return
    fresh = KIEV not in own(draft.state).fortresses
    change(draft, fortresses=own(draft.state).fortresses | {KIEV})
    _ask_unit(draft, UNITS, hog=fresh)
    _ask(draft, SUPPLY, kiev, "Where in Kiev do 3 SP arrive?")


def nearest(world: World, state: OcsState) -> tuple[int, ...]:
    """Axis hexes of the city, no Fortress yet, with the closest Soviet Attack-Capable unit.

    Of cities equally close the Axis player chooses.
    """
    soviets = [
        u.hex for u in state.units.values()
        if u.on_map and world.counters[u.id].side == SOVIET and attack_capable(world, u)
    ]
    away = {
        city: min((world.board.distance(h, s) for h in hexes for s in soviets), default=0)
        for city, hexes in cities(world).items()
        if city not in own(state).fortresses and fortress.held(world, state, city)
    }
    least = min(away.values(), default=0)
    return tuple(
        h for city, n in away.items() if n == least for h in fortress.held(world, state, city)
    )


def _ask(draft: Draft, topic: str, hexes: tuple[int, ...], prompt: str) -> None:
    """Ask the Axis player for a hex; with one there is nothing to ask."""
    decision = GameChoice(AXIS, topic, tuple(map(draft.world.board.id, hexes)), prompt, RULE)
    if len(hexes) == 1:
        CHOICES[topic.split()[0]](draft, decision, decision.choices[0])
    elif hexes:
        draft.ask(decision)


def _ask_unit(draft: Draft, left: int, *, hog: bool) -> None:
    hexes = fortress.held(draft.world, draft.state, KIEV)
    if left and hexes and fortress.pool(draft.world, draft.state, hexes[0]):
        with_hog = " hog" if hog else ""
        _ask(draft, f"{UNIT} {left}{with_hog}", hexes,
             f"Where in Kiev does a Fortress unit stand? ({left} left)")


def place_unit(draft: Draft, decision: GameChoice, word: str) -> None:
    """A Fortress unit, the first of a new Fortress with its Hedgehog; then the next one."""
    _, left, *hog = decision.topic.split()
    hex_ = draft.world.board.at(word)
    fortress.man(draft, hex_)
    if hog and hex_ not in draft.state.hogs:
        draft.update(hogs={**draft.state.hogs, hex_: Hog(AXIS, 1)})
    _ask_unit(draft, int(left) - 1, hog=False)


def place_supply(draft: Draft, decision: GameChoice, word: str) -> None:
    """3 SP in the hex named."""
    dumps.add(draft, draft.world.board.at(word), AXIS, TOKENS, arrived=True)
    draft.log("supply", f"{dumps.show(TOKENS)} arrive in {KIEV}", hex=word, rule=RULE, side=AXIS)


def declare(draft: Draft, decision: GameChoice, word: str) -> None:
    """The other city, with its first unit in the hex named (TTW 2.4a)."""
    fortress.declare(draft, draft.world.board.at(word))


CHOICES = {SUPPLY: place_supply, UNIT: place_unit, CITY: declare}
