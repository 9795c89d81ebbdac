"""The options of ``kb-relay`` and the values they are turned into."""

from __future__ import annotations

import argparse
import ssl
from dataclasses import fields, replace
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_network
from pathlib import Path
from typing import Final, NoReturn

from relay.days import striking
from relay.protocol.kinds import OLDEST, PROTOCOL
from relay.protocol.limits import Limits
from relay.protocol.relay_urls import is_place
from relay.server import logs
from relay.server.admission import Network
from relay.server.copying import add_arguments
from relay.server.server import Settings

_DISTRIBUTION: Final = "kingdom-builder-tui"
_DEFAULTS: Final = Settings()
_TOKEN: Final = 16  # characters that a token for the metrics has at least
_ABOUT: Final = """\
A relay for online games: players and spectators connect to it with their app, and it deals,
referees and remembers. Without options it serves this machine only."""
_END: Final = """\
examples:
  kb-relay                                  for this machine, games are kept
  kb-relay --host 0.0.0.0 --store :memory:  for the local network, for this evening
  kb-relay --host :: --cert c.pem --key k.pem --store /var/lib/kb/relay.sqlite
  kb-relay --store valkey://db.internal     one of several relays
  kb-relay copy relay.sqlite valkey://db    all games into another store
  kb-relay strike kingdom 2026-11-17        the tries of a day; a number behind it strikes one
  kb-relay --limit watchers=500 --limit rooms=5000

Stop it with Ctrl-C or SIGTERM: everybody is told when to come back, and games go on when it is
started again with the same store. http://HOST:PORT/healthz says whether it is well, and /metrics,
for this machine only, how it does.
docs/hosting.md has all the rest."""


class Refusal(Exception):
    """What was asked for cannot be had; one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of the whole usage."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    found = _Parser(
        prog="kb-relay",
        description=_ABOUT,
        epilog=_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = found.add_argument
    add("--host", default=_DEFAULTS.host, metavar="ADDRESS", help="listen here (127.0.0.1)")
    add("--port", default=_DEFAULTS.port, type=port, help="0: any that is free (8765)")
    _add_store(found)
    add("--cert", metavar="FILE", help="certificate chain for TLS, as PEM")
    add("--key", metavar="FILE", help="its private key, if that is another file")
    add(
        "--proxy",
        action="append",
        default=[],
        type=network,
        metavar="NETWORK",
        help="believe X-Forwarded-For from there, such as 127.0.0.1; may be repeated",
    )
    add(
        "--limit",
        action="append",
        default=[],
        type=_limit,
        metavar="NAME=VALUE",
        help="set a limit; may be repeated",
    )
    add("--limits", action="store_true", help="show all limits and their defaults, and exit")
    add(
        "--back",
        default=_DEFAULTS.back,
        type=_seconds,
        metavar="SECONDS",
        help="at a stop, tell clients to come back after so long (3)",
    )
    add("--door-key", metavar="FILE", help="doors with its first line say who their players are")
    add("--metrics-token", metavar="FILE", help="who sends its first line may read /metrics")
    add("--log-format", default="text", choices=logs.FORMATS, help="key=value or JSON (text)")
    add("--log-level", default="info", choices=logs.LEVELS, help="how much is logged (info)")
    add("--version", action="version", version=_version())
    return found


def _add_store(found: argparse.ArgumentParser) -> None:
    """Where games are, and how to be one of several relays."""
    add = found.add_argument
    add(
        "--store",
        metavar="FILE|URL",
        help="where games are kept; :memory: for nowhere, valkey://HOST for several relays",
    )
    add(
        "--accept-risk",
        action="store_true",
        help="use a Valkey whose settings can lose moves that players have seen",
    )
    add(
        "--replicas",
        default=0,
        type=_few,
        metavar="NUMBER",
        help="a move counts as stored when this many replicas of Valkey have it too (0)",
    )
    add(
        "--own-url",
        type=_own_url,
        metavar="URL",
        help="where clients reach this one of several relays; others send them there",
    )


def copy_parser() -> argparse.ArgumentParser:
    found = _Parser(
        prog="kb-relay copy",
        description="Copy all rooms of one store into another, and compare them. Stop all relays "
        "that use one of the two before.",
        allow_abbrev=False,
    )
    add_arguments(found)
    return found


def strike_parser() -> argparse.ArgumentParser:
    found = _Parser(
        prog="kb-relay strike",
        description="List the tries of a day, and strike the result of one: it leaves the table. "
        "Stop a relay that uses a file first; relays that share a Valkey need not stop.",
        allow_abbrev=False,
    )
    striking.add_arguments(found)
    _add_store(found)
    return found


def _version() -> str:
    try:
        number = version(_DISTRIBUTION)
    except PackageNotFoundError:  # run from a folder
        number = "(not installed)"
    return f"kb-relay {number}, protocol {OLDEST} to {PROTOCOL}"


# ---- values -------------------------------------------------------------------------------------


def port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to 65535")
    return int(text)


def _few(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of replicas: 0 to 9")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds up to a day")
    return seconds


def _own_url(text: str) -> str:
    if not is_place(text):
        example = "ws://HOST:PORT, wss://HOST or wss://HOST/PATH"
        raise argparse.ArgumentTypeError(f"{text!r} is not an address of a relay: {example}")
    return text


def network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address or a network") from None


def _limit(text: str) -> tuple[str, float]:
    """``name=value``; whole numbers stay whole."""
    name, sign, value = text.partition("=")
    known: dict[str, type[int] | type[float]] = {k: type(v) for k, v in vars(Limits()).items()}
    if not sign or name not in known:
        raise argparse.ArgumentTypeError(f"{text!r}: names are shown by --limits")
    try:
        number = known[name](value)
    except ValueError:
        kind = "a whole number" if known[name] is int else "a number"
        raise argparse.ArgumentTypeError(f"{text!r}: {name} is {kind}") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r}: {name} has to be above 0")
    return name, number


def limits_page() -> str:
    width = max(len(field.name) for field in fields(Limits))
    rows = (f"{f.name:<{width}}  {f.default:.7g}\n" for f in fields(Limits))
    return "".join(rows)


# ---- settings -----------------------------------------------------------------------------------


def settings_from(asked: argparse.Namespace) -> Settings:
    """Raises Refusal."""
    return Settings(
        host=asked.host,
        port=asked.port,
        limits=replace(Limits(), **dict(asked.limit)),
        tls=tls(asked.cert, asked.key),
        proxies=tuple(asked.proxy),
        back=asked.back,
        own_url=asked.own_url or "",
        door_key=token_in(asked.door_key),
        metrics_token=token_in(asked.metrics_token),
    )


def token_in(name: str | None) -> str:
    """The first line of a file; raises Refusal."""
    if name is None:
        return ""
    try:
        token = Path(name).read_text(encoding="ascii").partition("\n")[0].strip()
    except (OSError, ValueError):
        raise Refusal(f"{name}: no file with a token in plain ASCII") from None
    if len(token) < _TOKEN or not token.isprintable():
        raise Refusal(f"{name}: a token has at least {_TOKEN} characters")
    return token


def tls(cert: str | None, key: str | None) -> ssl.SSLContext | None:
    if cert is None:
        if key is not None:
            raise Refusal("--key needs --cert")
        return None
    for name in filter(None, (cert, key)):
        if not Path(name).is_file():
            raise Refusal(f"there is no file {name}")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(cert, key)
    except (ssl.SSLError, OSError) as error:
        raise Refusal(f"{cert}: no certificate with its key ({error})") from None
    return context
