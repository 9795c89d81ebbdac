"""Where files are stored, on each platform; asking creates nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.disk.places import config_folder, data_folder, games_folder, settings_file, settings_name

HOME = {"HOME": "/home/ann"}


@pytest.mark.parametrize(
    ("environ", "platform", "config", "data"),
    [
        (HOME, "linux", "/home/ann/.config/kbtui", "/home/ann/.local/share/kbtui"),
        (
            HOME | {"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"},
            "linux",
            "/c/kbtui",
            "/d/kbtui",
        ),
        # A relative path is not valid there.
        (
            HOME | {"XDG_CONFIG_HOME": "c"},
            "linux",
            "/home/ann/.config/kbtui",
            "/home/ann/.local/share/kbtui",
        ),
        (
            HOME | {"XDG_CONFIG_HOME": "/c"},
            "darwin",
            "/home/ann/Library/Application Support/kbtui",
            "/home/ann/Library/Application Support/kbtui",
        ),
        (HOME | {"APPDATA": "/roaming"}, "win32", "/roaming/kbtui", "/roaming/kbtui"),
        (HOME | {"KB_HOME": "/k", "XDG_DATA_HOME": "/d"}, "linux", "/k", "/k"),
        (HOME | {"KB_HOME": "/k"}, "darwin", "/k", "/k"),
    ],
)
def test_each_platform_has_its_customs(
    environ: dict[str, str], platform: str, config: str, data: str
) -> None:
    assert config_folder(environ, platform) == config
    assert data_folder(environ, platform) == data


def test_files_lie_in_these_folders() -> None:
    environ = {"KB_HOME": "/k"}
    assert settings_file(environ) == Path("/k/settings.toml") == Path(settings_name(environ))
    assert games_folder(environ) == Path("/k/games")


def test_a_home_of_ones_own_does_not_move_with_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert games_folder({"KB_HOME": "here"}) == tmp_path / "here" / "games"


def test_without_a_home_the_one_of_the_user_is_found() -> None:
    assert settings_file({}).is_absolute()


def test_asking_creates_nothing(tmp_path: Path) -> None:
    environ = {"KB_HOME": str(tmp_path / "home")}
    settings_file(environ)
    games_folder(environ)
    assert list(tmp_path.iterdir()) == []
