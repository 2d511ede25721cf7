"""How a cell looks, as a small interned value, and the shortest way from one look to another."""

from __future__ import annotations

from functools import lru_cache

from engine.core.values import frozen

BOLD, DIM, ITALIC, UNDERLINE, BLINK, REVERSE, CONCEAL, STRIKE, OVERLINE = (1 << n for n in range(9))

_ON = {1: BOLD, 2: DIM, 3: ITALIC, 4: UNDERLINE, 5: BLINK, 6: BLINK, 7: REVERSE, 8: CONCEAL,
       9: STRIKE, 21: UNDERLINE, 53: OVERLINE}
_OFF = {22: BOLD | DIM, 23: ITALIC, 24: UNDERLINE, 25: BLINK, 27: REVERSE, 28: CONCEAL,
        29: STRIKE, 55: OVERLINE}
_CODES = {BOLD: "1", DIM: "2", ITALIC: "3", UNDERLINE: "4", BLINK: "5", REVERSE: "7",
          CONCEAL: "8", STRIKE: "9", OVERLINE: "53"}
_SHOWS_ON_BLANK = UNDERLINE | REVERSE | STRIKE | OVERLINE


@frozen(eq=False)
class Style:
    """Colours as their SGR codes ("" is the terminal's own) and a set of attribute bits.

    Styles come from `style` only, so that equal styles are the same object: frames are
    compared, and what is known of a style is found, by identity.
    """

    fg: str
    bg: str
    attrs: int


_ALL: dict[tuple[str, str, int], Style] = {}


def style(fg: str = "", bg: str = "", attrs: int = 0) -> Style:
    """The one Style with these parts."""
    found = _ALL.get((fg, bg, attrs))
    if found is None:
        found = _ALL[fg, bg, attrs] = Style(fg, bg, attrs)
    return found


PLAIN = style()


@lru_cache(maxsize=4096)
def blank(look: Style) -> Style:
    """What is visible of a style on a space: two spaces with the same `blank` look alike."""
    attrs = look.attrs & _SHOWS_ON_BLANK
    return style(look.fg if attrs else "", look.bg, attrs)


@lru_cache(maxsize=4096)
def apply(look: Style, args: str) -> Style:
    """The style after an SGR sequence with these arguments."""
    fg, bg, attrs = look.fg, look.bg, look.attrs
    codes = args.replace(":", ";").split(";")
    at = 0
    while at < len(codes):
        code = int(codes[at] or 0)
        if code in (38, 48):
            size = 3 if codes[at + 1 : at + 2] == ["5"] else 5
            colour = ";".join(codes[at : at + size])
            fg, bg = (colour, bg) if code == 38 else (fg, colour)
            at += size
            continue
        if code == 0:
            fg, bg, attrs = "", "", 0
        elif code in _ON:
            attrs |= _ON[code]
        elif code in _OFF:
            attrs &= ~_OFF[code]
        elif 30 <= code <= 37 or 90 <= code <= 97:
            fg = str(code)
        elif 40 <= code <= 47 or 100 <= code <= 107:
            bg = str(code)
        elif code == 39:
            fg = ""
        elif code == 49:
            bg = ""
        at += 1
    return style(fg, bg, attrs)


def _codes(attrs: int) -> list[str]:
    return [code for bit, code in _CODES.items() if attrs & bit]


@lru_cache(maxsize=4096)
def change(old: Style | None, new: Style) -> str:
    """The shortest SGR sequence that turns one style into another; None means not known."""
    if old is new:
        return ""
    full = ["0"] if new != PLAIN else [""]
    full += _codes(new.attrs) + [colour for colour in (new.fg, new.bg) if colour]
    best = f"\x1b[{';'.join(full)}m"
    if old is None:
        return best
    gone = old.attrs & ~new.attrs
    added = new.attrs & ~old.attrs
    parts = []
    for code, bits in _OFF.items():
        if gone & bits:
            parts.append(str(code))
            added |= new.attrs & bits  # 22 ends bold and dim together
    parts += _codes(added)
    if new.fg != old.fg:
        parts.append(new.fg or "39")
    if new.bg != old.bg:
        parts.append(new.bg or "49")
    step = f"\x1b[{';'.join(parts)}m"
    return step if len(step) < len(best) else best
