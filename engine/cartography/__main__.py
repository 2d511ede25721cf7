"""`python -m engine.cartography [GAME...]`: draw the sheets of these games, or of all three."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.cartography.draft import GAMES, files
from engine.cartography.figures import report
from engine.folders import SCENARIOS


def main(argv: list[str] | None = None) -> int:
    """Write the files that changed. Returns 1 with `--check` if any would."""
    parser = argparse.ArgumentParser(prog="python -m engine.cartography", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", choices=[[], *GAMES], default=[])
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    parser.add_argument("--figures", action="store_true", help="print residuals and densities")
    args = parser.parse_args(argv)
    if args.figures:
        for name in args.games or list(GAMES):
            sys.stdout.write("\n".join(report(GAMES[name])) + "\n")
        return 0
    changed = 0
    for name in args.games or list(GAMES):
        for path, text in files(GAMES[name]):
            changed += _write(path, text, args.check)
    return 1 if args.check and changed else 0


def _write(path: Path, text: str, only: bool) -> int:
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if before == text:
        return 0
    sys.stdout.write(f"{'differs' if only else 'wrote'} {path.relative_to(SCENARIOS)}\n")
    if not only:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 1


if __name__ == "__main__":
    sys.exit(main())
