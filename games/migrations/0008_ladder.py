"""The ladders: who stands where, every step that led there, challenges."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models



class Migration(migrations.Migration):
    """Nobody is on a ladder yet."""

    dependencies = [
        ('games', '0007_contests'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('pool', models.CharField(choices=[('days', 'correspondence'), ('live', 'live'), ('teams', 'teams'), ('solo', 'against bots')], max_length=5, primary_key=True, serialize=False)),
                ('members', models.PositiveIntegerField(default=0)),
                ('steps', models.PositiveIntegerField(default=0)),
                ('swept_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Rung',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField(null=True)),
                ('at_once', models.BooleanField(default=False)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rungs', to='games.ladder')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rungs', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('waiting', 'waits for an answer'), ('running', 'running'), ('counted', 'over'), ('void', 'moves no place any more'), ('withdrawn', 'withdrawn'), ('declined', 'declined'), ('expired', 'ran out')], default='waiting', max_length=9)),
                ('challenger_first', models.BooleanField(default=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='challenge', to='games.game')),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='games.ladder')),
                ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='received', to='games.rung')),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='made', to='games.rung')),
            ],
        ),
        migrations.CreateModel(
            name='Step',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('before', models.PositiveIntegerField(null=True)),
                ('after', models.PositiveIntegerField(null=True)),
                ('moves', models.BooleanField()),
                ('why', models.CharField(choices=[('joined', 'joined'), ('left', 'left'), ('absent', 'left: not on the site for 60 days'), ('won', 'won'), ('lost', 'lost'), ('drawn', 'draw'), ('time', 'lost on time'), ('staff', 'moved by those who run the site')], max_length=6)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('challenge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='steps', to='games.challenge')),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='history', to='games.ladder')),
                ('rung', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='games.rung')),
                ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='rung',
            index=models.Index(fields=['ladder', 'place'], name='games_rung_ladder__13a270_idx'),
        ),
        migrations.AddConstraint(
            model_name='rung',
            constraint=models.UniqueConstraint(fields=('ladder', 'user'), name='games_rung_once'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(fields=['state', 'at'], name='games_chall_state_7cd88b_idx'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('waiting', 'running'))), fields=('challenger', 'challenged'), name='games_challenge_once'),
        ),
        migrations.AddIndex(
            model_name='step',
            index=models.Index(fields=['rung', 'number'], name='games_step_rung_id_5c6dd9_idx'),
        ),
        migrations.AddConstraint(
            model_name='step',
            constraint=models.UniqueConstraint(fields=('ladder', 'number'), name='games_step_once'),
        ),
    ]
