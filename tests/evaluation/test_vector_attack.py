"""One published edition of the sample corpus is attacked, and so are whole means, which have to fall."""

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from backend.document.tokens import terms
from backend.evaluation.index_leaks import Rule, recognised, shares_of
from backend.evaluation.vector_attack import (
    TakenApart,
    Told,
    bags_of,
    by_contained_stems,
    by_direction,
    by_exact_weights,
    by_stems,
    taken_apart,
    told,
)
from backend.privacy.index_vectors import VectorSpace
from backend.privacy.microaggregation import microaggregate
from backend.privacy.published_vectors import published
from backend.services.index.building import IndexOptions, build_index
from backend.services.index.editions import publish, read_edition
from backend.storage.db.keys import KeyRing
from backend.storage.index.stored_index import StoredIndex
from backend.wiring.index import dictionary

K = 5
CORPUS = Path(__file__).parents[2] / "models" / "sample" / "corpus"


class Corpus:
    """The sample corpus; a coin has decided which documents are indexed."""

    def __init__(self):
        self.texts = [
            (path.parent.name, path.read_text("utf-8"))
            for path in sorted(CORPUS.glob("*/*"))
            if path.suffix in (".md", ".txt")
        ]
        self.coin = np.array([random.Random(place).random() < 0.5 for place in range(len(self.texts))])  # noqa: S311
        self.space = VectorSpace(dictionary())
        vectors = self.space.vectors([self.space.count_words(Counter(terms(text))) for _, text in self.texts])
        clients = sorted({client for client, _ in self.texts})
        owners = np.array([clients.index(client) for client, _ in self.texts])
        self.indexed, self.others = (vectors[np.flatnonzero(each)] for each in (self.coin, ~self.coin))
        self.owners, self.others_owners = owners[self.coin], owners[~self.coin]
        self.shares = shares_of(self.others)


@pytest.fixture(scope="module")
def corpus():
    return Corpus()


@pytest.fixture(scope="module")
def means(corpus):
    return microaggregate(corpus.indexed, K, corpus.owners)


@pytest.fixture(scope="module")
def edition(corpus, tmp_path_factory):
    """The vectors of the edition of an index as `unsaid index build` makes it, over all columns."""
    folder = tmp_path_factory.mktemp("edition")
    lines = (
        json.dumps({"id": str(place), "client": client, "text": text}) + "\n"
        for place, (client, text) in enumerate(corpus.texts)
        if corpus.coin[place]
    )
    (folder / "corpus.jsonl").write_text("".join(lines))
    ring = KeyRing((), folder / "key", may_make=True)
    build_index(folder / "corpus.jsonl", folder / "index", IndexOptions(K), ring, dictionary())
    with StoredIndex(folder / "index", ring, dictionary()) as opened:
        publish(opened, folder / "edition.npz")
    read = read_edition(folder / "edition.npz")
    columns = np.array([dictionary().columns[stem] for stem in read.stems])
    vectors = read.vectors
    rows = csr_array(
        (vectors.weights.astype(float), columns[vectors.columns], vectors.starts),
        shape=(len(vectors), corpus.space.width),
    )
    rows.sort_indices()
    return rows


def attacked(corpus, vectors, shared_by):
    return recognised(vectors, corpus.indexed, corpus.others, corpus.shares, Rule(K, shared_by))


def whose(corpus, bags):
    """How often naive Bayes names the client of a bag of stems, of a group and of one of its documents each.

    The attacker knows other documents of every client.
    """
    known = csr_array(corpus.others)
    known.data = np.ones(len(known.data))
    documents = np.bincount(corpus.others_owners)
    by_client = csr_array((np.ones(known.shape[0]), (corpus.others_owners, np.arange(known.shape[0]))))
    likely = np.log(((by_client @ known).toarray() + 0.1) / (documents[:, None] + 0.2))
    return float(
        np.mean([likely[:, bag].sum(axis=1).argmax() == corpus.owners[document] for bag, document in bags])
    )


