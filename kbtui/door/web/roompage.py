"""The page of one room, for spectators: the live board, the score, and what has happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from engine.contract import DEALER
from engine.errors import NotYourMove
from kbtui.door.web.markup import link, page, reload_without_scripts, script
from kbtui.door.web.watching import Watched
from kbtui.games.kit import find
from kbtui.games.lines import Asked
from kbtui.text.i18n import _, n_
from kbtui.text.words import both

_AGAIN: Final = 15  # seconds between two reloads without scripts
_EVENTS: Final = 10  # that are told


def room_page(room: Watched) -> str:
    """The whole page; ``live.js`` keeps it up to date."""
    home = link("/", _("All games"), "button")
    body = (
        f'<nav>{home} <span class="code">{escape(room.code)}</span></nav>\n'
        f'<main class="room">\n{board(room)}\n'
        f'<div id="side">{side(room)}</div>\n</main>'
    )
    head = reload_without_scripts(_AGAIN) + script("live.js")
    said = {
        "live": f"/live/{room.code}",
        "code": room.code,
        "last": str(room.guest.client.confirmed),
        "newest": _("Live"),
        "entry": _("Move {number} of {last}"),
        "alt": _("The board of this game"),
    }
    return page(title(room), body, head=head, data=said)


def title(room: Watched) -> str:
    return f"{standing(room) or room.code} · {_game_title(room)}"


def board(room: Watched) -> str:
    """The board as a picture, or in letters where a game has none."""
    if room.table is None:
        return '<figure id="board" hidden></figure>'
    shown = f"<pre>{escape(letters(room))}</pre>"
    if is_pictured(room):
        source = f"/board/{room.code}/{room.guest.client.confirmed}.svg"
        shown = f'<img src="{source}" alt="{escape(_("The board of this game"))}">'
    return f'<figure id="board">{shown}</figure>'


def is_pictured(room: Watched) -> bool:
    table = room.table
    return table is not None and find(table.game.key).drawing is not None


def letters(room: Watched) -> str:
    """The board of a game that has no pictures; empty if it has."""
    table = room.table
    if table is None or is_pictured(room):
        return ""

    def move(text: str) -> Any:
        raise NotYourMove("It is not your turn.")

    state = table.states[room.guest.client.confirmed]
    asked = Asked(state, None, room.guest.names, move, lambda move: None)
    return "\n".join(find(table.game.key).plain.board(asked, None, None))


def picture(room: Watched, number: int | None, language: str) -> str | None:
    """The board after an entry as SVG; None: there is none. ``language`` is the one in use."""
    table = room.table
    if table is None:
        return None
    drawing = find(table.game.key).drawing
    number = room.guest.client.confirmed if number is None else number
    if drawing is None or number > room.guest.client.confirmed:
        return None
    known = room.pictures.get((language, number))
    if known is None:
        known = "".join(drawing.svg(table.states[number], room.guest.names))
        if number == room.guest.client.confirmed:  # of others hardly anybody wants the same one
            room.pictures.clear()
            room.pictures[language, number] = known
    return known


# ---- beside the board ---------------------------------------------------------------------------


def standing(room: Watched) -> str:
    """The players with their scores: ``ada 12, botto 9``; without a game the names alone."""
    table, names = room.table, room.guest.names
    if table is None:
        return ", ".join(name for name in names if name)
    totals = table.game.totals(table.states[room.guest.client.confirmed])
    return ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def side(room: Watched) -> str:
    """Everything but the board. It is replaced as a whole when something changes."""
    return "".join((_head(room), _state(room), _scores(room), _events(room)))


def _head(room: Watched) -> str:
    watchers = room.guest.watchers
    said = n_("{count} spectator", "{count} spectators", watchers).format(count=watchers)
    about = f"{_game_title(room)}, {said}"
    return f"<h1>{escape(standing(room))}</h1>\n<p><small>{escape(about)}</small></p>\n"


def _game_title(room: Watched) -> str:
    return find(room.guest.room.game).game.title if room.guest.room is not None else ""


def _state(room: Watched) -> str:
    """What everybody waits for."""
    view, table, names = room.guest.room, room.table, room.guest.names
    if view is None:
        return ""
    if table is None:
        free = sum(not seat.name for seat in view.seats)
        said = n_("{count} free seat", "{count} free seats", free).format(count=free)
        return f"<p>{escape(_('The game has not started yet.'))} {escape(said)}</p>\n"
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


def _scores(room: Watched) -> str:
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


def _events(room: Watched) -> str:
    told = "".join(f"<li>{escape(text)}</li>\n" for text in _told(room))
    return f'<ol class="events" aria-live="polite">{told}</ol>\n' if told else ""


def _told(room: Watched) -> Iterator[str]:
    """The last events, the newest first."""
    chronicle = room.chronicle
    if chronicle is None:
        return
    story, names = find(chronicle.table.game.key).story, room.guest.names
    for event in reversed(chronicle.events[-_EVENTS:]):
        yield story.told(event, names)
