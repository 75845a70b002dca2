"""Confirmed moves a second at the service door, against bare PostgreSQL doing the same writes.

Run in the checkout that is measured, with the numbers of some running games of two players and the
moves for each: `python door.py GAMES MOVES`. Prints JSON. The games' moves are played through
`submit_actions`; the bare loop repeats their writes in copies of the games, with psycopg alone: one
locking read, the moves, the seats and the game in a statement each, notifications and deliveries.
They take turns, so that a noisy machine slows both.
"""

import asyncio
import json
import os
import random
import secrets
import sys
from time import perf_counter
from typing import Any

import django

django.setup()

import psycopg  # noqa: E402 - Django first
from asgiref.sync import sync_to_async  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from psycopg import sql  # noqa: E402
from psycopg.rows import dict_row  # noqa: E402
from psycopg.types.json import Jsonb  # noqa: E402

from engine import Game as EngineGame  # noqa: E402
from games.tables.services.play import submit_actions  # noqa: E402

Row = dict[str, Any]
LOCK = """
SELECT game.*, seat.*, "user".* FROM tables_game game
JOIN tables_seat seat ON seat.game_id = game.id
JOIN accounts_user "user" ON "user".id = seat.user_id
WHERE game.id = %s ORDER BY seat.number FOR UPDATE OF game
"""
MOVE = """
INSERT INTO tables_move (game_id, seq, seat, action, events, at) VALUES (%s, %s, %s, %s, %s, %s)
"""
SEATS = """
UPDATE tables_seat
SET asked = new.asked, asked_at = new.asked_at, turns = new.turns, draft = new.draft
FROM (VALUES (%s::int, %s::bool, %s::timestamptz, %s::int, %s::jsonb),
             (%s::int, %s::bool, %s::timestamptz, %s::int, %s::jsonb))
     AS new (number, asked, asked_at, turns, draft)
WHERE game_id = %s AND tables_seat.number = new.number
"""
GAME = """
UPDATE tables_game SET seq = %s, version = %s, status = %s, winner = %s, ending = %s,
    snapshot = %s, clock = %s, deadline = %s, alarm_at = %s WHERE id = %s
"""


