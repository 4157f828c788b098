"""The policies of clients and the default policy. Every version is kept, encrypted."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import reduce
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.errors import NotOfAllGroups, StaleVersion, UnknownPolicy
from backend.messages.problems import PolicyNotSet
from backend.redaction.review_policy import ANY, ReviewPolicy, policy_label
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.db.change_counters import count_change, revision
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.rights.current_account import rights_now
from backend.storage.rights.roles import Role
from backend.storage.tables import ClientRow, PolicyRow

KIND = "policies"
"""What revisions and marks call the rows of this module."""

_FOR_ALL = ""
"""The mark of the policy that counts where a client has none of its own."""


@dataclass(frozen=True, slots=True)
class StoredPolicy:
    """A version of a policy: its client (None: default), when and by whom it was set; policy None: removed."""

    client: str | None
    version: int
    created: datetime
    by: str
    policy: ReviewPolicy | None

    @property
    def named(self) -> str:
        """The name of this version in reports and in the audit trail, which name the client separately."""
        return policy_label(self.client, self.version)

    def as_json(self) -> dict[str, Any]:
        """The object of `policy list --json` and of `/v1/admin/policies`."""
        return {
            "client": self.client,
            "name": self.named,
            "version": self.version,
            "created": self.created.isoformat(),
            "by": self.by,
            "rules": None if self.policy is None else self.policy.as_json(),
        }


@dataclass(frozen=True, slots=True)
class ReadClient:
    """A stored client as the author of a policy change has read it.

    `also` are its other names that no other client has: what is set for one of them counts for the client too.
    """

    id: str
    name: str
    group: str | None
    also: tuple[str, ...] = ()


class Policies:
    """The stored policies; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def revision(self) -> str:
        """A text that differs as soon as any policy has changed."""
        with self._database.reading() as session:
            return revision(session, KIND)

    def current(self) -> tuple[StoredPolicy, ...]:
        """The newest version of each policy that is set, the default first, then by client name."""
        with self._database.reading() as session:
            newest = {row.mark: row for row in _all(session)}
        policies = map(self._opened, newest.values())
        return _in_order(each for each in policies if each.policy is not None)

    def versions(self, client: str | None) -> tuple[StoredPolicy, ...]:
        """All versions of a client's policy or of the default (None), oldest first."""
        mark = self._mark(client)
        with self._database.reading() as session:
            return tuple(self._opened(row) for row in _all(session) if row.mark == mark)

    def set(
        self, client: str | None, version: int, policy: ReviewPolicy, by: str, of: ReadClient | None = None
    ) -> StoredPolicy:
        """Set the policy of a client or the default, whose `version` was read; 0 if none is set.

        `of` is what was read of the client, if it has a dictionary.

        Raises StaleVersion when somebody has set or removed it since, or has renamed, moved or removed the client;
        NotOfAllGroups when whoever asks over HTTP is limited to groups, and it would ask for less than the policy
        for all, or than what somebody else has set, for another name of the client too.
        """
        return self._next(client, version, policy, by, of)

    def remove(self, client: str | None, version: int, by: str, of: ReadClient | None = None) -> StoredPolicy:
        """Remove a client's policy, so that the default applies, or the default itself; old versions are kept.

        Raises UnknownPolicy when none is set; StaleVersion; NotOfAllGroups, see `set`.
        """
        return self._next(client, version, None, by, of)

    def rename(self, session: Session, before: str, after: str, by: str) -> None:
        """Let the policy of a client count under its new name too, within the transaction that renames it.

        It goes on counting under the former name, by which the models may know the client. Where the new name has a
        policy of its own, that one stays.
        """
        was, now = self._newest(session, self._mark(before)), self._newest(session, self._mark(after))
        if was is None or was.policy is None or (now is not None and now.policy is not None):
            return
        count_change(session, KIND)
        self._put(session, StoredPolicy(after, _after(now), datetime.now(UTC), by, was.policy))

    def is_set(self, session: Session, client: str) -> bool:
        """Whether a client has a policy of its own, within another transaction."""
        found = self._newest(session, self._mark(client))
        return found is not None and found.policy is not None

    def _next(
        self, client: str | None, version: int, policy: ReviewPolicy | None, by: str, of: ReadClient | None
    ) -> StoredPolicy:
        mark = self._mark(client)
        with self._database.writing() as session:
            count_change(session, KIND)  # locks: other writers wait from here on
            self._check_still_called_so(session, of)
            before = self._newest(session, mark)
            is_set = before is not None and before.policy is not None
            if policy is None and not is_set:
                raise UnknownPolicy(PolicyNotSet())
            if (before.version if before is not None and is_set else 0) != version:
                raise StaleVersion(
                    "Someone else set or removed this policy. Read it again, then repeat the change."
                )
            self._check_may_lower(session, client, policy, of)
            stored = StoredPolicy(client, _after(before), datetime.now(UTC), by, policy)
            self._put(session, stored)
        return stored

    def _check_still_called_so(self, session: Session, of: ReadClient | None) -> None:
        """Raise StaleVersion if a client is called otherwise by now, is of another group, or is gone.

        Its policy would count for a name that is no longer its own, and whoever set it would not notice.
        """
        if of is None:
            return
        row = session.get(ClientRow, of.id, populate_existing=True)
        if (
            row is None
            or row.name_mark != self._mark(of.name)
            or self._seal.decrypted(row.id, row.sealed)["group"] != of.group
        ):
            raise StaleVersion(
                "Someone else changed or removed this client. Read it again, then repeat the change."
            )

    def _put(self, session: Session, stored: StoredPolicy) -> None:
        mark = self._mark(stored.client)
        self._add(session, mark, stored)
        action = Action.POLICY_REMOVED if stored.policy is None else Action.POLICY_SET
        record_event(session, Event(stored.by, action, mark or None, policy=stored.named))

    def _check_may_lower(
        self, session: Session, client: str | None, policy: ReviewPolicy | None, of: ReadClient | None
    ) -> None:
        """Raise NotOfAllGroups if a caller limited to groups weakens rules that others have set.

        What they have set themselves they may lower again, but not below the policy for all, nor below what
        somebody else had set before: nobody asks for more first to ask for less afterwards.
        """
        who, rights = rights_now(session)
        if rights.groups({Role.ADMIN}) is None:
            return
        for_all = self._newest(session, _FOR_ALL)
        floor = ANY if for_all is None or for_all.policy is None else for_all.policy
        of_others = self._newest_of_others(session, self._mark(client), who)
        set_before = None if of_others is None else of_others.policy
        wanted = floor if policy is None else policy
        if (
            client is None
            or wanted.is_weaker_than(floor)
            or (set_before and wanted.is_weaker_than(set_before))
            or self._weakens(session, StoredPolicy(client, 0, datetime.now(UTC), who or "", policy), of, floor)
        ):
            raise NotOfAllGroups(
                "This requires less than the policy for all, or than what someone else has set for this client. "
                "Require more, or ask someone who sees all groups."
            )

    def _weakens(self, session: Session, changed: StoredPolicy, of: ReadClient | None, floor: ReviewPolicy) -> bool:
        """Whether the policies for all names of a client come to less by a change of one of them.

        They come to less than `floor`, or than what somebody else has set for one of these names, and did not
        before.
        """
        names = (changed.client,) if of is None else (of.name, *of.also)
        marks = dict.fromkeys(map(self._mark, (*names, changed.client)))
        versions = [self._opened(row) for row in _all(session) if row.mark in marks]
        newest = {self._mark(each.client): each for each in versions}
        of_others = {self._mark(each.client): each.policy for each in versions if each.by != changed.by}
        required = [floor, *(each for each in of_others.values() if each is not None)]

        def missed(policies: Mapping[str, StoredPolicy]) -> list[bool]:
            found = counting_together(policies[mark] for mark in marks if mark in policies)
            counting = floor if found is None or found.policy is None else found.policy
            return [counting.is_weaker_than(each) for each in required]

        after = missed({**newest, self._mark(changed.client): changed})
        return any(now and not before for now, before in zip(after, missed(newest), strict=True))

    def _newest(self, session: Session, mark: str) -> StoredPolicy | None:
        last = [row for row in _all(session) if row.mark == mark][-1:]
        return self._opened(last[0]) if last else None

    def _newest_of_others(self, session: Session, mark: str, who: str | None) -> StoredPolicy | None:
        """The newest version that somebody else has set or removed."""
        policies = (self._opened(row) for row in reversed(_all(session)) if row.mark == mark)
        return next((each for each in policies if each.by != who), None)

    def _add(self, session: Session, mark: str, stored: StoredPolicy) -> None:
        row = secrets.token_hex(16)
        rules = None if stored.policy is None else stored.policy.as_json()
        content = {"client": stored.client, "by": stored.by, "policy": rules}
        session.add(
            PolicyRow(
                id=row,
                mark=mark,
                version=stored.version,
                sealed=self._seal.encrypted(row, content),
                created=stored.created,
            )
        )
        session.flush()

    def _mark(self, client: str | None) -> str:
        # The mark of the client's dictionary, by which the audit trail knows the client too.
        return _FOR_ALL if client is None else self._seal.mark("clients", client)

    def _opened(self, row: PolicyRow) -> StoredPolicy:
        content = self._seal.decrypted(row.id, row.sealed)
        rules = content["policy"]
        policy = None if rules is None else ReviewPolicy.from_json(rules)
        return StoredPolicy(content["client"], row.version, row.created, content["by"], policy)


