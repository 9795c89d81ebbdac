"""`python -m tests.pictures`: the pictures of the README, made from the real screens.

The app runs without a terminal, is played by keys, and what it shows is drawn as SVG: blocks as
rectangles, so that the picture is the same in every viewer, letters as text.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from rich.segment import Segment
from rich.style import Style

from engine.rng import Stream
from kbtui.disk.settings import Settings
from kbtui.look.terminal import terminal_of
from kbtui.paint.colors import COLOURS_256
from kbtui.play.saves import start as keep
from kbtui.play.session import HUMAN, Session
from kbtui.play.start import Host, Replay, Resume, Start
from kbtui.screens.app import KbApp
from kbtui.screens.online.waiting import WaitingScreen
from kbtui.screens.widgets.private import strips
from kbtui.story.chronicle import Chronicle
from kbtui.text import i18n
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.online.rooms import player, relay_at, stop, until

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "img"
WIDE: Final = 8  # whole pixels: edges stay sharp
HIGH: Final = 16
_TRUE: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
_BLOCKS: Final = {  # left, top, width and height as parts of a cell
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▄": (0.0, 0.5, 1.0, 0.5),
    "█": (0.0, 0.0, 1.0, 1.0),
    "▌": (0.0, 0.0, 0.5, 1.0),
    "▐": (0.5, 0.0, 0.5, 1.0),
}


def svg(rows: Sequence[Iterable[Segment]], columns: int) -> str:
    """Lines of styled text as a picture."""
    body: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for text, style, *_ in row:
            body += _run(text, style or Style.null(), x, y)
            x += len(text)
    width, height = columns * WIDE, len(rows) * HIGH
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" '
        'shape-rendering="crispEdges">'
    )
    ground = f'<rect width="{width}" height="{height}" fill="#14171c"/>'
    return "\n".join([head, ground, *body, "</svg>", ""])


def _hex(style: Style, is_ground: bool) -> str:
    colour = style.bgcolor if is_ground else style.color
    if colour is None or colour.is_default:
        return "#14171c" if is_ground else "#e6e3da"
    if colour.triplet is not None:
        return colour.triplet.hex
    red, green, blue = COLOURS_256[colour.number or 0]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _run(text: str, style: Style, x: int, y: int) -> list[str]:
    """Grounds first, then what stands on them."""
    ink, ground = _hex(style, False), _hex(style, True)
    if style.reverse:
        ink, ground = ground, ink
    found = [_box(x, y, len(text), 1.0, ground)]
    at = 0
    for char, group in groupby(text):
        count = len([*group])
        if char in _BLOCKS:
            left, top, wide, high = _BLOCKS[char]
            if wide == 1.0:
                found.append(_box(x + at, y + top, count, high, ink))
            else:
                found += [_box(x + at + i + left, y + top, wide, high, ink) for i in range(count)]
        at += count
    letters = "".join(" " if char in _BLOCKS else char for char in text)
    if letters.strip():
        start = len(letters) - len(letters.lstrip())
        shown = letters.strip()
        look = ' font-weight="bold"' if style.bold else ""
        look += ' text-decoration="line-through"' if style.strike else ""
        look += ' text-decoration="underline"' if style.underline else ""
        place = f'x="{(x + start) * WIDE}" y="{y * HIGH + 12}"'
        size = f'textLength="{len(shown) * WIDE}" xml:space="preserve"'
        found.append(f'<text {place} {size} fill="{ink}"{look}>{escape(shown)}</text>')
    return found


def _box(x: float, y: float, wide: float, high: float, fill: str) -> str:
    place = f'x="{x * WIDE:g}" y="{y * HIGH:g}"'
    return f'<rect {place} width="{wide * WIDE:g}" height="{high * HIGH:g}" fill="{fill}"/>'


def _played(
    game: str, options: Mapping[str, Any], turns: int, folder: Path, level: str = "greedy"
) -> Path:
    """A saved game in which the person has played some turns as a bot would; all of them, if there
    are fewer."""
    seats, seed = options["players"], options["seed"]
    players = (HUMAN, *[level] * (seats - 1))
    session = Session(game, options, players, ("Ada", "Botto", "Cleo", "Dmitri")[:seats])
    save, rules = keep(session, folder), session.game
    chronicle = Chronicle(session.table, session.viewer)
    while True:
        list(session.advance())
        chronicle.update()
        seat = session.waits_for
        if seat is None or chronicle.last_turn > turns * seats:
            break
        number = len(session.table.entries)
        move = rules.levels[level].choose(session.observation(seat), Stream(seed, str(number)))
        session.play(rules.format(move))
    path = save.path
    assert path is not None
    save.close()
    return path


async def picture(start: Start, size: tuple[int, int], keys: Sequence[str], **chosen: str) -> str:
    """What the app shows at that size after these keys."""
    settings = Settings(pace="off", name="Ada", language="en", **chosen)  # type: ignore[arg-type]
    app = KbApp(start, settings, terminal_of(_TRUE, settings, "utf-8"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        return svg(strips(app), size[0])


async def _all(folder: Path) -> None:
    sets = {"players": 3, "seed": "readme", "sets": ["base", "marshlands"]}
    wide = _played("kingdom", sets, 8, folder)
    castle = _played("castle", {"players": 4, "seed": "banner"}, 11, folder, "skilled")
    done = _played("castle", {"players": 2, "seed": "keep"}, 99, folder, "skilled")
    pictures: dict[str, tuple[Start, tuple[int, int], list[str], dict[str, str]]] = {
        "game": (Resume(wide), (160, 50), ["enter"], {}),
        "small": (Resume(wide), (80, 24), [], {}),
        "light": (Resume(wide), (112, 44), ["g"], {"theme": "light"}),
        "castle": (Resume(castle), (160, 50), [], {}),
        "castle-small": (Resume(castle), (80, 24), [], {}),
        "castle-end": (Replay(done, None), (140, 45), ["f"], {}),
    }
    for name, (start, size, keys, chosen) in pictures.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(await picture(start, size, keys, **chosen), "utf-8")
        print(path.name)


async def _room(folder: Path) -> None:
    """The waiting room: a relay, a host with a bot, and a friend who is ready."""
    settings = Settings(name="Ada", language="en")
    async with relay_at(port=8765) as address:
        terms = m.Terms('{"players":3,"seed":"readme"}', False, True, 0, k.TURN_CLOCK, 90)
        start = Host(address.url, False, terms)
        app = KbApp(start, settings, terminal_of(_TRUE, settings, "utf-8"))
        async with app.run_test(size=(140, 45)) as pilot:
            screen = app.screen
            assert isinstance(screen, WaitingScreen)
            await until(lambda: screen.guest.room is not None)
            cleo = player(address, "Cleo", folder)
            cleo.join(screen.guest.client.code)
            cleo.start()
            await until(lambda: cleo.client.seal is not None)
            screen.guest.request(
                m.SeatBot(2, "skilled")
            )  # who is ready before that has to say it again
            await until(lambda: cleo.client.room.seats[2].sitter == k.BOT)  # type: ignore[union-attr]
            cleo.ready()
            cleo.request(m.Say("hello! same board as last time?"))
            await until(lambda: screen.guest.client.chat)
            screen.guest.request(m.Say("yes, and a bot for company"))
            await until(lambda: len(screen.guest.client.chat) == 2)
            await until(lambda: screen.guest.room.seats[1].ready)  # type: ignore[union-attr]
            await pilot.pause()
            (FOLDER / "room.svg").write_text(svg(strips(app), 140), "utf-8")
            print("room.svg")
        await stop(cleo)


def main() -> int:
    os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
    i18n.use("en")
    with tempfile.TemporaryDirectory() as home:
        os.environ["KB_HOME"] = home
        asyncio.run(_all(Path(home) / "games"))
        asyncio.run(_room(Path(home) / "cleo"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
