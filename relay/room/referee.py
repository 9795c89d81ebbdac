"""The game itself: moves checked by the rules of the table, the dealer behind them, the clock.

The referee checks the seat, the entry number and legality. The reason for refusing a move is
derived only from what the player may see, so a refusal reveals no more than the board does.
"""

from __future__ import annotations

from engine.contract import Seat, find
from engine.errors import BadInput, EngineError, IllegalMove, NotYourMove
from engine.table import MAX_ENTRIES, REDO, UNDO
from relay.days.deals import is_late
from relay.effects import Think
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.errors import Refusal
from relay.protocol.limits import Limits
from relay.protocol.seals import bot_seed
from relay.room import facts as f
from relay.room.room import Room

_SPARE = 100  # entries kept free for the dealer, who must never find the table full
# From here on nothing is taken back: what is left is several times the longest game, so that moves
# always fit, those of a stand-in too, and every game comes to its end.
NO_MORE_UNDO = MAX_ENTRIES - 5000


def move(room: Room, seat: Seat, request: m.Move, moment: Moment) -> None:
    """A person's move."""
    if room.phase != k.PLAYING:
        raise Refusal("wrong-phase")
    if room.chairs[seat].level:
        raise Refusal("not-your-move", "a bot plays for you: take the seat back first")
    if room.day and is_late(room.day, moment.day / 1000):
        raise Refusal("no-day", "the day of this try has been over for a day")
    _play(room, seat, request.number, request.token, moment)


def bot_move(room: Room, seat: Seat, number: int, token: str, moment: Moment) -> bool:
    """A bot's move, if it still is the one that is wanted."""
    is_due = room.acting == seat and number == len(room.digests) + 1
    if not is_due or not _is_bots(room, seat, moment.now, moment.limits):
        return False
    _play(room, seat, number, token, moment)
    return True


def _play(room: Room, seat: Seat, number: int, token: str, moment: Moment) -> None:
    entries, at = len(room.digests), moment.at
    if number != entries + 1:
        raise Refusal("stale", f"the next entry is {entries + 1}, not {number}")
    if entries >= MAX_ENTRIES - _SPARE:
        raise Refusal("table-full")
    if entries >= NO_MORE_UNDO and token.strip().lower() in (UNDO, REDO):
        text = f"after {NO_MORE_UNDO} entries nothing can be taken back; moves can still be made"
        raise Refusal("table-full", text)
    try:
        room.play(seat, token, at)
    except BadInput as error:
        raise Refusal("bad-token", clean(str(error), 400)) from None
    except NotYourMove as error:
        raise Refusal("not-your-move", str(error)) from None
    except IllegalMove as error:
        raise Refusal("illegal-move", _reason(room, seat, token, error)) from None
    room.deal(at)


def _reason(room: Room, seat: Seat, token: str, error: IllegalMove) -> str:
    """Why the move is illegal, as far as this chair can know."""
    table = room.playing_table
    if token.lower() in (UNDO, REDO):
        return error.reason
    game = table.game
    try:
        why = game.explain(game.observe(table.state, seat), game.parse(token))
    except EngineError:
        why = None
    return why.reason if why is not None else "This move is not possible now."


# ---- bots ---------------------------------------------------------------------------------------


def thinking(room: Room, now: float, limits: Limits) -> Think | None:
    """What a bot has to think about, if one has to act."""
    seat = room.acting
    if seat is None or not _is_bots(room, seat, now, limits):
        return None
    table, game = room.playing_table, find(room.game)
    level = room.chairs[seat].level
    return Think(
        room.code,
        len(table.entries) + 1,
        seat,
        level if level in game.levels else game.stand_in,
        room.game,
        game.observe(table.state, seat),
        bot_seed(room.secret),
        not room.day,
    )


def _is_bots(room: Room, seat: Seat, now: float, limits: Limits) -> bool:
    """Whether a bot makes the next move of the seat that has to act."""
    if room.chairs[seat].level:
        return True
    due = off_turn_limit(room, limits)
    return due is not None and now >= due


def stand_in(room: Room, seat: Seat, at: int) -> None:
    """From here on a bot plays for somebody who is absent or out of time."""
    room.change(f.StoodIn(at, seat, find(room.game).stand_in))


# ---- clock --------------------------------------------------------------------------------------


def left(room: Room, seat: Seat, at: int) -> int:
    """Milliseconds that a seat has left."""
    used = room.used_in_turn if room.terms.clock == k.TURN_CLOCK else room.used
    running = max(0, at - room.charged) if seat == room.acting else 0
    return max(0, room.terms.seconds * 1000 - used[seat] - running)


def deadline(room: Room, limits: Limits) -> float | None:
    """When the time of the person who has to act runs out; None if none does."""
    seat = room.acting
    if room.terms.clock == k.NO_CLOCK or seat is None or room.chairs[seat].level:
        return None
    due = (room.charged + left(room, seat, room.charged)) / 1000
    # Nobody loses time to a relay that was down: the line could not be up sooner.
    return max(due, room.opened_at + limits.grace)


def off_turn_limit(room: Room, limits: Limits) -> float | None:
    """When the stand-in makes one decision for a person who is asked in somebody else's turn; None
    if nobody is. The person keeps the seat, and may still be faster."""
    seat = room.acting
    if not room.terms.off_turn or seat is None or seat == room.on_turn or room.chairs[seat].level:
        return None
    return max(room.charged / 1000 + room.terms.off_turn, room.opened_at + limits.grace)


def time_out(room: Room, moment: Moment) -> None:
    """The time is up: a bot plays on, so that the game has an end that can be verified."""
    seat = room.acting
    if seat is not None:
        stand_in(room, seat, moment.at)


def clock_view(room: Room, now: float, limits: Limits) -> m.ClockView | None:
    """What each seat has left; for the seats to act, with the grace of a room just opened."""
    seat = room.acting
    if room.terms.clock == k.NO_CLOCK or seat is None:
        return None
    at = max(int(now * 1000), room.charged)  # another relay's time may be a little ahead of ours
    spans = [left(room, s, at) for s in range(len(room.chairs))]
    end = deadline(room, limits)
    if end is not None:
        spans[seat] = max(spans[seat], round(end * 1000) - at)
    return m.ClockView(seat, tuple(spans))
