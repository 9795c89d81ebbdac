"""A second, tiny game behind the contract: hidden racks, blind draws, a thief, choices out of turn.

Tiles are numbers. In a turn a player takes a tile, steals one from another rack (seen only by thief
and victim), or calls for rain: each of the other players then drops a tile of their choice, face
up. The game is over when the pile is empty; dropped tiles count for the player who dropped them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.bots import Budget, Level
from engine.contract import DEALER, Game, Json, Seat, Viewer
from engine.errors import BadOptions, BadPosition, BadToken, IllegalMove
from engine.rng import Stream

UNKNOWN = -1
TILES = 14
FIRST_HAND = 2


class Held(NamedTuple):
    tile: int  # UNKNOWN to chairs that have not seen it
    seen_by: frozenset[Seat]  # who has; that somebody has is public


class State(NamedTuple):
    racks: tuple[tuple[Held, ...], ...]
    dropped: tuple[tuple[int, ...], ...]
    pile: int
    turn: Seat
    drawing: tuple[Seat, ...]  # who gets tiles now, in order
    victim: Seat | None  # of the thief
    raining: tuple[Seat, ...]  # who has to drop a tile, in order


Move = tuple[str, int, int]  # word, place or seat, tile


def _any_move(state: State, stream: Stream, budget: Budget) -> Move:
    return stream.choice(GAME.legal(state))


class Racks:
    key = "racks"
    title = "Racks"
    levels: Mapping[str, Level[State, Move]] = {"any": Level(_any_move)}
    stand_in = "any"
    undo_depth: int | None = None

    def new(self, options: Mapping[str, Any]) -> State:
        players = options.get("players", 3)
        if players not in (2, 3, 4):
            raise BadOptions("players", "2 to 4")
        none: tuple[tuple[Any, ...], ...] = ((),) * players
        drawing = tuple(seat for seat in range(players) for _ in range(FIRST_HAND))
        return State(none, none, TILES, 0, drawing, None, ())

    def seed(self, options: Mapping[str, Any]) -> str:
        return str(options.get("seed", "racks"))

    def settled(self, state: State) -> Json:
        return {"players": len(state.racks)}

    def seats(self, state: State) -> int:
        return len(state.racks)

    def to_act(self, state: State) -> Seat | None:
        if state.drawing or state.victim is not None:
            return DEALER
        if state.raining:
            return state.raining[0]
        return state.turn if state.pile else None

    def on_turn(self, state: State) -> Seat | None:
        return None if self.to_act(state) is None else state.turn

    def may_undo(self, state: State, seat: Seat) -> bool:
        return seat in (state.turn, self.to_act(state))

    def unseen(self, state: State) -> list[int]:
        """Tiles that this copy has seen nowhere."""
        known = {held.tile for rack in state.racks for held in rack}
        known |= {tile for row in state.dropped for tile in row}
        return [tile for tile in range(TILES) if tile not in known]

    def _held(self, state: State, held: Held) -> list[int]:
        return [held.tile] if held.tile != UNKNOWN else self.unseen(state)

    def legal(self, state: State) -> Sequence[Move]:
        seat = self.to_act(state)
        if seat is None:
            return []
        if seat == DEALER:
            return sorted(move for move, _ in self.outcomes(state))
        if state.raining:
            rack = enumerate(state.racks[seat])
            return sorted(("drop", i, t) for i, held in rack for t in self._held(state, held))
        others = [s for s, rack in enumerate(state.racks) if s != seat and rack]
        thefts: list[Move] = [("thief", other, 0) for other in others]
        rain: list[Move] = [("rain", 0, 0)] if others else []
        return sorted([*thefts, *rain, ("take", 0, 0)])

    def outcomes(self, state: State) -> Sequence[tuple[Move, int]]:
        if state.drawing:
            return [(("draw", 0, tile), 1) for tile in self.unseen(state)]
        if state.victim is None:
            return []
        rack = enumerate(state.racks[state.victim])
        return [(("steal", i, t), 1) for i, held in rack for t in self._held(state, held)]

    def apply(self, state: State, move: Move) -> State:
        reason = self.explain(state, move)
        if reason is not None:
            raise reason
        word, place, tile = move
        step: Callable[[State, int, int], State] = getattr(self, f"_{word}")
        return step(state, place, tile)

    def _draw(self, state: State, place: int, tile: int) -> State:
        seat, *later = state.drawing
        held = Held(tile, frozenset({seat}))
        racks = _with(state.racks, seat, (*state.racks[seat], held))
        drawing = tuple(later) if state.pile > 1 else ()
        return state._replace(racks=racks, pile=state.pile - 1, drawing=drawing)

    def _take(self, state: State, place: int, tile: int) -> State:
        return self._next(state)._replace(drawing=(state.turn,))

    def _thief(self, state: State, place: int, tile: int) -> State:
        return state._replace(victim=place)

    def _steal(self, state: State, place: int, tile: int) -> State:
        victim, thief = state.victim, state.turn
        assert victim is not None
        rack = state.racks[victim]
        taken = Held(tile, rack[place].seen_by | {thief})
        racks = _with(state.racks, victim, rack[:place] + rack[place + 1 :])
        racks = _with(racks, thief, (*racks[thief], taken))
        return self._next(state._replace(racks=racks, victim=None))

    def _rain(self, state: State, place: int, tile: int) -> State:
        n = len(state.racks)
        order = [(state.turn + i) % n for i in range(1, n)]
        return self._next(state)._replace(raining=tuple(s for s in order if state.racks[s]))

    def _drop(self, state: State, place: int, tile: int) -> State:
        seat, rack = state.raining[0], state.racks[state.raining[0]]
        racks = _with(state.racks, seat, rack[:place] + rack[place + 1 :])
        dropped = _with(state.dropped, seat, (*state.dropped[seat], tile))
        return state._replace(racks=racks, dropped=dropped, raining=state.raining[1:])

    def _next(self, state: State) -> State:
        return state._replace(turn=(state.turn + 1) % len(state.racks))

    def explain(self, state: State, move: Move) -> IllegalMove | None:
        word, place, tile = move
        hidden = tile == UNKNOWN and any(
            (word, place) == (other, spot) for (other, spot, _), _ in self.outcomes(state)
        )
        if hidden or move in self.legal(state):
            return None
        return IllegalMove("toy", "Not now.")

    def mask(self, state: State, move: Move, viewer: Viewer) -> Move:
        word, place, _ = move
        if word == "draw" and viewer != state.drawing[0]:
            return word, place, UNKNOWN
        if word == "steal" and viewer not in (state.turn, state.victim):
            known = state.racks[state.victim or 0][place].seen_by
            return move if viewer in known else (word, place, UNKNOWN)
        return move

    def secret_lengths(self, state: State) -> tuple[int, int]:
        return len("draw:0=0"), len(f"steal:{TILES}={TILES}")

    def observe(self, state: State, viewer: Viewer) -> State:
        return state._replace(
            racks=tuple(
                tuple(h if viewer in h.seen_by else h._replace(tile=UNKNOWN) for h in rack)
                for rack in state.racks
            )
        )

    def determinize(self, state: State, below: Callable[[int], int]) -> State:
        pool = self.unseen(state)
        racks = tuple(
            tuple(
                h if h.tile != UNKNOWN else h._replace(tile=pool.pop(below(len(pool))))
                for h in rack
            )
            for rack in state.racks
        )
        return state._replace(racks=racks)

    def digest(self, state: State) -> str:
        public = self.observe(state, None)._replace(racks=())
        sizes = [[sorted(held.seen_by) for held in rack] for rack in state.racks]
        return hashlib.blake2b(repr((public, sizes)).encode(), digest_size=8).hexdigest()

    def totals(self, state: State) -> tuple[int, ...]:
        return tuple(sum(row) for row in state.dropped)

    def parts(self, state: State) -> Sequence[str]:
        return ("dropped",)

    def earned(self, state: State) -> Sequence[Sequence[tuple[int, int]]]:
        return [[(total, 0)] for total in self.totals(state)]

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        if self.to_act(state) is not None:
            return None
        best = max(self.totals(state))
        return tuple(s for s, total in enumerate(self.totals(state)) if total == best)

    def parse(self, token: str) -> Move:
        word, _, rest = token.partition(":")
        place, _, tile = rest.partition("=")
        try:
            return word, int(place or 0), UNKNOWN if tile == "?" else int(tile or 0)
        except ValueError:
            raise BadToken(repr(token), "not a move") from None

    def format(self, move: Move) -> str:
        word, place, tile = move
        return f"{word}:{place}={'?' if tile == UNKNOWN else tile}"

    def read_position(self, data: object) -> State:
        raise BadPosition("position", "this game has none")

    def write_position(self, state: State) -> Json:
        return {}

    def about(self) -> Json:
        return {}

    def describe(self, state: State) -> Json:
        return {}

    def describe_table(self, state: State) -> Json:
        return {}

    def describe_move(self, move: Move) -> Json:
        return {"move": self.format(move)}

    def describe_scores(self, state: State) -> Json:
        return {"totals": self.totals(state)}

    def describe_gains(self, state: State, move: Move) -> list[Json]:
        return []


def _with(rows: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*rows[:index], value, *rows[index + 1 :])


GAME: Game[State, Move] = Racks()
