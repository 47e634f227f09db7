import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any

import pytest

from tapete.server.connection import Knock
from tapete.server.guard import (
    LONGEST_BODY,
    AddressError,
    Allowed,
    BodyLimit,
    Client,
    Guard,
    client_of,
    refusal_of,
    vet,
)

HERE = "localhost:8000"
ALLOWED = Allowed.of("http", 8000, ["192.168.1.5", "Living-Room.local"], "https://cards.example")
PROXIES = (ip_network("127.0.0.1/32"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


# Names


def test_a_server_answers_to_its_own_names_with_its_port():
    assert ALLOWED.hosts == {
        "localhost:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "192.168.1.5:8000",
        "living-room.local:8000",
        "cards.example",
        "cards.example:443",
    }


def test_origins_are_as_browsers_write_them():
    assert ALLOWED.origins == {
        "http://localhost:8000",
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "http://192.168.1.5:8000",
        "http://living-room.local:8000",
        "https://cards.example",
    }
    assert "https://localhost" in Allowed.of("https", 443).origins
    assert "http://localhost" in Allowed.of("http", 80).origins
    assert "https://localhost:80" in Allowed.of("https", 80).origins


@pytest.mark.parametrize(
    ("url", "host", "origin"),
    [
        ("https://cards.example/", "cards.example", "https://cards.example"),
        ("https://Cards.Example:8443", "cards.example:8443", "https://cards.example:8443"),
        ("http://[2001:db8::1]:90", "[2001:db8::1]:90", "http://[2001:db8::1]:90"),
    ],
)
def test_a_public_url_is_allowed(url: str, host: str, origin: str):
    allowed = Allowed.of("http", 8000, [], url)
    assert host in allowed.hosts
    assert origin in allowed.origins


@pytest.mark.parametrize(
    "url",
    [
        "cards.example",
        "ftp://cards.example",
        "https://",
        "https://cards.example/path",
        "https://cards.example?x=1",
        "https://me@cards.example",
        "https://cards.example:99999",
    ],
)
def test_what_is_no_public_url_is_refused_in_words(url: str):
    with pytest.raises(AddressError, match=r"like https://cards\.example"):
        Allowed.of("http", 8000, [], url)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost",
        "localhost:8001",
        "localhost:8000.evil.example",
        "localhost:8000, evil.example",
        "cards.example.",
        "cards.example:8000",
        "0.0.0.0:8000",
        "192.168.1.6:8000",
    ],
)
@pytest.mark.parametrize("changes", [False, True])
def test_a_foreign_name_is_misdirected(host: str, *, changes: bool):
    refusal = refusal_of(ALLOWED, host, {"origin": "http://localhost:8000"}, changes=changes)
    assert refusal is not None
    assert refusal.status == 421


# Origins


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "https://localhost:8000"},
        {"origin": "http://localhost"},
        {"origin": "http://localhost:8000/"},
        {"origin": "http://localhost:8000, http://localhost:8000"},
        {"origin": "http://cards.example"},
        {"origin": "https://cards.example.evil.example"},
        {"origin": "http://evil.example", "authorization": "Bearer token"},
        {"origin": "http://localhost:8000", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site"},
        {"cookie": "tapete=v1"},
        {"cookie": "tapete=v1", "authorization": "Basic bWU6bWU="},
    ],
)
def test_pages_of_others_change_nothing(headers: Mapping[str, str]):
    refusal = refusal_of(ALLOWED, HERE, headers, changes=True)
    assert refusal is not None
    assert refusal.status == 403
    assert refusal_of(ALLOWED, HERE, headers, changes=False) is None


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer token"},
        {"cookie": "tapete=v1", "authorization": "Bearer token"},
        {"cookie": "tapete=v1", "origin": "http://localhost:8000"},
        {"cookie": "tapete=v1", "origin": "https://cards.example"},
        {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"},
    ],
)
def test_own_pages_and_programs_may(headers: Mapping[str, str]):
    assert refusal_of(ALLOWED, HERE, headers, changes=True) is None


# Proxies


