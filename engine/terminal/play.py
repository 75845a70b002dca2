"""A game at the terminal: hot-seat, or against a bot in every other seat."""

from engine.bots import BOTS
from engine.chance import Chance
from engine.errors import EngineError
from engine.game import Game
from engine.notation import Decision
from engine.setup import Options, deal
from engine.terminal import sentences
from engine.terminal.files import Complaint, write_json
from engine.terminal.screen import Screen
from engine.terminal.show import draw

HELP = (
    "Answer by the number of an option, or write it out (“recruit nero”). Besides:",
    "  help NAME   what a card does       table   draw the table again",
    "  save FILE   write the record       quit    leave the game",
)


class Quit(Exception):
    """The player quits."""


class Play:
    """A game at the terminal. Without a bot all seats are played at the keyboard."""

    def __init__(
        self, options: Options, seed: str, seat: int, bot: str | None, screen: Screen
    ) -> None:
        self.game = Game(deal(options, seed))
        self.screen = screen
        self.bot = None if bot is None else BOTS[bot]
        self.players = options.players
        self.seed = seed
        self.seat = seat
        self.here = (seat,) if self.bot else tuple(range(options.players))

    def run(self) -> None:
        """Play to the end, or until the player quits. Raises `EOFError` if the input ends."""
        self.screen.say(*HELP)
        try:
            while self.game.pending:
                self._step()
        except Quit:
            self.screen.say(f"The seed was {self.seed}")
            return
        viewer = self.seat if self.bot else None
        self.screen.say("", *draw(self.game.view(viewer), self.screen.signs), "")
        outcome = self.game.outcome
        if outcome is not None:
            self.screen.say(sentences.end(outcome, self.players, viewer))
        self.screen.say(f"The seed was {self.seed}")

    def _step(self) -> None:
        decision, seat = self._next()
        if self.bot is not None and seat not in self.here:
            chance = Chance(f"{self.seed} bot {len(self.game.record()['actions'])}")
            self._play(seat, self.bot(self.game.view(seat), chance))
            return
        self._draw(decision, seat)
        while not self._answered(decision, seat):
            pass

    def _next(self) -> tuple[Decision, int]:
        """Return a decision and the seat that answers it, one at the keyboard if possible."""
        for decision in self.game.pending:
            for seat in decision.seats:
                if seat in self.here:
                    return decision, seat
        decision = self.game.pending[0]
        return decision, decision.seats[0]

    def _draw(self, decision: Decision, seat: int) -> None:
        self.screen.say("", *draw(self.game.view(seat), self.screen.signs), "")
        self.screen.say(*sentences.question(decision))

    def _answered(self, decision: Decision, seat: int) -> bool:
        """Read one line and carry it out; return whether it was a legal answer."""
        line = self.screen.ask(f"seat {seat}> ")
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            if not line:
                return False
            if word == "quit":
                raise Quit
            if word == "help":
                self._help(rest)
            elif word == "table":
                self._draw(decision, seat)
            elif word == "save":
                write_json(rest, self.game.record())
                self.screen.say(f"Saved to {rest}")
            else:
                self._play(seat, self._action(decision, line))
                return True
        except (Complaint, EngineError) as error:
            self.screen.say(str(error))
        return False

    def _action(self, decision: Decision, line: str) -> str:
        if not (line.isascii() and line.isdigit()):
            return " ".join(line.lower().split())
        number = int(line) if len(line) < 6 else 0
        if not 1 <= number <= len(decision.options):
            raise Complaint(f"The options are numbered from 1 to {len(decision.options)}.")
        return decision.options[number - 1]

    def _help(self, name: str) -> None:
        lines = sentences.card(name) if name else list(HELP)
        self.screen.say(*(lines or [f"There is no card “{name}”."]))

    def _play(self, seat: int, action: str) -> None:
        viewer = self.seat if self.bot else seat
        events = self.game.play(seat, action)
        public = action
        if not self.game.outcome and seat != viewer and action.startswith(("redraw", "share")):
            public = action.split(maxsplit=1)[0]  # only the seat itself may know which cards
        self.screen.say(f"seat {seat}: {public}")
        seen = [event.seen_by(viewer) for event in events]
        self.screen.say(*sentences.happened(seen, self.players, viewer))
