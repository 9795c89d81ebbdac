"""The page of online games: ways to start one, your rooms, the relay's public games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.errors import EngineError
from kbtui.disk.settings import clean_relay
from kbtui.games.kit import find, on_screen
from kbtui.hosted.mode import is_hosted
from kbtui.lobby.meeting import partner
from kbtui.lobby.termwords import progress
from kbtui.online.saved_rooms import give_up
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    length,
    paragraphs,
    width,
)
from kbtui.play.gamewords import moment, title
from kbtui.play.saved_games import Summary
from kbtui.play.start import Join, Return, Watch
from kbtui.text.address import DEFAULT
from kbtui.text.fields import TextField
from kbtui.text.framing import Hint, framed
from kbtui.text.i18n import N_, _, n_
from kbtui.text.keys import key_name
from kbtui.text.listing import FIXED, Listing
from kbtui.text.page import Page
from kbtui.text.phrases import told
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

MEET, HOST, JOIN, WATCH = "meet", "host", "join", "watch"  # outcomes
RELAY = "relay"
_WAYS: Final = (
    (MEET, "m", N_("Meet somebody"), N_("against the next person to come")),
    (HOST, "h", N_("Host a game"), N_("open a room and share its code")),
    (JOIN, "j", N_("Join by code"), N_("type the code that the host gave you")),
    (WATCH, "w", N_("Watch by code"), N_("watch a game; all hands stay hidden")),
    (RELAY, "a", N_("Relay"), N_("where online games are played; type another address")),
)
_FOR_A_GAME: Final = (MEET, HOST)  # ways that need to know which
_LESS, _MORE = "less-game", "more-game"  # clicks on the game of the host
_GAMES: Final = {"west": -1, "east": 1, _LESS: -1, _MORE: 1}
_BELOW: Final = 2  # rows for what is asked and told
_LONGEST: Final = 200  # characters of an address
_INDENT: Final = 5  # columns before the name of a way


class Known(NamedTuple):
    """What is known of the relay."""

    relay: str = ""  # as the settings have it
    is_up: bool = False
    trouble: str = ""  # why it cannot be asked
    advice: str = ""
    rooms: tuple[m.Listed, ...] = ()
    here: tuple[str, ...] = ()  # who is at the door, if this is one


class OnlinePage(Page):
    """The outcome is ``MEET``, ``HOST``, ``JOIN`` or ``WATCH``, a start, or the command that left
    the page. The screen keeps ``known`` and ``own`` up to date; ``change`` takes an address."""

    def __init__(
        self, known: Known, change: Callable[[str], None], game: str | None = None
    ) -> None:
        """``game``: the key of the one that is proposed to a host."""
        super().__init__()
        self.kit = find(game)  # of the game that is hosted from here
        self.known = known
        self.own: Sequence[Summary] = ()
        self._change = change
        self._at = MEET  # what is under the cursor
        self._list = Listing(0)
        self._text: TextField | None = None  # the address that is being typed
        self._is_sure = False  # asked once to give up a seat
        self._place: tuple[int, int] | None = None
        self._column = 1 + _INDENT
        self.error: str | None = None

    @property
    def _names(self) -> list[str]:
        """Everything that can be chosen, from the top; rooms by their codes."""
        own = [f"own {game.room}" for game in self.own]
        return [way[0] for way in _ways()] + own + [f"room {room.code}" for room in self.public]

    @property
    def public(self) -> list[m.Listed]:
        """The open games in which we have no seat."""
        seats = {game.room for game in self.own}
        return [room for room in self.known.rooms if room.code not in seats]

    # What is shown

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        if self._at not in self._names:  # that room is gone
            self._at = MEET
        body = self._body(columns - 2, rows - 2 - _BELOW)
        page = [(Run(" "), *row) for row in body] + self._below(columns)
        right = f"{self.keys.name('back')} {_('back')}"
        return framed(_("Play together"), right, page, self._hints(), columns, rows)

    def cursor(self) -> tuple[int, int] | None:
        return self._place

    def _body(self, columns: int, rows: int) -> list[Line]:
        found: list[tuple[str, Line]] = [("", EMPTY)]
        found += [(way[0], self._way(*way, columns)) for way in _ways()]
        if self.own:
            found += [("", EMPTY), ("", self._title(_("YOUR ROOMS"), len(self.own), columns))]
            found += [(f"own {game.room}", self._own(game, columns)) for game in self.own]
        found += [("", EMPTY), ("", self._title(_("PUBLIC GAMES"), len(self.public), columns))]
        found += [(f"room {room.code}", self._room(room, columns)) for room in self.public]
        if not self.public:
            found += [("", row) for row in self._empty(columns)]
        if self.known.here:
            found += [("", EMPTY), ("", self._title(_("HERE"), len(self.known.here), columns))]
            found += [("", row) for row in paragraphs(", ".join(self.known.here), columns - 2)]
        names = [name for name, _row in found]
        at = names.index(self._at)
        self._list.count = len(found)
        shown = self._list.window(rows, at, len(found))
        self._place = self._column, 1 + at - shown.start
        kept = [row for _name, row in found[shown]]
        return kept + [EMPTY] * (rows - len(kept))

    def _title(self, text: str, count: int, columns: int) -> Line:
        return heading(text, columns, str(count) if count else "", self.look.signs.stroke)

    def _empty(self, columns: int) -> list[Line]:
        if self.known.trouble:
            return []
        text = _("asking the relay")
        if self.known.is_up:
            text = _("There are no public games now. Host one, or ask a friend for a code.")
        return paragraphs(text, columns - 2, MUTED)

    def _way(self, name: str, letter: str, label: str, about: str, columns: int) -> Line:
        start, ground = self._start(name, f"{letter}  ")
        label = _(label)
        room = max(width(_(way[2])) for way in _WAYS) + 2
        row = (*start, Run(label.ljust(room), self._tone(name).on(ground), name))
        left = columns - length(row)
        if name in _FOR_A_GAME and len(on_screen()) > 1:
            row = (*row, *self._game(name, ground))
            left = columns - length(row)
        if name != RELAY:
            text, tone = self._about(name, about)
            text = cut(text, left, self.look.signs.more)
            return fit((*row, Run(text, tone.on(ground), name)), columns, ground)
        if self._text is not None:
            self._column = 1 + length(row) + self._text.column(left)
            return fit((*row, *self._text.runs(left, STRONG.on(ground))), columns, ground)
        self._column = 1 + _INDENT
        state, tone = self._state()
        address = Run(f"{self.known.relay or DEFAULT}  ", TEXT.on(ground), name)
        return fit((*row, address, Run(state, tone.on(ground), name)), columns, ground)

    def _about(self, name: str, about: str) -> tuple[str, Tone]:
        """What the way is good for now."""
        waiting = partner(self.public, self.kit.key) if name == MEET else None
        if waiting is None:
            return _(about), MUTED
        host = clean(next(filter(None, waiting.names), ""), k.NAME)
        return _("{name} is waiting: play at once").format(name=host), GOOD

    def _game(self, name: str, ground: str) -> Line:
        """The game that is played from here, with arrows where it can be changed."""
        is_here = self._at == name
        less, more = ("< ", " >") if is_here else ("  ", "  ")
        soft = ACCENT.on(ground)
        title = Run(_(self.kit.title), (ACCENT if is_here else TEXT).on(ground), _MORE)
        return Run(less, soft, _LESS), title, Run(f"{more} ", soft, _MORE)

    def _turn(self, step: int) -> None:
        """To the next game, or the previous one."""
        kits = on_screen()
        at = kits.index(self.kit) if self.kit in kits else 0
        self.kit = kits[(at + step) % len(kits)]

    def _state(self) -> tuple[str, Tone]:
        if self.known.trouble:
            return _("unreachable"), WARNING
        return (_("connected"), GOOD) if self.known.is_up else (_("connecting"), MUTED)

    def _start(self, name: str, text: str = "") -> tuple[Line, str]:
        is_here = name == self._at
        ground = "raised" if is_here else "background"
        sign = self.look.signs.pointer if is_here else " "
        tone = ACCENT.on(ground)
        return (Run(f"{sign} ", tone, name), Run(text, tone, name)), ground

    def _tone(self, name: str) -> Tone:
        return STRONG if name == self._at else TEXT

    def _own(self, game: Summary, columns: int) -> Line:
        name = f"own {game.room}"
        start, ground = self._start(name)
        tone = ACCENT if game.is_due else self._tone(name)
        named = title(game.game)
        told = f"{named}: {moment(game)}" if named else moment(game)
        text = cut(told, columns - 3, self.look.signs.more)
        return fit((*start, Run(text, tone.on(ground), name)), columns, ground)

    def _room(self, room: m.Listed, columns: int) -> Line:
        name = f"room {room.code}"
        start, ground = self._start(name)
        people = ", ".join(clean(each, k.NAME) for each in room.names if each)
        parts = [clean(title(room.game), _LONGEST), people, self._places(room)]
        if room.watchers:
            text = n_("{count} spectator", "{count} spectators", room.watchers)
            parts.append(text.format(count=room.watchers))
        told = cut("; ".join(filter(None, parts)), columns - 12, self.look.signs.more)
        code = Run(f"{clean(room.code, 16)}  ", ACCENT.on(ground), name)
        return fit((*start, code, Run(told, self._tone(name).on(ground), name)), columns, ground)

    def _places(self, room: m.Listed) -> str:
        if room.phase == k.OVER:
            return _("finished")
        if room.phase != k.LOBBY:
            return progress(room)
        text = n_("{count} free seat", "{count} free seats", room.free)
        return text.format(count=room.free) if room.free else _("full")

    def _below(self, columns: int) -> list[Line]:
        text, tone = self._told()
        rows = [(Run(" "), *row) for row in paragraphs(text, columns - 2, tone)][:_BELOW]
        return [*rows, *[EMPTY] * (_BELOW - len(rows))]

    def _told(self) -> tuple[str, Tone]:
        if self.error is not None:
            return self.error, WARNING
        if self._is_sure:
            return _(
                "Give up this seat for good? Press d to give it up, any other key to keep it."
            ), WARNING
        if self.known.trouble:
            return f"{self.known.trouble} {self.known.advice}".strip(), WARNING
        game = self._own_game
        if game is not None and not is_hosted():
            return _("online, on {relay}").format(relay=game.relay), MUTED
        return "", MUTED

    def _hints(self) -> list[Hint]:
        if self._text is not None:
            return [
                (key_name("enter"), _("keep it"), ""),
                (key_name("escape"), _("cancel"), ""),
            ]
        found: list[Hint] = [(key_name("enter"), self._doing(), "choose")]
        if self._own_game is not None:
            found.append(("d", _("give up"), "delete"))
        elif self._room_game is not None:
            found.append(("w", _("watch"), WATCH))
        elif self._at in _FOR_A_GAME and len(on_screen()) > 1:
            found.append((f"{key_name('left')} {key_name('right')}", _("game"), "east"))
        around = (f"{key_name('up')} {key_name('down')}", _("choose"), "south")
        back = (self.keys.name("back"), _("back"), "back")
        # Three keys and a way out are more than the narrowest window has room for.
        return [*found, *((around, back) if len(found) == 1 else (back, around))]

    def _doing(self) -> str:
        room = self._room_game
        if room is not None:
            return _("join") if _has_place(room) else _("watch")
        if self._own_game is not None:
            return _("go there")
        return _("change") if self._at == RELAY else _("open")

    @property
    def _own_game(self) -> Summary | None:
        return next((game for game in self.own if f"own {game.room}" == self._at), None)

    @property
    def _room_game(self) -> m.Listed | None:
        return next((room for room in self.public if f"room {room.code}" == self._at), None)

    # Keys and mouse

    def type(self, key: str, character: str | None) -> bool:
        if self._text is not None:
            self._edit(self._text, key, character)
            return True
        command = _KEYS.get(key)
        if command is None:
            self._is_sure = False
            return False
        self.do(command)
        return True

    def _edit(self, text: TextField, key: str, character: str | None) -> None:
        if key == "escape":
            self._text, self.error = None, None
        elif key != "enter":
            text.press(key, character)
            self.error = None
        else:
            try:
                address = clean_relay(text.text)
            except ValueError as error:
                self.error = str(error)
                return
            self._text, self.error = None, None
            self._change(address)

    def do(self, command: str) -> None:
        was_sure, self._is_sure = self._is_sure, False
        self._text, self.error = None, None
        names = self._names
        self._list.count, self._list.at = len(names), names.index(self._at)
        if command in ("back", "leave"):
            self.outcome = command
        elif self._list.step(command):
            self._at = names[self._list.at]
        elif command in _GAMES and (self._at in _FOR_A_GAME or command in (_LESS, _MORE)):
            self._at = self._at if self._at in _FOR_A_GAME else HOST
            self._turn(_GAMES[command])
        elif command == "choose":
            self._choose()
        elif command == "delete" and self._own_game is not None:
            if was_sure:
                self._give_up(self._own_game)
            self._is_sure = not was_sure
        elif command == WATCH and self._room_game is not None:
            self.outcome = Watch("", self._room_game.code)
        elif command in names:
            self._click(command)

    def _click(self, name: str) -> None:
        """The first click goes to a room, the second opens it; a way is opened at once."""
        was_here, self._at = name == self._at, name
        if was_here or name in (way[0] for way in _WAYS):
            self._choose()

    def _choose(self) -> None:
        room, game = self._room_game, self._own_game
        if room is not None:
            self.outcome = Join("", room.code) if _has_place(room) else Watch("", room.code)
        elif game is not None:
            self.outcome = Return(game.path)
        elif self._at == RELAY:
            self._text = TextField(self.known.relay or DEFAULT, _LONGEST, replaces=True)
        else:
            self.outcome = self._at

    def _give_up(self, game: Summary) -> None:
        try:
            give_up(game.path)
        except (EngineError, OSError) as error:
            self.error = told(error) if isinstance(error, EngineError) else str(error)
            return
        self.own = [each for each in self.own if each.room != game.room]
        self._at = MEET


def _ways() -> Sequence[tuple[str, str, str, str]]:
    """At a door there is one relay, which is nobody's to change."""
    return _WAYS[:-1] if is_hosted() else _WAYS


def _has_place(room: m.Listed) -> bool:
    return room.phase == k.LOBBY and room.free > 0


_KEYS: Final = {
    **FIXED,
    "tab": "south",
    "shift+tab": "north",
    "space": "choose",
    "d": "delete",
    **{letter: name for name, letter, _label, _about in _WAYS},
}
