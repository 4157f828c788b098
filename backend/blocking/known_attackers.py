"""Train the known attackers: linear classifiers whose constraints are part of the program.

They are trained on a capped sample of the documents, so that training only has to count. SVM, logistic regression
and the nearest centroid are never among them: they are used to measure how well the result is protected against
held-out attackers.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from types import MappingProxyType

from backend.blocking.attackers import (
    AttackerKind,
    NearestNeighbour,
)
from backend.blocking.contests import ClassMargins
from backend.blocking.held_out_promises import Promise
from backend.blocking.nearest_documents import NEAREST_DOCUMENTS, NearestDocuments
from backend.blocking.readings import FeatureCounts, Reading, ReadingFeatures, WrittenDocuments
from backend.blocking.remembered_weights import KnownAttacker, RememberedWeights
from backend.blocking.seen_features import SeenFeatures, SplitWords
from backend.document.forms import lowered, words_of
from backend.learning.arrays import Counts, Integers

_IN_OTHER_READINGS = (
    AttackerKind.NB,
    AttackerKind.NB_MEDIUM,
    AttackerKind.NB_STRONG,
    AttackerKind.COMPLEMENT_NB_STRONG,
    AttackerKind.RIDGE,
)

ROWS: Mapping[Reading, tuple[AttackerKind, ...]] = MappingProxyType(
    {
        Reading.WORDS: (AttackerKind.NB_BINARY, AttackerKind.COMPLEMENT_NB, *_IN_OTHER_READINGS),
        Reading.COMPOUNDS: _IN_OTHER_READINGS,
        Reading.LETTERS: _IN_OTHER_READINGS,
        Reading.AS_WRITTEN: _IN_OTHER_READINGS,
    }
)
"""The kinds whose rows a program has, by reading; the nearest documents have rows of their own."""

WITH_NEAREST = frozenset({Reading.WORDS, Reading.COMPOUNDS})
"""The readings whose nearest documents have rows; those of the others add little and cost words."""

KEPT_OUT = (AttackerKind.SVM, AttackerKind.LOGISTIC, AttackerKind.CENTROID)
"""The kinds that no program is ever told of."""


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

NEARLY = 0.05
"""Where no level reaches SELDOM, by how much a level may miss the best: 24 documents do not tell these apart."""


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
    held_out: tuple[Promise, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ReadingAttackers:
    """The attackers that read a text in one way, and their training documents.

    `linear` and `nearest` name the client, `industry` the industry. Those `of_beginnings` have read and compare
    beginnings of documents alone.
    """

    documents: FeatureCounts
    linear: tuple[KnownAttacker, ...]
    industry: tuple[KnownAttacker, ...]
    nearest: NearestNeighbour
    of_beginnings: bool = False

    @property
    def reading(self) -> Reading:
        """How they read a text."""
        return self.documents.reading

    def for_one_document(self) -> "ReadingAttackers":
        """Return the same attackers; they remember the weights that they are asked for."""
        linear, industry = (tuple(map(RememberedWeights, some)) for some in (self.linear, self.industry))
        return replace(self, linear=linear, industry=industry)

    def name_of(self, kind: AttackerKind) -> str:
        """Return the name of one of them: "ridge", "ridge of compounds", "ridge of compounds in beginnings"."""
        name = kind.value if self.reading is Reading.WORDS else f"{kind.value} of {self.reading.value}"
        return f"{name} in beginnings" if self.of_beginnings else name


@dataclass(frozen=True, slots=True, eq=False)
class LearntDocuments:
    """What attackers learn from: a `sample` of documents, and the `totals` of all documents of each client."""

    sample: WrittenDocuments
    totals: WrittenDocuments

    def read(self, reading: Reading) -> tuple[FeatureCounts, Counts]:
        """Return the sample in a reading, and the totals, [client, feature]."""
        features = ReadingFeatures.of(reading, self.sample.words, self.sample.forms)
        return features.counted(self.sample), features.counted(self.totals).counts


@dataclass(frozen=True, slots=True, eq=False)
class Defence:
    """Attackers who read the same documents in several ways, and the measured protection.

    `class_of` [document] is the client of each document of the sample of `learnt` and, alike, of `beginnings`, the
    beginnings of these documents; None where no document has more than its beginning, or an older version does not
    count them. `utility_of` [class] is the utility class of each client (-1: unknown). `attackers` are the readings
    of documents, words first, then those of beginnings. `promises` follow LADDER and are empty when too few
    documents could be held out.
    """

    class_of: Integers
    utility_of: Integers
    attackers: tuple[ReadingAttackers, ...]
    learnt: LearntDocuments
    beginnings: LearntDocuments | None = None
    promises: tuple[MeasuredProtection, ...] = ()

    @property
    def words(self) -> FeatureCounts:
        """The sample as words."""
        return self.attackers[0].documents

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words that the attackers know."""
        return self.words.vocabulary

    @property
    def has_forms(self) -> bool:
        """Whether some attackers read forms; those of an older version do not."""
        return bool(self.learnt.sample.forms)

    @property
    def kinds_of_clients(self) -> AbstractSet[str]:
        """The names of the rows that hide the client, as `k_redactor.Solution.unmet` has them."""
        linear = {each.name_of(kind.kind) for each in self.attackers for kind in each.linear}
        return linear | {NEAREST_DOCUMENTS}

    def known_words(self, forms: Iterable[str]) -> AbstractSet[str]:
        """Return the words that some attacker knows, alone or in one of these `forms` of a document."""
        known = {word for form in forms if self._knows(form) for word in words_of(form)}
        return self.words.column.keys() | known

    def _knows(self, form: str) -> bool:
        return any(
            {Reading.COMPOUNDS: lowered(form), Reading.AS_WRITTEN: form}.get(each.reading) in each.documents.column
            for each in self.attackers
        )

    def for_one_document(self) -> "Defence":
        """Return the same defence for all programs of one document, in one thread: see `RememberedWeights`."""
        return replace(self, attackers=tuple(each.for_one_document() for each in self.attackers))

    def read(self, words: SplitWords, beginning: SplitWords | None = None) -> "ReadByAttackers":
        """Return a document as the attackers read it; some read its `beginning` alone, by default all of it."""
        first = words if beginning is None else beginning
        parts = ((each, first if each.of_beginnings else words) for each in self.attackers)
        return ReadByAttackers(tuple((each, each.documents.seen_in(part)) for each, part in parts))

    def promise(self, hardness: ProtectionLevel) -> MeasuredProtection | None:
        """Return the measured protection of a level; None when nothing was measured."""
        return next((each for each in self.promises if each.hardness == hardness), None)

    def hardness(self, assurance: float | None = None) -> ProtectionLevel:
        """Return `weakest_sufficient_level`; if nothing was measured, a level like UNMEASURED or the hardest."""
        if not self.promises:
            if assurance is not None:
                return LADDER[-1]
            return UNMEASURED if len(self.utility_of) >= _FEW else UNMEASURED_AMONG_FEW
        return weakest_sufficient_level(self.promises, assurance)


