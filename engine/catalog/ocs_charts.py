"""The chart tables that the Operational Combat Series and its games read: their shapes.

A table that is not named here only informs a reader; it needs its source and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.catalog.faults import Fault
from engine.catalog.fields import Faults
from engine.catalog.files import Document
from engine.catalog.shapes import (
    Found,
    Shape,
    both,
    covering,
    day,
    each_of,
    exactly,
    flag,
    keys,
    like,
    many,
    measure,
    named,
    one_of,
    optional,
    rising,
    same,
    text,
    values,
    whole,
)
from engine.ocs.charts import MOBILITIES, WEATHERS
from engine.third_winter.events import EFFECTS

COLUMNS = 13
DIE = range(1, 7)
PERCENT = exactly(6, whole(0, 100))
GROUNDS = ("open", "light_woods", "heavy_woods", "hills", "mountain", "swamp", "village",
           "minor_city", "major_city", "point_of_interest")
"""Hexes of the maps of the series, on both Terrain Effects Charts."""
CATEGORIES = ("open", "close", "very_close", "extremely_close")
STEPS = ("none", "minus_1", "minus_2", "minus_4")
BARRAGE = ("-", "DG", "[1/2]", "1/2", "1", "2", "3")


def _costs(*words: str) -> Shape:
    """Rows of movement costs: three mobility types for each ground condition (OCS 6.1)."""
    cost = measure(0, 99, "P", "all", *words)
    return many(each_of({"id": text, **dict.fromkeys(WEATHERS, exactly(3, cost))}))


def _fights(**more: Shape) -> Shape:
    """Rows of combat multipliers for Armor, Mech and other (OCS 9.4)."""
    factors = exactly(3, measure(0, 2))
    return many(both(keys(id=text, attack=factors, **more), optional("defend", factors)))


def _columns(count: int, rows: int, cell: Shape) -> Shape:
    """A barrage table: where its columns begin, what they cost, and its boxes (OCS 10.0)."""
    return keys(
        column_labels=exactly(count, text), column_min=both(exactly(count, whole(0, 999)), rising),
        cost_t=exactly(count, whole(0, 99)), rows=exactly(rows, exactly(count, cell)),
    )


def _coded(table: Any) -> Found:
    """Every box of the Facility Table has a code that says what it does (OCS 10.0c)."""
    for n, row in enumerate(table["rows"]):
        for m, cell in enumerate(row):
            if cell not in table["codes"]:
                yield ("rows", n, m), f"'{cell}' is no code of this table"


def _attrition() -> Shape:
    reach = many(whole(0, 20), 0, 2)
    steps = dict.fromkeys(STEPS, reach)
    row = both(keys(**steps, all_min=whole(0, 20)), _attrition_row)
    return keys(rows=each_of({str(rating): row for rating in range(6)}))


def _attrition_row(row: Any) -> Found:
    """The results follow one another over every roll from 2 up (OCS 12.8b)."""
    ends = [n for name in STEPS for n in row[name]] + [row["all_min"]]
    spans = list(zip(ends[::2], [*ends[1::2], 99], strict=False))
    due = 2
    for first, last in spans:
        if first != due or last < first:
            yield (), f"should go on with the roll {due}"
            return
        due = last + 1


def _all_rolls(table: Any) -> Found:
    """Each roll of the die stands in a row of the ground table just once (OCS 17.0a)."""
    for n, row in enumerate(table["rows"]):
        rolls = sorted(roll for state in table["states"] for roll in row.get(state, ()))
        if rolls != list(DIE):
            yield ("rows", n), "should name each roll from 1 to 6 once"


def _all_throws(table: Any) -> Found:
    """Each throw of two dice brings one flight condition (OCS 17.0a)."""
    for ground, row in table["rows"].items():
        thrown = sorted(
            n for span in row.values() if len(span) == 2 for n in range(span[0], span[1] + 1)
        )
        if thrown != list(range(2, 13)):
            yield ("rows", ground), "should cover the rolls from 2 to 12"


def _events(table: Any) -> Found:
    """Events that the game knows, at numbers of two dice (TTW RE)."""
    for n, event in enumerate(table["event"]):
        if event["id"] not in EFFECTS:
            yield ("event", n, "id"), f"no event is called '{event['id']}'"


def _replacements(*more: str) -> Shape:
    few = whole(0, 9)
    row = keys(
        min=whole(0, 20), max=whole(0, 20), pax=few, air=few, sr=flag,
        eq=many(exactly(2, whole(0, 9))), **dict.fromkeys(more, few),
    )
    return keys(rows=both(many(row, 1), covering(2, 12)))


def _supply(key: str, high: int, **more: Shape) -> Shape:
    row = each_of({"min": whole(0, 20), "max": whole(0, 20), key: whole(0, 99)})
    return keys(rows=both(many(row, 1), covering(2, high)), **more)


_EVENT = keys(event=many(keys(rolls=many(whole(11, 66), 1), id=text, once=flag, text=text), 1))
_SPECIAL = keys(rows=exactly(6, many(text, 1)))
_FLIGHT = keys(movement=flag, reaction=flag, exploitation=flag)
_SURPRISE = keys(defender_max=whole(-20, 30), attacker_min=whole(-20, 30))
_ODDS = exactly(COLUMNS, like(r"[1-9]\d?:[1-9]\d?", "3:1"))
_LOSS = exactly(6, one_of(("1", "2", "3", "4", "W", "S")))

SERIES: Mapping[str, Shape] = {
    "combat_table": keys(
        rows=exactly(15, exactly(COLUMNS, text)), odds=each_of(dict.fromkeys(CATEGORIES, _ODDS)),
    ),
    "combat_results": keys(code=many(keys(
        id=text, a_loss=whole(0, 9), a_opt=whole(0, 9), d_loss=whole(0, 9), d_opt=whole(0, 9),
        exploit_ar=whole(0, 9), d_dg=flag,
    ), 1)),
    "surprise": keys(regular=_SURPRISE, overrun=_SURPRISE),
    "barrage_table": _columns(11, 11, one_of(BARRAGE)),
    "barrage_facility_table": both(_columns(8, 6, text), keys(codes=values(
        keys(level=whole(0, 4), loss=whole(0, 6), bust=flag))), _coded),
    "attrition": _attrition(),
    "dump_capture": keys(dump_percent=PERCENT, truck_percent=PERCENT, wagon_percent=PERCENT),
    "dump_blowing": keys(percent_destroyed=PERCENT),
    "mission_loss": keys(rows=each_of({str(n): _LOSS for n in range(1, 5)})),
    "flak": keys(hit_min=whole(2, 20)),
    "air_combat": keys(defender_aborts_min=whole(0, 20), attacker_aborts_max=whole(0, 20),
                       loss_min=whole(1, 7)),
    "air_base_capture": keys(
        step_loss_max=whole(0, 20), drm_active=whole(-9, 9),
        drm_captured_by_advance_after_combat=whole(-9, 9),
        displacement_range_multiplier=whole(1, 9),
    ),
    "air_transport_success": keys(
        success_min=each_of(dict.fromkeys(
            ("friendly_clear", "friendly_closed", "enemy_clear", "enemy_closed"), whole(2, 12))),
        drm_soviet_drop=whole(-9, 9),
    ),
}
"""The tables of the series' own chart file."""

