"""Examples of the rulebooks, figure by figure: odds, results, Overruns, air, artillery, orders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from engine.core.errors import Refusal
from engine.efs import (
    aa_fire,
    air_combat,
    air_units,
    artillery,
    cas,
    combat,
    declaration,
    headquarters,
    interdiction,
    losses,
    modifiers,
    movement,
    orders,
    overrun,
    readiness,
    results,
    retreat,
)
from engine.efs.air_units import MISSION
from engine.efs.charts import Modifier, find
from engine.efs.decisions import Lose, Recover, Retreat
from engine.efs.odds import BELOW, column_for, strengths
from engine.efs.pieces import (
    AXIS,
    CADRE,
    FLOWN,
    MAP,
    READY,
    SILENCED,
    SOVIET,
    AirUnit,
    Counter,
    Unit,
    marked,
)
from engine.efs.state import Attack, Combat, Fort
from engine.efs.world import Draft, World
from tests.efs.examples import Vector, tables, vectors
from tests.efs.support import (
    counter,
    make_board,
    make_draft,
    make_state,
    make_world,
    plane,
    play,
    refusal,
)
from tests.efs.support import (
    headquarters as hq,
)

WORLD = make_world()


def soviet(name: str, attack: int = 2, defense: int = 2, **fields: Any) -> Counter:
    return counter(name, attack, defense, side=SOVIET, **fields)


# ---------------------------------------------------------------- odds and declaration


@pytest.mark.parametrize("vector", vectors("odds"))
def test_odds(vector: Vector) -> None:
    """Rounded in the defender's favour; worse than the lowest column eliminates the attackers."""
    found = column_for(WORLD, vector["attack"], vector["defence"])
    assert found == vector["column"]
    if found == BELOW:
        wanted = (vector["attacker"], vector["defender"])
        assert combat.lookup(WORLD, found, 5, 0) == wanted


@pytest.mark.parametrize("vector", vectors("declaration"))
def test_declaration(vector: Vector) -> None:
    world = make_world(counters=[
        counter("A", vector["attack"], 4), soviet("D", 2, vector["defence"]),
    ])
    draft = make_draft(world, {"A": "0303", "D": "0304"}, step="B.2")
    assert (refusal(draft, "attack 0304 with A", declaration) == "") is vector["allowed"]


# ---------------------------------------------------------------- the Combat Results Table


@pytest.mark.parametrize("vector", vectors("crt"))
def test_crt(vector: Vector) -> None:
    """Column, net DRM, modified roll and both results of the tutorial's three combats."""
    found = tuple(Modifier(row["id"], row["value"], "") for row in vector["drm"])
    net = modifiers.net(WORLD, found)
    assert net == vector["net_drm"]
    assert vector["die"] + net == vector["modified"]
    column = column_for(WORLD, vector["attack"], vector["defence"])
    assert column == vector["column"]
    assert combat.lookup(WORLD, column, vector["die"], net) == (
        vector["attacker"], vector["defender"]
    )
    assert losses.read(vector["attacker"]).steps == vector.get("attacker_steps", 0)


@pytest.mark.parametrize("vector", vectors("drm_limit"))
def test_drm_limit(vector: Vector) -> None:
    found = tuple(Modifier(str(n), value, "") for n, value in enumerate(vector["drms"]))
    assert modifiers.net(WORLD, found) == vector["final"]


@pytest.mark.parametrize("vector", vectors("drm_shift"))
def test_drm_shift(vector: Vector) -> None:
    """What a DRM carries beyond the table is lost: rows 0 and 11 are the last."""
    for column in WORLD.charts.crt_columns:
        row = vector["row"]
        wanted = (WORLD.charts.crt_attacker[column][row], WORLD.charts.crt_defender[column][row])
        assert combat.lookup(WORLD, column, vector["die"], vector["drm"]) == wanted


# ---------------------------------------------------------------- losses and orders


