"""The commands that need no screen. Each takes the parsed arguments and returns an exit code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.problem import PROGRAM, Problem
from tui.text import bold, say, table

if TYPE_CHECKING:
    from engine.core.series import AnyWorld
    from engine.game import Game
    from engine.rulebook import Rule

SCRIPT_LIMIT = 4 << 20
"""Bytes of the longest script that is read."""


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


def list_scenarios(args: Namespace) -> int:
    """Print every scenario that can be played, and the optional rules of its series."""
    from engine import catalog
    from engine.catalog import agreed

    rows = [
        (head.id, head.title, head.turns, head.dates, head.game.replace("_", " "))
        for head in catalog.find()
    ]
    if not rows:
        raise Problem(f"no scenarios in {' or '.join(map(str, catalog.folders()))}")
    table(("scenario", "title", "turns", "dates", "game"), rows)
    for series in dict.fromkeys(head.series for head in catalog.find()):
        ids = [head.id for head in catalog.find() if head.series == series]
        options = [(o.name, o.default, o.rule, o.says) for o in agreed.offered(series)]
        if options:
            print()
            say(f"Optional rules of {', '.join(ids)} (--option NAME=on or NAME=off):")
            table(("option", "usual", "rule", "what it does"), options)
    return 0


def show(args: Namespace) -> int:
    """Print a scenario's map and units, or one hex of it; or the board of a game."""
    from tui import atlas

    if atlas.is_board(args.scenario):
        return atlas.show(args)
    from engine import catalog
    from engine.game import Game
    from tui import plain

    world = catalog.load(args.scenario)
    game = Game.start(world)
    state = game.state
    if args.svg:
        return _picture(game, args.svg)
    if args.hex:
        print(plain.hex_words(world, state, world.board.at(args.hex)))
        return 0
    scenario = world.scenario
    print(bold(f"{scenario.title}, turns {plain.turns(world)}"))
    print(plain.board(world, state))
    say(plain.legend(world))
    say(f"Places: {plain.places(world)}")
    print()
    for line in plain.roster(world, state):
        print(line)
    for note in scenario.notes:
        say(note)
    return 0


def _picture(game: Game, path: str) -> int:
    """Write what the screen shows of a game to an SVG file; "-" is standard output."""
    from tui.picture import draw

    svg = draw(game)
    if path == "-":
        print(svg)
    else:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg)
    return 0


def check(args: Namespace) -> int:
    """Print every fault of scenario files, one a line. Returns 1 if there is one."""
    from engine import catalog

    faults = catalog.check(args.paths)
    for fault in faults:
        print(fault)
    if not faults:
        print("no faults")
    return 1 if faults else 0


def run(args: Namespace) -> int:
    """Play a script and print its log. Returns 1 at the first line that does not hold."""
    from engine import catalog
    from engine.game import Game
    from engine.players import scripts

    script = _read(args.script)
    world = catalog.load(args.scenario, args.dummies, options=dict(args.option))
    report = scripts.run(script, Game.start(world, args.seed))
    for line in report.log:
        print(line)
    if report.failure:
        sys.stdout.flush()
        print(f"{PROGRAM}: {args.script}, {report.failure}", file=sys.stderr)
        return 1
    return 0


