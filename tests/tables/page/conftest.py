"""Settings for tests of the table page."""

import pytest

from games.tables import publishing


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queue no tasks for bots."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
