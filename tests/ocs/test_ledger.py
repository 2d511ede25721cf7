"""The books of supply hold for every command that moves or spends it, and break with a rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from engine.core.draft import Draft
from engine.core.events import Event
from engine.ocs import dumps, flow, ledger, transport, transport_capture
from engine.ocs.commands import GRAMMAR
from engine.ocs.losses import put
from engine.ocs.pieces import AXIS, LOW, SOVIET, Unit
from engine.ocs.sequence import other
from engine.ocs.state import OcsState, Side
from engine.ocs.world import World
from tests.ocs.yard import (
    along,
    battalion,
    headquarters,
    make_board,
    make_draft,
    make_world,
    organic,
    regiment,
    trucks,
    unit_at,
)

AnyDraft = Draft[World, OcsState]


def books(draft: AnyDraft, *commands: str) -> list[str]:
    """What the ledger finds wrong as commands are carried out."""
    found: list[str] = []
    for text in commands:
        before = draft.state
        state, events = flow.FLOW.execute(draft.world, before, GRAMMAR.parse(text))
        found += ledger.audit(draft.world, before, state, events)
        draft.state = state
    return found


# ---------------------------------------------------------------- one board a command


def fuelling() -> tuple[AnyDraft, str]:
    world = make_world([battalion("Pz", formation="11 Pz"), organic("O", "11 Pz")])
    return make_draft(world, {
        "Pz": "0203", "O": unit_at(world, "O", "0203", load=2),
    }, dumps={"0303": (AXIS, 3)}), "fuel Pz as single"


def loading() -> tuple[AnyDraft, str]:
    world = make_world([trucks("T")])
    return make_draft(world, {"T": "0203"}, dumps={"0203": (AXIS, 7)}), "load T tokens 3"


def unloading() -> tuple[AnyDraft, str]:
    world = make_world([trucks("T"), regiment("R")])
    return make_draft(world, {
        "T": unit_at(world, "T", "0203", load=4), "R": "0203",
    }, dumps={"0203": (AXIS, 7)}), "unload T tokens 3"


def railing() -> tuple[AnyDraft, str]:
    board = make_board(12, 1, {"0101": "village", "0601": "village"}, along(1, 1, 12, "rail"))
    world = make_world([], board, sources={AXIS: ("0101",)})
    return make_draft(
        world, {}, dumps={"0101": (AXIS, 8), "0601": (AXIS, 1)},
        gauge={f"{c:02}01": AXIS for c in range(1, 13)},
        sides={AXIS: Side(rail=40), SOVIET: Side()},
    ), "rail-supply 5 from 0101 to 0601"


def blowing() -> tuple[AnyDraft, str]:
    return make_draft(make_world(), {}, dumps={"0203": (AXIS, 12)}, rolls=(4,)), (
        "blow 0203 tokens 8")


def attacking() -> tuple[AnyDraft, str]:
    world = make_world([regiment("R"), regiment("E", SOVIET)])
    return make_draft(
        world, {"R": "0203", "E": "0303"}, step="F2",
        dumps={"0203": (AXIS, 4), "0403": (SOVIET, 4)},
    ), "attack 0303 with R"


def capturing() -> tuple[AnyDraft, str]:
    world = make_world([regiment("R"), trucks("T", SOVIET)])
    return make_draft(world, {
        "R": "0203", "T": unit_at(world, "T", "0303", load=4),
    }, dumps={"0303": (SOVIET, 8)}, rolls=(3, 5)), "move R to 0303"


def building() -> tuple[AnyDraft, str]:
    world = make_world([headquarters("H")])
    return make_draft(world, {"H": "0203"}, dumps={"0203": (AXIS, 12)}), "build hog 0203 with H"


def breaking_out() -> tuple[AnyDraft, str]:
    world = make_world([trucks("T"), regiment("E", SOVIET)])
    lost = Unit("T", world.board.at("0203"), front=False, load=4, unsupplied=1)
    return make_draft(
        world, {"T": lost, "E": "1203"}, step="C1", dumps={"0203": (AXIS, 3)}, rolls=(6, 2)
    ), "breakout T"


def recovering() -> tuple[AnyDraft, str]:
    """The Movement Phase ends; the Supply Phase restores R and asks nobody."""
    world = make_world([regiment("R")], sources={AXIS: ("0101",)})
    return make_draft(
        world, {"R": unit_at(world, "R", "0203", stock=LOW)}, step="C3",
        dumps={"0203": (AXIS, 5)},
    ), "end"


CASES = [
    fuelling, loading, unloading, railing, blowing, attacking, capturing, building, breaking_out,
    recovering,
]
SPENT = {
    "fuelling": (-1, 0), "loading": (0, 0), "unloading": (0, 0), "railing": (0, 0),
    "blowing": (-6, 0), "attacking": (-1, 0), "capturing": (5, -9), "building": (-8, 0),
    "breaking_out": (0, 0), "recovering": (-2, 0),
}
"""Change of the Axis and of the Soviet supply, by hand: 75% of 8T are 6; of 4T aboard 25% and of
8T in the dump 50% are taken, and the other half of the dump is lost."""


@pytest.mark.rule("OCS 12.1", "OCS 12.1a")
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.__name__)
def test_the_log_accounts_for_every_token(case: Callable[[], tuple[AnyDraft, str]]) -> None:
    draft, command = case()
    had = ledger.holdings(draft.world, draft.state)
    assert books(draft, command) == []
    has = ledger.holdings(draft.world, draft.state)
    assert (has[AXIS] - had[AXIS], has[SOVIET] - had[SOVIET]) == SPENT[case.__name__]


# ---------------------------------------------------------------- rules broken on purpose


def leak(monkeypatch: pytest.MonkeyPatch, extra: int) -> None:
    """Every change of a dump loses tokens, or makes some."""
    honest = dumps.set_ground

    def broken(draft: AnyDraft, hex_: int, owner: str, tokens: int) -> None:
        honest(draft, hex_, owner, tokens + extra if tokens > 1 else tokens)

    monkeypatch.setattr(dumps, "set_ground", broken)


@pytest.mark.rule("OCS 12.1")
@pytest.mark.parametrize("extra", [-1, 1], ids=["lost", "doubled"])
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.__name__)
def test_a_token_lost_or_doubled_on_the_ground_shows(
    case: Callable[[], tuple[AnyDraft, str]], extra: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, command = case()
    leak(monkeypatch, extra)
    assert books(draft, command)


@pytest.mark.rule("OCS 12.1")
@pytest.mark.parametrize(
    "case", [fuelling, blowing, attacking, building, recovering], ids=lambda c: c.__name__
)
def test_a_price_that_nobody_pays_shows(
    case: Callable[[], tuple[AnyDraft, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, command = case()
    monkeypatch.setattr(dumps, "take", lambda draft, side, hex_, tokens, formation="": tokens)
    monkeypatch.setattr(dumps, "take_organic", lambda *args: None)
    assert books(draft, command)


@pytest.mark.rule("OCS 12.1", "OCS 12.1d")
def test_supply_that_changes_hands_in_silence_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The total is what it was, each side's is not."""
    draft, command = unloading()
    draft.update(dumps={})
    honest = dumps.add
    monkeypatch.setattr(
        dumps, "add",
        lambda draft, hex_, owner, tokens, **kw: honest(draft, hex_, other(owner), tokens, **kw),
    )
    assert len(books(draft, command)) == 2


