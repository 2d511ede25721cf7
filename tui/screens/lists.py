"""The lists of the game: help, palette, rule, log, sequence of play, units, the end."""

from __future__ import annotations

from engine.efs.air_units import in_play, known_to
from engine.efs.sequence import SEQUENCE
from engine.rulebook import children, find, nearest, notes, search
from tui.desk.desk import Desk
from tui.desk.units import condition, short
from tui.keys import BINDINGS, MOVE_HELP
from tui.map.glyphs import WORDS
from tui.panels.lines import Line, table, wrap
from tui.panels.log import entries
from tui.screens.listing import Item, Listing, item
from tui.theme import Theme

LEGEND = (
    ("[7] (3)", "Axis and Soviet stacks: attack of the side in turn, defence of the other"),
    ("H N ? +2", "headquarters, Non-Op headquarters, strength unknown, artillery support"),
    (">7]", "the selected units"),
    ("2 2+", "movement points left: with a plus or a half sign, half a point more"),
    ("! o @", "declared attack, Out of Supply, air mission or interdiction"),
    ("Sumy**", "a place; each star counts for victory"),
    ("/ \\ __", "rivers on the sides of hexes; ~ wide water; x a bridge; # fortified"),
    ("- = +", "minor road, main road, railroad"),
    *((sign, word) for sign, word in WORDS.items()),
)


def help_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """What can be done now, every key, and what the signs mean."""
    items: list[Item] = []
    ask = desk.ask
    if ask is not None:
        items += _lines(wrap(f"{ask.side.capitalize()}: {ask.prompt} ({ask.rule})", width - 1))
        for choice in desk.task.choices():
            why = f"  {choice.refusal}" if choice.refusal is not None else ""
            items += _lines(wrap(f"  {choice.key}: {choice.label}{why}", width - 1))
    items.append(item(""))
    rows = [(MOVE_HELP, "move the cursor")]
    group = ""
    for binding in BINDINGS:
        if binding.group != group:
            items += _lines(table(rows, width - 1, "key"))
            rows, group = [], binding.group
            items.append(item(group, "title"))
        rows.append((binding.shown, binding.help))
    items += _lines(table(rows, width - 1, "key"))
    items.append(item("Signs of the map", "title"))
    items += _lines(table(LEGEND, width - 1, "key"))
    items.append(item("Commands that can be typed after :", "title"))
    forms = [(form.syntax(), form.help) for form in desk.game.grammar.forms]
    forms.append(("save NAME", "go on under another name; the save so far stays as it is"))
    forms.append(("rule NUMBER or WORDS", "what a rule says"))
    items += _lines(table(forms, width - 1, "key"))
    return Listing(theme, "Help", items, hint="arrows scroll, type to filter, Esc leaves")


def palette_screen(theme: Theme, desk: Desk) -> Listing:
    """Every key, then every command that the step or decision knows."""
    items = []
    for choice in desk.task.choices():
        if choice.refusal is None:
            text = f"{choice.label}  ({choice.key})"
            items.append(item(text, "", ("key", _KEY.get(choice.key, choice.key))))
    for binding in BINDINGS:
        if binding.group in ("Look", "Screens", "Undo") or binding.action in ("end", "next"):
            items.append(item(f"{binding.help}  ({binding.shown})", "", ("key", binding.keys[0])))
    for form in desk.game.grammar.forms:
        items.append(item(f": {form.syntax()}", "dim", ("text", form.verb + " "), form.help))
    return Listing(theme, "Commands", items)


_KEY = {"Enter": "enter", "Space": "space", "Esc": "escape", "Tab": "tab", "+": "plus"}


