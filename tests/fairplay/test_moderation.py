"""What moderators do, what it leaves behind, and how it is taken back."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.fairplay import moderation
from games.fairplay.bans import barred_until
from games.fairplay.cases import open_case
from games.fairplay.detection import Evidence
from games.fairplay.models import ActionKind, Case, CaseKind, CaseState, ModerationAction
from games.fairplay.notifications import (
    DecisionUndone,
    GameAnnulled,
    GameRestored,
    ModeratorDecided,
)
from games.fairplay.reports import report_player
from games.notifications.kinds import kind_of
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.notifications.reasons import GONE
from games.ratings.models import Rating
from games.ratings.recalculation import recalculate_all
from games.tables.models import Ending, Game, Status
from games.tables.services import annulment
from tests.ratings.results_factory import over, rating
from tests.support.factories import at_once, player, refusal, running_game

KINDS = (ModeratorDecided.key, DecisionUndone.key)
pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def root() -> User:
    """A moderator."""
    return player("root", is_staff=True, is_superuser=True)


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def ben() -> User:
    return player("ben")


@pytest.fixture
def case(ada: User, ben: User) -> Case:
    """An open case of two players and a game."""
    game = over(ada, ben, now=NOW)
    evidence: Evidence = {"signs": [], "games": [game.pk]}
    return open_case(CaseKind.PAIR, [ada.pk, ben.pk], evidence, NOW)


def told(user: User) -> list[str]:
    """Return the titles of a user's notifications from moderators, the oldest first."""
    kinds = (*KINDS, GameAnnulled.key, GameRestored.key)
    own = Notification.objects.filter(user=user, kind__in=kinds).order_by("pk")
    return [compose(notification, NOW).title for notification in own]


# --- each act, and back ---


def test_dismissing_and_opening_again(root: User, case: Case) -> None:
    done = moderation.dismiss(root, case.pk, " friends ")
    case.refresh_from_db()
    assert (case.state, case.note, case.closed_by) == (CaseState.DISMISSED, "friends", root)
    refusal(409, moderation.dismiss, root, case.pk, "again")
    moderation.undo(root, done.pk)
    case.refresh_from_db()
    assert (case.state, case.note, case.closed_by) == (CaseState.OPEN, "", None)


def test_a_case_stays_closed_if_there_is_a_newer_one(root: User, case: Case) -> None:
    done = moderation.dismiss(root, case.pk, "friends")
    newer = open_case(CaseKind.PAIR, [user.pk for user in case.people.all()], case.evidence, NOW)
    moderation.undo(root, done.pk)
    assert Case.objects.get(state=CaseState.OPEN) == newer


def test_a_warning_is_read_by_the_player(root: User, ada: User, ben: User, case: Case) -> None:
    done = moderation.warn(root, ada, "Please be kind.", case.pk)
    assert moderation.warn(root, ada, "Please be kind.", case.pk) == done
    assert ModerationAction.objects.count() == 1
    notification = Notification.objects.get(user=ada, kind__in=KINDS)
    said = compose(notification, NOW)
    assert (said.title, "Please be kind." in said.headline) == ("A warning", True)
    assert said.table.endswith(reverse("fairplay"))
    assert told(ben) == []
    moderation.undo(root, done.pk)
    assert told(ada) == ["A warning", "Decision taken back"]
    assert kind_of(notification).stale() == GONE


def test_out_of_rated_play_and_back(root: User, ada: User, case: Case) -> None:
    done = moderation.bar(root, ada, 7, "thrown games", case.pk, now=NOW)
    assert moderation.bar(root, ada, 7, "twice", case.pk, now=NOW + timedelta(hours=1)) == done
    assert barred_until(ada, NOW) == NOW + timedelta(days=7)
    case.refresh_from_db()
    assert case.state == CaseState.ACTED
    moderation.undo(root, done.pk)
    assert barred_until(ada, NOW) is None
    assert told(ada) == ["Friendly games only", "Decision taken back"]
    case.refresh_from_db()
    assert case.state == CaseState.OPEN


@pytest.mark.parametrize("later", [timedelta(hours=1), timedelta(days=2)], ids=["longer", "anew"])
def test_a_player_is_barred_for_longer_and_once_more(
    root: User, ada: User, case: Case, later: timedelta
) -> None:
    moderation.bar(root, ada, 1, "thrown games", case.pk, now=NOW)
    moderation.bar(root, ada, 90, "and more", case.pk, now=NOW + later)
    assert barred_until(ada, NOW + later) == NOW + later + timedelta(days=90)
    case.refresh_from_db()
    assert case.note == "and more"


