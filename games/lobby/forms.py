"""Forms of the lobby: new tables, the seat to take, filters of the open tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Self

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import former_names
from accounts.models import User
from engine.boards import FIRST_GAME
from engine.bots import FOR_BEGINNERS
from engine.names import BOARD_SIDES
from games.clock import LIVE
from games.lobby.services.opening import WITHOUT_HURRY, Beginner, Wish
from games.tables.models import BOT_STRENGTHS, Access
from games.tables.time_forms import PaceForm

OPEN, LINK, NAMED = "open", "link", "named"
BOARDS = ["".join(sides) for sides in product(*BOARD_SIDES)]


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings of a table that is opened with one click."""

    name: str
    sign: str
    title: str | Promise
    text: str | Promise
    wish: Wish


PRESETS = (
    Preset(
        "bot",
        "☾",
        _("Learn against a bot"),
        _("Bot Meteor, the first-game board, no time pressure."),
        Wish(boards=FIRST_GAME, pace=WITHOUT_HURRY, access=Access.INVITED, others=(FOR_BEGINNERS,)),
    ),
    Preset(
        "anybody",
        "☿",
        _("Play against anyone"),
        _("One against one, rated: three days, plus one each turn."),
        Wish(rated=True),
    ),
    Preset(
        "link",
        "♀",
        _("Play a friend"),
        _("You get a link to share: three days, plus one each turn."),
        Wish(access=Access.LINK, public=False),
    ),
    Preset(
        "live",
        "♂",
        _("Play live"),
        _("One against one, rated, now: five minutes, plus 30 seconds each turn."),
        Wish(pace=LIVE[1], rated=True),
    ),
    Preset(
        "teams",
        "♃",
        _("Two against two"),
        _("Four seats open to anyone, rated: three days, plus one each turn."),
        Wish(players=4, others=(None, None, None), rated=True),
    ),
    Preset(
        "team-bots",
        "♁",
        _("A team of you and a bot"),
        _("Against two bots, no time pressure."),
        Wish(players=4, pace=WITHOUT_HURRY, access=Access.INVITED, others=(FOR_BEGINNERS,) * 3),
    ),
)

OPPONENTS = [
    (OPEN, _("Anyone")),
    (LINK, _("Anyone with the link")),
    (NAMED, _("A specific player")),
    (_("A bot"), [(f"bot:{bot}", text) for bot, text in BOT_STRENGTHS.items()]),
]
SEATS = [
    (0, _("1: first team, on the side of Mercury, Venus and Terra")),
    (1, _("2: second team, on the side of Mercury, Venus and Terra")),
    (2, _("3: first team, on the side of Terra, Mars and Jupiter")),
    (3, _("4: second team, on the side of Terra, Mars and Jupiter")),
]


@dataclass(frozen=True)
class OtherSeat:
    """A seat of another player in the form of a new table, whose number follows from the own one.

    `mate`, `rival`, `before`, `after`: the own seats for which its player is a teammate or an
    opponent, and for which it stands before or after the own seat, separated by spaces.
    """

    order: int
    field: forms.BoundField
    name: forms.BoundField
    mate: str
    rival: str
    before: str
    after: str


