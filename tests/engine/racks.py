"""A second, tiny game behind the contract: racks of pieces that only their owners see, and a thief.

Pieces are worth 1, 2, 5 or 10 points, and there are several of each, which nobody can tell apart.
Everybody begins with two. In a turn a player lays a piece of their own face up, takes one blindly
from the pile, steals a random one from another rack, or calls for rain: then each of the other
players in turn loses a piece of their choice, face up. When the pile is empty, laid pieces count;
of equal totals the smaller rack wins.

The order of a rack means nothing: a rack is a multiset, written as a sorted tuple. A stolen piece
is seen by thief and victim, so the victim still knows it: ``known[viewer][seat]`` holds the
pieces that the viewer knows on that rack. Its rules use nothing that the viewer cannot see, or else
the fold of a chair's log would differ from what ``observe`` makes of the full state. A piece that
leaves a rack face up is taken for one that is known there; a theft that the viewer does not see
makes all of the victim's rack unknown.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.bots import Budget, Level
from engine.contract import DEALER, Days, Game, Json, Seat, Viewer
from engine.errors import BadOptions, BadPosition, BadToken, IllegalMove
from engine.rng import Stream, weighted

KEY = "racks"
# For a process of a test: python -c f"{REGISTER}; ..."
REGISTER = f"from engine.contract import HOMES; HOMES[{KEY!r}] = {__name__!r}"
PIECES = (1, 2, 5, 10)
UNKNOWN = -1
RANDOM = "random"
FIRST_HAND = 2
FORMAT = "racks-position/1"

Bag = tuple[int, ...]  # a multiset of pieces, sorted
Rows = tuple[Bag, ...]  # one for each seat
Move = tuple[str, int]  # what is done, and to which piece or seat; 0 if to none


class State(NamedTuple):
    copies: int  # of each piece
    racks: Rows
    known: tuple[Rows | None, ...]  # by viewer; None in the copies of others
    laid: Rows
    lost: Bag
    turn: Seat
    drawing: tuple[Seat, ...]  # who gets pieces now, in order
    victim: Seat | None  # of the thief
    raining: tuple[Seat, ...]  # who has to lose a piece, in order
    start: Seat = 0  # who took the first turn


def plus(bag: Bag, piece: int) -> Bag:
    return tuple(sorted((*bag, piece)))


def less(bag: Bag, piece: int) -> Bag:
    """The bag without one such piece, if it has one."""
    place = bag.index(piece) if piece in bag else len(bag)
    return bag[:place] + bag[place + 1 :]


def taken(rack: Bag, piece: int) -> Bag:
    """The rack without this piece, which may be one of those that this copy does not know."""
    return less(rack, piece if piece in rack else UNKNOWN)


def put(rows: Rows, seat: Seat, bag: Bag) -> Rows:
    return (*rows[:seat], bag, *rows[seat + 1 :])


def unseen(state: State) -> Counter[int]:
    """Pieces that this copy has seen nowhere: in the pile, or on a rack where one is unknown."""
    left = Counter(dict.fromkeys(PIECES, state.copies))
    left.subtract(piece for bag in (*state.racks, *state.laid, state.lost) for piece in bag)
    return Counter({piece: left[piece] for piece in PIECES if left[piece] > 0})


def pile(state: State) -> int:
    return len(PIECES) * state.copies - sum(map(len, (*state.racks, *state.laid, state.lost)))


def on_rack(state: State, seat: Seat) -> Counter[int]:
    """Pieces that may be on the rack, with chances: those seen there, all unseen if one is not."""
    held = Counter(state.racks[seat])
    return held + unseen(state) if held.pop(UNKNOWN, 0) else held


# ---- moves ----------------------------------------------------------------------------------


def _passed(state: State) -> State:
    return state._replace(turn=(state.turn + 1) % len(state.racks))


def _out(state: State, seat: Seat, piece: int) -> State:
    """The piece leaves the rack, and everybody sees it."""
    known = tuple(row and put(row, seat, less(row[seat], piece)) for row in state.known)
    rack = taken(state.racks[seat], piece)
    return state._replace(racks=put(state.racks, seat, rack), known=known)


def _draw(state: State, piece: int) -> State:
    seat, *later = state.drawing
    racks = put(state.racks, seat, plus(state.racks[seat], piece))
    return state._replace(racks=racks, drawing=tuple(later))


def _take(state: State, _: int) -> State:
    return _passed(state)._replace(drawing=(state.turn,))


def _lay(state: State, piece: int) -> State:
    laid = put(state.laid, state.turn, plus(state.laid[state.turn], piece))
    return _passed(_out(state, state.turn, piece)._replace(laid=laid))


def _thief(state: State, seat: int) -> State:
    return state._replace(victim=seat)


def _steal(state: State, piece: int) -> State:
    victim, thief = state.victim, state.turn
    assert victim is not None
    rack, gained = state.racks[victim], plus(state.racks[thief], piece)
    left = (UNKNOWN,) * (len(rack) - 1) if piece == UNKNOWN else taken(rack, piece)
    known = list(state.known)
    for viewer, row in enumerate(state.known):
        if row is None:
            continue
        if viewer == victim:
            known[viewer] = put(row, thief, plus(row[thief], piece))
        else:
            known[viewer] = put(row, victim, less(row[victim], piece) if viewer == thief else ())
    racks = put(put(state.racks, victim, left), thief, gained)
    return _passed(state._replace(racks=racks, known=tuple(known), victim=None))


def _rain(state: State, _: int) -> State:
    return state._replace(raining=tuple(robbed(state)))


def _lose(state: State, piece: int) -> State:
    seat, *later = state.raining
    after = _out(state, seat, piece)._replace(lost=plus(state.lost, piece), raining=tuple(later))
    return after if later else _passed(after)


def robbed(state: State) -> list[Seat]:
    """The other players who have a piece, in turn order."""
    count = len(state.racks)
    order = [(state.turn + i) % count for i in range(1, count)]
    return [seat for seat in order if state.racks[seat]]


STEPS: dict[str, Callable[[State, int], State]] = {
    "draw": _draw,  # the dealer's
    "steal": _steal,  # the dealer's
    "lay": _lay,
    "take": _take,
    "thief": _thief,
    "rain": _rain,
    "lose": _lose,
}
BARE = ("take", "rain")
HIDDEN = {"draw": ("draw", UNKNOWN), "steal": ("steal", UNKNOWN)}


# ---- bots -----------------------------------------------------------------------------------


def dull_move(state: State, stream: Stream, budget: Budget) -> Move:
    """Any move, each as likely."""
    return stream.choice(GAME.legal(state))


def keen_move(state: State, stream: Stream, budget: Budget) -> Move:
    """Lays its best piece, loses its worst, and gets another if it has none."""
    moves = GAME.legal(state)
    if moves[0][0] == "lose":
        return moves[0]
    return max(moves, key=lambda move: (move[0] == "lay", move[1]))


# ---- the contract ---------------------------------------------------------------------------


class Racks:
    key = KEY
    title = "Racks"
    levels: Mapping[str, Level[State, Move]] = {
        "dull": Level(dull_move),
        "keen": Level(keen_move, 9),
    }
    stand_in = "dull"
    undo_depth: int | None = None
    days: Days | None = None

    def about(self) -> Json:
        return {"game": KEY, "pieces": [*PIECES]}

    def new(self, options: Mapping[str, Any]) -> State:
        fields = {"players": 3, "copies": 4} | dict(options)
        players, copies, start = fields.pop("players"), fields.pop("copies"), fields.pop("start", 0)
        seed = self.seed({"seed": fields.pop("seed", KEY)})
        if players not in (2, 3, 4):
            raise BadOptions("players", "2 to 4")
        if copies not in (3, 4, 5):
            raise BadOptions("copies", "3 to 5")
        if start != RANDOM and start not in range(players):
            raise BadOptions("start", "a seat, or random")
        for name in fields:
            raise BadOptions(name, "there is no such option")
        start = Stream(seed, "start").below(players) if start == RANDOM else start
        none: Rows = ((),) * players
        drawing = tuple(seat for seat in range(players) for _ in range(FIRST_HAND))
        return State(copies, none, (none,) * players, none, (), start, drawing, None, (), start)

    def seed(self, options: Mapping[str, Any]) -> str:
        return str(options.get("seed", KEY))

    def settled(self, state: State) -> Json:
        return {"players": len(state.racks), "copies": state.copies, "start": state.start}

    def seats(self, state: State) -> int:
        return len(state.racks)

    def to_act(self, state: State) -> Seat | None:
        if state.drawing or state.victim is not None:
            return DEALER
        if state.raining:
            return state.raining[0]
        return state.turn if pile(state) else None

    def on_turn(self, state: State) -> Seat | None:
        return None if self.to_act(state) is None else state.turn

    def may_undo(self, state: State, seat: Seat) -> bool:
        """What has passed the turn on stays, and so does a loss once the next seat is asked."""
        return seat in (state.turn, self.to_act(state))

    def legal(self, state: State) -> Sequence[Move]:
        seat = self.to_act(state)
        if seat is None:
            return []
        if seat == DEALER:
            return [move for move, _ in self.outcomes(state)]
        held = on_rack(state, seat)
        if state.raining:
            return sorted(("lose", piece) for piece in held)
        others = robbed(state)
        thefts = [("thief", other) for other in others]
        rain = [("rain", 0)] if others else []
        return sorted([*thefts, *rain, ("take", 0), *(("lay", piece) for piece in held)])

    def outcomes(self, state: State) -> Sequence[tuple[Move, int]]:
        if state.drawing:
            return [(("draw", piece), n) for piece, n in sorted(unseen(state).items())]
        if state.victim is None:
            return []
        held = on_rack(state, state.victim)
        return [(("steal", piece), n) for piece, n in sorted(held.items())]

    def draw(self, state: State, below: Callable[[int], int]) -> Move:
        moves, chances = zip(*self.outcomes(state), strict=True)
        move: Move = moves[weighted(chances, below)]
        return move

    def apply(self, state: State, move: Move) -> State:
        reason = self.explain(state, move)
        if reason is not None:
            raise reason
        return STEPS[move[0]](state, move[1])

    def explain(self, state: State, move: Move) -> IllegalMove | None:
        legal = self.legal(state)
        is_hidden = move in HIDDEN.values() and move[0] in {word for word, _ in legal}
        if is_hidden or move in legal:
            return None
        return IllegalMove("toy", "This cannot be done now.")

    def mask(self, state: State, move: Move, viewer: Viewer) -> Move:
        seen_by = {"draw": state.drawing[:1], "steal": (state.turn, state.victim)}
        word = move[0]
        if word not in HIDDEN or (viewer is not None and viewer in seen_by[word]):
            return move
        return HIDDEN[word]

    def secret_lengths(self, state: State) -> tuple[int, int]:
        return len("draw:1"), len("steal:10")

    def observe(self, state: State, viewer: Viewer) -> State:
        count = len(state.racks)
        row = None if viewer is None else state.known[viewer]
        seen: Rows = row or ((),) * count
        if viewer is not None:
            seen = put(seen, viewer, state.racks[viewer])
        racks = tuple(
            (UNKNOWN,) * (len(rack) - len(bag)) + bag
            for rack, bag in zip(state.racks, seen, strict=True)
        )
        known = tuple(row if seat == viewer else None for seat in range(count))
        return state._replace(racks=racks, known=known)

    def determinize(self, state: State, below: Callable[[int], int]) -> State:
        pool = sorted(unseen(state).elements())
        racks = tuple(
            tuple(sorted(p if p != UNKNOWN else pool.pop(below(len(pool))) for p in rack))
            for rack in state.racks
        )
        return state._replace(racks=racks)

    def digest(self, state: State) -> str:
        public = state._replace(racks=(), known=()), [*map(len, state.racks)]
        return hashlib.blake2b(repr(public).encode(), digest_size=8).hexdigest()

    def totals(self, state: State) -> tuple[int, ...]:
        return tuple(map(sum, state.laid))

    def parts(self, state: State) -> Sequence[str]:
        return ("points",)

    def earned(self, state: State) -> Sequence[Sequence[tuple[int, int]]]:
        return [[(total, 0)] for total in self.totals(state)]

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        if self.to_act(state) is not None:
            return None
        pairs = zip(self.totals(state), state.racks, strict=True)
        marks = [(total, -len(rack)) for total, rack in pairs]
        return tuple(seat for seat, mark in enumerate(marks) if mark == max(marks))

    def parse(self, token: str) -> Move:
        word, colon, text = token.lower().partition(":")
        if word in BARE and not colon:
            return word, 0
        if word == "thief" and text in ("1", "2", "3", "4"):
            return word, int(text) - 1
        if text == "?" and word in HIDDEN:
            return HIDDEN[word]
        if word in STEPS and word not in (*BARE, "thief") and text in map(str, PIECES):
            return word, int(text)
        raise BadToken(repr(token), "not a move")

    def format(self, move: Move) -> str:
        word, what = move
        if word in BARE:
            return word
        return f"{word}:{what + 1 if word == 'thief' else '?' if what == UNKNOWN else what}"

    def read_position(self, data: object) -> State:
        try:
            fields = dict(data)  # type: ignore[call-overload]
            if fields.pop("format") != FORMAT:
                raise BadPosition("format", f"expected {FORMAT}")
            return State(**_tuples(fields))
        except (KeyError, TypeError, ValueError) as error:
            raise BadPosition("position", str(error)) from None

    def write_position(self, state: State) -> Json:
        written: Json = json.loads(json.dumps(state._asdict()))
        return {"format": FORMAT} | written

    def describe(self, state: State) -> Json:
        winners = self.winners(state)
        told = self.write_position(self.observe(state, None))
        shown = {name: told[name] for name in ("turn", "laid", "lost", "victim", "raining")}
        racks = [["?" if p == UNKNOWN else p for p in rack] for rack in state.racks]
        return shown | {"racks": racks, "pile": pile(state), "winners": winners and [*winners]}

    def describe_table(self, state: State) -> Json:
        return {"setup": self.settled(state)}

    def describe_move(self, move: Move) -> Json:
        return {"move": self.format(move), "action": move[0]}

    def describe_scores(self, state: State) -> Json:
        totals = self.totals(state)
        leaders = [seat for seat, total in enumerate(totals) if total == max(totals)]
        parts = [{"points": total} for total in totals]
        return {"totals": [*totals], "leaders": leaders, "parts": parts}

    def describe_gains(self, state: State, move: Move) -> list[Json]:
        pairs = zip(self.totals(state), self.totals(self.apply(state, move)), strict=True)
        return [{"points": after - before} for before, after in pairs]


def _tuples(data: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(data, dict):
        return {name: _tuples(value) for name, value in data.items()}
    return tuple(map(_tuples, data)) if isinstance(data, list) else data


GAME: Game[State, Move] = Racks()
