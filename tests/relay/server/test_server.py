"""A relay in this process: its pages, its limits, its end."""

from __future__ import annotations

import asyncio
import re
import ssl
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from relay.client.visit import visit
from relay.days.deals import games
from relay.effects import Append, Sweep
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import encode
from relay.protocol.limits import Limits
from relay.room.reading import Reading
from relay.room.room import Room
from relay.server import driver as driver_module
from relay.server.admission import badge, is_loopback
from relay.server.server import Relay, Settings
from relay.server.writer import Batch
from relay.store.log_store import LogStore, MemoryStore
from relay.store.sqlite import SqliteStore
from tests.relay.driving import DEADLINE, FAST, Driver, sit_down, stop_all, terms
from tests.relay.raw import CONTINUED, HOSTS, PASSED_ON, PING, TEXT, Raw, frame, request
from tests.relay.rooms import NOW, long_game, records_of

TOKEN = bytes(range(32))


@asynccontextmanager
async def running(
    limits: Limits = FAST, store: LogStore | None = None, **settings: object
) -> AsyncIterator[Relay]:
    made = Settings(port=0, limits=limits, **settings)  # type: ignore[arg-type]
    async with Relay(made, store or MemoryStore()) as relay:
        yield relay


async def page(relay: Relay, path: str) -> str:
    """The whole answer to a plain request."""
    raw = await Raw.socket(relay.port)
    return (await raw.answer(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())).decode()


async def figure(relay: Relay, name: str) -> float:
    found = re.search(rf"^kb_relay_{re.escape(name)} (\S+)$", await page(relay, "/metrics"), re.M)
    return float(found[1]) if found is not None else 0.0


async def becomes(relay: Relay, name: str, value: float) -> None:
    """Wait for a figure of the metrics."""
    async with asyncio.timeout(DEADLINE):
        while await figure(relay, name) != value:
            await asyncio.sleep(0)


# ---- pages --------------------------------------------------------------------------------------


async def test_health_is_a_page() -> None:
    async with running() as relay:
        answer = await page(relay, "/healthz")
        assert answer.startswith("HTTP/1.1 200 ")
        assert re.search(r"\r\n\r\nok\nstore: memory\nlatency: \d+\.\d ms\n$", answer)
        assert "server:" not in answer.lower()


async def test_health_says_no_more_than_ok_to_whoever_may_not_see_the_figures() -> None:
    async with running(metrics_token="correct horse battery") as relay:
        for head, is_told in (
            ("Via: 1.1 proxy", False),
            ("Via: 1.1 proxy\r\nAuthorization: Bearer wrong", False),
            ("Via: 1.1 proxy\r\nAuthorization: Bearer correct horse battery", True),
        ):
            raw = await Raw.socket(relay.port)
            request = f"GET /healthz HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n"
            body = (await raw.answer(request.encode())).decode().partition("\r\n\r\n")[2]
            assert ("store: memory" in body) == is_told
            assert body.startswith("ok\n")
            assert is_told or body == "ok\n"


async def test_metrics_are_a_page_that_counts() -> None:
    async with running() as relay:
        drivers = await sit_down(relay.address, ["Ann", "Bob"], ["Eve"], stop_at=8)
        await drivers[2].reaches(8)
        answer = await page(relay, "/metrics")
        assert "content-type: text/plain; version=0.0.4" in answer.lower()
        assert await figure(relay, "connections") == 3
        assert await figure(relay, "rooms") == 1
        assert await figure(relay, "entries_total") >= 8
        assert await figure(relay, "messages_in_total") >= 8
        assert await figure(relay, "messages_out_total") >= 8
        assert await figure(relay, "store_seconds_count") > 0
        await stop_all(drivers)
        await becomes(relay, "connections", 0)