@pytest.mark.parametrize(
    ("peer", "passed_on", "address"),
    [
        ("8.8.8.8", "", "8.8.8.8"),
        ("8.8.8.8", "1.1.1.1", "8.8.8.8"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "1.1.1.1", "1.1.1.1"),
        ("127.0.0.1", "9.9.9.9, 1.1.1.1", "1.1.1.1"),
        ("127.0.0.1", "9.9.9.9, 1.1.1.1, 10.1.2.3", "1.1.1.1"),
        ("127.0.0.1", "10.0.0.1, 10.0.0.2", "10.0.0.1"),
        ("127.0.0.1", "1.1.1.1:5555", "1.1.1.1"),
        ("127.0.0.1", "[2001:db8::1]:5555", "2001:db8::1"),
        ("127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("::ffff:127.0.0.1", "1.1.1.1", "1.1.1.1"),
        ("127.0.0.1", "::ffff:10.0.0.1", "10.0.0.1"),
        ("127.0.0.1", "1.1.1.1, nonsense", "127.0.0.1"),
        ("127.0.0.1", "nonsense, 10.0.0.1", "10.0.0.1"),
        ("fd00::2", "1.1.1.1", "1.1.1.1"),
        ("", "1.1.1.1", ""),
    ],
)
def test_the_rightmost_address_that_is_no_proxys(peer: str, passed_on: str, address: str):
    headers = {"x-forwarded-for": passed_on} if passed_on else {}
    assert client_of(peer, headers, PROXIES).address == address


FORWARDED = {
    "host": "Inner:8000",
    "x-forwarded-for": "1.1.1.1",
    "x-forwarded-proto": "http, https",
    "x-forwarded-host": "evil.example, Cards.Example",
}


def test_a_trusted_proxy_says_how_it_was_asked():
    assert client_of("127.0.0.1", FORWARDED, PROXIES) == Client("1.1.1.1", True, "cards.example")


def test_nobody_else_does():
    assert client_of("8.8.8.8", FORWARDED, PROXIES) == Client("8.8.8.8", False, "inner:8000")
    assert client_of("127.0.0.1", FORWARDED, ()) == Client("127.0.0.1", False, "inner:8000")


def test_a_proxy_that_says_little_leaves_the_rest_as_it_is():
    headers = {"host": "inner:8000"}
    found = client_of("127.0.0.1", headers, PROXIES, is_secure=True)
    assert found == Client("127.0.0.1", True, "inner:8000")


def test_a_proxy_may_say_that_it_was_plain_outside():
    headers = {"host": "inner:8000", "x-forwarded-proto": "http"}
    assert not client_of("127.0.0.1", headers, PROXIES, is_secure=True).is_secure


def knock(headers: Mapping[str, str], client: str = "127.0.0.1") -> Knock:
    return Knock(path="/ws/X", headers=headers, client=client, is_secure=False)


def test_a_knock_is_told_and_vetted():
    headers = {**FORWARDED, "origin": "https://cards.example", "cookie": "tapete=v1"}
    vetted, refusal = vet(knock(headers), ALLOWED, PROXIES)
    assert refusal is None
    assert (vetted.client, vetted.is_secure, vetted.path) == ("1.1.1.1", True, "/ws/X")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example", "origin": "http://evil.example"}, 421),
        ({"host": HERE, "origin": "http://evil.example"}, 403),
        ({"host": HERE, "cookie": "tapete=v1"}, 403),
    ],
)
def test_a_foreign_knock_is_refused(headers: Mapping[str, str], status: int):
    _, refusal = vet(knock(headers), ALLOWED, ())
    assert refusal is not None
    assert refusal.status == status


# The middleware


@dataclass
class Asked:
    """An app that notes what it was asked, and what a client was answered."""

    scope: Any = None
    body: bytes = b""
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    text: bytes = b""
    answers: int = 0

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        self.body = (await receive())["body"]
        headers = [(b"X-Frame", b"1"), (b"Content-Security-Policy", b"default-src *")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"done"})


