"""Pages of the API: its reference, and a user's tokens."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import SignedInRequest, freshly_signed_in, signed_in
from common.refusals import Refused
from games.api import bots, gate, reference, tokens
from games.api.forms import BotForm, TokenForm


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The reference of the API, from its description."""
    context = {
        "sections": reference.sections(),
        "shapes": reference.shapes(),
        "scopes": reference.scopes(),
        "limits": (gate.VISITORS, gate.READING, gate.WRITING),
        "site": settings.SITE_URL,
    }
    return render(request, "api/reference.html", context)


@require_safe
def bot_list(request: HttpRequest) -> HttpResponse:
    """All bot accounts and the site's own levels, by strength."""
    return render(request, "api/bots.html", {"bots": bots.listed(timezone.now())})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@freshly_signed_in
def become_bot(request: SignedInRequest) -> HttpResponse:
    """The form that makes the user's account a bot, for good."""
    form, status = BotForm(), 200
    if request.method == "POST":
        form, status = BotForm(request.POST), 422
        if form.is_valid():
            try:
                bots.become(request.user, form.cleaned_data["maker"], form.cleaned_data["confirm"])
            except Refused as refused:
                form.add_error(None, str(refused))
                status = refused.status
            else:
                messages.success(request, _("This account is a bot now."))
                return redirect("become_bot")
    return render(request, "api/become_bot.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@freshly_signed_in
def token_list(request: SignedInRequest) -> HttpResponse:
    """The tokens of the user, and the form that makes one. A new token is shown this once."""
    now = timezone.now()
    form, status, made = TokenForm(), 200, ""
    if request.method == "POST":
        form, status = TokenForm(request.POST), 422
        if form.is_valid():
            name, scopes = form.cleaned_data["name"], form.cleaned_data["scopes"]
            try:
                made = tokens.make(request, request.user, name, scopes, form.lasts, now=now)
            except Refused as refused:
                form.add_error(None, str(refused))
                status = refused.status
            else:
                form, status = TokenForm(), 201
    own = request.user.api_tokens.all()
    context = {"form": form, "made": made, "tokens": own, "now": now, "most": tokens.MOST}
    return render(request, "api/tokens.html", context, status=status)


@require_POST
@signed_in
def token_revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    """Revoke one of the user's tokens."""
    tokens.revoke(request.user, pk)
    messages.success(request, _("The token has been revoked."))
    return redirect("api_tokens")
