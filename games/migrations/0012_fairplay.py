"""Fair play."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_tournaments'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('abandoned_at__isnull', False)), fields=['user', 'abandoned_at'], name='games_seat_abandoned'),
        ),
    ]
