"""What handlers of requests are handed beside the request itself."""

from typing import TypeAlias

from litestar.di import NamedDependency

from tapete.server.desk import Desk
from tapete.wire.messages import Language

TheDesk: TypeAlias = NamedDependency[Desk]
Guest: TypeAlias = NamedDependency[str]
"""Whoever asks; somebody new gets a cookie with the answer."""
Leaving: TypeAlias = NamedDependency[str]
"""Whoever asks, "" for nobody; the answer takes their cookie away."""
Address: TypeAlias = NamedDependency[str]
"""From where the request comes."""
Spoken: TypeAlias = NamedDependency[Language]
"""The language of whoever asks."""
