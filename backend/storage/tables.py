"""The tables, as the newest step of `migrations` leaves them. No column holds a word of a client in the clear."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, ForeignKey, LargeBinary, String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; SQLite would give it back without its time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """To UTC; a moment without a time zone is a mistake of ours."""
        if value is not None and value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, _dialect: Dialect) -> datetime | None:
        """From the database, in UTC."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class Table(DeclarativeBase):
    """The base of all tables."""

    type_annotation_map = {bytes: LargeBinary, datetime: Moment, str: String}  # noqa: RUF012 - as SQLAlchemy wants it


class SecretRow(Table):
    """A secret that Unsaid made for itself, sealed with the key of the settings; see `sealed`."""

    __tablename__ = "secrets"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    purpose: Mapped[str]
    sealed: Mapped[bytes]
    created: Mapped[datetime]


class RevisionRow(Table):
    """How often the rows of a kind were changed; the step that makes their table makes this row."""

    __tablename__ = "revisions"

    kind: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int]


class ClientRow(Table):
    """The dictionary of a client, sealed; `name_mark` finds it by its name."""

    __tablename__ = "clients"

    id: Mapped[str] = mapped_column(primary_key=True)
    name_mark: Mapped[str] = mapped_column(unique=True)
    sealed: Mapped[bytes]
    version: Mapped[int]
    changed: Mapped[datetime]


class AliasRow(Table):
    """Another name of a client, as its mark; several clients may go by one."""

    __tablename__ = "aliases"

    client: Mapped[str] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True)
    mark: Mapped[str] = mapped_column(primary_key=True, index=True)


class ApiKeyRow(Table):
    """An API key; of its secret only the hash is kept. What it is called and its groups are sealed."""

    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(primary_key=True)
    secret_hash: Mapped[str]
    role: Mapped[str]
    sealed: Mapped[bytes]
    created: Mapped[datetime]
    expires: Mapped[datetime]
    revoked: Mapped[datetime | None]


class JobRow(Table):
    """Long work and how far it is: states, numbers, and the code of an error."""

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
