"""What an index says of itself: its k, its rules and its words, authenticated with its secret."""

import hmac
import io
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from backend.errors import IndexBusy, IndexUnusable
from backend.learning.arrays import Floats
from backend.privacy.index_vectors import VectorSpace
from backend.storage.db.keys import KeyRing
from backend.storage.index.index_files import changing, create_file, without_waiting
from backend.storage.index.index_rows import damaged, rows_of, typed
from backend.storage.index.index_secret import IndexSecret
from backend.taxonomy.dictionary import Dictionary

IDF_FILE = "idf.npy"


@dataclass(frozen=True, slots=True)
class IndexHeader:
    """What an index says of itself: k, and the mean squared distance of its documents when it was built.

    The vector of a group has only stems of documents of `shared_by` owners; of 1, where vectors are whole means.
    """

    k: int
    weighting: str
    built_error: float
    shared_by: int


@dataclass(frozen=True, slots=True)
class OpenedHeader:
    """The header of an index that was opened: its secret, what its vectors mean, and the MAC of all that."""

    header: IndexHeader
    secret: IndexSecret
    space: VectorSpace
    mac: bytes


def write_header(
    connection: sqlite3.Connection, folder: Path, header: IndexHeader, space: VectorSpace, ring: KeyRing
) -> OpenedHeader:
    """Write the header of a new index, with a secret that is made for it.

    Raises KeyUnusable.
    """
    secret = IndexSecret.new()
    idf = b"" if space.idf is None else _packed(space.idf)
    if idf:
        create_file(folder / IDF_FILE, idf)
    content = json.dumps(asdict(header)).encode()
    mac = _mac(secret, content, space.dictionary.digest.encode(), space.other_stems, idf)
    connection.executemany(
        "INSERT INTO header VALUES (?, ?)",
        [
            ("header", content),
            ("dictionary", space.dictionary.digest.encode()),
            ("secret", secret.sealed(ring)),
            ("mac", mac),
        ],
    )
    connection.executemany("INSERT INTO other_stems VALUES (?, ?)", enumerate(space.other_stems))
    return OpenedHeader(header, secret, space, mac)


def open_header(
    connection: sqlite3.Connection, folder: Path, ring: KeyRing, dictionary: Dictionary
) -> OpenedHeader:
    """Read the header of an index, and encrypt its secret again if the key was rotated.

    Raises IndexUnusable when somebody has changed it, or it was made with another dictionary; KeyUnusable.
    """
    found = _values(connection)
    if found["dictionary"] != dictionary.digest.encode():
        raise IndexUnusable("This index was made with another dictionary. Build it again from its documents.")
    secret, sealed = IndexSecret.opened(found["secret"], ring)
    others = rows_of(connection, "SELECT stem FROM other_stems ORDER BY place")
    stems = tuple(str(typed(row, str)[0]) for row in others)
    idf = (folder / IDF_FILE).read_bytes() if (folder / IDF_FILE).is_file() else b""
    mac = _mac(secret, found["header"], found["dictionary"], stems, idf)
    if not hmac.compare_digest(mac, found["mac"]):
        raise IndexUnusable(
            "Somebody has changed the header of the index outside of Unsaid. Restore a backup or build it again."
        )
    if sealed != found["secret"]:  # the key was rotated; where the index is busy, a later opening does it
        with suppress(IndexBusy), without_waiting(connection), changing(connection):
            connection.execute("UPDATE header SET value = ? WHERE name = 'secret'", (sealed,))
    space = VectorSpace(dictionary, stems, _unpacked(idf) if idf else None)
    return OpenedHeader(IndexHeader(**json.loads(found["header"])), secret, space, mac)


def _values(connection: sqlite3.Connection) -> Mapping[str, bytes]:
    values = {}
    for row in rows_of(connection, "SELECT name, value FROM header"):
        name, value = row
        if not isinstance(name, str) or not isinstance(value, bytes):
            raise damaged()
        values[name] = value
    if not {"header", "dictionary", "secret", "mac"} <= values.keys():
        raise damaged()
    return values


def _mac(secret: IndexSecret, header: bytes, dictionary: bytes, stems: Sequence[str], idf: bytes) -> bytes:
    words = json.dumps(stems).encode()
    parts = b"".join(len(part).to_bytes(8) + part for part in (header, dictionary, words, idf))
    return secret.mac("header", parts)


def _packed(idf: Floats) -> bytes:
    stream = io.BytesIO()
    np.save(stream, idf, allow_pickle=False)
    return stream.getvalue()


def _unpacked(idf: bytes) -> Floats:
    weights: Floats = np.load(io.BytesIO(idf), allow_pickle=False)
    return weights
