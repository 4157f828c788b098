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

_NEEDS_ATTENTION = 1
"""As `console` has it, whose library would be loaded for every `--help`."""

COMMANDS: Mapping[str, str] = {
    "train": "Learn from CORPUS what tells the clients apart, and keep it as a new model version.",
    "clients": "List the clients that the model knows, with what it has read of each.",
    "guess": "Tell whose document this looks like.",
    "suggest": "Show which terms should go at each level up to k, and why; nothing is written.",
    "redact": "Write redacted copies of documents, and prove that nothing of what went is left in them.",
    "verify": "Prove that nothing that was redacted is left, in any part of the outputs.",
    "attack": "Let classifiers other than the model guess whose documents these are.",
    "model": "List the versions of the client models, promote one, or roll back.",
    "evaluate": "Repeat the papers' experiments, with their figures beside ours, and measure how personal data are "
    "found.",
    "client": "Keep what is known of each client: other names, terms that always go, terms that never do.",
    "user": "Grant roles and groups to people, beside what the tokens of their issuer say.",
    "policy": "Say what every redaction of a client's documents has to hold to.",
    "audit": "Read, check and export the audit trail.",
    "key": "Give programs a key to the service, list the keys, revoke one.",
    "certificate-key": "Keep the keys that sign certificates: list, export, replace and revoke them.",
    "db": "Upgrade, back up and restore the database, and rotate the key that seals it.",
    "serve": "Serve Word: the interface that the pane speaks to, until Ctrl-C.",
    "worker": "Do the jobs that the service is asked for: trainings, and batches of folders, until Ctrl-C.",
    "manifest": "Write the manifest that tells Word where the pane is.",
}
"""What each command does, in the first line of its help: so that none has to be loaded for the list of all."""

_HOMES = {"clients": "guess"}
"""The modules of commands that have none of their own name."""


class Commands(Mapping[str, click.Command]):
    """The commands by name; the module of one is loaded when it is asked for."""

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
"""What the system says of a path that nothing could ever have."""


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
        except UnicodeEncodeError as error:
            raise Refused("an argument is not UTF-8; write it again") from error
        except OSError as error:
            if error.errno not in _IMPOSSIBLE:
                raise
            raise Refused("a path is too long for this system, or none that it can have; choose another") from error

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
            sys.exit(_NEEDS_ATTENTION)
        sys.exit(0)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """List the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=UnsaidGroup, commands=Commands(), context_settings={"help_option_names": ["-h", "--help"]})
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


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A console that has no "→", or a file name that is no text, must not end the run.
            stream.reconfigure(errors="replace")
    cli(prog_name="unsaid")
