"""`unsaid verify`: verify that no redacted term is left in redacted copies."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import finish, out, print_errors, print_json, progress
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.render import verification_lines
from backend.services.redaction.recompute import Recompute
from backend.services.redaction.verify import verify_files
from backend.wiring.recomputing import recompute_here
from backend.wiring.stored import trusted_keys
from backend.workers import Workers


@click.command()
@shared_options.paths
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The report of `unsaid redact --report`. With --certificate, it proves which file was the original.",
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Verify who signed this .certificate.json, and that it belongs to exactly this document, byte for byte.",
)
@click.option(
    "--keys",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Public keys that you trust, from `unsaid certificate-key export` (repeatable) "
    "[default: those in the database].",
)
@shared_options.registry
@click.option(
    "--name", "version", metavar="VERSION", help="Model version [default: the one that the report names]."
)
@shared_options.as_json
def verify(
    paths: tuple[Path, ...],
    report: Path | None,
    certificate: Path | None,
    keys: tuple[Path, ...],
    *,
    registry: Path | None,
    version: str | None,
    as_json: bool,
) -> NoReturn:
    """Verify that no redacted term is left in any part of redacted copies.

    Give --report or --certificate. With --certificate, the command compares a document with its certificate. With
    --report alone, it searches for the redacted terms, and computes the outcome again: whether the file still
    reaches the level of the report, meets the current policy, and contains no personal data that had to be
    redacted.

    \b
    Examples:
      unsaid verify redacted --report report.json
      unsaid verify redacted/plan.docx --certificate certificates/plan.docx.certificate.json
      unsaid verify plan.docx --certificate plan.docx.certificate.json --keys keys.json
    """
    if certificate is not None:
        _by_certificate(paths, certificate, report, keys, as_json=as_json)
    if keys:
        raise click.UsageError("--keys goes with --certificate")
    if report is None:
        raise click.UsageError("name --report or --certificate")
    _by_report(paths, report, recompute_here(report, registry, version), as_json=as_json)


def _by_report(paths: tuple[Path, ...], report: Path, recompute: Recompute, *, as_json: bool) -> NoReturn:
    with progress("Verifying") as advance:
        checked = verify_files(paths, report, recompute, advance, Workers(apart=True))
    print_errors(checked)
    if as_json:
        print_json({"files": [each.as_json() for each in checked]})
    else:
        for each in checked:
            out().print(verification_lines(each.path, each.verification, each.error, each.outcome))
            for warning in each.warnings:
                out().print(f"  {COMMAND_LINE(warning)}", markup=False)
    finish(attention=any(each.needs_attention for each in checked))


def _by_certificate(
    paths: tuple[Path, ...], certificate: Path, report: Path | None, keys: tuple[Path, ...], *, as_json: bool
) -> NoReturn:
    from backend.cli.certified import certified_line, signature_line  # loads cryptography, which takes its time
    from backend.services.redaction.certificate_check import compare_files

    trusted = trusted_keys(keys)
    with progress("Comparing") as advance:
        judged, compared = compare_files(paths, certificate, trusted, report, advance)
    print_errors(compared)
    if as_json:
        print_json({"certificate": judged.as_json(), "files": [each.as_json() for each in compared]})
    else:
        out().print(signature_line(judged, trusted_by="--keys" if keys else "this installation"))
        for each in compared:
            if each.error is None:
                out().print(certified_line(each))
    finish(attention=any(each.needs_attention for each in compared))
