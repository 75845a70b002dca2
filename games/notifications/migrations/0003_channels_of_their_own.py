from django.db import migrations, models


class Migration(migrations.Migration):
    """Pushes and webhooks are apps of their own, which take over the tables."""

    dependencies = [
        ("notifications", "0002_push_failures"),
    ]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="channel",
            field=models.CharField(max_length=8),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="PushSubscription"),
                migrations.DeleteModel(name="Webhook"),
            ],
        ),
    ]
