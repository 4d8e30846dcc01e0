"""The figures of a process as Prometheus reads them; the only file that knows its library."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from loket.engine.measures import Measures


class _Figures(Collector):
    def __init__(self, now: Measures, errors: int) -> None:
        self._now, self._errors = now, errors

    def collect(self) -> Iterable[Metric]:
        now = self._now
        gauges = {
            "loket_conversations_owned": (now.owned, "Conversations that are open here."),
            "loket_watchers": (now.watchers, "Streams of records that are open."),
            "loket_watcher_lag_records": (now.lag, "Records that the last of the watchers has still to be sent."),
            "loket_queue_records": (now.queue, "Records that wait for their commit."),
            "loket_thoughts": (now.thoughts, "Thoughts of planners under way."),
            "loket_calls": (now.calls, "Calls of tools under way."),
        }
        counters = {
            "loket_conversations_moved": (now.moved, "Conversations taken over with what was under way."),
            "loket_records_appended": (now.stored, "Records committed."),
            "loket_errors": (self._errors, "Lines of the server's log at level error."),
        }
        for name, (value, about) in gauges.items():
            yield GaugeMetricFamily(name, about, value)
        for name, (value, about) in counters.items():
            yield CounterMetricFamily(name, about, value)


def exposition(now: Measures, errors: int) -> tuple[bytes, str]:
    """The figures of Loket and of its process, and their media type."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(now, errors))
    ProcessCollector(registry=registry)
    return generate_latest(registry), CONTENT_TYPE_LATEST
