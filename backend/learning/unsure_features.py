"""Words of which a caller may not learn whether they are features.

A model with a limit uses the most informative words of all clients. Near that limit, what one hidden client says
decides whether a word is a feature, so that a caller who hears which words are features would learn what that
client says. A view of the model treats all such words alike, features or not: as words that visible clients use
and hidden clients do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, hstack, vstack

from backend.learning.arrays import Booleans, Counts, Integers, columns_of
from backend.learning.capped_counts import SEVERAL
from backend.learning.features import information_of_presence, stop_words
from backend.learning.model import ClientModel

_DECIMALS = 9
"""Beyond these, differences of mutual information are noise of the sums."""

SPEAKERS = 3
"""Hidden clients that have to say a word that visible clients say once in all, before a view weighs it."""


@dataclass(frozen=True, slots=True, eq=False)
class UnsureFeatures:
    """The words of a view of which its caller may not learn whether they are features.

    `inside` [feature] tells which features of the model are unsure. `words`, ascending, are the unsure words that
    the view weighs, features or not; `counts` [client, word] has those of visible clients. `beside` has the unsure
    words that it does not weigh, with the visible clients that say them.
    """

    inside: Booleans
    words: tuple[str, ...]
    counts: Counts
    beside: Mapping[str, tuple[int, ...]]


def unsure_features(
    model: ClientModel, hidden: Booleans, saying: Integers, saying_others: Integers
) -> UnsureFeatures:
    """Return the unsure words for a caller from whom the `hidden` clients [client] are hidden.

    `saying` [feature] and `saying_others` [other word] are how many hidden clients count as saying each word. No
    word is unsure where all words are features, and in models of earlier versions of Unsaid, which do not know how
    often clients say other words.
    """
    others, width = model.speakers.counts, len(model.vocabulary)
    if others is None or model.options.features is None or width < model.options.features:
        return UnsureFeatures(np.zeros(width, dtype=bool), (), model.counts[:, :0], {})
    inside = (saying < SEVERAL) & ~sure_features(model, hidden)
    word_counts = _without_rows(hstack((model.counts, others), "csr"), hidden)
    often = np.bincount(word_counts.indices, weights=word_counts.data, minlength=word_counts.shape[1])
    columns = np.flatnonzero(np.concatenate((inside, saying_others < SEVERAL)) & (often > 0))
    spelled, stops = model.speakers.words, stop_words()
    words = [model.vocabulary[at] if at < width else spelled[at - width] for at in columns.tolist()]
    enough = (often > 1) | (np.concatenate((saying, saying_others)) >= SPEAKERS)
    content = np.array([word not in stops for word in words], dtype=bool)
    weighed = content & enough[columns]
    chosen = sorted(np.flatnonzero(weighed).tolist(), key=words.__getitem__)
    of_columns = columns_of(word_counts, columns)
    return UnsureFeatures(
        inside,
        tuple(words[at] for at in chosen),
        of_columns[:, np.array(chosen, dtype=np.int64)],
        _speakers(of_columns, words, content & ~weighed),
    )


def sure_features(model: ClientModel, hidden: Booleans, among: Booleans | None = None) -> Booleans:
    """Tell for each feature whether it would be one for any text of the `hidden` clients, [feature].

    `among` are the features that others than the model use, by the same criterion; by default all.

    Mutual information is at least that with the hidden clients taken for one. It is convex in the share of their
    documents that have a word, and lowest where they have the word as often as all others do.
    """
    information = information_of_presence(model.presence, model.documents)
    border = (information if among is None else information[among]).min(initial=np.inf)
    visible = np.flatnonzero(~hidden)
    own: Counts = model.presence[visible]
    documents = model.documents[visible]
    of_hidden = int(model.documents[hidden].sum())
    if of_hidden:
        shares = np.bincount(own.indices, weights=own.data, minlength=own.shape[1]) / max(int(documents.sum()), 1)
        own = vstack((own, csr_array(shares[None] * of_hidden)), "csr")
        documents = np.append(documents, of_hidden)
    lowest = information_of_presence(own, documents)
    return np.asarray(np.round(lowest, _DECIMALS) > np.round(border, _DECIMALS), dtype=np.bool_)


def _without_rows(counts: Counts, hidden: Booleans) -> Counts:
    entries = counts.tocoo()
    stays = ~hidden[entries.row]
    left: Counts = csr_array((entries.data[stays], (entries.row[stays], entries.col[stays])), shape=counts.shape)
    return left


def _speakers(counts: Counts, words: Sequence[str], chosen: Booleans) -> dict[str, tuple[int, ...]]:
    """Who says the chosen words; `counts` is [client, word]."""
    by_word = counts.tocsc()
    by_word.sort_indices()
    return {
        words[at]: tuple(by_word.indices[by_word.indptr[at] : by_word.indptr[at + 1]].tolist())
        for at in np.flatnonzero(chosen).tolist()
    }
