"""A quick `tapete` that kills itself: `python -m tests.server.kill serve … --die PLACE N`.

It dies when it is for the N-th time in `write`, inside a transaction of the store, the rows written
and not yet committed; or in `told`, after a commit, before anybody is told of it.
"""

import os
import signal
import sys
import time
from typing import Any

from tapete.server import queries, writer
from tests.server.quick import main

WAIT = 0.05
PLACES = {"write": (queries, "add_entries"), "told": (writer, "deliver")}


def die_in(place: str, at: int) -> None:
    """Have this process kill itself when it is in a place for the N-th time."""
    owner, name = PLACES[place]
    done = getattr(owner, name)
    left = at

    def dying(*given: Any) -> None:
        nonlocal left
        left -= 1
        if place == "write":
            done(*given)
        if left <= 0:
            # Time enough for whatever is told too early to reach somebody.
            time.sleep(WAIT)
            os.kill(os.getpid(), signal.SIGKILL)
        if place != "write":
            done(*given)

    setattr(owner, name, dying)


if __name__ == "__main__":
    *_, flag, where, count = sys.argv
    if flag == "--die":
        die_in(where, int(count))
        del sys.argv[-3:]
    sys.exit(main())
