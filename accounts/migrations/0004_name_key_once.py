from django.db import migrations, models
from django.db.models import Count


def refuse_look_alikes(apps, schema_editor):
    """Stop with the names that look alike, which only concurrent sign-ups could take."""
    users = apps.get_model("accounts", "User").objects
    keys = users.values("name_key").annotate(users=Count("pk")).filter(users__gt=1)
    names = users.filter(name_key__in=keys.values("name_key")).order_by("name_key", "pk")
    if names := list(names.values_list("username", flat=True)):
        raise RuntimeError(
            "Some users have names that look alike. Rename all but one of each in the "
            f"administration of the version before, then migrate again: {', '.join(names)}"
        )


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0003_effect_display"),
    ]

    operations = [
        migrations.RunPython(refuse_look_alikes, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=300, unique=True),
        ),
    ]
