"""Keys of look-alike names, names that break links, and a permission to close accounts."""

from typing import Any

from django.db import migrations, models

from accounts.names import key_of


def fill_keys(apps: Any, schema_editor: Any) -> None:
    """Write the key of each name, and rename players called `..` or the like."""
    user_model = apps.get_model("accounts", "User")
    changed = []
    for user in user_model.objects.only("pk", "username").iterator(chunk_size=1000):
        if not any(character.isalnum() for character in user.username):
            user.username = f"player-{user.pk}"
        user.name_key = key_of(user.username)
        changed.append(user)
    user_model.objects.bulk_update(changed, ["username", "name_key"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_last_seen'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='user',
            options={'permissions': (('close_account', 'Can close and reopen accounts'),)},
        ),
        migrations.AddField(
            model_name='user',
            name='name_key',
            field=models.CharField(blank=True, db_index=True, editable=False, max_length=300),
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop, elidable=True),
    ]
