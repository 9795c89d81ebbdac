"""What a game brings to a player's history: what is counted in a finished game, with its names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.table import Table

Amounts = Mapping[str, Sequence[int]]  # by name in the notation: a number for each seat


class Tally(Protocol):
    """What is counted, in groups: what scores first."""

    groups: Sequence[str]
    owned: Collection[str]  # groups of things that one has or does not have

    def kind(self, options: Mapping[str, Any]) -> str:
        """What was chosen for a game and makes it another one, such as its sets, as one word or
        several; games of one kind are compared."""

    def kind_name(self, kind: str) -> str: ...

    def counts(self, table: Table) -> Mapping[str, Amounts]:
        """By group, from the log of a finished game."""

    def title(self, group: str) -> str:
        """A heading, in capitals."""

    def name(self, group: str, key: str) -> str: ...
