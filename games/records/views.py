"""The page that opens a record, its replay, and a game that begins at one of its moments."""

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import HtmxRequest, viewer_of
from accounts.services import welcome_guest
from common.addresses import household_of
from common.made_once import digest_of, made
from common.refusals import Refused
from games.records import opened
from games.records.forms import RecordForm
from games.review.forms import TrialForm
from games.review.services import trying
from games.tables.models.seat import BOT_STRENGTHS
from games.tables.page import ReplayAddress, chosen_seat, replay_page
from games.tables.providers import PageLine
from games.tables.views.fragments import render_fragment


@require_http_methods(["GET", "HEAD", "POST"])
def open_record(request: HttpRequest) -> HttpResponse:
    """The form to open a record as a replay."""
    form = RecordForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        try:
            key = made(request, digest_of("record", text), lambda: opened.keep(text).encode())
            return redirect("opened_record", key.decode())
        except Refused as refused:
            if refused.status != 422:
                raise
            form.add_error(None, str(refused))
    status = 422 if form.errors else 200
    return render(request, "records/open.html", {"form": form}, status=status)


@never_cache
@require_safe
def replay(request: HtmxRequest, key: str, seq: int = 0) -> HttpResponse:
    """The replay of an opened record after its first `seq` moves.

    `?seat=`: with the cards of one seat only. `?stop=`: after so many turns.
    """
    record = _record(key)
    if seq > record.game.seq:
        raise Http404
    eyes = chosen_seat(record, request.GET.get("seat", ""))
    address = ReplayAddress(reverse("opened_record", args=[key]), eyes)
    links = []
    if seq < record.game.seq:
        to_try = f"{reverse('try_from_record', args=[key])}?seq={seq}"
        links.append(PageLine(_("Try from here"), to_try))
    page = replay_page(record, seq, address, links=links)
    stop, stops = request.GET.get("stop", ""), page.stops.split()
    if stop:
        if not stop.isdecimal() or int(stop) >= len(stops):
            raise Http404
        return redirect(address.at(int(stops[int(stop)])))
    context = {
        "page": page,
        "game": record.game,
        "below": record.seats[eyes or 0],
        "eyes": eyes,
        "four": record.game.players == 4,
        "is_open": True,
        "is_running": False,
        "to": {"table": reverse("open_record"), "replay": address.path},
        "token": "",
        "site": settings.SITE_URL,
    }
    return render_fragment(request, "tables/_replay.jinja", "records/replay.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def try_from(request: HtmxRequest, key: str) -> HttpResponse:
    """The form to start a game against a bot from a moment of a record (`?seq=`).

    A POST starts the game; a visitor becomes a guest.
    """
    record = _record(key)
    if request.method == "POST":
        form = TrialForm(request.POST)
        if not form.is_valid():
            raise Refused(_("There is no such move in this game."), 422)
        user = viewer_of(request)
        if user is None:
            user = welcome_guest(household_of(request))
            login(request, user, backend="accounts.backends.Backend")
        seq, seat = form.place()
        return redirect(trying.try_from(user, record, seq, seat, form.cleaned_data["bot"]))
    given = request.GET.get("seq", "")[:9]
    if not (given.isascii() and given.isdecimal()) or int(given) >= record.game.seq:
        raise Refused(_("There is no such move in this game."), 422)
    seq = int(given)
    context = {
        "to": {"try": request.path, "replay": reverse("opened_record_at", args=[key, seq])},
        "seats": [(f"{seq}:{seat.number}", seat.name) for seat in record.seats],
        "bots": BOT_STRENGTHS.items(),
    }
    return render(request, "review/try.html", context)


def _record(key: str) -> opened.OpenedRecord:
    """Return the opened record, or raise `Refused`: 404."""
    record = opened.opened(key)
    if record is None:
        raise Refused(_("This record is not open any more. Open it again from its file."), 404)
    return record
