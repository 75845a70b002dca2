"""What a player has looked at."""

from django.utils import timezone

from games.models import Game, Seat


def mark_seen(seat: Seat, game: Game) -> None:
    """Remember that the player on a seat has seen the table as it is now."""
    if seat.seen_seq == game.seq:
        return
    Seat.objects.filter(pk=seat.pk, seen_seq__lt=game.seq).update(
        seen_seq=game.seq, seen_at=timezone.now()
    )
