"""Ratings, the games that move them, results, friends."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """`manage.py check_ratings --fill` counts the games of before."""

    dependencies = [
        ('games', '0005_refused'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ledger',
            fields=[
                ('pool', models.CharField(choices=[('days', 'correspondence'), ('live', 'live'), ('teams', 'teams'), ('solo', 'against bots')], max_length=5, primary_key=True, serialize=False)),
                ('last', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.AlterField(
            model_name='game',
            name='ending',
            field=models.CharField(blank=True, choices=[('absolute', 'absolute victory'), ('democratic', 'democratic victory'), ('popular', 'popular victory'), ('draw', 'draw'), ('resignation', 'resignation'), ('time', 'time ran out'), ('annulled', 'annulled: lost in an absence that had cost a game already'), ('unbegun', 'never begun'), ('revoked', 'annulled by those who run the site')], max_length=12),
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('days', 'correspondence'), ('live', 'live'), ('teams', 'teams'), ('solo', 'against bots')], max_length=5)),
                ('place', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('counts', models.BooleanField(default=True)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated_game', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bot', models.CharField(blank=True, max_length=16)),
                ('pool', models.CharField(choices=[('days', 'correspondence'), ('live', 'live'), ('teams', 'teams'), ('solo', 'against bots')], max_length=5)),
                ('value', models.FloatField(default=1500)),
                ('deviation', models.FloatField(default=350)),
                ('volatility', models.FloatField(default=0.06)),
                ('games', models.PositiveIntegerField(default=0)),
                ('opponents', models.PositiveIntegerField(default=0)),
                ('last_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField()),
                ('score', models.FloatField()),
                ('before_value', models.FloatField()),
                ('before_deviation', models.FloatField()),
                ('before_volatility', models.FloatField()),
                ('before_at', models.DateTimeField(null=True)),
                ('after_value', models.FloatField()),
                ('after_deviation', models.FloatField()),
                ('after_volatility', models.FloatField()),
                ('rated', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='games.ratedgame')),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='games.rating')),
            ],
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('pool', models.CharField(choices=[('days', 'correspondence'), ('live', 'live'), ('teams', 'teams'), ('solo', 'against bots')], max_length=5)),
                ('first', models.BooleanField()),
                ('score', models.FloatField()),
                ('answer_seconds', models.PositiveIntegerField(null=True)),
                ('agents', models.JSONField(default=list)),
                ('technologies', models.JSONField(default=list)),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.game')),
                ('opponent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='results', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('followed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followers', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'followed'), name='games_follow_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='ratedgame',
            constraint=models.UniqueConstraint(fields=('pool', 'place'), name='games_place_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', 'last_at'], name='games_ratin_pool_091fe3_idx'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'pool'), name='games_rating_once'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('bot', ''), _negated=True), fields=('bot', 'pool'), name='games_anchor_once'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('rated', 'rating'), name='games_change_once'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['user', 'at'], name='games_resul_user_id_64fea4_idx'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('game', 'seat'), name='games_result_once'),
        ),
    ]