def _read(path: str) -> str:
    """A script file, or standard input for "-"."""
    if path == "-":
        data = sys.stdin.buffer.read(SCRIPT_LIMIT + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(SCRIPT_LIMIT + 1)
    if len(data) > SCRIPT_LIMIT:
        raise Problem(f"{path}: longer than {SCRIPT_LIMIT >> 20} MB, which is no script")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Problem(f"{path}: line {line} is not UTF-8 text") from None


def simulate(args: Namespace) -> int:
    """Let the program play whole games and print what came of them. Returns 1 on a fault."""
    from pathlib import Path

    from engine import catalog
    from engine.players.coverage import report
    from engine.players.roster import PLAYERS
    from engine.players.simulate import Played, simulate

    for name in (args.axis, args.soviet):
        if name not in PLAYERS:
            raise Problem(f"no player '{name}' here; there is {', '.join(PLAYERS)}")
    if args.faults and os.path.lexists(args.faults) and not os.path.isdir(args.faults):
        raise Problem(f"{args.faults}: is no folder for scripts of broken games")
    watched = sys.stderr.isatty()
    done = 0

    def progress(played: Played) -> None:
        nonlocal done
        done += 1
        if watched:
            print(f"\r{done} of {args.games} games", end="", file=sys.stderr, flush=True)

    result = simulate(
        args.scenario, args.games, args.seed, args.jobs, args.axis, args.soviet,
        dummies=args.dummies, options=dict(args.option), checked=args.check, progress=progress,
        faults=Path(args.faults) if args.faults else None,
    )  # fmt: skip
    if watched:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    for line in result.lines():
        print(line)
    if args.coverage:
        print()
        world = catalog.load(args.scenario, args.dummies, options=dict(args.option))
        for line in report(world, result.coverage):
            print(line)
    return 1 if result.faults else 0


def odds(args: Namespace) -> int:
    """Print the chance of each result of a combat, from the table that resolves it."""
    from tui import chances

    world = _world_of(args.game.replace("-", "_"))
    if world.series == "ocs":
        return chances.ocs(world, args)
    if args.terrain:
        raise Problem(f"{args.game}: terrain is a DRM in this game; see --drm")
    return chances.efs(world, args)


def _world_of(game: str) -> AnyWorld:
    """The world of a game's first scenario, for its charts."""
    from engine import catalog

    heads = [head for head in catalog.find() if head.game == game]
    if not heads:
        games = sorted({head.game for head in catalog.find()})
        raise Problem(f"no game {game}; there is {', '.join(games)}")
    return catalog.load(heads[0].path)


def sources(args: Namespace) -> int:
    """Print how much of a game is fixed by the rulebook, published elsewhere, or reconstructed."""
    from engine import catalog
    from engine.catalog.provenance import totals

    found = catalog.sources(args.game, None)
    if args.kind:
        wanted = [item for item in found if item.kind == args.kind]
        if not wanted:
            kinds = ", ".join(dict.fromkeys(item.kind for item in found))
            raise Problem(f"no sources of kind '{args.kind}'; there is {kinds}")
        table(("name", "source", "values", "note"), [tuple(item)[1:] for item in wanted])
        return 0
    counts = totals(found)
    words = list(next(iter(counts.values())))
    table(("kind", *words), [(kind, *row.values()) for kind, row in counts.items()])
    print()
    for word in words:
        names = ", ".join(i.name for i in found if i.kind == "table" and i.source == word)
        if names:
            say(f"Tables, {word}: {names}", rest="  ")
    print(f"\n`rasputitsa sources {args.game} --kind KIND` lists every entry of a kind.")
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
        say(f"{hit.id}  {_title(hit)}: {hit.says}", rest="    ")
    return 0


def _title(found: Rule) -> str:
    return found.title.removesuffix(" heading")


def _print_rule(found: Rule) -> None:
    from engine import rulebook

    print(bold(f"{found.id}  {_title(found)}") + f"  ({found.kind}, {found.area})")
    say(found.says)
    for note in rulebook.notes(found):
        say(f"The text: {note.problem}", "  ", "  ")
        say(f"Read here: {note.suggested}", "  ", "  ")
    _print_rules("part of", rulebook.parents(found))
    _print_rules("parts", rulebook.children(found))
    _print_rules("see also", [rulebook.find(id_) or id_ for id_ in found.depends])


def _print_rules(head: str, rules: Sequence[Rule | str]) -> None:
    if rules:
        print(f"\n{head}")
    for entry in rules:
        line = entry if isinstance(entry, str) else f"{entry.id}  {_title(entry)}"
        say(line, "  ", "    ")
