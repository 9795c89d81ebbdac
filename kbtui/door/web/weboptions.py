"""What an operator can choose for the door for browsers, and the settings that this becomes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from kbtui.door.web.watch.home import Ways
from kbtui.door.web.webserver import Settings
from kbtui.text.address import Address
from relay.server.admission import is_loopback
from relay.server.arguments import Refusal, network, port, tls

_PORT: Final = 8080


def add_arguments(add: Callable[..., object]) -> None:
    """Declare them with ``argparse``'s ``add_argument``."""
    add("--web", action="store_true", help="serve pages for browsers, too")
    add(
        "--web-host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where browsers or a proxy connect (127.0.0.1)",
    )
    add("--web-port", default=_PORT, type=port, metavar="PORT", help=f"0: any free one ({_PORT})")
    add(
        "--web-url",
        type=_origin,
        metavar="URL",
        help="what people type, such as https://play.example.org; needed if it is not this machine",
    )
    add("--cert", metavar="FILE", help="certificate chain for https without a proxy, as PEM")
    add("--key", metavar="FILE", help="its private key, if that is another file")
    add(
        "--proxy",
        action="append",
        default=[],
        type=network,
        metavar="NETWORK",
        help="believe X-Forwarded-For from there, such as 127.0.0.1; may be repeated",
    )


def _origin(text: str) -> str:
    """An address as browsers say it in ``Origin``: scheme, host, and the port if it is unusual."""
    parts = urlsplit(text.rstrip("/"))
    try:
        host, number = parts.hostname, parts.port
    except ValueError:
        host, number = None, None
    rest = parts.path or parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "https") or not host or rest:
        raise argparse.ArgumentTypeError(f"{text!r} is not like https://play.example.org")
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{shown}" + ("" if number in (None, usual) else f":{number}")


def settings_from(asked: argparse.Namespace, relay: Address, ways: Ways) -> Settings:
    """Raises Refusal."""
    if not asked.web_url and not is_loopback(asked.web_host):
        raise Refusal("--web-host needs --web-url: only pages from there may connect")
    return Settings(
        relay=relay,
        host=asked.web_host,
        port=asked.web_port,
        url=asked.web_url or "",
        tls=tls(asked.cert, asked.key),
        proxies=tuple(asked.proxy),
        ways=ways,
    )
