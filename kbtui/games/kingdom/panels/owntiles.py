"""The tiles of the person at the keyboard, each with its key; spectators see the acting seat's."""

from __future__ import annotations

from engine.contract import Seat
from engine.kingdom.ground.moves import Action
from kbtui.games.kingdom.board.symbols import tile_sign
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.play.held import Held, held
from kbtui.games.kingdom.words.names import bonus_text, tile_name, tile_text
from kbtui.paint.runs import (
    DEAD_KEY,
    FAINT,
    GOOD,
    KEY,
    MUTED,
    READY,
    STRONG,
    STRUCK,
    Line,
    Run,
    Tone,
    cut,
    fit,
    folded,
    heading,
    length,
    paragraphs,
    shortened,
    spread,
    width,
)
from kbtui.story.view import View
from kbtui.text.i18n import N_, _

_STATUS = {"ready": N_("ready"), "used": N_("used"), "new": N_("new"), "reacts": N_("reacts")}
_INDENT = 4  # columns of a key, below which the text stays free
_CHIPS = (5, 3)  # columns of a tile without its name: key, blank, letter, blanks; tighter


def status_name(status: str) -> str:
    return _(_STATUS[status])


def _can_act(view: View, seat: Seat) -> bool:
    """Whether tiles can be used at all now."""
    return not view.is_over and view.acting == seat


def _key(index: int, tile: Held, view: View, seat: Seat) -> Run:
    name, is_on = view.keys.name(f"tile-{index + 1}"), tile.ready and _can_act(view, seat)
    return Run(f" {name} ", KEY if is_on else DEAD_KEY, f"tile-{index + 1}")


def wide(
    view: View, seat: Seat, columns: int, chosen: Action | None, *, whole: bool = True
) -> list[Line]:
    """Each tile: its name and whether it can be used; below it what it does, ``whole`` or what a
    line has room for."""
    tiles = held(view.state, seat)
    is_own = view.viewer == seat
    rows: list[Line] = [_title(view, seat, columns, chosen)]
    if not tiles:
        text = _("none yet: build next to a location to take one") if is_own else _("none yet")
        rows += paragraphs(text, columns, MUTED)
    for index, tile in enumerate(tiles):
        is_chosen = tile.action == chosen
        name = _name(tile)
        ground = "raised" if is_chosen else "background"
        tone = STRONG if tile.ready else STRUCK
        act = f"tile-{index + 1}"
        start = (
            _key(index, tile, view, seat),
            Run(" ", tone.on(ground)),
            Run(name, tone.on(ground), act),
        )
        status = "" if tile.ready and not _can_act(view, seat) else status_name(tile.status)
        end = (Run(status, (GOOD if tile.ready else FAINT).on(ground)),)
        fill = Run(" ", Tone("text", ground))
        rows.append(spread(start, end, columns, fill))
        texts = [Run(tile_text(tile.action), MUTED if tile.ready else FAINT)]
        if tile.has_bonus:
            texts.append(Run(f"+ {bonus_text(tile.action)}", GOOD))
        for told in texts:
            room, deeper = columns - _INDENT, 2 * (told.tone == GOOD)
            short = shortened((told,), room, view.signs.more)
            kept = folded((told,), room, deeper) if whole else [short]
            rows += [(Run(" " * _INDENT), *row) for row in kept]
    return rows


def _title(view: View, seat: Seat, columns: int, chosen: Action | None) -> Line:
    """Whose tiles they are, and their keys for the player who may use them."""
    if view.viewer != seat:
        return heading(_("TILES"), columns, view.names[seat], view.signs.stroke)
    count = len(held(view.state, seat))
    span = "1" if count == 1 else f"1-{count}"
    keys = _("press {keys}").format(keys=span) if count and _can_act(view, seat) else ""
    title = _("USE A TILE") if chosen is not None else _("YOUR TILES")
    return heading(title, columns, keys, view.signs.stroke)


def _name(tile: Held) -> str:
    """How many there are, and a plus if the bonus tile is there too."""
    number = f" x{tile.number}" if tile.number > 1 else ""
    return f"{tile_name(tile.action)}{number}{' +' if tile.has_bonus else ''}"


def narrow(view: View, seat: Seat, columns: int, height: int, chosen: Action | None) -> list[Line]:
    """Key, letter and name; with more tiles than lines, as many chips a line as fit."""
    tiles = held(view.state, seat)
    rows: list[Line] = [heading(_("TILES"), columns, stroke=view.signs.stroke)]
    if not tiles:
        return [*rows, (Run(cut(_("none yet"), columns), FAINT),)]
    if len(tiles) <= height - 1:
        for index, tile in enumerate(tiles):
            tone = STRONG if tile.ready else STRUCK
            if tile.action == chosen:
                tone = tone.on("raised")
            name = _name(tile)
            letter = Run(
                f" {tile_sign(tile.action, view.zoom or Zoom.S)} ",
                READY if tile.ready else DEAD_KEY,
            )
            key, named = (
                _key(index, tile, view, seat),
                (Run(" "), Run(name, tone, f"tile-{index + 1}")),
            )
            tight = letter._replace(text=letter.text[1:])
            # The name says what the letter says, so a long one may have its room.
            forms = (key, letter, *named), (key, tight, *named), (key, *named)
            row = next((form for form in forms if length(form) <= columns), forms[-1])
            rows.append(fit(shortened(row, columns, view.signs.more), columns))
        return rows
    size = _CHIPS[-(len(tiles) // -_across(columns, _CHIPS[0])) >= height]
    across = _across(columns, size)
    chips = [_chip(index, tile, view, seat, chosen, size) for index, tile in enumerate(tiles)]
    for start in range(0, len(chips), across):
        runs = (run for chip in chips[start : start + across] for run in chip)
        rows.append(fit(runs, columns))
    return rows[:height]


def least(view: View, seat: Seat, columns: int) -> int:
    """Rows that the tiles take at least."""
    across = _across(columns, _CHIPS[-1])
    return 1 + max(-(len(held(view.state, seat)) // -across), 1)


def _across(columns: int, size: int) -> int:
    """Chips in a row; the last one needs no blank behind it."""
    return max((columns + 1) // size, 1)


def _chip(index: int, tile: Held, view: View, seat: Seat, chosen: Action | None, size: int) -> Line:
    name = view.keys.name(f"tile-{index + 1}")
    letter = tile_sign(tile.action, Zoom.S)  # there is no room for two
    tone = READY if tile.ready else STRUCK
    if tile.action == chosen:
        tone = KEY
    act = f"tile-{index + 1}"
    text = " " * (size == _CHIPS[0]) + (letter if tile.ready else letter.lower())
    pad = " " * max(size - width(name) - width(text), 0)
    key = _key(index, tile, view, seat)._replace(text=name)
    return (key, Run(text, tone, act), Run(pad))