def fought(vector: Vector) -> Draft:
    """Infantry and an engineer at 0303 against a fortified or open 0304, at the roll's result."""
    world = make_world(counters=[
        counter("Infantry", 4, 4, reduced=(2, 2, 6)),
        counter("Engineer", 2, 2, reduced=(1, 1, 6), type="engineer"),
        soviet("Defender", 2, 8, steps=4, reduced=(1, 4, 6)),
    ])
    hex_ = world.board.at("0304")
    forts = {hex_: Fort(SOVIET)} if vector.get("fortification") else {}
    fight = Combat(
        Attack((hex_,), mandated=vector.get("mandated", False)), ("Infantry", "Engineer"),
        supplied=vector["attack_supplied"], engineers=vector["engineer_declared"],
        result=(vector["result"], "-"), stage="attacker",
    )
    return make_draft(
        world, {"Infantry": "0303", "Engineer": "0303", "Defender": "0304"}, step="B.4c",
        forts=forts, combat=fight,
    )


@pytest.mark.parametrize("vector", vectors("asterisk"))
def test_asterisk(vector: Vector) -> None:
    """How many steps the attacker loses, and who must take the first."""
    draft = fought(vector)
    fight = draft.state.combat
    assert fight is not None
    steps = results.steps_to_lose(draft.world, draft.state, fight, defending=False)
    assert steps == vector["steps"]
    results.proceed(draft)
    if vector["first_step"] == "engineer" and steps == 1:
        assert not draft.state.asks  # no choice: it has lost the step
        assert draft.state.units["Engineer"].lost == 1
        return
    lost = {i: u.lost for i, u in draft.state.units.items() if u.lost}
    if steps >= 4:
        assert sorted(lost) == ["Engineer", "Infantry"]  # every step they have
        return
    asked = draft.state.asks[-1]
    assert isinstance(asked, Lose) and asked.steps == steps
    wanted = ("Engineer",) if vector["first_step"] == "engineer" else ()
    assert asked.first_from == wanted


@pytest.mark.parametrize("vector", vectors("attack_supply_loss"))
def test_attack_supply_loss(vector: Vector) -> None:
    """Extra steps of an asterisk: without supply, mandated, against a fortification."""
    case = vector["case"]
    draft = fought({
        "result": "*", "attack_supplied": "no attack supply" not in case,
        "engineer_declared": False, "mandated": "mandated attack" in case,
        "fortification": "no fortification" not in case,
    })
    fight = draft.state.combat
    assert fight is not None
    extra = results.asterisk_steps(draft.world, draft.state, fight)
    assert extra == vector["extra_steps"]


@pytest.mark.parametrize("vector", vectors("order_result"))
def test_order_result(vector: Vector) -> None:
    """What an order makes of an R result: steps lost, and how far the defenders go."""
    hill = vector.get("protecting_terrain", False)
    nation = "german" if vector.get("all_german", True) else "hungarian"
    world = make_world(
        make_board(8, 10, terrain={"0404": "hill" if hill else "clear"}),
        [counter("Defender", 4, 8, steps=4, reduced=(2, 4, 6), nationality=nation),
         soviet("Attacker", 4, 4)],
    )
    hex_ = world.board.at("0404")
    fight = Combat(
        Attack((hex_,)), ("Attacker",), result=("-", vector["result"]),
        defender_order=vector["order"].replace("_", "-"), stage="defender_retreat",
    )
    draft = make_draft(world, {"Defender": "0404", "Attacker": "0403"}, step="C.4c", combat=fight)
    assert results.steps_to_lose(world, draft.state, fight, defending=True) == vector["steps"]
    results.proceed(draft)
    asked = [a for a in draft.state.asks if isinstance(a, Retreat)]
    assert bool(asked) is vector["retreats"]
    if asked:
        assert asked[0].length == vector["retreat_hexes"]
        assert (asked[0].owner, asked[0].side) == (AXIS, SOVIET)  # the enemy leads them


