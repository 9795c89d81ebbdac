"""Tries: the first one counts, midnight takes none away, streaks may rest."""

from __future__ import annotations

import time
from calendar import timegm
from pathlib import Path

import pytest

from kbtui.daily import trywords
from kbtui.daily.diary import Diary, Streak, TryState, new_try, streak_of
from kbtui.daily.expert import Expert
from kbtui.history import facts
from kbtui.play import saves
from kbtui.play.session import COUNTED, Session
from kbtui.story.review import is_fair
from relay.days import deals
from relay.days.deals import deal_of, is_late

DAY = "2026-11-16"
NOON = timegm((2026, 11, 16, 12, 0, 0))


def finish(session: Session) -> None:
    """The person plays the first legal move."""
    while not session.is_over:
        for _entry in session.advance():
            pass
        if not session.is_over:
            session.play(session.game.format(session.game.legal(session.table.state)[0]))


@pytest.fixture(name="over", scope="module")
def a_finished_try(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one."""
    folder = tmp_path_factory.mktemp("games")
    session = new_try(deal_of("castle", DAY), "Ann")
    save = saves.start(session, folder)
    finish(session)
    save.close()
    return folder


def test_a_try_is_opened_before_the_first_card_is_seen(tmp_path: Path) -> None:
    diary = Diary(tmp_path)
    assert diary.find("kingdom", DAY, NOON).state is TryState.NEW
    session = new_try(deal_of("kingdom", DAY), "Ann")
    save = saves.start(session, tmp_path)
    assert diary.find("kingdom", DAY, NOON).state is TryState.OPEN
    save.leave()  # without a move: that would be a look at the cards
    found = diary.find("kingdom", DAY, NOON)
    assert found.state is TryState.OPEN
    assert diary.find("castle", DAY, NOON).state is TryState.NEW
    assert diary.find("kingdom", "2026-11-17", NOON).state is TryState.NEW


def test_of_two_tries_of_one_second_the_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = time.gmtime(NOON)
    monkeypatch.setattr("kbtui.play.saves.time.gmtime", lambda *_when: noon)
    first = saves.start(new_try(deal_of("kingdom", DAY), "Ann"), tmp_path)
    first.close()
    for _again in range(10):
        saves.start(new_try(deal_of("kingdom", DAY), "Ann"), tmp_path).close()
    found = Diary(tmp_path).find("kingdom", DAY, NOON)
    assert found.path == first.path


def test_it_belongs_to_its_day_after_midnight_and_is_abandoned_a_day_later(tmp_path: Path) -> None:
    session = new_try(deal_of("kingdom", DAY), "Ann")
    saves.start(session, tmp_path).close()
    diary, midnight = Diary(tmp_path), timegm((2026, 11, 17, 0, 0, 0))
    for moment in (midnight - 60, midnight, midnight + 60, midnight + 86_399):
        assert diary.find("kingdom", DAY, moment).state is TryState.OPEN
    assert diary.find("kingdom", DAY, midnight + 86_400).state is TryState.ABANDONED
    assert [is_late(DAY, midnight + 86_399), is_late(DAY, midnight + 86_400)] == [False, True]


@pytest.mark.slow
def test_the_first_try_counts_and_practice_never_does(over: Path) -> None:
    diary = Diary(over)
    found = diary.find("castle", DAY, NOON)
    assert found.state is TryState.OVER
    second = new_try(deal_of("castle", DAY), "Ann", is_practice=True)
    saves.start(second, over).close()
    again = new_try(deal_of("castle", DAY), "Ann")  # as if two windows had been open
    saves.start(again, over).close()
    assert diary.find("castle", DAY, NOON).path == found.path
    assert not second.is_counted
    assert diary.finished_days("castle") == {DAY}


def test_a_streak_replays_no_finished_game(over: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = list[Path]()
    monkeypatch.setattr("kbtui.daily.diary.read", replayed.append)
    assert Diary(over).streak("castle", NOON) == Streak(1, 1)
    assert replayed == []


def test_what_counts_has_no_help_and_nobody_hurries_the_bot(over: Path) -> None:
    session = new_try(deal_of("kingdom", DAY), "Ann")
    assert (session.allows_hints, session.is_counted) == (False, True)
    assert not is_fair(session.table, session.origin)
    hurried = Session("kingdom", deal_of("kingdom", "2026-11-17").options, ("skilled", "you"))
    calm = new_try(deal_of("kingdom", "2026-11-17"), "Ann")
    for _card in range(3):
        calm.follow(calm.think(lambda: True) or pytest.fail("nothing came"))
        hurried.follow(hurried.think() or pytest.fail("nothing came"))
    while calm.waits_for is None:
        calm.follow(calm.think(lambda: True) or pytest.fail("nothing came"))
        hurried.follow(hurried.think() or pytest.fail("nothing came"))
    assert calm.table.entries == hurried.table.entries
    path = Diary(over).find("castle", DAY, NOON).path
    assert path is not None
    resumed = saves.read(path)[0]
    assert dict(resumed.tags)[COUNTED].startswith(DAY)


def test_a_finished_try_is_part_of_your_games_and_practice_is_not(over: Path) -> None:
    found = Diary(over).find("castle", DAY, NOON)
    assert found.path is not None
    assert isinstance(facts.fact_of(found.path.read_bytes(), 0.0), facts.Fact)


@pytest.mark.parametrize(
    ("days", "now", "longest"),
    [
        ([], 0, 0),
        ([16], 1, 1),
        ([15], 1, 1),  # today is not over
        ([14, 15, 16], 3, 3),
        ([13, 14, 16], 3, 3),  # one day of rest
        ([12, 13], 0, 2),  # two days in a row are too many
        ([8, 9, 11, 12, 14, 15], 4, 4),  # the second rest day within a week ends it
        ([5, 6, 7, 9, 10, 11, 12, 13, 14, 16], 10, 10),  # the 8th and the 15th: a week apart
        ([1, 2, 3, 4, 5, 16], 1, 5),
    ],
)
def test_a_streak_may_rest_one_day_a_week(days: list[int], now: int, longest: int) -> None:
    found = streak_of([f"2026-11-{day:02}" for day in days], DAY)
    assert found == Streak(now, longest)


def test_the_text_to_paste_is_short_and_tells_nothing_about_the_deal(over: Path) -> None:
    diary = Diary(over)
    found = diary.find("castle", DAY, NOON)
    assert found.result is not None
    lines = trywords.paste(found, diary.streak("castle", NOON))
    assert lines[0] == "Castle Builder, deal of 2026-11-16"
    assert lines[1].startswith(trywords.score_told(found.result))
    leads = found.result.leads  # one number for each round: no plural depends on these counts
    ahead, behind = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    assert lines[2] == f"rounds ahead: {ahead}, behind: {behind}; 1 day in a row"
    assert len(lines) == 3
    assert all(line.isascii() and len(line) <= 60 for line in lines)
    seed = str(deal_of("castle", DAY).options["seed"])
    assert seed not in "".join(lines)


@pytest.mark.usefixtures("every_language")
def test_it_stays_short_in_every_language(over: Path) -> None:
    found = Diary(over).find("castle", DAY, NOON)
    assert all(len(line) <= 70 for line in trywords.paste(found, Streak(365, 365)))


def test_rounds_end_with_the_final_score(over: Path) -> None:
    found = Diary(over).find("castle", DAY, NOON)
    result = found.result
    assert result is not None
    assert result.rounds[-1] == (result.score, result.best_other)
    assert result.ahead == result.leads[-1]
    assert found.record is not None
    draws = [entry.actor for entry in found.record.entries if entry.actor == result.seat]
    assert 1 < len(result.rounds) <= len(draws) + 1


@pytest.mark.slow
def test_the_expert_plays_the_same_deal_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kbtui.daily.expert.LEVEL", "greedy")  # how well is not looked at here
    expert, deal = Expert(tmp_path), deal_of("castle", DAY)
    expert.play(deal, lambda: True)
    assert expert.known(deal) is None  # it was stopped
    expert.play(deal)
    found, result = expert.known(deal), expert.result(deal)
    assert found is not None
    assert result is not None
    assert found[0].start["seed"] == deal.options["seed"]
    assert (result.seat, result.score) == (deal.seat, found[1].game.totals(found[1].state)[0])
    before = expert.path(deal).stat().st_mtime_ns
    expert.play(deal)
    assert expert.path(deal).stat().st_mtime_ns == before
    expert.path(deal).write_text("broken")
    assert expert.result(deal) is None
    assert deals.today(NOON) == DAY
