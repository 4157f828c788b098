"""A client model without the words that only few hidden clients use, for callers who may not see those clients.

A word that few hidden clients use is mostly a name, a product or a project, and an answer that depends on it
reveals whether they use it. For a caller who may not see them, the model behaves as if these clients never used it.
A word that many hidden clients use identifies none of them, and all clients remain rivals. The counts of hidden
clients are capped at the fifth-highest among them, because a client uses its own name more often than all others
do.

No rival seems likelier than it is, so a k that holds here also holds in the full model.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from scipy.sparse import csr_array

from backend.document.tokens import terms
from backend.learning.aliases import clients_by_word
from backend.learning.arrays import Booleans, Counts, Floats, Sparse
from backend.learning.capped_counts import SEVERAL, capped_presence, nth_highest
from backend.learning.client_frequency import ClientsByWord
from backend.learning.features import class_sums, stop_words
from backend.learning.model import ClientModel
from backend.learning.naive_bayes import LimitedLikelihoods, NaiveBayes
from backend.learning.ordinary_words import OTHERS

SPEAKERS = 3
"""SEVERAL for words that are no features, of which three speakers are kept, and for what is a word at all."""


def limited_model(model: ClientModel, seen: Sequence[int]) -> ClientModel:
    """Return the model for a caller who may see these clients, given by their indices.

    A word that fewer than SEVERAL hidden clients use counts as absent from their documents: it is no word of the
    model when no visible client uses it. For a word that more of them use, their counts are capped at the
    fifth-highest. No hidden client uses a word of its own name.

    The likelihoods are shared with the full model; what is hidden is left out when they are read.
    """
    hidden = np.ones(len(model.clients), dtype=bool)
    hidden[list(seen)] = False
    cut = _Cut.of(model, hidden)
    lowered = _lowered(model, cut)
    view = copy.copy(model)
    object.__setattr__(view, "counts", cut.kept(_as_often(model, lowered)))
    object.__setattr__(view, "presence", cut.kept(capped_presence(model.presence, cut.of_hidden, cut.counts)))
    object.__setattr__(view, "speakers", _speakers(model, cut, hidden))
    features = cut.features.tolist()
    words = [word for word, is_feature in zip(model.vocabulary, features, strict=True) if is_feature]
    unsaid = _unsaid(model, lowered, view.speakers, hidden)
    object.__setattr__(view, "by_client", _looking_at(model.by_client, words, unsaid))
    if model.by_utility is not None:
        learnt = _by_utility(model, model.by_utility, view.counts, cut)
        object.__setattr__(view, "by_utility", _looking_at(learnt, words))
    object.__setattr__(view, "ordinary", _ordinary(view, seen))
    return view


def is_unknown_word(model: ClientModel, word: str) -> bool:
    """Tell whether no known client uses a word, feature or not; stop words never count as unknown."""
    return not (word in model.by_client.column or word in stop_words() or model.speakers.of(word))


def hidden_word_test(view: ClientModel, seen: Sequence[int]) -> Callable[[str], bool]:
    """Return a test whether no answer may show that hidden clients use a word: fewer than SEVERAL, or SPEAKERS, do.

    Stop words are never hidden.
    """
    entries = view.presence.tocoo()
    of_hidden = ~np.isin(entries.row, list(seen))
    several = {view.vocabulary[column] for column in np.unique(entries.col[of_hidden]).tolist()}
    stops, visible = stop_words(), frozenset(seen)

    def is_unsaid(word: str) -> bool:
        return not (word in several or word in stops or any(each not in visible for each in view.speakers.of(word)))

    return is_unsaid


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """What a view leaves out: `stays` tells it of each stored entry of [client, feature].

    `of_hidden` are the entries of hidden clients, and `counts` those of them that are no words of the client's own
    name: every client says its name, so that it would be told more easily than that of somebody who is no client.
    """

    of_hidden: Booleans
    counts: Booleans
    stays: Booleans
    features: Booleans
    """[feature]: what are features without the rest; as in training, what is said once in all is none."""

    @classmethod
    def of(cls, model: ClientModel, hidden: Booleans) -> "_Cut":
        entries = model.presence.tocoo()
        width = len(model.vocabulary)
        of_hidden = hidden[entries.row]
        counts = of_hidden & ~_of_own_names(model)
        saying = np.bincount(entries.col[counts], minlength=width)

        def said(stays: Booleans) -> Floats:
            times = np.bincount(entries.col[stays], weights=model.counts.data[stays], minlength=width)
            return np.asarray(times, dtype=np.float64)

        stays = ~of_hidden | (counts & (saying[entries.col] >= SEVERAL))
        # A word that a visible client says once in all would speak for it in the whole model and not in the view.
        of_visible = said(~of_hidden) > 0
        features = (said(stays) > 1) | (
            of_visible & (said(~of_hidden | (counts & (saying[entries.col] >= SPEAKERS))) > 1)
        )
        return cls(of_hidden, counts, stays, features)

    def kept(self, counts: Counts) -> Counts:
        """Counts of clients by feature without what is left out, and without what are no features then."""
        entries = counts.tocoo()
        stays = self.stays & self.features[entries.col]
        kept: Counts = type(counts)(
            (entries.data[stays], (entries.row[stays], entries.col[stays])), shape=counts.shape
        )
        kept.sort_indices()
        return kept


def words_of_names(model: ClientModel) -> tuple[frozenset[str], ...]:
    """Return the words of each client's name in the model, [client].

    Aliases are left out, so that no answer depends on what is stored about hidden clients.
    """
    return tuple(frozenset(terms(client.name)) for client in model.clients)


def _of_own_names(model: ClientModel) -> Booleans:
    """Which stored entries of [client, feature] are words of the client's own name."""
    width, column = len(model.vocabulary), model.by_client.column
    names = enumerate(words_of_names(model))
    own = {index * width + column[word] for index, words in names for word in words if word in column}
    entries = model.presence.tocoo()
    return np.isin(entries.row.astype(np.int64) * width + entries.col, sorted(own))


