"""`unsaid evaluate`: repeat the experiments of the research papers."""

from pathlib import Path

import click
from rich.text import Text

from backend.cli import shared_options
from backend.cli.console import out as results
from backend.cli.console import print_json, progress
from backend.evaluation.experiments import ALL, EXPERIMENTS, experiments_named, run, write
from backend.evaluation.figures import refuse_without_matplotlib
from backend.evaluation.markdown import format_cell
from backend.evaluation.result import Result
from backend.reporting.render import table

_DATA = Path("../shared/data")

_NAMES = "\n".join(f"  {each.name}" for each in EXPERIMENTS)
_HELP = f"""Repeat the experiments of the research papers, and measure how well personal data are found.

Without --out, the command prints the tables and the redacted examples. With --out, it writes them to a file, and
draws figures; for these, first run `pip install '.[evaluate]'`. The data are not part of Unsaid; set their folder
with --data.

\b
EXPERIMENT is `{ALL}`, or one of:
{_NAMES}

\b
Example:
  unsaid evaluate {EXPERIMENTS[0].name} --data ../shared/data
"""


@click.command(help=_HELP)
@click.argument("experiment")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=_DATA,
    show_default=True,
    help="Folder with the data of the experiments.",
)
@click.option(
    "--out",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write experiments.md and experiments/*.png into this folder, and replace existing sections.",
)
@shared_options.as_json
def evaluate(experiment: str, data: Path, target: Path | None, *, as_json: bool) -> None:
    """Repeat the experiments of the research papers."""
    if target:
        refuse_without_matplotlib()  # before hours of experiments
    found = tuple(run(experiments_named(experiment), data, progress))
    written = write(found, target) if target else ()
    if as_json:
        print_json({"experiments": [each.as_json() for each in found]})
    elif target:
        for path in written:
            click.echo(f"Written: {path}")
    else:
        for each in found:
            _show(each)


def _show(result: Result) -> None:
    console = results()
    console.print(Text(f"{result.experiment}: {result.title}", style="bold"), Text(result.source), sep="\n")
    for each in result.tables:
        console.print(Text(f"\n{each.caption}"))
        console.print(table(each.columns, ([format_cell(cell) for cell in row] for row in each.rows)))
    for listing in result.listings:
        console.print(Text(f"\n{listing.caption}", style="bold"))
        console.print(Text("\n".join(listing.lines)))
    for sentence in (*result.findings, *result.differences):
        console.print(Text(f"- {sentence}"))
    console.print()
