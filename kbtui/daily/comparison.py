"""Two games with the same deal, side by side: in lines, and as a table for a page."""

from __future__ import annotations

from collections.abc import Iterator

from kbtui.daily.challenge import Challenge, Round, compared
from kbtui.daily.results import Result
from kbtui.text.i18n import _


def verdict(yours: Result, theirs: Result) -> str:
    """Who did better against the same opponents: by how far each was ahead of them."""
    margin = yours.ahead - theirs.ahead
    if not margin:
        return _("{name} and you did equally well.").format(name=theirs.name)
    if margin > 0:
        return _("You did better than {name} by {count}.").format(name=theirs.name, count=margin)
    return _("{name} did better than you by {count}.").format(name=theirs.name, count=-margin)


def heads(theirs: Result) -> tuple[str, str, str]:
    return _("round"), _("you"), theirs.name


def cells(row: Round) -> tuple[str, str, str]:
    """The number of the round, and for both the score and how far they are ahead."""
    return str(row.number), _told(row.yours), _told(row.theirs)


def _told(pair: tuple[int, int] | None) -> str:
    return "-" if pair is None else f"{pair[0]:>3} {pair[0] - pair[1]:+4}"


def lines(yours: Result, challenge: Challenge) -> Iterator[str]:
    theirs = challenge.result
    first, you, they = heads(theirs)
    yield f"{first:<8}{you:<12}{they}"
    for row in compared(yours, theirs):
        number, mine, other = cells(row)
        yield f"{number:<8}{mine:<12}{other}"
    yield _("Each column: the score, and how far ahead of the best opponent.")
    if challenge.has_people:
        yield _("{name} met people; you met bots in their place.").format(name=theirs.name)
    yield verdict(yours, theirs)
