"""Events and turns of a table: what stands, what was undone, what a turn earned."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.contract import DEALER, Seat, find
from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.state import State
from engine.record import Record, read_record
from engine.table import Entry, Table
from kbtui.games.kingdom.words.kinds import Kind, joined
from kbtui.games.kit import Event
from kbtui.story.chronicle import EVERYTHING, Chronicle
from tests.helpers import position, spots, table

GAMES = Path(__file__).resolve().parents[2] / "golden" / "games"
NAMED = pytest.mark.parametrize("name", sorted(path.stem for path in GAMES.glob("*.kbg")))
# c2 and b2 touch the farm, e2 the oasis, m7 the paddock; nothing else does in these tests.
MEADOW = table("G", {"c3": "farm", "e3": "oasis", "m8": "paddock", "p16": "K"})


def golden(name: str) -> tuple[Record, Table]:
    return read_record((GAMES / f"{name}.kbg").read_text("ascii"))


def played(state: State, *lines: str) -> Table:
    """A table from that position; a line names an actor as records do, then its tokens."""
    game = Table(find("kingdom"), state)
    for line in lines:
        who, *tokens = line.split()
        game.extend(Entry(DEALER if who == "dealer" else int(who) - 1, token) for token in tokens)
    return game


def told(found: list[Event] | tuple[Event, ...]) -> list[str]:
    """Each event in words: seat, kind, what, hexes."""
    return [
        " ".join([str(e.seat + 1), e.kind, *e.what.split(), *(NAMES[hex_] for hex_ in e.places)])
        for e in found
    ]


def events(game: Table, first: int = 1) -> list[Event]:
    """The events of the entries from number ``first`` on that were not undone."""
    return [event for event in Chronicle(game, EVERYTHING).events if event.entry >= first]


def tokens(moves: tuple[Entry, ...]) -> str:
    return " ".join(token for _, token in moves)


def test_a_build_beside_a_location_is_a_build_and_a_tile() -> None:
    game = played(position(MEADOW, card="grass"), "1 c2 b2 a2")
    assert told(events(game)) == [
        "1 built grass c2",
        "1 took farm c3",
        "1 built grass b2",  # the same location gives no second tile (L-GEN-2)
        "1 built grass a2",
    ]
    assert [event.entry for event in events(game)] == [1, 1, 2, 3]
    assert told(events(game, first=2)) == ["1 built grass b2", "1 built grass a2"]


def test_a_move_loses_one_tile_and_takes_another() -> None:
    state = position(
        MEADOW, settlements=["c2 m7"], tiles=["c3:usable m8:usable"], taken=["c3 m8"], card="grass"
    )
    assert told(events(played(state, "1 paddock@c2-e2"))) == [
        "1 moved paddock c2 e2",
        "1 lost farm c3",
        "1 took oasis e3",
    ]


def test_a_bonus_tile_comes_with_the_second_of_a_kind_and_has_no_hex() -> None:
    setup = table("G", {"c3 e5": "temple"})
    state = position(setup, settlements=["c2 c1"], tiles=["c3:usable"], taken=["c3"], card="grass")
    assert told(events(played(state, "1 d3 d4"))) == [
        *("1 built grass d3", "1 built grass d4", "1 took temple e5", "1 took temple+"),
    ]
    assert told(events(played(state, "1 temple@c1"))) == ["1 lifted temple c1"]


def test_shown_cards_are_drawn_and_hidden_deals_are_no_event() -> None:
    _, game = golden("marshes")
    chronicle = Chronicle(game, EVERYTHING)
    # 1 dealer show:canyon deal:marsh/flowers deal:desert show:marsh/flowers
    assert told(chronicle.done(1)) == ["0 scouted canyon"]
    assert (chronicle.done(0), chronicle.done(2), chronicle.done(3)) == ((), (), ())
    assert told(chronicle.done(4)) == ["1 drew marsh/flowers"]
    assert told(chronicle.done(7)) == ["1 ended"]
    assert told(chronicle.events[-2:]) == ["2 ended", "0 over"]


def test_an_undone_move_is_no_event_and_a_redone_one_is() -> None:
    state = position(MEADOW, card="grass")
    game = played(state, "1 c2")
    chronicle = Chronicle(game, EVERYTHING)
    for token, standing in (
        ("undo", []),
        ("redo", ["1 built grass c2", "1 took farm c3"]),
        ("b2", ["1 built grass c2", "1 took farm c3", "1 built grass b2"]),
        ("undo", ["1 built grass c2", "1 took farm c3"]),
        ("undo", []),
        ("e2", ["1 built grass e2", "1 took oasis e3"]),
    ):
        game.append(0, token)
        assert chronicle.update()
        assert told(chronicle.events) == standing
    assert told(chronicle.done(2)) == ["1 undid c2 c2"]
    assert told(chronicle.done(3)) == ["1 built grass c2", "1 took farm c3"]
    assert [event.entry for event in chronicle.events] == [7, 7]
    assert not chronicle.update()


def test_builds_of_a_turn_can_be_joined() -> None:
    _, game = golden("boats")
    # 13 2 q5 p6 p4 end, 19 3 c18 d18 c19 end; farms at r5, paddock at b18
    assert told(joined(events(game, first=13)))[:6] == [
        *("2 built flowers q5 p6 p4", "2 took farm r5", "2 ended"),
        *("3 drew desert", "3 built desert c18 d18 c19", "3 took paddock b18"),
    ]
    again = joined(events(game))
    assert sum(len(event.places) for event in again) == sum(len(e.places) for e in events(game))
    # A Canoe in between does not part what one turn built.
    turn = Chronicle(game, EVERYTHING).turn(4)
    assert told(joined(turn.events)) == [
        *("4 drew marsh/grass", "4 built grass s5 r6 s6", "4 took farm r5"),
        *("1 tile canoe p19", "1 took oasis p18", "4 ended"),
    ]


def test_what_was_read_is_not_read_again() -> None:
    game = played(position(MEADOW, card="grass"), "1 c2")
    chronicle = Chronicle(game, EVERYTHING)
    game.entries[0] = Entry(0, "unreadable")
    game.append(0, "b2")
    chronicle.update()
    assert told(chronicle.events)[-1] == "1 built grass b2"


def test_a_growing_table_is_told_as_a_whole_one() -> None:
    record, whole = golden("boats")
    growing = Table(whole.game, whole.states[0])
    chronicle = Chronicle(growing, EVERYTHING)
    for number, entry in enumerate(record.entries, 1):
        growing.append(*entry)
        chronicle.update()
        if number % 20 == 0 or number == len(record.entries):
            afresh = Chronicle(growing, EVERYTHING)
            assert (chronicle.events, chronicle.turns) == (afresh.events, afresh.turns)


def test_turns_of_a_golden_game_are_those_of_its_lines() -> None:
    _, game = golden("boats")
    first, _, third, fourth, fifth = Chronicle(game, EVERYTHING).turns[:5]
    # 1 dealer deal:... show:marsh/flowers, 6 1 b17 undo c4 c5 end
    assert (first.number, first.seat, first.first, first.last) == (1, 0, 1, 10)
    assert (first.headline, tokens(first.moves)) == ("marsh/flowers", "c4 c5 end")
    assert (third.seat, third.first, third.last, third.headline) == (2, 17, 22, "desert")
    # 23 dealer deal:canyon show:marsh/grass, 4 s5, 1 canoe@p19, 4 r6 r4 undo s6 end
    assert fourth.moves == (
        *((3, "s5"), (0, "canoe@p19")),
        *((3, "r6"), (3, "s6"), (3, "end")),
    )
    assert [told([event])[0].split()[:3] for event in fourth.events if event.kind == Kind.TOOK] == [
        ["4", "took", "farm"],
        ["1", "took", "oasis"],
    ]
    assert fourth.changed == spots("s5 p19 r6 s6")
    # 32 dealer deal:grass show:flowers, 1 oasis@b19 c6 undo b6 a18 b17 end
    assert tokens(fifth.moves) == "oasis@b19 b6 a18 b17 end"
    assert (fifth.first, fifth.last, fifth.is_done) == (32, 40, True)


def test_a_turn_can_be_read_as_far_as_it_had_come() -> None:
    _, game = golden("boats")
    chronicle = Chronicle(game, EVERYTHING)
    # 6 1 b17 undo c4 c5 end
    for entry, expected in ((5, ""), (6, "b17"), (7, ""), (8, "c4"), (9, "c4 c5")):
        turn = chronicle.turn_at(entry)
        assert (turn.number, turn.last, tokens(turn.moves)) == (1, entry, expected)
        assert not turn.is_done
    assert chronicle.turn_at(4).headline == ""
    assert chronicle.turn_at(5).headline == "marsh/flowers"
    assert chronicle.turn_at(10).is_done
    assert [chronicle.number_at(entry) for entry in (0, 1, 10, 11)] == [1, 1, 1, 2]


def test_a_past_moment_knows_what_stood_then() -> None:
    record, whole = golden("boats")
    chronicle = Chronicle(whole, EVERYTHING)
    growing = Table(whole.game, whole.states[0])
    assert chronicle.events_at(0) == []
    for number, entry in enumerate(record.entries[:120], 1):
        growing.append(*entry)
        if number < 20 or number % 7 == 0:
            assert chronicle.events_at(number) == events(growing)


def test_a_table_without_entries_has_a_turn_in_which_nothing_happened() -> None:
    turn = Chronicle(played(position(MEADOW, seat=1, card="desert")), EVERYTHING).turn(1)
    assert (turn.seat, turn.headline, turn.moves, turn.is_done) == (1, "desert", (), False)
    assert turn.last < turn.first


def test_the_gold_of_a_turn_is_its_change_by_part() -> None:
    # The first game pays for fishermen, knights and merchants, and for castles.
    state = position(MEADOW, settlements=["p17", "a20 b20"], card="grass", seat=1)
    turn = Chronicle(played(state, "2 c20 d20 e20"), EVERYTHING).turn(1)
    # Three more on the row where two stood: 2 gold each. The castle of the other one stays.
    assert turn.gains == ((0, 0, 0, 0), (0, 6, 0, 0))


def without_cards(seats: int) -> State:
    """A position in which no card is left anywhere, so that no dealer stands between the turns."""
    setup = table("G", {"m8": "paddock"}, players=seats)
    row = ["m7 a1", "n8 a3", "l8 a5"][:seats]
    state = position(setup, settlements=row, tiles=["m8:usable"] * 2, taken=["m8"] * 2, card=None)
    none = (0,) * len(state.cards.unseen)
    cards = state.cards._replace(hands=((),) * seats, unseen=none, discard=none)
    return state._replace(cards=cards)


def test_an_end_that_is_taken_back_opens_its_turn_again() -> None:
    game = played(without_cards(3), "1 end")
    chronicle = Chronicle(game, EVERYTHING)
    assert (chronicle.last_turn, chronicle.turn(1).is_done) == (1, True)
    game.append(0, "undo")
    chronicle.update()
    assert (chronicle.last_turn, chronicle.turn(1).is_done) == (1, False)
    game.extend([Entry(0, "paddock@a1-c1"), Entry(0, "end"), Entry(1, "paddock@a3-c3")])
    game.extend([Entry(1, "undo"), Entry(1, "paddock@n8-p8"), Entry(1, "end"), Entry(2, "end")])
    chronicle.update()
    assert [(turn.seat, turn.first, turn.last) for turn in chronicle.turns] == [
        *((0, 1, 4), (1, 5, 8), (2, 9, 9)),
    ]
    assert [tokens(turn.moves) for turn in chronicle.turns] == [
        *("paddock@a1-c1 end", "paddock@n8-p8 end", "end"),
    ]
    assert [turn.headline for turn in chronicle.turns] == ["", "", ""]


def test_a_card_for_an_exhausted_one_is_a_move_of_the_turn() -> None:
    _, game = golden("no-cards-left")
    shows = [token for _, token in game.entries if token.startswith("show:")]
    turns = Chronicle(game, EVERYTHING).turns
    inside = [move for turn in turns for move in turn.moves if move.actor == DEALER]
    assert inside
    cards = [turn.headline for turn in turns if turn.headline]
    assert Counter(f"show:{card}" for card in cards) + Counter(t for _, t in inside) == Counter(
        shows
    )


@NAMED
def test_every_game_adds_up(name: str) -> None:
    record, game = golden(name)
    chronicle = Chronicle(game, EVERYTHING)
    found: dict[Seat, Counter[str]] = {}
    for event in chronicle.events:
        found.setdefault(event.seat, Counter())[event.kind] += 1
    state: State = game.state
    for seat in range(state.setup.players):
        kinds = found[seat]
        built = kinds[Kind.BUILT] + kinds[Kind.TILE] - kinds[Kind.LIFTED]
        assert built == state.settlements[seat].bit_count()
        assert kinds[Kind.TOOK] - kinds[Kind.LOST] == state.tiles.owned[seat].bit_count()
    turns = chronicle.turns
    assert [turn.number for turn in turns] == [*range(1, len(turns) + 1)]
    start, players = state.setup.start, state.setup.players
    assert [turn.seat for turn in turns] == [(start + i) % players for i in range(len(turns))]
    assert all(tokens(turn.moves).split().count("end") == 1 for turn in turns)
    total = [sum(sum(turn.gains[seat]) for turn in turns) for seat in range(players)]
    # Nobody builds, yet all are equal: the Lords pay for that (G-LORDS-3).
    at_start = game.game.totals(game.states[0])
    assert record.result is not None
    assert total == [gold - old for gold, old in zip(record.result, at_start, strict=True)]
