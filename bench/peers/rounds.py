"""How a peer's script speaks with `peers.py`: JSON lines, one round of measuring for each.

In comes {"what": …, "seconds": …}; out goes {"count": …, "cpu_seconds": …} and whatever else. Runs
inside the peers' own environment, which has nothing of this project.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass
class Round:
    """What a round came to: `count` decisions or steps in so many seconds of CPU time."""

    count: int = 0
    cpu_seconds: float = 0.0


def serve(measures: Mapping[str, Callable[[float], Round]]) -> None:
    """Answer one line after another until there are no more."""
    answer({"ready": True})
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        answer(asdict(measures[asked["what"]](asked["seconds"])))


def answer(said: Mapping[str, Any]) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def repeated(work: Callable[[], int], seconds: float) -> Round:
    """Do some work over and over for about so many CPU seconds; it returns how much it did."""
    found = Round()
    while found.cpu_seconds < seconds:
        started = time.process_time()
        count = work()
        found.cpu_seconds += time.process_time() - started
        found.count += count
    return found
