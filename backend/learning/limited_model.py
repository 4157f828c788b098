"""A client model without the words that only few hidden clients use, for callers who may not see those clients.

A word that few hidden clients use is mostly a name, a product or a project, and an answer that depends on it
reveals whether they use it. For a caller who may not see them, the model behaves as if these clients never used it.
A word that many hidden clients use identifies none of them, and all clients remain rivals. The counts of hidden
clients are capped at the fifth-highest among them, because a client uses its own name more often than all others
do.

No rival seems likelier than it is, so a k that holds here also holds in the full model. Which words the caller may
not even know as features says `unsure_features`; they stand behind the features of the full model.
"""

import copy
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np
from scipy.sparse import csr_array, hstack

from backend.document.tokens import terms
from backend.learning.aliases import clients_by_word
from backend.learning.arrays import Booleans, Counts, Floats, Integers, Sparse
from backend.learning.capped_counts import SEVERAL, capped_presence, nth_highest
from backend.learning.client_frequency import ClientsByWord
from backend.learning.drawn_sizes import SPREAD, SizeKey
from backend.learning.features import class_sums, stop_words
from backend.learning.model import ClientModel
from backend.learning.naive_bayes import LimitedLikelihoods, NaiveBayes
from backend.learning.ordinary_words import OTHERS
from backend.learning.unsure_features import SPEAKERS, UnsureFeatures, sure_features, unsure_features


def limited_model(model: ClientModel, seen: Sequence[int], key: SizeKey) -> ClientModel:
    """Return the model for a caller who may see these clients, given by their indices; `key` draws their sizes.

    A word that fewer than SEVERAL hidden clients use counts as absent from their documents: it is no word of the
    model when no visible client uses it. For a word that more of them use, their counts are capped at the
    fifth-highest. No hidden client uses a word of its own name.

    The likelihoods are shared with the full model; what is hidden is left out when they are read.
    """
    hidden = np.ones(len(model.clients), dtype=bool)
    hidden[list(seen)] = False
    cut = _Cut.of(model, hidden)
    unsure = cut.unsure
    lowered = _lowered(model, cut)
    view = copy.copy(model)
    presence = cut.kept(capped_presence(model.presence, cut.of_hidden, cut.counts))
    object.__setattr__(view, "vocabulary", (*model.vocabulary, *unsure.words))
    object.__setattr__(view, "counts", _side_by_side(cut.kept(_as_often(model, lowered)), unsure.counts))
    object.__setattr__(view, "presence", _side_by_side(presence, unsure.counts.sign()))
    object.__setattr__(view, "speakers", _speakers(model, cut, hidden))
    columns = {model.vocabulary[at]: at for at in np.flatnonzero(cut.features).tolist()}
    columns |= {word: at for at, word in enumerate(unsure.words, len(model.vocabulary))}
    unsaid = _unsaid(model, lowered, view.speakers, cut, hidden, key)
    object.__setattr__(view, "by_client", _looking_at(model.by_client, view.vocabulary, columns, unsaid))
    if model.by_utility is not None:
        learnt = _by_utility(view, model.by_utility, len(columns))
        object.__setattr__(view, "by_utility", _looking_at(learnt, view.vocabulary, columns))
    object.__setattr__(view, "ordinary", _ordinary(view, seen))
    return view


def _side_by_side(counts: Counts, others: Counts) -> Counts:
    both: Counts = hstack((counts, others), "csr", dtype=np.int32)
    both.sort_indices()
    return both


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


def unheard_word_test(
    model: ClientModel, view: ClientModel, seen: Sequence[int], vocabulary: Sequence[str]
) -> Callable[[str], bool]:
    """Return a test whether attackers with this `vocabulary` must not know a word, for the caller of the view.

    They must not know a word that is unknown in the view, or of which the caller may not learn whether it is among
    their words; see `unsure_features`.
    """
    unknown = partial(is_unknown_word, view)
    if len(vocabulary) == len(model.vocabulary) + len(model.speakers.words):
        return unknown  # they know all words there are
    hidden = np.ones(len(model.clients), dtype=bool)
    hidden[list(seen)] = False
    known = frozenset(vocabulary)
    among = np.array([word in known for word in model.vocabulary], dtype=bool)
    sure = among & sure_features(model, hidden, among)
    surely = {model.vocabulary[column] for column in np.flatnonzero(sure).tolist()}
    of_few, stops = hidden_word_test(view, seen), stop_words()
    return lambda word: unknown(word) or (of_few(word) and not (word in surely or word in stops))


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
    saying_others: Integers
    """[other word], how many hidden clients say it, by the same rule; empty where it is not known."""
    unsure: UnsureFeatures

    @classmethod
    def of(cls, model: ClientModel, hidden: Booleans) -> "_Cut":
        entries = model.presence.tocoo()
        width = len(model.vocabulary)
        of_hidden = hidden[entries.row]
        counts = of_hidden & ~_of_own_names(model.vocabulary, model.presence, model)
        saying = np.bincount(entries.col[counts], minlength=width)
        saying_others = _saying_others(model, hidden)
        unsure = unsure_features(model, hidden, saying, saying_others)

        def said(stays: Booleans) -> Floats:
            times = np.bincount(entries.col[stays], weights=model.counts.data[stays], minlength=width)
            return np.asarray(times, dtype=np.float64)

        stays = (~of_hidden | (counts & (saying[entries.col] >= SEVERAL))) & ~unsure.inside[entries.col]
        # A word that a visible client says once in all would speak for it in the whole model and not in the view.
        of_visible = said(~of_hidden) > 0
        features = (said(stays) > 1) | (
            of_visible & (said(~of_hidden | (counts & (saying[entries.col] >= SPEAKERS))) > 1)
        )
        return cls(of_hidden, counts, stays, features & ~unsure.inside, saying_others, unsure)

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


