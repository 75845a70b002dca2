from django.db import migrations, models

from common.online_indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [("tables", "0016_folded_moves")]

    operations = [
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=models.Q(
                    ("folded", False), ("seq__gt", 0), ("status__in", ("finished", "aborted"))
                ),
                fields=["finished_at"],
                name="tables_to_fold",
            ),
        ),
    ]
