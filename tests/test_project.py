"""The files around the program agree with each other."""

from __future__ import annotations

import ast
import fnmatch
import os
import re
import subprocess
import sys
import tomllib

from tests.support.terminal import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def block(name: str) -> str:
    """The command that the README gives in the block of this name."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^```sh {name}\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1].strip()


def test_the_readme_gives_one_command_to_play_and_one_to_test() -> None:
    """Each one line that makes its environment, installs and starts."""
    for name, end in (("play", "rasputitsa"), ("test", "pytest -n auto")):
        command = block(name)
        assert "\n" not in command
        steps = command.split(" && ")
        assert steps[0] == "python3 -m venv .venv"
        assert steps[1].startswith(".venv/bin/pip install -q -e ")
        assert steps[-1] == f".venv/bin/{end}"


def test_ci_runs_the_command_of_the_readme() -> None:
    """It takes the very line, by the same marks."""
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    extract = re.search(r"command=\$\((sed .*? README\.md)\)", script.read_text(encoding="utf-8"))
    assert extract is not None
    done = subprocess.run(
        ["bash", "-c", extract[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == block("test")


def test_the_packages_take_all_their_data_along() -> None:
    """Every file under engine, tui and scenarios is code or matches a package-data pattern."""
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    left = [
        str(path.relative_to(ROOT))
        for folder in ("engine", "tui", "scenarios")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc")
        and not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)
    ]
    assert left == []


def test_the_program_asks_for_the_libraries_that_it_imports() -> None:
    """What engine and tui import and what pyproject names are the same."""
    imported = set()
    for folder in ("engine", "tui"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    imported |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    imported.add(node.module.partition(".")[0])
    needs = {re.split(r"[<>=]", need)[0] for need in PROJECT["project"]["dependencies"]}
    assert imported - sys.stdlib_module_names - {"engine", "tui"} == needs
