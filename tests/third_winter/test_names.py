"""What Fronts and markers are called in the log and in questions."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import engine.third_winter
from engine.third_winter.joins import build
from engine.third_winter.names import TOPICS, name, topic


@pytest.mark.parametrize(
    ("word", "called"),
    [
        ("front-2-ukr", "2nd Ukrainian Front"), ("luftflotte-4", "Luftflotte 4"),
        ("va-1-ukr", "Air Army HQ of 1st Ukrainian Front"), ("rvgk-2", "RVGK-2"),
        ("front-1-ukr/front-2-ukr", "1st Ukrainian Front and 2nd Ukrainian Front"),
    ],
)
def test_fronts_and_markers_are_called_by_their_names(word: str, called: str) -> None:
    assert name(word) == called
    assert build().called(word) == called


@pytest.mark.parametrize("word", ["take", "B4.12", "+1", "12", "front-9-ukr", "front-hq", ""])
def test_other_words_stay_as_they_are(word: str) -> None:
    assert name(word) == word


def test_every_ability_says_what_it_does() -> None:
    modules = (importlib.import_module(f"engine.third_winter.{m.name}")
               for m in pkgutil.iter_modules(engine.third_winter.__path__))
    topics = {one for module in modules for one in getattr(module, "ACTS", {})}
    assert topics == set(TOPICS)
    assert build().topic("kessel-move") == topic("kessel-move") == "free move by a Kessel HQ to"
