"""Timers that never ring early, on the loop that servers run on."""

import asyncio

import uvloop

from tapete.server.alarm import ring_at

TIMES = 40


async def keep_busy() -> None:
    """Leave the loop nothing to wait for, so that it looks at its timers again and again."""
    while True:
        await asyncio.sleep(0)


async def ring(after: float) -> float:
    """Return how late a timer rings."""
    loop = asyncio.get_running_loop()
    done = asyncio.Event()
    when = loop.time() + after
    ring_at(loop, when, done.set)
    await done.wait()
    return loop.time() - when


def test_no_timer_of_a_busy_loop_rings_early():
    async def play() -> list[float]:
        busy = asyncio.create_task(keep_busy())
        late = [await ring(0.003 + i / TIMES / 1000) for i in range(TIMES)]
        busy.cancel()
        return late

    late = uvloop.run(play())
    # In seconds whose last digits are lost in a float.
    assert min(late) > -1e-9
    assert len(late) == TIMES
