"""Hosts as network namespaces on a bridge, each with a name and a root of its own.

The root is an overlay on this machine's: what a host writes stays with it, its `/etc` included.
Needs root.
"""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep

NETWORK = "10.77.0"
BRIDGE = "zenith-hosts"
LINK = "zh-"
MOUNTS = ("proc", "dev", "sys")
FRESH = ("run", "tmp")


@dataclass
class Host:
    """A host: its name, its address, and its root."""

    name: str
    address: str
    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    is_dead: bool = False

    @property
    def namespace(self) -> str:
        """The name of its network namespace."""
        return f"zenith-{self.name}"

    @property
    def root(self) -> Path:
        """Its file system, as this machine sees it."""
        return self.folder / "root"

    def connect(self) -> None:
        """Make the namespace, with an interface on the bridge, and mount the root."""
        link = f"{LINK}{self.address.rpartition('.')[2]}"
        _run(f"ip netns add {self.namespace}")
        _run(f"ip link add {link} type veth peer name eth0 netns {self.namespace}")
        _run(f"ip link set {link} master {BRIDGE} up")
        _run(f"ip -n {self.namespace} link set lo up")
        _run(f"ip -n {self.namespace} addr add {self.address}/24 dev eth0")
        _run(f"ip -n {self.namespace} link set eth0 up")
        for name in ("root", "upper", "work"):
            (self.folder / name).mkdir(parents=True)
        lower, upper, work = "/", self.folder / "upper", self.folder / "work"
        options = f"lowerdir={lower},upperdir={upper},workdir={work}"
        _run(f"mount -t overlay overlay -o {options} {self.root}")
        for fresh in FRESH:
            _run(f"mount -t tmpfs -o mode=1777 fresh {self.root}/{fresh}")
        for mount in MOUNTS:
            _run(f"mount --rbind /{mount} {self.root}/{mount}")
            _run(f"mount --make-rslave {self.root}/{mount}")

    def die(self) -> None:
        """Kill all of its processes at once, as if its power failed."""
        self.is_dead = True
        _kill_all(self.namespace)
        for process in self.processes:
            process.wait()

    def disconnect(self) -> None:
        """Kill its processes, and put its root and its namespace away."""
        self.die()
        for mount in MOUNTS + FRESH:
            _run(f"umount -R -l {self.root}/{mount}", check=False)
        _run(f"umount -l {self.root}", check=False)
        _run(f"ip netns del {self.namespace}", check=False)

    def command(self, *args: str, user: str = "root") -> list[str]:
        """Return the command that runs another one on this host, without our environment."""
        change = f"exec chroot {self.root}" + (f" runuser -u {user} --" if user != "root" else "")
        shell = ["unshare", "--uts", "sh", "-c", f'hostname {self.name}; {change} "$@"', "sh"]
        clean = ["env", "-i", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8"]
        return ["ip", "netns", "exec", self.namespace, *shell, *clean, *args]

    def run(self, *args: str, user: str = "root", check: bool = True, given: str = "") -> str:
        """Run a command to its end; return what it printed."""
        done = subprocess.run(
            self.command(*args, user=user), input=given, capture_output=True, text=True, check=False
        )
        assert not check or not done.returncode, f"{self.name}: {args}: {done.stdout}{done.stderr}"
        return done.stdout

    def write(self, path: str, text: str, user: str = "root", mode: int = 0o644) -> None:
        """Write a file, as a path on this host."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)
        shutil.chown(file, user)

    def read(self, path: str) -> str:
        """Return the text of a file, as a path on this host."""
        return (self.root / path.lstrip("/")).read_text()

    def drop(self, *rule: str) -> None:
        """Let packets vanish, those that come and those that go: all, or what a rule says."""
        for chain in ("INPUT", "OUTPUT"):
            device = "-i" if chain == "INPUT" else "-o"
            _run(f"iptables -A {chain} {device} eth0 {' '.join(rule)} -j DROP", host=self)

    def lose(self, part: float) -> None:
        """Let a part of the packets vanish."""
        self.drop("-m", "statistic", "--mode", "random", "--probability", str(part))

    def heal(self) -> None:
        """Let it be whole again: it may start what it runs, and all packets pass."""
        self.is_dead = False
        _run("iptables -F", host=self)


def connect(names: list[str], folder: Path) -> dict[str, Host]:
    """Make hosts on a bridge, which know each other by name. `folder`: it is their memory disk."""
    put_away()
    _run(f"mount -t tmpfs -o mode=755 hosts {folder}")
    _run(f"ip link add {BRIDGE} type bridge")
    _run(f"ip addr add {NETWORK}.1/24 dev {BRIDGE}")
    _run(f"ip link set {BRIDGE} up")
    hosts = {
        name: Host(name, f"{NETWORK}.{number}", folder / name)
        for number, name in enumerate(names, 10)
    }
    lines = "".join(f"{host.address} {host.name}\n" for host in hosts.values())
    for host in hosts.values():
        host.connect()
        host.write("/etc/hosts", f"127.0.0.1 localhost\n{lines}")
    return hosts


def put_away(hosts: dict[str, Host] | None = None) -> None:
    """Put hosts and the bridge away, also those that an interrupted run has left."""
    for host in (hosts or {}).values():
        host.disconnect()
    for host in list((hosts or {}).values())[:1]:
        _run(f"umount -l {host.folder.parent}", check=False)
    for line in _run("ip netns list").splitlines():
        name = line.split()[0]
        if name.startswith("zenith-"):
            _kill_all(name)
            _run(f"ip netns del {name}", check=False)
    for line in _run("ip -brief link show type veth").splitlines():
        name = line.partition("@")[0]
        if name.startswith(LINK):
            _run(f"ip link del {name}", check=False)
    _run(f"ip link del {BRIDGE}", check=False)


def _kill_all(namespace: str) -> None:
    """Kill the processes of a namespace, and those that they start meanwhile."""
    while pids := _run(f"ip netns pids {namespace}", check=False).split():
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        sleep(0.05)


def _run(command: str, check: bool = True, host: Host | None = None) -> str:
    words = command.split()
    if host is not None:
        words = ["ip", "netns", "exec", host.namespace, *words]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert not check or not done.returncode, f"{command}: {done.stderr}"
    return done.stdout
