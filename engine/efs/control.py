"""Control of hexes (BSR 3.2) and what it scores (25.12)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.efs.pieces import SIDES
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.victory import score_control
from engine.efs.world import Draft, World
from engine.efs.zoc import exerting, extends, holder, in_zoc


def controlled(world: World, state: EfsState, hex_: int) -> str:
    """The side that controls a hex now: held, or last held or dominated by it (BSR 3.21a)."""
    return holder(world, state, hex_) or state.control.get(hex_, "")


def contested(world: World, state: EfsState, hex_: int) -> bool:
    """True for a vacant hex in the ZOC of both sides (BSR 3.21b, 3.46)."""
    return not holder(world, state, hex_) and all(in_zoc(world, state, hex_, s) for s in SIDES)


def claim(draft: Draft, hexes: Iterable[int]) -> None:
    """Bring the control of these hexes up to date (BSR 3.21a, 3.46).

    Occupation decides; else a ZOC of one side alone; a contested or empty hex keeps its owner.
    """
    changed: dict[int, str] = {}
    for hex_ in hexes:
        side = holder(draft.world, draft.state, hex_)
        if not side:
            over = [s for s in SIDES if in_zoc(draft.world, draft.state, hex_, s)]
            side = over[0] if len(over) == 1 else ""
        if side and draft.state.control.get(hex_, "") != side:
            changed[hex_] = side
    _change(draft, changed)


def claim_around(draft: Draft, hex_: int) -> None:
    """Update a hex and its neighbours, after a unit came or went."""
    claim(draft, (hex_, *draft.world.board.neighbors(hex_)))


def claim_all(draft: Draft) -> None:
    """Update the whole board."""
    claim(draft, range(len(draft.world.board)))


def _change(draft: Draft, changed: dict[int, str]) -> None:
    """Put new owners in place, tell of towns and cities, and score (BSR 25.12)."""
    if not changed:
        return
    before = draft.state.control
    draft.update(control={**before, **changed})
    for hex_, side in changed.items():
        here = draft.world.board.hexes[hex_]
        if here.stars or here.terrain & {"city", "major_city", "town"}:
            stars = f" ({here.stars} star{'s' * (here.stars > 1)})" if here.stars else ""
            draft.log(
                "control", f"{side.capitalize()} controls {here.id} {here.place}{stars}",
                hex=here.id, rule="BSR 25.12", side=side,
            )
    score_control(draft, before, changed)


def stars(world: World, state: EfsState, side: str) -> int:
    """Victory stars that the side controls (BSR 25.12, PB 10.45)."""
    return sum(
        cell.stars for i, cell in enumerate(world.board.hexes)
        if cell.stars and controlled(world, state, i) == side
    )


def friendly(world: World, state: EfsState, hex_: int, side: str) -> bool:
    """True for a hex that the side controls (BSR 3.13)."""
    return controlled(world, state, hex_) == side


def sweep(draft: Draft, side: str, ids: tuple[str, ...], way: Iterable[int]) -> None:
    """Control won by units that moved through these hexes and now stand in the last (BSR 3.21a).

    Each hex entered is theirs; so is each neighbour into which they projected an
    uncontested ZOC as they passed.
    """
    world, state = draft.world, draft.state
    foe = other(side)
    units = exerting(world, (state.units[i] for i in ids))
    changed: dict[int, str] = {}
    for hex_ in way:
        for end in (hex_, *world.board.neighbors(hex_)):
            if state.control.get(end, "") == side or holder(world, state, end) == foe:
                continue
            if end == hex_ or (
                not in_zoc(world, state, end, foe)
                and any(extends(world, state, u, hex_, end) for u in units)
            ):
                changed[end] = side
    _change(draft, changed)
