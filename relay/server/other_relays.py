"""The other relays on the same store, as far as this one has to do with them.

Three times in a lease it says that it is alive, and hears who else is (``beat``). What others do in
the rooms that it serves goes to the hub as it comes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from relay.effects import Follow, Here, Whisper
from relay.hub.hub import Hub
from relay.hub.other_relays import about_guests
from relay.hub.shared import LEASE
from relay.server.writer import Errand, Writer
from relay.store.log_store import Event, Followed, Hint, SharedStore, Unheard, Words

_GONE: Final = 0.001  # seconds


class OtherRelays:
    """Made and used in a running loop; ``tell`` tells the hub something."""

    def __init__(
        self, store: SharedStore, hub: Hub, writer: Writer, tell: Callable[..., None]
    ) -> None:
        self._store = store
        self._hub = hub
        self._writer = writer
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self.restarts = store.restarts  # of servers of the store, as far as the hub knows
        self._beaten_at = self._loop.time()
        self._listening = store.listen(self._heard)
        self._timer = self._loop.call_soon(self._beat)

    # ---- what the hub wants ----------------------------------------------------------------------

    def follow(self, effect: Follow) -> None:
        self._listening.follow(effect.room, effect.is_on)
        if not effect.is_on:
            self._errand(self._store.forget, effect.room)

    def here(self, effect: Here) -> None:
        room, guests = effect
        words = b"" if guests is None else about_guests(guests)
        run = partial(self._store.here, room, guests or b"", words)
        self._writer.ask(Errand(run, partial(self._found, room)))

    def _found(self, room: str, table: dict[bytes, bytes] | None) -> None:
        if table is None:
            self._tell(self._hub.untold, room)
        else:
            self._tell(self._hub.here, room, table)

    def whisper(self, effect: Whisper) -> None:
        self._errand(self._store.publish, *effect)

    def _errand(self, run: Callable[..., Any], *arguments: Any) -> None:
        self._writer.ask(Errand(partial(run, *arguments), lambda outcome: None))

    # ---- what comes from the store ---------------------------------------------------------------

    def _heard(self, events: list[Event]) -> None:
        hub, tell = self._hub, self._tell
        for event in events:
            match event:
                case Hint():
                    tell(hub.heard, *event)
                case Words():
                    tell(hub.whispered, *event)
                case Followed():
                    tell(hub.followed, event.room)
                case Unheard():
                    tell(hub.unheard, event.room)

    def notice(self) -> None:
        """A server that was started again may have less than it had."""
        if self._store.restarts != self.restarts:
            self.restarts = self._store.restarts
            self._tell(self._hub.look_again)

    # ---- signs of life ---------------------------------------------------------------------------

    def _beat(self) -> None:
        beat = self._hub.limits.beat
        self._timer = self._loop.call_later(beat, self._beat)
        run = partial(self._store.beat, self._hub.words(), LEASE * beat)
        self._writer.ask(Errand(run, self._beaten))

    def _beaten(self, relays: dict[bytes, bytes] | None) -> None:
        if relays is not None:
            self._beaten_at = self._loop.time()
            self._tell(self._hub.beaten, relays)

    @property
    def lease_age(self) -> float:
        """Seconds since the others last heard that this relay is alive."""
        return self._loop.time() - self._beaten_at

    def stop(self) -> None:
        """Nobody need wait until this relay counts as gone."""
        self._timer.cancel()
        self._listening.close()
        self._errand(self._store.beat, b"", _GONE)
