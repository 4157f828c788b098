"""Publish editions of an index, and read them."""

from pathlib import Path

from backend.errors import IndexUnusable, OutputRefused
from backend.files import read_bytes, write_atomically
from backend.privacy.edition import Edition, edition_of
from backend.privacy.published_vectors import LEAST_SHARED
from backend.reporting.index_reports import WHOLE_MEANS
from backend.storage.index.stored_index import StoredIndex


def publish(index: StoredIndex, path: Path) -> Edition:
    """Write an edition of an index: its groups in a random order, without ids and owners.

    Raises IndexBelowK, OutputRefused when the file exists, IndexUnusable when the index is not sound or its vectors
    have words that are not shared.
    """
    if path.exists():
        raise OutputRefused(f"{path}: exists already. Name a new file; an edition never replaces another one.")
    index.check_held()
    if index.header.shared_by < LEAST_SHARED:
        raise IndexUnusable(WHOLE_MEANS)
    if faults := index.faults():
        raise IndexUnusable(f"The index is not sound, and is not published: {faults[0]}")
    sizes = {number: group.documents for number, group in index.groups().items()}
    edition = edition_of(index.k, index.vectors, sizes, index.space.stem_of)
    write_atomically(path, edition.packed())
    return edition


def read_edition(path: Path) -> Edition:
    """Read an edition.

    Raises UnreadableFile, IndexUnusable when the file is none.
    """
    return parsed_edition(read_bytes(path), path)


def parsed_edition(content: bytes, path: Path) -> Edition:
    """Return the edition of these bytes, which are those of the file at `path`.

    Raises IndexUnusable when they are no edition.
    """
    try:
        return Edition.unpacked(content)
    except ValueError as error:
        raise IndexUnusable(f"{path}: this is no edition of an index. Name the file of an edition.") from error
