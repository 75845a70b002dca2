"""Template tags for shared markup, and the loader that drops indentation."""

from pathlib import Path
from typing import Any

import pytest
from django.middleware.csrf import rotate_token
from django.template import Context, Engine, Template
from django.test import RequestFactory

from games.tables.templatetags.tables import form_token
from tests.support.browsing import layout_free


def rendered(source: str, **values: Any) -> str:
    """Render a template that has the components; return its markup without layout."""
    return layout_free(
        Template("{% load components symbols tables %}" + source).render(Context(values))
    )


def test_an_icon_takes_the_colour_of_the_text_or_its_own() -> None:
    assert rendered('{% icon "cards" %}').startswith('<svg class="icon" aria-hidden="true">')
    assert '<svg class="icon credits"' in rendered('{% icon "credits" coloured=True %}')


def test_a_sign_with_a_label_is_read_out() -> None:
    assert 'aria-hidden="true"' in rendered('{% sign "mars" %}')
    labelled = rendered('{% sign "mars" label="Mars" extra="big" %}')
    assert labelled.startswith('<svg class="sign big mars" role="img" aria-label="Mars">')


def test_hidden_text_is_parted_from_its_neighbours() -> None:
    """Else a screen reader would read “3credits”."""
    tag = Template('{% load components %}3{% hidden "credits" %}')
    assert tag.render(Context()) == '3<span class="hidden-text"> credits </span>'


@pytest.mark.parametrize("source", ["{% player name None %}", '{% player name "ada" %}'])
def test_a_name_is_escaped(source: str) -> None:
    assert "&lt;i&gt;" in rendered(source, name="<i>")


def test_only_a_player_with_an_account_is_linked() -> None:
    assert rendered('{% player "Bot Moon" None %}') == "Bot Moon"
    link = '<a class="plain" href="/players/ada/">ada</a>'
    assert rendered('{% player "ada" "ada" css="plain" %}') == link


def test_a_form_of_the_table_posts_with_htmx_or_without() -> None:
    request = RequestFactory().get("/")
    form = rendered(
        '{% table_form "/go/" seq=7 id="a" data_most=2 data_least=None data_clears=True %}'
        "<button>Go</button>{% endtable_form %}",
        request=request,
    )
    start = (
        '<form method="post" action="/go/" hx-post="/go/" hx-target="#table" hx-swap="outerMorph"'
    )
    assert form.startswith(f'{start} id="a" data-most="2" data-clears>')
    assert f'name="csrfmiddlewaretoken" value="{form_token(request)}"' in form
    assert '<input type="hidden" name="seq" value="7">' in form
    assert form.endswith("<button>Go</button></form>")


def test_the_forms_of_an_answer_share_a_token_until_the_secret_changes() -> None:
    request = RequestFactory().get("/")
    token = form_token(request)
    assert form_token(request) == token
    rotate_token(request)
    assert form_token(request) != token
    assert form_token(RequestFactory().get("/")) != form_token(request)


def test_a_form_without_a_move_sends_none() -> None:
    assert 'name="seq"' not in rendered('{% table_form "/go/" %}{% endtable_form %}')


def test_templates_are_loaded_without_their_indentation() -> None:
    """Lines stay lines: an error names the line of the file."""
    template = Engine.get_default().get_template("base.html")
    source = (Path(__file__).parents[2] / "templates/base.html").read_text()
    assert "\n " in source
    assert "\n " not in str(template.source)
    assert str(template.source).count("\n") == source.count("\n")
