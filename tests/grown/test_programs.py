"""Programs play through the API while web processes are killed: no move is lost or played twice."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.grown.people import Person
from tools.grown.services import ROOT, Grown, until

MAKE_PROGRAMS = """
import json, sys
from django.test import Client
from django.utils import timezone
from accounts.models import User
from games.api import tokens
for number in range(PROGRAMS):
    user = User.objects.create(username=f"program{PROGRAMS}-{number}")
    client, token = Client(), tokens.new()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    rights = ["read:private", "play"]
    tokens.store(token, user, "plays", rights, None, now=timezone.now())
    print(json.dumps([client.cookies["sessionid"].value, token]))
"""
AN_HOUR = 3600.0
EXAMPLE = ROOT / "docs" / "examples" / "bot.py"


@contextmanager
def playing(site: str, token: str, level: str, log: Path) -> Iterator[None]:
    """Run the example of the documentation until the end of the block."""
    env = {**os.environ, "SITE": f"http://{site}", "TOKEN": token, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(EXAMPLE), level]
    with log.open("ab") as written:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=written, stderr=written)
    try:
        yield
        assert process.poll() is None, log.read_text()
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("programs", "games", "level", "whole"),
    [(2, 1, "noisy", False), pytest.param(10, 10, "nova", True, marks=pytest.mark.slow)],
)
def test_programs_play_while_web_processes_are_killed(
    grown: Grown, tmp_path: Path, programs: int, games: int, level: str, *, whole: bool
) -> None:
    code = MAKE_PROGRAMS.replace("PROGRAMS", str(programs))
    made = grown.manage("shell", "--verbosity", "0", "-c", code).splitlines()
    numbers: list[int] = []

    def rows(what: str, table: str = "tables_game WHERE id") -> tuple[int, ...]:
        (row,) = grown.rows(f"SELECT {what} FROM {table} = ANY(%s)", numbers)
        return tuple(map(int, row))

    def have_moves(most: int) -> None:
        until(lambda: rows("sum(seq)")[0] >= most * len(numbers), AN_HOUR)

    with ExitStack() as stack:
        for place, (session, token) in enumerate(map(json.loads, made)):
            site = grown.web[place % 2]
            person = Person(session, site)
            for _game in range(games):
                opened = person.post("/play-a-bot/", bot="meteor")
                assert opened.status == 302, opened.text
                numbers.append(int(opened.location.strip("/").rpartition("/")[2]))
            stack.enter_context(playing(site, token, level, tmp_path / f"program-{place}.log"))
        have_moves(6)
        grown.parts["web-1"].kill()
        grown.heal()
        have_moves(12)
        if whole:
            grown.parts["web-2"].kill()
            grown.heal()
            over = "count(*) FILTER (WHERE status = 'finished')"
            until(lambda: rows(over)[0] == len(numbers), AN_HOUR)
    counts = "count(*), count(DISTINCT (game_id, m.seq)), count(DISTINCT g.id), "
    sums = "(SELECT sum(seq) FROM tables_game WHERE id = ANY(%s))"
    join = "FROM tables_move m JOIN tables_game g ON g.id = game_id WHERE g.id = ANY(%s)"
    (row,) = grown.rows(f"SELECT {counts}{sums} {join}", numbers, numbers)
    stored, different, tables, played = map(int, row)
    assert stored == different == played
    assert tables == len(numbers)
    assert "0 differ." in grown.manage("check_games", "--all")
