"""The Operational Combat Series as a game sees it."""

from __future__ import annotations

from engine.core.series import Series
from engine.ocs.actors import actors
from engine.ocs.commands import GRAMMAR
from engine.ocs.dump import DUMPER
from engine.ocs.flow import FLOW
from engine.ocs.ledger import audit
from engine.ocs.setup import opening
from engine.ocs.validate import validate

SERIES = Series("ocs", FLOW, GRAMMAR, opening, actors, DUMPER, validate, audit)
