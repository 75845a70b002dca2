"""Pages of tournaments: list, tournament, rounds, and the players' and host's actions."""

from collections.abc import Callable, Sequence
from typing import TypedDict

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.requests import SignedInRequest, signed_in, viewer_of
from common.refusals import Refused
from games.tournaments import display, enrolment
from games.tournaments.formatting import longest, round_name
from games.tournaments.forms import HostForm
from games.tournaments.models import (
    Entrant,
    Tournament,
    TournamentKind,
    TournamentRound,
    TournamentStage,
)

View = Callable[..., HttpResponse]

A_PAGE = 20
SETTING_UP, LIVE = "3s", "15s"
"""Polling intervals of the page: while tables are set up, and in a live tournament."""


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The list of tournaments, open ones first."""
    listed = display.listed(viewer_of(request))
    over = listed.filter(stage__in=(TournamentStage.FINISHED, TournamentStage.CANCELLED)).order_by(
        "-finished_at", "-pk"
    )
    context = {
        "enrolling": listed.filter(stage=TournamentStage.ENROLLING).order_by(
            "starts_at", "created_at", "pk"
        ),
        "running": listed.filter(stage=TournamentStage.RUNNING).order_by("-started_at", "-pk"),
        "page": Paginator(over, A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/list.html", context)


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of a tournament: the viewer's actions, the current round, the standings."""
    shared = _context(request, pk)
    tournament, user, entrants = shared["tournament"], shared["viewer"], shared["entrants"]
    context: dict[str, object] = {**shared}
    if not shared["all_rounds"]:
        context["rows"] = display.enrolled(tournament, entrants, user)
    else:
        latest = display.round_of(tournament, shared["all_rounds"][-1], entrants, user)
        rows = display.table_of(tournament, entrants, user)
        context |= {"round": latest, "rows": rows, **_now(tournament, latest.tables, rows)}
    return render(request, "tournaments/tournament.html", context)


def _now(
    tournament: Tournament,
    tables: Sequence[display.TournamentTable],
    rows: Sequence[display.TournamentRow],
) -> dict[str, object]:
    """Return the viewer's own table and the polling interval of the page."""
    again = ""
    if tournament.stage == TournamentStage.RUNNING:
        setting_up = any(not table.over and table.pairing.game is None for table in tables)
        all_over = all(table.over for table in tables)
        again = SETTING_UP if setting_up or all_over else LIVE if tournament.live else ""
    own = [table for table in tables if table.mine]
    out = any(row.mine and row.out for row in rows)
    return {"mine": own[-1] if own else None, "out": out, "again": again}


@require_safe
def tournament_round(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The page of a round: its tables, and the results of a shared deal."""
    shared = _context(request, pk)
    row = next((row for row in shared["all_rounds"] if row.number == number), None)
    if row is None:
        raise Http404
    round_display = display.round_of(
        shared["tournament"], row, shared["entrants"], shared["viewer"]
    )
    return render(request, "tournaments/round.html", {**shared, "round": round_display})


class TournamentContext(TypedDict):
    """The context that the pages of a tournament share."""

    tournament: Tournament
    viewer: User | None
    entrants: list[Entrant]
    me: Entrant | None
    hosting: bool
    all_rounds: list[TournamentRound]
    round_names: list[tuple[int, str]]
    knockout: bool
    longest: str
    count: int
    why_not_join: str
    why_not_start: str


def _context(request: HttpRequest, pk: int) -> TournamentContext:
    """Return the context that the pages of a tournament share."""
    now, user = timezone.now(), viewer_of(request)
    tournament = get_object_or_404(Tournament.objects.select_related("host"), pk=pk)
    entrants = display.entrants_of(tournament)
    me: Entrant | None = next(
        (entrant for entrant in entrants if user and entrant.user_id == user.pk), None
    )
    present = sum(entrant.is_here for entrant in entrants)
    all_rounds = list(tournament.all_rounds.order_by("number")) if tournament.started_at else []
    hosting = user is not None and tournament.host_id == user.pk
    return {
        "tournament": tournament,
        "viewer": user,
        "entrants": entrants,
        "me": me,
        "hosting": hosting,
        "all_rounds": all_rounds,
        "round_names": [(row.number, round_name(tournament, row.number)) for row in all_rounds],
        "knockout": tournament.kind == TournamentKind.KNOCKOUT,
        "longest": longest(tournament),
        "count": len(entrants),
        "why_not_join": display.why_not_join(tournament, present, user, now),
        "why_not_start": display.why_not_start(present),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_tournament(request: SignedInRequest) -> HttpResponse:
    """The page that hosts a tournament."""
    form = HostForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                return redirect(enrolment.host(request.user, form.plan()))
        except Refused as refused:
            status = refused.status
            form.add_error(None, str(refused))
    return render(request, "tournaments/new.html", {"form": form}, status=status)


def _acting(service: Callable[[User, int], Tournament]) -> View:
    """Return a view for a service that takes only the user and the tournament."""

    @require_POST
    @signed_in
    def view(request: SignedInRequest, pk: int) -> HttpResponse:
        return redirect(service(request.user, pk))

    return view


join = _acting(enrolment.join)
leave = _acting(enrolment.leave)
start = _acting(enrolment.start)
cancel = _acting(enrolment.cancel)
withdraw = _acting(enrolment.withdraw)
