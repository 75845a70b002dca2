"""What has been converted goes."""

from django.db import migrations


class Migration(migrations.Migration):
    """The columns of before."""

    dependencies = (("games", "0003_convert"),)
    operations = (migrations.RemoveField("game", "turn_seconds"),)
