"""The coach of Castle Builder: hints with reasons, and what turns cost, from what players saw."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.bots import never
from engine.castle.bots.appeal import SPACES_PER_COIN
from engine.castle.bots.levels import BOTS
from engine.castle.game import GAME
from engine.castle.moves import Action
from engine.castle.rules.actions import legal
from engine.castle.state import State
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.record import Record, format_record, record_of
from engine.rng import Stream
from engine.table import REDO, UNDO, Table
from kbtui.cli.botarguments import COACHES
from kbtui.games.castle.coach import analysis, asking
from kbtui.games.castle.coach.analysis import Decision, Verdict, advised
from kbtui.games.castle.coach.asking import COACH, hint
from kbtui.games.castle.coach.report import as_json, compared, heading, why
from kbtui.games.castle.coach.telling import to_do
from kbtui.games.kit import find
from kbtui.linemode.game import LineMode
from kbtui.play.session import HUMAN, Session
from kbtui.story.review import reviewed, turns_of, worst
from kbtui.text.i18n import LANGUAGES, use
from tests.engine.castle.positions import position
from tests.kbtui.running import kb

NAMES = ("Ann", "Bob", "Cleo")
EVERYBODY = (0, 1)
# The gate gives 2, and a wall 3 beside it: a tile over both has to match 5 (CB-29, CB-30).
CASTLE = {"f1": "wall3"}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what does not depend on how well a turn is judged."""
    monkeypatch.setattr(analysis, "PLAYED", 4)


def game(*levels: str, seed: str = "coached", undoes: bool = False) -> Table:
    """A game of bots; they may change their minds."""
    table, dealer = Table.new("castle", {"players": len(levels), "seed": seed}), Dealer(seed)
    chance = Random(seed)
    dealer.deal(table)
    while (seat := table.to_act) is not None:
        seen = GAME.observe(table.state, seat)
        number = str(len(table.entries))
        move = BOTS[levels[seat]].choose(seen, Stream(seed, number))
        table.append(seat, GAME.format(move))
        if undoes and chance.random() < 0.3 and table.can_undo(seat):
            table.append(seat, UNDO)
            if chance.random() < 0.5:
                table.append(seat, REDO)
        dealer.deal(table)
    return table


def verdicts(table: Table, level: str = "greedy") -> list[Verdict]:
    found = reviewed(COACH, table, EVERYBODY, level)
    return [verdict for verdict in found if isinstance(verdict, Verdict)]


# ---- hints --------------------------------------------------------------------------------------


def test_the_coin_that_wins_is_found_and_the_reason_told() -> None:
    six = ["ruby", "mill", "monk", "tower", "roofs", "people"]
    state = position({"rack": ["wall5"], "coins": six}, {}, agenda=[("end", 0, 0), ("coin", 0, 1)])
    token, told = hint(GAME.observe(state, 0), NAMES)
    assert token.startswith("coin:")
    assert told[0].startswith("Take the coin ")
    assert told[1] == "Coin number 7: Ann wins."


def test_a_draw_says_why_nothing_is_built() -> None:
    state = position({"rack": []}, {"rack": []}, market=(), reserve=())
    assert {move[0] for move in legal(state)} == {Action.DRAW}
    token, told = hint(GAME.observe(state, 0), NAMES)
    assert (token, told) == ("draw", ["Draw 2 tiles.", "Nothing can be built."])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_can_be_suggested_in_every_language(language: str) -> None:
    use(language)
    table, seen = game("random", "random", "random"), set()
    for state, (actor, token) in zip(table.states, table.entries, strict=False):
        if actor != DEALER and token not in (UNDO, REDO):
            view: State = GAME.observe(state, actor)
            text = to_do(view, GAME.parse(token), NAMES)
            seen.add(GAME.parse(token)[0])
            assert text
            assert "{" not in text
    assert len(seen) >= 6


@pytest.mark.slow
def test_a_hint_is_legal_always_the_same_and_made_of_what_the_player_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 3600.0)  # however slow the machine is
    table, chance, checked = game("novice", "greedy"), Random(3), 0
    for state in table.states[::10]:
        seat = GAME.to_act(state)
        if seat in (None, DEALER):
            continue
        assert seat is not None
        seen = GAME.observe(state, seat)
        token, told = hint(seen, NAMES)
        assert GAME.parse(token) in legal(state)
        # The same position with other tiles where the player cannot look.
        other = GAME.observe(GAME.determinize(seen, chance.randrange), seat)
        assert hint(other, NAMES) == (token, told)
        checked += 1
    assert checked > 5


@pytest.mark.slow
def test_hint_answers_in_line_mode() -> None:
    said: list[str] = []
    session = Session("castle", {"players": 2, "seed": "line"}, [HUMAN, "greedy"])
    lines = LineMode(session, said.append)
    lines.start()
    said.clear()
    lines.hear("hint")
    told = [line for line in said if line != "The coach is thinking."]
    assert len(told) >= 2
    assert told[0].endswith(".")


