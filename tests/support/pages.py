"""Pages as other users see them, to be compared byte for byte."""

import re
from collections.abc import Iterable
from datetime import datetime
from unittest import mock

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.tables.models import Game

CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def pages_of(game: Game, viewers: Iterable[User | None], now: datetime) -> list[str]:
    """Return the pages on which others could see something of a game, at a moment.

    Each page is read twice, because a look at a table is noted: the second one is returned.
    """
    found = []
    with mock.patch.object(timezone, "now", return_value=now):
        for viewer in viewers:
            client = Client()
            if viewer is not None:
                client.force_login(viewer)
            for path in (f"/tables/{game.pk}/", f"/tables/{game.pk}/more/", "/", "/lobby/"):
                client.get(path)
                found.append(CHANGING.sub("", client.get(path).content.decode()))
    return found
