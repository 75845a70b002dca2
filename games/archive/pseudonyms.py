"""Names in files for download: those of players who agreed, and pseudonyms for all others."""

from typing import Any

from django.utils.crypto import salted_hmac

from games.tables.models import Game

LENGTH = 12
"""Hexadecimal digits: two of a million players share a pseudonym once in 500 sites."""


def pseudonym(user_id: int) -> str:
    """Return a name that is the same in all files, and that only the site's secret leads back."""
    digest = salted_hmac("games.archive", str(user_id), algorithm="sha256").hexdigest()
    return f"player-{digest[:LENGTH]}"


def without_names(game: Game, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a game without the names of players who did not agree to be named.

    Nor does it have the address of the table, where they stand, and the time of the day.
    """
    header = dict(record["game"])
    seats = {seat.number: seat.user for seat in game.seats.all()}
    players = []
    for number, player in enumerate(header["players"]):
        user = seats[number]
        name = player["name"] if user is None or user.is_named else pseudonym(user.pk)
        players.append({**player, "name": name})
    del header["site"]
    days = {key: header[key] and header[key][:10] for key in ("started", "finished")}
    return {**record, "game": {**header, **days, "players": players}}
