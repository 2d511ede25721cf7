"""Destroying one's own supply (OCS 12.11a)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.flow import Flow, gather
from engine.ocs import blowing
from engine.ocs.commands import GRAMMAR
from engine.ocs.pieces import AXIS, SOVIET, Face, Unit
from tests.ocs import yard_fire
from tests.ocs.yard_fire import Yard, board, infantry

FLOW: Flow = evolve(
    yard_fire.FLOW, handlers=gather((*yard_fire.CHAPTERS, blowing), "HANDLERS"),
)


def yard(step: str = "C2", ground: int = 12, loaded: int = 0, owner: str = AXIS) -> Yard:
    """A dump in 0303, with a loaded truck beside it where asked."""
    trucks = infantry("Trucks", type="truck points", points=2, move=Face(ma=40, mobility="truck"))
    made = Yard.make(board(), [trucks], dumps={"0303": (owner, ground)} if ground else {},
                     step=step)
    unit = Unit("Trucks", made.at("0303"), front=False, load=loaded)
    made.state = evolve(made.state, units={"Trucks": unit})
    return made


def refused(made: Yard, text: str) -> str:
    """The rule that forbids it, or empty."""
    found = FLOW.judge(made.world, made.state, GRAMMAR.parse(text))
    return found.rule if found is not None else ""


def blow(made: Yard, tokens: int, die: int) -> None:
    """Carry it out with this die."""
    made.roll(die)
    command = GRAMMAR.parse(f"blow 0303 tokens {tokens}")
    made.state, _ = FLOW.execute(made.world, made.state, command)


@pytest.mark.rule("OCS 12.11a")
def test_three_quarters_of_three_sp_are_two_sp_and_a_token() -> None:
    """Appendix 1, Blow: 75 % (a 4) of 12T are 9T."""
    made = yard()
    blow(made, 12, 4)
    assert made.tokens("0303") == 3


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(
    ("die", "left"), [(1, 9), (2, 6), (3, 6), (4, 3), (5, 3), (6, 0)]
)
def test_the_table_destroys_a_quarter_to_all(die: int, left: int) -> None:
    """25, 50, 50, 75, 75, 100 per cent of 12T."""
    made = yard()
    blow(made, 12, die)
    assert made.tokens("0303") == left


@pytest.mark.rule("OCS 12.11a", "OCS 4.1")
def test_the_loss_is_rounded_to_the_nearest_token() -> None:
    """A quarter of 6T is 1.5T: two; of 5T 1.25T: one. What was not attempted stays."""
    made = yard()
    blow(made, 6, 1)
    assert made.tokens("0303") == 10
    made = yard()
    blow(made, 5, 1)
    assert made.tokens("0303") == 11


@pytest.mark.rule("OCS 12.11a")
def test_a_dump_is_tried_once_in_a_phase() -> None:
    """The second attempt waits for the next phase."""
    made = yard()
    blow(made, 4, 1)
    assert refused(made, "blow 0303 tokens 1") == "OCS 12.11a"
    made.state = evolve(made.state, blown=frozenset())
    assert refused(made, "blow 0303 tokens 1") == ""


@pytest.mark.rule("OCS 12.11a")
def test_loaded_supply_is_blown_too_and_the_transport_is_unharmed() -> None:
    """4T on the ground and 4T loaded: all eight go on a 6, the trucks stay."""
    made = yard(ground=4, loaded=4)
    assert refused(made, "blow 0303 tokens 9") == "OCS 12.11a"
    blow(made, 8, 6)
    assert made.tokens("0303") == 0
    assert (made.unit("Trucks").load, made.unit("Trucks").on_map) == (0, True)


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(("step", "allowed"), [("C2", True), ("E1'", True), ("G1", True),
                                               ("C3", False), ("F2", False)])
def test_dumps_are_blown_in_ones_own_movement_segments(step: str, allowed: bool) -> None:
    """C2 and G1 of one's own turn, E1 of the enemy's."""
    assert (refused(yard(step), "blow 0303 tokens 1") == "") is allowed


@pytest.mark.rule("OCS 12.11a")
def test_enemy_supply_is_not_blown() -> None:
    """Nor a dump that is not there."""
    assert refused(yard(owner=SOVIET), "blow 0303 tokens 1") == "OCS 12.11a"
    assert refused(yard(), "blow 0404 tokens 1") == "OCS 12.11a"
