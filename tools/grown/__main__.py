"""Run a command with a PostgreSQL and a Redis of its own: `python -m tools.grown COMMAND ...`."""

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


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the servers are stopped
    sys.exit(run(sys.argv[1:]))
