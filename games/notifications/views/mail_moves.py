"""Moving from a mail: the table of one turn, for whoever holds its link, without signing in.

Opening a link reads and changes nothing: mail scanners open links. What is posted goes through
the same services as at the table, as the link's user; there is nothing else to post to.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.refusals import Refused
from games.notifications import links
from games.notifications.links import Dead, Turn
from games.tables.page import table_page
from games.tables.selectors import seen
from games.tables.services import drafts
from games.tables.views.play import action_of, steps_of

FORMS = {"draft": "moving_draft", "undo": "moving_undo", "confirm": "moving_confirm"}


@never_cache
@require_safe
def table(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table of a link."""
    return _answer(request, token)


@never_cache
@require_POST
def draft(request: HttpRequest, token: str) -> HttpResponse:
    """Put an answer on the draft."""

    def add(turn: Turn, seq: int) -> None:
        found = seen(turn.user, turn.game.pk)
        if request.POST.get("steps") == str(steps_of(found)):  # else it is a second click
            drafts.add_to_draft(turn.user, turn.game.pk, action_of(request, found), seq)

    return _answer(request, token, add)


@never_cache
@require_POST
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Take back the last answer of the draft, or all of them."""
    everything = request.POST.get("all") == "1"
    return _answer(
        request,
        token,
        lambda turn, seq: drafts.undo_draft(turn.user, turn.game.pk, seq, everything),
    )


@never_cache
@require_POST
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Play the draft for good; after the last answer of the turn the link is dead."""

    def play_it(turn: Turn, seq: int) -> None:
        drafts.confirm_draft(turn.user, turn.game.pk, seq)

    return _answer(request, token, play_it)


def _answer(
    request: HttpRequest, token: str, do: Callable[[Turn, int], None] | None = None
) -> HttpResponse:
    """Do something in the turn of a link, if it still opens it, and answer with what is then."""
    now = timezone.now()
    try:
        turn = links.turn_of(token, now)
        _refuse_others(request, turn.user)
    except Dead as dead:
        return _closed(request, dead.sentence, dead.status, dead.user)
    with _as_for(turn.user):
        if do is None:
            return _show(request, token, turn)
        try:
            expected = request.POST.get("seq", "")
            if not expected.isdecimal():
                raise Refused("", 422)
            do(turn, int(expected))
        except Refused as refused:
            return _show(request, token, turn, refused)
    try:
        turn = links.turn_of(token, now)
    except Dead:
        return _closed(request, _("Your move is played."), 200, turn.user)
    if not getattr(request, "htmx", False):
        return redirect("moving", token)
    with _as_for(turn.user):
        return _show(request, token, turn)


@contextmanager
def _as_for(user: User | None) -> Iterator[None]:
    """Speak a user's language and count in their zone, as if they were signed in."""
    language = (user and user.language) or translation.get_language()
    zone = user.zone if user else timezone.get_current_timezone()
    with translation.override(language), timezone.override(zone):
        yield


def _refuse_others(request: HttpRequest, user: User) -> None:
    """Somebody else is signed in: the link went astray, or two people share this browser."""
    if request.user.is_authenticated and request.user != user:
        raise Dead(_("This link is for another player than the one who is signed in here."), 403)


def _show(
    request: HttpRequest, token: str, turn: Turn, refused: Refused | None = None
) -> HttpResponse:
    asked = {**request.GET.dict(), **request.POST.dict()}
    page = table_page(
        seen(turn.user, turn.game.pk),
        chosen=asked.get("card", "") if request.method != "POST" or refused else "",
        since=int(asked["since"]) if asked.get("since", "").isdecimal() else None,
        whole_log=asked.get("log") == "all",
        message=str(refused.sentence) if refused else "",
    )
    path = reverse("moving", args=[token])
    context = {
        "page": page,
        "game": page.game,
        "path": path,
        "here": path + page.here,
        "to": {name: reverse(view, args=[token]) for name, view in FORMS.items()},
        "moving": True,
    }
    name = "_table" if getattr(request, "htmx", False) else "table"
    status = refused.status if refused else 200
    return _private(render(request, f"tables/{name}.html", context, status=status))


def _closed(
    request: HttpRequest, sentence: str | Promise, status: int, user: User | None
) -> HttpResponse:
    """Answer for a link that opens nothing (any more)."""
    name = "_moving" if getattr(request, "htmx", False) else "moving"
    with _as_for(user):
        context = {"sentence": str(sentence)}
        return _private(render(request, f"notifications/{name}.html", context, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the address to this site: it is a key. Without any referrer no form could be sent."""
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Content-Language"] = translation.get_language() or ""
    return response