def _of_own_names(vocabulary: Sequence[str], counts: Counts, model: ClientModel) -> Booleans:
    """Which stored entries of [client, word] are words of the client's own name; the vocabulary ascends."""
    width = len(vocabulary)
    own = []
    for index, words in enumerate(words_of_names(model)):
        for word in words:
            at = bisect_left(vocabulary, word)
            if at < width and vocabulary[at] == word:
                own.append(index * width + at)
    entries = counts.tocoo()
    return np.isin(entries.row.astype(np.int64) * width + entries.col, own)


def _saying_others(model: ClientModel, hidden: Booleans) -> Integers:
    """How many hidden clients say each word that is no feature; none says a word of its own name."""
    others, words = model.speakers.counts, model.speakers.words
    if others is None:
        return np.zeros(0, dtype=np.int64)
    entries = others.tocoo()
    counts = hidden[entries.row] & ~_of_own_names(words, others, model)
    return np.bincount(entries.col[counts], minlength=len(words))


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
    word_counts = np.asarray(model.counts.sum(axis=1), dtype=np.float64)
    return word_counts + model.options.alpha * len(model.vocabulary)


def _as_often(model: ClientModel, lowered: Floats) -> Counts:
    """The counts of clients by feature that come to these log-likelihoods, 1 at least."""
    entries = model.counts.tocoo()
    known = np.rint(np.exp(lowered) * _totals(model)[entries.row] - model.options.alpha)
    counts = model.counts.copy()
    counts.data = np.clip(known, 1, counts.data).astype(counts.data.dtype)
    return counts


def _unsaid(
    model: ClientModel, lowered: Floats, speakers: ClientsByWord, cut: _Cut, hidden: Booleans, key: SizeKey
) -> LimitedLikelihoods:
    """Where a class is told less likely than it is; all else it says stays, so none seems likelier than it is."""
    entries, unsure = model.counts.tocoo(), cut.unsure.counts.tocoo()
    alpha, total = model.options.alpha, _totals(model)
    less = lowered < np.log(entries.data + alpha) - np.log(total)[entries.row]
    width = len(model.vocabulary)
    spoken = np.concatenate((lowered[less], np.log(unsure.data + alpha) - np.log(total)[unsure.row]))
    features = np.concatenate((entries.col[less], unsure.col + width))
    classes = np.concatenate((entries.row[less], unsure.row))
    cells: Sparse = csr_array(
        (spoken, (features, classes)), shape=(width + len(cut.unsure.words), len(model.clients))
    )
    stops = stop_words()

    def may_be(word: str) -> bool:
        # Also of a word in `speakers.beside`: whether it is there tells whether one hidden client says it.
        return not (word in stops or speakers.of(word))

    larger, smaller = np.zeros(len(hidden)), np.zeros(len(hidden))
    if hidden.any():
        drawn = key.drawn(model.version, [client.name for client in model.clients])
        larger, smaller = (np.where(hidden, 0.0, SPREAD * share) for share in (drawn, 1 - drawn))
    return LimitedLikelihoods(cells, np.log(alpha / total), may_be, hidden, larger, smaller)


def _by_utility(view: ClientModel, learnt: NaiveBayes, features: int) -> NaiveBayes:
    """Learnt again from the words of the view, so many `features` of which count: there are few utility classes."""
    labelled = np.flatnonzero(view.utility_of >= 0)
    class_counts = class_sums(view.counts[labelled], view.utility_of[labelled], len(learnt.classes)).toarray()
    alpha = view.options.alpha
    total = class_counts.sum(axis=1, keepdims=True) + alpha * features
    likelihood = np.log(class_counts + alpha) - np.log(total)
    return NaiveBayes(learnt.classes, view.vocabulary, likelihood, learnt.log_prior)


def _speakers(model: ClientModel, cut: _Cut, hidden: Booleans) -> ClientsByWord:
    """The same words; of hidden speakers only where SEVERAL say it, or SPEAKERS where no more are known.

    Features that are none without the hidden clients have visible speakers alone.
    """
    clients = model.speakers.clients
    of_hidden = (clients >= 0) & hidden[clients]
    known = model.speakers.counts is not None
    are_few = cut.saying_others < SEVERAL if known else of_hidden.sum(axis=1) < SPEAKERS
    entries = model.presence.tocoo()
    dropped = cut.stays & ~cut.features[entries.col]
    clients_of_word: dict[str, tuple[int, ...]] = dict(cut.unsure.beside)
    for client, column in zip(entries.row[dropped].tolist(), entries.col[dropped].tolist(), strict=True):
        word = model.vocabulary[column]
        clients_of_word[word] = (*clients_of_word.get(word, ()), client)
    left = np.where(of_hidden & are_few[:, None], np.int32(-1), clients)
    return replace(model.speakers, clients=left, counts=None, beside=clients_of_word)


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


def _looking_at(
    model: NaiveBayes,
    vocabulary: tuple[str, ...],
    columns: dict[str, int],
    unsaid: LimitedLikelihoods | None = None,
) -> NaiveBayes:
    view = copy.copy(model)
    object.__setattr__(view, "vocabulary", vocabulary)
    object.__setattr__(view, "column", MappingProxyType(columns))
    object.__setattr__(view, "unsaid", unsaid)
    return view
