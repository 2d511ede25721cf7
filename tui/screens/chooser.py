"""The chooser: a scenario with its sides, dice and options, or a saved game to go on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from engine.catalog.agreed import SWITCH, Option
from tui.choice import Choice, Offer
from tui.panels.lined import Stage
from tui.panels.lines import Line, cut, line, wrap
from tui.panels.pane import Pane
from tui.theme import Theme

DUMMIES = ("open", "seen", "blind")
_PLAYER_WORDS = {
    "human": "you", "staff": "the program's staff officer", "random": "random legal moves",
}
_DUMMY_WORDS = {
    "open": "face up, no dummies", "seen": "with dummies, known to their owner",
    "blind": "with dummies, drawn at random from two groups",
}


class Offers(Protocol):
    """Where scenarios and saved games come from."""

    def scenarios(self) -> Sequence[Offer]:
        """Every scenario that can be played."""

    def saves(self) -> Sequence[Offer]:
        """Every saved game, newest first."""

    def maps(self) -> Sequence[Offer]:
        """Every board that can be looked at."""

    def players(self) -> Sequence[str]:
        """Who may play a side."""

    def options(self, series: str) -> Sequence[Option]:
        """The optional rules of a series."""


class ChooserScreen(Stage[None]):
    """Scenarios and saved games above, the options of a new game below."""

    def __init__(
        self, theme: Theme, offers: Offers, chosen: Callable[[Choice | None], None],
        trouble: str = "", again: Choice | None = None, failed: Choice | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._chosen = chosen
        self._scenarios = tuple(offers.scenarios())
        self._saves = tuple(offers.saves())
        self._maps = tuple(offers.maps())
        self._offers = offers
        self._trouble = trouble
        self._again = again
        """What Enter chooses as long as no other key is pressed."""
        self._top = 0
        self._seed = ""
        self._known: dict[str, Sequence[Option]] = {}
        """Series to its optional rules."""
        self._choice = Choice()
        self._meant = self._scenarios[0] if self._scenarios else Offer("", "", "")
        """The scenario last under the cursor: the options are for it."""
        self._at = self._row_of(failed) if failed is not None else 0

    def compose(self) -> ComposeResult:
        """One pane over the whole screen."""
        yield Pane(self._theme, "chooser")

    def on_mount(self) -> None:
        """Show it."""
        self._draw()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self._draw)

    # ---- the rows

    def _rows(self) -> list[tuple[str, object]]:
        rows: list[tuple[str, object]] = [("scenario", offer) for offer in self._scenarios]
        rows += [("save", offer) for offer in self._saves]
        rows += [("axis", ""), ("soviet", "")]
        rows += [("dummies", "")] if self._meant.dummies else []
        rows += [("option", option) for option in self._options()]
        rows += [("seed", "")]
        rows += [("map", offer) for offer in self._maps]
        return rows

    def _options(self) -> Sequence[Option]:
        """The optional rules of the scenario last under the cursor; its series is loaded once."""
        series = self._meant.series
        if series not in self._known:
            self._known[series] = tuple(self._offers.options(series))
        return self._known[series]

    def _word(self, option: Option) -> str:
        """Whether an optional rule is used."""
        return self._choice.options.get(option.name, option.default)

    def _row_of(self, choice: Choice) -> int:
        """Where the cursor stays after a choice that could not be opened."""
        self._choice = evolve(choice, scenario="", save="", force=False)
        self._seed = "" if choice.seed is None else str(choice.seed)
        ids = [value.id if isinstance(value, Offer) else "" for _, value in self._rows()]
        wanted = choice.save or choice.scenario
        at = ids.index(wanted) if wanted in ids else 0
        self._note(at)
        return at

    def _note(self, at: int) -> None:
        """Remember the scenario under the cursor."""
        if at < len(self._scenarios):
            self._meant = self._scenarios[at]

    def on_key(self, event: events.Key) -> None:
        """Up and down, left and right, Enter."""
        event.stop()
        event.prevent_default()
        rows = self._rows()
        kind, value = rows[self._at]
        key = event.key
        if key in ("escape", "Q", "q", "ctrl+q", "ctrl+c"):
            self._chosen(None)
            return
        again, self._again = self._again, None
        if again is not None and key == "enter":
            self._chosen(again)
            return
        if key in ("up", "k", "shift+tab"):
            self._at = max(0, self._at - 1)
        elif key in ("down", "j", "tab"):
            self._at = min(len(rows) - 1, self._at + 1)
        elif key in ("home", "pageup"):
            self._at = 0
        elif key in ("end", "pagedown"):
            self._at = len(rows) - 1
        elif kind == "seed" and (key == "backspace" or key.isdigit()):
            self._seed = self._seed[:-1] if key == "backspace" else (self._seed + key)[:9]
        elif key in ("left", "right", "h", "l", "space"):
            self._turn(kind, -1 if key in ("left", "h") else 1, value)
        elif key == "enter":
            if isinstance(value, Offer):
                self._choose(kind, value)
                return
            self._turn(kind, 1, value)
        self._note(self._at)
        self._draw()

    def _turn(self, kind: str, step: int, value: object = "") -> None:
        """The next value of an option."""
        if isinstance(value, Option):
            other = SWITCH[self._word(value) == SWITCH[0]]
            changed = {**self._choice.options, value.name: other}
            self._choice = evolve(self._choice, options=changed)
            return
        if kind in self._choice.players:
            players = tuple(self._offers.players())
            at = (players.index(self._choice.players[kind]) + step) % len(players)
            self._choice = self._choice.with_players({kind: players[at]})
        elif kind == "dummies":
            at = (DUMMIES.index(self._choice.dummies) + step) % len(DUMMIES)
            self._choice = evolve(self._choice, dummies=DUMMIES[at])

    def _choose(self, kind: str, offer: Offer) -> None:
        if kind in ("save", "map"):
            chosen: dict[str, Any] = {kind: offer.id}
            self._chosen(evolve(self._choice, **chosen))
            return
        seed = int(self._seed) if self._seed else None
        dummies = self._choice.dummies if offer.dummies else DUMMIES[0]
        options = {o.name: self._word(o) for o in self._options() if self._word(o) != o.default}
        self._chosen(evolve(
            self._choice, scenario=offer.id, seed=seed, dummies=dummies,
            options=options,
        ))

    # ---- drawing

    def _draw(self) -> None:
        width, height = self.size.width, self.size.height
        out: list[Line] = [line("RASPUTITSA", "title"), ()]
        if self._trouble:
            out += [*wrap(f"! {self._trouble}", width, "refusal"), ()]
        where = 0
        heads = {"scenario": "Scenarios", "save": "Saved games", "axis": "A new game",
                 "map": "Maps"}  # fmt: skip
        last = ""
        for index, (kind, value) in enumerate(self._rows()):
            head = heads.get(kind, last)
            if head != last:
                out += [() if last else (), line(head, "title")] if last else [line(head, "title")]
                last = head
            if index == self._at:
                where = len(out)
            look = "chosen" if index == self._at else ""
            mark = ">" if value is self._meant and index != self._at else " "
            out.append(cut(((f"{mark} {self._row(kind, value)}", look),), width))
        foot = [(), *wrap(self._about(), width - 2, "dim", "")] if self._about() else []
        room = max(1, height - 1 - len(foot))
        self._top = max(0, min(self._top, where - 2), where - room + 2)
        shown = out[self._top : self._top + room]
        if len(out) <= room:  # what is told of the row stands under the list, or at the bottom
            shown += foot
        else:
            shown += [()] * (room - len(shown)) + foot
        shown += [()] * (height - 1 - len(shown))
        hint = "up down move, left right change, Enter begins the game chosen, Q leaves"
        self.query_one("#chooser", Pane).show([*shown[: height - 1], line(hint, "dim")])
        self.app.cursor_position = Offset(2, max(0, min(where - self._top, height - 1)))

    def _about(self) -> str:
        """What there is to tell of the row under the cursor."""
        row = self._rows()[self._at][1]
        if isinstance(row, Option):
            return f"{row.says} ({row.rule})"
        return row.summary if isinstance(row, Offer) else ""

    def _row(self, kind: str, value: object) -> str:
        if isinstance(value, Offer):
            return value.title
        if isinstance(value, Option):
            usual = "" if self._word(value) == value.default else ", not as the game recommends"
            name = value.name.replace("_", " ").capitalize()
            return f"{name:<20} < {self._word(value)} >{usual}"
        if kind == "seed":
            return f"dice       {self._seed or 'chosen by the program (type a number to fix them)'}"
        if kind == "dummies":
            return f"air units  < {_DUMMY_WORDS[self._choice.dummies]} >"
        return f"{kind.capitalize():<10} < {_words(self._choice.players[kind])} >"


def _words(player: str) -> str:
    return _PLAYER_WORDS.get(player, player)
