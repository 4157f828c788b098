"""Errors of the store, its keys and its rows."""

from backend.errors.family import UnsaidError


class StoreUnavailable(UnsaidError):
    """The database does not respond in time; the base of the reasons why. Acknowledged changes are kept."""

    code, status_hint = "store_unavailable", 503


class StoreFull(StoreUnavailable):
    """The disk of the database is full; the change was not saved."""

    code, status_hint = "store_full", 507


class StoreOutdated(StoreUnavailable):
    """The tables of the database are of another version of Unsaid."""

    code, status_hint = "store_outdated", 503


class StoreDamaged(StoreUnavailable):
    """The content of the database is not what Unsaid stored."""

    code, status_hint = "store_damaged", 500


class NotAuthentic(StoreDamaged):
    """A row that grants, approves or constrains something is not what Unsaid stored; Unsaid does not use it."""

    code, status_hint = "not_authentic", 500


class KeyUnusable(StoreUnavailable):
    """The key of the stored data is missing, malformed, or another one."""

    code, status_hint = "key_unusable", 503


class StaleVersion(UnsaidError):
    """Someone else changed this first."""

    code, status_hint = "stale_version", 409


class ClientExists(UnsaidError):
    """A client of that name is stored already."""

    code, status_hint = "client_exists", 409


class PolicyStillCounts(UnsaidError):
    """Removing this would also remove a policy that applies."""

    code, status_hint = "policy_still_counts", 409


class UnknownApiKey(UnsaidError):
    """No API key has that id."""

    code, status_hint = "unknown_api_key", 404


class UnknownCertificateKey(UnsaidError):
    """No certificate key has that id."""

    code, status_hint = "unknown_certificate_key", 404


class UnknownUser(UnsaidError):
    """No user has that id."""

    code, status_hint = "unknown_user", 404


class TrailUnusable(UnsaidError):
    """The file is not an exported audit trail."""

    code, status_hint = "trail_unusable", 422


class BackupUnusable(UnsaidError):
    """A backup cannot be read, or belongs to another key or a newer version of Unsaid."""

    code, status_hint = "backup_unusable", 422
