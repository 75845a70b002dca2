"""What people do on ladders, in seasons and in tournaments."""

from datetime import timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from allauth.usersessions.models import UserSession

from games.clock import BANK, LIVE
from games.ladder import challenges, places
from games.ladder.models import Challenge, ChallengeState, Rung
from games.ladder.rules import reach
from games.ratings.models import Pool
from games.seasons import enrolment as season_enrolment
from games.seasons.quarters import quarter_of
from games.tournaments import enrolment as tournament_enrolment
from games.tournaments.enrolment import TournamentPlan
from games.tournaments.models import Entrant, Tournament, TournamentKind, TournamentStage
from tools.simulation.simulator import DAY, HOUR, WEEK
from tools.simulation.year.people import Person

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

MOST_GAMES = 16
"""A player with so many running games sends no challenge."""
BETWEEN_CHALLENGES = 9 * DAY
"""On the average."""
LEAVES = 0.01
"""How likely a player leaves a ladder instead of challenging; they come back a month later."""
WITHDRAWS = 0.02
"""How likely a player withdraws from a season."""
HOST_EVERY = 2 * WEEK


class Climbing:
    """Lets people climb the ladders."""

    def __init__(self, year: "Year") -> None:
        self.year, self.chance = year, Random(f"ladders {year.size.seed}")
        self.joined: dict[tuple[str, int], int] = {}
        """How many people were on a ladder when a player joined it first."""

    def join(self, person: Person) -> None:
        """Plan when a player joins the ladders they like."""
        for pool in sorted(person.ladders):
            at = person.joins + self.chance.uniform(0, 3) * DAY
            self.year.at(at, partial(self._join, person, pool))

    def _join(self, person: Person, pool: str) -> None:
        if person.is_gone(self.year.now):
            return
        at_once = self.chance.random() < 0.5
        self.year.ask("ladder", places.join, person.user, pool, at_once)
        self.joined.setdefault((pool, person.user.pk), len(ladder_order(pool)))
        self._plan(person, pool)

    def _plan(self, person: Person, pool: str) -> None:
        wait = self.chance.expovariate(1) * BETWEEN_CHALLENGES / (2 if person.strong else 1)
        at = person.waking(self.year.now + wait, self.chance)
        self.year.at(at, lambda: self._climb(person, pool))

    def _climb(self, person: Person, pool: str) -> None:
        now = self.year.now
        if person.is_gone(now):
            return
        if self.chance.random() < LEAVES:
            self.year.ask("leave ladder", places.leave, person.user, pool)
            self.year.at(now + 30 * DAY, lambda: self._join(person, pool))
            return
        self._plan(person, pool)
        if person.is_away(now) or self.year.busy[person.user.pk] >= MOST_GAMES:
            return
        order = ladder_order(pool)
        place = order.index(person.user.pk) + 1 if person.user.pk in order else 0
        if place == 0:  # was away for too long, and the site has taken them off
            self.year.ask("ladder", places.join, person.user, pool, True)
            return
        if place == 1:
            return
        # The strong want to be up soon, the others meet whom they like within reach.
        top = reach(place)
        wanted = top if person.strong else self.chance.randint(top, place - 1)
        for other in dict.fromkeys((wanted, self.chance.randint(top, place - 1), place - 1)):
            rival = self.year.people[order[other - 1]]
            made = self.year.ask(
                "challenge", challenges.challenge, person.user, pool, rival.user.username
            )
            if made is not None:
                self._answer_later(made, rival)
                return

    def _answer_later(self, made: Challenge, rival: Person) -> None:
        """Let the challenged look at it; who is gone never does, and the clock of the site runs."""
        if made.state != ChallengeState.WAITING or made.ladder_id == Pool.LIVE:
            return
        at = rival.waking(self.year.now + self.chance.expovariate(1) * DAY, self.chance)

        def answer() -> None:
            if not rival.is_away(self.year.now):
                self.year.ask("accept", challenges.accept, rival.user, made.pk)

        self.year.at(at, answer)

    def meet(self) -> None:
        """Let those who are on the site this evening play their live challenges."""
        waiting = Challenge.objects.filter(ladder=Pool.LIVE, state=ChallengeState.WAITING)
        for challenge in waiting.select_related("challenger", "challenged").order_by("pk"):
            challenger = self.year.people[challenge.challenger.user_id or 0]
            challenged = self.year.people[challenge.challenged.user_id or 0]
            now, both = self.year.now, (challenger, challenged)
            here = not any(player.is_gone(now) for player in both) and self.chance.random() < 0.5
            if here and not any(player.is_away(now) for player in both):
                see(challenger, self.year)
                verb = challenges.decline if self.chance.random() < 0.05 else challenges.accept
                self.year.ask("live challenge", verb, challenged.user, challenge.pk)


