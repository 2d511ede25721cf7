"""A line of typing: the `:` command, a place to go to, a unit to find. Keeps a history."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from engine.core.values import frozen


@frozen
class Editor:
    """Text with a cursor. `key` gives the editor after a key, or None where it does not know it."""

    label: str
    text: str = ""
    at: int = 0
    history: tuple[str, ...] = ()
    """Earlier lines, newest last."""
    back: int = 0
    """How far back in the history the text was taken from."""
    draft: str = ""

    @staticmethod
    def opened(label: str, text: str = "", history: tuple[str, ...] = ()) -> Editor:
        """A fresh line with the cursor at its end."""
        return Editor(label, text, len(text), history)

    def typed(self, text: str) -> Editor:
        """Text put in at the cursor; control characters are left out."""
        clean = "".join(c for c in text if c.isprintable())
        return evolve(
            self, text=self.text[: self.at] + clean + self.text[self.at :], at=self.at + len(clean)
        )

    def key(self, name: str, character: str | None) -> Editor | None:
        """The editor after a key."""
        edit = _EDITS.get(name)
        if edit is not None:
            return edit(self)
        if character and character.isprintable():
            return self.typed(character)
        return None

    def _cut(self, start: int, stop: int) -> Editor:
        start, stop = max(0, start), min(len(self.text), stop)
        return evolve(self, text=self.text[:start] + self.text[stop:], at=start)

    def _to(self, at: int) -> Editor:
        return evolve(self, at=max(0, min(at, len(self.text))))

    def _word(self) -> int:
        """Where the word before the cursor starts."""
        head = self.text[: self.at].rstrip()
        return head.rfind(" ") + 1

    def _recall(self, step: int) -> Editor:
        back = self.back + step
        if not 0 <= back <= len(self.history):
            return self
        draft = self.text if self.back == 0 else self.draft
        text = self.history[-back] if back else draft
        return evolve(self, text=text, at=len(text), back=back, draft=draft)


_EDITS: dict[str, Callable[[Editor], Editor]] = {
    "left": lambda e: e._to(e.at - 1),
    "right": lambda e: e._to(e.at + 1),
    "home": lambda e: e._to(0),
    "end": lambda e: e._to(len(e.text)),
    "ctrl+a": lambda e: e._to(0),
    "ctrl+e": lambda e: e._to(len(e.text)),
    "backspace": lambda e: e._cut(e.at - 1, e.at) if e.at else e,
    "ctrl+h": lambda e: e._cut(e.at - 1, e.at) if e.at else e,
    "delete": lambda e: e._cut(e.at, e.at + 1),
    "ctrl+d": lambda e: e._cut(e.at, e.at + 1),
    "ctrl+u": lambda e: e._cut(0, e.at),
    "ctrl+k": lambda e: evolve(e, text=e.text[: e.at]),
    "ctrl+w": lambda e: e._cut(e._word(), e.at),
    "up": lambda e: e._recall(1),
    "down": lambda e: e._recall(-1),
}
