"""Counters of meetings, due games, and the places of changes; 0006 fills in the places.

The meetings are filled by themselves: those of a rating are counted from its history when its next
game ends (`Rating.has_tally`), which is what each end of a game did before.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

POOLS = [
    ("days", "correspondence"),
    ("live", "live"),
    ("teams", "teams"),
    ("solo", "against bots"),
    ("bots", "bot accounts"),
]
ID = ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID"))


class Migration(migrations.Migration):

    dependencies = [("ratings", "0004_pool_of_bots")]

    operations = [
        migrations.CreateModel(
            name="DueGame",
            fields=[
                ID,
                ("pool", models.CharField(choices=POOLS, max_length=5)),
                ("place", models.PositiveIntegerField()),
                ("limit", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pool", "place"), name="ratings_due_once")
                ]
            },
        ),
        migrations.CreateModel(
            name="Recalculation",
            fields=[
                ID,
                ("pool", models.CharField(choices=POOLS, max_length=5)),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("done_at", models.DateTimeField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("slices", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(done_at=None),
                        fields=("pool",),
                        name="ratings_recalculation_once",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                ID,
                ("games", models.PositiveIntegerField(default=0)),
                ("month", models.DateField(null=True)),
                ("month_games", models.PositiveIntegerField(default=0)),
                (
                    "rating",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="meetings",
                        to="ratings.rating",
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="ratings.rating",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("rating", "opponent"), name="ratings_meeting_once"
                    )
                ]
            },
        ),
        migrations.AddField(
            model_name="rating",
            name="tallied",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="place",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
