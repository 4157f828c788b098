"""The store as the command line uses it: not even loaded when nothing was ever stored.

The registry and files can exist without a store.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from backend.errors import OutputRefused
from backend.files import SHARED, read_bytes, write_atomically
from backend.redaction.indexing import ToIndex
from backend.reporting.index_reports import RemoveReport
from backend.reporting.report import FileReport, Report
from backend.services.audit.document_events import of_release, of_report
from backend.services.privacy.earlier import read_earlier_texts
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.settings import Settings
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.db.location import is_nothing_stored
from backend.wiring.models import serving_attackers, serving_model, serving_panel
from backend.wiring.requests import lists_here
from backend.wiring.sensitivity import sensitivity_if_any
from backend.wiring.taxonomy import taxonomy_if_any

if TYPE_CHECKING:
    from backend.storage.certificates.signatures import PublicKey, SigningKey
    from backend.storage.store import Store


def local_user() -> str:
    """The name of the user of the command line in the audit trail.

    By the number of their account: its name would be that of a person.
    """
    return f"local:{os.getuid()}" if hasattr(os, "getuid") else "local"


def record_here(*events: Event) -> None:
    """Record what the command line does in the audit trail, if there is a store.

    Raises StoreUnavailable.
    """
    with _store_if_any() as store:
        if store is not None:
            store.audit.record(*events)


def record_removal_here(report: RemoveReport) -> None:
    """Record documents that the command line has removed from an index, as `record_here`."""
    from backend.services.audit.index_removals import record_removal

    with _store_if_any() as store:
        if store is not None:
            record_removal(store, local_user(), report)


def record_redactions_here(report: Report) -> None:
    """Record the files that the command line has redacted, as `record_here`."""
    with _store_if_any() as store:
        if store is not None:
            mark_of, who = store.audit.mark_of, local_user()
            made = Action.DOCUMENT_REDACTED
            redacted = (of_report(who, made, each, mark_of) for each in report.files)
            indexed = (event for each in report.files for event in of_release(who, each, mark_of))
            store.audit.record(*redacted, *indexed)


def release_here(report: FileReport, to_index: ToIndex | None) -> FileReport:
    """Add a file that the command line has written to the index, if it is to go there; return its report."""
    if to_index is None:
        return report
    from backend.services.index.releasing import released
    from backend.wiring.index import index_here

    return released(index_here(), report, to_index, local_user())


def catalogue_here(
    request: Request, folder: Path | None, version: str | None, against: Path | None = None
) -> Catalogue:
    """Return the catalogue of a command: the models of a registry, and the store if there is one.

    `against` is a folder of earlier texts. Lists and the policy for everyone count where no client is named, too.

    Raises NoModel, UnknownVersion, RegistryDamaged, InvalidRequest; an UnsaidError for an earlier text that cannot
    be read; StoreUnavailable: without the store, names
    could stay that someone has listed to go.
    """
    model = serving_model(folder, version) if request.hides_a_client else None
    attackers = serving_attackers(folder, model.version if model else version, request)
    panel = None if model is None else serving_panel(folder, model.version)
    settings = Settings.from_environment()
    return as_stored(
        Catalogue(
            model,
            attackers,
            panel=panel,
            lists=lists_here(settings),
            pipeline=settings.ner,
            sensitivity=sensitivity_if_any(),
            taxonomy=taxonomy_if_any(),
            earlier=None if against is None else read_earlier_texts(against),
        )
    )


def as_stored(catalogue: Catalogue) -> Catalogue:
    """Add stored dictionaries, lists and policies to a catalogue, if there is a store.

    Raises StoreUnavailable.
    """
    with _store_if_any() as store:
        if store is None:
            return catalogue
        from backend.wiring.store import with_stored

        return with_stored(store, catalogue)


def certificate_signer() -> "SigningKey":
    """Return the key that signs certificates from the store of the settings, which is created if needed.

    Raises StoreUnavailable, KeyUnusable.
    """
    from backend.wiring.store import opened_store

    with opened_store() as store:
        return store.certificate_keys.signer(local_user())


def trusted_keys(files: Sequence[Path]) -> "tuple[PublicKey, ...]":
    """The public keys to verify certificates with: those of the files, or those of the store.

    With files the store is not asked, so that a certificate can be checked anywhere, without any network.

    Raises ReportUnusable, StoreUnavailable.
    """
    from backend.services.redaction.certificate_check import keys_in

    if files:
        return tuple(key for file in files for key in keys_in(read_bytes(file), str(file)))
    with _store_if_any() as store:
        return () if store is None else store.certificate_keys.all()


def write_new(path: Path, content: bytes) -> None:
    """Write a new file that others may read; refuse an existing one.

    Raises OutputRefused where there is one, OutputFailed.
    """
    if path.exists():
        raise OutputRefused(f"{path}: exists already. Name another file.")
    write_atomically(path, content, mode=SHARED)


@contextmanager
def _store_if_any() -> Iterator["Store | None"]:
    """Open the store of the settings; None, without loading the database library, if nothing was ever stored."""
    if is_nothing_stored(Settings.from_environment()):
        yield None
        return
    from backend.wiring.store import opened_store

    with opened_store() as store:
        yield store if store.exists else None
