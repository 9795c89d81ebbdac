"""Figures in words, for lines and pages alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.contract import find as find_game
from engine.contract import keys
from kbtui.games.kit import find
from kbtui.history.counted import PEOPLE, Amount, Share
from kbtui.history.facts import Fact
from kbtui.text.i18n import N_, _, n_
from kbtui.text.levels import level_name

_BEGAN: Final = {  # by the place in the first round
    "1": N_("first to move"),
    "2": N_("second"),
    "3": N_("third"),
    "4": N_("fourth"),
}


def game_name(key: str) -> str:
    return _(find_game(key).title) if key in keys() else key


def opponent_name(name: str) -> str:
    """A level of bots, or people."""
    return _("people") if name == PEOPLE else level_name(name)


def began_name(place: str) -> str:
    return _(_BEGAN[place]) if place in _BEGAN else place


def players_name(count: str) -> str:
    return n_("{count} player", "{count} players", int(count)).format(count=count)


def kind_name(game: str, kind: str) -> str:
    tally = find(game).tally
    return kind if tally is None else tally.kind_name(kind)


def amount_name(game: str, group: str, amount: Amount) -> str:
    tally = find(game).tally
    return amount.key if tally is None else tally.name(group, amount.key)


def games_told(count: int) -> str:
    return n_("{count} game", "{count} games", count).format(count=count)


def games_word(count: int) -> str:
    """The same without the number, which stands elsewhere."""
    return n_("{count} game", "{count} games", count).format(count="").strip()


def row_word(count: int) -> str:
    """So many games in a row, the number again elsewhere."""
    return n_("won in a row", "won in a row", count)


def percent(share: Share) -> str:
    """``59 %``; empty for few games, where it would say nothing."""
    found = share.interval
    return "" if found is None else _("{percent} %").format(percent=round(100 * found.value))


def between(share: Share) -> str:
    """``40 to 64``: where the true share lies, 19 times in 20."""
    found = share.interval
    if found is None:
        return ""
    low, high = round(100 * found.low), round(100 * found.high)
    return _("{low} to {high}").format(low=low, high=high)


def won_told(share: Share) -> str:
    """``63 games, 33 won, 52 % (40 to 64)``."""
    text = _("{games}, {won} won").format(games=games_told(share.games), won=share.won)
    told = percent(share)
    return f"{text}, {told} ({between(share)})" if told else text


def letter(fact: Fact) -> str:
    """One character for a game: won, shared, lost."""
    return "=" if fact.is_shared else _("W") if fact.has_won else _("L")


def group_title(game: str, group: str) -> str:
    tally = find(game).tally
    return group if tally is None else tally.title(group)


def with_it(game: str, group: str, amount: Amount) -> str:
    """How many games were won with it; empty if it was always there, or never."""
    tally = find(game).tally
    if tally is None or group not in tally.owned or not 0 < amount.games_with < amount.games:
        return ""
    text = _("with it, {won} of {games} won")
    return text.format(won=amount.won_with, games=amount.games_with)


def ordered(game: str, amounts: Mapping[str, Sequence[Amount]]) -> list[tuple[str, list[Amount]]]:
    """Groups in the order of the game; in each what was met most often first."""
    tally = find(game).tally
    groups = () if tally is None else tally.groups
    rank = {name: place for place, name in enumerate(groups)}
    found = sorted(amounts.items(), key=lambda each: rank.get(each[0], len(rank)))
    return [(group, sorted(rows, key=lambda row: -row.games)) for group, rows in found]
