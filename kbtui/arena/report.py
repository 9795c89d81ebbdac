"""The results of a contest, as a table to read and as JSON.

Everything but the decision times is the same whenever the same contest is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kbtui.arena.schedule import Contest
from kbtui.arena.statistics import Interval
from kbtui.arena.totals import Tally
from kbtui.games.kit import find
from kbtui.text.i18n import _, n_

_NAME: Final = 24  # columns of a name at most
_MILLI: Final = 1000


def as_json(tally: Tally) -> dict[str, Any]:
    """``times`` alone depends on the machine."""
    contest, labels = tally.contest, tally.contest.labels
    return {
        "contest": {
            "bots": list(contest.entrants),
            "games": contest.games,
            "players": contest.players,
            "game": contest.game,
            **contest.options,
            "seed": contest.seed,
            "nodes": contest.nodes,
            "seconds": contest.seconds,
        },
        "games": len(tally.results),
        "is_complete": len(tally.results) == games_of(contest),
        "bots": [
            {
                "name": standing.name,
                "seats": standing.seats,
                "points": round(standing.points, 4),
                "rate": _json(standing.rate, 4),
                "elo": _json(standing.elo, 1),
                "gold": round(standing.gold, 2),
                "goals": {part: round(gold, 2) for part, gold in standing.goals.items()},
            }
            for standing in tally.standings
        ],
        "lineups": [
            {
                "bots": [labels[entrant] for entrant in row.lineup],
                "games": row.games,
                "rates": {labels[entrant]: _json(rate, 4) for entrant, rate in row.rates},
            }
            for row in tally.rows
        ],
        "failures": [
            {"name": name, "games": games, "first": reason}
            for name, games, reason in tally.failures
        ],
        "times": [
            {
                "name": label,
                "decisions": clock.decisions,
                "mean": round(clock.seconds / max(clock.decisions, 1), 6),
                "longest": round(clock.longest, 6),
            }
            for label, clock in zip(labels, tally.clocks, strict=True)
        ],
    }


def games_of(contest: Contest) -> int:
    """How many games the schedule has."""
    return len(contest.lineups) * contest.deals * contest.players


def _json(interval: Interval, digits: int) -> list[float]:
    return [round(value, digits) for value in interval]


def lines(tally: Tally) -> Iterator[str]:
    """The whole table; what depends on the machine comes last."""
    yield from _head(tally)
    yield ""
    yield from _standings(tally)
    if len(tally.contest.lineups) > 1:
        yield ""
        yield from _lineups(tally)
    yield ""
    yield from _goals(tally)
    yield ""
    yield from _times(tally)
    for name, games, reason in tally.failures:
        text = n_("{name} failed in {count} game.", "{name} failed in {count} games.", games)
        yield ""
        yield f"{text.format(name=name, count=games)} {reason}"


def _head(tally: Tally) -> Iterator[str]:
    contest, played = tally.contest, len(tally.results)
    games = n_("{count} game", "{count} games", played).format(count=played)
    kit = find(contest.game)
    players = _("{count} players").format(count=contest.players)
    yield f"{games}, {players}, {kit.words.options(contest.options)}, {_('seed')} {contest.seed}"
    if played < games_of(contest):
        yield _("Interrupted: {total} games had been planned.").format(total=games_of(contest))


def _standings(tally: Tally) -> list[str]:
    head = [
        _("bot"),
        _("games"),
        _("won"),
        "95 %",
        find(tally.contest.game).words.score(),
        "Elo",
        "95 %",
    ]
    rows = [head]
    for standing in tally.standings:
        elo = standing.elo
        rows.append(
            [
                _named(standing.name),
                str(standing.seats),
                f"{100 * standing.rate.value:.1f} %",
                _percents(standing.rate),
                f"{standing.gold:.1f}",
                f"{elo.value:+.0f}",
                "" if elo.low == elo.high else f"{elo.low:+.0f} .. {elo.high:+.0f}",
            ]
        )
    return _table(rows)


def _lineups(tally: Tally) -> list[str]:
    labels = tally.contest.labels
    rows = [[_("lineup"), _("games"), _("won"), "95 %"]]
    for row in tally.rows:
        named = ", ".join(_named(labels[entrant]) for entrant in row.lineup)
        for place, (_entrant, rate) in enumerate(row.rates[:-1]):
            shown = named if not place else ""
            games = str(row.games) if not place else ""
            rows.append([shown, games, f"{100 * rate.value:.1f} %", _percents(rate)])
    return _table(rows)


def _goals(tally: Tally) -> list[str]:
    standings = tally.standings
    parts = sorted({part for standing in standings for part in standing.goals})
    words = find(tally.contest.game).words
    rows = [[_("mean score"), *(_named(standing.name) for standing in standings)]]
    for part in parts:
        paid = [standing.goals.get(part, 0.0) for standing in standings]
        if any(paid):
            rows.append([words.part(part), *(f"{gold:.1f}" for gold in paid)])
    return _table(rows)


def _times(tally: Tally) -> list[str]:
    rows = [[_("decision times"), _("moves"), _("mean"), _("longest")]]
    for label, clock in zip(tally.contest.labels, tally.clocks, strict=True):
        mean = clock.seconds / max(clock.decisions, 1)
        shown = [f"{_MILLI * seconds:.1f} ms" for seconds in (mean, clock.longest)]
        rows.append([_named(label), str(clock.decisions), *shown])
    return _table(rows)


def _named(name: str) -> str:
    """Of a long command the end, where the name of the program is."""
    return name if len(name) <= _NAME else f"...{name[3 - _NAME :]}"


def _percents(rate: Interval) -> str:
    return f"{100 * rate.low:.1f} .. {100 * rate.high:.1f}"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as they need; the first goes left, the numbers right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    found = []
    for first, *rest in rows:
        numbers = (f"{text:>{wide}}" for text, wide in zip(rest, widths[1:], strict=True))
        found.append("  ".join([f"{first:<{widths[0]}}", *numbers]).rstrip())
    return found
