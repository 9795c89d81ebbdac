"""Nonsense sent to the engine: any value in any field gets an answer, never a crash."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import process
from engine.process import COMMANDS
from tests.engine.caller import Answer, Caller
from tests.fuzzing import FUZZ, JSON
from tests.walks import MARSHES, options, walked

pytestmark = pytest.mark.slow

FIELDS = [
    *("id", "cmd", "game", "options", "dealer", "seed", "position", "record", "move", "viewer"),
    *("depth", "players", "quadrants"),
]
VALUES = st.one_of(JSON, st.sampled_from(["a", "d1", "end", 0, 1, "full", {}, *COMMANDS]))


@pytest.fixture(scope="module")
def marsh() -> Iterator[Caller]:
    """A caller in the middle of a game, with a small limit for perft."""
    found = Caller()
    position = walked(options("marshes", 1), 1, 90)
    dumped = position.game.write_position(position.state)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "PERFT_LIMIT", 500)
        found.ask("position", game="a", position=dumped)
        yield found


@FUZZ
@given(cmd=st.sampled_from(list(COMMANDS)), fields=st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_any_fields_get_an_answer(marsh: Caller, cmd: str, fields: Answer) -> None:
    marsh.send(json.dumps({"game": "a", "cmd": cmd, **fields}))


@FUZZ
@given(
    options_=st.dictionaries(
        st.sampled_from(
            [
                "players",
                "sets",
                "quadrants",
                "goals",
                "start",
                "two_cards",
                "seed",
                "custom",
                "first_game",
            ]
        ),
        st.one_of(
            JSON, st.lists(st.sampled_from([*MARSHES, "base", "marshlands", "scouts", "lords"]))
        ),
    )
)
def test_any_options_get_an_answer(marsh: Caller, options_: Answer) -> None:
    marsh.send(json.dumps({"cmd": "new", "game": "b", "options": options_}))


@FUZZ
@given(line=st.text())
def test_any_line_gets_an_answer(marsh: Caller, line: str) -> None:
    marsh.send(line)


@FUZZ
@given(move=st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789@:-+?/ ", max_size=16))
def test_any_move_gets_an_answer(marsh: Caller, move: str) -> None:
    for cmd in ("explain", "gains"):
        marsh.send(json.dumps({"cmd": cmd, "game": "a", "move": move}))
