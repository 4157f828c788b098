"""Distances of all pairs of profiles, and the privacy index of a million documents."""

import tracemalloc
from time import process_time

import numpy as np
import pytest
from scipy.spatial.distance import jensenshannon

from backend.evaluation.data import newsgroups
from backend.evaluation.linkability import sender, written
from backend.privacy.documents import DocumentCollector
from backend.privacy.profile_distances import PostingLists
from backend.privacy.profiles import Profile, normalise, profiles_from_words
from backend.privacy.spi import release_privacy

HEADING = "Measures of privacy"
PROFILES, DOCUMENTS, USERS = 8_500, 1_000_000, 10_000
SECONDS, BYTES = 60, 2 * 1024**3
BYTES_OF_A_DOCUMENT = 32
PAIRS = 200
"""Pairs that the peer computes; more would take hours."""


@pytest.fixture(scope="module")
def profiles(data):
    lines = ((Profile(sender(post), post.group), normalise(written(post))) for post in newsgroups(data))
    found = profiles_from_words(lines)
    return found.shares[np.flatnonzero(found.words)[:PROFILES]]


def test_distances_of_all_pairs(profiles, tell):
    tracemalloc.start()
    before = process_time()
    distances = PostingLists(profiles).squared_distances(profiles)
    drawn = np.random.default_rng(0).integers(profiles.shape[0], size=(PAIRS, 2))
    wanted = {int(row) for row, _ in drawn}
    sample = {index: row for index, row in enumerate(distances) if index in wanted}
    took = process_time() - before
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    before = process_time()
    dense = (profiles[pair].toarray() for pair in drawn)
    peers = [jensenshannon(p, q, base=2) ** 2 for p, q in dense]
    peer = (process_time() - before) / PAIRS * profiles.shape[0] ** 2
    tell(
        HEADING,
        f"- Distances of all pairs of {profiles.shape[0]:,} profiles: {took:.1f} s of CPU (goal {SECONDS}), "
        f"{memory / 1024**2:.0f} MB; a loop over SciPy would take {peer / took:,.0f} times as long.",
    )
    assert [sample[int(row)][column] for row, column in drawn] == pytest.approx(np.nan_to_num(peers), abs=1e-9)
    assert took < SECONDS
    assert memory < BYTES
    assert peer > 100 * took


def test_the_index_of_a_million_documents(tell):
    drawn = np.random.default_rng(0)
    users = drawn.integers(USERS, size=DOCUMENTS).tolist()
    texts = (drawn.zipf(1.3, DOCUMENTS) % (DOCUMENTS // 2)).tolist()
    before = process_time()
    originals = DocumentCollector()
    released = originals.beside()
    tracemalloc.start()
    for user, text in zip(users, texts, strict=True):
        originals.add(str(user), f"query number {text}", (text % 10) / 10)
    kept = tracemalloc.get_traced_memory()[0] / DOCUMENTS
    tracemalloc.stop()
    for user, text in zip(users, texts, strict=True):
        if text % 3:
            released.add(str(user), f"query number {text}", (text % 10) / 10)
    privacy = release_privacy(originals.elements(), released.elements(), originals.names)
    took = process_time() - before
    tell(
        HEADING,
        f"- Privacy index of {DOCUMENTS:,} documents of {USERS:,} users: {took:.1f} s (goal {SECONDS}), "
        f"{kept:.0f} bytes for a document while they are read (goal {BYTES_OF_A_DOCUMENT} for a distinct one).",
    )
    assert len(privacy.users) == USERS
    assert took < SECONDS
    assert kept < BYTES_OF_A_DOCUMENT