@pytest.mark.parametrize("vector", vectors("retreat_roll"))
def test_retreat_roll(vector: Vector) -> None:
    """0405 is in the ZOC of the enemy at 0305: the way costs a step, a failed roll everything."""
    world = make_world(
        make_board(8, 8), [soviet("Division", 4, 4, reduced=(2, 2, 6)), counter("Foe")]
    )
    roll = vector["modified"]
    draft = make_draft(world, {"Division": "0404", "Foe": "0305"}, step="B.4c", rolls=(roll,))
    draft.ask(Retreat(SOVIET, SOVIET, ("Division",), 2, world.board.at("0404")))
    play(draft, "retreat Division via 0405 0505", retreat)
    unit = draft.state.units["Division"]
    if vector["result"] == "success":
        assert (unit.box, world.board.id(unit.hex), unit.lost) == (MAP, "0505", 1)
    else:
        assert unit.box == CADRE


# ---------------------------------------------------------------- fortifications and terrain


def drm_of(world: World, units: dict[str, str], attackers: tuple[str, ...], **state: Any) -> int:
    """Terrain and works of an attack on 0404, netted."""
    draft = make_draft(world, units, step="B.4c", **state)
    fight = Combat(Attack((world.board.at("0404"),)), attackers)
    found = modifiers.drms(world, draft.state, fight)
    return sum(m.value for m in found if m.rule.startswith(("BSR 15.61", "BSR 18")))


@pytest.mark.parametrize("vector", vectors("fortification_drm"))
def test_fortification_drm(vector: Vector) -> None:
    """The line runs between 0403 and 0404; another attacker stands at 0405."""
    case = vector["case"]
    city = {"0407": "city"} if "city" in case else {}
    sides = {("0403", "0404"): "fortified_line"} if "line" in case else {}
    world = make_world(
        make_board(8, 9, terrain=city, sides=sides),
        [counter("North"), counter("South"), soviet("Defender")],
    )
    hex_ = world.board.at("0404")
    forts = {hex_: Fort(SOVIET)} if "strongpoint" in case else {}
    attackers = ("North", "South") if "elsewhere" in case else ("North",)
    control = {"0407": SOVIET}
    units = {"North": "0403", "South": "0405", "Defender": "0404"}
    assert drm_of(world, units, attackers, forts=forts, control=control) == vector["drm"]


@pytest.mark.parametrize("vector", vectors("terrain_drm"))
def test_terrain_drm(vector: Vector) -> None:
    terrain = {"0404": vector["terrain"]} if vector["terrain"] == "major_city" else {}
    sides = {("0403", "0404"): "river"} if "river" in vector["terrain"] else {}
    world = make_world(
        make_board(8, 9, terrain=terrain, sides=sides), [counter("North"), soviet("Defender")]
    )
    units = {"North": "0403", "Defender": "0404"}
    assert drm_of(world, units, ("North",), control={"0404": SOVIET}) == vector["drm"]


# ---------------------------------------------------------------- the Overrun Table


@pytest.mark.parametrize("vector", vectors("overrun_odds_drm"))
def test_overrun_odds_drm(vector: Vector) -> None:
    found = find(WORLD.charts.overrun_odds, vector["odds"])
    assert int(found.get("value", 0)) == vector["value"]


@pytest.mark.parametrize("vector", vectors("overrun_band"))
def test_overrun_band(vector: Vector) -> None:
    found = find(WORLD.charts.overrun_bands, vector["modified"])
    assert (found["result"], found["defender_steps"]) == ("success", vector["defender_steps"])


@pytest.mark.parametrize("vector", vectors("overrun_minimum"))
def test_overrun_minimum(vector: Vector) -> None:
    world = make_world(counters=[
        counter("German", ma_class="motorized"),
        counter("Hungarian", nationality="hungarian", ma_class="motorized"),
    ])
    who = vector["who"]
    ids = ("German",) if "all German" in who or "engineer" in who else ("German", "Hungarian")
    assert overrun.minimum_odds(world, ids, "fortification" in who) == vector["odds"]


