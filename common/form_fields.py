"""Typed access to fields of a form: Django types all of them as plain fields."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import Model, QuerySet


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return a field of a form that offers choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return field


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field of a form."""
    choice_field(form, name).choices = list(choices)


def set_queryset[M: Model](form: forms.BaseForm, name: str, rows: QuerySet[M]) -> None:
    """Set the rows that a field of a form offers."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