def counting_together(policies: Iterable[StoredPolicy]) -> StoredPolicy | None:
    """What all of these policies require, as one of them where that requires it all; None of none.

    Of two objectives or placeholders, the one that was set last counts: whoever set it could see the other.
    """
    found = [(each, each.policy) for each in policies if each.policy is not None]
    if not found:
        return None
    newest_first = sorted(found, key=lambda pair: pair[0].created, reverse=True)
    required = reduce(ReviewPolicy.along_with, (policy for _, policy in newest_first))
    enough = (each for each, policy in found if not policy.is_weaker_than(required))
    last = newest_first[0][0].created
    return next(enough, None) or replace(found[0][0], policy=required, created=last)


def _after(before: StoredPolicy | None) -> int:
    return 1 if before is None else before.version + 1


def _all(session: Session) -> Sequence[PolicyRow]:
    """Every version of every policy, oldest first; a missing one would allow everything.

    Raises NotAuthentic.
    """
    rows = session.scalars(select(PolicyRow)).all()
    authentic_in(session).check_complete(session, PolicyRow.__tablename__, {row.id for row in rows})
    # Not sorted by the database: a manipulated index could make an older version look newest.
    return sorted(rows, key=lambda row: row.version)


def _in_order(policies: Iterable[StoredPolicy]) -> tuple[StoredPolicy, ...]:
    return tuple(sorted(policies, key=lambda each: (each.client is not None, (each.client or "").casefold())))
