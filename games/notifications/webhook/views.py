"""Views of a user's webhooks."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import SignedInRequest, freshly_signed_in, signed_in
from common.refusals import Refused
from games.notifications.addresses import refuse_flood, refuse_guests
from games.notifications.views import preferences
from games.notifications.webhook import following, hooks, signing
from games.notifications.webhook.forms import WebhookForm
from games.notifications.webhook.models import Webhook


@require_POST
@freshly_signed_in
def add_webhook(request: SignedInRequest) -> HttpResponse:
    """Add a webhook."""
    form, status = WebhookForm(request.POST), 422
    if form.is_valid():
        try:
            refuse_flood(request, "webhook")
            hook = hooks.add_webhook(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("url", str(refused))
            status = refused.status
        else:
            messages.success(request, _("Webhook added. Send a test to see whether it works."))
            return _show_secret(request, hook) if hook.salt else redirect(_back())
    return preferences.page(request, request.user, webhook=form, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@freshly_signed_in
def follow(request: SignedInRequest, sort: str, subject: str) -> HttpResponse:
    """Add a webhook that follows a tournament, a ladder or a table."""
    refuse_guests(request.user)
    page = following.followed_page(sort, subject)
    posted = request.POST if request.method == "POST" else None
    form, status = WebhookForm(posted), 200
    if posted is not None:
        status = 422
        if form.is_valid():
            try:
                refuse_flood(request, "webhook")
                hook = following.follow(
                    request.user, sort, subject, now=timezone.now(), **form.cleaned_data
                )
            except Refused as refused:
                form.add_error("url", str(refused))
                status = refused.status
            else:
                messages.success(request, _("Webhook added. A first post is on its way."))
                return _show_secret(request, hook) if hook.salt else redirect(_back())
    context = {"followed": page, "form": form}
    return render(request, "notifications/webhook/follow.html", context, status=status)


@require_POST
@freshly_signed_in
def renew_secret(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make a new secret for one of my webhooks."""
    return _show_secret(request, hooks.renew_secret(request.user, pk, timezone.now()))


def _show_secret(request: SignedInRequest, hook: Webhook) -> HttpResponse:
    """The page with a new secret, for the only time."""
    secret = signing.secret_of(hook)
    return preferences.page(request, request.user, status=201, new_secret=secret, secret_of=hook)


@require_POST
@signed_in
def choose_topics(request: SignedInRequest, pk: int) -> HttpResponse:
    """Choose what is posted to one of my webhooks."""
    hooks.choose_topics(request.user, pk, request.POST.getlist("topics"))
    messages.success(request, _("Saved."))
    return redirect(_back())


@require_POST
@signed_in
def restart_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Restart one of my webhooks."""
    hooks.restart_webhook(request.user, pk)
    return redirect(_back())


@require_POST
@signed_in
def remove_webhook(request: SignedInRequest, pk: int) -> HttpResponse:
    """Remove one of my webhooks."""
    hooks.remove_webhook(request.user, pk)
    return redirect(_back())


def _back() -> str:
    return reverse("notifications") + "#webhooks"
