"""The talk at a table, and private notes."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.refusals import Refused
from games.tables.models import Message
from games.tables.selectors import seen
from games.tables.services import talk
from games.tables.views.table import at_table, show


@login_required
@require_POST
def say(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something at the table."""
    text = request.POST.get("text", "")
    return at_table(request, pk, lambda user: talk.say(user, pk, text))


@login_required
@require_POST
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide the talk of this table from me, or show it again."""
    muted = request.POST.get("muted") == "1"
    return at_table(request, pk, lambda user: talk.mute(user, pk, muted))


@login_required
@require_POST
def notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep my notes on this game."""
    text = request.POST.get("notes", "")
    return at_table(request, pk, lambda user: talk.keep_notes(user, pk, text))


@login_required
@require_POST
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Object to a line of the talk."""
    message = get_object_or_404(Message.objects.filter(hidden=False), pk=pk)
    token = request.POST.get("token", "")
    found = seen(request.user, message.game_id, token)
    token = token if token == found.game.token else ""
    assert found.user is not None
    try:
        talk.report(found.user, message.pk)
    except Refused as refused:
        return show(request, found, refused, token=token)
    said = Refused(_("Thank you: somebody will have a look at it."), 200)
    return show(request, found, said, token=token)
