"""A browser without JavaScript, made of Django's test client and an HTML parser."""

import re
import time
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import urljoin, urlsplit

from allauth.account.internal.flows import login
from django.shortcuts import resolve_url
from django.test import Client

from accounts.models import User
from common.visitors import COOKIE, read_cookie


def log_in_freshly(client: Client, user: User) -> None:
    """Log a user in who has given the password just now, also where it is asked again."""
    client.force_login(user)
    proof = {"method": "password", "at": time.time(), "reauthenticated": True}
    session = client.session
    session[login.AUTHENTICATION_METHODS_SESSION_KEY] = [proof]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def visitor_of(client: Client) -> dict[str, Any]:
    """Return what the cookie of a visitor keeps."""
    return read_cookie(client.cookies[COOKIE].value)


def text(client: Client, to: str, *args: Any, status: int = 200, **query: str) -> str:
    """Return what a page says; `to`: its path, or the name of a route with its arguments."""
    page = client.get(resolve_url(to, *args), query)
    assert page.status_code == status
    return text_of(page)


def text_of(page: Any) -> str:
    """Return what the main part of a page says, without its tags, and spaces as one."""
    main = page.content.decode().partition("<main")[2].partition("</main>")[0]
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", main).split()))


def markup(page: Any) -> str:
    """Return the HTML of a response without the white space that only lays out its source."""
    return layout_free(page.content.decode())


def layout_free(html: str) -> str:
    """Return HTML without white space around tags, and single spaces elsewhere."""
    html = re.sub(r"\s+", " ", html)
    html = re.sub(r"(<[a-z](?:[^<>\"]|\"[^\"]*\")*?) (?=/?>)", r"\1", html)
    return re.sub(r" ?(<[^<>]*>) ?", r"\1", html)


@dataclass(slots=True)
class Field:
    """One input, button or selection of a form."""

    tag: str
    kind: str
    name: str
    value: str
    checked: bool = False


@dataclass(slots=True)
class Form:
    """A form, as it would be sent."""

    action: str
    method: str
    fields: list[Field] = field(default_factory=list)

    @property
    def ticks(self) -> list[Field]:
        """The boxes that can be ticked."""
        return [one for one in self.fields if one.kind == "checkbox"]

    @property
    def radios(self) -> list[Field]:
        """The round buttons of which one is chosen."""
        return [one for one in self.fields if one.kind == "radio"]

    @property
    def buttons(self) -> list[Field]:
        """What sends the form."""
        return [one for one in self.fields if one.kind == "submit"]

    def data(self, button: Field | None = None, random: Random | None = None) -> dict[str, Any]:
        """Return what is sent; `random` ticks and chooses."""
        sent: dict[str, list[str]] = {}
        loose = ("submit", "button", "reset", "checkbox", "radio", "image", "file")
        chosen = [one for one in self.fields if one.kind not in loose]
        chosen += [one for one in self.ticks if (random.random() < 0.5 if random else one.checked)]
        for name in {one.name for one in self.radios}:
            choices = [one for one in self.radios if one.name == name]
            chosen += [random.choice(choices)] if random else [c for c in choices if c.checked]
        for one in [*chosen, *([button] if button else [])]:
            if one.name:
                sent.setdefault(one.name, []).append(one.value)
        return sent


class Reader(HTMLParser):
    """Reads the forms, the links and the title of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.by_id: dict[str, Form] = {}
        self.orphans: list[tuple[str, Field]] = []
        self._open: Form | None = None
        self._textarea: Field | None = None
        self._select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what matters."""
        have = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "src", "data-url", "data-src"):
            if have.get(name):
                self.links.append(have[name])
        if tag == "form":
            self._open = Form(have.get("action", ""), have.get("method", "get").lower())
            self.forms.append(self._open)
            if have.get("id"):
                self.by_id[have["id"]] = self._open
        elif tag in ("input", "button", "textarea", "select") and "disabled" not in have:
            kind = have.get("type", "submit" if tag == "button" else "text")
            made = Field(tag, kind, have.get("name", ""), have.get("value", ""), "checked" in have)
            if tag == "input" and kind in ("checkbox", "radio") and "value" not in have:
                made.value = "on"
            if tag == "textarea":
                self._textarea = made
            if tag == "select":
                self._select = made
            if have.get("form"):
                self.orphans.append((have["form"], made))
            elif self._open is not None:
                self._open.fields.append(made)
        elif tag == "option" and self._select is not None:
            if "selected" in have or not (self._select.checked or self._select.value):
                self._select.value = have.get("value", "")
                self._select.checked = "selected" in have

    def handle_data(self, data: str) -> None:
        """Take what stands in a text area."""
        if self._textarea is not None:
            self._textarea.value += data

    def handle_endtag(self, tag: str) -> None:
        """Close what was open."""
        if tag == "form":
            self._open = None
        elif tag == "textarea":
            self._textarea = None
        elif tag == "select":
            self._select = None

    def close(self) -> None:
        """Give the fields outside of their forms back to them."""
        super().close()
        for name, made in self.orphans:
            if name in self.by_id:
                self.by_id[name].fields.append(made)


def read(response: Any) -> Reader:
    """Read an HTML response; it keeps what has been read."""
    if not hasattr(response, "reader"):
        response.reader = Reader()
        response.reader.feed(response.content.decode())
        response.reader.close()
    reader: Reader = response.reader
    return reader


def own_links(response: Any, address: str) -> list[str]:
    """Return the addresses on this site that a page leads to."""
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return []
    links = []
    for link in read(response).links:
        parts = urlsplit(urljoin(f"http://testserver{address}", link))
        if parts.netloc == "testserver" and parts.scheme == "http":
            links.append(parts.path + (f"?{parts.query}" if parts.query else ""))
    return list(dict.fromkeys(links))


def forms_to(response: Any, end: str) -> list[Form]:
    """Return the forms of a page whose address ends like that."""
    return [form for form in read(response).forms if urlsplit(form.action).path.endswith(end)]


def answer(client: Client, table: str, random: Random) -> Any:
    """Open a table and do one thing that it offers: answer at random, or confirm.

    Fails if the page offers nothing.
    """
    page = client.get(table)
    assert page.status_code == 200, page.status_code
    confirm = forms_to(page, "/confirm/")
    if confirm:
        return client.post(confirm[0].action, confirm[0].data(confirm[0].buttons[0]))
    cards = [link for link in own_links(page, table) if "card=" in link]
    if cards:
        page = client.get(random.choice(cards))
    offered = [(form, button) for form in forms_to(page, "/draft/") for button in form.buttons]
    assert offered, "the page offers no answer"
    for _ in range(20):
        form, button = random.choice(offered)
        done = client.post(form.action, form.data(button, random))
        if done.status_code < 400:
            return done
    raise AssertionError(f"20 offered answers were refused: {done.status_code}")
