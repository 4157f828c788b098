"""Attackers who can write to the database of an index, but have no key."""

import contextlib
import json
import secrets
import shutil
import sqlite3
from contextlib import closing

import pytest

from backend.errors import IndexUnusable, KeyUnusable
from backend.privacy.index_vectors import VectorSpace
from backend.privacy.microaggregation import distances_to_centroids, microaggregate
from backend.storage.db.keys import KeyRing
from backend.storage.index.index_building import write_index
from backend.storage.index.index_secret import Entry, IndexSecret
from backend.storage.index.stored_index import StoredIndex
from backend.wiring.index import dictionary

K, CLIENTS = 3, 12
SETTING = "UPDATE {0} SET {1} = ? WHERE {2} = (SELECT max({2}) FROM {0})"
SUBJECTS = ("harvest wheat tractor zyrq", "loan bank interest", "harbour cargo crane", "film actor stage")


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """An index by tf-idf, with a word of no dictionary, and its key."""
    path = tmp_path_factory.mktemp("original")
    ring = KeyRing((), path / "key", may_make=True)
    space = VectorSpace(dictionary(), ("zyrq",))
    counts = [space.count(SUBJECTS[number % 4]) for number in range(CLIENTS)]
    space = space.with_idf(counts, CLIENTS, 1)
    vectors = space.vectors(counts)
    grouping = microaggregate(vectors, K)
    entries = [Entry(f"file {number}", f"Client {number}", "ann") for number in range(CLIENTS)]
    distances = distances_to_centroids(vectors, grouping)
    write_index(path / "index", ring, space, K, entries, grouping, distances)
    with StoredIndex(path / "index", ring, dictionary()) as index:
        index.insert(Entry("new", "Client 1", "ann"), space.weighted(space.count("loan bank")))
        index.remove(Entry("file 0", "Client 0", "ann"))
    return path


@pytest.fixture
def folder(original, tmp_path):
    shutil.copytree(original / "index", tmp_path / "index")
    return tmp_path / "index"


@pytest.fixture
def opened(original, folder):
    """Open the index."""
    return lambda: StoredIndex(folder, KeyRing((), original / "key", may_make=False), dictionary())


@pytest.fixture
def change(folder):
    """Run statements in the database."""

    def run(statement, *values):
        with closing(sqlite3.connect(folder / "index.sqlite", isolation_level=None)) as database:
            return database.execute(statement, values).fetchall()

    return run


def vector_of(index, text="loan bank"):
    return index.space.weighted(index.space.count(text))


def uses(index):
    """All that is done with an index."""
    return (
        index.certificate,
        index.groups,
        lambda: index.insert(Entry(secrets.token_hex(4), "Client 5"), vector_of(index)),
        lambda: index.ranked(vector_of(index), 3),
        lambda: [index.entries(group) for group in range(4)],
        lambda: index.entries_of("file 5"),
        lambda: index.entries_of_owner("Client 5"),
        index.largest_shares,
        lambda: index.remove_all([Entry("file 5", "Client 5", "ann")]),
        index.faults,
        index.sound,
    )


@pytest.mark.parametrize("k", [1, 2, 50])
def test_another_k_is_refused(opened, change, k):
    ((header,),) = change("SELECT value FROM header WHERE name = 'header'")
    forged = json.dumps(json.loads(header) | {"k": k}).encode()
    change("UPDATE header SET value = ? WHERE name = 'header'", forged)
    with pytest.raises(IndexUnusable, match="header"):
        opened()


def test_other_words_and_weights_are_refused(opened, change, folder):
    change("UPDATE other_stems SET stem = 'halden'")
    with pytest.raises(IndexUnusable, match="header"):
        opened()
    change("UPDATE other_stems SET stem = 'zyrq'")
    opened().close()
    weights = bytearray((folder / "idf.npy").read_bytes())
    weights[-1] ^= 1
    (folder / "idf.npy").write_bytes(weights)
    with pytest.raises(IndexUnusable, match="header"):
        opened()


