"""Time at the table: gifts, pauses, another pace, playing on for a teammate; and vacation."""

from collections import Counter
from datetime import date, timedelta
from typing import Any

from django.db.models import Q, prefetch_related_objects
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in
from common.refusals import Refused
from games.clock.moments import HOUR
from games.clock.vacation import EARNED, MOST
from games.tables import selectors, time_words
from games.tables.lists import cards
from games.tables.models import Game, ProposalKind, Status
from games.tables.services import agreements, takeover
from games.tables.services.notification_level import set_notification_level
from games.tables.services.standing import set_order
from games.tables.time_forms import AbsenceForm, GiveTimeForm, LeaveForm, PaceForm
from games.tables.timekeeping import absences
from games.tables.timekeeping.display import absence_words
from games.tables.views.table import PACE_FORM_ID, at_table

DAYS_OF_HISTORY = 60


@require_POST
@signed_in
def give_time(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give the other side extra time."""
    form = GiveTimeForm(request.POST)
    hours = form.cleaned_data["hours"] if form.is_valid() else 0
    return at_table(request, pk, lambda user: agreements.give_time(user, pk, hours))


@require_POST
@signed_in
def propose(request: SignedInRequest, pk: int) -> HttpResponse:
    """Propose a pause, its end, or another pace."""
    kind = request.POST.get("kind", "")
    form = PaceForm(request.POST, auto_id=PACE_FORM_ID) if kind == ProposalKind.PACE else None

    def put(user: User) -> None:
        if kind not in ProposalKind.values:
            raise Refused(_("You can't propose this."), 422)
        if form is not None and not form.is_valid():
            raise Refused(str(next(iter(form.errors.values()))[0]), 422)
        pace = form.cleaned_data["chosen"] if form else None
        agreements.propose(user, pk, ProposalKind(kind), pace)

    return at_table(request, pk, put, form)


@require_POST
@signed_in
def accept(request: SignedInRequest, pk: int) -> HttpResponse:
    """Accept the other side's proposal."""
    return at_table(request, pk, lambda user: agreements.accept_proposal(user, pk))


@require_POST
@signed_in
def decline(request: SignedInRequest, pk: int) -> HttpResponse:
    """Decline the other side's proposal, or withdraw my side's."""
    return at_table(request, pk, lambda user: agreements.decline_proposal(user, pk))


@require_POST
@signed_in
def take_over(request: SignedInRequest, pk: int) -> HttpResponse:
    """Play on for my teammate."""
    return at_table(request, pk, lambda user: takeover.take_over(user, pk))


@require_POST
@signed_in
def notification_level(request: SignedInRequest, pk: int) -> HttpResponse:
    """Set how insistently this game notifies me."""
    level = request.POST.get("level", "")
    return at_table(request, pk, lambda user: set_notification_level(user, pk, level))


@require_POST
@signed_in
def standing_order(request: SignedInRequest, pk: int) -> HttpResponse:
    """Set the order of planets for influence in another player's turn."""
    planets = request.POST.getlist("planet")
    return at_table(request, pk, lambda user: set_order(user, pk, planets))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def vacation(request: SignedInRequest) -> HttpResponse:
    """The vacation page; a POST plans an absence."""
    if request.method != "POST":
        return _vacation(request)
    form, status = AbsenceForm(request.POST), 422
    if form.is_valid():
        try:
            absences.plan_absence(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, str(refused))
            status = refused.status
        else:
            return redirect("vacation")
    return _vacation(request, plan=form, status=status)


@require_POST
@signed_in
def leave_now(request: SignedInRequest) -> HttpResponse:
    """Start a vacation now."""
    form, status = LeaveForm(request.POST, prefix="now"), 422
    if form.is_valid():
        try:
            absences.leave_now(request.user, form.cleaned_data["end"])
        except Refused as refused:
            form.add_error(None, str(refused))
            status = refused.status
        else:
            return redirect("vacation")
    return _vacation(request, leave=form, status=status)


@require_POST
@signed_in
def come_back(request: SignedInRequest, pk: int) -> HttpResponse:
    """End an absence, or cancel a planned one."""
    absences.end_absence(request.user, pk)
    return redirect("vacation")


def _vacation(
    request: SignedInRequest,
    plan: Form | None = None,
    leave: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    user, now = request.user, timezone.now()
    morning = timezone.localtime(now).replace(hour=8, minute=0, second=0, microsecond=0)
    start, week = morning + timedelta(days=1), timedelta(days=7)
    vacations = [
        {"pk": absence.pk, "begun": absence.start <= now, "says": absence_words(absence, now)}
        for absence in user.absences.filter(end__gt=now)
    ]
    context = {
        "balance": time_words.span(user.vacation_hours * HOUR),
        "most": time_words.span(MOST * HOUR),
        "earned": time_words.span(EARNED * HOUR),
        "away": next((absence for absence in vacations if absence["begun"]), None),
        "planned": [absence for absence in vacations if not absence["begun"]],
        "plan": plan or AbsenceForm(initial={"start": start, "end": start + week}),
        "leave": leave or LeaveForm(prefix="now", initial={"end": morning + week}),
        "spent": _spent(user),
        "uncovered": _uncovered(user),
    }
    return render(request, "tables/time/vacation.html", context, status=status)


def _spent(user: User) -> list[tuple[date, str]]:
    """Return the days on which vacation was spent, the latest first, and how much in words."""
    hours = user.spent_hours.order_by("-hour").values_list("hour", flat=True)
    days = Counter(timezone.localtime(hour).date() for hour in hours[: 24 * DAYS_OF_HISTORY])
    return [(day, time_words.span(count * HOUR)) for day, count in days.items()]


def _uncovered(user: User) -> list[Any]:
    """Return the user's running games that vacation does not help in."""
    games = Game.objects.filter(Q(league=True) | Q(live=True), status=Status.RUNNING)
    mine = list(games.filter(seats__user=user).order_by("deadline", "pk"))
    prefetch_related_objects(mine, selectors.SEATS)
    return cards(mine, user)
