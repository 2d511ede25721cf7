"""What each random event does (TTW RE.C11 to RE.R26)."""

from __future__ import annotations

from attrs import evolve

from engine.core.board import NOWHERE
from engine.ocs import air, dumps, rail
from engine.ocs.decisions import GameChoice, Placement
from engine.ocs.gauge import on_rail
from engine.ocs.losses import put
from engine.ocs.pieces import ARRIVING, AXIS, DEAD, MAP, POOL, SOVIET, SP, Unit
from engine.ocs.sequence import acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import allies
from engine.third_winter.names import name
from engine.third_winter.places import in_rumania
from engine.third_winter.state import OFFENSIVE, REGROUPING, SURRENDERED, change, own

TEMPO, GIFT, BUST, TAKE = "tempo", "rvgk-supply", "partisans", "partisan-supply"
RESERVE, DRM, CRISIS = "fw190", "partisan-drm", "crisis"
BUSTS = 3
PARTISAN_ROLLS = 2
PARTISAN_TOKENS = 2 * SP
TEMPO_TOKENS, GIFT_TOKENS = 5 * SP, 10 * SP
RESERVE_AIR = "ax-fw190a-res"
MOUNTAIN = "de-mtn-1-div"
CRISIS_UNITS, CRISIS_TURNS, CRISIS_LOST = 8, 3, 2
COUNTRIES = ("hungary", "general government", "russia")
"""Countries beside Rumania that are not Ukraine, by their words on the board."""


def _bring(draft: Draft, side: str, item: str, count: int) -> None:
    """Replacements for the coming Reinforcement Phase (TTW 1.7c)."""
    change(draft, pending=(*own(draft.state).pending, (side, item, count)))


# ---------------------------------------------------------------- common events


def luftwaffe_reserves(draft: Draft) -> None:
    """RE.C11: two Air replacements."""
    _bring(draft, AXIS, "air", 2)


def dispute(draft: Draft) -> None:
    """RE.C12-13: no Front goes to Offensive Posture this turn or next."""
    change(draft, no_offensive_until=draft.state.turn + 1)


def hungarians_free(draft: Draft) -> None:
    """RE.C14: the limits of TTW 2.5c are lifted."""
    change(draft, hungary_free=True)


def _fronts(state: OcsState, posture: str) -> tuple[str, ...]:
    return tuple(
        n for n, f in own(state).fronts.items() if f.posture == posture and not f.withdrawn
    )


def increased_tempo(draft: Draft) -> None:
    """RE.C15: one Regrouping Front attacks for this turn, with 5 SP.

    Not during a Dispute: of two events in conflict that with the lower number holds.
    """
    found = _fronts(draft.state, REGROUPING)
    if found and draft.state.turn > own(draft.state).no_offensive_until:
        draft.ask(GameChoice(SOVIET, TEMPO, (*found, "none"),
                             "Which Front attacks for this turn only?", "TTW RE.C15"))


def set_tempo(draft: Draft, decision: GameChoice, word: str) -> None:
    """The turn does not count for the change limits."""
    fronts = own(draft.state).fronts
    if word not in fronts:
        return
    front = evolve(fronts[word], posture=OFFENSIVE, tempo=True, changed=draft.state.turn)
    change(draft, fronts={**fronts, word: front})
    if front.hex != NOWHERE:
        dumps.add(draft, front.hex, SOVIET, TEMPO_TOKENS, arrived=True)


def inertia(draft: Draft) -> None:
    """RE.C16: last turn's first player wins this turn's initiative."""
    change(draft, initiative=own(draft.state).last_first)


def initiative_next(draft: Draft) -> None:
    """RE.C21: this turn's first player wins next turn's initiative."""
    change(draft, initiative_next=True)


def partisans(draft: Draft) -> None:
    """RE.C22: three Trainbusting markers, 2 SP lost, two Combat rolls at +1."""
    change(draft, partisans=PARTISAN_ROLLS)
    _ask_supply(draft, PARTISAN_TOKENS)
    _ask_bust(draft, BUSTS)


def _ask_bust(draft: Draft, left: int) -> None:
    world = draft.world
    hexes = [
        h for h in range(len(world.board))
        if on_rail(world, h) and h not in draft.state.busts and in_ukraine(world, h)
    ]
    if left and hexes:
        draft.ask(GameChoice(SOVIET, f"{BUST} {left}", tuple(world.board.id(h) for h in hexes),
                             f"Place a Trainbusting marker ({left} left)", "TTW RE.C22"))


def in_ukraine(world: World, hex_: int) -> bool:
    """Whether a hex lies in Ukraine: on no other country of the board."""
    if in_rumania(world, hex_):
        return False
    return all(hex_ not in world.board.marks.get(name, frozenset()) for name in COUNTRIES)


def place_bust(draft: Draft, decision: GameChoice, word: str) -> None:
    """One of the three markers."""
    hex_ = draft.world.board.at(word)
    draft.update(busts={**draft.state.busts, hex_: SOVIET})
    _ask_bust(draft, int(decision.topic.partition(" ")[2]) - 1)


