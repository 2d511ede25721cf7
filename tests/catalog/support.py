"""What the catalog's tests share: a world of Sumy, and small files with something wrong in them."""

from __future__ import annotations

from pathlib import Path

from engine import catalog
from engine.catalog.faults import Fault
from engine.efs.world import Hooks, World
from engine.folders import SCENARIOS

KTR = SCENARIOS / "kiev_to_rostov"

HOOKS = Hooks(
    victory=lambda world, state: None, score=lambda world, state: "", stars=lambda world, state: ()
)
"""Stands in for the game's own rules, which no test here needs."""


def sumy(dummies: str = "seen", overlays: tuple[str | Path, ...] = ()) -> World:
    """The world of the Sumy scenario, without the overlays of whoever runs the test."""
    return catalog.load("sumy", dummies=dummies, overlays=overlays, hooks=HOOKS)


def edited(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of one of the game's files with one passage changed; the passage must be there.

    A scenario beside it finds the other files of the game among the program's own.
    """
    source = folder / name if (folder / name).exists() else KTR / name
    text = source.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{name} has no {old!r}"
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / name


def scenario_faults(folder: Path) -> list[Fault]:
    """The faults of the scenario in a folder, put there unless a test has."""
    path = folder / "sumy.toml"
    if not path.exists():
        path.write_text((KTR / "sumy.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return catalog.check([path])


def only(faults: list[Fault]) -> Fault:
    """The one fault that a test expects."""
    assert len(faults) == 1, [str(fault) for fault in faults]
    return faults[0]


def line_with(path: Path, passage: str) -> int:
    """The number of the first line that holds a passage."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if passage in line)
