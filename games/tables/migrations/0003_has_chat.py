"""Note which tables have a chat, so that the others need no query for it."""

from django.db import migrations, models


def note_chats(apps, schema_editor):
    """Set the flag of tables at which a message has been written."""
    messages = apps.get_model("tables", "Message").objects
    games = apps.get_model("tables", "Game").objects
    games.filter(pk__in=messages.values("game")).update(has_chat=True)


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_occasion_without_choices")]
    operations = [
        migrations.AddField(
            model_name="game", name="has_chat", field=models.BooleanField(default=False)
        ),
        migrations.RunPython(note_chats, migrations.RunPython.noop, elidable=True),
    ]
