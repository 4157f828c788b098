"""`unsaid verify`."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import options
from backend.cli.console import finish, out, print_json, progress, tell_errors
from backend.reporting.render import certificate_line, verification_lines
from backend.services.certify import compare_files
from backend.services.verify import verify_files


@click.command()
@options.paths
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What `unsaid redact --report` wrote.",
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Instead, tell whether the document is the one of this .certificate.json, byte for byte.",
)
@options.as_json
def verify(paths: tuple[Path, ...], report: Path | None, certificate: Path | None, *, as_json: bool) -> NoReturn:
    """Prove that nothing that was redacted is left, in any part of the outputs.

    \b
    Examples:
      unsaid verify redacted --report report.json
      unsaid verify redacted/plan.docx --certificate certificates/plan.docx.certificate.json
    """
    if report is not None and certificate is None:
        _by_report(paths, report, as_json=as_json)
    elif certificate is not None and report is None:
        _by_certificate(paths, certificate, as_json=as_json)
    else:
        raise click.UsageError("name one of --report and --certificate")


def _by_report(paths: tuple[Path, ...], report: Path, *, as_json: bool) -> NoReturn:
    with progress("Verifying") as advance:
        checked = verify_files(paths, report, advance)
    tell_errors(checked)
    if as_json:
        print_json({"files": [each.as_json() for each in checked]})
    else:
        for each in checked:
            out().print(verification_lines(each.path, each.verification, each.error))
    finish(attention=any(each.needs_attention for each in checked))


def _by_certificate(paths: tuple[Path, ...], certificate: Path, *, as_json: bool) -> NoReturn:
    with progress("Comparing") as advance:
        compared = compare_files(paths, certificate, advance)
    tell_errors(compared)
    if as_json:
        print_json({"files": [each.as_json() for each in compared]})
    else:
        for each in compared:
            if each.error is None:
                out().print(certificate_line(each.path, is_certified=each.is_certified))
    finish(attention=any(each.needs_attention for each in compared))
