"""An even, smooth pattern of numbers, the same on every machine.

The atlas gives woods and hills as broad regions, in which only a part is wood or hill. The
pattern decides which part: patches some hexes across, never two runs alike but always these.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import floor

MESH = 0.4
"""The pattern is worked out at points of a mesh as wide as this."""
_MASK = 0xFFFFFFFF


def _hash(x: int, y: int, seed: int) -> float:
    """A number from 0 to 1 for a point of a lattice."""
    h = (x * 0x1F1F1F1F ^ y * 0x5BD1E995 ^ seed * 0x27D4EB2F) & _MASK
    h = ((h ^ h >> 15) * 0x2C1B3C6D) & _MASK
    h = ((h ^ h >> 12) * 0x297A2D39) & _MASK
    return (h ^ h >> 15) / _MASK


def _smooth(u: float, v: float, seed: int) -> float:
    x, y = floor(u), floor(v)
    s, t = u - x, v - y
    s, t = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
    a, b = _hash(x, y, seed), _hash(x + 1, y, seed)
    c, d = _hash(x, y + 1, seed), _hash(x + 1, y + 1, seed)
    return (a + (b - a) * s) * (1 - t) + (c + (d - c) * s) * t


def _raw(u: float, v: float, seed: int) -> float:
    return 0.55 * _smooth(u / 1.7, v / 1.7, seed) + 0.45 * _smooth(u / 0.9, v / 0.9, seed + 1)


_EVEN = sorted(_raw(i * 0.577, j * 0.531, 99) for i in range(60) for j in range(60))


@cache
def _at(column: int, row: int, seed: int) -> float:
    return bisect_right(_EVEN, _raw(column * MESH, row * MESH, seed)) / len(_EVEN)


def pattern(u: float, v: float, seed: int) -> float:
    """A number from 0 to 1 at a point of a plane; all values are about equally frequent."""
    return _at(round(u / MESH), round(v / MESH), seed)
