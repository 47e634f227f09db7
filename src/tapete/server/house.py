"""A whole server out of its settings: opened, served, and closed again."""

import asyncio
import socket
from collections.abc import Callable
from functools import partial

from tapete.server.addresses import Addresses
from tapete.server.app import guarded
from tapete.server.desk import Desk
from tapete.server.door import Door
from tapete.server.listening import check_certificate, listen
from tapete.server.logs import set_up_log
from tapete.server.process import Process, make_config
from tapete.server.settings import Settings
from tapete.server.site import PAGE
from tapete.server.sqlite import SqliteStore
from tapete.server.whereabouts import Moved, tell_nobody

Ready = Callable[[Addresses, bool], None]
"""Told where the server is, and whether it has its page."""


def serve(settings: Settings, ready: Ready, moved: Moved = tell_nobody) -> None:
    """Serve until a signal comes; raise TapeteError where the server cannot be as it should."""
    check_certificate(settings.certfile, settings.keyfile)
    store = SqliteStore.open(settings.data)
    try:
        with listen(settings) as listener:
            desk = Desk(settings, store, port=listener.getsockname()[1], moved=moved)
            set_up_log(settings.log)
            run(desk, listener, ready)
    finally:
        # Where the server has lived, this comes after its own end and changes nothing.
        asyncio.run(store.close())


def run(desk: Desk, listener: socket.socket, ready: Ready) -> None:
    """Serve on a socket until a signal comes."""
    config = make_config(desk.settings, guarded(desk), Door(desk))
    told = partial(ready, desk.whereabouts.addresses, PAGE in desk.files)
    Process(config, told, desk.drain).run(sockets=[listener])
