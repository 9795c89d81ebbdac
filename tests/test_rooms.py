"""The rooms of engine, relay and player's side: their order, who knows a game or the screen.

Folders are rooms. A room imports only rooms that come before it; imports inside functions count,
those for types alone do not.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from engine.contract import HOMES
from tests.sources import PACKAGES, ROOT, Import, read, sources

# From the ground up. docs/architecture.md says what each is for.
ROOMS: Final = (
    "paint",
    "text",
    "hosted",
    "disk",
    "look",
    "play",
    "games",  # the kit; a game's own folder comes after the story
    "story",
    "form",
    "panels",  # shared by the screens of all games
    "games/*",
    "online",
    "lobby",
    "linemode",
    "arena",
    "history",
    "daily",
    "pages",
    "screens",
    "cli",
    "commands",
    "door",
)
# The relay's; "" are the modules beside its rooms. Its client comes after the protocol.
RELAY_ROOMS: Final = ("protocol", "", "store", "days", "room", "hub", "server")
MOST_MODULES: Final = 15  # in a folder, without its ``__init__``
LATE: Final = 40  # imports inside functions, at most


@cache
def imports(*packages: str) -> list[Import]:
    """Those of all files that are more than types."""
    files = [read(name) for name in sources(*packages)]
    return [found for file in files for found in file.imports if not found.is_for_types]


def room_of(name: str) -> str | None:
    """The room of a module of the player's side, or of a name in one."""
    package, *inner = name.split(".")
    if package != "kbtui" or not inner or inner[0] not in ROOMS:
        return None
    is_of_a_game = inner[0] == "games" and len(inner) > 2 and games() & {inner[1]}
    return "games/*" if is_of_a_game else inner[0]


def games() -> set[str]:
    """The games that have a folder on the player's side."""
    return {path.name for path in (ROOT / "kbtui" / "games").iterdir() if _is_package(path)}


def _is_package(path: Path) -> bool:
    return (path / "__init__.py").is_file()


def game_known(name: str) -> str | None:
    """The game that an imported module belongs to."""
    parts = name.split(".")
    if parts[0] == "engine" and len(parts) > 1 and parts[1] in games():
        return parts[1]
    return parts[2] if parts[:2] == ["kbtui", "games"] and {*parts[2:3]} & games() else None


def test_every_folder_is_a_room_with_a_place_in_the_order() -> None:
    folders = {path.name for path in (ROOT / "kbtui").iterdir() if _is_package(path)}
    assert folders == {room.partition("/")[0] for room in ROOMS}


def test_a_room_imports_only_rooms_before_it() -> None:
    wrong = []
    for importer, imported, *_ in imports("kbtui"):
        here, there = room_of(importer), room_of(imported)
        if here is None or there is None:
            continue
        if ROOMS.index(there) > ROOMS.index(here):
            wrong.append(f"{importer} imports {imported}")
    assert wrong == []


def test_only_its_own_folder_knows_a_game() -> None:
    wrong = {
        importer
        for importer, imported, *_ in imports("kbtui")
        if (game := game_known(imported)) is not None
        and not importer.startswith(f"kbtui.games.{game}")
    }
    assert wrong == set()


def test_the_root_holds_only_what_belongs_to_the_package() -> None:
    assert {path.name for path in (ROOT / "kbtui").glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("package", ["engine", "relay", "kbtui"])
def test_a_folder_has_at_most_fifteen_modules(package: str) -> None:
    counts = Counter(Path(name).parent.as_posix() for name in sources(package))
    modules = {folder: count - 1 for folder, count in counts.items()}
    assert {folder: n for folder, n in modules.items() if n > MOST_MODULES} == {}


def test_only_the_screens_know_the_terminal_framework() -> None:
    wrong = {
        importer
        for importer, imported, *_ in imports("kbtui")
        if imported.partition(".")[0] in ("textual", "rich") and room_of(importer) != "screens"
    }
    assert wrong == set()


def test_few_imports_are_late() -> None:
    late = {(found.importer, found.line) for found in imports("kbtui") if found.is_late}
    assert len(late) <= LATE
    without = [f"{importer}:{line}" for importer, line in late if not _has_reason(importer, line)]
    assert without == []


def _has_reason(importer: str, line: int) -> bool:
    """Whether a comment stands in that line or above it."""
    lines = (ROOT / f"{importer.replace('.', '/')}.py").read_text("utf-8").splitlines()
    return "#" in lines[line - 1] or lines[line - 2].strip().startswith("#")


def test_only_its_own_folder_and_the_registry_name_a_game() -> None:
    own = [f"kbtui/games/{key}/" for key in HOMES]
    named = [
        f"{name}:{line} {word}"
        for name in sources("kbtui")
        if not name.startswith(tuple(own)) and name != "kbtui/games/kit.py"
        for line, word in read(name).words
        if word in HOMES
    ]
    assert named == []


def test_a_room_says_what_it_is_and_what_its_door_is() -> None:
    rooms = [name for name in sources(*PACKAGES) if name.endswith("__init__.py")]
    texts = {name: read(name).docstring for name in rooms}
    assert [name for name, text in texts.items() if len(text.splitlines()) < 3] == []
    assert [name for name, text in texts.items() if text.count(".") < 2] == []


# ---- the engine -----------------------------------------------------------------------------

# The rooms and modules of each game in the engine, from the ground up.
GAME_ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "kingdom": (
        "ground",
        *("goals", "setup", "state", "digest", "observation"),
        *("rules", "scores", "foresight", "forms", "bots", "game"),
    ),
    "castle": (
        "pieces",
        *("setup", "moves", "castle", "state", "digest", "observation", "scores"),
        *("rules", "forms", "bots", "game"),
    ),
}


