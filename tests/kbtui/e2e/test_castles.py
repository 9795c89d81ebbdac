"""Castle Builder in real programs: two play a whole game through a real relay while a third one
watches, and whole games of both kinds are played with nothing but a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.record import read_record, verify_record
from kbtui.play import saves
from tests.kbtui.e2e.test_life import game_of
from tests.kbtui.e2e.test_online import OVER, TURN, enter, home_of, host, kept, prompt, title
from tests.kbtui.panes import player
from tests.kbtui.programs import Driven
from tests.relay.processes import RelayProcess

pytestmark = pytest.mark.slow

DISCARD = "discard now"  # asked while it is somebody else's turn
DONE = "Nothing left to build"
NOTHING = "No tile can be built"
LEGAL = re.compile(r"►\d")  # what a build on a legal cell brings
CASTLE = 48  # columns of the castle in a window of 80


def is_asked(kb: Driven) -> bool:
    return TURN in title(kb) or DISCARD in title(kb)


def answered(kb: Driven, act: Callable[[], None]) -> None:
    """Do something that changes what is seen."""
    before = kb.terminal.text
    act()
    kb.until(lambda: kb.terminal.text != before)


def one_step(kb: Driven) -> None:
    """Enter chooses a cell, builds the best tile there, pays, takes and discards."""
    if NOTHING in prompt(kb):
        answered(kb, lambda: kb.press("d"))
        answered(kb, lambda: kb.press("d"))
    else:
        answered(kb, lambda: kb.press("enter"))


@pytest.mark.timeout(400)
def test_two_build_castles_and_one_watches(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        homes = {name: home_of(tmp_path, name, relay.url) for name in ("Ann", "Bob", "Will")}
        ann, bob, will = (
            player(homes[name], size)
            for name, size in (("Ann", (80, 24)), ("Bob", (100, 34)), ("Will", (120, 40)))
        )
        with ann, bob, will:
            ann.until("Castle Builder")
            ann.press("g")
            ann.until("Kingdom Builder  ")
            code = host(ann)
            enter(bob, "enter", code)
            enter(will, "ctrl+w", code)
            bob.press("r")
            ann.until("√ ready")
            ann.press("enter")
            will.until("to move")
            while not all(OVER in title(kb) for kb in (ann, bob)):
                for kb in (ann, bob):
                    kb.glance()
                    while is_asked(kb):
                        one_step(kb)
            for kb in (ann, bob, will):
                kb.until(lambda kb=kb: OVER in title(kb))  # type: ignore[misc]
                kb.until(lambda kb=kb: "fairly" in kb.terminal.text)  # type: ignore[misc]
                kb.press("ctrl+q")
                assert kb.wait() == 0
    records = [kept(home) for home in homes.values()]
    assert len({*records}) == 1, "everybody has kept the same game"
    record, table = read_record(records[0])
    assert record.game == "castle"
    assert verify_record(record, table) == table.dealt > 20


# By mouse


def click_text(kb: Driven, text: str) -> None:
    lines = kb.until(text).splitlines()
    y, line = next((y, line) for y, line in enumerate(lines) if text in line)
    kb.click(line.index(text), y)


def click_hint(kb: Driven, key: str) -> None:
    """Click on a key in the last line, which names those that do something now."""
    found = re.search(rf"(?<!\S){key} ", kb.terminal.lines[-1])
    assert found is not None, kb.terminal.text
    x, y = found.start(), len(kb.terminal.lines) - 1
    answered(kb, lambda: kb.click(x, y))


def legal_cells(kb: Driven) -> list[tuple[int, int]]:
    rows = enumerate(line[:CASTLE] for line in kb.terminal.lines)
    return [(found.start(), y) for y, line in rows if (found := LEGAL.search(line))]


def click_castle(kb: Driven) -> None:
    """Click a legal cell until it is chosen; whatever is asked then is answered in the hints."""
    if NOTHING in prompt(kb):
        click_hint(kb, "d")
        click_hint(kb, "d")
    elif "Build a tile" in prompt(kb):
        kb.until(lambda: bool(legal_cells(kb)))  # the prompt may be painted before the castle is
        x, y = legal_cells(kb)[0]
        answered(kb, lambda: kb.click(x, y))
    else:
        click_hint(kb, "Enter")


def click_kingdom(kb: Driven) -> None:
    if DONE in prompt(kb):
        click_hint(kb, "e")
    else:
        click_hint(kb, "Enter" if "legal" in kb.terminal.lines[-2] else "Tab")


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("game", "click"),
    [("castle", click_castle), ("kingdom", click_kingdom)],
    ids=["castle", "kingdom"],
)
def test_a_whole_game_with_nothing_but_a_mouse(
    game: str, click: Callable[[Driven], None], tmp_path: Path
) -> None:
    settings = 'pace = "off"\nconfirm = "never"\nname = "Ann"\nlevel = "novice"\n'
    (tmp_path / "settings.toml").write_text(settings, "utf-8")
    with player(tmp_path) as kb:
        if game == "castle":
            click_text(kb, "Castle Builder")
            kb.until("7 coins")
        click_text(kb, "Play now")
        kb.until(TURN)
        while OVER not in title(kb):
            kb.until(lambda: is_asked(kb) or OVER in title(kb))
            while is_asked(kb):
                click(kb)
        click_hint(kb, "Enter")
        kb.press("ctrl+q")
        assert kb.wait() == 0
    record, table = saves.read(game_of(tmp_path))
    assert (record.game, table.to_act) == (game, None)
