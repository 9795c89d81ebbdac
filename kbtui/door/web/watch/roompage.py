"""The page of one room, for spectators: the live board, the score, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, Final

from engine.contract import DEALER
from engine.errors import NotYourMove
from kbtui.door.web.markup import link, page, reload_without_scripts, script
from kbtui.door.web.staticfiles import version
from kbtui.door.web.watch.room import Room
from kbtui.games.kit import find
from kbtui.games.plain import Asked
from kbtui.text.i18n import _, c_, n_
from kbtui.text.words import both
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.rows import SeatView

_AGAIN: Final = 15  # seconds between two reloads without scripts
_EVENTS: Final = 10  # that are shown


def room_page(room: Room, ways: str = "", games: str = "") -> str:
    """The whole page; ``live.js`` keeps it up to date. ``ways`` lead to the games before and after
    this one, ``games`` is the list of all others."""
    home = link("/", _("All games"), "button")
    body = (
        f'<nav>{home} <span class="code">{escape(room.code)}</span><span id="ways">{ways}</span>'
        f'</nav>\n<main class="room">\n{board(room)}\n'
        f'<div id="side">{side(room)}</div>\n'
        f'<section id="others" aria-live="polite">{games}</section>\n</main>'
    )
    head = reload_without_scripts(_AGAIN) + script("live.js")
    said = {
        "live": f"/live/{room.code}",
        "version": version("live.js"),
        "code": room.code,
        "last": str(room.guest.client.confirmed),
        "newest": _("Live"),
        "entry": _("Move {number} of {last}"),
        "alt": _("The board of this game"),
    }
    return page(title(room), body, head=head, data=said)


def title(room: Room) -> str:
    return f"{standing(room) or room.code} · {_game_title(room)}"


def board(room: Room) -> str:
    """The board as a picture, or in letters where a game has none."""
    if room.table is None:
        return '<figure id="board" hidden></figure>'
    shown = f"<pre>{escape(letters(room))}</pre>"
    if is_pictured(room):
        source = f"/board/{room.code}/{room.guest.client.confirmed}.svg"
        shown = f'<img src="{source}" alt="{escape(_("The board of this game"))}">'
    return f'<figure id="board">{shown}</figure>'


def is_pictured(room: Room) -> bool:
    table = room.table
    return table is not None and has_pictures(table.game.key)


def has_pictures(game: str) -> bool:
    kit = find(game)
    return kit.drawing is not None or kit.taps is not None


def letters(room: Room) -> str:
    """The board of a game that has no pictures; empty if it has."""
    table = room.table
    if table is None or is_pictured(room):
        return ""

    def move(text: str) -> Any:
        raise NotYourMove("It is not your turn.")

    state = table.states[room.guest.client.confirmed]
    asked = Asked(state, None, room.guest.names, move, lambda move: None)
    return "\n".join(find(table.game.key).plain.board(asked, None, None))


def picture(room: Room, number: int | None, language: str) -> str | None:
    """The board after an entry as SVG; None: there is none. ``language`` is the one in use."""
    table = room.table
    if table is None:
        return None
    number = room.guest.client.confirmed if number is None else number
    if not is_pictured(room) or number > room.guest.client.confirmed:
        return None
    known = room.pictures.get((language, number))
    if known is None:
        known = "".join(_drawn(table.game.key, table.states[number], room.guest.names))
        if number == room.guest.client.confirmed:  # of others hardly anybody wants the same one
            room.pictures.clear()
            room.pictures[language, number] = known
    return known


def _drawn(game: str, state: Any, names: Sequence[str]) -> Iterable[str]:
    """All of it: a picture to keep may show a part, such as the leader's castle."""
    kit = find(game)
    if kit.taps is not None:
        return kit.taps.picture(state, names, None)
    return kit.drawing.svg(state, names) if kit.drawing is not None else ()


# ---- beside the board ---------------------------------------------------------------------------


