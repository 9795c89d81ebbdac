"""Settings survive: a broken file is set aside, reported, and replaced by the defaults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbtui.disk.settings import FIELDS, NAME_LENGTH, Settings, clean_name, load, login_name, save
from tests.transcripts import ROOT


@pytest.fixture(autouse=True)
def login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ann")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_the_table_has_every_setting_once_and_its_usual_value_is_a_choice() -> None:
    assert [field.name for field in FIELDS] == [*Settings._fields]
    for field in FIELDS:
        assert not field.choices or field.default in field.choices, field.name
    assert [field.name for field in FIELDS if not field.choices] == [
        "keys",
        "name",
        "relay",
        "on_turn",
    ]


def test_without_a_file_all_is_as_usual_and_the_name_is_the_login(path: Path) -> None:
    assert load(path) == (Settings(name="ann"), None)
    assert names(path) == []


def test_what_is_saved_is_loaded(path: Path) -> None:
    chosen = Settings(
        theme="light",
        color="256",
        bell=False,
        keys={"undo": ["u", "ctrl+z"], "end": []},
        zoom="M+",
        name='"Zoë" \\',
    )
    save(chosen, path)
    assert load(path) == (chosen, None)
    assert names(path) == ["settings.toml"]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_choice_of_every_setting_is_kept(field: object, path: Path) -> None:
    name, choices = field.name, field.choices  # type: ignore[attr-defined]
    for choice in choices:
        settings = Settings(name="ann")._replace(**{name: choice})
        save(settings, path)
        assert load(path) == (settings, None)


@pytest.mark.parametrize(
    "data", [b"theme = ", b"\x00\xff", b"theme = 'dark'\ntheme = 'light'", b"["]
)
def test_a_broken_file_is_kept_aside_and_told(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    settings, sentence = load(path)
    assert settings == Settings(name="ann")
    assert sentence is not None
    assert "settings.toml is broken" in sentence
    assert sentence.endswith("The old file was kept as settings.toml.broken-1.")
    assert names(path) == ["settings.toml.broken-1"]
    assert (path.parent / "settings.toml.broken-1").read_bytes() == data
    assert load(path) == (Settings(name="ann"), None)


def test_an_older_broken_file_is_not_overwritten(path: Path) -> None:
    for number in (1, 2):
        path.write_text(f"= {number}")
        load(path)
    kept = [(path.parent / f"settings.toml.broken-{number}").read_text() for number in (1, 2)]
    assert kept == ["= 1", "= 2"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('theme = "pink"', "theme"),
        ("theme = 3", "theme"),
        ("theme = true", "theme"),
        ("bell = 1", "bell"),
        ('bell = "yes"', "bell"),
        ("zoom = ['S']", "zoom"),
        ("keys = 3", "keys"),
        ("name = 5", "name"),
        ("relay = 5", "relay"),
        ('relay = "http://example.org"', "relay"),
        ('alert = "loud"', "alert"),
        ("on_turn = true", "on_turn"),
        ("colour = 3", "colour"),
        ("[keys]\nundo = 3", "keys"),
        ("[keys]\nundo = [3]", "keys"),
        ("[keys]\nundo = ['']", "keys"),
        ('"a\\u001bb" = 3', r"'a\x1bb'"),
    ],
)
def test_one_wrong_value_is_named_and_the_others_stay(path: Path, line: str, name: str) -> None:
    text = f'pace = "fast"\n{line}\n'
    path.write_text(text)
    settings, sentence = load(path)
    assert settings == Settings(pace="fast", name="ann")
    assert sentence is not None
    assert f"unknown values: {name}; using the defaults" in sentence
    assert sentence.isprintable()
    assert (path.parent / "settings.toml.broken-1").read_text() == text
    # The next start finds a file without the wrong value.
    assert load(path) == (Settings(pace="fast", name="ann"), None)


def test_a_file_that_cannot_be_read_is_told_and_left_alone(path: Path) -> None:
    path.mkdir()
    settings, sentence = load(path)
    assert settings == Settings(name="ann")
    assert sentence is not None
    assert "cannot be read (Is a directory)" in sentence
    assert names(path) == ["settings.toml"]


def test_a_broken_file_that_cannot_be_moved_is_told_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("theme = 'pink'")
    monkeypatch.setattr("kbtui.disk.settings.aside", lambda _path: None)
    settings, sentence = load(path)
    assert settings == Settings(name="ann")
    assert sentence is not None
    assert "kept as" not in sentence
    assert path.read_text() == "theme = 'pink'"


@given(st.binary(max_size=40))
def test_no_file_is_too_strange(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("strange") / "settings.toml"
    path.write_bytes(data)
    settings, sentence = load(path)
    assert isinstance(settings, Settings)
    assert sentence is None or any("broken-1" in name for name in names(path))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("a\x1b[31mb\nc", "a [31mb c"),
        ("Wolfeschlegelsteinhausen", "Wolfeschlege"),
        ("Maximilian  I", "Maximilian I"),
        ("Maximiliane I", "Maximiliane"),
        ("\u202eevil", "evil"),
        ("\udcff", ""),
        ("", ""),
    ],
)
def test_names_are_one_short_printable_line(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert len(name) <= NAME_LENGTH


def test_a_name_in_the_file_is_cleaned(path: Path) -> None:
    path.write_text('name = "  Ann\\u0007 of the Green Gables"')
    assert load(path)[0].name == "Ann of the G"


def test_an_address_is_kept_as_short_as_it_can_be_typed(path: Path) -> None:
    path.write_text('relay = "ws://example.org"\non_turn = " beep \\u0007"\n')
    settings, sentence = load(path)
    assert sentence is None
    assert (settings.relay, settings.on_turn) == ("example.org:8765", "beep")


def test_a_user_without_a_name_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert login_name() == ""


def test_the_page_tells_every_setting_with_its_choices_and_its_usual_value() -> None:
    page = (ROOT / "docs" / "files.md").read_text("utf-8")
    told: dict[str, tuple[str, ...]] = {}
    usual: dict[str, str] = {}
    for names_, values in re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \| ([^|]+) \|", page, re.M):
        for name in re.findall(r"`([a-z_]+)`", names_):
            told[name] = tuple(re.findall(r"`([^`]+)`", values))
            usual[name] = (re.findall(r"\*\*`([^`]+)`\*\*", values) or [*told[name], ""])[0]
    for field in FIELDS:
        if field.choices:
            assert sorted(told[field.name]) == sorted(map(toml_word, field.choices)), field.name
            assert usual[field.name] == toml_word(field.default), field.name


def toml_word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