class Leagues:
    """Lets people enrol for seasons and tournaments."""

    def __init__(self, year: "Year") -> None:
        self.year, self.chance = year, Random(f"leagues {year.size.seed}")

    def join(self, person: Person) -> None:
        """Plan when a player thinks of a season, and of a tournament."""
        if person.seasons:
            self.year.at(
                person.joins + self.chance.uniform(0, 2) * DAY, lambda: self._enrol(person)
            )
        if person.tournaments:
            self.year.at(person.joins + HOUR, lambda: self._enter(person))

    def _enrol(self, person: Person) -> None:
        """Enrol for the next season; and think of it again when that has begun."""
        now = self.year.now
        if person.is_gone(now):
            return
        coming = quarter_of(now).next
        self.year.ask("enrol", season_enrolment.enrol, person.user, coming.year, coming.number)
        later = coming.start + self.chance.uniform(1, 80) * DAY
        self.year.at(later, lambda: self._enrol(person))
        if self.chance.random() < WITHDRAWS:
            at = coming.start + self.chance.uniform(5, 60) * DAY
            self.year.at(at, lambda: self._withdraw(person, coming.year, coming.number))

    def _withdraw(self, person: Person, year: int, number: int) -> None:
        if not person.is_gone(self.year.now):
            self.year.ask("withdraw", season_enrolment.leave, person.user, year, number)

    def _enter(self, person: Person) -> None:
        """Look for a tournament, every few days."""
        now = self.year.now
        if person.is_gone(now):
            return
        self.year.at(now + self.chance.uniform(3, 9) * DAY, lambda: self._enter(person))
        mine = Entrant.objects.filter(user=person.user, withdrew_at=None)
        busy = mine.filter(
            tournament__stage__in=(TournamentStage.ENROLLING, TournamentStage.RUNNING)
        )
        if busy.exists() or person.is_away(now):
            return
        open_ones = Tournament.objects.filter(stage=TournamentStage.ENROLLING).order_by("pk")
        for tournament in open_ones:
            if not tournament.live or "live" in person.ladders:
                self.year.ask("enter", tournament_enrolment.join, person.user, tournament.pk)
                return

    def host(self) -> None:
        """Let a player host a tournament: by turns each kind, now and then live or duplicate."""
        here = [
            person
            for person in self.year.people.values()
            if person.tournaments
            and person.joins <= self.year.now
            and not person.is_gone(self.year.now)
        ]
        if not here:
            return
        chance = self.chance
        plan = TournamentPlan(
            name="Cup",
            kind=chance.choice((TournamentKind.SWISS, TournamentKind.KNOCKOUT)),
            pace=LIVE[1] if chance.random() < 0.2 else BANK,
            most=chance.choice((8, 16, 32)),
            duplicate=chance.random() < 0.3,
            starts_at=self.year.now + timedelta(days=chance.randrange(4, 20)),
        )
        host = chance.choice(here)
        self.year.ask("host", tournament_enrolment.host, host.user, plan)


def ladder_order(pool: str) -> list[int]:
    """Return who is on a ladder, from the top, by their ids."""
    rungs = Rung.objects.filter(ladder=pool, place__isnull=False).order_by("place", "pk")
    return [user or 0 for user in rungs.values_list("user", flat=True)]


def see(person: Person, year: "Year") -> None:
    """Let the site believe that a player has a page open now."""
    UserSession.objects.update_or_create(
        session_key=f"session-{person.user.pk}",
        defaults={
            "user": person.user,
            "ip": "127.0.0.1",
            "user_agent": "",
            "last_seen_at": year.now,
        },
    )
