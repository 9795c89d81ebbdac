"""The goals panel, with every player's gold so far."""

from __future__ import annotations

from kbtui.games.kingdom.words.names import goal_here, goal_name
from kbtui.paint.cells import BOLD
from kbtui.paint.runs import (
    ACCENT,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    cut,
    fit,
    folded,
    heading,
    shortened,
    spread,
    width,
)
from kbtui.story.view import View
from kbtui.text.i18n import _

_NUMBER = 4  # columns for a number
_TIGHT = 3


def _tone(view: View, gold: int, best: int) -> Tone:
    return STRONG if gold == best and gold else MUTED


def _when(view: View) -> str:
    """What the numbers are."""
    return "" if view.is_over else _("if it ended now")


def _named(view: View, index: int) -> str:
    """Lords pay all who are tied, so everybody has gold before the first settlement (G-LORDS-3):
    a word says why."""
    name, gold = goal_name(view.parts[index]), view.paid(index)
    is_tied = view.parts[index] == "lords" and gold[0] > 0 and min(gold) == max(gold)
    return f"{name}, {_('tied')}" if is_tied else name


def _row(view: View, index: int, name: str, columns: int, wide_: int, shown: int | None) -> Line:
    row = view.paid(index)
    numbers = [Run(f"{gold:>{wide_}}", _tone(view, gold, max(row))) for gold in row]
    room = columns - wide_ * len(row)
    tone = _name_tone(index, shown)
    return spread((Run(cut(name, room), tone, f"goal-{index}"),), numbers, columns)


def _name_tone(index: int, shown: int | None) -> Tone:
    return Tone("accent", "background", BOLD) if index == shown else TEXT


def wide(view: View, columns: int, shown: int | None = None, whole: bool = True) -> list[Line]:
    """One line each, with the chips of the players above their columns; below them the rule of the
    one that is looked at, ``whole`` or what a line has room for."""
    count = len(view.names)
    rows = [heading(_("GOALS"), columns, _when(view), view.signs.stroke)]
    chips = [run for seat in range(count) for run in (Run("  "), view.chip(seat))]
    rows.append(spread((), chips, columns))
    rows += [
        _row(view, i, _named(view, i), columns, _NUMBER, shown) for i in range(len(view.parts))
    ]
    if shown is not None:
        rule = (Run(goal_here(view.parts[shown], view.state), MUTED),)
        rows += folded(rule, columns) if whole else [shortened(rule, columns, view.signs.more)]
    return rows


def narrow(view: View, columns: int, shown: int | None = None, spare: int = 0) -> list[Line]:
    """One line each; a name that has no room beside its numbers stands above them, if there are
    rows to ``spare`` for it."""
    rows = [heading(_("GOALS"), columns, stroke=view.signs.stroke)]
    room = columns - _TIGHT * len(view.names)
    for i, part in enumerate(view.parts):
        name = _named(view, i)
        name = name if width(name) <= room else goal_name(part)
        if spare > 0 and width(name) > room:
            spare -= 1
            rows.append((Run(name, _name_tone(i, shown), f"goal-{i}"),))
            name = ""
        rows.append(_row(view, i, cut(name, room, view.signs.more), columns, _TIGHT, shown))
    return rows


def bars(view: View, columns: int, shown: int | None = None, whole: bool = True) -> list[Line]:
    """For wide windows: the rule of each goal in a sentence, ``whole`` or what a line has room for,
    and a bar for each player."""
    rows: list[Line] = [heading(_("GOALS"), columns, _when(view), view.signs.stroke)]
    best = max((score for row in view.earned for score, _hexes in row), default=0) or 1
    for i, part in enumerate(view.parts):
        tone = ACCENT if i == shown else STRONG
        rows.append((Run(_named(view, i), tone, f"goal-{i}"),))
        rule = (Run(goal_here(part, view.state), MUTED),)
        rows += folded(rule, columns) if whole else [shortened(rule, columns, view.signs.more)]
        gold_of = view.paid(i)
        for seat, gold in enumerate(gold_of):
            size = round((columns - 8) * gold / best)
            ink = _tone(view, gold, max(gold_of))
            bar = Run(view.signs.full * size, Tone(f"seat{seat + 1}"))
            rows.append(fit((view.chip(seat), Run(" "), bar, Run(f" {gold}", ink)), columns))
        rows.append(())
    return rows
