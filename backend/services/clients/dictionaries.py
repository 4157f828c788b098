"""The stored dictionaries of clients as an analysis uses them: other names, terms to redact always or never."""

import csv
import io
import threading
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from backend.blocking.known_attackers import Defence
from backend.blocking.trained_defence import limited_defence
from backend.detection.custom.lists import TermLists, TermRules
from backend.document.entry_validation import searchable_entries
from backend.document.phrases import normal_form
from backend.errors import InvalidRequest
from backend.files import read_bytes
from backend.learning.aliases import with_aliases
from backend.learning.drawn_sizes import SizeKey
from backend.learning.limited_model import hidden_word_test, limited_model, unheard_word_test, words_of_names
from backend.learning.model import ClientModel
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.warnings import Owner
from backend.storage.clients.dictionaries import Dictionary, StoredClient, mended, unshared_aliases
from backend.storage.store import Store

COLUMNS = ("client", "utility", "aliases", "group", "always", "never")
"""Of a CSV file of clients; only the first must be there. Several names or terms have semicolons between."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelWithDictionaries:
    """A model that knows the stored names, with the dictionaries of its clients and the global list.

    `rules` are what these dictionaries say of terms, as far as they can be looked for. `sizes` draws the sizes that
    limited callers are told.
    """

    model: ClientModel
    dictionaries: Mapping[int, Dictionary]
    rules: Mapping[int, TermRules]
    everyone: TermRules
    sizes: SizeKey
    _views: dict[tuple[int, ...], ClientModel] = field(default_factory=dict, repr=False)
    """What `in_sight` has made; there are as many as groups that ask."""
    _attackers: dict[tuple[int, ...], tuple[Defence, Defence]] = field(default_factory=dict, repr=False)
    """What `attackers_in_sight` has made, each with what it was made from; dictionaries change nothing in it."""

    def lists(self, files: TermLists) -> TermLists:
        """Merge the lists of files with the stored terms, which win in a contradiction."""
        clients = dict(files.clients)
        for index, stored in self.rules.items():
            name = self.model.clients[index].name.casefold()
            clients[name] = _over(clients.get(name, TermRules()), stored)
        return for_everyone(replace(files, clients=clients), self.everyone)

    def visible(self, groups: Collection[str] | None) -> VisibleClients:
        """The clients that a caller with these groups may see by name; None: all.

        A client of no group, or of which nothing is stored, is seen only by those who see all.
        """
        if groups is None:
            return EVERYBODY
        seen = (index for index, dictionary in self.dictionaries.items() if dictionary.group in groups)
        return VisibleClients(frozenset(self.model.clients[index].name for index in seen))

    def in_sight(self, visible: VisibleClients) -> ClientModel:
        """The model for a caller who may see these clients; see `learning.limited_model`."""
        if visible.sees_all:
            return self.model
        seen = visible.of(self.model.clients)
        view = self._views.get(seen)
        if view is None:
            view = limited_model(self.model, seen, self.sizes)
            _keep(self._views, seen, view, _MAX_VIEWS)
        return view

    def attackers_in_sight(self, visible: VisibleClients, defence: Defence) -> Defence:
        """The attackers of the version for a caller who may see these clients.

        They learn anew, in some seconds, and without what hidden clients alone say.
        """
        if visible.sees_all:
            return defence
        seen = visible.of(self.model.clients)
        made = self._attackers.get(seen)
        if made is None or made[0] is not defence:
            view = self.in_sight(visible)
            unsaid = hidden_word_test(view, seen)
            unheard = unheard_word_test(self.model, view, seen, defence.vocabulary)
            made = defence, limited_defence(defence, unsaid, unheard, seen, words_of_names(view))
            _keep(self._attackers, seen, made, _MAX_ATTACKERS)
        return made[1]


_MAX_VIEWS = 16
_MAX_ATTACKERS = 2
"""Of a hundred clients one view of all attackers takes 140 MB."""


_Seen = TypeVar("_Seen")


def _keep(kept: dict[tuple[int, ...], _Seen], seen: tuple[int, ...], made: _Seen, most: int) -> None:
    """Add to a cache, and keep only the newest entries."""
    while len(kept) >= most:
        kept.pop(next(iter(kept)), None)
    kept[seen] = made


class Dictionaries:
    """The stored dictionaries, cached in one process and read again when they change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._revision: str | None = None
        self._clients: tuple[StoredClient, ...] = ()
        self._everyone: TermRules | None = None
        self._known: ModelWithDictionaries | None = None
        self._attackers: dict[tuple[int, ...], tuple[Defence, Defence]] = {}
        self._base: ClientModel | None = None

    def all(self) -> tuple[StoredClient, ...]:
        """All dictionaries, by name.

        Raises StoreUnavailable.
        """
        with self._looking:
            return self._read()

    def known_to(self, model: ClientModel) -> ModelWithDictionaries:
        """The model with the dictionaries of its clients; the same value until a dictionary changes.

        Raises StoreUnavailable.
        """
        with self._looking:
            stored = self._read()
            if self._known is None or self._base is not model:
                known = _known(model, stored, self._everyone_read(), SizeKey(self._store.size_secret))
                self._known, self._base = replace(known, _attackers=self._attackers), model
            return self._known

    def lists(self, files: TermLists) -> TermLists:
        """Merge the lists of files with the global list; for documents without a client.

        Raises StoreUnavailable.
        """
        with self._looking:
            self._read()
            return for_everyone(files, self._everyone_read())

    def _everyone_read(self) -> TermRules:
        if self._everyone is None:
            self._everyone = _rules_of(self._store.global_terms.get().dictionary, "everyone_dictionary")
        return self._everyone

    def _read(self) -> tuple[StoredClient, ...]:
        clients = self._store.clients
        # Read the revision first: a change while the rows are read is noticed by the next call.
        revision = clients.revision()
        if revision != self._revision:
            self._clients = clients.all()
            self._revision, self._known, self._everyone = revision, None, None
        return self._clients


