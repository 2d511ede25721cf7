"""Offensive and Regrouping Posture: changing, and what Regrouping does (TTW 3.3c, d, e)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.ocs import barrage, supply, trace
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, SOVIET, SP, Unit
from engine.ocs.sequence import acting
from engine.ocs.sizes import combat_units, steps_left
from engine.ocs.state import Bombardment, OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.boundaries import zone
from engine.third_winter.command_radius import commanded
from engine.third_winter.fronts import in_play, put
from engine.third_winter.names import name
from engine.third_winter.state import OFFENSIVE, REGROUPING, own

MOST_OFFENSIVE = 2
LEAST_TURNS = 3
"""Turns in either posture before it may change (TTW 3.3e)."""
MOST_TURNS = 9
"""Turns in Offensive Posture after which it must change (TTW 3.3e)."""
DEFENSE, ATTACK = 1, -2
"""What covered units add to the lead unit's Action Rating (TTW 3.3d B)."""
ATTACK_SUPPLY = 2 * SP
"""Tokens of attack supply that a Regrouping Front's units spend in a turn (TTW 3.3d B)."""
ANSWER_POINTS = 12
"""The barrage on attackers uses the column of 12-16 points (TTW 3.3d B)."""
ATTACK_TOPIC, REGROUP_TOPIC = "posture-offensive", "posture-regrouping"
NONE = "none"


# ---------------------------------------------------------------- changing (3.3c-e)


def offensive(state: OcsState) -> tuple[str, ...]:
    """Fronts in Offensive Posture."""
    return tuple(n for n, f in in_play(state).items() if f.posture == OFFENSIVE)


def offensive_problem(state: OcsState, front: str) -> Refusal | None:
    """Why a Front may not go to Offensive Posture now (TTW 3.3c, 3.3e)."""
    now = in_play(state)[front]
    if now.posture == OFFENSIVE:
        return Refusal("TTW 3.3c", f"{name(front)} is in Offensive Posture")
    if state.turn - now.since < LEAST_TURNS:
        return Refusal("TTW 3.3e.2", f"{name(front)} regroups for at least {LEAST_TURNS} turns")
    if state.turn <= own(state).no_offensive_until:
        return Refusal("TTW 3.3e.3", "the dispute allows no change to Offensive Posture")
    if sum(not in_play(state)[n].tempo for n in offensive(state)) >= MOST_OFFENSIVE:
        return Refusal("TTW 3.3c", f"{MOST_OFFENSIVE} Fronts are in Offensive Posture")
    return None


def regrouping_problem(state: OcsState, front: str) -> Refusal | None:
    """Why a Front may not go to Regrouping Posture now (TTW 3.3d, 3.3e)."""
    now = in_play(state)[front]
    if now.posture == REGROUPING:
        return Refusal("TTW 3.3d", f"{name(front)} is in Regrouping Posture")
    if now.changed == state.turn:
        return Refusal("TTW 3.3d", f"{name(front)} has changed in this phase")
    if state.turn - now.since < LEAST_TURNS:
        return Refusal("TTW 3.3e.1", f"{name(front)} attacks for at least {LEAST_TURNS} turns")
    return None


def must_regroup(state: OcsState, front: str) -> bool:
    """Whether nine turns are up (TTW 3.3e)."""
    now = in_play(state)[front]
    return now.posture == OFFENSIVE and state.turn - now.since >= MOST_TURNS


def set_posture(draft: Draft, front: str, posture: str, rule: str) -> None:
    """Flip the counter, and note the turn (TTW 3.3e)."""
    put(draft, front, posture=posture, since=draft.state.turn, changed=draft.state.turn,
        tempo=False)
    draft.log("note", f"{name(front)} goes to {posture.capitalize()} Posture", rule=rule,
              side=SOVIET)


def end_tempo(draft: Draft) -> None:
    """A Front made Offensive for one turn by an event regroups (event 15).

    That turn does not count among the three that it must regroup (TTW 3.3e).
    """
    for front, now in in_play(draft.state).items():
        if now.tempo and now.changed < draft.state.turn:
            put(draft, front, posture=REGROUPING, tempo=False, since=now.since + 1)
            draft.log("note", f"{name(front)} goes back to Regrouping Posture",
                      rule="TTW RE.C15", side=SOVIET)


def ask_offensive(draft: Draft) -> None:
    """At the start of the Soviet Reinforcement Phase: which Fronts attack now (TTW 3.3c)."""
    choices = tuple(
        n for n in in_play(draft.state) if offensive_problem(draft.state, n) is None
    )
    if choices:
        draft.ask(GameChoice(SOVIET, ATTACK_TOPIC, (*choices, NONE),
                             "Which Front goes to Offensive Posture?", "TTW 3.3c"))


def chosen_offensive(draft: Draft, decision: GameChoice, word: str) -> None:
    """Flip it; a second one may follow (TTW 3.3c)."""
    if word != NONE:
        set_posture(draft, word, OFFENSIVE, "TTW 3.3c")
        ask_offensive(draft)


def phase_opens(draft: Draft) -> None:
    """The Soviet Reinforcement Phase starts with the postures, before any dice (TTW 3.3c)."""
    if acting(draft.state) == SOVIET and in_play(draft.state):
        end_tempo(draft)
        ask_offensive(draft)


