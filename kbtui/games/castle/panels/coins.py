"""The coins on the market, with what they do; and those that somebody has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.castle.pieces.coins import RED, Coin
from engine.castle.state import State
from kbtui.games.castle.words.names import coin_name, effect, short_coin
from kbtui.paint.cells import BOLD
from kbtui.paint.runs import (
    EMPTY,
    KEY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    length,
    width,
)
from kbtui.story.view import View
from kbtui.text.i18n import _

COIN: Final = Tone("ink", "coin", BOLD)
_GOLD: Final = Tone("coin", "background", BOLD)


def is_red(state: State, coin: int) -> bool:
    """Whether the coin hurts somebody; in peaceful times none does."""
    return coin in RED and not state.setup.peace


def _acts(state: State, options: Sequence[int]) -> list[str]:
    """What a click on each coin of the market does: while one has to be taken, point at it."""
    return [f"pick-{options.index(coin)}" if coin in options else "" for coin in state.coins]


def market(view: View, columns: int, options: Sequence[int], at: int | None) -> list[Line]:
    """Two lines a coin: its name, and what it does. ``at`` is the coin pointed at."""
    state = view.state
    rows: list[Line] = []
    for coin, act in zip(state.coins, _acts(state, options), strict=True):
        is_chosen = at is not None and coin == at
        tone = KEY if is_chosen else WARNING.bold() if is_red(state, coin) else STRONG
        rows.append((Run(" $ ", COIN, act), Run(" "), Run(coin_name(coin), tone, act)))
        told = cut(effect(coin, state.setup), columns - 4, view.signs.more)
        rows.append((Run("    "), Run(told, MUTED, act)))
    return rows


def has_room(view: View, columns: int) -> bool:
    """Whether every coin can be told whole, with what it does."""
    coins, setup = Coin, view.state.setup
    return max(width(effect(coin, setup)) for coin in coins) + 4 <= columns


def brief(view: View, columns: int, options: Sequence[int], at: int | None) -> Line:
    """All of them in one line."""
    state = view.state
    names = [short_coin(coin) for coin in state.coins]
    gap = " " if sum(width(name) + 2 for name in names) + len(names) - 1 <= columns else ""
    found: list[Run] = []
    for number, (coin, act) in enumerate(zip(state.coins, _acts(state, options), strict=True)):
        is_chosen = at is not None and coin == at
        tone = KEY if is_chosen else WARNING if is_red(state, coin) else TEXT
        sign = str(options.index(coin) + 1) if coin in options else "$"
        found += [Run(" ")] if number else []
        found += [Run(sign, COIN, act), Run(f"{gap}{names[number]}", tone, act)]
    return tuple(found) if length(found) <= columns else fit(found, columns)


def listed(view: View, options: Sequence[int], at: int | None) -> list[Line]:
    """A short line for each coin."""
    state = view.state
    rows: list[Line] = []
    for coin, act in zip(state.coins, _acts(state, options), strict=True):
        is_chosen = at is not None and coin == at
        tone = KEY if is_chosen else WARNING if is_red(state, coin) else TEXT
        rows.append((Run("$", COIN, act), Run(" "), Run(short_coin(coin), tone, act)))
    return rows


def headed(view: View, columns: int, options: Sequence[int], at: int | None) -> list[Line]:
    """With a heading: in one line."""
    head = heading(_("COINS"), columns, stroke=view.signs.stroke)
    return [head, brief(view, columns, options, at)]


def purse(view: View, seat: int) -> Line:
    """``$$$$··· 4``"""
    state = view.state
    has, goal = len(state.purses[seat]), state.setup.coins
    dots = view.signs.dot * max(goal - has, 0)
    return Run("$" * has, _GOLD), Run(dots, MUTED), Run(f" {has}", STRONG)


def held(view: View, seat: int, columns: int) -> list[Line]:
    """The coins somebody has, in the order taken."""
    coins = view.state.purses[seat]
    rows: list[Line] = [
        (view.chip(seat), Run(f" {view.names[seat]}  ", STRONG), *purse(view, seat))
    ]
    for coin in coins:
        name = coin_name(Coin(coin))
        told = cut(effect(coin, view.state.setup), columns - 7 - width(name), view.signs.more)
        rows.append((Run("   $ ", _GOLD), Run(name), Run(f"  {told}" if told else "", MUTED)))
    return [*rows, EMPTY]
