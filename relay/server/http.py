"""Answers plain HTTP on the relay's port, and rejects clients before a WebSocket is opened."""

from __future__ import annotations

import hmac
from http import HTTPStatus
from typing import Any, Final

from websockets.http11 import Request, Response

from relay.protocol.kinds import BADGE
from relay.server.admission import bearer, is_loopback, is_meant_for_here
from relay.server.driver import Driver

HEALTH: Final = "/healthz"
METRICS: Final = "/metrics"
_TEXT: Final = "text/plain; charset=utf-8"
_BEARER: Final = "Bearer "
_PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"


class HttpPages:
    def __init__(self, driver: Driver, token: str = "", door_key: str = "") -> None:
        """``token``: for those elsewhere who may see the figures; empty: there are none.
        ``door_key``: of the badges of doors; empty: none is believed."""
        self._driver = driver
        self._token = token.encode()
        self._door_key = door_key

    def process_request(self, connection: Any, request: Request) -> Response | None:
        """A page, a refusal, or None: then a WebSocket may be opened."""
        driver = self._driver
        path = request.path.partition("?")[0]
        if request.method != "GET":
            response = self._respond(connection, HTTPStatus.METHOD_NOT_ALLOWED, "GET only\n")
            response.headers["Allow"] = "GET"
            return response
        if path == HEALTH:
            return self._health(connection, request)
        if path == METRICS:
            if not self._may_see_figures(connection, request):
                text = "for this machine only, or with a token\n"
                return self._respond(connection, HTTPStatus.FORBIDDEN, text)
            page = driver.figures.page(driver.hub.figures(), driver.store_health())
            return self._respond(connection, HTTPStatus.OK, page, _PROMETHEUS)
        forwarded = request.headers.get_all("X-Forwarded-For")
        connection.address = driver.admission.origin(connection.socket_address, forwarded)
        connection.bearer = bearer(self._door_key, ", ".join(request.headers.get_all(BADGE)))
        if driver.hub.may_connect(connection.address) and self._is_in_time(connection):
            return None
        driver.turn_away("connections", connection.address)
        text = "too many connections; try again later\n"
        response = self._respond(connection, HTTPStatus.TOO_MANY_REQUESTS, text)
        response.headers["Retry-After"] = "30"
        return response

    def _is_in_time(self, connection: Any) -> bool:
        """Whether those behind a proxy do not come too fast; others were asked before."""
        admission = self._driver.admission
        if not admission.is_proxy(connection.socket_address):
            return True
        return admission.arrive(connection.address, connection.loop.time())

    def _may_see_figures(self, connection: Any, request: Request) -> bool:
        given = request.headers.get_all("Authorization")
        if self._token and len(given) == 1 and given[0].startswith(_BEARER):
            sent = given[0].removeprefix(_BEARER).strip().encode("utf-8", "surrogateescape")
            return hmac.compare_digest(sent, self._token)
        return is_loopback(connection.socket_address) and is_meant_for_here(request.headers)

    def _health(self, connection: Any, request: Request) -> Response:
        """In the first line whether it is well; the rest is for those who may see the figures."""
        driver = self._driver
        is_well = driver.is_well
        lines = ["ok" if is_well else "the store cannot be reached"]
        if self._may_see_figures(connection, request):
            lines += driver.store_health().lines(driver.hub.figures())
        status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
        return self._respond(connection, status, "".join(f"{line}\n" for line in lines))

    @staticmethod
    def _respond(connection: Any, status: HTTPStatus, text: str, kind: str = _TEXT) -> Response:
        response: Response = connection.respond(status, text)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = kind
        response.headers["Cache-Control"] = "no-store"
        return response