def neutral() -> list[str]:
    """The modules of the engine that belong to no game."""
    return [name for name in sources("engine") if name.count("/") == 1]


def test_the_neutral_engine_knows_no_game() -> None:
    # Not by an import, and not by a word in code, text or comment. The registry is the exception.
    wrong = []
    for name in neutral():
        text = (ROOT / name).read_text("utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "HOMES":
                text = text.replace(ast.get_source_segment(text, node) or "", "")
        wrong += [f"{name} says {key}" for key in GAME_ROOMS if key in text.lower()]
    assert wrong == []


def test_every_game_of_the_engine_has_its_rooms_listed() -> None:
    folders = {path.name for path in (ROOT / "engine").iterdir() if _is_package(path)}
    assert folders == set(GAME_ROOMS)
    for key, rooms in GAME_ROOMS.items():
        found = {
            path.stem for path in (ROOT / "engine" / key).glob("[!_]*") if path.suffix != ".pyc"
        }
        assert found == set(rooms)


@pytest.mark.parametrize("key", GAME_ROOMS)
def test_a_game_uses_the_neutral_engine_and_its_own_rooms_in_their_order(key: str) -> None:
    rooms, wrong = GAME_ROOMS[key], []
    for importer, imported, *_ in imports(f"engine/{key}"):
        parts = imported.split(".")
        if parts[0] != "engine" or parts[1] not in GAME_ROOMS:
            continue
        here = (*importer.split("."), "__init__")[2]
        if parts[1] != key or rooms.index(parts[2]) > rooms.index(here):
            wrong.append(f"{importer} imports {imported}")
    assert wrong == []


# ---- the relay ----------------------------------------------------------------------------------


def relay_room_of(name: str) -> str | None:
    """The room of a module of the relay, or of a name in one."""
    package, *inner = name.split(".")
    if package != "relay":
        return None
    return inner[0] if inner and _is_package(ROOT / "relay" / inner[0]) else ""


def test_every_folder_of_the_relay_is_a_room() -> None:
    folders = {path.name for path in (ROOT / "relay").iterdir() if _is_package(path)}
    assert folders == {*RELAY_ROOMS, "client"} - {""}


def test_a_room_of_the_relay_imports_only_rooms_before_it() -> None:
    wrong = []
    for importer, imported, *_ in imports("relay"):
        here, there = relay_room_of(importer), relay_room_of(imported)
        if here == "client" or there is None or importer == "relay.__main__":
            continue
        if there == "client" or RELAY_ROOMS.index(there) > RELAY_ROOMS.index(here or ""):
            wrong.append(f"{importer} imports {imported}")
    assert wrong == []


def test_the_relay_knows_no_game() -> None:
    """It asks the registry: not one import, and not one key in its texts."""
    folders = {f"engine.{key}" for key in HOMES}
    known = [
        f for f in imports("relay") if any(f.imported.startswith(folder) for folder in folders)
    ]
    named = [
        f"{name}:{line}"
        for name in sources("relay")
        for line, word in read(name).words
        if word in HOMES
    ]
    assert (known, named) == ([], [])


def test_the_client_of_the_relay_needs_the_protocol_alone() -> None:
    """And the engine: the two ends of a connection share nothing but what is sent over it."""
    known = {
        relay_room_of(imported)
        for importer, imported, *_ in imports("relay")
        if relay_room_of(importer) == "client"
    }
    assert known == {None, "client", "protocol"}
