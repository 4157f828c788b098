"""Always and never lists: for one run, for a client, and for all clients.

A list is a YAML or JSON file with any of the keys `allow_list` (stays), `deny_list` (goes, wherever it stands) and
`recognizers` (see `presidio`). The folder of lists holds `everyone.yaml` and a file for each client that has a list
of its own, called by the client's name, or holding it under the key `client`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from backend.detection.custom.list_files import list_paths
from backend.detection.custom.presidio import entries, recognisers
from backend.detection.custom.recognisers import CustomRecogniser
from backend.document.entry_validation import searchable_entries, term_fault
from backend.errors import ListUnusable
from backend.files import read_bytes
from backend.messages.warnings import EntryNotUsable, Owner

EVERYONE = "everyone"

_KEYS = ("allow_list", "deny_list", "client", "recognizers", "ad_hoc_recognizers", "recognizer_registry")
"""One of them must be there, or the file was meant for something else."""


@dataclass(frozen=True, slots=True)
class TermRules:
    """The rules of a list: terms to keep, terms to redact, recognisers, and `warnings` about its entries."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    recognisers: tuple[CustomRecogniser, ...] = ()
    warnings: tuple[EntryNotUsable, ...] = ()


@dataclass(frozen=True, slots=True)
class TermLists:
    """The list for all clients, and those of single clients by case-folded name; `sources` are their files."""

    everyone: TermRules = TermRules()
    clients: Mapping[str, TermRules] = field(default_factory=dict, hash=False)
    sources: tuple[Path, ...] = ()

    def of(self, client: str | None) -> tuple[TermRules, ...]:
        """Return the lists that apply to a client's document, the most specific last."""
        own = self.clients.get(client.casefold()) if client is not None else None
        return (self.everyone,) if own is None else (self.everyone, own)

    def recognisers(self) -> tuple[CustomRecogniser, ...]:
        """The recognisers of all lists."""
        return tuple(each for rules in (self.everyone, *self.clients.values()) for each in rules.recognisers)

    def only_of(self, clients: Collection[str], kinds: Collection[str]) -> "TermLists":
        """The lists without those of other clients than these.

        Of the others, only recognisers for these `kinds` stay: they find nothing in documents of other clients, but
        a policy that names their kind has to find it known.
        """
        seen = {name.casefold() for name in clients}
        return replace(
            self,
            clients={
                name: rules
                if name in seen
                else TermRules(recognisers=tuple(each for each in rules.recognisers if each.entity in kinds))
                for name, rules in self.clients.items()
            },
        )


NO_LISTS = TermLists()


def read_lists(folder: Path, *, required: bool = False) -> TermLists:
    """Read the lists of a folder; there are none when the folder does not exist.

    Raises ListUnusable, also if two files are for the same client or a required folder is missing; UnreadableFile.
    """
    if required and not folder.is_dir():
        raise ListUnusable(
            f"{folder}: this folder of lists does not exist any more. Restore it, or unset UNSAID_LISTS."
        )
    everyone, clients, sources = TermRules(), dict[str, TermRules](), []
    for path in list_paths(folder):
        content = _content(path)
        name = str(content.get("client") or path.stem).casefold()
        if name in clients or (name == EVERYONE and everyone != TermRules()):
            raise ListUnusable(
                f"{path}: another file in this folder is about the same client. Merge the two files."
            )
        sources.append(path)
        if name == EVERYONE:
            everyone = _rules(content, path, "everyone_list")
        else:
            clients[name] = _rules(content, path, "client_list")
    return TermLists(everyone, clients, tuple(sources))


def read_rules(path: Path) -> TermRules:
    """Read the lists of one file that is named for one run.

    Raises ListUnusable, which names the file and what is wrong with it; UnreadableFile.
    """
    content = _content(path)
    for key in ("allow_list", "deny_list"):
        for number, word in enumerate(entries(content.get(key), key, str(path)), start=1):
            if fault := term_fault(word):
                raise ListUnusable(f"{path}: entry {number} of {key} {fault}. Correct it or leave it out.")
    return _rules(content, path, "run_list")


def _content(path: Path) -> Mapping[str, Any]:
    try:
        content = yaml.safe_load(read_bytes(path))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        raise ListUnusable(f"{path}{line}: neither YAML nor JSON. Correct it.") from error
    if isinstance(content, list):
        content = {"recognizers": content}
    elif isinstance(content, Mapping) and ("patterns" in content or "supported_entity" in content):
        content = {"recognizers": [content]}
    if not isinstance(content, Mapping) or not any(key in content for key in _KEYS):
        raise ListUnusable(f"{path}: contains none of allow_list, deny_list and recognizers.")
    return content


def _rules(content: Mapping[str, Any], path: Path, owner: Owner) -> TermRules:
    """What a file says; entries that cannot be looked for are left out, for they must not fail a document."""
    allow, odd_ones = searchable_entries(
        entries(content.get("allow_list"), "allow_list", str(path)), "allow_list", owner
    )
    deny, more = searchable_entries(entries(content.get("deny_list"), "deny_list", str(path)), "deny_list", owner)
    if both := {word.casefold() for word in allow} & {word.casefold() for word in deny}:
        raise ListUnusable(
            f"{path}: {len(both)} terms are in both allow_list and deny_list. Remove each from one list."
        )
    return TermRules(allow, deny, recognisers(content, str(path)), (*odd_ones, *more))