def standing(room: Room) -> str:
    """The players with their scores: ``ada 12, botto 9``; without a game the names alone."""
    table, names = room.table, room.guest.names
    if table is None:
        return ", ".join(name for name in names if name)
    totals = table.game.totals(table.states[room.guest.client.confirmed])
    return ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def side(room: Room) -> str:
    """Everything but the board. It is replaced as a whole when something changes."""
    return "".join((_head(room), _state(room), _scores(room), _events(room)))


def _head(room: Room) -> str:
    watchers, day = room.guest.watchers, room.guest.daily.partition(" ")[0]
    said = n_("{count} spectator", "{count} spectators", watchers).format(count=watchers)
    about = f"{_game_title(room)}, {said}"
    if day:  # nobody can watch that
        about = _("{game}, deal of {day}").format(game=_game_title(room), day=day)
    return f"<h1>{escape(standing(room))}</h1>\n<p><small>{escape(about)}</small></p>\n"


def _game_title(room: Room) -> str:
    return _(find(room.guest.room.game).title) if room.guest.room is not None else ""


def _state(room: Room) -> str:
    """What everybody waits for."""
    view, table, names = room.guest.room, room.table, room.guest.names
    if view is None:
        return ""
    if table is None:
        free = sum(not seat.name for seat in view.seats)
        said = n_("{count} free seat", "{count} free seats", free).format(count=free)
        join = link(f"/join/{room.code}", _("Take a seat"), "button") if free else ""
        way = join if room.guest.is_watching else ""
        rows = "".join(_sitter(seat) for seat in view.seats)
        return (
            f"<p>{escape(_('The game has not started yet.'))} {escape(said)}. {way}</p>\n"
            f"<ul>{rows}</ul>\n"
        )
    state = table.states[room.guest.client.confirmed]
    winners = table.game.winners(state)
    if winners is not None:
        named = both(names[seat] for seat in winners)
        text = n_("{names} has won.", "{names} have won.", len(winners)).format(names=named)
        return f'<p class="state">{escape(text)}</p>\n'
    acting = table.game.to_act(state)
    if acting is None or acting == DEALER:
        return ""
    turn = room.chronicle.last_turn if room.chronicle is not None else 1
    text = _("Turn {number}. {name} moves next.").format(number=turn, name=names[acting])
    delay = view.terms.delay
    if delay:
        later = _("You see each move {count} s later.").format(count=delay)
        text = f"{text} {later}"
    return f'<p class="state">{escape(text)}</p>\n'


def _sitter(seat: SeatView) -> str:
    name = escape(clean(seat.name, k.NAME)) if seat.name else f"<small>{escape(_('free'))}</small>"
    ready = f" <small>{escape(c_('player', 'ready'))}</small>" if seat.name and seat.ready else ""
    return f"<li>{name}{ready}</li>\n"


def _scores(room: Room) -> str:
    table = room.table
    if table is None:
        return ""
    state = table.states[room.guest.client.confirmed]
    words, earned = find(table.game.key).words, table.game.earned(state)
    parts = table.game.parts(state)
    rows = [
        (words.part(part), [row[number][0] for row in earned]) for number, part in enumerate(parts)
    ]
    if len(parts) > 1:
        total = words.score()
        rows.append((total[:1].upper() + total[1:], list(table.game.totals(state))))
    heads = "".join(f"<th scope=col>{escape(name)}</th>" for name in room.guest.names)
    return f"<table><tr><th></th>{heads}</tr>\n{''.join(map(_row, rows))}</table>\n"


def _row(row: tuple[str, Sequence[int]]) -> str:
    name, values = row
    cells = "".join(f"<td>{value}</td>" for value in values)
    return f"<tr><th scope=row>{escape(name)}</th>{cells}</tr>\n"


def _events(room: Room) -> str:
    told = "".join(f"<li>{escape(text)}</li>\n" for text in _told(room))
    return f'<ol class="events" aria-live="polite">{told}</ol>\n' if told else ""


def _told(room: Room) -> Iterator[str]:
    """The last events, the newest first."""
    chronicle = room.chronicle
    if chronicle is None:
        return
    story, names = find(chronicle.table.game.key).story, room.guest.names
    for event in reversed(chronicle.events[-_EVENTS:]):
        yield story.told(event, names)