# ---- turns --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("hurried")
def test_every_decision_of_a_turn_that_was_not_undone_is_judged() -> None:
    table = game("novice", "greedy", undoes=True)
    assert UNDO in {entry.token for entry in table.entries}
    turns = {turn.number: turn for turn in turns_of(table, EVERYBODY)}
    found = verdicts(table)
    assert found
    for verdict in found:
        turn = turns[verdict.turn]
        own = [token for actor, token in turn.moves if actor == verdict.seat]
        judged = [GAME.format(decision.played) for decision in verdict.decisions]
        assert [token for token in own if token in judged] == judged
        first = verdict.decisions[0]
        assert first.state == GAME.observe(table.states[verdict.entry], verdict.seat)
        for decision in verdict.decisions:
            assert {decision.played, decision.better} <= {*legal(decision.state)}


def test_who_plays_as_the_coach_does_loses_nothing() -> None:
    table = game("greedy", "greedy")
    assert {verdict.cost for verdict in verdicts(table)} == {0.0}


def test_to_let_the_winning_coin_lie_costs_the_game() -> None:
    # A wall 5 fits on level 2 and moves the baron 2 spaces, past the coins on spaces 8 and 16. One
    # is on the market, so if Ann does not win now, Bob does.
    six = ["ruby", "mill", "monk", "tower", "roofs", "people"]
    rich = {"rack": ["wall5"], "castle": CASTLE, "coins": six, "baron": 7}
    market = ("wall5", "wall12", "wall14")
    state = position(rich, rich | {"rack": [], "baron": 15}, market=market)
    seen = GAME.observe(state, 0)
    winning = [GAME.parse(token) for token in ("wall5@g2", "market:wall5@g2")]
    assert advised(seen, "expert") in winning
    assert analysis._cost(seen, winning[0], GAME.parse("draw"), never) == pytest.approx(7)


def test_a_verdict_in_words_and_as_json() -> None:
    state = position({"rack": ["wall5"], "castle": CASTLE}, {})
    better = GAME.parse("wall5@g2")
    assert better in legal(state)
    decision = Decision(state, GAME.parse("draw"), better, 0.7)
    verdict = Verdict(4, 0, 21, (decision._replace(cost=0.0), decision))
    assert heading(verdict).startswith("turn 4: about ")
    (who, what), (coach, found) = compared(verdict, NAMES)
    assert (who, what, coach) == ("played", "Draw 2 tiles", "coach")
    assert found.startswith("Build Stone Wall 5 on G2: 2 spaces")
    later = round(0.7 * SPACES_PER_COIN) - 2
    room = "more tiles will fit into your castle"
    assert why(verdict, NAMES) == f"spaces +2, tiles -2; {room}; about {later} spaces more later"
    assert why(verdict._replace(decisions=(decision._replace(cost=0.0),)), NAMES) == ""
    assert as_json(verdict) == {
        "turn": 4,
        "entry": 21,
        "cost": 0.7,
        "played": ["draw", "draw"],
        "coach": ["wall5@g2", "wall5@g2"],
        "costs": [0.0, 0.7],
    }


@pytest.mark.usefixtures("hurried")
def test_the_three_costliest_turns_come_first() -> None:
    found = verdicts(game("random", "greedy"))
    chosen = worst(COACH, found, 0)
    costs = [verdict.cost for verdict in found if verdict.seat == 0]
    assert [verdict.cost for verdict in chosen] == sorted(costs, reverse=True)[:3]


def test_the_help_names_the_coaches_that_there_are() -> None:
    assert tuple(COACH.levels) == COACHES
    assert find("castle").coach is COACH


@pytest.mark.slow
def test_kb_analyze_tells_and_writes_the_costliest_turns(tmp_path: Path) -> None:
    table = game("random", "greedy")
    record = Record("castle", {"players": 2, "seed": "coached"}, players=NAMES[:2])
    path, out = tmp_path / "game.kbg", tmp_path / "out.json"
    path.write_text(format_record(record_of(table, record)))
    done = kb(tmp_path, "analyze", str(path), "--level", "greedy", "--json", str(out))
    assert done.returncode == 0, done.stderr
    first, second, played_line, coach_line, *_ = done.stdout.splitlines()
    assert first == "Ann: the costliest turns"
    assert second.startswith("  turn ")
    assert played_line.startswith("    played   ")
    assert done.stdout.count("    coach    ") <= 6
    data = json.loads(out.read_text())
    assert [seat["name"] for seat in data["seats"]] == ["Ann", "Bob"]
    assert len(data["seats"][0]["worst"]) == 3
    assert coach_line
