"""`tapete serve` as people start it: what it says, whom it lets in, how it ends."""

import asyncio
import json
import os
import pty
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import apsw
import httpx
import pytest
import uvicorn
from uvicorn.lifespan.off import LifespanOff

from tapete.cli.__main__ import main, make_parser
from tapete.cli.serve import BROWSER_THREAD, settings_of, tell, tell_move
from tapete.server import process
from tapete.server.addresses import Addresses, lan_addresses
from tapete.server.database import DATABASE
from tapete.wire.messages import Bye
from tests.server.serving import ROOT, Serving
from tests.server.wire_client import WireClient

PEM = Path(__file__).parent / "data" / "localhost.pem"
"""A certificate for 127.0.0.1 with its key, made for this test and of use for nothing else."""
PATIENCE = 20.0
IN_ORDER = 10.0
"""Seconds within which a server must end."""
TERMS = {"game": "match-em", "seats": 3}
CARRIERS = ("picows", "asgi")
Refusal = Callable[..., str]


def environment(**more: str) -> dict[str, str]:
    """Return an environment without anything that a server listens to, and what is given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TAPETE_")}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        kept.pop(name, None)
    return {**kept, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "tapete", "serve", *arguments]


@pytest.fixture
def refusal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refusal:
    """Give what starts a server in this process and returns the one line that refuses it."""

    def refused(*arguments: str, **env: str) -> str:
        with monkeypatch.context() as patch:
            for name, value in env.items():
                patch.setenv(name, value)
            assert main(["serve", "--no-browser", *arguments]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        (line,) = told.err.splitlines()
        return line

    return refused


def port_of(folder: Path) -> list[str]:
    return ["--port", "0", "--data", str(folder)]


def open_table(url: str) -> dict[str, str]:
    wish = {"terms": TERMS, "name": "Zoe", "computers": True}
    answer = httpx.post(f"{url}/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


# Whom it lets in


def test_alone_it_is_reached_from_this_computer_only(tmp_path: Path) -> None:
    with Serving(tmp_path) as one:
        assert httpx.get(f"{one.url}/health/ready").json() == {"ok": True}
        for address in [*lan_addresses(), "127.0.0.2"]:
            with socket.socket() as caller, pytest.raises(ConnectionRefusedError):
                caller.connect((address, one.port))


def test_in_the_network_it_is_reached_by_the_link_that_it_shows(tmp_path: Path) -> None:
    with Serving(tmp_path, "--lan") as one:
        said = one.said.read_text()
        found = lan_addresses()
        assert [f"http://{address}:{one.port}" for address in found] == re.findall(
            r"http://(?!127)\S+", said
        )
        for url in [one.url, *(f"http://{address}:{one.port}" for address in found)]:
            code = open_table(url)["code"]
            told = httpx.get(f"{url}/api/tables/{code}/invite").json()
            assert "127.0.0.1" not in told["url"]


def test_terminal_shows_the_link_as_a_code_to_scan(tmp_path: Path) -> None:
    screen, side = pty.openpty()
    process = subprocess.Popen(
        command("--lan", "--no-browser", "--lang", "es", *port_of(tmp_path)),
        env=environment(),
        stdout=side,
        stderr=subprocess.PIPE,
    )
    os.close(side)
    shown = b""
    try:
        while b"Ctrl-C" not in shown:
            shown += os.read(screen, 65_536)
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=IN_ORDER)
        os.close(screen)
    assert (process.returncode, errors) == (0, b"")
    assert "█▀".encode() in shown
    assert "Para los demás: http://" in shown.decode()


def test_own_certificate_makes_it_https(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("--no-browser", "--certfile", str(PEM), *port_of(tmp_path)),
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        url = re.findall(r"https://127\.0\.0\.1:\d+", process.stdout.readline())[0]
        trusting = ssl.create_default_context(cafile=str(PEM))
        answer = httpx.get(f"{url}/api/me", verify=trusting)
        assert answer.headers["set-cookie"].startswith("__Host-tapete=")
        assert "Secure" in answer.headers["set-cookie"]
    finally:
        process.terminate()
        process.communicate(timeout=IN_ORDER)
    assert process.returncode == 0


# What it refuses


def test_taken_port_is_said_with_a_way_out(tmp_path: Path, refusal: Refusal) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        english = refusal("--port", port, "--data", str(tmp_path), "--lang", "en")
        spanish = refusal("--port", port, "--data", str(tmp_path), "--lang", "es")
    assert english.startswith(f"tapete: port {port} is taken, perhaps by another tapete")
    assert spanish.startswith(f"tapete: el puerto {port} está ocupado")
    assert "--port 0" in english
    assert "--port 0" in spanish


def test_folder_in_use_is_said(tmp_path: Path, refusal: Refusal) -> None:
    with Serving(tmp_path) as one:
        data = str(one.folder / "data")
        assert "in use by another tapete" in refusal("--port", "0", "--data", data)
        line = refusal("--port", "0", "--data", data, LC_ALL="es_ES.UTF-8")
        assert "otro tapete está usando" in line


def test_folder_that_cannot_be_written_is_said(tmp_path: Path, refusal: Refusal) -> None:
    (tmp_path / "file").touch()
    line = refusal(*port_of(tmp_path / "file" / "data"), "--lang", "en")
    assert line.startswith(f"tapete: cannot write in {tmp_path}")


def test_newer_data_is_said_and_left_alone(tmp_path: Path, refusal: Refusal) -> None:
    with Serving(tmp_path) as one:
        file = one.folder / "data" / DATABASE
    db = apsw.Connection(str(file))
    db.pragma("user_version", 999)
    db.close()
    before = file.read_bytes()
    line = refusal("--port", "0", "--data", str(file.parent), "--lang", "en")
    assert "version 999" in line
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--certfile", "nowhere.pem"], "no certificate with its key in nowhere.pem"),
        (["--certfile", str(Path(__file__))], "no certificate with its key in"),
        (["--certfile", str(PEM), "--keyfile", str(Path(__file__))], "no certificate with its key"),
        (["--keyfile", str(PEM)], "--certfile is missing"),
        (["--public-url", "cards.example"], "https://cards.example"),
        (["--public-url", "https://cards.example/cards"], "https://cards.example"),
        (["--trusted-proxy", "10.0.0.1/8"], "10.0.0.0/8"),
    ],
)
def test_wrong_settings_are_said(
    tmp_path: Path, refusal: Refusal, arguments: list[str], words: str
) -> None:
    english = refusal(*port_of(tmp_path), *arguments, "--lang", "en")
    assert words in english
    assert refusal(*port_of(tmp_path), *arguments, "--lang", "es") != english


# The environment


def test_environment_says_what_the_options_leave_open(tmp_path: Path, refusal: Refusal) -> None:
    (tmp_path / "file").touch()
    folder = str(tmp_path / "file")
    assert folder in refusal(TAPETE_DATA=folder, TAPETE_PORT="0", TAPETE_LANG="en")
    assert "no se puede" in refusal(TAPETE_DATA=folder, TAPETE_PORT="0", TAPETE_LANG="es")
    assert "cannot" in refusal("--lang", "en", TAPETE_DATA=folder, TAPETE_LANG="es")
    assert "foo" in refusal(TAPETE_PUBLIC_URL="foo", TAPETE_PORT="0")
    assert "x/9" in refusal(TAPETE_TRUSTED_PROXY="10.0.0.1, x/9", TAPETE_PORT="0")
    assert "nowhere" in refusal(TAPETE_CERTFILE="nowhere", TAPETE_DATA=str(tmp_path / "data"))


@pytest.mark.parametrize(
    "env", [{"TAPETE_PORT": "many"}, {"TAPETE_WS": "pigeon"}, {"TAPETE_LANG": "de"}]
)
def test_wrong_environment_is_refused_as_a_wrong_option(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ((name, value),) = env.items()
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as end:
        main(["serve"])
    assert end.value.code == 2
    assert value in capsys.readouterr().err


# The browser


@pytest.mark.parametrize(
    ("arguments", "env", "has_client", "is_opened"),
    [
        ([], {"DISPLAY": ":9"}, True, True),
        ([], {"WAYLAND_DISPLAY": "w"}, True, True),
        ([], {}, True, False),
        ([], {"DISPLAY": ":9"}, False, False),
        (["--no-browser"], {"DISPLAY": ":9"}, True, False),
        ([], {"DISPLAY": ":9", "TAPETE_NO_BROWSER": "1"}, True, False),
        (["--browser"], {"DISPLAY": ":9", "TAPETE_NO_BROWSER": "1"}, True, True),
    ],
)
def test_page_is_opened_where_somebody_sits_before_a_desktop(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    env: dict[str, str],
    has_client: bool,
    is_opened: bool,
) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    settings = settings_of(make_parser().parse_args(["serve", "--lang", "en", *arguments]))
    tell(settings, Addresses("http://127.0.0.1:7", ""), has_client)
    if is_opened:
        assert opened.get(timeout=PATIENCE) == "http://127.0.0.1:7"
    for thread in threading.enumerate():
        if thread.name == BROWSER_THREAD:
            thread.join(PATIENCE)
    assert opened.empty()
    assert ("not built" in capsys.readouterr().out) != has_client


@pytest.mark.parametrize(("lang", "word"), [("en", "other addresses now"), ("es", "tiene ahora")])
def test_a_move_is_told_and_opens_no_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, word: str
) -> None:
    monkeypatch.setattr(webbrowser, "open", pytest.fail)
    monkeypatch.setenv("DISPLAY", ":9")
    settings = settings_of(make_parser().parse_args(["serve", "--lan", "--lang", lang]))
    tell_move(settings, Addresses("http://127.0.0.1:7", "http://10.3.3.3:7"))
    first, *others = capsys.readouterr().out.splitlines()
    assert word in first
    assert any("http://10.3.3.3:7" in line for line in others)


def test_users_own_browser_gets_the_address_that_is_shown(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}.part"; mv "{opened}.part" "{opened}"\n')
    browser.chmod(0o755)
    process = subprocess.Popen(
        command(*port_of(tmp_path / "data")),
        env=environment(BROWSER=f"{browser} %s", DISPLAY=":9"),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        url = re.findall(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]
        end = time.monotonic() + PATIENCE
        while not opened.exists() and time.monotonic() < end:
            time.sleep(0.02)
        assert opened.read_text().strip() == url
    finally:
        process.terminate()
        process.communicate(timeout=IN_ORDER)


# Its end


@pytest.mark.parametrize("carrier", CARRIERS)
def test_people_at_a_table_are_told_that_it_ends(tmp_path: Path, carrier: str) -> None:
    async def visit(one: Serving) -> None:
        table = open_table(one.url)
        client = await WireClient.arrive(one.url, table["code"], token=table["token"])
        assert client.seen.you.seats == [0]
        begun = time.monotonic()
        os.kill(one.pid, signal.SIGTERM)
        bye = await client.wait(Bye)
        assert bye.reason == "restart"
        assert await client.ended() == 1012
        assert time.monotonic() - begun < IN_ORDER / 2

    with Serving(tmp_path, "--ws", carrier) as one:
        asyncio.run(visit(one))
        assert one.stop() == 0
        one.start()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_though_somebody_holds_on_to_it(
    tmp_path: Path, how: signal.Signals
) -> None:
    with Serving(tmp_path) as one:
        with httpx.Client(base_url=one.url) as lingering, socket.socket() as silent:
            lingering.get("/health/live")
            silent.connect(("127.0.0.1", one.port))
            begun = time.monotonic()
            assert one._end(how) == 0
            assert time.monotonic() - begun < IN_ORDER
        one.check()


def test_tables_are_there_again_after_the_end(tmp_path: Path) -> None:
    with Serving(tmp_path) as one:
        with httpx.Client(base_url=one.url, headers={"origin": one.url}) as client:
            answer = client.post("/api/tables", json={"terms": TERMS, "name": "Zoe"})
            one.stop()
            one.start()
            (mine,) = client.get("/api/me").json()["tables"]
        assert mine["code"] == answer.json()["code"]


# The log


def test_json_log_tells_every_event_and_no_secret(tmp_path: Path) -> None:
    with Serving(tmp_path, "--log", "json") as one:
        with httpx.Client(base_url=one.url, headers={"origin": one.url}) as client:
            table = client.post("/api/tables", json={"terms": TERMS, "name": "Zoe"}).json()
            code, token = table["code"], table["token"]
            for path in (f"/t/{code}", f"/api/tables/{code}", "/api/tables/BBBBBBB", "/nope"):
                client.get(path, headers={"authorization": f"Bearer {token}"})
            secrets = (code, token, client.cookies["tapete"], "Zoe")
        one.stop()
        events = [json.loads(line) for line in one.log.read_text().splitlines()]
        assert [event["message"] for event in events] == ["ready", "ending", "ended"]
        assert {event["level"] for event in events} == {"info"}
        for secret in secrets:
            assert secret not in one.log.read_text()
        one.start()


def test_log_in_words_is_silent_while_all_is_well(tmp_path: Path) -> None:
    with Serving(tmp_path) as one:
        open_table(one.url)
        one.stop()
        assert one.log.read_text() == ""
        one.start()


async def test_tables_that_do_not_finish_hold_nobody_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def for_ever() -> None:
        await asyncio.sleep(PATIENCE)

    async def app(_scope: object, _receive: object, _send: object) -> None:
        """Serve nothing."""

    monkeypatch.setattr(process, "DRAIN_SECONDS", 0.05)
    one = process.Process(uvicorn.Config(app, lifespan="off"), lambda: None, for_ever)
    one.lifespan = LifespanOff(one.config)
    one.servers = []
    async with asyncio.timeout(PATIENCE / 2):
        await one.shutdown()
    assert any("not finished" in record.message for record in caplog.records)
