"""Moving from a mail: the table of one turn, for the holder of its link, without signing in.

Opening a link reads and changes nothing: mail scanners open links. What is posted goes through
the same services as at the table, as the link's user; there is nothing else to post to.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import HtmxRequest
from common.refusals import Refused
from games.notifications import links
from games.notifications.links import Dead, LinkedTurn
from games.tables.selectors import seen
from games.tables.views import turn as forms
from games.tables.views.table import render_table, started_table

FORMS = {"draft": "moving_draft", "undo": "moving_undo", "confirm": "moving_confirm"}


@never_cache
@require_safe
def table(request: HtmxRequest, token: str) -> HttpResponse:
    """The table of a link's turn."""
    return _answer(request, token)


@never_cache
@require_POST
def draft(request: HtmxRequest, token: str) -> HttpResponse:
    """Put an answer on the draft."""
    return _answer(request, token, forms.draft)


@never_cache
@require_POST
def undo(request: HtmxRequest, token: str) -> HttpResponse:
    """Take back the last answer of the draft, or all of them."""
    return _answer(request, token, forms.undo)


@never_cache
@require_POST
def confirm(request: HtmxRequest, token: str) -> HttpResponse:
    """Play the draft; after the last answer of the turn the link is dead."""
    return _answer(request, token, forms.confirm)


def _answer(
    request: HtmxRequest,
    token: str,
    service: Callable[[QueryDict, User, int], object] | None = None,
) -> HttpResponse:
    """Call a service for a link's user, if the link is alive, and answer with the table."""
    now = timezone.now()
    try:
        turn = links.turn_of(token, now)
        _refuse_others(request, turn.user)
    except Dead as dead:
        return _closed(request, dead.sentence, dead.status, dead.user)
    with _as_for(turn.user):
        if service is None:
            return _show(request, token, turn)
        try:
            service(request.POST, turn.user, turn.game.pk)
        except Refused as refused:
            return _show(request, token, turn, str(refused), refused.status)
    try:
        turn = links.turn_of(token, now)
    except Dead:
        return _closed(request, _("Your move has been played."), 200, turn.user)
    if not request.htmx:
        return redirect("moving", token)
    with _as_for(turn.user):
        return _show(request, token, turn)


@contextmanager
def _as_for(user: User | None) -> Iterator[None]:
    """Use a user's language and time zone, as if they were signed in."""
    language = (user and user.language) or translation.get_language()
    zone = user.zone if user else timezone.get_current_timezone()
    with translation.override(language), timezone.override(zone):
        yield


def _refuse_others(request: HtmxRequest, user: User) -> None:
    """Raise `Dead` if another user is signed in: a stray link, or a shared browser."""
    if request.user.is_authenticated and request.user != user:
        raise Dead(_("This link is for a different player than the one signed in here."), 403)


def _show(
    request: HtmxRequest, token: str, turn: LinkedTurn, message: str = "", status: int = 200
) -> HttpResponse:
    table = seen(turn.user, turn.game.pk)
    to = {name: reverse(view, args=[token]) for name, view in FORMS.items()}
    path = reverse("moving", args=[token])
    context = started_table(request, table, path, to, message, moving=True)
    return _private(render_table(request, context, status))


def _closed(
    request: HtmxRequest, sentence: str | Promise, status: int, user: User | None
) -> HttpResponse:
    """Answer for a link that opens nothing (any more)."""
    name = "_dead_link" if request.htmx else "dead_link"
    with _as_for(user):
        context = {"sentence": str(sentence)}
        return _private(render(request, f"notifications/{name}.html", context, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the address to this site: it is a key. Without any referrer no form could be sent."""
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Content-Language"] = translation.get_language() or ""
    return response
