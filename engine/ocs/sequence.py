"""The sequence of play (OCS 2.2) as a list of steps.

Each player turn stands in the list twice, for the first and the second player; who that is
changes from turn to turn, so a step names a part ("phasing" or "reacting") and `actor` asks
the state. Step ids are those of the reference: P1, A, C2 ...; the second player's end in "'".
"""

from __future__ import annotations

from engine.core.sequence import Step
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.state import OcsState

WEATHER = "weather"
FIRST = "first"
REFIT = "refit"
REINFORCE = "reinforce"
BREAKOUT = "breakout"
MOVEMENT = "movement"
AIR_BARRAGE = "air_barrage"
SUPPLY = "supply"
REACT = "react"
REACT_BARRAGE = "react_barrage"
ARTILLERY = "artillery"
COMBAT = "combat"
EXPLOIT = "exploit"
EXPLOIT_BARRAGE = "exploit_barrage"
EXPLOIT_COMBAT = "exploit_combat"
CLEAN_UP = "clean_up"
TURN_END = "turn_end"

PHASING, REACTING = "phasing", "reacting"

MOVING = frozenset({MOVEMENT, REACT, EXPLOIT})
"""Keys of the movement segments (C2, E1, G1)."""
BARRAGING = frozenset({AIR_BARRAGE, REACT_BARRAGE, ARTILLERY, EXPLOIT_BARRAGE})
FIGHTING = frozenset({COMBAT, EXPLOIT_COMBAT})
PHASE_OF = {
    REFIT: "A", REINFORCE: "B", BREAKOUT: "C", MOVEMENT: "C", AIR_BARRAGE: "C", SUPPLY: "D",
    REACT: "E", REACT_BARRAGE: "E", ARTILLERY: "F", COMBAT: "F", EXPLOIT: "G",
    EXPLOIT_BARRAGE: "G", EXPLOIT_COMBAT: "G", CLEAN_UP: "H",
}


def _player_turn(tick: str) -> tuple[Step, ...]:
    part = "second" if tick else "first"
    return (
        Step(f"A{tick}", REFIT, "Aircraft Refit", PHASING, "OCS 2.3-A", part),
        Step(f"B{tick}", REINFORCE, "Reinforcement", PHASING, "OCS 2.3-B", part),
        Step(f"C1{tick}", BREAKOUT, "Breakout", PHASING, "OCS 12.8e", part),
        Step(f"C2{tick}", MOVEMENT, "Movement", PHASING, "OCS 2.3-C", part),
        Step(f"C3{tick}", AIR_BARRAGE, "Air Barrage", PHASING, "OCS 2.3-C", part),
        Step(f"D{tick}", SUPPLY, "Supply", PHASING, "OCS 2.3-D", part),
        Step(f"E1{tick}", REACT, "Reaction: movement", REACTING, "OCS 7.0", part),
        Step(f"E2{tick}", REACT_BARRAGE, "Reaction: barrage", REACTING, "OCS 7.0", part),
        Step(f"F1{tick}", ARTILLERY, "Artillery Barrage", PHASING, "OCS 2.3-F", part),
        Step(f"F2{tick}", COMBAT, "Combat", PHASING, "OCS 9.0", part),
        Step(f"G1{tick}", EXPLOIT, "Exploitation: movement", PHASING, "OCS 11.0", part),
        Step(f"G2{tick}", EXPLOIT_BARRAGE, "Exploitation: barrage", PHASING, "OCS 11.0", part),
        Step(f"G3{tick}", EXPLOIT_COMBAT, "Exploitation: combat", PHASING, "OCS 11.0", part),
        Step(f"H{tick}", CLEAN_UP, "Clean Up", PHASING, "OCS 2.3-H", part),
    )


SEQUENCE: tuple[Step, ...] = (
    Step("P1", WEATHER, "Weather", "", "OCS 17.0"),
    Step("P2", FIRST, "First Player", "", "OCS 2.3-P2"),
    *_player_turn(""),
    *_player_turn("'"),
    Step("T", TURN_END, "Turn End", "", "OCS 2.3-T"),
)


def other(side: str) -> str:
    """The opposing side."""
    return SOVIET if side == AXIS else AXIS


def phasing(state: OcsState) -> str:
    """The side whose player turn it is; empty outside player turns (OCS 2.1)."""
    step = SEQUENCE[state.step]
    if not step.side:
        return ""
    return other(state.first) if step.id.endswith("'") else state.first


def actor(state: OcsState, step: Step) -> str:
    """The side that acts in a step (OCS 2.2)."""
    if not step.side:
        return ""
    side = other(state.first) if step.id.endswith("'") else state.first
    return side if step.side == PHASING else other(side)


def acting(state: OcsState) -> str:
    """The side that acts now."""
    return actor(state, SEQUENCE[state.step])


def key(state: OcsState) -> str:
    """The key of the step in hand."""
    return SEQUENCE[state.step].key


def phase(state: OcsState) -> str:
    """The letter of the phase in hand (OCS 2.2)."""
    return PHASE_OF.get(key(state), "")


def place(id_: str) -> int:
    """The index of a step by its id."""
    return next(i for i, step in enumerate(SEQUENCE) if step.id == id_)
