"""Lessons and tips fit in every language, and are in that language."""

from __future__ import annotations

from textwrap import wrap

import pytest

from kbtui.daily import challenger
from kbtui.daily.challenge import CHALLENGE, session_of
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.learn.lessons import STEPS
from kbtui.games.kit import find
from kbtui.games.screen import Opening
from kbtui.paint.runs import length, plain, width
from kbtui.play.session import HUMAN, Session
from kbtui.screens.beside.openingcard import card_lines
from kbtui.screens.stack import forms_of
from kbtui.story.chronicle import Chronicle
from kbtui.story.view import View
from kbtui.text.i18n import _
from kbtui.text.keys import COMMANDS, short_words
from tests.kbtui.daily.test_challenge import challenge
from tests.kbtui.games.kingdom.learn.test_lessons import course_at, view
from tests.kbtui.games.kingdom.learn.test_tips import SITUATIONS, before, tip
from tests.kbtui.playing import at_board

pytestmark = pytest.mark.usefixtures("every_language")

WINDOW = 80  # columns
NOTE = 60  # columns of a lesson over the smallest board
NOTE_ROWS = 6  # with its task two more: the board has to be seen below it
TIP = 29  # columns of a tip in the narrowest side column that shows it
TIP_ROWS = 9
SHORT = 15  # columns of a word of the footer
LEAST = 62
CARD_ROWS = 18


@pytest.mark.slow
@pytest.mark.parametrize("index", range(len(STEPS)))
def test_a_lesson_has_room(index: int, every_language: str) -> None:
    course = course_at(index)
    told, task, title = course.text(view(course)), course.task(view(course)), course.title()
    assert not {"{", "}"} & {*told, *task}
    assert len(wrap(told, NOTE)) <= NOTE_ROWS
    assert len(wrap(task, NOTE)) <= 2
    assert width(task) <= WINDOW - 4
    assert every_language == "en" or told != STEPS[index].text
    where = _("{number} of {total}").format(number=len(STEPS), total=len(STEPS))
    assert width(f" {_('Tutorial')}  {where}  {title} Esc {_('leave')} ") <= LEAST


@pytest.mark.parametrize("name", [name for name, _state, _other in SITUATIONS])
def test_a_tip_has_room(name: str) -> None:
    state = next(state for other, state, _other in SITUATIONS if other == name)
    people = ("random", HUMAN) if state.seat else (HUMAN, "random")
    found = tip(at_board(state, people), but=before(name))
    assert found is not None
    assert found.key == name
    assert width(f"{_('Tip')} {found.short}") <= WINDOW - 4
    assert len(wrap(found.text, TIP)) <= TIP_ROWS
    assert not {"{", "}"} & {*found.short, *found.text}


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_the_card_of_a_first_game_has_room(game: str) -> None:
    """In the smallest window, between title and prompt."""
    kit, start = find(game), forms_of(game).first_game("Ada")
    assert kit.learn is not None
    session = Session(*start)
    chronicle = Chronicle(session.table, 0)
    moment = View(session.table.state, session.names, (False, True), 0, chronicle, 0, zoom=Zoom.S)
    rows = card_lines((_(kit.title), _("first game")), kit.learn.opening(moment), moment, LEAST - 4)
    assert len(rows) <= CARD_ROWS, "\n".join(map(plain, rows))
    assert {length(row) for row in rows} == {LEAST - 4}
    assert not {"{", "}"} & {*"".join(map(plain, rows))}
    assert plain(rows[-1]).rstrip().endswith(_("begin"))


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_the_card_of_a_challenge_has_room(game: str) -> None:
    session = session_of(challenge("you expert expert expert", game), "Ada")
    known = (*session.origin.tags, *challenger.headers("W" * 12, (-100, 100)))
    dare = f"KQ7-4TN ws://{'w' * 40}.example.org:8765"
    tags = [(key, dare if key == CHALLENGE else value) for key, value in known]
    session.origin = session.origin._replace(tags=tuple(tags))
    chronicle, bots = Chronicle(session.table, 0), (False, True, True, True)
    moment = View(session.table.state, session.names, bots, 0, chronicle, 0)
    told = challenger.told(session, "d")
    rows = card_lines((_(find(game).title), _("challenge")), Opening(told), moment, LEAST - 4)
    assert len(rows) <= CARD_ROWS, "\n".join(map(plain, rows))
    assert {length(row) for row in rows} == {LEAST - 4}
    assert not {"{", "}"} & {*"".join(map(plain, rows))}


def test_words_of_the_footer_are_short() -> None:
    for name in (command.name for command in COMMANDS if command.short):
        assert width(short_words(name)) <= SHORT, short_words(name)
