"""Figures of the drawing: how far named hexes lay off, what was bent, how dense the sheets are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from attrs import evolve

from engine.cartography import atlas, named
from engine.cartography.draft import drawing, seam_bends
from engine.cartography.drawing import Drawing, registered
from engine.cartography.games import TFB, Style
from engine.cartography.registration import SheetFrame
from engine.core.hexes import Point

WOODS = frozenset({"woods", "light_woods", "heavy_woods"})
HILLS = frozenset({"hill", "hills", "mountain"})
BOG = frozenset({"marsh", "swamp"})
WATER = frozenset({"sea", "lake", "shallow_sea"})
FAR = 0.62
"""Hexes from the middle at which a feature would not run through or along its hex by itself."""


def report(style: Style) -> Iterator[str]:
    """The figures of one game, line by line."""
    yield f"{style.title}"
    yield from _registration(style)
    yield from _density(drawing(style))


def _registration(style: Style) -> Iterator[str]:
    source = atlas.read()
    seam = seam_bends(source) if style is TFB else []
    before, after = registered(style, source, seam)
    hexes = named.read(style.atlas, before)
    found = named.residuals(hexes, source, before, after)
    if found:
        alone = named.residuals(hexes, source, evolve(before, controls=()), after)
        yield f"  {len(found)} features of named hexes, distance in hexes from the middle:"
        for title, far in (
            ("by the fit alone", [r.before for r in alone]),
            ("with its control points", [r.before for r in found]),
            ("with the bends", [r.after for r in found]),
        ):
            yield f"    {title:<24} median {median(far):.2f}, largest {max(far):.2f}"
        for one in found:
            if one.after > FAR:
                yield f"    still {one.after:.2f}: {one.label} {one.feature}"
    ours = [bend for bend in after.bends if not bend.name.startswith("seam")]
    yield f"  {len(ours)} bends at named hexes, {len(after.bends) - len(ours)} along the common row"
    for bend in ours:
        yield f"    {bend.size:.2f}  {bend.name}"


def _density(drawn: Drawing) -> Iterator[str]:
    yield "  of 100 land hexes:  woods  marsh/swamp  hills  road  rail  river  places"
    for frame in drawn.grid.sheets:
        yield "    " + _sheet(drawn, frame)


def _sheet(drawn: Drawing, frame: SheetFrame) -> str:
    hexes = [hex_ for hex_ in frame.hexes() if not drawn.terrain[hex_] & WATER]
    inside = set(hexes)
    rail = {h for way in drawn.ways if way.kind == "rail" for h in way.hexes} & inside
    road = {h for way in drawn.ways if not way.kind.startswith("rail") for h in way.hexes} & inside
    river = {h for one in drawn.river_sides() for h in one} & inside

    def share(words: frozenset[str]) -> float:
        return _percent([h for h in hexes if drawn.terrain[h] & words], hexes)

    return (
        f"{frame.name:<3} {len(hexes):5d} land, {len(frame.hexes()) - len(hexes):4d} water "
        f"{share(WOODS):5.1f} {share(BOG):7.1f} {share(HILLS):10.1f} {_percent(road, hexes):8.1f} "
        f"{_percent(rail, hexes):5.1f} {_percent(river, hexes):5.1f} "
        f"{_percent([h for h in hexes if h in drawn.places], hexes):6.1f}"
    )


def _percent(some: Sequence[Point] | set[Point], of: Sequence[Point]) -> float:
    return 100 * len(some) / len(of)
