"""The experiment on linkability with senders whose words are known."""

import gzip
import json

import pytest

from backend.evaluation.data import DataSet, Post
from backend.evaluation.linkability import BINS, anonymity_correlation, linkability, sender, written
from backend.evaluation.result import silent
from backend.privacy.linkability import LinkedPair

GROUPS = ("rec.sport.hockey", "sci.space", "sci.med")


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """Six senders write in two groups, each with a word of their own; two write in one group."""
    folder = tmp_path_factory.mktemp("data")
    path = folder / DataSet.NEWSGROUPS
    path.parent.mkdir()
    posts = [(f"s{at}@x.example", group, f"own{at} ") for at in range(6) for group in GROUPS[at % 2 : at % 2 + 2]]
    posts += [(f"t{at}@x.example", "sci.space", "") for at in range(2)]
    lines = [
        {
            "split": "train",
            "group": group,
            "id": "1",
            "raw": f"From: Some One <{address}>\nSubject: x\n\n{40 * own}{70 * 'orbit '}{40 * f'{group[:3]} '}",
        }
        for address, group, own in posts
    ]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    return linkability(folder, silent)


def test_all_senders_with_words_of_their_own_are_found_first(result):
    (precision,) = [table for table in result.tables if table.caption == "Precision@n"]
    assert precision.rows == ((1, 1.0), (5, 1.0), (10, 1.0), (20, 1.0))
    assert "6 senders have such profiles in two groups or more: 12 pairs" in " ".join(result.setup)


def test_the_most_frequent_words_stand_first(result):
    (top,) = [table for table in result.tables if table.caption.startswith("Table 1")]
    assert top.rows[0][1:] == ("orbit", "orbit", "orbit")


def test_points_lie_above_the_diagonal(result):
    figure = result.figures[0]
    senders, diagonal = figure.panels[0].series
    assert len(senders.x) == BINS
    assert all(y > x for x, y in zip(senders.x, senders.y, strict=True))
    assert diagonal.x == diagonal.y == senders.x


def pair(entity, subset, rank):
    return LinkedPair(entity, "a", "b", 0.5, subset, rank, 0.1, 1.0, 100, 0.9, (None,), 0.1, 0.1)


def test_the_correlation_is_that_of_the_pairs_and_its_interval_contains_it():
    found = anonymity_correlation([pair(str(at), subset=at, rank=1 if at < 20 else 2) for at in range(40)])
    # Of 40 sizes 0 … 39, the lower half is found: -sqrt(3) / 2 for a split in the middle of a uniform distribution.
    assert found.coefficient == pytest.approx(-(3**0.5) / 2, abs=0.01)
    assert found.low < found.coefficient < found.high < 0


def test_each_n_has_its_own_correlation():
    """Of 40 sizes, 10 targets are first, and 30 are among five."""
    pairs = [pair(str(at), subset=at, rank=1 if at < 10 else 5 if at < 30 else 6) for at in range(40)]
    found = [anonymity_correlation(pairs, n).coefficient for n in (1, 5)]
    assert found == pytest.approx([-0.75, -0.75], abs=0.01)  # -sqrt(3) * sqrt(1/4 * 3/4), both ways
    assert anonymity_correlation(pairs, 10) is None


def test_the_tables_have_a_row_for_each_n_and_each_k(result):
    tables = {table.caption.split(" ")[0]: table for table in result.tables}
    # All senders are found first, so that there is nothing to correlate.
    assert tables["Correlation"].rows == tuple((n, None, None, None) for n in (1, 5, 10, 20))
    assert [row[0] for row in tables["(k,"].rows] == [2, 5, 10]


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ("From: Ann Lee <Ann@X.example>\nSubject: y", "ann@x.example"),
        ("Subject: y", ""),
        ("From: b@x.example (B)", "b@x.example"),
    ],
)
def test_the_sender_of_a_post(head, address):
    assert sender(Post("1", "g", "train", head, "")) == address


def test_signatures_and_introductions_of_quotations_are_not_written_by_the_sender():
    body = "In article <1> b@x (B) writes:\n> old\nnew words\n-- \nAnn Lee, X Inc."
    assert written(Post("1", "g", "train", "", body)).split() == [">", "old", "new", "words"]
