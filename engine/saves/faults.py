"""What can be wrong with a save, and how it is said."""

from __future__ import annotations

import errno
from pathlib import Path

from engine.core.errors import DataError


class BadSave(DataError):
    """A save that cannot be used, or not without the player's word for it."""

    def __init__(
        self, path: Path, why: str, *, line: int = 0, key: str = "", forcible: bool = False
    ) -> None:
        place = f"{path}:{line}" if line else str(path)
        super().__init__(f"{place}: {key}" if key else place, why)
        self.path = path
        self.forcible = forcible
        """True where `load` with `force` would open it all the same."""

    def add(self, more: str) -> None:
        """Say more at the end of the sentence."""
        self.why += more
        self.args = (f"{self.args[0]}{more}",)


def reason(error: OSError) -> str:
    """What the system says, in lower case: "no space left on device"."""
    if error.errno == errno.ELOOP:
        return "its symbolic links run in a circle"
    return (error.strerror or type(error).__name__).lower()
