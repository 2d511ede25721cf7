"""Which file a scenario is, what a save remembers of it, and by which series it is played."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from engine.catalog import finding
from engine.catalog.faults import Fault
from engine.catalog.fields import like
from engine.catalog.files import Document, read
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
    id_ = str(scenario)
    for path, head in finding.scenario_files(finding.folders()):
        if (id_.encode(errors="replace") in head or b"\\" in head) and _has_id(path, id_):
            return path
    ids = [head.id for head in finding.find()]
    known = f"; there are {', '.join(ids)}" if ids else ""
    raise DataError(id_, f"no such scenario{like(id_, ids) or known}")


def _has_id(path: Path, id_: str) -> bool:
    """True for the scenario file with an id, if the rest of it is broken too."""
    document = read(path)  # as all of it is wanted next; a head is parsed each time
    if isinstance(document, Fault):
        head = finding.read_head(path)
        return head is not None and head.id == id_
    return str(document.data.get("scenario")) == id_


def series_of(path: Path) -> str:
    """The series that a scenario file names in its head; efs where it names none, or is broken."""
    document = read(path)
    found = finding.FIRST_SERIES if isinstance(document, Fault) else document.data.get("series")
    return str(found or finding.FIRST_SERIES)


def check_dummies(dummies: str) -> None:
    """Raise DataError for a word that is no way of playing with dummies."""
    if dummies not in DUMMIES:
        raise DataError("dummies", f"'{dummies}' should be one of {', '.join(DUMMIES)}")


def hash_of(documents: Iterable[Document]) -> str:
    """A short hash of files, such as everything that a scenario is read from."""
    digest = sha256()
    for document in documents:
        digest.update(document.text)
        digest.update(b"\0")
    return digest.hexdigest()[:16]
