"""Supply on the map: how much is loaded, unloaded or destroyed, each amount with its price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.core.commands import Command
from engine.ocs import blowing, dumps, movement, transport
from engine.ocs.commands import Blow, Load, Unload
from engine.ocs.pieces import SP

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def amounts(most: int) -> Iterator[int]:
    """All of it, then whole SPs, then single tokens."""
    yield from dict.fromkeys(
        n for n in (most, *range(most // SP * SP, 0, -SP), *range(min(most, SP - 1), 0, -1)) if n
    )


def supply_offers(desk: Desk, ids: Sequence[str], hex_: int) -> list[Command]:
    """What can be done with supply: by the units in hand, or by the transport and dump of a hex."""
    world, state = desk.world, desk.state
    trucks = [
        state.units[i] for i in (ids or [u.id for u in desk.units_at(hex_, desk.side)])
        if world.counters[i].transport
    ]
    out: list[Command] = []
    for unit in trucks:
        name, dump = world.name(unit.id), state.dumps.get(unit.hex)
        there = dump.tokens - dump.moved if dump is not None else 0
        for tokens in amounts(min(there, transport.capacity(world, unit))):
            out.append(Load(name, str(tokens)))
        out += [Unload(name, str(tokens)) for tokens in amounts(unit.load)]
    if not ids:
        number, there = world.board.id(hex_), blowing.supply_in(world, state, desk.side, hex_)
        out += [Blow(number, str(tokens)) for tokens in amounts(there)]
    return [c for c in out if desk.game.check(c) is None]


def supply_words(desk: Desk, command: Command) -> str:
    """An amount with its price in MPs; empty for any other order."""
    world = desk.world
    if isinstance(command, Load | Unload):
        unit = desk.state.units[world.unit_id(command.unit)]
        price = movement.show(transport.handling(world, unit))
        what = "load" if isinstance(command, Load) else "unload"
        return f"{command.unit}: {what} {dumps.show(int(command.tokens))}, {price} MP"
    if isinstance(command, Blow):
        low, high = (blowing.destroyed(world, int(command.tokens), roll) for roll in (1, 6))
        spread = f"{dumps.show(min(low, high))} to {dumps.show(max(low, high))}"
        return f"blow up {dumps.show(int(command.tokens))}: a die destroys {spread}"
    return ""
