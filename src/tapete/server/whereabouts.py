"""Where a server is to be found now: computers move, and routers deal addresses anew."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from tapete.server.addresses import Addresses, find_addresses, lan_addresses, own_names
from tapete.server.guard import Allowed
from tapete.server.settings import Settings

LOOK_EVERY: Final = 10.0
"""Seconds between two looks at the local network."""

Moved = Callable[[Addresses], None]
"""Told where the server is to be found from now on."""


class Whereabouts:
    """The addresses of a server, and the names that it answers to, both as they are now."""

    def __init__(self, settings: Settings, port: int, moved: Moved) -> None:
        """Look for the first time; raise TapeteError for wrong settings."""
        self._settings, self._port, self._moved = settings, port, moved
        self._lan: Sequence[str] = ()
        self._follow(lan_addresses() if settings.is_lan else [])

    def _follow(self, lan: Sequence[str]) -> None:
        settings, port = self._settings, self._port
        names = [*lan, *own_names()] if settings.is_lan else []
        self._lan = lan
        self.addresses = find_addresses(settings, port, lan)
        self.allowed = Allowed.of(settings.scheme, port, names, settings.public_url)

    async def run(self) -> None:
        """Look again and again until cancelled, where the local network is let in."""
        while self._settings.is_lan:
            await asyncio.sleep(LOOK_EVERY)
            # In a thread: a network that goes may keep whoever asks for a name waiting.
            lan = await asyncio.to_thread(lan_addresses)
            # A network that is gone for a moment is mostly the same when it is back.
            if lan and lan != self._lan:
                self._follow(lan)
                self._moved(self.addresses)


def tell_nobody(_addresses: Addresses) -> None:
    """Tell nobody of a move; the lobby shows the new link anyway."""
