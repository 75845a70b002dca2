"""A browser at a site: cookies, open connections, compression, the headers of htmx, regions."""

import re
import secrets
import sys
import zlib
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from threading import Lock
from time import monotonic
from urllib.parse import urlencode, urlsplit

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PATIENCE = 20.0
"""Seconds to wait for an answer or a hint."""
IDLE = 3.0
"""Seconds after which a connection is opened anew; the server closes it after five."""
DIGEST = re.compile(r'data-(?:region|version)="([^"]*)"')
"""The digest in the first tag of a region; a table has its version for a digest."""
TAG = re.compile(r"<([a-z]+)\b[^>]*>")
USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 (load)"


class LoadError(Exception):
    """A step failed; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the site. `sent`: bytes of its body on the wire; `seconds`: until its end."""

    status: int
    text: str
    location: str
    sent: int
    seconds: float

    def attribute(self, name: str) -> str | None:
        """Return the value of the first attribute of this name in the page."""
        match = re.search(rf'\b{name}="([^"]*)"', self.text)
        return unescape(match[1]) if match else None

    @property
    def regions(self) -> list["Region"]:
        """The regions of the page in their order (static/js/regions.js)."""
        regions, outer = [], list[tuple[str, int]]()
        for digest in DIGEST.finditer(self.text):
            tag = TAG.match(self.text, self.text.rfind("<", 0, digest.start()))
            name = tag and re.search(r'\bid="([^"]*)"', tag[0])
            if tag is None or name is None:
                continue
            while outer and outer[-1][1] < tag.start():
                outer.pop()
            inside = tuple(region for region, _end in outer)
            regions.append(Region(name[1], digest[1], inside, "data-kept" in tag[0]))
            outer.append((name[1], _end_of(tag[1], self.text, tag.end())))
        return regions

    @property
    def error(self) -> str:
        """Return what the answer says is wrong."""
        if self.location:
            return f"to {self.location}"
        match = re.search(
            r'class="(?:errorlist|refusal|error)[^>]*>(.*?)</(?:ul|p)>', self.text, re.S
        )
        words = re.sub(r"<[^>]+>", " ", match[1] if match else self.text[:300])
        return " ".join(unescape(words).split())[:200]


@dataclass(frozen=True, slots=True)
class Region:
    """A region of a page. `inside`: the regions around it. `kept`: the page keeps what it has."""

    name: str
    digest: str
    inside: tuple[str, ...] = ()
    kept: bool = False


def _end_of(tag: str, text: str, start: int) -> int:
    """Return where an element ends whose first tag ends at `start`."""
    depth = 1
    for match in re.compile(rf"<(/?){tag}\b").finditer(text, start):
        depth += -1 if match[1] else 1
        if depth == 0:
            return match.start()
    return start  # without an end tag, like <input>


def shown_after(before: list[Region], answer: list[Region]) -> list[Region]:
    """Return the regions of a page after an answer, with those inside the kept ones."""
    regions = []
    for region in answer:
        regions.append(region)
        if region.kept:
            regions += [old for old in before if region.name in old.inside]
    return regions


@dataclass
class Traffic:
    """Sizes of the answers to each kind of request, on the wire and decompressed."""

    sizes: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, kind: str, sent: int, plain: int) -> None:
        """Note an answer."""
        self.sizes.setdefault(kind, []).append((sent, plain))


