"""How guests come and go, and what people may ask of the site: all it knows, to be forgotten."""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import count_guest, create_guest
from games.contests import registry
from games.notifications import bounces
from games.notifications import export as notifications
from games.ratings.models import RatingChange
from games.seasons import entering as seasons
from games.tables.models import Game, Message, Report, Seat, Status
from games.tables.services import play, tables

GUESTS_AT_ONCE = 200
MOST_TRIES = 10
"""So often an account's deletion looks for games that have started meanwhile."""


def welcome_guest(address: str) -> User:
    """Return a new guest who comes from an IP address; raises `Refused`."""
    if not count_guest(address):
        raise Refused(_("Too many guests came from your address. Sign up, or wait."), 429)
    return create_guest()


def remove_stale_guests() -> int:
    """Remove the guests whom nobody has seen for `GUEST_DAYS` days; return how many.

    Their running games against bots go with them; finished games stay, without the name.
    """
    removed = 0
    for pk in list(_stale_guests().values_list("pk", flat=True)[:GUESTS_AT_ONCE]):
        with transaction.atomic():
            guest = _stale_guests().select_for_update().filter(pk=pk).first()
            if guest is None:  # they came back, or signed up
                continue
            others = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
            running = Game.objects.filter(
                ~Exists(others.exclude(user=guest)), status=Status.RUNNING, seats__user=guest
            )
            running.delete()
            try:
                delete_account(guest)
            except Refused:  # a game of theirs is starting; the next run finds them again
                continue
            removed += 1
    return removed


def _stale_guests() -> QuerySet[User]:
    """Return the guests without a confirmed address who were not here for `GUEST_DAYS` days."""
    before = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    here = UserSession.objects.filter(user=OuterRef("pk"), last_seen_at__gt=before)
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    guests = User.objects.filter(is_guest=True, is_staff=False, date_joined__lte=before)
    return guests.filter(~Exists(here), ~Exists(confirmed)).exclude(last_login__gt=before)


def delete_account(user: User) -> None:
    """Resign the running games, give up open seats, and forget the person.

    Finished games stay, and so does the public talk: without the name. So does a game in which
    the teammate plays on for them. A game may start or end at any moment meanwhile, so the account
    goes only when no table needs it any more; stopped halfway, it can be deleted again. Raises
    `Refused` if games of theirs start without end.
    """
    seasons.leave_all(user, timezone.now())  # before it: it matters how many games were over
    for _try in range(MOST_TRIES):
        running = Seat.objects.filter(user=user, game__status=Status.RUNNING)
        for game_id in list(running.values_list("game", flat=True)):  # never two games locked
            _give_up(user, game_id)
        registry.leave_all(user, timezone.now())
        mine = Q(seats__user=user) | Q(seats__invited=user) | Q(creator=user)
        waiting = Game.objects.filter(mine, status=Status.OPEN).distinct()
        for game_id in list(waiting.values_list("pk", flat=True)):
            _get_up(user, game_id)
        if _forget(user):
            return
    raise Refused(_("One of your games is starting at this moment. Try again."))


def _give_up(user: User, game_id: int) -> None:
    """Resign a game, or leave it to the teammate who plays on; nothing if it has ended."""
    try:
        play.resign(user, game_id)
    except Refused:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.status == Status.RUNNING:
                left = game.seats.filter(user=user, played_by__isnull=False)
                left.update(user=None, notes="", draft=[])


def _get_up(user: User, game_id: int) -> None:
    """Leave a table that waits for players; nothing if it has started."""
    try:
        tables.leave_table(user, game_id)
    except Refused:  # if it has run out, the sweep will close it
        Seat.objects.filter(user=user, game=game_id, game__status=Status.OPEN).update(user=None)


def _forget(user: User) -> bool:
    """Delete the user's row unless a table needs it still; return whether it is gone.

    The lock makes a concurrent request that seats the user wait, and fail: there is no such user.
    """
    with transaction.atomic():
        if not User.objects.select_for_update().filter(pk=user.pk).exists():
            return True
        if Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING)).exists():
            return False
        Seat.objects.filter(invited=user).update(invited=None)
        Seat.objects.filter(user=user).update(notes="", draft=[])
        for address in EmailAddress.objects.filter(user=user, verified=True):
            bounces.trust(address.email)
        user.delete()
    return True


