"""The pages that are measured: each with what it is called, who looks, and where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse

from accounts.models import User
from games.ladder.challenges import challenge
from games.ladder.models import Rung
from games.ladder.rules import reach
from games.pages.views.people import A_PAGE as GAMES_A_PAGE
from games.ratings.leaderboard import places
from games.ratings.models import PlayerResult, Pool
from games.ratings.views import A_PAGE
from games.seasons.models import Season, SeasonEntry
from games.tournaments.models import Tournament
from tools.bench.crowd import Crowd


class Look(NamedTuple):
    """One request: who looks, and at which address."""

    viewer: User
    path: str


@dataclass(frozen=True)
class Page:
    """A page, and the requests it is measured with; they are made again and again in turn."""

    name: str
    looks: Sequence[Look]


def pages(crowd: Crowd) -> list[Page]:
    """Return all that is measured."""
    by_games = crowd.by_games()
    middle = len(by_games) // 2
    usual = by_games[middle - middle // 4 : middle + middle // 4]
    typical = Random(1).sample(usual, min(12, len(usual)))
    me, busiest = typical[0], by_games[0]

    def of(name: str, address: Callable[[User], str], whose: Sequence[User]) -> Page:
        return Page(name, [Look(me, address(user)) for user in whose])

    return [
        *_leaderboards(crowd, me, busiest),
        of("profile, busiest player", _profile, [busiest]),
        of("profile, usual players", _profile, typical),
        Page("profile, my own", [Look(busiest, _profile(busiest))]),
        Page("compare, two who met often", [Look(me, _compare(busiest, _rival(busiest)))]),
        of("compare, usual players", lambda user: _compare(busiest, user), typical),
        of("games of the busiest", _games, [busiest]),
        of("games of the busiest, last page", _last_games, [busiest]),
        of("games of usual players", _games, typical),
        Page("home, busiest player", [Look(busiest, "/")]),
        Page("home, usual players", [Look(user, "/") for user in typical]),
        *_ladder(crowd),
        *_leagues(),
        of("lobby", lambda _user: reverse("lobby"), [me]),
    ]


def _leaderboards(crowd: Crowd, me: User, busiest: User) -> list[Page]:
    pages = []
    for pool in Pool:
        path = reverse("leaderboard_of", args=[pool])
        last = max(1, -(-len(places(pool, crowd.past.now)) // A_PAGE))
        pages += [
            Page(f"leaderboard {pool}", [Look(me, path), Look(busiest, path)]),
            Page(f"leaderboard {pool}, page {last}", [Look(me, f"{path}?page={last}")]),
        ]
    path = reverse("leaderboard")
    return [
        *pages,
        Page("leaderboard of a country", [Look(me, f"{path}?country=DE")]),
        Page("leaderboard of friends", [Look(busiest, f"{path}?who=friends")]),
    ]


def _ladder(crowd: Crowd) -> list[Page]:
    """The ladder for a player in the middle of it who plays for a place, and waits."""
    path = reverse("ladder")
    middle, last = len(crowd.users) // 2 + 1, len(crowd.users)
    rungs = {rung.place: rung for rung in Rung.objects.select_related("user")}
    me, above = rungs[middle].user, rungs[middle - 1].user
    assert me is not None
    assert above is not None
    for place in (reach(middle), middle - 2):
        other = rungs[place].user
        assert other is not None
        challenge(me, Pool.DAYS, other.username)
    member = Look(me, reverse("ladder_member", args=["days", me.username]))
    facing = Look(me, reverse("ladder_challenge", args=["days", above.username]))
    return [
        Page("ladder, my own page", [Look(me, path)]),
        Page("ladder, as far as I reach", [Look(me, f"{path}?place={reach(middle)}")]),
        Page("ladder, last page", [Look(me, f"{path}?place={last}")]),
        Page("ladder, before challenging", [facing]),
        Page("ladder, places of a member", [member]),
    ]


def _leagues() -> list[Page]:
    """Seasons and tournaments, for a player who plays in them."""
    entry = SeasonEntry.objects.filter(season__state=Season.State.RUNNING)
    mine = entry.select_related("user", "division__season").order_by("pk")[0]
    assert mine.user is not None
    assert mine.division is not None
    looks = {
        "seasons": reverse("seasons"),
        "season, all divisions": mine.division.season.get_absolute_url(),
        "season, my division": mine.division.get_absolute_url(),
        "tournaments": reverse("tournaments"),
    }
    for tournament in Tournament.objects.exclude(started_at=None).order_by("pk"):
        looks[f"tournament, {tournament.kind}"] = tournament.get_absolute_url()
        looks[f"tournament, {tournament.kind}, round 1"] = reverse(
            "tournament_round", args=[tournament.pk, 1]
        )
    return [Page(name, [Look(mine.user, path)]) for name, path in looks.items()]


def _profile(user: User) -> str:
    return reverse("profile", args=[user.username])


def _games(user: User) -> str:
    return reverse("games_of", args=[user.username])


def _last_games(user: User) -> str:
    last = -(-user.results.count() // GAMES_A_PAGE)
    return f"{_games(user)}?page={last}"


def _compare(user: User, other: User) -> str:
    return reverse("compare", args=[user.username, other.username])


def _rival(user: User) -> User:
    """Return the most frequent opponent of a player."""
    met = PlayerResult.objects.filter(user=user, opponent__isnull=False).values("opponent")
    most = met.annotate(count=Count("pk")).order_by("-count", "opponent").first()
    assert most is not None, "no player has played"
    return User.objects.get(pk=most["opponent"])
