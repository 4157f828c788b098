"""An index on disk: what its bytes have, what a crash leaves, who may open it."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections import Counter

import numpy as np
import pytest

from backend.errors import AlreadyIndexed, IndexBelowK, IndexUnusable, KeyUnusable, NotIndexed, OutputRefused
from backend.privacy.index_vectors import VectorSpace
from backend.privacy.microaggregation import distances_to_centroids, microaggregate
from backend.services.index.describing import describe
from backend.services.index.editions import publish
from backend.storage.db.keys import KeyRing, new_key
from backend.storage.index.index_building import write_index
from backend.storage.index.index_secret import Entry
from backend.storage.index.stored_index import StoredIndex
from backend.wiring.index import dictionary

K = 3
SUBJECTS = (
    "harvest wheat tractor barn",
    "loan bank interest credit",
    "ship harbour cargo crane",
    "film actor stage",
)
CLIENTS = tuple(f"Client {letter}" for letter in "ABCDEFGHIJKL")


def text_of(number):
    """Each client writes of one subject, with a word of its own."""
    own = ("apple", "bread", "chair", "door", "eagle", "fork", "glass", "house", "iron", "jacket", "key", "lamp")
    return f"{SUBJECTS[number % len(SUBJECTS)]} {own[number % len(own)]}"


@pytest.fixture
def ring(tmp_path):
    return KeyRing((), tmp_path / "key", may_make=True)


@pytest.fixture
def folder(tmp_path, ring):
    """An index of two documents of each client, with three owners in each group."""
    space = VectorSpace(dictionary())
    numbers = range(2 * len(CLIENTS))
    vectors = space.vectors([space.count(text_of(each)) for each in numbers])
    owners = [each % len(CLIENTS) for each in numbers]
    grouping = microaggregate(vectors, K, owners)
    entries = [Entry(f"file {each}.docx", CLIENTS[each % len(CLIENTS)]) for each in numbers]
    path = tmp_path / "index"
    write_index(path, ring, space, K, entries, grouping, distances_to_centroids(vectors, grouping))
    return path


@pytest.fixture
def index(folder, ring):
    with StoredIndex(folder, ring, dictionary()) as opened:
        yield opened


def bytes_of(folder):
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def count(text):
    return VectorSpace(dictionary()).count(text)


def test_the_files_hold_one_vector_a_group_and_no_id_owner_text_or_order(index, folder):
    content = bytes_of(folder)
    for word in (*CLIENTS, "file 1.docx", "Client", "docx", "harvest", "wheat", "apple"):
        assert word.encode() not in content
        assert word.encode("utf-16-le") not in content
    groups = index.certificate().groups
    assert len(index.vectors) == groups < 2 * len(CLIENTS)
    # No row of the vectors is one of a document: every group mixes three owners.
    originals = {tuple(sorted(count(text_of(each)))) for each in range(2 * len(CLIENTS))}
    assert not originals & {tuple(index.vectors.row(group)[0].tolist()) for group in range(groups)}


def test_an_index_of_whole_means_opens_says_so_and_is_not_published(index, tmp_path):
    assert index.header.shared_by == 1
    info = describe(index)
    assert info.faults == ()
    assert "words of single documents" in info.advice
    with pytest.raises(IndexUnusable, match="Build the index again"):
        publish(index, tmp_path / "edition.npz")
    assert not (tmp_path / "edition.npz").exists()


def test_files_are_private(folder):
    assert folder.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())


def test_a_document_is_added_found_and_removed(index):
    added = index.insert(Entry("new.docx", "Client N"), count("loan bank interest nail"))
    assert "new.docx" in [each.id for each in index.entries(added.group)]
    with pytest.raises(AlreadyIndexed):
        index.insert(Entry("new.docx", "Client N"), count("loan"))
    new = Entry("new.docx", "Client N")
    index.remove(new)
    with pytest.raises(NotIndexed):
        index.remove(new)
    assert index.remove_all([new]).entries == ()
    assert index.faults() == []


def test_what_a_document_brings_is_not_in_the_files(index, folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    index.insert(Entry("secret file.docx", "Tesco plc", "person-7", "review-9"), count("loan bank zebra zebra"))
    assert (folder / "vectors.bin").read_bytes() == before["vectors.bin"]
    assert not any(
        each in bytes_of(folder) for each in (b"secret file", b"Tesco", b"person-7", b"review-9", b"zebra")
    )


def test_a_removed_document_leaves_no_bytes(index, folder):
    new = Entry("new.docx", "Client N")
    index.insert(new, count("loan bank interest"))
    (row,) = sqlite3.connect(folder / "index.sqlite").execute(
        "SELECT mark, owner, entry FROM documents WHERE mark = ?", (index._secret.entry_mark(new),)
    )
    assert all(value in bytes_of(folder) for value in row)
    index.remove(new)
    assert not any(value in bytes_of(folder) for value in row)


def test_the_vector_of_a_dissolved_group_is_overwritten(index, folder):
    victim = index.entries(0)[0]
    columns, weights = (part.tobytes() for part in index.vectors.row(0))
    before = (folder / "vectors.bin").read_bytes()
    removal = index.remove(victim)
    assert removal.group == 0
    assert removal.into is not None
    after = (folder / "vectors.bin").read_bytes()
    for part in (columns, weights):
        place = before.index(part)
        assert after[place : place + len(part)] == bytes(len(part))
    assert index.faults() == []


def test_each_change_leaves_a_certificate_that_follows_the_one_before(index):
    before = index.certificate()
    assert (before.change, before.smallest) == (0, K)
    index.insert(Entry("new.docx", "Client N"), count("loan bank"))
    after = index.certificate()
    assert (after.change, after.documents, after.groups) == (1, before.documents + 1, before.groups)
    assert after.mac != before.mac


def test_deleting_until_too_few_are_left_ends_searches_and_additions(index):
    documents = [each for group in index.groups() for each in index.entries(group)]
    for document in documents[:-2]:
        index.remove(document)
    assert not index.held
    for refused in (lambda: index.ranked(count("loan"), 1), lambda: index.insert(Entry("new"), count("loan"))):
        with pytest.raises(
            IndexBelowK, match=r"documents of [012] owners left .* and k is 3.*build the index again"
        ):
            refused()
    index.remove(documents[-1])
    assert index.certificate().documents == 1
    assert index.examined().faults == ()


def test_a_killed_process_leaves_a_valid_index(folder, ring):
    """A process is killed between the change of a group and the overwriting of its vector."""
    code = """
