"""Seasons: who enrolled, divisions, games that are owed."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_ladder'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'enrolment is open'), ('running', 'running'), ('closed', 'over'), ('few', 'did not take place: too few players'), ('missed', 'did not take place: the site was not running')], default='open', max_length=8)),
            ],
            options={
                'indexes': [models.Index(fields=['state', 'starts_at'], name='games_seaso_state_57545a_idx')],
                'constraints': [models.UniqueConstraint(fields=('year', 'number'), name='games_season_once')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='games.season')),
            ],
            options={
                'ordering': ('level',),
            },
        ),
        migrations.CreateModel(
            name='SeasonEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('strength', models.FloatField(default=0)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('struck', models.BooleanField(default=False)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('step', models.SmallIntegerField(default=0)),
                ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.division')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.season')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seasons', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('entered_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('due_at', models.DateTimeField()),
                ('outcome', models.CharField(blank=True, choices=[('first', 'First'), ('second', 'Second'), ('draw', 'Draw'), ('nobody', 'Nobody')], max_length=6)),
                ('reason', models.CharField(blank=True, choices=[('time', 'time ran out'), ('withdrawn', 'withdrawn'), ('barred', 'was not allowed to play'), ('revoked', 'annulled by those who run the site'), ('unfinished', 'not over when the season ended')], max_length=10)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='games.division')),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fixture', to='games.game')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seasonentry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seasonentry')),
            ],
            options={
                'ordering': ('round', 'pk'),
            },
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'level'), name='games_division_once'),
        ),
        migrations.AddConstraint(
            model_name='seasonentry',
            constraint=models.UniqueConstraint(fields=('season', 'user'), name='games_seasonentry_once'),
        ),
        migrations.AddIndex(
            model_name='fixture',
            index=models.Index(condition=models.Q(('game', None), ('outcome', '')), fields=['due_at'], name='games_fixture_due'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('division', 'first', 'second'), name='games_fixture_once'),
        ),
    ]
