"""One room: the fold of its facts, and what each chair may know about it.

A room changes only by facts (``facts.py``): ``change`` folds one and remembers it as fresh, to be
stored; ``fold`` does the same when a log is read again. Who may cause which fact is decided
elsewhere: in ``lobby.py`` before the game, in ``referee.py`` during it, and in ``absence.py`` when
somebody is absent.

Nobody may hear of fresh facts until they are durable. ``told`` is the number of entries that
are. What a chair may see was masked by the table when the entry was made (``pages.py``).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.contract import DEALER, Seat, find
from engine.dealer import Dealer, Seal, commitment, sealed_seed
from engine.errors import EngineError
from engine.record import Record, format_record, record_of
from engine.table import Table
from relay.effects import make
from relay.protocol import kinds as k
from relay.protocol.errors import BadLog
from relay.protocol.messages import RoomView, Said, SealView, Terms, VoteView
from relay.protocol.room_codes import show_code
from relay.room import facts as f
from relay.room.chair import Chair
from relay.room.pages import Pages, masked
from relay.room.sights import Sight

_Fold = Callable[["Room", Any], None]


class Room(Pages):
    """The state of a room. Nobody may see it as it is; see the views."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.seq = 0  # facts folded
        self.fresh: list[f.Fact] = []  # of them, those not stored yet
        self.chairs: list[Chair] = []
        self.host: Seat = 0
        self.attempt = 1
        self.changed = 0  # characters of all terms that were not the first
        self.changes: Counter[Seat] = Counter()  # facts of each, without moves and chat
        self.secret = b""
        self.day = self.edition = ""  # of the deal, if this is a try; the day tells its secret
        self.sealing_at: int | None = None
        self.votes: dict[tuple[Seat, Seat], bool] = {}  # (seat, voter)
        self.chat: list[tuple[f.Spoke, str]] = []  # with the name of the speaker
        self.following = ""
        self.table: Table | None = None
        self.to_act: Seat | None = None  # at the table
        self.told = 0
        self.stand_ins: list[tuple[int, Seat, str]] = []  # when which bot stood in; "": no more
        # The clock runs for the player who has to decide, even in another's turn: when their
        # time was last charged, what each seat has used, and what of it in this turn.
        self.charged = 0
        self.used: list[int] = []
        self.used_in_turn: list[int] = []
        self.turns = 0  # how often the turn has passed on
        self.on_turn: Seat | None = None
        # not stored: who is connected now, and since when the others are not
        self.present: set[Seat] = set()
        self.absent_since: dict[Seat, float] = {}
        self.opened_at = 0.0  # when it was read from the store
        self._ahead: list[tuple[Seat, str]] = []  # entries that the table does not have yet

    # ---- facts -----------------------------------------------------------------------------------

    def fold(self, fact: f.Fact) -> None:
        _FOLDS[type(fact)](self, fact)
        self.seq += 1

    def change(self, fact: f.Fact) -> None:
        """Something new happens: it holds from now on, and has to be stored."""
        self.fold(fact)
        self.fresh.append(fact)

    def play(self, actor: Seat, token: str, at: int) -> None:
        """An entry of the table; raises what is wrong with it and leaves all as it was."""
        self._enter(self.playing_table, actor, token, at)

    def deal(self, at: int) -> None:
        """The dealer's entries that are due: with the move before them, in one append."""
        if self.to_act == DEALER:
            table = self.playing_table
            while table.to_act == DEALER:
                self._enter(table, DEALER, self._dealer.next_token(table), at)

    def _enter(self, table: Table, actor: Seat, token: str, at: int) -> None:
        table.append(actor, token)
        token, digest = table.entries[-1][1], bytes.fromhex(table.game.digest(table.states[-1]))
        fact = make(f.Played, (at, actor, token, digest))
        self._keep(table, at, actor, token, digest)
        self.seq += 1
        self.fresh.append(fact)

    def _created(self, fact: f.Created) -> None:
        self.game, self.secret = fact.game, fact.secret
        self._set_terms(fact.wish, fact.terms)

    def _changed(self, fact: f.Changed) -> None:
        self._set_terms(fact.wish, fact.terms)
        self.changed += len(fact.wish) + len(fact.terms.options)
        self._unready()

    def _set_terms(self, wish: str, terms: Terms) -> None:
        self.wish, self.terms = wish, terms
        game = find(self.game)
        seats = game.seats(game.new(json.loads(terms.options)))
        self.chairs += [Chair() for _ in range(seats - len(self.chairs))]
        del self.chairs[seats:]

    def _unready(self) -> None:
        for chair in self.chairs:
            chair.seal, chair.nonce = b"", None

    def _sat_down(self, fact: f.SatDown) -> None:
        chair = Chair()
        chair.name, chair.token = fact.name, fact.token
        self.chairs[fact.seat] = chair

    def _is_program(self, fact: f.IsProgram) -> None:
        self.chairs[fact.seat].program = fact.level

    def _bot_sat(self, fact: f.BotSat) -> None:
        chair = Chair()
        chair.name, chair.level = fact.level, fact.level
        self.chairs[fact.seat] = chair

    def _got_up(self, fact: f.GotUp) -> None:
        self.chairs[fact.seat] = Chair()

    def _host_is(self, fact: f.HostIs) -> None:
        self.host = fact.seat

    def _is_ready(self, fact: f.IsReady) -> None:
        self.chairs[fact.seat].seal = fact.seal

    def _sealing_began(self, fact: f.SealingBegan) -> None:
        self.sealing_at = fact.at

    def _revealed(self, fact: f.Revealed) -> None:
        self.chairs[fact.seat].nonce = fact.nonce
        if all(chair.nonce is not None for chair in self.chairs if chair.is_person):
            self._begin(fact.at)

    def _begin(self, at: int) -> None:
        self.table = Table.new(self.game, json.loads(self.terms.options))
        self._dealer = Dealer(sealed_seed(self.secret, self.nonces))
        self.to_act = self.table.to_act
        self.secret_lengths = self.table.game.secret_lengths(self.table.state)
        seats = range(len(self.chairs))
        self.own = {seat: {} for seat in seats}
        self.used = [0 for _ in seats]
        self.used_in_turn = [0 for _ in seats]
        self.charged = at

    def _called_off(self, fact: f.CalledOff) -> None:
        self.secret, self.sealing_at = fact.secret, None
        self.attempt += 1
        self._unready()

    def _try_began(self, fact: f.TryBegan) -> None:
        self.day, self.edition = fact.day, fact.edition
        self._begin(fact.at)

    def _played(self, fact: f.Played) -> None:
        table = self.playing_table
        table.append(fact.actor, fact.token)
        self._keep(table, *fact)

    def _keep(self, table: Table, at: int, actor: Seat, token: str, digest: bytes) -> None:
        """What follows from an entry that is on the table."""
        # Only the dealer has secrets.
        token, own = masked(table, self.own) if actor == DEALER else (token, None)
        table.forget()
        self.add(at, actor, digest, token, own)
        if at != self.charged:
            self._charge(self.to_act, at)
        self.to_act = table.to_act
        if (on_turn := table.game.on_turn(table.states[-1])) != self.on_turn:
            self._pass_on(on_turn)

    def _pass_on(self, on_turn: Seat | None) -> None:
        self.on_turn, self.used_in_turn = on_turn, [0 for _ in self.used]
        self.turns += 1

    def follow(self, facts: Sequence[f.Played], sight: Sight) -> None:
        """Entries that another relay has made. The table gets them when it is asked for."""
        if self.table is None:
            raise BadLog("no game has begun")
        for at, actor, token, digest in facts:
            seen, own = sight.masked.get(len(self.digests) + 1, (token, None))
            self.add(at, actor, digest, seen, own)
            self._charge(self.to_act, at)
            self._ahead.append((actor, token))
        self.seq, self.to_act = self.seq + len(facts), sight.to_act
        if sight.on_turn != self.on_turn:
            self._pass_on(sight.on_turn)

    def _catch_up(self, table: Table) -> None:
        """After BadLog, the room must not be used."""
        ahead, self._ahead = self._ahead, []
        try:
            for actor, token in ahead:
                table.append(actor, token)
                table.forget()
        except EngineError as error:
            raise BadLog(f"an entry of another relay does not fit: {error}") from None
        if table.digest() != self.digests[-1].hex() or table.to_act != self.to_act:
            raise BadLog("the entries of another relay lead to another position than it said")

    def _charge(self, seat: Seat | None, at: int) -> None:
        if seat is not None and seat != DEALER and at > self.charged:
            spent = at - self.charged
            self.used[seat] += spent
            self.used_in_turn[seat] += spent
        self.charged = at

    def _spoke(self, fact: f.Spoke) -> None:
        self.chat.append((fact, self.chairs[fact.seat].name))

    def _muted(self, fact: f.Muted) -> None:
        self.chairs[fact.seat].muted = fact.on
        self.changes[self.host] += 1

    def _voted(self, fact: f.Voted) -> None:
        self.votes[fact.seat, fact.voter] = fact.yes
        self.changes[fact.voter] += 1

    def _votes_void(self, fact: f.VotesVoid) -> None:
        self.votes = {key: yes for key, yes in self.votes.items() if key[0] != fact.seat}

    def _stood_in(self, fact: f.StoodIn) -> None:
        if fact.seat == self.acting:
            self._charge(fact.seat, fact.at)
        self.chairs[fact.seat].level = fact.level
        self.stand_ins.append((fact.at, fact.seat, fact.level))
        self._votes_void(f.VotesVoid(fact.seat))

    def _took_back(self, fact: f.TookBack) -> None:
        self.chairs[fact.seat].level = ""
        self.stand_ins.append((fact.at, fact.seat, ""))
        self.charged, self.used_in_turn[fact.seat] = fact.at, 0
        self.changes[fact.seat] += 1

    def _left(self, fact: f.Left) -> None:
        self.chairs[fact.seat].left = fact.on
        self.changes[fact.seat] += 1

    def _again(self, fact: f.Again) -> None:
        self.chairs[fact.seat].again = fact.yes
        self.changes[fact.seat] += 1

    def _followed(self, fact: f.Followed) -> None:
        self.following = fact.code

    # ---- questions -------------------------------------------------------------------------------

    @property
    def playing_table(self) -> Table:
        if self.table is None:
            raise BadLog("no game has begun")
        if self._ahead:
            self._catch_up(self.table)
        return self.table

    @property
    def phase(self) -> str:
        if self.table is not None:
            return k.PLAYING if self.to_act is not None else k.OVER
        return k.LOBBY if self.sealing_at is None else k.SEALING

    @property
    def nonces(self) -> list[bytes]:
        """In the order of the seats; a bot adds nothing."""
        return [chair.nonce or b"" for chair in self.chairs]

    @property
    def acting(self) -> Seat | None:
        """The seat that has to act, if the game is on."""
        return None if self.to_act == DEALER else self.to_act

    def seat_of(self, token: bytes) -> Seat | None:
        """The seat of a token; every seat is compared, in the same time."""
        digest, found = hashlib.sha256(token).digest(), None
        for seat, chair in enumerate(self.chairs):
            if hmac.compare_digest(chair.token, digest):
                found = seat
        return found

    def entries_for_watchers(self, now: float) -> int:
        """How many entries spectators may see by now."""
        shown = self.told
        if self.terms.delay:
            limit = self._seen_by_watchers(now)
            while shown and self.times[shown - 1] > limit:
                shown -= 1
        return shown

    def stand_ins_for_watchers(self, now: float) -> int:
        """How many changes of stand-ins they may know by now."""
        shown, limit = len(self.stand_ins), self._seen_by_watchers(now)
        while shown and self.stand_ins[shown - 1][0] > limit:
            shown -= 1
        return shown

    def _seen_by_watchers(self, now: float) -> int:
        """The moment that they see now; in whole milliseconds, so that what is due is visible."""
        return round(now * 1000) - self.terms.delay * 1000

    # ---- views -----------------------------------------------------------------------------------

    def line(self, number: int) -> Said:
        """A line of chat, with its speaker's name unless the seat tells it."""
        spoken, name = self.chat[number - 1]
        sitting = self.chairs[spoken.seat].name if spoken.seat < len(self.chairs) else ""
        known = "" if name == sitting else name
        return Said(number, spoken.seat, spoken.text, spoken.at, known)

    def view(self, is_over: bool = True, stand_ins: int | None = None) -> RoomView:
        """The room for everybody; ``is_over`` is False for spectators who may not know it yet, and
        ``stand_ins`` is how many changes of stand-ins they know. A vote would tell of the next."""
        phase = self.phase
        known: dict[Seat, str] = {}
        if stand_ins is not None:
            known = dict.fromkeys(range(len(self.chairs)), "")
            known |= {seat: level for _at, seat, level in self.stand_ins[:stand_ins]}
        votes = (VoteView(*key, yes) for key, yes in sorted(self.votes.items()))
        return RoomView(
            show_code(self.code),
            phase if is_over or phase != k.OVER else k.PLAYING,
            self.game,
            self.terms,
            self.host,
            tuple(chair.view(is_over, known.get(n)) for n, chair in enumerate(self.chairs)),
            () if known else tuple(votes),
            show_code(self.following) if self.following and is_over else "",
        )

    def seal_view(self, is_over: bool = True) -> SealView:
        """What is published about the deal so far."""
        is_hidden = self.phase == k.OVER and (self.day or not is_over)
        step = k.DEALT if is_hidden else _STEPS[self.phase]
        return SealView(
            *(self.attempt, step),
            bytes.fromhex(commitment(self.secret)),
            tuple(chair.seal for chair in self.chairs),
            tuple(self.nonces) if self.table is not None else (),
            self.secret if step == k.OPENED else b"",
        )

    def record(self) -> str:
        """The finished game with all cards open; the day reveals its own secret."""
        nonces, secret = tuple(n.hex() for n in self.nonces), self.secret.hex()
        seal = Seal(commitment(self.secret), nonces, None if self.day else secret)
        origin = Record(
            self.game,
            json.loads(self.terms.options),
            players=tuple(chair.name for chair in self.chairs),
            seal=seal,
            tags=(("room", show_code(self.code)),),
        )
        return format_record(record_of(self.playing_table, origin))


_STEPS: Final = {k.LOBBY: k.OPEN, k.SEALING: k.SEALED, k.PLAYING: k.DEALT, k.OVER: k.OPENED}
_FOLDS: Final[dict[type, _Fold]] = {
    f.Created: Room._created,
    f.Changed: Room._changed,
    f.SatDown: Room._sat_down,
    f.IsProgram: Room._is_program,
    f.BotSat: Room._bot_sat,
    f.GotUp: Room._got_up,
    f.HostIs: Room._host_is,
    f.IsReady: Room._is_ready,
    f.SealingBegan: Room._sealing_began,
    f.Revealed: Room._revealed,
    f.CalledOff: Room._called_off,
    f.TryBegan: Room._try_began,
    f.Played: Room._played,
    f.Spoke: Room._spoke,
    f.Muted: Room._muted,
    f.Voted: Room._voted,
    f.VotesVoid: Room._votes_void,
    f.StoodIn: Room._stood_in,
    f.TookBack: Room._took_back,
    f.Left: Room._left,
    f.Again: Room._again,
    f.Followed: Room._followed,
}
