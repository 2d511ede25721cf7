"""What `odds` prints: the chance of each result of a combat, from the table that resolves it."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from tui.problem import Problem
from tui.text import bold, say, table

if TYPE_CHECKING:
    from engine.efs.world import World
    from engine.ocs.world import World as OcsWorld

OPEN = "open"


def efs(world: World, args: Namespace) -> int:
    """One die on the column of the odds (BSR 15.8)."""

    from engine.efs.combat import lookup
    from engine.efs.odds import BELOW, column_for

    if args.defense < 1:
        raise Problem("a combat needs a defense of at least 1")
    limit = world.charts.drm_limit
    drm = max(-limit, min(limit, args.drm))
    column = column_for(world, args.attack, args.defense)
    shown = "worse than the lowest column (BSR 15.57.s1)" if column == BELOW else column
    capped = f", limited from {args.drm:+d} (BSR 15.7.n1)" if drm != args.drm else ""
    print(bold(f"{args.attack} to {args.defense}: {shown}, DRM {drm:+d}{capped}"))
    results = Counter(lookup(world, column, roll, drm) for roll in range(1, 11))
    rows = [(10 * count, *result) for result, count in results.items()]
    table(("chance %", "attacker", "defender"), rows)
    say("Number: steps lost. R: retreat. *: one step more for each condition of BSR 16.31. "
        "e: eliminated. -: no effect.")  # fmt: skip
    say(f"Source of the table: {world.charts.sources.get('crt', 'unknown')}.")
    return 0


def ocs(world: OcsWorld, args: Namespace) -> int:
    """Two dice on the column of the odds in a terrain, surprise counted in (OCS 9.7-9.9).

    The DRM is the attacker's Action Rating less the defender's, which the Surprise roll uses too;
    a hedgehog takes its level off the one and 1 off the other.
    """
    from engine.ocs import odds, preview

    category = args.terrain or OPEN
    attack, defense = Fraction(args.attack), Fraction(args.defense)
    text, column = odds.column_for(world, attack, defense, category)
    heading = odds.heading(world, category, column)
    surprise = preview.surprise_chances(world, "regular", args.drm)
    print(bold(f"{args.attack} to {args.defense}, {category.replace('_', ' ')}: {text}, column "
               f"{heading}, DRM {args.drm:+d}"))
    found = preview.results(world, column, args.drm, surprise)
    table(("chance", "result"), [(odds.percent(c.share), c.result) for c in found])
    ours, theirs = map(odds.percent, surprise)
    say(f"Surprise: the attacker {ours}, the defender {theirs} (OCS 9.8). A, D: attacker, "
        "defender. L: steps lost. o: options. e: may exploit from this Action Rating up.")
    say(f"Source of the table: {world.charts.sources.get('combat_table', 'unknown')}.")
    return 0
