"""What a user name and a command ask for; nothing but words of the closed list gets through."""

from __future__ import annotations

import pytest

from kbtui.door.commandwords import Wanted, wanted

DOOR = "play.example.org"


def asked(user: str, command: str | None = None, has_terminal: bool = True) -> Wanted:
    return wanted(user, command, has_terminal, DOOR)


@pytest.mark.parametrize(
    ("user", "words"),
    [
        ("kq7-4tn", ("join", "KQ7-4TN")),
        ("watch", ("watch",)),
        ("GAMES", ("games",)),
        ("new", ("new",)),
        ("menu", ()),
        ("marken", ()),  # six signs of a code, but no dash
        ("replay", ()),  # needs more words
    ],
)
def test_words_and_codes_work_as_user_names(user: str, words: tuple[str, ...]) -> None:
    assert asked(user).words == words


def test_other_user_names_are_proposals_or_lead_to_an_account() -> None:
    assert asked("ada").proposal == "ada"
    assert asked("ACDE-FGHJ").code == "ACDE-FGHJ"
    assert asked("KQ7-4TN").proposal == ""


def test_the_deal_of_the_day_is_a_page_on_a_terminal_and_lines_without_one() -> None:
    page = asked("daily")
    assert (page.words, page.prints) == (("daily", "--play"), False)
    assert asked("ada", "--color 16 daily").words == ("--color", "16", "daily", "--play")
    assert asked("ada", "daily --top").words == ("daily", "--top")
    assert asked("ada", "line daily").words == ("--line", "daily")
    lines = asked("daily", has_terminal=False)
    assert (lines.words, lines.prints) == (("daily",), True)
    told = asked("ada", "daily --play", has_terminal=False).trouble
    assert f"ssh -t {DOOR} daily --play" in told


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("join KQ7-4TN", ("join", "KQ7-4TN")),
        (
            "new --game castle --seed 'two words'",
            ("new", "--game", "castle", "--seed", "two words"),
        ),
        ("--color 16 games", ("--color", "16", "games")),
        ("line join KQ7-4TN", ("--line", "join", "KQ7-4TN")),
        ("-- --line new", ("--line", "new")),
        ("--line join KQ7-4TN", ("--line", "join", "KQ7-4TN")),  # OpenSSH takes the -- itself
        ("kb --line new", ("--line", "new")),
        ("kb", ()),
        ("help me", ("help",)),
        ("   ", ()),
    ],
)
def test_a_command_is_what_kb_does(command: str, words: tuple[str, ...]) -> None:
    assert asked("ada", command) == Wanted(words, "ada")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sh -c id", "no shell"),
        ("/usr/lib/openssh/sftp-server", "no shell"),
        ("scp -t /tmp", "no shell"),
        ("arena --bots exec:id", "is not a command here"),
        ("bot", "is not a command here"),
        ("demo", "is not a command here"),
        ("+welcome", "is not a command here"),
        ("\x1b[2J", "cannot be read"),
        ("rules 'lords", "cannot be read"),
        ("games " + "x" * 1000, "cannot be read"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(command: str, said: str) -> None:
    found = asked("ada", command)
    assert found.words == ()
    assert said in found.trouble
    assert found.trouble.isprintable()
    assert len(found.trouble) < 300


def test_the_user_line_plays_in_lines() -> None:
    assert asked("line", None, False) == Wanted(("--line",))
    assert asked("line", "join KQ7-4TN", False) == Wanted(("--line", "join", "KQ7-4TN"))
    assert asked("line", "--line new", False) == Wanted(("--line", "new"))
    assert asked("line", "line new", False) == Wanted(("--line", "new"))


def test_without_a_terminal_what_prints_prints() -> None:
    assert asked("ada", "games", False).words == ("games",)
    assert asked("ada", None, False).words == ("games",)
    assert asked("ada", "line join KQ7-4TN", False).words == ("--line", "join", "KQ7-4TN")


def test_without_a_terminal_the_rest_says_what_to_type() -> None:
    assert asked("KQ7-4TN", None, False).trouble == (
        "join needs a terminal: type ssh -t play.example.org join KQ7-4TN, or in plain lines "
        "ssh -T play.example.org line join KQ7-4TN."
    )
    assert asked("ada", "replay 3", False).trouble == (
        "replay needs a terminal: type ssh -t play.example.org replay 3."
    )
