"""What the coins do (CB-58 to CB-75): one row for each effect.

An effect changes the draft where it asks nobody, and puts on the agenda what has to be asked, dealt
or gained, the first thing last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.castle.castle import Castle, free_tiles, people, roofs, windows
from engine.castle.pieces.coins import RED, Coin
from engine.castle.pieces.tiles import changed
from engine.castle.state import Draft, Phase, opponents
from engine.contract import Seat

REWARD: Final = 2  # tiles for the best castles (CB-66 to CB-69)
ALMS: Final = 3  # tiles for those with the fewest coins (CB-71)


def take_effect(draft: Draft, seat: Seat, coin: int) -> None:
    """Resolve a coin that this seat has just taken."""
    if draft.setup.peace and coin in RED:
        draft.agenda.append((Phase.TAKE, seat, 0))
    else:
        _EFFECTS[coin](draft, seat)


def best(castles: Sequence[Castle], count: Callable[[Castle], int], least: int) -> list[Seat]:
    """The seats of the castles with the most of something, and at least so much."""
    counts = [count(castle) for castle in castles]
    most = max(counts)
    return [seat for seat, has in enumerate(counts) if has == most >= least]


def height(castle: Castle) -> int:
    return castle.height


# What a coin compares, and the least that wins something.
COMPARED: Final[dict[Coin, tuple[Callable[[Castle], int], int]]] = {
    Coin.TOWER: (height, 0),
    Coin.PEOPLE: (people, 1),
    Coin.WINDOWS: (windows, 1),
    Coin.ROOFS: (roofs, 1),
}


def poorest(purses: Sequence[bytes], taker: Seat) -> list[Seat]:
    """Who has the fewest coins; the one just taken does not count (CB-71)."""
    counts = [len(purse) - (seat == taker) for seat, purse in enumerate(purses)]
    return [seat for seat, has in enumerate(counts) if has == min(counts)]


def _gain(draft: Draft, taker: Seat, seats: list[Seat], tiles: int) -> None:
    """One after the other, from the taker of the coin on, clockwise."""
    order = [seat for seat in (taker, *opponents(draft, taker)) if seat in seats]
    draft.agenda += [(Phase.DEAL, seat, tiles) for seat in reversed(order)]


def _compare(coin: Coin) -> Callable[[Draft, Seat], None]:
    count, least = COMPARED[coin]

    def reward(draft: Draft, seat: Seat) -> None:
        _gain(draft, seat, best(draft.castles, count, least), REWARD)

    return reward


def _monk(draft: Draft, seat: Seat) -> None:
    _gain(draft, seat, poorest(draft.purses, seat), ALMS)


def _ruby(draft: Draft, seat: Seat) -> None:
    draft.agenda.append((Phase.MOVE, seat, 1))


def _thief(draft: Draft, seat: Seat) -> None:
    if any(draft.racks[other] for other in opponents(draft, seat)):
        draft.agenda.append((Phase.THIEF, seat, 0))


def _lady(draft: Draft, seat: Seat) -> None:
    draft.agenda += [
        (Phase.LOSE, other, 0) for other in reversed(opponents(draft, seat)) if draft.racks[other]
    ]


def _mill(draft: Draft, seat: Seat) -> None:
    for face in draft.market:
        draft.discard = changed(draft.discard, face, 1)
    draft.market = b""
    draft.agenda.append((Phase.MILL, seat, 0))


def _collapse(draft: Draft, seat: Seat) -> None:
    if free_tiles(draft.castles[seat]):
        draft.agenda.append((Phase.COLLAPSE, seat, 0))


def _catapult(draft: Draft, seat: Seat) -> None:
    if any(free_tiles(draft.castles[other]) for other in opponents(draft, seat)):
        draft.agenda.append((Phase.CATAPULT, seat, 0))


_EFFECTS: Final[dict[int, Callable[[Draft, Seat], None]]] = {
    **{coin: _compare(coin) for coin in COMPARED},
    Coin.RUBY: _ruby,
    Coin.THIEF: _thief,
    Coin.LADY: _lady,
    Coin.MILL: _mill,
    Coin.COLLAPSE: _collapse,
    Coin.CATAPULT: _catapult,
    Coin.MONK: _monk,
}
