"""Release a version: set its number and date, commit and tag.

It refuses if files are changed, if the tag exists, if *Unreleased* in CHANGELOG.md is empty, or if
a sentence isn't translated. `make nightly` belongs before it. Nothing is pushed. With `--notes` it
changes nothing and prints the notes of the version that was released last.
"""

import argparse
import sys
from datetime import UTC, datetime

from tools.release.releasing import ReleaseError, notes, release
from tools.scratch import ROOT


def main() -> int:
    """Release, or print notes; return 1 if there is a reason not to."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("version", help="the next one, as 0.2.0")
    parser.add_argument("--notes", action="store_true", help="print those of this version only")
    chosen = parser.parse_args()
    version: str = chosen.version
    try:
        if chosen.notes:
            changelog, project = ROOT / "CHANGELOG.md", ROOT / "pyproject.toml"
            print(notes(changelog.read_text(), project.read_text(), version))
            return 0
        release(ROOT, version, datetime.now(UTC).date())
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Released {version}. Push it: git push --follow-tags")
    return 0


if __name__ == "__main__":
    sys.exit(main())
