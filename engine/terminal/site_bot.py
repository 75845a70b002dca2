"""`python -m engine bot`: plays the games of a user of a site that wait, with a level or a program.

It keeps nothing: what waits is asked of the site whenever a stream opens, and the same game gives
the same answer. So it can be killed at any moment and started again.
"""

from collections.abc import Callable
from hashlib import sha256
from threading import Event
from typing import Final

from engine.bots.bot import Thought
from engine.chance import Chance
from engine.errors import EngineError
from engine.public_types import View
from engine.terminal.programs import ProgramFault
from engine.terminal.site import Site, SiteFailure

FIRST_PAUSE: Final = 1.0
"""Seconds before the second try; each further one waits twice as long."""
LONGEST_PAUSE: Final = 60.0
CONFLICT: Final = 409
"""The status of an answer to a game that has changed meanwhile."""
NOT_ALLOWED: Final = (400, 401, 403)
"""Statuses that no later try changes: the token is not valid, or lacks a right."""


class SiteBot:
    """Plays the games that wait for the owner of a token."""

    def __init__(
        self,
        site: Site,
        think: Callable[[View, Chance], Thought],
        say: Callable[[str], None],
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """`say`: writes a line for the user. `pause`: waits so many seconds."""
        self._site = site
        self._think = think
        self._say = say
        self._pause = pause or Event().wait

    def run(self, once: bool) -> None:
        """Play until the program is stopped, or, `once`, until no game waits.

        Raises `SiteFailure` for what no later try changes.
        """
        pause = FIRST_PAUSE
        while True:
            try:
                if once:
                    self.play()
                    return
                for _line in self._site.lines("/stream"):
                    pause = FIRST_PAUSE
                    self.play()
                wait = FIRST_PAUSE  # the site has restarted
            except SiteFailure as failure:
                if not failure.passes:
                    raise
                wait = max(pause, failure.retry_after)
                self._say(f"{failure} Again in {wait:.0f} s.")
            except ProgramFault as fault:
                wait = pause
                self._say(f"{fault} Again in {wait:.0f} s.")
            self._pause(wait)
            pause = min(2 * pause, LONGEST_PAUSE)

    def play(self) -> None:
        """Play every game until it waits for another player.

        A game that can't be played is left until something happens, and does not stop the others.
        """
        for game in self._site.get("/me/games")["games"]:
            number = game["id"]
            try:
                while game["your_turn"] and self._answer(number):
                    pass
            except SiteFailure as failure:
                if failure.passes or failure.status in NOT_ALLOWED:
                    raise
                self._say(f"Game {number}: {failure}")
            except (EngineError, LookupError, TypeError, ValueError) as error:
                self._say(f"Game {number} can't be read: {error!r}")

    def _answer(self, number: int) -> bool:
        """Answer a question of a game; return whether there was one.

        `seq` names the game that was looked at, and the key the answer, so nothing plays twice.
        """
        game = self._site.get(f"/games/{number}")
        if not game["your_turn"]:
            return False
        seq = game["seq"]
        answer = self._think(game["view"], Chance(f"{number} {seq}")).action
        key = f"{number}-{seq}-{sha256(answer.encode()).hexdigest()[:16]}"
        try:
            self._site.post(f"/games/{number}/answers", {"seq": seq, "answers": [answer]}, key)
        except SiteFailure as failure:
            if failure.status != CONFLICT:
                raise
        else:
            self._say(f"Game {number}: {answer}")
        return True
