"""An online game: opponents elsewhere, and connections that drop."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from kbtui.lobby import titlebar as panel
from kbtui.lobby.waitingroom import chat_line
from kbtui.online import alerts, endings, other_players
from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.online.troubles import told
from kbtui.pages.hall.known import PLAYS, WATCHES
from kbtui.paint.runs import Line, Run, length, width
from kbtui.screens.beside.channels import Channels
from kbtui.screens.beside.chat import Chat
from kbtui.screens.beside.companion import Companion
from kbtui.screens.beside.counted import Counted
from kbtui.screens.beside.friend import Friend
from kbtui.screens.beside.onlineplan import OnlinePlan
from kbtui.screens.beside.plan import Planner
from kbtui.screens.countscreen import ScoreScreen, count_gold
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.stack import put_in_place
from kbtui.screens.widgets.private import send
from kbtui.story.exports import Source
from kbtui.story.view import Said, View
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _, n_
from kbtui.text.keys import short_words
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m

_MANY: Final = 6  # entries that are behind: from there on they are shown quickly
_QUICK: Final = 0.12  # seconds for each of them
_TICK: Final = 1.0
_ROOM: Final = 30  # columns that the title needs besides what the line says
_LEAVING: Final = ("leave", "resign")  # for good: the others need not wait for a minute


def online_game(guest: Guest) -> GameScreen:
    """The game of a guest who plays or watches."""
    online, chat = OnlineTable(guest), Chat(guest)
    others = (Friend(guest), Channels(guest, online_game)) if guest.is_watching else ()
    return GameScreen(online.session, chat, Relay(online, chat), *others)


class Relay(Planner):
    """What a player, or somebody who watches, has to know of the connection and the others."""

    def __init__(self, online: OnlineTable, chat: Chat) -> None:
        super().__init__()
        self.online = online
        self.guest = online.guest
        self._request = chat.request
        self._is_called = False  # the person knows that it is their turn
        self.wants_more = False  # a rematch
        self._room = self.guest.room
        self._takes_guest = False  # to the next room; otherwise the line ends with this screen
        self._commands = {"plan": self.plan_or_follow, "stand-in": self._stand_in}

    def beside_plan(self, is_due: Callable[[], bool]) -> tuple[Companion, ...]:
        return Chat(self.guest), OnlinePlan(self.guest, is_due)

    # Life

    def mounted(self) -> None:
        screen = self.screen
        self._unlisten = self.guest.listen(self._happened)
        for said in self.guest.client.chat.values():
            screen.spoken.append(Said(0, chat_line(self.guest, said)))
        if screen.kb.settings.alert != alerts.OFF:
            send(screen.app, alerts.keep_title())
        screen.set_interval(_TICK, self._tick)
        room = self.guest.room
        where = self.online.code if room is not None and room.terms.listed else ""
        screen.kb.does(WATCHES if self.guest.is_watching else PLAYS, where)
        if self.online.missed and screen.hand.seat is not None:
            count = self.online.missed
            text = n_(
                "{count} move while you were away:", "{count} moves while you were away:", count
            )
            screen.say(text.format(count=count))
        self._settle_end()

    def unmounted(self) -> None:
        self._unlisten()
        self.screen.kb.does()
        if self.screen.kb.settings.alert != alerts.OFF:
            send(self.screen.app, alerts.old_title())
        if not self._takes_guest:
            self._saw()
            if self.screen.session.is_over and endings.is_kept(self.online):
                self.guest.forget()
            self.guest.hang_up()

    def _saw(self) -> None:
        self.online.saw(self.screen.view.turn)

    def _tick(self) -> None:
        """Clocks run, and so does the time until the line is tried again or a vote allowed."""
        guest = self.guest
        if guest.client.clock is not None or guest.gone_at or not guest.is_up:
            self.screen.repaint()

    # The others

    def settled(self) -> None:
        self._saw()
        self._settle_end()

    def pause(self, seconds: float) -> float:
        return seconds if self.online.ahead < _MANY else _QUICK

    def call(self) -> bool:
        """Once for every turn, by whatever the settings say."""
        if self._is_called:
            return True
        self._is_called = True
        screen, text = self.screen, _("your turn")
        settings = screen.kb.settings
        if settings.bell:
            screen.app.bell()
        if settings.alert != alerts.OFF:
            send(screen.app, alerts.title(f"kb {self.online.code}: {text}"))
        if settings.alert == alerts.DESKTOP:
            send(screen.app, alerts.note(f"{self.online.code}: {text}"))
        if settings.on_turn:
            facts = {"room": self.online.code, "turn": str(screen.view.turn)}
            screen.run_worker(alerts.run_hook(settings.on_turn, facts), group="hook")
        return True

    def moved(self) -> None:
        """The turn has ended: the next one is announced again."""
        if self._is_called and not self.screen.hand.is_asked:
            self._is_called = False
            if self.screen.kb.settings.alert != alerts.OFF:
                send(self.screen.app, alerts.title(f"kb {self.online.code}"))

    acted = moved

    # What comes over the line

    def _happened(self, event: e.Event | None) -> None:
        if event is not None:
            for text in other_players.told(event, self.guest, self._room):
                self.screen.say(text)
        match event:
            case e.Advanced() | e.Entered() | e.Differs():
                self._advanced()
            case e.TakenBack():
                self._caught_up()
            case e.Verified():
                self._settle_end()
            case e.Ended() if not event.may_return:
                text = _("The connection was closed: {reason}.")
                self.screen.say(text.format(reason=told(event)))
            case e.Got(m.Said() | m.Murmur() as message):
                self.screen.say(chat_line(self.guest, message))
            case e.Got(m.RoomView() as room):
                self._room_changed(room)
        if self.screen.is_mounted:
            self.screen.repaint()

    def _advanced(self) -> None:
        if self.online.refresh():
            self.screen.hand.refresh()
        report = endings.reported(self.guest, self.screen.kb.reports_folder)
        if report:
            self.screen.say(report)
        self.screen.others.go_on()

    def _caught_up(self) -> None:
        self.online.refresh()
        self.screen.hand.refresh()
        self.screen.others.go_on()

    def _room_changed(self, room: m.RoomView) -> None:
        self._room = room
        if isinstance(self.screen.app.screen, ScoreScreen):  # it says who wants to play again
            self.screen.app.screen.repaint()
        if room.following and self.wants_more:
            self._follow()
            return
        self._caught_up()

    # The end

    def _settle_end(self) -> None:
        """Once the deal is opened and verified, the whole game is kept."""
        if not self.screen.session.is_over:
            return
        told = endings.keep(self.online, self.screen.kb.games_folder)
        if told:
            text = " ".join(told)
            self.screen.say(text)
            laid = self.screen.laid
            # What is too long would take the place of what can be done next; the log has it all.
            if laid is None or not laid.has_two_prompts or width(text) >= laid.prompt.width:
                self.screen.answer = told[0]

    def count(self) -> bool:
        record, session = self.online.record, self.screen.session
        table = self.guest.client.opened_table or session.table
        source = Source(table, session.names, record._replace(entries=()))
        votes = partial(other_players.rematch_votes, self.guest)
        again = None if self.guest.daily else self._again  # a day is tried once
        count_gold(self.screen.kb, source, again, self.screen.leave, votes)
        return True

    def _again(self) -> None:
        """Play again, or watch the others do so."""
        if not self.guest.is_watching and not self._request(m.Rematch(True)):
            return
        self.wants_more = True
        room = self.guest.room
        if room is not None and room.following:
            self._follow()
        self.screen.repaint()

    def _follow(self) -> None:
        from kbtui.screens.online.waiting import WaitingScreen  # late: it leads here

        self._takes_guest = True
        self._saw()  # of this game, before the ticket leads to the next one
        self.guest.follow()
        # The player may be looking at the count or a replay.
        put_in_place(self.screen.kb, self.screen, WaitingScreen(self.guest))

    # What is shown

    def add(self, view: View) -> None:
        if self.guest.room is not None:
            view.away, view.notes = self.guest.away, other_players.notes(self.guest.room)
        if self.guest.kept is not None:  # a ticket that cannot be written may be lost
            self.screen.session.trouble = self.guest.kept.trouble

    def seen(self) -> object:
        return self.guest.away, self.screen.session.players

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        line = panel.bar(self.guest, time.monotonic())
        if self.guest.daily:
            left, _right = Counted().title(left, ())
        room = self.screen.app.size.width - length(left)
        if length((*line, *right)) >= room:
            line = panel.bar(self.guest, time.monotonic(), short=True)
        if not self.guest.is_up:
            return left, line
        if length((*line, *right)) >= room:  # what can be clicked stays if it has room
            right = tuple(run for run in right if run.act)
        return left, line if length((*line, *right)) >= room else (*line, *right)

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        screen = self.screen
        is_busy = screen.hand.error is not None or screen.is_leaving
        text = "" if is_busy else self._waiting_text()
        if screen.is_leaving and self._may_leave and not screen.editor.is_open:
            told = _("To give up the game for good, type /resign: a bot can play on for you.")
            return asked, (Run(told),)
        return screen.asked(text) if text else asked, place

    def _waiting_text(self) -> str:
        """What an online game says besides what every game says."""
        if self.wants_more and self.screen.session.is_over:
            if self.guest.is_watching:
                return _("If they play a rematch, you will watch it too.")
            return _("You have asked for a rematch. Waiting for the other players.")
        if self.plan_text:
            return self.plan_text
        key, is_asked = self.screen.kb.keys.name("stand-in"), self.screen.hand.is_asked
        return other_players.offer(self.guest, key, time.monotonic(), is_asked)

    def hints(self, line: Line) -> Line:
        screen, keys = self.screen, self.screen.kb.keys
        if self.guest.daily:
            return line  # there is nobody to chat with, and nobody helps
        names = ["plan", "chat"] if self.can_plan else ["chat"]
        own = [(keys.name(name), short_words(name), name) for name in names]
        return (*line, *hint_bar(own, screen.app.size.width - length(line)))

    # Keys

    def do(self, command: str) -> bool:
        if command not in self._commands:
            return False
        self._commands[command]()
        self.screen.repaint()
        return True

    def _stand_in(self) -> None:
        found = other_players.step(self.guest)
        if found is not None:
            self._request(other_players.request_for(found))

    def hear(self, text: str) -> bool:
        if text.lower() not in _LEAVING or not self._may_leave:
            return False
        if self._request(m.Leave()):
            self.screen.leave()
        return True

    @property
    def _may_leave(self) -> bool:
        room = self.guest.room
        return room is not None and room.phase == k.PLAYING and not self.guest.is_watching
