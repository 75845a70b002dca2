from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications_webhook', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='former_salt',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddField(
            model_name='webhook',
            name='renewed_at',
            field=models.DateTimeField(db_default=None, null=True),
        ),
        migrations.AddField(
            model_name='webhook',
            name='salt',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
    ]