def test_an_account_is_closed_and_opened(root: User, ada: User, case: Case, client: Client) -> None:
    client.force_login(ada)
    done = moderation.close_account(root, ada, "several accounts", case.pk)
    assert client.get(reverse("preferences")).status_code == 302
    assert client.get(reverse("profile", args=["ada"])).status_code == 404
    moderation.undo(root, done.pk)
    assert client.get(reverse("profile", args=["ada"])).status_code == 200


def test_a_game_is_annulled_and_restored(root: User, ada: User, ben: User, case: Case) -> None:
    before = list(Rating.objects.order_by("pk").values())
    game = Game.objects.get()
    done = moderation.annul_game(root, game.pk, "thrown", case.pk)
    game.refresh_from_db()
    assert game.ending == Ending.REVOKED
    assert rating(ada).games == 0
    refusal(409, moderation.annul_game, root, game.pk, "thrown", case.pk)
    moderation.undo(root, done.pk)
    game.refresh_from_db()
    assert (game.status, game.ending, game.winner) == (Status.FINISHED, Ending.POPULAR, 0)
    recalculate_all()
    assert list(Rating.objects.order_by("pk").values()) == before
    titles = [f"Game {game.pk} is annulled", f"Game {game.pk} counts again"]
    assert told(ada) == told(ben) == titles


def test_taking_back_twice_is_once(root: User, ada: User, case: Case) -> None:
    done = moderation.warn(root, ada, "be kind", case.pk)
    first = moderation.undo(root, done.pk)
    second = moderation.undo(player("other", is_staff=True), done.pk)
    assert second.undone_by == first.undone_by == root
    assert len(told(ada)) == 2
    refusal(404, moderation.undo, root, 4711)


def test_a_case_is_open_again_when_nothing_is_left_of_it(
    root: User, ada: User, ben: User, case: Case
) -> None:
    one = moderation.warn(root, ada, "be kind", case.pk)
    other = moderation.bar(root, ben, 3, "thrown games", case.pk)
    moderation.undo(root, one.pk)
    case.refresh_from_db()
    assert case.state == CaseState.ACTED
    moderation.undo(root, other.pk)
    case.refresh_from_db()
    assert case.state == CaseState.OPEN


def test_every_act_leaves_a_trace(root: User, ada: User, case: Case) -> None:
    game = Game.objects.get()
    moderation.warn(root, ada, "one", case.pk)
    moderation.bar(root, ada, 1, "two", case.pk)
    moderation.annul_game(root, game.pk, "three", case.pk)
    moderation.close_account(root, ada, "four", case.pk)
    for action in ModerationAction.objects.all():
        moderation.undo(root, action.pk)
    rows = ModerationAction.objects.order_by("pk").values_list("what", "why", "undone_by")
    assert list(rows) == [
        (ActionKind.WARN, "one", root.pk),
        (ActionKind.BAR, "two", root.pk),
        (ActionKind.ANNUL, "three", root.pk),
        (ActionKind.CLOSE, "four", root.pk),
    ]


def test_what_moderators_may_not_do(root: User, ada: User, case: Case) -> None:
    refusal(422, moderation.dismiss, root, case.pk, " ")
    refusal(422, moderation.warn, root, ada, "x" * 501, case.pk)
    refusal(422, moderation.bar, root, ada, 0, "why", case.pk)
    refusal(422, moderation.bar, root, ada, 366, "why", case.pk)
    refusal(403, moderation.close_account, root, root, "why", case.pk)
    refusal(403, moderation.warn, root, player("mod", is_staff=True), "why", case.pk)
    refusal(422, moderation.warn, root, player("eve"), "why", case.pk)
    refusal(404, moderation.warn, root, ada, "why", 4711)
    refusal(404, moderation.annul_game, root, 4711, "why", case.pk)
    assert not ModerationAction.objects.exists()
    assert Case.objects.get().state == CaseState.OPEN


