"""The `unsaid` command."""

from typing import Any

import click

from backend import __version__
from backend.cli.guess import clients, guess
from backend.cli.model import model
from backend.cli.redact import redact
from backend.cli.suggest import suggest
from backend.cli.train import train
from backend.cli.verify import verify
from backend.errors import UnsaidError


class Refused(click.ClickException):
    """Nothing could start: one line on stderr and exit status 2."""

    exit_code = 2


class UnsaidGroup(click.Group):
    """Turns every error of the family that no command has dealt with into its one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except UnsaidError as error:
            raise Refused(str(error)) from error


@click.group(cls=UnsaidGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="unsaid")
def cli() -> None:
    """Hide what a document gives away: who the client is, and personal data.

    \b
    A first round:
      unsaid train CORPUS                                   learn what tells the clients apart
      unsaid guess report.docx                              whose document does this look like
      unsaid redact report.docx --client "Halden & Rook" --out redacted --report report.json
      unsaid verify redacted --report report.json           nothing that was redacted is left

    \b
    Exit status: 0 done; 1 done, but something needs attention; 2 nothing could start.
    """


for command in (train, clients, guess, suggest, redact, verify, model):
    cli.add_command(command)


def main() -> None:
    """Run the command line of this process."""
    cli(prog_name="unsaid")
