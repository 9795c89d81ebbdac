"""What keys do in the hall: the sentence below its list, and the hints at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from kbtui.games.kit import Kit, on_screen
from kbtui.hosted.mode import hosted, is_hosted
from kbtui.pages.hall.card import FRIEND, KEYS
from kbtui.pages.hall.hallwords import game_title, names_of
from kbtui.pages.hall.rows import DAILY, FOR_A_GAME, HOST, JOIN, MEET, RELAY, Entry, has_place
from kbtui.paint.runs import MUTED, STRONG, Line, Run, spread
from kbtui.play.gamewords import moment
from kbtui.play.saved_games import Summary
from kbtui.text.framing import Hint
from kbtui.text.i18n import _, n_
from kbtui.text.keys import key_name
from kbtui.text.words import both
from relay.protocol import messages as m

OPTIONS, QUIT = "options", "quit"  # outcomes of the page, besides the names of ways


def about(entry: Entry, kit: Kit, waiting: str) -> str:
    """``kit``: of the game that is played from here; ``waiting``: who waits to play."""
    key = key_name("enter")
    if entry.room is not None:
        return _about_room(entry.room, key)
    if entry.game is not None:
        return _about_own(entry.game, key)
    if entry.rerun is not None:
        text = _("Press {key} to see this game from its first move.")
        return text.format(key=key)
    assert entry.way is not None, entry
    if entry.name == MEET and waiting:
        text = _("{name} is waiting. Press {key} to play {game} at once.")
        return text.format(name=waiting, key=key, game=_(kit.title))
    if entry.name == MEET:
        text = _("Press {key} to play {game} against the next person to come.")
        return text.format(key=key, game=_(kit.title))
    if entry.name == DAILY:
        return _("Press {key} to play the deal of the day.").format(key=key)
    return _(entry.way.about)


def waiting_told() -> str:
    return _("You are waiting. Play a bot, watch or read: a bell calls you. Press m to stop.")


def _about_room(room: m.Listed, key: str) -> str:
    names = _named(names_of(room)) or room.code
    if has_place(room):
        text = _("Press {key} to sit down with {names}. The game is {game}.")
        return text.format(key=key, names=names, game=game_title(room.game))
    if not room.watching:
        return _("{names} play without spectators.").format(names=names)
    return _("Press {key} to watch {names}.").format(key=key, names=names)


def _named(names: Sequence[str]) -> str:
    """``Ann, Bob and Cleo``."""
    return both(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _about_own(game: Summary, key: str) -> str:
    if game.is_due:
        text = _("It is your turn in {code}. Press {key} to continue.")
        return text.format(code=game.room, key=key)
    told = moment(game)
    if game.room and not is_hosted():
        told = _("online, on {relay}").format(relay=game.relay)
    return _("Press {key} to continue. {about}").format(key=key, about=told)


def hints(
    entry: Entry,
    digits: Sequence[int],
    back: str,
    *,
    has_people: bool,
    has_talk: bool,
    are_reruns: bool,
) -> list[Hint]:
    """The most useful first; the rest is left out where room is short. ``digits`` watch a game, or
    one that is over."""
    found: list[Hint] = [(key_name("enter"), _doing(entry), "choose")]
    if entry.name in FOR_A_GAME and len(on_screen()) > 1:
        found.append((f"{key_name('left')} {key_name('right')}", _("game"), "east"))
    if digits:
        shows = _("rerun") if are_reruns else _("watch")
        found.append((f"1-{max(digits)}" if len(digits) > 1 else "1", shows, ""))
    if entry.game is not None and entry.game.room:
        found.append(("x", _("give up"), "delete"))
    elif entry.room is not None and has_place(entry.room) and entry.room.watching:
        found.append(("v", _("watch"), "watch"))
    found += [(back, _("menu"), "back"), ("m", _("meet"), MEET), ("h", _("room"), HOST)]
    found.append(("j", _("code"), JOIN))
    if has_talk:
        found.append(("t", _("write"), "talk"))
    if has_people:
        found.append(("w", _("who"), "who"))
    if is_hosted():
        found += [("y", _("tell a friend"), FRIEND), ("k", _("keys"), KEYS)]
    return [*found, (key_name("tab"), _("section"), "next"), ("s", _("settings"), OPTIONS)]


def _doing(entry: Entry) -> str:
    if entry.room is not None:
        return _("sit down") if has_place(entry.room) else _("watch")
    if entry.game is not None:
        return _("continue")
    if entry.rerun is not None:
        return _("see it")
    return {RELAY: _("change"), MEET: _("meet")}.get(entry.name, _("open"))


def bar(people: int, back: str, columns: int) -> Line:
    """The title bar: who we are, and how many are here."""
    strong, soft = STRONG.on("raised"), MUTED.on("raised")
    host = hosted()
    left = [Run(f" {_('The hall') if host else _('Play together')}  ", strong)]
    right = [Run(f"{back} {_('menu')} ", soft, "back")]
    if host is not None:
        left.append(Run(host.host, soft))
        here = n_("{count} here", "{count} here", people).format(count=people)
        right = [Run(f"{host.name}  ", strong), Run(f"{here}  " if people else "", soft), *right]
    return spread(left, right, columns, Run(" ", soft))
