"""Figures of the screen: start, memory, bytes and time per key, in a real pty.

Game and minimal app take turns within one run, so that a busy machine slows both.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.benchmarks.measure import Figure, median, percentile
from tests.support.terminal import PROGRAM, Terminal

SIZE = (120, 40)
GAME = (*PROGRAM, "play", "sumy", "--seed", "1")
MINIMAL = (sys.executable, "-m", "tests.benchmarks.minimal")
QUIET = 0.3
"""Seconds without a byte after which a frame counts as complete."""

AROUND = ("right", "right", "down", "left", "left", "up")
"""Keys that walk a small circle inside the map and come back."""
WALK = (("right",) * 14 + ("down",) + ("left",) * 14 + ("down",)) * 3
"""Ninety keys from the first hex along the rows of the map and back."""
CORNER = "1002"


@contextmanager
def started(argv: tuple[str, ...]) -> Iterator[tuple[Terminal, float]]:
    """A program with its first full frame on the screen, and the seconds that took."""
    with tempfile.TemporaryDirectory() as saves, ExitStack() as stack:
        term = stack.enter_context(Terminal(argv, size=SIZE, env={"RASPUTITSA_SAVES": saves}))
        term.wait_for(lambda term: term.received > 1000 and bool(term.text.strip()))
        term.settle(quiet=QUIET)
        yield term, term.last_byte - term.started


def start_and_memory(rounds: int) -> list[Figure]:
    """Start to first full frame, memory in play, and the bytes of the first screen."""
    seconds: dict[tuple[str, ...], list[float]] = {GAME: [], MINIMAL: []}
    memory: dict[tuple[str, ...], list[float]] = {GAME: [], MINIMAL: []}
    first = []
    for _ in range(rounds):
        for argv in (MINIMAL, GAME):
            with started(argv) as (term, took):
                seconds[argv].append(took)
                if argv == GAME:
                    first.append(term.received)
                term.press(*AROUND)
                memory[argv].append(term.resident() / 2**20)
    game, least = median(seconds[GAME]), median(seconds[MINIMAL])
    held, base = median(memory[GAME]), median(memory[MINIMAL])
    return [
        Figure("start to first full frame", game / least, "x minimal", 1.5,
               detail=f"{game * 1000:.0f} ms against {least * 1000:.0f} ms"),
        Figure("resident memory in play", held / base, "x minimal", 1.5,
               detail=f"{held:.1f} MB against {base:.1f} MB"),
        Figure("first screen", median(first) / 1024, "KB", 45.0),
    ]  # fmt: skip


def bytes_per_key() -> list[Figure]:
    """Bytes for a cursor move, and for ninety moves with scrolling in the closest zoom."""
    with started(GAME) as (term, _):
        moves = [term.press(key) for _ in range(6) for key in AROUND]
        term.press("z", "g")
        term.type(f"{CORNER}\r")
        walk = [term.press(key) for key in WALK]
        return [
            Figure("cursor move, median", median(moves), "bytes", 200,
                   detail=f"most {max(moves)}"),
            Figure("walk of 90 hexes with scrolling, mean", sum(walk) / len(walk), "bytes", 1000,
                   detail=f"median {median(walk):.0f}, most {max(walk)}"),
        ]  # fmt: skip


def key_latency(rounds: int) -> list[Figure]:
    """From a key to the last byte of what it changes, against one cell of the minimal app."""
    took: dict[tuple[str, ...], list[float]] = {GAME: [], MINIMAL: []}
    with started(GAME) as (game, _), started(MINIMAL) as (minimal, _):
        for _ in range(rounds):
            for argv, term in ((MINIMAL, minimal), (GAME, game)):
                for key in AROUND:
                    sent = time.perf_counter()
                    if term.press(key):
                        took[argv].append(term.last_byte - sent)
    mine, least = percentile(took[GAME], 0.95), percentile(took[MINIMAL], 0.95)
    detail = f"{mine * 1000:.2f} ms against {least * 1000:.2f} ms"
    return [Figure("key to last byte, p95", mine / least, "x minimal", 1.5, detail=detail)]
