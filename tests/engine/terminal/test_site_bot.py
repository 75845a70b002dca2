"""The bot for a site: no failure stops it that passes, and each answer is sent once."""

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from engine import Chance, Game, Options, deal
from engine.bots import BOTS
from engine.bots.bot import Thought
from engine.public_types import View
from engine.terminal.programs import Program, ProgramFault
from engine.terminal.site import Site, SiteFailure
from engine.terminal.site_bot import LONGEST_PAUSE, SiteBot
from tests.engine.terminal.running import Run, refused


class Stopped(Exception):
    """The user stops the program."""


class FakeSite(Site):
    """A site with games; the program has seat 0. `failures` are raised, in their order."""

    def __init__(self, *failures: SiteFailure | None) -> None:
        super().__init__("https://zenith.example", "zenith_secret")
        self.games = {17: Game(deal(Options(), "a")), 18: Game(deal(Options(), "b"))}
        self.failures = list(failures)
        self.keys: list[str] = []
        self.unreadable: set[int] = set()

    def get(self, path: str) -> Any:
        self._fail()
        if path == "/me/games":
            return {"games": [{"id": number, **self._shown(number)} for number in self.games]}
        return self._shown(int(path.removeprefix("/games/")))

    def post(self, path: str, data: Any, key: str) -> Any:
        number = int(path.split("/")[2])
        game = self.games[number]
        if data["seq"] != len(game.record()["actions"]):
            raise SiteFailure(409, "table_changed", "The table has changed.")
        for answer in data["answers"]:
            game.play(0, answer)
        self.keys.append(key)
        self._fail()
        return {}

    def lines(self, path: str) -> Iterator[str]:
        assert path == "/stream"
        self._fail()
        yield '{"event": "ready"}'

    def _shown(self, number: int) -> dict[str, Any]:
        game = self.games[number]
        view = {} if number in self.unreadable else json.loads(json.dumps(game.view(0)))
        asked = any(0 in decision.seats for decision in game.pending)
        return {"your_turn": asked, "seq": len(game.record()["actions"]), "view": view}

    def _fail(self) -> None:
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            raise failure


class Seen:
    """What a bot has written, and how long it has waited; it is stopped after some pauses."""

    def __init__(self, most: int = 0) -> None:
        self.lines: list[str] = []
        self.pauses: list[float] = []
        self.most = most

    def pause(self, seconds: float) -> None:
        """Note a pause."""
        self.pauses.append(seconds)
        if len(self.pauses) > self.most:
            raise Stopped


def bot_of(site: Site, seen: Seen) -> SiteBot:
    """Return a bot that plays a site."""
    return SiteBot(site, BOTS["random"].think, seen.lines.append, seen.pause)


def test_it_plays_what_waits() -> None:
    site, seen = FakeSite(), Seen()
    bot_of(site, seen).run(once=True)
    assert [len(game.record()["actions"]) for game in site.games.values()] == [1, 1]
    assert [line.split(":")[0] for line in seen.lines] == ["Game 17", "Game 18"]
    assert seen.pauses == []


def test_it_plays_on_whenever_the_stream_has_a_line() -> None:
    site, seen = FakeSite(), Seen()
    with pytest.raises(Stopped):
        bot_of(site, seen).run(once=False)
    assert len(site.keys) == 2
    assert seen.pauses == [1.0]


def test_an_answer_that_got_lost_is_not_played_twice() -> None:
    lost = SiteFailure(0, "cut_off", "The site's answer was cut off.")
    site, seen = FakeSite(None, None, lost), Seen(most=5)
    bot_of(site, seen).run(once=True)
    assert [len(game.record()["actions"]) for game in site.games.values()] == [1, 1]
    assert len(set(site.keys)) == len(site.keys) == 2
    assert all(len(key) <= 100 and key.isascii() for key in site.keys)


def test_the_same_game_gets_the_same_answer_after_a_restart() -> None:
    keys = []
    for _start in range(2):
        site = FakeSite()
        bot_of(site, Seen()).run(once=True)
        keys.append(site.keys)
    assert keys[0] == keys[1]


def test_it_waits_longer_and_longer_and_as_long_as_the_site_asks() -> None:
    busy = SiteFailure(429, "", "Too many requests.", 30.0)
    gone = SiteFailure(503, "", "The site is being restarted.")
    site, seen = FakeSite(gone, gone, busy, *[gone] * 6), Seen(most=20)
    bot_of(site, seen).run(once=True)
    assert seen.pauses == [1, 2, 30, 8, 16, 32, *[LONGEST_PAUSE] * 3]


@pytest.mark.parametrize("status", [302, 401, 403])
def test_it_ends_when_no_later_try_helps(status: int) -> None:
    with pytest.raises(SiteFailure, match="No\\."):
        bot_of(FakeSite(SiteFailure(status, "", "No.")), Seen()).run(once=False)


def test_a_game_that_cannot_be_read_does_not_stop_the_others() -> None:
    site, seen = FakeSite(), Seen()
    site.unreadable = {17}
    bot_of(site, seen).run(once=True)
    assert len(site.games[18].record()["actions"]) == 1
    assert seen.lines[0].startswith("Game 17 can't be read: ")


def test_a_game_that_is_refused_does_not_stop_the_others() -> None:
    refusal = SiteFailure(404, "not_found", "There is no such game.")
    site, seen = FakeSite(None, refusal), Seen()
    bot_of(site, seen).run(once=True)
    assert seen.lines[0] == "Game 17: There is no such game."
    assert len(site.games[18].record()["actions"]) == 1


def test_a_game_that_has_changed_is_looked_at_again() -> None:
    site, seen = FakeSite(), Seen()
    other = site.games[17]

    def think(view: View, chance: Chance) -> Thought:
        if chance.seed == "17 0":
            other.play(1, "redraw")  # meanwhile
        return BOTS["random"].think(view, chance)

    SiteBot(site, think, seen.lines.append, seen.pause).run(once=True)
    assert len([action for action in other.record()["actions"] if action[0] == 0]) >= 1


def test_a_program_that_fails_is_asked_again() -> None:
    site, seen = FakeSite(), Seen(most=5)
    faults = [ProgramFault("it has ended.")]

    def think(view: View, chance: Chance) -> Thought:
        if faults:
            raise faults.pop()
        return BOTS["random"].think(view, chance)

    SiteBot(site, think, seen.lines.append, seen.pause).run(once=True)
    assert seen.lines[0] == "it has ended. Again in 1 s."
    assert len(site.keys) == 2


def test_sigterm_ends_it_with_its_program(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    def stop(bot: SiteBot, once: bool) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(SiteBot, "run", stop)
    monkeypatch.setattr(Program, "close", lambda program: closed.append(program.command))
    before = signal.getsignal(signal.SIGTERM)
    ran = run("bot", "--site", "https://zenith.example", "--token", "t", "--program", "a program")
    assert refused(ran)
    assert "Interrupted." in ran.err
    assert closed == ["a program"]
    assert signal.getsignal(signal.SIGTERM) == before
