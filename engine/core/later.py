"""Functions whose module is loaded when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def later(module: str, name: str) -> Callable[..., Any]:
    """The function of a module by its name, for what no game needs before its first command.

    Saves and checks are of that kind: a player should not wait for their modules at the start.
    """

    def call(*given: Any) -> Any:
        return getattr(import_module(module), name)(*given)

    return call
