import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_finding'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField()),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('rating', models.PositiveSmallIntegerField(null=True)),
                ('withdrew_at', models.DateTimeField(null=True)),
                ('place', models.PositiveSmallIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField()),
                ('nth', models.PositiveSmallIntegerField(default=1)),
                ('score', models.CharField(blank=True, choices=[('', 'open'), ('first', '1 – 0'), ('second', '0 – 1'), ('draw', '½ – ½'), ('none', '0 – 0'), ('bye', 'bye')], default='', max_length=6)),
            ],
            options={
                'ordering': ('table', 'nth'),
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField(null=True, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('kind', models.CharField(choices=[('swiss', 'Swiss system'), ('knockout', 'knock-out')], max_length=8)),
                ('pace', models.JSONField()),
                ('live', models.BooleanField(default=False)),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('duplicate', models.BooleanField(default=False)),
                ('most', models.PositiveSmallIntegerField(default=128)),
                ('stage', models.CharField(choices=[('enrolling', 'open for enrolment'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'called off')], default='enrolling', max_length=9)),
                ('starts_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='TournamentRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('started_at', models.DateTimeField()),
                ('over_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='sealed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('sealed', True)), fields=['id'], name='games_sealed'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournaments', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='pairing',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.entrant'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='game',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='pairing', to='games.game'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='second',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.entrant'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='host',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_tournaments', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='entrant',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.tournament'),
        ),
        migrations.AddField(
            model_name='tournamentround',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='all_rounds', to='games.tournament'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='games.tournamentround'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['stage', 'starts_at'], name='games_tournament_due'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='games_entrant_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='games_number_once'),
        ),
        migrations.AddConstraint(
            model_name='tournamentround',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='games_round_once'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'table', 'nth'), name='games_pairing_once'),
        ),
    ]
