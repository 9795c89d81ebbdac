"""Recorded games of Castle Builder that must replay forever, and that together play everything."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.castle.game import GAME
from engine.castle.pieces.coins import WORDS
from engine.castle.state import State
from engine.contract import Viewer
from engine.errors import BadRecord
from engine.perft import perft
from engine.record import Record, format_record, read_record, record_for, verify_record
from engine.table import Table
from tests.castle_lockstep import plain_of, token
from tests.plain_castle import PlainCastle, Step

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
HOME = GOLDEN / "castle"
NAMES = sorted(path.stem for path in HOME.glob("*.kbg"))


@cache
def text_of(name: str) -> str:
    return (HOME / f"{name}.kbg").read_bytes().decode("ascii")


@cache
def game(name: str) -> tuple[Record, Table]:
    return read_record(text_of(name))


@pytest.mark.rule("CB-97")
@pytest.mark.parametrize("name", NAMES)
def test_an_old_game_replays_to_its_result_and_digest(name: str) -> None:
    record, table = game(name)
    assert table.to_act is None
    assert record.digest == table.digest()
    assert record.result == GAME.totals(table.state)
    assert record.winners == GAME.winners(table.state)
    assert format_record(record) == text_of(name)
    assert verify_record(record, table) == table.dealt


@pytest.mark.parametrize("name", NAMES)
def test_every_chair_keeps_its_own_record_of_it(name: str) -> None:
    record, table = game(name)
    for viewer in (0, 1, None):
        kept = record_for(table, record, viewer)
        copy, own = read_record(format_record(kept))
        assert (copy.digest, copy.result) == (record.digest, record.result)
        assert own.state == GAME.observe(table.state, viewer)
        _check_hidden(table, own, viewer)


def _check_hidden(table: Table, own: Table, viewer: Viewer) -> None:
    """The copy has every entry, and what its chair may not see is not in it."""
    for number, (_, word) in enumerate(own.entries, 1):
        assert word == table.seen(number, viewer)
        before: State = table.states[number - 1]
        if word.startswith(("deal", "steal")):
            _, seat, other = before.agenda[-1]
            sees = viewer == seat or (word.startswith("steal") and viewer == other)
            assert word.endswith("?") == (not sees)


def tokens() -> list[str]:
    return [word for name in NAMES for _, word in game(name)[1].entries]


def test_together_they_make_every_kind_of_move_and_take_every_coin() -> None:
    heads = {word.partition("@")[0].partition(":")[0] for word in tokens() if ":" in word}
    assert heads == {
        *("market", "royal", "drop", "coin", "thief", "collapse", "catapult", "mill", "take"),
        *("deal", "show", "mint", "steal", "lose"),
    }
    assert {"draw", "shuffle", "undo", "redo"} <= {*tokens()}
    assert any("+" in word and "@" in word for word in tokens())
    taken = {word.partition(":")[2] for word in tokens() if word.startswith("coin:")}
    assert taken == {*WORDS}


def test_together_they_have_every_option_and_every_ending() -> None:
    setups = [game(name)[1].state.setup for name in NAMES]
    assert {setup.players for setup in setups} == {2, 3, 4}
    for field in ("royal", "peace", "pay", "coins"):
        assert len({getattr(setup, field) for setup in setups}) == 2, field
    finals = [game(name)[1].state for name in NAMES]
    most = {max(GAME.totals(state)) for state in finals}
    assert {7, 9} <= most
    idle = game("idle")[1].state
    assert (idle.idle, max(GAME.totals(idle))) == (8, 0)
    assert any(
        before.phase.name == "DROP" and before.actor != before.seat
        for name in NAMES
        for before in game(name)[1].states
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (" draw", " drew", "there is no action called"),
        (" draw", " wall99@b1", "there is no such tile"),
        (" draw", " wall5@b2", "level 2 has the cells"),
        (" draw", " coin:mill", "You must draw or build now."),
        ("show:", "show:?+", "there is no such tile"),
        ("digest: ", "digest: 0", "digest"),
        ("result: ", "result: 1 ", "result"),
        ("game: castle", "game: chess", "unknown"),
        ('"players": 2', '"players": 5', "2, 3 or 4 players"),
        ('"players": 2', '"dragons": 2', "there is no such option"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(old: str, new: str, reason: str) -> None:
    text = text_of("two")
    assert old in text
    with pytest.raises(BadRecord) as caught:
        read_record(text.replace(old, new, 1))
    assert reason in str(caught.value)
    assert 1 <= caught.value.line <= text.count("\n")


def perfts() -> list[tuple[str, int, list[int]]]:
    rows = (GOLDEN / "castle" / "castle.perft").read_text(encoding="ascii").splitlines()
    split = [row.partition("#")[0].split() for row in rows]
    return [(name, int(entry), [*map(int, counts)]) for name, entry, *counts in split]


@pytest.mark.parametrize(("name", "entry", "counts"), perfts())
def test_the_lines_of_play_are_counted_as_before(name: str, entry: int, counts: list[int]) -> None:
    state = game(name)[1].states[entry]
    found = [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)]
    assert found == counts


def plain_steps(name: str, entry: int) -> list[Step]:
    """The steps to this entry under the plain rules, without what was taken back."""
    table = game(name)[1]
    plain = plain_of(table.state.setup._asdict())
    words: list[str] = []
    undone = ""
    for _, word in table.entries[:entry]:
        if word == "undo":
            undone = words.pop()
        else:
            words.append(undone if word == "redo" else word)
    done = []
    for word in words:
        done.append(next(step for step in plain.legal() if token(step) == word))
        plain.play(done[-1])
    return done


def plain_after(name: str, steps: list[Step]) -> PlainCastle:
    plain = plain_of(game(name)[1].state.setup._asdict())
    for step in steps:
        plain.play(step)
    return plain


@pytest.mark.slow
@pytest.mark.parametrize(("name", "entry", "counts"), perfts())
def test_the_plain_rules_count_the_same_lines(name: str, entry: int, counts: list[int]) -> None:
    done = plain_steps(name, entry)
    first = plain_after(name, done).legal()
    second = [len(plain_after(name, [*done, step]).legal()) for step in first]
    assert [len(first), sum(second)] == counts[:2]
