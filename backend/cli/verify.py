"""`unsaid verify`."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import options
from backend.cli.console import finish, out, print_json, progress, tell_errors
from backend.reporting.render import verification_lines
from backend.services.verify import verify_files


@click.command()
@options.paths
@click.option(
    "--report",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="What `unsaid redact --report` wrote.",
)
@options.as_json
def verify(paths: tuple[Path, ...], report: Path, *, as_json: bool) -> NoReturn:
    """Prove that nothing that was redacted is left, in any part of the outputs.

    \b
    Example:
      unsaid verify redacted --report report.json
    """
    with progress("Verifying") as advance:
        checked = verify_files(paths, report, advance)
    tell_errors(checked)
    if as_json:
        print_json({"files": [each.as_json() for each in checked]})
    else:
        for each in checked:
            out().print(verification_lines(each.path, each.verification, each.error))
    finish(attention=any(each.needs_attention for each in checked))
