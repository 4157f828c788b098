"""Users who have signed in: their pseudonyms, and the roles and client groups granted to them here."""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.document.entry_validation import LONGEST_TERM, displayed_label, label_fault
from backend.errors import InvalidRequest, NotHeld, UnknownUser
from backend.messages.problems import UserNotKnown
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.db.change_counters import count_change, revision
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.index_requests import forget_account
from backend.storage.jobs.jobs import record_less_rights
from backend.storage.rights.current_account import rights_now
from backend.storage.rights.rights import NOTHING, Granted, Groups, Rights, is_within
from backend.storage.rights.roles import Role
from backend.storage.tables import UserRow

KIND = "users"
"""What revisions call the rows of this module."""

_ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class User:
    """A user: `id` is the pseudonym in logs and in the audit trail, `subject` the name at the issuer.

    `called` is what their last token called them, for people to read; it decides on nothing.
    """

    id: str
    issuer: str
    subject: str
    called: str | None
    granted: Granted
    created: datetime
    changed: datetime

    def as_json(self) -> dict[str, Any]:
        """The object of `user list --json` and of `/v1/admin/users`."""
        groups = self.granted.all_groups
        return {
            "id": self.id,
            "issuer": self.issuer,
            "subject": self.subject,
            "called": self.called,
            "roles": sorted(self.granted.all_roles),
            "groups": _listed(groups),
            "apart": [
                {"role": role, "groups": _listed(of)} for role, of in sorted(self.granted.apart.held.items())
            ],
            "created": self.created.isoformat(),
            "changed": self.changed.isoformat(),
        }


def pseudonym(issuer: str, subject: str) -> str:
    """Return the pseudonym of a user; only someone who knows issuer and subject can compute it.

    >>> pseudonym("https://login.example", "ada")
    '49038dd494d80fef0132e0bfdc2a6ee1'
    """
    qualified = f"{issuer}\n{subject}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(qualified).hexdigest()[:_ID_LENGTH]


def may_name_user(issuer: str, subject: str) -> bool:
    """Whether a user may have this issuer and subject: both are labels, and not blank."""
    return all(each.strip() and label_fault(each) is None for each in (issuer, subject))


