"""The forms of a turn, as posted by the table page and by the page opened from a mail."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables.models import Game
from games.tables.services import drafts


def draft(post: QueryDict, user: User, pk: int) -> Game:
    """Put the posted answer on the user's draft; raises `Refused`.

    The page says how many answers it has seen (`steps`), so that a second click changes nothing.
    """
    action, ticked, steps = post.get("action", ""), post.getlist("tick"), post.get("steps", "")
    if action == "keep":
        action, ticked = "redraw", []
    seen = int(steps) if steps.isdecimal() else -1
    return drafts.add_to_draft(user, pk, action, _seq(post), steps=seen, ticked=ticked)


def undo(post: QueryDict, user: User, pk: int) -> Game:
    """Take back the last answer of the user's draft, or all of them; raises `Refused`."""
    return drafts.undo_draft(user, pk, _seq(post), everything=post.get("all") == "1")


def confirm(post: QueryDict, user: User, pk: int) -> Game:
    """Play the user's draft, or let it wait to be taken back; raises `Refused`."""
    at_once = post.get("at_once") == "1"
    return drafts.confirm_draft(user, pk, _seq(post), at_once=at_once)


def _seq(post: QueryDict) -> int:
    """Return how many moves the page showed; raises `Refused` for a form without that number."""
    seq = post.get("seq", "")
    if not seq.isdecimal():
        raise Refused(_("You can't do that now."), 422)
    return int(seq)