GAME: Mapping[str, Shape] = {
    "terrain_movement": keys(
        order=same(list(MOBILITIES)),
        hex=both(_costs("ot"), named("id", (*GROUNDS, "sea_or_lake"))),
        line=both(_costs(), named("id", ("road", "track", "railroad", "pontoon_track_bridge"))),
        hexside_added=both(_costs(), named("id", ("minor_river", "major_river", "sea_or_lake"))),
    ),
    "terrain_combat": keys(
        order=same(["armor", "mech", "other"]),
        hex=both(_fights(category=one_of((*CATEGORIES, "ot"))),
                 named("id", (*GROUNDS, "swamp_frozen"))),
        hexside=both(_fights(), named("id", (
            "minor_river", "minor_river_frozen", "major_river", "major_river_frozen",
            "volga_bridge", "volga_ferry", "volga_ice"))),
    ),
    "weather_ground": both(
        keys(states=many(one_of(WEATHERS), 1),
             rows=many(each_of({"from": day, "to": day, **dict.fromkeys(
                 WEATHERS, many(whole(1, 6)))}), 1)),
        _all_rolls,
    ),
    "weather_flight": both(
        keys(states=many(one_of(("normal", "limited", "none")), 1),
             rows=each_of(dict.fromkeys(WEATHERS, values(many(whole(2, 12), 0, 2))))),
        _all_throws,
    ),
    "weather_flight_effects": keys(normal=_FLIGHT, limited=_FLIGHT, none=_FLIGHT),
    "weather_ground_effects": keys(mud_cancels_open_x2=flag, thaw_cancels_open_x2=flag),
    "supply_soviet": _supply("sp", 13, drm=many(each_of({"from": day, "value": whole(-9, 9)}))),
    "supply_axis": _supply("hq_sp", 12, cities_sp=whole(0, 99)),
    "supply_axis_cities_fill": keys(cities=many(text), sp_each=whole(0, 99)),
    "replacements_soviet": _replacements(),
    "replacements_axis": _replacements("ally"),
    "special_replacements_soviet": _SPECIAL,
    "special_replacements_axis": _SPECIAL,
    "replacement_rules": keys(saved=values(flag)),
    "random_event_procedure": keys(
        **{"class": each_of(dict.fromkeys(("common", "rare", "none"), many(whole(1, 6))))}),
    "random_events_common": both(_EVENT, _events),
    "random_events_rare": both(_EVENT, _events),
}
"""The tables of a game's chart file."""

SHAPES = {**SERIES, **GAME}


def misshapen(document: Document, name: str, table: Any) -> Iterator[Fault]:
    """Where a table of a file is not what the rules read."""
    shape = SHAPES.get(name)
    for inner, why in shape(table) if shape is not None else ():
        yield document.fault((name, *inner), why)


def check_together(
    document: Document, tables: Mapping[str, Any], faults: Faults
) -> None:
    """What only all files of a scenario show: tables that none of them has, codes unknown."""
    for name in SHAPES:
        if name not in tables:
            faults.add(document.fault(("files", "charts"), f"none of them has the table {name}"))
    if faults:
        return
    codes = {code["id"] for code in tables["combat_results"]["code"]}
    for cell in {cell for row in tables["combat_table"]["rows"] for cell in row} - codes:
        faults.add(document.fault(
            ("files", "charts"), f"'{cell}' of combat_table is no code of combat_results"
        ))
