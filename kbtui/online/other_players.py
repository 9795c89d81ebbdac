"""What comes over the connection during a game, in words: above all, what the other players do.

Screens and line mode tell the same events with the same sentences (``told``).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import ceil
from typing import Final

from engine.errors import sentence
from kbtui.online.guest import Guest
from kbtui.online.troubles import MOST
from kbtui.text.i18n import N_, _
from kbtui.text.levels import LEVELS, level_name
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.limits import Limits

_ABSENCE: Final = Limits().absence  # seconds before a vote, unless a relay has others


class Step(StrEnum):
    """What can be done about a seat without its player."""

    RETAKE = "retake"  # ours is played by a bot: take it back
    VOTE = "vote"  # somebody's: let a bot play it
    UNVOTE = "unvote"  # we voted for it, and may think again


def step(guest: Guest) -> tuple[Step, int] | None:
    """What the player can do now, and about which seat; nothing while all are there."""
    room, seat = guest.room, guest.seat
    if room is None or seat is None or room.phase != k.PLAYING:
        return None
    if room.seats[seat].sitter == k.STAND_IN:
        return Step.RETAKE, seat
    for number, (view, is_away) in enumerate(zip(room.seats, guest.away, strict=True)):
        if view.sitter == k.PERSON and number != seat and (is_away or view.left):
            has_voted = any(v.seat == number and v.voter == seat and v.yes for v in room.votes)
            return (Step.UNVOTE if has_voted else Step.VOTE), number
    return None


def request_for(found: tuple[Step, int]) -> m.ToRelay:
    what, seat = found
    return m.Retake() if what is Step.RETAKE else m.Vote(seat, what is Step.VOTE)


_OFFERS: Final = {
    Step.RETAKE: N_("A bot is playing for you. Press {key} to take your seat back."),
    Step.VOTE: N_("{name} is away. Press {key} to vote for a bot to take over."),
    Step.UNVOTE: N_("{name} is away. You voted for a bot; press {key} to withdraw your vote."),
}


def offer(guest: Guest, key: str, now: float, is_asked: bool = False) -> str:
    """What can be done, as a sentence; empty if nothing. ``now`` is time.monotonic(). Who has to
    move (``is_asked``) has something better to read than how long to wait for a vote."""
    found = step(guest)
    if found is None:
        return ""
    what, seat = found
    wait = patience(guest, seat, now) if what is Step.VOTE else 0
    if wait and is_asked:
        return ""
    if wait:
        text = _("{name} is away. You can vote for a bot in {seconds} s.")
        return text.format(name=guest.names[seat], seconds=wait)
    return _(_OFFERS[what]).format(name=guest.names[seat], key=key)


def patience(guest: Guest, seat: int, now: float) -> int:
    """Seconds until a vote on an absent player is allowed, as far as we know. Whoever was gone
    before we came may be voted on sooner: the relay knows, and it is asked if somebody tries."""
    if guest.room is None or guest.room.seats[seat].left:
        return 0
    return max(ceil(guest.gone_at.get(seat, now) + _ABSENCE - now), 0)


def news(before: m.RoomView | None, after: m.RoomView, own: int | None) -> Iterator[str]:
    """What has changed in the room, for those who look at the board."""
    if before is None or before.code != after.code:
        return
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=False)):
        for text, has_come in _changes(old, new):
            if has_come and seat != own:
                yield _(text).format(name=new.name or old.name)
    if own is not None and own < len(after.seats):
        was, now = before.seats[own].sitter, after.seats[own].sitter
        if (was, now) == (k.PERSON, k.STAND_IN):
            yield _("A bot is now playing for you.")
        elif (was, now) == (k.STAND_IN, k.PERSON):
            yield _("Your seat is yours again.")
    for vote in after.votes:
        if vote not in before.votes and vote.yes and vote.voter != own:
            text = _("{voter} votes to let a bot play for {name}.")
            names = after.seats[vote.voter].name, after.seats[vote.seat].name
            yield text.format(voter=names[0], name=names[1])


def told(event: e.Event, guest: Guest, before: m.RoomView | None) -> Iterator[str]:
    """What a player reads of an event; ``before``: the room as it was last shown."""
    match event:
        case e.TakenBack():
            yield _("Your move was undone: {reason}").format(reason=refusal(event.code, event.text))
        case e.Differs():
            text = _("Move {number} differs from the relay's; the game is fetched again.")
            yield text.format(number=event.entry)
            if guest.client.is_broken:
                yield sentence(_("the relay's game and yours are not the same") + ".")
        case e.Foul():
            yield _("The deal was not fair: {reason}").format(reason=event.text)
        case e.Got(m.RoomView() as room):
            yield from news(before, room, guest.seat)
        case e.Got(m.Refused() as refused):
            yield refusal(refused.code, refused.text)


def bot_name(level: str) -> str:
    """What is known of a bot: ``greedy bot``, or just that it is one."""
    return level_name(level) if level in LEVELS else _("bot")


def notes(room: m.RoomView) -> tuple[str, ...]:
    """For each seat whether a bot has it, and of which level unless that is its name."""
    return tuple(
        (_("bot") if seat.name.startswith(seat.level) else bot_name(seat.level))
        if seat.sitter == k.PERSON and seat.level
        else ""
        for seat in room.seats
    )


def rematch_votes(guest: Guest) -> str:
    """Which of the others want to play again."""
    seats = enumerate(guest.room.seats if guest.room is not None else ())
    names = [guest.names[number] for number, seat in seats if seat.again and number != guest.seat]
    return " ".join(_("{name} wants a rematch.").format(name=name) for name in names)


def _changes(old: m.SeatView, new: m.SeatView) -> tuple[tuple[str, bool], ...]:
    sitters = old.sitter, new.sitter
    return (
        (N_("A bot is now playing for {name}."), sitters == (k.PERSON, k.STAND_IN)),
        (N_("{name} is playing again."), sitters == (k.STAND_IN, k.PERSON)),
        (N_("{name} has left."), new.left and not old.left),
        (N_("{name} has returned."), old.left and not new.left),
        (N_("{name} wants a rematch."), new.again and not old.again),
    )


# What the relay may refuse while a game is on, in the player's language.
_REFUSALS: Final = {
    "present": N_("You can vote once they have been away for a minute."),
    "too-fast": N_("That was too fast for the relay. Try again."),
    "muted": N_("The host has muted you."),
    "time-up": N_("Your time for this game is up. The bot plays it to the end."),
    "no-day": N_("This try can no longer be finished: its day has been over for a day."),
    "not-allowed": N_("Only the host can do that."),
    "empty": N_("There was nothing to send."),
    "busy": N_("The room is busy. Try again."),
    "unavailable": N_("The relay cannot reach its storage right now. Try again."),
    "stale": N_("Somebody else was first."),
}


def refusal(code: str, text: str) -> str:
    """In the words of the relay, if we do not know the code."""
    return _(_REFUSALS[code]) if code in _REFUSALS else clean(text, MOST)
