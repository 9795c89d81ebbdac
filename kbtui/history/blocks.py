"""Figures as blocks of lines for a page: each block for a width, with its heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kbtui.games.kit import find
from kbtui.history import figurewords
from kbtui.history.counted import WINDOW, Amount, Figures, Filter, Notable, Share
from kbtui.history.facts import Fact
from kbtui.look.look import Look
from kbtui.paint.bigletters import big
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    beside,
    cut,
    heading,
    length,
    spread,
    width,
)
from kbtui.text.i18n import _, n_
from kbtui.text.words import decimal

FEW: Final = 5  # games below which a row is faint
HIGH: Final = 5  # rows of the curve
_LEAD: Final = 6  # columns before curve and strip
_NAME: Final = 13
_LEAST_BAR: Final = 6
_BEST: Final = 3  # goals that a sentence names


def head(figures: Figures, chosen: Filter, look: Look, columns: int) -> list[Line]:
    """The most important numbers: large where there is room, else in two lines."""
    shown = [*_numbers(figures, chosen)]
    wide = columns // len(shown)
    if look.terminal.unicode and wide >= 22:
        return beside(*((_large(*each, wide), wide) for each in shown))
    rows: list[list[Run]] = [[]]
    for value, label, note in shown:
        told = f" {label}" + (f" ({note})" if note else "")
        if rows[-1] and length(rows[-1]) + width(value + told) + 2 > columns:
            rows.append([])
        rows[-1] += [Run("  " if rows[-1] else ""), Run(value, ACCENT), Run(told, MUTED)]
    return [tuple(row) for row in rows]


def _numbers(figures: Figures, chosen: Filter) -> Iterator[tuple[str, str, str]]:
    """A number, what it is, and a note."""
    yield str(figures.games), figurewords.games_word(figures.games), _since(figures)
    yield str(figures.won), _("won"), figurewords.percent(figures.share)
    best = figures.best.value if figures.best is not None else 0
    score = find(chosen.game).words.score()
    yield str(best), _("best"), score
    you, they = figures.mean
    margin = round(you - they)
    told = _("behind, on average") if margin < 0 else _("ahead, on average")
    yield str(abs(margin)), told, f"{decimal(you)} : {decimal(they)}"
    now, longest = figures.streak
    yield str(now), figurewords.row_word(now), _("longest {count}").format(count=longest)


def _since(figures: Figures) -> str:
    return _("since {day}").format(day=figures.first_day)


def _large(value: str, label: str, note: str, columns: int) -> list[Line]:
    rows: list[Line] = [(Run(row, ACCENT),) for row in big(value)]
    return [*rows, EMPTY, (Run(cut(label, columns - 1), STRONG),), (Run(note, MUTED),)]


def curve(figures: Figures, look: Look, columns: int) -> list[Line]:
    """The share of wins among the last games, at each game; above what is fair in another tone."""
    values = figures.curve
    if not values:
        return []
    title = _("WINS IN THE LAST {count}, OVER TIME").format(count=WINDOW)
    last = [fact.has_won for _file, fact in figures.last[-WINDOW:]]
    now = _("now {won} of {count}").format(won=sum(last), count=len(last))
    room = columns - _LEAD
    shown = _stretched(values, room)
    rows = [heading(title, columns, now, look.signs.stroke)]
    full, half = (look.signs.full, "▄") if look.terminal.unicode else ("#", ",")
    for row in range(HIGH, 0, -1):
        mark = str(WINDOW) if row == HIGH else "0" if row == 1 else ""
        is_fair = row - 1 <= figures.fair * HIGH < row
        label = cut(_("fair"), _LEAD - 1) if is_fair else mark
        tone = GOOD if row > figures.fair * HIGH else MUTED
        cells = []
        for value in shown:
            halves = round(value * HIGH * 2) - (row - 1) * 2
            cells.append(full if halves >= 2 else half if halves == 1 else " ")
        rows.append((Run(f"{label:<{_LEAD}}", MUTED), Run("".join(cells), tone)))
    return rows


def _stretched(values: Sequence[float], columns: int) -> list[float]:
    """One value for each column: the mean of those that fall into it, or the same again."""
    count = len(values)
    found = []
    for column in range(columns):
        start = column * count // columns
        part = values[start : max((column + 1) * count // columns, start + 1)]
        found.append(sum(part) / len(part))
    return found


def strip(figures: Figures, look: Look, columns: int, at: int | None) -> list[Line]:
    """The last games, one column each: up is won. ``at``: the game that is pointed at, counted
    from the last."""
    room = columns - _LEAD
    shown = figures.last[-room:]
    text = n_("LAST GAME: UP MEANS WON", "LAST {count} GAMES: UP MEANS WON", len(shown))
    title = text.format(count=len(shown))
    won, lost, shared = ("▀", "▄", "█") if look.terminal.unicode else ("'", ",", "#")
    runs = [Run(" " * _LEAD)]
    for place, (_file, fact) in enumerate(shown):
        sign = shared if fact.is_shared else won if fact.has_won else lost
        tone = GOOD if fact.has_won else WARNING
        is_here = at is not None and place == len(shown) - 1 - at
        runs.append(Run(sign, tone.on("raised") if is_here else tone))
    rows: list[Line] = [heading(title, columns, stroke=look.signs.stroke), tuple(runs)]
    if at is not None and shown:
        place = len(shown) - 1 - at
        told = _told(shown[place][1])
        start = max(min(_LEAD + place + 2 - width(told) - 2, columns - width(told) - 2), 0)
        rows.append((Run(" " * start), Run(f"{look.signs.pointer} {told}", TEXT)))
    return rows


def _told(fact: Fact) -> str:
    names = ", ".join(fact.names[seat] for seat in fact.others)
    return f"{fact.day} {names} {fact.score}:{fact.best_other}"


def opponents(figures: Figures, look: Look, columns: int) -> list[Line]:
    rows = [(figurewords.opponent_name(share.name), share) for share in figures.levels]
    return _shares(_("BY OPPONENT"), rows, look, columns)


def sorts(figures: Figures, chosen: Filter, look: Look, columns: int) -> list[Line]:
    """By number of players, by kind and by who began, as far as there is a difference."""
    rows: list[tuple[str, Share]] = []
    if len(figures.players) > 1:
        rows += [(figurewords.players_name(share.name), share) for share in figures.players]
    if len(figures.kinds) > 1:
        rows += [(figurewords.kind_name(chosen.game, share.name), share) for share in figures.kinds]
    if len(figures.seats) > 1:
        rows += [(figurewords.began_name(share.name), share) for share in figures.seats]
    return _shares(_("BY TABLE AND SEAT"), rows, look, columns) if rows else []


def _shares(title: str, rows: Sequence[tuple[str, Share]], look: Look, columns: int) -> list[Line]:
    """A bar for each share, and where the true one lies where there is room for it."""
    found = [heading(title, columns, _("won, played"), look.signs.stroke)]
    name_room = min(max((width(name) for name, _share in rows), default=0), columns // 2)
    for name, share in rows:
        percent = figurewords.percent(share) or f"{share.won}"
        end = f"{percent:>6}{share.games:>6}"
        between = figurewords.between(share)
        room = columns - name_room - width(end) - 2
        if room >= _LEAST_BAR + 14 and between:
            end = f"  {between:<10}{end}"
            room -= 12
        bar = _bar(share.won / share.games, max(room, 0), look) if room >= _LEAST_BAR else ()
        start = (Run(f"{cut(name, name_room, look.signs.more):<{name_room}} "), *bar)
        found.append(spread(start, (Run(end, MUTED),), columns))
    return found


def _bar(share: float, columns: int, look: Look) -> Line:
    filled = round(share * columns)
    return (
        Run(look.signs.full * filled, GOOD),
        Run(look.signs.dot * (columns - filled), FAINT),
    )


def people(figures: Figures, look: Look, columns: int, most: int) -> list[Line]:
    if not figures.people:
        return []
    found = [heading(_("PEOPLE"), columns, _("won : lost"), look.signs.stroke)]
    for person in figures.people[:most]:
        score = f"{person.won:>3} : {person.lost:>2}"
        day = f"{person.day}  " if columns >= 36 else ""
        start = Run(cut(person.name, columns - 12, look.signs.more))
        found.append(spread((start,), (Run(f"{day}{score}", MUTED),), columns))
    return found


def records(figures: Figures, look: Look, columns: int) -> list[Line]:
    """Widest and narrowest win, scores by number of players, time."""
    found = [heading(_("RECORDS"), columns, stroke=look.signs.stroke)]

    def row(label: str, value: str) -> None:
        room = columns - width(value) - 1
        start = Run(cut(label, room, look.signs.more))
        found.append(spread((start,), (Run(value, STRONG),), columns))

    def margin(label: str, notable: Notable | None) -> None:
        if notable is not None:
            row(label, f"{notable.value:+}")

    margin(_("widest win"), figures.widest)
    margin(_("narrowest win"), figures.narrowest)
    for scored in figures.scores:
        name = figurewords.players_name(str(scored.players))
        text = _("best {best}, average {mean}")
        row(name, text.format(best=scored.best, mean=decimal(scored.mean)))
    row(_("turns per game"), decimal(figures.turns))
    if figures.seconds:
        row(_("time per turn"), _("{count} s").format(count=round(figures.seconds)))
    return found


def amounts(
    group: str, rows: Sequence[Amount], chosen: Filter, look: Look, columns: int
) -> list[Line]:
    """Two bars in one row: the upper half you, the lower half they."""
    title = figurewords.group_title(chosen.game, group)
    ends = f"{_('you'):>7}{_('they'):>7}"
    found = [heading(title, columns, ends.strip(), look.signs.stroke)]
    most = max((max(row.you, row.they) for row in rows), default=0) or 1
    name_room = min(max((width(_name(chosen, group, row)) for row in rows), default=0), _NAME + 4)
    for row in sorted(rows, key=lambda row: row.games < FEW):
        name = cut(_name(chosen, group, row), name_room, look.signs.more)
        you, they = decimal(row.you), decimal(row.they)
        room = columns - name_room - 16
        tone = FAINT if row.games < FEW else TEXT
        bar = _double(row, most, room, look) if room >= _LEAST_BAR else ()
        start = (Run(f"{name:<{name_room}} ", tone), *bar)
        strong = STRONG if row.you > row.they else MUTED
        end = (Run(f"{you:>7}", strong), Run(f"{they:>7}", MUTED))
        found.append(spread(start, end, columns))
    return found


def _name(chosen: Filter, group: str, row: Amount) -> str:
    return figurewords.amount_name(chosen.game, group, row)


def _double(row: Amount, most: float, columns: int, look: Look) -> Line:
    you, they = (round(value / most * columns) for value in (row.you, row.they))
    both_signs, upper, lower = ("█", "▀", "▄") if look.terminal.unicode else ("#", "'", ",")
    shared = min(you, they)
    rest = (upper, you - shared) if you > they else (lower, they - shared)
    tone = ACCENT if you > they else MUTED
    if look.terminal.unicode and look.mode is not None:  # two colors in one cell
        return Run(upper * shared, ACCENT.on("muted")), Run(rest[0] * rest[1], tone)
    return Run(both_signs * shared, ACCENT), Run(rest[0] * rest[1], tone)


def best_parts(figures: Figures, chosen: Filter, columns: int) -> str:
    """What brings you more than others and what less, as far as it fits; empty if nothing is known
    well enough."""
    found = figurewords.ordered(chosen.game, figures.amounts)
    if not found:
        return ""
    group, rows = found[0]
    gains = sorted((row for row in rows if row.games >= FEW), key=lambda row: row.they - row.you)
    best = [row for row in gains if row.you - row.they >= 1][:_BEST]
    worst = [row for row in gains[::-1] if row.they - row.you >= 1][:1]

    def named(text: str, rows: Sequence[Amount]) -> list[str]:
        names = ", ".join(f"{_name(chosen, group, row)} ({_gain(row)})" for row in rows)
        return [text.format(names=names)] * bool(rows)

    told = ""
    for count in range(1, len(best) + 1):
        parts = named(_("Your best: {names}."), best[:count])
        parts += named(_("Their best: {names}."), worst)
        told = next((t for t in (" ".join(parts), parts[0]) if width(t) <= columns), told)
    return told


def _gain(row: Amount) -> str:
    return f"{'+' if row.you > row.they else '-'}{decimal(abs(row.you - row.they))}"
