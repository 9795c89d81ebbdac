"""Moments to show: many tiles, tables of all sizes, long and wide names."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kingdom.setup import Setup
from kbtui.games.kingdom.play.hand import Play
from kbtui.paint.glyphs import UNICODE, Glyphs
from kbtui.paint.runs import Line, length, plain
from kbtui.play.session import HUMAN
from kbtui.story.view import View
from kbtui.text.keys import Keys
from tests.helpers import position, table
from tests.kbtui.playing import BOT, PEOPLE, seated, view_of

WIDTHS = (17, 29, 30, 57, 76)
NAMES = {
    "short": PEOPLE,
    "long": ("Bartholomew the Great", "Wilhelmina-Josephine", "X", "Maximilian"),
    "wide": ("王国の建設者たち", "한국어사용자", "ＷＩＤＥ", "王"),
}
# Two kinds in each corner of the board, and a settlement beside each of the eight.
EIGHT = {
    "c3": "oracle",
    "h3": "farm",
    "m3": "tower",
    "r3": "tavern",
    "c13": "temple",
    "h13": "refuge",
    "m13": "canoe",
    "r13": "fountain",
}
BESIDE = "c2 h2 m2 r2 c12 h12 m12 r12"
STATUSES = ("usable", "used", "new", "usable", "usable", "used", "new", "usable")
TILES = " ".join(f"{hex_}:{status}" for hex_, status in zip(EIGHT, STATUSES, strict=True))


def board(players: int, palaces: bool = True, goals: Sequence[str] = ()) -> Setup:
    marks = EIGHT | ({"k8": "P"} if palaces else {}) | {"e8": "K", "o8": "W", "f9 g9": "S"}
    named = goals or ("knights", "citizens", "discoverers")
    return table("G", marks, players=players, goals=named)


def busy(
    players: int = 2,
    *,
    tiles: str = TILES,
    palaces: bool = True,
    card: str = "grass",
    called: Sequence[str] = PEOPLE,
    settlements: Sequence[str] = (BESIDE,),
    **more: object,
) -> Play:
    """The first of some players in the middle of a game, the others bots."""
    hands = ["", "desert", "forest", "canyon"][:players]
    state = position(
        board(players, palaces),
        card=card,
        settlements=settlements,
        tiles=[tiles],
        hands=hands,
        **more,  # type: ignore[arg-type]
    )
    return Play(seated(state, (HUMAN, *[BOT] * (players - 1)), called))


def seen(play: Play, signs: Glyphs = UNICODE, keys: Keys | None = None) -> View:
    return view_of(play, signs, keys)


def texts(rows: Sequence[Line]) -> list[str]:
    return [plain(row).rstrip() for row in rows]


def widest(rows: Sequence[Line]) -> int:
    return max(map(length, rows), default=0)


def acts(rows: Sequence[Line]) -> set[str]:
    return {run.act for row in rows for run in row} - {""}
