"""Count the words, adjacent pairs and forms of each document: unfiltered, exact under addition.

Every model is derived from these counts alone, so that a document or a client can be added or removed later without
the texts. Nothing is dropped here: stop words and words that occur once are dropped when features are selected.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack

from backend.document.forms import forms
from backend.document.tokens import terms
from backend.errors import InvalidRequest
from backend.learning.arrays import Counts, Integers, counts_from_rows
from backend.learning.clients import Client, merge_clients
from backend.learning.corpus import CorpusDocument

BEGINNING = 8_000
"""Characters of a document that count as its beginning: about 1,200 words.

Documents of one kind often begin alike from year to year, and differ in what follows.
"""

_BREAK = ""
"""Stands between two blocks, as no term can: no pair reaches from one paragraph into the next."""


@dataclass(frozen=True, slots=True, eq=False)
class TermCounts:
    """Sparse counts of words, adjacent pairs and forms, one row for each document.

    The form is canonical, so that equal corpora have equal counts: `words`, `pairs` and `forms` are ascending,
    each occurs somewhere, each client has a document, and the rows of the CSR arrays are sorted. Counts of an older
    version have no forms, or none with capitals, and no beginnings.
    """

    documents: tuple[str, ...]
    """Ids, unique, in the order of the corpus."""
    clients: tuple[Client, ...]
    client_of: Integers
    """[document], an index into `clients`."""
    words: tuple[str, ...]
    word_counts: Counts
    """[document, word]."""
    pairs: Integers
    """[pair, 2], the indices of the first and the second word."""
    pair_counts: Counts
    """[document, pair]."""
    forms: tuple[str, ...]
    form_counts: Counts
    """[document, form]; the words of forms are also in `word_counts`."""
    beginnings: Counts
    """[document, word], of the first BEGINNING characters of each document alone."""
    form_beginnings: Counts
    """[document, form], of the same characters."""

    @property
    def has_beginnings(self) -> bool:
        """Whether beginnings are counted, and some document has more than its beginning."""
        return 0 < int(self.beginnings.sum()) < int(self.word_counts.sum())

    def without(self, documents: Collection[str]) -> "TermCounts":
        """Return the counts without these documents.

        Raises InvalidRequest when one of them is not there.
        """
        removed = set(documents)
        missing = removed.difference(self.documents)
        if missing:
            raise InvalidRequest(f"No document {min(missing)!r} is counted. Check its id.")
        stays = np.array([document not in removed for document in self.documents], dtype=bool)
        kept: list[int] = np.flatnonzero(stays).tolist()
        return _canonical(
            [self.documents[row] for row in kept],
            [self.clients[self.client_of[row]] for row in kept],
            _Raw(
                self.words,
                self.word_counts[kept],
                self.pairs,
                self.pair_counts[kept],
                self.forms,
                self.form_counts[kept],
                self.beginnings[kept],
                self.form_beginnings[kept],
            ),
        )

    def without_client(self, name: str) -> "TermCounts":
        """Return the counts without the documents of the client of exactly that name.

        Raises InvalidRequest when there is none.
        """
        removed = [
            document
            for document, client in zip(self.documents, self.client_of, strict=True)
            if self.clients[client].name == name
        ]
        if not removed:
            raise InvalidRequest(f"No document of client {name!r} is counted. Check the name.")
        return self.without(removed)

    def words_alone(self) -> "TermCounts":
        """Return the counts without pairs, which need most of the memory and which no classifier uses."""
        return replace(self, pairs=np.zeros((0, 2), np.int64), pair_counts=no_counts(len(self.documents)))

    def merged(self, other: "TermCounts") -> "TermCounts":
        """Return the counts of both corpora together, the documents of `other` last.

        Raises InvalidRequest when a document id is in both, CorpusError when they contradict each other about a
        client's utility class.
        """
        return merge((self, other))


def no_counts(documents: int, terms: int = 0) -> Counts:
    """Return counts of none of so many terms in so many documents."""
    return counts_from_rows(np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(documents + 1, np.int64), terms)


def count_terms(documents: Iterable[CorpusDocument]) -> TermCounts:
    """Count the words, adjacent pairs and forms of each document; pairs never cross block borders.

    >>> counts = count_terms([CorpusDocument("1", "Ford", None, ("cars and cars", "vans"))])
    >>> counts.words, counts.word_counts.toarray().tolist(), counts.pairs.tolist()
    (('and', 'cars', 'vans'), [[1, 2, 1]], [[0, 1], [1, 0]])
    """
    number, form_number = _numbering(), _numbering()
    no_word = number[_BREAK]
    ids: list[str] = []
    clients: list[Client] = []
    words, pairs, as_written, begin_words, begin_forms = (_Rows() for _ in range(5))
    for document in documents:
        ids.append(document.id)
        clients.append(document.as_client())
        stream = [number[term] for block in document.blocks for term in (*terms(block), _BREAK)]
        codes = np.array(stream, dtype=np.int64)
        is_word = codes != no_word
        words.append(codes[is_word])
        together = is_word[:-1] & is_word[1:]
        pairs.append((codes[:-1][together] << 32) | codes[1:][together])
        written = [form_number[form] for block in document.blocks for form in forms(block)]
        as_written.append(np.array(written, dtype=np.int64))
        first = beginning_of(document.blocks, BEGINNING)
        begin_words.append(_among([number[term] for block in first for term in terms(block)], stream))
        begin_forms.append(_among([form_number[form] for block in first for form in forms(block)], written))
    keys, pair_counts = pairs.compact()
    both = np.column_stack((keys >> 32, keys & 0xFFFFFFFF))
    return _canonical(
        ids,
        clients,
        _Raw(
            tuple(number),
            words.matrix(len(number)),
            both,
            pair_counts,
            tuple(form_number),
            as_written.matrix(len(form_number)),
            begin_words.matrix(len(number)),
            begin_forms.matrix(len(form_number)),
        ),
    )


def beginning_of(blocks: Iterable[str], at_most: int) -> tuple[str, ...]:
    """Return the blocks of text up to so many characters in all; the last one ends before a space.

    >>> beginning_of(["Annual report", "the bank lends", "more"], 20)
    ('Annual report', 'the')
    """
    found: list[str] = []
    for block in blocks:
        if len(block) > at_most:
            return (*found, block[: block.rfind(" ", 0, at_most + 1)] if " " in block[: at_most + 1] else "")
        found.append(block)
        at_most -= len(block)
    return tuple(found)


def _among(codes: Sequence[int], known: Sequence[int]) -> Integers:
    """Return the codes that are known: where a text is cut, a placeholder may be too, and then it is words."""
    found = np.array(codes, dtype=np.int64)
    return found[np.isin(found, np.array(known, dtype=np.int64))]


def _numbering() -> defaultdict[str, int]:
    """Return a mapping that gives each new term the next number."""
    number: defaultdict[str, int] = defaultdict()
    number.default_factory = number.__len__
    return number


def merge(parts: Sequence[TermCounts]) -> TermCounts:
    """Return the counts of all parts together, in their order; a single part is returned as it is.

    Raises as `TermCounts.merged` does.
    """
    if len(parts) == 1:
        return parts[0]
    ids = [document for part in parts for document in part.documents]
    clients = [part.clients[client] for part in parts for client in part.client_of]
    words, columns_of_parts, word_counts = _merged([(part.words, part.word_counts) for part in parts])
    forms_of_all, form_columns, form_counts = _merged([(part.forms, part.form_counts) for part in parts])
    beginnings = _moved([part.beginnings for part in parts], columns_of_parts, len(words))
    form_beginnings = _moved([part.form_beginnings for part in parts], form_columns, len(forms_of_all))
    pair_keys: list[Integers] = []
    for part, column_of in zip(parts, columns_of_parts, strict=True):
        pair_keys.append((column_of[part.pairs[:, 0]] << 32) | column_of[part.pairs[:, 1]])
    keys, column_of = np.unique(np.concatenate(pair_keys), return_inverse=True)
    ends = np.cumsum([len(each) for each in pair_keys])[:-1]
    pair_counts = _moved([part.pair_counts for part in parts], np.split(column_of, ends), len(keys))
    both = np.column_stack((keys >> 32, keys & 0xFFFFFFFF))
    raw = _Raw(words, word_counts, both, pair_counts, forms_of_all, form_counts, beginnings, form_beginnings)
    return _canonical(ids, clients, raw)


def _merged(parts: Sequence[tuple[tuple[str, ...], Counts]]) -> tuple[tuple[str, ...], list[Integers], Counts]:
    """Return the terms of all parts, ascending, the new columns of each part, and the counts one below another."""
    terms_of_all = tuple(sorted(set().union(*(some for some, _ in parts))))
    index = {term: column for column, term in enumerate(terms_of_all)}
    columns = [np.fromiter(map(index.__getitem__, some), np.int64, len(some)) for some, _ in parts]
    return terms_of_all, columns, _moved([counts for _, counts in parts], columns, len(terms_of_all))


def _moved(parts: Sequence[Counts], columns: Sequence[Integers], width: int) -> Counts:
    """Return the counts of all parts one below another, each column at its new place."""
    blocks = [_recolumned(counts, column_of, width) for counts, column_of in zip(parts, columns, strict=True)]
    return vstack(blocks, "csr")


class _Rows:
    """A builder of counts, row by row; each row is reduced to its distinct values at once."""

    def __init__(self) -> None:
        self._values: list[Integers] = []
        self._counts: list[NDArray[np.int32]] = []

    def append(self, row: Integers) -> None:
        values, counts = np.unique(row, return_counts=True)
        self._values.append(values)
        self._counts.append(counts.astype(np.int32))

    def matrix(self, width: int) -> Counts:
        """Return the rows with their values as columns."""
        return self._csr(self._all_values(), width)

    def compact(self) -> tuple[Integers, Counts]:
        """Return the distinct values of all rows, ascending, and the rows with value ranks as columns."""
        values, ranks = np.unique(self._all_values(), return_inverse=True)
        return values, self._csr(ranks, len(values))

    def _csr(self, columns: Integers, width: int) -> Counts:
        data = np.concatenate((np.empty(0, np.int32), *self._counts))
        return counts_from_rows(data, columns, np.cumsum([0, *map(len, self._values)]), width)

    def _all_values(self) -> Integers:
        return np.concatenate((np.empty(0, np.int64), *self._values))


@dataclass(frozen=True, slots=True)
class _Raw:
    """Words in any order, with columns that may be empty: the input of `_canonical`."""

    words: Sequence[str]
    word_counts: Counts
    pairs: Integers
    pair_counts: Counts
    forms: Sequence[str]
    form_counts: Counts
    beginnings: Counts
    form_beginnings: Counts


def _canonical(ids: Sequence[str], clients: Sequence[Client], raw: _Raw) -> TermCounts:
    _refuse_twins(ids)
    known = merge_clients(clients)
    position = {client.name: index for index, client in enumerate(known)}
    used, column_of = _in_use(raw.words, raw.word_counts)
    forms_in_use, form_column = _in_use(raw.forms, raw.form_counts)
    pair_ids = np.flatnonzero(np.bincount(raw.pair_counts.indices, minlength=len(raw.pairs)))
    pairs = column_of[raw.pairs[pair_ids]]
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    pair_column = np.zeros(len(raw.pairs), dtype=np.int64)
    pair_column[pair_ids[order]] = np.arange(len(pair_ids))
    return TermCounts(
        documents=tuple(ids),
        clients=known,
        client_of=np.array([position[client.name] for client in clients], dtype=np.int64),
        words=tuple(raw.words[column] for column in used),
        word_counts=_recolumned(raw.word_counts, column_of, len(used)),
        pairs=pairs[order],
        pair_counts=_recolumned(raw.pair_counts, pair_column, len(pair_ids)),
        forms=tuple(raw.forms[column] for column in forms_in_use),
        form_counts=_recolumned(raw.form_counts, form_column, len(forms_in_use)),
        beginnings=_recolumned(raw.beginnings, column_of, len(used)),
        form_beginnings=_recolumned(raw.form_beginnings, form_column, len(forms_in_use)),
    )


def _in_use(terms_of_all: Sequence[str], counts: Counts) -> tuple[list[int], Integers]:
    """Return the columns that are not empty, in the order of their terms, and the new position of each column."""
    used: list[int] = np.flatnonzero(np.bincount(counts.indices, minlength=len(terms_of_all))).tolist()
    used.sort(key=terms_of_all.__getitem__)
    column_of = np.zeros(len(terms_of_all), dtype=np.int64)
    column_of[used] = np.arange(len(used))
    return used, column_of


def _recolumned(counts: Counts, column_of: Integers, width: int) -> Counts:
    """Move each column of `counts` to its new position; empty columns may share one."""
    return counts_from_rows(counts.data, column_of[counts.indices], counts.indptr, width)


def _refuse_twins(ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for document in ids:
        if document in seen:
            raise InvalidRequest(f"Document {document!r} is counted already. Remove it first, or rename it.")
        seen.add(document)