def test_the_command_line_leaves_a_trace_too(ada: User, case: Case) -> None:
    game = Game.objects.get()
    call_command("annul_game", str(game.pk))
    assert rating(ada).games == 0
    call_command("annul_game", "--undo", str(game.pk))
    recalculate_all()
    assert rating(ada).games == 1
    action = ModerationAction.objects.get()
    assert (action.what, action.game, action.moderator) == (ActionKind.ANNUL, game, None)
    assert action.undone_at is not None


@pytest.mark.django_db(transaction=True)
def test_two_moderators_at_once(root: User, ada: User, case: Case) -> None:
    game = Game.objects.get()
    acts: Any = [
        lambda: moderation.bar(root, ada, 7, "thrown games", case.pk),
        lambda: moderation.bar(root, ada, 7, "thrown games", case.pk),
        lambda: moderation.annul_game(root, game.pk, "thrown", case.pk),
        lambda: moderation.annul_game(root, game.pk, "thrown", case.pk),
    ]
    results = at_once(*acts)
    assert sum(isinstance(result, Exception) for result in results) == 1, results
    assert ModerationAction.objects.count() == 2
    assert barred_until(ada, NOW) is not None


# --- the admin ---


def decide(client: Client, case: Case, **data: Any) -> int:
    """Return the status of deciding about a case."""
    url = reverse("admin:fairplay_case_change", args=[case.pk])
    return client.post(url, {"why": "because", **data}).status_code


def test_a_case_shows_its_evidence_with_links(
    client: Client, root: User, ada: User, ben: User, case: Case
) -> None:
    client.force_login(root)
    reported = report_player(ada, ben, "language", "<b>rude</b>").case
    assert "ada, ben" in client.get(reverse("admin:fairplay_case_changelist")).content.decode()
    page = client.get(reverse("admin:fairplay_case_change", args=[case.pk])).content.decode()
    for path in (Game.objects.get().get_absolute_url(), "/players/ada/", "/players/ben/"):
        assert path in page
    page = client.get(reverse("admin:fairplay_case_change", args=[reported.pk])).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in page
    assert "Foul language" in page


def test_a_moderator_decides_and_takes_it_back(
    client: Client, root: User, ada: User, case: Case
) -> None:
    client.force_login(root)
    assert decide(client, case, what="bar", player=ada.pk, days=3) == 302
    action = ModerationAction.objects.get()
    page = client.get(reverse("admin:fairplay_case_change", args=[case.pk])).content.decode()
    undo = reverse("admin:fairplay_case_undo", args=[action.pk])
    assert undo in page
    assert client.get(undo).status_code == 405
    assert client.post(undo).status_code == 302
    assert barred_until(ada, NOW) is None
    assert decide(client, case, what="annul", games=case.evidence["games"]) == 302
    assert decide(client, case, what="warn", player=ada.pk) == 302
    assert decide(client, case, what="close", player=ada.pk) == 302
    assert ModerationAction.objects.filter(undone_at=None).count() == 3
    listed = client.get(reverse("admin:fairplay_moderationaction_changelist")).content.decode()
    assert listed.count("because") == 4


def test_the_games_that_can_be_annulled_are_and_the_others_are_named(
    client: Client, root: User, ada: User, ben: User, case: Case
) -> None:
    already, running, finished = (
        over(ada, ben, now=NOW),
        running_game(ada, ben),
        Game.objects.get(pk=case.evidence["games"][0]),
    )
    annulment.annul(already.pk, now=NOW)
    case.evidence["games"] = [already.pk, running.pk, finished.pk]
    case.save()
    client.force_login(root)
    assert decide(client, case, what="annul", games=[already.pk, running.pk, finished.pk]) == 302
    finished.refresh_from_db()
    running.refresh_from_db()
    case.refresh_from_db()
    assert (finished.ending, running.status) == (Ending.REVOKED, Status.RUNNING)
    assert (case.state, ModerationAction.objects.get().game) == (CaseState.ACTED, finished)
    page = client.get(reverse("admin:fairplay_case_change", args=[case.pk])).content.decode()
    for game in (already, running):
        assert f"Game {game.pk}: Only a finished game can be annulled." in page
    assert f"Game {finished.pk}: Only" not in page
    assert "Decision recorded" in page


