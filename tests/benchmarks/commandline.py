"""Figures of the command line."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.benchmarks.measure import Figure, median
from tests.support.terminal import PROGRAM, ROOT, environment


def _seconds(argv: tuple[str, ...]) -> float:
    began = time.perf_counter()
    subprocess.run(argv, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def listing(rounds: int) -> list[Figure]:
    """`rasputitsa list` against an interpreter that does nothing, taking turns; and `rule`."""
    nothing: list[float] = []
    listed: list[float] = []
    looked: list[float] = []
    for _ in range(rounds):
        nothing.append(_seconds((sys.executable, "-c", "pass")))
        listed.append(_seconds((*PROGRAM, "list")))
        looked.append(_seconds((*PROGRAM, "rule", "BSR 11.42c")))
    base = median(nothing)
    detail = f"{median(listed) * 1000:.0f} ms against {base * 1000:.0f} ms"
    return [
        Figure("rasputitsa list", median(listed) / base, "x python", 8.0, detail=detail),
        Figure("rasputitsa rule", median(looked) * 1000, "ms", 150),
    ]
