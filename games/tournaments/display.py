"""Data for the pages of tournaments, in a bounded number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.ratings.models import Pool, ratings_of
from games.tables.models import BOT_NAMES, Game, Status
from games.tournaments import knockout, rounds
from games.tournaments.formatting import points, round_name
from games.tournaments.models import (
    LEAST,
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentRound,
    TournamentStage,
)
from games.tournaments.pairing_results import PairingResult
from games.tournaments.standings import standings

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class ListedFacts(TypedDict):
    """With what the list of tournaments annotates them."""

    count: int
    """Entrants."""
    mine: bool
    """Whether the user takes part."""
    winner: str | None
    """A username, or the name of a bot."""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A row of the standings."""

    place: int | None
    entrant: Entrant
    mine: bool
    points: str = ""
    buchholz: str = ""
    berger: str = ""
    state: str = ""
    out: bool = False
    """Whether the player is eliminated from a knock-out."""


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A pairing on the page of its round."""

    pairing: Pairing
    mine: bool
    game: Game | None
    """The game, if the viewer may see it."""
    state: str
    over: bool
    winner: Entrant | None
    """The winner, or the player who advances after two draws."""


@dataclass(slots=True)
class RoundDisplay:
    """A round with its tables, the viewer's own first."""

    number: int
    name: str
    over: bool
    tables: list[TournamentTable] = field(default_factory=list)
    deal: "DealSummary | None" = None


@dataclass(frozen=True, slots=True)
class DealSummary:
    """Results of the same deal at all tables."""

    tables: int
    first: int
    second: int
    drawn: int
    game: Game
    """One of the games, to verify the deal."""


