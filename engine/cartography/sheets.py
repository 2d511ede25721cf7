"""Cut a drawing into sheets and write each as a text file that a person can read and correct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from engine.cartography.atlas import ATTRIBUTION
from engine.cartography.drawing import RIVER_WORDS, Drawing
from engine.cartography.games import Style
from engine.cartography.grid import Side, ends_of, side
from engine.cartography.named import Named
from engine.cartography.registration import SheetFrame
from engine.cartography.tracks import LINK
from engine.cartography.ways import Way
from engine.core.hexes import Point

_WIDTH = 96


def sheet_text(drawing: Drawing, frame: SheetFrame, title: str) -> str:
    """The file of one sheet."""
    style = drawing.style
    hexes = frame.hexes()
    inside = set(hexes)
    names = {hex_: _short(frame, hex_) for hex_ in hexes}
    lines = [
        f"# {title}. Drawn by `python -m engine.cartography {style.game}` from scenarios/atlas/;",
        f"# set right by hand only in {frame.name.lower()}-corrections.toml, or the next drawing",
        "# undoes it.",
        f"# {ATTRIBUTION}.",
        "",
        "[map]",
        f'id = "{style.atlas}-{frame.name.lower()}"',
        f'title = "{title}"',
        f'series = "{style.series}"',
        f'prefix = "{frame.name}"',
        'source = "reconstructed"',
        f"columns = [{frame.columns[0]}, {frame.columns[1]}]",
        f"rows = [{_rows(frame)[0]}, {_rows(frame)[1]}]",
        f'rows_from = "{"north" if frame.from_north else "south"}"',
        f"offset = [{frame.offset[0]}, {frame.offset[1]}]",
        "",
        *_terrain(drawing, frame, inside),
        "",
        *_places(drawing, names),
        *_rivers(drawing, names),
        *_water(drawing, names),
        *_ways(drawing, names),
        *_marks(drawing, names, frame.name),
        *_countries(drawing, frame, names),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _rows(frame: SheetFrame) -> tuple[int, int]:
    return (
        min(frame.rows_even[0], frame.rows_odd[0]), max(frame.rows_even[1], frame.rows_odd[1])
    )


def _short(frame: SheetFrame, hex_: Point) -> str:
    """The number of a hex without the sheet's letters."""
    number = frame.number(hex_)
    assert number is not None
    return frame.label(*number).removeprefix(frame.name)


# ---------------------------------------------------------------- terrain


def _terrain(drawing: Drawing, frame: SheetFrame, inside: set[Point]) -> list[str]:
    style = drawing.style
    letters = {frozenset(words.split()): letter for letter, words in style.letters.items()}
    used = {letters[drawing.terrain[hex_]] for hex_ in inside}
    legend = ", ".join(
        f'{_key(letter)} = "{words}"' for letter, words in style.letters.items() if letter in used
    )
    first, last = frame.columns
    head = " ".join(f"{column:02d}" for column in range(first, last + 1))
    low, high = _rows(frame)
    rows: Iterable[int] = range(low, high + 1)
    if not frame.from_north:
        rows = range(high, low - 1, -1)
    lines = [
        "# One line a row of hexes, one letter a column. Odd columns lie half a hex lower.",
        "[terrain]",
        'source = "reconstructed"',
        f"legend = {{ {legend} }}",
        f"#      {head}",
        "rows = [",
    ]
    for row in rows:
        cells = []
        for column in range(first, last + 1):
            hex_ = frame.point(column, row)
            cells.append(letters[drawing.terrain[hex_]] if hex_ in inside else "-")
        lines.append(f'  "{row:02d}:  ' + "  ".join(cells) + '",')
    lines.append("]")
    firm = sorted(_short(frame, hex_) for hex_ in drawing.firm if hex_ in inside)
    if firm:
        lines += ["# Hexes whose terrain a rulebook states or prices.", "rulebook = ["]
        lines += [f'  {line}' for line in _wrapped([f'"{id_}",' for id_ in firm])]
        lines.append("]")
    return lines


def _key(letter: str) -> str:
    return letter if letter.isalnum() else f'"{letter}"'


# ---------------------------------------------------------------- places


def _places(drawing: Drawing, names: Mapping[Point, str]) -> Iterator[str]:
    yield "# A place may have its present name beside the wartime one."
    yield "[places]"
    yield 'source = "reconstructed"'
    yield "list = ["
    for hex_, place in sorted(drawing.places.items(), key=lambda item: names.get(item[0], "")):
        if hex_ not in names:
            continue
        row = f'hex = "{names[hex_]}", name = {_quoted(place.name)}'
        if place.modern and place.modern != place.name:
            row += f", modern = {_quoted(place.modern)}"
        row += f', kind = "{place.kind}"'
        if drawing.stars.get(hex_):
            row += f", stars = {drawing.stars[hex_]}"
        if place.port:
            row += ", port = true"
        if place.source != "reconstructed":
            row += f', source = "{place.source}"'
        yield f"  {{ {row} }},"
    yield "]"
    yield ""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# ---------------------------------------------------------------- hexsides


