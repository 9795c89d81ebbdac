"""The hosted mode: what is off where the machine is not the player's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kbtui.disk import settings as settings_file
from kbtui.disk.files import write_new
from kbtui.hosted import mode
from kbtui.hosted.mode import Hosted
from kbtui.online import alerts
from kbtui.online.entering import Entrance
from kbtui.pages.games import REPLAYS, GamesPage
from kbtui.pages.settings import ORDER, SettingsPage
from kbtui.play.crew import second_core
from kbtui.play.external_bot import check_external
from kbtui.text.address import parse_address
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


@pytest.fixture(autouse=True)
def hosted() -> Iterator[Hosted]:
    found = Hosted("-p 2222 play.example.org", "ws://127.0.0.1:8765", "ada")
    mode.begin(found)
    yield found
    mode.begin(None)


def test_there_is_one_relay_whatever_is_asked_for(tmp_path: Path) -> None:
    for text in ("example.org", "wss://10.0.0.1:22", "nonsense  "):
        assert parse_address(text).url == "ws://127.0.0.1:8765"
    assert parse_address("example.org").name == "play.example.org"  # no address is shown
    with pytest.raises(Refusal, match="one relay"):
        Entrance(tmp_path / "online")._relay()


def test_settings_of_the_door_are_not_the_player_s(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('name = "eve"\nrelay = "example.org"\non_turn = "touch /tmp/x"\n')
    found, notice = settings_file.load(path)
    assert (found.name, found.relay, found.on_turn, found.second_core) == ("ada", "", "", "off")
    assert notice is None
    page = SettingsPage(found, lambda **_values: None)
    assert len(page._order) == len(ORDER) - 4
    assert not {"name", "relay", "on_turn", "second_core"} & {*page._order}


def test_no_program_is_started(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="starts no programs"):
        check_external("exec:true")
    mark = tmp_path / "mark"
    asyncio.run(alerts.run_hook(f"touch {mark}", {}))
    assert not mark.exists()
    assert not second_core.can_spare()


def test_files_that_players_ask_for_are_not_written_and_their_own_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PermissionError, match="nothing can be written"):
        write_new(tmp_path / "board.svg", "")
    monkeypatch.setenv("KB_HOME", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    write_new(tmp_path / "own" / "game.kbg", "")  # as a game at a relay is kept when it is over
    with pytest.raises(PermissionError, match="nothing can be written"):
        write_new(tmp_path / "own" / ".." / "board.svg", "")
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


def test_no_path_can_be_typed_into_the_list_of_games(tmp_path: Path) -> None:
    page = GamesPage(REPLAYS, tmp_path)
    page.do("file")
    assert page._file is None


def test_the_closed_list_is_all_there_is() -> None:
    for command in mode.COMMANDS:
        mode.check(command)
    mode.check(None)  # the menu
    for command in ("arena", "bot", "demo"):
        with pytest.raises(Refusal, match=f"{command} does not work at a door"):
            mode.check(command)


def test_texts_say_what_players_of_a_door_type(hosted: Hosted) -> None:
    told = _("there is no game to continue; kb new starts one")
    assert told.endswith("; ssh -t -p 2222 play.example.org new starts one")
    told = _("Your game is saved. Type kb --line continue to continue it.")
    assert "ssh -t -p 2222 play.example.org line continue" in told
    assert mode.at(hosted.door, "KQ7-4TN") == "ssh -p 2222 KQ7-4TN@play.example.org"
