"""What can be chosen in the hall, section by section."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kbtui.hosted.mode import is_hosted
from kbtui.pages.hall.past import Rerun
from kbtui.play.saved_games import Summary
from kbtui.text.i18n import N_
from relay.protocol import kinds as k
from relay.protocol import messages as m

OWN, PLAY, OPEN, RUNNING, OVER = "own", "play", "open", "running", "over"
RERUNS = "reruns"
MEET, DAILY, HOST, BOT, JOIN, RELAY = "meet", "daily", "host", "bot", "join", "relay"
FOR_A_GAME: Final = (MEET, HOST, BOT)  # ways that need to know which
_DIGITS: Final = range(1, 10)


class Way(NamedTuple):
    name: str
    letter: str
    label: str
    about: str


WAYS: Final = (
    Way(MEET, "m", N_("Meet somebody"), N_("against the next person to come")),
    Way(DAILY, "d", N_("Deal of the day"), N_("the same cards for everyone")),
    Way(HOST, "h", N_("Open a room"), N_("for friends, or for anyone")),
    Way(BOT, "p", N_("Play a bot"), N_("a game against one bot")),
    Way(JOIN, "j", N_("By code"), N_("type the code that the host gave you")),
    Way(RELAY, "a", N_("Relay"), N_("where online games are played; type another address")),
)
_SHORT: Final = (MEET, DAILY, HOST, RELAY)  # where rows are few, letters do the rest


class Entry(NamedTuple):
    """Something that the cursor can be on. ``name`` is what a click gives."""

    name: str
    section: str
    way: Way | None = None
    game: Summary | None = None  # one of the player's own
    room: m.Listed | None = None
    rerun: Rerun | None = None
    why: str = ""  # a finished game is worth a look


def entries(
    public: Sequence[m.Listed],
    own: Sequence[Summary],
    local: Sequence[Summary],
    reruns: Sequence[tuple[Rerun, str]] = (),
    *,
    is_short: bool,
) -> dict[str, list[Entry]]:
    """Every section that has something, in the order of the page. ``reruns`` are finished games,
    with why they are worth a look; what they have is not listed a second time."""
    again = {rerun.code for rerun, _why in reruns}
    over = (room for room in public if room.phase == k.OVER and room.watching)
    found = {
        OWN: [*map(_own, sorted(own, key=_urgency)), *map(_local, local)],
        PLAY: [Entry(way.name, PLAY, way) for way in ways(is_short=is_short)],
        OPEN: _rooms(OPEN, (room for room in public if _is_open(room))),
        RUNNING: _rooms(RUNNING, sorted(filter(is_running, public), key=lambda room: room.idle)),
        OVER: _rooms(OVER, (room for room in over if room.code not in again)),
        RERUNS: [Entry(each.label, RERUNS, rerun=each, why=why) for each, why in reruns],
    }
    return {section: rows for section, rows in found.items() if rows}


def best(every: Sequence[Entry], *, is_met: bool) -> Entry:
    """What somebody who comes most likely wants: their turn, an opponent who waits, a game that was
    left, or any game. ``is_met``: such an opponent is there."""
    ranks: tuple[Callable[[Entry], bool], ...] = (
        lambda row: row.game is not None and row.game.is_due,
        lambda row: row.name == MEET and is_met,
        lambda row: row.game is not None and not row.game.is_done,
        lambda row: row.section == PLAY,
    )
    return next(row for fits in ranks for row in every if fits(row))


def ways(*, is_short: bool) -> list[Way]:
    """At a door there is one relay, which is nobody's to change."""
    offered = [way for way in WAYS if way.name != RELAY or not is_hosted()]
    return [way for way in offered if not is_short or way.name in _SHORT]


def _own(game: Summary) -> Entry:
    return Entry(f"own {game.room}", OWN, game=game)


def _local(game: Summary) -> Entry:
    return Entry(f"saved {game.path.name}", OWN, game=game)


def _urgency(game: Summary) -> tuple[bool, bool, float]:
    """Those that wait for us first, of these the oldest; what is over last."""
    return game.is_done, not game.is_due, game.when if game.is_due else -game.when


def _rooms(section: str, rooms: Iterable[m.Listed]) -> list[Entry]:
    return [Entry(f"room {room.code}", section, room=room) for room in rooms]


def _is_open(room: m.Listed) -> bool:
    return room.phase in (k.LOBBY, k.SEALING)


def is_running(room: m.Listed) -> bool:
    return room.phase == k.PLAYING


def has_place(room: m.Listed) -> bool:
    return room.phase == k.LOBBY and room.free > 0


def numbered(before: Mapping[str, int], codes: Sequence[str]) -> dict[str, int]:
    """A digit for each game: the one it had, or the first that is free."""
    kept = {code: before[code] for code in codes if code in before}
    free = iter([number for number in _DIGITS if number not in kept.values()])
    for code in codes:
        if code not in kept:
            number = next(free, None)
            if number is not None:
                kept[code] = number
    return kept
