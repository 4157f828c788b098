"""Train a model and run SIMPLEREDACTOR at all levels, for experiments."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.blocking.confusability import ModelWordCounts, count_model_words, ranking
from backend.blocking.simple_redactor import Level, simple_levels
from backend.document.tokens import terms
from backend.evaluation.data import Post
from backend.learning.arrays import Counts, Integers, counts_from_rows
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import TermCounts, count_terms
from backend.learning.model import TrainingOptions
from backend.learning.naive_bayes import NaiveBayes
from backend.learning.train import derive


def learn(counts: TermCounts, options: TrainingOptions = TrainingOptions()) -> NaiveBayes:
    """Return the model that `unsaid train` would train on these documents.

    Raises CorpusError when nothing can be learnt.
    """
    return derive(counts, options)[0].by_client


def rows_of(counts: TermCounts, chosen: Integers) -> TermCounts:
    """Return the counts of some documents, given by their rows in ascending order."""
    removed = np.ones(len(counts.documents), dtype=bool)
    removed[chosen] = False
    return counts.without([counts.documents[row] for row in np.flatnonzero(removed).tolist()])


def count_posts(posts: Iterable[Post], *, heads: bool = False) -> TermCounts:
    """Count the words of posts with their groups as clients; with `heads` the header lines too."""
    return count_terms(
        CorpusDocument(post.id, post.group, None, (post.whole if heads else post.body,)) for post in posts
    )


def ranked_words(seen: ModelWordCounts, client: int, k: int, *, by_frequency: bool) -> tuple[str, ...]:
    """Rank a document's words by the order in which they are suppressed at `k`; ties keep the order of the words.

    The metric is SIMPLEREDACTOR's under equal priors: by how much likelier the true class makes the word than its k
    - 1 rivals do, on average. With `by_frequency` it is multiplied by the word's occurrences, which the paper's
    algorithm does not say but its Table 2 shows.
    """
    order = ranking(seen.scores())
    rivals = order[order != client][: k - 1]
    spoken = seen.model.log_likelihood.T[seen.features]
    metric = (spoken[:, [client]] - spoken[:, rivals]).mean(axis=1)
    if by_frequency:
        metric = metric * seen.counts
    first = np.lexsort((seen.features, -np.round(metric, 12)))
    return tuple(seen.model.vocabulary[feature] for feature in seen.features[first].tolist())


@dataclass(frozen=True, slots=True)
class SuppressedWords:
    """A document with the words that SIMPLEREDACTOR suppresses at each level.

    `said` counts all words, including stop words and those that the model does not use; level k is `levels[k - 1]`.
    """

    said: Counter[str]
    levels: tuple[Level, ...]

    def kept_share(self, k: int) -> float:
        """Return the share of word occurrences that are kept at `k`, 0…1; 1 for a document without words."""
        removed = sum(self.said[word] for word in self.levels[k - 1].words)
        return 1 - removed / max(self.said.total(), 1)


def hide(model: NaiveBayes, text: str, name: str, k_max: int, *, nested: bool = False) -> SuppressedWords:
    """Hide at all levels to `k_max` that `text` is of the class `name`.

    Raises ImpossibleK when the model has fewer classes than that.
    """
    found = simple_levels(count_model_words(model, (text,)), model.classes.index(name), k_max, nested=nested)
    return SuppressedWords(Counter(terms(text)), found)


def suppressed(counts: Counts, columns: Sequence[Sequence[int]]) -> Counts:
    """Return the counts [document, word] after removing each document's words in its `columns`."""
    row_of = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    keys = row_of * counts.shape[1] + counts.indices
    removed = [row * counts.shape[1] + column for row, each in enumerate(columns) for column in each]
    stays = ~np.isin(keys, np.array(removed, dtype=np.int64))
    starts = np.concatenate(([0], np.cumsum(stays)))[counts.indptr]
    return counts_from_rows(counts.data[stays], counts.indices[stays], starts, counts.shape[1])
