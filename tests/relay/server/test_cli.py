"""The command ``kb-relay``: what it understands, what it refuses, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from kbtui.door.options import parser as door_parser
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.server import cli, store_file
from relay.server.arguments import Refusal, limits_page, parser, settings_from
from relay.server.cli import main
from relay.server.figures import Figures
from relay.server.server import Settings
from relay.store.valkey.address import is_url, read_address
from tests.relay.driving import sit_down, stop_all
from tests.relay.processes import START, RelayProcess, command, environment
from tests.relay.raw import Raw
from tests.relay.server.test_server import certificates, write_certificate
from tests.transcripts import ROOT


def test_without_options_it_serves_this_machine() -> None:
    assert settings_from(parser().parse_args([])) == Settings()


def test_a_token_for_the_metrics_is_the_first_line_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("0123456789abcdef\nand more\n")
    asked = parser().parse_args(["--metrics-token", str(path)])
    assert settings_from(asked).metrics_token == "0123456789abcdef"


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 32, b"0123456789\x00abcdef"])
def test_a_bad_token_for_the_metrics_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "token"
    path.write_bytes(content)
    for name in (path, tmp_path / "nowhere"):
        with pytest.raises(Refusal, match="token"):
            settings_from(parser().parse_args(["--metrics-token", str(name)]))


def test_every_limit_can_be_set() -> None:
    words = [w for f in fields(Limits) for w in ("--limit", f"{f.name}=7")]
    limits = settings_from(parser().parse_args(words)).limits
    assert {getattr(limits, field.name) for field in fields(Limits)} == {7}


def test_the_limits_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--limits"]) == 0
    shown = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert {k: float(v) for k, v in shown.items()} == pytest.approx(vars(Limits()), rel=1e-6)
    assert limits_page().startswith("frame ")


@pytest.mark.parametrize(
    "words",
    [
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--limit", "frame"],
        ["--limit", "nothing=1"],
        ["--limit", "frame=1.5"],
        ["--limit", "frame=0"],
        ["--limit", "rate=nan"],
        ["--limit", "rate=inf"],
        ["--proxy", "somewhere"],
        ["--back", "-1"],
        ["--back", "soon"],
        ["--log-format", "xml"],
        ["--key", "key.pem"],
        ["--cert", "/nowhere/cert.pem"],
        ["--store", "/dev/null/relay.sqlite"],
        ["--nonsense"],
        ["nonsense"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"kb-relay: .+\n", said), said


def test_a_file_that_is_no_store_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Penelope, " * 100)
    assert cli.main(["--store", str(path)]) == 2
    assert re.fullmatch(r"kb-relay: .*letter\.txt: .+\n", capsys.readouterr().err)
    assert path.read_text().startswith("Dear Penelope")


def test_a_certificate_that_is_none_is_refused(tmp_path: Path) -> None:
    cert, key = write_certificate(tmp_path)
    key.write_text("nothing")
    with pytest.raises(Refusal, match=r"cert\.pem: no certificate with its key"):
        settings_from(parser().parse_args(["--cert", str(cert), "--key", str(key)]))


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_is_short_and_fits(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([word]) == 0
    out = capsys.readouterr().out
    assert out.startswith(("usage: kb-relay", "kb-relay "))
    assert max(map(len, out.splitlines())) <= 100


def test_the_store_lies_where_the_platform_keeps_such_things() -> None:
    home = {"HOME": "/home/ann"}
    file = "kbtui/relay.sqlite"
    find = store_file.store_file
    assert find(home, "linux") == Path("/home/ann/.local/share") / file
    assert find(home | {"XDG_DATA_HOME": "/data"}, "linux") == Path("/data") / file
    assert find(home | {"XDG_DATA_HOME": "data"}, "linux") == Path("/home/ann/.local/share") / file
    assert find(home, "darwin") == Path("/home/ann/Library/Application Support") / file
    assert find(home | {"APPDATA": "/roaming"}, "win32") == Path("/roaming") / file
    assert find(home | {"KB_HOME": "/kb"}, "linux") == Path("/kb/relay.sqlite")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A relay that cannot be."""
    return subprocess.run(
        command("--store", ":memory:", *arguments),
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=START,
        check=False,
    )


@pytest.mark.slow
def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run(tmp_path, "--port", port)
    said = f"kb-relay: something else listens on 127.0.0.1 port {port} already\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.slow
def test_an_address_that_is_not_ours_is_one_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, "--host", "192.0.2.1")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kb-relay: cannot listen on 192\.0\.2\.1 port 8765: .+\n", done.stderr)


