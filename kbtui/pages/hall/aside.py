"""The right column of the hall: the board of the game under the cursor, and who is here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.contract import find
from kbtui.games.kit import find as find_kit
from kbtui.look.look import Look
from kbtui.pages.hall.hallwords import game_title
from kbtui.pages.hall.known import PLAYS, WAITS, WATCHES, Neighbor, Sight
from kbtui.paint.runs import (
    EMPTY,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    cut,
    heading,
    seat_tone,
    spread,
    width,
)
from kbtui.text.i18n import N_, _, n_

SMALL: Final = 21  # columns
LARGE: Final = 65
_NARROW: Final = 80  # columns of a window from which there is such a column
_WINDOW: Final = (140, 34)  # columns and rows of one from which it is large
_NAME: Final = 16  # columns of a name beside its score
_DOINGS: Final[Mapping[str, tuple[str, str]]] = {  # with a number, and without
    PLAYS: (N_("plays in {number}"), N_("plays")),
    WATCHES: (N_("watches {number}"), N_("watches")),
    WAITS: (N_("waits"), N_("waits")),
}


def width_of(columns: int, rows: int) -> int:
    """The columns that it has in a window of that size; 0 where there is no room for it."""
    if columns >= _WINDOW[0] and rows >= _WINDOW[1]:
        return LARGE
    return SMALL if columns >= _NARROW else 0


def board(sight: Sight, look: Look, columns: int, rows: int) -> list[Line]:
    """The game as large as there is room for, its players, and what they have."""
    pages = find_kit(sight.game).pages
    note = _("turn {number}").format(number=sight.turn) if sight.turn else ""
    found = [heading(sight.title or sight.code, columns, note, look.signs.stroke)]
    if pages is None:
        return found
    wide, high = pages.size(look)
    is_large = columns >= wide and rows > high + len(sight.names) + 1
    picture = pages.large(sight.state, look) if is_large else pages.small(sight.state, look)
    if len(picture) + len(found) > rows:
        picture = []  # a map in letters is high
    found += picture
    scores = [EMPTY, *_parts(sight, look, columns)] if is_large else _players(sight, look, columns)
    return found + scores if len(found) + len(scores) <= rows else found


def _players(sight: Sight, look: Look, columns: int) -> list[Line]:
    totals = find(sight.game).totals(sight.state) if sight.turn else ()
    found = []
    for seat, name in enumerate(sight.names):
        chip = Run(look.signs.chip(seat), seat_tone(seat))
        tone = STRONG if seat == sight.seat else TEXT
        score = str(totals[seat]) if seat < len(totals) else ""
        left = (chip, Run(f" {cut(name, columns - 8, look.signs.more)}", tone))
        found.append(spread(left, (Run(score, tone),), columns))
    return found


def _parts(sight: Sight, look: Look, columns: int) -> list[Line]:
    """The score of each player, part by part."""
    game, kit = find(sight.game), find_kit(sight.game)
    state = sight.state
    if not sight.turn:
        return []
    earned, totals = game.earned(state), game.totals(state)
    titles = [kit.words.part(part) for part in game.parts(state)]
    titles = titles if len(titles) > 1 else []  # one part is the score itself
    score = kit.words.score()
    wide = [width(title) + 2 for title in titles]
    if _NAME + sum(wide) + width(score) + 2 > columns:
        titles, wide = [], []
    head = "".join(f"  {title}" for title in (*titles, score))
    found: list[Line] = [spread((), (Run(head, MUTED),), columns)]
    for seat, name in enumerate(sight.names):
        amounts = (str(amount) for amount, _places in earned[seat])
        told = "".join(text.rjust(room) for text, room in zip(amounts, wide, strict=False))
        total = str(totals[seat]).rjust(width(score) + 2)
        tone = STRONG if seat == sight.seat else TEXT
        chip = Run(look.signs.chip(seat), seat_tone(seat))
        named = Run(f" {cut(name, _NAME - 3, look.signs.more)}", tone)
        found.append(spread((chip, named), (Run(told), Run(total, STRONG)), columns))
    return found


def column(
    sight: Sight | None,
    people: Sequence[Neighbor],
    numbers: Mapping[str, int],
    look: Look,
    size: tuple[int, int],
    past: Callable[[int, int], list[Line]],
) -> list[Line]:
    """All of it, in that many columns and rows. ``past``: who was here, where there is room."""
    columns, rows = size
    found = board(sight, look, columns, rows) if sight is not None else []
    if found:
        found.append(EMPTY)
    found += here(people, numbers, look, columns, rows - len(found))
    return found + past(columns, rows - len(found))


def here(
    people: Sequence[Neighbor], numbers: Mapping[str, int], look: Look, columns: int, rows: int
) -> list[Line]:
    """Who is here and what they do; as many as there is room for."""
    if not people or rows < 2:
        return []
    title = heading(_("HERE"), columns, str(len(people)), look.signs.stroke)
    count = rows - 1 if len(people) <= rows - 1 else rows - 2
    found = [title, *(_neighbor(each, numbers, columns) for each in people[:count])]
    rest = len(people) - count
    if rest > 0:
        text = n_("{count} more", "{count} more", rest).format(count=rest)
        found.append(spread((Run(text, MUTED),), (Run(f"w {_('who')}", MUTED, "who"),), columns))
    return found


def _neighbor(each: Neighbor, numbers: Mapping[str, int], columns: int) -> Line:
    text, tone = doing(each, numbers)
    name = cut(each.name, columns - width(text) - 1)
    return spread((Run(name, TEXT),), (Run(text, tone),), columns)


def doing(each: Neighbor, numbers: Mapping[str, int], *, is_long: bool = False) -> tuple[str, Tone]:
    """What somebody does, in a word or two."""
    if not each.doing:
        return "", MUTED
    with_number, without = _DOINGS[each.doing]
    if each.doing == WAITS:
        if is_long and each.where:
            return _("waits for {game}").format(game=game_title(each.where)), GOOD
        return _(without), GOOD
    number = numbers.get(each.where)
    return _(with_number).format(number=number) if number else _(without), MUTED
