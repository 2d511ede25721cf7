"""The frame of play: which step comes next, which command answers what. Knows no rule.

A series hands over tables: its sequence of steps, handlers for its commands, what may be
passed, what each step does, and enumerators. `Flow` walks through them: it judges a
command, carries it out, and goes on by itself until a player must decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.core.commands import Command, End, Pass
from engine.core.draft import Draft
from engine.core.errors import Refusal
from engine.core.events import Event
from engine.core.sequence import Step
from engine.core.state import Ask, Decision
from engine.core.values import frozen

PASSED = "passed"
"""The kind of the event that tells of steps in which nobody could act."""

Check = Callable[[Any, Any, Any], Refusal | None]
"""(world, state, command): one predicate for enumeration, checking, the greyed entry and its
explanation."""
Apply = Callable[[Any, Any], None]
"""(draft, command)."""
Offers = Callable[[Any, Any, str], Iterator[Command]]
"""(world, state, actor): legal commands for one actor's name, or "" for all, in a stable order."""


@frozen
class Handler:
    """How one kind of command is judged and carried out."""

    check: Check
    apply: Apply
    steps: frozenset[str] = frozenset()
    """Keys of the steps in which it is a free choice (no decision waiting)."""
    decisions: tuple[type[Decision], ...] = ()
    """Decisions that it answers."""


def always(world: Any, state: Any, command: Any) -> None:
    """A check that forbids nothing."""
    return None


def never_waits(draft: Any) -> bool:
    """A step with nothing in it."""
    return False


def nothing(draft: Any) -> None:
    """A step that leaves nothing to do when it closes."""


@frozen
class StepRule:
    """What happens in one step of the sequence of play."""

    run: Callable[[Any], bool] = never_waits
    """Does the step's automatic work; True while a player has something to decide.
    For an automatic step it is called again after each answered decision."""
    automatic: bool = True
    """False for a step that a player closes with `end`."""
    may_end: Callable[[Any, Any], Refusal | None] = lambda world, state: None
    close: Callable[[Any], None] = nothing
    """Tidies up as the step ends; may ask a decision."""
    prompt: str = ""
    """What the player does here, one line."""


IDLE = StepRule()
"""A step in which nothing happens."""


