"""The `unsaid` command."""

import errno
import io
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

import click

from backend import __version__
from backend.errors import UnsaidError
from backend.reporting.command_line import COMMAND_LINE

_NEEDS_ATTENTION = 1
"""The same as in `console`, which is not imported here: it would load rich for every `--help`."""

COMMANDS: Mapping[str, str] = {
    "train": "Train a new model version from CORPUS.",
    "clients": "List the clients of the model, with the number of their training documents and words.",
    "guess": "Guess the client of each document.",
    "suggest": "Show which terms to redact at each level up to k, and why. Nothing is written.",
    "redact": "Write redacted copies of documents, and verify that no redacted term is left in them.",
    "verify": "Verify that no redacted term is left in any part of redacted copies.",
    "attack": "Attack redacted documents: let classifiers guess the clients.",
    "privacy": "Measure what released documents reveal.",
    "index": "Index released documents in groups of k clients that look the same, so that people find them.",
    "taxonomy": "Show broader forms of words, places, dates and amounts: what could stand for them in a document.",
    "model": "List the model versions, promote one, or roll back.",
    "evaluate": "Repeat the experiments of the research papers, and measure how well personal data are found.",
    "client": "Manage the dictionary of each client: other names, terms to always redact, terms to never redact.",
    "user": "Grant roles and client groups to users, in addition to those of their tokens.",
    "policy": "Manage policies: requirements that every redaction of a client's documents has to meet.",
    "audit": "List, verify and export the audit trail.",
    "key": "Manage the API keys of programs: create, list and revoke them.",
    "certificate-key": "Manage the keys that sign certificates: list, export, replace and revoke them.",
    "db": "Upgrade, back up and restore the database, and rotate the key that encrypts it.",
    "serve": "Run the HTTP service for the Word add-in and other programs, until Ctrl-C.",
    "worker": "Run a worker that does jobs (training, batches of folders) until Ctrl-C.",
    "manifest": "Write the Office manifest that tells Word the address of the pane.",
}
"""The first line of each command's help, so that the list of commands loads none of them."""

_HOMES = {"clients": "guess"}
"""The modules of commands that have no module of their own name."""


class Commands(Mapping[str, click.Command]):
    """The commands by name; the module of a command is loaded on first use."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        own = name.replace("-", "_")
        command: click.Command = getattr(import_module(f"backend.cli.{_HOMES.get(name, own)}"), own)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


_IMPOSSIBLE = frozenset({errno.ENAMETOOLONG, errno.EINVAL, errno.ELOOP})
"""Error numbers of the system for a path that cannot exist."""


class Refused(click.ClickException):
    """The command could not start: one line on stderr and exit status 2."""

    exit_code = 2


class UnsaidGroup(click.Group):
    """A group that prints every unhandled error in one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except UnsaidError as error:
            raise Refused(error.text(COMMAND_LINE)) from error
        except UnicodeEncodeError as error:
            raise Refused("an argument is not UTF-8; write it again") from error
        except OSError as error:
            if error.errno not in _IMPOSSIBLE:
                raise
            raise Refused("a path is too long or invalid on this system; choose another") from error

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command line and exit; click itself would print four lines for a wrong option."""
        try:
            super().main(*args, **{**extra, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
        except click.ClickException as error:
            click.echo(f"Error: {error.format_message()}", err=True)
            sys.exit(error.exit_code)
        except click.Abort:
            click.echo("Interrupted: all files written so far are complete.", err=True)
            sys.exit(_NEEDS_ATTENTION)
        sys.exit(0)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """List the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=UnsaidGroup, commands=Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="unsaid")
def cli() -> None:
    """Hide the client of a document (the person or organisation whose document it is), and redact personal data.

    \b
    First steps:
      unsaid train CORPUS                                   learn what distinguishes the clients
      unsaid guess report.docx                              guess whose document this is
      unsaid redact report.docx --client "Halden & Rook" --out redacted --report report.json
      unsaid verify redacted --report report.json           verify that no redacted term is left

    Unsaid stores its data in the data folder: UNSAID_DATA, or by default ~/.local/share/unsaid on Linux,
    ~/Library/Application Support/unsaid on macOS, and AppData/Local/unsaid in the user's folder on Windows.

    \b
    Exit status: 0 done; 1 done, but something needs attention; 2 could not start.
    """


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A console without "→", or a file name that is not valid text, must not end the run.
            stream.reconfigure(errors="replace")
    cli(prog_name="unsaid")
