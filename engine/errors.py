"""What can go wrong, sorted by whose fault it is.

    EngineError
     +-- BadInput        somebody handed in something malformed; ``where`` names the culprit
     |    +-- BadToken        a word that is no move
     |    +-- BadOptions      a set-up that cannot be played
     |    +-- BadQuadrant     a hand-written board
     |    +-- BadPosition     a hand-written position
     |    +-- BadRecord       a damaged game record
     +-- IllegalMove     a well-formed move that the rules refuse; ``rule`` names the rule
     +-- NotYourMove     the right words from the wrong chair, or at the wrong entry number
     +-- TableFull       more entries than any game needs
     +-- Desync          two copies of one game differ; ``entry`` is the first that does
     +-- FoulDeal        an opened seed does not give the cards that were dealt

Whatever raises leaves its arguments as they were. Every text is one sentence for a person.
"""

from __future__ import annotations


class EngineError(Exception):
    """Root of everything the engine raises on purpose."""

    code = "error"


class BadInput(EngineError):
    """Malformed input; ``where`` is a field, a line or a hex, so that the writer finds the spot."""

    code = "bad-input"

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


class BadToken(BadInput):
    code = "bad-token"


class BadOptions(BadInput):
    code = "bad-options"


class BadQuadrant(BadInput):
    code = "bad-quadrant"


class BadPosition(BadInput):
    code = "bad-position"


class BadRecord(BadInput):
    code = "bad-record"

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}", problem)
        self.line = line


class IllegalMove(EngineError):
    """The rules refuse this move now."""

    code = "illegal-move"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason


class NotYourMove(EngineError):
    code = "not-your-move"


class TableFull(EngineError):
    code = "table-full"


class Desync(EngineError):
    code = "desync"

    def __init__(self, entry: int, ours: str, theirs: str) -> None:
        super().__init__(
            f"the two copies differ from entry {entry} on: {ours} here, {theirs} there"
        )
        self.entry = entry


class FoulDeal(EngineError):
    code = "foul-deal"
