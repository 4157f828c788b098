"""The experiment on the privacy index with senders whose words are known."""

import gzip
import json

import numpy as np
import pytest

from backend.evaluation.data import DataSet, Post
from backend.evaluation.release_privacy import least_ratio, most_shared, some, spi
from backend.evaluation.result import silent
from backend.evaluation.user_words import diary_writers, heavy_senders, private_words
from backend.privacy.spi import release_privacy
from backend.privacy.user_elements import UserElements
from backend.services.privacy.sensitivity import shipped_model
from backend.settings import shipped_sensitivity
from tests.evaluation.sets import write_gazetteers


def post(address, body):
    return Post("1", "g", "train", f"From: {address}", body)


POSTS = [
    *(
        post(f"s{at}@x.example", f"orbit orbit word{at} {'mary' if at else 'cancer'}")
        for at in range(4)
        for _ in range(3)
    ),
    *(post(f"once{at}@x.example", "rare") for at in range(4)),
]


@pytest.fixture(scope="module")
def senders():
    return heavy_senders(POSTS, shipped_model(shipped_sensitivity()), frozenset({"mary", "cancer"}))


def test_heavy_senders_have_more_posts_than_the_mean(senders):
    assert sorted(senders.names) == [f"s{at}@x.example" for at in range(4)]  # 3 posts; the mean is 2
    assert senders.words.total == 4 * 3 * 4
    assert len(senders.words) == 4 * 3


def test_words_of_the_lists_are_private(senders):
    assert senders.words.counts[senders.private].tolist() == [3, 3, 3, 3]


def test_the_most_shared_words_make_the_k_anonymous_release(senders):
    # Four senders say orbit (half of all words), three mary, one each of the others.
    assert senders.words.counts[most_shared(senders.words, 0.5)].sum() == 24
    assert senders.words.counts[most_shared(senders.words, 0.7)].sum() == 33
    assert not most_shared(senders.words, 0.4).any()


def test_a_drawn_release_has_its_share_or_does_not_exist(senders):
    kept = some(senders.words, senders.private, 0.2)
    assert senders.words.counts[kept].sum() == 12  # the first multiple of 3 above .2 * 48
    assert (kept <= senders.private).all()
    assert some(senders.words, senders.private, 0.5) is None
    assert some(senders.words, np.zeros_like(senders.private), 0.1) is None


def test_the_lists_are_read_from_the_gazetteers_and_from_unsaid(tmp_path):
    write_gazetteers(tmp_path)
    assert {"smith", "mary", "john", "la paz", "cancer", "bankruptcy"} <= private_words(tmp_path)


DIARIES = (("ann", "garden garden rose lily"), ("bob", "garden garden fish pond"))


def write_diaries(folder):
    path = folder / DataSet.DIARIES
    path.parent.mkdir(parents=True)
    rows = [{"user": user, "text": word} for user, text in DIARIES for word in text.split()]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))


def test_all_writers_of_diaries_are_users(tmp_path):
    write_diaries(tmp_path)
    writers = diary_writers(tmp_path, shipped_model(shipped_sensitivity()), frozenset({"rose"}))
    assert sorted(writers.names) == ["ann", "bob"]
    assert (writers.words.total, len(writers.words), int(writers.private.sum())) == (8, 6, 1)


@pytest.mark.parametrize("left", [0.25, 0.2, 0.1, 0.05])
@pytest.mark.parametrize("side", [0.97, 1.03])
def test_the_index_falls_where_words_of_the_least_ratio_are_withheld(left, side):
    """A user of 100,000 words: 10 more are withheld, a little lighter or heavier than the ratio says."""
    total, step, sensitivity = 100_000, 10, 0.95
    weight = (1 - sensitivity) * least_ratio(left) * side
    stays = round(left * total)
    counts = np.array([stays, step, total - stays - step], dtype=np.float32)
    sensitivities = np.array([sensitivity, 1 - weight, 0.5], dtype=np.float32)

    def index(*kept):
        words = UserElements(np.zeros(3, dtype=np.int32), np.arange(1, 4, dtype=np.uint64), counts, sensitivities)
        return release_privacy(words, words.entries(np.isin(np.arange(3), kept)), ("ann",)).spi

    assert (index(0) < index(0, 1)) == (side > 1)


@pytest.mark.parametrize("left", [0.3, 0.5, 0.9])
def test_no_words_lower_the_index_while_much_is_left(left):
    assert least_ratio(left) is None


def test_the_index_is_below_the_divergence_at_every_k(tmp_path):
    write_gazetteers(tmp_path)
    path = tmp_path / DataSet.NEWSGROUPS
    path.parent.mkdir(parents=True)
    lines = [
        {"split": "train", "group": "g", "id": "1", "raw": f"{each.head}\nSubject: x\n\n{each.body}"}
        for each in POSTS
    ]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    write_diaries(tmp_path)
    result = spi(tmp_path, silent)
    (table,) = [table for table in result.tables if table.caption.startswith("k-anonymous")]
    assert table.rows[0][:4] == (1, 0, 0, pytest.approx(100))
    figures = np.array([row[:5] for row in table.rows], dtype=float)
    assert (figures[:, 1] >= 0).all()
    assert (figures[:, 1] <= figures[:, 2]).all()
    assert (figures[:, 2] <= 1).all()
    # From k = 5 on nothing is released.
    assert table.rows[4][2:5] == (1, 0, 0)
    (diaries,) = [table for table in result.tables if table.caption.startswith("Diaries: k-anonymous")]
    assert [row[0] for row in diaries.rows] == list(range(1, 11))
    # Both say *garden*, half of each one's words; from k = 3 on nothing is left.
    assert diaries.rows[1][4] == 0.5
    assert diaries.rows[2][2:5] == (1, 0, 0)
