"""Operations of the API (games.api collects them): tournaments and their rounds."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field

from accounts.models import User
from games.endpoints.access import viewer_of
from games.endpoints.schemas import PaceOut
from games.endpoints.shown import SMALL, row_id, site_url
from games.tournaments import display
from games.tournaments.models import Entrant, Tournament

router = Router(tags=["Tournaments"])

A_PAGE = 50
Stage = Literal["enrolling", "running", "finished", "cancelled"]
Number = Annotated[int, Path(description="The number of the tournament.")]


class TournamentOut(Schema):
    """A tournament without its standings."""

    id: int
    url: str
    title: str
    kind: Literal["swiss", "knockout"]
    stage: Stage
    pace: PaceOut
    live: bool
    host: str | None = Field(description="`null`: one of the site's own.")
    places: int
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None


class ListedTournamentOut(TournamentOut):
    """A tournament of the list."""

    players: int
    winner: str | None


class TournamentsOut(Schema):
    """A page of tournaments, the latest first."""

    tournaments: list[ListedTournamentOut]
    next: int | None = Field(description="`before` of the next page; `null` on the last one.")


class EntrantOut(Schema):
    """A row of the standings; before the start, a player who has joined."""

    place: int | None
    name: str | None = Field(description="`null`: the account is deleted.")
    bot: bool = Field(description="Whether a bot of the site has the place.")
    seed: int | None
    rating: int | None
    points: str = Field(description="As `2½`; empty in a knock-out.")
    out: bool = Field(description="Whether the player is eliminated from a knock-out.")
    withdrew: bool


class TournamentPage(TournamentOut):
    """A tournament with its standings."""

    standings: list[EntrantOut]
    rounds: list[int] = Field(description="The numbers of the rounds that have begun.")


class TournamentTableOut(Schema):
    """Two players who meet, or one with a bye; `first` has the first turn."""

    table: int
    first: str | None
    second: str | None
    score: Literal["first", "second", "draw", "none", "bye"] | None = Field(
        description="`null`: not over."
    )
    game: int | None = Field(description="The game, if you may see it.")


class TournamentRoundOut(Schema):
    """A round with its tables."""

    number: int
    name: str
    over: bool
    tables: list[TournamentTableOut]


@router.get("/tournaments", response=TournamentsOut)
def tournaments(
    request: HttpRequest,
    stage: Annotated[Stage | None, Query(description="Only these.")] = None,
    before: Annotated[
        int | None, Query(ge=1, le=2**63 - 1, description="The `id` of the last one you have.")
    ] = None,
) -> TournamentsOut:
    """Tournaments, the latest first."""
    rows = display.listed(viewer_of(request)).order_by("-pk")
    if stage is not None:
        rows = rows.filter(stage=stage)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows[: A_PAGE + 1])
    return TournamentsOut.model_construct(
        tournaments=[
            ListedTournamentOut.model_construct(
                **dict(_summary(row)),
                players=row.count,
                winner=row.winner,
            )
            for row in page[:A_PAGE]
        ],
        next=page[A_PAGE - 1].pk if len(page) > A_PAGE else None,
    )


@router.get("/tournaments/{number}", response=TournamentPage)
def tournament(request: HttpRequest, number: Number) -> TournamentPage:
    """A tournament with its standings."""
    row, entrants, viewer = _tournament(request, number)
    rounds = row.all_rounds.order_by("number").values_list("number", flat=True)
    begun = list(rounds) if row.started_at else []
    draw = display.table_of if begun else display.enrolled
    return TournamentPage.model_construct(
        **dict(_summary(row)),
        standings=[_entrant(standing) for standing in draw(row, entrants, viewer)],
        rounds=begun,
    )


@router.get("/tournaments/{number}/rounds/{nth}", response=TournamentRoundOut)
def tournament_round(
    request: HttpRequest,
    number: Number,
    nth: Annotated[int, Path(ge=0, le=SMALL, description="The number of the round.")],
) -> TournamentRoundOut:
    """A round: who meets whom, and how it went."""
    row, entrants, viewer = _tournament(request, number)
    round_row = row.all_rounds.filter(number=nth).first() if row.started_at else None
    if round_row is None:
        raise Http404
    page = display.round_of(row, round_row, entrants, viewer)
    return TournamentRoundOut.model_construct(
        number=page.number,
        name=page.name,
        over=page.over,
        tables=[
            TournamentTableOut.model_construct(
                table=table.pairing.table,
                first=_name(table.pairing.first),
                second=None if table.pairing.second is None else _name(table.pairing.second),
                score=table.pairing.score or None,
                game=None if table.game is None else table.game.pk,
            )
            for table in page.tables
        ],
    )


def _tournament(request: HttpRequest, number: int) -> tuple[Tournament, list[Entrant], User | None]:
    row = Tournament.objects.select_related("host").filter(pk=row_id(number)).first()
    if row is None:
        raise Http404
    return row, display.entrants_of(row), viewer_of(request)


def _summary(row: Tournament) -> TournamentOut:
    return TournamentOut.model_construct(
        id=row.pk,
        url=site_url(row.get_absolute_url()),
        title=row.title,
        kind=str(row.kind),
        stage=str(row.stage),
        pace=PaceOut.model_validate(row.pace),
        live=row.live,
        host=None if row.host is None else row.host.username,
        places=row.most,
        starts_at=row.starts_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )


def _entrant(row: display.TournamentRow) -> EntrantOut:
    return EntrantOut(
        place=row.place,
        name=_name(row.entrant),
        bot=bool(row.entrant.bot),
        seed=row.entrant.number,
        rating=row.entrant.rating,
        points=row.points,
        out=row.out,
        withdrew=row.entrant.withdrew_at is not None,
    )


def _name(entrant: Entrant) -> str | None:
    return None if not entrant.bot and entrant.user is None else entrant.name
