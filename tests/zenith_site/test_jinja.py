"""The environment of Jinja2, in which the table is rendered."""

import ast
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template import Context, Template, TemplateDoesNotExist, engines, loader
from django.test import RequestFactory
from django.utils import timezone, translation
from jinja2 import Environment, TemplateSyntaxError

from games.tables.templatetags.tables import form_token
from zenith_site.jinja import of_the_site
from zenith_site.management.commands.makemessages import as_python
from zenith_site.templates import without_empty_lines

FILES = sorted((settings.BASE_DIR / "templates").rglob("*.jinja"))


def rendered(source: str, **values: Any) -> str:
    """Return what a template renders; line breaks don't count."""
    return " ".join(str(engines["jinja2"].from_string(source).render(values)).split())


def test_values_are_escaped_and_markup_is_not() -> None:
    assert rendered("{{ name }}", name="<b>") == "&lt;b&gt;"
    assert rendered('{{ icon("credits") }}').startswith("<svg ")
    assert rendered('{{ hidden("<b>") }}') == '<span class="hidden-text"> &lt;b&gt; </span>'


@pytest.mark.whole
def test_a_process_has_compiled_all_before_its_first_request() -> None:
    """And it has imported the views; 0.6 s of the first visitor's time."""
    code = """
import sys
import zenith_site.asgi
from django.template import engines
print(len(engines["jinja2"].env.cache), "games.tables.views.play" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "zenith_site.settings_test",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(len(FILES)), "True"]


def test_what_is_missing_is_empty_and_false() -> None:
    assert rendered("{{ gone }}{{ gone.far }}{% if one.gone.far %}no{% endif %}", one=None) == ""


def test_times_are_those_of_the_reader() -> None:
    moment = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo("Europe/Berlin")):
        page = rendered("{{ at|date('c') }} {{ at|time('H:i') }}", at=moment)
    assert page == "2026-11-30T00:30:00+01:00 00:30"


def test_texts_are_those_of_the_reader() -> None:
    source = """
        {{ _("Waiting") }}
        {% trans trimmed name=name %} Play on for {{ name }} {% endtrans %}
        {% trans turns=2 %}{{ turns }} turn{% pluralize %}{{ turns }} turns{% endtrans %}
    """
    with translation.override("de"):
        german = rendered(source, name="<Ada>")
    assert "Warten" in german
    assert "&lt;Ada&gt;" in german
    assert "2 Züge" in german


def test_a_form_carries_the_token_and_its_content() -> None:
    source = '{% call table_form("/go/", seq=7, data_clears=True) %}<b>{{ word }}</b>{% endcall %}'
    request = RequestFactory().get("/")
    form = rendered(source, word="Go", request=request)
    assert 'hx-post="/go/"' in form
    assert " data-clears>" in form
    assert f'name="csrfmiddlewaretoken" value="{form_token(request)}"' in form
    assert form.endswith("<b>Go</b></form>")


def test_a_page_takes_in_a_part_with_its_variables() -> None:
    page = Template('{% load parts %}{% part "tables/_said.jinja" as_region="data-here" %}')
    part = page.render(Context({"news": [{"id": "said-1", "text": "Ada has played."}]}))
    assert "data-here" in part
    assert "Ada has played." in part


def test_each_kind_of_template_is_found_by_its_name() -> None:
    table = loader.get_template("tables/_table.jinja")
    assert type(table).__module__ == "django.template.backends.jinja2"
    page = loader.get_template("tables/table.html")
    assert type(page).__module__ == "django.template.backends.django"
    with pytest.raises(TemplateDoesNotExist):
        engines["jinja2"].get_template("tables/table.html")
    with pytest.raises(TemplateDoesNotExist):
        engines["django"].get_template("tables/_table.jinja")


def test_templates_come_without_their_indentation() -> None:
    """Lines stay lines: an error names the line of the file."""
    environment = of_the_site()
    assert environment.loader is not None
    source = (Path(settings.BASE_DIR) / "templates/tables/_table.jinja").read_text()
    loaded, _path, _fresh = environment.loader.get_source(environment, "tables/_table.jinja")
    assert "\n " in source
    assert "\n " not in loaded
    assert loaded.count("\n") == source.count("\n")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_part_reads_nothing_of_the_request(path: Path) -> None:
    """A region is kept when its values are the same: what it shows must be among them."""
    assert re.findall(r"\{[{%][^}]*\brequest\b", path.read_text()) == []


def test_messages_are_read_from_templates() -> None:
    source = """
        {{ _("Waiting") }} {{ pgettext("price", "free") }}
        {% trans trimmed name=one.name %}
          Play on
          for {{ name }}
        {% endtrans %}
        {% trans turns=n %}{{ turns }} turn{% pluralize %}{{ turns }} turns{% endtrans %}
        <i title="{{ _('a "quoted" one') }}">
    """
    assert as_python(source).splitlines() == [
        "_('Waiting')",
        "pgettext('price', 'free')",
        "gettext('Play on for %(name)s')",
        "ngettext('%(turns)s turn', '%(turns)s turns')",
        "_('a \"quoted\" one')",
    ]


def test_a_part_with_a_request_has_its_token() -> None:
    template = loader.get_template("talk/_chat.jinja")
    chat = {"messages": (), "can_write": True, "plays": False}
    page = template.render({"chat": chat, "number": 7}, RequestFactory().get("/"))
    assert re.search(r'name="csrfmiddlewaretoken" value="\w{64}"', page)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_messages_can_be_filled_in(path: Path, language: str) -> None:
    """Jinja2 fills in each of its messages: a lone per cent sign would raise on its page."""
    calls = ast.parse(as_python(path.read_text())).body
    with translation.override(language):
        for call in calls:
            assert isinstance(call, ast.Expr)
            assert isinstance(call.value, ast.Call)
            assert isinstance(call.value.func, ast.Name)
            texts = [ast.literal_eval(text) for text in call.value.args]
            kind = {"_": "gettext"}.get(call.value.func.id, call.value.func.id)
            numbers = [2] if kind.startswith("n") else []
            said = getattr(translation, kind)(*texts, *numbers)
            assert said % dict.fromkeys(re.findall(r"%\((\w+)\)", said), 1)


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("a\n{% if yes %}\nb\n{% endif %}\nc", "a\nb\nc"),
        ("a\n{% if no %}\nb\n{% else %}\nd\n{% endif %}\nc", "a\nd\nc"),
        ("a\n{% for n in (1, 2) %}\n{{ n }}\n{% endfor %}\nc", "a\n1\n2\nc"),
        ("a\n{% if yes %}b{% endif %}\nc", "a\nb\nc"),
        ("a\n{% if yes %}\n{%- if yes %} b{% endif %}\n{% endif %}\nc", "a\n b\nc"),
        ("a\n{% if yes -%}\nb\n{% endif %}\nc", "a\nb\nc"),
    ],
)
def test_the_line_of_a_tag_is_no_empty_line(source: str, rendered: str) -> None:
    made = Environment().from_string(without_empty_lines(source))
    assert made.render(yes=True, no=False) == rendered


def test_errors_name_the_line_of_the_tag() -> None:
    with pytest.raises(TemplateSyntaxError) as error:
        Environment().from_string(without_empty_lines("a\n{% if yes %}\n{% if %}\n"))
    assert error.value.lineno == 3
