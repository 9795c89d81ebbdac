"""The waiting room, and the way into it: from the first attempt to reach a relay to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.contract import find as find_game
from kbtui.games.kit import find
from kbtui.lobby import termwords
from kbtui.lobby import waitingparts as parts
from kbtui.lobby.waitingroom import Voice, WaitingRoom
from kbtui.lobby.waitingwords import LEAVE, REMOVE, WATCH, can_watch, door, door_hints, told
from kbtui.paint.runs import ACCENT, EMPTY, Line, Run, beside, indented, paragraphs
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.page import Page
from kbtui.text.textinput import TextField
from relay.protocol import kinds as k
from relay.protocol import messages as m

# Outcomes, besides WATCH
GIVE_UP: Final = "give-up"  # the seat is free again
KEEP: Final = "keep"  # away from here, but the seat is kept
TERMS: Final = "terms"  # to the form of the terms
QUIT: Final = "quit"

_WIDE: Final = (100, 32)  # columns and rows from which the board is as in play
_SEATS: Final = 54  # columns for seats and chat before the rules get more than the map needs
_RULES: Final = 32  # columns for the rules beside seats and chat, at most
_MOST: Final = 90  # columns for seats and chat: names and what is said of them stay together
_TOLD: Final = 2  # rows for what is said
_CHAT: Final = 200  # characters that are typed at once
_BOARD, _HELP = "board", "help"  # sheets
_KEY: Final = 10  # columns for keys in the help


class Hands(NamedTuple):
    """What the page can do to the room."""

    ready: Callable[[bool], None]
    request: Callable[[m.ToRelay], None]
    again: Callable[[], None]  # try the line now
    copy: Callable[[str], None]  # to the clipboard


class WaitingPage(Page):
    """``waiting`` is what is known now, ``voices`` what was said; the screen keeps both current."""

    def __init__(self, hands: Hands, waiting: WaitingRoom | None = None) -> None:
        super().__init__()
        self._hands = hands
        self._known = waiting or WaitingRoom()
        self.voices: list[Voice] = []
        self.focus = 0  # a seat
        self.note = ""  # what was done last, until the next key
        self._sure = ""  # what was asked about, once
        self._typed: TextField | None = None  # a line of chat
        self._sheet = ""  # what lies over the room: the board or the help
        self._muted: set[int] = set()  # watchers; the relay does not tell
        self._place: tuple[int, int] | None = None

    @property
    def waiting(self) -> WaitingRoom:
        return self._known

    @waiting.setter
    def waiting(self, known: WaitingRoom) -> None:
        """What keeps the game from beginning is not said any longer than it is true."""
        if self.note and self.note == self._known.hindrance != known.hindrance:
            self.note = ""
        self._known = known

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        waiting = self.waiting
        self._place = None
        if waiting.room is None:
            body, hints = door(waiting, columns), door_hints(waiting, self.keys)
            return framed(_("Joining a room"), waiting.relay, body, hints, columns, rows)
        if self._sheet:
            is_board = self._sheet == _BOARD
            body = self._board(columns, rows - 2) if is_board else self._help(columns)
        else:
            body = self._waiting(columns, rows - 2 - _TOLD) + self._below(columns)
        right = _("hosted by {name}").format(name=waiting.name(waiting.room.host))
        return framed(_("Waiting room"), right, body, self._hints(), columns, rows)

    def cursor(self) -> tuple[int, int] | None:
        return self._place

    def _waiting(self, columns: int, rows: int) -> list[Line]:
        waiting, look = self.waiting, self.look
        assert waiting.room is not None, "the waiting is that of a room"
        self.focus = min(self.focus, len(waiting.room.seats) - 1)
        pages = find(waiting.room.game).pages
        large, small = (0, 0) if pages is None else (pages.size(look)[0], pages.map_columns)
        has_room = columns >= max(_WIDE[0], large + 50) and rows >= _WIDE[1] - _TOLD - 2
        is_wide = pages is not None and has_room
        beside_map = min(max(columns - _SEATS, small), _RULES)
        right, gap = (large, 4) if is_wide else (beside_map, 2)
        left = min(columns - right - gap - 2, _MOST)
        air = [EMPTY] * min(max(rows - 18, 0), 1 + is_wide)
        code = [*air, *parts.code_rows(waiting, look, left, is_wide), *air]
        seats = [*parts.seat_rows(waiting, self.focus, look, left), *air]
        room = rows - len(code) - len(seats)
        chat = parts.chat_rows(self.voices, self._typed, look, left, room)
        if self._typed is not None:
            self._place = 4 + self._typed.column(left - 3), rows
        else:
            self._place = 1, len(code) + 2 + self.focus
        draw = parts.wide_table if is_wide else parts.narrow_table
        table = draw(waiting, look, right, rows - len(air))
        body = [*code, *seats, *chat]
        page = beside(((), 1), (body, left + gap), ([*air, *table], right + 1))
        return [*page[:rows], *[EMPTY] * (rows - len(page))]

    def _board(self, columns: int, rows: int) -> list[Line]:
        """The board alone, as large as it can be shown."""
        assert self.waiting.room is not None, "the board is that of a room"
        pages, start = find(self.waiting.room.game).pages, termwords.start_of(self.waiting.room)
        if pages is None or start is None:
            return []
        shown = pages.preview(start, self.look, columns - 2, rows)
        return beside(((), 1), (shown, columns - 1))

    def _below(self, columns: int) -> list[Line]:
        text, tone = told(self.waiting, self._sure, self.focus, self.note, self.keys)
        rows = indented(paragraphs(text, columns - 2, tone))[:_TOLD]
        return [*rows, *[EMPTY] * (_TOLD - len(rows))]

    def _hints(self) -> list[Hint]:
        if self._typed is not None:
            return [(key_name("enter"), _("send"), ""), (key_name("escape"), _("cancel"), "")]
        back = self.keys.name("back")
        if self._sheet:
            return [(back, _("back"), "back")]
        found = [hint for hint in self._all_hints() if hint[2] != "bot" or self._has_place_for_bot]
        behind = 1 + next(at for at, hint in enumerate(found) if hint[2] == "back")
        found.insert(behind, (self.keys.name("help"), _("help"), "help"))
        return found

    @property
    def _has_place_for_bot(self) -> bool:
        room = self.waiting.room
        return room is not None and any(seat.sitter != k.PERSON for seat in room.seats)

    def _all_hints(self) -> Iterator[Hint]:
        """What matters most first: a narrow window shows only some, the help shows all."""
        waiting, back = self.waiting, self.keys.name("back")
        if waiting.is_ended:  # no request is heard any more
            yield back, _("leave"), "back"
            yield "v", _("board"), "look"
            return
        if waiting.seat is not None:
            yield "r", _("not ready") if waiting.is_ready else _("get ready"), "ready"
        if waiting.is_host:
            yield key_name("enter"), _("start"), "choose"
        yield "t", _("chat"), "chat"
        yield back, _("leave"), "back"
        if waiting.is_host:
            yield "b", _("bot"), "bot"
            yield "o", _("options"), TERMS
            yield "x", _("remove"), "remove"
        yield "y", _("copy"), "copy"
        yield "v", _("board"), "look"
        if waiting.is_host:
            yield "m", _("mute"), "mute"

    def _help(self, columns: int) -> list[Line]:
        """Every key of this page with its words."""
        texts = {
            "ready": _("say that you are ready, or no longer ready"),
            "choose": _("start the game when everyone is ready"),
            "bot": _(
                "put a bot on the seat under the cursor or the next free one; again: another level"
            ),
            "chat": _("write to everyone in the room, spectators included"),
            "back": _("leave, and give up your seat or keep it"),
            TERMS: _("change the board, the goals, the clock and who may watch"),
            "remove": _("free the seat under the cursor"),
            "copy": _("copy the code to the clipboard"),
            "look": _("show only the board, with its locations"),
            "mute": _("mute the player under the cursor, or the spectator who wrote last"),
        }
        rows: list[Line] = [EMPTY]
        for key, _words, act in self._all_hints():
            told = paragraphs(texts[act], columns - _KEY - 2)
            label = Run(f"  {key}".ljust(_KEY), ACCENT, act)
            starts = (label, *[Run(" " * _KEY)] * (len(told) - 1))
            rows += [(start, *row) for start, row in zip(starts, told, strict=True)]
        return rows

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        if self._typed is not None:
            self._write(self._typed, key, character)
            return True
        letters = _LETTERS if self.waiting.room is not None else _DOOR_LETTERS
        if self._sure == LEAVE and key == "k":
            self.outcome = KEEP
        elif key in letters:
            self.do(letters[key])
        else:
            return False
        return True

    def _write(self, text: TextField, key: str, character: str | None) -> None:
        if key in ("escape", "enter"):
            self.note = ""
        if key == "escape":
            self._typed = None
        elif key == "enter" and text.text.strip() and not self.waiting.is_up:
            self.note = _(
                "Not sent yet. Press {key} to send it once you are connected again."
            ).format(key=key_name("enter"))
        elif key == "enter":
            self._typed = None
            if text.text.strip():
                self._hands.request(m.Say(text.text.strip()))
        else:
            text.press(key, character)

    def do(self, command: str) -> None:
        sure, self._sure, self.note = self._sure, "", ""
        if command == "leave":
            self.outcome = QUIT
        elif self.waiting.room is None:
            self._do_at_door(command)
        elif command == "back":
            self._go_back(sure)
        elif command in ("north", "south"):
            step = 1 if command == "south" else -1
            self.focus = (self.focus + step) % len(self.waiting.room.seats)
        elif command.startswith("seat-"):
            self.focus = int(command.removeprefix("seat-"))
        elif command.startswith("voice-"):
            self._mute(int(command.removeprefix("voice-")))
        elif command in _DOING:
            self._sheet = self._sheet if command in _SHEETS else ""
            _DOING[command](self, sure)

    def _do_at_door(self, command: str) -> None:
        if command == "back":
            self.outcome = GIVE_UP
        elif command == "choose":
            self._hands.again()
        elif command == WATCH and can_watch(self.waiting):
            self.outcome = WATCH

    def _go_back(self, sure: str) -> None:
        waiting = self.waiting
        if self._sheet:
            self._sheet = ""
        elif waiting.is_watching or waiting.is_ended:
            self.outcome = GIVE_UP
        elif sure == LEAVE:
            self.outcome = GIVE_UP if waiting.is_up else KEEP
        else:
            self._sure = LEAVE

    def _be_ready(self, sure: str) -> None:
        if self.waiting.seat is not None:
            self._hands.ready(not self.waiting.is_ready)

    def _start(self, sure: str) -> None:
        """The host is ready by starting; the others say that they are."""
        waiting = self.waiting
        if waiting.room is None or waiting.seat is None or waiting.room.phase != k.LOBBY:
            return
        if not waiting.is_ready and not (waiting.is_host and waiting.hindrance):
            self._hands.ready(True)
        if waiting.is_host and waiting.hindrance:
            self.note = waiting.hindrance
        elif waiting.is_host:
            self._hands.request(m.Start())

    def _seat_bot(self, sure: str) -> None:
        """In the seat under the cursor, or the next free one; there the next level, then none."""
        waiting = self.waiting
        if not self._may_host() or waiting.room is None:
            return
        if waiting.room.seats[self.focus].sitter == k.PERSON:
            bots = [n for n, seat in enumerate(waiting.room.seats) if seat.sitter == k.BOT]
            places = waiting.free or bots
            if not places:
                self.note = _("No seat is free for a bot.")
                return
            self.focus = places[0]
        usual = find_game(waiting.room.game).stand_in
        level = _after(waiting.levels, waiting.room.seats[self.focus].level, usual)
        self._hands.request(m.SeatBot(self.focus, level))

    def _remove(self, sure: str) -> None:
        waiting = self.waiting
        if not self._may_host() or waiting.room is None:
            return
        sitter = waiting.room.seats[self.focus].sitter
        if sitter == k.EMPTY or self.focus == waiting.seat:
            self.note = _("First choose somebody else's seat.")
        elif sitter == k.BOT:
            self._hands.request(m.SeatBot(self.focus, ""))
        elif sure == REMOVE:
            self._hands.request(m.Kick(self.focus))
        else:
            self._sure = REMOVE

    def _mute_seat(self, sure: str) -> None:
        """The person under the cursor; if there is none, the spectator who spoke last."""
        waiting = self.waiting
        if waiting.room is None:
            return
        watchers = [voice.who for voice in self.voices if voice.is_watcher]
        is_person = waiting.room.seats[self.focus].sitter == k.PERSON and self.focus != waiting.seat
        if is_person or not watchers:
            self._mute(self.focus)
        else:
            self._mute(watchers[-1])

    def _mute(self, who: int) -> None:
        waiting = self.waiting
        if not self._may_host() or waiting.room is None or who == waiting.seat:
            return
        if who < k.FIRST_WATCHER:
            self._hands.request(m.Mute(who, not waiting.room.seats[who].muted))
            return
        is_on = who not in self._muted
        (self._muted.add if is_on else self._muted.discard)(who)
        self._hands.request(m.Mute(who, is_on))
        name = next(voice.name for voice in reversed(self.voices) if voice.who == who)
        text = _("{name} is muted.") if is_on else _("{name} is no longer muted.")
        self.note = text.format(name=name)

    def _may_host(self) -> bool:
        if not self.waiting.is_host:
            self.note = _("Only the host can do that.")
        return self.waiting.is_host

    def _chat(self, sure: str) -> None:
        self._typed = TextField(longest=_CHAT)

    def _copy(self, sure: str) -> None:
        self._hands.copy(self.waiting.code)
        text = _("{code} is on the clipboard, if your terminal allows it.")
        self.note = text.format(code=self.waiting.code)

    def _terms(self, sure: str) -> None:
        if self._may_host():
            self.outcome = TERMS

    def _look(self, sure: str) -> None:
        self._sheet = "" if self._sheet == _BOARD else _BOARD

    def _explain(self, sure: str) -> None:
        self._sheet = "" if self._sheet == _HELP else _HELP


def _after(levels: Sequence[str], level: str, usual: str) -> str:
    """The level that follows; the usual one comes first, and after the last there is no bot."""
    first = levels.index(usual) if usual in levels else 0
    order = [*levels[first:], *levels[:first], ""]
    return order[0] if level not in order else order[(order.index(level) + 1) % len(order)]


_DOING: Final[Mapping[str, Callable[[WaitingPage, str], None]]] = {
    "ready": WaitingPage._be_ready,
    "choose": WaitingPage._start,
    "bot": WaitingPage._seat_bot,
    "remove": WaitingPage._remove,
    "mute": WaitingPage._mute_seat,
    "chat": WaitingPage._chat,
    "copy": WaitingPage._copy,
    "look": WaitingPage._look,
    "help": WaitingPage._explain,
    TERMS: WaitingPage._terms,
}
_SHEETS: Final = ("look", "help")  # commands that lay one
_LETTERS: Final = {
    "r": "ready",
    "b": "bot",
    "x": "remove",
    "m": "mute",
    "t": "chat",
    "y": "copy",
    "o": TERMS,
    "v": "look",
}
_DOOR_LETTERS: Final = {"w": WATCH}