def _ask_supply(draft: Draft, left: int) -> None:
    """The Axis player names the dumps that lose supply, until so many tokens are gone."""
    hexes = sorted(h for h, d in draft.state.dumps.items() if d.owner == AXIS)
    if left and hexes:
        draft.ask(GameChoice(AXIS, f"{TAKE} {left}",
                             tuple(draft.world.board.id(h) for h in hexes),
                             f"Which dump loses supply? {dumps.show(left)} in all",
                             "TTW RE.C22"))


def take_supply(draft: Draft, decision: GameChoice, word: str) -> None:
    """Remove up to 1 SP of it; a smaller dump leaves the rest to others."""
    hex_, left = draft.world.board.at(word), int(decision.topic.partition(" ")[2])
    there = draft.state.dumps[hex_].tokens
    taken = min(there, left, SP)
    dumps.set_ground(draft, hex_, AXIS, there - taken)
    _ask_supply(draft, left - taken)


def before_combat(draft: Draft) -> None:
    """RE.C22: the Soviets say before the dice whether a Combat roll has +1."""
    game = own(draft.state)
    if game.partisan_drm:
        change(draft, partisan_drm=0)
    if game.partisans > 0 and draft.state.fighting is not None:
        draft.ask(GameChoice(SOVIET, DRM, ("+1", "none"), "Partisans: +1 to this Combat roll?",
                             "TTW RE.C22"))


def announce(draft: Draft, decision: GameChoice, word: str) -> None:
    """One of two rolls."""
    if word == "+1":
        change(draft, partisan_drm=1, partisans=own(draft.state).partisans - 1)


def combat_drm(world: World, state: OcsState) -> tuple[tuple[str, int, str], ...]:
    """The announced +1."""
    return (("partisans", 1, "TTW RE.C22"),) if own(state).partisan_drm else ()


def luftwaffe_released(draft: Draft) -> None:
    """RE.C23: one Fw.190A at any base, Active; later an Air replacement."""
    unit = draft.state.air.get(RESERVE_AIR)
    bases = sorted(h for h, b in draft.state.bases.items() if b.owner == AXIS)
    if "luftwaffe_reserves_released" in own(draft.state).happened or unit is None:
        _bring(draft, AXIS, "air", 1)
    elif bases:
        draft.ask(GameChoice(AXIS, RESERVE, tuple(draft.world.board.id(h) for h in bases),
                             "At which base does the Fw.190A arrive?", "TTW RE.C23"))


def place_reserve(draft: Draft, decision: GameChoice, word: str) -> None:
    """It is Active."""
    unit = draft.state.air[RESERVE_AIR]
    air.put(draft, evolve(unit, hex=draft.world.board.at(word), box=MAP, active=True, lost=0))


# ---------------------------------------------------------------- rare events


def rvgk_supply(draft: Draft) -> None:
    """RE.R11-12: 10 SP at a Front HQ in Offensive Posture."""
    found = tuple(
        n for n in _fronts(draft.state, OFFENSIVE) if own(draft.state).fronts[n].hex != NOWHERE
    )
    if len(found) == 1:
        _give(draft, found[0])
    elif found:
        draft.ask(GameChoice(SOVIET, GIFT, found, "Which Front receives 10 SP?",
                             "TTW RE.R11-12"))


def _give(draft: Draft, front: str) -> None:
    hex_ = own(draft.state).fronts[front].hex
    dumps.add(draft, hex_, SOVIET, GIFT_TOKENS, arrived=True)
    draft.log("supply", f"{dumps.show(GIFT_TOKENS)} for {name(front)}", rule="TTW RE.R11-12",
              hex=draft.world.board.id(hex_), side=SOVIET)


def give(draft: Draft, decision: GameChoice, word: str) -> None:
    """The Front that the Soviet player names."""
    _give(draft, word)


def crimean_troops(draft: Draft) -> None:
    """RE.R13-14: 5 Pax, and 3 Ally Pax while Rumania fights on."""
    _bring(draft, AXIS, "pax", 5)
    if own(draft.state).rumania != SURRENDERED:
        _bring(draft, AXIS, "ally", 3)


def okh_reserves(draft: Draft) -> None:
    """RE.R15: 8 Pax, 1 Air, and 1st Mountain Division by rail if it is not yet in play."""
    _bring(draft, AXIS, "pax", 8)
    _bring(draft, AXIS, "air", 1)
    unit = draft.state.units.get(MOUNTAIN)
    if MOUNTAIN in draft.world.counters and (unit is None or unit.box == ARRIVING):
        _bring(draft, AXIS, MOUNTAIN, 1)


def sudden_surrender(draft: Draft) -> None:
    """RE.R16-21: aircraft go at once, ground units at the end of the turn; 2 VP."""
    if own(draft.state).rumania != SURRENDERED:
        allies.surrender(draft, ground=False)