# ---------------------------------------------------------------- airpower


@pytest.mark.parametrize("vector", vectors("air_initiative"))
def test_air_initiative(vector: Vector) -> None:
    found = air_combat.read_initiative(WORLD, vector["roll"], (AXIS, SOVIET))
    if "combat" in vector:
        assert bool(found.side) is vector["combat"]
        return
    shown = (found.side + "_local" * found.local) or "none"
    assert shown == vector["result"]


def rating(text: str) -> int:
    return int(text.partition("ACR ")[2].partition(")")[0])


@pytest.mark.parametrize("vector", vectors("air_combat"))
def test_air_combat(vector: Vector) -> None:
    firer, target = rating(vector["firer"]), rating(vector["target"].replace(",", ")"))
    assert air_combat.difference(WORLD, firer, target) == vector["column"]
    assert air_combat.read_fire(WORLD, firer, target, vector["die"]) == vector["result"]


@pytest.mark.parametrize("vector", vectors("air_column"))
def test_air_column(vector: Vector) -> None:
    found = air_combat.difference(WORLD, vector["firer"], vector["target"])
    assert found == vector["column"]


@pytest.mark.parametrize("vector", vectors("aa_fire"))
def test_aa_fire(vector: Vector) -> None:
    assert vector["die"] + vector["gun_drm"] + vector["aircraft_drm"] == vector["modified"]
    assert aa_fire.result(WORLD, vector["modified"]) == vector["result"]


@pytest.mark.parametrize("vector", vectors("aa_drm"))
def test_aa_drm(vector: Vector) -> None:
    """An HQ and two AA units count three, held to two, less the Ju87's one."""
    guns = vector["guns"]
    pieces = [hq(f"HQ{n}") for n in range(guns["soviet_hq"])]
    pieces += [soviet(f"AA{n}", type="antiair") for n in range(guns["soviet_aa_units"])]
    world = make_world(counters=pieces, planes=[plane("Ju87")])
    state = make_state(world, {piece.id: "0303" for piece in pieces})
    hex_ = world.board.at("0303")
    raw = sum(m.value for m in aa_fire.gun_modifiers(world, state, hex_, SOVIET))
    assert raw == vector["raw"]
    assert aa_fire.held(world, raw) == vector["capped"]
    assert world.aircraft["Ju87"].aa_drm == vector["aircraft"]
    assert aa_fire.drm(world, state, hex_, SOVIET, "Ju87") == vector["net"]


@pytest.mark.parametrize("vector", vectors("readiness"))
def test_readiness(vector: Vector) -> None:
    name = "SB" if vector["side"] == SOVIET else "He111"
    world = make_world(planes=[plane(name)])
    draft = make_draft(world, step="A.5", air={name: FLOWN}, rolls=(vector["die"],))
    readiness.check_readiness(draft, name, FLOWN)
    assert (draft.state.air[name].box == READY) is vector["passes"]


@pytest.mark.parametrize("vector", vectors("cas_drm"))
def test_cas_drm(vector: Vector) -> None:
    attack = Attack((WORLD.board.at("0303"),))
    net = vector["attacker_points"] - vector["defender_points"]
    state = make_state(WORLD, cas=((attack.hexes[0], net),))
    found = cas.modifier(state, attack)
    assert found is not None and found.value == vector["drm"]


@pytest.mark.parametrize("vector", vectors("interdiction"))
def test_interdiction(vector: Vector) -> None:
    bomber = evolve(plane("Ju88"), interdiction=vector["rating"])
    world = make_world(planes=[bomber])
    hex_ = world.board.at("0303")
    out = AirUnit("Ju88", READY, hex_, MISSION, revealed=True)
    draft = make_draft(world, step="A.6d", air={"Ju88": out})
    interdiction.mark(draft, hex_)
    assert interdiction.level_at(world, draft.state, hex_) == vector["level"]


