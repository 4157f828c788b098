"""`unsaid attack`: let classifiers guess the clients of redacted documents."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import finish, out, print_errors, print_json, progress
from backend.cli.tables import attack_summary, attacked_lines
from backend.services.models.attack import AttackRequest, attack_files, parse_attackers
from backend.wiring.registries import open_registry
from backend.workers import Workers


@click.command()
@shared_options.paths
@click.option(
    "--manifest",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="CSV with the columns path,client and optionally k: the true client of each file, and its k.",
)
@click.option(
    "--attackers",
    default="all",
    show_default=True,
    metavar="LIST",
    help="The attackers: nb, nb-strong, nb-medium, nb-binary, complement-nb, complement-nb-strong, svm, ridge, "
    "logistic, centroid, 1nn.",
)
@shared_options.registry
@shared_options.version_name
@shared_options.as_json
def attack(
    paths: tuple[Path, ...],
    manifest: Path,
    attackers: str,
    registry: Path | None,
    version: str | None,
    *,
    as_json: bool,
) -> NoReturn:
    """Attack redacted documents: let classifiers guess the clients.

    The attackers learn from at most 2,000 training documents of the model, with at least one of every client.
    They use all words of these documents, not only the words that the model uses. The rank of a client is 1 plus
    the number of strictly likelier clients.
    The command compares each rank with the k of the manifest, or with 5 if the manifest has none. It also asks the
    held-out attackers of the model version, which redaction does not use.

    Exit status 1: a file failed, or an attacker that reads single words named the client of a file.

    \b
    Example:
      unsaid attack redacted/ --manifest redacted.csv --attackers svm,ridge,1nn
    """
    request = AttackRequest(paths, manifest, parse_attackers(attackers), workers=Workers(apart=True))
    with progress("Attacking") as advance:
        report = attack_files(request, open_registry(registry), version, advance)
    print_errors(report.files)
    if as_json:
        print_json(report.as_json())
    else:
        for file in report.files:
            out().print(attacked_lines(file))
        out().print(attack_summary(report))
    finish(attention=report.needs_attention)
