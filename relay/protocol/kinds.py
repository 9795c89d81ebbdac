"""Names for the kinds of message fields: how long, how large, which words (docs/protocol.md).

Some of these numbers are part of the protocol: if you change one, change ``PROTOCOL`` too. A relay
speaks every version from ``OLDEST`` on, and sends nothing that an older client would not know.
"""

from __future__ import annotations

from typing import Annotated, Final

from engine.table import MAX_ENTRIES
from relay.protocol.cleaning import NAME as NAME
from relay.protocol.fields import Blob, Column, Many, Text, Whole, Word
from relay.protocol.phases import LOBBY as LOBBY
from relay.protocol.phases import OVER as OVER
from relay.protocol.phases import PLAYING as PLAYING
from relay.protocol.phases import SEALING as SEALING

PROTOCOL: Final = 8  # 2: `ready` names what it agrees to
MANY_GAMES: Final = 3  # from here on clients may know more games than the first, and their bots
OFF_TURN: Final = 3  # from here on clients know the last of the terms
LIVELY: Final = 4  # from here on clients know how far listed games are
ELSEWHERE: Final = 5  # from here on clients know that a goodbye can name another relay
DAYS: Final = 5  # from here on there is a deal of the day
PEOPLE: Final = 6  # from here on spectators may say how many they are
CHALLENGES: Final = 6  # from here on there are challenges, and the expert's game of a day
GATHERING: Final = 7  # from here on clients may be sent to the relay that has their room
TO_BEAT: Final = 8  # from here on challenges say what their challenger has scored
OLDEST: Final = 1
MAX_SEATS: Final = 8  # no game here has more than 4; there is room for more
LEVEL: Final = 16  # characters of the level of a bot
CHAT: Final = 300  # characters of a line of chat
OPTIONS: Final = 4096  # characters of options: four hand-written boards take half of it
TOKEN: Final = 112  # characters of a move, 48 before version 3; a full page still fits a frame
PAGE: Final = 512  # entries in one frame, at most; relays send fewer
TEXT_PAGE: Final = 16_000  # characters of a record in one frame, at most
LISTING: Final = 100  # rooms in one frame, at most: with the longest names they fill it
RELAY_FRAME: Final = 65_536  # bytes; what a relay sends is never larger
PLACE: Final = 200  # characters of the URL of a relay
BADGE: Final = "X-Door-Badge"  # the header of a handshake: for whom a door connects
PLACES: Final = 8  # relays that a client names
LONGEST_TURN: Final = 30 * 24 * 3600
LONGEST_DELAY: Final = 3600
DEALER_BYTE: Final = 255  # the dealer in `actors`
NOBODY: Final = 255  # in `to_act`
FIRST_WATCHER: Final = 100  # spectators are numbered from here on, so that no seat is meant
LARGEST_COUNT: Final = 65_535
MOST_PEOPLE: Final = 1000  # who may watch through one connection
LARGEST: Final = 2**53 - 1  # what a double can hold, for other languages

PLAYER, WATCHER = "player", "watcher"
NO_CLOCK, TURN_CLOCK, GAME_CLOCK = "none", "turn", "game"
EMPTY, PERSON, BOT, STAND_IN = "empty", "person", "bot", "stand-in"
OPEN, SEALED, DEALT, OPENED = "open", "sealed", "dealt", "opened"
# Seconds of a clock at least: with less, people cannot play any game.
SHORTEST_CLOCK: Final = {NO_CLOCK: 0, TURN_CLOCK: 10, GAME_CLOCK: 60}
SHORTEST_OFF_TURN: Final = 5  # the same for a decision in somebody else's turn

Role = Annotated[str, Word((PLAYER, WATCHER))]
Phase = Annotated[str, Word((LOBBY, SEALING, PLAYING, OVER))]
Clockwork = Annotated[str, Word((NO_CLOCK, TURN_CLOCK, GAME_CLOCK))]
Sitter = Annotated[str, Word((EMPTY, PERSON, BOT, STAND_IN))]
Step = Annotated[str, Word((OPEN, SEALED, DEALT, OPENED))]
SeatNo = Annotated[int, Whole(0, MAX_SEATS - 1)]
Acting = Annotated[int, Whole(0, NOBODY)]
Voice = Annotated[int, Whole(0, LARGEST_COUNT)]  # a seat, or a spectator from FIRST_WATCHER on
Count = Annotated[int, Whole(0, LARGEST_COUNT)]
Eyes = Annotated[int, Whole(0, MOST_PEOPLE)]
EntryNo = Annotated[int, Whole(0, MAX_ENTRIES)]
Name = Annotated[str, Text(0, NAME)]
GivenName = Annotated[str, Text(1, 4 * NAME)]  # before it is cleaned
Code = Annotated[str, Text(1, 16)]  # as typed: any case, blanks and dashes
Line = Annotated[str, Text(1, CHAT)]
GameKey = Annotated[str, Text(1, 16)]
OptionText = Annotated[str, Text(2, OPTIONS)]
Level = Annotated[str, Text(0, LEVEL)]
Secret = Annotated[bytes, Blob((32,))]
MaybeSecret = Annotated[bytes, Blob((0, 32))]
MaybeDigest = Annotated[bytes, Blob((0, 8))]
Seconds = Annotated[int, Whole(0, LONGEST_TURN)]
Stamp = Annotated[int, Whole(0, LARGEST)]
Reason = Annotated[str, Text(0, 400)]
Place = Annotated[str, Text(0, PLACE)]  # the URL of a relay
Places = Annotated[tuple[str, ...], Many(Text(1, PLACE), PLACES)]
Short = Annotated[str, Text(0, 40)]
Wordlet = Annotated[str, Text(1, 16)]
Delay = Annotated[int, Whole(0, LONGEST_DELAY)]
Version = Annotated[int, Whole(0, LARGEST_COUNT)]
PageNo = Annotated[int, Whole(1, 1000)]
Words = Annotated[tuple[str, ...], Many(Text(1, 16), 32)]
WordsByGame = Annotated[tuple[tuple[str, ...], ...], Many(Many(Text(1, 16), 32), 32)]
Names = Annotated[tuple[str, ...], Many(Text(0, NAME), MAX_SEATS)]
SeatNos = Annotated[tuple[int, ...], Many(Whole(0, MAX_SEATS - 1), MAX_SEATS)]
Secrets = Annotated[tuple[bytes, ...], Many(Blob((0, 32)), MAX_SEATS)]
Stamps = Annotated[tuple[int, ...], Many(Whole(0, LARGEST), MAX_SEATS)]
MoveToken = Annotated[str, Text(1, TOKEN)]
Actors = Annotated[bytes, Column(1, PAGE)]
Tokens = Annotated[str, Text(1, PAGE * (TOKEN + 1))]
Digests = Annotated[bytes, Column(8, PAGE)]
