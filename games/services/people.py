"""What people may ask of the site about themselves: all it knows, or to be forgotten."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Game, Message, Report, Seat, Status
from games.services import play, tables
from games.services.refusals import Refused


def delete_account(user: User) -> None:
    """Resign the running games, give up open seats, and forget the person.

    Finished games stay, and so does the public talk: without the name.
    """
    with transaction.atomic():
        running = Game.objects.filter(status=Status.RUNNING, seats__user=user)
        for game_id in list(running.values_list("pk", flat=True)):
            play.resign(user, game_id)
        mine = Q(seats__user=user) | Q(seats__invited=user) | Q(creator=user)
        waiting = Game.objects.filter(mine, status=Status.OPEN).distinct()
        for game_id in list(waiting.values_list("pk", flat=True)):
            try:
                tables.leave_table(user, game_id)
            except Refused:  # it has run out, and the sweep will close it
                Seat.objects.filter(game_id=game_id, user=user).update(user=None)
        Seat.objects.filter(invited=user).update(invited=None)
        Seat.objects.filter(user=user).update(notes="", draft=[])
        user.delete()


def export(user: User) -> dict[str, Any]:
    """Return everything that the site keeps of a person, as JSON."""
    seats = Seat.objects.filter(user=user).select_related("game").order_by("game_id")
    return {
        "account": {
            "name": user.username,
            "email": user.email,
            "guest": user.is_guest,
            "since": user.date_joined.isoformat(),
            "last_sign_in": user.last_login and user.last_login.isoformat(),
            "language": user.language,
            "time_zone": user.time_zone,
            "theme": user.theme,
            "turn_mails": user.turn_mails,
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
        "games": [_seat(seat) for seat in seats.prefetch_related("game__moves", "turn_mails")],
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
        "mails": [
            mail.settled_at.isoformat()
            for mail in seat.turn_mails.all()
            if mail.sent and mail.settled_at
        ],
        "moves": [
            {"move": move.seq, "at": move.at.isoformat(), "action": move.action}
            for move in game.moves.all()
            if move.seat == seat.number
        ],
    }
