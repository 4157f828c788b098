"""The group of the commands that have sub-commands, such as `unsaid db`."""

import click


class CommandGroup(click.Group):
    """A group whose help shows the first line of each command in full; click itself cuts long ones."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """List the commands."""
        commands = sorted(self.commands.items())
        with formatter.section("Commands"):
            formatter.write_dl([(name, (command.help or "").split("\n")[0]) for name, command in commands])
