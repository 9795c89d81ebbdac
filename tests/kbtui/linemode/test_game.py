"""Line mode: every line gets a sentence, and a whole game can be played by it."""

from __future__ import annotations

import re
import sys
import threading
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kingdom.setup import FIRST_GOALS, FIRST_QUADRANTS, Options
from kbtui.games.kit import find
from kbtui.games.plain import Window
from kbtui.linemode import game as linemode
from kbtui.linemode.game import LineMode, introduction
from kbtui.paint.palette import Mode
from kbtui.play.session import HUMAN, REMOTE
from tests.kbtui.playing import kingdom


class Table:
    """A line game whose words can be read."""

    def __init__(self, options: Options | None = None, players: tuple[str, ...] = ()) -> None:
        first = Options(2, ("base",), FIRST_QUADRANTS, FIRST_GOALS, seed="lines")
        self.session = kingdom(options or first, players or (HUMAN, "random"))
        self.said: list[str] = []
        self.history: list[str] = []
        self.game = LineMode(self.session, self._hear)
        self.game.start()

    def _hear(self, line: str) -> None:
        self.said.append(line)
        self.history.append(line)

    def ask(self, line: str) -> list[str]:
        self.said.clear()
        self.game.hear(line)
        return list(self.said)


def test_the_introduction_says_what_lies_on_the_table() -> None:
    session = Table().session
    said = [*introduction(session.game, session.observation(None), session.seed)]
    assert said[0] == "Kingdom Builder, 2 players, seed lines."
    assert said[-1] == "Goals: fishermen, knights, merchants."
    said = [*introduction(session.game, session.observation(None), "")]
    assert said[0] == "Kingdom Builder, 2 players."


def test_the_start_tells_the_card() -> None:
    said = Table().said
    assert said[-2].startswith("You draw ")
    assert said[-1].startswith("Your turn: build 3 settlements on ")
    assert said[-1].endswith("(40 in reserve).")


def listed(table: Table, words: str = "legal") -> list[str]:
    """The moves that ``legal`` lists, in order of their numbers."""
    text = " ".join(table.ask(words))
    return [token for _, token in re.findall(r"(\d+)=([^ ,]+)", text)]


def test_a_number_plays_the_move_that_legal_gave_it() -> None:
    table = Table()
    moves = listed(table)
    said = table.ask("2")
    assert said[0] == f"You: {moves[1]}"
    assert said[-1].startswith("Your turn: build 2 settlements")
    assert table.session.table.entries[-1].token == moves[1]


def test_legal_can_be_asked_for_one_action() -> None:
    table = Table()
    assert listed(table, "legal build") == listed(table)
    assert table.ask("legal barn") == ["No barn is legal now."]


def test_the_rules_can_be_read_during_a_game() -> None:
    table = Table()
    listed = table.ask("rules")
    assert listed[0] == "THIS GAME:"
    assert listed[1].split()[:3] == ["fishermen", "1", "gold"]
    assert listed[-1] == "Type rules and one of these words to read more."
    told = table.ask("rules paddock")
    assert told[:2] == ["Paddock", "move one two hexes in a straight line"]
    assert "exactly two hexes in a straight line" in " ".join(told)
    assert [line for line in told if re.fullmatch("[A-T][0-9]+: 2 tiles left", line)]
    assert table.ask("rules Knights")[0] == "Knights"
    assert table.ask("rules pad") == ["No. There are no rules for pad; did you mean paddock?"]
    assert table.ask("rules xyz") == ["No. There are no rules for xyz; rules lists all topics"]
    assert "rules    list the rules; type rules and a name to read one" in table.ask("help")


def test_the_terrain_that_the_scouts_removed_is_named_all_game() -> None:
    options = Options(2, ("base", "marshlands"), goals=("scouts", "lords", "knights"), seed="gone")
    table = Table(options)
    removed = table.session.observation(None).cards.scouted
    assert removed is not None
    name = removed.word
    assert table.ask("goals")[0] == (
        f"Scouts: 1 gold for each settlement next to {name} (removed), not on it."
    )
    assert table.ask("rules scouts")[-1] == f"Removed terrain: {name}"