def read_dictionaries(path: Path) -> tuple[Dictionary, ...]:
    """Read the clients of a CSV file, which may be the clients.csv of a corpus; see COLUMNS.

    Raises InvalidRequest, which names the line; UnreadableFile.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")  # Excel writes a byte-order mark
        rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        columns = rows.fieldnames or ()
        if COLUMNS[0] not in columns or set(columns) - set(COLUMNS):
            raise InvalidRequest(
                f"{path}: the first line must name columns of {','.join(COLUMNS)}, client among them."
            )
        return tuple(_unique(path, ((rows.line_num, row) for row in rows)))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InvalidRequest(f"{path}: not a UTF-8 CSV file. Save it again as CSV UTF-8.") from error


def for_everyone(files: TermLists, everyone: TermRules) -> TermLists:
    """Merge the lists of files with global terms, which win in a contradiction."""
    return replace(files, everyone=_over(files.everyone, everyone))


def edited(dictionary: Dictionary, more: Dictionary, drop: Iterable[str]) -> Dictionary:
    """Return a dictionary with the entries of `more` added and the entries in `drop` removed.

    Older entries are kept as far as they can be looked for.

    Raises InvalidRequest when a term to be dropped stands in none of the lists.
    """
    removed = {normal_form(term) for term in drop}
    lists = {key: mended(getattr(dictionary, key)) for key in ("aliases", "always", "never")}
    missing = removed - {normal_form(term) for terms in lists.values() for term in terms}
    if missing:
        raise InvalidRequest(
            f"{len(missing)} of the terms to remove are in none of the lists. Nothing was changed."
        )
    return Dictionary(
        more.name,
        group=more.group or dictionary.group,
        utility=more.utility or dictionary.utility,
        **{
            key: (*(term for term in terms if normal_form(term) not in removed), *getattr(more, key))
            for key, terms in lists.items()
        },
    )


def _known(
    model: ClientModel, stored: Collection[StoredClient], everyone: TermRules, sizes: SizeKey
) -> ModelWithDictionaries:
    """Match stored clients with those of a model: by name, else by an alias that only one client has."""
    unshared = unshared_aliases(stored)
    names = {
        normal_form(name): each.dictionary for each in stored for name in (each.dictionary.name, *unshared[each.id])
    }
    keys = (normal_form(client.name) for client in model.clients)
    dictionaries = {index: names[key] for index, key in enumerate(keys) if key in names}
    spellings = {index: (each.name, *each.aliases) for index, each in dictionaries.items()}
    rules = {index: _rules_of(each, "client_dictionary") for index, each in dictionaries.items()}
    return ModelWithDictionaries(with_aliases(model, spellings), dictionaries, rules, everyone, sizes)


def _rules_of(dictionary: Dictionary, owner: Owner) -> TermRules:
    """The terms of a dictionary; a term that cannot be searched for is left out, so that it fails no document."""
    always, odd_ones = searchable_entries(dictionary.always, "always", owner)
    never, more = searchable_entries(dictionary.never, "never", owner)
    return TermRules(never, always, warnings=(*odd_ones, *more))


def _over(rules: TermRules, stored: TermRules) -> TermRules:
    go, stay = (set(map(normal_form, terms)) for terms in (stored.deny, stored.allow))
    allow = (term for term in rules.allow if normal_form(term) not in go)
    deny = (term for term in rules.deny if normal_form(term) not in stay)
    warnings = (*rules.warnings, *stored.warnings)
    return TermRules((*allow, *stored.allow), (*deny, *stored.deny), rules.recognisers, warnings)


def _unique(path: Path, rows: Iterable[tuple[int, Mapping[str, str | None]]]) -> Iterable[Dictionary]:
    seen: set[str] = set()
    for line, row in rows:
        if not any(row.values()):
            continue
        try:
            dictionary = _dictionary(row)
        except InvalidRequest as error:
            raise InvalidRequest(f"{path}, line {line}: {error}") from error
        key = normal_form(dictionary.name)
        if key in seen:
            raise InvalidRequest(
                f"{path}, line {line}: {dictionary.name!r} is already in an earlier line. Keep one of them."
            )
        seen.add(key)
        yield dictionary


def _dictionary(row: Mapping[str, str | None]) -> Dictionary:
    def several(column: str) -> tuple[str, ...]:
        return tuple(term for term in (row.get(column) or "").split(";") if term.strip())

    return Dictionary(
        row.get("client") or "",
        several("aliases"),
        several("always"),
        several("never"),
        row.get("group"),
        row.get("utility"),
    )
