"""A thread of a web process that looks after something again and again, beside the requests."""

from threading import Event, Thread

from django.db import connections

from zenith_site import deadlines

LIMIT = 2.0
"""Seconds that a statement of a round may take."""


class Rounds:
    """A thread that calls `look` again and again. `often`: seconds between two rounds."""

    name = "rounds"
    often = 2.0

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._is_over = Event()

    def start(self) -> None:
        """Make the first round, and begin to make the others."""
        self._is_over.clear()
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(2 * LIMIT)
        self._thread = None

    def look(self) -> None:
        """Make a round; raises nothing."""
        raise NotImplementedError

    def _run(self) -> None:
        deadlines.limit_thread(LIMIT)
        while True:
            self.look()
            connections.close_all()
            if self._is_over.wait(self.often):
                return
