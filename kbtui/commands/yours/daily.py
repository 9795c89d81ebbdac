"""``kb daily``: the deal of the day: how your tries stand, and the way to play it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.contract import find
from engine.errors import BadOptions
from kbtui.cli import onlinelines, openlines, relays
from kbtui.cli.openscreen import chosen, need_player, open_app
from kbtui.cli.output import complain, say
from kbtui.daily import asking, tables, trywords
from kbtui.daily.asking import Asked, Unanswered, is_of, prove
from kbtui.daily.diary import Diary, Streak, Try, TryState, new_try
from kbtui.disk.places import games_folder
from kbtui.games.kit import find as find_kit
from kbtui.hosted import mode
from kbtui.play import saves
from kbtui.play.start import Daily
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from relay.days import deals
from relay.protocol.days import DONE

if TYPE_CHECKING:
    from kbtui.disk.settings import Settings
    from kbtui.text.address import Address


def run(asked: argparse.Namespace) -> int:
    if asked.play or asked.practice:
        return _play(asked)
    games = deals.games() if asked.game is None else [_game(asked)]
    settings, _notice = chosen(asked)
    relay = _relay(asked, settings)
    if asked.table or asked.top or asked.day:
        return _table(asked, games, relay)
    diary = Diary(games_folder())
    found = [(diary.find(game, deals.today()), diary.streak(game)) for game in games]
    views = _asked_gently(games, relay)
    if asked.json:
        print(json.dumps([_as_json(*each, views) for each in found], indent=1))
    elif asked.text:
        say(_texts(found, views))
    else:
        say(_lines(found, views))
    return 0


def _relay(asked: argparse.Namespace, settings: Settings) -> Address | None:
    """The one whose deals are meant; None for the open deals of this machine."""
    if asked.offline or not (asked.relay or settings.relay or mode.is_hosted()):
        return None
    return relays.address(asked, settings)


def _table(asked: argparse.Namespace, games: list[str], relay: Address | None) -> int:
    day = asked.day or deals.today()
    try:
        deals.ordinal(day)
    except ValueError:
        raise Refusal(_("--day: a day is written like 2026-11-16")) from None
    if relay is None:
        raise Refusal(_("only a relay has a table; name one with --relay"))
    found = _asked(games, relay, day)
    if asked.json:
        print(json.dumps([tables.as_json(each) for each in found], indent=1))
        return 0
    for number, each in enumerate(found):
        say([""] * bool(number))
        say(tables.lines(each, with_list=asked.top))
        if proof := prove(each.view, games_folder()):
            say([f"  {proof}"])
    return 0


def _asked(games: list[str], relay: Address, day: str) -> list[Asked]:
    try:
        return asking.asked(relay, [(game, day) for game in games])
    except Unanswered as error:
        raise Refusal(str(error).rstrip(".")) from None


def _asked_gently(games: list[str], relay: Address | None) -> dict[str, Asked]:
    """By game. A relay that does not answer is said, and no more than that."""
    if relay is None:
        return {}
    try:
        found = asking.asked(relay, [(game, deals.today()) for game in games])
    except Unanswered as error:
        complain(str(error).rstrip("."))
        return {}
    return {each.view.game: each for each in found}


def _game(asked: argparse.Namespace) -> str:
    game = find_kit(asked.game).key
    if game not in deals.games():
        raise BadOptions("--game", _("this game has no deal of the day"))
    return game


def _lines(found: list[tuple[Try, Streak]], views: Mapping[str, Asked]) -> Iterator[str]:
    for each, streak in found:
        parts = (each.day, find(each.game).title, trywords.status(each), trywords.days_told(streak))
        yield "  ".join(filter(None, parts))
        yield f"  {trywords.bot_told(deals.deal_of(each.game, each.day))}"
        if each.game in views:
            asked = views[each.game]
            status, crowd = tables.status(asked.view), tables.crowd(asked.view)
            yield f"  {asked.relay.name}: {status}; {crowd}"
    yield trywords.left_told(deals.seconds_left())


def _texts(found: list[tuple[Try, Streak]], views: Mapping[str, Asked]) -> Iterator[str]:
    over = [(each, streak) for each, streak in found if each.result is not None]
    if not over:
        raise Refusal(_("there is a text to paste once the try is over"))
    for number, (each, streak) in enumerate(over):
        yield from [""] * bool(number)
        yield from trywords.paste(each, streak, _place(each, views))


def _place(found: Try, views: Mapping[str, Asked]) -> str:
    """At the relay, if that is where the try was."""
    asked = views.get(found.game)
    return "" if asked is None or not is_of(found, asked) else tables.place_told(asked.view)


def _as_json(found: Try, streak: Streak, views: Mapping[str, Asked]) -> dict[str, Any]:
    deal, result = deals.deal_of(found.game, found.day), found.result
    return {
        "game": found.game,
        "day": found.day,
        "bot": {"level": deal.level, "nodes": deal.nodes, "edition": deal.edition},
        "seat": deal.seat + 1,
        "try": found.state.value,
        "score": None if result is None else [result.score, result.best_other],
        "won": None if result is None else result.has_won,
        "rounds": None if result is None else [*result.leads],
        "streak": {"now": streak.now, "longest": streak.longest},
        "seconds_left": deals.seconds_left(),
        "relay": tables.as_json(views[found.game]) if found.game in views else None,
    }


def _play(asked: argparse.Namespace) -> int:
    """On the page of the app, or in lines."""
    need_player(asked)
    settings, notice = chosen(asked)
    relay = _relay(asked, settings)
    if not asked.line:
        return open_app(Daily("" if relay is None else relay.name, asked.offline), asked)
    game, folder, day = _game(asked), games_folder(), deals.today()
    if relay is not None and asked.play:
        return _attempt(game, relay, settings, notice)
    found = Diary(folder).find(game, day)
    is_done = found.state in (TryState.OVER, TryState.ABANDONED)
    if asked.practice:
        deal = deals.deal_of(game, day if is_done else deals.day_before(day))
        session = new_try(deal, settings.name, is_practice=True)
        return openlines.play(session, saves.start(session, folder), settings, notice)
    if is_done:
        text = _("today's try has counted: {result}; kb --line daily --practice plays it again")
        raise Refusal(text.format(result=trywords.status(found)))
    if found.path is not None:
        session, save = saves.resume(found.path, folder)
    else:
        session = new_try(deals.deal_of(game, day), settings.name)
        save = saves.start(session, folder)
    code = openlines.play(session, save, settings, notice)
    diary = Diary(folder)
    ended = diary.find(game, day)
    if ended.result is not None:
        say(trywords.paste(ended, diary.streak(game)))
    return code


def _attempt(game: str, relay: Address, settings: Settings, notice: str | None) -> int:
    """The try at a relay, in lines."""
    day = deals.today()
    relays.name(settings)
    (before,) = _asked([game], relay, day)
    if before.view.trying == DONE:
        text = _("today's try at {relay} is over: {result}")
        raise Refusal(text.format(relay=relay.name, result=tables.status(before.view)))
    code = onlinelines.play(before.attempt, settings, notice)
    (after,) = _asked([game], relay, day)
    if after.view.trying == DONE:
        diary = Diary(games_folder())
        ended = diary.find(game, day)
        if ended.result is not None:
            say(trywords.paste(ended, diary.streak(game), tables.place_told(after.view)))
        say(tables.summary(after.view))
    return code
