"""`unsaid suggest`: show what to redact, without writing anything."""

from pathlib import Path
from typing import Any, NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import finish, out, print_errors, print_json, progress
from backend.cli.redaction_options import cleaning_options, redaction_options, request_from_options
from backend.cli.tables import given_away_lines, suggestion_lines
from backend.reporting.render import promise_lines
from backend.services.analysis.suggest import suggest_files
from backend.wiring.stored import catalogue_here
from backend.workers import Workers


@click.command()
@shared_options.paths
@redaction_options
@cleaning_options
@shared_options.registry
@shared_options.version_name
@shared_options.as_json
def suggest(
    paths: tuple[Path, ...], registry: Path | None, version: str | None, *, as_json: bool, **hide: Any
) -> NoReturn:
    """Show which terms to redact at each level up to k, and why. Nothing is written.

    With --clean, the suggestions are for the text of the clean copy.

    \b
    Examples:
      unsaid suggest report.docx --client "Halden & Rook" --k 10
      unsaid suggest report.docx --client "Halden & Rook" --clean
    """
    request = request_from_options(hide)
    catalogue = catalogue_here(request, registry, version, hide["against"])
    with progress("Analysing") as advance:
        files = suggest_files(paths, request, catalogue, advance, Workers(apart=True))
    print_errors(files)
    if as_json:
        print_json({"files": [file.as_json() for file in files]})
    else:
        for file in files:
            out().print(suggestion_lines(file))
        choices = (file.analysis.choice for file in files if file.analysis)
        out().print(promise_lines(choice.promise for choice in choices if choice and choice.robust))
        out().print(given_away_lines(files))
    finish(attention=any(file.error is not None for file in files))
