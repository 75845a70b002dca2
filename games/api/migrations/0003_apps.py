from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('api', '0002_idempotency'),
    ]

    operations = [
        migrations.AddField(
            model_name='apitoken',
            name='client_id',
            field=models.CharField(blank=True, db_default='', default='', max_length=100),
        ),
        migrations.AlterField(
            model_name='apitoken',
            name='name',
            field=models.CharField(max_length=255),
        ),
    ]
