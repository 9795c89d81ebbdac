"""The private names of the framework still mean what ``private`` believes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.css import stylesheet
from textual.drivers.linux_driver import LinuxDriver

from kbtui.look.terminal import Terminal as Promise
from kbtui.play.start import Menu
from kbtui.screens.widgets import private
from kbtui.text import i18n
from tests.kbtui.games.kingdom.board.painted import RENDER, Tape, paint, recording
from tests.kbtui.piloting import BARE, TRUE, Hand, new_game, opened
from tests.kbtui.terminals import Terminal

GAME = new_game("painted", "greedy")
BLOCKS = str.maketrans("█▄▐", " ▀▌")
KEYS = ("right", "right", "down", "tab", "enter", "tab", "enter", "g", "question_mark", "escape")


@pytest.fixture
def tape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tape]:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    i18n.use("en")
    with recording(monkeypatch, ColorSystem.TRUECOLOR) as found:
        yield found


async def play(hand: Hand, keys: tuple[str, ...] = KEYS) -> None:
    for key in keys:
        await hand.press(key)
        paint(hand)


def told(hand: Hand) -> list[str]:
    """The lines of the screen, with blocks as the terminal of the tests has them."""
    lines = (strip.text.translate(BLOCKS) for strip in private.strips(hand.app))
    return [line.rstrip() for line in lines]


def test_the_updates_of_this_framework_are_replaced(tape: Tape) -> None:
    assert private.crop_updates()
    assert getattr(LayoutUpdate, RENDER) is private._render_whole
    assert getattr(ChopsUpdate, RENDER) is private._render_cropped


@pytest.mark.parametrize("kind", ["_LAYOUT", "_CHOPS"])
def test_updates_that_are_made_from_other_things_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    stock = [getattr(update, RENDER) for update in (LayoutUpdate, ChopsUpdate)]
    monkeypatch.setattr(private, kind, ("pieces", "of", "a", "later", "version"))
    assert not private.crop_updates()
    assert [getattr(update, RENDER) for update in (LayoutUpdate, ChopsUpdate)] == stock


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "terminal"),
    [((200, 60), TRUE), ((80, 24), TRUE), ((120, 40), BARE)],
    ids=["XL", "S", "bare"],
)
async def test_the_screen_is_the_same_as_with_the_updates_of_the_framework(
    tape: Tape, size: tuple[int, int], terminal: Promise
) -> None:
    async with opened(GAME, size, terminal=terminal) as hand:
        await play(hand)
    expected, shown = Terminal(*size), Terminal(*size)
    stock = ours = 0
    assert any(isinstance(update, ChopsUpdate) for update in tape.updates)
    for update in tape.take():
        whole, cropped = tape.stock(update), tape.ours(update)
        expected.feed(whole)
        shown.feed(cropped)
        assert shown.differs(expected.picture) == ""
        stock, ours = stock + len(whole.encode()), ours + len(cropped.encode())
    assert ours < stock / 3


async def test_what_is_there_already_is_not_written_again(tape: Tape) -> None:
    async with opened(GAME) as hand:
        paint(hand)
        for update in tape.take():
            tape.ours(update)
        hand.app.screen.refresh()
        await hand.settle()
        paint(hand)
        again = tape.take()
    assert again
    assert [tape.ours(update) for update in again] == [""] * len(again)


async def test_a_screen_that_was_lost_is_painted_anew(tape: Tape) -> None:
    async with opened(GAME) as hand:
        paint(hand)
        hand.app.console = tape.console
        first = "".join(map(tape.ours, tape.take()))
        private.paint_anew(hand.app)
        await hand.settle()
        paint(hand)
        anew = "".join(map(tape.ours, tape.take()))
    whole, again = Terminal(80, 24), Terminal(80, 24)
    whole.feed(first)
    again.feed(anew)
    assert again.differs(whole.picture) == ""


async def test_nothing_is_painted_anew_before_the_first_paint(
    tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(GAME) as hand:
        asked: list[str] = []

        def refresh(*regions: object) -> None:
            if not regions:  # where the machine is slow, the framework still paints some regions
                asked.append("paint")

        monkeypatch.setattr(hand.app.screen, "refresh", refresh)
        private.paint_anew(hand.app)
        assert asked == []
        hand.app.console = tape.console
        tape.ours(tape.take()[0])
        private.paint_anew(hand.app)
        assert asked == ["paint"]


@pytest.mark.slow
async def test_a_window_of_another_size_is_painted_as_a_whole(tape: Tape) -> None:
    async with opened(GAME) as hand:
        paint(hand)
        for update in tape.take():
            tape.ours(update)
        await hand.resize(81, 24)
        paint(hand)
        shown = Terminal(81, 24)
        for update in tape.take():
            shown.feed(tape.ours(update))
        assert shown.lines == told(hand)


async def test_the_strips_are_what_the_window_shows(tape: Tape) -> None:
    async with opened(GAME) as hand:
        paint(hand)
        shown = Terminal(80, 24)
        for update in tape.take():
            shown.feed(tape.ours(update))
        assert shown.lines == told(hand)


def test_the_driver_of_a_terminal_stops_and_goes_on_as_we_know_it() -> None:
    assert all(hasattr(LinuxDriver, method) for _name, method in private._STOPS)


async def test_without_such_a_driver_nothing_is_changed() -> None:
    async with opened(Menu()) as hand:
        assert not private.stop_between_tasks(hand.app)


async def test_styles_that_were_kept_are_not_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    monkeypatch.setattr(private, "_parsed", [])
    async with opened(Menu()) as hand:
        first = told(hand)
        private.keep_styles(hand.app)
    monkeypatch.setattr(stylesheet, "parse", None)  # nobody can
    async with opened(Menu()) as hand:
        assert told(hand) == first
        hand.app.stylesheet._variables["ground"] = "red"
        hand.app.stylesheet._parse_cache.clear()
        private.take_styles(hand.app)  # with other variables nothing fits
        assert not hand.app.stylesheet._parse_cache
