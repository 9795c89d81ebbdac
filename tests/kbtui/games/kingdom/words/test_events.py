"""Events in words."""

from __future__ import annotations

import pytest

from engine.contract import DEALER
from engine.kingdom.ground.hexes import parse_hex
from kbtui.games.kingdom.words.events import brief, news, phrase, told
from kbtui.games.kingdom.words.kinds import Kind
from kbtui.games.kit import OVER, UNDID, Event
from kbtui.story.chronicle import EVERYTHING, Chronicle
from tests.kbtui.story.test_chronicle import NAMED, golden


@pytest.mark.parametrize(
    ("kind", "what", "hexes", "expected"),
    [
        (Kind.DREW, "forest", "", "draws forest"),
        (Kind.PLAYED, "marsh/grass", "", "plays marsh/grass"),
        (Kind.REPLACED, "desert", "", "draws desert to replace the exhausted card"),
        (Kind.BUILT, "grass", "g7", "builds on G7"),
        (Kind.BUILT, "grass", "g7 h7 i7", "builds on grass: G7 H7 I7"),
        (Kind.TILE, "canoe+", "a20", "builds on A20 with the Canoe bonus"),
        (Kind.MOVED, "barn", "c4 d6", "moves from C4 to D6 with the Barn"),
        (Kind.LIFTED, "temple", "t1", "takes T1 off the board with the Temple"),
        (Kind.TOOK, "harbor", "b2", "takes the Harbor at B2"),
        (Kind.TOOK, "fountain+", "", "takes the Fountain bonus"),
        (Kind.LOST, "harbor", "b2", "loses the Harbor at B2"),
        (Kind.LOST, "temple+", "", "loses the Temple bonus"),
        (Kind.PASSED, "", "", "does not use the Canoe"),
        (Kind.ENDED, "", "", "ends the turn"),
        (UNDID, "oracle@g7", "g7", "undoes oracle@g7"),
    ],
)
def test_every_kind_has_its_phrase(kind: str, what: str, hexes: str, expected: str) -> None:
    event = Event(1, kind, what, tuple(parse_hex(name) for name in hexes.split()), 3)
    assert phrase(event) == expected
    assert told(event, ["Ann", "Ben"]) == f"Ben {expected}"


@pytest.mark.parametrize(
    ("kind", "what", "hexes", "expected"),
    [
        (Kind.DREW, "forest", "", "forest"),
        (Kind.BUILT, "grass", "g7 h7 i7", "G7 H7 I7"),
        (Kind.TILE, "oracle", "a20", "A20 Oracle"),
        (Kind.MOVED, "paddock", "c14 d16", "C14-D16 Paddock"),
        (Kind.LIFTED, "temple", "t1", "-T1 Temple"),
        (Kind.TOOK, "harbor", "b2", "+ Harbor"),
        (Kind.LOST, "temple+", "", "- Temple bonus"),
        (Kind.ENDED, "", "", "ends the turn"),
    ],
)
def test_where_there_is_no_room_what_and_where_are_said(
    kind: str, what: str, hexes: str, expected: str
) -> None:
    event = Event(1, kind, what, tuple(parse_hex(name) for name in hexes.split()), 3)
    assert brief(event) == expected


@NAMED
def test_news_are_sentences_where_those_fit(name: str) -> None:
    record, game = golden(name)
    chronicle = Chronicle(game, EVERYTHING)
    seat = game.entries[0].actor  # the dealer's: everybody is somebody else
    long = news(chronicle, seat, record.players, 10**6)
    short = news(chronicle, seat, record.players, len(long) - 1)
    assert news(chronicle, seat, record.players, len(long)) == long
    assert len(short) < len(long) or not long


def test_what_the_dealer_does_has_no_subject() -> None:
    removed = Event(DEALER, Kind.SCOUTED, "canyon", (), 1)
    assert told(removed, []) == "Scouts: all canyon cards are removed."
    assert told(Event(DEALER, OVER, "", (), 9), []) == "The game is over."


@NAMED
def test_every_event_of_every_game_can_be_told(name: str) -> None:
    record, game = golden(name)
    chronicle = Chronicle(game, EVERYTHING)
    for entry in range(1, chronicle.entries + 1):
        for event in chronicle.done(entry):
            assert "{" not in told(event, record.players)
            assert phrase(event)
