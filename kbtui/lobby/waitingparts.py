"""Draws the waiting room: its code, the seats, the chat, the table and the rules of the room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.contract import find as find_game
from kbtui.games.kit import Pages, find
from kbtui.hosted import mode
from kbtui.lobby import termwords
from kbtui.lobby.waitingroom import Voice, WaitingRoom
from kbtui.look.look import Look
from kbtui.online.other_players import bot_name
from kbtui.paint.bigletters import big
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
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
    folded,
    heading,
    paragraphs,
    seat_tone,
    width,
)
from kbtui.play.gamewords import title as game_title
from kbtui.text.i18n import _
from kbtui.text.levels import level_name
from kbtui.text.textinput import TextField
from relay.protocol import kinds as k
from relay.protocol import messages as m

_CHIP: Final = 5  # columns for the pointer and the chip
_NAME: Final = 12  # columns that names have at least
_INDENT: Final = 3  # columns before the second line of what somebody said
_LABEL: Final = 13  # columns before a rule


def code_rows(waiting: WaitingRoom, look: Look, columns: int, is_airy: bool = False) -> list[Line]:
    """Large, to be read across a room, and as text, with where it is to be typed."""
    rows: list[Line] = []
    if look.terminal.unicode:
        letters = big(waiting.code)
        if width(letters[0]) <= columns:
            rows = [*((Run(row, STRONG, "copy"),) for row in letters), *[EMPTY] * is_airy]
    where = _(" or ").join(waiting.shared) or waiting.relay
    hosted = mode.hosted()
    way = mode.at(hosted.door, waiting.code) if hosted else ""
    way = way or f"kb join {waiting.code} --relay {where}"  # what a friend types
    if width(way) > columns and not hosted:
        way = _("{code} on {relay}").format(code=waiting.code, relay=where)
    told = paragraphs(way, columns, TEXT)
    if waiting.is_exposed:
        told += paragraphs(_("not encrypted: use a network you trust"), columns, MUTED)
    return [*rows, *told]


# Seats


def seat_rows(waiting: WaitingRoom, focus: int, look: Look, columns: int) -> list[Line]:
    assert waiting.room is not None, "seats are in a room"
    seats = waiting.room.seats
    taken = sum(seat.sitter != k.EMPTY for seat in seats)
    note = _("{number} of {count}").format(number=taken, count=len(seats))
    title = heading(_("SEATS"), columns, note, look.signs.stroke)
    there = [number for number, seat in enumerate(seats) if seat.sitter != k.EMPTY]
    state = max((width(_state(waiting, number, look)[0]) for number in there), default=0)
    role = max((width(_role(waiting, number)) for number in there), default=0) + 1
    wide = columns - _CHIP - state
    longest = max((width(waiting.name(number)) for number in there), default=0) + 1
    name = max(wide - role, min(_NAME, longest))  # whole roles only if names have their place too
    sizes = name, wide - name
    shown = (
        _seat(waiting, seat, seat == focus, look, columns, sizes) for seat in range(len(seats))
    )
    return [title, *shown]


def _seat(
    waiting: WaitingRoom,
    number: int,
    is_here: bool,
    look: Look,
    columns: int,
    sizes: tuple[int, int],
) -> Line:
    assert waiting.room is not None, "seats are in a room"
    seat, act = waiting.room.seats[number], f"seat-{number}"
    ground = "raised" if is_here else "background"
    sign = look.signs.pointer if is_here else " "
    start = (
        Run(f"{sign} ", ACCENT.on(ground), act),
        Run(look.signs.chip(number), seat_tone(number), act),
    )
    if seat.sitter == k.EMPTY:
        text = _("free; press b for a bot") if waiting.is_host else _("free")
        return fit((*start, Run(f" + {text}", FAINT.on(ground), act)), columns, ground)
    state, tone = _state(waiting, number, look)
    row = (
        *start,
        Run(" ", STRONG.on(ground), act),
        *_column(waiting.name(number), sizes[0], STRONG.on(ground), act, look),
        *_column(_role(waiting, number), sizes[1], MUTED.on(ground), act, look),
        Run(state, tone.on(ground), act),
    )
    return fit(row, columns, ground)


def _column(text: str, columns: int, tone: Tone, act: str, look: Look) -> Line:
    """The text in that many columns, with a blank behind it."""
    return fit((Run(cut(text, columns - 1, look.signs.more), tone, act),), columns, tone.ground)


def _role(waiting: WaitingRoom, number: int) -> str:
    assert waiting.room is not None, "seats are in a room"
    seat = waiting.room.seats[number]
    if seat.sitter == k.BOT:
        return level_name(seat.level)
    words = [bot_name(seat.level)] * bool(seat.level)  # elsewhere, in the place of a person
    words += [_("host")] * (number == waiting.room.host) + [_("you")] * (number == waiting.seat)
    return ", ".join(words + [_("muted")] * seat.muted)


def _state(waiting: WaitingRoom, number: int, look: Look) -> tuple[str, Tone]:
    assert waiting.room is not None, "seats are in a room"
    seat = waiting.room.seats[number]
    if waiting.away[number : number + 1] == (True,):
        return _("away"), WARNING
    if seat.sitter == k.BOT or seat.ready:
        return _("{sign} ready").format(sign=look.signs.done), GOOD
    return _("{sign} not ready").format(sign=look.signs.waiting), WARNING


# Chat


def chat_rows(
    voices: Sequence[Voice], typed: TextField | None, look: Look, columns: int, rows: int
) -> list[Line]:
    """The newest lines at the bottom; below them what is being typed."""
    note = "" if typed is not None else _("press t to write")
    title = heading(_("CHAT"), columns, note, look.signs.stroke)
    title = tuple(run._replace(act="chat") for run in title)
    room = rows - 1 - (typed is not None)
    told = [row for voice in voices[-room:] for row in _voice(voice, look, columns)] if room else []
    shown = told[len(told) - min(room, len(told)) :]
    found = [title, *shown, *[EMPTY] * (room - len(shown))]
    if typed is not None:
        tone = STRONG.on("raised")
        row = (Run(f" {look.signs.pointer} ", ACCENT.on("raised")), *typed.runs(columns - 3, tone))
        found.append(fit(row, columns, "raised"))
    return found[:rows]


def _voice(voice: Voice, look: Look, columns: int) -> list[Line]:
    act = f"voice-{voice.who}"
    if voice.is_watcher:
        start = Run(look.signs.dot * 2, FAINT, act)
    else:
        start = Run(look.signs.chip(voice.who), seat_tone(voice.who), act)
    room = columns - _INDENT
    most = room - 1 if voice.text.isascii() else room // 2  # signs of a word that fit in any case
    words = (Run(word) for word in re.findall(rf"\s*\S{{1,{most}}}", f" {voice.text}"))
    first, *others = folded((start, Run(f" {voice.name}:", STRONG, act), *words), room)
    return [first, *((Run(" " * _INDENT), *rest) for rest in others)]


# The table


def _table(waiting: WaitingRoom) -> tuple[m.RoomView, Pages, Any] | None:
    """The room, what its game brings for pages, and the state before the first entry; None if the
    game has no pages, or if the relay has sent what cannot be played."""
    if waiting.room is None:
        return None
    pages, start = find(waiting.room.game).pages, termwords.start_of(waiting.room)
    return None if pages is None or start is None else (waiting.room, pages, start)


def narrow_table(waiting: WaitingRoom, look: Look, columns: int, rows: int) -> list[Line]:
    """A small map and the rules without their names, as much as there is room for."""
    table = _table(waiting)
    if table is None:
        return []
    room, pages, start = table
    features = [_plain(name, TEXT, columns, look) for name, _text in pages.features(start)]
    rules = [_plain(text, MUTED, columns, look) for text in _told(room, waiting)]
    title = heading(_title(room), columns, stroke=look.signs.stroke)
    caption = [_plain(text, MUTED, columns, look) for text in pages.caption(start)]
    parts: list[list[Line]] = [[title], [*features, *rules], pages.small(start, look), caption]
    kept: list[list[Line]] = []
    for part in parts:
        kept.append(part if sum(map(len, kept)) + len(part) <= rows else [])
    head, text, drawn, around = kept
    return [*head, *drawn, *around, *text]


def _title(room: m.RoomView) -> str:
    """The board; in a game other than the usual one, which game it is."""
    return game_title(room.game).upper() or _("BOARD")


def _plain(text: str, tone: Tone, columns: int, look: Look) -> Line:
    return (Run(cut(text, columns, look.signs.more), tone),)


def _told(room: m.RoomView, waiting: WaitingRoom) -> Iterator[str]:
    yield termwords.options(room)
    yield termwords.limits(room.terms)
    yield termwords.watching(room.terms, waiting.watchers)


def wide_table(waiting: WaitingRoom, look: Look, columns: int, rows: int) -> list[Line]:
    """The board as in play, and the rules with their names."""
    table = _table(waiting)
    if table is None:
        return []
    room, pages, start = table
    around, title = " / ".join(pages.caption(start)), _title(room)
    left = columns - width(title) - 3
    found = [heading(title, columns, cut(around, left, look.signs.more), look.signs.stroke)]
    found += [*pages.large(start, look), EMPTY]
    found.append(heading(_("RULES OF THIS ROOM"), columns, stroke=look.signs.stroke))
    for label, text in _rules(room, pages, start, waiting):
        lead = (Run(f" {label}".ljust(_LABEL), MUTED),)
        told = [*paragraphs(text, columns - _LABEL)]
        found += [(*(lead if not i else (Run(" " * _LABEL),)), *row) for i, row in enumerate(told)]
    return found[:rows]


def _rules(
    room: m.RoomView, pages: Pages, start: Any, waiting: WaitingRoom
) -> Iterator[tuple[str, str]]:
    terms = room.terms
    yield from pages.terms(start)
    yield _("starts"), _beginner(room, start, waiting)
    yield _("clock"), termwords.limits(terms)
    yield _("watching"), termwords.watching(terms, waiting.watchers)
    yield _("room"), _("public") if terms.listed else _("private, by code only")
    yield _("deal"), _("sealed by everyone, verified at the end")


def _beginner(room: m.RoomView, start: Any, waiting: WaitingRoom) -> str:
    seat = find_game(room.game).on_turn(start)
    if seat is None:
        return _("drawn at random")
    if seat < len(room.seats) and room.seats[seat].sitter != k.EMPTY:
        return waiting.name(seat)
    return _("seat {number}").format(number=seat + 1)