async def test_every_line_of_the_metrics_is_well_formed() -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        raw.send(m.Join("AAA-AAA", "Ann", TOKEN))
        await raw.until(m.Refused)
        raw.close()
        body = (await page(relay, "/metrics")).partition("\r\n\r\n")[2]
    sample = re.compile(r'kb_relay_\w+(\{\w+="[\w+.-]+"\})? [\d.e+-]+')
    head = re.compile(r"# (HELP|TYPE) kb_relay_\w+ .+")
    assert [x for x in body.splitlines() if not (sample.fullmatch(x) or head.fullmatch(x))] == []
    assert 'kb_relay_refused_total{code="no-room"} 1\n' in body


async def status(relay: Relay, path: str, *headers: str, host: str = "localhost") -> str:
    """The status of the answer to a plain request."""
    head = "".join(f"{header}\r\n" for header in headers)
    raw = await Raw.socket(relay.port)
    answer = await raw.answer(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{head}\r\n".encode())
    return answer.decode()[9:12]


@pytest.mark.parametrize("header", PASSED_ON)
async def test_metrics_are_not_for_whoever_a_proxy_passes_on(header: str) -> None:
    async with running() as relay:
        assert await status(relay, "/metrics") == "200"
        assert await status(relay, "/metrics", header) == "403"
        assert await status(relay, "/healthz", header) == "200"
    async with running(proxies=(ip_network("127.0.0.0/8"),)) as relay:
        assert await status(relay, "/metrics", header) == "403"


@pytest.mark.parametrize(("host", "wanted"), HOSTS)
async def test_metrics_are_not_for_a_page_whose_name_leads_here(host: str, wanted: str) -> None:
    async with running() as relay:
        assert await status(relay, "/metrics", host=host) == wanted


async def test_metrics_are_not_for_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relay.server.http.is_loopback", lambda address: address != "127.0.0.1")
    async with running() as relay:
        assert await status(relay, "/metrics") == "403"
        assert await status(relay, "/metrics", "Authorization: Bearer ") == "403"
        assert await status(relay, "/healthz") == "200"


async def test_a_token_opens_the_metrics_from_elsewhere() -> None:
    async with running(metrics_token="correct horse battery") as relay:
        for header, wanted in (
            ("Authorization: Bearer correct horse battery", "200"),
            ("Authorization: Bearer correct horse batterz", "403"),
            ("Authorization: Bearer ", "403"),
            ("Authorization: correct horse battery", "403"),
        ):
            assert await status(relay, "/metrics", "Via: 1.1 proxy", header) == wanted
        assert await status(relay, "/metrics") == "200"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"426"),
        (b"POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", b"405"),
        (request(Origin="https://example.org"), b"403"),
        (b"\x16\x03\x01 nonsense\r\n\r\n", b""),
    ],
)
async def test_what_is_no_websocket_is_told_so(text: bytes, status: bytes) -> None:
    async with running() as relay:
        answer = await (await Raw.socket(relay.port)).answer(text)
        assert answer[9:12] == status if status else b" 101 " not in answer


# ---- whole games --------------------------------------------------------------------------------


async def test_two_players_and_a_watcher_finish_a_game() -> None:
    async with running() as relay:
        drivers = await sit_down(relay.address, ["Ann", "Bob"], ["Eve"])
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)


async def test_a_second_connection_takes_the_seat() -> None:
    async with running() as relay:
        ann, bob = await sit_down(relay.address, ["Ann", "Bob"], stop_at=10)
        await ann.reaches(10)
        again = Driver(relay.address, "Ann")
        again.stop_at = 10
        again.client.ticket = ann.client.ticket
        again.client.resume(ann.client.code)
        again.start()
        await ann.until(lambda: ann.close_code, "to be replaced")
        assert (ann.close_code, ann.is_final) == (4001, True)
        for driver in (again, bob):
            await driver.go_on()
        for driver in (again, bob):
            await driver.ends()
        await stop_all([ann, again, bob])


async def test_everything_works_over_tls(tmp_path: Path) -> None:
    server, client = certificates(tmp_path)
    async with running(tls=server) as relay:
        assert relay.address.startswith("wss://")
        drivers = await sit_down(relay.address, ["Ann", "Bob"], tls=client)
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)


