"""Fair play: cases, reports, what moderators did, traces; games taken back and restored."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_tournaments'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Annulment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ending', models.CharField(blank=True, max_length=12)),
                ('winner', models.PositiveSmallIntegerField(null=True)),
                ('pool', models.CharField(blank=True, choices=[('days', 'correspondence'), ('live', 'live'), ('teams', 'teams'), ('solo', 'against bots')], max_length=5)),
                ('place', models.PositiveIntegerField(null=True)),
                ('changes', models.JSONField(default=list)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('place', 'same address or device'), ('thrown', 'thrown games'), ('pair', 'they only play each other'), ('report', 'reported by players')], max_length=8)),
                ('key', models.CharField(max_length=80)),
                ('evidence', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('open', 'open'), ('dismissed', 'dismissed'), ('acted', 'acted upon')], default='open', max_length=9)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_at', models.DateTimeField(null=True)),
                ('note', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'ordering': ('-updated_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='ModerationAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('dismiss', 'dismissed the case'), ('warn', 'warned'), ('annul', 'annulled a game'), ('bar', 'took out of rated play'), ('close', 'closed the account')], max_length=8)),
                ('why', models.CharField(max_length=500)),
                ('until', models.DateTimeField(null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('undone_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='PlayerReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('cheating', 'Cheating, or losing on purpose'), ('language', 'Foul language'), ('stalling', 'Stalling: playing slowly on purpose'), ('accounts', 'Several accounts'), ('other', 'Something else')], max_length=8)),
                ('text', models.CharField(blank=True, max_length=1000)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('address', models.CharField(max_length=32)),
                ('device', models.CharField(blank=True, max_length=32)),
            ],
        ),
        migrations.AddIndex(
            model_name='ratedgame',
            index=models.Index(fields=['at'], name='games_rated_at'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('abandoned_at__isnull', False)), fields=['user', 'abandoned_at'], name='games_seat_abandoned'),
        ),
        migrations.AddField(
            model_name='annulment',
            name='game',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='annulment', to='games.game'),
        ),
        migrations.AddField(
            model_name='case',
            name='closed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='case',
            name='people',
            field=models.ManyToManyField(related_name='cases', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='case',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='moderation_actions', to='games.case'),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='game',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='moderator',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='moderation_actions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='undone_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerreport',
            name='case',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.case'),
        ),
        migrations.AddField(
            model_name='playerreport',
            name='game',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='player_reports', to='games.game'),
        ),
        migrations.AddField(
            model_name='playerreport',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_about', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerreport',
            name='reporter',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='trace',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='traces', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(fields=['key'], name='games_case_key'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(fields=['state', 'updated_at'], name='games_case_state'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('key',), name='games_case_open_once'),
        ),
        migrations.AddIndex(
            model_name='moderationaction',
            index=models.Index(condition=models.Q(('undone_at__isnull', True), ('what', 'bar')), fields=['player', 'until'], name='games_barred'),
        ),
        migrations.AddIndex(
            model_name='playerreport',
            index=models.Index(fields=['reporter', 'at'], name='games_player_report_lately'),
        ),
        migrations.AddIndex(
            model_name='trace',
            index=models.Index(fields=['day'], name='games_trace_day'),
        ),
        migrations.AddConstraint(
            model_name='trace',
            constraint=models.UniqueConstraint(fields=('user', 'day', 'address', 'device'), name='games_trace_once'),
        ),
    ]
