"""Problems of the database, its keys and the model registry, which administrators have to solve."""

from dataclasses import dataclass

from backend.messages.message import Message


@dataclass(frozen=True, slots=True)
class BackupNotRecognised(Message):
    """A file is not a backup of Unsaid."""

    code = "backup_not_recognised"

    path: str


@dataclass(frozen=True, slots=True)
class StoreNotEmpty(Message):
    """A backup would be restored into a database that is not empty."""

    code = "store_not_empty"


@dataclass(frozen=True, slots=True)
class TrailNotRecognised(Message):
    """A file is not an exported audit trail."""

    code = "trail_not_recognised"

    path: str


@dataclass(frozen=True, slots=True)
class TrailTampered(Message):
    """Someone else than Unsaid has changed the audit trail."""

    code = "trail_tampered"


@dataclass(frozen=True, slots=True)
class StoreWentBack(Message):
    """The database was reset to an earlier state than this process or machine has seen."""

    code = "store_went_back"


@dataclass(frozen=True, slots=True)
class ForeignObject(Message):
    """A table has a trigger, a rule or a view that Unsaid did not make."""

    code = "foreign_object"

    table: str


@dataclass(frozen=True, slots=True)
class RowNotAuthentic(Message):
    """A row is not what Unsaid stored."""

    code = "row_not_authentic"

    table: str
    row: str
    version: int | None


@dataclass(frozen=True, slots=True)
class RowsNeverAuthenticated(Message):
    """The rows of the database have no MACs."""

    code = "rows_never_authenticated"


@dataclass(frozen=True, slots=True)
class RowVersionsChanged(Message):
    """The versions of stored rows are not those in the signed audit trail."""

    code = "row_versions_changed"


@dataclass(frozen=True, slots=True)
class MacsRemoved(Message):
    """The MACs of the database are missing, together with the audit trail."""

    code = "macs_removed"


@dataclass(frozen=True, slots=True)
class TablesOutdated(Message):
    """The tables of the database are those of an earlier version."""

    code = "tables_outdated"


@dataclass(frozen=True, slots=True)
class TablesUnknown(Message):
    """The database does not say which tables it has."""

    code = "tables_unknown"


@dataclass(frozen=True, slots=True)
class DatabaseDamaged(Message):
    """The database is damaged."""

    code = "database_damaged"


@dataclass(frozen=True, slots=True)
class RowNotOnce(Message):
    """A row of the database is missing, or occurs twice."""

    code = "row_not_once"


@dataclass(frozen=True, slots=True)
class RowNotText(Message):
    """A row of the database contains a value that is not text in a column for text."""

    code = "row_not_text"


@dataclass(frozen=True, slots=True)
class KeyNotSet(Message):
    """No key is set to encrypt what is stored."""

    code = "key_not_set"


@dataclass(frozen=True, slots=True)
class KeyMalformed(Message):
    """A key is not one that Unsaid makes."""

    code = "key_malformed"


@dataclass(frozen=True, slots=True)
class RegistrySealMissing(Message):
    """The file that authenticates the model versions of a registry is missing."""

    code = "registry_seal_missing"

    path: str


@dataclass(frozen=True, slots=True)
class RegistrySealOfOtherKey(Message):
    """Another key authenticated the model versions of a registry."""

    code = "registry_seal_of_other_key"

    path: str


@dataclass(frozen=True, slots=True)
class RegistrySealWentBack(Message):
    """The file that authenticates the model versions was reset to an earlier one."""

    code = "registry_seal_went_back"

    path: str


@dataclass(frozen=True, slots=True)
class RegistrySealOfOtherRegistry(Message):
    """The file that authenticates the model versions is that of another registry."""

    code = "registry_seal_of_other_registry"

    path: str


@dataclass(frozen=True, slots=True)
class NoPromotedVersion(Message):
    """No model version of the registry is in use."""

    code = "no_promoted_version"

    folder: str