def certificates(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A certificate for this machine and this minute: for the relay, and for who trusts it."""
    cert, key = write_certificate(folder)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(cert, key)
    return server, ssl.create_default_context(cafile=str(cert))


def write_certificate(folder: Path) -> tuple[Path, Path]:
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "relay")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    cert, key = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        secret.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return cert, key


# ---- limits -------------------------------------------------------------------------------------


async def test_who_says_nothing_is_closed() -> None:
    async with running(replace(FAST, hello=0.1)) as relay:
        raw = await Raw.open(relay.port, role="")
        assert await raw.end() == 1008
        assert raw.said == [m.Bye("no-hello", "the hello did not come", 0)]


async def test_who_sends_no_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relay.server.server._OPEN", 0.1)
    async with running() as relay:
        assert await (await Raw.socket(relay.port)).answer(b"") == b""


async def test_an_address_has_so_many_connections() -> None:
    async with running(replace(FAST, connections=3)) as relay:
        lines = [await Raw.open(relay.port) for _ in range(3)]
        late = await Raw.socket(relay.port)
        assert (await late.answer(request())).startswith(b"HTTP/1.1 429 ")
        assert await figure(relay, 'turned_away_total{reason="connections"}') == 1
        lines[0].close()
        await becomes(relay, "connections", 2)
        (await Raw.open(relay.port)).close()
        for line in lines:
            line.close()


async def test_silent_sockets_are_counted_too() -> None:
    async with running(replace(FAST, connections=2)) as relay:
        sockets = [await Raw.socket(relay.port) for _ in range(6)]
        async with asyncio.timeout(DEADLINE):
            ends = [asyncio.create_task(raw.reader.read()) for raw in sockets]
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        assert done  # of six sockets, two for each connection are kept
        assert sum(end.done() for end in ends) <= 2
        for raw in sockets:
            raw.close()


async def test_a_proxy_speaks_for_others() -> None:
    limits = replace(FAST, connections=1)
    async with running(limits, proxies=(ip_network("127.0.0.1"),)) as relay:
        lines: list[Raw] = []
        for address, status in (
            ("192.0.2.1", b"101"),
            ("192.0.2.2", b"101"),
            ("192.0.2.1", b"429"),
        ):
            lines.append(await Raw.socket(relay.port))
            lines[-1].writer.write(request(X_Forwarded_For=f"198.51.100.7, {address}"))
            async with asyncio.timeout(DEADLINE):
                assert (await lines[-1].reader.readuntil(b"\r\n"))[9:12] == status
        for raw in lines:
            raw.close()


async def test_nobody_else_is_believed_about_addresses() -> None:
    async with running(replace(FAST, connections=1)) as relay:
        first = await Raw.open(relay.port)
        raw = await Raw.socket(relay.port)
        assert (await raw.answer(request(X_Forwarded_For="192.0.2.1")))[9:12] == b"429"
        first.close()


async def test_the_badge_of_a_door_says_where_somebody_is_and_cannot_be_made_up() -> None:
    key = "a key of the door"
    own = badge(key, "192.0.2.1")

    async def origin(relay: Relay, given: str) -> str:
        async with visit(relay.address, badge=given):
            assert relay._driver is not None
            found = [*relay._driver.hub._shared.connections.values()][-1]
            assert found.address.name == "127.0.0.1"  # what is counted for the door
            return found.origin

    async with running(door_key=key) as relay:
        assert await origin(relay, own) == "192.0.2.1"
        forged = (own.replace(".1 ", ".2 "), badge("another key", "192.0.2.1"), "192.0.2.1", "")
        assert {await origin(relay, each) for each in forged} == {"127.0.0.1"}
    async with running() as relay:  # no key: no badge counts
        assert await origin(relay, badge("", "192.0.2.1")) == "127.0.0.1"


async def test_a_flood_is_refused_and_then_ended() -> None:
    async with running(replace(Limits(), faults=10)) as relay:
        raw = await Raw.open(relay.port)
        raw.send(*(m.Ping(n) for n in range(100)))
        assert await raw.end() == 1008
        codes = [said.code for said in raw.said if isinstance(said, m.Refused | m.Bye)]
        assert codes == ["too-fast"] * 11


@pytest.mark.parametrize(
    "flood",
    [frame(b"", PING) * 1000, frame(b"x", 0x02) + frame(b"", CONTINUED) * 1000],
    ids=["pings", "splinters"],
)
async def test_a_flood_that_is_no_message_is_ended_too(flood: bytes) -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        raw.writer.write(flood)
        assert await raw.end() in (1008, 1006)
        assert await figure(relay, 'bye_total{code="too-fast"}') == 1


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"hello", TEXT), 1003),
        (frame(b"\x93\xa4move\x01"), 1008),
        (frame(bytes(20_000)), 1009),
        (frame(bytes(10_000), 0x02) + frame(bytes(10_000), 0x80), 1009),
        (b"\x82\x01x", 1002),  # no mask
        (b"\xf2\x80" + bytes(4), 1002),  # bits that are reserved
        (frame(b"", CONTINUED), 1002),
    ],
    ids=["text", "cut", "large", "large parts", "unmasked", "reserved", "no beginning"],
)
async def test_what_breaks_the_protocol_ends_the_line(sent: bytes, code: int) -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        raw.writer.write(sent)
        assert await raw.end() == code


async def test_a_message_may_come_in_parts() -> None:
    async with running() as relay:
        raw = await Raw.open(relay.port)
        whole = encode(m.Ping(7))
        raw.writer.write(frame(whole[:3], 0x02) + frame(b"!", PING) + frame(whole[3:], 0x80))
        assert await raw.until(m.Pong) == m.Pong(7)
        raw.close()


async def test_who_does_not_read_is_dropped() -> None:
    async with running() as relay:
        drivers = await sit_down(relay.address, ["Ann", "Bob"])
        for driver in drivers:
            await driver.ends()
        stuck = await Raw.open(relay.port, k.WATCHER, buffer=4096)
        stuck.send(m.Watch(drivers[0].client.code, "Stuck", 0, b""))
        stuck.send(*(m.More(0) for _ in range(200)))
        await becomes(relay, "dropped_readers_total", 1)
        await becomes(relay, "connections", 2)
        assert [driver.lines for driver in drivers] == [1, 1]
        stuck.close()
        await stop_all(drivers)


async def test_who_reads_nothing_of_little_is_dropped_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver_module, "_BEAT", 0.05)
    async with running(replace(FAST, stall=0.2, outbox=10**8)) as relay:
        drivers = await sit_down(relay.address, ["Ann", "Bob"])
        for driver in drivers:
            await driver.ends()
        stuck = await Raw.open(relay.port, k.WATCHER, buffer=4096)
        stuck.send(m.Watch(drivers[0].client.code, "Stuck", 0, b""))
        stuck.send(*(m.More(0) for _ in range(100)))
        await becomes(relay, "dropped_readers_total", 1)
        stuck.close()
        await stop_all(drivers)


async def test_who_gives_no_sign_of_life_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "_BEAT", 0.01)
    async with running() as relay:
        quiet = await Raw.open(relay.port)
        ann = Driver(relay.address, "Ann")
        ann.client.create("kingdom", terms())
        await ann.start().enters()
        await becomes(relay, "silent_total", 1)
        assert await quiet.end() == 1006
        assert ann.lines == 1  # the library answers pings on its own
        await ann.stop()


# ---- the store ----------------------------------------------------------------------------------


class Failing(MemoryStore):
    """A disk that is full for a while."""

    is_full = False

    def append(self, appends: Sequence[Append]) -> list[bool]:
        if self.is_full:
            raise OSError(28, "No space left on device")
        return super().append(appends)


@pytest.mark.slow
async def test_a_store_that_fails_is_said_and_survived() -> None:
    store = Failing()
    async with running(store=store) as relay:
        drivers = await sit_down(relay.address, ["Ann", "Bob"], stop_at=20)
        for driver in drivers:
            await driver.reaches(20)
        store.is_full = True
        await drivers[0].request(m.Say("anybody here?"))
        await drivers[0].until(lambda: drivers[0].refusals, "a refusal")
        assert drivers[0].refusals == ["unavailable"]
        answer = await page(relay, "/healthz")
        assert answer.startswith("HTTP/1.1 503 ")
        assert "\r\n\r\nthe store cannot be reached\nstore: memory\n" in answer
        assert await figure(relay, "store_up") == 0
        assert relay._driver is not None
        relay._driver._answered(Batch([(Sweep(0.0), False)], 0.0, ""))  # no entry was stored
        assert await figure(relay, "store_up") == 0
        store.is_full = False
        for driver in drivers:
            await driver.go_on()
        for driver in drivers:
            await driver.ends()
        assert (await page(relay, "/healthz")).startswith("HTTP/1.1 200 ")
        assert await figure(relay, "store_up") == 1
        await stop_all(drivers)


class Watched(SqliteStore):
    """Says which threads have read from it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.readers: dict[str, str] = {}

    def load(self, room: str, after: int = 0) -> list[bytes]:
        self.readers[room] = threading.current_thread().name
        return super().load(room, after)


@pytest.mark.slow
async def test_a_long_room_is_read_while_the_loop_goes_round(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Everybody is served by the loop: whatever stops it stops all games."""
    loop, rounds, read_in, go_on = asyncio.get_running_loop(), 0, list[int](), Reading.go_on

    def go_round() -> None:
        nonlocal rounds
        rounds += 1
        loop.call_soon(go_round)

    def watched(reading: Reading, now: float) -> Room | None:
        read_in.append(rounds)
        return go_on(reading, now)

    room, store = long_game(), Watched(tmp_path / "relay.db")
    store.append([Append(room.code, 0, records_of(room), NOW * 2)])
    monkeypatch.setattr(Reading, "go_on", watched)
    async with running(store=store) as relay:
        eve = Driver(relay.address, "Eve", is_watcher=True)
        eve.client.watch(room.code)
        loop.call_soon(go_round)
        await eve.start().reaches(len(room.digests))
        await eve.stop()
    assert store.readers[room.code] != threading.current_thread().name
    assert len(read_in) > 10
    assert len({*read_in}) == len(read_in)  # a round for each of them


async def test_all_rooms_that_have_expired_are_forgotten_at_the_start(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "relay.db")
    store.append([Append(f"OLD{n}", 0, (b"x",), 10.0) for n in range(50)])
    store.append([Append("NEW", 0, (b"x",), 4e9)])
    async with running(store=store) as relay:
        # Three portions, and none is left; and the cards of the day of each game, read and drawn.
        await becomes(relay, "store_questions_total", 4 + 2 * len(games()))
    again = SqliteStore(tmp_path / "relay.db")
    rooms = [kept.room for kept in again.rooms()]
    assert [room for room in rooms if not room.startswith("(day")] == ["NEW"]
    again.close()


async def test_a_stop_closes_everything_and_the_port_is_free() -> None:
    async with running() as relay:
        drivers = await sit_down(relay.address, ["Ann", "Bob"], stop_at=5)
        silent = await Raw.socket(relay.port)
        port = relay.port
        await relay.stop()
        for driver in drivers:
            await driver.is_told_to_go()
            assert driver.close_code == 1012
        silent.close()
        await stop_all(drivers)
        async with Relay(Settings(port=port), MemoryStore()):
            pass


@pytest.mark.parametrize(
    ("host", "is_so"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("::ffff:10.0.0.1", False),
    ],
)
def test_loopback_is_known(host: str, is_so: bool) -> None:
    assert is_loopback(host) == is_so


async def test_connections_that_come_too_fast_are_closed() -> None:
    limits = replace(FAST, arrivals=3, arrival_rate=0.01)
    async with Relay(Settings(port=0, limits=limits), MemoryStore()) as relay:
        raws = [await Raw.socket(relay.port) for _ in range(6)]
        answers = [await raw.answer(b"GET /healthz HTTP/1.1\r\n\r\n") for raw in raws]
        assert [b"ok" in answer for answer in answers] == [True] * 3 + [False] * 3
