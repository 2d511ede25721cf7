"""Counter and aircraft files (BSR 2.3, 2.4, 17.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.catalog.fields import Faults, Table, like
from engine.catalog.files import Document
from engine.catalog.shelves import Shelf, Shelves
from engine.efs.pieces import SIDES, Aircraft, Counter, Face

P = TypeVar("P", Counter, Aircraft)

TYPES = (
    "infantry", "motorized_infantry", "light_infantry", "mountain", "parachute", "airborne",
    "naval_infantry", "security", "border", "machinegun", "motorcycle", "cavalry", "recon",
    "armor", "assault_gun", "artillery", "rocket_artillery", "superheavy_artillery",
    "coast_artillery", "railroad_artillery", "antitank", "motorized_antitank", "antiair",
    "motorized_antiair", "engineer", "motorized_engineer", "hq", "ur_mg", "zap", "base",
    "armored_train", "flotilla", "partisan", "bridge", "supply",
)
MA_CLASSES = ("motorized", "nonmot", "cavalry", "orange", "green", "blue", "rail", "none")
NATIONS = ("german", "romanian", "hungarian", "italian", "slovak", "soviet")
SIZES = ("", "II", "III", "X", "XX", "XXX", "XXXX")
REBUILDS = ("I1", "I2", "A", "NKVD", "AT", "none")
VALUE_SOURCES = ("rulebook", "published", "derived", "published-pattern", "estimated")

ONE_STEP_TYPES = frozenset({"hq", "ur_mg", "base", "superheavy_artillery"})
"""One step whatever is printed on both sides (BSR 16.22.x1); untried militia as well."""

_UNIT_ONLY = ("id", "name", "full", "reduced", "source", "value_source", "count", "firing")


def expected_steps(counter: Counter) -> int:
    """Steps by the printed defense of the full side (BSR 16.22, see notes; BSR 16.22.x1)."""
    if counter.type in ONE_STEP_TYPES or counter.untried:
        return 1
    if counter.full.defense >= 8:
        return 4
    if counter.full.defense >= 5:
        return 3
    return 2 if counter.reduced is not None else 1


class Register(Shelves):
    """Ground and air counters, with the names taken and how many copies of each there are."""

    counters: Shelf[Counter]
    aircraft: Shelf[Aircraft]

    def __init__(self, at_once: bool = True) -> None:
        super().__init__(self._counted(counter_of), self._counted(aircraft_of), at_once)
        self.copies: dict[str, int] = {}
        """Of each counter that was made."""

    def _counted(self, make: Callable[[Table], P]) -> Callable[[Table], P]:
        def counted(row: Table) -> P:
            piece = make(row)
            self.copies[piece.id] = row.number("count", 1, 1, 60)
            return piece

        return counted


def read_counters(document: Document, register: Register, faults: Faults) -> None:
    """Enter the counters of a file: groups of units that share the keys of their group."""
    root = Table(document, document.data, (), faults)
    for group in root.tables("group"):
        shared = {k: v for k, v in group.data.items() if k != "units"}
        for key in _UNIT_ONLY:
            if key in shared:
                group.fault("belongs to a unit, not to its group", key)
                del shared[key]
        if not isinstance(group.data.get("units"), list):
            group.fault("units is missing or no list")
            continue
        register.enter(register.counters, group, "units", shared)
    root.close()


def _face(row: Table, key: str) -> Face | None:
    values = row.numbers(key, 3)
    return None if values is None else Face(*values)


def counter_of(row: Table) -> Counter:
    """The counter of a row; what is wrong with it goes to the row's faults."""
    row.remarks()
    name, note = row.text("name"), row.text("note", "")
    full = _face(row, "full")
    if full is None and not row.has("full"):
        row.fault("full is missing")
    firing = row.table("firing", required=False)  # super-heavies: kept for BSR 23.4
    if firing is not None:
        for key in ("support", "range", "drm"):
            firing.number(key, low=-3, high=9)
        firing.close()
    counter = Counter(
        id=row.text("id"),
        name=name,
        side=row.text("side", among=SIDES),
        type=row.text("type", among=TYPES),
        full=full or Face(0, 0, 0),
        steps=row.number("steps", low=1, high=4),
        ma_class=row.text("ma_class", among=MA_CLASSES),
        nationality=row.text("nationality", among=NATIONS),
        size=row.text("size", "", among=SIZES),
        formation=row.text("formation", ""),
        reduced=_face(row, "reduced"),
        stack=row.number("stack", 0, 0, 10),
        zoc=row.flag("zoc", True),
        zoc_reduced=row.flag("zoc_reduced", True),
        armor=row.flag("armor"),
        yellow=row.flag("yellow"),
        support=row.number("support", 0, 0, 9),
        range=row.number("range", 0, 0, 12),
        attack_only=row.flag("attack_only"),
        guards=row.flag("guards"),
        nkvd=row.flag("nkvd"),
        militia=row.flag("militia"),
        ss=row.flag("ss"),
        ski=row.flag("ski"),
        command=row.number("command", 0, 0, 9),
        recovery=row.number("recovery", 0, 0, 10),
        nonop=_face(row, "nonop"),
        untried=row.flag("untried"),
        rebuild=row.text("rebuild", among=REBUILDS),
        source=row.source(),
        value_source=row.text("value_source", among=VALUE_SOURCES),
        note=note,
    )
    if row.sound:  # else one slip would be told twice
        _sense(row, counter)
    return counter


