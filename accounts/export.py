"""The export of a user's data, as JSON."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import User
from accounts.signals import AccountExported, account_exported


def export(user: User) -> dict[str, Any]:
    """Return all data that the site keeps about a user: each subject adds its part."""
    data = _of_account(user)
    account_exported.send(AccountExported(user, data))
    return data


def _of_account(user: User) -> dict[str, Any]:
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
        "blocks": list(user.blocks.values_list("blocked__username", flat=True)),
        "follows": list(user.follows.values_list("followed__username", flat=True)),
    }
