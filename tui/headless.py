"""The commands that need no screen. Each takes the parsed arguments and returns an exit code."""

from __future__ import annotations

from argparse import Namespace

from tui.problem import Problem
from tui.text import bold, say


def version(args: Namespace) -> int:
    """Print the version of the program."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    from engine import DATA_VERSION

    try:
        number = installed("rasputitsa")
    except PackageNotFoundError:
        number = "(not installed)"
    print(f"rasputitsa {number}, rules and data {DATA_VERSION}")
    return 0


def rule(args: Namespace) -> int:
    """Print a rule with what stands above and below it, or the rules that have the words."""
    from engine import rulebook

    asked = " ".join(args.words)
    found = rulebook.find(asked)
    if found is not None:
        _print_rule(found)
        return 0
    near = rulebook.nearest(asked)
    if near is not None:
        below = ", ".join(child.id for child in rulebook.children(near)[:12])
        raise Problem(
            f"no rule {rulebook.normalise(asked)}; the nearest is {near.id} ({near.title})"
            + (f", with {below}" if below else "")
        )
    hits = rulebook.search(asked)
    if not hits:
        raise Problem(f"no rule has the id or the words '{asked}'")
    for hit in hits:
        say(f"{hit.id}  {hit.title}: {hit.says}", "    ")
    return 0


def _print_rule(found: object) -> None:
    from engine import rulebook

    assert isinstance(found, rulebook.Rule)
    print(bold(f"{found.id}  {found.title}") + f"  ({found.kind}, {found.area})")
    say(found.says)
    for note in rulebook.notes(found):
        say(f"The text: {note.problem}", "  ")
        say(f"Read here: {note.suggested}", "  ")
    above = rulebook.parents(found)
    if above:
        print("\npart of")
        for parent in above:
            say(f"{parent.id}  {parent.title}", "  ")
    below = rulebook.children(found)
    if below:
        print("\nparts")
        for child in below:
            say(f"{child.id}  {child.title}", "  ")
    if found.depends:
        print("\nsee also")
        for id_ in found.depends:
            other = rulebook.find(id_)
            say(f"{id_}  {other.title}" if other else id_, "  ")
