"""From settings and options to the values that the services take."""

from pathlib import Path

from backend.detection.pii import parse_entities
from backend.document.phrases import Phrase
from backend.errors import InvalidRequest
from backend.learning.model import ClientModel
from backend.learning.registry import Registry
from backend.redaction.placeholders import PlaceholderStyle
from backend.services.analyse import HideRequest
from backend.services.guess import KnownClients
from backend.settings import Settings

PLACEHOLDER_STYLES = tuple(style.value for style in PlaceholderStyle)
"""The names that `placeholder_style` takes."""


def placeholder_style(name: str) -> PlaceholderStyle:
    """The style of that name.

    >>> placeholder_style("typed").name
    'TYPED'
    """
    return PlaceholderStyle(name)


def open_registry(folder: Path | None) -> Registry:
    """The registry in a folder, by default the one of the settings."""
    return Registry(folder or Settings.from_environment().registry)


def serving_model(folder: Path | None, version: str | None) -> ClientModel:
    """The model of a version, by default the promoted one.

    Raises NoModel, UnknownVersion, RegistryDamaged.
    """
    return open_registry(folder).load(version)


def known_clients(folder: Path | None, version: str | None) -> KnownClients:
    """The clients of a version with what it has read of each; raises as `serving_model`."""
    registry = open_registry(folder)
    name = version or registry.promoted()
    return KnownClients(name, registry.load_report(name).clients)


def hide_request(
    *,
    client: str | None,
    manifest: Path | None,
    no_cii: bool,
    k: int,
    pii: str,
    always: tuple[str, ...],
    never: tuple[str, ...],
) -> HideRequest:
    """Check what somebody asks to be hidden.

    Raises InvalidRequest when it contradicts itself or names unknown kinds of personal data.
    """
    if [client is not None, manifest is not None, no_cii].count(True) != 1:
        raise InvalidRequest("say whose documents these are: one of --client, --manifest and --no-cii")
    always_terms, never_terms = _phrases(always), _phrases(never)
    if both := {term.key for term in always_terms} & {term.key for term in never_terms}:
        raise InvalidRequest(f"{len(both)} terms stand in --always and in --never; take each out of one")
    return HideRequest(client, manifest, no_cii, k, parse_entities(pii), always_terms, never_terms)


def _phrases(terms: tuple[str, ...]) -> tuple[Phrase, ...]:
    try:
        return tuple(Phrase(term) for term in terms)
    except ValueError as error:
        raise InvalidRequest(f"a term of --always or --never cannot be looked for: {error}") from error
