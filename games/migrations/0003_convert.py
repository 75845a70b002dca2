"""A turn in so many seconds becomes a pace; who wanted no mails still wants none."""

from typing import Any

from django.db import migrations

LIVE = 300


def convert(apps: Any, schema_editor: Any) -> None:
    """Write what stood in `turn_seconds` and `turn_mails` in the new words."""
    game_model = apps.get_model("games", "Game")
    seconds = game_model.objects.values_list("turn_seconds", flat=True).distinct().order_by()
    for turn in list(seconds):
        live = turn <= LIVE
        pace = {"start": turn, "increment": turn, "most": turn, "live": live}
        game_model.objects.filter(turn_seconds=turn).update(pace=pace, live=live)
    settings_model = apps.get_model("games", "NudgeSettings")
    for user in apps.get_model("accounts", "User").objects.filter(turn_mails=False):
        no_mail = {"mail": False}
        matrix = {what: no_mail for what in ("turn", "question", "time")}
        settings_model.objects.get_or_create(user=user, defaults={"matrix": matrix})


class Migration(migrations.Migration):
    """The clock of a running game is written when it is first needed: see `games.times`."""

    dependencies = (("accounts", "0002_days"), ("games", "0002_days"))
    operations = (migrations.RunPython(convert, migrations.RunPython.noop),)
