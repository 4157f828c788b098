"""Stored clients, keys, users and policies as JSON and as tables."""

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType

from backend.reporting.render import table
from backend.storage.accounts.api_keys import ApiKey
from backend.storage.accounts.users import User
from backend.storage.audit.trail import AuditEntry
from backend.storage.authenticity.hash_chain import Fault, FaultKind, RowFault, RowFaultKind
from backend.storage.clients.dictionaries import StoredClient
from backend.storage.clients.policies import StoredPolicy

EVERY_GROUP = "every group"


def client_as_json(stored: StoredClient) -> dict[str, Any]:
    """One client, as JSON."""
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
    """The stored dictionary of one client."""
    known = stored.dictionary
    rows = (
        ("client", _joined(known.name)),
        ("industry", _joined(known.utility)),
        ("group", _joined(known.group)),
        ("also called", _joined(*known.aliases)),
        ("always redacted", _joined(*known.always)),
        ("never redacted", _joined(*known.never)),
        ("version", f"{stored.version}, of {stored.changed:%Y-%m-%d %H:%M} UTC"),
    )
    return table(("", ""), rows)


def clients_table(clients: Iterable[StoredClient], group: str | None = None) -> RenderableType:
    """One row per client; `group` is the only one that they were listed of, None: all."""
    rows = [
        (
            _joined(each.dictionary.name),
            _joined(each.dictionary.utility),
            _joined(each.dictionary.group),
            len(each.dictionary.aliases),
            len(each.dictionary.always),
            len(each.dictionary.never),
        )
        for each in clients
    ]
    if not rows and group is not None:
        return f"No stored client is in the group {group!r}."
    if not rows:
        return "Nothing is stored; `unsaid client add` and `unsaid client import` store clients."
    return table(("client", "industry", "group", "aliases", "always", "never"), rows)


def key_as_json(key: ApiKey) -> dict[str, Any]:
    """One API key as JSON, without its secret."""
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
    """One row per API key."""
    rows = [
        (
            key.id,
            _joined(key.label),
            key.role.value,
            EVERY_GROUP if key.groups is None else _joined(*sorted(key.groups)),
            f"{key.expires:%Y-%m-%d}",
            f"revoked {key.revoked:%Y-%m-%d}" if key.revoked else "",
        )
        for key in keys
    ]
    return table(("id", "label", "role", "groups", "expires", ""), rows) if rows else "There are no API keys."


def users_table(users: Iterable[User]) -> RenderableType:
    """One row per user."""
    rows = [
        (
            each.id,
            _joined(each.subject),
            _joined(each.called),
            _joined(*sorted(each.granted.all_roles)),
            EVERY_GROUP if (groups := each.granted.all_groups) is None else _joined(*sorted(groups)),
        )
        for each in users
    ]
    if not rows:
        return "Nobody has signed in with a token of an issuer, and nothing was granted."
    return table(("id", "subject", "called", "granted roles", "granted groups"), rows)


def policy_lines(stored: StoredPolicy) -> RenderableType:
    """The rules of a policy."""
    rules = stored.as_json()["rules"]
    if rules is None:
        return f"{stored.named}: removed on {stored.created:%Y-%m-%d}."
    clean = (f"{name.replace('_', ' ')}: {_rule_value(value)}" for name, value in rules.pop("clean").items())
    rows = [
        ("policy", stored.named),
        ("of", _joined(stored.client) if stored.client else "every client without one of its own"),
        ("set", f"{stored.created:%Y-%m-%d %H:%M} UTC by {stored.by}"),
        *((name.replace("_", " "), _rule_value(value)) for name, value in rules.items()),
        ("minimum cleaning", "; ".join(clean)),
    ]
    return table(("", ""), rows)


def policies_table(policies: Iterable[StoredPolicy]) -> RenderableType:
    """One row per policy."""
    rows = [
        (
            each.named,
            _joined(each.client) if each.client else "every other client",
            each.policy.least_k,
            _rule_value(sorted(each.policy.personal)),
            _rule_value(each.policy.second_approver),
            f"{each.created:%Y-%m-%d}",
        )
        for each in policies
        if each.policy is not None
    ]
    if not rows:
        return "No policy is set; `unsaid policy set` sets one."
    return table(("policy", "client", "k at least", "personal data", "second approver", "set"), rows)


def audit_table(rows: Iterable[AuditEntry]) -> RenderableType:
    """One row per row of the audit trail."""
    cells = [
        (
            each.number,
            each.content["moment"][:19].replace("T", " ") + (" (clock set back)" if each.content["clock"] else ""),
            each.content["who"],
            each.content["action"] + (f" failed: {each.content['code']}" if each.content["code"] else ""),
            _joined((each.content["subject"] or "")[:16]),
            ", ".join(f"{name} {count}" for name, count in each.content["counts"].items()),
            _joined(each.content["model"], each.content["policy"]),
        )
        for each in rows
    ]
    if not cells:
        return "No such row."
    return table(("", "moment (UTC)", "who", "what", "to", "counts", "model, policy"), cells)


_FAULTS = {
    FaultKind.CHANGED: "was changed, or Unsaid never recorded it",
    FaultKind.MOVED: "was recorded with a different number",
    FaultKind.UNLINKED: "does not follow from the row before it: one of the two was changed",
    FaultKind.MISSING: "is gone",
    FaultKind.AFTER_THE_END: "comes after the last recorded row",
    FaultKind.NOT_STORED: "differs from the database, or is missing there: the database was restored or rewritten",
    FaultKind.END_CHANGED: "is the last row; the rows after it were removed, or the end of the trail was changed",
}


def faults_table(faults: Iterable[Fault]) -> RenderableType:
    """One row per fault in the trail."""
    rows = [
        (f"{each.number}" if each.number == each.last else f"{each.number} to {each.last}", _FAULTS[each.wrong])
        for each in faults
    ]
    return table(("row", "what is wrong"), rows)


_STORED = {
    RowFaultKind.CHANGED: "is not what was stored",
    RowFaultKind.ROLLED_BACK: "was reset to an earlier version",
    RowFaultKind.MISSING: "is gone",
    RowFaultKind.ADDED: "was added outside Unsaid",
    RowFaultKind.RESTORED: "was deleted, then added again outside Unsaid",
    RowFaultKind.FOREIGN: "is a trigger, a rule or a view that Unsaid did not make",
    RowFaultKind.VERSIONS_CHANGED: "has rows with versions other than those in the signed trail",
}


def stored_faults_table(faults: Iterable[RowFault]) -> RenderableType:
    """One row per stored row that is not what Unsaid stored."""
    rows = [(each.table, each.row or "—", each.version or "—", _STORED[each.wrong]) for each in faults]
    return table(("table", "row", "version", "what is wrong"), rows)


def _rule_value(value: object) -> str:
    """A value of a policy's rule as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "—"
    return "—" if value is None else str(value)


def _joined(*texts: str | None) -> str:
    """Texts as they are, joined by commas."""
    return ", ".join(text for text in texts if text) or "—"
