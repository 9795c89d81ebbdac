"""Online games from the command line, as real processes: rooms, lists, line mode, refusals."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kbtui.online.rooms import free_port
from tests.kbtui.programs import Program, with_bug
from tests.kbtui.running import hear, kb, opened, tell
from tests.relay.processes import RelayProcess

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RelayProcess]:
    """One that other tests have used, and still may."""
    with RelayProcess(tmp_path_factory.mktemp("relay")) as process:
        yield process


@pytest.fixture
def own_relay(tmp_path: Path) -> Iterator[RelayProcess]:
    """One on which nobody has been, and which may be killed."""
    folder = tmp_path / "relay"
    folder.mkdir()
    with RelayProcess(folder) as process:
        yield process


def hosted(home: Path, relay: RelayProcess, *more: str) -> tuple[subprocess.Popen[str], str]:
    """Somebody in a room of their own, in lines, and the code."""
    ann = opened(home, "--line", "host", "--relay", relay.url, "--name", "Ann", *more)
    code = hear(ann, "Room ").split()[1]
    hear(ann, "Type help")
    return ann, code


def end(*processes: subprocess.Popen[str]) -> list[int]:
    codes = []
    for process in processes:
        process.communicate(timeout=50)
        codes.append(process.returncode)
    return codes


# ---- lists --------------------------------------------------------------------------------------


def test_open_games_are_listed_and_private_ones_are_not(
    tmp_path: Path, own_relay: RelayProcess
) -> None:
    done = kb(tmp_path, "games", "--relay", own_relay.url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("There are no public games on 127.0.0.1:")
    ann, code = hosted(tmp_path / "ann", own_relay, "--listed", "--players", "3", "--bots", "1")
    hear(ann, "A bot takes seat 3: greedy.")
    eve, hidden = hosted(tmp_path / "eve", own_relay)
    done = kb(tmp_path, "games", "--relay", own_relay.url)
    assert done.stdout.splitlines()[:2] == [
        f"{code}  waiting for players; 1 of 3 seats free",
        "         Ann, greedy",
    ]
    assert hidden not in done.stdout
    listed = json.loads(kb(tmp_path, "games", "--json", "--relay", own_relay.url).stdout)["games"]
    assert [(each["code"], each["free"], each["names"]) for each in listed] == [
        (code, 1, ["Ann", "", "greedy"])
    ]
    tell(ann, "leave")
    tell(eve, "leave")
    assert end(ann, eve) == [0, 0]


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("--line", "host"),
        ("--line", "join", "KQ7-4TN"),
        ("--line", "watch", "KQ7-4TN"),
        ("bot", "--join", "KQ7-4TN"),
    ],
)
def test_a_relay_that_is_not_there_is_told_with_what_to_do(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = kb(tmp_path, *words, "--relay", "127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr == (
        "kb: 127.0.0.1:1: the relay is not running; "
        "kb-relay starts a relay, --relay names another\n"
    )
    assert [*tmp_path.rglob("*.ticket")] == []


# ---- refusals -----------------------------------------------------------------------------------

REFUSED = {
    ("join", "KQ7"): "KQ7 is not a room code; a code looks like KQ7-4TN",
    ("watch", "0000000"): "0000000 is not a room code; a code looks like KQ7-4TN",
    ("join", "KQ7-4TN", "--relay", "http://x"): "--relay: http://x is not the address of a relay; ",
    ("games", "--relay", "a b"): "--relay: An address is a name such as example.org, ",
    ("host", "--clock", "soon"): "--clock: soon is not a clock; ",
    ("host", "--clock", "turn:9"): "--clock must be 10 seconds to 30 days",
    ("host", "--clock", "game:31d"): "--clock must be 60 seconds to 30 days",
    ("host", "--delay", "3601"): "--delay must be 0 to 3600 seconds",
    ("host", "--off-turn", "4"): "--off-turn must be 5 seconds to 30 days, or 0",
    ("host", "--off-turn", "-1"): "--off-turn must be 5 seconds to 30 days, or 0",
    ("host", "--players", "2", "--bots", "2"): "2 bots leave no seat for you in a game for 2",
    ("host", "--bots", "genius"): "--bots: unknown level genius; choose from random, ",
    ("host", "--goals", "lords"): "goals: choose three different goals",
    ("bot", "--join", "KQ7-4TN", "--level", "genius"): "--level: unknown level 'genius'; ",
    ("bot", "--join", "KQ7-4TN", "--games", "0"): "--games must be at least 1",
    ("bot", "--join", "KQ7-4TN", "--level", "exec:nothing"): "bots: exec:nothing is not a program",
    ("bot",): "one of these is needed: --join --daily; see kb bot --help",
    ("bot", "--daily", "chess"): "game: 'chess' is unknown",
    ("status", "--every", "1"): "--every must be at least 5 seconds",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_done_is_refused_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = kb(tmp_path, "--line", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kb: {REFUSED[words]}")
    assert done.stderr.count("\n") == 1


def test_without_a_terminal_rooms_need_lines(tmp_path: Path) -> None:
    for words in (("host",), ("join", "KQ7-4TN"), ("watch", "KQ7-4TN")):
        done = kb(tmp_path, *words)
        assert done.returncode == 2
        assert "kb --line plays in plain lines" in done.stderr


def test_a_door_that_stays_shut_says_why(tmp_path: Path, relay: RelayProcess) -> None:
    for words in (("join",), ("watch",)):
        done = kb(tmp_path, "--line", *words, "KQ7-4TN", "--relay", relay.url)
        assert done.returncode == 2
        assert done.stderr.startswith("kb: There is no room KQ7-4TN on ")
        assert done.stderr.endswith("; check the code and the relay\n")  # one sentence, no period
    done = kb(tmp_path, "bot", "--join", "KQ7-4TN", "--relay", relay.url)
    assert done.returncode == 2
    assert done.stderr.startswith("kb: There is no room KQ7-4TN on ")


# ---- lines --------------------------------------------------------------------------------------


def test_two_people_meet_talk_and_play_over_pipes(tmp_path: Path, relay: RelayProcess) -> None:
    ann, code = hosted(tmp_path / "ann", relay)
    typed = code.lower().replace("-", "")
    bob = opened(tmp_path / "bob", "--line", "join", typed, "--relay", relay.url, "--name", "Bob")
    tell(bob, "say hello", "ready")  # typed before there is a room; it waits
    assert hear(ann, "Bob says") == "Bob says: hello"
    hear(ann, "Everyone is here")
    tell(ann, "start")
    hear(ann, "Your turn:")
    hear(bob, "Waiting for Ann")
    tell(ann, "legal", "1")
    token = hear(ann, "You: ").removeprefix("You: ")
    assert hear(bob, "Ann: ") == f"Ann: {token}"
    tell(ann, "quit")
    assert hear(ann, "Your seat is kept") == (
        f"Your seat is kept. Type kb --line continue {code} to continue."
    )
    assert end(ann) == [0]
    again = opened(tmp_path / "ann", "--line", "continue")
    hear(again, "Your turn: build 2 settlements")
    tell(again, "leave")
    hear(bob, "Ann has left.")
    tell(bob, "quit")
    assert end(again, bob) == [0, 0]


def test_who_is_killed_comes_back_and_hears_what_was_missed(
    tmp_path: Path, relay: RelayProcess
) -> None:
    ann, code = hosted(tmp_path / "ann", relay)
    bob = opened(tmp_path / "bob", "--line", "join", code, "--relay", relay.url, "--name", "Bob")
    tell(bob, "ready")
    hear(ann, "Everyone is here")
    tell(ann, "start")
    hear(ann, "Your turn:")
    hear(bob, "Waiting for Ann")
    tell(bob, "who")
    hear(bob, "2 Bob: you")
    bob.kill()
    end(bob)
    for _ in range(3):
        tell(ann, "legal", "1")
        hear(ann, "You: ")
    tell(ann, "end")
    hear(ann, "Waiting for Bob")
    assert kb(tmp_path / "bob", "status").stdout == "your turn: 1\n"
    assert f"{code}\n     online: Ann, Bob; turn 1, Ann\n" in kb(tmp_path / "bob", "saves").stdout
    again = opened(tmp_path / "bob", "--line", "continue", code.lower())
    hear(again, "4 moves while you were away:")
    hear(again, "Ann: end")
    hear(again, "Your turn: build 3 settlements")
    tell(again, "quit")
    tell(ann, "quit")
    assert end(again, ann) == [0, 0]


def test_the_end_of_input_keeps_the_seat(tmp_path: Path, relay: RelayProcess) -> None:
    ann, code = hosted(tmp_path / "ann", relay)
    out, _ = ann.communicate(timeout=50)
    assert out.splitlines()[-2:] == [
        "There is no more input.",
        f"Your seat is kept. Type kb --line continue {code} to continue.",
    ]
    assert ann.returncode == 0
    again = opened(tmp_path / "ann", "--line", "join", code, "--relay", relay.url)
    hear(again, "1 Ann: you, host, not ready")  # the same seat, by its ticket
    assert end(again) == [0]


def test_who_watches_needs_no_input_at_all(tmp_path: Path, relay: RelayProcess) -> None:
    ann, code = hosted(tmp_path / "ann", relay)
    will = opened(tmp_path / "will", "--line", "watch", code, "--relay", relay.url)
    assert will.stdin is not None
    will.stdin.close()
    bot = opened(tmp_path / "bot", "bot", "--join", code, "--level", "random", "--relay", relay.url)
    hear(ann, "Everyone is here")
    tell(ann, "start")
    hear(ann, "Your turn:")
    hear(will, "Waiting for Ann")
    tell(ann, "leave")
    hear(will, "Ann has left.")
    will.terminate()
    bot.terminate()
    assert end(ann, bot)[0] == 0
    will.wait(50)
    assert will.stdout is not None
    will.stdout.close()
    assert will.stderr is not None
    will.stderr.close()


def test_on_a_terminal_there_is_a_prompt_and_what_comes_stands_on_lines_of_its_own(
    tmp_path: Path, relay: RelayProcess
) -> None:
    words = ("--line", "--color", "none", "host", "--relay", relay.url, "--name", "Ann")
    with Program(tmp_path / "ann", *words) as ann:
        text = ann.until("for a list of commands.\n>")
        match = re.search(r"Room (\S+) on", text)
        assert match is not None
        bob = opened(tmp_path / "bob", "--line", "join", match[1], "--relay", relay.url)
        ann.until("takes seat 2.\n>")
        tell(bob, "say good evening")
        ann.until("says: good evening\n>")
        ann.press("who\r")
        ann.until("1 Ann: you, host, not ready")
        ann.press("leave\r")
        assert ann.wait() == 0
        tell(bob, "leave")
        assert end(bob) == [0]


def test_a_room_can_be_hosted_without_any_relay(tmp_path: Path) -> None:
    ann = opened(tmp_path / "ann", "--line", "host", "--here", "--name", "Ann")
    address = hear(ann, "The relay is running in this program: ").split()[-1]
    code = hear(ann, "Room ").split()[1]
    hear(ann, "This connection is not encrypted")
    hear(ann, f"Others can join with: kb join {code} --relay {address}")
    port = address.rpartition(":")[2]
    words = ("--line", "join", code, "--relay", f"127.0.0.1:{port}", "--name", "Bob")
    bob = opened(tmp_path / "bob", *words)
    hear(ann, "Bob takes seat 2.")
    tell(bob, "leave")
    tell(ann, "quit")
    assert end(bob, ann) == [0, 0]
    again = opened(tmp_path / "ann", "--line", "continue")  # with the relay of this program
    assert hear(again, "The relay is running").endswith(f":{port}")
    hear(again, "1 Ann: you, host, not ready")
    tell(again, "leave")
    assert end(again) == [0]


# ---- status -------------------------------------------------------------------------------------


def test_status_says_where_it_is_your_turn(tmp_path: Path, own_relay: RelayProcess) -> None:
    done = kb(tmp_path / "ann", "status")
    assert (done.returncode, done.stdout) == (1, "no online games\n")
    ann, code = hosted(tmp_path / "ann", own_relay, "--players", "2", "--bots", "1")
    hear(ann, "Everyone is here")
    tell(ann, "start")
    hear(ann, "Your turn:")
    for _ in range(50):  # the ticket is written after the line
        done = kb(tmp_path / "ann", "status", "--long")
        if done.returncode != 1:
            break
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["your turn: 1", f"{code}  greedy: your turn"]
    tell(ann, "who", "quit")  # nobody has thrown us out of the seat
    hear(ann, "1 Ann: you")
    assert end(ann) == [0]
    done = kb(tmp_path / "ann", "status", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"][0]["code"] == code
    own_relay.kill()
    done = kb(tmp_path / "ann", "status")
    assert (done.returncode, done.stdout) == (2, "not answering: 1\n")


def test_status_goes_on_watching_until_it_is_stopped(tmp_path: Path) -> None:
    watching = opened(tmp_path, "status", "--watch", "--every", "5")
    hear(watching, "no online games")
    watching.terminate()
    watching.communicate(timeout=50)
    assert watching.returncode != 0


# ---- bots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3])
def test_bots_in_processes_of_their_own_play_whole_games(
    tmp_path: Path, relay: RelayProcess, count: int
) -> None:
    ann, code = hosted(tmp_path / "ann", relay, "--players", str(count))
    words = ("bot", "--join", code, "--relay", relay.url, "--level", "random", "--games", "2")
    bots = [opened(tmp_path / "bot", *words, "--name", "Robo 1")]
    hear(ann, "Robo 1 is ready.")
    tell(ann, "leave")  # the bot is the host now
    assert end(ann) == [0]
    bots += [opened(tmp_path / "bot", *words, "--name", f"Robo {n}") for n in range(2, count + 1)]
    told = [bot.communicate(timeout=100) for bot in bots]
    assert [bot.returncode for bot in bots] == [0] * count
    ends = [re.findall(r"^The game is over: .*$", out, re.MULTILINE) for out, _ in told]
    assert [len(found) for found in ends] == [2] * count
    assert len({tuple(found) for found in ends}) == 1
    assert all(err == "" for _, err in told)
    assert [*(tmp_path / "bot").rglob("*.ticket")] == []


def test_a_bot_survives_a_restart_of_the_relay(tmp_path: Path, own_relay: RelayProcess) -> None:
    ann, code = hosted(tmp_path / "ann", own_relay)
    words = ("bot", "--join", code, "--relay", own_relay.url, "--level", "random")
    bots = [opened(tmp_path / "bot", *words, "--name", "Robo 1")]
    hear(ann, "Robo 1 is ready.")
    tell(ann, "leave")
    assert end(ann) == [0]
    watching = opened(tmp_path / "w", "--line", "watch", code, "--relay", own_relay.url)
    hear(watching, "Watching ")
    bots.append(opened(tmp_path / "bot", *words, "--name", "Robo 2"))
    hear(watching, "Robo 1: end")
    own_relay.kill()
    own_relay.start()
    assert [bot.communicate(timeout=100)[1] for bot in bots] == ["", ""]
    assert [bot.returncode for bot in bots] == [0, 0]
    hear(watching, "Connection lost")
    hear(watching, "Reconnected.")
    kept = hear(watching, "")
    while "dealt fairly" not in kept:
        kept = hear(watching, "")
    assert end(watching) == [0]
    (path,) = (tmp_path / "w").rglob("online-*.kbg")
    assert kb(tmp_path, "verify", str(path)).returncode == 0


@pytest.mark.parametrize(("signal", "code"), [(15, 0), (2, 130)])
def test_a_bot_that_is_told_to_stop_leaves_its_seat(
    tmp_path: Path, relay: RelayProcess, signal: int, code: int
) -> None:
    ann, room = hosted(tmp_path / "ann", relay)
    bot = opened(tmp_path / "bot", "bot", "--join", room, "--relay", relay.url, "--name", "Robo")
    hear(ann, "A bot takes seat 2: Robo.")
    hear(ann, "Robo is ready.")
    tell(ann, "who")
    assert hear(ann, "2 ") == "2 Robo: a bot, greedy, ready"
    bot.send_signal(signal)
    hear(ann, "Seat 2 is free.")
    assert end(bot) == [code]
    tell(ann, "leave")
    assert end(ann) == [0]


def test_a_bug_while_the_line_speaks_ends_lines_too(tmp_path: Path) -> None:
    bug = with_bug(tmp_path / "bug", "kbtui.linemode.visit", "LineVisit._happened")
    where = ("--relay", f"127.0.0.1:{free_port()}", "--name", "Ann")
    done = kb(tmp_path, "--line", "join", "AAA-AAA", *where, **bug)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


def test_after_a_bug_the_seat_is_kept(tmp_path: Path, relay: RelayProcess) -> None:
    bug = with_bug(tmp_path / "bug", "kbtui.linemode.waitingroom", "LineRoom.changed")
    where = ("--relay", relay.url, "--name", "Ann")
    ann = opened(tmp_path, "--line", "host", *where, **bug)
    code = hear(ann, "Room ").split()[1]
    assert hear(ann, "Your seat is kept. ") == (
        f"Your seat is kept. Type kb --line continue {code} to continue."
    )
    assert end(ann) == [1]
    again = kb(tmp_path, "--line", "continue", code, typed=["leave"])
    assert again.returncode == 0
    assert f"Room {code}" in again.stdout


@pytest.mark.slow
def test_a_bot_takes_its_own_try_at_the_deal_of_the_day(
    tmp_path: Path, own_relay: RelayProcess
) -> None:
    words = (
        "bot",
        "--daily",
        "castle",
        "--level",
        "random",
        "--name",
        "robot",
        "--relay",
        own_relay.url,
    )
    done = kb(tmp_path, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over: " in done.stdout
    again = kb(tmp_path, *words)
    assert again.returncode == 2
    assert again.stderr.startswith("kb: robot has had its try at ")
    table = kb(tmp_path, "daily", "--game", "castle", "--table", "--json", "--relay", own_relay.url)
    assert '"opened": 0' in table.stdout  # people are counted apart
    other = kb(tmp_path, *words[:6], "robot 2", "--relay", own_relay.url)
    assert other.returncode == 0