def okw_reserves(draft: Draft) -> None:
    """RE.R24-25: two AR 4 and two AR 5 Eq."""
    _bring(draft, AXIS, "eq 4", 2)
    _bring(draft, AXIS, "eq 5", 2)


# ---------------------------------------------------------------- crisis off the map (RE.R26)


def crisis(draft: Draft) -> None:
    """RE.R26: in the Reinforcement Phase a panzer and a PG division leave."""
    _bring(draft, AXIS, CRISIS, 1)


def pairs(world: World, state: OcsState) -> tuple[tuple[str, str], ...]:
    """Panzer and PG divisions with at least 8 combat units on the map between them."""
    size: dict[str, int] = {}
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if unit.on_map and counter.side == AXIS and counter.fighting and counter.formation:
            size[counter.formation] = size.get(counter.formation, 0) + 1
    panzer = [f for f in size if _is_kind(f, "Pz")]
    grenadier = [f for f in size if _is_kind(f, "PG")]
    return tuple(
        (p, g) for p in sorted(panzer) for g in sorted(grenadier)
        if size[p] + size[g] >= CRISIS_UNITS
    )


def _is_kind(formation: str, word: str) -> bool:
    return word in formation.split()


def ask_crisis(draft: Draft) -> bool:
    """The Axis player names the pair that leaves."""
    found = pairs(draft.world, draft.state)
    if found:
        listed = "; ".join(f"{n}: {p} and {g}" for n, (p, g) in enumerate(found, 1))
        draft.ask(GameChoice(AXIS, CRISIS, tuple(str(n) for n in range(1, len(found) + 1)),
                             f"Which divisions leave? {listed}", "TTW RE.R26"))
    return bool(found)


def leave(draft: Draft, decision: GameChoice, word: str) -> None:
    """They come back three turns later, two random units in the Dead Pile (RE.R26)."""
    world = draft.world
    pair = pairs(world, draft.state)[int(word) - 1]
    ids = [
        u.id for u in draft.state.units.values()
        if u.on_map and world.counters[u.id].formation in pair
    ]
    put(draft, *(evolve(draft.state.units[i], hex=NOWHERE, box=POOL, marker="", oos=False,
                        fuel="") for i in ids))
    back = draft.state.turn + CRISIS_TURNS
    change(draft, withdrawn=(*own(draft.state).withdrawn, (back, tuple(ids))))
    draft.log("note", f"{pair[0]} and {pair[1]} leave the map until turn {back}",
              rule="TTW RE.R26", side=AXIS)


def come_back(draft: Draft) -> bool:
    """Divisions whose time has come return as reinforcements (RE.R26)."""
    due = [ids for turn, ids in own(draft.state).withdrawn if turn <= draft.state.turn]
    if not due:
        return False
    change(draft, withdrawn=tuple(
        entry for entry in own(draft.state).withdrawn if entry[0] > draft.state.turn
    ))
    for ids in due:
        alive = [i for i in ids if draft.world.counters[i].fighting]
        for _ in range(min(CRISIS_LOST, len(alive))):
            dead = alive.pop(draft.roll(len(alive)) - 1)
            put(draft, Unit(dead, NOWHERE, DEAD, lost=draft.world.counters[dead].steps))
        rest = tuple(i for i in ids if draft.state.units[i].box != DEAD)
        put(draft, *(evolve(draft.state.units[i], box=ARRIVING) for i in rest))
        _ask_entry(draft, rest)
    return True


def _ask_entry(draft: Draft, ids: tuple[str, ...]) -> None:
    """By rail: any detrainable hex."""
    hexes = tuple(sorted(rail.detrainable(draft.world, draft.state, AXIS, cargo=True)))
    if hexes and ids:
        draft.ask(Placement(AXIS, ids, hexes, "TTW RE.R26"))


def reinforcement(draft: Draft) -> bool:
    """What events hold ready for the Axis Reinforcement Phase."""
    if acting(draft.state) != AXIS:
        return False
    asked = come_back(draft)
    pending = own(draft.state).pending
    items = [item for side, item, _ in pending if side == AXIS]
    special = {CRISIS, MOUNTAIN} & set(items)
    if not special:
        return asked
    change(draft, pending=tuple(p for p in pending if p[1] not in special))
    if MOUNTAIN in special:
        put(draft, Unit(MOUNTAIN, NOWHERE, ARRIVING))
        hexes = tuple(sorted(rail.detrainable(draft.world, draft.state, AXIS, cargo=True)))
        if hexes:
            draft.ask(Placement(AXIS, (MOUNTAIN,), hexes, "TTW RE.R15"))
            asked = True
    return (CRISIS in special and ask_crisis(draft)) or asked


def initiative(world: World, state: OcsState) -> str:
    """The side that an event lets win this turn's initiative (RE.C16, RE.C21)."""
    return own(state).initiative


CHOICES = {
    TEMPO: set_tempo, GIFT: give, BUST: place_bust, TAKE: take_supply, RESERVE: place_reserve,
    DRM: announce, CRISIS: leave,
}
