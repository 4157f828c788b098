"""`unsaid audit`: list, export and verify the audit trail."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import options
from backend.cli.console import finish, out, print_json
from backend.cli.stored import faults_table, noted_table, stored_faults_table
from backend.services.audit.audit_trail import Sought, export_trail, find_rows, verify_file
from backend.storage.authenticity.hash_chain import Verdict
from backend.wiring.store import opened_store


@click.group()
def audit() -> None:
    """Read, check and export the audit trail.

    Each of its rows holds the hash of the one before, and the end is signed with the key of the store.

    \b
    Examples:
      unsaid audit list --action version.promoted
      unsaid audit verify
      unsaid audit export audit-2026-11.jsonl
    """


@audit.command("list")
@click.option("--who", help="Only what this pseudonym or API key has done.")
@click.option("--action", help="Only this, e.g. client.changed.")
@click.option("--subject", help="Only what was done to this id.")
@click.option("--client", metavar="NAME", help="Only what was done with this client's documents and dictionary.")
@click.option("--document", metavar="SHA256", help="Only what was done with this file, or has made it.")
@click.option("--before", type=click.IntRange(min=1), metavar="NUMBER", help="Only rows below this number.")
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="How many rows.")
@options.as_json
def list_command(*, before: int | None, most: int, as_json: bool, **sought: str | None) -> None:
    """List the newest rows, the newest first.

    \b
    Example:
      unsaid audit list --client "Halden & Rook" --most 20
    """
    with opened_store() as store:
        rows = find_rows(store.audit, Sought(**sought), before, most)
    if as_json:
        print_json({"rows": [each.as_json() for each in rows]})
    else:
        out().print(noted_table(rows))


@audit.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--with-store", is_flag=True, help="See, too, that the rows of FILE are those of the store here.")
@options.as_json
def verify(file: Path | None, *, with_store: bool, as_json: bool) -> NoReturn:
    """Find whatever somebody has changed, taken out, put in or cut off, and tell where.

    Without FILE the trail of the store is checked, and every row that grants, approves or constrains something. An
    exported FILE is checked without any store, by what holds its rows together; with --with-store a store is
    noticed, too, that was put back to an earlier state.

    \b
    Examples:
      unsaid audit verify
      unsaid audit verify audit-2026-11.jsonl --with-store
    """
    if file is not None and not with_store:
        _tell(verify_file(file, None), as_json=as_json)
    with opened_store() as store:
        verdict = store.audit.verify() if file is None else verify_file(file, store.audit)
    _tell(verdict, as_json=as_json)


@audit.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@options.as_json
def export(file: Path, *, as_json: bool) -> None:
    """Write all rows to FILE, one a line; keep it where nobody can change both, it and the store.

    \b
    Example:
      unsaid audit export audit-2026-11.jsonl
    """
    with opened_store() as store:
        head = export_trail(store.audit, file)
    if as_json:
        print_json({"file": str(file), "rows": head.number, "hash": head.hash})
    else:
        out().print(f"{file}: {head.number} rows; the last one has the hash {head.hash}.", markup=False)


def _tell(verdict: Verdict, *, as_json: bool) -> NoReturn:
    if as_json:
        print_json(verdict.as_json())
    elif verdict.holds:
        out().print(f"{verdict.rows} rows, and nothing is wrong with them; the last one has the hash")
        out().print(verdict.head.hash)
    else:
        if verdict.faults:
            out().print(faults_table(verdict.faults))
        if verdict.stored:
            out().print(stored_faults_table(verdict.stored))
    finish(attention=not verdict.holds)
