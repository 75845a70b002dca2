"""Forms about tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.names import BOARD_SIDES
from games.models import BOT_STRENGTHS, LIVE, PACES, Access, pace_name
from games.services.tables import Wish

OPEN, LINK, NAMED = "open", "link", "named"
BOARDS = ["".join(sides) for sides in product(*BOARD_SIDES)]
FIRST_BOARD = "SUN"


@dataclass(frozen=True, slots=True)
class Preset:
    """A table that needs one click."""

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
        _("Bot Moon, the board of the first game, no hurry."),
        Wish(boards=FIRST_BOARD, turn_seconds=14 * 86400, access=Access.INVITED, others=("noisy",)),
    ),
    Preset(
        "anybody",
        "☿",
        _("Play whoever comes"),
        _("One against one, up to three days a turn."),
        Wish(),
    ),
    Preset(
        "link",
        "♀",
        _("Play a friend"),
        _("You get a link to send; three days a turn."),
        Wish(access=Access.LINK, public=False),
    ),
    Preset(
        "live",
        "♂",
        _("Play live"),
        _("One against one, now: five minutes a turn."),
        Wish(turn_seconds=LIVE),
    ),
    Preset(
        "teams",
        "♃",
        _("Two against two"),
        _("Four seats for whoever comes, three days a turn."),
        Wish(players=4, others=(None, None, None)),
    ),
)

OPPONENTS = [
    (OPEN, _("Whoever comes")),
    (LINK, _("Whoever has the link")),
    (NAMED, _("A player I name")),
    (_("A bot"), [(f"bot:{bot}", text) for bot, text in BOT_STRENGTHS.items()]),
]
SEATS = [
    (0, _("1: first team, on the side of Mercury, Venus and Terra")),
    (1, _("2: second team, on the side of Mercury, Venus and Terra")),
    (2, _("3: first team, on the side of Terra, Mars and Jupiter")),
    (3, _("4: second team, on the side of Terra, Mars and Jupiter")),
]


class NewTableForm(forms.Form):
    """What a new table is to be like."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        initial=2,
        choices=[(2, _("Two, one against one")), (4, _("Four, two against two"))],
        widget=forms.RadioSelect,
    )
    opponent_1 = forms.ChoiceField(label=_("Against"), choices=OPPONENTS, initial=OPEN)
    name_1 = forms.CharField(label=_("Name of the player"), required=False, max_length=150)
    opponent_2 = forms.ChoiceField(
        label=_("Third seat"), choices=OPPONENTS, initial=OPEN, required=False
    )
    name_2 = forms.CharField(label=_("Name of the player"), required=False, max_length=150)
    opponent_3 = forms.ChoiceField(
        label=_("Fourth seat"), choices=OPPONENTS, initial=OPEN, required=False
    )
    name_3 = forms.CharField(label=_("Name of the player"), required=False, max_length=150)
    seat = forms.TypedChoiceField(
        label=_("Where I sit"),
        coerce=int,
        initial=0,
        choices=SEATS,
        required=False,
        empty_value="0",
        help_text=_("The others take the free seats in order. Seats 1 and 3 are a team."),
    )
    turn_seconds = forms.TypedChoiceField(
        label=_("Pace"),
        coerce=int,
        initial=3 * 86400,
        choices=lambda: [(seconds, pace_name(seconds)) for seconds in PACES],
    )
    boards = forms.ChoiceField(
        label=_("Technology board"),
        required=False,
        choices=[
            ("", _("Random")),
            *(
                (board, _("S-U-N, for the first game") if board == FIRST_BOARD else "-".join(board))
                for board in BOARDS
            ),
        ],
        help_text=_("Three parts with two sides each make eight boards."),
    )
    secret_agents = forms.BooleanField(
        label=_("With the Secret Agents"),
        required=False,
        help_text=_("Ten more agents in the deck."),
    )
    beginner = forms.BooleanField(
        label=_("Beginner's advantage"),
        required=False,
        help_text=_("Whoever plays second starts ahead on Terra, Mars and Venus."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("It counts for your record. Games against bots are always friendly."),
    )
    public = forms.BooleanField(
        label=_("Public"),
        required=False,
        initial=True,
        help_text=_("Everybody may watch. Nobody ever sees a hand before the end."),
    )

    def clean(self) -> dict[str, Any]:
        """Find the players who are named, and how one comes to the free seats."""
        data = super().clean() or {}
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
                "opponent_1", _("Either whoever comes or whoever has the link: not both.")
            )
        data["access"] = Access.OPEN if OPEN in ways else Access.INVITED
        if LINK in ways:
            data["access"] = Access.LINK
        return data

    def _player(self, number: int, data: Mapping[str, Any]) -> User | None:
        name = (data.get(f"name_{number}") or "").strip()
        player = User.objects.filter(username__iexact=name, is_active=True, is_guest=False).first()
        if not name:
            self.add_error(f"name_{number}", _("Whom do you want to invite?"))
        elif player is None:
            self.add_error(f"name_{number}", _("Nobody here has this name."))
        return player

    def wish(self) -> Wish:
        """Return the table that the form asks for."""
        data = self.cleaned_data
        return Wish(
            players=data["players"],
            boards=data["boards"],
            secret_agents=data["secret_agents"],
            beginner=data["beginner"],
            turn_seconds=data["turn_seconds"],
            rated=data["rated"],
            public=data["public"],
            access=data["access"],
            seat=int(data["seat"] or 0) if data["players"] == 4 else 0,
            others=tuple(data["others"]),
        )


ANY = ("", _("Any"))


class LobbyForm(forms.Form):
    """Which open tables to show."""

    players = forms.ChoiceField(
        label=_("Players"), required=False, choices=[ANY, ("2", _("Two")), ("4", _("Four"))]
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[ANY, ("live", _("Live")), ("days", _("Days a turn"))],
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

    def filters(self) -> dict[str, Any]:
        """Return what the tables to show have in common; an odd value is no filter."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        found: dict[str, Any] = {}
        if "players" in asked:
            found["players"] = int(asked["players"])
        if "pace" in asked:
            found["turn_seconds__lte" if asked["pace"] == "live" else "turn_seconds__gt"] = 3600
        for name in ("rated", "secret_agents"):
            if name in asked:
                found[name] = asked[name] == "yes"
        return found
