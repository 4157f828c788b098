"""Errors of the store, its keys and its rows."""

from backend.errors.family import UnsaidError


class StoreUnavailable(UnsaidError):
    """The database does not answer, or not in time; the base of the reasons why. What was acknowledged is kept."""

    code, status_hint = "store_unavailable", 503


class StoreFull(StoreUnavailable):
    """There is no room left where the database lies; nothing of the change was kept."""

    code, status_hint = "store_full", 507


class StoreOutdated(StoreUnavailable):
    """The tables are those of another version of Unsaid."""

    code, status_hint = "store_outdated", 503


class StoreDamaged(StoreUnavailable):
    """What the database holds is not what was stored."""

    code, status_hint = "store_damaged", 500


class NotAuthentic(StoreDamaged):
    """A row that grants, approves or constrains something is not what was stored; nothing is done with it."""

    code, status_hint = "not_authentic", 500


class KeyUnusable(StoreUnavailable):
    """The key that opens what is stored is missing, no key, or another one."""

    code, status_hint = "key_unusable", 503


class StaleVersion(UnsaidError):
    """Somebody has changed it since it was read."""

    code, status_hint = "stale_version", 409


class ClientExists(UnsaidError):
    """A client of that name is stored already."""

    code, status_hint = "client_exists", 409


class PolicyStillCounts(UnsaidError):
    """What is to be deleted would take a policy that counts with it."""

    code, status_hint = "policy_still_counts", 409


class UnknownApiKey(UnsaidError):
    """No API key has that id."""

    code, status_hint = "unknown_api_key", 404


class UnknownCertificateKey(UnsaidError):
    """No certificate key has that id."""

    code, status_hint = "unknown_certificate_key", 404


class UnknownUser(UnsaidError):
    """Nobody is known by that id."""

    code, status_hint = "unknown_user", 404


class TrailUnusable(UnsaidError):
    """A file is no exported audit trail."""

    code, status_hint = "trail_unusable", 422


class BackupUnusable(UnsaidError):
    """A backup cannot be read, or belongs to another key or a newer version of Unsaid."""

    code, status_hint = "backup_unusable", 422
