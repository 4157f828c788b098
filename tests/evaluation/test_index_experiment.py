"""The experiment on the anonymous index: its measures by hand, and what its tables say of a tiny set."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from backend.evaluation import index_experiment
from backend.evaluation.edition_attack import Attacker, Read
from backend.evaluation.index_documents import K, draw, read_documents
from backend.evaluation.index_editions import intersections, leverages
from backend.evaluation.index_queries import overlap, rank_correlation
from backend.evaluation.result import silent
from backend.evaluation.watched_index import WatchedIndex


@pytest.fixture(scope="module")
def documents(sets):
    return read_documents(sets)


@pytest.fixture(scope="module")
def result(sets):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index_experiment, "SEEDS", (0, 1))
        return index_experiment.anonymous_index(sets, silent)


def rows(result, caption):
    (table,) = [table for table in result.tables if table.caption.startswith(caption)]
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_the_overlap_is_that_of_shuffled_ties():
    draw = np.random.default_rng(0)
    one, other = np.array([0.1, 0.2, 0.2, 0.2, 0.9]), np.array([0.3, 0.3, 0.1, 0.5, 0.3])

    def first(distances):
        return set(np.lexsort((draw.random(5), distances))[:2].tolist())

    shuffled = [len(first(one) & first(other)) / 2 for _ in range(20_000)]
    assert overlap(one, other, 2) == pytest.approx(np.mean(shuffled), abs=0.01)


def test_the_correlation_is_that_of_mean_ranks():
    # Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: covariance 4.5, variances 4.5 and 5.
    assert rank_correlation(np.array([1.0, 2, 2, 3]), np.array([1.0, 2, 3, 4])) == pytest.approx(4.5 / 22.5**0.5)
    assert rank_correlation(np.ones(3), np.arange(3.0)) == 0


def test_a_vector_follows_from_two_means_that_differ_by_it():
    t1, t2 = ({1: "a", 2: "a", 3: "a", 4: "b", 5: "b"}, {1: "c", 2: "c", 3: "d", 4: "d", 5: "d"})
    assert leverages([t1]) == pytest.approx([1 / 3] * 3 + [1 / 2] * 2)
    assert leverages([t1, t2])[2] == pytest.approx(1)
    assert leverages([t1, t1])[2] == pytest.approx(1 / 3)
    assert intersections(t1, t2, rebuilt=True).follow == 1
    assert intersections(t1, t2, rebuilt=False).follow == 0


def test_intersections_count_pairs_documents_and_who_is_alone():
    early = dict.fromkeys(range(K), "a") | dict.fromkeys(range(K, 2 * K), "b")
    late = dict.fromkeys(range(K + 1), "c") | dict.fromkeys(range(K + 1, 2 * K), "d")
    found = intersections(early, late, rebuilt=False)
    # a and c share k, b and c one, b and d k - 1.
    assert (found.pairs, found.below_k, found.documents, found.alone) == (3, 2 / 3, 0.5, 0.1)


def edition(**sizes):
    """An edition of groups along a line of angles, in the order of the alphabet."""
    names = tuple(name.encode() for name in sizes)
    angles = np.array([ord(name) for name in names]) / 100
    vectors = np.column_stack([np.cos(angles), np.sin(angles)])
    return Read(dict(zip(names, sizes.values(), strict=True)), names, csr_array(vectors), ("x", "y"))


def test_an_attacker_follows_a_deletion_a_merge_and_an_insertion():
    attacker = Attacker.starting_with(edition(a=2, b=2, z=4))
    attacker.see(edition(b=3, z=4))  # a member of a was removed, the other one joined b
    attacker.see(edition(b=3, z=3))
    attacker.notice("new", edition(b=3, z=4))
    assert attacker.places == {b"a": {b"b": 0.5}, b"b": {b"b": 1.0}, b"z": {b"z": 0.75}, "new": {b"z": 1.0}}
    assert attacker.guess(b"a") == b"b"


def test_an_attacker_who_misses_editions_weighs_both_orders_of_two_merges():
    attacker = Attacker.starting_with(edition(a=2, b=2, c=2, z=4))
    attacker.see(edition(c=4, z=4))
    # a joined b, or b was gone already; both lead to c.
    assert attacker.places[b"a"] == {b"c": 0.5}


def test_the_error_is_exact_until_a_document_is_removed(documents):
    drawn = draw(documents, 0)
    index = WatchedIndex(documents, drawn.indexed, K)
    for document in drawn.others[:20].tolist():
        index.insert(document)
    assert index.estimated_error() == pytest.approx(index.true_error(), abs=1e-6)
    index.remove(index.present()[0])
    assert len(index.present()) == len(drawn.indexed) + 19


def test_loss_grows_with_both_kinds_of_changes_and_beside_it_stands_a_fresh_grouping(result):
    for caption in ("While random", "While other"):
        table = rows(result, caption)
        assert table[-1]["SSE"] > table[0]["SSE"]
        assert table[0]["SSE"] == pytest.approx(table[0]["estimated by the index"], abs=1e-6)
        assert table[-1]["fresh MDAV"] < table[-1]["SSE"]
    assert rows(result, "While random")[-1]["documents"] == K


def test_what_is_kept_is_reported_for_every_k_from_2_to_20_beside_chance(result):
    table = rows(result, "What searches")
    assert [row["k"] for row in table] == ["unprotected", *map(str, range(2, 21)), "any order"]
    losses = [row["SSE"] for row in table[:-1]]
    assert losses[0] == pytest.approx(0)
    assert losses[1] < losses[-1]


def test_what_vectors_give_away_is_reported_beside_what_searches_keep(result):
    table = rows(result, "What the vectors of groups give away")
    assert (table[0]["shared by"], table[0]["levels"]) == ("1 of 5", "exact")
    losses = {(row["shared by"], row["levels"]): row["SSE"] for row in table}
    assert losses["1 of 5", "exact"] < losses["2 of 5", "exact"] < losses["5 of 5", "exact"]
    assert table[0]["SSE"] == pytest.approx(rows(result, "While other")[0]["SSE"])
    (ours,) = [row for row in table if (row["shared by"], row["levels"]) == ("5 of 5", "4")]
    assert ours["recovered"] == 0


def test_no_attack_links_more_than_1_k(result):
    for row in rows(result, "How often an attacker"):
        assert row["least of a run"] <= row["rightly, mean"] <= row["most of a run"] <= 1 / K + 1e-9
    editions, *rebuilds = rows(result, "Groups of two states")
    assert editions["vectors that follow"] == 0
    assert editions["highest leverage"] <= 1 / K + 1e-9
    assert len(rebuilds) == 3