def close_reinforcement(draft: Draft) -> None:
    """At the end of the phase: Fronts that must regroup, and those that may (TTW 3.3d, e)."""
    if acting(draft.state) != SOVIET:
        return
    for front in in_play(draft.state):
        if must_regroup(draft.state, front) and in_play(draft.state)[
            front
        ].changed != draft.state.turn:
            set_posture(draft, front, REGROUPING, "TTW 3.3e.1")
    ask_regrouping(draft)


def ask_regrouping(draft: Draft) -> None:
    """Which Fronts regroup from now on (TTW 3.3d)."""
    choices = tuple(
        n for n in in_play(draft.state) if regrouping_problem(draft.state, n) is None
    )
    if choices:
        draft.ask(GameChoice(SOVIET, REGROUP_TOPIC, (*choices, NONE),
                             "Which Front goes to Regrouping Posture?", "TTW 3.3d"))


def chosen_regrouping(draft: Draft, decision: GameChoice, word: str) -> None:
    """Flip it; another may follow (TTW 3.3d)."""
    if word != NONE:
        set_posture(draft, word, REGROUPING, "TTW 3.3d")
        ask_regrouping(draft)


def turn_begins(draft: Draft) -> None:
    """The limit on attack supply is by the turn (TTW 3.3d B)."""
    for front, now in in_play(draft.state).items():
        if now.attack_supply:
            put(draft, front, attack_supply=0)


# ---------------------------------------------------------------- whom Regrouping covers (3.3d B)


def covering(world: World, state: OcsState, unit: Unit) -> str:
    """The Regrouping Front that covers a unit, or empty (TTW 3.3d B).

    The unit is inside its boundary and can receive trace supply from an Army HQ that is
    Assigned to it and within its Command Radius; such an HQ covers itself.
    """
    if world.counters[unit.id].side != SOVIET or not unit.on_map:
        return ""
    memo_key = ("covering", unit.id, unit.hex)
    found: str | None = state.memo.get(memo_key)
    if found is None:
        front = zone(world, state, unit.hex)
        regroups = front in in_play(state) and in_play(state)[front].posture == REGROUPING
        found = front if regroups and _traced(world, state, front, unit) else ""
        state.memo[memo_key] = found
    return found


def _traced(world: World, state: OcsState, front: str, unit: Unit) -> bool:
    tracing = {hq.id for hq in trace.tracing_hqs(world, state, SOVIET)}
    return any(
        hq.id in tracing and (hq.id == unit.id or supply.serves(world, state, hq, unit))
        for hq in commanded(world, state, front)
    )


def lead_ar(world: World, state: OcsState, id_: str, attacking: bool) -> int:
    """+1 on defense, -2 on attack for a covered lead unit (TTW 3.3d B)."""
    if not in_play(state) or not covering(world, state, state.units[id_]):
        return 0
    return ATTACK if attacking else DEFENSE


def free_defense(world: World, state: OcsState, id_: str) -> bool:
    """Covered units do not pay for defensive combat supply (TTW 3.3d B)."""
    return bool(in_play(state)) and bool(covering(world, state, state.units[id_]))


def may_barrage(world: World, state: OcsState, id_: str) -> Refusal | None:
    """Covered units make no Artillery Barrages (TTW 3.3d B)."""
    front = covering(world, state, state.units[id_]) if in_play(state) else ""
    return Refusal("TTW 3.3d.B3", f"{name(front)} is Regrouping") if front else None


def before_combat(draft: Draft) -> None:
    """A barrage on each stack that attacks or overruns covered units (TTW 3.3d B, OCS 9.2)."""
    world, fight = draft.world, draft.state.fighting
    if fight is None or world.counters[fight.units[0]].side != AXIS or not in_play(draft.state):
        return
    defenders = combat_units(world, draft.state, fight.hex)
    if not any(covering(world, draft.state, u) for u in defenders):
        return
    column = barrage.column_of(world.charts.barrage_min, ANSWER_POINTS)
    for hex_ in fight.attacker_hexes:
        barrage.strike(draft, SOVIET, Bombardment(hex_, points=ANSWER_POINTS), column=column)


# ---------------------------------------------------------------- attack supply (3.3d B)


def attack_shares(world: World, state: OcsState, ids: tuple[str, ...]) -> dict[str, int]:
    """Tokens from the map by Regrouping Front for the covered units of an attack."""
    found: dict[str, int] = {}
    for id_ in ids:
        front = covering(world, state, state.units[id_]) if in_play(state) else ""
        if front:
            found[front] = found.get(front, 0) + steps_left(world, state.units[id_])
    return found


def attack_limit(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Covered units spend at most 2 SP of attack supply in a turn and Front (TTW 3.3d B)."""
    for front, tokens in attack_shares(world, state, ids).items():
        if in_play(state)[front].attack_supply + tokens > ATTACK_SUPPLY:
            return Refusal("TTW 3.3d.B5", f"{name(front)} is Regrouping: 2 SP of attack supply "
                           "a turn, no more")
    return None


def attack_paid(draft: Draft, ids: tuple[str, ...]) -> None:
    """Count what covered units have spent (TTW 3.3d B)."""
    for front, tokens in attack_shares(draft.world, draft.state, ids).items():
        put(draft, front, attack_supply=in_play(draft.state)[front].attack_supply + tokens)


CHOICES = {ATTACK_TOPIC: chosen_offensive, REGROUP_TOPIC: chosen_regrouping}
