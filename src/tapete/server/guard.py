"""Who may talk to the server: which names it answers to, which pages may use it, whose word counts.

**Host.** A request must name the server by one of the names it is known under, port and all; any
other one is answered 421. So a foreign name that was made to point here (DNS rebinding) opens
nothing.

**Origin.** What changes something, and every websocket, must come from a page of this server: its
Origin must be one of ours to the letter. Browsers always send it in these cases. Programs send
none: they are let in where they show no cookie, or a token beside it (`Authorization: Bearer …`),
since then nobody's browser can have been made to lend them its cookie. `Sec-Fetch-Site: cross-site`
is refused likewise.

**Proxies.** `X-Forwarded-For`, `-Proto` and `-Host` count only where a trusted proxy says so, and
of each the value furthest right that a trusted one added.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from tapete.core.errors import TapeteError
from tapete.server.asgi_socket import headers_of
from tapete.server.connection import Knock, Refusal
from tapete.server.settings import Network
from tapete.server.spoken import preferred

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]
Address: TypeAlias = IPv4Address | IPv6Address

OWN_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")
USUAL_PORTS: Final = {"http": 80, "https": 443}
HARMLESS: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing here."""
LONGEST_BODY: Final = 64 << 10
"""Bytes of the longest body of a request."""
SAFE_HEADERS: Final = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
"""Referrers stay here: a table's code stands in its address."""


REFUSALS: Final = {
    HTTPStatus.MISDIRECTED_REQUEST: {
        "en": "this server goes by other names",
        "es": "este servidor atiende por otros nombres",
    },
    HTTPStatus.FORBIDDEN: {
        "en": "this comes from a page of another origin",
        "es": "esto viene de una página de otro origen",
    },
}


class AddressError(TapeteError):
    """A public address that is none."""


class BodyError(TapeteError):
    """A request's body that is too long."""


@dataclass(frozen=True)
class Allowed:
    """The names that a server answers to, and the origins of its own pages."""

    hosts: frozenset[str]
    """As a Host header has them, in lower case."""
    origins: frozenset[str]

    @staticmethod
    def of(
        scheme: str, port: int, addresses: Iterable[str] = (), public_url: str = ""
    ) -> "Allowed":
        """Return what is allowed at a port: this computer's names, its addresses, the public URL.

        `addresses` are IPv4 addresses or names; raises AddressError for a URL that is none.
        """
        names = [*OWN_NAMES, *(address.lower() for address in addresses)]
        places = [(scheme, name, port) for name in names]
        places += [parse_public(public_url)] if public_url else []
        return Allowed(
            frozenset(host for place in places for host in hosts_of(*place)),
            frozenset(f"{place[0]}://{hosts_of(*place)[0]}" for place in places),
        )


def parse_public(url: str) -> tuple[str, str, int]:
    """Return scheme, name and port of a public URL; raise AddressError where it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port or USUAL_PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise AddressError(f"a public URL is like https://cards.example, not {url!r}") from None
    name = parts.hostname or ""
    if not name or parts.username or parts.path.strip("/") or parts.query or parts.fragment:
        raise AddressError(f"a public URL is like https://cards.example, not {url!r}")
    return parts.scheme, f"[{name}]" if ":" in name else name, port


def hosts_of(scheme: str, name: str, port: int) -> list[str]:
    """Return the Host headers that name a place, the one that browsers send first."""
    full = f"{name}:{port}"
    return [name, full] if USUAL_PORTS[scheme] == port else [full]


# Who is asking


@dataclass(frozen=True)
class Client:
    """Who asks, and by which way, once proxies have been believed or not."""

    address: str
    is_secure: bool
    host: str
    """In lower case; "" where the request has none."""


def client_of(
    peer: str, headers: Mapping[str, str], trusted: Iterable[Network], *, is_secure: bool = False
) -> Client:
    """Return who asks: the peer, or whom a chain of trusted proxies passes on.

    `headers` have lower-case names; `is_secure` says whether the peer itself came over TLS.
    """
    networks = tuple(trusted)
    direct = Client(peer, is_secure, headers.get("host", "").lower())
    if not is_trusted(peer, networks):
        return direct
    proto = last_of(headers.get("x-forwarded-proto", "")).lower()
    return Client(
        furthest(peer, headers.get("x-forwarded-for", ""), networks),
        proto in {"https", "wss"} if proto else is_secure,
        last_of(headers.get("x-forwarded-host", "")).lower() or direct.host,
    )


def furthest(peer: str, passed_on: str, trusted: tuple[Network, ...]) -> str:
    """Return the first address, from the right, that no trusted proxy has."""
    found = peer
    for text in reversed(passed_on.split(",")):
        address = parse_address(text)
        if address is None:
            break
        found = str(address)
        if not is_trusted(found, trusted):
            break
    return found


def last_of(values: str) -> str:
    """Return the last of values joined by commas: what the nearest proxy added."""
    return values.rpartition(",")[2].strip()


def is_trusted(address: str, trusted: tuple[Network, ...]) -> bool:
    """Say whether an address is a trusted proxy's."""
    found = parse_address(address)
    return found is not None and any(found in network for network in trusted)