def _rivers(drawing: Drawing, names: Mapping[Point, str]) -> Iterator[str]:
    words = RIVER_WORDS[drawing.style.series]
    best = drawing.river_sides()
    done: set[Side] = set()
    yield "# Rivers, downstream: hexsides by the two hexes that share them."
    groups: dict[tuple[int, str, str], list[Side]] = {}
    for river in drawing.rivers:
        for one in river.sides:
            if one in done or best[one] != river.rank or not _both(one, names):
                continue
            done.add(one)
            order = {"volga": 0, "major": 1, "minor": 2}[river.rank]
            groups.setdefault((order, river.name, words[river.rank]), []).append(one)
    for (_, name, word), sides in groups.items():
        for source in ("rulebook", "reconstructed"):
            chosen = [s for s in sides if drawing.firm_sides.get(s, "reconstructed") == source]
            if chosen:
                yield from _sides(word, name or "(nameless streams)", chosen, names, source)


def _water(drawing: Drawing, names: Mapping[Point, str]) -> Iterator[str]:
    for word in ("lake", "sea"):
        sides = [one for one, kind in sorted(drawing.water.items())
                 if kind == word and _both(one, names)]  # fmt: skip
        if sides:
            yield f"# Hexsides under water ({word}) between two land hexes."
            yield from _sides(word, "", sides, names, "reconstructed")


def _both(one: Side, names: Mapping[Point, str]) -> bool:
    return one[0] in names and one[1] in names


def _sides(
    kind: str, name: str, sides: Sequence[Side], names: Mapping[Point, str], source: str
) -> Iterator[str]:
    yield "[[feature]]"
    yield f'kind = "{kind}"'
    if name:
        yield f"name = {_quoted(name)}"
    yield f'source = "{source}"'
    yield "sides = ["
    pairs = ["-".join(sorted((names[a], names[b]))) for a, b in sides]
    yield from (f'  "{line}",' for line in _wrapped(pairs))
    yield "]"
    yield ""


def _ways(drawing: Drawing, names: Mapping[Point, str]) -> Iterator[str]:
    """Railroads, then roads, each hexside once and under the best way that runs there."""
    style = drawing.style
    done: dict[bool, set[Side]] = {True: set(), False: set()}
    order = {"rail": 0, "rail_ferry": 1, style.main_road: 2, style.minor_road: 3}
    heads = {
        "rail": "# Railroads: chains of adjacent hexes.",
        "rail_ferry": "# A ferry that joins railroads.",
        style.main_road: "# Main roads.",
        style.minor_road: "# Minor roads; the last ones join neighbouring towns.",
    }
    ways = sorted(drawing.ways, key=lambda way: order[way.kind])
    merged = _merged(ways)
    last = ""
    for (kind, name, tracks, source), chains in merged.items():
        runs: list[list[Point]] = []
        for chain in chains:
            runs += _runs(chain, names, done[kind.startswith("rail")])
        if not runs:
            continue
        if kind != last:
            yield heads[kind]
            last = kind
        yield "[[feature]]"
        yield f'kind = "{kind}"'
        yield f"name = {_quoted(name)}"
        if tracks > 1:
            yield f"tracks = {tracks}"
        yield f'source = "{source}"'
        yield "path = ["
        for run in runs:
            for line in _wrapped_chain([names[hex_] for hex_ in run]):
                yield f'  "{line}",'
        yield "]"
        yield ""


def _merged(ways: Iterable[Way]) -> dict[tuple[str, str, int, str], list[Sequence[Point]]]:
    """Chains by what is said of them: the minor roads between towns share one entry."""
    out: dict[tuple[str, str, int, str], list[Sequence[Point]]] = {}
    for way in ways:
        name = "between neighbouring towns" if way.id == LINK else way.name
        out.setdefault((way.kind, name, way.tracks, way.source), []).append(way.hexes)
    return out


def _runs(
    chain: Sequence[Point], names: Mapping[Point, str], done: set[Side]
) -> list[list[Point]]:
    """The stretches of a chain on this sheet that no other chain has covered."""
    runs: list[list[Point]] = [[]]
    for a, b in zip(chain, chain[1:], strict=False):
        one = side(a, b)
        if one in done or not _both(one, names):
            if runs[-1]:
                runs.append([])
            continue
        done.add(one)
        if not runs[-1]:
            runs[-1].append(a)
        runs[-1].append(b)
    return [run for run in runs if run]


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line += (" " if line else "") + word
    if line:
        yield line


def _wrapped_chain(ids: Sequence[str]) -> Iterator[str]:
    """A chain in lines; each begins with the last hex of the one before."""
    line = [ids[0]]
    for id_ in ids[1:]:
        if len(" ".join([*line, id_])) > _WIDTH:
            yield " ".join(line)
            line = [line[-1]]
        line.append(id_)
    yield " ".join(line)


