"""How somebody wants to be nudged, tests of it, and what became of their nudges."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.nudges import trial
from games.nudges import why as log
from games.nudges.forms import NudgesForm, WhyForm, keep
from games.nudges.models import Channel, Delivery, NudgeSettings
from games.services.refusals import Refused

A_PAGE = 25
State = Delivery.State


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def nudges(request: HttpRequest) -> HttpResponse:
    """How I want to be nudged; a post keeps it."""
    assert isinstance(request.user, User)
    user = User.objects.select_related("nudge_settings").get(pk=request.user.pk)
    now = timezone.now()
    form = NudgesForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if "first" in request.POST:
            keep(user, NudgeSettings(), now)
        elif form.is_valid():
            form.save(now)
        else:
            return _page(request, user, form, 422)
        messages.success(request, _("Saved."))
        return redirect("nudges")
    return _page(request, user, form)


def _page(request: HttpRequest, user: User, form: NudgesForm, status: int = 200) -> HttpResponse:
    now = timezone.now()
    last = trial.last_tests(user)
    ways = [
        {
            "channel": channel,
            "where": where,
            "test": log.told(last[channel], now) if channel in last else None,
            "at": last[channel].nudge.at if channel in last else None,
        }
        for channel, where in _where(user).items()
    ]
    context = {
        "form": form,
        "ways": ways,
        "waits": any(test.state == State.WAITING and test.due_at <= now for test in last.values()),
        "user": user,
    }
    return render(request, "games/nudges/settings.html", context, status=status)


def _where(user: User) -> dict[Channel, str]:
    """Return where each channel leads to, in words; nothing where there is no address."""
    browsers = user.push_subscriptions.count()
    hooks = user.webhooks.filter(stopped_at=None).count()
    found = {Channel.PUSH: "", Channel.WEBHOOK: "", Channel.MAIL: user.email}
    if browsers:
        found[Channel.PUSH] = ngettext("%(n)d browser", "%(n)d browsers", browsers) % {
            "n": browsers
        }
    if hooks:
        found[Channel.WEBHOOK] = ngettext("%(n)d address", "%(n)d addresses", hooks) % {"n": hooks}
    return found


@login_required
@require_POST
def send_test(request: HttpRequest, channel: str) -> HttpResponse:
    """Send me a test; the page says what becomes of it."""
    assert isinstance(request.user, User)
    if channel not in Channel.values:
        raise Http404
    try:
        trial.send_test(request.user, Channel(channel))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(reverse("nudges") + "#tests")


@login_required
@require_safe
def why(request: HttpRequest) -> HttpResponse:
    """What became of my nudges of the last 30 days, and why."""
    assert isinstance(request.user, User)
    user, now = request.user, timezone.now()
    games = log.games_of(user, now)
    form = WhyForm(request.GET, log.titles_of(games, user))
    game, channel = form.chosen("game"), form.chosen("channel")
    deliveries = Delivery.objects.order_by("pk")
    found = user.nudges.filter(at__gte=log.since(now)).order_by("-at", "-pk")
    if game:
        found = found.filter(game=game)
    if channel:
        found = found.filter(deliveries__channel=channel)
        deliveries = deliveries.filter(channel=channel)
    shown = Prefetch("deliveries", queryset=deliveries)
    page = Paginator(found.prefetch_related(shown), A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": page,
        "lines": log.lines(page.object_list, games, user, now),
        "query": query.urlencode(),
    }
    return render(request, "games/nudges/why.html", context)
