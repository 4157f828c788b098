"""`unsaid redact`: write redacted copies of documents."""

from pathlib import Path
from typing import Any, NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import finish, out, print_errors, print_json, progress
from backend.cli.redaction_options import cleaning_options, redaction_options, request_from_options
from backend.reporting.release_lines import batch_figure_lines
from backend.reporting.render import file_lines, promise_lines
from backend.services.redaction.batch import BatchRequest, redact_files
from backend.services.redaction.certificates import CertificateOptions
from backend.wiring.choices import PLACEHOLDER_STYLES
from backend.wiring.stored import catalogue_here, certificate_signer, record_redactions_here, release_here
from backend.workers import Workers


@click.command()
@shared_options.paths
@click.option(
    "--out", "out_folder", required=True, type=click.Path(path_type=Path), help="Folder for the redacted copies."
)
@redaction_options
@cleaning_options
@click.option(
    "--placeholder",
    "style",
    type=click.Choice(PLACEHOLDER_STYLES),
    help=(
        "Placeholders: numbered [PERSON 1], typed [PERSON], or [REDACTED] for everything "
        "[default: numbered, or what the policy requires]."
    ),
)
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the report to this file, outside --out. It contains the redacted terms. Only you can read it.",
)
@click.option(
    "--certificate",
    "certificates",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write a signed certificate of each redacted copy into this folder, as JSON and as a Word document of one "
    "page. A certificate contains no terms and no names.",
)
@click.option(
    "--index",
    is_flag=True,
    help="Add the redacted copies to the index of released documents (UNSAID_INDEX), if the policy allows it and "
    "their outcome is met.",
)
@shared_options.jobs
@shared_options.scheduler
@shared_options.registry
@shared_options.version_name
@shared_options.as_json
def redact(  # noqa: PLR0913 - one argument an option
    *,
    paths: tuple[Path, ...],
    out_folder: Path,
    report: Path | None,
    certificates: Path | None,
    jobs: int,
    scheduler: str | None,
    registry: Path | None,
    version: str | None,
    as_json: bool,
    **hide: Any,
) -> NoReturn:
    """Write redacted copies of documents, and verify that no redacted term is left in them.

    Unsaid never changes the originals. It reads folders with all their sub-folders.

    \b
    Examples:
      unsaid redact report.docx --client "Halden & Rook" --out redacted --report report.json
      unsaid redact inbox --manifest inbox.csv --k 8 --out redacted --jobs 2
      unsaid redact notes.txt --no-cii --pii EMAIL_ADDRESS,PHONE_NUMBER --out redacted
      unsaid redact report.docx --client "Halden & Rook" --out redacted --against published
      unsaid redact draft.docx --no-cii --clean --out redacted
      unsaid redact draft.docx --no-cii --clean --comments anonymise --images remove --out redacted
    """
    request = request_from_options(hide)
    catalogue = catalogue_here(request, registry, version, hide["against"])
    workers = Workers(jobs, scheduler, apart=True)
    wanted = None if certificates is None else CertificateOptions(certificates, certificate_signer())
    batch = BatchRequest(paths, out_folder, request, catalogue, report, wanted, workers, release_here)
    with progress("Redacting") as advance:
        done = redact_files(batch, advance)
    record_redactions_here(done)
    print_errors(done.files)
    if as_json:
        print_json(done.as_json())
    else:
        for file in done.files:
            out().print(file_lines(file))
        out().print(promise_lines(file.promise for file in done.files if file.robust))
        for line in batch_figure_lines(done.privacy):
            out().print(line)
        if done.others:
            out().print(f"Files of other kinds in these folders, not touched: {len(done.others)}.")
    finish(attention=any(file.needs_attention for file in done.files))
