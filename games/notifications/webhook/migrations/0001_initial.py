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
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=500)),
                ("form", models.CharField(choices=[("json", "plain JSON"), ("discord", "for Discord")], default="json", max_length=8)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("stopped_at", models.DateTimeField(null=True)),
                ("said", models.CharField(blank=True, max_length=200)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "notifications_webhook",
                "ordering": ("created_at",),
            },
        ),
    ]
