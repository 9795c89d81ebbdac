"""The ``kb-relay`` command: reads its options, opens the store and runs a relay until stopped."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from relay.days import striking
from relay.server import copying, logs
from relay.server.arguments import (
    Refusal,
    copy_parser,
    limits_page,
    parser,
    settings_from,
    strike_parser,
)
from relay.server.server import Relay, Settings
from relay.server.store_file import open_store, store_file
from relay.store.log_store import LogStore, MemoryStore, SharedStore
from relay.store.valkey.address import is_url
from relay.store.valkey.opening import open_valkey

USAGE: Final = 2
_MEMORY: Final = ":memory:"
_FILES: Final = 512  # that a relay needs besides its connections
_GARBAGE: Final = 20_000  # new objects before a search for circles; games are made of small ones
_SIGNALS: Final = ("SIGINT", "SIGTERM")


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 after a stop that was asked for, 2 for what cannot be done."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if copying.is_asked(given):
            return copying.run(copy_parser().parse_args(given[1:]), _store)
        if given[:1] == ["strike"]:
            asked = strike_parser().parse_intermixed_args(given[1:])
            return striking.run(
                asked, lambda: _store(asked.store, asked.accept_risk, asked.replicas)
            )
        asked = parser().parse_args(given)
        if asked.limits:
            print(limits_page(), end="")
            return 0
        return _run(asked)
    except SystemExit as stop:  # --help, --version, and what the parser refuses
        return int(stop.code or 0)
    except (Refusal, copying.NotCopied, striking.NotStruck, OSError) as problem:
        print(f"kb-relay: {_sentence(problem)}", file=sys.stderr)
        return USAGE


def _sentence(problem: Exception) -> str:
    if isinstance(problem, OSError) and problem.strerror:
        name = f"{problem.filename}: " if problem.filename else ""
        return f"{name}{problem.strerror}"
    return str(problem)


def _run(asked: argparse.Namespace) -> int:
    settings = settings_from(asked)
    logs.set_up(asked.log_format, asked.log_level, sys.stderr)
    store = _store(asked.store, asked.accept_risk, asked.replicas)
    gc.freeze()  # what is there now stays for good ...
    gc.set_threshold(_GARBAGE, 20, 100)  # ... and what comes is in hardly any circles
    _allow_files(settings.limits.all_connections + _FILES)
    with asyncio.Runner(loop_factory=_loop_factory(isinstance(store, SharedStore))) as runner:
        runner.run(_serve(settings, store))
    return 0


def _store(name: str | None, is_risk_accepted: bool, replicas: int = 0) -> LogStore:
    if name is not None and is_url(name):
        return open_valkey(name, is_risk_accepted, replicas)
    if replicas:
        raise Refusal("--replicas is for a store in Valkey")
    if name == _MEMORY:
        return MemoryStore()
    return open_store(store_file() if name is None else Path(name))


def _allow_files(wanted: int) -> None:
    """Every connection is an open file; many systems allow 1024 until they are asked."""
    if find_spec("resource") is None:
        return  # a platform without such limits
    resource: Any = import_module("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _loop_factory(is_shared: bool) -> Any:
    """The usual loop on Windows hears nothing of connections that it has not made, such as those to
    a store that relays share."""
    return asyncio.SelectorEventLoop if is_shared else None


async def _serve(settings: Settings, store: LogStore) -> None:
    relay = Relay(settings, store)
    try:
        await relay.start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"something else listens on {settings.host} port {settings.port} already"
            raise Refusal(text) from None
        raise Refusal(f"cannot listen on {settings.host} port {settings.port}: {error}") from None
    stop = asyncio.Event()
    _on_signals(stop)
    with suppress(OSError):  # nobody may be reading
        print(f"kb-relay listens on {relay.address}", flush=True)
    await stop.wait()
    await relay.stop()


def _on_signals(stop: asyncio.Event) -> None:
    """The first signal stops in order; the second, at once."""
    loop = asyncio.get_running_loop()

    def heed(*_: object) -> None:
        if stop.is_set():
            os._exit(1)
        loop.call_soon_threadsafe(stop.set)

    for name in _SIGNALS:
        number = getattr(signal, name)
        try:
            loop.add_signal_handler(number, heed)
        except NotImplementedError:  # Windows
            signal.signal(number, heed)
