"""The game screen of an online game: opponents elsewhere, connections that drop, and chat."""

from __future__ import annotations

import time
from typing import Final

from engine.errors import sentence
from engine.table import Entry
from kbtui.games.kingdom.panels.log import Said
from kbtui.games.kingdom.play.plan import follow, rehearsal
from kbtui.lobby import titlebar as panel
from kbtui.lobby.hall import chat_line
from kbtui.online import alerts, company, endings
from kbtui.online.guest import Guest
from kbtui.online.session import OnlineTable
from kbtui.online.troubles import told
from kbtui.paint.runs import ACCENT, STRONG, Line, Run, length
from kbtui.screens.beside.chatting import ChattingScreen
from kbtui.screens.beside.plan import PlanScreen
from kbtui.screens.count import ScoreScreen, count_gold
from kbtui.screens.stack import clear
from kbtui.screens.widgets.private import send
from kbtui.story.exports import Source
from kbtui.story.view import View
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _, n_
from kbtui.text.keys import short_words
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.protocol import messages as m

_MANY: Final = 6  # entries that are behind: from there on they are shown quickly
_QUICK: Final = 0.12  # seconds for each of them
_TICK: Final = 1.0
_ROOM: Final = 30  # columns that the title needs besides what the line says


class OnlineGameScreen(ChattingScreen):
    """A player, or somebody who watches."""

    def __init__(self, guest: Guest) -> None:
        self.online = OnlineTable(guest)
        super().__init__(self.online.session, guest)
        self._is_following = False  # the moves of others are being shown
        self._is_called = False  # the person knows that it is their turn
        self._offered = ""
        self._wants_more = False  # a rematch
        self.plan: tuple[str, ...] = ()  # moves for the next turn
        self._room = guest.room
        self._takes_guest = False  # to the next room; otherwise the line ends with this screen

    # Life

    def on_mount(self) -> None:
        self._unlisten = self.guest.listen(self._happened)
        for said in self.guest.client.chat.values():
            self._chatted(said, is_new=False)
        if self.kb.settings.alert != alerts.OFF:
            send(self.app, alerts.keep_title())
        self.set_interval(_TICK, self._tick)
        super().on_mount()
        if self.online.missed and self.play.seat is not None:
            count = self.online.missed
            text = n_(
                "{count} move while you were away:", "{count} moves while you were away:", count
            )
            self.say(text.format(count=count))
        self._settle_end()

    def on_unmount(self) -> None:
        self._unlisten()
        if self.kb.settings.alert != alerts.OFF:
            send(self.app, alerts.old_title())
        if not self._takes_guest:
            self._saw()
            if self.session.is_over and endings.is_kept(self.online):
                self.guest.forget()
            self.guest.hang_up()

    def _saw(self) -> None:
        self.online.saw(self._view.turn)

    def _tick(self) -> None:
        """Clocks run, and so does the time until the line is tried again or a vote allowed."""
        guest = self.guest
        if guest.client.clock is not None or guest.gone_at or guest.wire.phase is not Phase.UP:
            self.repaint()

    # The others

    def _go_on(self) -> None:
        if not self._is_following:  # else what has come is shown in its turn
            self._is_following = True
            super()._go_on()

    async def _others(self) -> None:
        try:
            await super()._others()
        finally:
            self._is_following = False
        self._saw()
        self._settle_end()

    async def _thought(self) -> Entry | None:
        return self.session.think()

    async def _pause(self, entry: Entry) -> None:
        if self.online.ahead < _MANY:
            await super()._pause(entry)
        elif not self._hurry.is_set():
            await self._wait(_QUICK)

    def call_person(self) -> None:
        """Once for every turn, by whatever the settings say."""
        if self._is_called:
            return
        self._is_called = True
        settings, text = self.kb.settings, _("your turn")
        if settings.bell:
            self.app.bell()
        if settings.alert != alerts.OFF:
            send(self.app, alerts.title(f"kb {self.online.code}: {text}"))
        if settings.alert == alerts.DESKTOP:
            send(self.app, alerts.note(f"{self.online.code}: {text}"))
        if settings.on_turn:
            facts = {"room": self.online.code, "turn": str(self._view.turn)}
            self.run_worker(alerts.run_hook(settings.on_turn, facts), group="hook")

    def _moved(self) -> None:
        super()._moved()
        self._uncall()

    def _after(self, before: int) -> None:
        super()._after(before)
        self._uncall()

    def _uncall(self) -> None:
        """The turn has ended: the next one is announced again."""
        if self._is_called and not self.play.is_asked:
            self._is_called = False
            if self.kb.settings.alert != alerts.OFF:
                send(self.app, alerts.title(f"kb {self.online.code}"))

    # What comes over the line

    def _happened(self, event: e.Event | None) -> None:
        match event:
            case e.Advanced() | e.Entered():
                self._advanced()
            case e.TakenBack():
                self._taken_back(event)
            case e.Differs():
                text = _("Move {number} differs from the relay's; the game is fetched again.")
                self.say(text.format(number=event.entry))
                self._advanced()
                if self.guest.client.is_broken:
                    self.say(sentence(_("the relay's game and yours are not the same") + "."))
            case e.Verified():
                self._settle_end()
            case e.Foul():
                self.say(_("The deal was not fair: {reason}").format(reason=event.text))
            case e.Ended() if not event.may_return:
                self.say(_("The connection was closed: {reason}.").format(reason=told(event)))
            case e.Got(message):
                self._got(message)
        if self.is_mounted:
            self.repaint()

    def _got(self, message: m.ToClient) -> None:
        match message:
            case m.Said():
                self._chatted(message)
            case m.Murmur():
                self._heard(chat_line(self.guest, message))
            case m.RoomView():
                self._room_changed(message)
            case m.Refused():
                self.say(company.refusal(message.code, message.text))

    def _advanced(self) -> None:
        if self.online.refresh():
            self.play.refresh()
        report = endings.reported(self.guest, self.kb.reports_folder)
        if report:
            self.say(report)
        self._go_on()

    def _taken_back(self, event: e.TakenBack) -> None:
        self.online.refresh()
        self.play.refresh()
        self.say(
            _("Your move was undone: {reason}").format(
                reason=company.refusal(event.code, event.text)
            )
        )
        self._go_on()

    def _room_changed(self, room: m.RoomView) -> None:
        for text in company.news(self._room, room, self.guest.seat):
            self.say(text)
        self._room = room
        if isinstance(self.app.screen, ScoreScreen):  # it says who wants to play again
            self.app.screen.repaint()
        if room.following and self._wants_more:
            self._follow()
            return
        self.online.refresh()
        self.play.refresh()
        self._go_on()

    def _chatted(self, said: m.Said, is_new: bool = True) -> None:
        self._heard(chat_line(self.guest, said), is_new)

    def _heard(self, text: str, is_new: bool = True) -> None:
        if is_new:
            self.say(text)
        else:
            self.spoken.append(Said(0, text))

    # The end

    def _settle_end(self) -> None:
        """Once the deal is opened and verified, the whole game is kept."""
        if not self.session.is_over:
            return
        text = endings.keep(self.online, self.kb.games_folder)
        if text:
            self.say(text)

    def count(self) -> None:
        record = self.online.record
        table = self.guest.client.opened_table or self.session.table
        source = Source(table, self.session.names, record._replace(entries=()))
        count_gold(self.kb, source, self._again, lambda: company.wishes(self.guest))

    def _again(self) -> None:
        """Play again, or watch the others do so."""
        if not self.guest.is_watching and not self._wish(m.Rematch(True)):
            return
        self._wants_more = True
        room = self.guest.room
        if room is not None and room.following:
            self._follow()
        self.repaint()

    def _follow(self) -> None:
        from kbtui.screens.online.waiting import WaitingScreen  # late: it leads here

        self._takes_guest = True
        self._saw()  # of this game, before the ticket leads to the next one
        self.guest.follow()
        clear(self.kb)  # the player may be looking at the count or a replay
        self.app.push_screen(WaitingScreen(self.guest))

    # What is shown

    @property
    def view(self) -> View:
        view = super().view
        if self.guest.room is not None:
            view.away, view.notes = self.guest.away, company.notes(self.guest.room)
        return view

    def moment(self) -> object:
        return super().moment(), self.guest.away, self.session.players

    def title_bar(self) -> tuple[Line, Line]:
        if self.guest.kept is not None:  # a ticket that cannot be written may be lost
            self.session.trouble = self.guest.kept.trouble
        left, right = super().title_bar()
        line = panel.bar(self.guest, time.monotonic())
        room = self.app.size.width - length(left)
        if length((*line, *right)) >= room:
            line = panel.bar(self.guest, time.monotonic(), short=True)
        is_broken = self.guest.wire.phase is not Phase.UP
        return left, line if is_broken or length((*line, *right)) >= room else (*line, *right)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        asked, hex_ = super().prompts(short)
        if self.editor.is_open or self.play.error is not None or self._is_leaving:
            return asked, hex_
        text = self._waiting_text()
        if text:
            asked = (Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(text, STRONG))
        return asked, hex_

    def _waiting_text(self) -> str:
        """What an online game says besides what every game says."""
        if self._wants_more and self.session.is_over:
            if self.guest.is_watching:
                return _("If they play a rematch, you will watch it too.")
            return _("You have asked for a rematch. Waiting for the other players.")
        if self.plan and self.play.is_asked and not self.play.state.begun:
            text = _("Your plan: {moves}. Press {key} to play it.")
            return text.format(moves=" ".join(self.plan), key=self.kb.keys.name("plan"))
        key, is_asked = self.kb.keys.name("stand-in"), self.play.is_asked
        return company.offer(self.guest, key, time.monotonic(), is_asked)

    def hint_line(self) -> Line:
        line = super().hint_line()
        if self.editor.is_open:
            return line
        room = self.app.size.width - length(line)
        is_idle = not self.play.is_asked and not self.session.is_over
        names = ["plan", "chat"] if is_idle and self.play.seat is not None else ["chat"]
        own = [(self.kb.keys.name(name), short_words(name), name) for name in names]
        return (*line, *hint_bar(own, room))

    # Keys

    def do(self, command: str) -> None:
        if command in _OWN:
            getattr(self, _OWN[command])()
            self.repaint()
            return
        super().do(command)

    def _plan_or_follow(self) -> None:
        """While others play: try the next turn. On turn: make the moves of the plan."""
        if self.play.is_asked:
            self._follow_plan()
            return
        seat = self.play.seat
        session = None if seat is None else rehearsal(self.session, seat)
        if session is None:
            self.say(_("You cannot plan your next turn now."))
        else:
            follow(session, self.plan)  # what was planned before can be thought over
            screen = PlanScreen(session, self.guest, lambda: self.play.is_asked)
            self.app.push_screen(screen, self._planned)

    def _planned(self, outcome: object) -> None:
        self.plan = outcome if isinstance(outcome, tuple) else ()
        self.repaint()

    def _follow_plan(self) -> None:
        plan, self.plan = self.plan, ()
        if not plan:
            self.say(_("You have no plan to play. You can make one while the other players move."))
            return
        before = len(self.session.table.entries)
        _made, error = follow(self.session, plan)
        self.play.refresh()
        self.play.error = error
        self.play.settle_in()
        self._after(before)

    def _stand_in(self) -> None:
        found = company.step(self.guest)
        if found is not None:
            self._wish(company.wish(found))

    def _hear(self, text: str) -> None:
        if not self._is_chatting and text.lower() == _LEAVE and self._may_leave:
            if self._wish(m.Leave()):
                self._leave()
        else:
            super()._hear(text)

    @property
    def _may_leave(self) -> bool:
        room = self.guest.room
        return room is not None and room.phase == k.PLAYING and not self.guest.is_watching


_OWN: Final = {"plan": "_plan_or_follow", "stand-in": "_stand_in"}
_LEAVE: Final = "leave"  # for good: the others need not wait for a minute
