"""A socket as tables see it, whatever carries it.

`picows_socket.py` carries it on picows inside uvicorn, `asgi_socket.py` on any ASGI server. The
same tests (`tests/server/test_connections.py`) hold for both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

LATE_BYTES: Final = 16 * 1024
"""Who has so much waiting is offered nothing more: it would be old when it comes."""


class Connection(Protocol):
    """The end of a socket that a table writes to; nothing here ever waits."""

    def send(self, frame: bytes) -> int:
        """Send one text frame (UTF-8 JSON); on a closed connection, do nothing.

        Returns how many bytes waited before it to be taken by the other end.
        """
        ...

    def offer(self, frame: bytes) -> None:
        """Send one text frame that is worth nothing late; drop it where LATE_BYTES wait."""
        ...

    def close(self, code: int) -> None:
        """Say goodbye with a websocket close code, once what was sent has gone out."""
        ...

    @property
    def buffered(self) -> int:
        """Return how many bytes wait to be taken by the other end."""
        ...


class Visitor(Protocol):
    """Whoever is told what comes in over a connection."""

    def opened(self, connection: Connection) -> None:
        """Begin: the handshake is done."""
        ...

    def received(self, frame: bytes) -> None:
        """Take one whole text message, never longer than `messages.MAX_MESSAGE`."""
        ...

    def closed(self) -> None:
        """End: called exactly once for an opened connection."""
        ...


@dataclass(frozen=True)
class Knock:
    """A request for a websocket, before it is let in."""

    path: str
    """Without the query."""
    headers: Mapping[str, str]
    """Names in lower case."""
    client: str
    """The address it comes from, as the transport has it."""
    is_secure: bool


@dataclass(frozen=True)
class Refusal:
    """An HTTP answer to a knock in place of a websocket."""

    status: int
    text: str


class Doorkeeper(Protocol):
    """Who decides on a knock; answers at once."""

    def admit(self, knock: Knock) -> Visitor | Refusal:
        """Return whoever takes the connection, or why there is none."""
        ...
