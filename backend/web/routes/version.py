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
    """With whom people sign in, and as what the pane asks for them."""

    issuer = String(required=True)
    client = String(required=True, metadata={"description": "What the issuer calls the pane."})
    scopes = List(String(), required=True)


class VersionOut(Schema):
    """What runs here, and which panes it understands."""

    version = String(required=True, metadata={"description": "The version of the server.", "example": "0.1.0"})
    oldest_pane = String(
        required=True, metadata={"description": "The oldest pane it understands.", "example": "0.1"}
    )
    fits = Boolean(
        required=True, metadata={"description": f"Whether the pane that {HEADER} names fits; true without one."}
    )
    sign_in = Nested(
        SignInOut,
        required=True,
        allow_none=True,
        metadata={"description": "Null where people sign in with a token that they are told."},
    )


@blueprint.get("/v1/version")
@blueprint.output(VersionOut)
@blueprint.doc(operation_id="version")
def version() -> dict[str, object]:
    """Tell what runs here, whatever pane asks."""
    return {
        "version": __version__,
        "oldest_pane": OLDEST_PANE,
        "fits": misfit(request.headers.get(HEADER)) is None,
        "sign_in": current_app.extensions[_SIGN_IN],
    }


_SIGN_IN = "unsaid_sign_in"


def init_app(app: Flask, issuer: Issuer | None) -> None:
    """Refuse requests of panes that do not fit, before they are read; /v1/version itself answers all."""
    app.extensions[_SIGN_IN] = issuer and _sign_in(issuer)

    @app.before_request
    def refuse() -> None:
        if request.endpoint != "version.version" and request.path.startswith("/v1/"):
            error = misfit(request.headers.get(HEADER))
            if error is not None:
                raise error


def _sign_in(issuer: Issuer) -> dict[str, object] | None:
    """Nothing of this is secret: whoever signs in is shown it by the issuer."""
    if issuer.pane is None:
        return None
    return {"issuer": issuer.url, "client": issuer.pane, "scopes": [issuer.pane_scope or issuer.scope]}


def misfit(pane: str | None, server: str = __version__, oldest: str = OLDEST_PANE) -> UnsaidError | None:
    """What is wrong between a pane and the server; None where they fit, and where no pane asks.

    >>> misfit("0.1.7", server="0.1.0", oldest="0.1") is None
    True
    >>> misfit("1.0.0", server="0.1.0", oldest="0.1").code
    'server_too_old'
    """
    if pane is None:
        return None
    said = _numbers(pane)
    if said is None or said < (_numbers(oldest) or (0, 0)):
        return PaneTooOld("this pane is too old for the server; close it and open it again, so that it is loaded")
    if said > (_numbers(server) or (0, 0)):
        return ServerTooOld("this pane is newer than the server; ask your administrator to update the server")
    return None


_VERSION = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})(?:[.+-].{0,40})?")


def _numbers(version: str) -> tuple[int, int] | None:
    """The numbers that count: patches fit each other."""
    found = _VERSION.fullmatch(version)
    return (int(found[1]), int(found[2])) if found else None
