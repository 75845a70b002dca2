"""Hosts die, are cut off and are slowed down, one after another, while people play.

The last test looks back at all of it: no confirmed move is lost or there twice, nor is a mail.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import pytest

from tests.hosts.conftest import Measure
from tests.hosts.players import Events
from tools.grown.services import ROOT, until
from tools.hosts.site import WEB, WORKERS, LargeSite, mails

LATEST = 400
"""Seconds within which a mail is sent whose worker died: its claim has to end first."""
NEXT_VERSION = '''"""What a next version adds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "{last}")]
    operations = [
        migrations.CreateModel(
            name="Addition",
            fields=[("id", models.BigAutoField(primary_key=True, serialize=False))],
        ),
        migrations.RunSQL("ALTER TABLE tables_game ADD COLUMN added integer", "SELECT 1"),
    ]
'''


def test_the_primary_is_killed(site: LargeSite, measure: Measure) -> None:
    old = site.primary()
    wait = measure(
        "PostgreSQL's primary killed", site.hosts[old].die, lambda: _is_other(site, old)
    ).wait
    assert wait <= 30


def test_the_primary_is_cut_off(site: LargeSite, measure: Measure) -> None:
    ((begin,),) = site.rows("SELECT clock_timestamp() - interval '10 s'")
    old = site.primary()
    wait = measure(
        "the primary's packets dropped", site.hosts[old].drop, lambda: _is_other(site, old)
    ).wait
    assert wait <= 30
    # Longer than three sweeps: live clocks get it back (`games/tables/timekeeping/outages.py`).
    until(lambda: site.rows("SELECT 1 FROM tables_outage WHERE live AND start > %s", begin))


def test_the_primary_is_slow(site: LargeSite, measure: Measure) -> None:
    def slow() -> None:
        site.hosts[site.primary()].lose(0.2)
        sleep(15)  # it is no wait for something: this is how long it lasts
        for host in site.hosts.values():
            host.heal()

    wait = measure("a fifth of the primary's packets lost for 15 s", slow, site.primary).wait
    assert wait <= 30


def test_redis_master_is_killed(site: LargeSite, measure: Measure) -> None:
    old = site.master()
    wait = measure(
        "Redis' master killed", site.hosts[old].die, lambda: site.master() not in ("", old)
    ).wait
    assert wait <= 5


def test_a_web_host_is_cut_off(site: LargeSite, measure: Measure) -> None:
    wait = measure("a web host's packets dropped", site.hosts[WEB[0]].drop, lambda: True).wait
    assert wait <= 5


def test_the_host_of_the_beat_that_works_dies(site: LargeSite, measure: Measure) -> None:
    """And so does a worker."""
    old = until(lambda: _beat(site))
    host = site.hosts[old.split()[0]]
    wait = measure(
        "the host of beat and a worker killed", host.die, lambda: _beat(site) not in ("", old)
    ).wait
    assert wait <= 5


@pytest.fixture(scope="session")
def next_version(site: LargeSite) -> Iterator[Path]:
    """A copy of this checkout with another migration. Not in `/tmp`, which each host has itself.

    It stays until the end: the processes go on in it.
    """
    with TemporaryDirectory(dir="/var/tmp", prefix="zenith-next-") as folder:
        Path(folder).chmod(0o755)
        _copy(Path(folder))
        yield Path(folder)


def test_an_upgrade_with_a_migration(site: LargeSite, measure: Measure, next_version: Path) -> None:

    def upgrade() -> None:
        for host in WEB + WORKERS:
            site.install(host, next_version)
        site.unit(WORKERS[0], "zenith-migrate").start()
        for host in WEB:
            site.unit(host, "zenith-web").restart()
            until(partial(_serves, site, host))
            sleep(3)  # the proxy asks every second
        for host in WORKERS:
            site.unit(host, "zenith-worker").restart()
            site.unit(host, "zenith-beat").restart()

    measured = measure("all processes restarted for a new version", upgrade, lambda: True)
    assert measured.failed == 0
    assert measured.wait <= 5


def test_nothing_is_lost_and_nothing_is_there_twice(site: LargeSite, events: Events) -> None:
    assert not events.undone
    confirmed = {*events.confirmed}  # they go on
    kept = Counter(site.rows("SELECT game_id, seq FROM tables_move"))
    assert confirmed <= kept.keys()
    assert set(kept.values()) == {1}
    assert " 0 differ." in site.manage("check_games", "--all")
    tests = until(partial(_tests_settled, site, events), LATEST)
    sent = Counter(re.findall(r"Message-ID: <notification\.(\d+)", "\n".join(mails(site))))
    rows = site.rows(
        "SELECT notification_id, state, unsure FROM notifications_delivery WHERE channel = 'mail'"
    )
    known = {str(pk) for pk, state, _unsure in rows if state == "sent"}
    unsure = {str(pk) for pk, _state, unsure in rows if unsure}
    stopped = len(tests - known)
    print(f"{len(confirmed)} confirmed moves, {events.mails} mails, {stopped} perhaps not sent")
    assert events.mails <= len(tests)
    assert known - unsure <= sent.keys()
    assert {pk for pk, count in sent.items() if count > 1} <= unsure


def _tests_settled(site: LargeSite, events: Events) -> set[str]:
    """Return the numbers of the mails that people asked for; nothing while one is waiting.

    Those that were sent, and those of which the site says that it stopped while it sent them: a
    test is no pressing mail, so it is not sent again.
    """
    rows = site.rows(
        "SELECT notification_id, state, reason FROM notifications_delivery"
        " JOIN notifications_notification ON notification_id = notifications_notification.id"
        " WHERE channel = 'mail' AND kind = 'test' AND notification_id > %s",
        events.last_mail,
    )
    if any(state == "waiting" for _pk, state, _reason in rows):
        return set()
    return {str(pk) for pk, state, reason in rows if state == "sent" or reason == "unsure"}


def _is_other(site: LargeSite, old: str) -> bool:
    return site.primary() not in ("", old)


def _serves(site: LargeSite, host: str) -> bool:
    return site.ask(host, "/servingz", 8000)[0] == 200


def _beat(site: LargeSite) -> str:
    """Return who holds the lead of the beats."""
    rows = site.rows("SELECT holder FROM tables_lease WHERE name = 'beat' AND until > now()")
    return rows[0][0] if rows else ""


def _copy(folder: Path) -> None:
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    migrations = folder / "games" / "tables" / "migrations"
    last = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / "9999_next.py").write_text(NEXT_VERSION.format(last=last))
