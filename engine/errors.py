"""What can go wrong, sorted by whose fault it is.

    EngineError
     +-- BadInput        somebody handed in something malformed; ``where`` names the culprit
     |    +-- BadToken        a word that is not a move
     |    +-- BadOptions      a setup that cannot be played
     |    +-- BadPosition     a hand-written position
     |    +-- BadRecord       a damaged game record
     +-- IllegalMove     a well-formed move that the rules refuse; ``rule`` names the rule
     +-- NotYourMove     the right words from the wrong chair, or at the wrong entry number
     +-- TableFull       more entries than any game needs
     +-- Desync          two copies of one game differ; ``entry`` is the first that does
     +-- FoulDeal        a revealed seed does not give the cards that were dealt

Whatever raises leaves its arguments as they were. Every text is one sentence for a person, in
English, and a ``Phrase``: other languages say it again from its template and parts.

What somebody sent may stand in a text, but never at its full length: ``shortened`` is the one place
that cuts, and every part of a phrase, every text of an error and every ``where`` goes through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

Part = str | int

_LONGEST_PART: Final = 200  # characters; our own lists of names are the longest honest ones
_LONGEST_TEXT: Final = 500
_GAP: Final = " ... "


def shortened(text: str, longest: int = _LONGEST_PART) -> str:
    """The text, or its beginning and its end if it is longer than anybody will read."""
    if len(text) <= longest:
        return text
    tail = longest // 4
    return text[: longest - tail - len(_GAP)] + _GAP + text[-tail:]


class Phrase(str):
    """A text in English that remembers its template and what was filled in.

    Parts may be phrases: words of the game that have a name in every language. A phrase with a
    ``plural`` has a part ``count``. Without parts the text may hold any braces.
    """

    template: str
    plural: str
    parts: Mapping[str, Part]

    def __new__(cls, template: str, plural: str = "", /, **parts: Part) -> Self:
        parts = {name: _bounded(part) for name, part in parts.items()}
        form = plural if plural and parts["count"] != 1 else template
        phrase = super().__new__(cls, form.format(**parts) if parts else form)
        phrase.template, phrase.plural, phrase.parts = template, plural, parts
        return phrase


def _bounded(part: Part) -> Part:
    return shortened(part) if isinstance(part, str) and not isinstance(part, Phrase) else part


def _phrase(template: str, plural: str = "", /, **parts: Part) -> Phrase:
    if isinstance(template, Phrase):
        return template
    return Phrase(shortened(template, _LONGEST_TEXT), plural, **parts)


def sentence(text: str) -> str:
    """The text with a capital at its beginning, whatever stands there."""
    return text[:1].upper() + text[1:]


class EngineError(Exception):
    """Root of everything the engine raises on purpose."""

    code = "error"

    def __init__(self, template: str, plural: str = "", /, **parts: Part) -> None:
        self.phrase = _phrase(template, plural, **parts)
        super().__init__(str(self.phrase))


class BadInput(EngineError):
    """Malformed input; ``where`` is a field, a line or a hex, so that the writer finds the spot."""

    code = "bad-input"

    def __init__(self, where: str, problem: str, /, **parts: Part) -> None:
        self.where = where if isinstance(where, Phrase) else shortened(where)
        self.problem = _phrase(problem, **parts)
        super().__init__(Phrase("{where}: {problem}", where=self.where, problem=self.problem))


class BadToken(BadInput):
    code = "bad-token"


class BadOptions(BadInput):
    code = "bad-options"


class BadPosition(BadInput):
    code = "bad-position"


class BadRecord(BadInput):
    code = "bad-record"

    def __init__(self, line: int, problem: str, /, **parts: Part) -> None:
        super().__init__(Phrase("line {number}", number=line), problem, **parts)
        self.line = line


class IllegalMove(EngineError):
    """The rules refuse this move now."""

    code = "illegal-move"

    def __init__(self, rule: str, template: str, plural: str = "", /, **parts: Part) -> None:
        super().__init__(template, plural, **parts)
        self.rule = rule
        self.reason = sentence(self.phrase)
        self.args = (self.reason,)


class NotYourMove(EngineError):
    code = "not-your-move"


class TableFull(EngineError):
    code = "table-full"


class Desync(EngineError):
    code = "desync"

    def __init__(self, entry: int, ours: str, theirs: str) -> None:
        text = "the two copies differ from entry {entry} on: {ours} here, {theirs} there"
        super().__init__(text, entry=entry, ours=ours, theirs=theirs)
        self.entry = entry


class FoulDeal(EngineError):
    code = "foul-deal"
