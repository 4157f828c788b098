"""Write a new index to a folder, whole or not at all."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from backend.learning.arrays import Floats, Integers
from backend.privacy.group_vectors import GroupVectors
from backend.privacy.index_vectors import VectorSpace, Weighting
from backend.privacy.microaggregation import Grouping
from backend.storage.db.keys import KeyRing
from backend.storage.index.certificates import certify_built
from backend.storage.index.index_check import vector_digest
from backend.storage.index.index_files import changing, create_database, new_folder
from backend.storage.index.index_secret import Entry, IndexSecret
from backend.storage.index.stored_index import IDF_FILE, IndexHeader
from backend.storage.index.vector_files import write_vectors


def write_index(
    folder: Path,
    ring: KeyRing,
    space: VectorSpace,
    k: int,
    entries: Sequence[Entry],
    grouping: Grouping,
    distances: Floats,
) -> None:
    """Write the index of these documents; `distances` [document] are those to the vectors of their groups.

    What is written of a group is its vector in `grouping`, to the bit.

    Raises OutputRefused when the folder exists, KeyUnusable.
    """
    vectors, secret = GroupVectors.of(grouping.centroids), IndexSecret.new()
    weighting = Weighting.TF if space.idf is None else Weighting.TF_IDF
    head = IndexHeader(k, weighting.value, float(np.mean(distances**2)), grouping.shared_by)
    with new_folder(folder) as new:
        write_vectors(vectors, new)
        if space.idf is not None:
            with (new / IDF_FILE).open("wb") as file:
                np.save(file, space.idf, allow_pickle=False)
                file.flush()
                os.fsync(file.fileno())
        connection = create_database(new)
        try:
            with changing(connection):
                connection.executemany(
                    "INSERT INTO header VALUES (?, ?)",
                    [
                        ("header", json.dumps(asdict(head)).encode()),
                        ("dictionary", space.dictionary.digest.encode()),
                        ("secret", secret.sealed(ring)),
                    ],
                )
                connection.executemany("INSERT INTO other_stems VALUES (?, ?)", enumerate(space.other_stems))
                connection.executemany(
                    "INSERT INTO documents VALUES (?, ?, ?, ?)",
                    (
                        (
                            secret.document_mark(entry.id),
                            secret.owner_mark(entry),
                            int(group),
                            secret.encrypted(entry),
                        )
                        for entry, group in zip(entries, grouping.groups, strict=True)
                    ),
                )
                connection.executemany(
                    "INSERT INTO groups SELECT ?1, count(*), count(DISTINCT owner), ?2, ?3, ?4 FROM documents "
                    "WHERE grp = ?1",
                    (
                        (group, float(distances[members].sum()), float((distances[members] ** 2).sum()), digest)
                        for group, members, digest in _groups(grouping, vectors)
                    ),
                )
                certify_built(connection, secret)
        finally:
            connection.close()


def _groups(grouping: Grouping, vectors: GroupVectors) -> list[tuple[int, Integers, bytes]]:
    order = np.argsort(grouping.groups, kind="stable")
    members = np.split(order, np.cumsum(grouping.sizes)[:-1])
    return [(group, each, vector_digest(vectors, group)) for group, each in enumerate(members)]