def groups_as_bags(grouping):
    """For each document the stems of its group."""
    starts = grouping.centroids.indptr
    for document, group in enumerate(grouping.groups.tolist()):
        yield grouping.centroids.indices[starts[group] : starts[group + 1]], document


def weights_as_bags(corpus, grouping):
    """Stems of one weight, each with the document of the group that has most of them."""
    for group in range(grouping.centroids.shape[0]):
        members = np.flatnonzero(grouping.groups == group)
        has = corpus.indexed[members].toarray() > 0
        for bag in bags_of(grouping.centroids, group):
            yield bag, members[has[:, bag].sum(axis=1).argmax()]


def test_an_edition_hardly_tells_which_texts_were_indexed(corpus, edition):
    for each in attacked(corpus, edition, K):
        assert each.auc < 0.6
        assert each.found < 0.05


def test_whole_means_tell_which_texts_were_indexed(corpus, means):
    for each in attacked(corpus, means.centroids, 1):
        assert each.auc > 0.99
        assert each.found > 0.95


def test_the_fewer_clients_share_a_stem_the_more_it_tells(corpus, means):
    stems = [
        attacked(corpus, published(corpus.indexed, means, shared_by).centroids, shared_by)[0]
        for shared_by in range(2, K + 1)
    ]
    assert [each.auc for each in stems] == sorted((each.auc for each in stems), reverse=True)
    assert [each.found for each in stems] == sorted((each.found for each in stems), reverse=True)
    assert stems[0].found > 0.8


def test_whole_means_are_taken_apart_into_documents_and_shared_stems_are_not(corpus, means):
    found = taken_apart(means.centroids, corpus.indexed, means.groups, K)
    assert found.purity > 0.99
    assert found.recovered > 0.4
    made = published(corpus.indexed, means, K)
    assert taken_apart(made.centroids, corpus.indexed, made.groups, K) == TakenApart(None, 0.0)
    # Bags of fewer owners' stems mix documents, or are tiny.
    some = published(corpus.indexed, means, 2)
    assert taken_apart(some.centroids, corpus.indexed, some.groups, K).recovered < 0.02


def test_nobody_links_the_groups_of_an_index_to_clients_better_than_1_in_k(corpus, means):
    made = published(corpus.indexed, means, K)
    assert whose(corpus, groups_as_bags(made)) < 1 / K
    assert whose(corpus, weights_as_bags(corpus, means)) > whose(corpus, groups_as_bags(made))


def test_what_tells_texts_apart_is_the_probability_of_a_higher_score():
    scores, others = np.array([5.0, 3.0, 1.0]), np.array([4.0, 3.0, 0.0, 0.0])
    # Of 12 pairs, 4 + 2.5 + 2 are won.
    assert told(scores, others).auc == pytest.approx(8.5 / 12)
    assert told(scores, others).found == pytest.approx(1 / 3)
    assert told(scores, others).or_better(Told(0.1, 0.9)) == Told(8.5 / 12, 0.9)


def test_attackers_find_the_text_that_a_tiny_mean_was_made_of():
    texts = csr_array(np.array([[0.6, 0.8, 0.0, 0.0], [0.6, 0.0, 0.8, 0.0], [0.0, 0.0, 0.6, 0.8]]))
    mean = csr_array(texts.toarray()[:2].mean(axis=0)[None])
    shares = np.full(4, 0.5)
    # Of the first text, column 1 is its own; of the others, the third has a stem that the mean has not.
    assert by_exact_weights(mean, texts, 2) == pytest.approx([0.5, 0.5, 0.0])
    assert by_contained_stems(mean, texts, shares) == pytest.approx([1, 1, 0.5], abs=1e-5)
    assert by_direction(mean, texts)[2] == pytest.approx(0.4 * 0.6 / np.sqrt(0.6**2 + 0.4**2 + 0.4**2))
    # Columns 0 and 1 are there, column 2 is not: two times .8/.5 and once .2/.5.
    assert by_stems(mean, texts, shares, 0.8)[0] == pytest.approx(2 * np.log(0.8 / 0.5) + np.log(0.2 / 0.5))
