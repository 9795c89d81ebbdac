"""Before a turn ends: what was done, what it earned, what is left unused."""

from __future__ import annotations

from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import Action
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words.events import phrase
from kbtui.games.kingdom.words.kinds import Kind
from kbtui.games.kingdom.words.names import goal_name, tile_name
from kbtui.games.kit import Event
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    GOOD,
    KEY,
    MUTED,
    TEXT,
    WARNING,
    Line,
    Run,
    cut,
    folded,
    heading,
    length,
    paragraphs,
    shortened,
)
from kbtui.story.view import View
from kbtui.text.i18n import _

_GAP = 2  # columns between two keys
_TOLD = (Kind.TILE, Kind.MOVED, Kind.LIFTED, Kind.TOOK, Kind.LOST)


def _events(view: View) -> list[Event]:
    return [e for e in view.chronicle.turn_at(view.entry).events if e.seat == view.viewer]


def _built(view: View) -> str:
    hexes = [h for e in _events(view) if e.kind is Kind.BUILT for h in e.places]
    return " ".join(NAMES[hex_].upper() for hex_ in hexes)


def _gold(play: Play, view: View) -> list[tuple[str, int]]:
    if play.seat is None:
        return []
    changes = view.chronicle.turn_at(view.entry).gains[play.seat]
    return [(part, changes[i]) for i, part in enumerate(view.parts)]


def _unused(play: Play) -> list[str]:
    ready = {tile.action for tile in play.tiles if tile.ready}
    usable = play.choices.actions & ready
    return [tile_name(action) for action in sorted(usable - {Action.END})]


def lines(play: Play, view: View, columns: int, whole: bool = True) -> list[Line]:
    """For the side column; ``whole``, or with one line for each thing."""
    title = _("END YOUR TURN?") if play.is_asking else _("THIS TURN")
    rows: list[Line] = [heading(title, columns, stroke=view.signs.stroke)]
    built = _built(view)
    if built:
        rows += paragraphs(f"{_('built')} {built}", columns, indent="  ")
    told = (phrase(event) for event in _events(view) if event.kind in _TOLD)
    for text in told:
        cut_text = (Run(cut(text, columns, view.signs.more)),)
        rows += paragraphs(text, columns, indent="  ") if whole else [cut_text]
    for part, gold in _gold(play, view):
        tone = GOOD if gold > 0 else WARNING if gold < 0 else MUTED
        rows.append((Run(f"{goal_name(part):<14}", MUTED), Run(f"{gold:+}", tone)))
    unused = _unused(play)
    if unused:
        label = Run(f"{_('unused')} ", WARNING)
        row = label, Run(", ".join(unused))
        rows += folded(row, columns, 2) if whole else [shortened(row, columns, view.signs.more)]
    keys = _keys(play, view, columns)
    if not keys:
        return rows
    text = _("Press {key} to choose when the game asks you.").format(key=view.keys.name("options"))
    how = paragraphs(text, columns, MUTED) if play.is_asking and whole else []
    return [*rows, EMPTY, keys, *how]


def _keys(play: Play, view: View, columns: int) -> Line:
    """The ways out, if both have room; where there is more, how to take something back."""
    end, undo = _key(view, "end", _("end turn")), _key(view, "undo", _("undo"))
    ways = [end, *([_key(view, "back", _("keep playing"))] if play.is_asking else [])]
    more = [end, *([undo] if play.can_undo else []), *ways[1:]]
    for part in (more, ways):
        row = tuple(run for key in part for run in key)
        if length(row) - _GAP <= columns:
            return row[:-1]
    return EMPTY


def _key(view: View, command: str, text: str) -> Line:
    name = view.keys.name(command)
    return Run(f" {name} ", KEY, command), Run(f" {text}", TEXT, command), Run(" " * _GAP)


def short(play: Play, view: View) -> Line:
    """For one line: what was built, what changed, what is unused."""
    found: list[Run] = []
    built = _built(view)
    if built:
        found += [Run(f"{_('built')} ", MUTED), Run(f"{built}  ")]
    for part, gold in _gold(play, view):
        if gold:
            found.append(Run(f"{goal_name(part)} {gold:+}  ", GOOD if gold > 0 else WARNING))
    unused = _unused(play)
    if unused:
        found += [Run(f"{_('unused')} ", WARNING), Run(", ".join(unused), ACCENT)]
    return tuple(found)
