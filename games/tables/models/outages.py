"""Signs of life of the workers, what one of them does at a time, and outages."""

from django.db import models


class Heartbeat(models.Model):
    """The last sign of life of a worker."""

    worker = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker} {self.at}"


class Lease(models.Model):
    """A task that one process of the site does at a time, and which: until when it holds it."""

    name = models.CharField(max_length=20, primary_key=True)
    holder = models.CharField(max_length=100)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.holder} {self.until}"


class Outage(models.Model):
    """A period in which the clock sweep did not run; it is given back to running games."""

    start = models.DateTimeField()
    end = models.DateTimeField()
    live = models.BooleanField(default=False)
    """Whether it concerns live games, or all others."""
    done = models.BooleanField(default=False)
    """Whether every running game has its time back. Until then a game gets it when it is next
    locked, at the latest by the sweep."""
    games = models.PositiveIntegerField(default=0)
    """The number of games that got it back in batches, counted at the latest outage of several."""

    class Meta:
        """The latest first; an index for outages that are not given back yet."""

        ordering = ("-end",)
        indexes = (
            models.Index(
                fields=["live", "id"], condition=models.Q(done=False), name="tables_outage_open"
            ),
        )

    def __str__(self) -> str:
        return f"{self.start} - {self.end}"
