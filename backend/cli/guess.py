"""`unsaid guess` and `unsaid clients`: guess a document's client, and list the known clients."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import finish, out, print_errors, print_json, progress
from backend.cli.tables import guess_lines
from backend.reporting.training import client_lines
from backend.services.models.guess import guess_files
from backend.wiring.models import known_clients, serving_model
from backend.workers import Workers


@click.command()
@shared_options.paths
@click.option("--top", type=click.IntRange(min=1), default=5, show_default=True, help="Number of clients to list.")
@shared_options.registry
@shared_options.version_name
@shared_options.as_json
def guess(
    paths: tuple[Path, ...], top: int, registry: Path | None, version: str | None, *, as_json: bool
) -> NoReturn:
    """Guess the client of each document.

    \b
    Example:
      unsaid guess report.docx --top 3
    """
    model = serving_model(registry, version)
    with progress("Reading") as advance:
        files = guess_files(paths, model, top, advance, workers=Workers(apart=True))
    print_errors(files)
    if as_json:
        print_json({"files": [file.as_json() for file in files]})
    else:
        for file in files:
            out().print(guess_lines(file))
    finish(attention=any(file.error is not None for file in files))


@click.command()
@shared_options.registry
@shared_options.version_name
@shared_options.as_json
def clients(registry: Path | None, version: str | None, *, as_json: bool) -> None:
    """List the clients of the model, with the number of their training documents and words.

    \b
    Example:
      unsaid clients
    """
    known = known_clients(registry, version)
    if as_json:
        print_json(known.as_json())
    else:
        out().print(client_lines(known.version, known.clients))
