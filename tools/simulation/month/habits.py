"""What people do in the simulated month: sit down, look, answer, talk, agree, leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from accounts.models import User
from common.refusals import Refused
from games.clock import BANK, LIVE, Pace, a_turn_in
from games.lobby.services import opening, seating
from games.tables import time_words
from games.tables.models import (
    Access,
    Game,
    NotificationLevel,
    Proposal,
    ProposalKind,
    Seat,
    Status,
)
from games.tables.seats import acting_seat, may_take_over
from games.tables.services import agreements, ending, play, takeover
from games.tables.services.seen import mark_seen
from games.tables.timekeeping import absences
from games.talk import chat
from tools.simulation.month.diary import Act, Said
from tools.simulation.month.people import Person
from tools.simulation.simulator import DAY, MINUTE

if TYPE_CHECKING:
    from tools.simulation.month.month import Month

PACES: Sequence[Pace] = (a_turn_in(1), a_turn_in(1), a_turn_in(2), a_turn_in(3), BANK)
MOST_ACTIONS = 50
HEAVY = ("game__snapshot", "game__setup")


class Habits:
    """What a player does at a moment of the month, as its chance wants it."""

    def __init__(self, month: Month) -> None:
        self.month, self.chance, self.diary = month, month.chance, month.diary

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.month.now

    def _luck(self, share: float) -> bool:
        return self.chance.random() < share

    def _click(self, game: Game | None, act: Callable[[], Any]) -> Any:
        """Do something at a table; `None` if it was refused because the time had run out."""
        try:
            return self.month.click(act)
        except Refused as no:
            if game is not None and no.sentence == str(time_words.LATE):
                self._note(game, "late")
            else:
                self.diary.faults.append(f"{self.now} game {game and game.pk}: refused: {no}")
            return None

    def _note(
        self, game: Game, what: str, number: int = 0, seconds: int = 0, user: int = 0
    ) -> None:
        self.diary.acts[game.pk].append(Act(self.now, game.seq, what, number, seconds, user))
        self.diary.counts[f"{what} (clock)"] += 1

    # --- tables ---

    def open(self, number: int) -> None:
        """Invite some others to a table."""
        live = self._luck(self.month.size.live)
        players = 4 if self._luck(self.month.size.teams) else 2
        creator, *others = self.chance.sample(list(self.month.people.values()), players)
        days = self.chance.choice(PACES)
        wish = opening.Wish(
            players=players,
            pace=self.chance.choice(LIVE) if live else days,
            league=not live and self._luck(0.15),
            rated=self._luck(0.5),
            access=Access.INVITED,
            others=tuple(other.user for other in others),
        )
        waiting = Game.objects.filter(creator=creator.user, status=Status.OPEN).count()
        away = creator.is_away(self.now) or (live and any(o.is_away(self.now) for o in others))
        if away or waiting >= opening.MOST_OPEN_TABLES:
            return
        game = self._click(None, lambda: opening.create_table(creator.user, wish, now=self.now))
        Game.objects.filter(pk=game.pk).update(seed=f"{self.month.size.seed} {number}")
        for other in others:
            self.diary.invited[other.user.pk, game.pk] = self.now
        wished = {0: NotificationLevel.MUTE, 1: NotificationLevel.URGENT}.get(
            self.chance.randrange(12)
        )
        if wished is not None:
            game.seats.filter(user=creator.user).update(notifications=wished)
        if live:
            for place, other in enumerate(others):
                soon = self.now + (20 + 15 * place) * timedelta(seconds=1)
                self.month.at(soon, partial(self._join, other.user, game))
            self.month.at(self.now + MINUTE, lambda: self._sit(game.pk, set()))

    def _join(self, user: User, game: Game) -> None:
        joined = self._click(game, lambda: seating.join_table(user, game.pk, None, now=self.now))
        if joined is not None:
            self.diary.settled[user.pk, game.pk] = self.now

    def _invited(self, who: Person, seat: Seat) -> None:
        game, luck = seat.game, self.chance.random()
        if self._is_on_vacation(game):
            return  # the game could not start
        if luck < 0.7:
            self._join(who.user, game)
        elif luck < 0.75:
            self._click(game, lambda: seating.leave_table(who.user, game.pk, now=self.now))
            self.diary.settled[who.user.pk, game.pk] = self.now
            self.diary.counts["declined"] += 1
        elif luck < 0.8:
            self._mark(who.user, seat, game)

    def _is_on_vacation(self, game: Game) -> bool:
        """Whether a player who has sat down at a table is on vacation."""
        seated = game.seats.exclude(user=None).values_list("user", flat=True)
        return any(self.month.people[pk].vacation_end(self.now) for pk in seated)

    # --- a look ---

    def leave(self, who: Person) -> None:
        """Go on holiday, now or soon."""
        if who.is_away(self.now):
            return
        start = self.now + self.chance.choice([0, 0, 1440, 4320]) * MINUTE
        end = start + self.chance.randrange(2, 9) * DAY
        absences.plan_absence(who.user, start, end, now=self.now)
        who.vacations.append((start, end))

    def look(self, who: Person) -> None:
        """Look at one's invitations and games."""
        if who.is_away(self.now):
            return
        kept = Seat.objects.filter(invited=who.user, game__status=Status.OPEN, game__live=False)
        for seat in kept.select_related("game").order_by("pk"):
            self._invited(who, seat)
        running = Seat.objects.filter(user=who.user, game__status=Status.RUNNING, game__live=False)
        made = {
            proposal.game_id: proposal
            for proposal in Proposal.objects.filter(game__seats__user=who.user)
        }
        for seat in running.select_related("game").defer(*HEAVY).order_by("pk"):
            if self._luck(0.9 if seat.asked or seat.game_id in made else 0.3):
                self._look_at(who, seat, made.get(seat.game_id))

    def _mark(self, user: User, seat: Seat, game: Game) -> None:
        mark_seen(seat, game, self.now)
        self.diary.looks[user.pk, game.pk].append(self.now)
        self.diary.looked[user.pk].append(self.now)

    def _look_at(self, who: Person, own: Seat, made: Proposal | None) -> None:
        user, game = who.user, own.game
        self._mark(user, own, game)
        self._talk(user, game)
        if own.played_by_id is not None:
            return  # their teammate plays on: they watch
        self._agree(user, own, game, made)
        seats = list(game.seats.all()) if game.players == 4 else [own]
        if self._stands_in(user, own, seats, game):
            return
        seat = acting_seat(seats, user) or own
        if not seat.asked:
            if self._luck(self.month.size.gifts):
                self._give(user, game, 1 - own.side)
        elif self._luck(0.01):
            self._click(game, lambda: ending.resign(user, game.pk, now=self.now))
        elif self._luck(who.eager):
            self._answer(user, seat, game)

    def _talk(self, user: User, game: Game) -> None:
        if self._luck(self.month.size.talk):
            line = self._click(game, lambda: chat.say(user, game.pk, "Well played!", self.now))
            self.diary.talk[line.pk] = Said(self.now, game.pk, game.seq, user.pk)
        elif self._luck(0.004):
            chat.mute(user, game.pk, True)
            self.diary.deaf.setdefault((user.pk, game.pk), self.now)

    def _give(self, user: User, game: Game, side: int) -> None:
        hours = self.chance.randrange(12, 49)
        if self._click(game, lambda: agreements.give_time(user, game.pk, hours, now=self.now)):
            self._note(game, "gift", side, hours * 3600)

    def _agree(self, user: User, own: Seat, game: Game, made: Proposal | None) -> None:
        """Propose to pause or to go on, or answer to what is proposed: `made`."""
        paused = game.paused_until is not None
        if made is None:
            kind = ProposalKind.RESUME if paused else ProposalKind.PAUSE
            if self._luck(0.3 if paused else self.month.size.pauses):
                say = lambda: agreements.propose(user, game.pk, kind, now=self.now)  # noqa: E731
                proposal = self._click(game, say)
                self.diary.proposals[proposal.pk] = Said(self.now, game.pk, game.seq, user.pk)
        elif made.side != own.side and self._luck(0.6):
            yes = lambda: agreements.accept_proposal(user, game.pk, now=self.now)  # noqa: E731
            if self._click(game, yes):
                self._note(game, made.kind)
                self.diary.proposals[made.pk].over = self.now
        elif self._luck(0.1):
            no = lambda: agreements.decline_proposal(user, game.pk, now=self.now)  # noqa: E731
            if self._click(game, no):
                self.diary.proposals[made.pk].over = self.now

    def _stands_in(self, user: User, own: Seat, seats: Sequence[Seat], game: Game) -> bool:
        """Whether a player has just taken over the seat of their teammate."""
        late = [seat for seat in seats if may_take_over(own, seat)]
        if not late or not self._luck(0.6):
            return False
        if self._click(game, lambda: takeover.take_over(user, game.pk, now=self.now)):
            self._note(game, "taken", late[0].number, user=user.pk)
        return True

    def _answer(self, user: User, seat: Seat, game: Game) -> None:
        played = play.engine_game(game).copy()
        actions: list[str] = []
        while len(actions) < MOST_ACTIONS:
            asked = next(
                (decision for decision in played.pending if seat.number in decision.seats), None
            )
            if asked is None:
                break
            actions.append(self.chance.choice(asked.options))
            played.play(seat.number, actions[-1])

        def submit() -> Game:
            return play.submit_actions(user, game.pk, actions, game.seq, now=self.now)

        if not self._click(game, submit):
            return
        if self._luck(0.1):
            self._click(game, submit)  # the same click twice
        for offer in self.diary.proposals.values():
            if offer.game == game.pk and offer.over is None:
                offer.over = self.now  # an offer holds until the next move
        self.diary.answered[game.pk, seat.number] = game.seq + len(actions)
        self.diary.counts["answers"] += 1

    # --- live ---

    def _sit(self, game_id: int, gone: set[int]) -> None:
        """Play on in one sitting, some seconds later; `gone`: who has left without a word."""
        game = Game.objects.get(pk=game_id)
        if game.status != Status.RUNNING:
            return
        seats = list(game.seats.select_related("user"))
        gone |= {seat.user_id or 0 for seat in seats if self._luck(0.003)}
        here = [seat for seat in seats if seat.user_id not in gone]
        ready = []
        for own in here:
            assert own.user is not None
            self._mark(own.user, own, game)
            seat = acting_seat(seats, own.user) or own
            if self._stands_in(own.user, own, seats, game):
                break
            if seat.asked and seat.played_by_id in (None, own.user_id):
                ready.append((own.user, seat))
        else:
            if ready:
                self._answer(*self.chance.choice(ready), game)
        if here:
            later = self.now + self.chance.randrange(5, 46) * timedelta(seconds=1)
            self.month.at(later, lambda: self._sit(game_id, gone))
