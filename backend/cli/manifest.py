"""`unsaid manifest`: write the Office manifest of the add-in."""

from pathlib import Path

import click

from backend.files import write_atomically
from backend.web.routes.manifest import manifest as filled_in


@click.command()
@click.option("--address", required=True, help="The https address at which Word reaches the service.")
@click.option("--id", "add_in", help="The id of the add-in, a UUID [default: made from the address].")
@click.option("--support", help="The https page where people get help [default: the start page of the service].")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("manifest.xml"),
    show_default=True,
    help="The file to write.",
)
def manifest(address: str, add_in: str | None, support: str | None, out: Path) -> None:
    """Write the Office manifest that tells Word the address of the pane.

    \b
    Examples:
      unsaid manifest --address https://localhost:8000
      unsaid manifest --address https://unsaid.example --out unsaid.xml
    """
    write_atomically(out, filled_in(address, add_in, support).encode())
    click.echo(f"{out} tells Word where the pane is; docs/deployment.md says how to add it to Word.")
