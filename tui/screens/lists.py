"""The lists of the game: help, palette, rule, log, sequence of play, units, the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from attrs import evolve

from engine.rulebook import children, find, nearest, notes, search
from tui.desk.desk import Desk
from tui.keys import BINDINGS, MOVE_HELP, Binding
from tui.panels.lines import Line, table, wrap
from tui.panels.log import story
from tui.screens.listing import Item, Listing, item
from tui.theme import Theme

FAR_SIGNS = (
    ("A S >", "an Axis stack, a Soviet stack, the selected stack"),
    ("* # o", "victory stars, a city, another place; o also marks a path"),
    ("*S !S", "left of a stack: its hex has stars, or the mark of the stack"),
    ("/S \\. ~.", "left of a hex: a river on its northwest or southwest side, wide water"),
    ("= - +", "roads and railroad: the best one in the hex"),
    ("w ^ : ;", "woods, hills, marsh, swamp; a dot is open land"),
    ("3 12", "movement points left"),
)


def _own(desk: Desk) -> Any:
    """The series' part of the lists."""
    return import_module(desk.look.lists)


def help_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """What can be done now, every key, and what the signs mean."""
    return Listing(theme, "Help", partial(_help, desk), width=width,
                   hint="arrows scroll, type to filter, Esc leaves")  # fmt: skip


def _help(desk: Desk, width: int) -> list[Item]:
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
    for binding in _bindings(desk):
        if binding.group != group:
            items += _lines(table(rows, width - 1, "key"))
            rows, group = [], binding.group
            items.append(item(group, "title"))
        rows.append((binding.shown, binding.help))
    items += _lines(table(rows, width - 1, "key"))
    items.append(item("Signs of the map", "title"))
    items += _lines(table(_own(desk).LEGEND, width - 1, "key"))
    items.append(item("Signs of the far view (Z)", "title"))
    items += _lines(table(FAR_SIGNS, width - 1, "key"))
    items.append(item("Commands that can be typed after :", "title"))
    forms = [(form.syntax(), form.help) for form in desk.game.grammar.forms]
    forms.append(("save NAME", "go on under another name; the save so far stays as it is"))
    forms.append(("rule NUMBER or WORDS", "what a rule says"))
    items += _lines(table(forms, width - 1, "key"))
    return items


def _bindings(desk: Desk) -> Iterator[Binding]:
    """The key table as the series of the game reads it."""
    own = desk.look.keys
    for binding in BINDINGS:
        told = own.get(binding.action, binding.help)
        if told:
            yield evolve(binding, help=told)


def palette_screen(theme: Theme, desk: Desk) -> Listing:
    """Every key, then every command that the step or decision knows."""
    items = []
    for choice in desk.task.choices():
        if choice.refusal is None:
            text = f"{choice.label}  ({choice.key})"
            items.append(item(text, "", ("key", _KEY.get(choice.key, choice.key))))
    for binding in _bindings(desk):
        if binding.group in ("Look", "Screens", "Undo") or binding.action in ("end", "next"):
            items.append(item(f"{binding.help}  ({binding.shown})", "", ("key", binding.keys[0])))
    for form in desk.game.grammar.forms:
        items.append(item(f": {form.syntax()}", "dim", ("text", form.verb + " "), form.help))
    return Listing(theme, "Commands", items)


_KEY = {"Enter": "enter", "Space": "space", "Esc": "escape", "Tab": "tab", "+": "plus"}


def rule_screen(theme: Theme, rule: str, width: int) -> Listing:
    """What a rule says, in one sentence, with its parts, those it depends on, and notes."""
    hits = search(rule) if rule and nearest(rule) is None else ()
    title = f"Rules about: {rule}" if hits else "Rule"
    hint = "type to filter, Esc leaves" if hits else "arrows scroll, Esc leaves"
    return Listing(theme, title, partial(_rules, rule), width=width, hint=hint)


def _rules(rule: str, width: int) -> list[Item]:
    items: list[Item] = []
    found = nearest(rule) if rule else None
    hits = search(rule) if rule and found is None else ()
    for hit in hits:
        items += _lines(wrap(f"{hit.id}  {hit.title}: {hit.says}", width - 1))
    if found is not None:
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
    elif not hits:
        items.append(item(f"no rule is about {rule}" if rule else "no rule has been named yet"))
    return items


def log_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """The whole log; Enter goes to the hex of a line."""
    return Listing(theme, "Log", partial(_log, desk), width=width, at=-1,
                   hint="Enter goes to the hex, type to filter, Esc leaves")  # fmt: skip


def _log(desk: Desk, width: int) -> list[Item]:
    items: list[Item] = []
    for one in story(desk):
        hex_ = desk.world.board.index.get(one.hex, -1)
        told = not one.rule or one.rule in one.text
        text = one.text if told else f"{one.text}  {one.rule}"
        for row in wrap(text, width - 1, one.look):
            items.append(Item(row, hex_ if hex_ >= 0 else None, text))
    return items


def sequence_screen(theme: Theme, desk: Desk) -> Listing:
    """The sequence of play: what is done, where we are, what is left."""
    items = []
    flow = desk.game.series.flow
    for index, step in enumerate(flow.sequence):
        sign = "*" if index == desk.state.step else "x" if index < desk.state.step else " "
        look = "title" if sign == "*" else "dim" if sign == "x" else ""
        who = flow.side_of(desk.state, step)
        side = f" ({who})" if who else ""
        items.append(item(f"{sign} {step.id:<8} {step.title}{side}  {step.rule}", look))
    turn, last = desk.state.turn, desk.world.scenario.last_turn
    return Listing(theme, f"Sequence of play, turn {turn} of {last}", items, hint="Esc leaves")


def units_screen(theme: Theme, desk: Desk) -> Listing:
    """Every unit and air unit with its condition; Enter goes to its hex."""
    items = _own(desk).units(desk)
    return Listing(theme, "Units", items, hint="Enter goes to the hex, type to filter, Esc leaves")


def air_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """Air units by where they are, with what each may do."""
    return Listing(theme, "Air units", partial(_own(desk).air_card, desk), width=width,
                   hint="Enter goes to its hex, type to filter, Esc leaves")


def victory_screen(theme: Theme, desk: Desk, width: int) -> Listing:
    """Who has won, and why."""
    return Listing(theme, "The end", partial(_ending, desk), width=width,
                   hint="Enter chooses, Esc shows the map")  # fmt: skip


def _ending(desk: Desk, width: int) -> list[Item]:
    outcome = desk.game.outcome
    items: list[Item] = []
    if outcome is not None:
        title = "A draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} victory"
        items.append(item(title, "title"))
        items += _lines(wrap(f"{outcome.reason} ({outcome.rule})", width - 1, "", ""))
    items.append(item(""))
    items += _own(desk).ending(desk)
    items += [
        item(""), item("Look at the map", "", "map"),
        item("Take the last command back", "", "undo"), item("Choose another game", "", "new"),
        item("Leave", "", "quit"),
    ]
    return items


def _lines(lines: list[Line]) -> list[Item]:
    return [Item(one) for one in lines]
