"""Run a command with a PostgreSQL and a Redis of its own.

It finds them in `DATABASE_URL` and `REDIS_URL`. They are removed when it has ended; its exit code
is returned. Needs Debian's postgresql and redis-server.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.grown.services import Postgres, Redis, free_ports


def run(command: list[str]) -> int:
    """Start both, run the command, stop both; return its exit code."""
    folder = Path(tempfile.mkdtemp(prefix="zenith-services-"))
    folder.chmod(0o755)  # the user `postgres` has to come through
    database, other = free_ports(2)
    postgres, redis = Postgres(folder / "postgres", database), Redis(folder, other)
    postgres.start()
    try:
        redis.start()
        env = {**os.environ, "DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        return subprocess.run(command, env=env, check=False).returncode
    finally:
        redis.kill()
        postgres.stop()
        shutil.rmtree(folder)


def main() -> int:
    """Run the command of the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.grown", description=__doc__)
    parser.add_argument("command", nargs=argparse.REMAINDER, help="with its arguments")
    command = parser.parse_args().command
    if not command:
        parser.error("a command is missing")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the servers are stopped
    return run(command)


if __name__ == "__main__":
    sys.exit(main())
