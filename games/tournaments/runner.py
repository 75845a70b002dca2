"""Background runner: starts tournaments, rounds and games that are due; idempotent.

Rounds are created under the lock of the tournament's row. Then each game is started, ended or
unsealed in its own transaction.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.clock import Pace
from games.tables import publishing
from games.tables.models import Ending, Game, Status
from games.tables.services import ending, locks, starting
from games.tournaments import monthly, rounds, weekly
from games.tournaments.models import (
    TOURNAMENT_GAME,
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentStage,
)
from games.tournaments.queueing import wake_tournament

log = logging.getLogger(__name__)

ENROLS_FOR = timedelta(days=30)
"""A tournament without a start time is cancelled if it hasn't started after this time."""


def run_tournaments(now: datetime | None = None) -> None:
    """Do everything that is due; idempotent and safe to run concurrently."""
    now = now or timezone.now()
    _safely(lambda: monthly.open_monthly(now), "the monthly tournament")
    _safely(lambda: weekly.open_weekly(now), "the weekly cups")
    _safely(lambda: weekly.fix_hours(now), "the hours of the weekly cups")
    waiting = Q(stage=TournamentStage.ENROLLING)
    due = Tournament.objects.filter(
        Q(stage=TournamentStage.RUNNING)
        | waiting & Q(starts_at__lte=now)
        | waiting & Q(starts_at=None, created_at__lte=now - ENROLS_FOR)
    )
    for pk in list(due.order_by("pk").values_list("pk", flat=True)):
        run_tournament(pk, now)
    _unseal()


def run_tournament(tournament_id: int, now: datetime | None = None) -> None:
    """Do everything that is due in one tournament; failures are logged one by one."""
    now = now or timezone.now()
    _safely(lambda: _advance(tournament_id, now), f"tournament {tournament_id}")
    open_ones = Pairing.objects.filter(round__tournament=tournament_id, score=PairingScore.OPEN)
    waiting = open_ones.filter(game=None, round__tournament__stage=TournamentStage.RUNNING)
    one_deal = Q(round__tournament__duplicate=True, nth=1)
    for pk in sorted(set(waiting.filter(one_deal).values_list("round", flat=True))):
        _safely(partial(start_together, pk, now), f"round {pk}")
    for pk in list(waiting.exclude(one_deal).values_list("pk", flat=True)):
        _safely(partial(start_pairing, pk, now), f"pairing {pk}")
    given_up = Q(first__withdrew_at__isnull=False) | Q(second__withdrew_at__isnull=False)
    for pk in list(open_ones.filter(given_up, game__isnull=False).values_list("pk", flat=True)):
        _safely(partial(give_up, pk, now), f"pairing {pk}")
    _unseal(pairing__round__tournament=tournament_id)


def _safely(work: Callable[[], object], what: str) -> None:
    try:
        work()
    except Exception:
        log.exception("could not continue %s", what)


def _advance(tournament_id: int, now: datetime) -> None:
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        if tournament.stage == TournamentStage.ENROLLING and tournament.starts_at is None:
            if tournament.created_at <= now - ENROLS_FOR:
                rounds.cancel(tournament, now)
            return
        while rounds.advance(tournament, now):  # a round of byes is over at once
            pass


def start_together(round_id: int, now: datetime) -> None:
    """Start the games of a round whose tables have the same deal: all in one moment, or none."""
    with transaction.atomic():
        waiting = Pairing.objects.filter(round=round_id, nth=1, score=PairingScore.OPEN, game=None)
        for pk in list(waiting.order_by("pk").values_list("pk", flat=True)):
            start_pairing(pk, now)


def start_pairing(pk: int, now: datetime) -> None:
    """Start the game of a pairing, once; a player who has left by now loses it."""
    with transaction.atomic():
        pairing = Pairing.objects.select_for_update().get(pk=pk)
        if (
            pairing.game_id is not None
            or pairing.score != PairingScore.OPEN
            or pairing.second is None
            or pairing.round.tournament.stage != TournamentStage.RUNNING
        ):
            return
        here = [pairing.first.is_here, pairing.second.is_here]
        if not all(here):
            pairing.score = (
                PairingScore.FIRST
                if here[0]
                else PairingScore.SECOND
                if here[1]
                else PairingScore.NONE
            )
            pairing.save(update_fields=["score"])
            transaction.on_commit(lambda: wake_tournament(tournament.pk))
        tournament = pairing.round.tournament
        if not all(here):
            return
        sealed = tournament.duplicate and pairing.nth == 1
        pairing.game = starting.start_game(
            _player(pairing.first),
            _player(pairing.second),
            Pace.from_json(tournament.pace),
            TOURNAMENT_GAME,
            league=not tournament.live,
            public=not sealed,
            sealed=sealed,
            seed=pairing.round.seed if sealed else None,
            now=now,
        )
        pairing.save(update_fields=["game"])


def _player(entrant: Entrant) -> starting.Player:
    player = entrant.bot or entrant.user
    assert player is not None
    return player


def give_up(pk: int, now: datetime) -> None:
    """End the running game of a withdrawn player; the opponent wins."""
    pairing = Pairing.objects.select_related("first").get(pk=pk)
    end_game(pk, PairingScore.SECOND if pairing.first.withdrew_at else PairingScore.FIRST, now)


def end_game(pk: int, score: PairingScore, now: datetime) -> bool:
    """End the running game of a pairing by a resignation or as a draw; false if it is over."""
    with transaction.atomic():
        pairing = Pairing.objects.get(pk=pk)
        assert pairing.game_id is not None
        table = locks.lock_begun(pairing.game_id, now)
        game = table.game
        if game.status != Status.RUNNING:
            return False
        first = 1 - game.second_side
        if score == PairingScore.DRAW:
            ending.finish(table, None, Ending.DRAW)
        else:
            winner = first if score == PairingScore.FIRST else 1 - first
            ending.finish(table, winner, Ending.RESIGNATION)
        game.save()
        publishing.table_changed(game)
    return True


def _unseal(**which: int) -> None:
    """Make the sealed games of rounds that are over public, once none of the round is played.

    The games of a round have one deal, and those of a cancelled tournament are played on.
    """
    played = Pairing.objects.filter(
        round=OuterRef("pairing__round"),
        game__sealed=True,
        game__status__in=(Status.OPEN, Status.RUNNING),
    )
    over = Game.objects.filter(sealed=True, pairing__round__over_at__isnull=False, **which)
    for game in over.filter(~Exists(played)):
        _safely(partial(_open, game.pk), f"the deal of game {game.pk}")


def _open(pk: int) -> None:
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=pk)
        if not game.sealed or game.status in (Status.OPEN, Status.RUNNING):
            return
        game.sealed, game.public = False, True
        game.save(update_fields=["sealed", "public"])
        publishing.table_changed(game)
