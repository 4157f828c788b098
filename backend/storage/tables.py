"""The database tables after the newest migration. No column holds text of a client in the clear."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC. SQLite would return it without its time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        """The type of the values, by which rows are checked."""
        return datetime

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Convert to UTC; a time without a time zone is a bug."""
        if value is not None and value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, _dialect: Dialect) -> datetime | None:
        """From the database, in UTC; raises TypeError if the column holds anything but a time."""
        if value is None:
            return None
        if not isinstance(value, datetime):
            raise TypeError(f"a moment is no {type(value).__name__}")
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class YesOrNo(TypeDecorator[bool]):
    """A truth value. SQLite would return any number or text as one, though it equals neither of the two in SQL."""

    impl = Boolean
    cache_ok = True

    @property
    def python_type(self) -> type[bool]:
        """The type of the values, by which rows are checked."""
        return bool

    def result_processor(self, dialect: Dialect, coltype: Any) -> Callable[[Any], Any] | None:
        """From the database; raises TypeError if somebody has put something else there."""
        return super().result_processor(dialect, coltype) if dialect.supports_native_boolean else _yes_or_no


def _yes_or_no(value: Any) -> bool | None:
    if value is None:
        return None
    if type(value) is not int or value not in {0, 1}:
        raise TypeError(f"a truth value is no {type(value).__name__}")
    return value == 1


class Table(DeclarativeBase):
    """The base of all tables."""

    type_annotation_map = {bool: YesOrNo, bytes: LargeBinary, datetime: UtcDateTime, str: String}  # noqa: RUF012 - as SQLAlchemy wants it


class SecretRow(Table):
    """A secret that Unsaid made for itself, encrypted with the key of the settings; see `db.sealed`."""

    __tablename__ = "secrets"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    purpose: Mapped[str]
    sealed: Mapped[bytes]
    created: Mapped[datetime]


class RevisionRow(Table):
    """A counter of changes to the rows of one kind; the migration of their table creates it."""

    __tablename__ = "revisions"

    kind: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int]


class ClientRow(Table):
    """The dictionary of a client, encrypted; `name_mark` is the keyed hash of its name."""

    __tablename__ = "clients"

    id: Mapped[str] = mapped_column(primary_key=True)
    name_mark: Mapped[str] = mapped_column(unique=True)
    sealed: Mapped[bytes]
    version: Mapped[int]
    changed: Mapped[datetime]


class AliasRow(Table):
    """Another name of a client, as a keyed hash; several clients may share one."""

    __tablename__ = "aliases"

    client: Mapped[str] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True)
    mark: Mapped[str] = mapped_column(primary_key=True, index=True)


class ApiKeyRow(Table):
    """An API key; only the hash of its secret is kept. Its label and its groups are encrypted."""

    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(primary_key=True)
    secret_hash: Mapped[str]
    role: Mapped[str]
    sealed: Mapped[bytes]
    created: Mapped[datetime]
    expires: Mapped[datetime]
    revoked: Mapped[datetime | None]


class CertificateKeyRow(Table):
    """A key that signs or signed certificates; the key and its dates are encrypted."""

    __tablename__ = "certificate_keys"

    id: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes]
    created: Mapped[datetime]


class RegistrySealRow(Table):
    """The latest seal of a model registry that was seen; `id` is the keyed hash of the registry's place."""

    __tablename__ = "registry_seals"

    id: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes]
    changed: Mapped[datetime]


class AuditRow(Table):
    """A row of the audit trail; its content is exact JSON, because its hash covers it. See `hash_chain`."""

    __tablename__ = "audit"

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    content: Mapped[str]
    hash: Mapped[str]
    signature: Mapped[str]


class AuditHeadRow(Table):
    """The end of the audit trail: one row, which the migration creates."""

    __tablename__ = "audit_head"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[str]
    moment: Mapped[str]
    signature: Mapped[str]


class RowMacRow(Table):
    """The version and the MAC of a row that grants, approves or constrains; see `authentic_rows`.

    `kind` is the table of that row, `name` its key, `leaf` its place in the tree, `parts` the hash of what belongs
    to it.
    """

    __tablename__ = "row_macs"
    __table_args__ = (Index("ix_row_macs_leaf", "kind", "leaf"),)

    kind: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    leaf: Mapped[int]
    version: Mapped[int]
    mac: Mapped[str]
    parts: Mapped[str | None]


class MacNodeRow(Table):
    """A node of the hash trees over the MACs: the hashes of its children, concatenated."""

    __tablename__ = "mac_tree"

    kind: Mapped[str] = mapped_column(primary_key=True)
    node: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    children: Mapped[bytes]


