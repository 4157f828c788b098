"""`unsaid train`: train a new model version."""

from functools import partial
from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.console import counter, finish, out, print_json
from backend.errors import InvalidRequest
from backend.reporting.training import training_lines
from backend.services.audit.document_events import of_training
from backend.services.models.training import FEATURES, TrainRequest, train_version
from backend.wiring.registries import open_registry
from backend.wiring.stored import local_user, record_here
from backend.workers import Workers


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@shared_options.registry
@click.option("--name", metavar="VERSION", help="Name of the new version [default: the time, in UTC].")
@click.option(
    "--features",
    default=str(FEATURES),
    show_default=True,
    metavar="N|all",
    help="Number of words that the model uses, the most informative first.",
)
@click.option(
    "--promote", is_flag=True, help="Use this version from now on. Unsaid always uses the first version at once."
)
@click.option(
    "--every-margin",
    is_flag=True,
    help="Also measure the margins above the default one, for `redact --assurance`. (A margin is how much better "
    "redaction hides the client than k requires.) This takes longer.",
)
@shared_options.jobs
@shared_options.scheduler
@shared_options.as_json
def train(  # noqa: PLR0913 - one argument an option
    *,
    corpus: Path,
    registry: Path | None,
    name: str | None,
    features: str,
    jobs: int,
    scheduler: str | None,
    promote: bool,
    every_margin: bool,
    as_json: bool,
) -> NoReturn:
    """Train a new model version from CORPUS.

    CORPUS is a folder with one sub-folder of .docx, .txt or .md files per client. It may also contain clients.csv
    (columns client,utility,aliases; utility is the industry) and documents.csv (columns path,date,author). Or
    CORPUS is a .jsonl or .jsonl.gz file: each line has id, client and text, and may have utility, date and author.
    With dates and authors, Unsaid can also measure how well redaction hides the client in later documents and in
    documents by other authors. Unsaid stores the word counts of each document, not its text. The command also
    trains other classifiers (attackers): `unsaid redact` hides the client from them too.

    \b
    Example:
      unsaid train clients/ --promote
    """
    request = TrainRequest(
        corpus, name, _features(features), promote, Workers(jobs, scheduler, apart=True), every_margin
    )
    with counter("Counting documents") as count:
        waiting = partial(count.begin, "Training attackers")
        done = train_version(request, open_registry(registry), count.advance, waiting)
    record_here(of_training(local_user(), done))
    if as_json:
        print_json(done.as_json())
    else:
        out().print(training_lines(done.version, done.report, done.promises, done.problems))
    finish(attention=any(problem.skipped for problem in done.problems))


def _features(value: str) -> int | None:
    if value == "all":
        return None
    if not value.isdecimal() or int(value) < 1:
        raise InvalidRequest("--features takes a whole number of 1 or more, or all.")
    return int(value)
