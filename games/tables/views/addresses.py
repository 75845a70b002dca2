"""Addresses of a table's pages; with the table's token for viewers who came by its link."""

from django.urls import reverse

from games.tables.models import Game


def addresses(game: Game, token: str = "") -> dict[str, str]:
    """Return where the table, its replay and the proof of its deal are."""
    if token:
        names = {
            "table": "invitation",
            "more": "menu_by_link",
            "replay": "replay_by_link",
            "record": "record_by_link",
            "deal": "deal_by_link",
        }
        return {page: reverse(name, args=[game.pk, token]) for page, name in names.items()}
    names = {
        "table": "table",
        "more": "menu",
        "replay": "replay",
        "record": "record",
        "deal": "verify_deal",
        "plan": "plan",
        "plan_use": "plan_use",
        "plan_discard": "plan_discard",
    }
    return {page: reverse(name, args=[game.pk]) for page, name in names.items()}
