"""`python -m engine`: play, show, replay, verify, bot, protocol, bench, digest."""

import sys

from engine.terminal.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
