"""`unsaid model`: the versions of the client models."""

from dataclasses import asdict
from pathlib import Path

import click

from backend.cli import options
from backend.cli.console import out, print_json
from backend.reporting.training import version_lines
from backend.services.models import promotion
from backend.wiring.registries import open_registry
from backend.wiring.stored import local_user, note_here


@click.group()
def model() -> None:
    """List the versions of the client models, promote one, or roll back.

    \b
    Example:
      unsaid model list
      unsaid model promote 2026-11-20-171500
      unsaid model roll-back
    """


@model.command("list")
@options.registry
@options.as_json
def list_command(registry: Path | None, *, as_json: bool) -> None:
    """List the versions, oldest first; the promoted one is marked.

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
@click.argument("version")
@options.registry
@options.as_json
def promote(version: str, registry: Path | None, *, as_json: bool) -> None:
    """Serve VERSION from now on.

    \b
    Example:
      unsaid model promote 2026-11-20-171500
    """
    promotion.promote(note_here, open_registry(registry), version, local_user())
    if as_json:
        print_json({"version": version})
    else:
        out().print(f"Version {version} is promoted.")


@model.command("roll-back")
@options.registry
@options.as_json
def roll_back(registry: Path | None, *, as_json: bool) -> None:
    """Serve the version again that was promoted before.

    \b
    Example:
      unsaid model roll-back
    """
    version = promotion.roll_back(note_here, open_registry(registry), None, local_user())
    if as_json:
        print_json({"version": version})
    else:
        out().print(f"Back to version {version}.")


@model.command()
@options.registry
@options.as_json
def authenticate(registry: Path | None, *, as_json: bool) -> None:
    """Vouch for all versions as they are now, and for which one is served.

    A registry that an earlier version of Unsaid has begun needs this once; its versions are checked from then on.
    Do it, too, when UNSAID_KEY gets a new key before the old one goes, and when a registry was restored from a
    backup.

    \b
    Example:
      unsaid model authenticate
    """
    versions = promotion.authenticate(note_here, open_registry(registry), local_user())
    if as_json:
        print_json({"versions": list(versions)})
    else:
        out().print(f"{len(versions)} versions are authenticated, as they are now.")
