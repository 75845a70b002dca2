"""The export of a user's data, as JSON."""

from datetime import date, time
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import User
from accounts.signals import AccountExported, account_exported

NOT_EXPORTED = frozenset(
    {
        "id",
        "password",
        "is_active",
        "is_staff",
        "is_superuser",
        "first_name",
        "last_name",
        "name_key",
    }
)
"""Fields of a user that say nothing about the person, are empty, or are secret."""


def export(user: User) -> dict[str, object]:
    """Return all data that the site keeps about a user: each subject adds its part."""
    data = _of_account(user)
    account_exported.send(AccountExported(user, data))
    return data


def _of_account(user: User) -> dict[str, object]:
    return {
        "account": {
            field.name: _as_json(field.value_from_object(user))
            for field in User._meta.concrete_fields
            if field.name not in NOT_EXPORTED
        },
        "email_addresses": [
            {"email": address.email, "confirmed": address.verified, "primary": address.primary}
            for address in EmailAddress.objects.filter(user=user)
        ],
        "address_changes": [
            {"former": change.former, "at": change.at.isoformat()}
            for change in user.address_changes.order_by("at")
        ],
        "former_names": [former.name for former in user.former_names.order_by("until")],
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


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | time) else value
