"""Pages of reviews; trying a position, and hints. Each view calls one service."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import HtmxRequest, SignedInRequest, signed_in, viewer_of
from accounts.services import welcome_guest
from common.addresses import household_of
from common.refusals import Refused
from games.review.forms import HintForm, TrialForm
from games.review.mistakes import mistakes_page
from games.review.models import State
from games.review.page import review_page
from games.review.services import hints, reviews, trying
from games.tables.models.seat import BOT_STRENGTHS
from games.tables.page.course import course
from games.tables.selectors import Seen, seen
from games.tables.views.addresses import addresses
from games.tables.views.table import at_table


@never_cache
@require_safe
def review(request: HtmxRequest, pk: int) -> HttpResponse:
    """The review of a finished game; the static chart until it is made."""
    context = _review_context(request, pk) | {"bots": BOT_STRENGTHS.items()}
    template = "review/_review.html" if request.htmx else "review/review.html"
    return render(request, template, context)


@never_cache
@require_safe
def chart(request: HtmxRequest, pk: int) -> HttpResponse:
    """The chart at the end of a game, to renew the one on the table page."""
    return render(request, "review/_end_chart.html", _review_context(request, pk))


def _review_context(request: HtmxRequest, pk: int) -> dict[str, object]:
    """Return the review of a finished game for templates; the static chart until it is made.

    `link`: the address to share, once the review is made and if anyone may read it.
    """
    seen_table = seen(request.user, pk)
    reviews.refuse_closed(seen_table)
    row = reviews.review_of(seen_table.game)
    done = row is not None and row.state == State.DONE
    path = reverse("review", args=[pk])
    return {
        "game": seen_table.game,
        "link": f"{settings.SITE_URL}{path}" if done and seen_table.game.public else None,
        "review": row,
        "done": done,
        "stale": row is not None and reviews.is_stale(row),
        "waits": row is not None and row.state in (State.QUEUED, State.RUNNING),
        "page": review_page(seen_table, row) if row is not None and done else None,
        "course": None if done else course(seen_table),
        "table": {"to": addresses(seen_table.game)},
    }


@never_cache
@require_safe
@signed_in
def mistakes(request: SignedInRequest) -> HttpResponse:
    """The user's own mistakes in reviewed games."""
    context = {"page": mistakes_page(request.user), "bots": BOT_STRENGTHS.items()}
    return render(request, "review/mistakes.html", context)


@require_POST
@signed_in
def ask(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ask for the review of a finished game."""
    reviews.ask_for_review(request.user, seen(request.user, pk))
    return redirect("review", pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def try_from(request: HtmxRequest, pk: int) -> HttpResponse:
    """The form to start a game against a bot from a position of a finished one (`?seq=`).

    A POST starts the game; a visitor becomes a guest.
    """
    seen_table = seen(request.user, pk)
    reviews.refuse_closed(seen_table)
    if request.method != "POST":
        return _try_form(request, seen_table)
    form = TrialForm(request.POST)
    if not form.is_valid():
        raise Refused(_("There is no such move in this game."), 422)
    user = viewer_of(request)
    if user is None:
        user = welcome_guest(household_of(request))
        login(request, user, backend="accounts.backends.Backend")
    seq, seat = form.place()
    return redirect(trying.try_from(user, seen_table, seq, seat, form.cleaned_data["bot"]))


def _try_form(request: HtmxRequest, seen_table: Seen) -> HttpResponse:
    game, seq = seen_table.game, request.GET.get("seq", "")
    if not (seq.isascii() and seq.isdecimal()) or int(seq) >= game.seq:
        raise Refused(_("There is no such move in this game."), 422)
    first = seen_table.number or 0
    numbers = sorted(range(game.players), key=lambda number: number != first)
    context = {
        "game": game,
        "to": {"try": request.path, "replay": reverse("replay_at", args=[game.pk, int(seq)])},
        "seats": [(f"{int(seq)}:{number}", seen_table.seats[number].name) for number in numbers],
        "bots": BOT_STRENGTHS.items(),
    }
    return render(request, "review/try.html", context)


@require_POST
@signed_in
def hint(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the next hint at the table."""
    seen(request.user, pk)
    form = HintForm(request.POST)
    if not form.is_valid():
        raise Refused(_("This is not a valid action."), 422)
    seq = form.cleaned_data["seq"]
    return at_table(request, pk, lambda user: hints.take_hint(user, pk, seq))
