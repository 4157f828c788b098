"""`unsaid policy`: policies that apply to every redaction of a client's documents."""

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.cli.stored import policies_table, policy_lines
from backend.errors import UnknownPolicy
from backend.wiring.choices import (
    COMMENTS,
    IMAGES,
    INDEXING,
    KEEP,
    OBJECTIVES,
    PLACEHOLDER_STYLES,
    REMOVE,
    REVISIONS,
)
from backend.wiring.policies import policy_from_options
from backend.wiring.store import client_for_policy, opened_store
from backend.wiring.stored import local_user

_client = click.option(
    "--client", metavar="NAME", help="The client [default: all clients without a policy of their own]."
)


@click.group(cls=CommandGroup)
def policy() -> None:
    """Manage policies: requirements that every redaction of a client's documents has to meet.

    Unsaid refuses a request that asks for less than the policy requires. If a request leaves out an option, the
    policy sets it. Unsaid keeps every version of a policy, and each report names the version that applied.

    \b
    Examples:
      unsaid policy set --k 5 --pii all
      unsaid policy set --client "Halden & Rook" --k 8 --second-approver --comments remove
      unsaid policy list
    """


@policy.command("list")
@shared_options.as_json
def list_command(*, as_json: bool) -> None:
    """List all policies, the default policy first.

    \b
    Example:
      unsaid policy list
    """
    with opened_store() as store:
        policies = store.policies.current()
    if as_json:
        print_json({"policies": [each.as_json() for each in policies]})
    else:
        out().print(policies_table(policies))


@policy.command()
@_client
@click.option(
    "--version", "number", type=click.IntRange(min=1), help="An earlier version, by the number in a report."
)
@shared_options.as_json
def show(*, client: str | None, number: int | None, as_json: bool) -> None:
    """Show a policy.

    \b
    Example:
      unsaid policy show --client "Halden & Rook" --version 2
    """
    with opened_store() as store:
        versions = store.policies.versions(client_for_policy(store, client))
    found = [each for each in versions if number is None or each.version == number]
    if not found or (number is None and found[-1].policy is None):
        raise UnknownPolicy("No such policy is set. `unsaid policy list` shows all policies.")
    print_json(found[-1].as_json()) if as_json else out().print(policy_lines(found[-1]))


@policy.command("set")
@_client
@click.option("--k", type=int, default=1, show_default=True, help="The lowest level that is allowed.")
@click.option("--pii", metavar="LIST|none|all", default="none", help="Personal data that must be redacted.")
@click.option("--objective", type=click.Choice(OBJECTIVES), help="The required objective: how words are selected.")
@click.option("--placeholder", type=click.Choice(PLACEHOLDER_STYLES), help="The required style of placeholders.")
@click.option("--second-approver", is_flag=True, help="A review needs two approvers.")
@click.option(
    "--blind-share",
    type=float,
    default=0.0,
    help="Share of suggestions (0 to 1) that a reviewer who took no part in the review must judge, before an "
    "approval, without seeing the decisions.",
)
@click.option(
    "--amounts-together",
    is_flag=True,
    help="Amounts of a table column are redacted together: where one is redacted, so are the others.",
)
@click.option(
    "--index",
    type=click.Choice(INDEXING),
    default=INDEXING[0],
    show_default=True,
    help="Which redacted documents Unsaid adds to the index of released documents: none, those for which a request "
    "asks, or all.",
)
@click.option(
    "--index-with-exceptions",
    is_flag=True,
    help="Also add documents that meet the policy only with accepted exceptions.",
)
@click.option(
    "--revisions",
    type=click.Choice(REVISIONS),
    help="Tracked changes: the weakest treatment that is allowed (keep < accept).",
)
@click.option(
    "--comments",
    type=click.Choice(COMMENTS),
    help="Comments: the weakest treatment that is allowed (keep < anonymise < remove).",
)
@click.option(
    "--hidden-text",
    type=click.Choice((KEEP, REMOVE)),
    help="Hidden text: the weakest treatment that is allowed (keep < remove).",
)
@click.option(
    "--traces",
    type=click.Choice((KEEP, REMOVE)),
    help="Editing traces: the weakest treatment that is allowed (keep < remove).",
)
@click.option(
    "--images",
    type=click.Choice(IMAGES),
    help="Pictures: the weakest treatment that is allowed (keep < tell < remove). keep: a person has checked them. "
    "tell: they count as not examined.",
)
@shared_options.as_json
def set_command(*, client: str | None, as_json: bool, **rules: object) -> None:
    """Set a policy, in place of the earlier version. An option that you leave out sets no requirement.

    \b
    Example:
      unsaid policy set --client "Halden & Rook" --k 8 --pii all --images remove --second-approver
    """
    wanted = policy_from_options(rules)
    with opened_store() as store:
        whose = client_for_policy(store, client)
        versions = store.policies.versions(whose)
        version = versions[-1].version if versions and versions[-1].policy is not None else 0
        stored = store.policies.set(whose, version, wanted, local_user())
    print_json(stored.as_json()) if as_json else out().print(policy_lines(stored))


@policy.command()
@_client
@shared_options.as_json
def remove(*, client: str | None, as_json: bool) -> None:
    """Remove the policy of a client, so that the default policy applies.

    Without --client, remove the default policy.

    \b
    Example:
      unsaid policy remove --client "Halden & Rook"
    """
    with opened_store() as store:
        whose = client_for_policy(store, client)
        versions = store.policies.versions(whose)
        removed = store.policies.remove(whose, versions[-1].version if versions else 0, local_user())
    if as_json:
        print_json(removed.as_json())
    else:
        out().print("The policy no longer applies; reports that name it can still be read.")
