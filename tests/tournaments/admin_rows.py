"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): tournaments."""

from games.tournaments.models import Entrant, Pairing, Tournament
from tests.tournaments.tournaments_factory import started

ROWS = {model: lambda: started(4) for model in (Entrant, Pairing, Tournament)}
ACTIONS: dict[object, object] = {}