@pytest.mark.parametrize("with_counts", [False, True])
def test_invented_members_are_found_and_never_certified(opened, change, with_counts):
    """All members of a group but one are replaced by random rows, as many as before."""
    with opened() as index:
        group = index.insert(Entry("other", "Client 7"), vector_of(index)).group
    _kept, *others = change("SELECT mark FROM documents WHERE grp = ?", group)
    for (mark,) in others:
        change("DELETE FROM documents WHERE mark = ?", mark)
        change(
            "INSERT INTO documents VALUES (?, ?, ?, 1, ?)",
            secrets.token_bytes(32),
            secrets.token_bytes(16),
            group,
            b"x",
        )
    if with_counts:
        change("UPDATE groups SET owners = ?, core_owners = ? WHERE grp = ?", len(others) + 1, len(others), group)
    with opened() as index:
        before = index.certificate()
        for use in (lambda: index.insert(Entry("more", "Client 9"), vector_of(index)), index.sound):
            with pytest.raises(IndexUnusable):
                use()
        assert index.certificate() == before
        assert "members of some groups" in " ".join(index.faults())


def test_members_of_two_groups_cannot_change_places(opened, change):
    (one, size), *others = change("SELECT grp, documents FROM groups ORDER BY documents")
    other = next(group for group, documents in others if documents == size)
    change("UPDATE documents SET grp = -1 WHERE grp = ?", one)
    change("UPDATE documents SET grp = ? WHERE grp = ?", one, other)
    change("UPDATE documents SET grp = ? WHERE grp = -1", other)
    with opened() as index, pytest.raises(IndexUnusable, match="not published"):
        index.sound()


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("documents", "mark", bytes(32)),
        ("documents", "owner", bytes(16)),
        ("documents", "entry", b"x"),
        ("documents", "core", 2),
        ("documents", "grp", 99),
        ("groups", "documents", 1_000),
        ("groups", "owners", 9),
        ("groups", "core_owners", 9),
        ("groups", "distances", 0.125),
        ("groups", "squares", 0.125),
        ("groups", "vector", bytes(32)),
        ("groups", "mac", bytes(32)),
        ("certificates", "documents", 7),
        ("certificates", "smallest", 9),
        ("certificates", "digest", bytes(32)),
        ("certificates", "mac", bytes(32)),
        ("certificates", "content", "[]"),
        ("to_wipe", "grp", 1),
    ],
)
def test_no_value_can_be_changed(opened, change, table, column, value):
    if table == "to_wipe":
        change("INSERT INTO to_wipe SELECT grp FROM groups LIMIT 1")
    else:
        key = change(f"PRAGMA table_info({table})")[0][1]
        change(SETTING.format(table, column, key), value)
    with pytest.raises(IndexUnusable), opened() as index:
        index.sound()


@pytest.mark.parametrize("value", [-1, 10**15, 1.5, float("inf"), "x", b"\0\1"])
@pytest.mark.parametrize("table", ["header", "documents", "groups", "certificates", "to_wipe", "other_stems"])
def test_values_of_any_type_end_in_one_error(opened, change, folder, table, value):
    content = (folder / "index.sqlite").read_bytes()
    for _, column, *_ in change(f"PRAGMA table_info({table})"):
        (folder / "index.sqlite").write_bytes(content)
        key = change(f"PRAGMA table_info({table})")[0][1]
        try:
            if table == "to_wipe":
                change("INSERT INTO to_wipe VALUES (?)", value)
            else:
                change(SETTING.format(table, column, key), value)
        except sqlite3.IntegrityError:
            continue
        with contextlib.suppress(IndexUnusable, KeyUnusable), opened() as index:
            for use in uses(index):
                with contextlib.suppress(IndexUnusable):
                    use()


@pytest.mark.parametrize("table", ["header", "documents", "groups", "certificates", "to_wipe", "other_stems"])
def test_a_table_that_is_gone_ends_in_the_same_error(opened, change, table):
    change(f"DROP TABLE {table}")
    with pytest.raises(IndexUnusable, match="damaged"):
        opened().sound()


