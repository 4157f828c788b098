"""`unsaid db`: upgrade, back up, restore and re-key the database."""

from dataclasses import asdict
from pathlib import Path

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import out, print_json
from backend.wiring.store import new_store_key, opened_store
from backend.wiring.stored import local_user


@click.group(cls=CommandGroup)
def db() -> None:
    """Upgrade, back up and restore the database, and rotate the key that encrypts it.

    The database is UNSAID_DATABASE, or a file in the data folder; the key is UNSAID_KEY, or a file beside the
    database.

    \b
    Examples:
      unsaid db upgrade
      unsaid db backup unsaid-2026-11-20.backup
      unsaid db rotate-key
    """


@db.command()
@shared_options.as_json
def upgrade(*, as_json: bool) -> None:
    """Migrate the tables to this version of Unsaid, or create them if there are none.

    \b
    Example:
      UNSAID_DATABASE=postgresql://unsaid@db.example.org/unsaid unsaid db upgrade
    """
    with opened_store() as store:
        done = store.upgrade(by=local_user())
    if as_json:
        print_json(asdict(done))
        return
    if done.before == done.after:
        out().print(f"The tables are those of this version already ({done.after}).")
    else:
        out().print(f"The tables are those of this version now ({done.before or 'none'} → {done.after}).")
    if done.adopted:
        out().print(
            f"{done.adopted} rows that an earlier version of Unsaid has stored are authenticated from now on, "
            "as they are. If you have seen this message for this database before, someone has replaced it with an "
            "old state: restore a backup."
        )


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@shared_options.as_json
def backup(file: Path, *, as_json: bool) -> None:
    """Write a backup to FILE. The service may run meanwhile.

    The backup does not contain the key. Keep the key somewhere else: without it, the backup cannot be restored.

    \b
    Example:
      unsaid db backup unsaid-2026-11-20.backup
    """
    with opened_store() as store:
        rows = store.back_up(file)
    if as_json:
        print_json({"file": str(file), "rows": rows})
    else:
        out().print(
            f"{file}: {rows} rows. Without the key it cannot be restored; keep the key elsewhere.", markup=False
        )


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Overwrite what the database contains now.")
@shared_options.as_json
def restore(file: Path, *, replace: bool, as_json: bool) -> None:
    """Restore a backup of SQLite or PostgreSQL into this database: all of it, or nothing.

    \b
    Example:
      unsaid db restore unsaid-2026-11-20.backup --replace
    """
    with opened_store() as store:
        rows = store.restore(file, replace=replace, by=local_user())
    if as_json:
        print_json({"file": str(file), "rows": rows})
    else:
        out().print(f"Rows restored: {rows}. If the service runs, start it again.")


@db.command()
def accept() -> None:
    """Accept an earlier state of the database after an intended restore.

    Unsaid refuses a database in an earlier state than the last one that this machine saw. After a restore by other
    means than `unsaid db restore`, such as pg_restore, accept that state with this command. All changes after the
    earlier state are lost. Revoke again what was revoked since then. The audit trail records the acceptance.

    \b
    Example:
      unsaid db accept
    """
    with opened_store() as store:
        store.accept(by=local_user())
    out().print("Unsaid continues from this state. If the service runs, start it again.")


@db.command("rotate-key")
@shared_options.as_json
def rotate_key(*, as_json: bool) -> None:
    """Encrypt everything again with the newest key.

    If there is a key file, it gets a new key. If UNSAID_KEY is set, put a new key and a comma before the old one,
    restart the service with it, run this command, and then remove the old key.

    \b
    Example:
      UNSAID_KEY="$NEW,$OLD" unsaid db rotate-key
    """
    with opened_store() as store:
        rows = store.rotate_key(by=local_user())
    if as_json:
        print_json({"rows": rows})
    else:
        out().print(f"Rows encrypted again: {rows}. Earlier backups still need the old key.")


@db.command("new-key")
def new_key() -> None:
    """Print a new key for UNSAID_KEY.

    \b
    Example:
      unsaid db new-key
    """
    click.echo(new_store_key())
