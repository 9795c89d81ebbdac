"""The frame that all pages share, and text as HTML."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from kbtui.door.web.staticfiles import address
from kbtui.text.i18n import _, current

TITLE: Final = "Kingdom Builder and Castle Builder"
_FRAME: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
{style}{head}</head>
<body{data}>
{body}
</body>
</html>
"""


def page(title: str, body: str, *, head: str = "", data: Mapping[str, str] | None = None) -> str:
    """A whole page; ``title`` and the ``data`` of its body are text, the rest is HTML."""
    given = "".join(f' data-{name}="{escape(value)}"' for name, value in (data or {}).items())
    return _FRAME.format(
        language=current(),
        title=escape(title),
        icon=address("icon.svg"),
        style=style("style.css"),
        head=head,
        data=given,
        body=body,
    )


def script(name: str) -> str:
    return f'<script src="{address(name)}" defer></script>\n'


def style(name: str) -> str:
    return f'<link rel="stylesheet" href="{address(name)}">\n'


def reload_without_scripts(seconds: int) -> str:
    refresh = f'<meta http-equiv="refresh" content="{seconds}">'
    return f"<noscript>{refresh}</noscript>\n"


def link(target: str, text: str, kind: str = "") -> str:
    """``target`` is ours; ``text`` is escaped here."""
    css = f' class="{kind}"' if kind else ""
    return f'<a href="{escape(target)}"{css}>{escape(text)}</a>'


def message(text: str) -> str:
    """A page with one sentence, and the way back."""
    home = link("/", _("All games"), "button")
    return page(text, f"<main><h1>{escape(text)}</h1>\n<p>{home}</p></main>")
