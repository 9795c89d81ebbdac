"""The other relays on the same store: who they are, whom they have in a room, what they say.

A relay says which public rooms it serves each time it says that it is alive; whom it has in a room,
and what spectators say there, it says when that changes. All of it may be missed, or be older than
it should be: it decides who is shown as present and who does the work, never what is in a log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from zlib import crc32

from engine.contract import default
from relay.effects import Here, Whisper
from relay.hub.gathering import gather, own_place
from relay.hub.open_room import OpenRoom, send
from relay.hub.others import Elsewhere, Guests, Others, read_guests, together
from relay.hub.shared import Shared
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import pack, unpack

_LANES: Final = 16  # into which the numbers of spectators are divided
_HERE, _SAID, _MUTE = "here", "said", "mute"


# ---- what we say --------------------------------------------------------------------------------


def words(shared: Shared) -> bytes:
    """Where this relay is, if clients may be sent there, and the public rooms that it is on duty
    for, the newest first."""
    place = own_place(shared)
    found: list[tuple[Any, ...]] = []
    for open_room in reversed(shared.rooms.values()):
        if len(found) == shared.limits.listing:
            break
        if not open_room.patience and is_public(open_room):
            found.append((*listed(open_room), needs(open_room), open_room.room.charged))
    return pack((place, *found) if place else tuple(found))


def is_public(open_room: OpenRoom) -> bool:
    is_there = open_room.is_loaded and not open_room.is_busy
    return is_there and bool(open_room.room.present) and open_room.room.terms.listed


def listed(open_room: OpenRoom) -> m.Listed:
    view = open_room.views(is_player=False)[0]
    free = sum(seat.sitter == k.EMPTY for seat in view.seats)
    names = tuple(seat.name for seat in view.seats)
    # Who may see a game only later must not learn from a list how far it is.
    is_told = view.phase == k.PLAYING and not view.terms.delay
    turn = min(open_room.room.turns, k.LARGEST_COUNT) if is_told else 0
    rest = (view.terms.watching, open_room.audience, turn)
    return m.Listed(view.code, view.phase, view.game, names, free, *rest)


def at_moment(room: m.Listed, moved: int, now: float) -> m.Listed:
    """``moved``: when something was last done there, in milliseconds."""
    if not room.turn:
        return room
    minutes = max(0, int(now * 1000) - moved) // 60_000
    return room._replace(idle=min(minutes, k.LARGEST_COUNT))


def needs(open_room: OpenRoom) -> int:
    """The version of the protocol that knows the game and the terms of the room."""
    room = open_room.room
    if room.terms.off_turn:
        return k.OFF_TURN
    return k.OLDEST if room.game == default() else k.MANY_GAMES


def next_voice(shared: Shared, open_room: OpenRoom) -> int:
    """The number of a new spectator: the first that is free, so that it stays small. Among several
    relays each has its own numbers, since two may be asked at the same moment."""
    lane, step = (shared.relay[0] % _LANES, _LANES) if shared.relay else (0, 1)
    taken = (open_room.watchers, open_room.muted, open_room.others.voices)
    voice = k.FIRST_WATCHER + lane
    while any(voice in voices for voices in taken):
        voice += step
    return voice


def pass_on(shared: Shared, open_room: OpenRoom, murmur: m.Murmur) -> None:
    """What a spectator says is heard at the other relays too."""
    _whisper(shared, open_room, _SAID, murmur.number, murmur.name, murmur.text)


def pass_on_mute(shared: Shared, open_room: OpenRoom, voice: int, is_on: bool) -> None:
    _whisper(shared, open_room, _MUTE, voice, is_on)


def _whisper(shared: Shared, open_room: OpenRoom, *message: Any) -> None:
    if open_room.others.relays:
        shared.emit(Whisper(open_room.code, pack(message)))


def leave(shared: Shared) -> None:
    """This relay stops: it has nobody anywhere."""
    for open_room in shared.rooms.values():
        if open_room.guests_told:
            open_room.guests_told = b""
            shared.emit(Here(open_room.code, b""))


def about_guests(guests: bytes) -> bytes:
    """How the other relays hear at once whom we have in a room."""
    return pack((_HERE, guests))


# ---- what we hear -------------------------------------------------------------------------------


def know_all(shared: Shared, code: str, table: Mapping[bytes, bytes], now: float) -> None:
    """Whom each relay has in the room."""
    open_room = shared.rooms.get(code)
    if open_room is None:
        return
    relays: dict[bytes, Guests] = {}
    for relay, guests in table.items():
        if relay != shared.relay:
            relays[relay] = _guests(guests)
            if relay not in open_room.others.relays:  # what was said before we came
                open_room.muted |= relays[relay].muted
    if relays or open_room.others.relays:
        _change(shared, open_room, relays, now)


def untold(shared: Shared, code: str) -> None:
    """The others did not hear whom we have there: they will when the store is back."""
    open_room = shared.rooms.get(code)
    if open_room is not None:
        open_room.is_untold = True


def listen(shared: Shared, code: str, relay: bytes, data: bytes, now: float) -> None:
    """What another relay says about the room; what we do not understand is for later relays."""
    open_room = shared.rooms.get(code)
    if open_room is None or relay == shared.relay:
        return
    try:
        word, *rest = unpack(data)
        if word == _HERE:
            shared.alive |= {relay}
            relays = {**open_room.others.relays, relay: _guests(*rest)}
            _change(shared, open_room, relays, now)
        elif word == _SAID:
            murmur(shared, open_room, m.Murmur(*rest))
        elif word == _MUTE:
            voice, is_on = rest
            (open_room.muted.add if is_on else open_room.muted.discard)(voice)
    except (ValueError, TypeError):
        return


def murmur(shared: Shared, open_room: OpenRoom, said: m.Murmur) -> None:
    """Spectators speak to spectators, and to all while no game is played."""
    if open_room.is_loaded:
        is_quiet = open_room.room.phase in (k.SEALING, k.PLAYING)
        players = [] if is_quiet else open_room.seats.values()
        shared.emit(*send([*open_room.watchers.values(), *players], said))


def meet(shared: Shared, relays: Mapping[bytes, bytes], now: float) -> None:
    """Which relays are alive, and which public rooms they serve."""
    rooms: dict[str, Elsewhere] = {}
    before = shared.alive, shared.urls
    shared.urls = {}
    for relay, data in relays.items():
        if relay != shared.relay:
            url, found = _read(data)
            rooms |= {each.listed.code: each for each in found}
            if url:
                shared.urls[relay] = url
    shared.elsewhere = tuple(rooms.values())
    for open_room in shared.rooms.values():
        if open_room.is_untold:
            shared.tell_guests(open_room, is_forced=True)
    shared.alive = frozenset(relays) | {shared.relay}
    if (shared.alive, shared.urls) != before:
        for open_room in list(shared.rooms.values()):
            if open_room.others.relays:
                _change(shared, open_room, open_room.others.relays, now)


def _read(data: bytes) -> tuple[str, list[Elsewhere]]:
    """What ``words`` of another relay say."""
    count = len(m.Listed._fields)
    try:
        rows = unpack(data)
        url, rows = (rows[0], rows[1:]) if rows and isinstance(rows[0], str) else ("", rows)
        return url, [
            Elsewhere(m.Listed(*row[:count]), int(row[count]), int(row[count + 1])) for row in rows
        ]
    except (ValueError, TypeError, IndexError):
        return "", []  # a relay of another version


def place_for(shared: Shared, open_room: OpenRoom | None) -> str:
    """Where somebody may go when this relay stops: all of a room to the same relay, and to one that
    has somebody there already. Empty: no relay has said where it is."""
    room = "" if open_room is None else open_room.code
    there = {} if open_room is None else open_room.others.relays
    at_home = [name for name in shared.urls if name in there and there[name].is_anybody]
    found = sorted(at_home or shared.urls)
    return shared.urls[found[crc32(room.encode()) % len(found)]] if found else ""


def _guests(data: bytes) -> Guests:
    try:
        return read_guests(data)
    except ValueError:
        return read_guests(b"")


def _seen(others: Others) -> object:
    """What people in the room hear of it."""
    return others.seats.keys(), others.voices, others.people


def _change(
    shared: Shared, open_room: OpenRoom, relays: Mapping[bytes, Guests], now: float
) -> None:
    """Others are in the room, or have left it."""
    before, own = open_room.others, shared.relay
    open_room.others = others = together(relays, shared.alive)
    for seat, connection in list(open_room.seats.items()):
        if others.seats.get(seat, (0.0, b"")) > (round(connection.since, 3), own):
            shared.bye(connection, "replaced", "another connection has taken the seat", now)
    open_room.count_present(now)
    if _seen(before) != _seen(others):
        open_room.presence_changed(now)
    if open_room.is_loaded:
        opened = [g.opened for name, g in relays.items() if name in shared.alive and g.is_anybody]
        open_room.room.opened_at = min([open_room.room.opened_at, *opened])
    shared.share_duty(open_room)
    shared.settle(open_room, now)
    gather(shared, open_room, now)
