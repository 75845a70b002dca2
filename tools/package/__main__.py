"""Write the sources of the distribution zenith-engine into a folder; bin/package builds them."""

import argparse
from pathlib import Path

from tools.package.assembling import assemble


def main() -> None:
    """Write the sources."""
    parser = argparse.ArgumentParser(prog="python -m tools.package", description=__doc__)
    parser.add_argument("folder", type=Path, help="must not exist yet")
    assemble(parser.parse_args().folder)


if __name__ == "__main__":
    main()
