"""Errors of callers who are refused, for now or for good."""

from backend.errors.family import UnsaidError


class NotOfAllGroups(UnsaidError):
    """Only someone who sees the clients of all groups may do this."""

    code, status_hint = "not_of_all_groups", 403


class NotHeld(UnsaidError):
    """You can grant or revoke only rights that you hold yourself."""

    code, status_hint = "not_held", 403


class SignInRefused(UnsaidError):
    """The service does not accept this token or key."""

    code, status_hint = "sign_in_refused", 401


class SignInExpired(UnsaidError):
    """The token has expired."""

    code, status_hint = "sign_in_expired", 401


class PassesWithTime(UnsaidError):
    """The service refuses this for now: repeat it after `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LockedOut(PassesWithTime):
    """Too many attempts from this address have failed."""

    code, status_hint = "locked_out", 429


class AskedTooOften(PassesWithTime):
    """Too many requests."""

    code, status_hint = "too_many_requests", 429


class TooManyQuestions(PassesWithTime):
    """You have asked about too many documents: some clients are hidden from you, and answers could reveal them."""

    code, status_hint = "too_many_questions", 429


class TooManyDownloads(PassesWithTime):
    """The account has as many files waiting for a browser as it may."""

    code, status_hint = "too_many_downloads", 429


class TooManyJobs(PassesWithTime):
    """The account has as many jobs or files waiting as it may."""

    code, status_hint = "too_many_jobs", 429


class IssuerUnavailable(UnsaidError):
    """The keys of the issuer, which verify its tokens, are not available."""

    code, status_hint = "issuer_unavailable", 503
