"""Publish editions of an index, and read them."""

from pathlib import Path

from backend.errors import IndexUnusable, OutputRefused
from backend.files import read_bytes, write_atomically
from backend.privacy.edition import Edition, edition_of
from backend.privacy.published_vectors import LEAST_SHARED
from backend.reporting.index_reports import WHOLE_MEANS
from backend.storage.index.stored_index import StoredIndex


def publish(index: StoredIndex, path: Path) -> Edition:
    """Write an edition of an index to a file for its readers.

    Raises OutputRefused when the file exists, and as `sound_edition`.
    """
    if path.exists():
        raise OutputRefused(f"{path}: exists already. Name a new file; an edition never replaces another one.")
    edition = sound_edition(index)
    write_atomically(path, edition.packed())
    return edition


def sound_edition(index: StoredIndex) -> Edition:
    """Check an index completely, and return an edition of it: its groups in a random order, without ids and owners.

    Raises IndexBelowK, IndexUnusable when the index is not sound or its vectors have words that are not shared.
    """
    index.check_held()
    if index.header.shared_by < LEAST_SHARED:
        raise IndexUnusable(WHOLE_MEANS)
    sound = index.sound()
    return edition_of(index.k, sound.vectors, sound.sizes, index.space.stem_of)


def read_edition(path: Path) -> Edition:
    """Read an edition.

    Raises UnreadableFile, IndexUnusable when the file is none.
    """
    try:
        return Edition.unpacked(read_bytes(path))
    except ValueError as error:
        raise IndexUnusable(f"{path}: this is no edition of an index. Name the file of an edition.") from error
