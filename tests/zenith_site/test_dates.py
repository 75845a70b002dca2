"""Dates have one style per language, on every page and in every mail."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from tests.support.factories import PASSWORD, player

ROOT = settings.BASE_DIR
AT = datetime(2026, 11, 2, 16, 5, tzinfo=UTC)
ISO = {"c", "Y-m-d"}
PARTS = {"l", "D", "H:i", "H:i:s"}
"""Names of weekdays and times are written alike everywhere."""


@pytest.mark.parametrize(
    ("language", "full", "moment", "short", "short_day"),
    [
        ("en", "2 November 2026", "2 November 2026, 16:05", "2 Nov, 16:05", "2 Nov 2026"),
        ("fr", "2 novembre 2026", "2 novembre 2026, 16:05", "2 nov., 16:05", "2 nov. 2026"),
        ("de", "2. November 2026", "2. November 2026, 16:05", "2. Nov., 16:05", "2. Nov. 2026"),
    ],
)
def test_the_style_of_a_language(
    language: str, full: str, moment: str, short: str, short_day: str
) -> None:
    with translation.override(language):
        assert date_format(AT) == full
        assert date_format(AT, "DATETIME_FORMAT") == moment
        assert date_format(AT, "SHORT_DATETIME_FORMAT") == short
        assert date_format(AT, "SHORT_DATE_FORMAT") == short_day
        assert short.startswith(date_format(AT, "MONTH_DAY_FORMAT"))
        assert Template("{{ at }} {{ at|time }}").render(Context({"at": AT})) == f"{moment} 16:05"


def sources() -> list[Path]:
    pages = [path for path in (ROOT / "templates").rglob("*.*") if path.suffix != ".svg"]
    code = [
        path for name in ("common", "accounts", "games") for path in (ROOT / name).rglob("*.py")
    ]
    return pages + code


def test_no_page_has_a_style_of_its_own() -> None:
    asked = re.compile(
        r"\|(?:date|time)[:(][\"']([^\"']+)[\"']|date_format\([^\n]*?[\"']([^\"']+)[\"']"
    )
    odd = []
    for path in sources():
        for hit in asked.finditer(path.read_text()):
            style = hit[1] or hit[2]
            if not style.endswith("_FORMAT") and style not in ISO | PARTS:
                odd.append(f"{path.relative_to(ROOT)}: {style}")
    assert odd == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "2 Nov 2026"), ("fr", "2 nov. 2026"), ("de", "2. Nov. 2026")],
)
def test_the_pages_of_django_allauth_follow(client: Client, language: str, said: str) -> None:
    ada = player("ada", language=language)
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    key = Authenticator.objects.create(
        user=ada, type=Authenticator.Type.WEBAUTHN, data={"name": "key", "credential": {}}
    )
    Authenticator.objects.filter(pk=key.pk).update(created_at=AT)
    assert said in client.get(reverse("mfa_list_webauthn")).content.decode()
