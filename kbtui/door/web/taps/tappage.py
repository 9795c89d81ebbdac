"""The page to tap on. All it shows comes over its socket; without scripts it leads to watching."""

from __future__ import annotations

from html import escape

from kbtui.door.web.markup import link, page, script
from kbtui.door.web.staticfiles import version
from kbtui.door.web.watch.dayspage import once_told
from kbtui.text.i18n import _
from relay.protocol import kinds as k


def tap_page(code: str, game: str, title: str, day: str = "") -> str:
    """For the room of that ``code``, a new one of that ``game``, or the deal of a ``day``."""
    home = link("/", _("All games"), "button")
    beside = link(f"/watch/{code}", _("Watch"), "button") if code else ""
    if day:
        beside = link(f"/daily/{day}", _("Deal of the day"), "button")
    told = f"<h1>{escape(title)}</h1>\n<p>{escape(once_told())}</p>\n" if day else ""
    name, go_in = escape(_("Your name")), escape(_("Play"))
    body = (
        f'<nav>{home} {beside} <span class="code" id="code">{escape(code or day)}</span></nav>\n'
        f"<noscript><p>{escape(_('Playing needs scripts. Watching works without them.'))}</p>"
        "</noscript>\n"
        f'<form id="enter">{told}<label>{name} <input id="name" maxlength="{k.NAME}" required '
        f'autocomplete="nickname"></label> <button>{go_in}</button></form>\n'
        '<main class="room tap" hidden>\n<div id="stage">'
        '<figure id="picture"></figure></div>\n'
        '<div id="hand"><p id="prompt" class="state" aria-live="polite"></p>'
        '<p id="said" role="alert"></p><div id="groups"></div><div id="moves"></div>'
        '<div id="buttons"></div></div>\n<section id="day"></section>\n<ul id="notes"></ul>\n'
        f'<details id="options" hidden><summary>{escape(_("Game options"))}</summary>'
        f'<div id="questions"></div></details>\n<div id="side"></div>\n{_talk()}</main>'
    )
    said = {
        "line": _line(code, game, day),
        "version": version("tap.js"),
        "day": day,
        "cancel": _("Cancel"),
        "share": _("Copy the link for friends"),
        "copied": _("The link was copied."),
        "lost": _("The connection is lost. Trying again."),
    }
    return page(title, body, head=script("tap.js"), data=said)


def _line(code: str, game: str, day: str) -> str:
    """The address of its socket."""
    if day:
        return f"/taps/daily/{day}/{game}"
    return f"/taps/{code}" if code else f"/taps/new/{game}"


def _talk() -> str:
    title, send = escape(_("Chat")), escape(_("Send"))
    return (
        f'<section id="talk"><h2>{title}</h2><ol id="lines" class="events" aria-live="polite"></ol>'
        f'<form id="say"><input id="line" maxlength="{k.CHAT}" aria-label="{title}" '
        f'autocomplete="off"> <button>{send}</button></form></section>\n'
    )
