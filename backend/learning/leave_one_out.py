"""Leave-one-out evaluation: subtract each document's own counts before it is classified."""

import numpy as np

from backend.learning.arrays import Counts, Floats, Integers
from backend.learning.features import class_sums
from backend.learning.model import TrainingOptions
from backend.learning.naive_bayes import NaiveBayes, Prior


def leave_one_out_scores(
    counts: Counts,
    class_of: Integers,
    rows: Integers,
    model: NaiveBayes,
    options: TrainingOptions,
    *,
    shown: Counts | None = None,
) -> Floats:
    """The scores of each of the `rows` under the model trained on all documents but that one, [row, class].

    `counts` [document, feature] and `class_of` [document] are what `model` was trained on. Equal to training again
    without the document, but for the choice of features, which is not made again. The class of each row must have
    another document: without one it would not be known at all. `shown` [row, feature] is what is guessed of each
    row where that is less than the document that is left out, as when words of it are suppressed.
    """
    of = class_of[rows]
    documents = counts[rows]
    shown_counts = documents if shown is None else shown
    row_of = np.repeat(np.arange(len(rows)), np.diff(shown_counts.indptr))
    # Only the document's own class changes: n_cw becomes n_cw - x_w, and n_c becomes n_c - |x|.
    class_counts = class_sums(counts, class_of, len(model.classes)).toarray()
    left = class_counts[of[row_of], shown_counts.indices] - documents[row_of, shown_counts.indices]
    total = class_counts.sum(axis=1)[of] - documents.sum(axis=1) + options.alpha * len(model.vocabulary)
    spoken = np.bincount(row_of, weights=shown_counts.data * np.log(left + options.alpha), minlength=len(rows))
    scores = model.scores(shown_counts) - model.log_prior
    scores[np.arange(len(rows)), of] = spoken - shown_counts.sum(axis=1) * np.log(total)
    return scores + _priors_without(np.bincount(class_of, minlength=len(model.classes)), of, options.prior)


def _priors_without(documents: Integers, of: Integers, prior: Prior) -> Floats:
    """The log prior for each row once one document of its class is gone, [row, class]."""
    if prior is Prior.UNIFORM:
        return np.full((len(of), len(documents)), -np.log(len(documents)))
    left = np.tile(documents.astype(np.float64), (len(of), 1))
    left[np.arange(len(of)), of] -= 1
    return np.asarray(np.log(left / (documents.sum() - 1)), dtype=np.float64)


def right_guesses(scores: Floats, class_of: Integers) -> Integers:
    """Tell for each document whether the true class is strictly first (1 or 0); `scores` is [document, class]."""
    others = scores.copy()
    rows = np.arange(len(class_of))
    others[rows, class_of] = -np.inf
    return np.asarray(scores[rows, class_of] > others.max(axis=1), dtype=np.int64)
