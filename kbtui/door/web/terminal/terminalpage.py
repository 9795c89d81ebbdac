"""The page with a terminal. ``terminal.js`` is ours; the terminal is drawn by textual-serve's."""

from __future__ import annotations

from html import escape

from kbtui.door.web.markup import link, page, script, style
from kbtui.text.i18n import _


def terminal_page(line: str, code: str, title: str, taps: str = "") -> str:
    """``line`` is the address of its socket; ``code`` that of the room, if it is about one;
    ``taps`` that of the page where the same is played by taps."""
    home = link("/", _("All games"))
    taps = f"/tap/{code}" if code else taps
    by_taps = link(taps, _("Play by taps")) if taps else ""
    texts = {
        "copy": _("Copy link"),
        "smaller": _("Smaller"),
        "larger": _("Larger"),
        "full": _("Full screen"),
    }
    buttons = "".join(
        f'<button type="button" id="{name}">{escape(text)}</button>'
        for name, text in texts.items()
        if name != "copy" or code
    )
    body = (
        f'<nav class="bar">{home} {by_taps} <span class="code">{escape(code)}</span>{buttons}'
        "</nav>\n"
        f"<noscript><p>{escape(_('Playing needs scripts. Watching works without them.'))}</p>"
        "</noscript>\n"
        '<div id="terminal" class="textual-terminal"></div>\n'
        f'<div id="over" hidden><p></p><button type="button">{escape(_("Play"))}</button></div>'
    )
    said = {
        "line": line,
        "code": code,
        "taps": taps or "/",
        "ended": _("You have left the game."),
        "elsewhere": _("You play in another window now."),
        "busy": _("Too many people are playing here right now. Try again later."),
        "lost": _("The connection is lost. Trying again."),
    }
    # In this order: ours prepares what the other one finds when the page is loaded.
    head = style("xterm.css") + script("terminal.js") + script("textual.js")
    return page(title, body, head=head, data=said)
