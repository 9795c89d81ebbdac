"""Figures as an SVG picture to show around: nothing about others but what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from kbtui.history import figurewords
from kbtui.history.counted import WINDOW, Figures, Filter
from kbtui.text.i18n import _
from kbtui.text.words import decimal

WIDTH, HEIGHT = 800, 450
_BACK, _TEXT, _SOFT, _RULE = "#14171c", "#e8e6df", "#8b93a1", "#2a303b"
_ACCENT, _GOOD, _BAD, _THEY = "#f2c14e", "#8fd18a", "#ff8f6b", "#737a88"
_GOALS: Final = 10
_CURVE: Final = (20, 150, 400, 110)  # x, y, width, height
_STRIP: Final = (20, 300, 400)
_LEFT: Final = 450  # of the right column


def svg(figures: Figures, chosen: Filter, name: str, day: str) -> Iterator[str]:
    title = f"{figurewords.game_name(chosen.game)}, {name}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" role="img" '
        f'aria-label="{escape(title)}">\n'
    )
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_BACK}"/>\n'
    yield _text(20, 36, title, _TEXT, 22, bold=True)
    yield _text(WIDTH - 20, 36, day, _SOFT, 14, end=True)
    yield from _numbers(figures)
    yield from _curve(figures)
    yield from _strip(figures)
    yield from _goals(figures, chosen)
    yield from _levels(figures)
    yield "</svg>\n"


def _numbers(figures: Figures) -> Iterator[str]:
    share = figures.share
    won = f"{figures.won} ({told})" if (told := figurewords.percent(share)) else str(figures.won)
    best = figures.best.value if figures.best is not None else 0
    shown = (
        (figurewords.games_word(figures.games), str(figures.games)),
        (_("won"), won),
        (_("best"), str(best)),
        (_("average"), decimal(figures.mean[0])),
        (figurewords.row_word(figures.streak[1]), str(figures.streak[1])),
    )
    for place, (label, value) in enumerate(shown):
        x = 20 + place * 156
        yield _text(x, 84, value, _ACCENT, 26, bold=True)
        yield _text(x, 104, label, _SOFT, 13)


def _curve(figures: Figures) -> Iterator[str]:
    x, y, wide, high = _CURVE
    label = _("wins in the last {count} games, over time").format(count=WINDOW)
    yield _text(x, y - 12, label, _SOFT, 13)
    yield _box(x, y, wide, high, _RULE)
    fair = y + high * (1 - figures.fair)
    points = _sampled(figures.curve, wide // 2)
    if points:
        step = wide / max(len(points) - 1, 1)
        path = " ".join(
            f"{x + place * step:.1f},{y + high * (1 - value):.1f}"
            for place, value in enumerate(points)
        )
        yield f'<polyline points="{path}" fill="none" stroke="{_GOOD}" stroke-width="2.5"/>\n'
    yield (
        f'<line x1="{x}" y1="{fair:.1f}" x2="{x + wide}" y2="{fair:.1f}" stroke="{_TEXT}" '
        'stroke-dasharray="2 6"/>\n'
    )


def _sampled(curve: Sequence[float], most: int) -> list[float]:
    """At most that many points, the last one among them."""
    step = max(len(curve) / most, 1)
    count = int(len(curve) / step)
    return [curve[int(len(curve) - 1 - place * step)] for place in range(count)][::-1]


def _strip(figures: Figures) -> Iterator[str]:
    x, y, wide = _STRIP
    last = figures.last[-80:]
    yield _text(x, y - 10, _("last {count}").format(count=len(last)), _SOFT, 13)
    step = wide / max(len(last), 1)
    for place, (_file, fact) in enumerate(last):
        top, color = (0, _GOOD) if fact.has_won else (12, _BAD)
        high = 24 if fact.is_shared else 12
        yield _box(x + place * step, y + top, max(step - 1, 0.5), high, color)


def _goals(figures: Figures, chosen: Filter) -> Iterator[str]:
    found = figurewords.ordered(chosen.game, figures.amounts)
    if not found:
        return
    group, rows = found[0]
    rows = rows[:_GOALS]
    most = max((max(row.you, row.they) for row in rows), default=0) or 1
    yield _text(_LEFT, 138, figurewords.group_title(chosen.game, group), _SOFT, 13)
    for place, row in enumerate(rows):
        y = 150 + place * 26
        yield _text(_LEFT, y + 14, figurewords.amount_name(chosen.game, group, row), _TEXT, 13)
        yield _box(_LEFT + 110, y + 2, 160 * row.you / most, 8, _ACCENT)
        yield _box(_LEFT + 110, y + 11, 160 * row.they / most, 6, _THEY)
        told = f"{decimal(row.you)} : {decimal(row.they)}"
        yield _text(WIDTH - 20, y + 14, told, _SOFT, 12, end=True)


def _levels(figures: Figures) -> Iterator[str]:
    for place, share in enumerate(figures.levels[:4]):
        y = 356 + place * 22
        yield _text(20, y + 12, figurewords.opponent_name(share.name), _TEXT, 13)
        yield _box(140, y + 3, 180, 9, _RULE)
        yield _box(140, y + 3, 180 * share.won / share.games, 9, _GOOD)
        told = f"{share.won} / {share.games}"
        yield _text(420, y + 12, told, _SOFT, 12, end=True)


def _box(x: float, y: float, wide: float, high: float, color: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high}" fill="{color}"/>\n'


def _text(
    x: float, y: float, text: str, color: str, size: int, *, bold: bool = False, end: bool = False
) -> str:
    more = ' font-weight="bold"' * bold + ' text-anchor="end"' * end
    told = escape(text, quote=False)
    return f'<text x="{x}" y="{y}" fill="{color}" font-size="{size}"{more}>{told}</text>\n'
