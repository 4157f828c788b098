"""Write a new index to a folder, whole or not at all."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from backend.learning.arrays import Floats, Integers
from backend.privacy.group_vectors import GroupVectors
from backend.privacy.index_vectors import VectorSpace, Weighting
from backend.privacy.microaggregation import Grouping
from backend.storage.db.keys import KeyRing
from backend.storage.index.certificates import Certificates
from backend.storage.index.group_rows import GroupState, Member, digest_of, vector_digest
from backend.storage.index.index_files import changing, create_database, new_folder
from backend.storage.index.index_header import IndexHeader, write_header
from backend.storage.index.index_secret import Entry, IndexSecret
from backend.storage.index.vector_files import write_vectors


def write_index(
    folder: Path,
    ring: KeyRing,
    space: VectorSpace,
    k: int,
    entries: Sequence[Entry],
    grouping: Grouping,
    distances: Floats,
) -> str:
    """Write the index of these documents; `distances` [document] are those to the vectors of their groups.

    What is written of a group is its vector in `grouping`, to the bit. Return the state of the index.

    Raises OutputRefused when the folder exists, KeyUnusable.
    """
    vectors = GroupVectors.of(grouping.centroids)
    weighting = Weighting.TF if space.idf is None else Weighting.TF_IDF
    header = IndexHeader(k, weighting.value, float(np.mean(distances**2)), grouping.shared_by)
    with new_folder(folder) as new:
        write_vectors(vectors, new)
        connection = create_database(new)
        try:
            with changing(connection):
                opened = write_header(connection, new, header, space, ring)
                members = _members(opened.secret, entries, grouping)
                macs, smallest = {}, len(entries)
                for group, own in enumerate(_documents_of_groups(grouping)):
                    of_group = [members[each] for each in own]
                    built = _state(group, of_group, distances[own], vectors)
                    macs[group] = _write_group(connection, opened.secret, built, of_group)
                    smallest = min(smallest, built.core_owners)
                certificates = Certificates(connection, opened.secret, opened.mac)
                certificates.add_first(len(entries), smallest, macs)
                state = opened.secret.state(certificates.last().mac)
        finally:
            connection.close()
    return state


def _members(secret: IndexSecret, entries: Sequence[Entry], grouping: Grouping) -> list[Member]:
    return [
        (secret.entry_mark(entry), secret.owner_mark(entry), int(core), secret.encrypted(entry))
        for entry, core in zip(entries, grouping.core.tolist(), strict=True)
    ]


def _documents_of_groups(grouping: Grouping) -> list[Integers]:
    order = np.argsort(grouping.groups, kind="stable")
    return np.split(order, np.cumsum(grouping.sizes)[:-1])


def _state(group: int, members: Sequence[Member], distances: Floats, vectors: GroupVectors) -> GroupState:
    owners, core_owners = {each[1] for each in members}, {each[1] for each in members if each[2]}
    sums = float(distances.sum()), float((distances**2).sum())
    return GroupState(group, len(members), len(owners), len(core_owners), *sums, vector_digest(vectors, group))


def _write_group(
    connection: sqlite3.Connection, secret: IndexSecret, state: GroupState, members: Sequence[Member]
) -> bytes:
    connection.executemany(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?)",
        ((mark, owner, state.group, core, entry) for mark, owner, core, entry in members),
    )
    mac = state.mac(secret, digest_of(members))
    values = (state.group, state.documents, state.owners, state.core_owners, state.distances, state.squares)
    connection.execute("INSERT INTO groups VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*values, state.vector, mac))
    return mac
