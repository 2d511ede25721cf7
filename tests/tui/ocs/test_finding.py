"""Finding aircraft of the Operational Combat Series by name."""

from __future__ import annotations

from engine.core.board import NOWHERE
from tests.tui.ocs.support import korsun
from tui.desk.desk import Desk
from tui.screens.lookup import units


def test_an_aircraft_is_found_at_its_base_or_said_to_be_off_the_map() -> None:
    table = Desk(korsun())
    planes = table.state.air.values()
    based = next(plane for plane in planes if plane.hex != NOWHERE)
    name = table.world.aircraft[based.id].name
    assert (name, based.hex) in [(found, hex_) for found, hex_, _ in units(table, name)]
    # An aircraft that an event brings waits in the pool.
    assert ("Fw.190A (event 23)", NOWHERE, "is not on the map (pool)") in list(units(table, "Fw"))
