"""How much of everything is allowed: messages, connections, requests, guesses at codes.

Nothing here reads a clock: callers pass the monotonic time, in seconds. Nothing grows without end:
what is kept per address or guest is bounded, and the one seen longest ago is forgotten first.
"""

import ipaddress
import math
from collections import Counter, OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from tapete.wire.messages import Act, AskLook, AskMoves, FromClient, Hand, Ping, Touch

Verdict: TypeAlias = Literal["pass", "drop", "refuse", "close"]
"""What is to be done with a message: take it, forget it, say no to it, end its connection."""


@dataclass(frozen=True)
class Rate:
    """How often something may happen: `burst` times at once, then `per_second`."""

    per_second: float
    burst: int


HANDS: Final = Rate(90, 120)
MOVES: Final = Rate(10, 20)
OTHERS: Final = Rate(5, 20)
PINGS: Final = Rate(2, 10)
QUESTIONS: Final = Rate(3, 6)
"""Moves and the view in words, which cost the most to answer."""
RATES: Final[Mapping[type, Rate]] = {
    Hand: HANDS,
    Act: MOVES,
    Touch: MOVES,
    Ping: PINGS,
    AskMoves: QUESTIONS,
    AskLook: QUESTIONS,
}
"""The limit of each kind of message; all that are not named have OTHERS, each its own."""
REFUSALS: Final = Rate(1, 20)
"""How many refusals a connection may earn before it is closed."""
ALL_MESSAGES: Final = Rate(300, 1500)
"""Everything together, dropped hands too: a line that was stuck may deliver seconds at once."""
GUESSES: Final = Rate(10 / 60, 10)
"""Wrong codes from one address."""
REQUESTS: Final = Rate(20, 100)
"""HTTP requests from one address or guest: a first visit fetches a page and its parts."""
PER_GUEST_AND_TABLE: Final = 4
"""Connections of one guest at one table: a few tabs and devices."""
PER_ADDRESS: Final = 60
"""Connections from one address: a house behind one router."""
MOST_KEPT: Final = 10_000
"""How many addresses or guests are remembered."""
HOME_NETWORK: Final = 64
"""Bits of an IPv6 address that one customer has; the rest are theirs to change at will."""


class Bucket:
    """Tokens for something that may happen at a rate; full at the beginning."""

    __slots__ = ("_at", "_tokens")

    def __init__(self, rate: Rate, since: float) -> None:
        self._tokens = float(rate.burst)
        self._at = since

    def has_one(self, rate: Rate, now: float) -> bool:
        """Return whether it may happen once more."""
        self._tokens = min(rate.burst, self._tokens + (now - self._at) * rate.per_second)
        self._at = now
        return self._tokens >= 1

    def take(self, rate: Rate, now: float) -> bool:
        """Let it happen once, or return False."""
        if not self.has_one(rate, now):
            return False
        self._tokens -= 1
        return True


class Buckets:
    """One bucket of the same rate for each of many keys."""

    def __init__(self, rate: Rate, most: int = MOST_KEPT) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def has_one(self, key: Hashable, now: float) -> bool:
        """Return whether it may happen once more for a key."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.has_one(self._rate, now)

    def take(self, key: Hashable, now: float) -> bool:
        """Let it happen once for a key, or return False."""
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._rate, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return self._buckets[key].take(self._rate, now)


class MessageLimits:
    """The limits of one connection's messages, all of them full at `since`."""

    __slots__ = ("_all", "_kinds", "_refusals")

    def __init__(self, since: float = -math.inf) -> None:
        self._kinds: dict[type, Bucket] = {}
        self._all = Bucket(ALL_MESSAGES, since)
        self._refusals = Bucket(REFUSALS, since)

    def take(self, message: FromClient, now: float) -> Verdict:
        """Return what is to be done with a message that has come in."""
        if not self._all.take(ALL_MESSAGES, now):
            return "close"
        kind = type(message)
        rate = RATES.get(kind, OTHERS)
        bucket = self._kinds.get(kind)
        if bucket is None:
            bucket = self._kinds[kind] = Bucket(rate, now)
        if bucket.take(rate, now):
            return "pass"
        if kind is Hand:
            return "drop"
        return "refuse" if self._refusals.take(REFUSALS, now) else "close"


class Guesses:
    """Wrong codes per address: after GUESSES of them, codes are not even looked up for a while."""

    def __init__(self) -> None:
        self._buckets = Buckets(GUESSES)

    def may_try(self, address: str, now: float) -> bool:
        """Return whether an address may try a code."""
        return self._buckets.has_one(network_of(address), now)

    def was_wrong(self, address: str, now: float) -> None:
        """Count a wrong code."""
        self._buckets.take(network_of(address), now)


@dataclass
class Presences:
    """Counts the connections that are open under each key, up to a limit."""

    limit: int
    _open: Counter[Hashable] = field(default_factory=Counter, repr=False)

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, key: Hashable) -> bool:
        """Count one more, or return False where that would be too many."""
        if self._open[key] >= self.limit:
            return False
        self._open[key] += 1
        return True

    def leave(self, key: Hashable) -> None:
        """Count one less, once for each that entered."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]


class Gate:
    """The limits of open connections: per guest and table, and per address."""

    def __init__(
        self, per_guest_and_table: int = PER_GUEST_AND_TABLE, per_address: int = PER_ADDRESS
    ) -> None:
        self._guests = Presences(per_guest_and_table)
        self._addresses = Presences(per_address)

    def enter(self, address: str, guest: str, table: str) -> bool:
        """Let a connection in, or return False; whoever was let in must leave once."""
        if not self._addresses.enter(network_of(address)):
            return False
        if self._guests.enter((guest, table)):
            return True
        self._addresses.leave(network_of(address))
        return False

    def leave(self, address: str, guest: str, table: str) -> None:
        """Let go of a connection that was let in."""
        self._addresses.leave(network_of(address))
        self._guests.leave((guest, table))


def network_of(address: str) -> str:
    """Return what limits count an address as: itself, or the network of an IPv6 customer."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip), HOME_NETWORK), strict=False).network_address)
