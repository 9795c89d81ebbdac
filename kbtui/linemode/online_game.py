"""An online game in line mode: ``LineMode`` fed by a relay, with chat and votes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from kbtui.games.plain import Window
from kbtui.linemode.chat import HELP, Talk
from kbtui.linemode.game import Command, LineMode, introduction
from kbtui.online import endings, other_players
from kbtui.online.online_table import OnlineTable
from kbtui.story.chronicle import Chronicle
from kbtui.text import durations
from kbtui.text.i18n import N_, _, n_
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m

_HELP: Final = (
    N_("vote 2      let a bot play for absent seat 2; vote 2 no withdraws your vote"),
    N_("retake      take your seat back from the bot"),
    N_("rematch     play again after the game, if everyone wants to"),
)
_NO: Final = "no"


class Frame(NamedTuple):
    """What a game in line mode needs from the program around it."""

    games: Path  # where finished games are kept
    reports: Path
    call: Callable[[int], None]  # called with the turn number when it is the player's turn
    draws: bool = False
    window: Callable[[], Window | None] = lambda: None


class LineGame:
    def __init__(self, talk: Talk, frame: Frame) -> None:
        """The game has begun, and everything the relay has sent is here."""
        self._talk = talk
        self._guest = talk.guest
        self._say = talk.say
        self._frame = frame
        self._room = talk.guest.room
        self._is_called = False
        self._is_told = False  # that a bot plays for us
        self.online = OnlineTable(talk.guest)
        self._chronicle = Chronicle(self.online.session.table, self.online.session.viewer)
        own: dict[str, Command] = {
            **talk.commands,
            "vote": self._vote,
            "retake": lambda rest: talk.request(m.Retake()),
            "rematch": lambda rest: self._rematch(),
        }
        self._lines = LineMode(
            self.online.session,
            talk.say,
            draws=frame.draws,
            window=frame.window,
            extra=own,
            notes=(*_HELP, *HELP),
        )

    @property
    def is_over(self) -> bool:
        """The game has ended, and what the relay revealed has been checked. It tells nothing yet
        after a try of the deal of a day."""
        is_settled = self._guest.is_verified or bool(self._guest.foul or self._guest.daily)
        return self._lines.is_over and is_settled

    def start(self) -> None:
        session = self.online.session
        for line in introduction(session.game, session.observation(session.viewer), ""):
            self._say(line)
        missed = self.online.missed
        if missed and self._guest.seat is not None and self.online.session.table.entries:
            text = n_(
                "{count} move while you were away:", "{count} moves while you were away:", missed
            )
            self._say(text.format(count=missed))
        self._lines.start()
        if self._is_replaced():
            self._say(_("A bot is now playing for you."))
        self._tell_replaced()
        self._settle()

    def hear(self, line: str) -> None:
        self._lines.hear(line)
        self._settle()

    def _is_replaced(self) -> bool:
        found = other_players.step(self._guest)
        return found is not None and found[0] is other_players.Step.RETAKE

    def _tell_replaced(self) -> None:
        """Say once how to take the seat back from a stand-in."""
        was_told, self._is_told = self._is_told, self._is_replaced()
        if self._is_told and not was_told:
            self._say(_("Type retake to play yourself again."))

    # ---- what comes over the line ---------------------------------------------------------------

    def happened(self, event: e.Event) -> None:
        for text in other_players.told(event, self._guest, self._room):
            self._say(text)
        match event:
            case e.Advanced() | e.Entered() | e.Differs():
                self._advanced()
            case e.TakenBack():
                self._caught_up()
            case e.Got(m.RoomView() as room):
                self._tell_replaced()
                self._room = room
                self._caught_up()
        self._settle()

    def _caught_up(self) -> None:
        self.online.refresh()
        self._lines.more()

    def _advanced(self) -> None:
        self.online.refresh()
        report = endings.reported(self._guest, self._frame.reports)
        if report:
            self._say(report)
        self._lines.more()

    def _settle(self) -> None:
        """Remember how far the player has followed; at the end, save the game."""
        session = self.online.session
        turn = self._turn()
        self.online.saw(turn)
        if session.is_over:
            told = endings.keep(self.online, self._frame.games)
            if told:
                self._say(" ".join(told))
        if session.waits_for is None:
            self._is_called = False
        elif not self._is_called:
            self._is_called = True
            self._frame.call(turn)
            self._tell_limit()

    def _tell_limit(self) -> None:
        """Who is asked in somebody else's turn hears what happens without an answer."""
        session, room = self.online.session, self._room
        if room is None or not room.terms.off_turn:
            return
        if session.game.on_turn(session.table.state) != session.waits_for:
            text = _("Without an answer, a bot decides for you after {time}.")
            self._say(text.format(time=durations.span(room.terms.off_turn)))

    def _turn(self) -> int:
        table = self.online.session.table
        if self._chronicle.table is not table:  # moves were taken back
            self._chronicle = Chronicle(table, self.online.session.viewer)
        self._chronicle.update()
        return self._chronicle.last_turn

    # ---- what is typed --------------------------------------------------------------------------

    def _vote(self, rest: str) -> None:
        number, _blank, answer = rest.partition(" ")
        seat = self._talk.seat(number)
        if seat is not None:
            self._talk.request(m.Vote(seat, answer.strip().lower() != _NO))

    def _rematch(self) -> None:
        room = self._guest.room
        if room is None or room.phase != k.OVER:
            self._say(_("The game is not over."))
        else:
            self._talk.request(m.Rematch(True))
            self._say(_("You have asked for a rematch. Waiting for the other players."))
