"""The rules index: what each numbered rule says, in one sentence (scenarios/rules/).

An index is found by scanning its text for the lines that open an entry, and only the
entries asked for are parsed: a lookup costs milliseconds, and nothing is read before it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.core.errors import DataError
from engine.core.values import frozen
from engine.folders import RULES

BOOKS = {
    "EFS": "efs.toml",
    "PB": "efs.toml",
    "ESP": "efs.toml",
    "TTW": "third-winter.toml",
    "TFB": "forgotten-battles.toml",
    "OCS": "ocs.toml",
}
"""Id prefix to the file that holds its entries."""

CITED = re.compile(
    r"\b(?:(?:BSR|EFS|PB|OCS|TTW|TFB) (?=[0-9]|HR-|RE\.|EX\.|SE\.|CN\.)|ESP (?=[A-D]\b))"
    r"[0-9A-Z][0-9A-Za-z]*(?:[.-][0-9A-Za-z]+)*"
)
"""A rule id as code, tests and messages write it."""

_ENTRY = re.compile(r'^\[\[rule\]\]\nid = "([^"\n]+)"\nparent = "([^"\n]*)"\n', re.MULTILINE)
_PROSE = re.compile(r'^id = "(.*)"\nparent = .*\ntitle = "(.*)"\nsays = "(.*)"$', re.MULTILINE)


@frozen
class Rule:
    """One entry of the index."""

    id: str
    parent: str
    title: str
    says: str
    kind: str
    """definition, procedure, restriction, modifier, exception, setup, victory, ..."""
    testable: bool
    area: str
    depends: tuple[str, ...]


@frozen
class Note:
    """A place where the printed text contradicts itself, and the reading followed."""

    rule: str
    problem: str
    suggested: str


@frozen(eq=False)
class Book:
    """One index file: its text and where each entry stands in it."""

    text: str
    spans: Mapping[str, tuple[int, int]]
    children: Mapping[str, tuple[str, ...]]
    lower: Mapping[str, str]
    """Id in lower case to the id."""

    def rule(self, id_: str) -> Rule:
        """The entry of an id that is in `spans`."""
        start, end = self.spans[id_]
        return _rule(tomllib.loads(self.text[start:end])["rule"][0])


def _rule(table: Mapping[str, Any]) -> Rule:
    return Rule(
        id=table["id"],
        parent=table["parent"],
        title=table["title"],
        says=table["says"],
        kind=table["kind"],
        testable=table["testable"],
        area=table["area"],
        depends=tuple(table["depends"]),
    )


def _read(file: str) -> str:
    try:
        return (RULES / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(RULES / file), f"the rules index cannot be read: {error}") from error


@cache
def book(file: str) -> Book:
    """An index file, scanned. Raises DataError if it is missing."""
    text = _read(file)
    heads = list(_ENTRY.finditer(text))
    stops = [head.start() for head in heads[1:]] + [len(text)]
    children: dict[str, list[str]] = {}
    for head in heads:
        children.setdefault(head[2], []).append(head[1])
    return Book(
        text,
        {head[1]: (head.start(), stop) for head, stop in zip(heads, stops, strict=True)},
        {parent: tuple(ids) for parent, ids in children.items()},
        {head[1].lower(): head[1] for head in heads},
    )


@cache
def _notes() -> Mapping[str, tuple[Note, ...]]:
    table: dict[str, list[Note]] = {}
    for row in tomllib.loads(_read("notes.toml"))["issue"]:
        note = Note(row["rule"], row["problem"], row["suggested"])
        table.setdefault(note.rule, []).append(note)
    return {rule: tuple(notes) for rule, notes in table.items()}


def normalise(cited: str) -> str:
    """The id in the form of the index: BSR is EFS, a bare number is EFS, spaces are single.

    The book's loose cites are put right too: `15.68.c.1` is `15.68c.1`, `7.4.1` is `7.41`,
    `7.26a2` is `7.26a.2`, and `11` is the chapter, `11.0`.
    """
    prefix, _, number = " ".join(cited.split()).partition(" ")
    prefix = "EFS" if prefix.upper() == "BSR" else prefix.upper()
    if prefix not in BOOKS:
        prefix, number = "EFS", cited
    number = number.replace(" ", "")
    undotted = re.sub(r"(?<=\d)\.(?=[a-z](?:\.|$))", "", number)
    joined = re.sub(r"^(\d+\.\d)\.(\d)(?=\D|$)", r"\1\2", undotted)
    dotted = re.sub(r"(?<=[a-z])(?=\d)", ".", number)
    for guess in (number, undotted, joined, dotted, number.lower(), f"{number}.0"):
        if f"{prefix} {guess}" in _spans(prefix):
            return f"{prefix} {guess}"
    return f"{prefix} {number}".strip()


def _spans(prefix: str) -> Mapping[str, tuple[int, int]]:
    return book(BOOKS[prefix]).spans if prefix in BOOKS else {}


def find(cited: str) -> Rule | None:
    """The rule of an id as cited, or None if no index has it."""
    id_ = normalise(cited)
    prefix = id_.partition(" ")[0]
    return book(BOOKS[prefix]).rule(id_) if id_ in _spans(prefix) else None


def nearest(cited: str) -> Rule | None:
    """The closest entry above an id that the index does not have, or None."""
    prefix, _, number = normalise(cited).partition(" ")
    spans = _spans(prefix)
    chapter = number.partition(".")[0]
    while len(number) >= len(chapter) > 0:
        for guess in (f"{prefix} {number}", f"{prefix} {number}.0"):
            if guess in spans:
                return book(BOOKS[prefix]).rule(guess)
        number = number[:-1].rstrip(".-")
    return None


def parents(rule: Rule) -> tuple[Rule, ...]:
    """The entries above a rule, the nearest first."""
    chain: list[Rule] = []
    while rule.parent:
        above = find(rule.parent)
        if above is None:
            break
        chain.append(above)
        rule = above
    return tuple(chain)


def children(rule: Rule) -> tuple[Rule, ...]:
    """The entries directly below a rule, in the order of the book."""
    shelf = book(BOOKS[rule.id.partition(" ")[0]])
    return tuple(shelf.rule(id_) for id_ in shelf.children.get(rule.id, ()))


def notes(rule: Rule) -> tuple[Note, ...]:
    """Where the printed text of a rule is at odds with itself, and how it is read here."""
    return _notes().get(rule.id, ())


def rules(file: str = "efs.toml") -> Iterator[Rule]:
    """Every entry of one index file, in the order of the book."""
    for table in tomllib.loads(book(file).text)["rule"]:
        yield _rule(table)


def search(words: str, limit: int = 20) -> tuple[Rule, ...]:
    """Entries whose title or sentence has most of the words; those in a title count double."""
    wanted = words.lower().split()
    scores: list[tuple[int, int, str, Book]] = []
    for file in dict.fromkeys(BOOKS.values()):
        shelf = book(file)
        for id_, title, says in _PROSE.findall(shelf.text.lower()):
            score = sum((word in says) + 2 * (word in title) for word in wanted)
            if sum(word in title or word in says for word in wanted) * 2 > len(wanted):
                scores.append((-score, len(scores), id_, shelf))
    scores.sort(key=lambda entry: entry[:2])
    return tuple(shelf.rule(shelf.lower[id_]) for _, _, id_, shelf in scores[:limit])