class Connection:
    """One HTTP connection of a browser, for one request at a time."""

    def __init__(self, browser: "Browser") -> None:
        self.browser = browser
        parts = urlsplit(browser.address)
        self.http = HTTPConnection(
            str(parts.hostname),
            parts.port or 80,
            timeout=PATIENCE,
            source_address=(browser.source, 0) if browser.source else None,
        )
        self.used = 0.0

    def ask(
        self, kind: str, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> Answer:
        """Send a request; return the answer, whatever its status."""
        start = monotonic()
        if start > self.used + IDLE:
            self.http.close()
        try:
            self.http.request(method, path, body, {**self.browser.headers(), **headers})
            response = self.http.getresponse()
            sent = response.read()
        except (OSError, HTTPException) as error:
            raise LoadError(
                f"{kind}: no answer from {self.browser.address}{path}: {error}"
            ) from error
        self.used = monotonic()
        plain = sent
        match response.headers.get("Content-Encoding"):
            case "zstd":
                plain = zstd.decompress(sent)
            case "gzip":  # of a checkout before zstd
                plain = zlib.decompress(sent, wbits=31)
        self.browser.keep_cookies(response.headers.get_all("Set-Cookie") or [])
        self.browser.traffic.add(kind, len(sent), len(plain))
        location = response.headers.get("Location", "")
        text = plain.decode(errors="replace")
        return Answer(response.status, text, location, len(sent), self.used - start)

    def close(self) -> None:
        """Close the connection."""
        self.http.close()


class Browser:
    """A browser of one user.

    `source`: the address on this machine that it comes from, so that each counts as a visitor of
    its own in the limits by address.
    """

    def __init__(self, address: str, source: str = "", traffic: Traffic | None = None) -> None:
        self.address = address
        self.source = source
        self.traffic = traffic or Traffic()
        self.cookies: dict[str, str] = {}
        self.viewer = ""
        self.regions: dict[str, list[Region]] = {}
        """The regions that each page shows, by the page's path."""
        self._lock = Lock()
        self.clicks = Connection(self)

    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        return {
            "User-Agent": USER_AGENT,
            "Accept-Encoding": "gzip, deflate, br, zstd",
            "Accept-Language": "en",
            "Cookie": self.cookie,
        }

    @property
    def cookie(self) -> str:
        """All cookies, as the header sends them."""
        with self._lock:
            return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def keep_cookies(self, lines: list[str]) -> None:
        """Keep the cookies that an answer sets."""
        for line in lines:
            for name, morsel in SimpleCookie(line).items():
                with self._lock:
                    self.cookies[name] = morsel.value

    def document(self, kind: str, path: str) -> Answer:
        """Open a page; it must be there."""
        headers = {
            "Accept": "text/html",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
        }
        answer = self.clicks.ask(kind, "GET", path, None, headers)
        if answer.status != 200:
            raise LoadError(f"{kind}: {path} answered {answer.status}: {answer.error}")
        self.viewer = answer.attribute("data-viewer") or ""
        self.regions[path] = answer.regions
        return answer

    def submit(self, kind: str, path: str, **fields: object) -> Answer:
        """Send a form without htmx; the answer must be a redirect."""
        answer = self.clicks.ask(kind, "POST", path, self.form(fields), self._form_headers())
        if answer.status != 302:
            raise LoadError(f"{kind}: {path} answered {answer.status}: {answer.error}")
        return answer

    def form(self, fields: dict[str, object]) -> str:
        """Return the body of a form, with its token."""
        return urlencode({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **fields})

    def _form_headers(self) -> dict[str, str]:
        return {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.address,
            "Sec-Fetch-Site": "same-origin",
        }

    def htmx(
        self,
        kind: str,
        path: str,
        page: str,
        fields: dict[str, object] | None = None,
        *,
        source: str = "body",
        through: Connection | None = None,
    ) -> Answer:
        """Send a request as htmx does from the page at `page`; a form if there are fields."""
        headers = {
            "Accept": "text/html",
            "HX-Request": "true",
            "HX-Request-Type": "partial",
            "HX-Source": source,
            "HX-Target": "div#table",
            "HX-Current-URL": self.address + page,
            "Referer": self.address + page,
            "X-Viewer": self.viewer,
            "X-Regions": " ".join(
                f"{region.name}:{region.digest}" for region in self.regions.get(page, [])
            ),
            "Sec-Fetch-Mode": "cors",
            "Sec-Fetch-Dest": "empty",
        }
        if fields is not None:
            headers |= self._form_headers()
        body = None if fields is None else self.form(fields)
        method = "GET" if fields is None else "POST"
        answer = (through or self.clicks).ask(kind, method, path, body, headers)
        if answer.status not in (200, 204):
            raise LoadError(f"{kind}: {path} answered {answer.status}: {answer.error}")
        if answer.status == 200:
            self.regions[page] = shown_after(self.regions.get(page, []), answer.regions)
        return answer

    def sign_in(self, username: str, password: str) -> None:
        """Log in through the form of the log-in page."""
        path = "/accounts/login/"
        self.document("log-in page", path)
        if "csrftoken" not in self.cookies:
            self.cookies["csrftoken"] = secrets.token_hex(16)
        try:
            self.submit("log-in", path, login=username, password=password)
        except LoadError as error:
            raise LoadError(f"The site refused to sign {username} in. {error}") from error
        self.document("home", "/")
        if not self.viewer:
            raise LoadError(f"{username} is not signed in after logging in.")

    def close(self) -> None:
        """Close the connection."""
        self.clicks.close()
