"""Games that have begun keep the rules that they were dealt by."""

from typing import Any

from django.db import migrations, models


def name_the_rules(apps: Any, schema_editor: Any) -> None:
    """Write the first version of the rules into the records of the games that have it."""
    game_model = apps.get_model("games", "Game")
    dealt = game_model.objects.filter(setup__isnull=False, rules_version=1)
    for game in dealt.only("setup", "snapshot").iterator(chunk_size=200):
        game.setup["rules_version"] = 1
        if game.snapshot:
            game.snapshot["record"]["rules_version"] = 1
        game.save(update_fields=["setup", "snapshot"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_fairplay'),
    ]

    operations = [
        migrations.RunPython(name_the_rules, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='game',
            name='rules_version',
            field=models.PositiveSmallIntegerField(default=2),
        ),
    ]
