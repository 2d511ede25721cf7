"""Finding aircraft of the Operational Combat Series by name."""

from __future__ import annotations

import pytest

from engine.core.board import NOWHERE
from tests.tui.ocs.support import korsun
from tui.desk.desk import Desk
from tui.ocs import lists
from tui.screens.lookup import units


def test_an_aircraft_is_found_at_its_base_or_said_to_be_off_the_map() -> None:
    table = Desk(korsun())
    planes = table.state.air.values()
    based = next(plane for plane in planes if plane.hex != NOWHERE)
    name = table.world.aircraft[based.id].name
    assert (name, based.hex) in [(found, hex_) for found, hex_, _ in units(table, name)]
    # An aircraft that an event brings waits in the pool.
    assert ("Fw.190A (event 23)", NOWHERE, "is not on the map (pool)") in list(units(table, "Fw"))


@pytest.mark.rule("OCS 13.7", "OCS 13.7a")
def test_a_formation_is_found_and_listed_with_its_hexes_fuel_and_trace() -> None:
    """Two brigades move off; the third stays, and all three have the fuel of their corps."""
    table = Desk(korsun("end", "fuel 2 Mech Bde as formation",
                        "move 2 Mech Bde, 9 Mech Bde to B2.07"))
    board = table.world.board
    assert ("5 Mech Corps", board.at("B2.07")) in [
        (name, hex_) for name, hex_, _ in units(table, "5 mech")]
    (row,) = [one for one in lists.units(table) if one.matches(["5", "mech", "corps", "formation"])]
    assert " ".join(row.line[0][0].split()) == (
        "5 Mech Corps B2.07 B1.07 3 units, 3 fueled, 3 in trace")
