"""The East Front Series as a game sees it."""

from __future__ import annotations

from engine.core.series import Series
from engine.efs.commands import GRAMMAR
from engine.efs.dump import DUMPER
from engine.efs.flow import FLOW, actors
from engine.efs.setup import opening
from engine.efs.validate import validate

SERIES = Series("efs", FLOW, GRAMMAR, opening, actors, DUMPER, validate)
