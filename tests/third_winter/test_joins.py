"""How the modules of the game answer the hooks of the series together."""

from __future__ import annotations

from engine.third_winter.joins import MODULES


def test_every_module_that_refuses_steps_says_which_it_may_refuse() -> None:
    """Else a reach would go where `may_enter` forbids."""
    refusing = {m.__name__ for m in MODULES if hasattr(m, "may_enter")}
    assert refusing
    assert refusing == {m.__name__ for m in MODULES if hasattr(m, "guarded")}