def _lowered(model: ClientModel, cut: _Cut) -> Floats:
    """The log-likelihood of each stored entry of [client, feature] as it may be known.

    It is that of a word never said where an entry is left out, and else that of the fifth hidden client at most.
    """
    entries = model.counts.tocoo()
    alpha, total = model.options.alpha, _totals(model)
    silent = np.log(alpha / total)[entries.row]
    known = np.log(entries.data + alpha) - np.log(total)[entries.row]
    most = nth_highest(entries.col, known, cut.counts, len(model.vocabulary))[entries.col]
    lowered = np.where(cut.of_hidden, np.maximum(np.minimum(known, most), silent), known)
    return np.asarray(np.where(cut.stays, lowered, silent), dtype=np.float64)


def _totals(model: ClientModel) -> Floats:
    """[client], what the likelihoods of a client are shares of."""
    said = np.asarray(model.counts.sum(axis=1), dtype=np.float64)
    return said + model.options.alpha * len(model.vocabulary)


def _as_often(model: ClientModel, lowered: Floats) -> Counts:
    """The counts of clients by feature that come to these log-likelihoods, 1 at least."""
    entries = model.counts.tocoo()
    known = np.rint(np.exp(lowered) * _totals(model)[entries.row] - model.options.alpha)
    counts = model.counts.copy()
    counts.data = np.clip(known, 1, counts.data).astype(counts.data.dtype)
    return counts


def _unsaid(model: ClientModel, lowered: Floats, speakers: ClientsByWord, hidden: Booleans) -> LimitedLikelihoods:
    """Where a class is told less likely than it is; all else it says stays, so none seems likelier than it is."""
    entries = model.counts.tocoo()
    alpha, total = model.options.alpha, _totals(model)
    less = lowered < np.log(entries.data + alpha) - np.log(total)[entries.row]
    cells: Sparse = csr_array(
        (lowered[less], (entries.col[less], entries.row[less])), shape=(len(model.vocabulary), len(model.clients))
    )
    stops = stop_words()

    def may_be(word: str) -> bool:
        # Also of a word in `speakers.beside`: whether it is there tells whether one hidden client says it.
        return not (word in stops or speakers.of(word))

    return LimitedLikelihoods(cells, np.log(alpha / total), may_be, hidden)


def _by_utility(model: ClientModel, learnt: NaiveBayes, kept: Counts, cut: _Cut) -> NaiveBayes:
    """Learnt again: there are few utility classes."""
    labelled = np.flatnonzero(model.utility_of >= 0)
    said = class_sums(kept[labelled], model.utility_of[labelled], len(learnt.classes)).toarray().astype(np.float64)
    alpha = model.options.alpha
    total = said.sum(axis=1, keepdims=True) + alpha * int(cut.features.sum())
    likelihood = np.log(said + alpha) - np.log(total)
    return NaiveBayes(learnt.classes, learnt.vocabulary, likelihood, learnt.log_prior)


def _speakers(model: ClientModel, cut: _Cut, hidden: Booleans) -> ClientsByWord:
    """The same words; of hidden speakers only where SPEAKERS are listed, which are all that are kept of a word.

    Features that are none without the hidden clients have visible speakers alone.
    """
    clients = model.speakers.clients
    of_hidden = (clients >= 0) & hidden[clients]
    few = of_hidden & (of_hidden.sum(axis=1) < SPEAKERS)[:, None]
    entries = model.presence.tocoo()
    dropped = cut.stays & ~cut.features[entries.col]
    beside: dict[str, tuple[int, ...]] = {}
    for client, column in zip(entries.row[dropped].tolist(), entries.col[dropped].tolist(), strict=True):
        word = model.vocabulary[column]
        beside[word] = (*beside.get(word, ()), client)
    return replace(model.speakers, clients=np.where(few, np.int32(-1), clients), beside=beside)


def _ordinary(view: ClientModel, seen: Sequence[int]) -> tuple[frozenset[str], ...]:
    """Which words of the visible clients' names are ordinary, as far as the view knows; see `ordinary_words`."""
    says, stops = clients_by_word(view), stop_words()
    ordinary = list(view.ordinary)
    for index in seen:
        client = view.clients[index]
        words = {word for name in (client.name, *client.aliases) for word in terms(name)}
        ordinary[index] = frozenset(
            word for word in words if word in stops or sum(other != index for other in says(word)) >= OTHERS
        )
    return tuple(ordinary)


def _looking_at(model: NaiveBayes, words: Sequence[str], unsaid: LimitedLikelihoods | None = None) -> NaiveBayes:
    view = copy.copy(model)
    columns = {word: model.column[word] for word in words}
    object.__setattr__(view, "column", MappingProxyType(columns))
    object.__setattr__(view, "unsaid", unsaid)
    return view
