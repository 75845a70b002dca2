"""A player closes the account in a season."""

from accounts.signals import account_closing


def test_a_season_hears_first_of_an_account_that_closes() -> None:
    """Before the games end: who has entered late depends on the games that are over."""
    assert account_closing.receivers[0].__module__ == "games.seasons.receivers"
