"""A server's life in its process: it starts, tells where it is, and on a signal ends in order."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import uvicorn

from tapete.server.asgi_socket import AsgiSockets
from tapete.server.connection import Doorkeeper
from tapete.server.patient_http import PatientHttp
from tapete.server.settings import Settings
from tapete.wire.messages import MAX_MESSAGE

SWITCH_SECONDS: Final = 0.0005
"""How long the store's thread waits for a busy loop each time that it needs the interpreter, which
is several times a commit: with Python's own 5 ms, a move could wait for 30."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
COLLECTIONS: Final = (700, 10, 100)
"""When garbage is collected; Python's own, but all of it ten times as seldom: with two hundred
tables that holds up every hand for 60 ms."""
DRAIN_SECONDS: Final = 4
"""How long tables may take to finish when the server ends."""
LAST_SECONDS: Final = 3
"""How long requests under way may take after that."""

log = logging.getLogger(__name__)


class Process(uvicorn.Server):
    """uvicorn's server, which first lets the tables finish, and leaves with status 0."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        """Call `ready` when connections are taken, await `drain` before they are closed."""
        super().__init__(config)
        self._ready, self._drain = ready, drain

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals as the wish to end; uvicorn would raise them again afterwards."""
        before = {one: signal.signal(one, self.handle_exit) for one in SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; whatever lives by then lives on, so it is no business of later collections."""
        await super().startup(sockets)
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTIONS)
        log.info("ready")
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let tables finish while the server can still say that it goes, then close it."""
        log.info("ending")
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._drain()
        except TimeoutError:
            log.error("some tables have not finished in time; what they have stored is kept")  # noqa: TRY400  # where it waited says nothing
        await super().shutdown(sockets)
        log.info("ended")


def make_config(settings: Settings, app: Any, doorkeeper: Doorkeeper) -> uvicorn.Config:
    """Return how uvicorn serves an ASGI app, with websockets on what the settings say."""
    served, protocols = transports(settings, app, doorkeeper)
    return uvicorn.Config(
        served,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        # Who is behind a proxy is decided by our own settings.
        proxy_headers=False,
        lifespan="on",
        timeout_graceful_shutdown=LAST_SECONDS,
        ssl_certfile=settings.certfile,
        ssl_keyfile=settings.keyfile,
        **protocols,
    )


def transports(settings: Settings, app: Any, doorkeeper: Doorkeeper) -> tuple[Any, dict[str, Any]]:
    """Return the ASGI app, and uvicorn's protocol classes and their limits."""
    if settings.sockets == "picows":
        # Imported only where it is wanted: another release of picows must not stop the other way.
        from tapete.server.picows_socket import picows_protocol

        return app, {"http": PatientHttp, "ws": picows_protocol(doorkeeper)}
    limits = {"ws_max_size": MAX_MESSAGE, "ws_per_message_deflate": False}
    sockets = {"http": PatientHttp, "ws": "websockets-sansio", **limits}
    return both(app, AsgiSockets(doorkeeper)), sockets


def both(app: Any, sockets: Any) -> Any:
    """Return an ASGI app that gives websockets to one app and all else to another."""

    async def dispatch(scope: Any, receive: Any, send: Any) -> None:
        await (sockets if scope["type"] == "websocket" else app)(scope, receive, send)

    return dispatch
