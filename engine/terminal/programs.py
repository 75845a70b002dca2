"""Programs that play by the protocol of docs/protocol.md, as bots."""

import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from timeit import default_timer
from typing import Final

from engine.bots.bot import Bot, Thought, options_of
from engine.chance import Chance
from engine.public_types import View
from engine.terminal.protocol import PROTOCOL
from engine.views import seat_of

MARK: Final = "program:"
"""How the name of a player begins that is a program; its command follows."""
START: Final = 10_000
"""Milliseconds that a program may take to say that it is ready."""
GRACE: Final = 1000
"""Milliseconds that an answer may be on its way when the time is over."""
LINES: Final = 1000
"""The most lines of a program that are kept unread."""
LONGEST: Final = 10_000
"""The most characters of a line that are read at a time."""


class ProgramFault(Exception):
    """A program that did not answer as it should; the message is a sentence."""


class Program:
    """A program that answers for a seat: it is given the view of its seat and nothing else.

    It is started when it is asked first, and again after a fault. `close` ends it.
    """

    def __init__(self, command: str, milliseconds: int) -> None:
        """`milliseconds`: the time for an answer. `ProgramFault` for a command that is none."""
        self.command = command
        self.milliseconds = milliseconds
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise ProgramFault(f"{command!r} is no command: {error}.") from error
        if not self._words:
            raise ProgramFault("The command of the program is missing.")
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str | None] = Queue()

    def think(self, view: View, chance: Chance) -> Thought:
        """Return the answer of the program; raises `ProgramFault`, and ends the program then."""
        options = options_of(view)
        try:
            process = self._process or self._start()
            self._forget_unread()
            seed = " ".join(chance.seed.split())
            self._send(
                process, f"view {json.dumps(view)}", f"go time {self.milliseconds} seed {seed}"
            )
            answer = self._wait_for("answer", self.milliseconds)
            if answer not in options:
                raise self._fault(f"answered “{answer[:80]}”, which is not possible")
        except BaseException:
            self.close()
            raise
        return Thought(answer, 0)

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)  # with what it has started
            else:
                process.kill()
        process.wait()
        with suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or "it can't be started"
            raise self._fault(f"can't be started: {reason}") from error
        self._process, self._lines = process, Queue(LINES)
        Thread(target=_read, args=(process, self._lines), daemon=True).start()
        self._send(process, f"zenith {PROTOCOL}")
        self._wait_for("ready", START)
        return process

    def _send(self, process: subprocess.Popen[str], *lines: str) -> None:
        # in a thread: a program that doesn't read would block the writing for ever
        text = "".join(f"{line}\n" for line in lines)
        Thread(target=_write, args=(process, text), daemon=True).start()

    def _forget_unread(self) -> None:
        """Leave out what the program said since its last answer, a second answer to it too."""
        while not self._lines.empty():
            if self._lines.get_nowait() is None:
                raise self._fault("has ended")

    def _wait_for(self, word: str, milliseconds: int) -> str:
        """Return the rest of the next line that begins with a word; leave out all others."""
        end = default_timer() + (milliseconds + GRACE) / 1000
        while (left := end - default_timer()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except Empty:
                break
            if line is None:
                raise self._fault(f"has ended, and did not say “{word}”")
            first, _space, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                raise self._fault(f"answered with an error: {rest.strip()[:200]}")
        raise self._fault(f"did not say “{word}” within {milliseconds} ms")

    def _fault(self, what: str) -> ProgramFault:
        return ProgramFault(f"{self.command} {what}.")


class ProgramPlayer:
    """A program as a player of matches: a process for each seat of each game.

    So no process knows the hand of a teammate, or the other half of a deal that is played twice.
    """

    def __init__(self, command: str, milliseconds: int) -> None:
        """`ProgramFault` for a command that is none."""
        self._command = command
        self._milliseconds = milliseconds
        self._programs: dict[int, Program] = {}
        self.bot = Bot(self._think, name=command, about="", rating=0, offered=False)
        self._begin(0)

    def close(self) -> None:
        """End the processes."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()

    def _think(self, view: View, chance: Chance) -> Thought:
        seat = seat_of(view)
        if view["phase"] == "mulligan" or seat not in self._programs:
            self._begin(seat)
        return self._programs[seat].think(view, chance)

    def _begin(self, seat: int) -> None:
        if seat in self._programs:
            self._programs[seat].close()
        self._programs[seat] = Program(self._command, self._milliseconds)


def _read(process: subprocess.Popen[str], lines: "Queue[str | None]") -> None:
    """Queue the lines of a program, and `None` at its end; a flood of lines is left unread."""
    assert process.stdout is not None
    with suppress(Full, OSError, ValueError), process.stdout as stdout:
        while line := stdout.readline(LONGEST):
            lines.put_nowait(line)
        lines.put_nowait(None)


def _write(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdin is not None
    with suppress(OSError, ValueError):  # it has ended: the reader says so
        process.stdin.write(text)
        process.stdin.flush()
