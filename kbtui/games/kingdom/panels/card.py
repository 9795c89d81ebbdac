"""The card panel: the card in play, what is left to build with it, and the piles."""

from __future__ import annotations

from engine.kingdom.ground.terrain import UNKNOWN, Terrain
from engine.kingdom.state import OPEN, Phase, State, builds_left, pile_size
from kbtui.games.kingdom.board.symbols import SYMBOLS
from kbtui.games.kingdom.words.names import terrain_name
from kbtui.paint.cells import BOLD
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    TEXT,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    length,
    shortened,
    width,
)
from kbtui.story.view import View
from kbtui.text.i18n import _, c_

_SWATCH = 14  # columns


def faces(view: View) -> tuple[Terrain, ...]:
    """What the played card shows; one terrain once it is bound to it."""
    state: State = view.state
    card = state.cards.played
    if card is None or view.hides_card:
        return ()
    if state.terrain != OPEN:
        return (Terrain(state.terrain),)
    return state.setup.faces[card]


def _name(terrain: Terrain) -> str:
    return terrain_name(terrain).upper()


def _swatch(terrain: Terrain, columns: int, view: View, chosen: Terrain | None) -> list[Run]:
    """Three rows of one colour: symbols, the name, symbols."""
    sign = SYMBOLS[terrain][view.signs.wall == "|"]
    is_off = chosen is not None and chosen != terrain
    tone = Tone("on", terrain.word, 0 if is_off else BOLD)
    row = f"{sign} " * ((columns - 1) // 2)
    name = cut(_name(terrain), columns)
    soft = Tone("soft", terrain.word)
    act = "half-left" if terrain != Terrain.MARSH else "half-right"
    rows = (Run(row.center(columns), soft, act), Run(name.center(columns), tone, act))
    return [rows[0], rows[1], rows[0]]


def placed(view: View, half: Terrain | None = None) -> tuple[int, int]:
    """How many builds of the mandatory action are made, and how many it has in all; ``half``: of a
    double card, the one that is chosen."""
    state = view.state
    left = builds_left(state, half) if state.phase is Phase.TURN else 0
    made = sum(1 for event in view.chronicle.turn_at(view.entry).events if event.kind == "built")
    return made, made + left


def _own_card(view: View) -> Line:
    """The card that waits in the viewer's hand."""
    state = view.state
    if view.viewer is None or state.phase is Phase.OVER:
        return EMPTY
    cards = [card for card in state.cards.hands[view.viewer] if card != UNKNOWN]
    names = ", ".join("/".join(terrain_name(t) for t in state.setup.faces[c]) for c in cards)
    if not names:
        return EMPTY
    return Run(f"{_('your next card')} ", MUTED), Run(names, TEXT)


def _next(view: View, columns: int) -> Line:
    """The same in a narrow column."""
    own = _own_card(view)
    if not own:
        return EMPTY
    label, names = Run(f"{c_('your next card', 'next')} ", MUTED), own[-1]
    return (
        (label, names)
        if length((label, names)) <= columns
        else shortened((names,), columns, view.signs.more)
    )


def _count(view: View, half: Terrain | None) -> str:
    """Which build is next, and of how many; while a double card leaves the choice, how many each
    half has."""
    halves = faces(view) if half is None else (half,)
    totals = dict.fromkeys(str(placed(view, each)[1]) for each in halves)
    if len(totals) > 1:
        return "/".join(totals)
    made, total = placed(view, half)
    return _("{made} of {total}").format(made=made + 1, total=total)


def _progress(view: View, half: Terrain | None) -> str:
    made, total = placed(view, half)
    return view.signs.block * made + view.signs.dot * (total - made)


def wide(view: View, columns: int, chosen: Terrain | None = None) -> list[Line]:
    """Heading, a swatch of three rows with the facts beside it, and the card in hand."""
    state = view.state
    shown = faces(view)
    made, total = placed(view, chosen)
    deck: Line = (Run(f"{_('draw')} ", MUTED), Run(str(pile_size(state.cards)), TEXT))
    discard = (
        Run(f"  {c_('the pile', 'discard')} ", MUTED),
        Run(str(sum(state.cards.discard)), TEXT),
    )
    if length((*deck, *discard)) <= columns - _SWATCH - 2:
        deck = (*deck, *discard)
    if made < total:
        what: Line = (
            Run(f"{_('Build')} ", TEXT),
            Run(_count(view, chosen), ACCENT),
        )
    else:
        what = (Run(_("all built") if shown else _missing(view), MUTED),)
    facts: list[Line] = [what, (Run(_progress(view, chosen), ACCENT),), deck]
    rows: list[Line] = [heading(_("CARD"), columns, stroke=view.signs.stroke)]
    if shown:
        halves = [_swatch(face, wide_, view, chosen) for face, wide_ in _shares(shown)]
        for y, fact in enumerate(facts):
            rows.append((*(half[y] for half in halves), Run("  "), *fact))
    else:
        rows += [(Run(" " * (_SWATCH + 2)), *fact) for fact in facts]
    own = _own_card(view)
    if length(own) > columns:  # two cards of two terrains each: they stand for themselves
        own = (Run(cut(own[-1].text, columns, view.signs.more), TEXT),)
    return [*rows, own]


def _missing(view: View) -> str:
    """Why no card is seen: while the keyboard is passed on, it lies face down."""
    return _("face down") if view.hides_card else _("no card")


def _shares(faces: tuple[Terrain, ...]) -> list[tuple[Terrain, int]]:
    """Columns of the faces of a card: equal ones, unless a name needs more."""
    share = _SWATCH // len(faces)
    return [(face, max(share, width(_name(face)) + 1)) for face in faces]


def narrow(view: View, columns: int, chosen: Terrain | None = None) -> list[Line]:
    """Two lines: a bar in the colour of the card, and the facts."""
    shown = faces(view)
    if not shown:
        bar: Line = (Run(_missing(view).center(columns), MUTED),)
    else:
        share = columns // len(shown)
        bar = tuple(
            Run(
                _titled(t, share, view),
                Tone("on", t.word, 0 if chosen not in (None, t) else BOLD),
                "half-left" if t != Terrain.MARSH else "half-right",
            )
            for t in shown
        )
    if view.viewer != view.acting and (own := _next(view, columns)):
        return [fit(bar, columns), own]  # the deck stands in the title bar as well
    deck = f" {c_('short for deck', 'draw')} {pile_size(view.state.cards)}"
    progress = _progress(view, chosen)
    room = columns - width(deck) - width(progress)
    label = f"{c_('short for build', 'build')} "
    if width(label) > room:  # whole, or not at all
        label = " " * max(room, 0)
    facts: Line = (Run(label, MUTED), Run(progress, ACCENT), Run(deck, MUTED))
    return [fit(bar, columns), fit(facts, columns)]


def _titled(terrain: Terrain, columns: int, view: View) -> str:
    sign = SYMBOLS[terrain][view.signs.wall == "|"]
    full = f"{sign} {_name(terrain)} {sign}"
    return (full if width(full) <= columns else cut(_name(terrain), columns)).center(columns)
