"""The database is restored to a time in the past, as docs/large.md says, and play goes on."""

import re
from collections import Counter
from contextlib import suppress
from time import monotonic

from tests.grown.people import Person
from tests.hosts.conftest import PEOPLE, make_whole
from tests.hosts.players import playing
from tools.grown.services import until
from tools.hosts.site import BACKUP, DATABASES, MEMORIES, WEB, WORKERS, LargeSite, mails

DATA = "/var/lib/postgresql/zenith"
PG_CTL = ("/usr/lib/postgresql/15/bin/pg_ctl", "-D", DATA, "-w")
ON_SOCKET = ("psql", "-h", "/var/run/postgresql", "-At", "-c")
LEAP = (
    "SELECT setval(oid::regclass, nextval(oid::regclass) + 100000)"
    " FROM pg_class WHERE relkind = 'S'"
)
LAST_GAME = "SELECT max(id) FROM tables_game"


def test_the_database_is_restored_to_a_time(site: LargeSite, people: list[Person]) -> None:
    with playing(site, people) as events:
        until(lambda: len(events.confirmed) > PEOPLE)
        assert people[0].post("/notifications/tests/mail/").status < 400
        begin = monotonic()
        site.backups("--type=full", "backup")
        print(f"full backup: {monotonic() - begin:.0f} s")
        ((ended,),) = site.rows("SELECT clock_timestamp()")
        count = len(events.confirmed)
        until(lambda: len(events.confirmed) > count + PEOPLE)
        # pgBackRest counts in seconds: a backup of this one is not before this time.
        until(lambda: site.rows("SELECT 1 WHERE clock_timestamp() > %s + interval '1 s'", ended))
        told = until(lambda: _sent(site))
        confirmed = {*events.confirmed}
        ((target,),) = site.rows("SELECT clock_timestamp()")
        until(lambda: len(events.confirmed) > len(confirmed) + 2 * PEOPLE)
    site.hosts[site.primary()].run(*ON_SOCKET, "SELECT pg_switch_wal()", user="postgres")
    site.backups("check")

    begin = monotonic()
    last = site.rows(LAST_GAME)  # of a future that will not have happened
    for units, hosts in ((("zenith-web",), WEB), (("zenith-worker", "zenith-beat"), WORKERS)):
        for host in hosts:
            for unit in units:
                site.unit(host, unit).stop()
    for host in DATABASES:
        site.unit(host, "patroni").stop()
    _restore(site, target.isoformat(" "))
    rows = site.rows("SELECT game_id, seq FROM tables_move")
    assert confirmed <= {*rows}
    assert site.rows("SELECT count(*) FROM tables_move WHERE at > %s", target) == [(0,)]
    assert " 0 differ." in site.manage("check_games", "--all")
    make_whole(site)
    print(f"restored, {len(rows)} moves: {monotonic() - begin:.0f} s")

    with playing(site, people) as events:
        now = monotonic()
        until(lambda: events.moved_since(now), 90)
        opened = people[0].post("/tables/new/", preset="anybody")
    assert int(opened.location.strip("/").rpartition("/")[2]) > last[0][0]
    sent = Counter(re.findall(r"Message-ID: <notification\.(\d+)", "\n".join(mails(site))))
    assert all(sent[pk] == 1 for pk in told)  # told before that time, and not again
    site.backups("--type=diff", "backup")
    assert site.hosts[BACKUP].run("ls", "/var/lib/pgbackrest/backup/zenith", user="postgres")


def _sent(site: LargeSite) -> set[str]:
    rows = site.rows(
        "SELECT notification_id FROM notifications_delivery"
        " WHERE channel = 'mail' AND state = 'sent' AND unsure = 0"
    )
    return {str(pk) for (pk,) in rows}


def _restore(site: LargeSite, target: str) -> None:
    """Do what docs/large.md says, with everything stopped."""
    first, *others = DATABASES
    host = site.hosts[first]
    restore = ("pgbackrest", "--stanza=zenith", "--delta", "--type=time", f"--target={target}")
    host.run(*restore, "restore", user="postgres")
    host.run(
        *PG_CTL,
        "-l",
        "/tmp/restore.log",
        "-o",
        "-c listen_addresses= -c synchronous_standby_names=",
        "start",
        user="postgres",
    )

    def is_there() -> bool:
        with suppress(AssertionError):  # it does not answer yet
            state = host.run(*ON_SOCKET, "SELECT pg_get_wal_replay_pause_state()", user="postgres")
            return state == "paused\n"
        return False

    until(is_there, 120)
    host.run(*PG_CTL, "promote", user="postgres")
    host.run(*ON_SOCKET, LEAP, "zenith", user="postgres")
    host.run(*PG_CTL, "-m", "fast", "stop", user="postgres")
    for name in others:
        site.hosts[name].run("rm", "-rf", DATA)
    host.run("env", "ETCDCTL_API=3", "etcdctl", "del", "--prefix", "/service/zenith/")
    site.unit(first, "patroni").start()
    until(site.primary, 120)
    site.start("patroni", on=tuple(others))
    until(site.voters, 120)
    kept = ("env", "ETCDCTL_API=3", "etcdctl", "get", "/service/zenith/config")
    assert '"synchronous_mode":"quorum"' in host.run(*kept)
    site.hosts[MEMORIES[0]].run("redis-cli", "-h", site.master(), "flushall")
    until(lambda: _writes(site), 60)


def _writes(site: LargeSite) -> bool:
    with suppress(Exception):
        return bool(site.rows("SELECT 1"))
    return False
