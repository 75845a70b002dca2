"""The chat of a table, and a player's private notes."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import SignedInRequest, signed_in
from common.refusals import Refused
from games.tables.models import Message
from games.tables.selectors import seen
from games.tables.views.table import at_table, show
from games.talk import chat
from games.talk.notes import keep_notes


@require_POST
@signed_in
def say(request: SignedInRequest, pk: int) -> HttpResponse:
    """Post a chat message."""
    text = request.POST.get("text", "")
    return at_table(request, pk, lambda user: chat.say(user, pk, text))


@require_POST
@signed_in
def mute(request: SignedInRequest, pk: int) -> HttpResponse:
    """Mute or unmute the chat of a table for me."""
    muted = request.POST.get("muted") == "1"
    return at_table(request, pk, lambda user: chat.mute(user, pk, muted))


@require_POST
@signed_in
def notes(request: SignedInRequest, pk: int) -> HttpResponse:
    """Save my notes on a game."""
    text = request.POST.get("notes", "")
    return at_table(request, pk, lambda user: keep_notes(user, pk, text))


@require_POST
@signed_in
def report(request: SignedInRequest, pk: int) -> HttpResponse:
    """Report a chat message to the moderators."""
    message = get_object_or_404(Message.objects.filter(hidden=False), pk=pk)
    token = request.POST.get("token", "")
    table = seen(request.user, message.game_id, token)
    token = token if token == table.game.token else ""
    try:
        chat.report(request.user, message.pk)
    except Refused as refused:
        return show(request, table, str(refused), refused.status, token=token)
    return show(request, table, _("Thanks. A moderator will review it."), token=token)
