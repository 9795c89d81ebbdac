"""The final count while it runs: bars that grow, and a table that fills up."""

from __future__ import annotations

from typing import Final

from engine.kingdom.ground.hexes import NAMES, hexes
from kbtui.games.kingdom.words.names import goal_here, goal_name
from kbtui.games.screen import Count
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    KEY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    length,
    line,
    paragraphs,
    plain,
    spread,
    width,
)
from kbtui.story.counting import Counting, Step
from kbtui.story.ranking import bar, ranking
from kbtui.story.view import View
from kbtui.text.i18n import _, n_
from kbtui.text.layout import NORMAL
from kbtui.text.words import both

_NAME: Final = 8  # columns of a name beside its bar
_TOTAL: Final = 4  # columns of a total
_NUMBER: Final = 4
_TIGHT: Final = 3
_HEXES: Final = 2  # rows that are kept for the names of hexes


def side(view: View, counting: Counting, columns: int, height: int) -> list[Line]:
    """The side column, by its width."""
    is_narrow = columns < NORMAL
    rows = _bars(view, counting, columns, 0 if is_narrow else _NAME)
    if not is_narrow:
        rows.append(EMPTY)
    step = counting.step
    told = "" if step is None else goal_here(step.part, view.state)
    rule = [] if step is None else [EMPTY, *paragraphs(told, columns, MUTED)]
    listed = [] if step is None else [EMPTY, *_hexes(view, step, columns, _HEXES)]
    spare = height - len(rows) - 1 - len(counting.parts) - len(rule) - len(listed)
    rows += _table(view, counting, columns, _TIGHT if is_narrow else _NUMBER, spare)
    if step is not None:
        rows += rule
        rows += [EMPTY, *_hexes(view, step, columns, height - len(rows) - 1)]
    return rows[:height]


def _hexes(view: View, step: Step, columns: int, height: int) -> list[Line]:
    """What is lit on the board, by name, as far as there is room."""
    names = " ".join(NAMES[hex_].upper() for hex_ in hexes(step.places))
    rows = paragraphs(names, columns) if names else []
    if 0 < height < len(rows):
        last = paragraphs(plain(rows[height - 1]), columns - 2)[0]
        rows = [*rows[: height - 1], (*last, Run(f" {view.signs.more}"))]
    return rows


def _bars(view: View, counting: Counting, columns: int, named: int) -> list[Line]:
    """A bar for each player, as long as the gold that has been counted."""
    rows: list[Line] = [heading(_("GOLD"), columns, stroke=view.signs.stroke)]
    best = max(*view.totals, 1)
    now = None if counting.step is None else counting.step.seat
    unicode = view.signs.wall != "|"
    for seat, total in enumerate(counting.totals):
        mark = Run(view.signs.pointer if seat == now else " ", ACCENT)
        name = f" {cut(view.names[seat], named):<{named}} " if named else " "
        start = (mark, view.chip(seat), Run(name))
        room = columns - length(start) - _TOTAL
        shown = Run(bar(total, best, room, unicode), Tone(f"seat{seat + 1}"))
        rows.append(fit((*start, shown, Run(f"{total:>{_TOTAL}}", STRONG)), columns))
    return rows


def _table(view: View, counting: Counting, columns: int, wide: int, spare: int) -> list[Line]:
    """What each part has paid so far; the number that was counted last stands out. A name that has
    no room beside its numbers stands above them, if there are rows to ``spare`` for it."""
    gap = Run(" " * (wide - 2))
    chips = [run for seat in range(counting.seats) for run in (gap, view.chip(seat))]
    room = columns - wide * counting.seats
    title = _("GOALS") if width(_("GOALS")) < room else ""  # whole, or not at all
    rows: list[Line] = [spread((Run(title, ACCENT),), chips, columns)]
    for index, part in enumerate(counting.parts):
        is_now = counting.step is not None and counting.step.part == part
        numbers = [
            _number(view, counting, index, seat, gold, wide)
            for seat, gold in enumerate(counting.table[index])
        ]
        name = Run(goal_name(part), STRONG if is_now else TEXT)
        if spare > 0 and width(name.text) >= room:
            spare -= 1
            rows.append((name,))
            name = Run("")
        name = name._replace(text=cut(name.text, room - 1, view.signs.more))
        rows.append(spread((name,), [run for pair in numbers for run in pair], columns))
    return rows


def _number(
    view: View, counting: Counting, index: int, seat: int, gold: int | None, wide: int
) -> tuple[Run, Run]:
    if gold is None:
        return Run(" " * (wide - 1)), Run(view.signs.dot, FAINT)
    is_last = counting.at - 1 == index * counting.seats + seat
    text = str(gold)
    return Run(" " * (wide - width(text))), Run(text, KEY if is_last else MUTED)


def totals(view: View, counting: Counting) -> Line:
    """Everybody's gold so far, in one line."""
    pairs = enumerate(counting.totals)
    return tuple(
        run for seat, gold in pairs for run in (view.chip(seat), Run(f" {gold}  ", STRONG))
    )


def told(view: View, counting: Counting) -> Line:
    """What was counted last; before that, what will be."""
    step = counting.step
    if step is None:
        text = _("Press {key} to count the gold, goal by goal.")
        return (Run(text.format(key=view.keys.name("count-on"))),)
    text = n_(
        "{goal}: {gold} gold, {total} in all", "{goal}: {gold} gold, {total} in all", step.paid
    ).format(goal=goal_name(step.part), gold=step.paid, total=step.totals[step.seat])
    return line(view.chip(step.seat), Run(f" {view.names[step.seat]} ", STRONG), text)


def result(view: View) -> Line:
    """Who has won; equal gold shares the victory (E-6)."""
    best = [place for place in ranking(view.totals) if place.rank == 1]
    if [place.seat for place in best] == [view.viewer]:
        return (Run(_("You win with {gold} gold").format(gold=best[0].total), ACCENT),)
    text = _("wins with {gold} gold") if len(best) == 1 else _("share the victory with {gold} gold")
    names = both(view.names[place.seat] for place in best)
    return Run(f"{names} ", STRONG), Run(text.format(gold=best[0].total), ACCENT)


def about(view: View, part: str) -> str:
    """What a goal pays for in this game."""
    return goal_here(part, view.state)


class _Kingdom:
    side = staticmethod(side)
    totals = staticmethod(totals)
    told = staticmethod(told)
    result = staticmethod(result)
    about = staticmethod(about)

    def title(self) -> str:
        return _("Counting the gold")


COUNT: Final[Count] = _Kingdom()
