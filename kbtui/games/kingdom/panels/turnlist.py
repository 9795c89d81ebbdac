"""Turns in words: the current one, and a list of those around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from engine.contract import DEALER
from engine.kingdom.ground.hexes import NAMES, Hex
from engine.kingdom.ground.moves import location_kind
from engine.kingdom.ground.terrain import UNKNOWN, Card, Terrain, parse_card
from kbtui.games.kingdom.board.symbols import SYMBOLS
from kbtui.games.kingdom.panels import goals, log, players
from kbtui.games.kingdom.words.events import brief, phrase, told
from kbtui.games.kingdom.words.kinds import Kind, joined
from kbtui.games.kingdom.words.names import bonus_name, terrain_name, tile_name
from kbtui.games.kit import UNDID, Event
from kbtui.paint.cells import BOLD
from kbtui.paint.runs import (
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    Tone,
    beside,
    cut,
    fit,
    folded,
    heading,
    length,
    paragraphs,
    shortened,
)
from kbtui.panels import turnrows
from kbtui.story.chronicle import Turn
from kbtui.story.replay import Replay
from kbtui.story.view import View
from kbtui.text.i18n import N_, _
from kbtui.text.layout import DOUBLE, NORMAL
from kbtui.text.words import explained

_EVENTS: Final = 4  # lines for what happened in a turn, so that what lies below stays in its place
_SHORT: Final = 2
_GAP: Final = 2  # columns between two columns
_UNTOLD: Final = (Kind.DREW, Kind.PLAYED, Kind.ENDED)  # the card stands beside the name
_BRIEF: Final[Mapping[str, str]] = {
    Kind.TOOK: N_("took {tile}"),
    Kind.LOST: N_("lost {tile}"),
    Kind.TILE: N_("{tile} {hex}"),
    Kind.LIFTED: N_("{tile} {hex}"),
    Kind.MOVED: N_("{tile} {start}-{hex}"),
}


def wide(view: View, replay: Replay, columns: int) -> list[Line]:
    """Heading, who plays what, what was done, and the cards in hand that are seen."""
    turn = replay.now
    rows: list[Line] = [heading(_("THIS TURN"), columns, replay.view_name, view.signs.stroke)]
    rows.append((view.chip(turn.seat), Run(f" {view.names[turn.seat]} ", STRONG), *_card(turn)))
    done = _told(view, replay, columns)[-_EVENTS:]
    rows += done + [EMPTY] * (_EVENTS - len(done))
    return [*rows, _hands(view, columns, _("in hand"))]


def narrow(view: View, replay: Replay, columns: int) -> list[Line]:
    """The same in five lines."""
    turn = replay.now
    title = _("TURN {number}").format(number=turn.number)
    faces = _faces(turn)
    share = columns // max(len(faces), 1)
    card = [
        Run(cut(terrain_name(face).upper(), share).center(share), Tone("on", face.word, BOLD))
        for face in faces
    ]
    who = (view.chip(turn.seat), Run(" "), Run(cut(view.names[turn.seat], columns - 3), STRONG))
    done = _short(view, replay, columns)[-_SHORT:]  # the newest matters most
    done += [EMPTY] * (_SHORT - len(done))
    return [heading(title, columns, stroke=view.signs.stroke), who, fit(card, columns), *done]


def _short(view: View, replay: Replay, columns: int) -> list[Line]:
    """The turn so far, or what is not part of it: something undone, or done by somebody else."""
    turn = replay.now
    for event in replay.done:
        if event.kind == UNDID:
            return paragraphs(phrase(event), columns, WARNING)
        if event.seat not in (turn.seat, DEALER):
            return paragraphs(told(event, view.names), columns)
    text = summary(turn, with_terrain=False)
    return paragraphs(text, columns) if text else []


def listing(view: View, replay: Replay, columns: int, height: int) -> list[Line]:
    """A window of the turns around the moment, each with what was done in it."""
    return turnrows.listing(view, replay, columns, height, partial(_listed, view, columns))


def _listed(view: View, columns: int, turn: Turn, is_now: bool, spare: int) -> list[Line]:
    """A turn in a line, or in several if there are that many to ``spare``."""
    start, act = turnrows.start(view, turn, is_now)
    text = summary(turn, with_terrain=columns >= NORMAL)
    row = *start, Run(text, STRONG if is_now else TEXT, act)
    whole = folded(row, columns, length(start))
    return whole if len(whole) - 1 <= spare else [shortened(row, columns, view.signs.more)]


def summary(turn: Turn, *, with_terrain: bool = True) -> str:
    """``desert: R15 S15 Q16; took Farm``: what the one did whose turn it was."""
    own = (event for event in joined(turn.events) if event.seat == turn.seat)
    return "; ".join(filter(None, (_brief(event, with_terrain) for event in own)))


def _brief(event: Event, with_terrain: bool) -> str:
    hexes = _names(event.places)
    if event.kind is Kind.BUILT:
        name = terrain_name(Terrain[event.what.upper()])
        return explained(name, hexes) if with_terrain else hexes
    if event.kind not in _BRIEF:
        return ""
    start, end = hexes.partition(" ")[0], hexes.rpartition(" ")[2]
    return _(_BRIEF[event.kind]).format(tile=_tile(event.what), start=start, hex=end)


def _names(hexes: Iterable[Hex]) -> str:
    return " ".join(NAMES[hex_].upper() for hex_ in hexes)


def _tile(what: str) -> str:
    kind = location_kind(what.removesuffix("+"))
    assert kind is not None, "every tile has the name of a location"
    return bonus_name(kind) if what.endswith("+") else tile_name(kind)


def _told(view: View, replay: Replay, columns: int) -> list[Line]:
    """A line for each thing that was done; what the moment brought stands out."""
    now = replay.now
    events = [event for event in joined(now.events) if event.kind not in _UNTOLD]
    events += [event for event in replay.done if event.kind == UNDID]
    rows: list[Line] = []
    spare = _EVENTS - len(events)
    for event in events:
        tone = STRONG if event.entry == replay.at else TEXT
        if event.kind == UNDID:
            tone = WARNING
        is_own = event.seat in (now.seat, DEALER)
        chip = () if is_own else (view.chip(event.seat), Run(" "))
        row = *chip, Run(phrase(event), tone)
        whole = folded(row, columns, length(chip) or _GAP)
        if len(whole) - 1 > max(spare, 0):
            short = (*chip, Run(brief(event), tone))
            whole = [shortened(short, columns, view.signs.more)]
        spare -= len(whole) - 1
        rows += whole
    return rows


def _faces(turn: Turn) -> tuple[Terrain, ...]:
    """What the card of the turn shows."""
    card = parse_card(turn.headline) if turn.headline else UNKNOWN
    return turn.before.setup.faces[card] if card != UNKNOWN else ()


def _card(turn: Turn) -> Line:
    return tuple(
        Run(f" {terrain_name(face).upper()} ", Tone("on", face.word, BOLD)) for face in _faces(turn)
    )


def _hands(view: View, columns: int, label: str) -> Line:
    """The cards that wait in hands, of those who are seen; the label only where it has room."""
    found: list[Run] = []
    for seat, hand in enumerate(view.state.cards.hands):
        cards = [run for card in hand if card != UNKNOWN for run in _small(card, view)]
        if cards:
            found += [Run(" "), view.chip(seat), *cards]
    tight = [run._replace(text=run.text.strip() or " ") for run in found]
    forms = [(Run(label, MUTED), *found)] if label and found else []
    forms += [tuple(found[1:]), tuple(tight[1:])]
    return next((form for form in forms if length(form) <= columns), fit(forms[-1], columns))


def _small(card: Card, view: View) -> list[Run]:
    is_plain = view.signs.wall == "|"
    faces = view.state.setup.faces[card]
    signs = [Run(f" {SYMBOLS[face][is_plain]} ", Tone("on", face.word)) for face in faces]
    return signs if len(signs) == 1 else [sign._replace(text=sign.text[:2]) for sign in signs]


def side(
    view: View, replay: Replay, columns: int, height: int, shown: int | None, has_log: bool
) -> list[Line]:
    """The side column of a replay; ``shown`` is the goal on the board, ``has_log``: not needed."""
    if columns >= DOUBLE:
        left = (columns - _GAP) // 2
        right = columns - _GAP - left
        others = goals.bars(view, right, shown)
        if len(others) > height:
            others = goals.wide(view, right, shown)
        if not has_log and height - len(others) > _SHORT:
            others += log.lines(view, right, height - len(others))
        return beside((_stack(view, replay, left, height), left + _GAP), (others, right))
    if columns >= NORMAL:
        return _stack(view, replay, columns, height, goals.wide(view, columns, shown))
    rows = [*narrow(view, replay, columns), *players.narrow(view, columns)]
    rows += goals.narrow(view, columns, shown)
    hands = _hands(view, columns, "")
    if hands and height > len(rows) + 1:
        rows += [(Run(cut(_("in hand"), columns), MUTED),), hands]
    return [*rows, *listing(view, replay, columns, height - len(rows))]


def _stack(
    view: View, replay: Replay, columns: int, height: int, more: Sequence[Line] = ()
) -> list[Line]:
    """This turn, the players, what else there is, and the list where room is left."""
    rows = [*wide(view, replay, columns), EMPTY, *players.wide(view, columns), EMPTY]
    if more:
        rows += [*more, EMPTY]
    return [*rows, *listing(view, replay, columns, height - len(rows))]
