"""Addresses of a table's pages; with the table's token for viewers who came by its link."""

from django.urls import reverse

from games.tables.models import Game


def addresses(game: Game, token: str = "") -> dict[str, str]:
    """Return where the table, its replay and the proof of its deal are."""
    if token:
        names = {"table": "invitation", "replay": "replay_by_link", "deal": "deal_by_link"}
        return {page: reverse(name, args=[game.pk, token]) for page, name in names.items()}
    names = {"table": "table", "replay": "replay", "deal": "verify_deal"}
    return {page: reverse(name, args=[game.pk]) for page, name in names.items()}


def replay_at(game: Game, seq: int, token: str = "") -> str:
    """Return where the replay shows a game after its first `seq` moves."""
    if token:
        return reverse("replay_at_by_link", args=[game.pk, token, seq])
    return reverse("replay_at", args=[game.pk, seq])
