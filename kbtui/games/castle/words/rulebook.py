"""The rules of Castle Builder by topic, kind of tile, and coin."""

from __future__ import annotations

from typing import Final

from engine.castle.pieces.coins import ALL_COINS, WORDS, Coin
from engine.castle.pieces.piecenames import TILE_NAMES, kind_of
from engine.castle.pieces.tiles import ALL_TILES, TILES
from engine.castle.state import State
from kbtui.games.castle.words.helps import COIN_HELP, TILE_HELP, TOPIC_HELP, TOPICS
from kbtui.games.castle.words.names import EFFECTS, coin_name
from kbtui.games.kit import Chapter, Rulebook
from kbtui.paint.runs import Line
from kbtui.text.i18n import _, c_
from kbtui.text.phrases import said

_OPTIONS: Final = ("sky", "royal", "peace", "pay")
# A tile and a coin are called lady.
_OTHERWISE: Final = {Coin.LADY: "sour-lady"}
COIN_ENTRIES: Final = {_OTHERWISE.get(coin, WORDS[coin]): coin for coin in Coin}


def chapters(state: State | None = None) -> list[Chapter]:
    """Every entry once; the options of this game first."""
    here = options_of(state) if state is not None else ()
    found = [Chapter(_("THIS GAME"), here)] if here else []
    return [
        *found,
        Chapter(_("THE RULES"), tuple(topic for topic in TOPICS if topic not in here)),
        Chapter(_("COINS"), tuple(COIN_ENTRIES)),
        Chapter(c_("of a castle", "TILES"), tuple(TILE_HELP)),
    ]


def options_of(state: State) -> tuple[str, ...]:
    """Entries about the options of this game."""
    setup = state.setup
    is_on = (setup.coins > 7, setup.royal, setup.peace, setup.most_paid > 1 and not setup.royal)
    return tuple(option for option, on in zip(_OPTIONS, is_on, strict=True) if on)


def name_of(entry: str) -> str:
    if entry in TOPICS:
        return _(TOPICS[entry])
    return coin_name(COIN_ENTRIES[entry]) if entry in COIN_ENTRIES else said(TILE_NAMES[entry])


def topic_of_coin(coin: int) -> str:
    """The entry of a coin."""
    return next(entry for entry, other in COIN_ENTRIES.items() if other == coin)


def line_of(entry: str) -> str:
    """What a coin does, in a few words."""
    return _(EFFECTS[COIN_ENTRIES[entry]]) if entry in COIN_ENTRIES else ""


def text_of(entry: str) -> str:
    if entry in TOPICS:
        return _(TOPIC_HELP[entry])
    if entry in COIN_ENTRIES:
        coin = COIN_ENTRIES[entry]
        return f"{_(COIN_HELP[WORDS[coin]])}\n\n{_count_of(ALL_COINS[coin])}"
    faces = faces_of(entry)
    text = _(TILE_HELP[entry]).format(number=TILES[faces[0]].number)
    copies = sum(ALL_TILES[face] for face in faces)
    return f"{text}\n\n{_count_of(copies)}" if copies else text


def _count_of(copies: int) -> str:
    return _("Copies in our reconstruction of the box: {count}.").format(count=copies)


def faces_of(kind: str) -> list[int]:
    """The tiles of a kind; none for other entries."""
    return [face for face, tile in enumerate(TILES) if kind_of(tile.word) == kind]


def note_of(entry: str) -> str:
    return _("option") if entry in _OPTIONS else ""


def sign_of(entry: str) -> Line:
    return ()


def here(entry: str, state: State) -> list[str]:
    """How many of these tiles stand in castles."""
    built = sum(castle.tiles.count(face) for castle in state.castles for face in faces_of(entry))
    if not built or entry in TOPICS or entry in COIN_ENTRIES:
        return []
    return [_("built so far: {count}").format(count=built)]


class _Castle:
    chapters = staticmethod(chapters)
    name = staticmethod(name_of)
    line = staticmethod(line_of)
    text = staticmethod(text_of)
    note = staticmethod(note_of)
    sign = staticmethod(sign_of)
    here = staticmethod(here)


RULEBOOK: Final[Rulebook] = _Castle()
