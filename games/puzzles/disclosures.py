"""What puzzles keep about people, and their cookie."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import Cookie, StoredData, sets_cookie, stores
from games.puzzles import seen_solutions

stores(
    StoredData(
        ("puzzles.Solver", "puzzles.Attempt"),
        _("Your puzzle rating, and which puzzles you have tried."),
        _("As long as the account"),
    )
)
sets_cookie(
    Cookie(
        seen_solutions.COOKIE,
        _("The puzzles whose solution this browser has seen: they don’t count any more."),
        seen_solutions.LASTS,
    )
)
