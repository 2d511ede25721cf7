"""What a player is shown before he commits himself: figures worked out by hand from the tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.ocs import preview
from engine.ocs.commands import GRAMMAR
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.preview import BarragePreview, Chance
from tests.ocs.yard import make_draft, make_world, regiment
from tests.ocs.yard_fire import Yard, board, gun, infantry, plane


def sixes(*pairs: tuple[str, int]) -> tuple[Chance, ...]:
    """Results with so many of 36 throws."""
    return tuple(Chance(code, Fraction(n, 36)) for code, n in pairs)


@pytest.mark.rule("OCS 9.8")
@pytest.mark.parametrize(("kind", "drm", "attacker", "defender"), [
    ("regular", 0, 6, 10), ("regular", 3, 21, 1), ("overrun", 0, 10, 15), ("overrun", -5, 0, 35),
])
def test_chances_of_surprise(kind: str, drm: int, attacker: int, defender: int) -> None:
    """Of 36 throws: 10 or more and 5 or less in an attack, 9 and 6 in an Overrun."""
    found = preview.surprise_chances(make_world(), kind, drm)
    assert found == (Fraction(attacker, 36), Fraction(defender, 36))


@pytest.mark.rule("OCS 9.9", "OCS 9.2")
def test_an_attack_is_shown_with_both_prices_and_chances_that_make_one() -> None:
    """Two regiments at 8 against one: 2:1, ratings 4 and 3; 2T against 1T."""
    world = make_world([regiment("A", ar=4), regiment("B"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "B": "0203", "E": "0303"}, step="F2",
                       dumps={"0203": (AXIS, 9), "0403": (SOVIET, 9)})
    found = preview.attack(world, draft.state, world.board.at("0303"), ("A", "B"))
    assert (found.odds.text, found.heading, found.lead, found.drm) == ("2:1", "2:1", "A", 1)
    assert (found.cost.total, found.defense.total) == (2, 1)
    assert found.surprise == (Fraction(10, 36), Fraction(6, 36))
    assert sum((c.share for c in found.chances), Fraction(0)) == 1


@pytest.mark.rule("OCS 10.0a")
def test_a_barrage_by_guns() -> None:
    """8 points at 2 RE, spotted, in the open: DG on 7 to 9, [1/2] on 10, 1/2 on 11 and 12."""
    made = Yard.make(
        board(), [gun("Gun", 8), infantry("E", side=SOVIET), infantry("F", side=SOVIET)],
        units={"Gun": "0303", "E": "0304", "F": "0304"}, dumps={"0303": (AXIS, 9)},
    )
    order = GRAMMAR.parse("barrage 0304 with Gun")
    found = preview.barrage_of(made.world, made.state, order)  # type: ignore[arg-type]
    assert isinstance(found, BarragePreview)
    assert (found.points, found.cost, found.shifts) == (8, 2, ())
    assert found.chances == sixes(("-", 15), ("DG", 15), ("1/2", 3), ("[1/2]", 3))


@pytest.mark.rule("OCS 10.0c")
def test_a_barrage_of_a_base() -> None:
    """8 points on 5-10: nothing on 1 to 3, then *(6), 1*(5) and 1*(4); 1T."""
    made = Yard.make(board(), [gun("Gun", 8)], units={"Gun": "0303"}, bases={"0304": (SOVIET, 2)},
                     dumps={"0303": (AXIS, 9)})
    order = GRAMMAR.parse("barrage 0304 with Gun target base")
    found = preview.barrage_of(made.world, made.state, order)  # type: ignore[arg-type]
    assert isinstance(found, BarragePreview)
    assert found.cost == 1
    assert found.chances == sixes(("-", 18), ("*(6)", 6), ("1*(4)", 6), ("1*(5)", 6))


@pytest.mark.rule("OCS 10.2b", "OCS 10.0b")
@pytest.mark.parametrize(("base", "kind", "columns"), [
    ("0904", "T", {"aircraft near their bases": 1, "no correct spotter": -3}),
    ("1504", "T", {"no correct spotter": -3}), ("0904", "S", {"no correct spotter": -3}),
])
def test_a_barrage_from_the_air_counts_the_bases_and_bombers(
    base: str, kind: str, columns: dict[str, int]
) -> None:
    """0304 is 6 hexes from 0904 and 12 from 1504; 2 RE in the open, nobody beside."""
    made = Yard.make(
        board(16, 6), [infantry("E", side=SOVIET), infantry("F", side=SOVIET)],
        [plane("Bomber", kind)], units={"E": "0304", "F": "0304"}, air={"Bomber": base},
        bases={base: (AXIS, 1)}, step="C3",
    )
    found = preview.bombing_of(made.world, made.state, made.at("0304"), ("Bomber",))
    assert {s.name: s.columns for s in found.shifts} == columns
    assert (found.points, found.cost) == (10, 0)