@pytest.mark.rule("OCS 12.1")
@pytest.mark.parametrize("case", [loading, unloading], ids=lambda c: c.__name__)
def test_a_token_too_many_aboard_shows(
    case: Callable[[], tuple[AnyDraft, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, command = case()
    monkeypatch.setattr(
        transport, "_handle",
        lambda draft, unit, load: put(draft, evolve(unit, load=load + 1)),
    )
    assert books(draft, command)


@pytest.mark.rule("OCS 12.1")
def test_loads_that_vanish_with_captured_trucks_show(monkeypatch: pytest.MonkeyPatch) -> None:
    draft, command = capturing()
    monkeypatch.setattr(transport_capture, "_reload", lambda draft, units, rest, gain: None)
    assert books(draft, command)


def test_the_ledger_reads_amounts_as_the_log_writes_them() -> None:
    assert ledger.amounts("fuel for Pz: 2 SP 1T, 3T and 1 SP") == [9, 3, 4]
    assert ledger.entries(Event("supply", "combat supply: 3T", side=AXIS)) == {AXIS: -3}
    assert ledger.entries(Event("supply", "1 SP arrive in Uman", side=AXIS)) == {AXIS: 4}
    assert ledger.entries(Event("move", "A to 0303", side=AXIS)) == {}
