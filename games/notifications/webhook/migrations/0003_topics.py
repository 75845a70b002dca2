from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications_webhook', '0002_secret'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='skipped',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
    ]
