"""Every word that a player reads comes from a catalogue: with one that writes all in other letters,
no English word is left on the game screen but names, coordinates, keys and notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from gettext import NullTranslations
from random import Random

import pytest

from engine.errors import EngineError
from engine.kingdom.ground.moves import word
from engine.kingdom.setup import Options, parse_options
from kbtui.games.kingdom.board.symbols import tile_sign
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.panels import endturn, log, side
from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.typed import Typed
from kbtui.games.kingdom.words.names import TILES
from kbtui.paint.runs import Line, Run, plain
from kbtui.play.session import HUMAN
from kbtui.screens.gamescreen import leaving
from kbtui.story.view import Said
from kbtui.text import i18n
from kbtui.text.textinput import CommandLine
from tests.kbtui.games.kingdom.play.test_hand_monkey import Monkey, others
from tests.kbtui.playing import BOT, kingdom, view_of
from tests.walks import options

CALLED = ["11", "22", "33"]  # names without letters
# Caps that are the same everywhere, words that are typed in moves and commands.
CAPS = {"Tab", "Shift", "Esc", "Ctrl"}
CHIPS = {tile_sign(action, Zoom.M) for action in TILES}
NOTATION = {"go", "legal", "why", "gain"}
TYPED = {word(action).rstrip("+") for action in TILES}  # tiles that can be used, to be typed
_HOLE = re.compile(r"(\{[^}]*\})")
_WORD = re.compile(r"[A-Za-z]{2,}")
_RULE = re.compile(r"\([A-Z]+(-[A-Z]+)*-[0-9]+\)")  # told with the answer to "why"


def foreign(text: str) -> str:
    """The text in Cyrillic letters; holes stay."""
    parts = _HOLE.split(text)
    return "".join(part if part.startswith("{") else _letters(part) for part in parts)


def _letters(text: str) -> str:
    return "".join(
        chr(ord(char) - ord("a") + 0x430)
        if "a" <= char <= "z"
        else chr(ord(char) - ord("A") + 0x410)
        if "A" <= char <= "Z"
        else char
        for char in text
    )


class Foreign(NullTranslations):
    def gettext(self, message: str) -> str:
        return foreign(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return foreign(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return foreign(message)


@pytest.fixture(autouse=True)
def _foreign(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(i18n._Chosen, "catalogue", Foreign())
    yield
    i18n.use("en")


def english(lines: list[Line], known: set[str]) -> set[str]:
    text = _RULE.sub("", "\n".join(plain(row) for row in lines))
    return {*_WORD.findall(text)} - known


def screen(play: Play, said: list[str]) -> list[Line]:
    """All lines around the board, in every form."""
    view = view_of(play)
    found: list[Line] = [*prompts.title(play, view), prompts.hints(play, view)]
    found += [prompts.prompt(play, view), prompts.hex_line(play, view)]
    found += [(Run(leaving(play.session).format(key="")),)]
    for columns in (17, 40, 76):
        question = partial(endturn.lines, play, view) if play.is_asking else None
        told = [Said(len(play.session.table.entries), text) for text in said]
        shown = side.Shown(play.tile, play.goal, play.half, question, told)
        found += side.side(view, columns, 60, shown)
    found += [endturn.short(play, view), *log.lines(view, 76, 30)]
    return found


def test_the_letters_are_all_replaced() -> None:
    assert foreign("Ab {name} Ca") == "\u0410\u0431 {name} \u0412\u0430"
    assert not _WORD.search(foreign("the whole alphabet: abcdefghijklmnopqrstuvwxyz XYZ"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three on marshes", "two cards on marshes"])
def test_no_english_word_is_left_around_the_board(name: str) -> None:
    session = kingdom(parse_options(options(name, "pseudo")), (HUMAN, BOT, HUMAN), CALLED)
    play = Play(session)
    said: list[str] = []
    monkey, random = Monkey(play, name), Random(name)
    monkey.said = said
    monkey.typed.say = said.append
    for _ in range(900):
        for _ in others(play):
            pass
        if session.is_over:
            break
        monkey.press()
        if random.random() < 0.06:
            assert english(screen(play, said[-2:]), CAPS | CHIPS | TYPED) == set()
    assert said


def test_errors_and_answers_are_translated() -> None:
    start = parse_options(options("three on marshes", "pseudo"))
    play = Play(kingdom(start, (HUMAN, BOT, BOT), CALLED))
    for _ in others(play):
        pass
    monkey = Monkey(play, "pseudo")
    for text in (
        "x9y",
        "two words",
        "go",
        "tile",
        "tile x",
        "why",
        "gain end",
        "end",
        "undo",
        "z1",
    ):
        try:
            monkey.typed.hear(text)
        except EngineError as error:
            play.error = error
            line = plain(prompts.prompt(play, view_of(play)))
            quoted = line.replace(repr(text), "").replace(repr(text.split()[-1]), "")
            assert {*_WORD.findall(quoted)} <= {"barn"}, line  # the example: barn@g7-h9


def test_the_typed_line_is_translated_but_for_what_is_typed() -> None:
    play = Play(kingdom(Options(seed="typed"), (HUMAN, BOT)))
    found = english([CommandLine().hints(Typed(play, print).examples())], CAPS | NOTATION)
    assert found == set()
