"""Measure how many visitors a second can open the landing page, behind HAProxy's cache and without.

Starts a web process on SQLite and the HAProxy of deploy/large in front of it, and asks for the page
with wrk: first past the cache, then from it. Needs Debian's haproxy and wrk.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools.grown.services import ROOT, free_ports, listens, until

BROWSER = ("Accept-Encoding: gzip, deflate, br, zstd", "Accept-Language: en")
CONNECTIONS = 16


def main() -> int:
    """Measure and print; return 2 if a program is missing."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.landing", description=__doc__)
    parser.add_argument("--seconds", type=int, default=10, help="of each measure (%(default)s)")
    parser.add_argument("--path", default="/", help="the page (%(default)s)")
    chosen = parser.parse_args()
    missing = [name for name in ("haproxy", "wrk") if not shutil.which(name)]
    if missing:
        print("Missing: " + ", ".join(missing) + " (Debian's packages).", file=sys.stderr)
        return 2
    web, proxy, bare = free_ports(3)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        stack.enter_context(_site(Path(folder), web, proxy))
        text = (ROOT / "deploy/large/etc/haproxy/haproxy.cfg").read_text()
        without = re.sub(r".*cache-(?:use|store).*\n", "", text)
        stack.enter_context(_haproxy(Path(folder) / "cache.cfg", text, proxy, web))
        stack.enter_context(_haproxy(Path(folder) / "bare.cfg", without, bare, web))
        before = _ask(bare, proxy, chosen)
        after = _ask(proxy, proxy, chosen)
    print(f"{chosen.path}: {before:,.0f} requests a second, {after:,.0f} from HAProxy's cache")
    return 0


@contextmanager
def _site(folder: Path, web: int, proxy: int) -> Iterator[None]:
    """Run a web process that is reached by the proxy's port."""
    env = os.environ | {
        "DATA_DIR": str(folder),
        "SITE_URL": f"http://127.0.0.1:{proxy}",
        "DEBUG": "0",
        "DJANGO_SETTINGS_MODULE": "zenith_site.settings",
    }
    for prepares in (["migrate"], ["collectstatic", "--no-input"]):
        command = [sys.executable, "manage.py", *prepares, "--verbosity", "0"]
        subprocess.run(command, env=env, cwd=ROOT, check=True)
    command = [sys.executable, "-m", "uvicorn", "zenith_site.asgi:application", "--port", str(web)]
    with _running([*command, "--http", "zenith_site.connections:Connection"], env):
        until(lambda: listens(web), 60)
        yield


@contextmanager
def _haproxy(path: Path, text: str, port: int, web: int) -> Iterator[None]:
    """Run the HAProxy of deploy/large, with one web host and nothing but pages."""
    pages = text.partition("listen postgres")[0]
    pages = re.sub(r"\n    server web\d .*", "", pages) + f"    server web 127.0.0.1:{web}\n"
    pages = pages.replace("bind :80", f"bind 127.0.0.1:{port}")
    path.write_text(pages.replace("/etc/haproxy", str(ROOT / "deploy/large/etc/haproxy")))
    with _running(["haproxy", "-db", "-f", str(path)], dict(os.environ)):
        until(lambda: listens(port), 30)
        yield


@contextmanager
def _running(command: list[str], env: dict[str, str]) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=env, cwd=ROOT, stdout=quiet, stderr=quiet) as process:
        try:
            yield
        finally:
            process.terminate()


def _ask(port: int, host: int, chosen: argparse.Namespace) -> float:
    """Return the answers a second; raises `ValueError` if one was no page."""
    headers = [part for line in (*BROWSER, f"Host: 127.0.0.1:{host}") for part in ("-H", line)]
    url = f"http://127.0.0.1:{port}{chosen.path}"
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{chosen.seconds}s", *headers, url]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in report:
        raise ValueError(report)
    return float(re.findall(r"Requests/sec: +([\d.]+)", report)[0])


if __name__ == "__main__":
    sys.exit(main())