def listed(user: User | None) -> "QuerySet[WithAnnotations[Tournament, ListedFacts]]":
    """Return all tournaments."""
    first = Entrant.objects.filter(tournament=OuterRef("pk"), place=1).order_by("number")
    tournaments = Tournament.objects.annotate(count=Count("entrants")).select_related("host")
    bot = Case(*(When(bot=key, then=Value(str(name))) for key, name in BOT_NAMES.items()))
    own = Entrant.objects.filter(tournament=OuterRef("pk"), user=user, withdrew_at=None)
    return tournaments.annotate(
        mine=Exists(own if user is not None else own.none()),
        winner=Subquery(first.values(name=Coalesce(bot, "user__username"))[:1]),
    )


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Return the entrants by seed, or before the start in the order of joining."""
    entrants = tournament.entrants.select_related("user")
    return list(entrants.order_by("number", "joined_at", "pk"))


def enrolled(
    tournament: Tournament, entrants: Iterable[Entrant], user: User | None
) -> list[TournamentRow]:
    """Return the entrants before the start, with their current ratings."""
    listed_entrants = list(entrants)
    pool = Pool.LIVE if tournament.live else Pool.DAYS
    ratings = ratings_of((entrant.user_id for entrant in listed_entrants), pool)
    for entrant in listed_entrants:
        rating = ratings.get(entrant.user_id or 0)
        entrant.rating = round(rating.value) if rating is not None and rating.games else None
    return [TournamentRow(None, entrant, _is(entrant, user)) for entrant in listed_entrants]


def table_of(
    tournament: Tournament, entrants: Sequence[Entrant], user: User | None
) -> list[TournamentRow]:
    """Return the standings of a tournament that has started."""
    by_number = {standing.number or 0: standing for standing in entrants}
    history = rounds.played(tournament)
    if tournament.kind == TournamentKind.KNOCKOUT:
        return _survivors(tournament, by_number, history, user)
    return [
        TournamentRow(
            standing.place,
            by_number[standing.number],
            _is(by_number[standing.number], user),
            points(standing.points),
            points(standing.buchholz),
            points(standing.sonneborn_berger),
            _("withdrew") if by_number[standing.number].withdrew_at else "",
        )
        for standing in standings(sorted(by_number), history)
    ]


def _survivors(
    tournament: Tournament,
    by_number: dict[int, Entrant],
    history: Sequence[PairingResult],
    user: User | None,
) -> list[TournamentRow]:
    """Return the players still in by seed, then the eliminated ones, the latest first."""
    last: dict[tuple[int, int], PairingResult] = {
        (game.round, game.table): game for game in history
    }
    out = {}
    playing = set(
        Pairing.objects.filter(round__tournament=tournament, score=PairingScore.OPEN).values_list(
            "round__number", "table"
        )
    )
    for (number, table), game in sorted(last.items()):
        for seed in (game.first, game.second):
            still = (number, table) in playing or knockout.advancing(game) == seed
            if seed is not None and not still:
                out[seed] = number
    rows = []
    for number, entrant in by_number.items():
        state = ""
        if number in out:
            state = _("eliminated: %(round)s") % {"round": round_name(tournament, out[number])}
        elif entrant.withdrew_at:
            state = _("withdrew")
        elif tournament.stage == TournamentStage.RUNNING:
            state = _("still playing")
        row = TournamentRow(
            entrant.place, entrant, _is(entrant, user), state=state, out=number in out
        )
        rows.append(row)
    rows.sort(
        key=lambda row: (
            row.place or 0,
            -out.get(row.entrant.number or 0, tournament.rounds + 1),
            row.entrant.number or 0,
        )
    )
    return rows


def _is(entrant: Entrant, user: User | None) -> bool:
    return user is not None and entrant.user_id == user.pk


def round_of(
    tournament: Tournament,
    row: TournamentRound,
    entrants: Sequence[Entrant],
    user: User | None,
) -> RoundDisplay:
    """Return a round with its tables, and a summary of a shared deal once the round is over."""
    display = RoundDisplay(row.number, round_name(tournament, row.number), row.over_at is not None)
    by_pk = {entrant.pk: entrant for entrant in entrants}
    pairings = list(row.pairings.select_related("game").defer("game__setup", "game__snapshot"))
    for pairing in pairings:
        pairing.first = by_pk[pairing.first_id]
        pairing.second = by_pk[pairing.second_id] if pairing.second_id else None
        mine = _is(pairing.first, user) or (
            pairing.second is not None and _is(pairing.second, user)
        )
        game = pairing.game
        visible_game = game if game is not None and (game.public or mine) else None
        over = pairing.score != PairingScore.OPEN
        winner = _winner(pairing, tournament.kind == TournamentKind.KNOCKOUT)
        display.tables.append(
            TournamentTable(pairing, mine, visible_game, _state(pairing), over, winner)
        )
    display.tables.sort(key=lambda table: not table.mine)
    if display.over and row.seed:
        display.deal = _deal(pairings)
    return display


def _winner(pairing: Pairing, is_knockout: bool) -> Entrant | None:
    match pairing.score:
        case PairingScore.FIRST | PairingScore.BYE:
            return pairing.first
        case PairingScore.SECOND:
            return pairing.second
        case PairingScore.DRAW if (
            is_knockout and pairing.nth == knockout.DRAWN_GAMES and pairing.second
        ):
            return min(pairing.first, pairing.second, key=lambda entrant: entrant.number or 0)
    return None


def _state(pairing: Pairing) -> str:
    """Return the state of a pairing in words."""
    if pairing.score != PairingScore.OPEN:
        return str(PairingScore(pairing.score).label)
    return _("setting up") if pairing.game is None else _("in progress")


def _deal(pairings: Sequence[Pairing]) -> DealSummary | None:
    same = [
        pairing
        for pairing in pairings
        if pairing.nth == 1 and pairing.game is not None and pairing.game.status == Status.FINISHED
    ]
    if not same or same[0].game is None:
        return None
    scores = [pairing.score for pairing in same]
    return DealSummary(
        len(same),
        scores.count(PairingScore.FIRST),
        scores.count(PairingScore.SECOND),
        scores.count(PairingScore.DRAW),
        same[0].game,
    )


def why_not_join(tournament: Tournament, count: int, user: User | None, now: datetime) -> str:
    """Return why a user can't enter; empty if they can."""
    if user is None or user.is_guest:
        return _("Sign up to play in this tournament.")
    if count >= tournament.most:
        return _("All places are taken.")
    if tournament.starts_at is not None and tournament.starts_at <= now:
        return _("This tournament is about to start.")
    return ""


def why_not_start(count: int) -> str:
    """Return why the host can't start yet; empty if they can."""
    if count >= LEAST:
        return ""
    missing = LEAST - count
    text = ngettext(
        "A tournament needs 4 players: %(n)d more to go.",
        "A tournament needs 4 players: %(n)d more to go.",
        missing,
    )
    return text % {"n": missing}
