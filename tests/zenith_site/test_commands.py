"""The management commands for operators."""

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import qrcode
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client

from accounts.models import User
from engine import Game as EngineGame
from games.lobby.selectors import lobby
from games.tables.models import Game, Status
from games.tables.selectors import table_to_watch, your_turn
from games.tables.services import check
from tests.support.factories import answer, finished_game, player, running_game, table
from zenith_site.celery import app
from zenith_site.management.commands import first_admin
from zenith_site.management.commands.schedule import in_words

pytestmark = pytest.mark.django_db

type Codes = Sequence[Callable[[str], str]]
"""What is typed for a code, by the secret; then nothing."""


def output(*words: Any) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


# --- first_admin ---


def made_admin(monkeypatch: pytest.MonkeyPatch, *passwords: str, codes: Codes = ()) -> str:
    """Make an administrator who types these passwords, and codes for the secret on the screen."""
    typed, asked, out = iter(passwords), iter(codes), StringIO()

    def type_code(_prompt: str) -> str:
        secret = re.search(r"^Secret: (\w+)$", out.getvalue(), re.MULTILINE)
        assert secret is not None
        return next(asked, lambda _secret: "")(secret[1])

    monkeypatch.setattr(first_admin, "getpass", lambda _prompt: next(typed))
    monkeypatch.setattr("builtins.input", type_code)
    call_command("first_admin", "Ada", "Ada@Example.org", stdout=out)
    return out.getvalue()


def code_of(secret: str) -> str:
    """Return what an authenticator app shows now."""
    return str(totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30)))


