"""The options that several commands share, in one wording."""

from pathlib import Path

import click

from backend.errors import InvalidRequest
from backend.files import read_bytes

paths = click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
registry = click.option(
    "--registry",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the client models [default: UNSAID_REGISTRY, else in the data folder].",
)
version_name = click.option(
    "--name", "version", metavar="VERSION", help="Model version [default: the promoted one]."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
jobs = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
scheduler = click.option(
    "--scheduler", metavar="ADDRESS", help="Use the machines of this Dask scheduler, e.g. tcp://10.0.0.5:8786."
)


def terms(values: tuple[str, ...]) -> tuple[str, ...]:
    """The terms of a repeatable option: each value is a term, or @FILE with one term a line.

    Raises InvalidRequest when a file is not UTF-8 or a term is empty.
    """
    found: list[str] = []
    for value in values:
        found += _lines(Path(value[1:])) if value.startswith("@") else [value.strip()]
    if not all(any(char.isprintable() and not char.isspace() for char in term) for term in found):
        raise InvalidRequest("a term is empty; leave out the option instead")
    return tuple(dict.fromkeys(found))


def _lines(path: Path) -> list[str]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRequest(f"{path}: not UTF-8; save the list as UTF-8") from error
    return [line.strip() for line in text.splitlines() if line.strip()]
