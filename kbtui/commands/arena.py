"""``kb arena``: makes bots play against bots and counts the results."""

from __future__ import annotations

import argparse
import json
from typing import Final

from engine.contract import AnyGame
from engine.errors import BadOptions
from kbtui.arena.report import as_json, games_of, lines
from kbtui.arena.schedule import Contest
from kbtui.arena.totals import Result, Tally
from kbtui.arena.workers import WorkerLost
from kbtui.arena.workers import run as play_all
from kbtui.cli.files import target
from kbtui.cli.output import complain, say
from kbtui.disk.files import write_new
from kbtui.games.kit import find
from kbtui.play.external_bot import check_external
from kbtui.play.link import is_external
from kbtui.play.progress import Progress
from kbtui.text.i18n import _

_SEED: Final = "arena"
_INTERRUPTED: Final = 130
_LOST: Final = 2
_MOST_GAMES: Final = 1_000_000
_MOST_JOBS: Final = 64


def run(asked: argparse.Namespace) -> int:
    contest = _contest(asked)
    out = target(asked.json)
    results: list[Result] = []
    progress, code = Progress(games_of(contest)), 0
    games = play_all(contest, asked.jobs)
    progress.show(0)
    try:
        for result in games:
            results.append(result)
            progress.show(len(results))
    except KeyboardInterrupt:  # what there is counts
        code = _INTERRUPTED
    except WorkerLost:
        complain(_("a worker process died; fewer jobs need less memory"))
        code = _LOST
    finally:
        games.close()
        progress.clear()
    tally = Tally.of(contest, results)
    if results:
        say(lines(tally))
    else:
        print(_("No game was finished."))
    if out is not None:
        write_new(out, json.dumps(as_json(tally), indent=1) + "\n")
    return code


def _contest(asked: argparse.Namespace) -> Contest:
    """What is asked for; refuses what cannot be played."""
    kit = find(asked.game)
    options = kit.form.options(asked, asked.players)
    contest = Contest(
        _entrants(asked.bots, kit.game),
        asked.games,
        asked.players,
        kit.key,
        {name: value for name, value in options.items() if name not in ("players", "seed")},
        asked.seed or _SEED,
        asked.nodes,
        asked.seconds,
    )
    if len(contest.entrants) < 2:
        raise BadOptions("--bots", _("name at least two bots, such as greedy,random"))
    for name in contest.entrants:
        if is_external(name):
            check_external(name)
        elif name not in kit.game.levels:
            unknown = "unknown level {name}; choose from {known}"
            known = ", ".join(kit.game.levels)
            raise BadOptions("bots", unknown, name=repr(name), known=known)
    _check_number("--games", asked.games, _MOST_GAMES)
    _check_number("--jobs", asked.jobs, _MOST_JOBS)
    if asked.nodes is not None:
        _check_number("--nodes", asked.nodes, 1_000_000_000)
    if asked.seconds is not None and not 0 < asked.seconds <= 3600:
        raise BadOptions("--seconds", _("a number above 0, at most 3600"))
    contest.table(contest.deals - 1)
    return contest


def _entrants(bots: str | None, game: AnyGame) -> tuple[str, ...]:
    """Who plays; if nobody is named, the bot that stands in and the next better one."""
    if bots is not None:
        return tuple(name.strip() for name in bots.split(","))
    levels = [*game.levels]
    return levels[levels.index(game.stand_in) :][:2][-1], game.stand_in


def _check_number(where: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise BadOptions(where, _("a whole number from 1 to {most}").format(most=most))