def ask(
    headers: Mapping[str, str],
    *,
    method: str = "GET",
    pieces: tuple[bytes, ...] = (b"",),
    hangs_up: bool = False,
    scheme: str = "http",
    through: Any = None,
) -> Asked:
    """Ask once through the guard, with a body in pieces."""
    asked = Asked()
    guard = (through or (lambda app: Guard(app, lambda: ALLOWED, PROXIES)))(asked.app)
    incoming = [{"type": "http.request", "body": one, "more_body": True} for one in pieces]
    if hangs_up:
        incoming.append({"type": "http.disconnect"})
    else:
        incoming[-1]["more_body"] = False

    async def receive() -> Any:
        return incoming.pop(0)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            asked.answers += 1
            asked.status = message["status"]
            pairs = [(name.decode().lower(), value.decode()) for name, value in message["headers"]]
            assert len(dict(pairs)) == len(pairs), "a header came twice"
            asked.headers = dict(pairs)
        else:
            asked.text += message["body"]

    scope = {
        "type": "http",
        "method": method,
        "scheme": scheme,
        "path": "/",
        "client": ("127.0.0.1", 5),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(guard(scope, receive, send))
    return asked


def test_every_answer_has_the_safe_headers():
    for headers in ({"host": HERE}, {"host": "evil.example"}):
        found = ask(headers).headers
        assert found["x-content-type-options"] == "nosniff"
        assert found["referrer-policy"] == "same-origin"
        assert found["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in found["permissions-policy"]
        assert "frame-ancestors 'none'" in found["content-security-policy"]


def test_the_policy_is_exact_and_replaces_the_apps():
    assert ask({"host": HERE}).headers["content-security-policy"] == (
        "default-src 'self'; img-src 'self' data:; connect-src 'self' ws://localhost:8000; "
        "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'"
    )


def test_the_policy_names_the_outer_host_behind_a_proxy():
    policy = ask(FORWARDED).headers["content-security-policy"]
    assert "connect-src 'self' wss://cards.example;" in policy


def test_a_foreign_name_is_not_repeated():
    asked = ask({"host": "evil.example"})
    assert (asked.status, asked.scope) == (421, None)
    assert "evil" not in f"{asked.headers} {asked.text}"


@pytest.mark.parametrize(
    ("accepted", "name", "origin"),
    [
        ("es-MX,es;q=0.9,en;q=0.8", "atiende por otros nombres", "de otro origen"),
        ("de,en;q=0.5,es;q=0.1", "goes by other names", "another origin"),
        ("", "goes by other names", "another origin"),
    ],
)
def test_refusals_speak_the_browsers_language(accepted: str, name: str, origin: str):
    spoken = {"accept-language": accepted} if accepted else {}
    assert name in ask({"host": "evil.example", **spoken}).text.decode()
    foreign = {"host": HERE, "origin": "http://evil.example", **spoken}
    assert origin in ask(foreign, method="POST").text.decode()


def test_the_app_is_told_who_asks():
    scope = ask(FORWARDED).scope
    assert scope["client"][0] == "1.1.1.1"
    assert scope["scheme"] == "https"
    assert [value for name, value in scope["headers"] if name == b"host"] == [b"cards.example"]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "FANCY"])
def test_whatever_changes_something_needs_an_own_page(method: str):
    foreign = {"host": HERE, "origin": "http://evil.example"}
    own = {"host": HERE, "origin": f"http://{HERE}"}
    assert (ask(foreign, method=method).status, ask(own, method=method).status) == (403, 200)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_whoever_only_looks_may_come_from_anywhere(method: str):
    foreign = {"host": HERE, "origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    assert ask(foreign, method=method).status == 200


def test_a_body_arrives_whole():
    asked = ask({"host": HERE}, method="POST", pieces=(b"one ", b"two ", b"", b"three"))
    assert (asked.status, asked.body) == (200, b"one two three")


@pytest.mark.parametrize("size", [LONGEST_BODY, LONGEST_BODY + 1])
def test_a_body_has_an_end(size: int):
    body = b"x" * size
    asked = ask({"host": HERE}, method="POST", pieces=(body[:100], body[100:]))
    assert asked.status == (200 if size == LONGEST_BODY else 413)
    assert asked.answers == 1
    assert asked.body == (body if size == LONGEST_BODY else b"")


def test_half_a_body_is_not_taken_for_one():
    asked = ask({"host": HERE}, method="POST", pieces=(b"half",), hangs_up=True)
    assert (asked.scope, asked.answers) == (None, 0)


def test_an_endless_body_is_not_kept():
    asked = ask(
        {"host": HERE}, method="POST", pieces=(b"x" * 60,) * 5, through=lambda a: BodyLimit(a, 100)
    )
    assert (asked.status, asked.headers["connection"]) == (413, "close")
    assert asked.scope is None


def test_what_is_no_http_passes():
    seen: list[str] = []

    async def app(scope: Any, *_: Any) -> None:
        seen.append(scope["type"])

    asyncio.run(Guard(app, lambda: ALLOWED)({"type": "lifespan"}, None, None))  # pyright: ignore[reportArgumentType] (nobody looks)
    assert seen == ["lifespan"]
