"""`unsaid worker`: run a worker that does jobs."""

from dataclasses import replace
from pathlib import Path

import click

from backend.cli import shared_options
from backend.settings import Settings
from backend.worker.worker_loop import work


@click.command()
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of jobs to run at the same time.",
)
@shared_options.registry
@click.option("--beside", type=int, hidden=True, help="Exit when this process (the parent) has exited.")
def worker(jobs: int, registry: Path | None, beside: int | None) -> None:
    """Run a worker that does jobs (training, batches of folders) until Ctrl-C.

    `unsaid serve` starts one beside the service. Start more on other machines that use the same database, client
    models and folders. When a worker is killed, nothing is lost: another one resumes its job.

    \b
    Example:
      unsaid worker --jobs 2
    """
    settings = Settings.from_environment()
    if registry is not None:
        settings = replace(settings, registry=registry)
    work(settings, jobs, lambda: click.echo("Unsaid works on jobs; Ctrl-C ends it."), beside)