def rule_screen(theme: Theme, rule: str, width: int) -> Listing:
    """What a rule says, in one sentence, with its parts, those it depends on, and notes."""
    items: list[Item] = []
    found = nearest(rule) if rule else None
    hits = search(rule) if rule and found is None else ()
    for hit in hits:
        items += _lines(wrap(f"{hit.id}  {hit.title}: {hit.says}", width - 1))
    if hits:
        return Listing(theme, f"Rules about: {rule}", items, hint="type to filter, Esc leaves")
    if found is None:
        items.append(item(f"no rule is about {rule}" if rule else "no rule has been named yet"))
    else:
        items += _lines(wrap(f"{found.id}  {found.title}", width - 1, "title"))
        items += _lines(wrap(found.says, width - 1, "", ""))
        others = [*children(found), *(find(i) for i in found.depends)]
        for other in others:
            if other is not None:
                items.append(item(""))
                items += _lines(wrap(f"{other.id}  {other.title}: {other.says}", width - 1, "dim"))
        for note in notes(found):
            items.append(item(""))
            items += _lines(wrap(f"Note: {note.problem} We read: {note.suggested}", width - 1))
    return Listing(theme, "Rule", items, hint="arrows scroll, Esc leaves")


def log_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """The whole log; Enter goes to the hex of a line."""
    items: list[Item] = []
    for one in entries(desk):
        hex_ = desk.world.board.index.get(one.hex, -1)
        text = f"{one.text}  {one.rule}" if one.rule else one.text
        for row in wrap(text, width - 1, one.look):
            items.append(Item(row, hex_ if hex_ >= 0 else None, text))
    return Listing(theme, "Log", items, at=len(items) - 1,
                   hint="Enter goes to the hex, type to filter, Esc leaves")  # fmt: skip


def sequence_screen(theme: Theme, desk: Desk) -> Listing:
    """The sequence of play: what is done, where we are, what is left."""
    items = []
    for index, step in enumerate(SEQUENCE):
        sign = "*" if index == desk.state.step else "x" if index < desk.state.step else " "
        look = "title" if sign == "*" else "dim" if sign == "x" else ""
        side = f" ({step.side})" if step.side else ""
        items.append(item(f"{sign} {step.id:<8} {step.title}{side}  {step.rule}", look))
    turn, last = desk.state.turn, desk.world.scenario.last_turn
    return Listing(theme, f"Sequence of play, turn {turn} of {last}", items, hint="Esc leaves")


def units_screen(theme: Theme, desk: Desk) -> Listing:
    """Every unit and air unit with its condition; Enter goes to its hex."""
    items = []
    world, state = desk.world, desk.state
    for unit in state.units.values():
        counter = world.counters[unit.id]
        where = world.board.label(unit.hex) if unit.on_map else f"({unit.box.replace('_', ' ')})"
        more = condition(world, unit)
        text = f"{short(world, unit):<28} {where:<18} {more}"
        items.append(item(text.rstrip(), counter.side if unit.on_map else "dim",
                          unit.hex if unit.on_map else None, counter.side))  # fmt: skip
    for air in state.air.values():
        craft = world.aircraft[air.id]
        if not in_play(world, air.id):
            continue
        where = world.board.label(air.hex) if air.hex >= 0 else f"({air.box})"
        known = known_to(world, state, air.id, desk.side)
        name = craft.name if known else "an air unit"
        text = f"air {craft.acr} CAS {craft.cas}" if known else "face down"
        items.append(item(f"{name:<28} {where:<18} {text}", craft.side,
                          air.hex if air.hex >= 0 else None, craft.side))  # fmt: skip
    return Listing(theme, "Units", items, hint="Enter goes to the hex, type to filter, Esc leaves")


def victory_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """Who has won, and why."""
    outcome = desk.game.outcome
    items: list[Item] = []
    if outcome is not None:
        title = "A draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} victory"
        items.append(item(title, "title"))
        items += _lines(wrap(f"{outcome.reason} ({outcome.rule})", width - 1, "", ""))
    items.append(item(""))
    items.append(item(desk.world.hooks.score(desk.world, desk.state)))
    for hex_, side in desk.world.hooks.stars(desk.world, desk.state):
        items.append(item(f"  {desk.world.board.label(hex_)}: {side.capitalize() or 'nobody'}",
                          side))  # fmt: skip
    for side, steps in sorted(desk.state.lost.items()):
        items.append(item(f"  {side.capitalize()} lost {steps} steps"))
    items += [
        item(""), item("Look at the map", "", "map"),
        item("Take the last command back", "", "undo"), item("Choose another game", "", "new"),
        item("Leave", "", "quit"),
    ]
    return Listing(theme, "The end", items, hint="Enter chooses, Esc shows the map")


def _lines(lines: list[Line]) -> list[Item]:
    return [Item(one) for one in lines]
