"""A client below the websocket protocol, which may break it, and a server to break it against."""

import asyncio
import base64
import contextlib
import os
import queue
import socket
import struct
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from tapete.server.asgi_socket import AsgiSockets
from tapete.server.connection import Connection, Knock, Refusal
from tapete.server.patient_http import PatientHttp
from tapete.server.picows_socket import picows_protocol
from tapete.wire.messages import MAX_MESSAGE

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
FIN = 0x80
PATIENCE = 10.0
"""Seconds after which a test gives up waiting."""
CARRIERS = ("picows", "picows on asyncio", "asgi")


class Echo:
    """A visitor that sends back what it gets, does what `!` commands say, and tells of its life."""

    def __init__(self) -> None:
        self.told: queue.Queue[Any] = queue.Queue()
        self.connection: Connection | None = None
        self.closes = 0
        self.waits: list[tuple[int, int]] = []
        """Before each sized frame, how many bytes waited, and how many `send` said."""

    def opened(self, connection: Connection) -> None:
        self.connection = connection
        self.told.put("opened")
        connection.send(b"welcome")

    def received(self, frame: bytes) -> None:
        assert self.connection is not None
        self.told.put(frame)
        word, _, rest = frame.partition(b" ")
        if word == b"!close":
            self.connection.send(b"last")
            self.connection.close(int(rest))
            self.connection.close(1000)
            self.connection.send(b"too late")
            self.connection.offer(b"too late")
        elif word == b"!sizes":
            for size in map(int, rest.split()):
                waiting = self.connection.buffered
                told = self.connection.send(b"%06d" % size + b"x" * (size - 6))
                self.waits.append((waiting, told))
        elif word == b"!offer":
            self.connection.offer(rest)
        elif word == b"!fail":
            raise RuntimeError("as asked")
        else:
            self.connection.send(frame)

    def closed(self) -> None:
        self.closes += 1
        self.told.put("closed")

    def next(self) -> Any:
        return self.told.get(timeout=PATIENCE)

    def after_opening(self) -> list[Any]:
        """Return everything told from the opening on, up to the end."""
        assert self.next() == "opened"
        return list(iter(self.next, "closed"))


@dataclass
class Porter:
    """A doorkeeper that lets everybody in but to `/closed`, and fails at `/broken`."""

    knocks: "queue.Queue[Knock]" = field(default_factory=queue.Queue)
    visitors: "queue.Queue[Echo]" = field(default_factory=queue.Queue)

    def admit(self, knock: Knock) -> Echo | Refusal:
        self.knocks.put(knock)
        if knock.path == "/closed":
            return Refusal(429, "not today")
        if knock.path == "/broken":
            raise RuntimeError("secret of the house")
        visitor = Echo()
        self.visitors.put(visitor)
        return visitor


class House:
    """A running uvicorn with a doorkeeper, on a port of its own."""

    def __init__(self, carrier: str, **settings: Any) -> None:
        self.porter = Porter()
        ws = "websockets-sansio" if carrier == "asgi" else picows_protocol(self.porter)
        listening = socket.create_server(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        config = uvicorn.Config(
            Application(self.porter),
            http=PatientHttp,
            ws=ws,  # pyright: ignore[reportArgumentType] (it takes any protocol's class)
            loop="asyncio" if carrier == "picows on asyncio" else "uvloop",
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            proxy_headers=False,
            lifespan="off",
            log_config=None,
            **settings,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],))
        self.thread.start()
        wait_until(lambda: self.server.started)

    def visitor(self) -> Echo:
        return self.porter.visitors.get(timeout=PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


class Application:
    """Answers HTTP with what came, after `/slow` a moment later, and passes sockets on."""

    def __init__(self, porter: Porter) -> None:
        self.sockets = AsgiSockets(porter)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
            return
        body = b""
        while (message := await receive())["type"] == "http.request":
            body += message["body"]
            if not message.get("more_body"):
                break
        if scope["path"] == "/slow":
            await asyncio.sleep(0.5)
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@contextlib.contextmanager
def house(carrier: str, **settings: Any) -> Iterator[House]:
    """Run a server for the length of a test."""
    running = House(carrier, **settings)
    try:
        yield running
    finally:
        running.stop()


def wait_until(is_so: Any) -> None:
    """Return as soon as something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.005)


def frame(kind: int, payload: bytes = b"", *, bits: int = FIN, masked: bool = True) -> bytes:
    """Return the bytes of a frame, right or wrong."""
    mask = os.urandom(4) if masked else b""
    flag = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", bits | kind, flag | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", bits | kind, flag | 126, size)
    else:
        head = struct.pack("!BBQ", bits | kind, flag | 127, size)
    body = bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if masked else payload
    return head + mask + body


def request(path: str = "/ws/x", *more: str, connection: str = "Upgrade") -> bytes:
    """Return the bytes that ask for a websocket."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: table.example",
        "Upgrade: websocket",
        f"Connection: {connection}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


class RawClient:
    """One TCP connection, and the frames that come over it."""

    def __init__(self, port: int, *, receive_buffer: int = 0) -> None:
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.reader = self.socket.makefile("rb")

    def __enter__(self) -> "RawClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.reader.close()
        self.socket.close()

    def send(self, *pieces: bytes) -> None:
        self.socket.sendall(b"".join(pieces))

    def head(self) -> list[str]:
        """Return the lines of an HTTP answer's head."""
        return [line.decode().strip() for line in iter(self.reader.readline, b"\r\n")]

    def knock(self, *args: str, **kwargs: str) -> None:
        """Become a websocket, and be welcomed."""
        self.send(request(*args, **kwargs))
        assert " 101 " in self.head()[0]
        assert self.frame() == (TEXT, b"welcome")

    def frame(self) -> tuple[int, bytes]:
        """Return the next frame's kind and payload; the server's are whole and unmasked."""
        first, size = self.reader.read(2)
        assert first & 0xF0 == FIN
        if size == 126:
            (size,) = struct.unpack("!H", self.reader.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.reader.read(8))
        return first & 0x0F, self.reader.read(size)

    def close_code(self) -> int:
        """Return the code of the close frame that must come next."""
        kind, payload = self.frame()
        assert kind == CLOSE
        return struct.unpack("!H", payload[:2])[0]

    def say_goodbye(self, code: int) -> None:
        """Answer a close frame, unless the server has hung up already."""
        with contextlib.suppress(ConnectionError):
            self.send(frame(CLOSE, code.to_bytes(2, "big")))

    def is_over(self) -> bool:
        """Return whether the server has hung up, and said no more."""
        try:
            return self.reader.read(1) == b""
        except ConnectionResetError:
            return True
