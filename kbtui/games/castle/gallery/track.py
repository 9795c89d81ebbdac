"""The track as a loop of spaces around the coin market, or as one line; with the way of a baron.

The spaces that a build would lead over are dotted, and the one where the baron would rest is
ringed, before anybody builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.castle.pieces.track import SPACES, TRACK, Space
from engine.castle.rules.baron import Way
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.symbols import signs
from kbtui.games.castle.gallery.held import has_pixels
from kbtui.look.look import Look
from kbtui.paint.cells import BOLD, REVERSE
from kbtui.paint.runs import EMPTY, FAINT, Line, Run, Tone, fit, seat_tone

ACROSS: Final = 11  # spaces of the loop in its upper and its lower row
DOWN: Final = 5  # spaces at its sides, the corners included
_ROWS: Final = 2  # text rows of a space
_STEPS: Final = ("•", "o")  # a space that the baron passes
_GROUNDS: Final = {Space.COIN: "coin", Space.TILE: "sandstone", Space.RUBY: "ruby"}


class _Seen(NamedTuple):
    """One space as it is shown."""

    kind: Space
    baron: Seat | None
    is_passed: bool
    is_end: bool  # where the way ends, for ``walker``
    walker: Seat | None


def _spaces(state: State, way: Way | None, walker: Seat | None) -> list[_Seen]:
    barons = {space: seat for seat, space in enumerate(state.barons)}
    entered: Sequence[int] = () if way is None else way.spaces
    end = entered[-1] if entered else None
    return [
        _Seen(kind, barons.get(space), space in entered[:-1], space == end, walker)
        for space, kind in enumerate(TRACK)
    ]


def track_line(
    state: State, look: Look, way: Way | None = None, walker: Seat | None = None
) -> Line:
    """All spaces in a row from space 0 on, two columns each."""
    return tuple(run for seen in _spaces(state, way, walker) for run in _short(seen, look))


def _short(seen: _Seen, look: Look) -> Iterator[Run]:
    """A space in two columns."""
    unicode, chip = look.terminal.unicode, look.signs.chip
    if seen.is_end and seen.walker is not None:
        ring = Tone("ink", "ring", BOLD | (REVERSE if look.theme.palette is None else 0))
        yield Run(chip(seen.walker), ring)
    elif seen.baron is not None:
        yield Run(chip(seen.baron), seat_tone(seen.baron))
    else:
        sign, tone = _sign(seen, unicode)
        yield Run(f"{sign:<2}", tone)


def _sign(seen: _Seen, unicode: bool) -> tuple[str, Tone]:
    """What the space is, and a dot if the baron passes it: two columns at most."""
    ground, dot = _GROUNDS.get(seen.kind), _STEPS[not unicode] if seen.is_passed else ""
    if ground is None:
        tone = Tone("accent", "raised", BOLD) if dot else FAINT.on("raised")
        return dot or signs(unicode).plain, tone
    return f"{signs(unicode).space(seen.kind)}{dot}", Tone("ink", ground, BOLD)


def loop_columns(step: int) -> int:
    """How wide the loop is with that many columns from one space to the next."""
    return ACROSS * step - 1


def track_loop(
    state: State,
    look: Look,
    step: int,
    inside: Sequence[Line],
    way: Way | None = None,
    walker: Seat | None = None,
) -> list[Line]:
    """Ten lines: space 0 at the upper left, then clockwise. ``inside`` are the lines within the
    loop, six at most."""
    seen = [_long(each, look, step - 1) for each in _spaces(state, way, walker)]
    turn = ACROSS + DOWN - 2
    upper, right = seen[:ACROSS], seen[ACROSS:turn]
    lower, left = seen[turn : turn + ACROSS][::-1], seen[turn + ACROSS :][::-1]
    gap = Run(" ")
    found = [_joined([block[row] for block in upper], gap) for row in range(_ROWS)]
    room = loop_columns(step) - 2 * (step - 1)
    for i, (one, other) in enumerate(zip(left, right, strict=True)):
        for row in range(_ROWS):
            at = _ROWS * i + row
            between = inside[at] if at < len(inside) else EMPTY
            found.append((*one[row], *fit(between, room), *other[row]))
    return found + [_joined([block[row] for block in lower], gap) for row in range(_ROWS)]


def inside_columns(step: int) -> int:
    """How wide the lines within the loop are."""
    return loop_columns(step) - 2 * (step - 1)


def _joined(blocks: Sequence[Line], gap: Run) -> Line:
    return tuple(run for i, block in enumerate(blocks) for run in ((gap,) if i else ()) + block)


@lru_cache(maxsize=1024)
def _long(seen: _Seen, look: Look, wide: int) -> tuple[Line, Line]:
    """A space in two rows."""
    unicode, is_plain = look.terminal.unicode, look.theme.palette is None
    ground = _GROUNDS.get(seen.kind, "raised")
    sign, tone = _sign(seen, unicode)
    text = f" {sign}"
    blank = Tone("text", ground)
    chip: Run | None = None
    if seen.is_end and seen.walker is not None:
        text = f"[{seen.walker + 1}]" if is_plain else look.signs.chip(seen.walker)
        chip = Run(text, Tone(f"seat{seen.walker + 1}", "surface", BOLD))
    elif seen.baron is not None:
        chip = Run(look.signs.chip(seen.baron), seat_tone(seen.baron))
    upper: Line = (Run(" ", blank), chip) if chip is not None else (Run(text, tone),)
    return fit(upper, wide, ground), _foot(seen, look, wide, ground)


def _foot(seen: _Seen, look: Look, wide: int, ground: str) -> Line:
    """The second row: the foot of a space, which makes it look solid; a ring where a way ends."""
    if seen.is_end and seen.walker is not None:
        return (Run(" " * wide, Tone("text", "ring")),)
    if not has_pixels(look) or seen.kind is Space.PLAIN:
        return (Run(" " * wide, Tone("text", ground)),)
    return (Run("▄" * wide, Tone(f"{ground}-foot", ground)),)


assert 2 * (ACROSS + DOWN - 2) == SPACES
