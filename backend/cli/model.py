"""`unsaid model`: the model versions."""

from dataclasses import asdict
from pathlib import Path

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.reporting.report import promise_as_json
from backend.reporting.training import version_lines, version_promises
from backend.services.models import promotion
from backend.services.models.training import load_promises
from backend.wiring.registries import open_registry
from backend.wiring.stored import local_user, record_here


@click.group(cls=CommandGroup)
def model() -> None:
    """List the model versions, promote one, or roll back.

    \b
    Examples:
      unsaid model list
      unsaid model promote 2026-11-20-171500
      unsaid model roll-back
    """


@model.command("list")
@shared_options.registry
@shared_options.as_json
def list_command(registry: Path | None, *, as_json: bool) -> None:
    """List the versions, oldest first, and mark the promoted one.

    \b
    Example:
      unsaid model list
    """
    versions = open_registry(registry).versions()
    if as_json:
        print_json({"versions": [{**asdict(each), "created": each.created.isoformat()} for each in versions]})
    else:
        out().print(version_lines(versions))


@model.command()
@click.argument("version", required=False)
@shared_options.registry
@shared_options.as_json
def show(version: str | None, registry: Path | None, *, as_json: bool) -> None:
    """Show how often redaction with VERSION hides the client from held-out attackers.

    A held-out attacker is a classifier that redaction does not use. The command shows in what share of documents
    such attackers do not name the client, and in what share k holds. Without VERSION, it shows the promoted one.

    \b
    Example:
      unsaid model show 2026-11-20-171500
    """
    versions = open_registry(registry)
    name = version or versions.promoted()
    promises = load_promises(versions, name)
    if as_json:
        print_json({"version": name, "promises": [promise_as_json(each) for each in promises]})
    else:
        out().print(version_promises(name, promises))


@model.command()
@click.argument("version")
@shared_options.registry
@shared_options.as_json
def promote(version: str, registry: Path | None, *, as_json: bool) -> None:
    """Use VERSION from now on.

    \b
    Example:
      unsaid model promote 2026-11-20-171500
    """
    promotion.promote(record_here, open_registry(registry), version, local_user())
    if as_json:
        print_json({"version": version})
    else:
        out().print(f"Version {version} is promoted.")


@model.command("roll-back")
@shared_options.registry
@shared_options.as_json
def roll_back(registry: Path | None, *, as_json: bool) -> None:
    """Go back to the version that was promoted before the current one.

    \b
    Example:
      unsaid model roll-back
    """
    version = promotion.roll_back(record_here, open_registry(registry), None, local_user())
    if as_json:
        print_json({"version": version})
    else:
        out().print(f"Back to version {version}.")


@model.command()
@shared_options.registry
@click.option(
    "--restored", is_flag=True, help="The registry was restored from a backup, and you have checked its versions."
)
@shared_options.as_json
def authenticate(registry: Path | None, *, restored: bool, as_json: bool) -> None:
    """Authenticate the stored model versions, and the record of which version is promoted.

    Run this once for a registry that an earlier version of Unsaid made: it authenticates all model versions, and
    from then on Unsaid checks them. To change the key, put the new key before the old one in UNSAID_KEY, run this
    command, and then remove the old key. The new key authenticates only versions that were authentic with the old
    key. After you restore a registry from a backup, add --restored.

    \b
    Examples:
      unsaid model authenticate
      unsaid model authenticate --restored
    """
    versions = promotion.authenticate(record_here, open_registry(registry), local_user(), restored=restored)
    if as_json:
        print_json({"versions": list(versions)})
    else:
        out().print(f"Model versions authenticated: {len(versions)}.")
