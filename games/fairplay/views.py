"""Pages of fair play: blocks, reports, and moderators' decisions about a player."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import blocking
from accounts.models import Block, User
from accounts.requests import SignedInRequest, signed_in
from common.navigation import optional_url
from common.refusals import Refused
from games.fairplay.bans import barred_until, sentence
from games.fairplay.forms import ReportForm
from games.fairplay.models import ModerationAction, PlayerReport
from games.fairplay.notifications import ANNOUNCED
from games.fairplay.reports import game_of, report_player
from games.tables.models import Game

LATEST = 50


@require_safe
@signed_in
def fairplay(request: SignedInRequest) -> HttpResponse:
    """The fair play page: blocked players, own reports, and decisions about the user."""
    user, now = request.user, timezone.now()
    until = barred_until(user, now)
    context = {
        "barred": sentence(until) if until else "",
        "decisions": ModerationAction.objects.filter(player=user, what__in=ANNOUNCED)[:LATEST],
        "blocks": Block.objects.filter(user=user)
        .select_related("blocked")
        .order_by("blocked__username"),
        "reports": PlayerReport.objects.filter(reporter=user)
        .select_related("player", "case")
        .order_by("-at")[:LATEST],
    }
    return render(request, "fairplay/page.html", context)


@require_POST
@signed_in
def block(request: SignedInRequest, username: str) -> HttpResponse:
    """Block or unblock a player."""
    player = get_object_or_404(User, username__iexact=username)
    wanted = request.POST.get("block") != "no"
    blocking.block(request.user, player, wanted)
    message = (
        _("You have blocked %(name)s. You won't play each other, except in contests.")
        if wanted
        else _("You have unblocked %(name)s. You can play each other again.")
    )
    messages.success(request, message % {"name": player.username})
    return redirect("fairplay" if request.POST.get("back") == "fairplay" else _page_of(player))


@signed_in
def report(request: SignedInRequest, username: str) -> HttpResponse:
    """The form that reports a player to the moderators."""
    player = get_object_or_404(User, username__iexact=username, is_active=True)
    number = request.GET.get("game", "")
    initial = {"game": number} if number.isascii() and number.isdigit() else {}
    form = ReportForm(request.POST if request.method == "POST" else None, initial=initial)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            data = form.cleaned_data
            try:
                report_player(request.user, player, data["reason"], data["text"], data["game"])
            except Refused as refused:
                status = refused.status
                form.add_error(None, str(refused.sentence))
            else:
                messages.success(request, _("Thanks. A moderator will review it."))
                return redirect(_page_of(player))
    context = {
        "form": form,
        "player": player,
        "game": _game(request.user, player, form),
        "back": _page_of(player),
    }
    return render(request, "fairplay/report.html", context, status=status)


def _page_of(player: User) -> str:
    """Return the path of a player's profile, or of the home page if there are no profiles."""
    return optional_url("profile", player.username) or "/"


def _game(user: User, player: User, form: ReportForm) -> Game | None:
    number = str(form["game"].value() or "")[:18]
    is_number = number.isascii() and number.isdigit()
    return game_of(user, player, int(number)) if is_number else None
