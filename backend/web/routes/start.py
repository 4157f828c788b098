"""`/`: a plain page that leads people where they want to go, before they sign in."""

import base64
import hashlib
from html import escape
from pathlib import Path
from string import Template

from apiflask import APIBlueprint
from flask import Response

from backend import __version__
from backend.settings import ServiceSettings
from backend.web import openapi
from backend.web.http.headers import PANE
from backend.web.service import service

blueprint = APIBlueprint("start", __name__, enable_openapi=False)

_PAGE = Template(Path(__file__).with_name("start.html").read_text("utf-8"))
_STYLE = Path(__file__).with_name("start.css").read_text("utf-8")
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@blueprint.get("/")
def start() -> Response:
    """Send the page. It is the same for everyone, and contains nothing that only signed-in people may know."""
    links = "".join(
        f'<li><a href="{escape(address)}">{escape(name)}</a> <span>{escape(what)}</span></li>'
        for address, name, what in _links(service().settings.service)
    )
    page = _PAGE.substitute(style=_STYLE, links=links, version=escape(__version__))
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _POLICY
    return response


def _links(settings: ServiceSettings) -> list[tuple[str, str, str]]:
    """The address, the name and a sentence of each place to go."""
    links = []
    if settings.try_out is not None:
        links.append((settings.try_out, "Try it without Word", "Sample documents with the pane beside them."))
    if settings.pane is not None:
        links.append((PANE, "Use it in Word", "What the pane is, and how it gets into Word."))
    links.append((openapi.PATH, "Use it from a program", "The description of the HTTP interface (OpenAPI)."))
    links.append(("/readyz", "Is it working?", "Whether the service is ready, as JSON for monitoring."))
    return links
