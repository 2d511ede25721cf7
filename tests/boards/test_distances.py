"""Roads and railroads are as long as they are in the country: twenty well-known pairs a game.

A hex is 5 miles (BSR 2.1). A way is held against the real length in km by road or rail; where it
runs straight along a row of hexes it is as short as the crow flies, and is held against that.
"""

from __future__ import annotations

from math import cos, hypot, radians

import pytest

from engine.cartography import atlas
from tests.boards.support import ROADS, along

HEX_KM = 8.05
RAIL = frozenset({"rail"})

PAIRS = {
    "kiev_to_rostov": [
        ("Kiev", "Poltava", "road", 345), ("Poltava", "Kharkov", "road", 145),
        ("Kiev", "Chernigov", "road", 147), ("Kiev", "Cherkassy", "road", 195),
        ("Kharkov", "Belgorod", "road", 80), ("Kharkov", "Dnepropetrovsk", "road", 215),
        ("Dnepropetrovsk", "Zaporozhye", "road", 85), ("Zaporozhye", "Melitopol", "road", 120),
        ("Nikolaev", "Kherson", "road", 68), ("Krivoy Rog", "Dnepropetrovsk", "road", 147),
        ("Stalino", "Mariupol", "road", 113), ("Rostov", "Taganrog", "road", 75),
        ("Rostov", "Novocherkassk", "road", 40), ("Sumy", "Kharkov", "road", 185),
        ("Kirovograd", "Krivoy Rog", "road", 118), ("Kiev", "Bakhmach", "rail", 200),
        ("Kharkov", "Lozovaya", "rail", 148), ("Rostov", "Kamensk", "rail", 150),
        ("Kharkov", "Kupyansk", "rail", 125), ("Bakhmach", "Romny", "rail", 71),
    ],
    "third_winter": [
        ("Kiev", "Zhitomir", "road", 140), ("Zhitomir", "Vinnitsa", "road", 128),
        ("Vinnitsa", "Uman", "road", 160), ("Uman", "Kirovograd", "road", 168),
        ("Kiev", "Uman", "road", 210), ("Cherkassy", "Uman", "road", 185),
        ("Odessa", "Nikolaev", "road", 132), ("Nikolaev", "Kherson", "road", 68),
        ("Odessa", "Tiraspol", "road", 103), ("Proskurov", "Tarnopol", "road", 112),
        ("Poltava", "Kharkov", "road", 145), ("Poltava", "Kremenchug", "road", 117),
        ("Dnepropetrovsk", "Zaporozhye", "road", 85), ("Krivoy Rog", "Nikopol", "road", 100),
        ("Rovno", "Zhitomir", "road", 188), ("Tarnopol", "Chernovtsy", "road", 172),
        ("Kiev", "Korosten", "rail", 155), ("Kazatin", "Vinnitsa", "rail", 64),
        ("Zhmerinka", "Proskurov", "rail", 100), ("Kiev", "Nezhin", "rail", 126),
    ],
    "forgotten_battles": [
        ("Minsk", "Borisov", "road", 77), ("Minsk", "Orsha", "road", 215),
        ("Orsha", "Smolensk", "road", 120), ("Orsha", "Vitebsk", "road", 85),
        ("Orsha", "Mogilev", "road", 75), ("Minsk", "Mogilev", "road", 200),
        ("Minsk", "Bobruysk", "road", 150), ("Vitebsk", "Polotsk", "road", 105),
        ("Vitebsk", "Nevel", "road", 108), ("Polotsk", "Daugavpils", "road", 165),
        ("Gomel", "Bryansk", "road", 275), ("Gomel", "Mozyr", "road", 135),
        ("Gomel", "Chernigov", "road", 112), ("Vilnius", "Kaunas", "road", 103),
        ("Minsk", "Baranovichi", "road", 148), ("Bobruysk", "Rogachev", "road", 60),
        ("Brest Litovsk", "Baranovichi", "rail", 203), ("Zhlobin", "Gomel", "rail", 92),
        ("Vilnius", "Daugavpils", "rail", 173), ("Smolensk", "Roslavl", "rail", 118),
    ],
}  # fmt: skip
ROWS = [pytest.param(game, *row, id=f"{game} {row[0]}-{row[1]}")
        for game, rows in PAIRS.items() for row in rows]  # fmt: skip


def crow(one: str, two: str) -> float:
    """The straight distance between two places, in km."""
    a, b = (atlas.read().place(name).at for name in (one, two))
    east = (a[0] - b[0]) * cos(radians((a[1] + b[1]) / 2))
    return 111.2 * hypot(east, a[1] - b[1])


def test_each_game_has_twenty_pairs() -> None:
    """Twenty, none twice."""
    assert all(len(rows) == len({r[:3] for r in rows}) == 20 for rows in PAIRS.values())


@pytest.mark.parametrize(("game", "start", "end", "way", "km"), ROWS)
def test_the_way_is_as_long_as_in_the_country(
    game: str, start: str, end: str, way: str, km: float
) -> None:
    """Within a tenth."""
    hexes = along(game, start, end, ROADS if way == "road" else RAIL)
    assert hexes is not None, "no way"
    drawn = hexes * HEX_KM
    assert any(abs(drawn - real) <= 0.1 * real for real in (km, crow(start, end))), drawn