@dataclass(frozen=True, slots=True, eq=False)
class ReadByAttackers:
    """A document as each reading has it."""

    readings: tuple[tuple[ReadingAttackers, SeenFeatures], ...]

    def contests(self, client: int) -> tuple[ClassMargins, ...]:
        """Return the contests of the client against all others, for each linear attacker."""
        return tuple(
            ClassMargins.of(each.name_of(linear.kind), linear, seen, client)
            for each, seen in self.readings
            for linear in each.linear
        )

    def industries(self, utility: int) -> tuple[ClassMargins, ...]:
        """Return the contests of the utility class against all others, for each attacker that names it."""
        return tuple(
            ClassMargins.of(f"industry by {each.name_of(linear.kind)}", linear, seen, utility)
            for each, seen in self.readings
            for linear in each.industry
        )

    def neighbours(self, client: int) -> tuple[NearestDocuments, ...]:
        """Return the known documents that are most similar to this one, in the readings of WITH_NEAREST."""
        return tuple(
            NearestDocuments.of(each.nearest, seen, client)
            for each, seen in self.readings
            if each.reading in WITH_NEAREST
        )


def weakest_sufficient_level(
    promises: Sequence[MeasuredProtection], assurance: float | None = None
) -> ProtectionLevel:
    """Return the first level at which k holds in a share `assurance` (0…1) of trials, else the best one.

    A trial is one document under one unknown attacker who has other documents. Without an assurance, return the
    first level at which held-out attackers who have the same documents seldom name the client; else the first that
    is `NEARLY` as good as the best. `promises` must not be empty.
    """
    if assurance is None:
        shares = [each.same.not_named for each in promises]
        wanted = SELDOM if max(shares) >= SELDOM else max(shares) - NEARLY
    else:
        shares = [each.others.k_holds for each in promises]
        wanted = min(assurance, max(shares))
    return next(each for each, share in zip(promises, shares, strict=True) if share >= wanted).hardness
