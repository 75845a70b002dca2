"""The notification settings of the owner of a token."""

from datetime import time

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.api.operations.router import router
from games.endpoints.access import Scope, needs, user_of
from games.endpoints.schemas import NotificationSettingsIn, NotificationSettingsOut
from games.notifications.channels import channels
from games.notifications.forms import NotificationPresetForm, NotificationSettingsForm
from games.notifications.kinds import topics
from games.notifications.policy import wanted
from games.notifications.preferences import locked_settings, settings_of
from games.notifications.presets import preset_of

SETTINGS = ("mail_after", "quiet", "quiet_from", "quiet_to", "alarms", "digest", "digest_at")
"""The fields of the form that are called the same in the answer; `digest_day` is one, too."""


@router.get(
    "/me/notifications",
    tags=["Own"],
    response=NotificationSettingsOut,
    **needs(Scope.READ),
)
def notification_settings(request: HttpRequest) -> NotificationSettingsOut:
    """How you are notified: which channel carries which topic, quiet hours, reminders, digest."""
    return _settings(user_of(request))


@router.patch(
    "/me/notifications",
    tags=["Own"],
    response=NotificationSettingsOut,
    **needs(Scope.NOTIFY, Scope.READ),
)
def change_notification_settings(
    request: HttpRequest, data: NotificationSettingsIn
) -> NotificationSettingsOut:
    """Change how you are notified. What you leave out stays; a preset sets all topics first."""
    user, now = user_of(request), timezone.now()
    with transaction.atomic():
        locked_settings(user)  # what is left out stays as it is now
        if data.preset is not None:
            presets = NotificationPresetForm(user, {"preset": data.preset})
            _refuse_invalid(presets)
            presets.save(now)
        form = NotificationSettingsForm(user, _form_data(user, data))
        _refuse_invalid(form)
        form.save(now)
    return _settings(user)


def _form_data(user: User, data: NotificationSettingsIn) -> dict[str, object]:
    """Return what a page would send: the settings as they are, and the changes."""
    form = NotificationSettingsForm(user)
    values = {name: form.get_initial_for_field(form.fields[name], name) for name in form.fields}
    changes = data.model_dump(exclude_unset=True, exclude={"preset", "topics"})
    cells = {f"{topic}-{key}": on for topic, row in data.topics.items() for key, on in row.items()}
    if unknown := cells.keys() - values.keys():
        raise Refused(_("Not valid: %(fields)s") % {"fields": ", ".join(sorted(unknown))}, 422)
    sent = {**values, **changes, **cells}
    return {name: value for name, value in sent.items() if value is not False}


def _refuse_invalid(form: NotificationSettingsForm | NotificationPresetForm) -> None:
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise Refused(f"{name}: {errors[0]}", 422)


def _settings(user: User) -> NotificationSettingsOut:
    form, kept = NotificationSettingsForm(user), settings_of(user)
    preset = preset_of(kept)
    values = {name: form.initial[name] for name in (*SETTINGS, "digest_day")}
    for name in ("quiet_from", "quiet_to", "digest_at"):
        moment = values[name]
        values[name] = moment.strftime("%H:%M") if isinstance(moment, time) else moment
    return NotificationSettingsOut.model_construct(
        preset=None if preset is None else preset.key,
        topics={
            topic.key: {channel.key: wanted(topic, channel, kept.matrix) for channel in channels()}
            for topic in topics()
        },
        **values,
    )
