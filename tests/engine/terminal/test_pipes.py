"""What a command does when its reader has gone, as in `zenith verify game.json | true`."""

import os
import subprocess
import sys

from tests.engine.terminal.running import RECORD

BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def test_a_reader_who_has_gone_is_no_error() -> None:
    command = [sys.executable, "-m", "engine", "verify", str(RECORD)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=BUFFERED) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 2
