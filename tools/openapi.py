"""Write the OpenAPI description of the API to docs/openapi.json, or compare the file with the code.

    python -m tools.openapi
    python -m tools.openapi --check

A change of the file is a change of the API: programs of others rely on it.
"""

import argparse
import json
import sys
from pathlib import Path

from tools.django_setup import set_up_django

set_up_django()

from django.conf import settings  # noqa: E402 - Django is set up by then

from games.api.api import description  # noqa: E402

settings.SITE_URL = "https://zenith.example"
"""The file is that of any site."""

FILE = Path(__file__).resolve().parents[1] / "docs" / "openapi.json"


def main() -> int:
    """Write the file, or return 1 if it is not that of the code."""
    parser = argparse.ArgumentParser(prog="python -m tools.openapi", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    text = json.dumps(description(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if not parser.parse_args().check:
        FILE.write_text(text)
    elif not FILE.exists() or FILE.read_text() != text:
        print("The API has changed: python -m tools.openapi writes docs/openapi.json anew.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
