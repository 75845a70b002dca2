"""`manage.py dump_games --month 2026-11`: writes the public games of a month to a file."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from common import dumps
from common.batches import in_batches
from games.archive.pseudonyms import without_names
from games.archive.selectors import open_games, records_of
from games.tables.selectors import SEATS

AT_ONCE = 200


class Command(BaseCommand):
    """Write the file and its manifest."""

    help = "Writes the public games that ended in a month to a file for download (/data/)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the month."""
        parser.add_argument("--month", required=True, help="2026-11; it has to be over")

    def handle(self, *args: Any, month: str, **options: Any) -> None:
        """Write, and say what was written."""
        begin, end = _bounds(month)
        if end > timezone.now():
            raise CommandError(f"{month} is not over yet.")
        about = f"Public games of Zenith that ended in {month} (UTC)"
        dump = dumps.write(f"zenith-games-{month}", about, _rows(begin, end))
        self.stdout.write(f"{dump.lines} games, {dump.size} bytes: {dump.path}")


def _bounds(month: str) -> tuple[datetime, datetime]:
    match = re.fullmatch(r"(20\d\d)-(0[1-9]|1[0-2])", month, re.ASCII)
    if match is None:
        raise CommandError("A month is written like 2026-11.")
    year, number = int(match[1]), int(match[2])
    begin = datetime(year, number, 1, tzinfo=UTC)
    return begin, datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)


def _rows(begin: datetime, end: datetime) -> Iterator[dict[str, object]]:
    games = open_games().filter(finished_at__gte=begin, finished_at__lt=end)
    for game in in_batches(games.prefetch_related(SEATS), "pk", AT_ONCE):
        (record,) = records_of([game])
        yield without_names(game, record)
