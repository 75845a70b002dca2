"""Thinking on one's own board while waiting: the plan, tried, kept, used."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in
from common.refusals import Refused
from games.tables.models import Game
from games.tables.page import plan_page
from games.tables.selectors import Seen, seen
from games.tables.services import plans, sending
from games.tables.views.addresses import addresses
from games.tables.views.table import at_table, look, render_table, show, started_table

FORMS = {"draft": "plan_draft", "undo": "plan_undo", "confirm": "plan_keep"}


@never_cache
@require_safe
@signed_in
def plan(request: SignedInRequest, pk: int) -> HttpResponse:
    """The table on which a turn is tried; the table as it is if there is nothing to wait for."""
    table = seen(request.user, pk)
    if sending.is_due(table.seats, timezone.now()):
        sending.send(pk)
        table = seen(request.user, pk)
    if request.GET.get("version") == str(table.game.version):
        look(request, table)
        return HttpResponse(status=204)
    return _show(request, table)


@require_POST
@signed_in
def draft(request: SignedInRequest, pk: int) -> HttpResponse:
    """Try an answer more."""
    steps = request.POST.get("steps", "")
    return _planned(
        request,
        pk,
        lambda user: plans.add_to_plan(
            user,
            pk,
            request.POST.get("action", ""),
            steps=int(steps) if steps.isdecimal() else -1,
            ticked=request.POST.getlist("tick"),
        ),
    )


@require_POST
@signed_in
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo the last answer that was tried, or all."""
    everything = request.POST.get("all") == "1"
    return _planned(request, pk, lambda user: plans.undo_plan(user, pk, everything))


@require_POST
@signed_in
def keep(request: SignedInRequest, pk: int) -> HttpResponse:
    """Keep the plan, and show the table as it is."""
    return at_table(request, pk, lambda user: plans.keep_plan(user, pk))


@require_POST
@signed_in
def use(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make the plan my draft."""
    return at_table(request, pk, lambda user: plans.use_plan(user, pk))


@require_POST
@signed_in
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    """Forget the plan."""
    return at_table(request, pk, lambda user: plans.discard_plan(user, pk))


def _planned(request: SignedInRequest, pk: int, service: Callable[[User], object]) -> HttpResponse:
    """Call a service, and answer with the table on which is planned."""
    message, status = "", 200
    try:
        service(request.user)
    except Refused as refused:
        message, status = str(refused), refused.status
    except Game.DoesNotExist as error:
        raise Http404 from error
    if not request.htmx and not message:
        return redirect("plan", pk)
    return _show(request, seen(request.user, pk), message, status)


def _show(
    request: SignedInRequest, table: Seen, message: str = "", status: int = 200
) -> HttpResponse:
    game = table.game
    if not plans.can_plan(game, table.own, request.user):
        return show(request, table, message, status)
    look(request, table)
    to = addresses(game) | {name: reverse(view, args=[game.pk]) for name, view in FORMS.items()}
    path = reverse("plan", args=[game.pk])
    context = started_table(request, table, path, to, message, draw=plan_page)
    return render_table(request, {**context, "token": ""}, status)
