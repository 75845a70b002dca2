"""Background work: each task takes ids and calls a service, and may run twice or late."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from games.fairplay import suspicions
from games.finding import pairing
from games.ladder import challenges
from games.models import Heartbeat
from games.nudges import alarms, digest, outbox, record
from games.seasons import calendar
from games.services import bots, people, tables
from games.times import expiry
from games.tournaments import running


@shared_task
def play_bot(game_id: int, number: int) -> None:
    """Let a bot answer; its next answer, if it has one, is the next task."""
    bots.play_bot(game_id, number)


@shared_task
def wake_bots() -> None:
    """Find bots whose task got lost."""
    bots.wake_forgotten_bots()


@shared_task
def mind_the_clocks() -> None:
    """Give lost time back, let vacation help, end the games whose time is up."""
    expiry.mind_the_clocks()


@shared_task
def expire_tables() -> None:
    """Close the tables that nobody joined."""
    tables.expire_tables()


@shared_task
def remove_stale_guests() -> None:
    """Remove the guests who stayed away."""
    people.remove_stale_guests()


@shared_task
def pair_searches() -> None:
    """Pair the people who want a game."""
    pairing.pair_all()


@shared_task
def mind_the_ladders() -> None:
    """Let challenges that nobody answers run out, and start what is due."""
    challenges.mind_the_ladders()


@shared_task
def run_seasons() -> None:
    """Open, pair, start and close the seasons whose time has come."""
    calendar.run_seasons()


@shared_task
def run_tournaments() -> None:
    """Start the tournaments and rounds whose time has come, and the site's own of the month."""
    running.run_tournaments()


@shared_task
def run_tournament(tournament_id: int) -> None:
    """Do what is due in one tournament, without waiting for the minute."""
    running.run_tournament(tournament_id)


@shared_task
def look_for_foul_play() -> None:
    """Put what looks unfair before the moderators."""
    suspicions.look_for_foul_play()


@shared_task(time_limit=outbox.TASK_SECONDS)
def send_nudges(channel: str) -> None:
    """Send what is due on a channel and still wanted."""
    outbox.send_due(channels=(channel,))


@shared_task(time_limit=outbox.TASK_SECONDS)
def send_digests() -> None:
    """Send the daily and weekly digests whose time has come."""
    digest.send_digests()


@shared_task
def sound_alarms() -> None:
    """Note whose time is running short."""
    alarms.sound_alarms()


@shared_task
def prune_nudges() -> None:
    """Forget the nudges of long ago."""
    record.prune()


@shared_task
def clear_sessions() -> None:
    """Delete the sessions that have expired."""
    call_command("clearsessions")


@shared_task
def beat_heart(worker: str = "site") -> None:
    """Show that beat and the worker of a queue live."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"at": timezone.now()})