def export(user: User) -> dict[str, Any]:
    """Return everything that the site keeps of a person, as JSON."""
    changes = Prefetch(
        "changes",
        RatingChange.objects.select_related("rated").order_by("rated__place"),
        to_attr="moved",
    )
    seats = Seat.objects.filter(user=user).select_related("game").order_by("game_id")
    return {
        "account": {
            "name": user.username,
            "email": user.email,
            "guest": user.is_guest,
            "since": user.date_joined.isoformat(),
            "last_sign_in": user.last_login and user.last_login.isoformat(),
            "last_seen": user.last_seen_on and user.last_seen_on.isoformat(),
            "language": user.language,
            "time_zone": user.time_zone,
            "theme": user.theme,
            "sleep": [user.sleep_from.isoformat(), user.sleep_to.isoformat()],
            "days_off": user.days_off,
            "vacation_hours": user.vacation_hours,
            "country": user.country,
            "about": user.about,
        },
        "email_addresses": [
            {"email": address.email, "confirmed": address.verified, "primary": address.primary}
            for address in EmailAddress.objects.filter(user=user)
        ],
        "second_factors": [
            {"type": factor.type, "since": factor.created_at.isoformat()}
            for factor in Authenticator.objects.filter(user=user)
        ],
        "sessions": [
            {
                "ip": session.ip,
                "browser": session.user_agent,
                "since": session.created_at.isoformat(),
                "last_seen": session.last_seen_at.isoformat(),
            }
            for session in UserSession.objects.filter(user=user)
        ],
        "week_changes": [
            {"what": change.kind, "at": change.at.isoformat()}
            for change in user.week_changes.order_by("at")
        ],
        "absences": [
            {"from": absence.start.isoformat(), "until": absence.end.isoformat()}
            for absence in user.absences.all()
        ],
        "spent_vacation": [spent.hour.isoformat() for spent in user.spent_hours.order_by("hour")],
        "notifications": notifications.export(user),
        "ratings": [
            {
                "pool": rating.pool,
                "rating": [rating.value, rating.deviation, rating.volatility],
                "games": [[change.rated.game_id, change.after_value] for change in rating.moved],
            }
            for rating in user.ratings.prefetch_related(changes)
        ],
        **registry.export(user),
        "blocks": list(user.blocks.values_list("blocked__username", flat=True)),
        "follows": list(user.follows.values_list("followed__username", flat=True)),
        "games": [_seat(seat) for seat in seats.prefetch_related("game__moves")],
        "invitations": list(Seat.objects.filter(invited=user).values_list("game_id", flat=True)),
        "opened_tables": list(Game.objects.filter(creator=user).values_list("pk", flat=True)),
        "talk": [
            {"game": line.game_id, "at": line.at.isoformat(), "text": line.text}
            for line in Message.objects.filter(author=user)
        ],
        "reports": [
            {"line": report.message_id, "at": report.at.isoformat()}
            for report in Report.objects.filter(reporter=user)
        ],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    game = seat.game
    over = game.status == Status.FINISHED
    return {
        "game": game.pk,
        "status": game.status,
        "seat": seat.number,
        "won": None if not over or game.winner is None else game.winner == seat.side,
        "ending": game.ending,
        "turns": seat.turns,
        "last_looked": seat.seen_at and seat.seen_at.isoformat(),
        "talk_muted": seat.talk_muted,
        "notes": seat.notes,
        "draft": seat.draft,
        "notifications": seat.notifications,
        "time_passed": seat.abandoned_at and seat.abandoned_at.isoformat(),
        "left_before_it_began": seat.dropped_at and seat.dropped_at.isoformat(),
        "came_back": seat.back_at and seat.back_at.isoformat(),
        "moves": [
            {"move": move.seq, "at": move.at.isoformat(), "action": move.action}
            for move in game.moves.all()
            if move.seat == seat.number
        ],
    }
