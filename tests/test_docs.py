"""What the pages show is what the program does."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.contract import DEALER, AnyGame, find
from engine.kingdom.rules.actions import outcomes
from engine.kingdom.rules.steps import step
from engine.kingdom.state import actor
from engine.perft import perft
from engine.process import MAX_GAMES, Engine
from kbtui.play import external_bot
from tests.transcripts import ROOT, agrees, exchanges

PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def _impatient_perft(game: AnyGame, state: Any, depth: int, limit: int) -> int | None:
    """Gives up at once where the real one would do so after half a minute."""
    return perft(game, state, depth, limit) if depth < 5 else None


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if any(exchanges(page))])
def test_every_transcript_is_real(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.process.perft", _impatient_perft)
    engine = Engine()
    for request, told in exchanges(page):
        if told.get("error", {}).get("code") == "too-many-games":
            for name in range(MAX_GAMES):  # the page says what happens when that many are open
                engine.answer(json.dumps({"cmd": "new", "game": str(name)}))
        real = json.loads(engine.answer(request))
        assert agrees(told, real), f"{page}: {request}\n{json.dumps(real)}"


def test_the_example_client_plays_the_game_that_the_page_shows(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    match = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    assert match is not None
    client = tmp_path / "client.py"
    client.write_text(match[1])
    done = subprocess.run(
        [sys.executable, str(client)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    assert done.stdout == match[2]


@pytest.mark.slow
def test_the_quadrant_of_the_page_can_be_played_and_its_mistake_is_named(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "boards.md").read_text("utf-8")
    match = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert match is not None
    path = tmp_path / "my-boards.json"
    told = re.search(r"```text\nkb: my-boards.json: (.*?)\n```", text)
    assert told is not None
    for rows, code in ((match[1], 0), (match[1].replace("GGWWGF1FFF", "GGWWGFXFFF"), 2)):
        path.write_text(rows)
        command = [
            sys.executable,
            "-m",
            "kbtui",
            "demo",
            "--quiet",
            "--bots",
            "random",
            "--boards",
            str(path),
        ]
        done = subprocess.run(
            [*command, "--quadrants", "meadow,farm,barn/r,oasis"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=50,
            check=False,
        )
        assert done.returncode == code
        assert (told[1] in done.stderr) == bool(code)


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{page}" for page in PAGES)]
)
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for target, anchor in re.findall(
        r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", path.read_text("utf-8")
    ):
        there = path.parent / target if target else path
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """Of the headings of a page: lower case, a dash for each blank, no signs; the second of the
    same words has a number."""
    found = Counter[str]()
    for title in re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE):
        found[re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")] += 1
    return {f"{name}-{n}" if n else name for name in found for n in range(found[name])}


@pytest.mark.slow
def test_the_bot_of_the_page_plays_and_is_measured(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "external-bots.md").read_text("utf-8")
    commands = [shlex.split(line, comments=True) for line in page.split("\n") if line[:3] == "kb "]
    assert [words[1] for words in commands] == ["new", "new", "demo", "arena", "arena"]
    short = {"demo": ["--quiet", "--seed", "page"], "arena": ["--games", "2", "--seed", "page"]}
    for words in commands[2:]:
        bots = words[words.index("--bots") + 1]
        assert (ROOT / bots.split(",")[0].split()[1]).is_file()
        asked = [word.replace("python3", sys.executable) for word in words[1:]]
        done = subprocess.run(
            [sys.executable, "-m", "kbtui", *asked, *short[words[1]]],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=50,
            check=True,
        )
        assert "has stopped playing" not in done.stdout
        assert "example_bot.py" in done.stdout


def test_the_page_tells_every_field_that_a_bot_is_sent() -> None:
    page = (ROOT / "docs" / "external-bots.md").read_text("utf-8")
    table = page.partition("| request field |")[2].partition("| answer field |")[0]
    state = find("kingdom").new({"seed": "page"})
    while actor(state) == DEALER:
        state = step(state, outcomes(state)[0][0])
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == [
        *external_bot.request(find("kingdom"), state, 1, 10.0)
    ]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", *(f"docs/{page}" for page in PAGES)])
def test_pages_name_modules_and_folders_that_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    folders = ("engine", "relay", "kbtui", "bench", "tests")
    known = {path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.py")}
    named = set(re.findall(r"`([a-z0-9_/]+\.py)`", text))
    missing = [name for name in named if not any(path.endswith(f"/{name}") for path in known)]
    places = set(re.findall(rf"`((?:{'|'.join(folders)})/[a-z_/]+)`", text))
    assert [*missing, *(place for place in places if not (ROOT / place).exists())] == []
    assert page != "docs/architecture.md" or len(named) > 100
