"""A dataclass as command line options: a field is an option, with its default and description."""

import argparse
from dataclasses import field, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def option[Value](default: Value, about: str) -> Value:
    """Return a field with a description for `--help`."""
    return field(default=default, metadata={"help": about})


def add_options(parser: argparse.ArgumentParser, kind: "type[DataclassInstance]") -> None:
    """Add an option for each field of a dataclass."""
    for option in fields(kind):
        about = f"{option.metadata['help']} (default: %(default)s)"
        parser.add_argument(
            f"--{option.name}", type=type(option.default), default=option.default, help=about
        )


def read_options[Options: DataclassInstance](
    kind: type[Options], parsed: argparse.Namespace
) -> Options:
    """Return the dataclass with the values of the command line."""
    return kind(**{option.name: getattr(parsed, option.name) for option in fields(kind)})
