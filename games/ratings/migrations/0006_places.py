"""Fill in the places of changes in batches, and index them while games end.

Each batch locks the ledgers, so that it neither waits for an annulment row by row nor deadlocks
with one. The version before does not write places: `history.fill_places` fills in what it adds
after this. Once it is gone, a later migration may refuse rows without a place and drop the second
index.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models, transaction

from common.online_indexes import AddIndexOnline, drop_column_index

BATCH = 5000


def fill_places(apps: Any, schema_editor: Any) -> None:
    """Fill in all places, `BATCH` keys in each transaction."""
    changes = apps.get_model("ratings", "RatingChange").objects
    ledgers = apps.get_model("ratings", "Ledger").objects
    games = apps.get_model("ratings", "RatedGame").objects
    place = games.filter(pk=models.OuterRef("rated")).values("place")
    last = changes.aggregate(last=models.Max("pk"))["last"] or 0
    for start in range(0, last + 1, BATCH):
        with transaction.atomic():
            list(ledgers.select_for_update().order_by("pool"))
            batch = changes.filter(place=None, pk__gte=start, pk__lt=start + BATCH)
            batch.update(place=models.Subquery(place))


def drop_index_of_rating(apps: Any, schema_editor: Any) -> None:
    """Drop the index of the rating alone: the new one begins with it."""
    drop_column_index(schema_editor, apps.get_model("ratings", "RatingChange"), "rating_id")


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("ratings", "0005_ledger_in_slices")]

    operations = [
        migrations.RunPython(fill_places, migrations.RunPython.noop),
        AddIndexOnline(
            model_name="ratingchange",
            index=models.Index(fields=["rating", "place"], name="ratings_change_order"),
        ),
        AddIndexOnline(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("place", None)), fields=["id"], name="ratings_change_unplaced"
            ),
        ),
        migrations.SeparateDatabaseAndState(
            # By itself: altering the field would check its foreign key again, row by row.
            database_operations=[
                migrations.RunPython(drop_index_of_rating, migrations.RunPython.noop)
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="ratingchange",
                    name="rating",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="ratings.rating",
                    ),
                )
            ],
        ),
    ]
