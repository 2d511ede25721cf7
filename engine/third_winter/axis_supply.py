"""Axis supply: the table, and where it is placed (TTW 2.1, 2.3b B, 2.3c B, 1.7c)."""

from __future__ import annotations

from engine.ocs import dumps, reinforcements
from engine.ocs.decisions import Delivery, GameChoice
from engine.ocs.pieces import AXIS, SP
from engine.ocs.sequence import acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import boxes
from engine.third_winter.army_hqs import ARMY, GROUP, on_map
from engine.third_winter.places import cities, controls
from engine.third_winter.soviet_supply import supplied
from engine.third_winter.state import change, own

PER_ARMY = 3 * SP
"""Tokens that an Army HQ takes (TTW 2.3b B)."""
PER_BASE = 2
"""Tokens that an air base in trace takes (TTW 1.7c)."""
RULE = "TTW 2.3b"


def rolled(world: World, roll: int) -> int:
    """SP for air bases, Army and Army Group HQs of a roll (TTW 2.1)."""
    rows = world.charts.tables["supply_axis"]["rows"]
    return int(next(r["hq_sp"] for r in rows if r["min"] <= roll <= r["max"]))


def reinforcement(draft: Draft) -> bool:
    """Two dice each Axis Reinforcement Phase of a scenario that uses the table (TTW 2.1)."""
    tag = f"supply axis {draft.state.turn}"
    if acting(draft.state) != AXIS or tag in own(draft.state).rolled:
        return False
    if not draft.world.scenario.switches.get("supply_table", False):
        return False
    change(draft, rolled=own(draft.state).rolled | {tag})
    roll = draft.roll(6) + draft.roll(6)
    hq_sp = rolled(draft.world, roll)
    draft.log("supply", f"Axis supply: {hq_sp} SP for HQs", rule="TTW 2.1", roll=roll, side=AXIS)
    left = _cities(draft)
    tokens = hq_sp * SP + left - _owed(draft)
    if tokens > 0 and boxes.takes_supply(draft.state):
        choices = tuple(str(n) for n in range(min(tokens, boxes.PER_TURN) + 1))
        draft.ask(GameChoice(AXIS, f"{boxes.SUPPLY} {tokens}", choices,
                             "Tokens for the Rumania Air Box", "TTW 1.7c"))
    else:
        place(draft, tokens)
    return True


def to_box(draft: Draft, decision: GameChoice, word: str) -> None:
    """So many tokens go to the Rumania Air Box, the rest to the map (TTW 1.7c)."""
    boxes.store(draft, int(word))
    place(draft, int(decision.topic.split()[1]) - int(word))


def _owed(draft: Draft) -> int:
    """Tokens kept back for the stocks of withdrawn units (TTW 1.7c)."""
    owed = own(draft.state).owed.get(AXIS, 0)
    if owed:
        change(draft, owed={**own(draft.state).owed, AXIS: 0})
    return owed


def _cities(draft: Draft) -> int:
    """1 SP in each supply city that is held; what has no city goes to the HQs."""
    fill = draft.world.charts.tables["supply_axis_cities_fill"]
    tokens = int(draft.world.charts.tables["supply_axis"]["cities_sp"]) * SP
    for name in fill["cities"]:
        hexes = [h for h in cities(draft.world).get(name, ())
                 if controls(draft.world, draft.state, AXIS, h)]
        part = min(tokens, int(fill["sp_each"]) * SP)
        if hexes and part:
            dumps.add(draft, hexes[0], AXIS, part, arrived=True)
            tokens -= part
            draft.log("supply", f"{dumps.show(part)} arrive in {name}", rule="TTW 2.1",
                      hex=draft.world.board.id(hexes[0]), side=AXIS)
    return tokens


def delivery(world: World, state: OcsState, tokens: int) -> Delivery:
    """Up to 2T at air bases in trace, 3 SP at Army HQs, the rest with the Army Group HQ."""
    group = tuple(dict.fromkeys(u.hex for u in on_map(world, state, GROUP)))
    armies = tuple(dict.fromkeys(
        u.hex for u in on_map(world, state, ARMY) if u.hex not in group
    ))
    bases = tuple(
        h for h, b in sorted(state.bases.items())
        if b.owner == AXIS and h not in group + armies and supplied(world, state, AXIS, h)
    )
    most = (tokens,) * len(group) + (PER_ARMY,) * len(armies) + (PER_BASE,) * len(bases)
    return Delivery(AXIS, tokens, (*group, *armies, *bases), most, RULE)


def place(draft: Draft, tokens: int) -> None:
    """The Axis player places it (TTW 2.3b B, 2.3c B)."""
    if tokens > 0:
        reinforcements.deliver(draft, delivery(draft.world, draft.state, tokens))


CHOICES = {boxes.SUPPLY: to_box}
