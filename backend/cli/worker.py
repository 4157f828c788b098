"""`unsaid worker`: run a worker that does jobs."""

from dataclasses import replace
from pathlib import Path

import click

from backend.cli import options
from backend.settings import Settings
from backend.worker.work import work


@click.command()
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many jobs to do side by side."
)
@options.registry
@click.option("--beside", type=int, hidden=True, help="End when this process, which has started it, is gone.")
def worker(jobs: int, registry: Path | None, beside: int | None) -> None:
    """Do the jobs that the service is asked for: trainings, and batches of folders, until Ctrl-C.

    `unsaid serve` starts one beside it. Start others on machines that use the same database, client models and
    folders. A worker that is killed loses nothing: another one goes on with what it did.

    \b
    Example:
      unsaid worker --jobs 2
    """
    settings = Settings.from_environment()
    if registry is not None:
        settings = replace(settings, registry=registry)
    work(settings, jobs, lambda: click.echo("Unsaid works on jobs; Ctrl-C ends it."), beside)
