"""How the modules of *The Third Winter* answer the hooks of the series.

A module takes part in a hook by a function of the hook's name; where several do, this
module says how their answers are put together. Abilities stand in a module's `ACTS`, answers
to its choices in `CHOICES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.later import later
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AirUnit, Unit
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, Hooks, World
from engine.third_winter import (
    abilities,
    airlift,
    alert_units,
    allies,
    army_hqs,
    axis_supply,
    barrage_markers,
    boundaries,
    boundary_lines,
    boxes,
    command_radius,
    dnepr,
    event_effects,
    events,
    fortress,
    fronts,
    kampfgruppen,
    kessel,
    kessel_moves,
    luftflotte,
    no_retreat,
    options,
    panzer_loss,
    pontoons,
    posture,
    rail_ferry,
    railroads,
    red_air_force,
    reinforcement_phase,
    remnants,
    replacement_tables,
    river_costs,
    rvgk,
    rvgk_alarm,
    rvgk_moves,
    set_up,
    soundness,
    soviet_supply,
    special_units,
    supply_sources,
    tank_busters,
    truck_extenders,
    victory,
    withdrawals,
)
from engine.third_winter.names import name as called
from engine.third_winter.names import topic
from engine.third_winter.state import TtwState

MODULES: tuple[Any, ...] = (
    set_up, victory, river_costs, dnepr, pontoons, rail_ferry, railroads, supply_sources,
    events, boxes, special_units, allies, kessel, kessel_moves, fortress, remnants, alert_units,
    kampfgruppen, army_hqs, luftflotte, tank_busters, fronts, command_radius, boundaries,
    boundary_lines, barrage_markers, rvgk, rvgk_moves, rvgk_alarm, truck_extenders, red_air_force,
    options, withdrawals, panzer_loss, event_effects, no_retreat, replacement_tables, axis_supply,
    soviet_supply, posture, airlift, reinforcement_phase,
)
"""In the order in which they answer."""

FIRST = (
    "may_move", "may_enter", "may_retreat", "may_advance", "may_attack", "may_break_out",
    "option_problem", "edge_cost", "cross", "may_barrage", "mission_limit", "bombing_limit",
    "barrage_points", "base_distance", "refit", "arrival_hexes", "arrival_place",
    "rebuild_kinds", "may_drop", "may_carry", "attack_limit", "may_close", "may_extend",
    "may_build",
)
"""The first answer that is not None."""
SUMS = ("unit_ar", "lead_ar", "barrage_drm", "flak", "strips", "least_cost", "off_map_supply")
TUPLES = ("trace_sources", "combat_drm", "rail_links")
ANY = ("traces", "hq_draws", "free_defense", "station", "closed")
ALL = ("may_supply", "may_rail", "base_serves")
UNIONS = ("guarded",)
DO = (
    "clean_up", "turn_begins", "step_begins", "before_combat", "unit_lost", "unit_fell",
    "spend_off_map", "hex_entered", "stepped", "attack_paid", "barrage_fired",
    "close_reinforcement",
)
"""Every module does its part, in order."""
WORD = ("barrage_first", "initiative")
"""The first answer that is not empty."""
ONE = ("priced", "formation", "barrage_code", "breakdown_pool", "free_barrage", "build_cost")
"""One module answers."""


def parts(modules: tuple[Any, ...], name: str) -> tuple[Callable[..., Any], ...]:
    """The functions of a name, in the order of their modules."""
    return tuple(f for m in modules if (f := vars(m).get(name)) is not None)


def _first(functions: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    if len(functions) == 1:
        return functions[0]

    def answer(*args: Any) -> Any:
        for function in functions:
            found = function(*args)
            if found is not None:
                return found
        return None

    return answer


def _word(functions: tuple[Callable[..., Any], ...]) -> Callable[..., str]:
    return lambda *args: next((w for f in functions if (w := f(*args))), "")


def _sum(functions: tuple[Callable[..., Any], ...]) -> Callable[..., int]:
    return lambda *args: sum(f(*args) for f in functions)


def _tuples(functions: tuple[Callable[..., Any], ...]) -> Callable[..., tuple[Any, ...]]:
    return lambda *args: tuple(x for f in functions for x in f(*args))


def _any(functions: tuple[Callable[..., Any], ...]) -> Callable[..., bool]:
    return lambda *args: any(f(*args) for f in functions)


def _all(functions: tuple[Callable[..., Any], ...]) -> Callable[..., bool]:
    return lambda *args: all(f(*args) for f in functions)


def _union(functions: tuple[Callable[..., Any], ...]) -> Callable[..., frozenset[Any]]:
    return lambda *args: frozenset().union(*(f(*args) for f in functions))


def _do(functions: tuple[Callable[..., Any], ...]) -> Callable[..., None]:
    def every(*args: Any) -> None:
        for function in functions:
            function(*args)

    return every


_JOINS = (
    (FIRST, _first), (SUMS, _sum), (TUPLES, _tuples), (ANY, _any), (ALL, _all), (UNIONS, _union),
    (DO, _do), (WORD, _word),
)


def joined(modules: tuple[Any, ...]) -> dict[str, Any]:
    """Hook to its joined function, for the hooks that some module answers."""
    found: dict[str, Any] = {}
    for names, join in _JOINS:
        for name in names:
            functions = parts(modules, name)
            if functions:
                found[name] = join(functions)
    for name in ONE:
        functions = parts(modules, name)
        if functions:
            found[name] = functions[0]
    return found


def build(modules: tuple[Any, ...] = MODULES, **fixed: Any) -> Hooks:
    """The hooks of the game; `fixed` are those of one scenario, such as its victory."""
    acts = abilities.table(modules, "ACTS")
    choices = abilities.table(modules, "CHOICES")

    def act_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
        return abilities.problem(acts, world, state, command)

    def act(draft: Draft, command: Act) -> None:
        acts[command.topic].apply(draft, command)

    def offer_acts(world: World, state: OcsState, actor: str) -> Iterator[Command]:
        return abilities.offered(acts, world, state, actor)

    def chosen(draft: Draft, decision: GameChoice, word: str) -> None:
        choices[decision.topic.split()[0]](draft, decision, word)

    def problems(world: World, state: OcsState) -> Iterator[str]:
        return soundness.problems(world, state, choices)

    def pieces(world: World) -> tuple[tuple[Unit, ...], tuple[AirUnit, ...]]:
        both = [part(world) for part in parts(modules, "pieces")]
        units = tuple(u for found, _ in both for u in found)
        return units, tuple(a for _, found in both for a in found)

    return Hooks(**{
        **joined(modules), "act_problem": act_problem, "act": act, "offer_acts": offer_acts,
        "chosen": chosen, "problems": problems, "pieces": pieces,
        "reinforcement": reinforcement_phase.reinforcement,
        "opening": set_up.opening, "called": called, "topic": topic,
        "supply_aside": fronts.supply_aside,
        "state_class": TtwState, "state_fields": later("engine.third_winter.dump", "fields"),
        **fixed,
    })
