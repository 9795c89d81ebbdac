"""Pages by https, without a proxy."""

from __future__ import annotations

import asyncio
import json
import ssl
import urllib.request
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.kbtui.door.web.site import room, site
from tests.relay.server.test_server import certificates

pytestmark = pytest.mark.slow


async def test_pages_cookies_and_sockets_are_secure(tmp_path: Path) -> None:
    server, client = certificates(tmp_path)
    async with site(tls=server) as here, room(here, tmp_path) as host:
        assert here.url.startswith("https://127.0.0.1:")
        policy, kept = await asyncio.to_thread(_look, f"{here.url}/new/kingdom", client)
        assert f"connect-src 'self' {here.socket};" in policy
        assert kept.startswith("__Host-kb=")
        assert "; Secure" in kept
        async with connect(
            f"{here.socket}/live/{host.client.code}",
            origin=Origin(here.url),
            ssl=client,
            proxy=None,
        ) as socket:
            told = json.loads(await asyncio.wait_for(socket.recv(), 50))
    assert "1 free seat" in told["side"]


def _look(address: str, context: ssl.SSLContext) -> tuple[str, str]:
    with urllib.request.urlopen(address, timeout=50, context=context) as answer:
        assert answer.status == 200
        assert b'data-line="/taps/new/kingdom"' in answer.read()
        headers = answer.headers
        return headers["Content-Security-Policy"], headers["Set-Cookie"]
