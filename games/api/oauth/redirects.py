"""Redirect URIs of apps: which are possible, and what the consent page names of them.

No app is registered. Its redirect URI is the only thing that its maker can't make up: the code
goes there and nowhere else.
"""

import re
from dataclasses import dataclass

LONGEST = 500
LOOPBACK = re.compile(r"http://(?P<host>localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?([/?]|$)")
SITE = re.compile(r"https://(?P<host>[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?)([/?]|$)", re.I)
PROGRAM = re.compile(r"(?P<host>[a-z][a-z0-9-]*(\.[a-z0-9-]+)+):/", re.I)
"""A private-use scheme is a name of the domain system, the other way round (RFC 8252, 7.1)."""
VISIBLE = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True)
class Redirect:
    """The redirect URI of an app. `on_device`: it leads to a program on the user's device."""

    host: str
    """What the URI belongs to: a host, or the scheme of a program."""
    on_device: bool
    form_action: str
    """The source of a Content Security Policy that allows it."""

    def app(self, client_id: str) -> str:
        """Return the name of the app.

        A program on the device has only the name that it gives itself.
        """
        return f"{client_id} ({self.host})" if self.on_device else self.host


def read(uri: str) -> Redirect | None:
    """Return a redirect URI that is possible: `https`, a loopback address or a private scheme."""
    if len(uri) > LONGEST or not VISIBLE.fullmatch(uri) or set(uri) & set("#\\\"<>;,'"):
        return None
    if match := SITE.match(uri):
        host = match["host"].lower()
        return Redirect(host, False, f"https://{host}") if len(host) <= 100 else None
    if match := LOOPBACK.match(uri):
        # A policy can't name an IPv6 address.
        source = "http:" if match["host"] == "[::1]" else f"http://{match['host']}:*"
        return Redirect(match["host"], True, source)
    if match := PROGRAM.match(uri):
        scheme = match["host"].lower()
        return Redirect(scheme, True, f"{scheme}:") if len(scheme) <= 100 else None
    return None