class NewTableForm(PaceForm):
    """The settings of a new table."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        initial=2,
        choices=[(2, _("Two, one against one")), (4, _("Four, two against two"))],
        widget=forms.RadioSelect,
    )
    opponent_1 = forms.ChoiceField(label=_("Against"), choices=OPPONENTS, initial=OPEN)
    name_1 = forms.CharField(label=_("Player's name"), required=False, max_length=150)
    opponent_2 = forms.ChoiceField(
        label=_("Third seat"), choices=OPPONENTS, initial=OPEN, required=False
    )
    name_2 = forms.CharField(label=_("Player's name"), required=False, max_length=150)
    opponent_3 = forms.ChoiceField(
        label=_("Fourth seat"), choices=OPPONENTS, initial=OPEN, required=False
    )
    name_3 = forms.CharField(label=_("Player's name"), required=False, max_length=150)
    seat = forms.TypedChoiceField(
        label=_("My seat"),
        coerce=int,
        initial=0,
        choices=SEATS,
        required=False,
        empty_value="0",
        help_text=_("The other players take the free seats in order. Seats 1 and 3 form a team."),
    )
    league = forms.BooleanField(
        label=_("League pace"),
        required=False,
        help_text=_("Vacation doesn't extend deadlines in this game."),
    )
    boards = forms.ChoiceField(
        label=_("Technology board"),
        required=False,
        choices=[
            ("", _("Random")),
            *(
                (board, _("S-U-N, for the first game") if board == FIRST_GAME else "-".join(board))
                for board in BOARDS
            ),
        ],
        help_text=_("Three two-sided parts make eight different boards."),
    )
    secret_agents = forms.BooleanField(
        label=_("With the Secret Agents"),
        required=False,
        help_text=_("Adds ten agents to the deck."),
    )
    bots_welcome = forms.BooleanField(
        label=_("Bots welcome"),
        required=False,
        help_text=_("Programs of other players may take free seats. The game is friendly."),
    )
    beginner = forms.TypedChoiceField(
        label=_("Beginner's advantage"),
        coerce=Beginner,
        required=False,
        empty_value=Beginner.NOBODY,
        choices=[
            (Beginner.NOBODY.value, _("No one")),
            (Beginner.ME.value, _("Me")),
            (Beginner.OTHER.value, _("My opponent")),
        ],
        help_text=_(
            "The player with the advantage plays second, but starts ahead on Terra, Mars and Venus."
        ),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "Changes the ratings of all players. Needs a clock and a random board, without bots,"
            " Secret Agents or an advantage."
        ),
    )
    public = forms.BooleanField(
        label=_("Public"),
        required=False,
        initial=True,
        help_text=_("Anyone can watch. Hands stay hidden until the end."),
    )

    @classmethod
    def prefilled(cls, values: Mapping[str, str]) -> Self:
        """Return the form filled in by the query of an address; unknown names are ignored."""
        known = {name: values[name] for name in cls.base_fields if name in values}
        return cls(initial=known)

    def other_seats(self) -> list[OtherSeat]:
        """Return the seats of the other players, in order."""
        return [self._other_seat(order) for order in (1, 2, 3)]

    def _other_seat(self, order: int) -> OtherSeat:
        seats = {own: order - 1 if order <= own else order for own, _label in SEATS}
        own_seats = {
            "mate": [own for own, seat in seats.items() if (seat - own) % 2 == 0],
            "rival": [own for own, seat in seats.items() if (seat - own) % 2],
            "before": [own for own, seat in seats.items() if seat < own],
            "after": [own for own, seat in seats.items() if seat > own],
        }
        return OtherSeat(
            order,
            self[f"opponent_{order}"],
            self[f"name_{order}"],
            **{relation: " ".join(map(str, numbers)) for relation, numbers in own_seats.items()},
        )

    def clean(self) -> None:
        """Look up the named players, and derive the access to the free seats."""
        super().clean()
        data = self.cleaned_data
        data["others"] = []
        ways = set()
        for number in range(1, data.get("players", 2)):
            way = data.get(f"opponent_{number}") or OPEN
            ways.add(way)
            if way.startswith("bot:"):
                data["others"].append(way.removeprefix("bot:"))
            elif way == NAMED:
                data["others"].append(self._player(number, data))
            else:
                data["others"].append(None)
        if {OPEN, LINK} <= ways:
            self.add_error(
                "opponent_1", _("Choose either anyone or anyone with the link, not both.")
            )
        data["access"] = Access.OPEN if OPEN in ways else Access.INVITED
        if LINK in ways:
            data["access"] = Access.LINK

    def _player(self, number: int, data: Mapping[str, Any]) -> User | None:
        name = (data.get(f"name_{number}") or "").strip()
        name = former_names.present_name(name) or name
        player = User.objects.filter(username__iexact=name, is_active=True, is_guest=False).first()
        if not name:
            self.add_error(f"name_{number}", _("Who do you want to invite?"))
        elif player is None:
            self.add_error(f"name_{number}", _("No player has this name."))
        return player

    def wish(self) -> Wish:
        """Return the table that the form asks for."""
        data = self.cleaned_data
        return Wish(
            players=data["players"],
            boards=data["boards"],
            secret_agents=data["secret_agents"],
            bots_welcome=data["bots_welcome"],
            beginner=data["beginner"],
            pace=data["chosen"],
            league=data["league"],
            rated=data["rated"],
            public=data["public"],
            access=data["access"],
            seat=int(data["seat"] or 0) if data["players"] == 4 else 0,
            others=tuple(data["others"]),
        )


class SeatForm(forms.Form):
    """The seat to take; any if empty."""

    seat = forms.IntegerField(required=False)


ANY = ("", _("Any"))


class LobbyForm(forms.Form):
    """Filters of the lobby."""

    players = forms.ChoiceField(
        label=_("Players"), required=False, choices=[ANY, ("2", _("Two")), ("4", _("Four"))]
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[ANY, ("live", _("Live")), ("days", _("Days per turn"))],
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        required=False,
        choices=[ANY, ("yes", _("Rated")), ("no", _("Friendly"))],
    )
    secret_agents = forms.ChoiceField(
        label=_("Secret Agents"),
        required=False,
        choices=[ANY, ("yes", _("With")), ("no", _("Without"))],
    )

    def filters(self) -> dict[str, object]:
        """Return the filters of a query; an invalid value is ignored."""
        self.is_valid()
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        filters: dict[str, object] = {}
        if "players" in chosen:
            filters["players"] = int(chosen["players"])
        if "pace" in chosen:
            filters["live"] = chosen["pace"] == "live"
        for name in ("rated", "secret_agents"):
            if name in chosen:
                filters[name] = chosen[name] == "yes"
        return filters
