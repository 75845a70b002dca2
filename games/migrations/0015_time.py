"""Outages given back game by game, live clocks that wait, ratings decided at the start, and indexes."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q

import games.models


def fill(apps: Any, schema_editor: Any) -> None:
    """Write down what was worked out at the end of a game until now."""
    game_model, seat_model, result_model = (
        apps.get_model("games", name) for name in ("Game", "Seat", "Result")
    )
    apps.get_model("games", "Outage").objects.update(done=True)
    standard = game_model.objects.filter(
        started_at__isnull=False, secret_agents=False, beginner=False, boards=""
    )
    bots = seat_model.objects.exclude(bot="").values("game")
    members = seat_model.objects.filter(user__is_guest=False).values("game")
    people = standard.filter(rated=True).exclude(pk__in=bots)
    people.filter(players=4).update(pool="teams")
    people.filter(players=2, live=True).update(pool="live")
    people.filter(players=2, live=False).update(pool="days")
    solo = standard.filter(players=2, pace__isnull=False, pk__in=bots).filter(pk__in=members)
    solo.update(pool="solo")
    seats = seat_model.objects.filter(game=OuterRef("game"))
    played = [
        Exists(seats.filter(turns__gt=1, number__in=side)) for side in ((0, 2), (1, 3))
    ]
    late = Exists(seats.filter(number=OuterRef("seat"), abandoned_at__isnull=False))
    results = result_model.objects.annotate(late=late, one=played[0], other=played[1])
    results.filter(Q(late=True) | Q(one=False) | Q(other=False)).update(completed=False)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_outbox'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='gathering',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='game',
            name='outage',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='pool',
            field=models.CharField(blank=True, max_length=5),
        ),
        migrations.AddField(
            model_name='outage',
            name='done',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='outage',
            name='live',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='result',
            name='completed',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='dropped_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='nudge',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='games.nudge'),
        ),
        migrations.AlterField(
            model_name='game',
            name='ending',
            field=models.CharField(blank=True, choices=[('absolute', 'absolute victory'), ('democratic', 'democratic victory'), ('popular', 'popular victory'), ('draw', 'draw'), ('resignation', 'resignation'), ('time', 'time ran out'), ('annulled', 'annulled: lost in an absence that had cost a game already'), ('unbegun', 'never begun'), ('revoked', 'annulled by those who run the site'), ('lapsed', 'broken off: the pause of a live game ran out')], max_length=12),
        ),
        migrations.AlterField(
            model_name='game',
            name='token',
            field=models.CharField(default=games.models.new_token, max_length=32),
        ),
        migrations.AlterField(
            model_name='move',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.game'),
        ),
        migrations.AlterField(
            model_name='nudge',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='nudges', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='rated',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='games.ratedgame'),
        ),
        migrations.AlterField(
            model_name='report',
            name='message',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.message'),
        ),
        migrations.AlterField(
            model_name='result',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.game'),
        ),
        migrations.AlterField(
            model_name='result',
            name='user',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='results', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='seat',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='user',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('public', True), ('seq__gt', 4), ('status', 'finished')), fields=['-finished_at'], name='games_to_show'),
        ),
        migrations.AddIndex(
            model_name='outage',
            index=models.Index(condition=models.Q(('done', False)), fields=['live', 'id'], name='games_outage_open'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('asked', True), models.Q(('bot', ''), _negated=True)), fields=['asked_at'], name='games_bot_asked'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('token',), name='games_token_once'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
