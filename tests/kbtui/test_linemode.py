"""Line mode: every line gets a sentence, and a whole game can be played by it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kingdom.setup import FIRST_GOALS, FIRST_QUADRANTS, Options
from kbtui.linemode import HELP, LineMode
from kbtui.session import HUMAN, Session


class Table:
    """A line game whose words can be read."""

    def __init__(self, options: Options | None = None, players: tuple[str, ...] = ()) -> None:
        first = Options(2, ("base",), FIRST_QUADRANTS, FIRST_GOALS, seed="lines")
        self.session = Session(options or first, players or (HUMAN, "random"))
        self.said: list[str] = []
        self.game = LineMode(self.session, self.said.append)
        self.game.start()

    def ask(self, line: str) -> list[str]:
        self.said.clear()
        self.game.hear(line)
        return list(self.said)


def test_the_start_tells_boards_goals_and_card() -> None:
    said = Table().said
    assert said[0] == "Kingdom Builder, 2 players, seed lines."
    assert said[1] == "Boards: Tavern, Paddock, Oasis, Farm."
    assert said[2] == "Goals: fishermen, knights, merchants."
    assert said[-1].startswith("Your turn. 3 to build on ")
    assert said[-1].endswith(", 40 in reserve.")


def test_a_number_plays_the_move_that_legal_gave_it() -> None:
    table = Table()
    listed = table.ask("legal")
    assert listed[0].startswith("1. ")
    assert table.ask("2")[0].startswith("Your turn. 2 to build")
    assert table.session.table.entries[-1].token == listed[1].removeprefix("2. ")


def test_a_number_without_a_list_is_refused() -> None:
    assert Table().ask("3") == ["No. 3: no move has this number; legal numbers them"]


def test_why_names_the_rule() -> None:
    # d4 is the castle of the Tavern quadrant.
    (answer,) = Table().ask("why d4")
    assert answer.startswith("D4 is a castle;")
    assert answer.endswith("(GEO-4)")
    assert Table().ask("why end")[0].endswith("(T-5)")


def test_gain_names_goals_that_change() -> None:
    table = Table()
    token = table.ask("legal")[0].partition(" ")[2]
    assert "knights +2" in table.ask(f"gain {token}")[0]


def test_undo_gives_the_builds_back() -> None:
    table = Table()
    table.ask("legal")
    table.ask("1")
    assert table.ask("undo")[0].startswith("Your turn. 3 to build")
    assert table.ask("undo") == ["No. There is nothing of yours to undo."]
    assert table.ask("redo")[0].startswith("Your turn. 2 to build")


def test_help_board_tiles_and_scores_answer() -> None:
    table = Table()
    assert tuple(table.ask("help")) == HELP
    assert len(table.ask("board")) == 23
    assert table.ask("tiles")[0] == "Farm      4 left, held by nobody"
    assert table.ask("scores")[0].split() == ["gold", "1", "you", "2", "random"]


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
            count = len(table.ask("legal"))
            table.ask(str(1 + len(table.session.table.entries) * 7 % count))
        assert table.session.table.to_act is None
        assert "The game is over." in table.said


def test_quit_leaves_the_game_as_it_is() -> None:
    table = Table()
    assert table.ask("quit") == ["The game is not finished."]
    assert table.game.is_over


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=12) | st.sampled_from(["why ?", "gain", "legal", "9", "0", "²"])))
def test_anything_that_is_typed_gets_an_answer(lines: list[str]) -> None:
    table = Table()
    for line in lines:
        if table.game.is_over:
            break
        assert table.ask(line)
