"""`/pane/`: serve the built task pane, if there is one."""

import re
from datetime import UTC, datetime, timedelta

from apiflask import APIBlueprint
from flask import Response, redirect, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from backend.web.http.headers import PANE
from backend.web.service import service

blueprint = APIBlueprint("pane", __name__, enable_openapi=False)

START = "index.html"

_HASHED = re.compile(r"assets/.*-[A-Za-z0-9_-]{8,}\.[a-z0-9]+")
"""As Vite names what it builds: another content has another name."""

_ICON = re.compile(r"icons/[^/]+\.png")
"""What the manifest names for the ribbon. Its name stays the same when its picture changes."""

_ICON_AGE = timedelta(days=30)
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


@blueprint.get("/pane")
def without_slash() -> AnyResponse:
    """Redirect to the path with a slash, because the pane's assets have relative paths."""
    return redirect(PANE, 308)


@blueprint.get(PANE)
@blueprint.get(f"{PANE}<path:name>")
def pane(name: str = START) -> Response:
    """Send a file of the pane. Browsers cache hashed files for ever, icons for a month, and the page not at all."""
    folder = service().settings.service.pane
    if folder is None:
        raise NotFound
    response = send_from_directory(folder.resolve(), name, conditional=True)
    if _ICON.fullmatch(name):
        # With any Cache-Control, Word shows a general picture or no button (docs-ref: docs/manifest/image.md).
        response.headers.pop("Cache-Control", None)
        response.expires = datetime.now(UTC) + _ICON_AGE
    else:
        response.headers["Cache-Control"] = _FOR_EVER if _HASHED.fullmatch(name) else _ASK_AGAIN
    return response
