"""`/v1/version`: the version of the service, and a clear error when the pane does not fit it."""

import re

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, List, Nested, String
from flask import Flask, current_app, request

from backend import __version__
from backend.errors import PaneTooOld, ServerTooOld, UnsaidError
from backend.web.auth.sign_in_settings import Issuer

HEADER = "Unsaid-Pane"
"""What the pane sends with every request: its version."""

OLDEST_PANE = "0.1"
"""The oldest pane whose requests this server still understands."""

blueprint = APIBlueprint("version", __name__, tag="Service")


class SignInOut(Schema):
    """The issuer that people sign in with, and the client id of the pane."""

    issuer = String(required=True)
    client = String(required=True, metadata={"description": "The client id of the pane at the issuer."})
    scopes = List(String(), required=True)


class VersionOut(Schema):
    """The version of the service, and the panes that it supports."""

    version = String(required=True, metadata={"description": "The version of the server.", "example": "0.1.0"})
    oldest_pane = String(
        required=True, metadata={"description": "The oldest pane version that it supports.", "example": "0.1"}
    )
    fits = Boolean(
        required=True,
        metadata={"description": f"Whether the pane that {HEADER} names is supported; true without the header."},
    )
    sign_in = Nested(
        SignInOut,
        required=True,
        allow_none=True,
        metadata={"description": "Null if there is no issuer and people sign in with a token."},
    )


@blueprint.get("/v1/version")
@blueprint.output(VersionOut)
@blueprint.doc(operation_id="version")
def version() -> dict[str, object]:
    """Get the version of the service, for a pane of any version."""
    return {
        "version": __version__,
        "oldest_pane": OLDEST_PANE,
        "fits": version_mismatch(request.headers.get(HEADER)) is None,
        "sign_in": current_app.extensions[_SIGN_IN],
    }


_SIGN_IN = "unsaid_sign_in"


def init_app(app: Flask, issuer: Issuer | None) -> None:
    """Refuse requests of unsupported panes before reading them; /v1/version answers every pane."""
    app.extensions[_SIGN_IN] = issuer and _sign_in(issuer)

    @app.before_request
    def refuse() -> None:
        if request.endpoint != "version.version" and request.path.startswith("/v1/"):
            error = version_mismatch(request.headers.get(HEADER))
            if error is not None:
                raise error


def _sign_in(issuer: Issuer) -> dict[str, object] | None:
    """The sign-in settings of the pane. None of them is secret: the issuer shows them to everyone who signs in."""
    if issuer.pane is None:
        return None
    return {"issuer": issuer.url, "client": issuer.pane, "scopes": [issuer.pane_scope or issuer.scope]}


def version_mismatch(pane: str | None, server: str = __version__, oldest: str = OLDEST_PANE) -> UnsaidError | None:
    """Return the error if a pane and the server do not fit; None if they fit, or if the caller is not a pane.

    >>> version_mismatch("0.1.7", server="0.1.0", oldest="0.1") is None
    True
    >>> version_mismatch("1.0.0", server="0.1.0", oldest="0.1").code
    'server_too_old'
    """
    if pane is None:
        return None
    pane_version = _numbers(pane)
    if pane_version is None or pane_version < (_numbers(oldest) or (0, 0)):
        return PaneTooOld("This pane is too old for the server. Close it and open it again to load the new one.")
    if pane_version > (_numbers(server) or (0, 0)):
        return ServerTooOld("This pane is newer than the server. Ask your administrator to update the server.")
    return None


_VERSION = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})(?:[.+-].{0,40})?")


def _numbers(version: str) -> tuple[int, int] | None:
    """Major and minor number; patch versions are compatible with each other."""
    found = _VERSION.fullmatch(version)
    return (int(found[1]), int(found[2])) if found else None