import os, signal, sys
from pathlib import Path
from backend.storage.db.keys import KeyRing, new_key
from backend.storage.index import stored_index, vector_files
from backend.wiring.index import dictionary
vector_files.VectorFile.wipe = lambda self, group: os.kill(os.getpid(), signal.SIGKILL)
with stored_index.StoredIndex(Path(sys.argv[1]), KeyRing((), Path(sys.argv[2]), True), dictionary()) as index:
    index.remove(index.entries(0)[0])
"""
    done = subprocess.run([sys.executable, "-c", code, folder, ring.file], check=False, timeout=60)
    assert done.returncode == -9
    with StoredIndex(folder, ring, dictionary()) as index:
        assert 0 not in index.groups()
        assert not index.vectors.as_mapping(0).keys() - {0}
        assert index.faults() == []
        index.insert(Entry("new.docx", "Client N"), count("loan bank"))
        assert index.faults() == []


def test_writers_at_once_lose_nothing(folder, ring):
    failures = []

    def write(thread):
        try:
            with StoredIndex(folder, ring, dictionary()) as mine:
                for number in range(15):
                    new = Entry(f"{thread} {number}", f"Client {number}")
                    mine.insert(new, count(text_of(number)))
                    if number % 3 == 0:
                        mine.remove(new)
        except Exception as error:  # noqa: BLE001 - whatever a thread meets fails the test
            failures.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with StoredIndex(folder, ring, dictionary()) as index:
        assert index.faults() == []
        assert index.certificate().documents == 2 * len(CLIENTS) + 4 * 10
        assert index.certificate().change == 4 * 20


def test_a_random_life_keeps_every_promise(index, folder, ring):
    draw = np.random.default_rng(7)
    documents = [each for group in index.groups() for each in index.entries(group)]
    for change in range(120):
        if draw.random() < 0.7 and index.held:
            number = int(draw.integers(len(CLIENTS)))
            documents.append(Entry(f"new {change}", CLIENTS[number]))
            index.insert(documents[-1], count(text_of(number)))
        else:
            index.remove(documents.pop(int(draw.integers(len(documents)))))
        assert index.examined().faults == ()
        assert index.held == all(each.core_owners >= K for each in index.groups().values())
        assert index.held or len(index.groups()) == 1
    members = Counter(each.id for group in index.groups() for each in index.entries(group))
    assert sorted(members) == sorted(each.id for each in documents)
    with StoredIndex(folder, ring, dictionary()) as again:
        assert again.groups() == index.groups()


@pytest.mark.parametrize("name", ["vectors.bin", "index.sqlite"])
@pytest.mark.parametrize("damage", ["missing", "empty", "truncated", "foreign"])
def test_a_damaged_index_is_refused(folder, ring, name, damage):
    file = folder / name
    content = file.read_bytes()
    file.unlink()
    if damage != "missing":
        file.write_bytes({"empty": b"", "truncated": content[: len(content) // 2], "foreign": b"PK" * 4000}[damage])
    with pytest.raises(IndexUnusable):
        StoredIndex(folder, ring, dictionary()).faults()


def test_another_key_or_dictionary_is_refused(folder, tmp_path, ring):
    other = KeyRing((), tmp_path / "other", may_make=True)
    other.make()
    with pytest.raises(KeyUnusable, match="under another key"):
        StoredIndex(folder, other, dictionary())
    few = type(dictionary())(dict(list(dictionary().lemmas.items())[:5]), {}, ("apple",))
    with pytest.raises(IndexUnusable, match="another dictionary"):
        StoredIndex(folder, ring, few)


def test_an_index_follows_a_rotation_of_the_key(folder, ring, tmp_path):
    (old,), new = ring.keys(), new_key()
    for keys in ((new, old), (new,)):
        with StoredIndex(folder, KeyRing(keys, tmp_path / "none", may_make=False), dictionary()) as index:
            assert index.faults() == []
    with pytest.raises(KeyUnusable, match="under another key"):
        StoredIndex(folder, ring, dictionary())


def test_an_index_never_replaces_a_folder_and_leaves_nothing_when_it_fails(folder, ring, tmp_path):
    space = VectorSpace(dictionary())
    vectors = space.vectors([count(text_of(each)) for each in range(4)])
    grouping = microaggregate(vectors, 2)
    distances = distances_to_centroids(vectors, grouping)
    entries = [Entry(str(each)) for each in range(4)]
    with pytest.raises(OutputRefused, match="exists already"):
        write_index(folder, ring, space, 2, entries, grouping, distances)
    with pytest.raises(ValueError, match="zip"):
        write_index(tmp_path / "new", ring, space, 2, entries[:3], grouping, distances)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "key"]


def test_an_index_can_be_copied_and_read_only_by_its_installation(folder, ring, tmp_path):
    shutil.copytree(folder, tmp_path / "copy")
    with StoredIndex(tmp_path / "copy", ring, dictionary()) as index:
        assert index.faults() == []
    ring.file.unlink()
    with pytest.raises(KeyUnusable):
        StoredIndex(tmp_path / "copy", ring, dictionary())
