"""What is stored, as JSON and on a terminal."""

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType

from backend.reporting.render import table
from backend.storage.api_keys import ApiKey
from backend.storage.clients import StoredClient

EVERY_GROUP = "every group"


def client_as_json(stored: StoredClient) -> dict[str, Any]:
    """One client."""
    known = stored.dictionary
    return {
        "id": stored.id,
        "version": stored.version,
        "changed": stored.changed.isoformat(),
        "client": known.name,
        "utility": known.utility,
        "aliases": list(known.aliases),
        "group": known.group,
        "always": list(known.always),
        "never": list(known.never),
    }


def client_lines(stored: StoredClient) -> RenderableType:
    """All that is stored of one client."""
    known = stored.dictionary
    rows = (
        ("client", _told(known.name)),
        ("industry", _told(known.utility)),
        ("group", _told(known.group)),
        ("also called", _told(*known.aliases)),
        ("always goes", _told(*known.always)),
        ("never goes", _told(*known.never)),
        ("version", f"{stored.version}, of {stored.changed:%Y-%m-%d %H:%M} UTC"),
    )
    return table(("", ""), rows)


def clients_table(clients: Iterable[StoredClient]) -> RenderableType:
    """One line a client."""
    rows = [
        (
            _told(each.dictionary.name),
            _told(each.dictionary.utility),
            _told(each.dictionary.group),
            len(each.dictionary.aliases),
            len(each.dictionary.always),
            len(each.dictionary.never),
        )
        for each in clients
    ]
    if not rows:
        return "Nothing is stored; `unsaid client add` and `unsaid client import` store clients."
    return table(("client", "industry", "group", "aliases", "always", "never"), rows)


def key_as_json(key: ApiKey) -> dict[str, Any]:
    """One API key, which can be told from others by its id alone."""
    return {
        "id": key.id,
        "label": key.label,
        "role": key.role.value,
        "groups": None if key.groups is None else sorted(key.groups),
        "created": key.created.isoformat(),
        "expires": key.expires.isoformat(),
        "revoked": key.revoked.isoformat() if key.revoked else None,
    }


def keys_table(keys: Iterable[ApiKey]) -> RenderableType:
    """One line an API key."""
    rows = [
        (
            key.id,
            _told(key.label),
            key.role.value,
            EVERY_GROUP if key.groups is None else _told(*sorted(key.groups)),
            f"{key.expires:%Y-%m-%d}",
            f"revoked {key.revoked:%Y-%m-%d}" if key.revoked else "",
        )
        for key in keys
    ]
    return table(("id", "label", "role", "groups", "expires", ""), rows) if rows else "There are no API keys."


def _told(*texts: str | None) -> str:
    """Texts as somebody wrote them, brackets and all."""
    return ", ".join(text for text in texts if text) or "—"
