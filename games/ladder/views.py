"""Pages of the ladders: places and challenges."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in, viewer_of
from common.refusals import Refused
from games.ladder import bots, challenges, display, history, places, rules
from games.ladder.models import LADDERS, Challenge, ChallengeState, Ladder, Rung
from games.ladder.rules import ChallengeFacts, facts_of
from games.ratings.models import Pool
from games.ratings.profile import between
from games.tables import time_words
from games.tables.timekeeping.display import week_words

A_PAGE = 50


def ladder(request: HttpRequest, pool: str = Pool.DAYS) -> HttpResponse:
    """The page of a ladder, at the viewer's place, with their challenges."""
    if pool not in LADDERS:
        raise Http404
    now = timezone.now()
    user = viewer_of(request)
    rung = _rung(user, pool)
    ladder_row = (
        rung.ladder if rung else Ladder.objects.filter(pool=pool).first() or Ladder(pool=pool)
    )
    here = rung if rung is not None and rung.place is not None else None
    page = _page(request, ladder_row, here)
    on_page = page.object_list
    lines = list(
        display.members(ladder_row).filter(place__gte=on_page.start, place__lt=on_page.stop)
    )
    facts = _facts(here, lines, user, now)
    context = {
        "pool": Pool(pool),
        "pools": [Pool(key) for key in LADDERS],
        "ladder": ladder_row,
        "page": page,
        "rows": display.rows(lines, pool, facts, now),
        "rung": rung,
        "rules": rules,
        "enough": bots.ENOUGH if any(line.bot for line in lines) else 0,
        "most_open": rules.MOST_OPEN[pool],
        "pace": time_words.pace(rules.PACES[pool].to_json()),
    }
    if here is not None and facts is not None:
        assert here.place is not None
        context |= {
            "here": here,
            "reach": rules.reach(here.place),
            "none": facts.why_none(),
            "challenges": display.open_challenges(facts),
            "waits": _waits(user, here, facts),
        }
    return render(request, "ladder/ladder.html", context)


def _rung(user: User | None, pool: str) -> Rung | None:
    if user is None or user.is_guest:
        return None
    rung = Rung.objects.filter(ladder=pool, user=user).select_related("ladder").first()
    if rung is not None:
        rung.user = user
    return rung


def _waits(user: User | None, here: Rung, facts: ChallengeFacts) -> bool:
    """Whether a challenger waits for an answer, or for being led to a game that has begun."""
    states = {challenge.state for challenge in facts.open if challenge.challenger_id == here.pk}
    if ChallengeState.WAITING in states:
        return True
    if user is None or ChallengeState.RUNNING not in states:
        return False
    return challenges.begun_for(user, here.ladder_id) is not None


