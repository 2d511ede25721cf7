"""Let the program play itself many times: who wins, by how much, how long, and what broke.

Every game is repeatable: its dice and its players draw from one seed. A fault leaves the
journal of its game as a script, which `rasputitsa run SCENARIO FILE --seed S` plays again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from attrs import field

from engine import catalog
from engine.core.commands import Command
from engine.core.series import AnyWorld
from engine.core.values import frozen
from engine.efs.pieces import AXIS, SIDES, SOVIET
from engine.game import Game, series_of
from engine.players import roster
from engine.players.checks import Broken, Checker, Validate
from engine.players.coverage import Coverage
from engine.players.kits import Figures, Player, kit_of
from engine.players.random_player import RandomPlayer, some_temper
from engine.players.variants import Variants

LIMIT = 20_000
"""Commands after which a game counts as endless."""
CONTRARY = 0.2
"""Chance of a variant tried before a command, allowed or not, in a checked game."""


@frozen
class Plan:
    """What is simulated."""

    scenario: str
    axis: str = "random"
    soviet: str = "random"
    dummies: str = "open"
    options: tuple[tuple[str, str], ...] = ()
    """Optional rules with "on" or "off", where they are not as the game recommends."""
    checked: bool = False
    """Every promise is checked at every command; several times slower."""


@frozen
class Played:
    """One game."""

    seed: int
    winner: str
    """A side, "draw", or empty where the game broke off."""
    turn: int
    commands: int
    figures: Figures
    """How it stood at the end."""
    fault: str = ""
    """What broke, on one line."""
    journal: tuple[str, ...] = ()
    """The commands of a game that broke."""


@frozen
class Statistics:
    """What came of many games."""

    plan: Plan
    games: tuple[Played, ...]
    coverage: Coverage = field(factory=Coverage, eq=False, repr=False)

    @property
    def faults(self) -> tuple[Played, ...]:
        """Games that broke."""
        return tuple(game for game in self.games if game.fault)

    def wins(self, side: str) -> int:
        """Games won by a side."""
        return sum(game.winner == side for game in self.games)

    def lines(self) -> Iterator[str]:
        """The result in words."""
        whole = [game for game in self.games if not game.fault]
        plan, count = self.plan, len(self.games)
        yield (
            f"{count} game{'s' * (count != 1)} of {plan.scenario}: Axis {plan.axis}, "
            f"Soviet {plan.soviet}"
        )
        if whole:
            yield from self._results(whole)
        yield f"faults {len(self.faults)}"
        for game in self.faults:
            yield f"  seed {game.seed}, command {game.commands}: {game.fault}"

    def _results(self, whole: list[Played]) -> Iterator[str]:
        for side in SIDES:
            count = self.wins(side)
            yield f"{side.capitalize()} won {count} ({100 * count / len(self.games):.0f}%)"
        draws = self.wins("draw")
        if draws:
            yield f"draws {draws} ({100 * draws / len(self.games):.0f}%)"
        told = [game.figures for game in whole]
        for name, found in (
            ("Axis stars", [f.stars for f in told]), ("Victory Points", [f.points for f in told]),
        ):
            tally = Counter(n for n in found if n is not None)
            if tally:
                spread = ", ".join(f"{n}: {tally[n]}" for n in sorted(tally))
                yield f"{name} {mean(tally.elements()):.1f} on average ({spread})"
        lost = [f.lost for f in told if f.lost is not None]
        if lost:
            axis, soviet = (mean(pair[i] for pair in lost) for i in (0, 1))
            yield f"steps lost: Axis {axis:.1f}, Soviet {soviet:.1f}"
        lengths = [game.commands for game in whole]
        yield (
            f"commands a game: {mean(lengths):.0f} on average, "
            f"{min(lengths)} to {max(lengths)}"
        )


# ---------------------------------------------------------------- one game


def play(
    plan: Plan, seed: int, coverage: Coverage | None = None, check: Validate | None = None,
    world: AnyWorld | None = None,
) -> tuple[Played, Game]:
    """Play one game to its end or its first fault."""
    game = Game.start(world or _world(plan), seed)
    series = game.series.id
    players = {
        AXIS: _player(plan.axis, series, f"{seed} axis"),
        SOVIET: _player(plan.soviet, series, f"{seed} s"),
    }
    seen = coverage if coverage is not None else Coverage()
    watch = _Watch(game, seed, seen, Checker(game, check) if plan.checked else None)
    fault = ""
    try:
        while game.outcome is None and watch.commands < LIMIT:
            ask = game.asks
            assert ask is not None
            watch.act(players[ask.side])
        if game.outcome is None:
            raise Broken(f"no end after {LIMIT} commands")
        watch.finish()
    except Exception as error:  # whatever broke is what this is for
        fault = " ".join(f"{type(error).__name__}: {error}".split())
    figures = kit_of(series).figures(game.world, game.state)
    played = Played(
        seed, game.outcome.winner if game.outcome and not fault else "", game.state.turn,
        watch.commands, figures, fault,
        tuple(entry.text for entry in game.journal) if fault else (),
    )
    return played, game


def _player(name: str, series: str, seed: str) -> Player:
    if name == "random":
        random = Random(seed)
        return RandomPlayer(random.randrange(1 << 32), temper=some_temper(random))
    return roster.player(name, series, seed)


class _Watch:
    """Carries out what players choose, and checks it."""

    def __init__(
        self, game: Game, seed: int, coverage: Coverage, checker: Checker | None
    ) -> None:
        self.game = game
        self.coverage = coverage
        self.checker = checker
        self.commands = 0
        self._random = Random(f"{seed} contrary")
        self._variants = Variants(self._random)

    def act(self, chooser: Player) -> None:
        """One command of a player."""
        game, before = self.game, self.game.state
        command = chooser(game)
        if self.checker is not None:
            self._contradict(command)
            self.checker.offered(command)
        events = game.execute(command)
        self.commands += 1
        note = getattr(chooser, "coverage", None)
        for coverage in (self.coverage, note) if isinstance(note, Coverage) else (self.coverage,):
            coverage.note(game.world, before, command, events, game.state)
        if self.checker is not None:
            self.checker.done(before, events)

    def _contradict(self, command: Command) -> None:
        """Now and then a command that may well be refused."""
        assert self.checker is not None
        if self._random.random() < CONTRARY:
            refusal = self.checker.attempted(self._variants.of(self.game, command))
            if refusal is not None:
                self.coverage.seen["refusals"][refusal.rule or "unreadable"] += 1

    def finish(self) -> None:
        """The game is over."""
        if self.checker is not None:
            self.checker.finished()


# ---------------------------------------------------------------- many games


def simulate(
    scenario: str | Path, games: int, seed: int = 0, jobs: int = 1, axis: str = "random",
    soviet: str = "random", *, dummies: str = "open", options: Mapping[str, str] | None = None,
    checked: bool = False, faults: Path | None = None,
    progress: Callable[[Played], Any] | None = None,
) -> Statistics:
    """Play games with the seeds from `seed` on; `jobs` processes share them.

    `faults` is a folder for the journals of games that break. `progress` hears of each game.
    Raises DataError for a scenario that cannot be played.
    """
    agreed = tuple(sorted((options or {}).items()))
    plan = Plan(str(scenario), axis, soviet, dummies, agreed, checked)
    _world(plan)  # a scenario that cannot be played is told here, not by a worker
    for side, name in ((AXIS, axis), (SOVIET, soviet)):
        roster.check(side, name)
    seeds = range(seed, seed + games)
    found: list[Played] = []
    coverage = Coverage()
    for played, seen in _all(plan, seeds, min(jobs, games)):
        found.append(played)
        coverage += seen
        if played.fault and faults is not None:
            write_fault(faults, plan, played)
        if progress is not None:
            progress(played)
    return Statistics(plan, tuple(found), coverage)


def _all(plan: Plan, seeds: range, jobs: int) -> Iterator[tuple[Played, Coverage]]:
    if jobs <= 1:
        for seed in seeds:
            yield _one((plan, seed))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_one, ((plan, seed) for seed in seeds), chunksize=4)


def _one(task: tuple[Plan, int]) -> tuple[Played, Coverage]:
    plan, seed = task
    coverage = Coverage()
    checker = series_of(_world(plan)).validate if plan.checked else None
    played, _ = play(plan, seed, coverage, checker)
    return played, coverage


_WORLDS: dict[tuple[object, ...], AnyWorld] = {}
"""One world a process: worlds never change."""


def _world(plan: Plan) -> AnyWorld:
    key = (plan.scenario, plan.dummies, plan.options)
    if key not in _WORLDS:
        _WORLDS[key] = catalog.load(plan.scenario, plan.dummies, options=dict(plan.options))
    return _WORLDS[key]


def write_fault(folder: Path, plan: Plan, played: Played) -> Path:
    """Write the journal of a broken game as a script; gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(plan.scenario).stem}-{played.seed}.script"
    lines = [
        f"# {plan.scenario}, seed {played.seed}, axis {plan.axis}, soviet {plan.soviet}, "
        f"dummies {plan.dummies}"
        + "".join(f", {name} {word}" for name, word in plan.options),
        f"# command {played.commands}: {played.fault}",
        *played.journal,
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