@pytest.mark.parametrize("vector", vectors("hq_interdiction"))
def test_hq_interdiction(vector: Vector) -> None:
    world = make_world(counters=[hq("Army", command=vector["command"])])
    hex_ = world.board.at("0303")
    state = make_state(world, {"Army": "0303"}, interdicted={hex_: vector["level"]})
    found = headquarters.command_value(world, state, state.units["Army"])
    assert found == vector["left"]


@pytest.mark.parametrize("vector", vectors("air_mission_units"))
def test_air_mission_units(vector: Vector) -> None:
    """Three units of a side may fly one mission, a fourth not."""
    most = vector["per_side"]
    planes = [plane("Ju88", n) for n in range(1, most + 2)]
    world = make_world(planes=planes, unlimited_air_range=True)
    state = make_state(world, step="A.6a")
    hex_ = world.board.at("0303")
    ids = tuple(p.id for p in planes)
    assert air_units.check_send(world, state, AXIS, hex_, ids[:most]) is None
    refused = air_units.check_send(world, state, AXIS, hex_, ids)
    assert isinstance(refused, Refusal) and refused.rule == "BSR 17.21b"


# ---------------------------------------------------------------- artillery (PB 11.3, 7.3)


def battery(vector: Vector) -> tuple[World, dict[str, str | Unit]]:
    """Guns in the Defender Hex 0404, in 0505, and stacked with an HQ in 0305."""
    where = {
        "0404": vector["defender_hex"], "0505": vector["elsewhere"], "0305": vector["hq_stacked"],
    }
    guns = [
        (soviet(f"Gun {hex_} {n}", 0, 1, type="artillery", support=2, range=3), hex_)
        for hex_, count in where.items() for n in range(count)
    ]
    needs_hq = vector["hq_stacked"] or vector.get("non_op")
    pieces = [gun for gun, _ in guns] + ([hq("Army")] if needs_hq else [])
    world = make_world(
        make_board(8, 8), [*pieces, soviet("Division", 5, 5), counter("Attacker", 6, 6)]
    )
    units: dict[str, str | Unit] = {gun.id: hex_ for gun, hex_ in guns}
    units |= {"Division": "0404", "Attacker": "0403"}
    if needs_hq:
        units["Army"] = Unit("Army", world.board.at("0305"), nonop=vector.get("non_op", False))
    silent = [gun.id for gun, hex_ in guns if hex_ == "0305"][: vector.get("interdiction", 0)]
    for id_ in silent:
        units[id_] = marked(Unit(id_, world.board.at("0305")), SILENCED)
    return world, units


@pytest.mark.parametrize("vector", vectors("soviet_artillery"))
def test_soviet_artillery(vector: Vector) -> None:
    """How many of the guns may support the defense together."""
    world, units = battery(vector)
    state = make_state(world, units, step="B.3b")
    hexes = (world.board.at("0404"),)
    guns = tuple(i for i in units if i.startswith("Gun"))
    best = artillery.best_group(world, state, guns, hexes, attacking=False)
    assert len(best) == vector["may_support"]
    if "from_hq_hex" in vector:
        assert sum("0305" in id_ for id_ in best) == vector["from_hq_hex"]


@pytest.mark.parametrize("vector", vectors("support_cap"))
def test_support_cap(vector: Vector) -> None:
    """Four guns of 2 behind a defense of 7: seven of the eight points count."""
    world, units = battery({"defender_hex": 2, "elsewhere": 0, "hq_stacked": 2})
    tank = soviet("Tanks", 2, 2, type="armor", armor=True)
    world = evolve(world, counters={**world.counters, "Tanks": tank})
    state = make_state(world, {**units, "Tanks": "0404"}, step="B.3b")
    guns = tuple(i for i in units if i.startswith("Gun"))
    hexes = (world.board.at("0404"),)
    found = strengths(world, state, ("Attacker",), (), hexes, guns)
    assert sum(world.counters[i].support for i in guns) == vector["support_available"]
    assert found.defense == vector["defence"]
    assert found.defense_support == vector["support_used"]
    three = strengths(world, state, ("Attacker",), (), hexes, guns[1:])
    assert (three.defense, three.defense_support) == (vector["defence"] + 1, 6)


