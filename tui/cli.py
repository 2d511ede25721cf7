"""The command line. Textual is loaded only to play; every error is one line and an exit code.

Exit codes: 0 done; 1 something asked about does not hold (a script line, a scenario file,
a simulated game); 2 the request cannot be carried out; 70 a fault of the program itself;
130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from tui.problem import PROGRAM, Problem

PLAYERS = ("human", "staff", "random")
DUMMIES = ("open", "seen", "blind")
TERRAINS = ("open", "close", "very_close", "extremely_close")
ZOOMS = ("overview", "strategic", "normal", "close")
DEBUG = "RASPUTITSA_DEBUG"
"""Set to 1, a fault of the program shows its traceback."""

UNUSABLE, FAULT, INTERRUPTED = 2, 70, 130


class Parser(argparse.ArgumentParser):
    """argparse, with its errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise a Problem where argparse would print its usage and leave."""
        raise Problem(f"{message}; see `{self.prog} --help`")


def main(argv: list[str] | None = None) -> int:
    """Run the program. Returns its exit code; nothing escapes as a traceback."""
    _have_streams()
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read us has had enough: `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except Exception as error:
        if os.environ.get(DEBUG, "") not in ("", "0"):
            raise
        return _explain(error)


def _have_streams() -> None:
    """Output of any encoding; streams that were closed before the start are empty ones."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  lives as long as we
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _run(argv: list[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    args = parser(words).parse_args(words)
    if args.version:
        args.do = "tui.headless:version"
    module, _, name = args.do.partition(":")
    done: int = getattr(import_module(module), name)(args)
    return done


def _explain(error: Exception) -> int:
    """Say in one line what went wrong: the user's problem, or a fault of the program."""
    from engine.core.errors import BadCommand, DataError, Refusal

    if isinstance(error, Problem | Refusal | BadCommand | DataError):
        return _fail(str(error), UNUSABLE)
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return _fail(f"{place}{error.strerror}", UNUSABLE)
    what = f"{type(error).__name__}: {error}"
    return _fail(f"a fault in the program: {what} ({DEBUG}=1 shows where)", FAULT)


def _fail(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    return code


def parser(argv: Sequence[str] = ()) -> Parser:
    """Every command and option; of a line that begins with a command, only that one's.

    To lay out ten parsers for the help takes longer than to read a scenario's set-up.
    """
    top = Parser(
        prog=PROGRAM,
        description="East Front board wargames by their full rules. Without a command: choose "
        "a scenario and play.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help="print the version")
    top.set_defaults(do="tui.play:choose")
    _screen(top)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    named = [verb for verb in argv[:1] if verb in COMMANDS]
    for verb in named or COMMANDS:
        do, summary, fill = COMMANDS[verb]
        command = commands.add_parser(verb, help=summary, description=summary, allow_abbrev=False)
        command.set_defaults(do=do)
        fill(command)
    return top


# ---------------------------------------------------------------- what each command takes


def _play(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario", metavar="SCENARIO")
    command.add_argument(
        "--seed", type=_whole, metavar="N", help="of the dice; chosen if not given"
    )
    for side in ("axis", "soviet"):
        command.add_argument(f"--{side}", choices=PLAYERS, default="human", help="who plays it")
    command.add_argument("--dummies", choices=DUMMIES, default="open", help="air units when alone")
    _option(command)
    _screen(command, default=argparse.SUPPRESS)


def _resume(command: argparse.ArgumentParser) -> None:
    command.add_argument("save", metavar="SAVE", nargs="?", help="the latest if not given")
    _screen(command, default=argparse.SUPPRESS)


def _nothing(command: argparse.ArgumentParser) -> None:
    """No argument."""


def _show(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario", metavar="SCENARIO|GAME", help="such as sumy or third-winter")
    command.add_argument("--sheet", metavar="S", help="of a game's board: one sheet")
    command.add_argument("--at", metavar="PLACE", help="of a game's board: about a hex or a place")
    command.add_argument("--zoom", choices=ZOOMS, default="strategic", help="of a game's board")
    command.add_argument("--hex", metavar="H", help="one hex in words, such as 1508")
    command.add_argument("--svg", metavar="FILE", help="write a picture of the screen")


def _check(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", metavar="PATH", nargs="*", help="all scenarios if not given")


def _run_script(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario", metavar="SCENARIO")
    command.add_argument("script", metavar="SCRIPT", help="a file, or - for standard input")
    command.add_argument("--seed", type=_whole, metavar="N", default=0)
    command.add_argument("--dummies", choices=DUMMIES, default="open", help="air units when alone")
    _option(command)


def _simulate(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario", metavar="SCENARIO")
    command.add_argument("--games", type=_count, metavar="N", default=10)
    command.add_argument("--seed", type=_whole, metavar="S", default=0)
    command.add_argument("--jobs", type=_count, metavar="J", default=1)
    for side in ("axis", "soviet"):
        command.add_argument(f"--{side}", choices=PLAYERS[1:], default="random")
    command.add_argument("--dummies", choices=DUMMIES, default="open")
    _option(command)
    command.add_argument("--check", action="store_true", help="check every promise, slowly")
    command.add_argument("--coverage", action="store_true", help="what occurred in the games")
    command.add_argument("--faults", metavar="DIR", help="leave broken games there as scripts")


def _odds(command: argparse.ArgumentParser) -> None:
    command.add_argument("attack", type=_whole, metavar="ATTACK", help="attack strength")
    command.add_argument("defense", type=_whole, metavar="DEFENSE", help="defense strength")
    command.add_argument("--drm", type=int, metavar="N", default=0, help="net die roll modifier")
    command.add_argument("--terrain", choices=TERRAINS, help="of an OCS game: open if not given")
    command.add_argument("--game", metavar="GAME", default="kiev_to_rostov")


def _rule(command: argparse.ArgumentParser) -> None:
    command.add_argument("words", metavar="ID", nargs="+", help='such as "BSR 11.42c"')


def _sources(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", nargs="?", default="kiev_to_rostov")
    command.add_argument("--kind", metavar="KIND", help="every entry of one kind")


COMMANDS: dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("tui.play:play", "play a scenario", _play),
    "resume": ("tui.play:resume", "go on with a saved game", _resume),
    "list": ("tui.headless:list_scenarios", "the scenarios", _nothing),
    "show": ("tui.headless:show", "a scenario's map and set-up, or a board", _show),
    "check": ("tui.headless:check", "find faults in scenario files", _check),
    "run": ("tui.headless:run", "play a script without a screen", _run_script),
    "simulate": ("tui.headless:simulate", "let the program play itself", _simulate),
    "odds": ("tui.headless:odds", "the chance of each result of a combat", _odds),
    "rule": ("tui.headless:rule", "what a rule says, by id or by words", _rule),
    "sources": ("tui.headless:sources", "what is known and what is rebuilt", _sources),
}
"""Each command: the function that does it, what it is for, and what it takes."""


def _screen(command: argparse.ArgumentParser, **default: Any) -> None:
    command.add_argument("--ascii", action="store_true", help="draw with ASCII only", **default)
    command.add_argument("--saves", metavar="DIR", help="where games are saved", **default)


def _option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", type=_choice, action="append", default=[], metavar="NAME=on|off",
        help="an optional rule; `list` names them",
    )


def _choice(text: str) -> tuple[str, str]:
    """An optional rule and whether it is used; its name alone uses it."""
    name, _, word = text.partition("=")
    if not name.strip():
        raise argparse.ArgumentTypeError(f"'{text}' names no rule")
    return name.strip().replace("-", "_"), word.strip() or "on"


def _whole(text: str) -> int:
    """A number from 0 up."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' should be a whole number")
    return int(text)


def _count(text: str) -> int:
    """A number from 1 up."""
    number = _whole(text)
    if number == 0:
        raise argparse.ArgumentTypeError("should be at least 1")
    return number