def test_when_no_game_can_be_annulled_nothing_is_decided(
    client: Client, root: User, ada: User, ben: User, case: Case
) -> None:
    games = [running_game(ada, ben).pk, running_game(ada, ben).pk]
    case.evidence["games"] = games
    case.save()
    client.force_login(root)
    url = reverse("admin:fairplay_case_change", args=[case.pk])
    response = client.post(url, {"why": "because", "what": "annul", "games": games})
    assert response.status_code == 409
    for pk in games:
        assert f"Game {pk}: Only a finished game can be annulled." in response.content.decode()
    case.refresh_from_db()
    assert (case.state, ModerationAction.objects.count()) == (CaseState.OPEN, 0)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"what": "nonsense"},
        {"what": "bar", "days": 3},
        {"what": "bar", "player": "ada", "days": 3},
        {"what": "annul"},
        {"what": "annul", "games": "4711"},
        {"what": "dismiss", "why": ""},
    ],
    ids=["nothing", "nonsense", "nobody", "odd player", "no games", "other games", "no reason"],
)
def test_an_odd_decision_is_refused(
    client: Client, root: User, case: Case, data: dict[str, Any]
) -> None:
    client.force_login(root)
    assert decide(client, case, **data) == 422
    assert not ModerationAction.objects.exists()


def test_who_may_decide(client: Client, ada: User, case: Case) -> None:
    mod = player("mod", is_staff=True)
    client.force_login(mod)
    url = reverse("admin:fairplay_case_change", args=[case.pk])
    assert client.get(url).status_code == 403
    mod.user_permissions.add(Permission.objects.get(codename="view_case"))
    assert 'id="decide"' not in client.get(url).content.decode()
    assert decide(client, case, what="dismiss") == 403
    mod.user_permissions.add(Permission.objects.get(codename="change_case"))
    page = client.get(url).content.decode()
    assert 'value="dismiss"' in page
    assert 'value="close"' not in page
    assert 'value="annul"' not in page
    assert decide(client, case, what="close", player=ada.pk) == 422
    assert decide(client, case, what="dismiss") == 302
    client.force_login(ada)
    assert client.get(url).status_code == 302
    assert client.get(reverse("admin:fairplay_case_change", args=[4711])).status_code == 302


def test_no_such_case(client: Client, root: User) -> None:
    client.force_login(root)
    for odd in ("4711", "x", "9" * 30):
        assert client.get(f"/admin/fairplay/case/{odd}/change/").status_code == 404


def test_games_are_annulled_and_restored_in_their_list(
    client: Client, root: User, ada: User, case: Case
) -> None:
    client.force_login(root)
    url = reverse("admin:tables_game_changelist")
    chosen = {"_selected_action": [Game.objects.get().pk]}
    client.post(url, {"action": "annul", **chosen})
    assert rating(ada).games == 0
    client.post(url, {"action": "restore", **chosen})
    recalculate_all()
    assert rating(ada).games == 1
    assert ModerationAction.objects.get().undone_by == root


def test_a_moderator_is_told_what_is_recalculated(
    client: Client, root: User, ada: User, ben: User, case: Case
) -> None:
    game = Game.objects.get()
    for _later in range(3):
        over(ada, ben, now=NOW)
    client.force_login(root)
    url = reverse("admin:tables_game_changelist")
    chosen = {"_selected_action": [game.pk]}
    sentence = "The ratings of up to 3 later games are recalculated in the background."
    for action in ("annul", "restore"):
        page = client.post(url, {"action": action, **chosen}, follow=True).content.decode()
        assert sentence in page
        recalculate_all()
    url = reverse("admin:fairplay_case_change", args=[case.pk])
    assert decide(client, case, what="annul", games=[game.pk]) == 302
    assert sentence in client.get(url).content.decode()
    undo = reverse("admin:fairplay_case_undo", args=[ModerationAction.objects.latest("pk").pk])
    assert sentence in client.post(undo, follow=True).content.decode()
    runs = client.get(reverse("admin:ratings_recalculation_changelist")).content.decode()
    assert "3 recalculations" in runs


def test_a_case_needs_few_queries(
    client: Client, root: User, case: Case, django_assert_max_num_queries: Any
) -> None:
    one, other = case.people.all()
    case.evidence["games"] += [over(one, other, now=NOW).pk for _ in range(20)]
    case.save()
    for number in range(10):
        moderation.warn(root, one, f"warning {number}", case.pk)
    client.force_login(root)
    client.get(reverse("home"))
    with django_assert_max_num_queries(20):
        client.get(reverse("admin:fairplay_case_change", args=[case.pk]))