@pytest.mark.slow
def test_its_files_are_for_nobody_else(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in tmp_path.glob("relay.sqlite*")}
        assert relay.store.name in modes
        assert set(modes.values()) == {0o600}


@pytest.mark.slow
def test_it_warns_of_plain_lines_beyond_this_machine(tmp_path: Path) -> None:
    with RelayProcess(tmp_path, "--host", "0.0.0.0") as relay:
        assert relay.stop() == 0
    assert "level=warning event=plain address=ws://0.0.0.0:" in relay.log.read_text()
    quiet = tmp_path / "quiet"
    quiet.mkdir()
    with RelayProcess(quiet) as relay:
        assert relay.stop() == 0
    assert "event=plain" not in relay.log.read_text()


@pytest.mark.slow
async def test_tls_by_files(tmp_path: Path) -> None:
    _, client = certificates(tmp_path)
    words = ("--cert", tmp_path / "cert.pem", "--key", tmp_path / "key.pem", "--host", "127.0.0.1")
    with RelayProcess(tmp_path, *words) as relay:
        assert relay.url.startswith("wss://")
        drivers = await sit_down(relay.url, ["Ann", "Bob"], tls=client)
        for driver in drivers:
            await driver.ends()
        await stop_all(drivers)
    assert "event=plain" not in relay.log.read_text()


@pytest.mark.slow
def test_control_c_is_a_stop_too(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        relay.process.send_signal(signal.SIGINT)
        assert relay.process.wait(START) == 0
    assert "event=stopped" in relay.log.read_text()
    assert "Traceback" not in relay.log.read_text()


@pytest.mark.slow
async def test_a_second_signal_ends_at_once(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        stubborn = await Raw.open(relay.port)  # never says good-bye
        relay.process.send_signal(signal.SIGTERM)
        assert isinstance(await stubborn.until(m.Bye), m.Bye)
        relay.process.send_signal(signal.SIGTERM)
        assert relay.process.wait(START) == 1
        stubborn.close()


@pytest.mark.parametrize(
    ("store", "text"),
    [
        (":memory:", "kb-relay: --replicas is for a store in Valkey\n"),
        ("valkey://a,b", "kb-relay: several hosts need valkey+sentinel:// or valkey+cluster://\n"),
        ("valkey://127.0.0.1:1", "kb-relay: 127.0.0.1:1: Error"),
    ],
)
def test_a_store_that_cannot_be_used_is_refused_with_a_sentence(
    store: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", "0", "--store", store, "--replicas", "1"]) == 2
    assert capsys.readouterr().err.startswith(text)


def test_the_page_for_hosts_tells_every_option_and_figure() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    options = {word for action in parser()._actions for word in action.option_strings}
    table = "".join(line for line in page.splitlines() if line.startswith("| `--"))
    assert [word for word in sorted(options - {"-h"}) if f"`{word}" not in table] == []
    counted = {"connections": 0, "rooms": 0, "relays": 1, "leases": 0}
    figures = re.findall(r"# TYPE (\w+) (\w+)", Figures().page(counted))
    told = dict.fromkeys(re.findall(r"`(kb_relay_\w+)`", page))
    assert set(told) == {name for name, _ in figures}
    for name, kind in figures:
        assert re.search(rf"`{name}`.*\| {kind}", page), name


def test_alarms_and_the_compose_file_name_what_there_is() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    counted = {"connections": 0, "rooms": 0, "relays": 1, "leases": 0}
    figures = {name for name, _ in re.findall(r"# TYPE (\w+) (\w+)", Figures().page(counted))}
    alarms = page[page.index("groups:\n") :].partition("```")[0]
    assert alarms.count("alert:") == len(re.findall(r"kb_relay_\w+|up\{", alarms)) > 5
    assert set(re.findall(r"kb_relay_\w+", alarms)) <= figures
    compose = page[page.index("services:\n") :].partition("```")[0]
    for number, relay in enumerate(re.findall(r"command: (\[\"--store.*\])", compose), 1):
        asked = parser().parse_args(json.loads(relay))
        assert read_address(asked.store.replace("/run/secrets/valkey", os.devnull)).user == "kb"
        assert asked.own_url == f"wss://relay.example.org/relay-{number}"
        assert f"reverse_proxy /relay-{number} relay-{number}:8765\n" in page
    assert f"relay-{number}:" in compose
    door = door_parser().parse_args(re.findall(r"^ +- (--\S+)$", compose, re.M))
    assert (door.name, door.shown_port, is_url(door.accounts)) == ("play.example.org", 22, True)
