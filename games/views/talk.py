"""The talk at a table, and private notes."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Message
from games.selectors import seen
from games.services import talk
from games.services.refusals import Refused
from games.views.table import back, show


@login_required
@require_POST
def say(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something at the table."""
    found = seen(request.user, pk)
    try:
        if found.user is not None:
            talk.say(found.user, pk, request.POST.get("text", ""))
    except Refused as refused:
        return show(request, found, refused)
    return back(request, found.game)


@login_required
@require_POST
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide the talk of this table from me, or show it again."""
    found = seen(request.user, pk)
    if found.seat is None:
        return show(request, found, Refused(_("You do not play at this table."), 403))
    talk.mute(found.seat, request.POST.get("muted") == "1")
    return back(request, found.game)


@login_required
@require_POST
def notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep my notes on this game."""
    found = seen(request.user, pk)
    try:
        if found.seat is None:
            raise Refused(_("You do not play at this table."), 403)
        talk.keep_notes(found.seat, request.POST.get("notes", ""))
    except Refused as refused:
        return show(request, found, refused)
    return back(request, found.game)


@login_required
@require_POST
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Object to a line of the talk."""
    message = get_object_or_404(Message.objects.filter(hidden=False), pk=pk)
    found = seen(request.user, message.game_id)
    if found.user is None:
        raise Http404
    try:
        talk.report(found.user, message.pk)
    except Refused as refused:
        return show(request, found, refused)
    return show(request, found, Refused(_("Thank you: somebody will have a look at it."), 200))
