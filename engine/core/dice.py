"""The one source of chance. Every roll of the program comes from a `Dice` held in the state.

Roll n of a game is worked out from the seed and n alone, so the generator's whole
state is two integers, the same on every machine, and undo gives it back. A script
may name the rolls to come: that is how examples of play are replayed.
"""

from __future__ import annotations

from hashlib import blake2b

from attrs import evolve

from engine.core.values import frozen

SEEDS = 10**40
"""A seed may be any whole number below it."""


@frozen
class Dice:
    """The generator: nothing in it changes; `roll` gives the next one."""

    seed: int = 0
    drawn: int = 0
    """How many rolls the game has made."""
    named: tuple[int, ...] = ()
    """Rolls that a script has fixed in advance, next first."""
    record: tuple[int, ...] = ()
    """Rolls since `fresh`, oldest first: those of the command in hand or the last one."""

    def roll(self, sides: int = 10) -> tuple[int, Dice]:
        """A number from 1 to `sides` and the dice that follow.

        A named roll is used first; it still counts as drawn. Raises ValueError
        for a named roll that the die does not have.
        """
        if self.named:
            value = self.named[0]
            if not 1 <= value <= sides:
                raise ValueError(f"a named roll of {value} on a die with {sides} sides")
            return value, evolve(
                self, drawn=self.drawn + 1, named=self.named[1:], record=(*self.record, value)
            )
        key = f"{self.seed}:{self.drawn}".encode()
        number = int.from_bytes(blake2b(key, digest_size=16).digest(), "big")
        value = number % sides + 1
        return value, evolve(self, drawn=self.drawn + 1, record=(*self.record, value))

    def fresh(self) -> Dice:
        """The same dice with an empty record."""
        return evolve(self, record=()) if self.record else self

    def name(self, *rolls: int) -> Dice:
        """The same dice with these rolls to come, before any already named are used up."""
        return evolve(self, named=self.named + rolls)
