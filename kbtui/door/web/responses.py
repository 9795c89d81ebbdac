"""Answers to browsers: a body with the headers that keep a page to what we serve ourselves."""

from __future__ import annotations

import gzip
from http import HTTPStatus
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from kbtui.door.web.cookies import Cookies

HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"
SVG: Final = "image/svg+xml; charset=utf-8"
FRESH: Final = "no-store"
FOR_A_WHILE: Final = "private, max-age=3600"
_SMALL: Final = 600  # bytes that are not worth packing
_PACKED: Final = ("text/", "image/svg", "font/")
# Scripts, styles, fonts and pictures come from us alone, and nobody frames a page of ours.
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self' {socket}",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# A picture may be opened on its own, too; its texts are styled by attributes only.
_BARE: Final = "default-src 'none'; frame-ancestors 'none'"
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # an address may have the code of a private room
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Vary": "Accept-Encoding, Accept-Language",
}


class Answers:
    """Makes responses; ``origin`` is where the pages are, as browsers say it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin

    @property
    def cookies(self) -> Cookies:
        return Cookies(is_secure=self.origin.startswith("https://"))

    def make(
        self,
        request: Request,
        body: str | bytes,
        kind: str = HTML,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        cache: str = FRESH,
        more: dict[str, str] | None = None,
    ) -> Response:
        data = body.encode() if isinstance(body, str) else body
        headers = Headers({"Content-Type": kind, "Cache-Control": cache, "Connection": "close"})
        headers["Content-Security-Policy"] = self._policy if kind == HTML else _BARE
        for name, value in {**_ALWAYS, **(more or {})}.items():
            headers[name] = value
        if len(data) > _SMALL and kind.startswith(_PACKED) and _takes_gzip(request):
            data = gzip.compress(data, 5, mtime=0)
            headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(data))
        return Response(status.value, status.phrase, headers, data)

    @property
    def _policy(self) -> str:
        # Not every browser counts the socket of the same host as 'self'.
        return _POLICY.format(socket=self.origin.replace("http", "ws", 1))


def _takes_gzip(request: Request) -> bool:
    given = ",".join(request.headers.get_all("Accept-Encoding"))
    return any(word.strip().lower() == "gzip" for word in given.split(","))
