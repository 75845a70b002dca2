"""Mails are a matter of `games.nudges` now."""

from django.db import migrations


class Migration(migrations.Migration):
    """The setting has been converted by then."""

    dependencies = (("accounts", "0002_days"), ("games", "0003_convert"))
    operations = (migrations.RemoveField("user", "turn_mails"),)
