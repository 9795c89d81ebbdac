"""What there is in the hall, and what of it is under the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from kbtui.games.kit import find
from kbtui.hosted.mode import hosted
from kbtui.lobby.meeting import partner
from kbtui.pages.hall.known import Known, Sight
from kbtui.pages.hall.past import Past, Rerun, best_first
from kbtui.pages.hall.rows import Entry, best, entries, is_running
from kbtui.pages.hall.talk import Talk
from kbtui.play.saved_games import Summary
from kbtui.play.start import Watch
from kbtui.text.page import Page
from relay.protocol import messages as m


class Floor(Page):
    """The screen keeps ``known``, ``own``, ``local``, ``sight`` and ``past`` up to date."""

    def __init__(self, known: Known, game: str | None, ignored: set[str] | None) -> None:
        """``game``: the key of the one that is proposed; ``ignored``: whose words are not shown."""
        super().__init__()
        self.kit = find(game)  # of the game that is played from here
        self.known = known
        self.own: Sequence[Summary] = ()  # rooms with a seat of ours
        self.local: Sequence[Summary] = ()  # saved games against bots
        self.sight: Sight | None = None  # the game under the cursor
        self.past = Past()  # what the door remembers
        self.notice = ""  # what the host of the door says
        self.waits_in: str | None = None  # the code of the room in which we wait; None: we do not
        self.talk = Talk(set() if ignored is None else ignored)
        self._at = ""  # what is under the cursor
        self._is_touched = False  # the cursor was moved, and stays
        self._is_short = True  # rows are few

    @property
    def sections(self) -> dict[str, list[Entry]]:
        own = [game for game in self.own if game.room != self.waits_in]
        return entries(self.public, own, self.local, self.reruns, is_short=self._is_short)

    @property
    def reruns(self) -> list[tuple[Rerun, str]]:
        """Finished games, while no other can be watched."""
        host = hosted()
        if any(map(is_running, self.public)) or host is None:
            return []
        return best_first(self.past.reruns, host.name)

    @property
    def public(self) -> list[m.Listed]:
        """The public games in which we have no seat."""
        seats = {self.waits_in, *(game.room for game in self.own)}
        return [room for room in self.known.rooms if room.code not in seats]

    @property
    def partner(self) -> m.Listed | None:
        """Somebody who waits for an opponent; nobody whose words we do not want to read."""
        return partner(self.public, self.kit.key, self.talk.ignored)

    @property
    def _entries(self) -> list[Entry]:
        return [row for rows in self.sections.values() for row in rows]

    @property
    def entry(self) -> Entry:
        """What is under the cursor."""
        every = self._entries
        if not self._is_touched or self._at not in (row.name for row in every):
            return best(every, is_met=self.partner is not None)
        return next(row for row in every if row.name == self._at)

    @property
    def code(self) -> str:
        """Of the game under the cursor; empty if there is none to look at."""
        entry = self.entry
        if entry.room is not None:
            return entry.room.code
        return entry.game.room if entry.game is not None else ""

    @property
    def best_to_watch(self) -> Watch | Rerun | None:
        """The public game in which something last happened, or the best of those that are over."""
        games = [room for room in self.public if is_running(room) and room.watching]
        if games:
            return Watch("", min(games, key=lambda room: room.idle).code)
        return self.reruns[0][0] if self.reruns else None

    @property
    def rerun(self) -> Rerun | None:
        """The finished game that is shown beside the list: the one under the cursor, or the best
        where there is nothing else to look at."""
        entry, reruns = self.entry, self.reruns
        if entry.rerun is not None or self.code or not reruns:
            return entry.rerun
        return reruns[0][0]

    def _go(self, name: str) -> None:
        self._at, self._is_touched = name, True
