"""Errors of requests and of the programs that send or answer them."""

from backend.errors.family import UnsaidError


class InvalidRequest(UnsaidError):
    """The request contradicts itself or names something that does not exist."""

    code, status_hint = "invalid_request", 400


class RequestTooLarge(UnsaidError):
    """The request is too large."""

    code, status_hint = "request_too_large", 413


class PaneTooOld(UnsaidError):
    """The pane is older than the server."""

    code, status_hint = "pane_too_old", 409


class ServerTooOld(UnsaidError):
    """The pane is newer than the server."""

    code, status_hint = "server_too_old", 409


class CannotServe(UnsaidError):
    """The service cannot start with these settings."""

    code, status_hint = "cannot_serve", 500
