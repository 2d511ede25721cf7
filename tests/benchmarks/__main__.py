"""`python -m tests.benchmarks`: measures every figure once and says which limits are kept.

Exit code 1 if one is not. `--only WORD` runs the benchmarks with the word in their name.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial

from tests.benchmarks import boards, commandline, korsun, play, screen
from tests.benchmarks.measure import Figure

SCENARIOS = ("sumy", "korsun")
"""One of each series; what a player sees of both is held to the same limits."""


def benchmarks(rounds: int) -> dict[str, Callable[[], list[Figure]]]:
    """Every benchmark by name."""
    found: dict[str, Callable[[], list[Figure]]] = {
        "commandline": lambda: commandline.listing(3 * rounds),
    }
    for scenario in SCENARIOS:
        found |= {
            f"start {scenario}": partial(screen.start_and_memory, scenario, rounds),
            f"bytes {scenario}": partial(screen.bytes_per_key, scenario),
            f"latency {scenario}": partial(screen.key_latency, scenario, 4 * rounds),
            f"commands {scenario}": partial(play.commands_a_second, scenario),
            f"saves {scenario}": partial(play.save_and_load, scenario),
        }
    return {
        **found,
        "saves of a campaign": play.save_and_load_large,
        "boards": lambda: boards.figures(rounds),
        "floods and odds korsun": lambda: korsun.figures(rounds),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="")
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    args = parser.parse_args()
    kept = True
    for name, measure in benchmarks(args.rounds).items():
        if args.only not in name:
            continue
        for figure in measure():
            kept &= figure.kept
            sign = ">=" if figure.at_least else "<="
            verdict = "kept" if figure.kept else "NOT KEPT"
            amount = f"{figure.value:.2f}" if figure.value < 100 else f"{figure.value:.0f}"
            limit = f"{sign} {figure.limit:g} {figure.unit}"
            print(f"{figure.name:<40} {amount:>8}  {limit:<18} {verdict:<8}  {figure.detail}")
            sys.stdout.flush()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