# ---------------------------------------------------------------- marks


def _marks(drawing: Drawing, names: Mapping[Point, str], frame: str) -> Iterator[str]:
    """The named hexes, with what the rules say of each."""
    if any(one.hex in names for one in drawing.named):
        yield "# Hexes that the rulebooks name."
    done = set()
    for one in sorted(drawing.named, key=lambda n: (n.hex, n.label)):
        if one.hex not in names or one.hex in done:
            continue
        label = frame + names[one.hex]
        done.add(one.hex)
        others = [n for n in drawing.named if n.hex == one.hex]
        words = sorted({w for n in others for w in _said(n, n.label == label)})
        rules = sorted({rule for n in others for rule in n.rules})
        if not words:
            continue
        yield "[[mark]]"
        yield f'hex = "{names[one.hex]}"'
        yield f'what = "{" ".join(words)}"'
        yield f"name = {_quoted(one.place)}"
        yield f"rule = {_quoted(', '.join(_rule(r, drawing.style) for r in rules))}"
        yield ""


def _said(one: Named, here: bool) -> set[str]:
    """The words of a named hex that hold on this sheet.

    A list of "main road and railroad hexes" leaves open which a hex is: its anchors tell. The
    edge of one sheet lies inside another.
    """
    words = set(one.kinds) - {"example", "tutorial"}
    for word in ("road", "rail"):
        if {"road", "rail"} <= set(one.kinds) and not any(
            anchor.startswith(word + ":") for anchor in one.anchors
        ):
            words.discard(word)
    return words if here else words - {"edge"}


def _rule(rule: str, style: Style) -> str:
    """A rule with the prefix of its book; rules of the two OCS games are bare in the atlas."""
    return f"{style.short.upper()} {rule}" if style.series == "ocs" and rule[:1].isdigit() else rule


def _countries(
    drawing: Drawing, frame: SheetFrame, names: Mapping[Point, str]
) -> Iterator[str]:
    """The hexes of each country, column by column."""
    for name, held in sorted(drawing.countries.items()):
        spans = list(_spans(held, frame, names))
        if not spans:
            continue
        yield "[[country]]"
        yield f'name = "{name}"'
        yield 'source = "reconstructed"'
        yield "hexes = ["
        yield from (f'  "{line}",' for line in _wrapped(spans))
        yield "]"
        yield ""


def _spans(
    held: frozenset[Point], frame: SheetFrame, names: Mapping[Point, str]
) -> Iterator[str]:
    """Hexes as runs within a column, `A1.04-1.12` without the letter."""
    for column in range(frame.columns[0], frame.columns[1] + 1):
        rows = frame.rows_odd if column & 1 else frame.rows_even
        start = ""
        last = ""
        for row in range(rows[0], rows[1] + 2):
            hex_ = frame.point(column, row)
            if hex_ in names and hex_ in held:
                start = start or names[hex_]
                last = names[hex_]
            elif start:
                yield start if start == last else f"{start}-{last}"
                start = ""


# ---------------------------------------------------------------- seams


def seams(drawing: Drawing) -> Drawing:
    """The drawing with only what crosses from one sheet to another that it merely touches."""
    frames = drawing.grid.sheets
    homes: dict[Point, set[str]] = {}
    for frame in frames:
        for hex_ in frame.hexes():
            homes.setdefault(hex_, set()).add(frame.name)

    def crosses(one: Side) -> bool:
        a, b = homes.get(one[0]), homes.get(one[1])
        return bool(a and b and not a & b)

    rivers = []
    for river in drawing.rivers:
        rivers += [
            evolve(river, chain=ends_of(one)) for one in river.sides if crosses(one)
        ]
    ways = []
    for way in drawing.ways:
        ways += [evolve(way, hexes=one) for one in way.sides if crosses(one)]
    water = {one: word for one, word in drawing.water.items() if crosses(one)}
    return evolve(drawing, rivers=tuple(rivers), ways=tuple(ways), water=water)


def board_text(drawing: Drawing) -> str:
    """The file that joins the sheets of a game."""
    style = drawing.style
    names = {}
    for frame in drawing.grid.sheets:
        names.update({hex_: frame.name + _short(frame, hex_) for hex_ in frame.hexes()})
    files = ", ".join(f'"sheets/{name.lower()}.toml"' for name in style.sheets)
    lines = [
        f"# The board of {style.title}: its sheets in the order in which they are laid, and what",
        "# crosses between sheets that only touch. Drawn with them.",
        f'board = "{style.game}"',
        f'title = "{style.title}"',
        f'series = "{style.series}"',
        f'attribution = "{ATTRIBUTION}"',
        f"sheets = [{files}]",
        "",
    ]
    only = seams(drawing)
    if only.rivers or only.ways or only.water:
        lines += [*_rivers(only, names), *_water(only, names), *_ways(only, names)]
    return "\n".join(lines).rstrip() + "\n"
