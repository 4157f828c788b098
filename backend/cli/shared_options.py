"""Options that several commands share, with the same help text."""

import re
from pathlib import Path
from typing import Any

import click

from backend.document.entry_validation import label_fault, term_fault
from backend.errors import InvalidRequest
from backend.files import read_bytes

paths = click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
registry = click.option(
    "--registry",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the client models [default: UNSAID_REGISTRY, or `registry` in the data folder].",
)
version_name = click.option(
    "--name", "version", metavar="VERSION", help="Model version [default: the promoted one]."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, and nothing else.")
jobs = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
scheduler = click.option(
    "--scheduler", metavar="ADDRESS", help="Use the workers of this Dask scheduler, e.g. tcp://10.0.0.5:8786."
)


def labels(context: click.Context, parameter: click.Parameter, values: Any) -> Any:
    """A callback of options that take labels: names of people, groups, labels of keys.

    Raises InvalidRequest when one cannot be used (see `document.entry_validation`).
    """
    for each in (values,) if isinstance(values, str) else values or ():
        if fault := label_fault(each):
            raise InvalidRequest(f"{parameter.get_error_hint(context)} {fault}. Correct it.")
    return values


def terms(values: tuple[str, ...]) -> tuple[str, ...]:
    """The terms of a repeatable option: each value is a term, or @FILE with one term a line.

    Raises InvalidRequest when a file is not UTF-8 or a term cannot be used (see `document.entry_validation`).
    """
    found: list[str] = []
    for value in values:
        if value.startswith("@"):
            found += _lines(Path(value[1:]))
        elif fault := term_fault(value):
            raise InvalidRequest(f"A term {fault}. Correct it or leave out the option.")
        else:
            found.append(value.strip())
    return tuple(dict.fromkeys(found))


def _lines(path: Path) -> list[str]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRequest(f"{path}: not UTF-8. Save the list as UTF-8.") from error
    lines = {number: line.strip() for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)}
    for number, line in lines.items():
        if line and (fault := term_fault(line)):
            raise InvalidRequest(f"{path}, line {number}: the term {fault}. Correct it or leave it out.")
    return [line for line in lines.values() if line]
