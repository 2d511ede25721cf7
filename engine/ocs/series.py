"""The Operational Combat Series as a game sees it."""

from __future__ import annotations

from engine.core.later import later
from engine.core.series import Series
from engine.ocs.actors import actors
from engine.ocs.commands import GRAMMAR
from engine.ocs.flow import FLOW
from engine.ocs.setup import opening

SERIES = Series(
    "ocs", FLOW, GRAMMAR, opening, actors,
    dumper=later("engine.ocs.dump", "dumper"),
    validate=later("engine.ocs.validate", "validate"),
    audit=later("engine.ocs.ledger", "audit"),
)
