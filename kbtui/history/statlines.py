"""``kb stats``: figures as plain lines, and as JSON for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kbtui.games.kit import find
from kbtui.history import figurewords
from kbtui.history.counted import Figures, Filter, Notable, Share
from kbtui.text.i18n import _, n_
from kbtui.text.words import decimal, explained

_FIVE: Final = 5  # letters together in the row of the last games


def lines(figures: Figures, chosen: Filter, unfinished: int, last: int) -> Iterator[str]:
    """The most important first; ``last``: how many games are listed at the end."""
    if not figures.games:
        yield _("There are no finished games to count.")
    else:
        yield from _head(figures, chosen)
        yield from _sorts(figures, chosen)
        yield from _amounts(figures, chosen)
        yield from _last(figures, last)
    if unfinished:
        text = n_("{count} unfinished game", "{count} unfinished games", unfinished)
        yield text.format(count=unfinished)


def _head(figures: Figures, chosen: Filter) -> Iterator[str]:
    share = figures.share
    since = _("since {day}").format(day=figures.first_day)
    yield explained(figurewords.game_name(chosen.game), f"{figurewords.won_told(share)}; {since}")
    if figures.shared:
        yield _("shared victories: {count}").format(count=figures.shared)
    you, they = map(decimal, figures.mean)
    best = figures.best
    assert best is not None, "there are games"
    score = find(chosen.game).words.score()
    text = _("{score}: best {best}, average {you} to {they}")
    yield text.format(score=score, best=best.value, you=you, they=they)
    now, longest = figures.streak
    yield _("won in a row: {now} now, {longest} at most").format(now=now, longest=longest)
    for text, notable in (
        (_("widest win: by {count} ({file})"), figures.widest),
        (_("narrowest win: by {count} ({file})"), figures.narrowest),
    ):
        if notable is not None:
            yield text.format(count=notable.value, file=_stem(notable))
    yield _("turns per game: {count}").format(count=decimal(figures.turns))
    if figures.seconds:
        yield _("time per turn: {count} s").format(count=round(figures.seconds))


def _stem(notable: Notable) -> str:
    return notable.file.rpartition(".")[0]


def _sorts(figures: Figures, chosen: Filter) -> Iterator[str]:
    for share in figures.levels:
        name = _("opponent {name}").format(name=figurewords.opponent_name(share.name))
        yield explained(name, figurewords.won_told(share))
    scores = {str(row.players): row for row in figures.scores}
    for share in figures.players:
        row = scores[share.name]
        more = _("best {best}, average {mean}").format(best=row.best, mean=decimal(row.mean))
        yield explained(
            figurewords.players_name(share.name), f"{figurewords.won_told(share)}; {more}"
        )
    for share in figures.kinds:
        yield explained(figurewords.kind_name(chosen.game, share.name), figurewords.won_told(share))
    for share in figures.seats:
        yield explained(figurewords.began_name(share.name), figurewords.won_told(share))
    for person in figures.people:
        told = _("{won} won, {lost} lost").format(won=person.won, lost=person.lost)
        tied = _("{count} tied").format(count=person.tied) if person.tied else ""
        text = ", ".join(filter(None, (told, tied)))
        yield explained(person.name, f"{text}; {_('last {day}').format(day=person.day)}")


def _amounts(figures: Figures, chosen: Filter) -> Iterator[str]:
    for group, rows in figurewords.ordered(chosen.game, figures.amounts):
        yield figurewords.group_title(chosen.game, group)
        for row in rows:
            you, they = decimal(row.you), decimal(row.they)
            text = _("{you} to {they} in {games}")
            told = text.format(you=you, they=they, games=figurewords.games_told(row.games))
            parts = filter(None, (told, figurewords.with_it(chosen.game, group, row)))
            name = figurewords.amount_name(chosen.game, group, row)
            yield f"  {explained(name, '; '.join(parts))}"


def _last(figures: Figures, count: int) -> Iterator[str]:
    last = figures.last[-count:] if count > 0 else []
    if not last:
        return
    letters = [figurewords.letter(fact) for _file, fact in last]
    parts = ("".join(letters[at : at + _FIVE]) for at in range(0, len(letters), _FIVE))
    yield explained(_("last {count}").format(count=len(last)), " ".join(parts))


def as_json(figures: Figures, chosen: Filter, unfinished: int, last: int) -> dict[str, Any]:
    def shares(found: Sequence[Share]) -> list[dict[str, Any]]:
        return [share._asdict() for share in found]

    def notable(found: Notable | None) -> dict[str, Any] | None:
        return None if found is None else {"id": _stem(found), "value": found.value}

    shown = figures.last[-last:] if last > 0 else []
    return {
        "game": chosen.game,
        "filter": {name: value for name, value in chosen._asdict().items() if value},
        "games": figures.games,
        "won": figures.won,
        "shared": figures.shared,
        "unfinished": unfinished,
        "since": figures.first_day,
        "fair": round(figures.fair, 4),
        "best": notable(figures.best),
        "mean": [round(value, 2) for value in figures.mean],
        "streak": {"now": figures.streak[0], "longest": figures.streak[1]},
        "widest": notable(figures.widest),
        "narrowest": notable(figures.narrowest),
        "turns": round(figures.turns, 2),
        "seconds_per_turn": round(figures.seconds, 1) or None,
        "by": {
            "level": shares(figures.levels),
            "players": shares(figures.players),
            "kind": shares(figures.kinds),
            "seat": shares(figures.seats),
            "people": [person._asdict() for person in figures.people],
        },
        "scores": [{**row._asdict(), "mean": round(row.mean, 2)} for row in figures.scores],
        "amounts": {
            group: [
                {**row._asdict(), "you": round(row.you, 2), "they": round(row.they, 2)}
                for row in rows
            ]
            for group, rows in figurewords.ordered(chosen.game, figures.amounts)
        },
        "last": [
            {
                "id": file.rpartition(".")[0],
                "date": fact.day,
                "won": fact.has_won,
                "score": [fact.score, fact.best_other],
            }
            for file, fact in shown
        ],
    }
