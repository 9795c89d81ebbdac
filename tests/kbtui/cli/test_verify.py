"""``kb verify``: fair, not fair, or impossible to tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.dealer import Dealer, Seal, commitment, sealed_seed
from engine.kingdom.setup import Options
from engine.record import Record, format_record, read_record, record_of, start_table
from engine.table import Entry, Table
from tests.kbtui.playing import kingdom
from tests.kbtui.running import kb
from tests.transcripts import ROOT

SECRET, NONCES = bytes(range(32)), (b"one", b"two")


def seeded() -> Record:
    session = kingdom(Options(players=2, seed="fair"), ["random", "random"])
    list(session.advance())
    return session.record()


def sealed(secret: str | None = SECRET.hex()) -> Record:
    """A whole game, dealt from a seal, in which each player does the first thing that is legal."""
    seal = Seal(commitment(SECRET), tuple(nonce.hex() for nonce in NONCES), secret)
    origin = Record("kingdom", {"players": 2, "seed": "fair"}, seal=seal)
    table = start_table(origin)
    dealer = Dealer(sealed_seed(SECRET, list(NONCES)))
    while table.to_act is not None:
        seat = table.to_act
        game = table.game
        first = dealer.next_token(table) if seat < 0 else game.format(game.legal(table.state)[0])
        table.append(seat, first)
    return record_of(table, origin)


def kept(folder: Path, record: Record, name: str = "game.kbg") -> str:
    path = folder / name
    path.write_text(format_record(record), "utf-8")
    return str(path)


def fouled(record: Record) -> Record:
    """The same, but the last card shown is another one that was possible too."""
    _, table = read_record(format_record(record))
    for number in reversed(range(len(record.entries))):
        actor, token = record.entries[number]
        state = table.states[number]
        legal = [table.game.format(move) for move in table.game.legal(state)]
        others = [each for each in legal if each != token]
        if actor < 0 and others:
            again = Table(table.game, table.states[0])
            again.extend([*record.entries[:number], Entry(actor, others[0])])
            return record_of(played_out(again), record)
    raise AssertionError("no card could have been another one")


def played_out(table: Table) -> Table:
    while table.to_act is not None:
        table.append(table.to_act, table.game.format(table.game.legal(table.state)[0]))
    return table


@pytest.mark.parametrize("make", [seeded, sealed])
def test_a_fair_game_is_called_fair(tmp_path: Path, make: type) -> None:
    record = make()
    dealt = sum(actor < 0 for actor, _ in record.entries)
    done = kb(tmp_path, "verify", kept(tmp_path, record))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Fair: {dealt} pieces were re-dealt")
    assert (commitment(SECRET) in done.stdout) == (record.seal is not None)


@pytest.mark.parametrize("make", [seeded, sealed])
def test_a_card_that_was_not_due_is_named(tmp_path: Path, make: type) -> None:
    done = kb(tmp_path, "verify", kept(tmp_path, fouled(make())))
    assert (done.returncode, done.stderr) == (1, "")
    assert re.match(r"Not fair: entry \d+ should be (deal|show):\w+, but the log has ", done.stdout)


def test_a_secret_that_was_not_committed_to_is_foul(tmp_path: Path) -> None:
    done = kb(tmp_path, "verify", kept(tmp_path, sealed("00" * 32)))
    assert done.returncode == 1
    assert "the revealed secret does not match its commitment" in done.stdout


@pytest.mark.slow
def test_a_record_can_come_through_a_pipe(tmp_path: Path) -> None:
    lines = format_record(sealed()).splitlines()
    assert kb(tmp_path, "verify", "-", typed=lines).returncode == 0
    done = kb(tmp_path, "verify", "-", typed=["nonsense"])
    assert done.returncode == 2
    assert done.stderr.startswith("kb: line 1: ")


@pytest.mark.slow
def test_what_cannot_be_found_out_is_said(tmp_path: Path) -> None:
    half = sealed()._replace(entries=sealed().entries[:20], result=None, winners=None, digest=None)
    assert half.seal is not None
    refused = {
        "until the game is over": half._replace(seal=half.seal._replace(secret=None)),
        "once nobody can play it any more": sealed(None),  # a deal of the day, still in play
        "which seed": seeded()._replace(seeded=False),
        "not over": half,
    }
    for reason, record in refused.items():
        done = kb(tmp_path, "verify", kept(tmp_path, record))
        assert (done.returncode, done.stdout) == (2, "")
        assert reason in done.stderr
        assert done.stderr.count("\n") == 1


def test_no_file_and_a_broken_one_are_refused(tmp_path: Path) -> None:
    assert kb(tmp_path, "verify", "nothing.kbg").returncode == 2
    path = tmp_path / "broken.kbg"
    path.write_bytes(b"kbtui record 1\n\xff\n")
    done = kb(tmp_path, "verify", str(path))
    assert done.returncode == 2
    assert done.stderr == "kb: broken.kbg: not UTF-8 text\n"


def test_the_reason_is_told_in_the_language_of_the_player(tmp_path: Path) -> None:
    done = kb(tmp_path, "--language", "de", "verify", kept(tmp_path, fouled(sealed())))
    assert done.stdout.startswith("Nicht fair: Eintrag ")


@pytest.mark.parametrize("name", ["first-game", "all-to-chance"])
def test_the_games_of_the_project_are_fair(tmp_path: Path, name: str) -> None:
    done = kb(tmp_path, "verify", str(ROOT / "tests" / "golden" / "games" / f"{name}.kbg"))
    assert done.returncode == 0
