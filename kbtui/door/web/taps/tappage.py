"""The page to tap on. All it shows comes over its socket; without scripts it leads to watching."""

from __future__ import annotations

from html import escape

from kbtui.door.web.markup import link, page, script
from kbtui.text.i18n import _
from relay.protocol import kinds as k


def tap_page(code: str, game: str, title: str) -> str:
    """For the room of that ``code``, or a new one of that ``game``."""
    home = link("/", _("All games"), "button")
    watch = link(f"/watch/{code}", _("Watch"), "button") if code else ""
    name, go_in = escape(_("Your name")), escape(_("Play"))
    body = (
        f'<nav>{home} {watch} <span class="code" id="code">{escape(code)}</span></nav>\n'
        f"<noscript><p>{escape(_('Playing needs scripts. Watching works without them.'))}</p>"
        "</noscript>\n"
        f'<form id="enter"><label>{name} <input id="name" maxlength="{k.NAME}" required '
        f'autocomplete="nickname"></label> <button>{go_in}</button></form>\n'
        '<main class="room tap" hidden>\n<div id="stage">'
        '<figure id="picture"></figure></div>\n'
        '<div id="hand"><p id="prompt" class="state" aria-live="polite"></p>'
        '<p id="said" role="alert"></p><div id="groups"></div><div id="moves"></div>'
        '<div id="buttons"></div></div>\n<ul id="notes"></ul>\n'
        f'<details id="options" hidden><summary>{escape(_("Game options"))}</summary>'
        f'<div id="questions"></div></details>\n<div id="side"></div>\n{_talk()}</main>'
    )
    said = {
        "line": f"/taps/{code}" if code else f"/taps/new/{game}",
        "cancel": _("Cancel"),
        "share": _("Copy the link for friends"),
        "copied": _("The link was copied."),
        "lost": _("The connection is lost. Trying again."),
    }
    return page(title, body, head=script("tap.js"), data=said)


def _talk() -> str:
    title, send = escape(_("Chat")), escape(_("Send"))
    return (
        f'<section id="talk"><h2>{title}</h2><ol id="lines" class="events" aria-live="polite"></ol>'
        f'<form id="say"><input id="line" maxlength="{k.CHAT}" aria-label="{title}" '
        f'autocomplete="off"> <button>{send}</button></form></section>\n'
    )
