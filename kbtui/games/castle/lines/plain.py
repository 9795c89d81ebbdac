"""Castle Builder in plain lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from engine.castle.castle import Castle, tiles_built
from engine.castle.moves import BUILDS, Move, format_move, word
from engine.castle.pieces.cells import LEVEL, Cell, Mask, cells
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.tiles import UNKNOWN
from engine.castle.rules.actions import legal
from engine.castle.rules.foresight import build_way
from engine.castle.rules.placing import spaces_moved
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase, State, opponents
from engine.contract import Seat
from kbtui.games.castle.lines import drawing, tilenumbers
from kbtui.games.castle.lines.drawing import Offer
from kbtui.games.castle.lines.questions import QUESTIONS, coins_line, market_line, rack_line
from kbtui.games.castle.words.kinds import cell_of, changed
from kbtui.games.castle.words.kit import chosen
from kbtui.games.castle.words.names import coin_name, tiles_named
from kbtui.games.plain import Asked, Plain, Window
from kbtui.text.i18n import N_, _, c_, n_
from kbtui.text.words import either, fold

_MOVES: Final = (
    N_("A move: draw, or a build. 3@e2 builds tile 3 of your rack on E2, 8@e2 a market tile."),
    N_("3@e2+1 pays with tile 1. Tiles have names too: wall5@e2, market:wall5@e2+stair11/1."),
    N_("royal:prince@e2 builds a tile that was set aside."),
    N_("When asked: drop:3, coin:mill, thief:2, collapse:f3, catapult:2@f3, mill:8, take:8."),
)
_HIDING: Final = (Phase.TURN, Phase.DROP)


def awaited(state: State, who: str) -> str:
    """Whom the game waits for; who has to discard is asked so little that it has to be said."""
    if state.phase is Phase.DROP:
        return _("Waiting for {who} to discard.").format(who=who)
    return _("Waiting for {who}.").format(who=who)


class _Castle:
    moves: Sequence[str] = _MOVES
    questions = QUESTIONS

    def introduction(self, state: State) -> Iterator[str]:
        text = _("The first player with {count} coins wins. Type rules to read the rules.")
        yield from fold(text.format(count=state.setup.coins), "")
        options = chosen(state.setup._asdict())
        if options:
            yield _("Game options: {options}.").format(options=", ".join(options))
        yield from fold(
            _(
                "The tiles, the coins and the track are our own reconstruction, not the "
                "published set."
            ),
            "",
        )

    def task(self, state: State) -> str:
        return _TASKS[state.phase](state, state.actor)

    def hides(self, state: State) -> bool:
        return state.phase in _HIDING

    awaited = staticmethod(awaited)

    token = staticmethod(tilenumbers.token)

    def group(self, move: Move) -> str:
        return word(move[0])

    def note(self, state: State, move: Move) -> str:
        """How far a build moves the baron, and what that earns."""
        action, face, cell, _paid = move
        if action not in BUILDS or LEVEL[cell] == 1:
            return ""
        walk = build_way(state, move)
        said = [_("moves {count}").format(count=spaces_moved(face, cell))]
        if walk.coins:
            coins = walk.coins
            said.append(n_("{count} coin", "{count} coins", coins).format(count=coins))
        if walk.brings_tile:
            said.append(_("1 tile"))
        return ", ".join(said)

    def board(self, asked: Asked, window: Window | None, since: Any | None) -> list[str]:
        state: State = asked.state
        new = 0 if since is None else changed(since, state)
        blocks = [
            (_title(state, seat, asked.names[seat]), _drawn(state, seat, new, asked.seat))
            for seat in range(state.setup.players)
        ]
        lines = [*drawing.side_by_side(blocks)]
        lines += fold(market_line(state)) + fold(coins_line(state))
        lines.append(f"{_('Track')}  {drawing.track_line(state)}")
        if asked.viewer is not None:
            lines += fold(rack_line(state, asked.viewer))
        return lines

    def legend(self, state: State, window: Window | None) -> list[str]:
        return [
            _("[ 5] gives 5 to the sum above it; n is a window, @ a person, # the gate"),
            _("~~2] and [2~~ are half sky, ^^ is a roof; nothing can stand on /^^\\ and @@"),
            _("{ 5} was built since your last move; >3$ moves 3 spaces and takes a coin"),
            _("Track from space 0: $ coin, # tile, + ruby, . plain, a digit is a baron"),
        ]

    def pieces(self, state: State) -> Iterator[str]:
        for seat, castle in enumerate(state.castles):
            coins = ", ".join(map(coin_name, state.purses[seat])) or c_("coins", "none")
            text = _("Seat {number}: {counts}; coins: {coins}.")
            yield from fold(
                text.format(number=seat + 1, counts=drawing.counts(castle), coins=coins)
            )

    def scores(self, state: State, names: Sequence[str]) -> Iterator[str]:
        rows: tuple[tuple[str, list[str]], ...] = (
            ("", [*names]),
            (_("Coins"), [str(len(purse)) for purse in state.purses]),
            (_("Levels"), [str(castle.height) for castle in state.castles]),
            (_("Tiles built"), [str(tiles_built(castle)) for castle in state.castles]),
        )
        first = max(len(title) for title, _cells in rows)
        widths = [max(8, len(name)) for name in names]
        for title, row in rows:
            shown = "  ".join(f"{cell:>{w}}" for cell, w in zip(row, widths, strict=True))
            yield f"{title:<{first}}  {shown}"


def _title(state: State, seat: Seat, name: str) -> str:
    coins, tiles = len(state.purses[seat]), len(state.racks[seat])
    rest = _("coins {coins}, rack {tiles}").format(coins=coins, tiles=tiles)
    numbered = name if name.startswith(f"{seat + 1} ") else f"{seat + 1} {name}"
    return f"{numbered[: drawing.WIDTH - len(rest) - 2]}: {rest}"


def _drawn(state: State, seat: Seat, new: Mask, asked: Seat | None) -> list[str]:
    castle = state.castles[seat]
    fresh = sum(1 << cell for owner, cell in map(cell_of, cells(new)) if owner == seat)
    return drawing.castle_rows(castle, fresh, _offers(state, castle) if seat == asked else {})


def _offers(state: State, castle: Castle) -> dict[Cell, Offer]:
    """The best build on each cell, for a player who knows the rack and has to build."""
    if state.phase is not Phase.TURN or UNKNOWN in state.racks[state.actor]:
        return {}
    found: dict[Cell, Offer] = {}
    for move in legal(state):
        action, face, cell, _paid = move
        if action in BUILDS:
            offer = Offer(spaces_moved(face, cell), build_way(state, move).coins)
            found[cell] = max(offer, found.get(cell, offer))
    return found


# ---- what is asked ------------------------------------------------------------------------------


def _turn(state: State, seat: Seat) -> str:
    said = [_("build a tile or draw 2."), rack_line(state, seat), market_line(state)]
    if state.royals[seat]:
        said.insert(2, _("Set aside: {tiles}.").format(tiles=tiles_named(state.royals[seat])))
    return " ".join(said)


def _drop(state: State, seat: Seat) -> str:
    tiles = len(state.racks[seat])
    count = tiles - RACK_LIMIT
    if seat == state.seat:
        text = n_(
            "discard {count} of your {tiles} tiles: type drop: and its number.",
            "discard {count} of your {tiles} tiles: type drop: and their numbers, as in drop:1+2.",
            count,
        )
    else:
        text = n_(
            "it is not your turn, but you have {tiles} tiles and must discard {count}: "
            "type drop: and its number.",
            "it is not your turn, but you have {tiles} tiles and must discard {count}: "
            "type drop: and their numbers, as in drop:1+2.",
            count,
        )
    return f"{text.format(count=count, tiles=tiles)} {rack_line(state, seat)}"


def _coin(state: State, seat: Seat) -> str:
    due = state.agenda[-1][2]
    text = n_(
        "take a coin: {coins}. Type coins to hear what each does now.",
        "take the first of {count} coins: {coins}. Type coins to hear what each does now.",
        due,
    )
    listed = either(f"{coin_name(coin)} (coin:{WORDS[coin]})" for coin in sorted({*state.coins}))
    return text.format(count=due, coins=listed)


def _thief(state: State, seat: Seat) -> str:
    racks = ((other, len(state.racks[other])) for other in opponents(state, seat))
    listed = either(
        n_("thief:{number} ({count} tile)", "thief:{number} ({count} tiles)", count).format(
            number=other + 1, count=count
        )
        for other, count in racks
        if count
    )
    return _("choose whom to rob: {seats}.").format(seats=listed)


def _collapse(state: State, seat: Seat) -> str:
    text = _("choose a free tile in your castle to take down, such as {token}.")
    return text.format(token=format_move(legal(state)[0]))


def _catapult(state: State, seat: Seat) -> str:
    text = _("choose a free tile in another castle to take down, such as {token}.")
    return text.format(token=format_move(legal(state)[0]))


def _pick(state: State, seat: Seat) -> str:
    text = _("choose a market tile for your rack, such as {token}.")
    said = text.format(token=format_move(legal(state)[0]))
    return f"{said} {market_line(state)}"


_TASKS: Final[dict[Phase, Callable[[State, Seat], str]]] = {
    Phase.TURN: _turn,
    Phase.DROP: _drop,
    Phase.COIN: _coin,
    Phase.THIEF: _thief,
    Phase.COLLAPSE: _collapse,
    Phase.CATAPULT: _catapult,
    **dict.fromkeys((Phase.MILL, Phase.TAKE), _pick),
}

PLAIN: Final[Plain] = _Castle()
