"""Tournaments for tests: `tournament = started(6)` is one with p1 to p6, the best first."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.clock import BANK
from games.ratings.models import Pool, Rating
from games.tables.models import Ending, Game, Status
from games.tables.services import ending, locks
from games.tournaments import enrolment
from games.tournaments.enrolment import TournamentPlan
from games.tournaments.models import Pairing, Tournament, TournamentKind
from games.tournaments.runner import run_tournaments
from tests.support.factories import player

T0 = datetime(2026, 3, 20, 12, tzinfo=UTC)
"""After the second Saturday, so that the site opens none of its own."""


def plan(**fields: Any) -> TournamentPlan:
    """Return what a host wishes: a Swiss tournament, when the host says so."""
    wish = {"name": "Autumn Cup", "kind": TournamentKind.SWISS, "pace": BANK, "most": 128, **fields}
    return TournamentPlan(**wish)


def people(count: int) -> list[User]:
    """Return p1, p2, …, each rated better than the next."""
    found = [player(f"p{number}") for number in range(1, count + 1)]
    Rating.objects.bulk_create(
        Rating(user=user, pool=Pool.DAYS, value=2000 - 5 * place, games=20, last_at=T0)
        for place, user in enumerate(found)
    )
    return found


def enrolled(count: int, **fields: Any) -> Tournament:
    """Return a tournament that so many people have entered; p1 hosts it."""
    entering = people(count)
    tournament = enrolment.host(entering[0], plan(**fields), now=T0)
    for user in entering:
        enrolment.join(user, tournament.pk, now=T0)
    return tournament


def started(count: int, **fields: Any) -> Tournament:
    """Return a tournament whose first round is being played."""
    tournament = enrolled(count, **fields)
    assert tournament.host is not None
    enrolment.start(tournament.host, tournament.pk, now=T0)
    run_tournaments(T0)
    tournament.refresh_from_db()
    return tournament


def user(name: str) -> User:
    """Return a player by name."""
    return User.objects.get(username=name)


def name(number: int) -> str:
    """Return who has a number at the start."""
    return f"p{number}"


def pairs(tournament: Tournament, number: int) -> set[frozenset[str]]:
    """Return who meets whom in a round, in their first games; a bye is a player alone."""
    found = Pairing.objects.filter(round__tournament=tournament, round__number=number, nth=1)
    return {
        frozenset(each.name for each in (pairing.first, pairing.second) if each is not None)
        for pairing in found.select_related("first__user", "second__user")
    }


Decide = Callable[[Pairing], int | None]
"""Returns the number at the start of who wins; `None` for a draw."""


def the_better(pairing: Pairing) -> int | None:
    """Let the better number win."""
    assert pairing.second is not None
    return min(pairing.first.number or 0, pairing.second.number or 0)


def no_player(pairing: Pairing) -> int | None:
    """Let the game be drawn."""
    return None


def end(pairing: Pairing, winner: int | None, now: datetime = T0) -> None:
    """End the game of a pairing."""
    assert pairing.game_id is not None
    with transaction.atomic():
        table = locks.lock_running(pairing.game_id, now)
        game = table.game
        first = 1 - game.second_side
        side = None if winner is None else first if winner == pairing.first.number else 1 - first
        ending.finish(table, side, Ending.DRAW if side is None else Ending.POPULAR)
        game.save()


def play_round(
    tournament: Tournament, decide: Decide = the_better, now: datetime = T0, again: bool = True
) -> None:
    """End all games that run, and see how the tournament goes on."""
    running = Pairing.objects.filter(
        round__tournament=tournament, game__status=Status.RUNNING
    ).select_related("first", "second")
    for pairing in running:
        end(pairing, decide(pairing), now)
    if again:
        run_tournaments(now)
    tournament.refresh_from_db()


def places(tournament: Tournament) -> dict[str, int | None]:
    """Return the places by name."""
    found = tournament.entrants.select_related("user").order_by("place", "number")
    return {each.name: each.place for each in found}


def game_of(tournament: Tournament, who: str) -> Game:
    """Return the running game of a player."""
    return Game.objects.get(
        pairing__round__tournament=tournament, seats__user__username=who, status=Status.RUNNING
    )
