"""When a player answered again who had let their time pass."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_contests'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='back_at',
            field=models.DateTimeField(null=True),
        ),
    ]