def test_the_first_administrator_logs_in_by_password_and_code_without_a_mail(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = iter(["12", "nonsense"])
    typed: Codes = [lambda _secret: next(wrong), lambda _secret: next(wrong), code_of]
    text = made_admin(monkeypatch, "quite-a-long-one", "quite-a-long-one", codes=typed)
    assert text.count("This code is wrong") == 2
    answer = client.post("/accounts/login/", {"login": "Ada", "password": "quite-a-long-one"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/2fa/authenticate/")
    assert client.get("/admin/").status_code != 200
    secret = text.partition("Secret: ")[2].split()[0]
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    user = User.objects.get()
    assert (user.is_superuser, user.is_staff) == (True, True)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert mail.outbox == []
    assert client.get("/admin/").status_code == 200


def test_a_recovery_code_of_the_terminal_replaces_the_app(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = made_admin(monkeypatch, "quite-a-long-one", "quite-a-long-one", codes=[code_of])
    codes = re.findall(r"^\d{8}$", text, re.MULTILINE)
    assert len(codes) == 10
    client.post("/accounts/login/", {"login": "Ada", "password": "quite-a-long-one"})
    client.post("/accounts/2fa/authenticate/", {"code": codes[3]})
    assert "_auth_user_id" in client.session


def test_the_terminal_shows_the_link_of_the_second_factor_as_a_qr_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = made_admin(monkeypatch, "quite-a-long-one", "quite-a-long-one")
    link = re.search(r"^Link: +(otpauth://totp/ada%40example.org\?\S+)$", text, re.MULTILINE)
    assert link is not None
    assert f"secret={text.partition('Secret: ')[2].split()[0]}" in link[1]
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(link[1])
    # A character shows two rows: light as a block, dark as a gap.
    light = {"\N{FULL BLOCK}": "11", "\N{UPPER HALF BLOCK}": "10", "\N{LOWER HALF BLOCK}": "01"}
    lines = [line for line in text.splitlines() if set(line) & set(light)]
    halves = [[light.get(character, "00") for character in line] for line in lines]
    drawn = [[half[row] == "0" for half in line] for line in halves for row in (0, 1)]
    rows = code.get_matrix()
    assert drawn[: len(rows)] == rows


def test_the_second_factor_may_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "preferences" in made_admin(monkeypatch, "quite-a-long-one", "quite-a-long-one")
    client.post("/accounts/login/", {"login": "Ada", "password": "quite-a-long-one"})
    assert client.get("/admin/").status_code == 200


def test_the_second_factor_waits_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    player("ada")
    monkeypatch.setattr("sys.stdin", StringIO())
    assert "preferences" in output("first_admin", "ada", "ada@example.org")


def test_an_existing_user_becomes_administrator_and_keeps_password_and_second_factor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = player("ada")
    before = ada.password
    Authenticator.objects.create(user=ada, type="totp", data={"secret": "kept"})
    assert "Secret:" not in made_admin(monkeypatch)
    ada.refresh_from_db()
    assert (ada.password, ada.is_superuser) == (before, True)
    [address] = EmailAddress.objects.filter(user=ada, primary=True)
    assert (address.email, address.verified) == ("ada@example.org", True)
    [factor] = Authenticator.objects.filter(user=ada)
    assert factor.data == {"secret": "kept"}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [(("one-long-password", "another-one"), "differ"), (("12345", "12345"), "too short")],
)
def test_an_administrator_needs_a_good_password(
    typed: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match=sentence):
        made_admin(monkeypatch, *typed)
    assert not User.objects.exists()


def test_the_address_of_another_user_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    EmailAddress.objects.create(user=player("bob"), email="ada@example.org", verified=True)
    with pytest.raises(CommandError, match="Another user has the address"):
        made_admin(monkeypatch)


# --- check_games ---


@pytest.fixture
def game() -> Game:
    return running_game(player("ada"), player("bob"), answers=6)


def test_good_games_pass(game: Game) -> None:
    finished_game("noisy", "random")
    table(player("eve"), None)
    assert output("check_games") == "1 games checked, 0 differ.\n"
    assert output("check_games", "--all") == "3 games checked, 0 differ.\n"
    assert output("check_games", str(game.pk)) == "1 games checked, 0 differ.\n"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="a transaction keeps all others away")
def test_a_move_while_a_game_is_checked_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running_game(player("ada"), player("bob"), answers=6)
    replay = EngineGame.replay

    def answer_in_between() -> None:
        answer(game)
        connections.close_all()

    def replay_slowly(setup: Any) -> Any:
        with ThreadPoolExecutor(1) as other:
            other.submit(answer_in_between).result()
        return replay(setup)

    monkeypatch.setattr(check, "EngineGame", SimpleNamespace(replay=replay_slowly))
    assert output("check_games") == "1 games checked, 0 differ.\n"
    monkeypatch.undo()
    assert output("check_games") == "1 games checked, 0 differ.\n"


def complaint(game: Game) -> str:
    """Check an inconsistent game; return the reported differences."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("check_games", str(game.pk), stdout=out)
    assert error.value.returncode == 1
    return out.getvalue()


def test_another_snapshot_is_reported_without_its_secrets(game: Game) -> None:
    assert game.snapshot is not None
    table = dict(game.snapshot["table"])
    key = next(key for key in table if isinstance(table[key], list))
    game.snapshot["table"][key] = []
    game.save()
    assert complaint(game) == (
        f"Game {game.pk}: The snapshot differs at table.{key}.\n1 games checked, 1 differ.\n"
    )


def test_a_missing_move_is_reported(game: Game) -> None:
    game.moves.filter(seq=4).delete()
    assert "Move 4 is missing." in complaint(game)


def test_a_missing_last_move_is_reported(game: Game) -> None:
    game.moves.filter(seq=6).delete()
    assert "The game has 5 moves; its row says 6." in complaint(game)


def test_another_move_is_reported(game: Game) -> None:
    game.moves.filter(seq=5).update(action="redraw")
    assert "Move 5 ('redraw' by seat" in complaint(game)


def test_other_events_are_reported(game: Game) -> None:
    game.moves.filter(seq=5).update(events=[])
    assert "The events stored with move 5 differ from the engine's." in complaint(game)


def test_the_wrong_seat_asked_is_reported(game: Game) -> None:
    game.seats.update(asked=False)
    assert "Seats [] are marked as asked" in complaint(game)


def test_a_game_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="Game 17 does not exist"):
        call_command("check_games", "17")


# --- schedule ---


def test_the_schedule_reads_like_a_list() -> None:
    lines = output("schedule").splitlines()
    assert (
        "every 5 seconds   check the clocks (games.tables.tasks.mind_the_clocks, queue site)"
        in lines
    )
    assert len(lines) == len(app.conf.beat_schedule)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "every second"),
        (15.0, "every 15 seconds"),
        (60, "every minute"),
        (90, "every 90 seconds"),
        (600.0, "every 10 minutes"),
        (7200, "every 2 hours"),
        (86400, "every day"),
        (0.5, "every 0.5 seconds"),
    ],
)
def test_seconds_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


# --- demo ---


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Return the folder that keeps the password."""
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_the_demo_is_made_once(settings: Any, folder: Path) -> None:
    settings.DEBUG = True
    assert "The demo is ready." in output("demo")
    games = Game.objects.count()
    assert "The demo is there already." in output("demo")
    assert Game.objects.count() == games

    first = User.objects.get(username="demo1")
    assert first.check_password("zenith-demo")
    assert EmailAddress.objects.get(user=first).verified
    assert your_turn(first).count() == 2
    assert lobby(first).count() == 1
    watched = table_to_watch()
    assert watched is not None
    assert watched.status == Status.RUNNING
    assert Game.objects.filter(status=Status.FINISHED).count() == 1
    assert output("check_games", "--all").endswith(" 0 differ.\n")


def test_outside_debug_nobody_knows_the_demos_password(settings: Any, folder: Path) -> None:
    settings.DEBUG = True
    output("demo")
    settings.DEBUG = False
    said = output("demo")
    kept = (folder / "demo.password").read_text()
    assert said.endswith(f"password {kept}\n")
    for name in ("demo1", "demo2"):
        user = User.objects.get(username=name)
        assert user.check_password(kept)
        assert not user.check_password("zenith-demo")
    settings.DEBUG = True
    assert output("demo").endswith(f"password {kept}\n")