class Bare:
    """The bare loop: copies of games, and the writes of moves into them."""

    def __init__(self) -> None:
        self.connection = psycopg.connect(os.environ["DATABASE_URL"], row_factory=dict_row)
        self.copies: dict[int, int] = {}
        self.notified = 0
        self.connection.commit()

    def copy(self, game: int) -> tuple[dict[str, Any], list[Row]]:
        """Copy a game that has not been played, to write into; return its snapshot and seats."""
        row = self._rows("SELECT * FROM tables_game WHERE id = %s", game)[0]
        made = self._insert("tables_game", {**row, "token": secrets.token_hex(8)})
        seats = self._rows("SELECT * FROM tables_seat WHERE game_id = %s ORDER BY number", game)
        for seat in seats:
            self._insert("tables_seat", {**seat, "game_id": made})
        self.copies[game] = made
        self.connection.commit()
        return row["snapshot"], seats

    def delete(self) -> None:
        """Delete the copies."""
        for table in ("tables_move", "tables_seat"):
            for made in self.copies.values():
                self._execute(sql.SQL("DELETE FROM {} WHERE game_id = %s"), table, made)
        self._execute(
            sql.SQL("DELETE FROM notifications_delivery WHERE notification_id IN"
                    " (SELECT id FROM notifications_notification WHERE key LIKE 'bare %%')")
        )  # fmt: skip
        self._execute(sql.SQL("DELETE FROM notifications_notification WHERE key LIKE 'bare %%'"))
        for made in self.copies.values():
            self._execute(sql.SQL("DELETE FROM {} WHERE id = %s"), "tables_game", made)
        self.connection.commit()

    def read(self, game: int) -> dict[str, Any]:
        """Return what the latest move of a game has written."""
        notifications = self._rows(
            "SELECT * FROM notifications_notification WHERE id > %s AND game_id = %s",
            self.notified,
            game,
        )
        self.notified = max([self.notified, *(row["id"] for row in notifications)])
        deliveries = self._rows(
            "SELECT * FROM notifications_delivery WHERE notification_id = ANY(%s)",
            [row["id"] for row in notifications],
        )
        written = {
            "game": self._rows("SELECT * FROM tables_game WHERE id = %s", game)[0],
            "seats": self._rows("SELECT * FROM tables_seat WHERE game_id = %s", game),
            "move": self._rows(
                "SELECT * FROM tables_move WHERE game_id = %s ORDER BY seq DESC LIMIT 1", game
            )[0],
            "notifications": notifications,
            "deliveries": deliveries,
        }
        self.connection.commit()
        return written

    def write(self, written: dict[str, Any]) -> None:
        """Write the same into the copy of the game."""
        game, move = written["game"], written["move"]
        copy = self.copies[game["id"]]
        execute = self.connection.execute
        execute(LOCK, [copy]).fetchall()
        values = [move[name] for name in ("seq", "seat", "action", "events", "at")]
        execute(MOVE, [copy, *map(_value, values)])
        seats = [
            _value(seat[name])
            for seat in written["seats"]
            for name in ("number", "asked", "asked_at", "turns", "draft")
        ]
        execute(SEATS, [*seats, copy])
        names = ("seq", "version", "status", "winner", "ending", "snapshot", "clock", "deadline",
                 "alarm_at")  # fmt: skip
        execute(GAME, [*(_value(game[name]) for name in names), copy])
        for row in written["notifications"]:
            key = {"game_id": copy, "key": f"bare {copy} {row['id']}"}
            made = self._insert("notifications_notification", {**row, **key})
            for delivery in written["deliveries"]:
                if delivery["notification_id"] == row["id"]:
                    new = {**delivery, "notification_id": made}
                    self._insert("notifications_delivery", new)
        self.connection.commit()

    def _rows(self, query: str, *values: object) -> list[Row]:
        return self.connection.execute(query.encode(), values).fetchall()

    def _execute(self, query: sql.SQL, table: str = "", *values: object) -> None:
        made = query.format(sql.Identifier(table)) if table else query
        self.connection.execute(made, values)

    def _insert(self, table: str, row: Row) -> int:
        """Insert a row without its id; return the id that it gets."""
        row = {name: value for name, value in row.items() if name != "id"}
        query = sql.SQL("INSERT INTO {} ({}) VALUES ({}) RETURNING id").format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, row)),
            sql.SQL(", ").join(sql.Placeholder() * len(row)),
        )
        made = self.connection.execute(query, [_value(value) for value in row.values()]).fetchone()
        assert made is not None
        return int(made["id"])


def _value(value: Any) -> Any:
    return Jsonb(value) if isinstance(value, dict | list) else value


def measure(games: list[int], moves: int) -> dict[str, float]:
    """Play and write by turns; return the moves a second of both."""
    bare = Bare()
    users = {user.pk: user for user in get_user_model().objects.all()}
    door: list[float] = []
    raw: list[float] = []
    for game in games:
        snapshot, seats = bare.copy(game)
        played = EngineGame.restore(snapshot)
        chance = random.Random(game)
        for seq in range(moves):
            if not played.pending:
                break
            decision = played.pending[0]
            number, action = decision.seats[0], chance.choice(decision.options)
            played.play(number, action)
            start = perf_counter()
            submit_actions(users[seats[number]["user_id"]], game, [action], seq)
            door.append(perf_counter() - start)
            written = bare.read(game)
            start = perf_counter()
            bare.write(written)
            raw.append(perf_counter() - start)
    bare.delete()
    return {"door": rate(door), "bare": rate(raw)}


def rate(seconds: list[float]) -> float:
    """Return how many a second, without the slowest tenth: the machine does other things too."""
    usual = sorted(seconds)[: -len(seconds) // 10]
    return len(usual) / sum(usual)


async def main() -> None:
    """Measure in a thread beside a running loop, as the web processes run their views."""
    games, moves = json.loads(sys.argv[1]), int(sys.argv[2])
    print(json.dumps(await sync_to_async(measure)(games, moves)))


if __name__ == "__main__":
    asyncio.run(main())