def test_a_number_without_a_list_is_refused() -> None:
    assert Table().ask("3") == ["No. 3: no move has this number; type legal to list them"]


def test_why_tells_the_reason_without_the_id_of_a_rule() -> None:
    # d4 is the castle of the Tavern quadrant.
    (answer,) = Table().ask("why d4")
    assert answer == "D4 is a castle, but your card is canyon."
    assert Table().ask("why end")[0].endswith(".")


def test_gain_names_goals_that_change() -> None:
    table = Table()
    assert "Knights +2" in table.ask(f"gain {listed(table)[0]}")[0]


def test_undo_gives_the_builds_back() -> None:
    table = Table()
    table.ask("legal")
    table.ask("1")
    assert table.ask("undo")[0].startswith("Your turn: build 3 settlements")
    assert table.ask("undo") == ["No. You have nothing to undo."]
    assert table.ask("redo")[0].startswith("Your turn: build 2 settlements")


def test_help_board_tiles_goals_and_scores_answer() -> None:
    table = Table()
    assert table.ask("help") == table.ask("?") == [*table.game.help()]
    assert len([line for line in table.ask("board") if line[:2].strip().isdigit()]) == 20
    assert table.ask("tiles")[0] == "Farm at r12 (2 left), m16 (2 left): build one on grass."
    assert table.ask("goals")[0].startswith("Fishermen: 1 gold for each settlement next to water")
    assert table.ask("scores")[0].split() == ["gold", "1", "you", "2", "random"]


def test_strange_words_are_not_taken_for_hexes() -> None:
    table = Table()
    assert table.ask("hello there") == ["Unknown command 'hello'. Type help for a list."]
    assert table.ask("why") == ["No. 'why': name a move, such as g7"]
    assert table.ask("z9") == ["No. 'z9': not a hex; hexes are named a1 to t20"]


def test_a_tile_taken_is_told() -> None:
    # Forest hexes beside the Tavern h7 of the first quadrant: f6 g6, "FCCWGTTCCC", and g7.
    for number in range(60):
        table = Table(Options(2, ("base",), FIRST_QUADRANTS, FIRST_GOALS, seed=str(number)))
        if table.said[-2] == "You draw a forest card.":
            break
    said = table.ask("g7")
    assert said[1] == "You take the Tavern at H7; you can use it from your next turn on."


def test_a_double_card_tells_both_its_numbers() -> None:
    marshes = ("temple-standin", "refuge-standin", "canoe-standin", "fountain-standin")
    for number in range(60):
        table = Table(Options(2, ("base", "marshlands"), marshes, FIRST_GOALS, seed=str(number)))
        if "marsh/" in table.said[-2]:
            break
    assert re.search(
        r"Your turn: build 3 settlements on \w+ or build 2 settlements on marsh \(40",
        table.said[-1],
    )


def test_a_whole_game_is_played_by_numbers() -> None:
    for options, players in (
        (None, ()),
        (Options(3, ("base", "marshlands"), seed="m"), (HUMAN, HUMAN, "greedy")),
        (Options(2, two_cards=True, seed="t"), (HUMAN, "random")),
    ):
        table = Table(options, players)
        for _ in range(3000):
            if table.game.is_over:
                break
            moves = listed(table)
            table.ask(str(1 + len(table.session.table.entries) * 7 % len(moves)))
        assert table.session.table.to_act is None
        assert "The game is over." in table.said


def test_quit_leaves_the_game_as_it_is() -> None:
    table = Table()
    assert table.ask("quit") == ["The game is not finished."]
    assert table.game.is_over


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=12) | st.sampled_from(["why ?", "gain", "legal", "9", "0", "²"])))
def test_anything_that_is_typed_gets_an_answer(lines: list[str]) -> None:
    table = Table()
    for line in lines:
        if table.game.is_over:
            break
        assert table.ask(line)


