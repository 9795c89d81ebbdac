"""What the page of a player shows: as a value that is sent when it differs from the last one."""

from __future__ import annotations

from typing import Any, Final

from engine.contract import Seat as SeatNumber
from kbtui.door.web.taps.seats import Seat
from kbtui.door.web.watch import roompage
from kbtui.games.kit import find
from kbtui.games.taps import Taps
from kbtui.lobby import termwords
from kbtui.online.answers import at_door, inside
from kbtui.text.i18n import N_, _, n_
from relay.protocol import kinds as k

# What can be done besides moves; the words of buttons.
BUTTONS: Final = {
    "undo": N_("Undo"),
    "ready": N_("I am ready"),
    "unready": N_("Not ready yet"),
    "bots": N_("Fill with bots"),
    "start": N_("Start the game"),
    "again": N_("Play again"),
    "leave": N_("Leave"),
}


def news(seat: Seat, said: str, host: str) -> dict[str, Any]:
    """``said``: what was wrong with the last request; ``host``: where the games are."""
    refusal = seat.guest.refusal
    if not said and refusal is not None:
        if seat.guest.room is None:
            said = at_door(refusal.code, refusal.text, seat.code, host)
        else:
            said = inside(refusal.code, refusal.text)
    return {
        "code": seat.code,
        "title": roompage.title(seat),
        "side": roompage.side(seat),
        "said": said,
        "prompt": _prompt(seat),
        "notes": _notes(seat),
        "buttons": [[name, _(BUTTONS[name])] for name in _buttons(seat)],
        **_board(seat),
    }


# ---- the board ----------------------------------------------------------------------------------


def _board(seat: Seat) -> dict[str, Any]:
    """The picture, and the legal moves as taps with the places they need."""
    table, number = seat.table, seat.guest.seat
    taps = None if table is None else find(table.game.key).taps
    if table is None or taps is None or number is None:
        return {"svg": "", "choices": [], "spots": {}}
    shown: dict[str, Any] = {
        "svg": "".join(taps.picture(table.state, seat.guest.names, number)),
        "choices": [],
        "spots": {},
    }
    if table.to_act == number:
        shown["choices"] = _choices(seat, taps)
        needed = {place for choice in shown["choices"] for place in choice[2]}
        spots = taps.spots(table.state, number)
        shown["spots"] = {place: [round(v, 1) for v in spots[place]] for place in needed}
    return shown


def _notes(seat: Seat) -> list[str]:
    table, number = seat.table, seat.guest.seat
    taps = None if table is None else find(table.game.key).taps
    if table is None or taps is None or number is None:
        return []
    return list(taps.notes(table.state, number))


def _choices(seat: Seat, taps: Taps) -> list[list[Any]]:
    table, names = seat.table, seat.guest.names
    assert table is not None
    found = []
    for move in table.game.legal(table.state):
        choice = taps.choice(table.state, move, names)
        found.append([table.game.format(move), choice.group, choice.places, choice.label])
    return found


# ---- what is asked, and what can be done --------------------------------------------------------


def _prompt(seat: Seat) -> str:
    table, guest = seat.table, seat.guest
    if guest.room is None:
        return ""
    if table is None:
        return _waiting(seat)
    taps = find(table.game.key).taps
    if table.to_act == guest.seat and taps is not None:
        return taps.prompt(table.state)
    return "" if table.to_act is None or table.to_act < 0 else _others(seat, table.to_act)


def _others(seat: Seat, acting: SeatNumber) -> str:
    return _("Waiting for {name}.").format(name=seat.guest.names[acting])


def _waiting(seat: Seat) -> str:
    """Who is missing before the game can begin, and what is agreed to."""
    room = seat.guest.room
    assert room is not None
    free = sum(each.sitter == k.EMPTY for each in room.seats)
    said = [termwords.options(room), termwords.limits(room.terms)]
    what = f"{', '.join(filter(None, said))}."
    if free:
        text = n_("{count} free seat", "{count} free seats", free).format(count=free)
        return f"{what[:1].upper()}{what[1:]} {text}."
    return f"{what[:1].upper()}{what[1:]}"


def _buttons(seat: Seat) -> list[str]:
    guest, table = seat.guest, seat.table
    room, number = guest.room, guest.seat
    if room is None or number is None:
        return []
    if room.phase == k.OVER:
        return [] if room.seats[number].again or room.following else ["again"]
    if table is not None:
        return ["undo"] if table.can_undo(number) else []
    if room.phase != k.LOBBY:
        return []
    is_full = all(each.sitter != k.EMPTY for each in room.seats)
    found = ["unready" if room.seats[number].ready else "ready"]
    if guest.is_host and not is_full:
        found.append("bots")
    if guest.is_host and is_full and all(each.ready for each in room.seats):
        found.insert(0, "start")
    return [*found, "leave"]
