"""Evidence of a case as sentences for moderators."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.fairplay.models import Case
from games.ratings.models import Pool

GONE = _("gone")
PLACE = _(
    "%(one)s and %(other)s were both on the site on %(both)d days: from the same "
    "address on %(address)d of them, with the same device on %(device)d. Rated "
    "games against each other: %(games)d; won by %(one)s: %(won_one)d, by "
    "%(other)s: %(won_other)d."
)
EARLY = _(
    "%(loser)s resigned early or lost on time in %(early)d of %(games)d games "
    "against %(winner)s, and in %(elsewhere)d of %(others)d games against other "
    "players. %(winner)s gained %(gained)d rating points from this."
)
UPSETS = _(
    "%(loser)s lost %(games)d games in a row against %(winner)s, who was rated much"
    " lower. The odds of this by chance are one in %(one_in)d. %(winner)s gained "
    "%(gained)d rating points from this."
)
PAIR = _(
    "%(one)s and %(other)s have played %(games)d rated games against each other "
    "(%(pool)s): at least %(share)d %% of each player's games, up to %(month)d in "
    "one month. Won by %(one)s: %(won_one)d, by %(other)s: %(won_other)d."
)
ENGINE = _(
    "In %(games)d reviewed rated games, %(player)s played %(share)d %% of %(turns)d turns "
    "as the review would have. All other players: %(base)d %% of %(others)d turns; the bot "
    "Eclipse: %(strong)d %%. Players ask for reviews of some games only, and a player can "
    "simply be strong."
)
DEAL = _(
    "In %(games)d rated games whose deal was played at other tables too, the %(turns)d turns of "
    "%(player)s stood better against the opponents' real hands than against %(share)d %% of the "
    "hands that they might have had, where 50 %% are expected. The odds of this by chance are one "
    "in %(one_in)d. The player may have been told a hand by a player who held it at another table."
)


def sentences(case: Case) -> list[str]:
    """Return the evidence of a case, a sentence per sign."""
    names = {user.pk: user.get_username() for user in case.people.all()}
    return [_sentence(sign, names) for sign in case.evidence.get("signs", ())]


def _sentence(sign: Mapping[str, Any], names: Mapping[int, str]) -> str:
    values = {**sign, "loser": _name(sign, "loser", names), "winner": _name(sign, "winner", names)}
    if "players" in sign:
        values["one"], values["other"] = (names.get(pk, str(GONE)) for pk in sign["players"])
        values["won_one"], values["won_other"] = sign["won"]
    if sign["sign"] == "place":
        return PLACE % values
    if sign["sign"] == "early":
        return EARLY % values
    if sign["sign"] == "upsets":
        return UPSETS % values
    if sign["sign"] == "engine":
        return ENGINE % {**sign, "player": _name(sign, "player", names)}
    if sign["sign"] == "deal":
        return DEAL % {**sign, "player": _name(sign, "player", names)}
    return PAIR % {**values, "pool": Pool(sign["pool"]).label}


def _name(sign: Mapping[str, Any], who: str, names: Mapping[int, str]) -> str:
    return names.get(sign.get(who, 0), str(GONE))
