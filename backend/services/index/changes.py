"""Add documents to an index, and remove them."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from backend.document.entry_validation import label_fault
from backend.errors import AlreadyIndexed, CorpusError, InvalidRequest, NotIndexed
from backend.learning.json_lines import CorpusProblem, parsed_lines
from backend.reporting.index_reports import AddReport, RemoveReport
from backend.storage.index.index_secret import Entry
from backend.storage.index.stored_index import StoredIndex
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class IndexedText:
    """A document to be added: its entry, and its text, or the weights of its stems instead."""

    entry: Entry
    text: str = ""
    stems: Mapping[str, float] | None = None


def add_file(
    index: StoredIndex,
    path: Path,
    workers: Workers = Workers(),
    progress: Callable[[int], None] = lambda documents: None,  # noqa: ARG005
) -> AddReport:
    """Add the documents of a file: JSON objects with id and text, or with id and vector (weights of stems).

    `client` and `utility` (its industry) are optional.

    Raises UnreadableFile, CorpusError when the file is empty, IndexUnusable.
    """
    report = add_documents(index, parsed_lines(path, workers, _parse), progress)
    if not report.groups and not report.problems:
        raise CorpusError(f"{path}: contains no document. Write one JSON object with id and text in each line.")
    return report


def add_documents(
    index: StoredIndex,
    lines: Iterable[tuple[str, IndexedText | CorpusProblem]],
    progress: Callable[[int], None] = lambda documents: None,  # noqa: ARG005
) -> AddReport:
    """Add documents one by one; each is on disk before the next. Those that cannot be added are returned."""
    groups: dict[str, int] = {}
    problems: list[CorpusProblem] = []
    for where, each in lines:
        if isinstance(each, CorpusProblem):
            problems.append(each)
            continue
        try:
            groups[each.entry.id] = add(index, each)
        except (AlreadyIndexed, InvalidRequest) as error:
            problems.append(CorpusProblem(where, str(error)))
        progress(1)
    return AddReport(groups, uneven_groups(index, groups.values()), tuple(problems))


def add(index: StoredIndex, document: IndexedText) -> int:
    """Add a document, and return the number of its group.

    Raises AlreadyIndexed, InvalidRequest for a document without a word of the dictionary.
    """
    space = index.space
    counts: Mapping[int, float]
    counts = space.count(document.text) if document.stems is None else space.weights(document.stems)
    return index.insert(document.entry, space.weighted(counts)).group


def remove(index: StoredIndex, documents: Sequence[str]) -> RemoveReport:
    """Remove documents by their ids."""
    removed: list[str] = []
    unknown: list[str] = []
    groups: set[int] = set()
    dissolved = 0
    for document in documents:
        try:
            removal = index.remove(document)
        except NotIndexed:
            unknown.append(document)
            continue
        removed.append(document)
        groups.add(removal.group if removal.into is None else removal.into)
        dissolved += removal.into is not None
    return RemoveReport(tuple(removed), tuple(unknown), dissolved, uneven_groups(index, groups), held=index.held)


def remove_of(index: StoredIndex, owners: Collection[str]) -> RemoveReport:
    """Remove all documents of some owners in one step, all or none.

    Raises IndexBusy, IndexUnusable.
    """
    removed = index.remove_of(owners)
    left = {group if into is None else into for group, into in removed.groups.items()}
    dissolved = sum(into is not None for into in removed.groups.values())
    return RemoveReport(removed.documents, (), dissolved, uneven_groups(index, left), held=index.held)


def uneven_groups(index: StoredIndex, groups: Iterable[int]) -> dict[int, float]:
    """Return those of these groups in which one owner has more than 1/k of the documents, with its share."""
    living = sorted(group for group in set(groups) if index.group(group) is not None)
    shares = {group: index.largest_share(group) for group in living}
    return {group: share for group, share in shares.items() if share > 1 / index.k}


def _parse(line: dict[str, Any], where: str) -> IndexedText | CorpusProblem:
    document, client, utility, text, vector = (
        line.get(name) for name in ("id", "client", "utility", "text", "vector")
    )
    if not isinstance(document, str) or label_fault(document) or not document:
        return CorpusProblem(where, "'id' is missing or no string")
    for name, label in (("client", client), ("utility", utility)):
        if not isinstance(label, str | None) or label_fault(label or ""):
            return CorpusProblem(where, f"{name!r} is no string")
    entry = Entry(document, client, industry=utility)
    if isinstance(text, str) and vector is None:
        return IndexedText(entry, text)
    if text is None and _is_vector(vector):
        return IndexedText(entry, stems=vector)
    return CorpusProblem(where, "needs either 'text' or 'vector', an object with a positive number for each stem")


def _is_vector(value: object) -> TypeGuard[dict[str, float]]:
    return isinstance(value, dict) and all(
        isinstance(weight, int | float) and not isinstance(weight, bool) and 0 < weight < math.inf
        for weight in value.values()
    )
