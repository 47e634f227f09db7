"""What waits in front of a table, and that it may wait in vain."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from tapete.server.audience import Listener
from tapete.server.orders import Who
from tapete.server.store import StoreError

SOMEBODY: Final = Who("", frozenset())
"""Who has sent a message, before it is its turn: what waits before it may give them a seat."""


class Away(StoreError):
    """A table that cannot be had at this moment; whoever asks again soon finds it."""


@dataclass
class Arrival:
    """A connection that waits to be let in, and the last version that it has seen."""

    one: Listener
    since: int


@dataclass
class Order:
    """A message that came in, or what somebody inside asks in the same words."""

    who: Who
    message: Any
    at: float
    listener: Listener | None = None
    answer: asyncio.Future[int] | None = None