class Users:
    """The known users; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def revision(self) -> str:
        """A text that differs as soon as any user has changed."""
        with self._database.reading() as session:
            return revision(session, KIND)

    def all(self) -> tuple[User, ...]:
        """All users, by the time they were first seen."""
        with self._database.reading() as session:
            rows = session.scalars(select(UserRow).order_by(UserRow.created, UserRow.id)).all()
        return tuple(map(self._opened, rows))

    def granted(self, user: str) -> Granted | None:
        """What is granted to the user with this pseudonym; None for an unknown user."""
        with self._database.reading() as session:
            row = session.get(UserRow, user)
            return None if row is None else self._opened(row).granted

    def get(self, user: str) -> User:
        """Return the user with this pseudonym.

        Raises UnknownUser.
        """
        with self._database.reading() as session:
            return self._opened(_found(session, user))

    def in_view(self, who: str, groups: Groups) -> tuple[User, ...]:
        """The users that a caller with these groups (None: all) may see: themselves, and users of these groups."""
        return tuple(each for each in self.all() if each.id == who or _is_in_view(each.granted, groups))

    def granted_in(self, session: Session, user: str) -> Granted:
        """Read what is granted to a user within another transaction."""
        row = session.get(UserRow, user, populate_existing=True)
        return NOTHING if row is None else self._opened(row).granted

    def seen(self, issuer: str, subject: str, called: str | None = None, patience: timedelta | None = None) -> User:
        """Remember that a user has signed in, so that their pseudonym can be resolved later.

        Raises StoreUnavailable, with `patience` once other writers have kept the database for so long.
        """
        name = displayed_label(called or "")
        now = datetime.now(UTC)
        user = pseudonym(issuer, subject)
        with self._database.writing(patience) as session:
            row = session.get(UserRow, user, with_for_update=True)
            known = None if row is None else self._opened(row)
            if known is not None and (known.called == name or name is None):
                return known
            count_change(session, KIND)
            if known is None:
                known = User(user, issuer, subject, name, NOTHING, now, now)
                self._keep(session, known)
            else:
                known = replace(known, called=name, changed=now)
                self._keep(session, known)
            record_event(session, Event(user, Action.USER_SEEN, user))
            return known

    def grant(
        self, issuer: str, subject: str, roles: Collection[Role], groups: Collection[str] | None, by: str
    ) -> User:
        """Grant roles and groups to a user, in addition to those they have; groups None means every group.

        They need not have signed in yet. Roles and groups that are granted together count for each other alone;
        see `Granted`.

        Raises InvalidRequest when nothing is granted, or nobody may have that issuer and subject; NotHeld when
        whoever asks would pass on what they do not hold, or change what was granted beyond that.
        """
        if not roles and groups is not None and not groups:
            raise InvalidRequest("No role and no group is named. Name at least one.")
        if not may_name_user(issuer, subject):
            raise InvalidRequest(
                f"No subject of the issuer can have that name: a subject has 1 to {LONGEST_TERM} characters, and "
                "no control characters."
            )
        now = datetime.now(UTC)
        user = pseudonym(issuer, subject)
        with self._database.writing() as session:
            count_change(session, KIND)
            row = session.get(UserRow, user, with_for_update=True)
            known = User(user, issuer, subject, None, NOTHING, now, now) if row is None else self._opened(row)
            granted = known.granted.and_also(roles, groups)
            _check_may_change(session, user, known.granted, granted)
            known = replace(known, granted=granted, changed=now)
            self._keep(session, known)
            record_event(session, Event(by, Action.USER_GRANTED, user, _counts(granted)))
        return known

    def revoke(self, user: str, roles: Collection[Role] | None, groups: Collection[str] | None, by: str) -> User:
        """Revoke roles and groups that were granted here, and cancel the user's jobs; all if both are None.

        Whoever has every group loses that as soon as any group is named.

        Raises UnknownUser, also where whoever asks may not see them; NotHeld when something was granted to them
        that whoever asks does not hold; InvalidRequest when somebody does not have what shall be taken back.
        """
        with self._database.writing() as session:
            count_change(session, KIND)
            known = self._opened(_found(session, user, lock=True))
            had = known.granted
            _check_may_see(session, user, had)
            _check_may_change(session, user, had, NOTHING)
            if roles is None and groups is None:
                left = NOTHING
            elif frozenset(roles or ()) <= had.all_roles and is_within(frozenset(groups or ()), had.all_groups):
                left = had.without(roles or (), groups or ())
            else:
                raise InvalidRequest(
                    "Not all of these were granted here. Nothing was changed. Check the list of users."
                )
            known = replace(known, granted=left, changed=datetime.now(UTC))
            self._keep(session, known)
            record_less_rights(session, user, Event(by, Action.USER_REVOKED, user, _counts(left)))
        return known

    def forget(self, user: str, by: str) -> None:
        """Delete the identity behind a pseudonym, its grants, and its requests for documents of the index.

        The audit trail keeps the pseudonym.

        Raises UnknownUser, NotHeld; see `revoke`.
        """
        with self._database.writing() as session:
            count_change(session, KIND)
            row = _found(session, user, lock=True)
            had = self._opened(row).granted
            _check_may_see(session, user, had)
            _check_may_change(session, user, had, NOTHING)
            session.delete(row)
            session.flush()
            forget_account(session, self._seal, user)
            record_less_rights(session, user, Event(by, Action.USER_FORGOTTEN, user))

    def _keep(self, session: Session, user: User) -> None:
        groups = user.granted.groups
        content = {
            "issuer": user.issuer,
            "subject": user.subject,
            "called": user.called,
            "roles": sorted(user.granted.roles),
            "groups": _listed(groups),
            "apart": {role.value: _listed(of) for role, of in sorted(user.granted.apart.held.items())},
        }
        sealed = self._seal.encrypted(user.id, content)
        session.merge(UserRow(id=user.id, sealed=sealed, created=user.created, changed=user.changed))
        session.flush()

    def _opened(self, row: UserRow) -> User:
        content: dict[str, Any] = self._seal.decrypted(row.id, row.sealed)
        # Of a version before, roles and groups that were granted together count for all others too, as they did.
        apart = Rights({Role(role): _set_of(of) for role, of in content.get("apart", {}).items()})
        granted = Granted(frozenset(map(Role, content["roles"])), _set_of(content["groups"]), apart)
        return User(
            row.id, content["issuer"], content["subject"], content["called"], granted, row.created, row.changed
        )


_NOBODY = UserNotKnown()


def _found(session: Session, user: str, *, lock: bool = False) -> UserRow:
    row = session.get(UserRow, user, with_for_update=lock) if user.isalnum() and user.isascii() else None
    if row is None:
        raise UnknownUser(_NOBODY)
    return row


def _counts(granted: Granted) -> dict[str, int]:
    groups = granted.all_groups
    return {"roles": len(granted.all_roles), "groups": len(groups or ()), "every_group": int(groups is None)}


def _is_in_view(granted: Granted, groups: Groups) -> bool:
    """Whether the caller may see a user; one without grants here only if the caller sees every group."""
    return groups is None or (granted != NOTHING and is_within(granted.most.groups(), groups))


def _check_may_see(session: Session, user: str, granted: Granted) -> None:
    """Raise UnknownUser as for an unknown id, because a pseudonym can be computed from subject and issuer."""
    who, rights = rights_now(session)
    if who != user and not _is_in_view(granted, rights.groups({Role.ADMIN})):
        raise UnknownUser(_NOBODY)


def _check_may_change(session: Session, user: str | None, before: Granted, after: Granted) -> None:
    """Raise NotHeld unless the caller holds everything that the (other) user has, before and after."""
    who, rights = rights_now(session)
    if who is not None and who == user:
        raise NotHeld("Nobody changes their own grants. Ask another administrator.")
    if not rights.may_administer(before.most) or not rights.may_administer(after.most):
        raise NotHeld(
            "You can grant or revoke only what you hold yourself: your roles together with groups of which you "
            "are an administrator. A role alone counts for every group, and a group alone for every role. Ask "
            "someone who holds more."
        )


def _listed(groups: Groups) -> list[str] | None:
    return None if groups is None else sorted(groups)


def _set_of(groups: Iterable[str] | None) -> Groups:
    return None if groups is None else frozenset(groups)
