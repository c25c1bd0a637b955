"""What a monitoring system wants to know, as text that Prometheus reads."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from arcwalk.service.workload import Workload

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """Counts of requests, sentences and words, and how long requests take; each application has its own."""

    media_type = CONTENT_TYPE_LATEST

    def __init__(self, workload: Workload) -> None:
        self._registry = CollectorRegistry()
        self._requests = self._counter("requests", "Requests by path and status", ["path", "status"])
        self._seconds = Histogram(
            "arcwalk_request_seconds",
            "Time from the start of a request to the end of its answer",
            ["path"],
            registry=self._registry,
            buckets=_SECONDS,
        )
        self._sentences = self._counter("sentences", "Sentences annotated", ["model"])
        self._words = self._counter("words", "Words annotated", ["model"])
        self._rejected = self._counter("rejected", "Requests refused because the service was busy", [])
        self._gauge("running", "Requests being annotated", lambda: workload.running)
        self._gauge("waiting", "Requests waiting for a place", lambda: workload.waiting)

    def count_request(self, path: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self._requests.labels(path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)
        if status == 503:
            self._rejected.inc()

    def count_words(self, model: str, sentences: int, words: int) -> None:
        """Count what was annotated."""
        self._sentences.labels(model).inc(sentences)
        self._words.labels(model).inc(words)

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def _counter(self, name: str, help: str, labels: list[str]) -> Counter:
        return Counter(f"arcwalk_{name}", help, labels, registry=self._registry)

    def _gauge(self, name: str, help: str, value: Callable[[], float]) -> None:
        Gauge(f"arcwalk_{name}", help, registry=self._registry).set_function(value)
