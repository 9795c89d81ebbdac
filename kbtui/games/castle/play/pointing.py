"""What the cursor is on, and what it would mean: the line below what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.castle.castle import face_at
from engine.castle.moves import DRAW, NO_BAG, NONE, Action
from engine.castle.pieces.cells import LEVEL, Cell
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import NUMBER, TILES
from engine.castle.rules.explain import sum_below
from engine.castle.rules.foresight import build_way, ruby_way
from engine.castle.rules.placing import reach
from engine.castle.state import opponents
from kbtui.games.castle.play.choices import gain, topple
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.games.castle.words.names import built_name, cell_name, coin_name, space_kind, tile_name
from kbtui.games.castle.words.outlook import brought, coin_now
from kbtui.paint.runs import GOOD, MUTED, STRONG, TEXT, WARNING, Line, Run, Tone
from kbtui.story.view import View
from kbtui.text.i18n import N_, _, n_
from kbtui.text.phrases import said, told
from kbtui.text.words import both, explained


def place(play: Play, view: View, *, short: bool = False) -> Line:
    """What the cursor is on; or what a question is about."""
    pointed = _POINTED.get(play.step)
    if pointed is not None and play.counted is None:
        return pointed(play, view, short)
    return _cell(play, view, short)


def _cell(play: Play, view: View, short: bool) -> Line:
    """Coordinate, what is there, and whether and why it can be chosen."""
    cell = play.cell_in_sight
    start = Run(cell_name(cell), STRONG), Run("  ")
    castle = play.state.castles[play.shown]
    face = face_at(castle, cell)
    content: Line = (Run(built_name(face)),) if face else ()
    if play.step is Step.HIT:
        return (*start, *content, *_loss(play, view, cell))
    if not play.is_at_home or play.step not in (Step.TURN, Step.SITE, Step.PAY):
        return (*start, *(content or (Run(_("empty"), MUTED),)))
    if cell in play.gains:
        return (*start, *_legal(play, view, cell, short))
    if face:
        return (*start, *content, Run(f"  {_taken(face)}", MUTED))
    reason = play.why_not(cell)
    return start if reason is None else (*start, Run(_brief(reason.rule) or told(reason), MUTED))


# Beside the cell there is little room; Enter on it says the whole sentence.
_BRIEF: Final = {"CB-30": N_("no tile below it")}


def _brief(rule: str) -> str:
    return _(_BRIEF[rule]) if rule in _BRIEF else ""


def _taken(face: int) -> str:
    """What a tile in the castle gives to those that stand on it."""
    top = TILES[face].top_number
    return _("gives {number}").format(number=top) if top else _("nothing can stand on it")


def _legal(play: Play, view: View, cell: Cell, short: bool) -> Line:
    state, move = play.state, play.move_at(cell)
    assert move is not None, "the cell is legal"
    found = [Run(_("legal"), GOOD)]
    if play.slot is None:
        found.append(Run(f"  {tile_name(move[1])}"))
    if LEVEL[cell] == 1:
        return (*found, Run(f"  {_('any number, no move')}", MUTED))
    if NUMBER[move[1]]:
        wanted = sum_below(state.castles[play.shown], cell)
        shown = said(wanted) if isinstance(wanted, str) else str(wanted)
    else:
        shown = _("any number")
    found.append(Run(f"  {shown}", MUTED))
    if move[3] or (play.is_paying and play.due):
        count = len(move[3]) or play.due
        text = n_("pay {count} tile", "pay {count} tiles", count).format(count=count)
        found.append(Run(f"  -{count}" if short else f"  {text}", WARNING))
    return (*found, *_walk(play, view, cell, short))


def _walk(play: Play, view: View, cell: Cell, short: bool) -> Line:
    """How far the baron goes, over whom, and what that brings."""
    state, move = play.state, play.move_at(cell)
    assert move is not None, "the cell is legal"
    way, offer = build_way(state, move), gain(state, move)
    text = _("baron +{count}") if short else _("baron +{count} to space {space}")
    found = [Run(f"  {text.format(count=offer.spaces, space=way.spaces[-1])}", STRONG)]
    hopped = [view.names[seat] for seat, at in enumerate(state.barons) if at in way.spaces[:-1]]
    if len(way.spaces) > offer.spaces and hopped and not short:
        found.append(Run(f"  {_('hops {names}').format(names=both(hopped))}", MUTED))
    if offer.coins:
        count = len(state.purses[play.shown]) + offer.coins
        text = n_("{count} coin", "{count} coins", offer.coins).format(count=offer.coins)
        if count >= state.setup.coins:
            text = _("coin {count}: you win").format(count=count)
        found.append(Run(f"  {text}", GOOD))
    if offer.tiles:
        found.append(Run(f"  {_('1 tile from the reserve')}", GOOD))
    return tuple(found)


def _loss(play: Play, view: View, cell: Cell) -> Line:
    if cell not in play.places:
        reason = play.why_not(cell)
        return (Run(f"  {told(reason)}", MUTED),) if reason is not None else ()
    move = topple(play.state, play.shown, cell)
    return (Run(f"  {_said(play, view, move)}", WARNING),)


def _said(play: Play, view: View, move: tuple[Action, int, int, bytes]) -> str:
    return " ".join(brought(play.state, play.state.actor, move, view.names))


def _draw(play: Play, view: View, short: bool) -> Line:
    return () if short else (Run(_said(play, view, DRAW)),)


def _coin(play: Play, view: View, short: bool) -> Line:
    coin = play.option
    if coin is None:
        return ()
    if short:
        return (Run(_coin_short(play, view, coin), GOOD),)
    return Run(explained(coin_name(coin)), STRONG), Run(
        coin_now(play.state, coin, view.names), GOOD
    )


def _coin_short(play: Play, view: View, coin: int) -> str:
    """What a coin does now where there is little room."""
    state, wins = play.state, len(play.state.purses[play.state.seat]) + 1 >= play.state.setup.coins
    if coin == Coin.RUBY and not wins:
        space = ruby_way(state).spaces[-1]
        return _("to space {space}, {kind}").format(space=space, kind=space_kind(space))
    if coin == Coin.THIEF and not wins and not state.setup.peace:
        racks = (
            f"{view.names[seat]} {len(state.racks[seat])}" for seat in opponents(state, state.seat)
        )
        return _("tiles: {racks}").format(racks=", ".join(racks))
    return coin_now(state, coin, view.names)


def _thief(play: Play, view: View, short: bool) -> Line:
    seat = play.option
    return () if seat is None else (Run(_said(play, view, (Action.THIEF, seat, NONE, NO_BAG))),)


def _take(play: Play, view: View, short: bool) -> Line:
    at = play.option
    return () if at is None else _tile(play, play.choices.picks[at], TEXT)


def _rack(play: Play, view: View, short: bool) -> Line:
    """The tile that is pointed at, and whether it could be built."""
    at = play.option
    if at is None:
        return ()
    is_marked = at in play.marked
    mark = f"  {_('marked')}" if is_marked and play.due > 1 else ""
    told_tile = _tile(play, play.rack[at].face, GOOD if is_marked else TEXT)
    return (*told_tile, Run(mark, MUTED))


def _tile(play: Play, face: int, tone: Tone) -> Line:
    castle, most = play.state.castles[play.state.actor], play.state.setup.most_paid
    text = _("fits in your castle") if any(reach(castle, face, most)) else _("fits nowhere now")
    return Run(explained(tile_name(face)), STRONG), Run(text, tone)


_POINTED: Final[Mapping[Step, Callable[[Play, View, bool], Line]]] = {
    Step.DRAW: _draw,
    Step.COIN: _coin,
    Step.THIEF: _thief,
    Step.TAKE: _take,
    Step.PAY: _rack,
    Step.DROP: _rack,
}
