"""How long a page takes, and how often it asks the database."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from statistics import median
from time import perf_counter

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tools.bench.pages import Look, Page

MOST_MILLISECONDS = 150
MOST_QUERIES = 12
WARM = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found of a page; `queries` of the request with most of them."""

    name: str
    median: float
    """Milliseconds."""
    p95: float
    queries: int

    @property
    def missed(self) -> bool:
        """Whether it is slower than it should be, or asks too much."""
        return self.median >= MOST_MILLISECONDS or self.queries > MOST_QUERIES

    def __str__(self) -> str:
        mark = "  MISSED" if self.missed else ""
        return f"{self.name:36}{self.median:7.0f}{self.p95:7.0f}{self.queries:9}{mark}"


HEAD = f"{'page':36}{'median':>7}{'p95':>7}{'queries':>9}"


def measure(pages: Iterable[Page], requests: int) -> Iterator[Measured]:
    """Request each page so many times inside this process, through all middleware."""
    for page in pages:
        clients = {look.viewer.pk: _signed_in(look) for look in page.looks}
        for look in islice(cycle(page.looks), max(WARM, len(page.looks))):
            _get(clients[look.viewer.pk], look.path)
        queries = 0
        for look in page.looks:
            with CaptureQueriesContext(connection) as asked:
                _get(clients[look.viewer.pk], look.path)
            queries = max(queries, len(asked))
        took = sorted(
            _get(clients[look.viewer.pk], look.path) for look in islice(cycle(page.looks), requests)
        )
        yield Measured(page.name, median(took), took[int(0.95 * len(took))], queries)


def _signed_in(look: Look) -> Client:
    client = Client(headers={"host": "localhost"})
    client.force_login(look.viewer, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _get(client: Client, path: str) -> float:
    """Return how many milliseconds the whole answer took."""
    start = perf_counter()
    response = client.get(path)
    took = perf_counter() - start
    assert response.status_code == 200, f"{path}: {response.status_code}"
    return 1000 * took
