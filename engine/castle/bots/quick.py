"""A game in plain variables: what follows from a move, without a state for every entry.

It begins with a state, in which all that is hidden has been guessed, and the tiles and coins to
come. From there on it does what ``rules.agenda`` and ``rules.steps`` do: the agenda is the same,
and so is every random number that is used. A test plays the same games both ways.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Final

from engine.castle.bots.appeal import ways
from engine.castle.bots.turns import Asked
from engine.castle.bots.yard import COUNT_BITS, Yard
from engine.castle.moves import Action, Move
from engine.castle.pieces.cells import LEVEL
from engine.castle.pieces.coins import RED, Coin
from engine.castle.pieces.tiles import RUBIES, Face, spread
from engine.castle.rules.coineffects import ALMS, REWARD
from engine.castle.setup import DRAWN, IDLE_ROUNDS, MARKET, RACK_LIMIT
from engine.castle.state import Phase, State, Task
from engine.contract import Seat

Below = Callable[[int], int]  # below(n) is a number from 0 to n - 1

_TURN: Final = Phase.TURN
_DROP: Final = Phase.DROP
_COIN: Final = Phase.COIN
_DEAL: Final = Phase.DEAL
_MOVE: Final = Phase.MOVE
_EFFECT: Final = Phase.EFFECT
_END: Final = Phase.END
_BUILD: Final = Action.BUILD
_ROYAL: Final = Action.ROYAL
_SHIFT: Final = {Coin.PEOPLE: 0, Coin.WINDOWS: COUNT_BITS, Coin.ROOFS: 2 * COUNT_BITS}
_COUNT: Final = (1 << COUNT_BITS) - 1
_MORE: Final = 5  # steps that a baron may go more than its castle has levels, and one


def shuffled(pieces: list[int], below: Below) -> list[int]:
    """Pieces in random order, the next one last; the list is used up."""
    for i in range(len(pieces) - 1, 0, -1):
        j = below(i + 1)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return pieces


class Quick:
    """A game that is played on from a state."""

    __slots__ = (
        *("agenda", "barons", "below", "built", "coins", "coins_to_win", "deck", "discard", "idle"),
        *("market", "mint", "most_paid", "others", "over", "peace", "seat", "start", "yards"),
    )

    deck: list[Face]  # the reserve, the next tile last
    mint: list[int]  # the coin reserve, the next coin last
    below: Below

    def __init__(self, state: State) -> None:
        setup, n = state.setup, state.setup.players
        self.start, self.coins_to_win, self.peace = setup.start, setup.coins, setup.peace
        self.most_paid = setup.most_paid
        self.others = [[(seat + i) % n for i in range(1, n)] for seat in range(n)]
        self.yards = []
        for seat, castle in enumerate(state.castles):
            yard = Yard(castle)
            yard.rack, yard.royals = [*state.racks[seat]], [*state.royals[seat]]
            yard.coins = len(state.purses[seat])
            self.yards.append(yard)
        self.barons, self.market, self.coins = [*state.barons], [*state.market], [*state.coins]
        self.discard = [*spread(state.discard)]
        self.agenda: list[Task] = [*state.agenda]
        self.seat, self.idle, self.built = state.seat, state.idle, state.built
        self.over = state.phase is Phase.OVER

    def copy(self) -> Quick:
        """The same game, without the tiles and coins to come."""
        found = Quick.__new__(Quick)
        found.start, found.coins_to_win, found.peace = self.start, self.coins_to_win, self.peace
        found.most_paid, found.others, found.over = self.most_paid, self.others, self.over
        found.yards = [yard.copy() for yard in self.yards]
        found.barons, found.market, found.coins = self.barons[:], self.market[:], self.coins[:]
        found.discard, found.agenda = self.discard[:], self.agenda[:]
        found.seat, found.idle, found.built = self.seat, self.idle, self.built
        return found

    def asked(self, seat: Seat) -> Asked:
        yard = self.yards[seat]
        lacking = self.coins_to_win - yard.coins
        return yard, seat, tuple(self.barons), self.market, lacking, self.most_paid

    def play(self, move: Move) -> None:
        """Make a move of the seat to act, and all that follows until somebody has to answer."""
        _MOVES[move[0]](self, move)
        self.settle()

    def settle(self) -> None:
        """Go on until a seat has to answer, or the game is over."""
        agenda, market, coins = self.agenda, self.market, self.coins
        while not self.over:
            while len(market) < MARKET and (self.deck or self.discard):
                insort(market, self._drawn())
            if len(coins) < MARKET and self.mint:
                coins.append(self.mint.pop())
                continue
            phase, seat, number = agenda[-1]
            task = _TASKS[phase]
            if task is None or task(self, seat, number):
                return

    def _drawn(self) -> Face:
        """The next tile of the reserve; the discards become a new one if they have to (CB-18)."""
        if not self.deck:
            self.discard.sort()
            self.deck, self.discard = shuffled(self.discard, self.below), []
        return self.deck.pop()

    def best(self, coin: Coin) -> list[Seat]:
        """The seats that gain tiles from a coin that compares castles (CB-66 to CB-69)."""
        if coin is Coin.TOWER:
            counts, least = [yard.height for yard in self.yards], 0
        else:
            shift, least = _SHIFT[coin], 1
            counts = [yard.shown >> shift & _COUNT for yard in self.yards]
        most = max(counts)
        return [seat for seat, has in enumerate(counts) if has == most >= least]

    def poorest(self, taker: Seat) -> list[Seat]:
        """Who has the fewest coins; the one just taken does not count (CB-71)."""
        counts = [yard.coins - (seat == taker) for seat, yard in enumerate(self.yards)]
        fewest = min(counts)
        return [seat for seat, has in enumerate(counts) if has == fewest]


Work = Callable[[Quick, Seat, int], bool]  # true if it waits for an answer


def _surplus(game: Quick, seat: Seat, number: int) -> bool:
    if len(game.yards[seat].rack) > RACK_LIMIT:
        return True
    game.agenda.pop()
    return False


def _dealt(game: Quick, seat: Seat, number: int) -> bool:
    rack = game.yards[seat].rack
    while number and (game.deck or game.discard):
        insort(rack, game._drawn())
        number -= 1
    if len(rack) > RACK_LIMIT:
        game.agenda[-1] = (_DROP, seat, 0)
        return True
    game.agenda.pop()
    return False


def _moved(game: Quick, seat: Seat, number: int) -> bool:
    size = max(game.yards[seat].height + _MORE, number + 1)
    spaces, coins, brings_tile = ways(tuple(game.barons), seat, size)[number]
    game.barons[seat] = spaces[-1]
    agenda = game.agenda
    agenda.pop()
    if coins:
        agenda.append((_COIN, seat, coins))
    if brings_tile:
        agenda.append((_DEAL, seat, 1))
    return False


def _effect(game: Quick, seat: Seat, number: int) -> bool:
    agenda = game.agenda
    agenda.pop()
    if game.yards[seat].coins >= game.coins_to_win:
        game.over = True
    elif game.peace and number in RED:
        agenda.append((Phase.TAKE, seat, 0))
    else:
        _EFFECTS[number](game, seat)
    return False


def _pick_or_skip(game: Quick, seat: Seat, number: int) -> bool:
    if game.market:
        return True
    game.agenda.pop()
    return False


def _stolen(game: Quick, seat: Seat, victim: int) -> bool:
    rack = game.yards[victim].rack
    insort(game.yards[seat].rack, rack.pop(game.below(len(rack))))
    game.agenda[-1] = (_DROP, seat, 0)
    return False


def _lost(game: Quick, seat: Seat, number: int) -> bool:
    rack = game.yards[seat].rack
    game.agenda.pop()
    game.discard.append(rack.pop(game.below(len(rack))))
    return False


def _ended(game: Quick, seat: Seat, number: int) -> bool:
    after = (seat + 1) % len(game.yards)
    if after == game.start:
        game.idle = 0 if game.built else game.idle + 1
        game.built = False
        if game.idle >= IDLE_ROUNDS:
            game.over = True
            return False
    game.seat = after
    game.agenda[-1] = (_TURN, after, 0)
    return False


_WORK: Final[dict[Phase, Work]] = {
    Phase.DROP: _surplus,
    Phase.DEAL: _dealt,
    Phase.MOVE: _moved,
    Phase.EFFECT: _effect,
    Phase.END: _ended,
    Phase.STEAL: _stolen,
    Phase.LOSE: _lost,
    Phase.MILL: _pick_or_skip,
    Phase.TAKE: _pick_or_skip,
}
_TASKS: Final = [_WORK.get(phase) for phase in Phase]


def _gain(game: Quick, taker: Seat, seats: list[Seat], tiles: int) -> None:
    for seat in (*reversed(game.others[taker]), taker):
        if seat in seats:
            game.agenda.append((_DEAL, seat, tiles))


def _compare(coin: Coin) -> Callable[[Quick, Seat], None]:
    return lambda game, seat: _gain(game, seat, game.best(coin), REWARD)


def _monk(game: Quick, seat: Seat) -> None:
    _gain(game, seat, game.poorest(seat), ALMS)


def _ruby(game: Quick, seat: Seat) -> None:
    game.agenda.append((_MOVE, seat, 1))


def _thief(game: Quick, seat: Seat) -> None:
    if any(game.yards[other].rack for other in game.others[seat]):
        game.agenda.append((Phase.THIEF, seat, 0))


def _lady(game: Quick, seat: Seat) -> None:
    for other in reversed(game.others[seat]):
        if game.yards[other].rack:
            game.agenda.append((Phase.LOSE, other, 0))


def _mill(game: Quick, seat: Seat) -> None:
    game.discard += game.market
    game.market.clear()
    game.agenda.append((Phase.MILL, seat, 0))


def _collapse(game: Quick, seat: Seat) -> None:
    if game.yards[seat].free():
        game.agenda.append((Phase.COLLAPSE, seat, 0))


def _catapult(game: Quick, seat: Seat) -> None:
    if any(game.yards[other].free() for other in game.others[seat]):
        game.agenda.append((Phase.CATAPULT, seat, 0))


_EFFECTS: Final[dict[int, Callable[[Quick, Seat], None]]] = {
    **{coin: _compare(coin) for coin in (Coin.TOWER, Coin.PEOPLE, Coin.WINDOWS, Coin.ROOFS)},
    Coin.RUBY: _ruby,
    Coin.THIEF: _thief,
    Coin.LADY: _lady,
    Coin.MILL: _mill,
    Coin.COLLAPSE: _collapse,
    Coin.CATAPULT: _catapult,
    Coin.MONK: _monk,
}


def _draw(game: Quick, move: Move) -> None:
    seat = game.seat
    game.agenda[-1] = (_END, seat, 0)
    game.agenda.append((_DEAL, seat, DRAWN))


def _build(game: Quick, move: Move) -> None:
    action, face, cell, paid = move
    seat = game.seat
    yard = game.yards[seat]
    if action is _BUILD:
        yard.rack.remove(face)
    elif action is _ROYAL:
        yard.royals.remove(face)
    else:
        game.market.remove(face)
    for tile in paid:
        yard.rack.remove(tile)
        game.discard.append(tile)
    yard.build(face, cell)
    game.built = True
    game.agenda[-1] = (_END, seat, 0)
    level = LEVEL[cell]
    if level > 1:
        game.agenda.append((_MOVE, seat, level + RUBIES[face]))


def _dropped(game: Quick, move: Move) -> None:
    _, seat, _ = game.agenda.pop()
    rack = game.yards[seat].rack
    for tile in move[3]:
        rack.remove(tile)
        game.discard.append(tile)


def _coin_taken(game: Quick, move: Move) -> None:
    agenda, coin = game.agenda, move[1]
    _, seat, due = agenda.pop()
    if due > 1:
        agenda.append((_COIN, seat, due - 1))
    agenda.append((_EFFECT, seat, coin))
    game.coins.remove(coin)
    game.yards[seat].coins += 1


def _robbed(game: Quick, move: Move) -> None:
    game.agenda[-1] = (Phase.STEAL, game.seat, move[1])


def _collapsed(game: Quick, move: Move) -> None:
    game.agenda.pop()
    game.discard.append(game.yards[game.seat].take_down(move[2]))


def _shot(game: Quick, move: Move) -> None:
    game.agenda.pop()
    game.discard.append(game.yards[move[1]].take_down(move[2]))


def _picked(game: Quick, move: Move) -> None:
    seat, face = game.seat, move[1]
    game.agenda[-1] = (_DROP, seat, 0)
    game.market.remove(face)
    insort(game.yards[seat].rack, face)


_MOVES: Final[dict[Action, Callable[[Quick, Move], None]]] = {
    Action.DRAW: _draw,
    Action.BUILD: _build,
    Action.ROYAL: _build,
    Action.MARKET: _build,
    Action.DROP: _dropped,
    Action.COIN: _coin_taken,
    Action.THIEF: _robbed,
    Action.COLLAPSE: _collapsed,
    Action.CATAPULT: _shot,
    Action.MILL: _picked,
    Action.TAKE: _picked,
}
