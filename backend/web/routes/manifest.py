"""The Office manifest of the add-in: one template, filled in with the address of the service."""

import re
import uuid
from pathlib import Path
from string import Template
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from backend import __version__
from backend.errors import InvalidRequest

_TEMPLATE = Path(__file__).with_name("manifest.xml")


def manifest(address: str, add_in: str | None = None, support: str | None = None) -> str:
    """Return the manifest for a service at an address; the default id is derived from the address.

    `support` is the page where people get help; without it, that is the start page of the service.

    Raises InvalidRequest when Word would not accept the address or the id.
    """
    service = _service(address)
    addresses = {"service": service, "support": f"{service}/" if support is None else _service(support)}
    return Template(_TEMPLATE.read_text("utf-8")).substitute(
        {name: escape(each, {'"': "&quot;"}) for name, each in addresses.items()},
        id=_id(add_in, service),
        version=_version(__version__),
    )


def _service(address: str) -> str:
    """The address of the service without a trailing slash."""
    parts = urlsplit(address)
    try:
        is_complete = parts.scheme == "https" and parts.hostname and parts.port != 0
    except ValueError:
        is_complete = False
    if not is_complete or parts.query or parts.fragment or parts.username is not None or not address.isascii():
        raise InvalidRequest(
            "Word loads panes only over https. Name an address such as https://unsaid.example:8443."
        )
    return address.rstrip("/")


def _id(chosen_id: str | None, service: str) -> str:
    if chosen_id is None:
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{service}/pane/"))
    try:
        return str(uuid.UUID(chosen_id))
    except ValueError as error:
        raise InvalidRequest("The id of an add-in must be a UUID. Leave id out to get one.") from error


def _version(version: str) -> str:
    """A version as Word writes it: four numbers.

    >>> _version("0.1.0"), _version("1.2rc3"), _version("2")
    ('0.1.0.0', '1.2.0.0', '2.0.0.0')
    """
    numbers = re.findall(r"\d+", re.split(r"[^\d.]", version)[0])
    return ".".join([*numbers, "0", "0", "0"][:4])
