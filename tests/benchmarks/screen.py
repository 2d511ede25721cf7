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
MINIMAL = (sys.executable, "-m", "tests.benchmarks.minimal")
QUIET = 0.3
"""Seconds without a byte after which a frame counts as complete."""

AROUND = ("right", "right", "down", "left", "left", "up")
"""Keys that walk a small circle inside the map and come back."""
IN_VIEW = (
    ("right",) * 4 + ("down",) + ("left",) * 8 + ("down",) + ("right",) * 8
    + ("down",) + ("left",) * 8 + ("up",) * 3 + ("right",) * 4
)  # fmt: skip
"""Keys that lead through some forty hexes about the first one, empty and held, and back."""
WALK = (("right",) * 14 + ("down",) + ("left",) * 14 + ("down",)) * 3
"""Ninety keys from the first hex along the rows of the map and back."""
CORNER = {"sumy": "1002", "korsun": "A56.17"}
"""Where the walk begins, by scenario."""


def playing(scenario: str) -> tuple[str, ...]:
    """The command that plays a scenario."""
    return (*PROGRAM, "play", scenario, "--seed", "1")


@contextmanager
def started(argv: tuple[str, ...]) -> Iterator[tuple[Terminal, float]]:
    """A program with its first full frame on the screen, and the seconds that took."""
    with tempfile.TemporaryDirectory() as saves, ExitStack() as stack:
        term = stack.enter_context(Terminal(argv, size=SIZE, env={"RASPUTITSA_SAVES": saves}))
        term.wait_for(lambda term: term.received > 1000 and bool(term.text.strip()))
        term.settle(quiet=QUIET)
        yield term, term.last_byte - term.started


def start_and_memory(scenario: str, rounds: int) -> list[Figure]:
    """Start to first full frame, memory in play, and the bytes of the first screen."""
    played = playing(scenario)
    seconds: dict[tuple[str, ...], list[float]] = {played: [], MINIMAL: []}
    memory: dict[tuple[str, ...], list[float]] = {played: [], MINIMAL: []}
    first = []
    for _ in range(rounds):
        for argv in (MINIMAL, played):
            with started(argv) as (term, took):
                seconds[argv].append(took)
                if argv == played:
                    first.append(term.received)
                term.press(*AROUND)
                memory[argv].append(term.resident() / 2**20)
    game, least = median(seconds[played]), median(seconds[MINIMAL])
    ratio = sum(seconds[played]) / sum(seconds[MINIMAL])
    # not of the medians: a machine with two speeds may have one in either
    held, base = median(memory[played]), median(memory[MINIMAL])
    return [
        Figure(f"{scenario}: start to first full frame", ratio, "x minimal", 1.5,
               detail=f"{game * 1000:.0f} ms against {least * 1000:.0f} ms"),
        Figure(f"{scenario}: resident memory in play", held / base, "x minimal", 1.5,
               detail=f"{held:.1f} MB against {base:.1f} MB"),
        Figure(f"{scenario}: first screen", median(first) / 1024, "KB", 45.0),
    ]  # fmt: skip


def bytes_per_key(scenario: str) -> list[Figure]:
    """Bytes for a cursor move, and for ninety moves with scrolling in the closest zoom."""
    with started(playing(scenario)) as (term, _):
        moves = [term.press(key) for key in IN_VIEW]
        term.press("z", "g")
        term.type(f"{CORNER[scenario]}\r")
        walk = [term.press(key) for key in WALK]
        return [
            Figure(f"{scenario}: cursor move, median", median(moves), "bytes", 200,
                   detail=f"most {max(moves)}"),
            Figure(f"{scenario}: walk of 90 hexes, mean", sum(walk) / len(walk), "bytes", 1000,
                   detail=f"median {median(walk):.0f}, most {max(walk)}"),
        ]  # fmt: skip


def key_latency(scenario: str, rounds: int) -> list[Figure]:
    """From a key to the last byte of what it changes, against one cell of the minimal app."""
    played = playing(scenario)
    took: dict[tuple[str, ...], list[float]] = {played: [], MINIMAL: []}
    with started(played) as (game, _), started(MINIMAL) as (minimal, _):
        for _ in range(rounds):
            for argv, term in ((MINIMAL, minimal), (played, game)):
                for key in AROUND:
                    sent = time.perf_counter()
                    if term.press(key):
                        took[argv].append(term.last_byte - sent)
    mine, least = percentile(took[played], 0.95), percentile(took[MINIMAL], 0.95)
    detail = f"{mine * 1000:.2f} ms against {least * 1000:.2f} ms"
    name = f"{scenario}: key to last byte, p95"
    return [Figure(name, mine / least, "x minimal", 1.5, detail=detail)]
