"""The experiment on the model of sensitivity, with posts whose words are known, and the area by all pairs."""

import gzip
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evaluation.data import DataSet, Post
from backend.evaluation.result import silent
from backend.evaluation.sensitivity import area, calibration_error, judged, sensitivity
from backend.privacy.sensitivity import SensitivityModel
from backend.privacy.sensitivity_calibration import Calibration

MODEL = SensitivityModel(("tumour", "keyboard"), np.array([4.0, -4.0]), 0.0, Calibration(1.0, 1e9), 0.9)


def post(group, body):
    return Post("1", group, "train", "From: a@x.example", body)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=12))
def test_the_area_counts_the_pairs_that_are_in_order(drawn):
    scores = np.array([score for score, _ in drawn], dtype=np.float64)
    labels = np.array([label for _, label in drawn], dtype=bool)
    pairs = [float(one > other) + float(one == other) / 2 for one in scores[labels] for other in scores[~labels]]
    found = area(scores, labels)
    assert (found is None) if not pairs else found == pytest.approx(sum(pairs) / len(pairs))


def test_posts_have_the_category_of_their_group_and_their_own_words_alone():
    posts = [post("sci.med", "the tumour\n-- \nkeyboard"), post("rec.autos", "a keyboard"), post("sci.med", "\n")]
    found = judged(posts, MODEL, silent)
    assert [each.category for each in found] == ["health", "none"]
    assert found[0].sensitivity == pytest.approx(1 / (1 + np.exp(-4)))
    assert [each.words for each in found] == [2, 2]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=12))
def test_the_calibration_error_is_that_of_the_tenths(drawn):
    scores, labels = (np.array(each) for each in zip(*drawn, strict=True))
    tenths = [min(int(score * 10), 9) for score, _ in drawn]
    error = sum(
        abs(sum(score - label for (score, label), own in zip(drawn, tenths, strict=True) if own == tenth))
        for tenth in range(10)
    )
    assert calibration_error(scores, labels) == pytest.approx(error / len(drawn), abs=1e-9)


def test_the_tables_cover_all_posts(tmp_path):
    path = tmp_path / DataSet.NEWSGROUPS
    path.parent.mkdir()
    groups = {"sci.med": "my tumour is back", "talk.politics.misc": "vote for them", "comp.graphics": "a keyboard"}
    with gzip.open(path, "wt") as lines:
        for number, (group, text) in enumerate(groups.items()):
            split = "test" if group == "comp.graphics" else "train"
            head, fields = "From: a@x.example", {"id": str(number), "split": split}
            lines.write(json.dumps({**fields, "group": group, "raw": f"{head}\n\n{text}"}) + "\n")
    result = sensitivity(tmp_path, silent)
    by_category, calibration, by_length = result.tables
    assert [row[:2] for row in by_category.rows] == [("health", 1), ("politics", 1), ("none", 1), ("all", 3)]
    counts = [row[1] for row in calibration.rows if isinstance(row[1], int)]
    assert sum(counts) == 3
    assert [row[:3] for row in by_length.rows] == [("1 to 50", 1, 1.0)]  # posts on which nothing was chosen
    assert "3 posts of 20 Newsgroups" in result.setup[0]
