"""The table: one page for players and spectators, and its fragment `#table`."""

from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256

from django.contrib import messages
from django.core.cache import caches
from django.db.models import BigIntegerField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from accounts.requests import HtmxRequest, SignedInRequest, shown_by
from common.refusals import Refused
from games.tables import providers
from games.tables.models import Game, NotificationLevel, Status
from games.tables.page import PageQuery, table_menu, table_page
from games.tables.page.table import TableContext, TableFacts, TablePage
from games.tables.seats import may_answer, waits_for
from games.tables.selectors import Seen, next_game, public_version, seen, seen_again, unchanged
from games.tables.services import sending
from games.tables.services.sealing import WAITS
from games.tables.services.seen import mark_seen
from games.tables.time_forms import GiveTimeForm, PaceForm
from games.tables.views.addresses import addresses
from games.tables.views.fragments import render_fragment

FOR_VISITORS = 5
"""Seconds for which a rendered table is kept for visitors: their fetches come within two."""
FORMS = ("draft", "undo", "confirm")
PACE_FORM_ID = "new-%s"
"""The ids of the fields of the form that proposes another pace."""


@never_cache
@require_safe
def table(request: HtmxRequest, pk: int) -> HttpResponse:
    """The page of a table; 204 for a page that has this version already."""
    version = request.GET.get("version", "")
    if request.htmx and not request.user.is_authenticated:
        kept = _for_visitors(request, pk, version)
        if kept is not None:
            return kept
    elif "here" not in request.GET and unchanged(pk, version):
        return HttpResponse(status=204)
    seen_table = seen(request.user, pk)
    if sending.is_due(seen_table.seats, timezone.now()):
        sending.send(pk)
        seen_table = seen(request.user, pk)
    if version == str(seen_table.game.version):
        look(request, seen_table)
    if version == str(seen_table.game.version):  # a look can start the clocks
        return HttpResponse(status=204)
    return show(request, seen_table)


def _for_visitors(request: HtmxRequest, pk: int, version: str) -> HttpResponse | None:
    """Answer a visitor's page that fetches itself; `None` for a table that is not shown to all.

    After a move of a game that many watch, the first of them has it rendered for the others. There
    is no form in it, whose token would be of one visitor. The page says which version it was told
    of: if that is the one that is kept, nothing is read from the database.
    """
    version_told, cache = request.GET.get("told", ""), caches["drawn"]
    content: bytes | None = cache.get(_kept_as(request, pk, version_told)) if version_told else None
    if content is None:
        current = public_version(pk)
        if current is None:
            return None
        if version == str(current):
            return HttpResponse(status=204)
        key = _kept_as(request, pk, str(current))
        content = cache.get(key)
        if content is None:
            content = show(request, seen(request.user, pk)).content
            cache.set(key, content, FOR_VISITORS)
    return HttpResponse(content)


def _kept_as(request: HtmxRequest, pk: int, version: str) -> str:
    """Return the key of a version of a table, rendered for visitors with the same page.

    Of the query, a page without a hand depends on the log alone. What it shows already is left out.
    """
    log = (_since(request.GET), request.GET.get("log") == "all")
    page = (pk, version, get_language(), log, sorted(shown_by(request).items()))
    return "table-for-visitors:" + sha256(repr(page).encode()).hexdigest()


@never_cache
@require_safe
def invitation(request: HtmxRequest, pk: int, token: str) -> HttpResponse:
    """The page of a table for users who have its link."""
    seen_table = seen(request.user, pk, token)
    if seen_table.game.token != token:
        raise Http404
    if request.GET.get("version") == str(seen_table.game.version):
        return HttpResponse(status=204)
    if seen_table.game.status != Status.OPEN and (seen_table.game.public or seen_table.seat):
        # With the query, which says whether a user looks at the page that fetches itself.
        query = request.GET.urlencode()
        return redirect(seen_table.game.get_absolute_url() + (f"?{query}" if query else ""))
    return show(request, seen_table, token=token)


def show(
    request: HtmxRequest,
    seen_table: Seen,
    message: str = "",
    status: int = 200,
    *,
    token: str = "",
    pace: PaceForm | None = None,
) -> HttpResponse:
    """Answer with the table, as a page or a fragment, and with a message for the player.

    `pace`: the form of a refused proposal of a pace, with its input.
    """
    to = addresses(seen_table.game, token)
    path = to["table"]
    now = timezone.now()
    look(request, seen_table)
    if seen_table.game.setup is None:
        game, seats = seen_table.game, seen_table.seats
        return providers.open_page(request, game, seats, message, token, status)
    to |= {name: reverse(name, args=[seen_table.game.pk]) for name in FORMS}
    context = started_table(request, seen_table, path, to, message)
    context["token"] = token
    if pace is not None:
        context["menu"] = render_to_string(
            "tables/_menu.html", _menu(seen_table, token, now, pace), request
        )
    return render_table(request, context, status)


@never_cache
@require_safe
def menu(request: HtmxRequest, pk: int, token: str = "") -> HttpResponse:
    """The menu of a started table: for the page, which fetches it when it is opened."""
    seen_table = seen(request.user, pk, token)
    if seen_table.game.setup is None or (token and token != seen_table.game.token):
        raise Http404
    template = "tables/_menu_box.html" if request.htmx else "tables/menu.html"
    return render(request, template, _menu(seen_table, token, timezone.now()))


