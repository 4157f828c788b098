"""Errors of callers who are refused, for now or for good."""

from backend.errors.family import UnsaidError


class NotOfAllGroups(UnsaidError):
    """Something that takes somebody who sees the clients of all groups."""

    code, status_hint = "not_of_all_groups", 403


class NotHeld(UnsaidError):
    """Nobody grants or revokes what they do not hold themselves."""

    code, status_hint = "not_held", 403


class SignInRefused(UnsaidError):
    """Nobody can be let in with what was sent to sign in."""

    code, status_hint = "sign_in_refused", 401


class SignInExpired(UnsaidError):
    """What was sent to sign in was good, and is no more."""

    code, status_hint = "sign_in_expired", 401


class PassesWithTime(UnsaidError):
    """Refused for now: it can be asked again after `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LockedOut(PassesWithTime):
    """Too many attempts from there have failed."""

    code, status_hint = "locked_out", 429


class AskedTooOften(PassesWithTime):
    """Too many requests."""

    code, status_hint = "too_many_requests", 429


class TooManyQuestions(PassesWithTime):
    """A caller from whom clients are hidden has asked about too many documents."""

    code, status_hint = "too_many_questions", 429


class TooManyDownloads(PassesWithTime):
    """The account has as many files waiting for a browser as it may."""

    code, status_hint = "too_many_downloads", 429


class IssuerUnavailable(UnsaidError):
    """The issuer's keys, which tell its tokens from forged ones, cannot be had."""

    code, status_hint = "issuer_unavailable", 503
