"""Behind PgBouncer in transaction mode."""

import pytest

from tests.grown.conftest import NewPlayer
from tests.grown.people import Table
from tools.grown.services import Grown, PgBouncer

EVERYTHING = """
from games.fairplay import nightly_check
from games.ladder import history
from games.ratings.card_counts import recount
from games.tables.services.expiry import mind_the_clocks
nightly_check.look_for_foul_play()
history.order_at("days")
recount()
mind_the_clocks()
"""


@pytest.mark.slow
def test_what_reads_many_rows_needs_no_cursor(grown: Grown, new_player: NewPlayer) -> None:
    table = Table(grown, new_player(0), new_player(1))
    table.plays(0)
    with PgBouncer(grown.folder / "pgbouncer", grown.postgres) as pooler:
        env = {**grown.env, "DATABASE_URL": pooler.url, "DATABASE_PREPARE": "0"}
        assert " 0 differ." in grown.manage("check_games", "--all", env=env)
        assert "All ratings match" in grown.manage("check_ratings", env=env)
        assert "All places match" in grown.manage("check_ladders", env=env)
        grown.manage("shell", "--verbosity", "0", "-c", EVERYTHING, env=env)