def test_an_earlier_state_of_a_group_does_not_pass(opened, change):
    """The rows of a group are put back, with the MAC that they had; a later change of it covers nothing up."""
    with opened() as index:
        group = index.insert(Entry("first", "Client 7"), vector_of(index)).group
        members = change("SELECT * FROM documents WHERE grp = ?", group)
        (row,) = change("SELECT * FROM groups WHERE grp = ?", group)
        index.remove(Entry("first", "Client 7"))
        assert index.insert(Entry("instead", "Client 7"), vector_of(index)).group == group
    change("DELETE FROM documents WHERE grp = ?", group)
    for each in members:
        change("INSERT INTO documents VALUES (?, ?, ?, ?, ?)", *each)
    change("REPLACE INTO groups VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
    with opened() as index:
        assert index.faults()
        assert index.insert(Entry("second", "Client 8"), vector_of(index)).group == group
        with pytest.raises(IndexUnusable):
            index.sound()


def test_the_last_certificates_cannot_be_cut_off(opened, change):
    change("DELETE FROM certificates WHERE change = (SELECT max(change) FROM certificates)")
    with opened() as index:
        assert index.faults() == ["The groups are not those that the certificates state."]


def test_vectors_cannot_be_changed(opened):
    with opened() as index:
        group = next(iter(index.groups()))
        index.vectors.norms[group] *= 2
        assert index.faults() == ["The vectors of some groups were changed."]
        index.vectors.norms[group] /= 2
        index.vectors.row(group)[1][0] += 0.5
        assert index.faults() == ["The vectors of some groups were changed."]
        for text in SUBJECTS:
            if index.vectors.nearest(vector_of(index, text))[0] == group:
                with pytest.raises(IndexUnusable):
                    index.insert(Entry("more", "Client 9"), vector_of(index, text))


def test_an_index_of_the_first_format_is_refused(opened, change):
    change("PRAGMA user_version = 1")
    with pytest.raises(IndexUnusable, match=r"earlier version of Unsaid made this index\. Build it again"):
        opened()


def test_a_file_of_several_clients_has_an_entry_for_each(opened):
    """Nobody sees whether another has indexed it, and nobody removes another's."""
    holders = [("Client A", "ann"), ("Client B", "ann"), ("Client A", "bob"), (None, "ann")]
    entries = [Entry("same", owner, contact) for owner, contact in holders]
    with opened() as index:
        before = index.certificate().documents
        for number, entry in enumerate(entries, 1):
            index.insert(entry, vector_of(index))
            assert index.certificate().documents == before + number
        assert {(each.owner, each.contact) for each in index.entries_of("same")} == set(holders)
        assert index.entries_of_owner("Client A") == [entries[0], entries[2]]
        index.remove(entries[0])
        assert set(index.entries_of("same")) == set(entries[1:])
        assert index.faults() == []


def test_looking_for_a_document_decrypts_as_often_whether_it_is_there_or_not(opened, monkeypatch):
    decrypted, times = IndexSecret.decrypted, []
    monkeypatch.setattr(IndexSecret, "decrypted", lambda *given: times.append(given) or decrypted(*given))
    with opened() as index:
        for document in ("file 1", "nothing"):
            times.clear()
            index.entries_of(document)
            assert len(times) == 8


def test_documents_are_removed_together_or_not_at_all(opened, change):
    """In one transaction, in which groups are dissolved one after the other."""
    with opened() as index:
        entries = [each for group in index.groups() for each in index.entries(group)]
        before = index.certificate()
        removed = index.remove_all([*entries[:7], Entry("nothing")])
        assert removed.entries == tuple(entries[:7])
        after = index.certificate()
        assert (after.change, after.documents) == (before.change + 1, before.documents - 7)
        assert (
            after.groups
            == before.groups - sum(into is not None for into in removed.groups.values())
            < before.groups
        )
        assert index.examined().faults == ()
        left = [each for group in index.groups() for each in index.entries(group)]
        assert sorted(each.id for each in left) == sorted(each.id for each in entries[7:])
        change("UPDATE documents SET owner = ? WHERE mark = ?", bytes(16), index._secret.entry_mark(left[-1]))
        with pytest.raises(IndexUnusable):
            index.remove_all(left)
        assert index.certificate() == after
