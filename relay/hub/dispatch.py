"""For each message of a client: who may send it, what it costs, and who answers it.

This is the protocol at a glance. What is asked for in a room waits until the room is free
(``in_room``); what changes a game or its waiting room is decided there (``at_table``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from engine.contract import Seat
from relay.effects import make
from relay.hub import in_room, ways_in
from relay.hub.connections import Connection
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom
from relay.hub.shared import Shared
from relay.moment import Moment
from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import Refusal
from relay.protocol.limits import COSTS
from relay.room import absence, lobby, referee
from relay.room.room import Room

Answer = Callable[[Shared, Connection, Any, float], None]
_InRoom = Callable[[Shared, OpenRoom, Connection, Any, float], None]
_Decision = Callable[[Room, Seat, Any, Moment], None]


class Request(NamedTuple):
    senders: frozenset[str]  # roles; "" before the hello
    cost: float
    answer: Answer


def _when_free(run: _InRoom) -> Answer:
    """In the room where the connection is. It may have left, or disconnected, while this waited."""

    def answer(shared: Shared, connection: Connection, message: m.ToRelay, now: float) -> None:
        open_room = connection.open_room
        if open_room is None:
            raise Refusal("not-in-room")
        act = partial(run, shared, open_room, connection, message)
        shared.do(open_room, make(Job, (act, connection, message, None)), now)

    return answer


def _inside(act: _InRoom) -> Answer:
    """Answered in the room where the connection is, when it is free."""

    def run(
        shared: Shared, open_room: OpenRoom, connection: Connection, message: m.ToRelay, now: float
    ) -> None:
        if connection.open_room is open_room:
            act(shared, open_room, connection, message, now)

    return _when_free(run)


def _at_table(decide: _Decision) -> Answer:
    """Decided by the rules of the room, for the seat of the connection."""

    def run(
        shared: Shared, open_room: OpenRoom, connection: Connection, message: m.ToRelay, now: float
    ) -> None:
        seat = connection.seat
        if seat is not None and connection.open_room is open_room:
            decide(open_room.room, seat, message, shared.moment(now))

    return _when_free(run)


_NEW: Final = frozenset({""})
_PLAYERS: Final = frozenset({k.PLAYER})
_WATCHERS: Final = frozenset({k.WATCHER})
_ALL: Final = _PLAYERS | _WATCHERS

REQUESTS: Final[dict[type[m.ToRelay], Request]] = {
    # message          who may send it, what it costs, who answers it
    m.Hello: Request(_NEW, 1, ways_in.hello),
    m.Ping: Request(_ALL, 1, ways_in.ping),
    m.ListRooms: Request(_ALL, COSTS[m.ListRooms], ways_in.list_rooms),
    m.Create: Request(_PLAYERS, COSTS[m.Create], ways_in.create),
    m.Join: Request(_PLAYERS, COSTS[m.Join], ways_in.join),
    m.Resume: Request(_PLAYERS, COSTS[m.Resume], ways_in.resume),
    m.Peek: Request(_PLAYERS, COSTS[m.Peek], ways_in.peek),
    m.Watch: Request(_WATCHERS, COSTS[m.Watch], ways_in.watch),
    d.Try: Request(_PLAYERS, COSTS[d.Try], ways_in.attempt),
    d.AskDay: Request(_PLAYERS, COSTS[d.AskDay], lambda shared, *asked: shared.days.view(*asked)),
    d.AskGame: Request(_PLAYERS, COSTS[d.AskGame], lambda shared, *asked: shared.days.game(*asked)),
    d.Dare: Request(_PLAYERS, COSTS[d.Dare], lambda shared, *asked: shared.challenges.dare(*asked)),
    d.AskChallenge: Request(
        _PLAYERS, COSTS[d.AskChallenge], lambda shared, *asked: shared.challenges.view(*asked)
    ),
    d.AskDared: Request(
        _PLAYERS, COSTS[d.AskDared], lambda shared, *asked: shared.challenges.game(*asked)
    ),
    m.People: Request(_WATCHERS, 1, in_room.people),
    m.Avoid: Request(_ALL, 1, ways_in.avoid),
    m.Leave: Request(_ALL, 1, in_room.leave),
    m.More: Request(_ALL, 1, _inside(in_room.more)),
    m.Say: Request(_ALL, COSTS[m.Say], _inside(in_room.say)),
    m.Mute: Request(_PLAYERS, 1, _inside(in_room.mute)),
    m.FetchRecord: Request(_ALL, COSTS[m.FetchRecord], _inside(in_room.fetch)),
    m.Rematch: Request(_PLAYERS, 1, _inside(in_room.rematch)),
    m.Change: Request(_PLAYERS, 1, _inside(in_room.change)),
    m.SeatBot: Request(_PLAYERS, 1, _at_table(lobby.seat_bot)),
    m.Kick: Request(_PLAYERS, 1, _at_table(lobby.kick)),
    m.Ready: Request(_PLAYERS, 1, _at_table(lobby.ready)),
    m.Start: Request(_PLAYERS, 1, _at_table(lobby.start)),
    m.Reveal: Request(_PLAYERS, 1, _at_table(lobby.reveal)),
    m.Move: Request(_PLAYERS, 1, _at_table(referee.move)),
    m.Vote: Request(_PLAYERS, 1, _at_table(absence.vote)),
    m.Retake: Request(_PLAYERS, 1, _at_table(absence.retake)),
}
