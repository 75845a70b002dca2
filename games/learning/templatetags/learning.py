"""Template tags of tutorials and rules: `{% example "recruit" %}`."""

from django import template

from games.learning.diagrams import example_html

register = template.Library()

register.simple_tag(example_html, name="example")
