"""`unsaid key`: API keys for programs."""

from datetime import timedelta

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.cli.stored import key_as_json, keys_table
from backend.errors import InvalidRequest
from backend.wiring.choices import ROLES, role
from backend.wiring.store import opened_store
from backend.wiring.stored import local_user

_DAYS = 90


@click.group(cls=CommandGroup)
def key() -> None:
    """Manage the API keys of programs: create, list and revoke them.

    \b
    Examples:
      unsaid key new --label "nightly batch" --group Retail
      unsaid key list
      unsaid key revoke 3f0c9a6be2d14475
    """


@key.command()
@click.option("--label", required=True, callback=shared_options.labels, help="What the key is for.")
@click.option(
    "--role", "role_name", type=click.Choice(ROLES), default="user", show_default=True, help="The role of the key."
)
@click.option(
    "--group",
    "groups",
    multiple=True,
    callback=shared_options.labels,
    help="A client group whose clients the key may see by name (repeatable). Give either --group or --every-group.",
)
@click.option(
    "--every-group",
    is_flag=True,
    help="The key may see every client by name. Give either --group or --every-group.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 36_500),
    default=_DAYS,
    show_default=True,
    help="Days until the key expires.",
)
@shared_options.as_json
def new(
    *, label: str, role_name: str, groups: tuple[str, ...], every_group: bool, days: int, as_json: bool
) -> None:
    """Create a key and print its token. The token is shown only once.

    \b
    Example:
      unsaid key new --label "nightly batch" --role user --group Retail --days 30
    """
    if bool(groups) == every_group:
        raise InvalidRequest("Name the clients that the key may see: --group for each group, or --every-group.")
    with opened_store() as store:
        seen = None if every_group else groups
        made = store.api_keys.new(label, role(role_name), seen, timedelta(days=days), by=local_user())
    if as_json:
        print_json({**key_as_json(made.key), "token": made.token})
    else:
        out().print(keys_table([made.key]))
        click.echo(f"\nToken, which cannot be shown again:\n{made.token}")


@key.command("list")
@shared_options.as_json
def list_command(*, as_json: bool) -> None:
    """List the keys, oldest first.

    \b
    Example:
      unsaid key list
    """
    with opened_store() as store:
        keys = store.api_keys.all()
    if as_json:
        print_json({"keys": [key_as_json(each) for each in keys]})
    else:
        out().print(keys_table(keys))


@key.command()
@click.argument("key_id", metavar="ID")
@shared_options.as_json
def revoke(key_id: str, *, as_json: bool) -> None:
    """Revoke a key at once. This cannot be undone.

    \b
    Example:
      unsaid key revoke 3f0c9a6be2d14475
    """
    with opened_store() as store:
        revoked = store.api_keys.revoke(key_id, by=local_user())
    if as_json:
        print_json(key_as_json(revoked))
    else:
        out().print(f"Key {revoked.id} is revoked.")
