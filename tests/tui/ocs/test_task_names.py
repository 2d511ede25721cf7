"""Tasks are named in tables and loaded when they are first opened: every name must be one."""

from __future__ import annotations

from importlib import import_module

import pytest

from tui.desk.task import Task
from tui.ocs import segment, tasks

PARTS = [value for value in vars(segment).values() if isinstance(value, segment.Part)]
ALWAYS = ["aftermath.LossTask", "aftermath.PayTask", "menu.PriceTask", tasks.LIST]


def test_every_part_is_seen() -> None:
    """The parts of all segments are held to the next test."""
    assert len(PARTS) == 9


@pytest.mark.parametrize("name", sorted({*tasks.ASKED.values(), *(p.task for p in PARTS), *ALWAYS}))
def test_a_task_has_its_name(name: str) -> None:
    """Module and class exist, and the class is a task."""
    module, _, cls = name.partition(".")
    assert issubclass(getattr(import_module(f"tui.ocs.{module}"), cls), Task)
