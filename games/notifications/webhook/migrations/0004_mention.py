from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications_webhook', '0003_topics'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='mention',
            field=models.CharField(blank=True, db_default='', default='', max_length=20),
        ),
    ]
