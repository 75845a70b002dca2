"""The environment of Jinja2, which renders the table: all files below `templates/` named `.jinja`.

Pages around the table are Django templates. A page takes in a part of the table by
`{% part "tables/_lane.jinja" lane=lane %}`. Why there are two: docs/decisions/jinja.md.
"""

from collections.abc import Callable, MutableMapping
from datetime import datetime
from typing import Any

from django.template import defaultfilters, engines
from django.template.backends.jinja2 import Jinja2
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import json_script
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, TemplateNotFound
from markupsafe import Markup

from common.navigation import optional_url
from common.templatetags import components
from games.portraits.templatetags.portraits import face, portrait
from games.symbols import printed
from games.symbols.templatetags.symbols import icon, sign
from games.tables.page.text import with_whole_numbers
from games.tables.templatetags.tables import jinja_table_form
from zenith_site.regions import region
from zenith_site.templates import without_empty_lines, without_indentation

SUFFIX = ".jinja"


class JinjaLoader(FileSystemLoader):
    """Loads the files named `.jinja`, without their indentation and the lines of their tags."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the source of a template, its path, and whether it is still the newest."""
        if not template.endswith(SUFFIX):
            raise TemplateNotFound(template)
        source, path, is_fresh = super().get_source(environment, template)
        return without_empty_lines(without_indentation(source)), path, is_fresh


class SiteEnvironment(Environment):
    """An environment with the extension `i18n`."""

    install_gettext_callables: Callable[..., None]
    """Set by the extension."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template as one dictionary.

        Jinja2's own are a chain of two: at each import a template asks it for all of its names.
        """
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """Return the environment with the site's functions and filters.

    As in Django templates, a variable or attribute that is missing is empty and false.
    """
    options["loader"] = JinjaLoader(options["loader"].searchpath)
    options["undefined"] = ChainableUndefined
    made = SiteEnvironment(extensions=["jinja2.ext.i18n"], cache_size=-1, **options)
    made.install_gettext_callables(
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    made.globals |= {
        "_": _translated,
        "agent_effects": printed.agent_effects,
        "face": face,
        "hidden": components.hidden,
        "icon": icon,
        "level_effects": printed.level_effects,
        "level_width": printed.level_width,
        "line_bonus_effects": printed.line_bonus_effects,
        "optional_url": optional_url,
        "player_link": components.player,
        "portrait": portrait,
        "region": region,
        "sign": sign,
        "static": static,
        "table_form": jinja_table_form,
        "token_effects": printed.token_effects,
        "url": _url,
    }
    made.filters |= {
        "capfirst": defaultfilters.capfirst,
        "date": _date,
        "json_script": json_script,
        "slugify": defaultfilters.slugify,
        "striptags": defaultfilters.striptags,
        "time": _time,
        "unbroken": _unbroken,
        "with_whole_numbers": with_whole_numbers,
    }
    return made


def of_the_site() -> Environment:
    """Return the environment that renders the site's pages."""
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    return backend.env


def compile_all() -> None:
    """Compile all templates of the site, so that no visitor waits for it."""
    site = of_the_site()
    for name in site.list_templates(extensions=[SUFFIX.removeprefix(".")]):
        site.get_template(name)


def _translated(message: str, /, **values: object) -> Markup:
    """Return a message in the active language, with values in it; a percent sign is `%%`."""
    return Markup(gettext(message)) % values


def _unbroken(label: str) -> str:
    """Return a short label that stays on one line."""
    return label.replace(" ", "\u00a0")


def _url(name: str, *args: object) -> str:
    return reverse(name, args=args)


def _date(moment: datetime, form: str) -> str:
    return defaultfilters.date(localtime(moment), form)


def _time(moment: datetime, form: str) -> str:
    return defaultfilters.time(localtime(moment), form)
