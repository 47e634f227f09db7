"""What every request and every websocket needs of the server, in one place."""

import asyncio
import time
from datetime import UTC, datetime
from typing import Final
from weakref import WeakValueDictionary

from litestar.status_codes import HTTP_429_TOO_MANY_REQUESTS, HTTP_503_SERVICE_UNAVAILABLE

from tapete.server.guests import KeyRing, parse_code
from tapete.server.health import Pulse
from tapete.server.inbox import Away
from tapete.server.keeper import Keeper
from tapete.server.limits import REQUESTS, Buckets, Gate, Guesses, Rate, network_of
from tapete.server.metrics import Metrics
from tapete.server.pace import Pace
from tapete.server.pages import load_client
from tapete.server.problems import Problem, no_table
from tapete.server.rooms import Rooms
from tapete.server.settings import Settings
from tapete.server.store import Store
from tapete.server.whereabouts import Moved, Whereabouts, tell_nobody

OPENINGS: Final = Rate(1 / 4, 30)
"""Tables that one address may open."""
PICTURES: Final = Rate(1, 10)
"""QR codes that one address may have drawn: nothing else takes the processor as long."""


class TooManyGuesses(Away):
    """An address that has named too many wrong codes to be told anything now."""


class Desk:
    """One server: its tables, what it remembers, and who may come how often.

    It is no dataclass on purpose: Litestar would look into it with every request.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        port: int,
        pace: Pace | None = None,
        moved: Moved = tell_nobody,
    ) -> None:
        """Take an open store and the port listened at; raise TapeteError for wrong settings."""
        self.settings = settings
        self.whereabouts = Whereabouts(settings, port, moved)
        self.ring = KeyRing.load(settings.data)
        self.store = store
        self.metrics = Metrics(lambda: self.rooms.count)
        self.rooms = Rooms(store, meter=self.metrics, pace=pace)
        self.files = load_client()
        self.pulse = Pulse(self.metrics.lagged)
        self.gate = Gate()
        self.guesses = Guesses()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.requests = Buckets(REQUESTS)
        self.openings = Buckets(OPENINGS)
        self.pictures = Buckets(PICTURES)
        self.is_draining = False

    async def find(self, typed: str, address: str) -> Keeper:
        """Return the table with a code that somebody typed; raise Problem where there is none.

        An address that names many wrong ones is not answered for a while, whatever it names.
        """
        self._check_open()
        try:
            keeper = await self.look_up(parse_code(typed), address)
        except TooManyGuesses:
            raise Problem(HTTP_429_TOO_MANY_REQUESTS) from None
        if keeper is None:
            raise no_table()
        return keeper

    async def look_up(self, code: str | None, address: str) -> Keeper | None:
        """Return the table with a code, None for a wrong one, which is counted.

        Raises TooManyGuesses where an address has none left. It asks for one table after the other,
        so that many guesses at once learn no more than many in a row.
        """
        # Gone as soon as nobody holds it or waits for it.
        turn = self._turns.setdefault(network_of(address), asyncio.Lock())
        async with turn:
            if not self.guesses.may_try(address, time.monotonic()):
                raise TooManyGuesses("too many wrong codes", "demasiados códigos equivocados")
            keeper = None if code is None else await self.rooms.find(code)
            if keeper is None:
                self.guesses.was_wrong(address, time.monotonic())
            return keeper

    def check_opening(self, address: str) -> None:
        """Raise Problem where an address has opened too many tables lately."""
        self._check_open()
        if not self.openings.take(network_of(address), time.monotonic()):
            raise Problem(HTTP_429_TOO_MANY_REQUESTS)

    def check_drawing(self, address: str) -> None:
        """Raise Problem where too much has been drawn for an address lately."""
        if not self.pictures.take(network_of(address), time.monotonic()):
            raise Problem(HTTP_429_TOO_MANY_REQUESTS)

    async def drain(self) -> None:
        """Let every table finish what it does, and take nobody in any more."""
        if not self.is_draining:
            self.is_draining = True
            await self.rooms.close()

    def _check_open(self) -> None:
        if self.is_draining:
            raise Problem(HTTP_503_SERVICE_UNAVAILABLE)


def day_of(seconds: float) -> str:
    """Return the day of a time in seconds since 1970, as `2030-01-31`."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
