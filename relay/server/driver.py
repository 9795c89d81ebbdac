"""Drives the hub: connections in, effects out, with the store, the bots and the clock.

Everything here runs in one loop; only a slow store and the bots have a thread each. Effects are
carried out in the order the hub gives them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from math import inf
from typing import Any, Final

from relay.days.challenge_facts import judgment
from relay.days.deals import deal_of
from relay.days.expert_game import Rehearsal, Rehearsed
from relay.effects import (
    Append,
    Close,
    Effect,
    Follow,
    Here,
    Judge,
    Lay,
    Load,
    Note,
    Pass,
    Peer,
    Rehearse,
    Send,
    Sweep,
    Think,
    Whisper,
)
from relay.hub.hub import Hub
from relay.protocol.codec import decode_for_relay, encode
from relay.protocol.errors import BYES, BadMessage, Refusal
from relay.server.admission import Admission
from relay.server.clock import NOTED, clock_for
from relay.server.figures import Figures, StoreHealth
from relay.server.logs import event, trouble
from relay.server.other_relays import OtherRelays
from relay.server.thinking import think
from relay.server.websocket import WebSocket, framed
from relay.server.writer import Batch, Errand, Question, Writer
from relay.store.log_store import LogStore, LostHistory, SharedStore

_BEAT: Final = 1.0  # seconds between two looks at those who lag
_ROUND: Final = 20  # beats until every connection was asked for a sign of life
_INTERNAL: Final = 1011  # the close code for a mistake of ours
_REST: Final = 0.3  # seconds between two moves that nobody waits for
_CALM: Final = 60.0  # seconds between two lines in the log about the same thing


class Driver:
    """Drives one hub. Made and used in a running loop."""

    def __init__(self, hub: Hub, store: LogStore, admission: Admission) -> None:
        self.hub = hub
        self.limits = hub.limits
        self.admission = admission
        self.figures = Figures(store.kind)
        self.websockets: dict[Peer, WebSocket] = {}
        self.is_well = True  # as far as the store goes
        self._loop = asyncio.get_running_loop()
        self._clock = clock_for(store)
        self._now = self._clock.now
        self._noted_at = -inf
        self._writer = Writer(store, self._answered)
        self._bots = ThreadPoolExecutor(1, "bots")
        self._numbers = count(1)
        self._strangers: set[WebSocket] = set()  # sockets that are no WebSockets yet
        self._lagging: set[WebSocket] = set()
        self._rounds: list[dict[Peer, WebSocket]] = [{} for _ in range(_ROUND)]
        self._beats = 0
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at = inf
        self._said: dict[str, float] = {}
        self._deeds: dict[type, Callable[[Any], None]] = {
            Send: self._send,
            Pass: self._pass,
            Close: self._close,
            Append: self._writer.ask,
            Load: self._writer.ask,
            Sweep: self._sweep,
            Think: self._think,
            Lay: self._lay,
            Rehearse: self._rehearse,
            Judge: self._judge,
            Note: self._note,
        }
        self.other_relays: OtherRelays | None = None
        if isinstance(store, SharedStore):
            self.other_relays = OtherRelays(store, hub, self._writer, self.do)
            self._deeds[Follow] = self.other_relays.follow
            self._deeds[Here] = self.other_relays.here
            self._deeds[Whisper] = self.other_relays.whisper
        hub.set_time_of_day(self._clock.behind())
        self._heart = self._loop.call_later(_BEAT, self._beat)
        self.do(hub.tick)
        self.do(hub.begin_day)

    # ---- the hub ---------------------------------------------------------------------------------

    def do(self, act: Callable[..., Iterable[Effect]], *arguments: Any) -> None:
        """Tell the hub something, at this time, and do what it wants."""
        self._tell(act, *arguments)
        self._set_alarm()

    def _tell(self, act: Callable[..., Iterable[Effect]], *arguments: Any) -> None:
        try:
            for effect in act(*arguments, self._now()):
                self._deeds[type(effect)](effect)
        except Exception as error:
            self._mistake(error, *arguments[:1])

    def _mistake(self, error: Exception, whom: object = None) -> None:
        """Nothing that a peer sends leads here; if it does, one connection pays for it."""
        self.figures.errors += 1
        trouble("mistake", error)
        if isinstance(whom, int) and whom in self.websockets:
            self.websockets[whom].end(_INTERNAL, "")

    def _send(self, effect: Send) -> None:
        self._push(effect.peers, framed(encode(effect.message)))

    def _pass(self, effect: Pass) -> None:
        self._push(effect.peers, framed(effect.message))

    def _push(self, peers: tuple[Peer, ...], frame: bytes) -> None:
        figures, count = self.figures, len(peers)
        for websocket in map(self.websockets.get, peers):
            if websocket is not None:
                websocket.push(frame)
        figures.messages_out += count
        figures.bytes_out += count * len(frame)

    def _close(self, effect: Close) -> None:
        websocket = self.websockets.get(effect.peer)
        if websocket is not None:
            websocket.end(effect.code, effect.reason)

    def _note(self, effect: Note) -> None:
        event(logging.WARNING, "note", room=effect.room, text=effect.text)

    # ---- time ------------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        due = self.hub.next_due()
        if due is not None and due < self._alarm_at:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm_at = due
            self._alarm = self._loop.call_later(max(0.0, due - self._now()), self._ring)

    def _ring(self) -> None:
        self._alarm, self._alarm_at = None, inf
        self.do(self.hub.tick)

    def _beat(self) -> None:
        """Once a second: drop slow and silent connections, and tell the hub the time."""
        self._heart = self._loop.call_later(_BEAT, self._beat)
        self._beats += 1
        now = self._loop.time()
        self._lagging = {websocket for websocket in self._lagging if websocket.check(now)}
        for websocket in list(self._rounds[self._beats % _ROUND].values()):
            if not websocket.is_heard:
                self.figures.silent += 1
                websocket.transport.abort()
            else:
                websocket.ask_for_a_sign()
        self.hub.set_time_of_day(self._clock.behind())
        if now >= self._noted_at + NOTED:
            self._noted_at = now
            self._note_the_time()

    def _note_the_time(self) -> None:
        for note in self._clock.note():
            self._writer.ask(note)

    def _sweep(self, effect: Sweep) -> None:
        self._writer.ask(Sweep(min(effect.now, self._clock.expired())))

    # ---- connections -----------------------------------------------------------------------------

    async def serve(self, connection: Any) -> None:
        """From the handshake to the end of a connection."""
        websocket: WebSocket = connection
        websocket.open(next(self._numbers))
        self._strangers.discard(websocket)
        self.websockets[websocket.peer] = websocket
        self._rounds[websocket.peer % _ROUND][websocket.peer] = websocket
        self.figures.connections += 1
        begun = self._loop.time()
        event(logging.DEBUG, "opened", peer=websocket.peer, address=websocket.address)
        self.do(self.hub.connected, websocket.peer, websocket.address)
        if websocket.bearer:
            self.do(self.hub.introduced, websocket.peer, websocket.bearer)
        code, reason = await websocket.farewell
        await websocket.close(code, reason)
        seconds = self._loop.time() - begun
        event(
            logging.DEBUG, "closed", peer=websocket.peer, code=websocket.close_code, seconds=seconds
        )

    def opened(self, websocket: WebSocket) -> bool:
        self._strangers.add(websocket)
        is_welcome = self.admission.enter(websocket.address, self._loop.time())
        if not is_welcome:
            self.turn_away("sockets", websocket.address)
        return is_welcome

    def turn_away(self, reason: str, address: str) -> None:
        """Note that somebody was not let in."""
        self.figures.turned_away[reason] += 1
        self._say_once(f"turned away {reason}", "turned-away", reason=reason, address=address)

    def _say_once(self, what: str, name: str, **fields: object) -> None:
        """A warning, but not by the thousand."""
        now = self._loop.time()
        if now - self._said.get(what, -inf) >= _CALM:
            self._said[what] = now
            event(logging.WARNING, name, **fields)

    def lost(self, websocket: WebSocket) -> None:
        self.admission.leave(websocket.socket_address)
        self._strangers.discard(websocket)
        if self.websockets.pop(websocket.peer, None) is not None:
            del self._rounds[websocket.peer % _ROUND][websocket.peer]
            self._lagging.discard(websocket)
            self.do(self.hub.closed, websocket.peer)

    def received(self, websocket: WebSocket, data: bytes) -> None:
        self.figures.messages_in += 1
        try:
            message = decode_for_relay(data, self.limits.frame)
        except BadMessage as error:
            self.broken(websocket, error)
        else:
            try:  # as in ``_tell``, without its price for every message
                for effect in self.hub.receive(websocket.peer, message, self._now()):
                    self._deeds[type(effect)](effect)
            except Exception as error:
                self._mistake(error, websocket.peer)
            if self.hub.alarms.is_new:  # a move sets none before it is stored
                self._set_alarm()

    def broken(self, websocket: WebSocket, error: BadMessage) -> None:
        self.do(self.hub.broken, websocket.peer, error)
        websocket.end(BYES[error.code][0], error.code)  # also if the hub knows nothing of it

    def lags(self, websocket: WebSocket) -> None:
        self._lagging.add(websocket)

    def dropped(self, websocket: WebSocket) -> None:
        self.figures.dropped_readers += 1
        event(logging.INFO, "slow", peer=websocket.peer)

    # ---- the store and the bots ------------------------------------------------------------------

    def store_health(self) -> StoreHealth:
        kind, latency = self.figures.kind, self._writer.usual
        if self.other_relays is None:
            return StoreHealth(kind, self.is_well, latency)
        other_relays = self.other_relays
        return StoreHealth(
            kind, self.is_well, latency, other_relays.restarts, other_relays.lease_age
        )

    def _answered(self, batch: Batch) -> None:
        if self.other_relays is not None:
            self.other_relays.notice()
        now = self._now()
        for question, outcome in batch.answers:
            if type(question) is Append and outcome:  # nearly all of them: as in ``_tell``
                try:
                    for effect in self.hub.stored(question, now):
                        self._deeds[type(effect)](effect)
                except Exception as error:
                    self._mistake(error)
            else:
                self._answer(question, outcome)
        self._set_alarm()
        self._count(batch)

    def _count(self, batch: Batch) -> None:
        figures = self.figures
        figures.store.add(batch.seconds)
        figures.store_questions += len(batch.answers)
        if batch.trouble:
            figures.store_failures += 1
            self._say_once("store", "store", trouble=batch.trouble)
            self.is_well = False
        elif any(type(question) is Append for question, _outcome in batch.answers):
            self.is_well = True  # to read says nothing about a full disk

    def _answer(self, question: Question, outcome: Any) -> None:
        """Of anything but an append that was done."""
        if isinstance(question, Errand):
            question.done(outcome)
        elif isinstance(question, Sweep):
            if outcome and not self._heart.cancelled():
                self._writer.ask(question)  # there may be more of them; at a stop they can wait
        elif outcome is None:
            self._tell(self.hub.failed, question)
        elif isinstance(outcome, LostHistory):
            self._tell(self.hub.lost, question, str(outcome))
        elif isinstance(question, Load):
            self._tell(self.hub.loaded, question, outcome)
        else:
            self._tell(self.hub.stale, question)

    def _compute(
        self,
        act: Callable[..., Any],
        *arguments: Any,
        then: Callable[[Any], None],
        instead: Any = None,
        **about: object,
    ) -> None:
        """Have the thread of the bots do it. If that fails, ``then`` gets ``instead``, if there is
        anything to get; ``about`` is for the log."""

        def computed(future: Future[Any]) -> None:
            if future.cancelled():
                return  # the relay stops
            error = future.exception()
            if error is None:
                then(future.result())
                return
            self.figures.errors += 1
            trouble("bot", error, **about)
            if instead is not None:
                then(instead)

        def done(future: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop is closed: the relay has stopped
                self._loop.call_soon_threadsafe(computed, future)

        self._bots.submit(act, *arguments).add_done_callback(done)

    def _think(self, effect: Think) -> None:
        def thought(token: str) -> None:
            self.figures.thoughts += 1
            self.do(self.hub.thought, effect, token)

        self._compute(think, effect, then=thought, room=effect.room, bot=effect.level)

    def _lay(self, effect: Lay) -> None:
        self._compute(deal_of, *effect, then=partial(self.do, self.hub.laid), bot="deal of the day")

    def _judge(self, effect: Judge) -> None:
        then = partial(self.do, self.hub.judged, effect.number)
        wrong = Refusal("bad-record")
        self._compute(judgment, effect.record, effect.name, then=then, instead=wrong, bot="judge")

    def _rehearse(self, effect: Rehearse) -> None:
        self._step(Rehearsal(*effect))

    def _step(self, rehearsal: Rehearsal) -> None:
        """One more move, after everything that other bots have to think about by now."""

        def stepped(found: Rehearsed | None) -> None:
            if found is not None:
                self.do(self.hub.rehearsed, found)
            else:
                self._loop.call_later(_REST, self._step, rehearsal)

        if not self._heart.cancelled():  # else the relay stops
            self._compute(rehearsal.step, then=stepped, bot="expert of the day")

    # ---- the end ---------------------------------------------------------------------------------

    def say_goodbye(self, wait: float) -> None:
        """Tell everybody when to come back."""
        for websocket in list(self._strangers):
            websocket.transport.abort()
        if self.hub.has_other_relays:  # another relay takes them at once
            wait = 0.0
        for effect in self.hub.stop(self._now(), wait):
            self._deeds[type(effect)](effect)

    async def stop(self) -> None:
        """When all connections are closed: write what is on its way."""
        self._heart.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        self._bots.shutdown(wait=False, cancel_futures=True)
        self._note_the_time()
        if self.other_relays is not None:
            self.other_relays.stop()
        await self._writer.stop()
