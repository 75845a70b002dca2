"""The admin gives staff no power beyond their permissions, and shows no hidden card."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, reverse

from accounts import closing
from accounts.models import User
from games.fairplay import moderation
from games.fairplay.cases import open_case
from games.fairplay.models import ActionKind, Case, CaseKind, ModerationAction
from games.tables.models import Game, Inspection, Message, Report, Seat, Status
from tests.ratings.results_factory import over
from tests.support.browsing import read
from tests.support.factories import PASSWORD, finished_game, player, refusal, running_game
from tests.zenith_site.test_admin_lists import ROWS

pytestmark = pytest.mark.django_db

EVIL = "evil@example.org"
SECRETS = ("the-secret-of-the-second-factor", "the-key-of-a-session")


@pytest.fixture
def root() -> User:
    """A logged-in superuser with a second factor."""
    user = player("root", is_staff=True, is_superuser=True)
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": SECRETS[0]}
    )
    UserSession.objects.create(user=user, session_key=SECRETS[1], ip="127.0.0.1", user_agent="x")
    return user


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="moderators")


@pytest.fixture
def moderator(client: Client, group: Group) -> User:
    """A logged-in member of staff with every permission, but no superuser."""
    user = player("mod", is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    user.groups.add(group)
    client.force_login(user)
    return user


def powers() -> list[Any]:
    """Return the fields that give access to accounts and the admin."""
    users = User.objects.order_by("pk")
    fields = ("pk", "password", "email", "is_active", "is_staff", "is_superuser", "is_guest")
    return [
        list(users.values_list(*fields)),
        list(User.groups.through.objects.order_by("pk").values_list()),
        list(User.user_permissions.through.objects.order_by("pk").values_list()),
        list(Group.objects.order_by("pk").values_list()),
        list(Group.permissions.through.objects.order_by("pk").values_list()),
        list(EmailAddress.objects.order_by("pk").values_list()),
        list(Authenticator.objects.order_by("pk").values_list("pk", "user", "type", "data")),
    ]


def wishes(model: type[Model], moderator: User) -> dict[str, Any]:
    """Return the form data that would transfer everything to the moderator."""
    data: dict[str, Any] = {"_save": "Save", "password1": PASSWORD, "password2": PASSWORD}
    data |= {"usable_password": "true", "set-password": "Set", "post": "yes"}
    for field in (*model._meta.fields, *model._meta.many_to_many):
        if field.many_to_many:
            data[field.name] = list(Permission.objects.values_list("pk", flat=True)[:3])
        elif field.is_relation:
            data[field.name] = moderator.pk
        elif field.get_internal_type() == "BooleanField":
            data[field.name] = "on"
        else:
            data[field.name] = EVIL
    return data


def addresses(model: type[Model], rows: list[Any]) -> list[str]:
    """Return the addresses of all pages of a model in the admin, for each of some rows."""
    site, options = admin.site, model._meta
    found = []
    for pattern in site.get_model_admin(model).get_urls():
        if not isinstance(pattern, URLPattern) or pattern.name is None:
            continue
        name = f"admin:{pattern.name}"
        takes = pattern.pattern.regex.groups
        found += [reverse(name)] if not takes else [reverse(name, args=[pk]) for pk in rows]
    assert found, options
    return found


def open_all_pages(client: Client, moderator: User, model: type[Model], secrets: list[str]) -> None:
    """Open all pages of a model in the admin and send all their forms, each with every wish."""
    before = powers()
    keys = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    send = wishes(model, moderator)
    for address in addresses(model, keys):
        page = client.get(address)
        assert page.status_code in (200, 302, 403, 404, 405), (address, page.status_code)
        shown = page.content.decode()
        for secret in secrets:
            assert secret not in shown, address
        offered: dict[str, Any] = {}
        for form in read(page).forms if page.status_code == 200 else []:
            offered |= form.data()
        if address.endswith("/delete/"):
            continue  # deleting an account raises no one; its own test is below
        for data in ({**offered, **send}, {**offered, "is_superuser": "on", "is_staff": "on"}):
            client.post(address, data)
            assert powers() == before, address
    actions = admin.site.get_model_admin(model).actions or ()
    for action in actions:
        if action in ("close_accounts", "open_accounts"):
            continue
        url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        client.post(url, {"action": action, "_selected_action": keys})
        assert powers() == before, action


MODELS = sorted({*admin.site._registry} - {*ROWS}, key=lambda model: model._meta.label)
"""The others are read-only: `test_admin_lists` opens them and runs their actions."""


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_no_page_of_the_admin_raises_anyone(
    client: Client, root: User, moderator: User, group: Group, model: type[Model]
) -> None:
    """Each page and each action, sent by staff with all permissions: the matrix.

    More permissions never allow less, so this stands for every role.
    """
    ada, ben = player("ada"), player("ben")
    EmailAddress.objects.create(user=moderator, email=EVIL, verified=False)
    game = over(ada, ben)
    case = open_case(
        CaseKind.PAIR, [ada.pk, ben.pk], {"signs": [], "games": [game.pk]}, game.created_at
    )
    moderation.warn(root, ada, "be kind", case.pk)
    line = Message.objects.create(game=game, author=ada, text="hello")
    Report.objects.create(message=line, reporter=ben)
    secrets = [*SECRETS, root.password, moderator.password, game.seed]
    open_all_pages(client, moderator, model, secrets)


def test_a_moderator_may_edit_what_a_player_writes_and_nothing_else(
    client: Client, moderator: User, root: User
) -> None:
    ada = player("ada", about="rude")
    url = reverse("admin:accounts_user_change", args=[ada.pk])
    page = read(client.get(url))
    sent = next(form for form in page.forms if "about" in form.data()).data()
    assert {"username", "about"} <= set(sent) <= {"csrfmiddlewaretoken", "username", "about"}
    assert client.post(url, {"username": "ada", "about": "", "is_guest": "on"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.about, ada.is_guest) == ("", False)
    for name in ("root", "R00T", "zenith-team", ".."):
        assert client.post(url, {"username": name, "about": ""}).status_code == 200, name
    for other in (root, moderator):
        url = reverse("admin:accounts_user_change", args=[other.pk])
        assert client.post(url, {"username": "x", "about": "x"}).status_code == 403


def test_a_superuser_changes_privileges_passwords_and_addresses(
    client: Client, root: User, group: Group
) -> None:
    client.force_login(root)
    ada = player("ada")
    url = reverse("admin:accounts_user_change", args=[ada.pk])
    form = next(form for form in read(client.get(url)).forms if "username" in form.data())
    data = form.data() | {"is_staff": "on", "groups": [group.pk], "email": "new@example.org"}
    assert client.post(url, data).status_code == 302
    ada.refresh_from_db()
    assert (ada.is_staff, ada.email, list(ada.groups.all())) == (True, "new@example.org", [group])
    url = reverse("admin:auth_user_password_change", args=[ada.pk])
    new = {"password1": "a way to Jupiter", "password2": "a way to Jupiter"}
    assert client.post(url, {**new, "usable_password": "true"}).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("a way to Jupiter")


# --- closing accounts ---


def test_closing_an_account_needs_its_own_permission_and_leaves_a_trace(
    client: Client, root: User
) -> None:
    ada, mod = player("ada"), player("mod", is_staff=True)
    mod.user_permissions.set(
        Permission.objects.filter(codename__in=("view_user", "change_user", "change_case"))
    )
    client.force_login(mod)
    url = reverse("admin:accounts_user_changelist")
    close = {"action": "close_accounts", "_selected_action": [ada.pk, root.pk, mod.pk]}
    client.post(url, close)
    assert User.objects.filter(is_active=True).count() == 3
    mod.user_permissions.add(Permission.objects.get(codename="close_account"))
    client.post(url, close)
    assert list(User.objects.filter(is_active=False)) == [ada]
    action = ModerationAction.objects.get()
    assert (action.what, action.player, action.moderator) == (ActionKind.CLOSE, ada, mod)
    client.post(url, {"action": "open_accounts", "_selected_action": [ada.pk]})
    assert User.objects.filter(is_active=True).count() == 3
    action.refresh_from_db()
    assert action.undone_by == mod


def test_taking_back_one_closure_leaves_the_account_to_the_other(root: User) -> None:
    ada, ben = player("ada"), player("ben")
    cases = [
        open_case(kind, [ada.pk, ben.pk], {"signs": [], "games": []}, root.date_joined)
        for kind in (CaseKind.PAIR, CaseKind.THROWN)
    ]
    first, second = (moderation.close_account(root, ada, "why", case.pk) for case in cases)
    moderation.undo(root, first.pk)
    ada.refresh_from_db()
    assert not ada.is_active
    moderation.undo(root, second.pk)
    ada.refresh_from_db()
    assert ada.is_active


# --- deleting an account ---


@pytest.mark.parametrize("way", ["page", "action"])
def test_deleting_an_account_resigns_its_games_first(
    client: Client, root: User, way: str, django_capture_on_commit_callbacks: Any
) -> None:
    ada, ben = player("ada"), player("ben")
    game = running_game(ada, ben, rated=True)
    client.force_login(root)
    with django_capture_on_commit_callbacks(execute=True):
        if way == "page":
            url = reverse("admin:accounts_user_delete", args=[ada.pk])
            assert "ada" in client.get(url).content.decode()
            assert client.post(url, {"post": "yes"}).status_code == 302
        else:
            chosen = {"action": "delete_selected", "_selected_action": [ada.pk], "post": "yes"}
            assert client.post(reverse("admin:accounts_user_changelist"), chosen).status_code == 302
    assert not User.objects.filter(pk=ada.pk).exists()
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == (Status.FINISHED, 1, "resignation")


def test_an_account_whose_games_keep_starting_stays_and_says_so(
    client: Client, root: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = player("ada")
    monkeypatch.setattr(transaction, "on_commit", lambda work: work())
    monkeypatch.setattr(closing, "MOST_TRIES", 0)
    client.force_login(root)
    url = reverse("admin:accounts_user_delete", args=[ada.pk])
    page = client.post(url, {"post": "yes"}, follow=True).content.decode()
    assert "Ada: One of your games is just starting." in page
    assert User.objects.filter(pk=ada.pk).exists()


def test_a_moderator_deletes_no_staff(client: Client, root: User, moderator: User) -> None:
    url = reverse("admin:accounts_user_delete", args=[root.pk])
    assert client.post(url, {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [root.pk], "post": "yes"}
    client.post(reverse("admin:accounts_user_changelist"), chosen)
    assert User.objects.filter(pk=root.pk).exists()


# --- hidden cards ---


def look(client: Client, game: Game) -> int:
    """Return the status of the table page for its second seat."""
    url = reverse("admin:tables_game_look", args=[game.pk])
    return client.post(url, {"seat": "1", "reason": "a player reports a fault"}).status_code


def test_looking_needs_more_than_the_right_to_view_games(client: Client) -> None:
    game = running_game(player("ada"), player("ben"))
    mod = player("mod", is_staff=True)
    mod.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(mod)
    change = reverse("admin:tables_game_change", args=[game.pk])
    address = reverse("admin:tables_game_look", args=[game.pk])
    assert address not in client.get(change).content.decode()
    assert client.get(address).status_code == 403
    assert look(client, game) == 403
    assert not Inspection.objects.exists()
    mod.user_permissions.add(Permission.objects.get(codename="add_inspection"))
    assert address in client.get(change).content.decode()
    assert look(client, game) == 200


@pytest.mark.parametrize("where", ["seat", "invited", "played_by", "same deal"])
def test_no_one_looks_into_the_hand_of_their_own_opponent(
    client: Client, root: User, where: str
) -> None:
    ada, ben = player("ada"), player("ben")
    client.force_login(root)
    game = running_game(ada, ben, sealed=where == "same deal")
    assert look(client, game) == 200
    if where == "seat":
        Seat.objects.filter(game=game, number=0).update(user=root)
    elif where == "same deal":
        running_game(root, ada, sealed=True, seed=game.seed)
    else:
        Seat.objects.filter(game=game, number=0).update(**{where: root})
    assert look(client, game) == 403
    assert client.get(reverse("admin:tables_game_look", args=[game.pk])).status_code == 403
    assert Inspection.objects.count() == 1


@pytest.mark.parametrize(
    "lookup",
    ["seed__startswith", "snapshot__table__hands__0__contains", "token", "setup__icontains"],
)
def test_the_list_of_games_is_filtered_by_its_own_filters_only(
    client: Client, moderator: User, lookup: str
) -> None:
    game = running_game(player("ada"), player("ben"))
    url = reverse("admin:tables_game_changelist")
    assert str(game.pk) in client.get(url, {"status__exact": "running"}).content.decode()
    assert client.get(url, {lookup: game.seed[:4]}).status_code == 400
    url = reverse("admin:accounts_user_changelist")
    assert client.get(url, {"email__startswith": "a"}).status_code == 400


# --- one's own affairs ---


def test_a_moderator_decides_nothing_about_themselves(
    client: Client, root: User, moderator: User
) -> None:
    ada = player("ada")
    game = finished_game(moderator, ada, rated=True)
    case = open_case(
        CaseKind.REPORT, [moderator.pk, ada.pk], {"signs": [], "games": [game.pk]}, game.created_at
    )
    url = reverse("admin:fairplay_case_change", args=[case.pk])
    assert client.get(url).status_code == 404, "it names who reported them"
    assert client.post(url, {"what": "dismiss", "why": "me?"}).status_code == 404
    listed = client.get(reverse("admin:fairplay_case_changelist")).content.decode()
    assert url not in listed
    refusal(403, moderation.dismiss, moderator, case.pk, "me?")
    refusal(403, moderation.warn, moderator, ada, "you!", case.pk)
    refusal(403, moderation.annul_game, moderator, game.pk, "I lost")
    done = moderation.annul_game(root, game.pk, "thrown")
    refusal(403, moderation.restore_game, moderator, game.pk)
    refusal(403, moderation.undo, moderator, done.pk)
    assert Case.objects.get().state == "open"


def test_a_moderator_settles_no_report_of_their_own_line(client: Client, moderator: User) -> None:
    ben = player("ben")
    game = running_game(moderator, ben)
    line = Message.objects.create(game=game, author=moderator, text="rude")
    report = Report.objects.create(message=line, reporter=ben)
    chosen = {"action": "show_and_settle", "_selected_action": [report.pk]}
    client.post(reverse("admin:tables_report_changelist"), chosen)
    report.refresh_from_db()
    assert report.settled_at is None
