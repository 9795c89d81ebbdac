"""The only module that uses private names of the terminal framework, with the reasons.

Written for textual 8.2; each use has a fallback, or a test that fails when it no longer works.
"""

from __future__ import annotations

import asyncio
import signal
from inspect import signature
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from rich.console import Console
from textual import _compositor
from textual.app import App

from kbtui.screens.widgets.canvas import Canvas, between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.strip import Strip

# What an update is made from. With other names, updates stay as the framework writes them.
_LAYOUT: Final = ("strips", "region")
_CHOPS: Final = ("chops", "spans", "chop_ends")
_RENDER: Final = "render_segments"
_STOPS: Final = (("SIGTSTP", "_sigtstp_application"), ("SIGCONT", "_sigcont_application"))

_canvases: WeakKeyDictionary[Console, Canvas] = WeakKeyDictionary()


def _canvas(console: Console, columns: int, rows: int) -> Canvas:
    """That of this terminal; a window of another size shows nothing that is known."""
    found = _canvases.get(console)
    if found is None or found.size != (columns, rows):
        found = _canvases[console] = Canvas(columns, rows, console._color_system)
    return found


def _render_whole(self: _compositor.LayoutUpdate, console: Console) -> str:
    """A paint of the whole screen, without what is there already.

    The framework paints a screen three times when it opens; on a slow line that is seen.
    """
    canvas = _canvas(console, *self.region.size)
    for y, line in enumerate(self.strips):
        canvas.lay_row(y, [segment for strip in line for segment in strip])
    return canvas.written()


def _render_cropped(self: _compositor.ChopsUpdate, console: Console) -> str:
    """A partial paint that begins at the left edge of what changed, not of its widget.

    A cursor step at the right end of the board would otherwise cost ten times the bytes.
    """
    columns = max((ends[-1] for ends in self.chop_ends if ends), default=0)
    canvas = _canvas(console, columns, len(self.chops))
    new: set[int] = set()
    for y in {y for y, _, _ in self.spans if canvas.is_new(y)}:
        row = [*filter(None, self.chops[y].values())]
        if len(row) == len(self.chops[y]):  # the first paint: cells need not be compared
            canvas.lay_row(y, [segment for strip in row for segment in strip])
            new.add(y)
    for y, first, end in self.spans:
        if y in new:
            continue
        for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
            if strip is not None and x < end and stop > first:
                start, segments = between(strip, max(first - x, 0), min(end, stop) - x)
                canvas.lay(x + start, y, segments)
    return canvas.written()


def crop_updates() -> bool:
    """Let updates write only the cells that changed; False if this framework is not known. Then
    both kinds stay as they are: what one of them writes the other has to know."""
    known = (
        (_compositor.LayoutUpdate, _LAYOUT, _render_whole),
        (_compositor.ChopsUpdate, _CHOPS, _render_cropped),
    )
    fits = all(
        (*signature(update).parameters,) == made_from and hasattr(update, _RENDER)
        for update, made_from, _ in known
    )
    if fits:
        for update, _, render in known:
            setattr(update, _RENDER, render)
    return fits


def paint_anew(app: App[Any]) -> None:
    """Write the whole screen again: the terminal may have lost what was written to it."""
    if _canvases.pop(app.console, None) is not None:
        app.screen.refresh()


def send(app: App[Any], sequence: str) -> None:
    """Write an escape sequence that the framework has no call for, if there is a real terminal."""
    driver = app._driver
    if driver is not None and not driver.is_headless and not driver.is_web:
        driver.write(sequence)
        driver.flush()


_Parsed = tuple[dict[str, str], dict[Any, Any]]  # the variables of styles, and their rules
_parsed: list[_Parsed] = []  # by an app of this process before, at most one


def keep_styles(app: App[Any]) -> None:
    """Those that this app has parsed are the next one's, too."""
    sheet = app.stylesheet
    rules = {key: sheet._parse_cache[key] for key in tuple(sheet._parse_cache.keys())}
    _parsed[:] = [(dict(sheet._variables), rules)]


def take_styles(app: App[Any]) -> None:
    """Parse no styles that were kept; with other variables they would be others."""
    sheet = app.stylesheet
    for variables, rules in _parsed:
        if variables == sheet._variables:
            for key, parsed in rules.items():
                sheet._parse_cache[key] = parsed


def keep_quiet(app: App[Any]) -> None:
    """Show nobody what went wrong inside: the machine is not the player's."""
    vars(app)["_print_error_renderables"] = lambda: None


def error_of(app: App[Any]) -> BaseException | None:
    """What has ended the app, if it was an error."""
    return getattr(app, "_exception", None)


def stop_between_tasks(app: App[Any]) -> bool:
    """Suspend and resume (Ctrl+Z, fg) in the loop; False if this framework is not known.

    The framework does so inside a signal handler. A signal in the middle of a write would wait
    for the lock of that very write forever.
    """
    loop = asyncio.get_running_loop()
    if not all(hasattr(app._driver, method) for _name, method in _STOPS):
        return False
    for name, method in _STOPS:
        loop.add_signal_handler(getattr(signal, name), getattr(app._driver, method))
    return True


def strips(app: App[Any]) -> Sequence[Strip]:
    """What the screen shows now, line by line."""
    return app.screen._compositor.render_strips()
