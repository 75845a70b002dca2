"""What people do by themselves: look for games, sit down at tables, play bots, go on vacation."""

from datetime import datetime
from random import Random
from typing import TYPE_CHECKING

from accounts.models import Block
from games.clock import BANK, LIVE, a_turn_in
from games.lobby import selectors
from games.lobby.services import opening, seating
from games.lobby.services.opening import WITHOUT_HURRY, Wish
from games.matchmaking import pairing, searching
from games.matchmaking.candidates import searches
from games.tables.models import Access, Game
from games.tables.timekeeping import absences
from tools.simulation.simulator import MINUTE, WEEK
from tools.simulation.year.people import EVENING, Person

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

MOST_GAMES = 12
"""Who has so many running games begins no other."""
PATIENCE = 30 * MINUTE
"""So long a player waits for a live game."""
BLOCKS = 0.02
"""How likely a player wants never to meet another one."""
FROM_THE_LOBBY = 0.2
"""Of the games by correspondence: at a table that another player has opened."""


class Habits:
    """Lets people wish for games."""

    def __init__(self, year: "Year") -> None:
        self.year, self.chance = year, Random(f"habits {year.size.seed}")

    def join(self, person: Person) -> None:
        """Plan a player's first days."""
        self.year.at(person.joins, lambda: self._arrive(person))

    def _arrive(self, person: Person) -> None:
        for start, end in person.vacations:
            if start > self.year.now:
                self.year.ask("vacation", absences.plan_absence, person.user, start, end)
        if self.chance.random() < BLOCKS:
            other = self.chance.choice(list(self.year.people.values()))
            if other is not person:
                Block.objects.get_or_create(user=person.user, blocked=other.user)
        self._plan_wish(person)

    def _plan_wish(self, person: Person) -> None:
        wait = self.chance.expovariate(person.wishes) * WEEK
        at = person.waking(self.year.now + wait, self.chance)
        self.year.at(at, lambda: self._wish(person))

    def _wish(self, person: Person) -> None:
        if person.is_gone(self.year.now):
            return
        self._plan_wish(person)
        if person.is_away(self.year.now) or self.year.busy[person.user.pk] >= MOST_GAMES:
            return
        kinds = person.kinds
        match self.chance.choices(list(kinds), list(kinds.values()))[0]:
            case "days":
                self._days(person)
            case "live":
                self.year.at(self._some_evening(), lambda: self._live(person))
            case "teams":
                self._teams(person)
            case "solo":
                self._solo(person)

    def _some_evening(self) -> datetime:
        """Draw a moment of this evening, or now if that has passed."""
        today = self.year.now.replace(hour=0, minute=0, second=0, microsecond=0)
        start, end = EVENING
        return max(self.year.now, today + start + self.chance.random() * (end - start))

    def _days(self, person: Person) -> None:
        if self.chance.random() < FROM_THE_LOBBY and self._sit_down(person, players=2):
            return
        pace = BANK if self.chance.random() < 0.8 else a_turn_in(3)
        reach = self.chance.choice((None, None, 200, 400))
        self.year.ask("search", searching.search, person.user, pace, reach)

    def _live(self, person: Person) -> None:
        if self.year.ask("live search", searching.search, person.user, LIVE[1]) is not None:
            searching.stay(person.user, PATIENCE, now=self.year.now)

    def pair_live(self) -> None:
        """Let the site look after the people who wait for a live game."""
        if searches(self.year.now).filter(live=True).count() > 1:
            pairing.pair_all(self.year.now)

    def _teams(self, person: Person) -> None:
        if not self._sit_down(person, players=4):
            wish = Wish(players=4, pace=BANK, rated=True, others=(None, None, None))
            self.year.ask("table", opening.create_table, person.user, wish)

    def _solo(self, person: Person) -> None:
        bot = self.chance.choice(("random", "noisy", "greedy"))
        wish = Wish(pace=WITHOUT_HURRY, access=Access.INVITED, others=(bot,))
        self.year.ask("bot", opening.create_table, person.user, wish)

    def _sit_down(self, person: Person, players: int) -> bool:
        """Sit down at a table of the lobby, if there is one."""
        free = selectors.lobby(person.user).filter(players=players, live=False, rated=True)
        table: Game | None = free.prefetch_related(None).order_by("created_at", "pk").first()
        if table is None:
            return False
        return self.year.ask("join", seating.join_table, person.user, table.pk, None) is not None
