"""The house stands as designed: imports point down, chance has one door, ids are real."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import rulebook
from tests.support.terminal import ROOT

FLOORS = {
    "engine.core": 0,
    "engine.folders": 0,
    "engine.efs": 1,
    "engine.ocs": 1,
    "engine.kiev_to_rostov": 2,
    "engine.third_winter": 2,
    "engine.forgotten_battles": 2,
    "engine.game": 3,
    "engine.catalog": 3,
    "engine.cartography": 3,
    "engine.rulebook": 3,
    "engine.saves": 3,
    "engine.players": 3,
    "tui": 4,
}
"""The room of each module, by the start of its name, and the floor that it is on."""
FIRST_SHARED = 3
"""From this floor up, rooms of one floor may use each other: games and series may not."""

ENGINE = sorted((ROOT / "engine").rglob("*.py"))
TUI = sorted((ROOT / "tui").rglob("*.py"))
HEADLESS = ("tui.cli", "tui.headless", "tui.plain")
"""What the command line loads when nothing is played."""

BLOCK = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("textual", "rich", %s):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
"""


def module_name(path: Path) -> str:
    """The dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module: str) -> str | None:
    """The entry of FLOORS that a module belongs to; `engine` itself and others have none."""
    parts = module.split(".")
    for length in (2, 1):
        name = ".".join(parts[:length])
        if name in FLOORS:
            return name
    return None


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a source file imports, inside functions too."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def upward(source: str, target: str) -> bool:
    """True if the import breaks the order of the floors."""
    here, there = room(source), room(target)
    if here is None or there is None or here == there:
        return False
    if FLOORS[here] == FLOORS[there]:
        return 0 < FLOORS[here] < FIRST_SHARED
    return FLOORS[there] > FLOORS[here]


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter, in the checkout."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


def test_imports_point_down() -> None:
    """No module imports a floor above its own, and no game or series its neighbour."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {target}"
        for path in [*ENGINE, *TUI]
        for line, target in imports(path)
        if upward(module_name(path), target)
    ]
    assert wrong == []


def test_the_import_check_sees_what_it_forbids() -> None:
    """A series may not import a game, the screen or the other series; a game may import it."""
    assert upward("engine.efs.combat", "engine.kiev_to_rostov.victory")
    assert upward("engine.efs.combat", "engine.ocs.combat")
    assert upward("engine.core.board", "engine.efs.state")
    assert upward("engine.game", "tui.app")
    assert not upward("engine.kiev_to_rostov.victory", "engine.efs.combat")
    assert not upward("engine.saves", "engine.game.Game")


def test_every_engine_module_has_a_floor() -> None:
    """A new room must be given its place in the house."""
    homeless = [module_name(p) for p in ENGINE if room(module_name(p)) is None]
    assert homeless == ["engine"]


def test_the_engine_names_no_screen_library() -> None:
    """Not even inside a function."""
    screen = {"textual", "rich", "tui"}
    wrong = [(p.name, t) for p in ENGINE for _, t in imports(p) if t.split(".")[0] in screen]
    assert wrong == []


def test_the_engine_imports_where_textual_and_rich_are_absent() -> None:
    """Every module of it, in an interpreter that cannot find them."""
    names = [module_name(path) for path in ENGINE]
    code = BLOCK % '"tui"' + "import importlib\n"
    code += f"for name in {names!r}: importlib.import_module(name)\nprint('all')"
    done = run(code)
    assert done.stdout.strip() == "all", done.stderr


def test_the_command_line_runs_where_textual_and_rich_are_absent() -> None:
    """Looking up a rule needs neither."""
    code = BLOCK % '"nothing"' + f"import {', '.join(HEADLESS)}\n"
    code += "sys.exit(tui.cli.main(['rule', 'BSR 10.65']))"
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert "EFS 10.65" in done.stdout


def test_chance_has_one_door() -> None:
    """Nothing in the engine imports a source of randomness, the clock or the environment's.

    core/dice.py makes its numbers from the seed; players may draw from their own
    generator, because what they choose becomes a recorded command.
    """
    forbidden = {"random", "secrets", "uuid", "time", "datetime"}
    rules = [p for p in ENGINE if FLOORS.get(room(module_name(p)) or "", 9) < FIRST_SHARED]
    rules.append(ROOT / "engine" / "game.py")
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {target}"
        for path in rules
        if path.exists()
        for line, target in imports(path)
        if target.split(".")[0] in forbidden
        and not target.startswith(("datetime.date", "datetime.timedelta"))
    ]
    assert wrong == []


def test_the_engine_prints_nothing() -> None:
    """It returns values; whoever asked prints them. Only a module's own command line may."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in ENGINE
        if path.name != "__main__.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "input", "breakpoint", "eval", "exec")
    ]
    assert wrong == []


def unknown_ids(text: str) -> list[str]:
    """The ids in a text that the rules index does not have.

    A range `BSR 15.2-15.8` is two ids; chapter 99 is for tests that need a rule which nobody has.
    """
    wrong = []
    for cited in rulebook.CITED.findall(text):
        prefix, _, number = cited.partition(" ")
        if number.startswith("99."):
            continue
        if rulebook.find(cited) is None and not all(
            rulebook.find(f"{prefix} {end}") for end in number.split("-")
        ):
            wrong.append(cited)
    return wrong


@pytest.mark.parametrize("folder", ["engine", "tui", "scenarios", "tests"])
def test_every_rule_id_cited_is_in_the_index(folder: str) -> None:
    """In code, comments, messages and data."""
    paths = [
        path
        for suffix in ("py", "toml", "md")
        for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))
        if path.parent.name != "rules" and not path.name.startswith(INVENTED)
    ]
    wrong = {
        str(path.relative_to(ROOT)): ids
        for path in paths
        if (ids := unknown_ids(path.read_text(encoding="utf-8")))
    }
    assert wrong == {}


INVENTED = ("test_rulebook", "test_rule_coverage", "test_architecture", "test_cli")
"""Tests that need ids which do not exist."""


def test_the_id_check_sees_an_unknown_id() -> None:
    """Known ids and ranges pass, an invented one does not."""
    assert unknown_ids("BSR 15.2-15.8, EFS 11.42c, ESP B.1c.") == []
    assert unknown_ids("see BSR 11.42zz") == ["BSR 11.42zz"]


def test_frozen_values_are_made_in_one_place() -> None:
    """`engine.core.values` makes them at half the cost; a start makes more than two hundred."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in [*ENGINE, *TUI]
        for line, target in imports(path)
        if target == "attrs.frozen" and module_name(path) != "engine.core.values"
    ]
    assert wrong == []


def test_a_game_is_opened_without_the_screens_library() -> None:
    """The screen is imported after it, into the room that the files of the game left."""
    code = BLOCK % '"nothing"' + "import tempfile\nfrom tui.choice import Choice\n"
    code += "from tui.store import Store\nfrom engine.catalog import files\n"
    code += "with Store(tempfile.mkdtemp()).open(Choice(scenario='korsun', seed=1)) as session:\n"
    code += "    print(session.game.seed, files._read.cache_info().currsize)"
    done = run(code)
    assert done.stdout.split() == ["1", "0"], done.stderr
