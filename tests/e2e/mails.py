"""Mails that the running site has sent, kept as files."""

import email
import email.policy
import re
import time

from tests.e2e.conftest import PATIENCE
from tests.e2e.sites import Site

END = "-" * 79
"""The line after each mail of a file."""


def link_in_mail(site: Site, to: str, part: str) -> str:
    """Return the address with this part in the last mail to a person, once it is there."""
    found: list[str] = []
    until = time.monotonic() + PATIENCE / 1000
    while not found and time.monotonic() < until:
        found = links_in_mails(site, to, part)
    assert found, f"no mail to {to} with {part}"
    return found[-1]


def links_in_mails(site: Site, to: str, part: str) -> list[str]:
    """Return the addresses with this part in the mails to a person, the last one last."""
    found = []
    for path in sorted((site.folder / "mails").iterdir(), key=lambda path: path.stat().st_mtime_ns):
        for text in path.read_text().split(END)[:-1]:
            mail = email.message_from_string(text.lstrip(), policy=email.policy.default)
            body = mail.get_body(("plain",))
            if mail["To"] == to and body is not None:
                found += re.findall(rf"http\S+{part}\S+", body.get_content())
    return found
