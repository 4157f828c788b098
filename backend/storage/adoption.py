"""Give MACs to the rows of a store from an earlier version, once, when `unsaid db upgrade` runs.

The service never does this by itself. The audit trail records the upgrade together with the state, and from then on
rows without MACs are refused. A secret of the store, encrypted with the key, remembers the upgrade too: if someone
removes both the trail and the MACs, the rows are still not adopted again. An attacker who has a copy of that secret
from before the upgrade, and restores it with everything else, also needs someone who runs the upgrade again.
"""

import json

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.messages.store_problems import MacsRemoved
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import authentic_by, record_event_signed_by
from backend.storage.authenticity.authentic_rows import STATE
from backend.storage.authenticity.covered import COVERED
from backend.storage.authenticity.foreign_objects import refuse_foreign_objects
from backend.storage.authenticity.hash_chain import BEGINNING
from backend.storage.authenticity.trail_end import TAMPERED, stored_end
from backend.storage.db.database import Database
from backend.storage.db.keys import KeyRing
from backend.storage.db.sealed import Seal, remember_macs
from backend.storage.tables import RowMacRow


def is_adopted(session: Session) -> bool:
    """Tell whether the audit trail contains the state of the rows, or there are no rows."""
    head, content = stored_end(session)
    if head == BEGINNING:
        return not _any_rows(session) or session.scalar(select(RowMacRow.name).limit(1)) is not None
    try:
        return STATE in json.loads(content)
    except (ValueError, TypeError, RecursionError):
        return True  # it was changed, which is reported when the rows are read


def adopt_rows(database: Database, ring: KeyRing, by: str) -> int:
    """Give MACs to the rows of a store that never had any, and record it; return the number of rows.

    Raises KeyUnusable, StoreUnavailable.
    """
    with database.reading() as session:
        if is_adopted(session):
            return 0
    seal = Seal.of(database, ring)
    with database.alone() as session:
        return 0 if is_adopted(session) else adopt_within(session, seal, ring, by)


def adopt_within(session: Session, seal: Seal, ring: KeyRing, by: str) -> int:
    """As `adopt_rows`, in a transaction that has already checked that there never were MACs.

    Raises StoreDamaged where the secrets say that they had: somebody has taken the MACs away, and the trail too.
    """
    if seal.has_macs:
        raise StoreDamaged(MacsRemoved())
    authentic = authentic_by(seal)
    refuse_foreign_objects(session)
    if not authentic.was_never_adopted(session):
        raise StoreDamaged(TAMPERED)
    counts = authentic.adopt(session)
    remember_macs(session, ring)
    record_event_signed_by(session, seal, Event(by, Action.STORE_ADOPTED, counts=counts))
    return sum(counts.values())


def _any_rows(session: Session) -> bool:
    return any(session.scalar(select(func.count()).select_from(each.row)) for each in COVERED)
