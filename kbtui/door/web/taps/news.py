"""What the page of a player shows: as a value that is sent when it differs from the last one."""

from __future__ import annotations

from typing import Any, Final

from engine.contract import Seat as SeatNumber
from kbtui.door.web.taps.seats import Seat
from kbtui.door.web.watch import roompage
from kbtui.door.web.watch.dayspage import outcome
from kbtui.games.kit import find
from kbtui.games.taps import Taps
from kbtui.lobby import termwords
from kbtui.lobby.waitingroom import chat_line
from kbtui.online.answers import at_door, inside
from kbtui.online.other_players import Step, step
from kbtui.online.other_players import refusal as refused_in_game
from kbtui.text.i18n import N_, _, n_
from relay.protocol import kinds as k

# What can be done besides moves; the words of buttons.
BUTTONS: Final[dict[str, str]] = {
    "undo": N_("Undo"),
    "ready": N_("I am ready"),
    "unready": N_("Not ready yet"),
    "bots": N_("Fill with bots"),
    "start": N_("Start the game"),
    "again": N_("Play again"),
    "leave": N_("Leave"),
    Step.VOTE: N_("Let a bot play for {name}"),
    Step.UNVOTE: N_("Wait for {name}"),
    Step.RETAKE: N_("Take my seat back"),
}


def news(seat: Seat, said: str, host: str, language: str) -> dict[str, Any]:
    """``said``: what was wrong with the last request; ``host``: where the games are; ``language``
    is the one in use."""
    shown: dict[str, Any] = seat.page(language, lambda: _page(seat))
    return {**shown, "said": said or _refused(seat, host)}


def _page(seat: Seat) -> dict[str, Any]:
    """All that does not depend on who asked for what."""
    return {
        "code": "" if seat.day else seat.code,  # to a try there is another way back
        "inside": seat.guest.room is not None,
        "title": roompage.title(seat),
        "side": roompage.side(seat),
        "prompt": _prompt(seat),
        "notes": _notes(seat),
        "buttons": [[name, _button(seat, name)] for name in _buttons(seat)],
        "options": _options(seat),
        "outcome": "" if seat.outcome is None else outcome(seat.outcome),
        "talk": [chat_line(seat.guest, each) for each in seat.heard],
        **_board(seat),
    }


def _refused(seat: Seat, host: str) -> str:
    refusal = seat.guest.refusal
    if refusal is None:
        return ""
    if seat.guest.room is None:
        return at_door(refusal.code, refusal.text, seat.code, host)
    is_on = seat.guest.room.phase == k.PLAYING
    return (refused_in_game if is_on else inside)(refusal.code, refusal.text)


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
    return [*_stand_ins(seat), *taps.notes(table.state, number)]


def _stand_ins(seat: Seat) -> list[str]:
    """For whom a bot plays now."""
    seats = seat.guest.room.seats if seat.guest.room is not None else ()
    return [
        _("A bot is now playing for you.")
        if number == seat.guest.seat
        else _("A bot is now playing for {name}.").format(name=seat.guest.names[number])
        for number, each in enumerate(seats)
        if each.sitter == k.STAND_IN
    ]


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
    if room.phase == k.OVER and seat.day:
        return []
    if room.phase == k.OVER:
        return [] if room.seats[number].again or room.following else ["again"]
    if table is not None:
        absent = step(guest)
        return [*["undo"] * table.can_undo(number), *([absent[0]] if absent else [])]
    if room.phase != k.LOBBY:
        return []
    is_full = all(each.sitter != k.EMPTY for each in room.seats)
    found = ["unready" if room.seats[number].ready else "ready"]
    if guest.is_host and not is_full:
        found.append("bots")
    if guest.is_host and is_full and all(each.ready for each in room.seats):
        found.insert(0, "start")
    return [*found, "leave"]


def _button(seat: Seat, name: str) -> str:
    found = step(seat.guest)
    who = "" if found is None else seat.guest.names[found[1]]
    return _(BUTTONS[name]).format(name=who)


def _options(seat: Seat) -> list[list[Any]]:
    """For the host of a waiting room: what a game can be asked for, question by question."""
    room = seat.guest.room
    if room is None or room.phase != k.LOBBY or not seat.guest.is_host:
        return []
    forms = find(room.game).forms
    return [] if forms is None else [[*each] for each in forms.questions(room.terms)]
