"""What the screen asks of the player: one sentence, by what is to be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.castle.pieces.coins import RED, Coin
from engine.castle.rules.explain import sum_below
from engine.castle.setup import DRAWN, RACK_LIMIT
from engine.castle.state import Phase
from kbtui.games.castle.lines.plain import awaited
from kbtui.games.castle.play import counts
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.stance import Step
from kbtui.games.castle.words.names import cell_name, coin_name, short_coin, tile_name
from kbtui.paint.runs import KEY, MUTED, STRONG, TEXT, WARNING, Line, Run, Tone
from kbtui.panels import around
from kbtui.story.view import View
from kbtui.text.i18n import _, n_
from kbtui.text.phrases import said
from kbtui.text.words import explained


def prompt(play: Play, view: View, *, short: bool = False, seconds: int = 0) -> Line:
    """One sentence: what is expected now, or why the last key did nothing. ``seconds``: for how
    long a bot has thought."""
    over = _("The game is over. Press {key} to see the result.")
    return around.prompt(play, view, over, lambda: _expected(play, view, short, seconds))


def _expected(play: Play, view: View, short: bool, seconds: int) -> Line:
    if play.counted is not None:
        return counts.line(view, play.counted)
    if not play.is_asked:
        return (Run(waiting_line(play, view, seconds), MUTED),)
    return _ASKS[play.step](play, view, short)


def waiting_line(play: Play, view: View, seconds: int = 0) -> str:
    """Whom the game waits for, and for what."""
    seat = play.session.table.to_act
    if play.state.phase is Phase.DROP and seat is not None:
        return awaited(play.state, view.names[seat])
    return around.thinking(play, view, _("Tiles are being dealt."), seconds)


# ---- what is asked ------------------------------------------------------------------------------


def _turn(play: Play, view: View, short: bool) -> Line:
    if not play.is_at_home:
        text = _("{name}'s castle. Press {key} to return to yours.")
        name, key = view.names[play.shown], view.keys.name("back")
        return (Run(text.format(name=name, key=key)),)
    if play.slot is not None:
        count = len(play.places)
        text = n_("choose a cell; {count} is legal", "choose a cell; {count} are legal", count)
        tile = Run(explained(tile_name(play.slot.face)), STRONG)
        return tile, Run(text.format(count=count))
    if not play.choices.best:
        text = _("No tile can be built. Press {key} to draw 2.")
        return (Run(text.format(key=view.keys.name("draw")), STRONG),)
    if short:
        return (Run(_("Build a tile or draw 2."), STRONG),)
    text = _("Build a tile or draw 2: {rack} rack, {market} market, {draw} draw")
    rack = len(play.rack)
    numbers = "1" if rack == 1 else f"1-{min(rack, RACK_LIMIT)}" if rack else "-"
    parts = {"rack": numbers, "market": "8 9 0", "draw": view.keys.name("draw")}
    return (Run(text.format(**parts), STRONG),)


def _site(play: Play, view: View, short: bool) -> Line:
    assert play.site is not None, "asked only then"
    fitting = play.fitting(play.site)
    start = Run(explained(cell_name(play.site)), STRONG)
    if len(fitting) == 1:
        text = _("only {tile} fits. Press {key} to build it.")
        return start, Run(
            text.format(tile=tile_name(fitting[0].face), key=view.keys.name("choose"))
        )
    keys = " ".join(view.keys.name(slot.key) for slot in fitting)
    return start, Run(_("build which tile? {keys}").format(keys=keys))


def _draw(play: Play, view: View, short: bool) -> Line:
    over = max(len(play.rack) + DRAWN - RACK_LIMIT, 0)
    text = _("Draw 2 tiles? Press {key} again to draw.")
    if over:
        text = n_(
            "Draw 2 tiles and discard {count}? Press {key} again to draw.",
            "Draw 2 tiles and discard {count}? Press {key} again to draw.",
            over,
        )
    return (Run(text.format(key=view.keys.name("draw"), count=over), STRONG),)


def _pay(play: Play, view: View, short: bool) -> Line:
    assert play.slot is not None, "something is being built"
    wanted = sum_below(play.state.castles[play.state.actor], play.cursor.cell)
    text = _("{tile} on {cell} needs {sum}: discard which tile?")
    if play.due > 1:
        text = _("{tile} on {cell} needs {sum}: discard {count}, {marked} marked")
    shown = said(wanted) if isinstance(wanted, str) else str(wanted)
    parts = {"tile": tile_name(play.slot.face), "cell": cell_name(play.cursor.cell), "sum": shown}
    return (Run(text.format(**parts, count=play.due, marked=len(play.marked)), STRONG),)


def _drop(play: Play, view: View, short: bool) -> Line:
    count, tiles = play.due, len(play.rack)
    text = n_(
        "You have {tiles} tiles: discard {count}.",
        "You have {tiles} tiles: discard {count}, {marked} marked.",
        count,
    )
    told_text = text.format(tiles=tiles, count=count, marked=len(play.marked))
    return (Run(told_text, STRONG),)


def _row(title: str, play: Play, view: View, texts: Sequence[str], tones: Sequence[Tone]) -> Line:
    """Things to choose from; a click points at one, a second click takes it."""
    found = [Run(title, STRONG)]
    for at, (key, text) in enumerate(zip(play.row_keys, texts, strict=True)):
        tone = KEY if at == play.at else tones[at]
        found += [Run("  "), Run(f" {view.keys.name(key)} {text} ", tone, f"pick-{at}")]
    return tuple(found)


def _coin(play: Play, view: View, short: bool) -> Line:
    state, coins = play.state, play.choices.coins
    due = state.agenda[-1][2]
    title = _("Take:") if short else _("Take a coin:")
    if due > 1:
        text = _("Take 1 of {count}:") if short else _("Take the first of {count} coins:")
        title = text.format(count=due)
    name = short_coin if short else coin_name
    is_red = [coin in RED and not state.setup.peace for coin in coins]
    tones = [WARNING if red else TEXT for red in is_red]
    return _row(title, play, view, [name(coin) for coin in coins], tones)


def _thief(play: Play, view: View, short: bool) -> Line:
    racks = [(view.names[seat], len(play.state.racks[seat])) for seat in play.choices.victims]
    texts = [f"{name} ({count})" for name, count in racks]
    return _row(_("Rob whom?"), play, view, texts, [TEXT] * len(texts))


def _take(play: Play, view: View, short: bool) -> Line:
    texts = [tile_name(face) for face in play.choices.picks]
    if short:  # their keys stand below the tiles themselves
        texts = [text if at == play.at else "" for at, text in enumerate(texts)]
    return _row(_("Take which tile?"), play, view, texts, [TEXT] * len(texts))


def _hit(play: Play, view: View, short: bool) -> Line:
    count = len(play.targets)
    is_own = play.state.phase is Phase.COLLAPSE
    name = explained(coin_name(Coin.COLLAPSE if is_own else Coin.CATAPULT))
    if short:
        text = n_("{count} free tile", "{count} free tiles", count)
    elif is_own:
        text = n_(
            "take down a free tile in your castle; only {count} is free",
            "take down a free tile in your castle; {count} are free",
            count,
        )
    else:
        text = n_(
            "take down a free tile in another castle; only {count} is free",
            "take down a free tile in another castle; {count} are free",
            count,
        )
    return Run(name, WARNING.bold()), Run(text.format(count=count))


_ASKS: Final[Mapping[Step, Callable[[Play, View, bool], Line]]] = {
    Step.TURN: _turn,
    Step.SITE: _site,
    Step.DRAW: _draw,
    Step.PAY: _pay,
    Step.DROP: _drop,
    Step.COIN: _coin,
    Step.THIEF: _thief,
    Step.TAKE: _take,
    Step.HIT: _hit,
}