def parse_address(text: str) -> Address | None:
    """Return an IP address as proxies write it, with or without a port; None where it is none."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


# What is refused


def refusal_of(
    allowed: Allowed, host: str, headers: Mapping[str, str], *, changes: bool
) -> Refusal | None:
    """Return why a request is refused, None where it is not; see the module's text.

    `host` is the Client's, `changes` whether it changes something or opens a websocket.
    """
    if host not in allowed.hosts:
        return said(HTTPStatus.MISDIRECTED_REQUEST, headers)
    if changes and not is_own_page(allowed, headers):
        return said(HTTPStatus.FORBIDDEN, headers)
    return None


def said(status: HTTPStatus, headers: Mapping[str, str]) -> Refusal:
    """Return a refusal in the language of whoever asks."""
    return Refusal(status, REFUSALS[status][preferred(headers.get("accept-language", ""))])


def is_own_page(allowed: Allowed, headers: Mapping[str, str]) -> bool:
    """Say whether a request comes from a page of this server, or from a program."""
    if headers.get("sec-fetch-site") == "cross-site":
        return False
    if "origin" in headers:
        return headers["origin"] in allowed.origins
    return "cookie" not in headers or headers.get("authorization", "").startswith("Bearer ")


def vet(knock: Knock, allowed: Allowed, trusted: Iterable[Network]) -> tuple[Knock, Refusal | None]:
    """Return a knock as it is once proxies have been believed, and why it is refused, if it is."""
    client = client_of(knock.client, knock.headers, trusted, is_secure=knock.is_secure)
    vetted = replace(knock, client=client.address, is_secure=client.is_secure)
    return vetted, refusal_of(allowed, client.host, knock.headers, changes=True)


class Guard:
    """ASGI middleware: refuses what is to be refused, tells the rest who asks, makes answers safe.

    The app finds the asking address and scheme in its scope (`client`, `scheme`, `host` header).
    """

    def __init__(
        self, app: App, allowed: Callable[[], Allowed], trusted: Iterable[Network] = ()
    ) -> None:
        """Guard an app; `allowed` is asked with each request, for a computer may move."""
        self._app = SafeHeaders(BodyLimit(app))
        self._refusing = SafeHeaders(self._refuse)
        self._allowed = allowed
        self._trusted = tuple(trusted)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass on a request that may pass; anything but HTTP is passed on as it is."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = decoded(scope)
        client = client_of(
            peer_of(scope), headers, self._trusted, is_secure=scope["scheme"] == "https"
        )
        changes = scope["method"] not in HARMLESS
        refusal = refusal_of(self._allowed(), client.host, headers, changes=changes)
        if refusal is None:
            await self._app(told(scope, client), receive, send)
        else:
            await self._refusing({**scope, "refusal": refusal}, receive, send)

    async def _refuse(self, scope: Message, _receive: Receive, send: Send) -> None:
        refusal: Refusal = scope["refusal"]
        await answer(send, refusal.status, refusal.text)


def peer_of(scope: Message) -> str:
    """Return the address at the other end of a scope's connection."""
    return scope["client"][0] if scope.get("client") else ""


def decoded(scope: Message) -> dict[str, str]:
    """Return a scope's headers as text."""
    pairs = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
    return headers_of(pairs)


def told(scope: Message, client: Client) -> Message:
    """Return a scope that says who asks, and by which way."""
    others = [(name, value) for name, value in scope["headers"] if name.lower() != b"host"]
    return {
        **scope,
        "client": (client.address, 0),
        "scheme": "https" if client.is_secure else "http",
        "headers": [*others, (b"host", client.host.encode("latin-1"))],
    }


async def answer(send: Send, status: int, text: str) -> None:
    """Answer in plain text, and hang up: a body may still be coming."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


class SafeHeaders:
    """ASGI middleware that gives every answer the headers that keep a browser from doing harm."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass on, with the headers of this request's host in place of the app's own."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        safe = {**SAFE_HEADERS, "content-security-policy": policy(scope)}
        added = [(name.encode(), value.encode("latin-1")) for name, value in safe.items()]

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [pair for pair in message["headers"] if pair[0].lower().decode() not in safe]
                message = {**message, "headers": [*kept, *added]}
            await send(message)

        await self._app(scope, receive, send_safely)


def policy(scope: Message) -> str:
    """Return the content security policy of a page: everything from here, and its own websocket."""
    host = "" if "refusal" in scope else decoded(scope).get("host", "")
    scheme = "wss" if scope["scheme"] == "https" else "ws"
    return "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data:",
            # 'self' alone leaves out websockets in older browsers.
            f"connect-src 'self' {scheme}://{host}" if host else "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "object-src 'none'",
            "form-action 'self'",
        ]
    )


class BodyLimit:
    """ASGI middleware that answers 413 for a body longer than LONGEST_BODY, however it comes."""

    def __init__(self, app: App, longest: int = LONGEST_BODY) -> None:
        self._app = app
        self._longest = longest

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass on a request, once its whole body is there if it has one."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            body = await self._read(receive)
        except BodyError:
            await answer(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "that body is too long")
            return
        if body is not None:
            await self._app(scope, again(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        """Return the body, None where the client hung up before its end."""
        body = bytearray()
        while (message := await receive())["type"] == "http.request":
            body += message.get("body", b"")
            if len(body) > self._longest:
                raise BodyError(f"at most {self._longest} bytes")
            if not message.get("more_body"):
                return bytes(body)
        return None


def again(body: bytes, receive: Receive) -> Receive:
    """Return an ASGI `receive` that gives a body which has been read, and then what follows."""
    first = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again
