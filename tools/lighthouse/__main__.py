"""Measure pages of a fresh site with Lighthouse (docs/operations.md).

Needs Node with `npx`, which fetches the pinned Lighthouse, and Debian's chromium. The exit code is
1 if a category is below 95 or a first view is heavier than its budget.
"""

import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.e2e.sites import ROOT, Person, running_site
from tests.e2e.tables import make_table, new_people

LIGHTHOUSE = "lighthouse@12.8.2"
CHROMIUM = "/usr/bin/chromium"
FOLDER = ROOT / "data" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PRESETS = ("mobile", "desktop")
LEAST = 95
"""Of 100, in each category."""
MOST_KB, MOST_REQUESTS = 150, 12
"""What a first view may transfer without images, and its requests."""

type Report = dict[str, Any]
type Pages = dict[str, tuple[Person | None, str]]


def main() -> int:
    """Measure the pages that the arguments choose and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.lighthouse", description=__doc__)
    parser.add_argument("--pages", nargs="*", default=[], help="landing, home, table, …")
    parser.add_argument("--presets", nargs="*", default=list(PRESETS), choices=PRESETS)
    parser.add_argument("--runs", type=int, default=3, help="the median counts")
    parser.add_argument("--lighthouse", help="the program, instead of npx with the pinned version")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the reports")
    chosen = parser.parse_args()
    if chosen.lighthouse is None and shutil.which("npx") is None:
        print("Lighthouse needs Node: npx is missing.")
        return 2
    program = [chosen.lighthouse] if chosen.lighthouse else ["npx", "--yes", LIGHTHOUSE]
    chosen.folder.mkdir(parents=True, exist_ok=True)
    failed = False
    print(f"{'':24}" + "".join(f"{name:>16}" for name in CATEGORIES) + f"{'kB':>8}{'requests':>10}")
    with tempfile.TemporaryDirectory() as data, running_site(Path(data)) as site:
        member, *others = new_people(site, 2)
        pages = pages_of(member, make_table(site, member, *others, answers=26), lobby_of(site))
        pages["mulligan"] = (member, make_table(site, member, "noisy"))
        pages["over"] = (member, make_table(site, member, "noisy", answers=5000))
        pages["replay"] = (member, pages["over"][1] + "replay/20/")
        for name in chosen.pages or pages:
            person, path = pages[name]
            for preset in chosen.presets:
                reports = [
                    measure(program, site.address, person, path, preset) for _ in range(chosen.runs)
                ]
                kept = chosen.folder / f"{name}-{preset}.json"
                kept.write_text(json.dumps(reports[-1]))
                failed |= not report(f"{name} {preset}", reports)
    return int(failed)


def lobby_of(site: Any) -> Person:
    """Return a player who looks at a lobby with an open table."""
    host, visitor = new_people(site, 2)
    site.script(f"""
from accounts.models import User
from games.lobby.services.opening import Wish, create_table
create_table(User.objects.get(username={host.name!r}), Wish())
""")
    return visitor


def pages_of(member: Person, table: str, visitor: Person) -> Pages:
    """Return who visits which address: name -> player (or no account), path."""
    return {
        "landing": (None, "/"),
        "home": (member, "/"),
        "lobby": (visitor, "/lobby/"),
        "table": (member, table),
        "puzzle": (member, "/puzzles/1/"),
        "rules": (None, "/rules/"),
    }


@contextmanager
def browser_of(person: Person | None, address: str) -> Iterator[int]:
    """Start a browser with an empty cache, logged in; yield the port at which it takes orders."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            no_viewport=True,  # Lighthouse sets its own
            args=[f"--remote-debugging-port={port}"],
        )
        if person is not None:
            context.add_cookies([{"name": "sessionid", "value": person.session, "url": address}])
        yield port
        context.close()


def measure(
    program: list[str], address: str, person: Person | None, path: str, preset: str
) -> Report:
    """Return the report of one visit."""
    with browser_of(person, address) as port:
        done = subprocess.run(
            [
                *program,
                address + path,
                f"--port={port}",
                "--quiet",
                "--output=json",
                f"--only-categories={','.join(CATEGORIES)}",
                *(["--preset=desktop"] if preset == "desktop" else []),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    page_report: Report = json.loads(done.stdout)
    assert page_report["finalDisplayedUrl"] == address + path, page_report["finalDisplayedUrl"]
    return page_report


def report(title: str, reports: list[Report]) -> bool:
    """Print the medians of a page and what is to be mended; return whether all is well."""
    scores = {
        name: median(100 * page_report["categories"][name]["score"] for page_report in reports)
        for name in CATEGORIES
    }
    requests = reports[-1]["audits"]["network-requests"]["details"]["items"]
    kb = (
        sum(request["transferSize"] for request in requests if request["resourceType"] != "Image")
        / 1000
    )
    sent: int = sum(request["transferSize"] > 0 for request in requests)  # not from the cache
    figures = "".join(f"{score:16.0f}" for score in scores.values())
    print(f"{title:24}{figures}{kb:8.0f}{sent:10}", flush=True)
    for line in sorted({line for page_report in reports for line in findings(page_report)}):
        print(f"    {line}")
    return min(scores.values()) >= LEAST and kb <= MOST_KB and sent <= MOST_REQUESTS


def findings(report: Report) -> Iterator[str]:
    """Yield the audits with a weight in a category that are not perfect."""
    for name in CATEGORIES:
        for part in report["categories"][name]["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{name}: {audit['title']} {audit.get('displayValue', '')}".strip()


if __name__ == "__main__":
    sys.exit(main())
