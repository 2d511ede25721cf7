"""Figures of a whole campaign board: loading, memory, and floods over it.

Floods are held against the plainest one over the same board (each hex one step, lists only),
so that a busy or a slow machine slows both.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable

from engine.catalog import boards, files
from engine.core.board import Board
from engine.core.paths import CLOSED, net, spread
from tests.benchmarks.measure import Figure, median

GAME = "third_winter"
START = "B31.01"
"""In the middle of the board."""
ALL, TWELVE = 600, 24
"""Half movement points: enough to reach every hex, and twelve points."""


def costs(board: Board) -> list[int]:
    """What a truck might pay, in half points, for every step of the board."""
    out = []
    for i, other in enumerate(board.around):
        if other < 0 or board.hexes[other].terrain & {"sea", "lake", "mountain", "swamp"}:
            out.append(CLOSED)
            continue
        terrain, side = board.hexes[other].terrain, board.sides[i]
        cost = 10 if "heavy_woods" in terrain else 4 if terrain & {"light_woods", "hills"} else 2
        out.append(1 if "road" in side else cost + 6 * ("minor_river" in side))
    return out


def plain(board: Board, start: int) -> list[int]:
    """Steps from a hex to every other, with nothing but lists."""
    steps = [-1] * len(board)
    steps[start] = 0
    edge, far = [start], 0
    while edge:
        far += 1
        beyond = []
        for hex_ in edge:
            for other in board.around[6 * hex_ : 6 * hex_ + 6]:
                if other >= 0 and steps[other] < 0:
                    steps[other] = far
                    beyond.append(other)
        edge = beyond
    return steps


def _milliseconds(do: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        do()
        taken.append(time.perf_counter() - began)
    return median(taken) * 1000


def figures(rounds: int) -> list[Figure]:
    """Load time and memory of the largest board, and two floods over it."""
    seconds = []
    for _ in range(rounds):
        files.forget()
        began = time.perf_counter()
        boards.load(GAME)
        seconds.append(time.perf_counter() - began)
    files.forget()
    gc.collect()
    tracemalloc.start()
    board = boards.load(GAME)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    over = net(board.around, costs(board))
    start = board.at(START)
    base = _milliseconds(lambda: plain(board, start), 3 * rounds)
    whole = _milliseconds(lambda: spread(over, {start: 0}, ALL), 3 * rounds)
    near = _milliseconds(lambda: spread(over, {start: 0}, TWELVE), 3 * rounds)
    reached = sum(spent <= ALL for spent in spread(over, {start: 0}, ALL).spent)
    return [
        Figure(f"board of {len(board)} hexes, load", min(seconds), "s", 0.3,
               detail=f"best of {rounds}, median {median(seconds):.2f} s"),
        Figure("board in memory", held, "MB", 15.0),
        Figure("flood of the board", whole / base, "x plain", 4.0,
               detail=f"{whole:.2f} ms ({reached} hexes) against {base:.2f} ms"),
        Figure("flood of the board", whole, "ms", 10.0),
        Figure("reach of 12 points", near, "ms", 0.5),
    ]  # fmt: skip
