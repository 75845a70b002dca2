import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.notifications.adopted_tables import AdoptModel


class Migration(migrations.Migration):
    """The table is that of games.notifications."""

    initial = True

    dependencies = [
        ("notifications", "0003_channels_of_their_own"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AdoptModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.URLField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=200)),
                ("auth", models.CharField(max_length=50)),
                ("browser", models.CharField(blank=True, max_length=80)),
                ("device", models.CharField(blank=True, max_length=32)),
                ("session", models.CharField(blank=True, max_length=32)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("stopped_at", models.DateTimeField(null=True)),
                ("said", models.CharField(blank=True, max_length=200)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="push_subscriptions", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "notifications_pushsubscription",
                "ordering": ("created_at",),
            },
        ),
    ]
