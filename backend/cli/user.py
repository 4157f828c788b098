"""`unsaid user`: users who have signed in, and what is granted to them here."""

import os

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.cli.stored import users_table
from backend.errors import InvalidRequest
from backend.wiring.choices import ROLES, role
from backend.wiring.store import opened_store
from backend.wiring.stored import local_user

_roles = click.option("--role", "roles", multiple=True, type=click.Choice(ROLES), help="A role (repeatable).")
_groups = click.option(
    "--group",
    "groups",
    multiple=True,
    callback=shared_options.labels,
    help="A client group whose clients the user may see by name (repeatable).",
)


@click.group(cls=CommandGroup)
def user() -> None:
    """Grant roles and client groups to users, in addition to those of their tokens.

    \b
    Examples:
      unsaid user list
      unsaid user grant 5f1c0e7a-2f7b-4c1c-9d53-0b1d0f5f6d11 --role reviewer --group Retail
      unsaid user revoke 49038dd494d80fef0132e0bfdc2a6ee1
    """


@user.command("list")
@shared_options.as_json
def list_command(*, as_json: bool) -> None:
    """List the users who have signed in or have been granted rights, oldest first.

    \b
    Example:
      unsaid user list
    """
    with opened_store() as store:
        users = store.users.all()
    if as_json:
        print_json({"users": [each.as_json() for each in users]})
    else:
        out().print(users_table(users))


@user.command()
@click.argument("subject", callback=shared_options.labels)
@_roles
@_groups
@click.option("--every-group", is_flag=True, help="The user may see every client by name.")
@click.option(
    "--issuer", callback=shared_options.labels, help="The issuer of SUBJECT [default: UNSAID_OIDC_ISSUER]."
)
@shared_options.as_json
def grant(
    *,
    subject: str,
    roles: tuple[str, ...],
    groups: tuple[str, ...],
    every_group: bool,
    issuer: str | None,
    as_json: bool,
) -> None:
    """Grant roles and client groups to SUBJECT (the `sub` of the issuer's tokens).

    The roles and groups apply from the user's next request on. The user need not have signed in before.

    \b
    Example:
      unsaid user grant ada@example.org --role admin --every-group --issuer https://login.example.org
    """
    named = issuer or os.environ.get("UNSAID_OIDC_ISSUER", "").strip()
    if not named:
        raise InvalidRequest("Name the issuer of this subject with --issuer, or set UNSAID_OIDC_ISSUER.")
    with opened_store() as store:
        seen = None if every_group else groups
        granted = store.users.grant(named, subject, [role(each) for each in roles], seen, local_user())
    print_json(granted.as_json()) if as_json else out().print(users_table([granted]))


@user.command()
@click.argument("user_id", metavar="ID")
@_roles
@_groups
@click.option("--forget", is_flag=True, help="Also remove the user's identity; the audit trail keeps the ID.")
@shared_options.as_json
def revoke(*, user_id: str, roles: tuple[str, ...], groups: tuple[str, ...], forget: bool, as_json: bool) -> None:
    """Revoke roles and client groups that were granted in Unsaid.

    Without --role and --group, revoke all of them. Roles and groups from the issuer's tokens remain.

    \b
    Examples:
      unsaid user revoke 49038dd494d80fef0132e0bfdc2a6ee1 --role admin
      unsaid user revoke 49038dd494d80fef0132e0bfdc2a6ee1 --forget
    """
    if forget and (roles or groups):
        raise InvalidRequest("--forget removes all roles and groups of a user. Leave out --role and --group.")
    everything = not roles and not groups
    with opened_store() as store:
        if forget:
            store.users.forget(user_id, local_user())
        else:
            taken = None if everything else [role(each) for each in roles]
            left = store.users.revoke(user_id, taken, None if everything else groups, local_user())
    if forget:
        print_json({"forgotten": user_id}) if as_json else out().print(f"Forgotten: {user_id}.", markup=False)
    else:
        print_json(left.as_json()) if as_json else out().print(users_table([left]))
