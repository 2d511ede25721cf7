"""Fuel before it is bought: each way with its price, the dump that pays, and who moves how far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import dumps, fuel, modes, movement, supply
from engine.ocs.commands import Fuel
from engine.ocs.fuel import FORMATION, HQ, SINGLE
from tui.panels.lines import Line, line, wrap

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def fuel_offers(desk: Desk, ids: Sequence[str]) -> list[Command]:
    """Ways to fuel the units: all singly, formations, HQs, one by one; then by any payer."""
    world, state = desk.world, desk.state
    dry = [i for i in ids if fuel.problem(world, state, state.units[i]) is not None]
    names = [world.name(i) for i in ids]
    together = tuple(world.name(i) for i in dry or ids)
    offers: list[Command] = [Fuel(together, SINGLE)]
    others: list[Command] = []
    formations: set[str] = set()
    for id_, name in zip(ids, names, strict=True):
        of = world.hooks.formation(world, state, state.units[id_])
        if of and of not in formations:
            formations.add(of)
            offers.append(Fuel((name,), FORMATION))
            others += [Fuel((name,), FORMATION, by) for by in _payers(desk, id_)]
        if world.counters[id_].hq:
            offers.append(Fuel((name,), HQ))
            others += [Fuel((name,), HQ, by) for by in _payers(desk, id_)]
        offers.append(Fuel((name,), SINGLE))
    if ids:
        others += [Fuel(together, SINGLE, by) for by in _payers(desk, (dry or ids)[0])]
    return list(dict.fromkeys((*offers, *others)))


def _payers(desk: Desk, id_: str) -> list[str]:
    """HQs and dumps from which a unit can be fuelled, where there is a choice."""
    world, state = desk.world, desk.state
    taps = supply.taps(world, state, state.units[id_])
    found = [world.name(t.hq) if t.hq else world.board.id(t.hex) for t in taps]
    return list(dict.fromkeys(found)) if len(set(found)) > 1 else []


def fuel_words(desk: Desk, command: Any) -> str:
    """Who is fuelled, at what price, from where, and how far that takes them."""
    world, state = desk.world, desk.state
    terms = fuel.terms(world, state, command)
    if command.method == FORMATION:
        unit = state.units[world.unit_id(command.units[0])]
        who = f"formation {world.hooks.formation(world, state, unit)}"
    else:
        who = ", ".join(command.units)
    if isinstance(terms, Refusal):
        return f"{who}: {terms}"
    by = f" by {command.by}" if command.by else ""
    served = "" if command.method == SINGLE else f"; moves {_served(desk, terms.units)}"
    return f"{who}{by}: {_paid(desk, terms)}{served}"


def _paid(desk: Desk, terms: fuel.Terms) -> str:
    """Tokens and the dumps that give them."""
    parts = [f"{dumps.show(n)} from {desk.world.board.id(h)}" for h, n in terms.tokens]
    return ", ".join(parts)


def _served(desk: Desk, ids: Sequence[str]) -> str:
    """How many units, and how many MPs they have this phase."""
    world, state = desk.world, desk.state
    if not ids:
        return "nobody who lacks fuel"
    far = sorted({modes.left(world, state, state.units[i]) for i in ids})
    mps = movement.show(far[-1]) if len(far) == 1 else (
        f"{movement.show(far[0])} to {movement.show(far[-1])}")
    return f"{len(ids)} unit{'s' * (len(ids) != 1)}, {mps} MP"


def fuel_lines(desk: Desk, ids: Sequence[str], width: int) -> list[Line]:
    """The ways of fuelling for the first thirsty unit, and why one is not open."""
    world, state = desk.world, desk.state
    dry = [i for i in ids if fuel.problem(world, state, state.units[i]) is not None]
    out: list[Line] = [line("no fuel: f buys it", "warn")]
    name = (world.name(dry[0]),)
    singly = fuel.terms(world, state, Fuel(tuple(world.name(i) for i in dry), SINGLE))
    if isinstance(singly, Refusal):
        out += wrap(f"singly: {singly}", width, "dim")
    else:
        out += wrap(f"singly: {dumps.show(singly.total)} for {_served(desk, singly.units)}", width)
    whole = fuel.terms(world, state, Fuel(name, FORMATION))
    if isinstance(whole, Refusal):
        out += wrap(f"formation: {whole}", width, "dim")
    else:
        out += wrap(f"formation: {dumps.show(whole.total)} for {_served(desk, whole.units)}, to "
                    "Clean Up", width)
    return out
