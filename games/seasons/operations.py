"""Operations of the API (games.api collects them): seasons and their divisions."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Path, Router, Schema
from pydantic import Field

from games.endpoints.access import viewer_of
from games.endpoints.shown import SMALL
from games.seasons import display
from games.seasons.models import Division, Season, SeasonEntry

router = Router(tags=["Seasons"])

MOST_SEASONS = 42
Year = Annotated[int, Path(ge=0, le=SMALL, description="The year.")]
Quarter = Annotated[int, Path(ge=0, le=SMALL, description="The quarter, 1 to 4.")]
Level = Annotated[int, Path(ge=0, le=SMALL, description="The division; 1 is the highest.")]


class SeasonOut(Schema):
    """A season: a quarter of a year."""

    year: int
    number: int
    state: Literal["open", "running", "closed", "few", "missed"]
    starts_at: datetime
    ends_at: datetime


class ListedSeasonOut(SeasonOut):
    """A season with the number of its players and the winner of its first division."""

    players: int
    winner: str | None


class SeasonsOut(Schema):
    """The latest seasons, the latest first."""

    seasons: list[ListedSeasonOut]


class DivisionSummary(Schema):
    """A division without its table."""

    level: int
    players: int
    games: int
    over: int = Field(description="How many of its games are over.")
    winner: str | None


class SeasonDivisionsOut(SeasonOut):
    """A season with its divisions; it has none before its start."""

    divisions: list[DivisionSummary]


class StandingOut(Schema):
    """A row of the table of a division."""

    place: int
    name: str | None = Field(description="`null`: the account is deleted.")
    points: int
    won: int
    drawn: int
    lost: int
    step: int = Field(description="-1: promoted, 1: relegated, if the season ended now.")
    withdrawn: bool


class FixtureOut(Schema):
    """A game of the schedule; `first` has the first turn."""

    round: int
    first: str | None
    second: str | None
    due_at: datetime
    outcome: Literal["first", "second", "draw", "nobody"] | None
    game: int | None


class DivisionOut(Schema):
    """A division: its table and its schedule."""

    level: int
    season: SeasonOut
    standings: list[StandingOut]
    fixtures: list[FixtureOut]


@router.get("/seasons", response=SeasonsOut)
def seasons(request: HttpRequest) -> SeasonsOut:
    """The latest seasons."""
    rows = display.seasons(MOST_SEASONS)
    return SeasonsOut.model_construct(
        seasons=[
            ListedSeasonOut.model_construct(
                **dict(_season(row)),
                players=row.players,
                winner=row.winner,
            )
            for row in rows
        ]
    )


@router.get("/seasons/{year}/{number}", response=SeasonDivisionsOut)
def season(request: HttpRequest, year: Year, number: Quarter) -> SeasonDivisionsOut:
    """A season and its divisions."""
    row = Season.objects.filter(year=year, number=number).first()
    if row is None:
        raise Http404
    divisions = [
        DivisionSummary(
            level=division.level,
            players=division.players,
            games=division.games or 0,
            over=division.over or 0,
            winner=division.winner,
        )
        for division in display.divisions_of(row)
    ]
    return SeasonDivisionsOut.model_construct(**dict(_season(row)), divisions=divisions)


@router.get("/seasons/{year}/{number}/{level}", response=DivisionOut)
def division(request: HttpRequest, year: Year, number: Quarter, level: Level) -> DivisionOut:
    """A division: who stands where, and who plays whom."""
    rows = Division.objects.select_related("season").filter(season__year=year)
    row = rows.filter(season__number=number, level=level).first()
    if row is None:
        raise Http404
    levels = Division.objects.filter(season=row.season_id).count()
    page = display.shown(row, levels, viewer_of(request), timezone.now())
    return DivisionOut.model_construct(
        level=row.level,
        season=_season(row.season),
        standings=[
            StandingOut(
                place=standing.line.place,
                name=_name(standing.entry),
                points=standing.line.points,
                won=standing.line.wins,
                drawn=standing.line.draws,
                lost=standing.line.losses,
                step=standing.step,
                withdrawn=standing.entry.is_gone,
            )
            for standing in page.rows
        ],
        fixtures=[
            FixtureOut.model_construct(
                round=meeting.fixture.round,
                first=_name(meeting.first),
                second=_name(meeting.second),
                due_at=meeting.fixture.due_at,
                outcome=meeting.fixture.outcome or None,
                game=meeting.fixture.game_id,
            )
            for season_round in page.rounds
            for meeting in season_round.meetings
        ],
    )


def _season(row: Season) -> SeasonOut:
    return SeasonOut.model_construct(
        year=row.year,
        number=row.number,
        state=str(row.state),
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )


def _name(entry: SeasonEntry) -> str | None:
    return None if entry.user is None else entry.user.username
