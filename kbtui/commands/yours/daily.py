"""``kb daily``: the deal of the day: how your tries stand, and the way to play it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from engine.contract import find
from engine.errors import BadOptions
from kbtui.cli import lines
from kbtui.cli.output import say
from kbtui.cli.screen import chosen, need_player, open_app
from kbtui.daily import words
from kbtui.daily.diary import Diary, Standing, Streak, Try, new_try
from kbtui.disk.places import games_folder
from kbtui.games.kit import find as find_kit
from kbtui.play import saves
from kbtui.play.start import Daily
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from relay.days import deals


def run(asked: argparse.Namespace) -> int:
    if asked.play or asked.practice:
        return _play(asked)
    games = deals.games() if asked.game is None else [_game(asked)]
    diary = Diary(games_folder())
    found = [(diary.find(game, deals.today()), diary.streak(game)) for game in games]
    if asked.json:
        print(json.dumps([_as_json(*each) for each in found], indent=1))
    elif asked.text:
        say(_texts(found))
    else:
        say(_lines(found))
    return 0


def _game(asked: argparse.Namespace) -> str:
    game = find_kit(asked.game).key
    if game not in deals.games():
        raise BadOptions("--game", _("this game has no deal of the day"))
    return game


def _lines(found: list[tuple[Try, Streak]]) -> Iterator[str]:
    for each, streak in found:
        parts = (each.day, find(each.game).title, words.status(each), words.days_told(streak))
        yield "  ".join(filter(None, parts))
        yield f"  {words.bot_told(deals.deal_of(each.game, each.day))}"
    yield words.left_told(deals.seconds_left())


def _texts(found: list[tuple[Try, Streak]]) -> Iterator[str]:
    over = [(each, streak) for each, streak in found if each.result is not None]
    if not over:
        raise Refusal(_("there is a text to paste once the try is over"))
    for number, (each, streak) in enumerate(over):
        yield from [""] * bool(number)
        yield from words.paste(each, streak)


def _as_json(found: Try, streak: Streak) -> dict[str, Any]:
    deal, result = deals.deal_of(found.game, found.day), found.result
    return {
        "game": found.game,
        "day": found.day,
        "bot": {"level": deal.level, "nodes": deal.nodes, "edition": deal.edition},
        "seat": deal.seat + 1,
        "try": found.standing.value,
        "score": None if result is None else [result.score, result.best_other],
        "won": None if result is None else result.has_won,
        "rounds": None if result is None else [*result.leads],
        "streak": {"now": streak.now, "longest": streak.longest},
        "seconds_left": deals.seconds_left(),
    }


def _play(asked: argparse.Namespace) -> int:
    """On the page of the app, or in lines."""
    need_player(asked)
    if not asked.line:
        return open_app(Daily(), asked)
    game, folder, day = _game(asked), games_folder(), deals.today()
    settings, notice = chosen(asked)
    found = Diary(folder).find(game, day)
    is_done = found.standing in (Standing.OVER, Standing.ABANDONED)
    if asked.practice:
        deal = deals.deal_of(game, day if is_done else deals.day_before(day))
        session = new_try(deal, settings.name, is_practice=True)
        return lines.play(session, saves.start(session, folder), settings, notice)
    if is_done:
        text = _("today's try has counted: {result}; kb --line daily --practice plays it again")
        raise Refusal(text.format(result=words.status(found)))
    if found.path is not None:
        session, save = saves.resume(found.path, folder)
    else:
        session = new_try(deals.deal_of(game, day), settings.name)
        save = saves.start(session, folder)
    code = lines.play(session, save, settings, notice)
    diary = Diary(folder)
    ended = diary.find(game, day)
    if ended.result is not None:
        say(words.paste(ended, diary.streak(game)))
    return code
