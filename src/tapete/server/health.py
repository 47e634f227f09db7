"""Whether a server is alive, and whether it is ready for people."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from tapete.server.store import Store, StoreError

BEAT: Final = 0.1
"""Seconds between two looks at the event loop."""
ALIVE_WITHIN: Final = 2.0
"""Seconds within which the event loop must have turned."""
READY_WITHIN: Final = 1.0
"""Seconds that a write may wait."""


class Pulse:
    """Measures how late the event loop is, again and again."""

    def __init__(self, lagged: Callable[[float], None]) -> None:
        """Pass each lag in seconds on to `lagged`."""
        self._lagged = lagged
        self._last = time.monotonic()

    @property
    def is_alive(self) -> bool:
        """Say whether the event loop has turned lately."""
        return time.monotonic() - self._last < ALIVE_WITHIN

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            due = time.monotonic() + BEAT
            await asyncio.sleep(BEAT)
            self._last = time.monotonic()
            self._lagged(max(self._last - due, 0.0))


async def is_writable(store: Store) -> bool:
    """Say whether the store takes a write soon enough."""
    try:
        async with asyncio.timeout(READY_WITHIN):
            return await store.probe() < READY_WITHIN
    except (TimeoutError, StoreError):
        return False
