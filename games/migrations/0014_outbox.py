"""The outbox: repeated deliveries, put-off digests, due alarms, browsers that sleep."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Cast


def fill(apps, schema_editor):
    """Let every running clock be looked at, and let pushes go on where users are signed in."""
    clocks = apps.get_model("games", "Game").objects.filter(
        status="running", live=False, deadline__isnull=False
    )
    clocks.update(alarm_at=F("created_at"))
    # Sessions from before know their browser by its number.
    name = Cast("pk", models.CharField(max_length=32))
    apps.get_model("games", "PushSubscription").objects.update(session=name)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_rules_version'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='unsure',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='alarm_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='nudgesettings',
            name='digest_again_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='device',
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='session',
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('alarm_at__isnull', False)), fields=['alarm_at'], name='games_alarm'),
        ),
    ]
