"""A picture of the screen as SVG, made without a terminal."""

from __future__ import annotations

import asyncio
import re

from engine.game import Game
from tui.app import Rasputitsa
from tui.choice import Request

SIZE = (120, 40)
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that would be fetched from elsewhere; the reader's own monospace serves."""


def draw(game: Game, size: tuple[int, int] = SIZE) -> str:
    """The screen of a game, at its first decision or wherever it stands."""
    return asyncio.run(_drawn(Rasputitsa(Request(), game), size))


async def _drawn(app: Rasputitsa, size: tuple[int, int]) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        svg = app.export_screenshot(title="Rasputitsa")
    return _FONTS.sub("", svg)
