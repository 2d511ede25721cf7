"""Which file a scenario is, what a save remembers of it, and by which series it is played."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from engine.catalog import finding
from engine.catalog.fields import like
from engine.catalog.files import Document
from engine.core.errors import DataError

FINGERPRINT, SOURCE = "fingerprint", "source"
"""Where a world's memo keeps what a save remembers of the files that it was read from."""
DUMMIES = ("open", "seen", "blind")


def named_by_file(scenario: str | Path) -> bool:
    """True for a scenario file, False for a scenario's id."""
    return isinstance(scenario, Path) or scenario.endswith(".toml")


def locate(scenario: str | Path) -> Path:
    """The file of a scenario named by its id, or the file itself. Raises DataError if unknown."""
    if named_by_file(scenario):
        return Path(scenario)
    scenario = str(scenario)
    heads = finding.find()
    for head in heads:
        if head.id == scenario:
            return head.path
    ids = [head.id for head in heads]
    known = f"; there are {', '.join(ids)}" if ids else ""
    raise DataError(scenario, f"no such scenario{like(scenario, ids) or known}")


def series_of(path: Path) -> str:
    """The series that a scenario file names in its head; efs where it names none."""
    head = finding.read_head(path) if os.path.isfile(path) else None  # a pipe is not waited for
    return head.series if head is not None else finding.FIRST_SERIES


def check_dummies(dummies: str) -> None:
    """Raise DataError for a word that is no way of playing with dummies."""
    if dummies not in DUMMIES:
        raise DataError("dummies", f"'{dummies}' should be one of {', '.join(DUMMIES)}")


def remember(
    memo: dict[object, object], scenario: str | Path, path: Path, read: Iterable[Document]
) -> None:
    """Put into a world's memo what a save remembers of its files."""
    memo[FINGERPRINT] = hash_of(read)
    memo[SOURCE] = str(path.resolve()) if named_by_file(scenario) else ""


def hash_of(documents: Iterable[Document]) -> str:
    """A short hash of files, such as everything that a scenario is read from."""
    digest = sha256()
    for document in documents:
        digest.update(document.text.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]
