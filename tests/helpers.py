"""Builders for tests: positions in a few words, moves as tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.errors import IllegalMove
from engine.kingdom.goals import GOALS, Count
from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import HALF, NAMES, Mask, hexes, mask_of, names, parse_hex
from engine.kingdom.ground.moves import format_move as fmt
from engine.kingdom.ground.moves import location_kind, parse_move
from engine.kingdom.ground.quadrants import Quadrant, parse_quadrant
from engine.kingdom.ground.terrain import UNKNOWN, Terrain, parse_card
from engine.kingdom.rules.actions import apply, explain, legal
from engine.kingdom.setup import FIRST_GOALS, FIRST_QUADRANTS, Options, Setup, resolve
from engine.kingdom.state import OPEN, Cards, Phase, State, Tiles

SETS = ("base", "marshlands")
MARSHLANDS = ("temple-standin", "refuge-standin", "canoe-standin", "fountain-standin")


def flat(id_: str, letter: str = "G", spots: Mapping[str, str] | None = None) -> Quadrant:
    """A quadrant of one terrain with other letters at some hexes (named a1 to j10); a spot may
    also name a location kind, at most two kinds."""
    grid = [[letter] * HALF for _ in range(HALF)]
    kinds: dict[str, str] = {}
    for name, what in (spots or {}).items():
        if location_kind(what) is not None:
            digit = kinds.setdefault(what, str(len(kinds) + 1))
            what = digit
        grid[int(name[1:]) - 1][ord(name[0]) - ord("a")] = what
    data = {
        "id": id_,
        "locations": {digit: kind for kind, digit in kinds.items()},
        "rows": ["".join(row) for row in grid],
    }
    return parse_quadrant(data, id_)


def setup_of(
    quadrants: Sequence[str | Quadrant] = FIRST_QUADRANTS,
    *,
    players: int = 2,
    goals: Sequence[str] = FIRST_GOALS,
    sets: Sequence[str] = SETS,
    start: int = 0,
    two_cards: bool = False,
) -> Setup:
    """A setup with printed quadrants by name and made-up ones side by side."""
    layout = tuple(q if isinstance(q, str) else q.id for q in quadrants)
    custom = tuple(q for q in quadrants if isinstance(q, Quadrant))
    options = Options(players, tuple(sets), layout, tuple(goals), start, two_cards, custom=custom)
    return resolve(options)


def spots(*names_: str) -> Mask:
    """A mask from hex names, separated by blanks or given one by one."""
    return mask_of(parse_hex(name) for text in names_ for name in text.split())


def position(
    setup: Setup | None = None,
    *,
    seat: int = 0,
    settlements: Sequence[str] = (),
    tiles: Sequence[str] = (),
    card: str | None = "forest",
    owed: int = OPEN,
    begun: bool = False,
    due: Sequence[int] = (),
    laid: Sequence[int] = (),
    hands: Sequence[str] = (),
    scouted: str | None = None,
    taken: Sequence[str] = (),
    filled: Sequence[int] = (),
) -> State:
    """A position in the middle of a turn.

    ``settlements[seat]`` are hex names; ``tiles[seat]`` are words like ``d5:usable`` (the location
    hex and its status usable, used or new) or ``temple+:usable`` for a bonus tile; ``taken[seat]``
    adds location hexes once taken and lost; ``hands[seat]`` are cards (default: ``?`` each);
    ``filled[seat]`` puts that many further settlements on board hexes far from everything (last
    rows first) to shrink a reserve.
    """
    setup = setup or setup_of()
    n = setup.players
    board = setup.board
    rows = [*settlements, *[""] * n][:n]
    masks = [spots(row) for row in rows]
    for who, count in enumerate(filled):
        masks[who] |= _filler(board, masks, count)
    owned, used, fresh, ever = [0] * n, [0] * n, [0] * n, [0] * n
    for who, words in enumerate(tiles):
        for word in words.split():
            name, _, status = word.partition(":")
            bit = _slot(board, name)
            owned[who] |= bit
            if not name.endswith("+"):
                ever[who] |= bit
            used[who] |= bit * (status == "used")
            fresh[who] |= bit * (status == "new")
    for who, words in enumerate(taken):
        for name in words.split():
            ever[who] |= _slot(board, name)
    held = [tuple(sorted(map(parse_card, h.split()))) for h in hands]
    held += [(UNKNOWN,) * setup.hand_size] * (n - len(held))
    held[seat] = held[seat][1:] if not hands else held[seat]
    played = None if card is None else parse_card(card)
    faces = () if played is None else setup.faces[played]
    removed = None if scouted is None else Terrain[scouted.upper()]
    unseen = list(setup.cards)
    if removed is not None:
        unseen[removed] = unseen[removed + 5] = 0
    for used_card in [c for hand in held for c in hand if c != UNKNOWN] + [played] * (
        played is not None
    ):
        assert used_card is not None
        unseen[used_card] -= 1
    return State(
        setup,
        tuple(masks),
        Tiles(
            tuple(owned),
            tuple(used),
            tuple(fresh),
            tuple(ever),
            tuple([*due, *[0] * n][:n]),
            tuple([*laid, *[0] * n][:n]),
        ),
        Cards(tuple(held), tuple(unseen), (0,) * len(unseen), played, removed),
        Phase.TURN,
        seat,
        faces[0] if len(faces) == 1 else OPEN,
        owed,
        begun,
        (),
    )


def _filler(board: Board, masks: Sequence[Mask], count: int) -> Mask:
    busy = board.near_locations
    for mask in masks:
        busy |= mask
    free = hexes(board.buildable & ~busy)
    return mask_of(free[-count:] if count else [])


def _slot(board: Board, name: str) -> int:
    if name.endswith("+"):
        kind = location_kind(name[:-1])
        assert kind is not None
        return board.bonus[kind]
    hex_ = parse_hex(name)
    index = next(i for i, slot in enumerate(board.slots) if slot.hex == hex_)
    return 1 << index


def play(state: State, *tokens: str) -> State:
    """Apply tokens (each may hold several, separated by blanks) with all checks."""
    for text in tokens:
        for token in text.split():
            state = apply(state, parse_move(token))
    return state


def legal_tokens(state: State, head: str | None = None) -> set[str]:
    """All legal moves as tokens; with ``head`` only those of that action ('' for builds)."""
    found = {fmt(move) for move in legal(state)}
    if head is None:
        return found
    if not head:
        return {t for t in found if "@" not in t and ":" not in t and t not in ("end", "pass")}
    return {token for token in found if token.split("@")[0].split(":")[0] == head}


def tile_words(state: State, seat: int) -> set[str]:
    """Tiles in the words of ``position``."""
    found, tiles = set(), state.tiles
    for i, slot in enumerate(state.setup.board.slots):
        if tiles.owned[seat] >> i & 1:
            used, fresh = tiles.used[seat] >> i & 1, tiles.fresh[seat] >> i & 1
            name = f"{slot.kind.name.lower()}+" if slot.is_bonus else NAMES[slot.hex]
            found.add(f"{name}:{'used' if used else 'new' if fresh else 'usable'}")
    return found


def with_setup(state: State, **changes: object) -> State:
    """The same position under a changed setup."""
    return state._replace(setup=state.setup._replace(**changes))  # type: ignore[arg-type]


def table(
    ground: str = "G",
    marks: Mapping[str, str] | None = None,
    *,
    players: int = 2,
    goals: Sequence[str] = FIRST_GOALS,
    sets: Sequence[str] = SETS,
    start: int = 0,
    two_cards: bool = False,
) -> Setup:
    """A whole board of one terrain; ``marks`` puts letters or location kinds on its hexes (a1 to
    t20), each key one or several names: ``{"c3 d3": "D", "e5": "farm"}``."""
    corners: list[dict[str, str]] = [{}, {}, {}, {}]
    for text, what in (marks or {}).items():
        for name in text.split():
            row, column = int(name[1:]) - 1, ord(name[0]) - ord("a")
            local = f"{chr(ord('a') + column % HALF)}{row % HALF + 1}"
            corners[row // HALF * 2 + column // HALF][local] = what
    quadrants = [flat(f"corner-{i}", ground, spots_) for i, spots_ in enumerate(corners)]
    return setup_of(
        quadrants, players=players, goals=goals, sets=sets, start=start, two_cards=two_cards
    )


def with_pile(state: State, pile: str, discard: str = "") -> State:
    """The same position with just these cards in the draw pile and the discard pile; a hidden
    hand is one card of the pile, so better name the hands."""
    kinds = range(len(state.cards.unseen))
    drawn, thrown = ([parse_card(word) for word in text.split()] for text in (pile, discard))
    cards = state.cards._replace(
        unseen=tuple(drawn.count(kind) for kind in kinds),
        discard=tuple(thrown.count(kind) for kind in kinds),
    )
    return state._replace(cards=cards)


def refusal(state: State, token: str) -> str:
    """The rule that refuses the token; ``apply`` must refuse it for the same one."""
    with pytest.raises(IllegalMove) as caught:
        play(state, token)
    why = explain(state, parse_move(token))
    assert why is not None
    assert (why.rule, why.reason) == (caught.value.rule, caught.value.reason)
    return why.rule


def field(letter: str = "G", **marks: str) -> tuple[Quadrant, ...]:
    """Four quadrants of one terrain; marks by board-wide names: ``field(W="e5", tavern="c3")``."""
    corners: list[dict[str, str]] = [{}, {}, {}, {}]
    for what, names_ in marks.items():
        for name in names_.split():
            column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
            local = f"{chr(ord('a') + column % HALF)}{row % HALF + 1}"
            corners[row // HALF * 2 + column // HALF][local] = what
    return tuple(flat(f"field-{i}", letter, marked) for i, marked in enumerate(corners))


def line(first: str, count: int) -> str:
    """So many hexes of one row, from the first one to the right."""
    return " ".join(f"{chr(ord(first[0]) + i)}{first[1:]}" for i in range(count))


def paid(
    goal: str,
    quadrants: Sequence[str | Quadrant],
    *settlements: str,
    seat: int = 0,
    scouted: str | None = None,
) -> tuple[int, str]:
    """What a goal (or castles, palaces) pays a seat, and the hexes paid for, in board order."""
    removed = None if scouted is None else Terrain[scouted.upper()]
    masks = tuple(spots(row) for row in settlements)
    setup = setup_of(quadrants, players=max(2, len(masks)))
    masks += (0,) * (setup.players - len(masks))
    gold, hexes_ = GOALS[goal](Count(setup.board, masks, seat, removed))
    return gold, " ".join(names(hexes_))


def next_turn(state: State, card: str) -> State:
    """End the turn; the next player shows this card."""
    return play(state, f"end deal:? show:{card}")
