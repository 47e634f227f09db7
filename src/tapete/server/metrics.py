"""What a server counts, as Prometheus reads it: no table, no person is told apart."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE: Final = "text/plain; version=0.0.4"
"""Litestar adds the character set, and Prometheus takes no header that names it twice."""
BUCKETS: Final = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Upper bounds in seconds."""


class Metrics(Collector):
    """The counts of one process; what happens often is a plain number until somebody asks."""

    def __init__(self, tables: Callable[[], int]) -> None:
        """Count from zero; `tables` tells how many are in memory."""
        self.sockets = 0
        self.frames_in = 0
        self.frames_out = 0
        self.moves = 0
        self.refusals: Counter[str] = Counter()
        """By reason: of what a table forbids, and of connections that are not let in."""
        self._tables = tables
        self._registry = CollectorRegistry()
        self._registry.register(self)
        self._commits = self._histogram(
            "tapete_commit_seconds", "From a choice to the disk, and from there to all who see it"
        )
        self._lags = self._histogram("tapete_loop_lag_seconds", "How late the event loop is")

    def moved(self, seconds: float) -> None:
        """Count a stored change of a table, and how long it took to be stored and told."""
        self.moves += 1
        self._commits.observe(seconds)

    def refused(self, reason: str) -> None:
        """Count a refusal."""
        self.refusals[str(reason)] += 1

    def lagged(self, seconds: float) -> None:
        """Note how late the event loop came to something."""
        self._lags.observe(seconds)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format, CONTENT_TYPE."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the plain numbers; called by the registry."""
        yield GaugeMetricFamily("tapete_sockets", "Open websockets", self.sockets)
        yield GaugeMetricFamily("tapete_tables", "Tables in memory", self._tables())
        yield CounterMetricFamily("tapete_moves", "Stored changes of tables", self.moves)
        yield CounterMetricFamily("tapete_frames_in", "Messages received", self.frames_in)
        yield CounterMetricFamily("tapete_frames_out", "Messages sent", self.frames_out)
        refusals = CounterMetricFamily("tapete_refusals", "Refusals", labels=["reason"])
        for reason, count in sorted(self.refusals.items()):
            refusals.add_metric([reason], count)
        yield refusals

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(name, text, registry=self._registry, buckets=BUCKETS)
