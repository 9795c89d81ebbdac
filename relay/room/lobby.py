"""Before the game: opening a room, taking seats, game options, readiness, and the sealed start.

Every function here checks a request. If it can be granted, the function changes the room by facts;
otherwise it raises ``Refusal`` and nothing has happened.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any, Final

from engine.contract import Seat, find
from engine.errors import EngineError
from relay.days.deals import Deal
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.agreement import agreement
from relay.protocol.cleaning import clean
from relay.protocol.days import Try
from relay.protocol.errors import Refusal
from relay.protocol.messages import Terms
from relay.protocol.room_codes import Randomness
from relay.protocol.seals import SECRET, seal_of
from relay.room import facts as f
from relay.room.bounds import demand_place, demand_place_for_terms, may_change
from relay.room.chair import Chair
from relay.room.room import Room

_SEED: Final = "seed"
_SEED_BYTES: Final = 6


def create(code: str, request: m.Create, moment: Moment) -> Room:
    """A room with its host in the first seat."""
    name = _name(request.name, [], moment.limits.name)
    terms = _settled(request.game, request.terms, moment.randomness)
    room = Room(code)
    secret = moment.randomness(SECRET)
    room.change(f.Created(moment.at, request.game, _compact(request.terms.options), terms, secret))
    room.change(f.SatDown(0, name, hashlib.sha256(request.token).digest()))
    return room


def create_try(code: str, request: Try, deal: Deal, secret: bytes, moment: Moment) -> Room:
    """The room of a try, in which the game has begun: one person, the bot of the day, its cards."""
    name = _name(request.name, [], moment.limits.name)
    wish = _written(deal.options)
    terms = _settled(deal.game, Terms(wish, False, False, 0, k.NO_CLOCK, 0), moment.randomness)
    room = Room(code)
    room.change(f.Created(moment.at, deal.game, wish, terms, secret))
    for seat in range(len(room.chairs)):
        if seat == deal.seat:
            token = hashlib.sha256(request.token).digest()
            _sit_down(room, seat, name, token, request.level)
            room.change(f.HostIs(seat))
        else:
            room.change(f.BotSat(seat, deal.level))
    room.change(f.TryBegan(moment.at, deal.day, deal.edition))
    room.deal(moment.at)
    return room


def follow(old: Room, code: str, moment: Moment) -> Room:
    """The room of a rematch: the same people, each one seat further, so that another begins."""
    wish = {name: value for name, value in json.loads(old.wish).items() if name != _SEED}
    text = json.dumps(wish)
    terms = _settled(old.game, old.terms._replace(options=text), moment.randomness)
    room = Room(code)
    room.change(f.Created(moment.at, old.game, text, terms, moment.randomness(SECRET)))
    for seat, chair in enumerate(old.chairs):
        new = (seat - 1) % len(old.chairs)
        if chair.is_person and not chair.left:
            _sit_down(room, new, chair.name, chair.token, chair.program)
            if seat == old.host:
                room.change(f.HostIs(new))
        elif not chair.is_person:
            room.change(f.BotSat(new, chair.level))
    _pass_host_on(room)
    return room


def _settled(key: str, terms: m.Terms, randomness: Randomness) -> m.Terms:
    """The terms with everything drawn that the options leave to chance."""
    least = k.SHORTEST_CLOCK[terms.clock]
    if terms.seconds < least or (terms.clock == k.NO_CLOCK and terms.seconds):
        text = f"a clock {terms.clock!r} needs at least {least} seconds"
        raise Refusal("bad-options", text if terms.clock != k.NO_CLOCK else "no clock, no seconds")
    if 0 < terms.off_turn < k.SHORTEST_OFF_TURN:
        text = f"a decision off turn needs at least {k.SHORTEST_OFF_TURN} seconds"
        raise Refusal("bad-options", text)
    try:
        options: Any = json.loads(terms.options)
        if not isinstance(options, dict):
            raise Refusal("bad-options", "options are a JSON object")
        options = {_SEED: randomness(_SEED_BYTES).hex()} | options
        game = find(key)
        settled = game.settled(game.new(options)) | {_SEED: game.seed(options)}
    except (ValueError, RecursionError):
        raise Refusal("bad-options", "options are a JSON object") from None
    except EngineError as error:
        raise Refusal("bad-options", clean(str(error), 400)) from None
    text = _written(settled)
    if len(text) > k.OPTIONS:
        raise Refusal("bad-options", f"options have at most {k.OPTIONS} characters")
    return terms._replace(options=text)


def _written(options: Any) -> str:
    return json.dumps(options, sort_keys=True, separators=(",", ":"))


def _compact(options: str) -> str:
    """What a host has asked for, without the blanks: it is kept, and read again and again."""
    return min(options, _written(json.loads(options)), key=len)


def _name(given: str, taken: list[str], most: int) -> str:
    """The name cleaned, and with a number behind it if somebody has it already."""
    name = clean(given, most)
    if not name:
        raise Refusal("empty")
    return free_name(name, taken)


def free_name(name: str, taken: list[str]) -> str:
    """The name, with a number behind it if somebody has it already, in whatever case."""
    used = {each.casefold() for each in taken}
    fresh, number = name, 1
    while fresh.casefold() in used:
        number += 1
        tail = f" {number}"
        fresh = name[: k.NAME - len(tail)] + tail
    return fresh


def join(room: Room, request: m.Join, moment: Moment) -> Seat:
    """Sit down in the first free seat."""
    _demand(room, k.LOBBY)
    demand_place(room, moment, is_new=True)
    for seat, chair in enumerate(room.chairs):
        if chair.is_free:
            taken = [chair.name for chair in room.chairs]
            name = _name(request.name, taken, moment.limits.name)
            _sit_down(room, seat, name, hashlib.sha256(request.token).digest(), request.level)
            _pass_host_on(room)
            return seat
    raise Refusal("room-full")


def _sit_down(room: Room, seat: Seat, name: str, token: bytes, level: str) -> None:
    room.change(f.SatDown(seat, name, token))
    if program := clean(level, k.LEVEL):
        room.change(f.IsProgram(seat, program))


def change(room: Room, seat: Seat, request: m.Change, moment: Moment) -> None:
    _demand(room, k.LOBBY)
    _demand_host(room, seat)
    terms = _settled(room.game, request.terms, moment.randomness)
    game = find(room.game)
    seats = game.seats(game.new(json.loads(terms.options)))
    if any(not chair.is_free for chair in room.chairs[seats:]):
        raise Refusal("bad-options", "more people sit here than could play")
    asked = _compact(request.terms.options)
    demand_place_for_terms(room, len(asked) + len(terms.options), moment)
    room.change(f.Changed(asked, terms))


def seat_bot(room: Room, seat: Seat, request: m.SeatBot, moment: Moment) -> None:
    _demand(room, k.LOBBY)
    _demand_host(room, seat)
    chair = _chair(room, request.seat)
    if chair.is_person:
        raise Refusal("bad-seat", "somebody sits there")
    levels = find(room.game).levels
    if request.level and request.level not in levels:
        raise Refusal("bad-options", f"bots are {', '.join(levels)}")
    if request.level == chair.level:
        return
    demand_place(room, moment)
    if request.level:
        room.change(f.BotSat(request.seat, request.level))
    else:
        room.change(f.GotUp(request.seat))
    for other, chair in enumerate(room.chairs):  # they have agreed to another table
        if chair.seal and other != seat:
            room.change(f.IsReady(other, b""))


def kick(room: Room, seat: Seat, request: m.Kick, moment: Moment) -> None:
    _demand(room, k.LOBBY)
    _demand_host(room, seat)
    if request.seat == seat or not _chair(room, request.seat).is_person:
        raise Refusal("bad-seat", "another person's seat has to be named")
    demand_place(room, moment)
    room.change(f.GotUp(request.seat))


def leave(room: Room, seat: Seat, moment: Moment) -> None:
    """Get up: for good in the lobby; from a game one may come back."""
    if room.table is not None:
        if not room.chairs[seat].left and may_change(room, seat, moment):
            room.change(f.Left(seat, True))  # otherwise they are only away
        return
    if room.phase == k.SEALING:
        room.change(f.CalledOff(moment.randomness(SECRET)))
    room.change(f.GotUp(seat))
    _pass_host_on(room)


def pass_host_on(room: Room, moment: Moment) -> None:
    """The host is away for too long: the first one who is there takes over."""
    present = [s for s, chair in enumerate(room.chairs) if chair.is_person and s in room.present]
    if present and room.host not in room.present:
        room.change(f.HostIs(present[0]))


def _pass_host_on(room: Room) -> None:
    people = [seat for seat, chair in enumerate(room.chairs) if chair.is_person]
    if people and room.host not in people:
        room.change(f.HostIs(people[0]))


def ready(room: Room, seat: Seat, request: m.Ready, moment: Moment) -> None:
    _demand(room, k.LOBBY)
    if request.seal and request.terms and seat != room.host and request.terms != _agreement(room):
        raise Refusal("other-terms")  # the host alone can change them, and knows it
    if room.chairs[seat].seal != request.seal:
        demand_place(room, moment)
        room.change(f.IsReady(seat, request.seal))


def _agreement(room: Room) -> bytes:
    return agreement(room.terms, ("" if chair.is_person else chair.level for chair in room.chairs))


def start(room: Room, seat: Seat, request: m.Start, moment: Moment) -> None:
    """All are seated, ready and there: seals are closed and nonces due."""
    _demand(room, k.LOBBY)
    _demand_host(room, seat)
    people = [s for s, chair in enumerate(room.chairs) if chair.is_person]
    if any(chair.is_free for chair in room.chairs) or not all(room.chairs[s].seal for s in people):
        raise Refusal("not-ready")
    if not room.present.issuperset(people):
        raise Refusal("absent")
    demand_place(room, moment)
    room.change(f.SealingBegan(moment.at))


def reveal(room: Room, seat: Seat, request: m.Reveal, moment: Moment) -> None:
    chair = room.chairs[seat]
    if chair.nonce == request.nonce:
        return  # sent again after a lost line
    _demand(room, k.SEALING)
    if not hmac.compare_digest(seal_of(request.nonce), chair.seal):
        raise Refusal("wrong-nonce")
    room.change(f.Revealed(moment.at, seat, request.nonce))
    if room.table is not None:
        room.deal(moment.at)


def call_off(room: Room, moment: Moment) -> None:
    """Somebody does not reveal: back to the lobby, and everybody sees the next attempt."""
    room.change(f.CalledOff(moment.randomness(SECRET)))


def _demand(room: Room, phase: str) -> None:
    if room.phase != phase:
        raise Refusal("wrong-phase")


def _demand_host(room: Room, seat: Seat) -> None:
    if seat != room.host:
        raise Refusal("not-allowed")


def _chair(room: Room, seat: Seat) -> Chair:
    if seat >= len(room.chairs):
        raise Refusal("bad-seat")
    return room.chairs[seat]
