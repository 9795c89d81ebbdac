"""No panel breaks in any language: everything fits, and no number is lost."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.setup import BASE_GOALS, MARSH_GOALS
from engine.kingdom.state import pile_size, reserve
from kbtui.games.kingdom.panels import count, endturn, side, turnlist
from kbtui.games.kingdom.panels.side import Shown
from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.typed import Typed
from kbtui.games.kingdom.screen import SCREEN
from kbtui.games.kingdom.words.names import goal_name, terrain_name, tile_name, tile_text
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import Line, length, plain
from kbtui.play.session import HUMAN
from kbtui.screens.helping import _INSTEAD, help_lines
from kbtui.story.exports import source_of
from kbtui.story.replay import Replay
from kbtui.story.replay_model import ReplayModel
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _, c_
from kbtui.text.keys import COUNT, GAME, REPLAY, Keys, commands_of, words
from kbtui.text.layout import SIDE_FROM
from kbtui.text.textinput import CommandLine
from kbtui.text.words import explained
from tests.helpers import position
from tests.kbtui.games.kingdom.panels.test_count import game as counted
from tests.kbtui.games.kingdom.panels.views import (
    BESIDE,
    NAMES,
    TILES,
    board,
    busy,
    seen,
    texts,
    widest,
)
from tests.kbtui.pages.showing import look_of
from tests.kbtui.playing import BOT, do, seated
from tests.kbtui.story.test_chronicle import golden

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("every_language")]

# Columns and rows of a side column at 80x24, 120x40, 140x45 and 200x60.
BOXES = pytest.mark.parametrize("box", [(17, 20), (30, 37), (57, 41), (76, 56)], ids=str)
WINDOWS = pytest.mark.parametrize("columns", [62, 80, 140])
GAMES = pytest.mark.parametrize("name", ["first-game", "boats", "marshes-for-three"])
KNOWN = (*BASE_GOALS, *(goal for goal in MARSH_GOALS if goal != "scouts"))
THREES = [KNOWN[i : i + 3] for i in range(0, len(KNOWN), 3)]
SIX = " ".join(TILES.split()[:6])


def table(number: int, goals: Sequence[str], called: Sequence[str]) -> Play:
    state = position(
        board(number, goals=goals),
        card="grass",
        settlements=[BESIDE, "e7 f7"],
        tiles=[SIX],
        hands=["", "desert", "forest", "canyon"][:number],
    )
    return Play(seated(state, (HUMAN, *[BOT] * (number - 1)), called))


def ends_with(row: str, numbers: Sequence[int]) -> bool:
    return row.split()[-len(numbers) :] == [str(number) for number in numbers]


@BOXES
@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize("goals", THREES, ids=lambda goals: goals[0])
def test_the_side_column_fits(box: tuple[int, int], number: int, goals: Sequence[str]) -> None:
    columns, rows = box
    for called in NAMES.values():
        play = table(number, goals, called)
        view = seen(play)
        for looked in (Shown(), Shown(goal=1), Shown(tile=play.tiles[0].action)):
            found = side.side(view, columns, rows, looked)
            assert len(found) <= rows
            assert widest(found) <= columns
    for wide in (60, 78, 138):
        assert widest(side.panel(view, wide, 40, Shown(goal=0))) <= wide


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("columns", [17, 30, 57])
@pytest.mark.parametrize("goals", THREES, ids=lambda goals: goals[0])
def test_no_number_is_lost_beside_the_board(
    number: int, columns: int, goals: Sequence[str]
) -> None:
    view = seen(table(number, goals, NAMES["long"]))
    rows = texts(side.side(view, columns, 41, Shown()))
    assert str(pile_size(view.state.cards)) in rows[1 if columns == 17 else 3].split()
    for index, part in enumerate(view.parts):
        paid = view.paid(index)
        at = next(y for y, row in enumerate(rows) if row.startswith(goal_name(part)))
        assert ends_with(rows[at], paid) or ends_with(rows[at + 1], paid), part
    for seat in range(number):
        gold, left = view.totals[seat], reserve(view.state, seat)
        y = next(y for y, row in enumerate(rows) if view.signs.chip(seat) in row)
        assert ends_with(rows[y], [left, gold] if columns == 17 else [gold])
        assert columns == 17 or str(left) in rows[y + 1].split()


@pytest.mark.parametrize("card", ["grass", "flowers", "forest", "canyon", "desert", "marsh/forest"])
def test_the_narrow_card_names_its_terrain_and_counts(card: str) -> None:
    view = seen(busy(2, card=card))
    name, facts = texts(side.side(view, 17, 20, Shown()))[:2]
    for word in card.split("/"):
        terrain = next(t for t in Terrain if t.word == word)
        assert terrain_name(terrain).upper()[: 17 // (1 + card.count("/"))] in name
    assert facts.startswith(f"{c_('short for build', 'build')} ")
    assert facts.endswith(f" {pile_size(view.state.cards)}")


def asked(columns: int) -> list[Line]:
    """The question at the end of a turn that brought gold, with a tile unused."""
    play = busy(4, settlements=["h2 c2"], tiles="h3:usable")
    do(play, "i2", "choose", "j2", "choose", "k2", "choose", "end")
    return endturn.lines(play, seen(play), columns)


@pytest.mark.parametrize("columns", [17, 29, 30, 37, 57])
def test_the_question_at_the_end_of_a_turn(columns: int) -> None:
    rows = asked(columns)
    assert widest(rows) <= columns
    text = "\n".join(texts(rows))
    assert _("END YOUR TURN?") in text
    for part, gold in (("knights", "+6"), ("citizens", "+2"), ("discoverers", "+0")):
        assert any(row.split() == [goal_name(part), gold] for row in texts(rows))
    assert _("unused") in text
    assert columns < 37 or f" e  {_('end turn')}" in text


@BOXES
@GAMES
def test_the_count(box: tuple[int, int], name: str) -> None:
    columns, rows = box
    view, counting = counted(name)
    for at in range(len(counting.steps) + 1):
        counting.at = at
        found = count.side(view, counting, columns, rows)
        assert len(found) <= rows
        assert widest(found) <= columns
        assert length(count.told(view, counting)) <= 76
    lines = texts(found)
    for seat, total in enumerate(view.totals):
        assert ends_with(lines[1 + seat], [total])
    for index, part in enumerate(counting.parts):
        paid = [gold or 0 for gold in counting.table[index]]
        start = goal_name(part)[: columns - 3 * len(paid) - 2]
        at = next(y for y, row in enumerate(lines) if row.startswith(start))
        assert ends_with(lines[at], paid) or ends_with(lines[at + 1], paid)
    assert length(count.result(view)) <= 76


def looking(name: str) -> ReplayModel:
    record, game = golden(name)
    source = source_of(game, record.players, record)
    return ReplayModel(source, Replay(game, source.names))


@BOXES
@GAMES
def test_the_side_column_of_a_replay(box: tuple[int, int], name: str) -> None:
    columns, rows = box
    look = looking(name)
    for entry in range(0, look.replay.length + 1, 23):
        look.replay.to(entry)
        view = look.view(UNICODE, Keys())
        for goal in (None, 1):
            found = turnlist.side(view, look.replay, columns, rows, goal, False)
            assert widest(found) <= columns
            assert len(found) <= rows
        for seat, chip in enumerate(map(view.signs.chip, range(len(view.names)))):
            numbers = [reserve(view.state, seat), view.totals[seat]]
            told = numbers if columns == 17 else numbers[1:]
            lines = [text for text in texts(found) if chip in text]
            assert columns == 76 or any(ends_with(line, told) for line in lines)


def is_whole(bar: Line, hints: Sequence[Hint]) -> bool:
    """Whether the bar is made of whole hints only."""
    known = {f"{key} {text}" for key, text, _act in hints}
    runs = [run.text for run in bar[1:]]
    shown = {runs[i] + runs[i + 1] for i in range(0, len(runs), 3)}
    return shown <= known


@WINDOWS
@GAMES
def test_below_a_replay(columns: int, name: str) -> None:
    look = looking(name)
    view = look.view(UNICODE, Keys())
    for command in ("to-start", "to-end", "goal", "view", "play"):
        look.do(command)
        for row in look.prompts(view, columns - 1, is_double=columns < 100):
            assert length(row) <= columns
        hints = look.hints(Keys(), has_side=columns > 62)
        bar = hint_bar(hints, columns)
        assert length(bar) - 2 <= columns
        assert is_whole(bar, hints)
        for _key, text, _act in hints[:4]:
            assert f" {text}" in plain(bar)
    for command, first in (("to-turn", "Go to turn"), ("export", "Export what?")):
        look.do(command)
        rows = look.prompts(view, columns - 1, is_double=True)
        assert _(first) in plain(rows[0])
        assert widest(rows) < columns
        look.step_back()


@WINDOWS
def test_the_footer_of_a_game_has_whole_hints(columns: int) -> None:
    play = busy(2, settlements=["h2 c2"], tiles="h3:usable c3:usable")
    known: set[str] = set()
    has_panels = columns >= SIDE_FROM
    for commands in ((), ("i2", "choose"), ("j2", "choose"), ("k2", "choose"), ("end",)):
        do(play, *commands)
        bar = prompts.hints(play, seen(play), columns)
        here = prompts.commands(play, has_panels)
        known |= {prompts._command_words(play, name) for name in here}
        assert length(bar) - 2 <= columns
        told = [run.text.strip() for run in bar[1:] if run.act and run.text.startswith(" ")]
        assert {*told} <= known
        assert told[:2] == [prompts._command_words(play, n) for n in here[:2]]
        left, right = prompts.title(play, seen(play))
        assert length((*left, *right)) <= 62
    typed = CommandLine().hints(Typed(play, print).examples(), columns)
    assert length(typed) - 2 <= columns
    assert plain(typed).startswith(f" {_('Enter')} {_('run it')}  Esc {_('cancel')}  ")


@pytest.mark.parametrize("columns", [28, 36, 56, 60, 78])
@pytest.mark.parametrize("screen", [GAME, REPLAY, COUNT])
def test_the_help_sheet_says_everything(columns: int, screen: str) -> None:
    play = busy(3)
    kb = cast("KbApp", SimpleNamespace(look=look_of(), keys=Keys()))
    rows = help_lines(kb, SCREEN, seen(play), columns, screen)
    assert widest(rows) <= columns
    said = {*" ".join(texts(rows)).split()}
    for command in commands_of(screen):
        instead = _INSTEAD.get(screen, {}).get(command.name)
        assert {*(_(instead) if instead else words(command.name)).split()} <= said
        assert command.name.startswith("tile-") or {*kb.keys.names(command.name).split()} <= said
    for slot in play.state.setup.board.slots:
        assert {*explained(tile_name(slot.kind), tile_text(slot.kind)).split()} <= said