@frozen(eq=False)
class Flow:
    """One series' tables, and the walk through them."""

    sequence: tuple[Step, ...]
    handlers: Mapping[type[Command], Handler]
    passes: Mapping[type[Decision], Handler]
    steps: Mapping[str, StepRule]
    offers: Mapping[str | type[Decision], Offers]
    procedures: tuple[Callable[[Any], bool], ...]
    """Each does the next piece of a procedure in hand (a combat, an overrun) and says whether
    there was one; a decision may wait between two pieces."""
    describe: Callable[[Any, Any, Decision], str]
    """A decision in one sentence."""
    rule_for: Callable[[Decision], str]
    tidy: Callable[[Any], None] = nothing
    """Called after each command: decisions that have lost their object are dropped or narrowed."""
    entering: Callable[[Any, Step, Step], None] = lambda draft, ended, step: None
    """Called between two steps."""
    side_of: Callable[[Any, Step], str] = lambda state, step: step.side
    """Who acts in a step; a series whose players take turns in varying order looks at the state."""
    following: Callable[[Any], int] | None = None
    """The place of the next step, for a series that may leave the printed order."""

    def step(self, state: Any) -> Step:
        """The step in hand."""
        place: int = state.step
        return self.sequence[place]

    def rule_of(self, state: Any) -> StepRule:
        """The rule of the step in hand."""
        return self.steps.get(self.step(state).key, IDLE)

    def asks(self, world: Any, state: Any) -> Ask | None:
        """Who must decide what now; None once the game is over."""
        if state.over is not None:
            return None
        if state.asks:
            top = state.asks[-1]
            return Ask(top.side, type(top).__name__.lower(), self.describe(world, state, top),
                       self.rule_for(top))
        step = self.step(state)
        return Ask(self.side_of(state, step), step.key, self.rule_of(state).prompt, step.rule, True)

    # ------------------------------------------------------------ judging and doing

    def judge(self, world: Any, state: Any, command: Command) -> Refusal | None:
        """Why a command is not allowed now, or None. Raises BadCommand for unknown names."""
        if state.over is not None:
            return Refusal(state.over.rule, "the game is over")
        if isinstance(command, End):
            return self._judge_end(world, state)
        handler = self._handler(state, command)
        if handler is None:
            ask = self.asks(world, state)
            assert ask is not None
            return Refusal(ask.rule, f"not now: {ask.prompt or self.step(state).title}")
        return handler.check(world, state, command)

    def _handler(self, state: Any, command: Command) -> Handler | None:
        """What carries a command out in the present situation, if anything does."""
        top = type(state.asks[-1]) if state.asks else None
        if isinstance(command, Pass):
            return self.passes.get(top) if top is not None else None
        handler = self.handlers.get(type(command))
        if handler is None:
            return None
        if top is not None:
            return handler if top in handler.decisions else None
        return handler if self.step(state).key in handler.steps else None

    def _judge_end(self, world: Any, state: Any) -> Refusal | None:
        if state.asks:
            top = state.asks[-1]
            what = self.describe(world, state, top)
            return Refusal(self.rule_for(top), f"first decide: {what}")
        if self.rule_of(state).automatic:
            return Refusal(self.step(state).rule, "this step ends by itself")
        return self.rule_of(state).may_end(world, state)

    def execute(
        self, world: Any, state: Any, command: Command
    ) -> tuple[Any, tuple[Event, ...]]:
        """The state and events after a command. Raises Refusal, or BadCommand for unknown names."""
        problem = self.judge(world, state, command)
        if problem is not None:
            raise problem
        draft: Draft[Any, Any] = Draft(world, state)
        if state.dice.record:  # else the state itself serves, with all that is known of it
            draft.update(dice=state.dice.fresh())
        if isinstance(command, End):
            self.rule_of(state).close(draft)
            draft.update(closing=True)
        else:
            handler = self._handler(state, command)
            assert handler is not None
            handler.apply(draft, command)
        self.tidy(draft)
        self.settle(draft)
        return draft.state, tuple(draft.events)

    def open(self, world: Any, state: Any) -> tuple[Any, tuple[Event, ...]]:
        """A freshly set-up state taken to its first decision, and what happened on the way."""
        draft: Draft[Any, Any] = Draft(world, state)
        self.settle(draft)
        return draft.state, tuple(draft.events)

    def settle(self, draft: Draft[Any, Any]) -> None:
        """Go on by itself until a player must decide or the game is over."""
        passed: list[Step] = []
        while draft.state.over is None and not draft.state.asks:
            if any(proceed(draft) for proceed in self.procedures):
                continue
            if draft.state.closing:
                draft.update(closing=False)
                if self._next_step(draft, passed):
                    return
            elif self.rule_of(draft.state).automatic:
                if self.rule_of(draft.state).run(draft) or draft.state.asks:
                    return
                draft.update(closing=True)
            else:
                return

    def _next_step(self, draft: Draft[Any, Any], passed: list[Step]) -> bool:
        """Enter the next step; True if a player acts in it. `passed` were passed over before."""
        ended = self.step(draft.state)
        after = self.following(draft.state) if self.following else draft.state.step + 1
        draft.update(step=after % len(self.sequence))
        step = self.step(draft.state)
        self.entering(draft, ended, step)
        rule = self.rule_of(draft.state)
        if rule.automatic:
            return False
        marker = len(draft.events)
        draft.log("phase", f"{step.title} ({step.id})", rule=step.rule,
                  side=self.side_of(draft.state, step))
        if rule.run(draft) or draft.state.asks:
            return True
        del draft.events[marker:]
        _pass_over(draft, step, passed)
        rule.close(draft)
        draft.update(closing=True)
        return bool(draft.state.asks)

    # ------------------------------------------------------------ what is possible

    def legal(self, world: Any, state: Any, actor: str = "") -> Iterator[Command]:
        """Legal commands in a stable order; `actor` narrows them to one unit's name.

        Choices without number (free routes, any group of units) are offered by their usual
        representatives; `judge` decides on every other.
        """
        if state.over is not None:
            return
        if state.asks:
            offers = self.offers.get(type(state.asks[-1]))
            if offers is not None:
                yield from offers(world, state, actor)
            return
        offers = self.offers.get(self.step(state).key)
        if offers is not None:
            yield from offers(world, state, actor)
        if not actor and self.judge(world, state, End()) is None:
            yield End()

    def orders(self, world: Any, state: Any) -> tuple[Command, ...]:
        """All legal commands, worked out once a state: for steps that do not offer thousands."""
        found: tuple[Command, ...] | None = state.memo.get("orders")
        if found is None:
            found = state.memo["orders"] = tuple(self.legal(world, state))
        return found


def _pass_over(draft: Draft[Any, Any], step: Step, passed: list[Step]) -> None:
    """Say that nobody could act in a step; of steps in a row in one player turn, in one line."""
    told = bool(draft.events) and draft.events[-1].kind == PASSED
    if told and passed[-1].part == step.part:
        draft.events.pop()
    else:
        passed.clear()
    passed.append(step)
    first = passed[0]
    what = f"{step.title} ({step.id})" if first is step else f"{first.id} to {step.id}"
    draft.log(PASSED, f"{what}: nobody could act")


def gather(chapters: tuple[Any, ...], name: str) -> dict[Any, Any]:
    """One table from those of all chapters. Raises ValueError where two chapters claim a key."""
    table: dict[Any, Any] = {}
    for chapter in chapters:
        for key, value in getattr(chapter, name, {}).items():
            if key in table:
                raise ValueError(f"{chapter.__name__}.{name} claims {key} a second time")
            table[key] = value
    return table
