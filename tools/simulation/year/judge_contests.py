"""What must be true of ladders, seasons and tournaments."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.ladder import models as ladders
from games.ladder.models import LADDERS, Challenge, ChallengeState, LadderStep, Rung
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.tables.models import Game
from games.tournaments.models import (
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from tools.simulation.simulator import DAY
from tools.simulation.year.contests import ladder_order
from tools.simulation.year.diary import Over

if TYPE_CHECKING:
    from tools.simulation.year.year import Year

Ladder = tuple[list[int], Challenge]
"""Who stands on a ladder, from the top, and what a game on it is about."""
SIZES = range(4, 13)
"""Players in a division of a season."""


class ContestsJudge:
    """Finds what is wrong with contests."""

    def __init__(self, year: "Year") -> None:
        self.year = year
        self._closed: set[int] = set()
        self._late: dict[tuple[str, int], list[Over]] = {}
        """The games that a player has lost on time, by ladder and user."""

    def say(self, fault: str) -> None:
        """Note a fault."""
        self.year.judge.say(fault)

    # --- ladders ---

    def before(self, game: Game) -> Ladder | None:
        """Return the order of the ladder that a game is played for, which is about to end."""
        challenge = Challenge.objects.filter(game=game).first()
        if challenge is None:
            return None
        return ladder_order(challenge.ladder_id), challenge

    def after(self, was: Ladder, over: Over) -> None:
        """Judge the order of the ladder after a game has ended."""
        order, challenge = was
        should = list(order)
        challenger, challenged = _user(challenge.challenger_id), _user(challenge.challenged_id)
        own = over.game.first if challenge.challenger_first else 1 - over.game.first
        late = over.late
        won = over.winner if over.finished else None if late is None else 1 - late
        if challenge.state == ChallengeState.RUNNING:
            if won == own and order.index(challenged) < order.index(challenger):
                should.remove(challenger)
                should.insert(order.index(challenged), challenger)
            if late is not None:
                self._fall(
                    challenge.ladder_id,
                    challenger if late == own else challenged,
                    order,
                    should,
                    over,
                )
        if ladder_order(challenge.ladder_id) != should:
            self.say(f"the ladder is wrong after game {over.game.pk}")

    def _fall(
        self, pool: str, slow: int, order: Sequence[int], should: list[int], over: Over
    ) -> None:
        """Move a player who lost on time down by a third of the ladder, or to its end."""
        known = self._late.setdefault((pool, slow), [])
        annulled = self.year.diary.annulled
        again = any(o.at > over.at - 60 * DAY and o.game.pk not in annulled for o in known)
        known.append(over)
        should.remove(slow)
        place = order.index(slow) - (-len(order) // 3)
        should.insert(len(order) if again else place, slow)

    def _ladders(self) -> None:
        for pool in LADDERS:
            rungs = Rung.objects.filter(ladder=pool, place__isnull=False)
            places = sorted(place or 0 for place in rungs.values_list("place", flat=True))
            if places != list(range(1, len(places) + 1)):
                self.say(f"the places of ladder {pool} have gaps, or players share one")
            members = (
                ladders.Ladder.objects.filter(pool=pool).values_list("members", flat=True).first()
            )
            if (members or 0) != len(places):
                self.say(f"ladder {pool} says it has {members} members, and has {len(places)}")
        open_ones = Challenge.objects.filter(state=ChallengeState.RUNNING)
        for found_one in open_ones.filter(game__status__in=("finished", "aborted")):
            self.say(f"challenge {found_one.pk} runs, and its game is over")

    def _history(self) -> None:
        """Climb both ladders again, step by step."""
        for pool in LADDERS:
            order: list[int] = []
            for step in LadderStep.objects.filter(ladder=pool).order_by("number"):
                at = order.index(step.rung_id) + 1 if step.rung_id in order else None
                if at != (step.before if step.moves else step.after):
                    self.say(f"step {step.number} of ladder {pool} does not fit: place {at}")
                if not step.moves:
                    continue
                if at is not None:
                    order.remove(step.rung_id)
                if step.after is not None:
                    order.insert(step.after - 1, step.rung_id)
            now = Rung.objects.filter(ladder=pool, place__isnull=False).order_by("place")
            if order != list(now.values_list("pk", flat=True)):
                self.say(f"the steps of ladder {pool} do not lead to its places")
        moved = LadderStep.objects.filter(moves=True, challenge__isnull=False)
        twice = Counter(moved.values_list("challenge", "rung"))
        for (challenge, rung), times in twice.items():
            if times > 1:
                self.say(f"challenge {challenge} moved rung {rung} {times} times")

    # --- seasons ---

    def _seasons(self) -> None:
        running = (Season.State.RUNNING, Season.State.CLOSED)
        for season in Season.objects.filter(state__in=running).exclude(pk__in=self._closed):
            if season.state == Season.State.CLOSED:
                self._closed.add(season.pk)
            for division in season.divisions.all():
                self._division(season, division)

    def _division(self, season: Season, division: Division) -> None:
        name = f"season {season.year}/{season.number}, division {division.level}"
        entries = {entry.pk: entry for entry in division.entries.all()}
        fixtures = list(division.fixtures.all())
        if len(entries) not in SIZES:
            self.say(f"{name} has {len(entries)} players")
        times = 2 if len(entries) <= 8 else 1
        met = Counter(frozenset((fixture.first_id, fixture.second_id)) for fixture in fixtures)
        pairs = len(entries) * (len(entries) - 1) // 2
        if len(met) != pairs or set(met.values()) != {times}:
            self.say(f"{name}: not all meet all {times} times")
        first = Counter(fixture.first_id for fixture in fixtures)
        if max(first.values()) - min(first.get(key, 0) for key in entries) > 1:
            self.say(f"{name}: some are first much more often than others")
        for fixture in fixtures:
            self._fixture(name, season, fixture)
        if season.state == Season.State.CLOSED:
            self._table(name, entries, fixtures)

    def _fixture(self, name: str, season: Season, fixture: Fixture) -> None:
        over = self.year.diary.over.get(fixture.game_id or 0)
        if over is not None and over.game.pk in self.year.diary.annulled:
            return
        if over is None or over.at >= season.ends_at:
            if fixture.outcome and season.state == Season.State.RUNNING and fixture.game_id:
                self.say(f"{name}: game {fixture.game_id} has an outcome, and runs")
            return
        won = over.winner
        if not over.finished:
            won = None if over.late is None else 1 - over.late
        sides = {None: "draw", over.game.first: "first", 1 - over.game.first: "second"}
        if fixture.outcome != sides[won]:
            self.say(f"{name}: game {over.game.pk} counts as {fixture.outcome or 'open'}")

    def _table(self, name: str, rows: dict[int, SeasonEntry], fixtures: Sequence[Fixture]) -> None:
        """Whether places follow the points, reckoned from the outcomes once more."""
        if any(not fixture.outcome for fixture in fixtures):
            self.say(f"{name} is over with open games")
        struck = {pk for pk, entry in rows.items() if entry.struck}
        points: Counter[int] = Counter(dict.fromkeys(rows, 0))
        for fixture in fixtures:
            if {fixture.first_id, fixture.second_id} & struck:
                continue
            if fixture.outcome == "draw":
                points.update((fixture.first_id, fixture.second_id))
            elif fixture.outcome != "nobody":
                points[fixture.first_id if fixture.outcome == "first" else fixture.second_id] += 3
        order = sorted(rows.values(), key=lambda entry: entry.place or 0)
        if [entry.place for entry in order] != list(range(1, len(order) + 1)):
            self.say(f"{name}: places are missing")
        staying = [points[entry.pk] for entry in order if entry.withdrawn_at is None]
        if staying != sorted(staying, reverse=True):
            self.say(f"{name}: places are not in the order of the points")

    # --- tournaments ---

    def _tournaments(self) -> None:
        for tournament in Tournament.objects.filter(
            stage__in=(TournamentStage.RUNNING, TournamentStage.FINISHED)
        ):
            rows = Pairing.objects.filter(round__tournament=tournament)
            pairings = list(rows.select_related("round", "game"))
            self._tournament(tournament, pairings)

    def _tournament(self, tournament: Tournament, pairings: Sequence[Pairing]) -> None:
        name = f"tournament {tournament.pk}"
        plays: Counter[tuple[int, int]] = Counter()
        points: Counter[int] = Counter()
        for pairing in pairings:
            if pairing.nth == 1:
                plays.update(
                    (pairing.round.number, who)
                    for who in (pairing.first_id, pairing.second_id)
                    if who
                )
            points[pairing.first_id] += {"first": 2, "bye": 2, "draw": 1}.get(pairing.score, 0)
            if pairing.second_id:
                points[pairing.second_id] += {"second": 2, "draw": 1}.get(pairing.score, 0)
            self._pairing(name, pairing)
        if plays and max(plays.values()) > 1:
            self.say(f"{name}: a player has two pairings in a round")
        if tournament.stage != TournamentStage.FINISHED:
            return
        if any(pairing.score == PairingScore.OPEN for pairing in pairings):
            self.say(f"{name} is over with open games")
        entrants = list(tournament.entrants.exclude(place=None).order_by("place"))
        scores = [points[entrant.pk] for entrant in entrants]
        if tournament.kind == TournamentKind.SWISS and scores != sorted(scores, reverse=True):
            self.say(f"{name}: places are not in the order of the points")
        if not entrants or entrants[0].place != 1:
            self.say(f"{name} has no winner")

    def _pairing(self, name: str, pairing: Pairing) -> None:
        over = self.year.diary.over.get(pairing.game_id or 0)
        if over is None or over.game.pk in self.year.diary.annulled:
            return
        won = over.winner
        if not over.finished:
            won = None if over.late is None else 1 - over.late
        should = {None: "draw", over.game.first: "first", 1 - over.game.first: "second"}[won]
        if pairing.score != should:
            self.say(f"{name}: game {over.game.pk} counts as {pairing.score or 'open'}")

    # --- all ---

    def look_at_the_week(self) -> None:
        """Judge what contests look like now."""
        self._ladders()
        self._seasons()

    def look_at_all(self) -> None:
        """Judge contests at the end."""
        self._history()
        self._tournaments()


def _user(rung_id: int) -> int:
    return Rung.objects.values_list("user", flat=True).get(pk=rung_id) or 0
