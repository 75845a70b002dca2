"""`python -m tests.upgrades`: add the new migrations to those that have landed.

`--anew` also accepts changed migrations and makes the start database anew. That is for the time
before the first release; from then on landed migrations don't change.
"""

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path
from unittest import mock

import django
from django.utils import timezone

from tests.upgrades import landed


def main() -> int:
    """Write the files; return 1 if a landed migration has changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrades", description=__doc__)
    parser.add_argument("--anew", action="store_true", help="write both files anew")
    anew = parser.parse_args().anew
    changed = landed.changed(landed.landed(), landed.on_disk())
    if changed and not anew:
        print(f"These migrations have landed and must not change: {', '.join(changed)}.")
        return 1
    landed.write(landed.on_disk())
    if anew:
        _write_start()
    return 0


def _write_start() -> None:
    """Write the start database; the same models give the same text."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings_test"
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with (
        # Before the models are imported: their defaults keep a reference to the function.
        mock.patch.object(timezone, "now") as now,
        mock.patch("random._urandom", random.Random(1).randbytes),  # what `secrets` draws from
        tempfile.TemporaryDirectory() as folder,
    ):
        django.setup()
        from tests.upgrades import start  # noqa: PLC0415 - settings first

        now.return_value = start.MOMENT
        start.write(Path(folder))


if __name__ == "__main__":
    sys.exit(main())
