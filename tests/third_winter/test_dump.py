"""The game's own part of a state survives a save."""

from __future__ import annotations

from engine.core.values import fields
from engine.ocs.dump import DUMPER
from engine.ocs.pieces import SOVIET
from engine.third_winter.dump import FIELDS
from engine.third_winter.state import Front, Kampfgruppe, TtwState
from tests.third_winter.ground import board, soviet
from tests.third_winter.steppe import drafted, plane, winter

FULL = TtwState(
    ice=True, bridges={(1, 2): "blown"}, repairs={(1, 2): 3}, repairing={"R": (1, 2)},
    ferries={5: "R"}, closing_ferries=frozenset({6}), crossed={(1, 2): 12},
    advanced={(1, 2): 4},
    repairers={(1, 2): SOVIET}, repaired_now=frozenset({(1, 2)}), rail_ferried=4, bridgehead=2,
    markers={"luftflotte-4": 7}, airlifted=frozenset({"luftflotte-4"}), kessel_back={"R": 5},
    kessel_moves={"R": "R"}, rebuilt=((3, "R"),), group_hq_gone=frozenset({"R"}), group_drm=-1,
    fortresses=frozenset({"Kiev", "Krivoy Rog"}), kampfgruppen={"kg-1": Kampfgruppe(3, ("R",))},
    kampfgruppe_rolled=True, panzer_checks=(1, 2), withdrawn=((9, ("R",)),), owed={"axis": 6},
    gone=frozenset({0, 4}), rumania="tottering", rumania_exits=8,
    lost_sources=frozenset({"D17.01"}), dated=frozenset({"gauge 12"}),
    fronts={"front-1-ukr": Front(4, "offensive", 3, ("R",), 9, shots=(1, 2),
                                 guns=frozenset({2, 3}))},
    zones={4: "front-1-ukr"}, boundaries=(("front-1-ukr", "front-2-ukr", 1, 2, 3),),
    rvgk={"R": "rvgk-1"}, rvgk_entered={"R": 2}, truck_extenders=(-1, 4),
    happened=frozenset({"dispute"}), initiative=SOVIET,
    initiative_next=True, pending=(("axis", "eq 4", 2),), rolled=frozenset({"repl axis 1"}),
    phase_left=4,
    awarded={"poltava": -1}, airlift_turn=2,
)


def test_every_field_of_the_games_state_is_read_as_it_was_written() -> None:
    world = winter((soviet("R"),), board(), planes=(plane("Il-2"),))
    draft = drafted(world, {"R": "D2.02"})
    draft.update(game=FULL)
    found = DUMPER.load(world, DUMPER.dump(world, draft.state))
    assert found.game == FULL
    assert found == draft.state


def test_a_fresh_game_writes_nothing_of_its_own() -> None:
    world = winter((soviet("R"),), board())
    draft = drafted(world, {"R": "D2.02"}, game={})
    assert DUMPER.dump(world, draft.state).get("game", "") == ""


def test_no_field_is_forgotten() -> None:
    assert set(FIELDS) == {f.name for f in fields(TtwState)}
