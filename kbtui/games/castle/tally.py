"""What is counted in a finished game of Castle Builder: coins by effect, and the castles."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.castle.castle import tiles_built
from engine.castle.moves import DRAW, format_move
from engine.castle.pieces.coins import WORDS as COINS
from engine.castle.setup import Options
from engine.castle.state import State
from engine.table import Table
from kbtui.games.castle.words.kit import WORDS
from kbtui.games.castle.words.names import coin_name
from kbtui.games.tallying import Amounts, Tally
from kbtui.text.i18n import N_, _

_EFFECTS, _CASTLES = "effects", "castles"
_TITLES: Final = {_EFFECTS: N_("COINS BY EFFECT"), _CASTLES: N_("CASTLES")}
_NUMBERS: Final = {"levels": N_("Levels"), "tiles": N_("Tiles built"), "draws": N_("Draws")}
_FLAGS: Final = ("royal", "peace")
_ANY: Final = "any"
_DRAW: Final = format_move(DRAW)


class _Castle:
    groups: Sequence[str] = (_EFFECTS, _CASTLES)
    owned: Collection[str] = (_EFFECTS,)

    def kind(self, options: Mapping[str, Any]) -> str:
        coins = str(options.get("coins", Options().coins))
        flags = [name for name in _FLAGS if options.get(name)]
        return " ".join([coins, *flags, *[_ANY] * (options.get("pay") == _ANY)])

    def kind_name(self, kind: str) -> str:
        coins, *flags = kind.split()
        chosen = dict.fromkeys(set(flags) & {*_FLAGS}, True)
        pay = {"pay": _ANY} if _ANY in flags else {}
        return WORDS.options({"coins": int(coins), **chosen, **pay})

    def counts(self, table: Table) -> dict[str, Amounts]:
        state: State = table.state
        effects = {
            word: [purse.count(coin) for purse in state.purses] for coin, word in enumerate(COINS)
        }
        seats = range(state.setup.players)
        drawn = [entry.actor for entry in table.entries if entry.token == _DRAW]
        castles = {
            "levels": [castle.height for castle in state.castles],
            "tiles": [tiles_built(castle) for castle in state.castles],
            "draws": [drawn.count(seat) for seat in seats],
        }
        return {_EFFECTS: effects, _CASTLES: castles}

    def title(self, group: str) -> str:
        return _(_TITLES[group])

    def name(self, group: str, key: str) -> str:
        if group == _EFFECTS:
            return coin_name(COINS.index(key)) if key in COINS else key
        return _(_NUMBERS[key]) if key in _NUMBERS else key


TALLY: Final[Tally] = _Castle()
