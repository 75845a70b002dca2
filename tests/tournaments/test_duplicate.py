"""The same deal at every table: nothing of it is shown before the round is over."""

import itertools
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.board_image import Picture
from games.notifications.channels import MAIL
from games.notifications.mail import send
from games.notifications.models import Delivery
from games.notifications.notifications import GameIsOver
from games.notifications.record import note
from games.ratings.profile import habits
from games.tables.models import Game
from games.tables.selectors import seen
from games.tables.services import ending, starting
from games.talk import chat
from games.talk.selectors import chat_messages
from games.tournaments import rounds
from games.tournaments.models import Pairing, Tournament, TournamentKind, TournamentStage
from games.tournaments.runner import run_tournaments
from tests.support.browsing import log_in_freshly
from tests.support.courses import play_on
from tests.support.factories import LONGEST, answer, player, refusal, running_game
from tests.support.leaking import NAMES, Secrets, check, now_hidden, once_seen, words_in
from tests.tournaments.tournaments_factory import T0, no_player, play_round, started

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures in mails can be read, and the first deal makes a short game."""
    seeds = (f"{number:032x}" for number in itertools.count(24))
    monkeypatch.setattr(rounds, "new_seed", lambda: next(seeds))
    monkeypatch.setattr(Picture, "png", lambda picture: picture.svg.encode())


def tables(tournament: Tournament) -> list[Game]:
    found = Game.objects.filter(pairing__round__tournament=tournament, pairing__round__number=1)
    return list(found.order_by("pk"))


def played_out(game: Game) -> Game:
    """Play a game to its end, as the engine has it: then it would show all."""
    play_on(game, LONGEST, T0)
    game = answer(game, now=T0)
    assert (game.snapshot or {})["outcome"] is not None
    return game


def secrets_of(game: Game, number: int | None) -> Secrets:
    """Return what a sealed game hides from a seat also at its end."""
    hidden = frozenset(now_hidden(game, number) - once_seen(game, number))
    return Secrets(hidden, (("the seed", game.seed), ("the token", game.token)))


def ways_out(game: Game) -> list[str]:
    """Return where any visitor may look for a table."""
    own = game.get_absolute_url()
    names = [seat.name for seat in game.seats.all()]
    assert game.pairing is not None
    tournament = game.pairing.round.tournament
    return [
        own,
        f"{own}?log=all&since=0",
        f"{own}deal/",
        *(f"{own}replay/{part}" for part in ("", "0/", "7/", f"{game.seq}/")),
        *(f"/players/{name}/" for name in names),
        *(f"/players/{name}/games/" for name in names),
        f"/players/{names[0]}/with/{names[1]}/",
        tournament.get_absolute_url(),
        f"{tournament.get_absolute_url()}rounds/1/",
        *("/", "/lobby/", "/tournaments/", "/leaderboard/"),
    ]


def read(client: Client, game: Game, number: int | None) -> int:
    """Search all that a reader gets; return how many pages they saw."""
    secrets, met = secrets_of(game, number), 0
    assert len(secrets.cards) > 20
    for address in ways_out(game):
        for head in ({}, {"HX-Request": "true"}):
            response = client.get(address, headers=head)
            assert response.status_code in (200, 302, 404), address
            check(address, response.content, secrets)
            met += response.status_code == 200
    return met


def test_every_table_of_a_round_has_the_same_deal_and_the_next_round_another() -> None:
    tournament = started(6, duplicate=True)
    first = tables(tournament)
    assert len({game.seed for game in first}) == 1
    assert len({json.dumps((game.setup or {})["setup"]) for game in first}) == 1
    assert len({game.second_side for game in first}) == 1
    assert {(game.sealed, game.public) for game in first} == {(True, False)}
    play_round(tournament)
    seeds = set(Game.objects.values_list("seed", flat=True))
    assert len(seeds) == 2


def test_tables_with_the_same_deal_start_together_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    start_game, calls = starting.start_game, itertools.count()

    def fails_once(*args: Any, **fields: Any) -> Game:
        if next(calls) == 1:
            raise RuntimeError("the second table fails")
        return start_game(*args, **fields)

    monkeypatch.setattr(starting, "start_game", fails_once)
    tournament = started(6, duplicate=True)
    assert not Game.objects.exists()
    assert "could not continue round" in caplog.text
    run_tournaments(T0 + timedelta(hours=1))
    run_tournaments(T0 + timedelta(hours=2))
    assert [game.started_at for game in tables(tournament)] == [T0 + timedelta(hours=1)] * 3


def test_the_entrants_do_not_talk_before_the_deal_is_over_everywhere(client: Client) -> None:
    """Neither at their tables nor at others, also when their own game is over."""
    tournament = started(4, duplicate=True)
    game, other = tables(tournament)
    one = game.seats.select_related("user")[0].user
    friend = other.seats.select_related("user")[0].user
    assert one is not None
    assert friend is not None
    eve = player("eve")
    friendly, elsewhere = running_game(one, friend), running_game(one, eve)
    ending.resign(one, game.pk, now=T0)
    for place in (game, friendly):
        said = refusal(403, chat.say, one, place.pk, "I had Huxl3y")
        assert said == "Players of the same deal can't chat before it is over at all its tables."
    chat.say(one, elsewhere.pk, "I had Huxl3y")
    elsewhere.refresh_from_db()
    assert list(chat_messages(elsewhere, friend)) == []
    assert len(chat_messages(elsewhere, eve)) == len(chat_messages(elsewhere, one)) == 1
    client.force_login(one)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "the chat is closed until the round is over" in page
    assert 'id="talk-text"' not in page
    play_round(tournament, again=False)
    tournament.all_rounds.update(over_at=T0)
    Tournament.objects.update(stage=TournamentStage.FINISHED)
    run_tournaments(T0)
    chat.say(one, friendly.pk, "I had Huxl3y")
    assert len(chat_messages(elsewhere, friend)) == 1


@pytest.mark.whole
def test_a_sealed_game_shows_nothing_at_its_end(client: Client) -> None:
    tournament = started(4, duplicate=True)
    game = played_out(tables(tournament)[0])
    run_tournaments(T0)
    game.refresh_from_db()
    assert game.sealed
    stranger, rival = player("stranger"), tables(tournament)[1].seats.all()[0].user
    for reader in (None, stranger, rival):
        client.logout()
        if reader is not None:
            client.force_login(reader)
        assert client.get(game.get_absolute_url()).status_code == 404
        assert client.get(f"{game.get_absolute_url()}replay/").status_code == 404
        assert client.get(f"{game.get_absolute_url()}deal/").status_code == 404
        read(client, game, None)
    for seat in game.seats.select_related("user"):
        assert seat.user is not None
        log_in_freshly(client, seat.user)
        assert read(client, game, seat.number) > 20
        page = client.get(f"{game.get_absolute_url()}deal/").content.decode()
        assert game.seed_sha256 in page
        assert "when the round is over" in page
        export = client.get(reverse("export")).content
        check("the export", export, secrets_of(game, seat.number))


def test_no_mail_tells_of_a_sealed_game() -> None:
    game = played_out(tables(started(4, duplicate=True))[0])
    for seat in game.seats.select_related("user"):
        assert seat.user is not None
        seat.seen_seq = 5
        seat.save()
        note(seat.user, GameIsOver, f"again {seat.number}", game, game.seq)
        mail.outbox.clear()
        for delivery in Delivery.objects.filter(
            channel=MAIL, notification__game=game, notification__user=seat.user
        ).select_related("notification__user", "notification__game"):
            send(delivery)
        assert mail.outbox
        for sent in mail.outbox:
            check("a mail", sent.message().as_string(), secrets_of(game, seat.number))


def test_the_views_of_a_sealed_game_are_closed() -> None:
    game = played_out(tables(started(4, duplicate=True))[0])
    for number in (0, 1):
        found = seen(game.seats.get(number=number).user, game.pk)
        for view in (found.view(), found.view_at(game.seq), found.view_before(game.seq)):
            assert view["hands"][number]["cards"] is not None
            assert view["hands"][1 - number]["cards"] is None
            assert view["deck"]["cards"] is None
            assert view["token_supply"]["tokens"] is None
            assert view["seed"] is None
        told = words_in([event.to_json() for _, _, each in found.events() for event in each])
        assert told & NAMES.keys() <= once_seen(game, number)


def test_a_profile_does_not_count_the_agents_of_a_sealed_game() -> None:
    tournament = started(4, duplicate=True)
    game = played_out(tables(tournament)[0])
    people = [seat.user for seat in game.seats.select_related("user") if seat.user]
    assert not any(habits(each, public=False).agents for each in people)
    play_round(tournament)
    assert any(habits(each, public=False).agents for each in people)


def test_the_staff_sees_no_more_than_a_seat(client: Client) -> None:
    game = played_out(tables(started(4, duplicate=True))[0])
    client.force_login(User.objects.create_superuser("boss", "boss@example.org", "x"))
    address = reverse("admin:tables_game_look", args=[game.pk])
    page = client.post(address, {"seat": "0", "reason": "a player has complained"})
    assert page.status_code == 200
    check("the admin", page.content, secrets_of(game, 0))


def test_after_the_round_everything_is_open(client: Client) -> None:
    tournament = started(4, duplicate=True)
    game = played_out(tables(tournament)[0])
    play_round(tournament)
    for table in tables(tournament):
        assert (table.sealed, table.public) == (False, True)
    assert game.seed in client.get(f"{game.get_absolute_url()}deal/").content.decode()
    assert client.get(f"{game.get_absolute_url()}replay/").status_code == 200
    page = client.get(reverse("tournament_round", args=[tournament.pk, 1])).content.decode()
    assert "2 tables got this deal." in page
    assert f"/tables/{game.pk}/replay/" in page
    page = client.get(reverse("tournament_round", args=[tournament.pk, 2])).content.decode()
    assert "tables got this deal" not in page


def test_a_round_that_was_not_opened_is_opened_later() -> None:
    """A worker that stops in between forgets nothing."""
    tournament = started(4, duplicate=True)
    play_round(tournament)
    play_round(tournament)
    play_round(tournament)
    Game.objects.update(sealed=True, public=False)
    run_tournaments(T0)
    assert not Game.objects.filter(sealed=True).exists()


def test_the_second_game_of_a_drawn_one_has_a_deal_of_its_own() -> None:
    tournament = started(4, duplicate=True, kind=TournamentKind.KNOCKOUT)
    play_round(tournament, no_player)
    again = Pairing.objects.filter(nth=2).select_related("game")
    assert len(again) == 2
    deals = {pairing.game.seed for pairing in again if pairing.game}
    assert len(deals) == 2
    assert not deals & {game.seed for game in tables(tournament) if game.sealed}


@pytest.mark.whole
def test_resigning_opens_nothing_either(client: Client) -> None:
    game = tables(started(4, duplicate=True))[0]
    for _ in range(12):
        game = answer(game, now=T0)
    seat = game.seats.select_related("user")[0]
    assert seat.user is not None
    ending.resign(seat.user, game.pk, now=T0)
    game.refresh_from_db()
    client.force_login(seat.user)
    assert read(client, game, seat.number) > 20
    said: Any = client.get(game.get_absolute_url()).content.decode()
    assert "the hands stay closed until the round is over" in said
