"""`unsaid certificate-key`: the keys that sign certificates."""

from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import RenderableType

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.errors import InvalidRequest
from backend.reporting.render import table
from backend.reporting.report import as_json_bytes
from backend.services.redaction.certificate_check import keys_as_json
from backend.storage.certificates.signatures import PublicKey
from backend.wiring.store import opened_store
from backend.wiring.stored import local_user, write_new


@click.group("certificate-key", cls=CommandGroup)
def certificate_key() -> None:
    """Manage the keys that sign certificates: list, export, replace and revoke them.

    Unsaid makes the first key when it makes the first certificate. The private half of a key never leaves
    the database.

    \b
    Examples:
      unsaid certificate-key list
      unsaid certificate-key export keys.json
      unsaid certificate-key new --label "Halden legal, 2027"
      unsaid certificate-key revoke 66687aadf862bd776c8fc18b8e9f8e20
    """


@certificate_key.command("list")
@shared_options.as_json
def list_command(*, as_json: bool) -> None:
    """List the keys, oldest first. The key without an end date is the one that signs.

    \b
    Example:
      unsaid certificate-key list
    """
    with opened_store() as store:
        keys = store.certificate_keys.all()
    print_json(keys_as_json(keys)) if as_json else out().print(_table(keys))


@certificate_key.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@shared_options.as_json
def export(file: Path, *, as_json: bool) -> None:
    """Export the public keys to FILE, for people who verify certificates with `unsaid verify --keys`.

    Send FILE over a channel that nobody can tamper with: a key that arrives with a forged certificate proves
    nothing.

    \b
    Example:
      unsaid certificate-key export keys.json
    """
    with opened_store() as store:
        keys = store.certificate_keys.all()
    if not keys:
        raise InvalidRequest("There is no key yet. Make one with `unsaid certificate-key new`.")
    write_new(file, as_json_bytes(keys_as_json(keys)))
    if as_json:
        print_json(keys_as_json(keys))
    else:
        out().print(f"Public keys in {file}: {len(keys)}.", markup=False)


@certificate_key.command()
@click.option("--label", default="", help="A name for the key, such as the name of the signer. It is public.")
@shared_options.as_json
def new(*, label: str, as_json: bool) -> None:
    """Make a new key that signs from now on. Certificates signed with the previous key stay valid.

    \b
    Example:
      unsaid certificate-key new --label "Halden legal, 2027"
    """
    with opened_store() as store:
        key = store.certificate_keys.new(label, by=local_user())
    print_json(key.as_json()) if as_json else out().print(_table([key]))


@certificate_key.command()
@click.argument("key_id", metavar="ID")
@shared_options.as_json
def revoke(key_id: str, *, as_json: bool) -> None:
    """Revoke a key that may be compromised: all certificates signed with it become invalid.

    Unsaid makes a new key for the next certificate. Make new certificates in place of those that you still need,
    then export the public keys again.

    \b
    Example:
      unsaid certificate-key revoke 66687aadf862bd776c8fc18b8e9f8e20
    """
    with opened_store() as store:
        key = store.certificate_keys.revoke(key_id, by=local_user())
    print_json(key.as_json()) if as_json else out().print(f"Key {key.id} is revoked.")


def _table(keys: Iterable[PublicKey]) -> RenderableType:
    rows = [(key.id, key.label or "–", key.since, key.until or "–", key.revoked or "–") for key in keys]
    return table(("id", "label", "since", "until", "revoked"), rows)