@pytest.mark.parametrize("vector", vectors("romanian_support"))
def test_romanian_support(vector: Vector) -> None:
    """Two Romanian guns leave room for two German ones; a third Romanian has none."""
    names = [f"R{n}" for n in range(3)] + [f"G{n}" for n in range(3)]
    world = make_world(counters=[
        counter(name, 0, 1, type="artillery", support=2, range=3,
                nationality="romanian" if name[0] == "R" else "german")
        for name in names
    ])
    state = make_state(world, dict.fromkeys(names, "0303"), step="B.4c")
    hexes = (world.board.at("0304"),)

    def allowed(romanians: int, germans: int) -> bool:
        ids = tuple(names[:romanians] + names[3 : 3 + germans])
        return artillery.group_problem(world, state, ids, hexes, attacking=True) is None

    two, more = vector["romanian_units"], vector["german_units_allowed"]
    assert allowed(two, more)
    assert not allowed(two, more + 1)
    assert not allowed(two + 1, 1)


# ---------------------------------------------------------------- HQs


@pytest.mark.parametrize("vector", vectors("hq_orders"))
def test_hq_orders(vector: Vector) -> None:
    """A command of 1 covers two combats and gives an order to one of them."""
    world = make_world(counters=[
        hq("Army", command=vector["command"]), soviet("A"), soviet("B"), counter("Foe"),
    ])
    at = world.board.at
    attacks = (Attack((at("0303"),)), Attack((at("0305"),)))
    assert len(attacks) == vector["combats_in_range"]
    draft = make_draft(
        world, {"Army": "0504", "A": "0303", "B": "0305", "Foe": "0204"}, step="B.3c",
        attacks=attacks,
    )
    given = 0
    for number in ("0303", "0305"):
        if refusal(draft, f"order no-retreat {number}", orders) == "":
            play(draft, f"order no-retreat {number}", orders)
            given += 1
    assert given == vector["orders_allowed"]


@pytest.mark.parametrize("vector", vectors("non_op_movement"))
def test_non_op_movement(vector: Vector) -> None:
    """One unit fewer than the recovery value begins to move in a Non-Op HQ's range."""
    names = [f"Rifle{n}" for n in range(vector["recovery"] + 1)]
    world = make_world(counters=[
        hq("Army", recovery=vector["recovery"]), *(soviet(name, ma=6) for name in names),
    ])
    units: dict[str, str | Unit] = dict.fromkeys(names, "0303")
    units["Army"] = Unit("Army", world.board.at("0304"), nonop=True)
    draft = make_draft(world, units, step="C.5")
    begun = 0
    for name in names:
        if refusal(draft, f"move {name} to 0203", movement) == "":
            play(draft, f"move {name} to 0203", movement)
            begun += 1
    assert begun == vector["units_may_start_moving"]


@pytest.mark.parametrize("vector", vectors("hq_recovery"))
def test_hq_recovery(vector: Vector) -> None:
    world = make_world(counters=[hq("Army", recovery=vector["recovery"])])
    piece = Unit("Army", world.board.at("0303"), nonop=True)
    draft = make_draft(world, {"Army": piece}, step="D", rolls=(vector["die"],))
    draft.ask(Recover(SOVIET, "Army"))
    play(draft, "pass", headquarters)
    assert draft.state.units["Army"].nonop is not vector["operational"]


# ---------------------------------------------------------------- the file


def test_every_table_of_vectors_has_a_test() -> None:
    """A table that nobody reads would prove nothing; some are read by their subject's tests."""
    folder = Path(__file__).resolve().parents[1]
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")]
    missing = [name for name in tables() if not any(f'vectors("{name}")' in t for t in texts)]
    assert missing == []
