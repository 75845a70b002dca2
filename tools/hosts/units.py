"""systemd's units without systemd: what a unit file says is started on a host as it would be.

A unit with `Restart` is started again when it has ended by itself (`LargeSite.supervise`).
Read are `Environment`, `EnvironmentFile`, `ExecStartPre`, `ExecStart`, `User`,
`WorkingDirectory`, `StateDirectory` and `RuntimeDirectory`, with drop-ins, and the specifiers `%H`,
`%i`, `%p`; the rest is left out. A unit of ours (`zenith-…`) runs as root: this checkout's Python
may be readable for root only.
"""

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.hosts.network import Host

FOLDERS = ("/etc/systemd/system", "/lib/systemd/system")


@dataclass
class Unit:
    """A service on a host."""

    host: Host
    name: str
    """Without `.service`; with an instance, such as `zenith-worker@bots`."""
    process: subprocess.Popen[bytes] | None = None
    _lines: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the unit file and its drop-ins."""
        template = f"{self.name.partition('@')[0]}@" if "@" in self.name else self.name
        files = [self.host.root / f"{path[1:]}/{template}.service" for path in FOLDERS]
        file = next(file for file in files if file.exists())
        drop_ins = self.host.root / f"{FOLDERS[0][1:]}/{template}.service.d"
        for part in (file, *sorted(drop_ins.glob("*.conf"))):
            for line in part.read_text().replace("\\\n", " ").splitlines():
                key, equals, value = line.partition("=")
                if equals and not line.startswith(("#", ";")):
                    self._lines.append((key.strip(), self._expanded(value.strip())))

    @property
    def log(self) -> Path:
        """What it has printed."""
        return self.host.folder / f"{self.name}.log"

    @property
    def runs(self) -> bool:
        """Whether its process runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def has_failed(self) -> bool:
        """Whether it has ended, and systemd would start it again."""
        restarts = any(key == "Restart" and value != "no" for key, value in self._lines)
        return restarts and self.process is not None and self.process.poll() is not None

    def start(self) -> None:
        """Start it, unless it runs; a oneshot runs to its end."""
        if self.runs:
            return
        for command in self._values("ExecStartPre"):
            self._wait(self._popen(command))
        self.process = self._popen(self._values("ExecStart")[-1])
        if ("Type", "oneshot") in self._lines:
            self._wait(self.process)

    def stop(self) -> None:
        """End it as systemd does."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError, FileNotFoundError):
                os.kill(_main_process(process.pid), signal.SIGTERM)
            process.wait(60)

    def restart(self) -> None:
        """Stop and start it."""
        self.stop()
        self.start()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        assert process.wait(300) == 0, (
            f"{self.host.name} {self.name}: {self.log.read_text()[-2000:]}"
        )

    def _popen(self, command: str) -> subprocess.Popen[bytes]:
        env = self._environment()
        written = shlex.split(command.lstrip("-+!@"))
        words = [word for part in written for word in _with_values(part, env)]
        user = (self._values("User") or ["root"])[-1]
        user = "root" if self.name.startswith("zenith-") else user
        folder = (self._values("WorkingDirectory") or ["/"])[-1]
        for key, place in (("StateDirectory", "/var/lib"), ("RuntimeDirectory", "/run")):
            for path in (f"{place}/{name}" for line in self._values(key) for name in line.split()):
                self.host.run("install", "-d", "-o", user, path)
        given = [f"{name}={value}" for name, value in env.items()]
        inside = ["env", "--chdir", folder, *given, *words]
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                self.host.command(*inside, user=user),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.host.processes.append(process)
        return process

    def _environment(self) -> dict[str, str]:
        env: dict[str, str] = {}
        for line in self._values("Environment"):
            env |= dict(word.split("=", 1) for word in shlex.split(line))
        for name in self._values("EnvironmentFile"):
            file = self.host.root / name.lstrip("-/")
            if file.exists():
                lines = [line for line in file.read_text().splitlines() if "=" in line]
                env |= dict(line.split("=", 1) for line in lines if not line.startswith("#"))
        return env

    def _values(self, key: str) -> list[str]:
        return [value for name, value in self._lines if name == key and value]

    def _expanded(self, value: str) -> str:
        prefix, _at, instance = self.name.partition("@")
        for specifier, text in (("%H", self.host.name), ("%i", instance), ("%p", prefix)):
            value = value.replace(specifier, text)
        return value


def _main_process(pid: int) -> int:
    """Return the process of a unit's own: runuser waits for it, and would kill it after 2 s."""
    program = Path(f"/proc/{pid}/comm").read_text().strip()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if program == "runuser" and children else pid


def _with_values(word: str, env: dict[str, str]) -> list[str]:
    """Put in the variables of a word of a command: `$NAME` is split into words, `${NAME}` not."""
    if word.startswith("$") and not word.startswith("${"):
        return shlex.split(env.get(word[1:], ""))
    for name, value in env.items():
        word = word.replace(f"${{{name}}}", value)
    return [word]