class PolicyRow(Table):
    """A version of a client's policy or of the default policy (`mark` empty), encrypted; it never changes."""

    __tablename__ = "policies"
    __table_args__ = (UniqueConstraint("mark", "version"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    mark: Mapped[str]
    version: Mapped[int]
    sealed: Mapped[bytes]
    created: Mapped[datetime]


class UserRow(Table):
    """A user by pseudonym; identity and grants are encrypted."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes]
    created: Mapped[datetime]
    changed: Mapped[datetime]


class JobRow(Table):
    """A job and its progress: states, numbers and an error code.

    Its request is in a row of its own, or in `sealed` if an earlier version stored it. Whoever does it holds it
    until a moment, under the number of the attempt.
    """

    __tablename__ = "jobs"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    state: Mapped[str]
    started: Mapped[datetime]
    changed: Mapped[datetime]
    done: Mapped[int]
    skipped: Mapped[int]
    version: Mapped[str | None]
    error: Mapped[str | None]
    owner: Mapped[str | None]
    form: Mapped[int]
    sealed: Mapped[bytes | None]
    only_one: Mapped[str | None]
    total: Mapped[int | None]
    attempts: Mapped[int]
    holder: Mapped[str | None]
    held_until: Mapped[datetime | None]
    ending: Mapped[bool]
    cancel_asked: Mapped[bool]


class JobRequestRow(Table):
    """What a job was asked to do, encrypted."""

    __tablename__ = "job_requests"

    id: Mapped[str] = mapped_column(primary_key=True)
    job: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), unique=True)
    sealed: Mapped[bytes]


class JobFileRow(Table):
    """A file of a batch and its result; its name and its output's name are keyed hashes."""

    __tablename__ = "job_files"

    job: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    mark: Mapped[str]
    state: Mapped[str]
    output_mark: Mapped[str | None]
    k_reached: Mapped[int | None]
    verification: Mapped[str | None]
    needs_attention: Mapped[bool | None]
    error: Mapped[str | None]
    outcome: Mapped[str | None]
    privacy: Mapped[str | None]
    index_result: Mapped[str | None]


class EveryoneRow(Table):
    """The global term list, encrypted."""

    __tablename__ = "everyone"

    id: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes]
    version: Mapped[int]
    changed: Mapped[datetime]


class ReviewRow(Table):
    """A review: its state, keyed hashes of its owner, and its client and group encrypted."""

    __tablename__ = "reviews"

    id: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int]
    stage: Mapped[str]
    author: Mapped[str]
    second_approver: Mapped[bool]
    claimed_by: Mapped[str | None]
    approved_by: Mapped[str | None]
    group_mark: Mapped[str | None]
    client_mark: Mapped[str | None]
    sealed: Mapped[bytes]
    model: Mapped[str | None]
    policy: Mapped[str | None]
    blind_share: Mapped[float] = mapped_column(Float)
    blind_rater: Mapped[str | None]
    created: Mapped[datetime]
    changed: Mapped[datetime] = mapped_column(index=True)


class DecisionTextsRow(Table):
    """The texts that a person wrote in one request, replacements and notes of several decisions, encrypted."""

    __tablename__ = "decision_texts"

    id: Mapped[str] = mapped_column(primary_key=True)
    review: Mapped[str] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"), index=True)
    sealed: Mapped[bytes]


class PaneMarksRow(Table):
    """What the pane has to undo in the document of a review, packed and encrypted."""

    __tablename__ = "pane_marks"

    id: Mapped[str] = mapped_column(primary_key=True)
    review: Mapped[str] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"), unique=True)
    sealed: Mapped[bytes]


class DecisionRow(Table):
    """A decision on a suggestion, known by its keyed hash, or on one place of it ("": on all)."""

    __tablename__ = "decisions"
    __table_args__ = (Index("ix_decisions_state", "review", "state"),)

    review: Mapped[str] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True)
    mark: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str]
    scope: Mapped[str]
    reason: Mapped[str | None]
    who: Mapped[str]
    changed: Mapped[datetime]
    texts: Mapped[str | None] = mapped_column(ForeignKey("decision_texts.id"))


class BlindVerdictRow(Table):
    """The blind rater's verdict on a suggestion; `decided` is the state that others had given it by then.

    It is NULL in rows of versions that did not store it.
    """

    __tablename__ = "blind_verdicts"

    review: Mapped[str] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True)
    mark: Mapped[str] = mapped_column(primary_key=True)
    goes: Mapped[bool]
    given: Mapped[datetime]
    decided: Mapped[str | None]


class ProposalRow(Table):
    """A decision proposed for other documents; term and client are encrypted, `term_mark` finds equal terms."""

    __tablename__ = "proposals"
    __table_args__ = (Index("ix_proposals_review", "review", "mark"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    review: Mapped[str] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"))
    mark: Mapped[str]
    term_mark: Mapped[str]
    scope: Mapped[str]
    goes: Mapped[bool]
    state: Mapped[str] = mapped_column(index=True)
    sealed: Mapped[bytes]
    who: Mapped[str]
    made: Mapped[datetime]
    ended_by: Mapped[str | None]
    ended: Mapped[datetime | None]


class IndexRequestRow(Table):
    """A request for a document that was found in the index.

    What is asked, of which documents, and every answer are encrypted together.
    """

    __tablename__ = "index_requests"

    id: Mapped[str] = mapped_column(primary_key=True)
    asker: Mapped[str]
    sealed: Mapped[bytes]
    made: Mapped[datetime]
    withdrawn: Mapped[bool]
