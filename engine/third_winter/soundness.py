"""What must hold in the game's own part of every state: `problems` lists what does not."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.core.board import NOWHERE
from engine.core.soundness import off_board, unknown
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import SIDES
from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.third_winter.state import MOVING, READY, TtwState, own

RUMANIA = ("loyal", "tottering", "surrendered")


def problems(world: World, state: OcsState, topics: Collection[str]) -> Iterator[str]:
    """Every broken invariant in one sentence; `topics` are the choices that the game knows."""
    game = own(state)
    yield from _pieces(state, game)
    yield from _fronts(world, game)
    yield from _places(world, game)
    for decision in state.asks:
        if isinstance(decision, GameChoice):
            yield from _choice(game, decision, topics)


def _pieces(state: OcsState, game: TtwState) -> Iterator[str]:
    """Every id of the game's part is one of a piece in play."""
    for ids in (
        game.ferries.values(), game.repairing, game.kessel_back, game.kessel_moves,
        game.kessel_moves.values(), game.rvgk, game.rvgk_entered, game.rvgk_released,
        (id_ for _, id_ in game.rebuilt),
        *(group.units for group in game.kampfgruppen.values()),
        *(front.armies for front in game.fronts.values()),
        *(ids for _, ids in game.withdrawn),
    ):
        yield from unknown(ids, state.units)
    yield from unknown(game.rumania_box, state.air)


def _fronts(world: World, game: TtwState) -> Iterator[str]:
    """The Fronts are those of the scenario, each Army HQ under one of them (TTW 3.3)."""
    opening = world.hooks.opening(world)
    known = set(opening.fronts) if isinstance(opening, TtwState) else set()
    if set(game.fronts) != known:
        yield f"the Fronts are {', '.join(game.fronts)}, not {', '.join(sorted(known))}"
    armies = [army for front in game.fronts.values() for army in front.armies]
    for army in sorted({army for army in armies if armies.count(army) > 1}):
        yield f"{army} is under two Fronts"
    named = {*game.zones.values(), *(front for line in game.boundaries for front in line[:2])}
    for name in sorted(named - set(game.fronts)):
        yield f"a boundary is drawn for '{name}'"


def _places(world: World, game: TtwState) -> Iterator[str]:
    """Extenders lie on the board or in their box; sides and standings are known words."""
    on_board = (h for h in game.truck_extenders if h not in (READY, MOVING))
    yield from off_board(on_board, len(world.board))
    yield from off_board((h for h in game.markers.values() if h != NOWHERE), len(world.board))
    if game.rumania not in RUMANIA:
        yield f"Rumania is '{game.rumania}'"
    for side in (game.initiative, game.last_first):
        if side not in ("", *SIDES):
            yield f"the initiative of '{side}'"


def _choice(game: TtwState, decision: GameChoice, topics: Collection[str]) -> Iterator[str]:
    topic = decision.topic.split()[0] if decision.topic.split() else ""
    if topic not in topics:
        yield f"a choice waits about '{decision.topic}'"
    elif not decision.choices:
        yield f"a choice about {topic} offers nothing"
    elif topic.startswith("posture-"):
        for word in decision.choices:
            if word != "none" and word not in game.fronts:
                yield f"a choice about {topic} offers '{word}'"
