"""Documents are held out of training at random, by time and by author; the arithmetic stands in the tests."""

from datetime import date, timedelta

import numpy as np
import pytest

from backend.blocking.held_out_promises import Lack, MissingPromise, Split
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.origins import Origin
from backend.services.models.held_out_splits import HeldOutDocuments, split_documents

CLIENTS = "ABCD"
FIRST = date(2020, 1, 1)


def _counts(each=8):
    return count_terms(
        CorpusDocument(f"{client}{number}", client, None, ("word",)) for client in CLIENTS for number in range(each)
    )


def _by_split(counts, origins=None):
    return {each.split: each for each in split_documents(counts, origins or {})}


def test_without_dates_and_authors_documents_are_held_out_at_random_alone():
    found = _by_split(_counts())
    assert found[Split.TIME] == MissingPromise(Split.TIME, Lack.DATES)
    assert found[Split.AUTHOR] == MissingPromise(Split.AUTHOR, Lack.AUTHORS)
    at_random = found[Split.RANDOM]
    # A third of eight documents, rounded down, of each of four clients.
    assert len(at_random.hidden) == 8
    assert np.bincount(np.array(at_random.hidden) // 8).tolist() == [2, 2, 2, 2]
    assert not set(at_random.hidden) & set(at_random.known)
    assert set(at_random.panel) <= set(at_random.known)


def test_by_time_every_document_that_is_held_out_is_later_than_all_that_is_learnt_from():
    counts = _counts()
    day = {name: FIRST + timedelta(days=int(name[1])) for name in counts.documents}
    split = _by_split(counts, {name: Origin(each) for name, each in day.items()})[Split.TIME]
    known, hidden = ({day[counts.documents[row]] for row in rows} for rows in (split.known, split.hidden))
    assert max(known) < min(hidden)
    # Eight days of four documents each: two days are a quarter.
    assert len(split.known) == 24
    assert len(split.hidden) == 8


def test_by_author_no_author_is_on_both_sides_and_each_client_keeps_a_document():
    counts = _counts()
    author = {name: f"author {int(name[1]) // 2} of {name[0]}" for name in counts.documents}
    split = _by_split(counts, {name: Origin(author=each) for name, each in author.items()})[Split.AUTHOR]
    known, hidden = ({author[counts.documents[row]] for row in rows} for rows in (split.known, split.hidden))
    assert hidden
    assert not known & hidden
    assert {counts.documents[row][0] for row in split.known} == set(CLIENTS)


def test_documents_without_a_date_are_on_neither_side():
    counts = _counts()
    origins = {name: Origin(FIRST + timedelta(days=int(name[1]))) for name in counts.documents if name[1] != "0"}
    split = _by_split(counts, origins)[Split.TIME]
    assert not {counts.documents[row] for row in (*split.known, *split.hidden)} - set(origins)


@pytest.mark.parametrize(
    ("origin", "split"),
    [
        (lambda _: Origin(FIRST), Split.TIME),
        (lambda name: Origin(author=f"author of {name[0]}"), Split.AUTHOR),
        (lambda name: Origin(FIRST + timedelta(days=CLIENTS.index(name[0]))), Split.TIME),
    ],
)
def test_a_column_that_cannot_split_the_clients_gives_no_promise(origin, split):
    """All of one day; each client with an author of its own; each client on a day of its own."""
    counts = _counts()
    found = _by_split(counts, {name: origin(name) for name in counts.documents})[split]
    assert found == MissingPromise(split, Lack.DOCUMENTS)


def test_all_splits_together_redact_a_bounded_number_of_documents():
    counts = _counts(each=40)
    origins = {
        name: Origin(FIRST + timedelta(days=int(name[1:])), f"author {int(name[1:]) // 4}")
        for name in counts.documents
    }
    splits = split_documents(counts, origins)
    assert all(isinstance(each, HeldOutDocuments) for each in splits)
    assert [len(each.hidden) for each in splits] == [16, 16, 16]
    assert len(_by_split(counts)[Split.RANDOM].hidden) == 36
