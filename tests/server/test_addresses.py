"""Where a server says that it is to be found."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.server import addresses
from tapete.server.addresses import (
    Addresses,
    find_addresses,
    format_url,
    lan_addresses,
    own_names,
    qr_picture,
    qr_text,
)
from tapete.server.settings import Settings

DATA = Path("data")
LAN = ["192.168.7.20", "10.9.9.9"]


@pytest.mark.parametrize(
    ("settings", "best", "others"),
    [
        (Settings(data=DATA), "", ()),
        (Settings(data=DATA, is_lan=True), "http://192.168.7.20:80", ("http://10.9.9.9:80",)),
        (Settings(data=DATA, public_url="https://a.example/"), "https://a.example", ()),
        (
            Settings(data=DATA, is_lan=True, public_url="https://a.example"),
            "https://a.example",
            ("http://192.168.7.20:80", "http://10.9.9.9:80"),
        ),
        (
            Settings(data=DATA, is_lan=True, certfile=Path("c")),
            "https://192.168.7.20:81",
            ("https://10.9.9.9:81",),
        ),
    ],
)
def test_best_address_for_others_comes_first(
    settings: Settings, best: str, others: tuple[str, ...]
) -> None:
    port = 81 if "81" in best else 80
    found = find_addresses(settings, port, LAN if settings.is_lan else [])
    usual = best.removesuffix(":80")
    assert (found.best, found.others) == (usual, tuple(o.removesuffix(":80") for o in others))
    assert found.local.startswith(f"{settings.scheme}://127.0.0.1")


def test_server_without_a_network_invites_to_itself() -> None:
    alone = Addresses("http://127.0.0.1:1", "")
    assert alone.invitations("BCDFGHJ") == ["http://127.0.0.1:1/t/BCDFGHJ"]


@pytest.mark.parametrize(
    ("scheme", "port", "url"),
    [
        ("http", 80, "http://h"),
        ("https", 443, "https://h"),
        ("http", 443, "http://h:443"),
        ("https", 8765, "https://h:8765"),
    ],
)
def test_usual_ports_are_left_out(scheme: str, port: int, url: str) -> None:
    assert format_url(scheme, "h", port) == url


def test_addresses_that_nobody_else_reaches_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "routed_address", lambda: iter(["192.168.1.5"]))
    found = ["127.0.0.1", "169.254.3.4", "10.0.0.2", "192.168.1.5", "0.0.0.0"]  # noqa: S104
    monkeypatch.setattr(addresses, "interface_addresses", lambda: iter(found))
    monkeypatch.setattr(addresses, "named_addresses", lambda: iter(["127.0.1.1", "10.0.0.2"]))
    assert lan_addresses() == ["192.168.1.5", "10.0.0.2"]


def test_real_addresses_are_this_computers_own() -> None:
    for address in lan_addresses():
        with socket.socket() as one:
            one.bind((address, 0))  # refused for an address that this computer has not


def test_computer_without_any_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(addresses.socket, "socket", Cut)
    assert list(addresses.routed_address()) == []


def test_names_are_those_that_a_local_network_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "kitchen.lan")
    assert own_names() == ["kitchen", "kitchen.local"]


def test_picture_fits_the_content_security_policy_and_any_size() -> None:
    picture = qr_picture("http://192.168.7.20:8765/t/BCDFGHJ")
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '), (
        "without its namespace no `img` shows it"
    )
    for word in ("style", "width", "script", "class"):
        assert word not in picture


def modules(rows: list[str]) -> list[list[bool]]:
    """Return which modules of a QR code in half blocks are dark."""
    halves = {" ": (True, True), "▀": (False, True), "▄": (True, False), "█": (False, False)}
    return [[halves[sign][half] for sign in row] for row in rows for half in (0, 1)]


def test_terminal_shows_the_same_code_as_the_page() -> None:
    url = "http://192.168.7.20:8765"
    shown = modules(qr_text(url).splitlines())
    # The light border, then the finder in the corner: a dark row of seven, then a hollow one.
    assert not any(shown[0])
    assert shown[2][2:10] == [True] * 7 + [False]
    assert shown[3][2:10] == [True, *[False] * 5, True, False]
    drawn = qr_picture(url)
    side = int(drawn.split('viewBox="0 0 ')[1].split()[0])
    assert len(shown[0]) == side


def test_commands_without_a_server_do_not_load_one() -> None:
    program = "import sys, tapete.cli.__main__; print('litestar' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(Path(addresses.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "False"
