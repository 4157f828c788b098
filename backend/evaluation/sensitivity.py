"""Measure the shipped sensitivity model on public newsgroup posts."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from backend.errors import DataMissing
from backend.evaluation.data import Post, newsgroups
from backend.evaluation.linkability import written
from backend.evaluation.result import Advance, Result, Table, paragraphs
from backend.learning.arrays import Booleans, Floats
from backend.privacy.sensitivity import SensitivityModel
from backend.services.privacy.sensitivity import shipped_model
from backend.settings import shipped_sensitivity

TITLE = "how the model of sensitivity judges texts that were not written for it"
SOURCE = "Sensitive-aware Privacy Index for Sanitized Text Data: Section 3.1"

SENSITIVE: Mapping[str, str] = {
    "sci.med": "health",
    "alt.atheism": "religion",
    "soc.religion.christian": "religion",
    "talk.religion.misc": "religion",
    "talk.politics.guns": "politics",
    "talk.politics.mideast": "politics",
    "talk.politics.misc": "politics",
}
"""The groups whose subject is a sensitive category; the subjects of all other groups are not."""

OTHERS = "none"
BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)

LENGTHS = (0, 50, 200, 1_000, 10**9)
"""Words: the classes of length are above one of these and up to the next."""

CERTAIN = 0.99


_DIFFERENCES = """
The paper judges search queries, which its authors labelled one by one, and finds 78 % of them rightly judged.
Posts are longer, of other subjects, and labelled by their group.
"""


class Judged(NamedTuple):
    """A post: the category of its group (`none`: not sensitive), its sensitivity by the model, its length in words.

    `chosen_on` tells that the form of the calibration was chosen on posts of its part of the set.
    """

    category: str
    sensitivity: float
    words: int
    chosen_on: bool


def judged(posts: Sequence[Post], model: SensitivityModel, advance: Advance) -> list[Judged]:
    """Judge what the senders wrote themselves; posts without a word of their own are left out."""
    found = []
    for at, post in enumerate(posts):
        text = written(post)
        if words := len(text.split()):
            category = SENSITIVE.get(post.group, OTHERS)
            found.append(Judged(category, model.sensitivity(text), words, post.split == "train"))
        if at % 500 == 0:
            advance(at, len(posts))
    return found


def area(scores: Floats, labels: Booleans) -> float | None:
    """Return the chance that a sensitive text has a higher score than another one; ties count half.

    >>> area(np.array([0.9, 0.4, 0.4]), np.array([True, True, False]))
    0.75
    """
    sensitive, others = scores[labels], np.sort(scores[~labels])
    if not len(sensitive) or not len(others):
        return None
    below = np.searchsorted(others, sensitive, side="left") + np.searchsorted(others, sensitive, side="right")
    return float(below.mean() / 2 / len(others))


def calibration_error(scores: Floats, labels: Booleans) -> float:
    """Return how far the mean score and the share of sensitive texts differ in a tenth of the scale, on average.

    >>> calibration_error(np.array([0.95, 0.95, 0.15]), np.array([True, False, False]))
    0.35
    """
    tenths = np.minimum((scores * 10).astype(np.int64), 9)
    differences = np.bincount(tenths, scores, 10) - np.bincount(tenths, labels, 10)
    return round(float(np.abs(differences).sum() / len(scores)), 12)


def sensitivity(data: Path, advance: Advance) -> Result:
    """Judge all posts of 20 Newsgroups, whose groups say whether their subject is sensitive.

    Raises DataMissing where this installation has no texts to learn sensitivity from.
    """
    texts = shipped_sensitivity()
    if texts is None:
        raise DataMissing("This installation has no texts to learn sensitivity from. Use a checkout.")
    model = shipped_model(texts)
    posts = judged(list(newsgroups(data)), model, advance)
    scores = np.array([each.sensitivity for each in posts])
    labels = np.array([each.category != OTHERS for each in posts], dtype=bool)
    return Result(
        "sensitivity",
        TITLE,
        SOURCE,
        setup=_setup(len(posts), labels, model),
        findings=_findings(scores, labels),
        differences=paragraphs(_DIFFERENCES),
        tables=(
            _by_category(posts, scores, labels),
            _calibration(scores, labels),
            _by_length([each for each in posts if not each.chosen_on]),
        ),
    )


def _by_category(posts: Sequence[Judged], scores: Floats, labels: Booleans) -> Table:
    rows: list[tuple[str, int, float, float | None, float | None]] = []
    for category in (*sorted(set(SENSITIVE.values())), OTHERS):
        own = np.array([each.category == category for each in posts], dtype=bool)
        if own.any():
            right = (scores[own] >= 0.5) == (category != OTHERS)
            against = None if category == OTHERS else area(scores[own | ~labels], labels[own | ~labels])
            rows.append((category, int(own.sum()), float(right.mean()), float(scores[own].mean()), against))
    every = float(((scores >= 0.5) == labels).mean())
    rows.append(("all", len(scores), every, float(scores.mean()), area(scores, labels)))
    columns = ("category of the group", "posts", "judged rightly", "mean sensitivity", "area under ROC")
    return Table("Posts by the subject of their group; rightly: above or below 0.5", columns, tuple(rows))


def _calibration(scores: Floats, labels: Booleans) -> Table:
    rows = []
    for low, high in pairwise(BINS):
        own = (scores >= low) & ((scores < high) | (high == 1.0))
        if own.any():
            rows.append(
                (f"{low:.1f}–{high:.1f}", int(own.sum()), float(scores[own].mean()), float(labels[own].mean()))
            )
    columns = ("sensitivity", "posts", "mean sensitivity", "share in sensitive groups")
    return Table("Calibration: how many posts of each sensitivity are of sensitive groups", columns, tuple(rows))


def _by_length(posts: Sequence[Judged]) -> Table:
    rows = []
    for above, most in pairwise(LENGTHS):
        own = [each for each in posts if above < each.words <= most]
        if own:
            scores = np.array([each.sensitivity for each in own])
            labels = np.array([each.category != OTHERS for each in own], dtype=bool)
            certain = float((scores[~labels] > CERTAIN).mean()) if not labels.all() else None
            right = float(((scores >= 0.5) == labels).mean())
            name = f"more than {above:,}" if most == LENGTHS[-1] else f"{above + 1:,} to {most:,}"
            error = calibration_error(scores, labels)
            rows.append((name, len(own), right, float(scores.mean()), float(labels.mean()), error, certain))
    columns = (
        *("words", "posts", "judged rightly", "mean sensitivity", "share in sensitive groups"),
        *("expected calibration error", f"others above {CERTAIN}"),
    )
    return Table(
        "Posts of the test part by length; the calibration was chosen on the training part", columns, tuple(rows)
    )


def _setup(posts: int, labels: Booleans, model: SensitivityModel) -> tuple[str, ...]:
    return paragraphs(
        f"""
        The model learnt from short texts that were written for Unsaid; in 10-fold cross-validation it judges
        {model.accuracy:.1%} of them rightly. Here it judges {posts:,} posts of 20 Newsgroups, without signatures. A
        post counts as sensitive if the subject of its group is: {labels.mean():.0%} do, about health, religion or
        politics. The other four categories of the model (finance, sex life, crime, employment) have no group.

        The label is that of the group, not of the post: a post about a conference in sci.med counts as sensitive,
        and one about a divorce in rec.autos does not.
        """
    )


def _findings(scores: Floats, labels: Booleans) -> tuple[str, ...]:
    found = area(scores, labels)
    right = float(((scores >= 0.5) == labels).mean())
    most = max(float(labels.mean()), 1 - float(labels.mean()))
    if found is None:
        return ()
    return paragraphs(
        f"""
        The model judges {right:.1%} of the posts rightly. A baseline that gives all of them the more frequent
        label is right in {most:.1%}. Of a sensitive and another post, the model finds the
        first more sensitive in {found:.1%} of pairs.
        """
    )
