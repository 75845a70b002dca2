"""Pages of the notification settings, tests of channels, and the notification history."""

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in
from games.notifications import channel_tests, history
from games.notifications.channels import Channel, channel_of, channels
from games.notifications.forms import (
    HistoryFilterForm,
    NotificationPresetForm,
    NotificationSettingsForm,
    keep,
)
from games.notifications.models import Delivery, NotificationSettings

A_PAGE = 25
State = Delivery.State


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def notifications(request: SignedInRequest) -> HttpResponse:
    """The notification settings; a POST saves them."""
    user = User.objects.select_related("notification_settings").get(pk=request.user.pk)
    now = timezone.now()
    posted = request.POST if request.method == "POST" else None
    if posted is not None and "preset" in posted:
        presets = NotificationPresetForm(user, posted)
        if not presets.is_valid():
            return page(request, user, presets=presets, status=422)
        presets.save(now)
        messages.success(request, _("Saved."))
        return redirect("notifications")
    form = NotificationSettingsForm(user, posted)
    if posted is not None:
        if "first" in request.POST:
            keep(user, NotificationSettings(), now)
        elif form.is_valid():
            form.save(now)
        else:
            return page(request, user, form, status=422)
        messages.success(request, _("Saved."))
        return redirect("notifications")
    return page(request, user, form)


def page(
    request: SignedInRequest,
    user: User,
    form: NotificationSettingsForm | None = None,
    presets: NotificationPresetForm | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """Answer with all settings, their addresses and tests; a form may have errors.

    `more`: what a channel's part of the page shows.
    """
    where = [(channel, channel.addresses(user)) for channel in channels()]
    tests = _tests(user, where, timezone.now())
    context = {
        "form": form or NotificationSettingsForm(user),
        "presets": presets or NotificationPresetForm(user),
        "ways": where,
        "tests": tests,
        "waits": any(test["waits"] for test in tests),
        "user": user,
        **more,
    }
    return render(request, "notifications/settings.html", context, status=status)


def _tests(
    user: User, where: list[tuple[Channel, list[tuple[int, str]]]], now: datetime
) -> list[dict[str, object]]:
    """Return what can be tested, and what became of the last test."""
    last = channel_tests.last_tests(user)
    tests = []
    for channel, places in where:
        for only, place in places or [(0, "")]:
            test = last.get((channel.key, only))
            tests.append(
                {
                    "channel": channel,
                    "only": only,
                    "where": place,
                    "report": test and history.report(test, now),
                    "at": test and test.notification.at,
                    "waits": test and test.state == State.WAITING and test.due_at <= now,
                }
            )
    return tests


@require_POST
@signed_in
def send_test(request: SignedInRequest, channel: str) -> HttpResponse:
    """Send me a test notification, by a channel or to one of its addresses."""
    only = request.POST.get("address", "0")
    if channel not in settings.OUTBOX or not only.isdecimal():
        raise Http404
    channel_tests.send_test(request.user, channel_of(channel), int(only))
    return redirect(reverse("notifications") + "#tests")


@require_safe
@signed_in
def notification_history(request: SignedInRequest) -> HttpResponse:
    """The user's notifications of the last 30 days, and what became of them."""
    user, now = request.user, timezone.now()
    games = history.games_of(user, now)
    form = HistoryFilterForm(request.GET, history.titles_of(games, user))
    game, channel = form.chosen("game"), form.chosen("channel")
    deliveries = Delivery.objects.order_by("pk")
    notifications = user.notifications.filter(at__gte=history.since(now)).order_by("-at", "-pk")
    if game:
        notifications = notifications.filter(game=game)
    if channel:
        notifications = notifications.filter(deliveries__channel=channel)
        deliveries = deliveries.filter(channel=channel)
    prefetched = Prefetch("deliveries", queryset=deliveries)
    page = Paginator(notifications.prefetch_related(prefetched), A_PAGE).get_page(
        request.GET.get("page")
    )
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": page,
        "entries": history.entries(page.object_list, games, user, now),
        "query": query.urlencode(),
    }
    return render(request, "notifications/history.html", context)
