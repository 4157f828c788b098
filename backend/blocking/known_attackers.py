"""Train the known attackers: linear classifiers whose constraints are part of the program.

They are trained on a capped sample of the documents, so that training only has to count. SVM, logistic regression
and the nearest centroid are never among them: they are used to measure how well the result is protected against
unknown attackers.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType

import numpy as np

from backend.blocking.attackers import (
    AttackerKind,
    LinearAttacker,
    NearestNeighbour,
    Weighting,
    fit_attacker,
    fit_linear,
    sample_documents,
)
from backend.blocking.contests import ClassMargins, SplitWords
from backend.blocking.nearest_documents import NearestDocuments
from backend.learning.arrays import (
    Counts,
    Integers,
    columns_of,
    pack,
    pack_counts,
    pack_strings,
    unpack,
    unpack_counts,
    unpack_strings,
)
from backend.learning.capped_counts import capped_documents
from backend.learning.counts import TermCounts
from backend.learning.features import select_features, stop_words

ROWS = (
    AttackerKind.NB,
    AttackerKind.NB_STRONG,
    AttackerKind.NB_BINARY,
    AttackerKind.COMPLEMENT_NB,
    AttackerKind.RIDGE,
)
"""The kinds whose rows a program has; the nearest documents have rows of their own."""

KEPT_OUT = (AttackerKind.SVM, AttackerKind.LOGISTIC, AttackerKind.CENTROID)
"""The kinds that no program is ever told of."""

_DOCUMENTS = 2_000
_WORDS = 30_000
_CELLS = 4_000_000
"""Classes times words of one attacker, at most: 32 MB."""


@dataclass(frozen=True, slots=True)
class ProtectionLevel:
    """How strongly a program protects: the leader and margin of each attacker, and the words to remove always.

    With `everywhere`, k - 1 clients lead under each attacker as under the model; otherwise one does, so that the
    true client is not named first. `margin` (0…1) is the share by which the weight of every word for the true
    client may exceed the attackers' estimate. Words that fewer than `speakers` (0, 1 or 2) other clients use are
    always suppressed.
    """

    everywhere: bool = False
    margin: float = 0.0
    speakers: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.margin <= 1:
            raise ValueError("a margin is a share, 0 to 1")
        if self.speakers not in (0, 1, 2):
            raise ValueError("a model knows of up to two other speakers")


LADDER = (
    ProtectionLevel(everywhere=False, margin=0.0, speakers=0),
    ProtectionLevel(everywhere=False, margin=0.05, speakers=0),
    ProtectionLevel(everywhere=False, margin=0.05, speakers=2),
    ProtectionLevel(everywhere=True, margin=0.0, speakers=2),
    ProtectionLevel(everywhere=True, margin=0.1, speakers=2),
    ProtectionLevel(everywhere=True, margin=0.3, speakers=2),
)
"""What can be chosen, from keeping most words to protecting best."""

UNMEASURED = LADDER[2]
"""Where no promise could be measured, as with one document a client: rare words are what gives those away."""

UNMEASURED_AMONG_FEW = LADDER[1]
"""The same where ordinary words are rare too: of the words of three clients, half would go."""

_FEW = 30
"""Clients; with fewer, that hardly anybody else says a word does not tell whose it is."""

SELDOM = 0.95
"""The share of guesses in which strangers shall not name the client, where nobody asks for more."""


@dataclass(frozen=True, slots=True)
class AttackResults:
    """How well redacted documents withstood attackers that the program did not know.

    `not_named` is the share (0…1) of guesses that were not the true client, `k_holds` that of ranks of k or more.
    """

    not_named: float
    k_holds: float


@dataclass(frozen=True, slots=True)
class MeasuredProtection:
    """The measured effect of a protection level at `k` on so many held-out `documents`.

    `same` are the results against attackers trained on the same documents as the model, `others` against attackers
    trained on other documents of the same clients. `kept` is the mean share of word occurrences that stayed.
    """

    hardness: ProtectionLevel
    k: int
    documents: int
    same: AttackResults
    others: AttackResults
    kept: float


@dataclass(frozen=True, slots=True, eq=False)
class Defence:
    """Attackers over one vocabulary, their training documents, and the measured protection.

    `counts` [document, word] and `class_of` [document] are the sample. `promises` follow LADDER and are empty when
    too few documents could be held out.
    """

    vocabulary: tuple[str, ...]
    counts: Counts
    class_of: Integers
    attackers: tuple[LinearAttacker, ...]
    promises: tuple[MeasuredProtection, ...] = ()
    nearest: NearestNeighbour = field(init=False, repr=False)
    column: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.counts.shape[1] != len(self.vocabulary):
            raise ValueError("counts must be [document, word]")
        classes = int(self.class_of.max()) + 1
        nearest = fit_attacker(AttackerKind.NEAREST_NEIGHBOUR, self.counts, self.class_of, classes)
        object.__setattr__(self, "nearest", nearest)
        columns = {word: column for column, word in enumerate(self.vocabulary)}
        object.__setattr__(self, "column", MappingProxyType(columns))

    def without(
        self,
        unsaid: Callable[[str], bool],
        unheard: Callable[[str], bool],
        seen: Sequence[int],
        names: Sequence[Collection[str]],
    ) -> "Defence":
        """Return attackers trained on less, for a caller who may see only the clients `seen` (indices).

        They ignore the `unheard` words. In documents of other clients they ignore the `unsaid` words, and in those
        of each client the words of its own name (`names`, [class]). No word counts in more documents of theirs, or
        more often in one, than for the fifth of these clients. The measured protection is not measured again.
        """
        columns = np.flatnonzero([not unheard(word) for word in self.vocabulary])
        words = tuple(self.vocabulary[column] for column in columns.tolist())
        entries = columns_of(self.counts, columns).tocoo()
        left_out = np.array([unsaid(word) for word in words], dtype=bool)
        place = {word: column for column, word in enumerate(words)}
        of_names = [
            who * len(words) + place[word] for who, some in enumerate(names) for word in some if word in place
        ]
        own = np.isin(self.class_of[entries.row] * len(words) + entries.col, of_names)
        stays = np.isin(self.class_of[entries.row], list(seen)) | ~(left_out[entries.col] | own)
        remaining: Counts = type(self.counts)(
            (entries.data[stays], (entries.row[stays], entries.col[stays])), shape=entries.shape
        )
        remaining.sort_indices()
        classes = int(self.class_of.max()) + 1
        hidden = ~np.isin(np.arange(classes), list(seen))
        remaining = capped_documents(remaining, self.class_of, hidden, [word not in stop_words() for word in words])
        attackers = tuple(fit_linear(each.kind, remaining, self.class_of, classes) for each in self.attackers)
        return Defence(words, remaining, self.class_of, attackers, self.promises)

    def contests(self, words: SplitWords, client: int) -> tuple[ClassMargins, ...]:
        """Return the contests of the client against all others, for each attacker."""
        return tuple(ClassMargins.of(each.kind.value, each, self.column, words, client) for each in self.attackers)

    def neighbours(self, words: SplitWords, client: int) -> NearestDocuments:
        """Return the known documents that are most similar to this one."""
        return NearestDocuments.of(self.nearest, self.column, words, client)

    def promise(self, hardness: ProtectionLevel) -> MeasuredProtection | None:
        """Return the measured protection of a level; None when nothing was measured."""
        return next((each for each in self.promises if each.hardness == hardness), None)

    def hardness(self, assurance: float | None = None) -> ProtectionLevel:
        """Return `weakest_sufficient_level`; if nothing was measured, a level like UNMEASURED or the hardest."""
        if not self.promises:
            if assurance is not None:
                return LADDER[-1]
            return UNMEASURED if self.class_of.max() + 1 >= _FEW else UNMEASURED_AMONG_FEW
        return weakest_sufficient_level(self.promises, assurance)


def weakest_sufficient_level(
    promises: Sequence[MeasuredProtection], assurance: float | None = None
) -> ProtectionLevel:
    """Return the first level at which k holds in a share `assurance` (0…1) of trials, else the best one.

    A trial is one document under one unknown attacker who has other documents. Without an assurance, return the
    first level at which unknown attackers who have the same documents seldom name the client. `promises` must not
    be empty.
    """
    if assurance is None:
        shares, wanted = [each.same.not_named for each in promises], SELDOM
    else:
        shares, wanted = [each.others.k_holds for each in promises], assurance
    enough = (position for position, share in enumerate(shares) if share >= wanted)
    return promises[next(enough, int(np.argmax(shares)))].hardness


def train_defence(counts: TermCounts) -> Defence:
    """Train the attackers of ROWS on a sample of the documents of all clients, without measuring protection.

    Raises ValueError when no document contains a word.
    """
    rows = sample_documents(counts.client_of, _DOCUMENTS)
    columns = _words_to_look_at(counts)
    word_counts = columns_of(counts.word_counts[rows], columns)
    class_of = counts.client_of[rows]
    classes = len(counts.clients)
    attackers = tuple(fit_linear(kind, word_counts, class_of, classes) for kind in ROWS)
    return Defence(tuple(counts.words[column] for column in columns.tolist()), word_counts, class_of, attackers)


def pack_defence(defence: Defence) -> bytes:
    """Return the bytes that a version stores of a defence: the sample, and what takes long to train."""
    ridge = next(each for each in defence.attackers if each.kind is AttackerKind.RIDGE)
    promises = json.dumps([asdict(promise) for promise in defence.promises]).encode()
    return pack(
        {
            **pack_strings("vocabulary", defence.vocabulary),
            **pack_counts("counts", defence.counts),
            "class_of": defence.class_of,
            "ridge": ridge.weights.astype(np.float32),
            "promises": np.frombuffer(promises, dtype=np.uint8),
        }
    )


def unpack_defence(content: bytes) -> Defence:
    """Return the stored defence; counts are computed again.

    Raises KeyError or ValueError when the bytes are not a defence.
    """
    arrays = unpack(content)
    counts = unpack_counts("counts", arrays)
    class_of = np.asarray(arrays["class_of"], dtype=np.int64)
    classes = int(class_of.max()) + 1
    promises = tuple(
        MeasuredProtection(
            ProtectionLevel(**row["hardness"]),
            row["k"],
            row["documents"],
            AttackResults(**row["same"]),
            AttackResults(**row["others"]),
            row["kept"],
        )
        for row in json.loads(arrays["promises"].tobytes())
    )
    counted = [fit_linear(kind, counts, class_of, classes) for kind in ROWS if kind is not AttackerKind.RIDGE]
    bare = Defence(unpack_strings("vocabulary", arrays), counts, class_of, tuple(counted), promises)
    weights = np.asarray(arrays["ridge"], dtype=np.float64)
    # Both weigh words by the same documents, so that the idf is the same.
    ridge = LinearAttacker(
        AttackerKind.RIDGE, Weighting.SUBLINEAR_TFIDF, weights, np.zeros(classes), bare.nearest.idf
    )
    return replace(bare, attackers=(*counted, ridge))


def _words_to_look_at(counts: TermCounts) -> Integers:
    """Return the columns of the stop words, which stay but count, and of the most informative other words."""
    limit = min(_WORDS, _CELLS // len(counts.clients))
    stops = stop_words()
    spoken = np.flatnonzero([word in stops for word in counts.words])
    if len(counts.words) <= limit:
        return np.arange(len(counts.words))
    telling = select_features(counts.words, counts.word_counts, counts.client_of, limit=limit).columns
    return np.union1d(spoken, telling)
