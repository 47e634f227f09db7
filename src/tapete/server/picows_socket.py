"""A socket carried by picows inside uvicorn: the same port, the same loop, a third of the work.

    Config(app, http=PatientHttp, ws=picows_protocol(doorkeeper), proxy_headers=False)

picows hands out frames as they come, so messages are put together, measured and checked here. Its
protocol class has no documented constructor: the release is pinned, and another one is refused when
this module is imported.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

import picows
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # pyright: ignore[reportAttributeAccessIssue]
from picows.version import __version__

from tapete.server.asgi_socket import (
    CLOSE_WAIT,
    FAILED,
    MAX_BUFFERED,
    TOO_BIG,
    UNSUPPORTED,
    headers_of,
)
from tapete.server.connection import LATE_BYTES, Doorkeeper, Knock, Refusal, Visitor
from tapete.wire.messages import MAX_MESSAGE

TEXT: Final = WSMsgType.TEXT
"""Looked up once: an enum takes its time, and hands send sixty frames a second."""
KNOWN_PICOWS: Final = "2.3.1"
BROKEN, NOT_TEXT, RESTART = 1002, 1007, 1012
"""Close codes: frames out of order, text that is no UTF-8, a server that goes down."""
HANDSHAKE_SECONDS: Final = 5.0
PING_AFTER: Final = 20.0
"""Seconds of silence before a ping, and seconds for its answer."""
READ_BUFFER: Final = 2048
"""Bytes that a connection keeps for reading; it grows up to twice the longest message."""
COPIED: Final = 8192
"""picows queues the header of a longer frame as a view of memory that it writes the next frame
to: where a connection is slow, that garbles what it gets. Longer ones go another way."""
HEADER_ROOM: Final = 14
"""Bytes that picows wants before a payload that it need not copy."""
MAX_PONGS: Final = 1 << 16
"""Bytes that may be waiting when a ping is still answered, so that pings fill no memory."""

log = logging.getLogger(__name__)


class PicowsLog(logging.LoggerAdapter[logging.Logger]):
    """picows' log in ours; not being a Logger itself, it is not copied for every connection."""

    def info(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Note at the lowest level who comes and goes: addresses stand there."""
        self.debug(msg, *args, **kwargs)

    def error(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Note at the lowest level what picows calls an error: a client's broken frame."""
        self.debug(msg, *args, **kwargs)


OPTIONS: Final[dict[str, Any]] = {
    "host_port": None,
    "ws_path": None,
    "is_client_side": False,
    "logger": PicowsLog(log, {}),
    "disconnect_on_exception": True,
    "websocket_handshake_timeout": HANDSHAKE_SECONDS,
    "enable_auto_ping": True,
    "auto_ping_idle_timeout": PING_AFTER,
    "auto_ping_reply_timeout": PING_AFTER,
    "auto_ping_strategy": picows.WSAutoPingStrategy.PING_WHEN_IDLE,
    "enable_auto_pong": False,
    "max_frame_size": MAX_MESSAGE,
    "extra_headers": None,
    "read_buffer_init_size": READ_BUFFER,
}
"""Every argument of picows' protocol but the factory of listeners."""


def check_picows(version: str) -> None:
    """Raise ImportError for a picows whose insides are not known."""
    if version != KNOWN_PICOWS:
        raise ImportError(
            f"tapete needs picows {KNOWN_PICOWS}, whose protocol class it knows; this is {version}."
            " Install that one, or serve with the ASGI sockets instead."
        )


check_picows(__version__)


def picows_protocol(doorkeeper: Doorkeeper) -> type:
    """Return the class for uvicorn's `Config(ws=…)` that asks this doorkeeper."""
    return type("DoorkeeperSocket", (PicowsSocket,), {"doorkeeper": doorkeeper})


class PicowsSocket(WSProtocol):
    """picows' protocol with the face that uvicorn wants: made, fed the request, shut down."""

    doorkeeper: Doorkeeper

    def __init__(self, *, server_state: Any, **_: Any) -> None:
        """Take what uvicorn gives: of it, only its set of open connections matters here."""
        super().__init__(ws_listener_factory=self._answer, **OPTIONS)
        self._connections: set[Any] = server_state.connections

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Count as open, so that uvicorn closes this connection when it goes down."""
        self._connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count as open no more."""
        self._connections.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes in a piece, as uvicorn passes on the request and what came with it."""
        if self.listener is None:
            data = with_plain_connection(data)
        while data and not self.transport.underlying_transport.is_closing():
            room = self.get_buffer(len(data))
            taken = min(len(room), len(data))
            room[:taken] = data[:taken]
            data = data[taken:]
            self.buffer_updated(taken)

    def shutdown(self) -> None:
        """Say goodbye: uvicorn goes down and will be back."""
        if self.listener is None:
            self.transport.disconnect()
        else:
            self.listener.close(RESTART)

    def _answer(self, request: picows.WSUpgradeRequest) -> Any:
        try:
            found = self.doorkeeper.admit(self._knock(request))
        except Exception:
            log.exception("the doorkeeper failed; the websocket is refused")
            found = Refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "internal error")
        if isinstance(found, Refusal):
            return refused(found)
        return PicowsConnection(found)

    def _knock(self, request: picows.WSUpgradeRequest) -> Knock:
        peer = self.transport.underlying_transport.get_extra_info("peername")
        pairs = ((name, as_latin(value)) for name, value in request.headers.items())
        return Knock(
            path=unquote(request.path.partition(b"?")[0].decode("latin-1")),
            headers=headers_of(pairs),
            client=peer[0] if isinstance(peer, tuple) else "",
            is_secure=self.transport.is_secure,
        )


def with_plain_connection(request: bytes) -> bytes:
    """Return a request with `Connection: upgrade` alone, as picows wants it; Firefox says more.

    uvicorn has seen to it already that an upgrade is what the request asks for.
    """
    return re.sub(rb"(?im)^connection:[^\r\n]*", b"connection: upgrade", request)


def as_latin(value: str) -> str:
    """Return a header's value as HTTP means its bytes, where picows gives ASCII with escapes."""
    return value.encode("ascii", "surrogateescape").decode("latin-1")


def refused(refusal: Refusal) -> picows.WSUpgradeResponseWithListener:
    """Return picows' plain HTTP answer for a refusal."""
    response = picows.WSUpgradeResponse.create_error_response(
        refusal.status,
        refusal.text.encode(),
        {"Content-Type": "text/plain; charset=utf-8"},
    )
    return picows.WSUpgradeResponseWithListener(response, None)


class PicowsConnection(WSListener):
    """What a table writes to, and where picows brings frames, which become messages here."""

    __slots__ = ("_parts", "_transport", "_visitor")

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._transport: WSTransport | None = None
        self._parts: bytearray | None = None

    # The table's side

    @property
    def buffered(self) -> int:
        """Return how many bytes the network has not taken yet."""
        transport = self._transport
        if transport is None or transport.is_disconnected:
            return 0
        return transport.underlying_transport.get_write_buffer_size()

    def send(self, frame: bytes) -> int:
        """Send a text frame at once, or leave it to the transport's buffer."""
        transport = self._transport
        if transport is None or self._is_over(transport):
            return 0
        waited = transport.underlying_transport.get_write_buffer_size()
        if waited + len(frame) > MAX_BUFFERED:
            transport.disconnect(graceful=False)
        elif len(frame) > COPIED:
            roomy = bytearray(HEADER_ROOM) + frame
            transport.send_reuse_external_bytearray(TEXT, roomy, HEADER_ROOM)
        else:
            transport.send(TEXT, frame)
        return waited

    def offer(self, frame: bytes) -> None:
        """Send a text frame that is worth nothing late, unless much waits already."""
        transport = self._transport
        if transport is None or self._is_over(transport):
            return
        if transport.underlying_transport.get_write_buffer_size() < LATE_BYTES:
            transport.send(TEXT, frame)

    def close(self, code: int) -> None:
        """Send a goodbye and give the other end a moment to answer it."""
        transport = self._transport
        if transport is None or self._is_over(transport):
            return
        transport.send_close(code)  # pyright: ignore[reportArgumentType] (any code will do)
        loop = asyncio.get_running_loop()
        loop.call_later(CLOSE_WAIT, transport.underlying_transport.abort)

    # picows' side

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin; the request's headers are read, and a connection is long."""
        self._transport = transport
        transport.request.headers.clear()
        transport.response.headers.clear()
        self._call(self._visitor.opened, self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 (picows gives it)
        """End, however it came to it."""
        self._call(self._visitor.closed)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Take a frame: a text, or a part of one, or one of the few that are for the connection."""
        kind = frame.msg_type
        if self._is_over(transport):
            if kind == WSMsgType.CLOSE:
                transport.disconnect()
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(BROKEN)
        elif kind == TEXT and frame.fin and self._parts is None:
            self._deliver(frame.get_payload_as_bytes())
        elif kind == TEXT:
            self._take(frame, is_first=True)
        elif kind == WSMsgType.CONTINUATION:
            self._take(frame, is_first=False)
        elif kind == WSMsgType.PING:
            self._pong(transport, frame)
        elif kind == WSMsgType.CLOSE:
            transport.send_close(goodbye(frame))
            transport.disconnect()
        elif kind == WSMsgType.BINARY:
            self.close(UNSUPPORTED)

    def pause_writing(self) -> None:
        """Do nothing: whoever writes looks at `buffered`."""

    def resume_writing(self) -> None:
        """Do nothing, likewise."""

    def _is_over(self, transport: WSTransport) -> bool:
        return (
            transport.is_close_frame_sent
            or transport.is_disconnected
            or transport.underlying_transport.is_closing()
        )

    def _pong(self, transport: WSTransport, frame: WSFrame) -> None:
        if self.buffered <= MAX_PONGS:
            transport.send_pong(frame.get_payload_as_bytes())

    def _take(self, frame: WSFrame, *, is_first: bool) -> None:
        """Keep a part of a message until the last one comes."""
        payload = frame.get_payload_as_bytes()
        if is_first == (self._parts is not None):
            self.close(BROKEN)
        elif len(self._parts or b"") + len(payload) > MAX_MESSAGE:
            self.close(TOO_BIG)
        else:
            self._keep(payload, is_last=bool(frame.fin))

    def _keep(self, payload: bytes, *, is_last: bool) -> None:
        parts = self._parts = self._parts or bytearray()
        parts += payload
        if is_last:
            self._parts = None
            self._deliver(bytes(parts))

    def _deliver(self, message: bytes) -> None:
        if not (message.isascii() or is_utf8(message)):
            self.close(NOT_TEXT)
            return
        self._call(self._visitor.received, message)

    def _call(self, told: Callable[..., None], *what: object) -> None:
        try:
            told(*what)
        except Exception:
            log.exception("a visitor failed; its connection is closed")
            self.close(FAILED)


def is_utf8(text: bytes) -> bool:
    """Say whether bytes are text as websockets have it."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def goodbye(frame: WSFrame) -> WSCloseCode:
    """Return the code that answers a close frame: its own."""
    code = frame.get_close_code()
    return code or WSCloseCode.OK
