"""Tips in lines: for a first game, one person, in words for somebody who types."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.games.castle.learn.tips import RULES as CASTLE
from kbtui.games.kingdom.learn.tips import _RULES as KINGDOM
from kbtui.games.kit import find
from kbtui.linemode.game import LineMode
from kbtui.play import saves
from kbtui.play.session import COUNTED, HUMAN, REMOTE, Session

HELP = "Type help for a list of commands."
ALONE = "There are tips only in games that you play alone."


def first_game(is_guided: bool = True, players: tuple[str, ...] = (HUMAN, "novice")) -> Session:
    forms = find("kingdom").forms
    assert forms is not None
    options = forms.first_game("Ada").options
    return Session("kingdom", {**options, "seed": "a"}, players, is_guided=is_guided)


class Lines:
    def __init__(self, session: Session) -> None:
        self.said: list[str] = []
        self.game = LineMode(session, self.said.append)
        self.game.start()

    def ask(self, line: str) -> list[str]:
        self.said.clear()
        self.game.hear(line)
        return [*self.said]


def test_a_first_game_gives_the_tip_before_the_prompt() -> None:
    said = Lines(first_game()).said
    assert said[-3].startswith("Tip: Your card is flowers, and you may build on any hex of it.")
    assert said[-1].startswith("Your turn: build 3 settlements on flowers")


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_a_first_game_says_first_what_it_is_about(game: str) -> None:
    forms = find(game).forms
    assert forms is not None
    session = Session(*forms.first_game("Ada"))
    said = Lines(session).said
    starts = [line.partition(":")[0] for line in said]
    assert starts[0] == "Goal"
    assert starts.index("Turn") < starts.index("End") < said.index(HELP)
    assert not any(word in " ".join(said) for word in ("Press ", "{"))
    assert all(len(line) <= 80 for line in said[: said.index(HELP)])
    session.play(session.game.format(session.game.legal(session.observation(0))[0]))
    assert Lines(session).said[0] == HELP  # it is continued


def test_a_first_game_says_so_in_the_language_of_the_player(every_language: str) -> None:
    forms = find("kingdom").forms
    assert forms is not None
    told = " ".join(Lines(Session(*forms.first_game("Ada"))).said)
    ends = {"en": "End: ", "fr": "Fin\u00a0: ", "nl": "Einde: ", "de": "Ende: "}
    assert ends[every_language] in told  # in Dutch the key has another name


def test_tips_are_switched_off_and_on_again_and_again() -> None:
    lines = Lines(first_game())
    for _time in range(3):
        assert lines.ask("tips") == ["Tips are off."]
        assert not any(line.startswith("Tip:") for line in lines.ask(""))
        assert lines.ask("tips")[0] == "Tips are on."
        assert any(line.startswith("Tip:") for line in lines.ask(""))


def test_another_game_gives_none_until_they_are_asked_for() -> None:
    lines = Lines(first_game(is_guided=False))
    assert not any(line.startswith("Tip:") for line in lines.said)
    on, tip, *_rest = lines.ask("tips")
    assert on == "Tips are on."
    assert tip.startswith("Tip: Your card is flowers")
    assert any(line.startswith("tips ") for line in lines.ask("help"))


def test_a_tip_names_the_hexes_that_a_screen_would_light() -> None:
    lines = Lines(first_game())
    assert not any("castle" in line for line in lines.ask("b3"))
    said = lines.ask("c3")
    # The castle of the first quadrant is D4. Of its neighbors C4, D3 and E3 are flowers, and E3
    # touches neither B3 nor C3.
    assert "Tip: Next to a castle: D3, C4. One settlement there is enough for 3 gold, and" in said


def test_nobody_gets_tips_against_people_elsewhere() -> None:
    session = first_game(is_guided=False)
    session.players = (HUMAN, REMOTE)
    assert Lines(session).ask("tips") == [ALONE]


def test_a_try_that_counts_has_none_and_says_why() -> None:
    session = first_game(is_guided=False)
    tag = (COUNTED, "2026-11-16")
    session.origin = session.origin._replace(tags=(*session.origin.tags, tag))
    assert Lines(session).ask("tips") == ["There are no tips in a try that counts."]


def test_several_people_at_one_keyboard_get_none() -> None:
    lines = Lines(first_game(players=(HUMAN, HUMAN)))
    assert lines.ask("tips") == [ALONE]
    assert not any(line.startswith("tips ") for line in lines.ask("help"))


def test_a_game_that_is_continued_still_gives_tips(tmp_path: Path) -> None:
    session = first_game()
    save = saves.start(session, tmp_path)
    lines = Lines(session)
    lines.ask("b3")
    save.close()
    session.close()
    (path,) = tmp_path.glob("*")
    again, kept = saves.resume(path, tmp_path)
    assert any(line.startswith("Tip:") for line in Lines(again).said)
    kept.close()
    again.close()


@pytest.mark.parametrize("rule", [*KINGDOM, *CASTLE], ids=lambda rule: rule.key)
def test_a_typed_tip_names_no_key_and_nothing_that_lights_up(rule: object) -> None:
    text = getattr(rule, "typed", "") or getattr(rule, "text", "")
    assert not {"Press", "press", "lit", "shows"} & set(text.split())
    assert not any(name in text for name in ("{key}", "{end}", "{undo}", "{goal}", "{draw}"))
    assert "bottom line" not in text
