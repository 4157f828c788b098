"""The `unsaid` command."""

import io
import sys
from typing import Any, NoReturn

import click

from backend import __version__
from backend.cli.attack import attack
from backend.cli.client import client
from backend.cli.console import NEEDS_ATTENTION
from backend.cli.db import db
from backend.cli.evaluate import evaluate
from backend.cli.guess import clients, guess
from backend.cli.key import key
from backend.cli.model import model
from backend.cli.redact import redact
from backend.cli.serve import serve
from backend.cli.suggest import suggest
from backend.cli.train import train
from backend.cli.verify import verify
from backend.errors import UnsaidError


class Refused(click.ClickException):
    """Nothing could start: one line on stderr and exit status 2."""

    exit_code = 2


class UnsaidGroup(click.Group):
    """Tells every error that no command has dealt with in one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except UnsaidError as error:
            raise Refused(str(error)) from error

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command line and exit; click itself would tell a wrong option in four lines."""
        try:
            super().main(*args, **{**extra, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
        except click.ClickException as error:
            click.echo(f"Error: {error.format_message()}", err=True)
            sys.exit(error.exit_code)
        except click.Abort:
            click.echo("Interrupted: what was written until now is whole.", err=True)
            sys.exit(NEEDS_ATTENTION)
        sys.exit(0)


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


for command in (train, clients, guess, suggest, redact, verify, attack, model, evaluate, client, key, db, serve):
    cli.add_command(command)


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A console that has no "→", or a file name that is no text, must not end the run.
            stream.reconfigure(errors="replace")
    cli(prog_name="unsaid")