def _menu(
    seen_table: Seen, token: str, now: datetime, pace: PaceForm | None = None
) -> dict[str, object]:
    """Return the context of the menu; `pace`: the form of a refused proposal, with its input."""
    game = seen_table.game
    menu = table_menu(seen_table, now)
    return {
        "game": game,
        "menu": menu,
        "clocks": menu.clocks,
        "to": addresses(game, token),
        "gift": GiveTimeForm(),
        "pace": pace or PaceForm(auto_id=PACE_FORM_ID),
        "notification_levels": NotificationLevel.choices,
    }


def started_table(
    request: HtmxRequest,
    seen_table: Seen,
    path: str,
    to: dict[str, str],
    message: str = "",
    *,
    moving: bool = False,
    draw: Callable[[Seen, PageQuery], TablePage] = table_page,
) -> TableContext:
    """Return the context of a started table's page at `path`.

    `to`: the addresses of its forms and links. `moving`: whether it was opened from a mail.
    `draw`: the function that makes the kind of page.
    With a message, the chosen card stays chosen after a POST.
    """
    query = {**request.GET.dict(), **request.POST.dict()}
    since = _since(query)
    asked = PageQuery(
        chosen=query.get("card", "") if request.method != "POST" or message else "",
        since=since,
        whole_log=query.get("log") == "all",
        partial=since is not None and _shows(request, seen_table),
    )
    page = draw(seen_table, asked)
    game = seen_table.game
    facts: TableFacts = {
        "number": game.pk,
        "seq": game.seq,
        "since": page.since,
        "path": path,
        "to": to,
        "message": message,
        "moving": moving,
    }
    return {
        "page": page,
        "game": game,
        "table": facts,
        "to": to,
        "moving": moving,
        "here": path + page.query,
    }


def _since(query: Mapping[str, str]) -> int | None:
    """Return the number of the last move that was on the page when it was loaded."""
    since = query.get("since", "")
    return int(since[:9]) if since.isdecimal() else None


def _shows(request: HtmxRequest, seen_table: Seen) -> bool:
    """Whether the viewer's page shows this version of the game with label, log and side panels.

    A page that asks for the whole log may show its end alone.
    """
    regions, game = shown_by(request), seen_table.game
    if game.status != Status.RUNNING or not request.htmx or request.GET.get("log") == "all":
        return False
    if regions.get("table") != str(game.version):
        return False
    panels = providers.side_panels(game, seen_table.own, seen_table.user, partial=True)
    return {"bar-what", "log", *(panel.name for panel in panels)} <= regions.keys()


def look(request: HtmxRequest, seen_table: Seen) -> None:
    """Record that the viewer looks at the table.

    A page that refreshes itself reports whether a user looks at it, as it may be a background tab.
    """
    if "version" in request.GET:
        looks = "here" in request.GET
    else:
        looks = "prefetch" not in request.headers.get("Sec-Purpose", "")
    seat = seen_table.own or next(
        (
            seat
            for seat in seen_table.seats
            if seen_table.user and seat.invited_id == seen_table.user.pk
        ),
        None,
    )
    if looks and seat is not None:
        mark_seen(seat, seen_table.game)


def render_table(request: HtmxRequest, context: TableContext, status: int = 200) -> HttpResponse:
    """Answer with the page of a started table, or its fragment."""
    return render_fragment(request, "tables/_table.jinja", "tables/table.html", context, status)


def at_table(
    request: SignedInRequest,
    pk: int,
    service: Callable[[User], object],
    pace: PaceForm | None = None,
    *,
    goes_on: bool = False,
) -> HttpResponse:
    """Call a service for the user and answer with the table: the fragment, or a redirect to it.

    `goes_on`: lead to the next game that waits for the user, if this one does not. A game that the
    service returns, with its seats, is shown as it has left it. A refusal is shown at the table as
    it is now; a table that the user may not see is a 404.
    """
    if pk > BigIntegerField.MAX_BIGINT:  # which PostgreSQL refuses
        raise Http404
    try:
        changed = service(request.user)
    except Refused as refused:
        return show(request, seen(request.user, pk), str(refused), refused.status, pace=pace)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if goes_on and isinstance(changed, Game) and not _asks(changed, request.user):
        following = next_game(request.user, pk)
        if following is not None:
            _say_sending(request, changed)
            path = reverse("table", args=[following])
            return HttpResponseClientRedirect(path) if request.htmx else redirect(path)
    if request.htmx:
        if isinstance(changed, Game):
            return show(request, seen_again(request.user, changed))
        return show(request, seen(request.user, pk))
    return redirect("table", pk)


def _say_sending(request: SignedInRequest, game: Game) -> None:
    """Say on the next page that the turn can be taken back, if it waits to be sent."""
    if any(seat.sends_at and may_answer(seat, request.user) for seat in game.seats.all()):
        words = {"game": game.pk, "seconds": int(WAITS.total_seconds())}
        says = _("Your turn in game %(game)s is sent in %(seconds)s seconds.") % words
        link = format_html('<a href="{}">{}</a>', game.get_absolute_url(), _("Take it back"))
        messages.info(request, format_html("{} {}", says, link))


def _asks(game: Game, user: User) -> bool:
    return any(waits_for(seat, user) for seat in game.seats.all())
