"""`unsaid audit`: list, export and verify the audit trail."""

from pathlib import Path
from typing import NoReturn

import click

from backend.cli import shared_options
from backend.cli.command_group import CommandGroup
from backend.cli.console import finish, out, print_json
from backend.cli.stored import audit_table, faults_table, stored_faults_table
from backend.services.audit.audit_trail import AuditQuery, export_trail, find_rows, verify_file
from backend.services.index.tampering import verify_with_index
from backend.storage.authenticity.hash_chain import TrailVerification
from backend.wiring.index import index_here
from backend.wiring.store import opened_store


@click.group(cls=CommandGroup)
def audit() -> None:
    """List, verify and export the audit trail.

    Each row contains the hash of the previous row. Unsaid signs the end of the chain with the key of the database.

    \b
    Examples:
      unsaid audit list --action version.promoted
      unsaid audit verify
      unsaid audit export audit-2026-11.jsonl
    """


@audit.command("list")
@click.option("--who", help="Only actions of this user or API key (its id), or of the command line (local:NUMBER).")
@click.option("--action", help="Only this action, e.g. client.changed.")
@click.option("--subject", help="Only actions on the object with this id.")
@click.option("--client", metavar="NAME", help="Only actions on this client's documents and dictionary.")
@click.option("--document", metavar="SHA256", help="Only actions that read or wrote this file.")
@click.option(
    "--before", type=click.IntRange(min=1), metavar="NUMBER", help="Only rows with a lower number than this."
)
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="Maximum number of rows.")
@shared_options.as_json
def list_command(*, before: int | None, most: int, as_json: bool, **sought: str | None) -> None:
    """List the rows of the audit trail, newest first.

    \b
    Example:
      unsaid audit list --client "Halden & Rook" --most 20
    """
    with opened_store() as store:
        rows = find_rows(store.audit, AuditQuery(**sought), before, most)
    if as_json:
        print_json({"rows": [each.as_json() for each in rows]})
    else:
        out().print(audit_table(rows))


@audit.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--with-store", is_flag=True, help="Also compare the rows of FILE with the database.")
@shared_options.as_json
def verify(file: Path | None, *, with_store: bool, as_json: bool) -> NoReturn:
    """Verify the audit trail, and name every row that someone changed, removed or added.

    Without FILE, the command verifies the trail in the database, and the rows of other tables that must not be
    changed outside Unsaid, such as rights, approvals and policies. It also verifies the index of released documents
    (UNSAID_INDEX), and shows whether someone has put an earlier state of it back.

    With FILE, an exported trail, the command verifies the hash chain of FILE and needs no database. With
    --with-store, it also compares FILE with the database, and so shows whether someone has reset the database to an
    earlier state.

    \b
    Examples:
      unsaid audit verify
      unsaid audit verify audit-2026-11.jsonl --with-store
    """
    if file is not None and not with_store:
        _tell(verify_file(file, None), as_json=as_json)
    with opened_store() as store:
        verdict = verify_with_index(store.audit, index_here()) if file is None else verify_file(file, store.audit)
    _tell(verdict, as_json=as_json)


@audit.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@shared_options.as_json
def export(file: Path, *, as_json: bool) -> None:
    """Export the audit trail to FILE, one row per line.

    Keep FILE in a place that people with write access to the database cannot change.

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


def _tell(verdict: TrailVerification, *, as_json: bool) -> NoReturn:
    if as_json:
        print_json(verdict.as_json())
    elif verdict.holds:
        out().print(
            f"{verdict.rows} row{'' if verdict.rows == 1 else 's'}, no fault found; the last one has the hash"
        )
        out().print(verdict.head.hash)
    else:
        if verdict.faults:
            out().print(faults_table(verdict.faults))
        if verdict.stored:
            out().print(stored_faults_table(verdict.stored))
        for sentence in verdict.index:
            out().print(f"Index: {sentence}", markup=False)
    finish(attention=not verdict.holds)
