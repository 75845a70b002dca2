"""Lists of the admin: rows of every subject without secrets, actions by services, each logged."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.notifications import retrying
from games.notifications.models import BadAddress, Delivery, Notification
from games.ratings.models import PlayerResult, RatedGame, Rating, RatingChange
from games.tables.models import Heartbeat, Message, Move, Outage
from tests.ratings.results_factory import over
from tests.support.factories import player, refusal, running_game

pytestmark = pytest.mark.django_db
SECRETS = (
    "secret-endpoint",
    "secret-p256dh",
    "secret-auth",
    "secret-path",
    "secret-salt",
    "5ecre7",
)
STATES = Delivery.State


@pytest.fixture
def root(client: Client) -> User:
    """A logged-in superuser."""
    root = player("root", is_staff=True, is_superuser=True)
    client.force_login(root)
    return root


def delivery(state: str = STATES.FAILED, **fields: Any) -> Delivery:
    """Return a delivery to ada."""
    ada = User.objects.filter(username="ada").first() or player("ada")
    notification = Notification.objects.create(
        user=ada, kind="turn", key=f"turn {Notification.objects.count()}"
    )
    return Delivery.objects.create(
        notification=notification, channel="mail", state=state, due_at=timezone.now(), **fields
    )


def message() -> Message:
    return Message.objects.create(
        game=running_game(player("ada"), player("bob")), author=None, text="hello"
    )


def address() -> BadAddress:
    return BadAddress.objects.create(address="x@example.org", why=BadAddress.Why.BOUNCE)


def outage() -> Outage:
    now = timezone.now()
    return Outage.objects.create(start=now - timedelta(hours=1), end=now)


ROWS: dict[type[Model], Callable[[], Model | None]] = {
    BadAddress: address,
    Delivery: delivery,
    Heartbeat: lambda: Heartbeat.objects.create(worker="mail", at=timezone.now()),
    LogEntry: lambda: None,
    Message: message,
    Move: lambda: running_game(player("ada"), player("bob"), answers=2),
    Notification: delivery,
    Outage: outage,
    PlayerResult: lambda: over(player("ada"), player("bob")),
    RatedGame: lambda: over(player("ada"), player("bob")),
    Rating: lambda: over(player("ada"), player("bob")),
    RatingChange: lambda: over(player("ada"), player("bob")),
}
"""A row of each model that is only read, by model; subjects add theirs in an `admin_rows.py`."""
ACTIONS: dict[tuple[type[Model], str], Callable[[], Model]] = {
    (BadAddress, "trust"): address,
    (Delivery, "retry"): delivery,
    (Message, "hide"): message,
}
"""A row for each action by a service."""
TESTS = Path(__file__).parents[1]
for path in sorted(TESTS.rglob("admin_rows.py")):
    module = import_module(".".join(("tests", *path.parent.relative_to(TESTS).parts, "admin_rows")))
    ROWS |= module.ROWS
    ACTIONS |= module.ACTIONS


def page_of(model: type[Model], name: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("model", ROWS, ids=lambda model: model._meta.label)
def test_the_list_and_the_page_of_a_row_open_and_change_nothing(
    client: Client, model: type[Model]
) -> None:
    ROWS[model]()
    pages = [client.get(page_of(model, "changelist"), {"q": "ada"})]
    pages.append(client.get(page_of(model, "changelist")))
    row = model._default_manager.first()
    if row is not None:
        pages.append(client.get(page_of(model, "change", row.pk)))
        assert client.post(page_of(model, "change", row.pk), {}).status_code == 403
        assert client.post(page_of(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    for page in pages:
        assert page.status_code == 200
        assert [secret for secret in SECRETS if secret in page.content.decode()] == []
    assert client.get(page_of(model, "add")).status_code == 403


def test_what_moved_is_not_shown(client: Client, root: User) -> None:
    """A staff member who plays sees when the opponent moved, not which cards were chosen."""
    game = running_game(root, player("bob"), answers=2)
    move = game.moves.exclude(seat=0).first() or game.moves.first()
    assert move is not None
    page = client.get(page_of(Move, "change", move.pk)).content.decode()
    assert move.action.split()[0] not in page.partition("<main")[2]
    assert client.get(page_of(Move, "changelist"), {"action__startswith": "m"}).status_code == 400


@pytest.mark.parametrize(
    ("model", "action"), ACTIONS, ids=lambda item: getattr(item, "__name__", item)
)
def test_an_action_needs_its_permission_and_is_logged(
    client: Client, model: type[Model], action: str
) -> None:
    row = ACTIONS[model, action]()
    label = model._meta.app_label
    mod = player("mod", is_staff=True)
    view = Permission.objects.filter(codename=f"view_{model._meta.model_name}")
    mod.user_permissions.set(view.filter(content_type__app_label=label))
    client.force_login(mod)
    before = model._default_manager.values().get(pk=row.pk)
    send = {"action": action, "_selected_action": [row.pk]}
    assert client.post(page_of(model, "changelist"), send).status_code in (200, 302)
    assert model._default_manager.values().get(pk=row.pk) == before
    assert not LogEntry.objects.exists()
    mod.user_permissions.set(Permission.objects.all())
    assert client.post(page_of(model, "changelist"), send).status_code == 302
    assert model._default_manager.filter(pk=row.pk).values().first() != before
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (mod, str(row.pk))
    assert entry.get_change_message()


def test_hiding_a_message_tells_the_table_and_can_be_undone(client: Client, root: User) -> None:
    line = message()
    version = line.game.version
    for action, hidden in (("hide", True), ("show", False)):
        client.post(
            page_of(Message, "changelist"), {"action": action, "_selected_action": [line.pk]}
        )
        line.refresh_from_db()
        line.game.refresh_from_db()
        assert line.hidden == hidden
        assert line.game.version > version
    Message.objects.filter(pk=line.pk).update(author=root)
    client.post(page_of(Message, "changelist"), {"action": "hide", "_selected_action": [line.pk]})
    line.refresh_from_db()
    assert not line.hidden, "one's own message is for another moderator"


def test_a_failed_delivery_is_sent_anew_and_a_waiting_one_now() -> None:
    now = timezone.now()
    failed = delivery(
        tries=9, unsure=3, reason="gave_up", settled_at=now, handed_at=now, taken=["1"]
    )
    waiting = delivery(STATES.WAITING)
    Delivery.objects.filter(pk=waiting.pk).update(due_at=now + timedelta(hours=6), tries=4)
    for row in (failed, waiting):
        retrying.retry(row.pk, now)
        row.refresh_from_db()
        assert (row.state, row.due_at, row.handed_at) == (STATES.WAITING, now, None)
    assert (failed.tries, failed.unsure, failed.reason, failed.taken) == (0, 0, "", ["1"])
    assert waiting.tries == 4


@pytest.mark.parametrize("state", [STATES.SENT, STATES.DIGEST, STATES.DROPPED, STATES.WAITING])
def test_what_was_sent_or_is_being_sent_is_not_sent_again(state: str) -> None:
    now = timezone.now()
    row = delivery(state, claimed_until=now + timedelta(minutes=1))
    refusal(409, retrying.retry, row.pk, now)
