"""Tables that only *The Third Winter* reads: Fronts, boxes, the Dnepr, what has happened before.

`ROWS` and `TABLES` say which keys each has and what may stand there. A scenario keeps what they
hold under its key in `game_data`; whatever is wrong is a fault here, so the game's own modules
need not doubt it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field

from engine.catalog.fields import Table, like
from engine.core.values import frozen
from engine.ocs.pieces import AXIS, DEAD, POOL, SIDES, SOVIET, AirUnit
from engine.ocs.replacements import PAX
from engine.third_winter import state
from engine.third_winter.events import EFFECTS
from engine.third_winter.kampfgruppen import MARKERS as KAMPFGRUPPEN
from engine.third_winter.kessel import SIZE as KESSEL
from engine.third_winter.names import FRONTS, RVGK, army_hq
from engine.third_winter.places import CITY_WORDS
from engine.third_winter.red_air_force import AIR_ARMIES
from engine.third_winter.replacement_tables import ALLY, TIGER
from engine.third_winter.truck_extenders import COUNT, SECTIONS

if TYPE_CHECKING:
    from engine.catalog.ocs_scenario import Reader

Check = Callable[["Reader", Table, str], object]
"""Takes one key of a table and notes what is wrong with it."""

LUFTFLOTTE = "luftflotte-4"
MARKERS = (LUFTFLOTTE, *(marker for _, marker in AIR_ARMIES.values()), *RVGK)
STANDINGS = (state.LOYAL, state.TOTTERING, state.SURRENDERED)
BRIDGES = (state.BLOWN, state.KEPT, state.REPAIRED)
SWITCHES = ("events", "replacements", "supply_table", "panzer_loss")
"""Parts of the campaign that a scenario uses where it says so (TTW 1.9, 1.7a, 2.1, 2.4c)."""


@frozen
class Shape:
    """The keys that a table must have, and those that it may have; each names its source."""

    must: Mapping[str, Check] = field(factory=dict)
    may: Mapping[str, Check] = field(factory=dict)

    def take(self, reader: Reader, table: Table) -> str:
        """Check every key of a table; gives its source."""
        source = table.source()
        table.remarks()
        table.allow(self.may)
        for key, check in self.must.items():
            check(reader, table, key)
        for key, check in self.may.items():
            if table.has(key):
                check(reader, table, key)
        table.close()
        return source


# ---------------------------------------------------------------- what may stand in a key


def a_hex(reader: Reader, table: Table, key: str) -> None:
    """A hex of the map."""
    reader.hex(table, key)


def hexes(reader: Reader, table: Table, key: str) -> None:
    """Hexes and rectangles of hexes."""
    reader.hexes(table, key)


def hexside(reader: Reader, table: Table, key: str) -> None:
    """Two adjacent hexes."""
    ids = reader.hexes(table, key)
    board = reader.board
    if table.sound and (len(ids) != 2 or board.at(ids[1]) not in board.neighbors(board.at(ids[0]))):
        table.fault("should be two hexes that share a hexside", key)


def word(*among: str) -> Check:
    """One of some words."""
    return lambda reader, table, key: table.text(key, among=among)


def words(among: Collection[str]) -> Check:
    """A list of words, each known."""

    def check(reader: Reader, table: Table, key: str) -> None:
        for n, text in enumerate(table.texts(key, None)):
            if text not in among:
                table.fault(f"'{text}' should be one of {', '.join(among)}{like(text, among)}",
                            key, n)

    return check


def number(low: int, high: int) -> Check:
    """A whole number."""
    return lambda reader, table, key: table.number(key, low=low, high=high)


def flag(reader: Reader, table: Table, key: str) -> None:
    """True or false."""
    table.flag(key)


def a_date(reader: Reader, table: Table, key: str) -> None:
    """A day, as 1943-10-26."""
    reader.day(table, key)


turn = number(1, 99)
side = word(*SIDES)
front = word(*FRONTS)


def armies(reader: Reader, table: Table, key: str) -> None:
    """Soviet Army HQs by id, or shortly as "4 Gd"."""
    for n, text in enumerate(table.texts(key, None)):
        if not army_hq(reader.register.counters, text):
            table.fault(f"no Soviet Army HQ '{text}'", key, n)


def counter(fits: Callable[[Any], bool], what: str, *, in_play: bool = False) -> Check:
    """The id of a counter of some kind; of one in play, if it must be."""

    def check(reader: Reader, table: Table, key: str) -> None:
        id_ = table.text(key)
        found = reader.register.counters.get(id_)
        if table.has(key) and (found is None or not fits(found)):
            table.fault(f"'{id_}' is no {what}{like(id_, reader.register.counters)}", key)
        elif in_play and id_ not in reader.units:
            table.fault(f"{id_} is not in play", key)

    return check


def counters(*, in_play: bool = False) -> Check:
    """Ids of counters of the side of the table, or of any; in play already, or not."""

    def check(reader: Reader, table: Table, key: str) -> None:
        known, owner = reader.register.counters, table.data.get("side", "")
        for n, id_ in enumerate(table.texts(key, None)):
            if id_ not in known:
                table.fault(f"no counter '{id_}'{like(id_, known)}", key, n)
            elif owner in SIDES and known[id_].side != owner:
                table.fault(f"{id_} is not on the side {owner}", key, n)
            elif in_play and id_ not in reader.units:
                table.fault(f"{id_} is not in play", key, n)

    return check


def planes(reader: Reader, table: Table, key: str) -> None:
    """Ids of aircraft of the side of the table, or of any."""
    known, owner = reader.register.aircraft, table.data.get("side", "")
    for n, id_ in enumerate(table.texts(key, None)):
        if id_ not in known or (owner in SIDES and known[id_].side != owner):
            table.fault(f"no such aircraft: '{id_}'{like(id_, known)}", key, n)


def away(owner: str = "") -> Check:
    """Aircraft of a side, or of the side of the table, that are in play but off the map."""

    def check(reader: Reader, table: Table, key: str) -> None:
        for id_ in reader.fly(table, key, owner or str(table.data.get("side", ""))):
            reader.air[id_] = AirUnit(id_)

    return check


def city(reader: Reader, table: Table, key: str) -> None:
    """Names of major and minor cities."""
    known = {c.place for c in reader.board.hexes if c.terrain & CITY_WORDS and c.place}
    words(sorted(known))(reader, table, key)


def boxed(owner: str, box: str) -> Check:
    """Counters of a side that begin in a box off the map."""

    def check(reader: Reader, table: Table, key: str) -> None:
        reader.boxed(table, key, owner or str(table.data.get("side", "")), box)

    return check


def taken(reader: Reader, table: Table, key: str) -> None:
    """What has been read together with the units."""


def place_or_section(reader: Reader, table: Table, key: str) -> None:
    """Hexes, or the sections `ready` and `moving`, of the two Special Truck Extenders."""
    texts = table.texts(key, None)
    if len(texts) != COUNT:
        table.fault(f"should name {COUNT} places", key)
    for n, text in enumerate(texts):
        if text not in SECTIONS and text not in reader.board.index:
            table.fault(f"'{text}' is no hex of this map, nor ready or moving", key, n)


def points(lines: Collection[str]) -> Check:
    """Points by line of the victory schedule."""

    def check(reader: Reader, table: Table, key: str) -> None:
        inner = table.table(key)
        for line in lines if inner is not None else ():
            if inner is not None and inner.has(line):
                inner.number(line, low=-9, high=99)
        if inner is not None:
            inner.allow(lines)
            inner.close()

    return check


def inner(**must: Check) -> Check:
    """A table within, with these keys."""

    def check(reader: Reader, table: Table, key: str) -> None:
        found = table.table(key)
        for name, one in must.items() if found is not None else ():
            one(reader, found, name)  # type: ignore[arg-type]
        if found is not None:
            found.close()

    return check


# ---------------------------------------------------------------- the tables

ROWS: Mapping[str, Shape] = {
    "front": Shape(
        {"marker": front, "posture": word(state.OFFENSIVE, state.REGROUPING)},
        {"since": a_date, "hq": a_hex, "armies": armies, "barrage_ready": a_date},
    ),
    "boundary": Shape({"left": front, "right": front, "hex": a_hex, "toward": a_hex}),
    "marker": Shape({"marker": word(*MARKERS), "hex": a_hex}, {"airlifted": flag}),
    "off_map_base": Shape(
        {"side": side, "counts_as": a_hex, "distance": number(0, 200), "air": away()},
    ),
    "rvgk": Shape({"marker": word(*RVGK), "units": boxed(SOVIET, POOL)},
                  {"lost": taken, "empty": taken}),
    "withdrawal": Shape({"turn": turn, "side": side},
                        {"units": counters(in_play=True), "air": planes}),
    "bridge": Shape(
        {"sides": hexside, "state": word(*BRIDGES)},
        {"repaired": number(1, 3), "by": side},
    ),
    "ferry": Shape({
        "hex": a_hex,
        "unit": counter(lambda c: c.type == "pontoon", "Pontoon unit", in_play=True),
    }),
    "kessel": Shape({"unit": counter(lambda c: c.size == KESSEL, "Kessel HQ"), "back": turn}),
    "hq_returns": Shape({"units": boxed(AXIS, DEAD)}),
    "kampfgruppe": Shape({"marker": word(*KAMPFGRUPPEN), "units": counters(in_play=True)}),
    "drop_plan": Shape({
        "unit": counter(lambda c: c.para and c.side == SOVIET, "unit that drops", in_play=True),
        "turn": turn, "hex": a_hex,
    }),
    "away": Shape({"turn": turn, "units": boxed(AXIS, POOL)}),
}
"""Arrays of tables. `hq_returns` are HQs that come back at no cost (TTW 2.3b, 2.3c, 2.3d), `away`
divisions that event R26 has taken off the map."""

TABLES: Mapping[str, Shape] = {
    "switches": Shape(may=dict.fromkeys(SWITCHES, flag)),
    "airlift": Shape({"side": side, "hex": a_hex, "tokens": number(1, 40)}),
    "dnepr": Shape(may={"ice": flag}),
    "rumania": Shape({"standing": word(*STANDINGS)},
                     {"exited": number(0, 99), "air": away(AXIS), "tokens": number(0, 99)}),
    "hungary": Shape({"free": flag}),
    "fortresses": Shape({"cities": city}),
    "truck_extenders": Shape({"places": place_or_section}),
    "sources": Shape({"lost": hexes}),
    "events": Shape(may={
        "happened": words(tuple(EFFECTS)), "no_offensive_until": turn,
        "last_first": side, "initiative_next": flag,
    }),
    "owed": Shape(may=dict.fromkeys(SIDES, number(0, 999))),
    "hand": Shape(may=dict.fromkeys(SIDES, words((PAX, ALLY, TIGER)))),
}
"""Single tables, none of which a scenario must have. `hand` are replacements saved (TTW 1.7a)."""

LINES = (
    "poltava", "dnepr_bank", "nikopol", "west_edge_a", "south_edge_c", "rumania",
    "axis_army_hq", "army_group_south_hq", "58th Panzer Corps",
)
"""Lines of the campaign's schedule that bring points before its end (TTW 5.0a)."""
_TOWN = inner(hex=a_hex, vp=number(-9, 9))
_GROUP = inner(units=counters(in_play=True), vp=number(-9, 9))
VICTORY: Mapping[str, Shape] = {
    "campaign": Shape({"rule": word("campaign")}, {"awarded": points(LINES)}),
    "korsun": Shape(
        {"rule": word("korsun"), "soviet": number(-99, 99), "axis": number(-99, 99)},
        {"korsun": _TOWN, "gorodishche": _TOWN, "lysyanka": _TOWN, "headquarters": _GROUP,
         "divisions": _GROUP,
         "wiking": inner(formations=lambda r, t, k: t.texts(k, None),
                         units=counters(in_play=True), each=number(1, 9), vp=number(-9, 9)),
         "tank_brigades": inner(each=number(1, 9), vp=number(-9, 9))},
    ),
}
"""Rule of victory to the shape of its table (TTW 5)."""


def read_game(reader: Reader) -> dict[str, Any]:
    """The game's own tables by key, those that the scenario has; faults go to the reader's list."""
    found: dict[str, Any] = {}
    for key, shape in ROWS.items():
        found[key] = tuple(row.data for row in reader.root.tables(key)
                           if shape.take(reader, row))
    for key, shape in TABLES.items():
        table = reader.root.table(key, required=False)
        if table is not None:
            reader.sources[key] = shape.take(reader, table)
            found[key] = table.data
    if reader.root.has("gauge"):
        found["gauge"] = True  # it says what dated conversions have done
    return found


def read_victory(reader: Reader) -> Mapping[str, Any]:
    """The conditions of victory; by the campaign's schedule where the file names no other."""
    table = reader.part("victory")
    rule = str(table.data.get("rule", "campaign"))
    if rule not in VICTORY:
        table.fault(f"'{rule}' should be one of {', '.join(VICTORY)}{like(rule, VICTORY)}", "rule")
        return table.data
    VICTORY[rule].take(reader, table)
    return table.data
