"""When something has to be done in a room even if nobody says a word."""

from __future__ import annotations

from math import inf

from relay.hub.open_room import OpenRoom
from relay.protocol import kinds as k
from relay.room.referee import deadline, off_turn_limit
from relay.room.room import Room


def due(open_room: OpenRoom) -> float:
    """The time; a room that does not know yet what was only passed on has nothing to do for it."""
    room, limits = open_room.known, open_room.limits
    present, retry = open_room.present_at, open_room.retry_at
    if room is None or open_room.in_flight is not None:
        return min(present, retry)
    due, terms = (
        min(present, retry, open_room.expires, open_room.empty_at + limits.idle),
        room.terms,
    )
    if terms.clock != k.NO_CLOCK or terms.off_turn or room.table is None or open_room.patience:
        due = min(due, _overdue(open_room, room) + open_room.patience)
    shown, stand_ins = open_room.shown, open_room.stand_ins
    if open_room.watchers and shown < room.told:
        due = min(due, (room.times[shown] + terms.delay * 1000) / 1000)
    if open_room.watchers and stand_ins < len(room.stand_ins):
        due = min(due, room.stand_ins[stand_ins][0] / 1000 + terms.delay)
    return due


def _overdue(open_room: OpenRoom, room: Room) -> float:
    """When somebody will have taken too long."""
    limits = open_room.limits
    if room.table is None:
        if room.sealing_at is not None:
            return room.sealing_at / 1000 + limits.reveal
        if open_room.seats and room.host not in room.present:
            return room.absent_since.get(room.host, inf) + limits.host_absence
        return inf
    due = inf
    if room.terms.clock != k.NO_CLOCK:
        due = deadline(room, limits) or inf
    if open_room.may_think:
        if room.terms.off_turn:
            due = min(due, off_turn_limit(room, limits) or inf)
        if open_room.patience and room.acting is not None and room.chairs[room.acting].level:
            due = min(due, room.charged / 1000)
    return due
