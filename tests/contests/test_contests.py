"""What a game is played for: each way of ending is counted once, and news need no table."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Upper
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.blocking import are_blocked, blocked_ids, blocked_pairs
from accounts.models import Block, User
from common.registry import Registry
from games.clock import BANK, LIVE
from games.contests import registry
from games.contests.base import Activity, Contest, ContestOutcome, ContestResult
from games.notifications import kinds
from games.notifications.kinds import NEWS, PageNotification, PageText
from games.notifications.mail import digest_mail, notification_mail
from games.notifications.messages import compose_with_pictures
from games.notifications.reasons import GONE
from games.notifications.record import note
from games.notifications.relevance import relevance_of
from games.ratings.models import Pool
from games.tables import occasions, providers
from games.tables.models import Access, Game, ProposalKind, Status
from games.tables.occasions import Occasion
from games.tables.providers import PageLine
from games.tables.services import agreements, ending, starting
from games.tables.services.annulment import annul
from games.tables.services.expiry import mind_the_clocks
from tests.support.factories import player, refusal, running_game, wakeful

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATE = NOW + timedelta(days=20)
FRIENDLY = Occasion("friendly", _("friendly game"), abortable=True)
"""An occasion whose games can be called off."""


class Cup(Contest):
    """A contest that only remembers what it is told."""

    occasion = Occasion("cup", _("cup game"), others_wait=True)

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def ended(self, game: Game, result: ContestResult, now: datetime) -> None:
        self.told.append(("ended", game.pk, result))

    def annulled(self, game: Game, now: datetime) -> None:
        self.told.append(("annulled", game.pk))

    def home(self, user: User, now: datetime) -> list[PageLine]:
        return [PageLine(f"{user.username} plays on", "/there/", do="Look")]

    def marks(self, now: datetime) -> dict[str, Any]:
        return {"shout": Upper("username")}

    def profile_lines(self, user: Any, now: datetime) -> list[PageLine]:
        return [PageLine(f"{user.shout} is third", "/there/")]

    def about(self, game: Game) -> PageLine | None:
        return PageLine("Round 3 of <this>", "/there/")


class CupRound(PageNotification):
    """A round of the contest has begun."""

    key = "cup_round"
    topic = NEWS

    def stale(self) -> str:
        return GONE if self.data["round"] == 1 else ""

    def words(self) -> PageText:
        return PageText("A cup", f"Round {self.data['round']} has begun.", "/there/")


@pytest.fixture
def contest(monkeypatch: pytest.MonkeyPatch) -> Cup:
    made = Cup()
    monkeypatch.setattr(registry, "_activities", Registry[Activity]("activities"))
    monkeypatch.setattr(occasions, "_occasions", Registry[Occasion]("occasions"))
    occasions.register(FRIENDLY)
    registry.register(made)
    monkeypatch.setitem(kinds._kinds, CupRound.key, CupRound)
    return made


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def cup_game(ada: User, bob: User) -> Game:
    """Return a game of the contest that has just started."""
    with transaction.atomic():
        return starting.start_game(ada, bob, BANK, Cup.occasion, league=True, now=NOW)


@pytest.mark.usefixtures("contest")
@pytest.mark.parametrize("occasion", [FRIENDLY, Cup.occasion])
def test_the_site_starts_a_game_for_two(ada: User, bob: User, occasion: Occasion) -> None:
    for first, second in ((ada, bob), (bob, ada)) * 3:  # the seeds differ
        with transaction.atomic():
            game = starting.start_game(first, second, LIVE[1], occasion, now=NOW)
        game.refresh_from_db()
        assert (game.status, game.creator, game.access) == (Status.RUNNING, None, Access.INVITED)
        assert (game.rated, game.live, game.public) == (True, True, True)
        assert (game.occasion, game.occasion_label) == (occasion.key, occasion.label)
        seats = {seat.user: seat.side for seat in game.seats.select_related("user")}
        assert seats == {first: 1 - game.second_side, second: game.second_side}


def test_the_same_deal_at_two_tables(ada: User, bob: User) -> None:
    with transaction.atomic():
        one, two = (
            starting.start_game(ada, bob, BANK, Cup.occasion, seed="ab" * 16, now=NOW)
            for _ in range(2)
        )
    assert one.setup == two.setup
    assert one.seed_sha256 == two.seed_sha256


def test_a_game_of_a_contest_is_not_called_off(ada: User, bob: User, contest: Cup) -> None:
    game = cup_game(ada, bob)
    sentence = refusal(409, ending.abort, ada, game.pk)
    assert "You can resign it" in sentence
    assert contest.told == []
    with transaction.atomic():
        found = starting.start_game(ada, bob, BANK, FRIENDLY, now=NOW)
    assert ending.abort(ada, found.pk).status == Status.ABORTED


def test_a_contest_declares_for_its_games_what_tables_ask(
    client: Client, ada: User, bob: User, contest: Cup
) -> None:
    """No line outside of the contest names it."""
    game = cup_game(ada, bob)
    assert (game.occasion, game.occasion_label) == ("cup", "cup game")
    assert (game.is_abortable, game.others_wait) == (False, True)
    sentence = refusal(409, agreements.propose, ada, game.pk, ProposalKind.PAUSE)
    assert "waiting for this game to end" in sentence
    ending.resign(ada, game.pk)
    client.force_login(ada)
    assert "<span>cup game</span>" in client.get(reverse("home")).content.decode()


def test_a_game_of_a_contest_that_was_removed_is_played_on(
    client: Client, ada: User, bob: User, contest: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cup_game(ada, bob)
    monkeypatch.setattr(registry, "_activities", {})
    monkeypatch.setattr(occasions, "_occasions", {})
    assert (game.occasion_label, game.is_abortable, game.others_wait) == ("", True, False)
    client.force_login(ada)
    assert client.get(reverse("home")).status_code == 200
    assert client.get(reverse("table", args=[game.pk])).status_code == 200
    assert ending.resign(ada, game.pk).status == Status.FINISHED


@pytest.mark.parametrize(
    ("key", "message"),
    [("cup", "Two occasions"), ("", "1 to 10"), ("simultaneous", "1 to 10")],
)
def test_the_key_of_an_occasion_is_short_and_its_own(key: str, message: str, contest: Cup) -> None:
    with pytest.raises(ValueError, match=message):
        occasions.register(Occasion(key, "another cup"))


def test_a_resigned_game_is_counted_once(ada: User, bob: User, contest: Cup) -> None:
    game = cup_game(ada, bob)
    ending.resign(ada, game.pk)
    assert "over" in refusal(409, ending.resign, bob, game.pk)
    loser = next(seat.side for seat in game.seats.all() if seat.user == ada)
    winner = ContestOutcome.FIRST if loser == game.second_side else ContestOutcome.SECOND
    assert contest.told == [("ended", game.pk, ContestResult(winner))]


def test_a_player_who_never_begins_has_lost_the_contest(ada: User, bob: User, contest: Cup) -> None:
    game = cup_game(ada, bob)
    late = sorted(seat.side for seat in game.seats.filter(asked=True))
    mind_the_clocks(LATE)
    mind_the_clocks(LATE)
    assert late == [0, 1]
    both = frozenset({ContestOutcome.FIRST, ContestOutcome.SECOND})
    assert contest.told == [
        ("ended", game.pk, ContestResult(ContestOutcome.NONE, both, finished=False))
    ]


def test_other_games_are_no_matter_of_a_contest(ada: User, bob: User, contest: Cup) -> None:
    game = running_game(ada, bob)
    ending.resign(ada, game.pk)
    assert contest.told == []
    assert providers.occasion(game) is None


def test_an_annulled_game_is_told(ada: User, bob: User, contest: Cup) -> None:
    game = cup_game(ada, bob)
    ending.resign(ada, game.pk)
    annul(game.pk)
    assert contest.told[1:] == [("annulled", game.pk)]


def test_the_table_says_what_it_is_played_for(
    client: Client, ada: User, bob: User, contest: Contest
) -> None:
    game = cup_game(ada, bob)
    client.force_login(ada)
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    assert '<a href="/there/">Round 3 of &lt;this&gt;</a>' in page
    assert reverse("abort", args=[game.pk]) not in page


def test_home_shows_what_waits(client: Client, ada: User, contest: Cup) -> None:
    client.force_login(ada)
    page = client.get(reverse("home")).content.decode()
    assert "ada plays on" in page
    assert '<a class="button main small" href="/there/">Look</a>' in page


def test_a_profile_says_where_people_stand(client: Client, ada: User, contest: Cup) -> None:
    page = client.get(reverse("profile", args=["ada"])).content.decode()
    assert '<a href="/there/">ADA is third</a>' in page


def test_news_without_a_table(ada: User, contest: Cup) -> None:
    notification = note(ada, CupRound, "cup 7 round 2", now=NOW, round=2)
    assert notification is not None
    said = compose_with_pictures(notification, NOW)
    assert (said.title, said.headline, said.move) == ("A cup", "Round 2 has begun.", "")
    assert said.table.endswith("/there/")
    assert relevance_of(notification).stale == ""
    old = note(ada, CupRound, "cup 7 round 1", now=NOW, round=1)
    assert old is not None
    assert relevance_of(old).stale == GONE


def test_news_are_on_the_page_of_notifications(client: Client, ada: User, contest: Cup) -> None:
    client.force_login(ada)
    note(ada, CupRound, "cup 7 round 2", round=2)
    page = client.get(reverse("notification_history"))
    assert page.status_code == 200
    assert '<a href="/there/">A cup: Round 2 has begun.</a>' in page.content.decode()


def test_news_go_by_mail_without_a_thread(ada: User, contest: Cup) -> None:
    notification = note(ada, CupRound, "cup 7 round 2", now=NOW, round=2)
    assert notification is not None
    mail = notification_mail(notification, NOW)
    assert mail.subject == "A cup"
    assert "Round 2 has begun." in mail.body
    assert "/there/" in mail.body
    assert "In-Reply-To" not in mail.extra_headers
    inside = digest_mail(ada, [notification], NOW)
    assert "Have a look:" in inside.body


def test_a_block_works_both_ways(ada: User, bob: User) -> None:
    cleo = player("cleo")
    Block.objects.create(user=ada, blocked=bob)
    assert are_blocked(ada, bob)
    assert are_blocked(bob, ada)
    assert not are_blocked(ada, cleo)
    assert (blocked_ids(bob), blocked_ids(cleo)) == ({ada.pk}, set())
    everybody = [ada.pk, bob.pk, cleo.pk]
    assert blocked_pairs(everybody) == {frozenset({ada.pk, bob.pk})}
    assert blocked_pairs([ada.pk, cleo.pk]) == set()


def test_a_game_of_a_contest_moves_the_ratings(ada: User, bob: User) -> None:
    game = cup_game(ada, bob)
    game.seats.update(turns=2)
    ending.resign(ada, game.pk)
    assert sorted(ada.ratings.values_list("pool", "games")) == [(Pool.DAYS, 1)]
