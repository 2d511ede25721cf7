"""The East Front Series as a game sees it."""

from __future__ import annotations

from engine.core.later import later
from engine.core.series import Series
from engine.efs.commands import GRAMMAR
from engine.efs.flow import FLOW, actors
from engine.efs.setup import opening

SERIES = Series(
    "efs", FLOW, GRAMMAR, opening, actors,
    dumper=later("engine.efs.dump", "dumper"),
    validate=later("engine.efs.validate", "validate"),
)