def _sense(row: Table, counter: Counter) -> None:
    """What a counter's values must agree on among themselves."""
    _speakable(row, counter.id, counter.name)
    if counter.steps != expected_steps(counter):
        row.fault(
            f"should be {expected_steps(counter)} by a full defense of {counter.full.defense}"
            f" (BSR 16.22)", "steps",
        )
    if counter.reduced is not None and (
        counter.reduced.attack > counter.full.attack
        or counter.reduced.defense > counter.full.defense
    ):
        row.fault("is stronger than the full side", "reduced")
    if counter.support and not counter.range:
        row.fault("has support without a range", "support")
    if counter.hq and counter.nonop is None:
        row.fault("an HQ needs its nonop side")
    if (counter.side == "soviet") != (counter.nationality == "soviet"):
        row.fault(f"does not fit the side {counter.side}", "nationality")


def _speakable(row: Table, id_: str, name: str) -> None:
    """Commands name units in comma lists with keywords between, so a name must not break them."""
    for key, word in (("id", id_), ("name", name)):
        if (
            not word or "," in word or word != " ".join(word.split()) or not word.isprintable()
            or any(f" {part} " in f" {word} " for part in ("to", "at", "with", "from"))
        ):
            row.fault(f"'{word}' cannot be used in a command", key)


def read_aircraft(document: Document, register: Register, faults: Faults) -> None:
    """Enter the air counters of a file."""
    root = Table(document, document.data, (), faults)
    register.enter(register.aircraft, root, "aircraft", {})
    root.close()


def aircraft_of(row: Table) -> Aircraft:
    """The air counter of a row."""
    row.remarks()
    row.text("nationality", "german", among=NATIONS)
    row.text("note", "")
    plane = Aircraft(
        id=row.text("id"),
        name=row.text("name"),
        side=row.text("side", among=SIDES),
        kind=row.text("kind", among=("F", "B", "D")),
        acr=row.number("acr", 0, 0, 9),
        cas=row.number("cas", 0, 0, 9),
        interdiction=row.number("interdiction", 0, 0, 9),
        aa_drm=row.number("aa_drm", 0, -2, 2),
        range_limited=row.flag("range_limited", True),
        source=row.source(),
    )
    if row.sound:
        _speakable(row, plane.id, plane.name)
    return plane


def known(word: str, among: Iterable[str]) -> str:
    """The reason for refusing an id that no counter has."""
    return f"no counter {word}{like(word, among)}"