def test_the_board_marks_what_the_others_have_changed() -> None:
    table = Table()
    assert not any("[" in line for line in table.ask("board"))
    for _ in range(3):
        table.ask(listed(table)[0])
    table.ask("end")
    built = [token for actor, token in table.session.table.entries if actor == 1 and token != "e"]
    marked = sum(line.count("[2]") for line in table.ask("board"))
    assert marked == len([token for token in built if token != "end"]) == 3


def test_a_terminal_gets_painted_boards_of_its_size_at_that_moment() -> None:
    sizes = iter([(80, 24), (130, 50)])
    said: list[str] = []
    game = LineMode(
        Table().session, said.append, draws=True, window=lambda: Window(Mode.C256, *next(sizes))
    )
    game.start()
    assert sum("\x1b[" in line for line in said) == 1 + 20
    said.clear()
    game.hear("board")
    assert sum("\x1b[" in line for line in said) == 1 + 41


def test_the_board_shows_where_one_may_build() -> None:
    table = Table()
    count = len(listed(table))
    assert sum(line.count("+") for line in table.ask("board")) == count


def test_a_small_window_keeps_the_whole_board_and_has_the_legend_on_request() -> None:
    for rows, is_told in ((24, False), (50, True)):
        table = Table()
        said: list[str] = []
        window = Window(Mode.TRUE, 80, rows)
        game = LineMode(table.session, said.append, window=partial(Window, *window))
        game.hear("board")
        assert len(said) < rows  # the line to type on has to fit too
        assert any("grass" in line for line in said) == is_told
        game.hear("legend")
        assert any("grass" in line for line in said)


@pytest.mark.slow
def test_a_hint_names_a_legal_move_and_why() -> None:
    table = Table()
    told = [line for line in table.ask("hint") if line != "The coach is thinking."]
    said = re.match(r"Build on ([A-T]\d+): .+\.", told[0])
    assert said is not None
    assert table.ask(said[1].lower())[0] == f"You: {said[1].lower()}"


def test_a_slow_coach_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    class Slow:
        def hint(self, *_asked: object) -> tuple[str, list[str]]:
            assert told.wait(30)
            return "a1", ["Build on A1: why not."]

    class Said(list[str]):
        def append(self, line: str) -> None:
            super().append(line)
            if line == "The coach is thinking.":
                told.set()

    table, said = Table(), Said()
    monkeypatch.setattr(find("kingdom"), "coach", Slow(), raising=False)
    monkeypatch.setattr(linemode, "_SECOND", 0.01)
    LineMode(table.session, said.append).hear("hint")
    assert said[-2:] == ["The coach is thinking.", "Build on A1: why not."]


def test_there_are_no_hints_when_nobody_here_has_to_act() -> None:
    table = Table()
    choices = Random(3)
    while not table.session.is_over:
        table.ask(choices.choice(listed(table)))
    assert table.ask("hint") == ["The coach can help you when it is your turn."]


def test_there_are_no_hints_against_people_elsewhere() -> None:
    table = Table()
    table.session.players = (HUMAN, REMOTE)
    assert table.ask("hint") == ["There are no hints in online games."]


def test_a_program_that_fails_is_told_once() -> None:
    table = Table(players=(HUMAN, f"exec:{sys.executable} -c pass"))
    for _ in range(2):
        for move in ("1", "1", "1", "end"):
            table.ask("legal")
            table.ask(move)
    told = [line for line in table.history if "has stopped playing" in line]
    assert len(told) == 1


@pytest.mark.slow
def test_a_hint_does_not_tell_hidden_cards_before_the_keyboard_is_passed() -> None:
    options = Options(two_cards=True, seed="lines")
    table = Table(options, (HUMAN, HUMAN))
    assert table.ask("hint") == ["Pass the keyboard to Orange, who presses Enter."]
    table.ask("")
    assert any(line.startswith("Play ") for line in table.ask("hint"))
