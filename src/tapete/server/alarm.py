"""Timers that never ring early."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

HALF_MS: Final = 0.0005


def ring_at(
    loop: asyncio.AbstractEventLoop, when: float, call: Callable[..., Any], *given: Any
) -> asyncio.TimerHandle:
    """Call something at a time of the loop's clock, or up to a millisecond later.

    uvloop rounds to whole milliseconds. Whoever is woken early looks at the clock, waits again for
    nothing, and is woken early again, hundreds of times a millisecond where the loop is busy.
    """
    return loop.call_at(when + HALF_MS, call, *given)
