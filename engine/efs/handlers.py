"""The form in which each chapter hands its rules to `flow`: see `engine.core.flow`."""

from __future__ import annotations

from engine.core.flow import Apply, Check, Handler, Offers, StepRule, always, never_waits, nothing

__all__ = ["Apply", "Check", "Handler", "Offers", "StepRule", "always", "never_waits", "nothing"]