def _page(request: HttpRequest, ladder: Ladder, here: Rung | None) -> Any:
    """Return the page requested by number or by place; by default the viewer's own."""
    places_of = range(1, ladder.members + 1)  # places have no gaps, so no query is needed
    paginator = Paginator(places_of, A_PAGE)
    number = request.GET.get("page")
    place = _number(request.GET.get("place", ""))
    if place is None and number is None and here is not None:
        place = here.place
    if place is not None:
        number = str((min(place, max(1, ladder.members)) - 1) // A_PAGE + 1)
    return paginator.get_page(number)


def _number(text: str) -> int | None:
    return max(1, int(text[:9])) if text.isascii() and text.isdigit() else None


def _facts(
    here: Rung | None, lines: list[display.Member], user: User | None, now: datetime
) -> ChallengeFacts | None:
    if here is None:
        return None
    got = {line.pk: line.got for line in lines}
    return facts_of(here, lines, now, got)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def challenge(request: SignedInRequest, pool: str, username: str) -> HttpResponse:
    """The page of a player to challenge; a POST challenges them."""
    if request.method == "POST":
        return _challenged(request, challenges.challenge(request.user, pool, username))
    return _ask(request, pool, user__username__iexact=username)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def challenge_bot(request: SignedInRequest, pool: str, key: str) -> HttpResponse:
    """The page of a bot to challenge; a POST challenges it."""
    if request.method == "POST":
        return _challenged(request, challenges.challenge_bot(request.user, pool, key))
    return _ask(request, pool, bot=key)


def _challenged(request: SignedInRequest, new_challenge: Challenge) -> HttpResponse:
    """Lead to the game of a new challenge, or back to the ladder."""
    if new_challenge.state == ChallengeState.RUNNING and new_challenge.game is not None:
        messages.success(
            request, _("The game for place %(n)d has begun.") % {"n": new_challenge.place}
        )
        return redirect(new_challenge.game)
    messages.success(
        request, _("You have challenged %(name)s.") % {"name": new_challenge.challenged.name}
    )
    return redirect("ladder_of", new_challenge.ladder_id)


def _ask(request: SignedInRequest, pool: str, **which: str) -> HttpResponse:
    """The page on which a member challenges another one; `which`: a lookup of rungs."""
    if pool not in LADDERS:
        raise Http404
    now = timezone.now()
    mine = display.members(pool).filter(user=request.user).first()
    if mine is None:
        raise Refused(_("You aren't on this ladder."))
    theirs = get_object_or_404(display.members(pool), **which)
    other = theirs.user
    if theirs.pk == mine.pk or (other is None and not theirs.bot):
        raise Http404
    facts = _facts(mine, [theirs], request.user, now)
    assert facts is not None
    row, own = display.rows([theirs, mine], pool, None, now)
    week = week_words(other, now) if other is not None and pool == Pool.DAYS else []
    context = {
        "pool": Pool(pool),
        "mine": mine,
        "theirs": theirs,
        "why": facts.why_not(theirs),
        "rating": row.rating,
        "own_rating": own.rating,
        "reliability": row.reliability,
        "own_reliability": own.reliability,
        "tally": between(request.user, other, public=False) if other else None,
        "week": week,
        "own_week": week_words(request.user, now) if week else [],
        "pace": time_words.pace(rules.PACES[pool].to_json()),
        "days": rules.ANSWER_IN.days,
        "rules": rules,
        "most_open": rules.MOST_OPEN[pool],
    }
    return render(request, "ladder/challenge.html", context)


@require_GET
@signed_in
def waiting(request: SignedInRequest, pool: str) -> HttpResponse:
    """Redirect a page with a waiting challenge to the table once it is accepted."""
    response = HttpResponse()
    if game := challenges.begun_for(request.user, pool):
        response["HX-Redirect"] = game.get_absolute_url()
    return response


@require_POST
@signed_in
def accept(request: SignedInRequest, challenge: int) -> HttpResponse:
    """Accept a challenge: its game starts."""
    answered = challenges.accept(request.user, challenge)
    assert answered.game is not None
    return redirect(answered.game)


@require_POST
@signed_in
def decline(request: SignedInRequest, challenge: int) -> HttpResponse:
    """Decline a live challenge."""
    answered = challenges.decline(request.user, challenge)
    return redirect("ladder_of", answered.ladder_id)


@require_POST
@signed_in
def withdraw(request: SignedInRequest, challenge: int) -> HttpResponse:
    """Withdraw a challenge."""
    answered = challenges.withdraw(request.user, challenge)
    return redirect("ladder_of", answered.ladder_id)


@require_POST
@signed_in
def join(request: SignedInRequest, pool: str) -> HttpResponse:
    """Join a ladder in last place."""
    places.join(request.user, pool, at_once=request.POST.get("start") == "at-once")
    return redirect("ladder_of", pool)


@require_POST
@signed_in
def leave(request: SignedInRequest, pool: str) -> HttpResponse:
    """Leave a ladder."""
    if places.leave(request.user, pool):
        messages.success(request, _("You have left the ladder."))
    return redirect("ladder_of", pool)


@require_POST
@signed_in
def prefer(request: SignedInRequest, pool: str) -> HttpResponse:
    """Set whether challenges to the user start at once."""
    places.prefer(request.user, pool, at_once=request.POST.get("start") == "at-once")
    messages.success(request, _("Saved."))
    return redirect("ladder_of", pool)


def member(request: HttpRequest, pool: str, username: str) -> HttpResponse:
    """The history of a player's places on a ladder."""
    return _history(request, pool, user__is_active=True, user__username__iexact=username)


def bot(request: HttpRequest, pool: str, key: str) -> HttpResponse:
    """The history of a bot's places on a ladder."""
    return _history(request, pool, bot=key)


def _history(request: HttpRequest, pool: str, **which: Any) -> HttpResponse:
    """The page of a member; `which`: a lookup of rungs."""
    if pool not in LADDERS:
        raise Http404
    now = timezone.now()
    rung = get_object_or_404(Rung.objects.select_related("user", "ladder"), ladder=pool, **which)
    page = Paginator(history.steps_of(rung), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "pool": Pool(pool),
        "rung": rung,
        "player": rung.user,
        "best": history.best(rung),
        "chart": history.chart(rung, now),
        "page": page,
        "lines": history.lines(list(page.object_list)),
    }
    return render(request, "ladder/member.html", context)
